// The scripts of the folder beside this file, a test case for each scenario.

import RehearsalTesting
import Testing

@Suite struct ScriptTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts", host: apps()))
  func scenario(_ scenario: ScriptScenario) { scenario.run() }
}
