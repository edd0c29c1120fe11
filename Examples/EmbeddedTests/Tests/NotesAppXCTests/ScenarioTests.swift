// The same scripts with XCTest, which fails at the script's own line too.

import NotesAppHosting
import RehearsalTesting
import XCTest

final class ScenarioTests: XCTestCase {
  func testScenarios() throws {
    for scenario in try ScriptScenario.all(in: "../Scripts", host: apps()) {
      let outcome = scenario.run(in: self)
      try keepTrace(outcome.timeline, of: "XCTest, " + scenario.testDescription)
    }
  }
}
