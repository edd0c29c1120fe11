// The search against the naive explorer, over random small apps and random explorations of variables
// alone: both see the same states, take the same actions, and find the same faults at the same
// lengths; and every scenario that is found replays.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("The search against the naive explorer")
struct DifferentialTests {
  @Test("Random apps", arguments: 0..<40 as Range<UInt64>)
  func randomApps(seed: UInt64) async throws {
    try await compare(RandomApp(seed).text.replacing("disruptions: 2, ", with: ""))
  }

  @Test("Random variables", arguments: 0..<40 as Range<UInt64>)
  func randomModels(seed: UInt64) async throws { try await compare(RandomModel(seed).text) }

  private func compare(_ text: String) async throws {
    let script = Script(SourceText(name: "random.rehearsal", text))
    var options = SearchOptions()
    options.stopsAtViolation = false
    options.states = 400
    let exploration = try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message)) \(text)")
    let result = try await exploration.search(options)
    // What grows without end is seen by neither.
    guard result.levels.last?.bound == nil else { return }
    let naive = try NaiveExplorer(script)
    #expect(result.states == naive.stateCount)
    #expect(result.transitions == naive.transitionCount)
    let found = result.counterexamples.map { [$0.disruptions, $0.steps] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let shortest = naive.breaches.values.map { [$0.disruptions, $0.steps] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    #expect(found == shortest)
    #expect(result.counterexamples.allSatisfy { $0.isReplayed }, "\(text)")
  }

  @Test("Two threads find the same in random variables, to the byte", arguments: [120, 1000])
  func threads(states: Int) async throws {
    let report = ExplorationReport()
    var options = SearchOptions()
    options.stopsAtViolation = false
    options.states = states
    for seed in 0..<20 as Range<UInt64> {
      let text = RandomModel(seed).text
      options.threads = 1
      let alone = try await explored(text, options)
      options.threads = 2
      let together = try await explored(text, options)
      #expect(report.text(of: alone) == report.text(of: together))
      #expect(alone.transitions == together.transitions)
    }
  }

  @Test("The lifecycle as plain variables has the counts of four other tools")
  func goldenCounts() async throws {
    let path = "Tests/RehearsalExplorationTests/Goldens/lifecycle.rehearsal"
    let result = try await explored(try Repository.text(of: path))
    #expect(result.verdict == .closed)
    #expect(result.states == 648 && result.transitions == 4_302)
  }
}
