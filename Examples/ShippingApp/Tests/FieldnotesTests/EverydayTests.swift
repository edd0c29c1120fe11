// What storms and an exploration find in the app from scenarios of everyday use alone: nothing as it
// ships, and every mistake that is planted.

import Fieldnotes
import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

/// By what a mistake shows.
private let signs: [PlantedBug: String] = [
  .unsavedDraft: "Fieldnotes.draft", .doubleTimer: "Fieldnotes’s sleeping tasks was 1, is 2",
  .endlessTask: "Fieldnotes.tasks", .unansweredPush: "was .suspended, is .notRunning",
  .pushAnsweredTwice: "a completion is called once", .hastyReturn: "Fieldnotes.received is []",
]

@Suite struct EverydayTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts/everyday.rehearsal", host: host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }

  @Test(arguments: try ScriptStorm.all(in: "Scripts/everyday.rehearsal", host: host()))
  func storm(_ storm: ScriptStorm) async { await storm.run() }

  @Test(arguments: try ScriptExploration.all(in: "Scripts/day.rehearsal", host: host()))
  func exploration(_ exploration: ScriptExploration) async {
    // Everything within so many steps is no proof of what lies behind them.
    let problems = await exploration.problems()
    #expect(problems.map(\.message) == ["BOUND HIT: states"])
  }

  @Test(
    "Every mistake leaves the scenarios green, and a storm finds it",
    arguments: PlantedBug.allCases)
  func bug(_ bug: PlantedBug) async throws {
    let host = try host(bugs: [bug])
    for scenario in try ScriptScenario.all(in: "Scripts/everyday.rehearsal", host: host) {
      await scenario.run()
    }
    for storm in try ScriptStorm.all(in: "Scripts/everyday.rehearsal", host: host) {
      let problems = await MainActor.run { storm.problems() }
      guard let first = problems.first else { continue }
      let sign = try #require(signs[bug])
      #expect(first.message.contains(sign), "\(storm.testDescription): \(first.message)")
      return
    }
    Issue.record("no storm finds it")
  }
}
