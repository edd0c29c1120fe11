// The golden counts: a model of the lifecycle in plain variables, whose states and transitions four
// other tools have counted; and random plain models, searched with and without remembering.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Plain models")
struct PlainModelTests {
  static let golden: [(apps: Int, states: Int, transitions: Int)] = [
    (1, 648, 4_302), (2, 68_112, 662_040),
  ]

  @Test("The model of the lifecycle has as many states as anywhere", arguments: golden)
  func goldenCounts(apps: Int, states: Int, transitions: Int) async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-\(apps).rehearsal")
    let result = try await explored(model)
    #expect(result.verdict == .closed)
    #expect(result.states == states)
    #expect(result.transitions == transitions)
  }

  @Test("Without remembering it is the same")
  func unremembered() async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-1.rehearsal")
    var options = SearchOptions()
    options.remembers = false
    let result = try await explored(model, options)
    #expect(result.states == 648 && result.transitions == 4_302)
    #expect(result.diameter == (try await explored(model)).diameter)
  }

  private func searched(
    _ text: String, _ reductions: Set<Reduction> = [], threads: Int = 1
  ) async throws -> ExplorationResult {
    var options = SearchOptions()
    options.reductions = reductions
    options.threads = threads
    options.stopsAtViolation = false
    options.states = 1000
    return try await explored(text, options)
  }

  /// What a search came to, as far as reductions keep it.
  private func findings(_ result: ExplorationResult) -> [String] {
    #expect(result.counterexamples.allSatisfy { $0.isReplayed })
    return ["\(result.verdict)"]
      + result.counterexamples.map { "\($0.title) \($0.steps)" }.sorted() + result.neverReached
  }

  @Test(
    "With indexes that change places, five hundred random models come to the same",
    arguments: 0..<10 as Range<UInt64>)
  func symmetry(part: UInt64) async throws {
    var reducedCount = 0
    for seed in part * 50..<(part + 1) * 50 {
      let text = RandomModel(seed).text
      let whole = try await searched(text)
      if whole.levels.last?.bound != nil { continue }
      let reduced = try await searched(text, [.symmetry])
      #expect(findings(reduced) == findings(whole), "seed \(seed)\n\(text)")
      guard reduced.reductions == [.symmetry] else {
        #expect(reduced.states == whole.states, "seed \(seed)\n\(text)")
        continue
      }
      #expect(reduced.states <= whole.states, "seed \(seed)\n\(text)")
      if reduced.states < whole.states { reducedCount += 1 }
    }
    #expect(reducedCount > 3)
  }

  @Test(
    "What two threads find in a model is the same, to the byte",
    arguments: [[], [.symmetry]] as [Set<Reduction>])
  func threads(reductions: Set<Reduction>) async throws {
    let report = ExplorationReport()
    for seed in 0..<20 as Range<UInt64> {
      let text = RandomModel(seed).text
      let alone = try await searched(text, reductions)
      let together = try await searched(text, reductions, threads: 2)
      #expect(report.text(of: alone) == report.text(of: together))
      #expect(alone.transitions == together.transitions)
    }
  }

  @Test(
    "A large model is the same on two threads, also where a bound ends it",
    arguments: [30_000, 100_000])
  func bounds(states: Int) async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-2.rehearsal")
    var options = SearchOptions()
    options.states = states
    let alone = try await explored(model, options)
    options.threads = 2
    let together = try await explored(model, options)
    #expect(alone.states == together.states && alone.transitions == together.transitions)
    #expect(alone.verdict == together.verdict && alone.diameter == together.diameter)
  }

  @Test("Apps that are alike are interchangeable, and half of the states of two are left")
  func mergedApps() async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-2.rehearsal")
    var options = SearchOptions()
    options.reductions = [.symmetry]
    let result = try await explored(model, options)
    // States that are the same with the apps the other way round have no twin.
    #expect(result.states == 34_188 && result.reductions == [.symmetry])
  }
}
