// The search against the naive explorer, over random small apps: both see the same states, take the
// same actions, and find the same faults at the same lengths; and every scenario that is found
// replays.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import Testing

@Suite("The search against the naive explorer")
struct DifferentialTests {
  @Test("Random apps", arguments: 0..<40 as Range<UInt64>)
  func randomApps(seed: UInt64) async throws {
    let text = RandomApp(seed).text.replacing("disruptions: 2, ", with: "")
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
}
