// What storms and an exploration find in the app from scenarios of everyday use alone: nothing as it
// ships, and every mistake that is planted.

import Fieldnotes
import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

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

  @Test("Every mistake leaves the scenarios green, and a storm finds it", arguments: PlantedBug.allCases)
  func bug(_ bug: PlantedBug) async throws {
    let host = try host(bugs: [bug])
    for scenario in try ScriptScenario.all(in: "Scripts/everyday.rehearsal", host: host) {
      await scenario.run()
    }
    var found: [String] = []
    for storm in try ScriptStorm.all(in: "Scripts/everyday.rehearsal", host: host) {
      let problems = await MainActor.run { storm.problems() }
      found += problems.map { "\(storm.testDescription): \($0.message.prefix { !$0.isNewline })" }
    }
    print(bug, found)
    #expect(!found.isEmpty)
  }
}
