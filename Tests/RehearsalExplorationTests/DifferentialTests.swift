// The search against the naive explorer, over random small apps and random explorations of variables
// alone: both find the same faults at the same lengths, of variables alone in the same states; and every
// scenario that is found replays.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("The search against the naive explorer")
struct DifferentialTests {
  @Test("Random apps", arguments: 0..<UInt64(TestTier.rounds(8, thorough: 40)))
  func randomApps(seed: UInt64) async throws {
    try await compareLengths(
      RandomApp(seed).text.replacing("disruptions: 2", with: "disruptions: 1"))
  }

  @Test(
    "Random apps with timers of whole seconds, acted on at every half second",
    arguments: 0..<UInt64(TestTier.rounds(2, thorough: 500)))
  func randomTimedApps(seed: UInt64) async throws {
    try await compareLengths(RandomTimedApp(seed).text)
  }

  private func compareLengths(_ text: String) async throws {
    let script = Script(SourceText(name: "random.rehearsal", text))
    var options = SearchOptions()
    options.states = 20_000
    let exploration = try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message)) \(text)")
    let result = try await exploration.search(options)
    guard result.levels.last?.bound == nil else { return }
    let naive = try NaiveExplorer(
      script, every: TimeSpan(nanoseconds: 500_000_000), disruptions: 1, states: 20_000)
    guard !naive.isCut else { return }
    let found = result.counterexamples.first.map { [$0.disruptions, $0.steps] }
    let shortest = naive.breaches.values.min { $0.lexicographicallyPrecedes($1) }
    #expect(found == shortest, "\(text) \(ExplorationReport().text(of: result))")
    #expect(result.counterexamples.allSatisfy { $0.isReplayed }, "\(text)")
  }

  @Test(
    "Random lives that fit a closed exploration break nothing",
    arguments: ["lost-draft", "forgotten-task", "double-timer", "late-cover"])
  func randomLives(file: String) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file)-mended.rehearsal")
    let script = Script(SourceText(name: "test.rehearsal", text))
    #expect(try await explored(text).verdict == .closed)
    let (start, _) = try ExplorationWorld.initial(
      of: script, exploration: 0, groupsMoments: false)
    var random = SeededGenerator(seed: 1)
    var actionCount = 0
    for _ in 0..<TestTier.rounds(12, thorough: 25_000) {
      var world = start
      for _ in 0..<12 {
        var actions: [ExplorationAction] = []
        try world.forEachAction(observing: {}, { actions.append($0) })
        let wait = Int64.random(in: 1...40_000, using: &random) * MomentGroups.unit
        let waits = Int.random(in: 0..<3, using: &random) == 0
        let action = waits ? nil : actions.randomElement(using: &random)
        let first = Transition(action: action ?? .advance(TimeSpan(nanoseconds: wait)))
        var next = world
        var outcome = try next.perform(first)
        let others = first.alternatives(among: outcome.outcomeCounts)
        if let other = others.randomElement(using: &random), Bool.random(using: &random) {
          next = world
          outcome = try next.perform(other)
        }
        guard outcome.isTaken else { continue }
        #expect(outcome.breaches == [])
        actionCount += 1
        world = next
      }
    }
    #expect(actionCount > 12)
  }

  @Test("Random variables", arguments: 0..<40 as Range<UInt64>)
  func randomModels(seed: UInt64) async throws {
    let text = RandomModel(seed).text
    let script = Script(SourceText(name: "random.rehearsal", text))
    var options = SearchOptions()
    options.stopsAtViolation = false
    options.states = 400
    let result = try await explored(text, options)
    // What grows without end is seen by neither.
    guard result.levels.last?.bound == nil else { return }
    let naive = try NaiveExplorer(script, every: nil)
    #expect(result.states == naive.stateCount && result.transitions == naive.transitionCount)
    let found = result.counterexamples.map { [$0.disruptions, $0.steps] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    #expect(found == naive.breaches.values.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(result.counterexamples.allSatisfy { $0.isReplayed }, "\(text)")
  }

  @Test("The lifecycle as plain variables has the counts of four other tools")
  func goldenCounts() async throws {
    let path = "Tests/RehearsalExplorationTests/Goldens/lifecycle.rehearsal"
    let result = try await explored(try Repository.text(of: path))
    #expect(result.verdict == .vacuous(.nothingLookedAt))
    #expect(result.states == 648 && result.transitions == 4_302)
  }
}
