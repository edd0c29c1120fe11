// The scenarios of the app, a test case for each.

import RehearsalTesting
import Testing

@Suite struct ScriptTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts", host: host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }
}
