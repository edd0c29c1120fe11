// What storms and explorations find in the app from scenarios of everyday use alone: nothing as it
// ships, and every mistake that is planted.

import Fieldnotes
import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

private let script = "Scripts/everyday.rehearsal"

/// By what a mistake shows.
private let signs: [PlantedBug: String] = [
  .unsavedDraft: "Fieldnotes.draft", .doubleTimer: "Fieldnotes’s sleeping tasks was 1, is 2",
  .endlessTask: "Fieldnotes.tasks", .unansweredPush: "completionTimeout",
  .pushAnsweredTwice: "a completion is called once", .hastyReturn: "Fieldnotes.received is []",
]

@Suite struct EverydayTests {
  @Test(arguments: try ScriptScenario.all(in: script, host: host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.runTwice() }

  @Test(arguments: try ScriptStorm.all(in: script, host: host()))
  func storm(_ storm: ScriptStorm) async { await storm.run() }

  @Test(arguments: try ScriptExploration.all(in: script, aroundScenarios: true, host: host()))
  func exploration(_ exploration: ScriptExploration) async { await exploration.run() }

  @Test("Every mistake leaves the scenarios green", arguments: PlantedBug.allCases)
  func scenarios(_ bug: PlantedBug) async throws {
    for scenario in try ScriptScenario.all(in: script, host: host(bugs: [bug])) {
      await scenario.run()
    }
  }

  @Test("A storm finds every mistake", arguments: PlantedBug.allCases)
  func storms(_ bug: PlantedBug) async throws {
    for storm in try ScriptStorm.all(in: script, host: host(bugs: [bug])) {
      let problems = await MainActor.run { storm.problems() }
      guard let first = problems.first else { continue }
      return try expect(first.message, of: bug, "\(storm.testDescription)")
    }
    Issue.record("no storm finds it")
  }

  @Test("An exploration around the scenarios finds every mistake", arguments: PlantedBug.allCases)
  func explorations(_ bug: PlantedBug) async throws {
    let host = try host(bugs: [bug])
    for exploration in try ScriptExploration.all(in: script, aroundScenarios: true, host: host) {
      guard let first = await exploration.problems().first else { continue }
      return try expect(first.message, of: bug, exploration.testDescription)
    }
    Issue.record("no exploration finds it")
  }

  private func expect(_ message: String, of bug: PlantedBug, _ name: String) throws {
    let sign = try #require(signs[bug])
    #expect(message.contains(sign), "\(name): \(message)")
  }
}
