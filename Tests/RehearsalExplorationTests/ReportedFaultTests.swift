// Faults from public reports, each beside its mended twin, with the scenario of a normal day that knows
// nothing of it: what a storm says of both.

import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Reported faults")
struct ReportedFaultTests {
  /// The scripts in order, and whether a storm finds the fault and is quiet about the mended app.
  static let table: [(name: String, isFound: Bool, isQuiet: Bool)] = [
    ("another-timer-each-time", true, true), ("back-at-the-login", true, true),
    // The screen is only drawn again when the app becomes active, in both.
    ("countdown-starts-over", true, false),
    ("events-without-an-end", true, true), ("expiry-waits-for-the-queue", true, true),
    ("flush-is-not-ended", true, true), ("keys-while-locked", true, true),
    ("link-during-the-splash", true, true), ("link-in-a-tapped-push", true, true),
    ("local-notification-at-launch", true, true), ("lock-for-the-whole-life", true, true),
    ("preferences-in-memory", true, true), ("received-taken-for-tapped", true, true),
    ("registration-waits-to-retry", true, true), ("saved-when-terminating", true, true),
    ("silent-after-the-call", true, true),
    // Both save as they leave the screen, and nothing where the user swipes them away in front.
    ("task-without-a-name", true, false),
    ("timer-is-not-back", true, true), ("token-behind-the-lock", true, true),
    ("tools-after-a-swipe", true, true),
  ]

  @Test("A storm finds it from a normal day, and leaves the mended app alone", arguments: table)
  func toldApart(_ name: String, isFound: Bool, isQuiet: Bool) throws {
    let text = try Repository.text(of: "Tests/Scripts/reports/\(name).rehearsal")
    let results = try storms(text)
    #expect(results.count == 2)
    #expect(!results[0].findings.isEmpty == isFound)
    #expect(results[1].findings.isEmpty == isQuiet)
    for finding in results.flatMap(\.findings) {
      #expect(finding.scenario != nil, "\(finding.disturbances)")
    }
  }

  @Test("The table lists every script, and most are told apart")
  func complete() throws {
    let files = try Repository().paths(below: "Tests/Scripts/reports", endingIn: ".rehearsal")
    let names = files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
    #expect(names.map(String.init).sorted() == Self.table.map(\.name).sorted())
    #expect(Self.table.count >= 20)
    #expect(Self.table.count { $0.isFound && $0.isQuiet } >= 16)
    let page = try Repository.text(of: "Tests/Scripts/reports/README.md")
    #expect(names.allSatisfy { page.contains("`\($0)`") })
  }
}
