// The example of the page about tests that is XCTest's, compiled and run as it stands there.

import RehearsalTesting
import XCTest

final class ScenarioTests: XCTestCase {
  func testScenarios() throws {
    for scenario in try ScriptScenario.all(in: "Scripts") { scenario.run(in: self) }
  }
}
