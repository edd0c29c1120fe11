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

  @Test("Each case of the suite comes out the same", arguments: TestTier.sample(scripts, oneOf: 3))
  func cases(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard !text.contains("import \"") else { return }
    let play = Play(text)
    let session = ForeignSession()
    let bytes = Array(text.utf8)
    guard let expected = play.report else {
      #expect(throws: (any Error).self) { try session.load(name: "main.rehearsal", bytes: bytes) }
      return
    }
    _ = try session.load(name: "main.rehearsal", bytes: bytes)
    let run = try session.run()
    #expect(run.passed == expected.hasPassed)
    #expect(run.scenarios.map(\.title) == expected.scenarios.map(\.title))
    #expect(run.scenarios.map(\.status) == expected.scenarios.map { $0.status.rawValue })
    let failureCount =
      expected.statementFailures.count + expected.scenarios.flatMap(\.failures).count
    #expect(run.failures.count == failureCount)
  }
}
