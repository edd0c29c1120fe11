// The examples of the page about tests that are XCTest's, compiled and run as they stand there.

import RehearsalTesting
import XCTest

final class ScenarioTests: ScriptTestCase {
  func testScenarios() throws {
    play(try ScriptScenario.all(in: "Scripts"))
  }
}

final class PollTests: XCTestCase {
  override func invokeTest() { controllingTasks { super.invokeTest() } }

  func testPollsTwice() {
    XCTAssertEqual(timesOfPolls(), [.seconds(30), .seconds(60)])
  }
}
