// Two more apps, whose mistakes are of other kinds: what storms and explorations find by themselves is
// no matter of one app.

import Foundation
import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

/// Some of many, evenly spread; all of them with `REHEARSAL_THOROUGH=1`.
private func sample<Input>(_ inputs: [Input], oneOf share: Int) -> [Input] {
  ProcessInfo.processInfo.environment["REHEARSAL_THOROUGH"] == "1"
    ? inputs : stride(from: share / 2, to: inputs.count, by: share).map { inputs[$0] }
}

@Suite struct OtherAppsTests {
  @Test(
    "As they ship, nothing is found",
    arguments: sample(["Scripts/gallery.rehearsal", "Scripts/workout.rehearsal"], oneOf: 2))
  func nothing(_ script: String) async throws {
    let host =
      try script.contains("gallery") ? GalleryDelegate.host() : WorkoutDelegate.host()
    let found = try await findings(of: script, host)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("A mistake of the gallery is found", arguments: sample(GalleryMistake.allCases, oneOf: 5))
  func gallery(_ mistake: GalleryMistake) async throws {
    let host = try GalleryDelegate.host([mistake])
    try await expectBothFindIt(in: "Scripts/gallery.rehearsal", host)
  }

  @Test("A mistake of the trainer is found", arguments: sample(WorkoutMistake.allCases, oneOf: 5))
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
