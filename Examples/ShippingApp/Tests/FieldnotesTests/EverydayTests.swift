// What storms and explorations find in the app from scenarios of everyday use alone: nothing as it
// ships, and every mistake that is planted.

import Fieldnotes
import Foundation
import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

private let script = "Scripts/everyday.rehearsal"
private let entries = "Scripts/entries.rehearsal"

/// By what a mistake shows, in one way or another.
private let signs: [PlantedBug: [String]] = [
  .unsavedDraft: ["Fieldnotes.draft"], .doubleTimer: ["Fieldnotes’s sleeping tasks was 1, is 2"],
  .endlessTask: ["Fieldnotes.tasks", "backgroundTaskExpired"],
  .unansweredPush: ["was .suspended, is .notRunning", "unanswered messages"],
  .pushAnsweredTwice: ["a completion handler is called once"],
  .hastyReturn: ["Fieldnotes.received", "Fieldnotes.timers"],
]

/// Some of many, evenly spread; all of them with `REHEARSAL_THOROUGH=1`.
private func sample<Input>(_ inputs: [Input], oneOf share: Int) -> [Input] {
  ProcessInfo.processInfo.environment["REHEARSAL_THOROUGH"] == "1"
    ? inputs : stride(from: share / 2, to: inputs.count, by: share).map { inputs[$0] }
}

@Suite struct EverydayTests {
  @Test(arguments: try ScriptScenario.all(in: script, host: host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.runTwice() }

  @Test(
    "Links, notifications and quick actions",
    arguments: try ScriptScenario.all(in: entries, host: host()))
  func entry(_ scenario: ScriptScenario) async { await scenario.runTwice() }

  @Test(arguments: sample(try ScriptStorm.all(in: script, host: host()), oneOf: 8))
  func storm(_ storm: ScriptStorm) async { await storm.run() }

  @Test(
    arguments: sample(
      try ScriptExploration.all(in: script, aroundScenarios: true, host: host()), oneOf: 5))
  func exploration(_ exploration: ScriptExploration) async { await exploration.run() }

  @Test("Every mistake leaves the scenarios green", arguments: PlantedBug.allCases)
  func scenarios(_ bug: PlantedBug) async throws {
    for scenario in try ScriptScenario.all(in: script, host: host(bugs: [bug])) {
      await scenario.run()
    }
  }

  @Test("A storm finds every mistake", arguments: sample(PlantedBug.allCases, oneOf: 6))
  func storms(_ bug: PlantedBug) async throws {
    for storm in try ScriptStorm.all(in: script, host: host(bugs: [bug])) {
      let problems = await MainActor.run { storm.problems() }
      guard let first = problems.first else { continue }
      return try expect(first.message, of: bug, "\(storm.testDescription)")
    }
    Issue.record("no storm finds it")
  }

  @Test(
    "An exploration around the scenarios finds every mistake",
    arguments: sample(PlantedBug.allCases, oneOf: 6))
  func explorations(_ bug: PlantedBug) async throws {
    let host = try host(bugs: [bug])
    for exploration in try ScriptExploration.all(in: script, aroundScenarios: true, host: host) {
      guard let first = await exploration.problems().first else { continue }
      return try expect(first.message, of: bug, exploration.testDescription)
    }
    Issue.record("no exploration finds it")
  }

  private func expect(_ message: String, of bug: PlantedBug, _ name: String) throws {
    let signs = try #require(signs[bug])
    #expect(signs.contains { message.contains($0) }, "\(name): \(message)")
  }
}
