// The same scripts with XCTest, which fails at the script's own line too.

import NotesAppHosting
import Rehearsal
import RehearsalTesting
import XCTest

final class ScenarioTests: XCTestCase {
  func testScenarios() throws {
    for scenario in try ScriptScenario.all(in: "../Scripts", host: apps()) {
      let outcome = scenario.outcome()
      for problem in outcome.problems { record(problem) }
      try keepTrace(outcome.timeline, of: "XCTest, " + scenario.testDescription)
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
