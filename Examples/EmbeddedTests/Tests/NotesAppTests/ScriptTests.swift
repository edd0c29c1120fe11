// The scripts of the folder above, a test case for each scenario.

import NotesAppHosting
import RehearsalTesting
import Testing

@Suite struct ScriptTests {
  @Test(arguments: try ScriptScenario.all(in: "../Scripts", host: apps()))
  func scenario(_ scenario: ScriptScenario) async throws {
    let outcome = await scenario.run()
    try keepTrace(outcome.timeline, of: scenario.testDescription)
  }
}
