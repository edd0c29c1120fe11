// The example of the page about tests that is XCTest's, compiled and run as it stands there.

import RehearsalTesting
import XCTest

final class ScenarioTests: ScriptTestCase {
  func testScenarios() throws {
    play(try ScriptScenario.all(in: "Scripts"))
  }
}
