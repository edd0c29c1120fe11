// The same scripts with XCTest, which fails at the script's own line too.

import NotesAppHosting
import RehearsalTesting
import XCTest

final class ScenarioTests: ScriptTestCase {
  func testScenarios() throws {
    play(try ScriptScenario.all(in: "../Scripts", host: apps()))
  }

  override func didPlay(_ scenario: ScriptScenario, _ outcome: ScriptScenario.Outcome) {
    XCTAssertNoThrow(
      try keepTrace(outcome.timeline, of: "XCTest, " + scenario.testDescription))
  }
}
