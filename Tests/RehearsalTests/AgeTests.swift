// Since when there is what the words of scripts stand for: the versions of their rows are among those of
// the rules.

import Testing

@testable import Rehearsal
@testable import RehearsalLifecycle

@Suite("Ages of words")
struct AgeTests {
  @Test("The versions of every row are among those of the rules")
  func rows() {
    let calls = Vocabulary.words.compactMap { word in
      if case .app(let call) = word { call.versions } else { nil }
    }
    let rows =
      calls + Message.allCases.map(\.definition.versions)
      + SystemNotification.allCases.map(\.versions) + Permission.allCases.map(\.versions)
      + ActionTable.actions.flatMap { [$0.versions] + $0.versionsOfSymbols.values }
    #expect(rows.allSatisfy { RuleBook.versions.contains($0.first) })
    #expect(rows.contains { $0 != .all })
  }

  @Test("What a system lacks is told with the version of the device")
  func words() throws {
    let early = try #require(Profile(system: 8).missing(ActionName.quickAction.row.versions))
    #expect(early.text == "from iOS 9; this device has iOS 8")
    let late = try #require(Profile(system: 9).missing(SystemVersionRange.majors(4, 8)))
    #expect(late.text == "up to iOS 8; this device has iOS 9")
  }
}
