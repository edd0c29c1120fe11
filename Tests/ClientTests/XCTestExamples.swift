// The example of the page about tests that is XCTest's, compiled and run as it stands there.

import Rehearsal
import RehearsalTesting
import XCTest

final class ScenarioTests: XCTestCase {
  func testScenarios() throws {
    for scenario in try ScriptScenario.all(in: "Scripts") {
      for problem in scenario.outcome().problems { record(problem) }
    }
  }

  private func record(_ problem: ScriptScenario.Problem) {
    #if canImport(ObjectiveC)
      var issue = XCTIssue(type: .assertionFailure, compactDescription: problem.message)
      issue.sourceCodeContext = XCTSourceCodeContext(
        location: XCTSourceCodeLocation(
          filePath: problem.place.file, lineNumber: problem.place.line))
      record(issue)
    #else
      recordFailure(
        withDescription: problem.message, inFile: problem.place.file, atLine: problem.place.line,
        expected: true)
    #endif
  }
}
