// A script through the C interface comes to what it comes to in Swift.

import Foundation
import Rehearsal
import RehearsalFiles
import TestSupport
import Testing

@testable import RehearsalForC

@Suite("The same in C and in Swift")
struct SamenessTests {
  private static let scripts = ScriptSuite.scripts.filter {
    $0.contains("/Scripts/language/") || $0.contains("/Scripts/apps/") || $0.contains("/Examples/")
  }

  @Test("Each case of the suite comes out the same", arguments: scripts)
  func cases(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard !text.contains("import \"") else { return }
    let play = Play(text)
    let session = ForeignSession()
    guard let expected = play.report else {
      #expect(throws: (any Error).self) { try session.load(name: "main.rehearsal", source: text) }
      return
    }
    _ = try session.load(name: "main.rehearsal", source: text)
    let run = try #require(session.run() as? [String: Any])
    #expect(run["passed"] as? Bool == expected.hasPassed)
    let cases = try #require(run["scenarios"] as? [[String: Any]])
    #expect(cases.map { $0["title"] as? String } == expected.scenarios.map(\.title))
    #expect(
      cases.map { $0["status"] as? String } == expected.scenarios.map { $0.status.rawValue })
    let failureCount =
      expected.statementFailures.count + expected.scenarios.flatMap(\.failures).count
    #expect((run["failures"] as? [Any])?.count == failureCount)
  }
}
