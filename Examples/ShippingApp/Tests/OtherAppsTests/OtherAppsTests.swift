// Two more apps, whose mistakes are of other kinds: what storms and explorations find by themselves is
// no matter of one app.

import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

@Suite struct OtherAppsTests {
  @Test(
    "As they ship, nothing is found",
    arguments: ["Scripts/gallery.rehearsal", "Scripts/workout.rehearsal"])
  func nothing(_ script: String) async throws {
    let host =
      try script.contains("gallery") ? GalleryDelegate.host() : WorkoutDelegate.host()
    #expect(try await findings(of: script, host) == [])
  }

  @Test("A mistake of the gallery is found", arguments: GalleryMistake.allCases)
  func gallery(_ mistake: GalleryMistake) async throws {
    let host = try GalleryDelegate.host([mistake])
    try await expectBothFindIt(in: "Scripts/gallery.rehearsal", host)
  }

  @Test("A mistake of the trainer is found", arguments: WorkoutMistake.allCases)
  func trainer(_ mistake: WorkoutMistake) async throws {
    let host = try WorkoutDelegate.host([mistake])
    try await expectBothFindIt(in: "Scripts/workout.rehearsal", host)
  }

  /// Expects the scenarios to pass, and a storm and an exploration each to find something.
  private func expectBothFindIt(in script: String, _ host: ScriptHost) async throws {
    for scenario in try ScriptScenario.all(in: script, host: host) { await scenario.run() }
    let found = try await findings(of: script, host, untilFirst: true)
    #expect(found.contains { $0.hasPrefix("storm") }, "no storm finds it")
    #expect(found.contains { $0.hasPrefix("exploration") }, "no exploration finds it")
  }

  /// What storms and explorations find; of each only what they find first, if nothing more is wanted.
  private func findings(
    of script: String, _ host: ScriptHost, untilFirst: Bool = false
  ) async throws -> [String] {
    var found: [String] = []
    for storm in try ScriptStorm.all(in: script, host: host) {
      found += await MainActor.run { storm.problems() }.map { "storm: \($0.message)" }
      if untilFirst, !found.isEmpty { break }
    }
    for exploration in try ScriptExploration.all(in: script, aroundScenarios: true, host: host) {
      let problems = await exploration.problems()
      found += problems.map { "exploration: \($0.message)" }
      if untilFirst, !problems.isEmpty { break }
    }
    return found
  }
}
