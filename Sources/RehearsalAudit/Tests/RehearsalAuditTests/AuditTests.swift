// What an audit finds in small projects, what it says of it, and that no text ends it.

import Foundation
import Rehearsal
import RehearsalText
import Testing

@testable import RehearsalAudit

struct AuditTests {
  @Test(arguments: SmallProject.all)
  func finds(_ project: SmallProject) {
    let audit = Audit(ProjectFiles(project.files))
    #expect(audit.findings.map(\.rule.identifier).sorted() == project.findings)
    #expect(audit.notes == [])
  }

  /// What is found does not depend on which sources are parsed.
  @Test(arguments: SmallProject.all)
  func findsTheSameWhereEverythingIsParsed(_ project: SmallProject) {
    let files = ProjectFiles(project.files)
    let found = Audit(files, lookingEverywhere: true).findings
    #expect(found.map(\.message) == Audit(files).findings.map(\.message))
  }

  @Test func thereAreEnoughProjectsAndEachRuleIsFound() {
    #expect(SmallProject.all.count >= 90)
    let found = Set(SmallProject.all.flatMap(\.findings))
    #expect(Set(AuditRule.all.map(\.identifier)).subtracting(found) == [])
  }

  @Test(arguments: SmallProject.all)
  func theWrittenScriptHasNoErrors(_ project: SmallProject) {
    let writer = ScriptWriter(Audit(ProjectFiles(project.files)))
    let errors = Script(SourceText(name: "app.rehearsal", writer.script)).diagnostics.filter {
      $0.severity == .error
    }
    #expect(errors.map(\.message) == [], "\(writer.script)")
  }

  @Test func mutatedSourcesEndNothing() {
    var random = SplitMix(state: 7)
    let count = ProcessInfo.processInfo.environment["REHEARSAL_THOROUGH"] == "1" ? 10_000 : 300
    for round in 0..<count {
      let project = SmallProject.all[round % SmallProject.all.count]
      let mutated = project.files.mapValues { text in
        var bytes = Array(text.utf8)
        for _ in 0..<3 where !bytes.isEmpty {
          let index = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 3 {
          case 0: bytes.remove(at: index)
          case 1: bytes.insert(Array("{}()\"\\;#/*<&".utf8)[Int(random.next() % 12)], at: index)
          default: bytes[index] = UInt8(truncatingIfNeeded: random.next())
          }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      let audit = Audit(ProjectFiles(mutated))
      _ = AuditFormat.text.report(audit.findings, audit.files)
      if !audit.apps.isEmpty { _ = ScriptWriter(audit).script }
    }
  }

  @Test func reportsAreWhatTheirReadersExpect() throws {
    let audit = Audit(ProjectFiles(SmallProject.all[0].files))
    let text = AuditFormat.text.report(audit.findings, audit.files)
    #expect(text.hasPrefix("App/Info.plist:"))
    #expect(text.contains("[no-scene-manifest]"))
    let sarif = AuditFormat.sarif.report(audit.findings, audit.files)
    let log = try #require(JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
    #expect(sarif.contains("\"helpUri\":\"https://developer.apple.com/"))
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "no-scene-manifest")
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    #expect(driver["version"] as? String == RehearsalAudit.Release.version)
    let gitHub = AuditFormat.github.report(audit.findings, audit.files)
    #expect(gitHub.hasPrefix("::error file=App/Info.plist,line="))
  }

  @Test func columnsAreCountedAsReadersCountThem() throws {
    var files = SmallProject.all[0].files
    files["App/Info.plist"] = nil
    files["App/Push.swift"] = """
      import UIKit
      extension AppDelegate {
        func application(_ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
          fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) {
          /* é🎧 */ guard ready else { return }; done(.newData)
        }
      }
      """
    let audit = Audit(ProjectFiles(files))
    let found = try #require(
      audit.findings.first { $0.rule.identifier == "completion-not-called" })
    let sarif = AuditFormat.sarif.report([found], audit.files)
    #expect(sarif.contains("\"startColumn\":34,"), "\(sarif)")
    #expect(AuditFormat.github.report([found], audit.files).contains("col=34,"))
    let lines = AuditFormat.text.report([found], audit.files).split(separator: "\n")
    let caret = try #require(lines.firstIndex { $0.hasSuffix("^") })
    let marked = lines[caret - 1]
    let place = try #require(marked.firstRange(of: "return"))
    #expect(String(marked[..<place.lowerBound]).terminalColumns == lines[caret].count - 1)
  }

  @Test func aFolderWithTwoAppsIsNotTakenForOne() {
    let files = [
      "A.swift": "@main struct One: App { }", "B.swift": "@main class Two: NSObject { }",
    ]
    let audit = Audit(ProjectFiles(files))
    #expect(!audit.hasApp)
    #expect(audit.notes.first?.contains("(One, Two)") == true)
    let widget = [
      "B.swift": "@main struct Widgets: WidgetBundle { }", "A.swift": files["A.swift"] ?? "",
    ]
    #expect(Audit(ProjectFiles(widget)).hasApp)
  }

  @Test func aBaselineKeepsWhatIsKnownQuiet() throws {
    let audit = Audit(ProjectFiles(SmallProject.all[0].files))
    let baseline = try #require(Baseline(Data(Baseline(audit.findings).text.utf8)))
    #expect(baseline.new(audit.findings).isEmpty)
    #expect(baseline.new(audit.findings + audit.findings).count == audit.findings.count)
  }
}

/// A seeded generator.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
