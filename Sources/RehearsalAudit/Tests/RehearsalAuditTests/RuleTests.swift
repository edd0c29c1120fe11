// Each rule has an example, wrong and right, and its page is the one in `Rules`.

import Foundation
import Testing

@testable import RehearsalAudit

struct RuleTests {
  private static let aboutComments = ["silence-unknown", "silence-superfluous"]

  @Test func eachRuleHasAnExample() {
    let missing = AuditRule.all.filter { RuleExample.of($0) == nil }.map(\.identifier)
    #expect(missing == Self.aboutComments)
    #expect(RuleExample.all.count == AuditRule.all.count - missing.count)
  }

  @Test(arguments: RuleExample.all)
  func theWrongOneIsFoundAndTheRightOneIsNot(_ example: RuleExample) {
    let wrong = Audit(ProjectFiles(example.wrongFiles)).findings.map(\.rule.identifier)
    #expect(wrong.contains(example.rule.identifier), "\(example.wrong)")
    // A project without scenes is found by that as well.
    let others = Set(wrong).subtracting([
      example.rule.identifier, "no-scene-manifest", "scene-manifest-may-not-count",
    ])
    #expect(others == [], "\(example.wrong)")
    let right = Audit(ProjectFiles(example.rightFiles)).findings.map(\.rule.identifier)
    #expect(right == [], "\(example.right)")
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Rules")

  /// `RECORD_RULES=1` writes them again.
  @Test func thePagesAreThoseOfTheRows() throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_RULES"] == "1"
    for rule in AuditRule.all {
      let file = Self.folder.appendingPathComponent(rule.identifier + ".md")
      if isRecording {
        try FileManager.default.createDirectory(
          at: Self.folder, withIntermediateDirectories: true)
        try Data(rule.page.utf8).write(to: file)
      }
      #expect((try? String(contentsOf: file, encoding: .utf8)) == rule.page, "\(rule.identifier)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(AuditRule.all.map { $0.identifier + ".md" }))
  }

  @Test func aRuleIsExplained() {
    let explained = AuditCommand.run(["--explain", "lock-over-suspension"])
    #expect(explained.code == 0)
    #expect(explained.output.hasPrefix("# lock-over-suspension\n"))
    let unknown = AuditCommand.run(["--explain", "lock-over-suspensio"])
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("did you mean lock-over-suspension?"))
  }
}
