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
  @Test("Random apps")
  func randomApps() async throws {
    try await compareLengths(0..<UInt64(TestTier.rounds(3, thorough: 40))) {
      RandomApp($0).text.replacing("disruptions: 2", with: "disruptions: 1")
    }
  }

  @Test("Random apps with timers of whole seconds, acted on at every half second")
  func randomTimedApps() async throws {
    try await compareLengths(TestTier.seeds([3, 5, 9], thorough: 500)) { RandomTimedApp($0).text }
  }

  @Test("Random apps that compare how long ago something was")
  func randomReadingApps() async throws {
    try await compareLengths(TestTier.seeds([3, 10, 21], thorough: 500), readsTime: true) {
      RandomTimedApp($0, readsTime: true).text
    }
  }

  @Test("Random apps whose events are often due together")
  func randomMeetings() async throws {
    try await compareLengths(TestTier.seeds([1, 2, 4], thorough: 500)) {
      RandomTimedApp($0, meets: true).text
    }
  }

  @Test("Random apps that compare moments which often are equal")
  func randomEqualMoments() async throws {
    try await compareLengths(TestTier.seeds([1, 2, 3], thorough: 500), readsTime: true) {
      RandomTimedApp($0, readsTime: true, meets: true).text
    }
  }

  @Test("Of several faults each is found at the length at which the naive explorer finds it")
  func severalFaults() async throws {
    let text = """
      app A {
          var last = ""
          button "X" { last = "x" }
          button "Y" { last = "y" }
          button "Late" { after 3s { last = "late" } }
      }
      explore "faults", environment: [.home], disruptions: 1 {
          var touches = 0
          launch A
          choose where touches < 2 { touch "Y"; touches += 1 }
          or where touches < 2 { touch "X"; touches += 1 }
          or where touches < 2 { touch "Late"; touches += 1 }
          always "no x" { !A.isRunning || A.last != "x" }
          always "no y" { !A.isRunning || A.last != "y" }
          always "short" { !A.isRunning || A.last.count < 1 }
          always "early" { !A.isRunning || A.last != "late" }
          always "at home" { !A.isRunning || A.state == .active || A.last != "late" }
      }
      """
    var options = SearchOptions()
    options.stopsAtViolation = false
    let result = try await explored(text, options)
    let naive = try NaiveExplorer(
      Script(SourceText(name: "faults.rehearsal", text)),
      every: TimeSpan(nanoseconds: 500_000_000), disruptions: 1)
    let found = result.counterexamples.map { [$0.disruptions, $0.steps] }
    let lengths = naive.breaches.values.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(found == lengths && found.count == 5)
    #expect(result.counterexamples.allSatisfy { $0.isReplayed })
  }

  /// What comes of comparing the two for one app.
  private enum Comparison: Equatable {
    case bothClosed, bothViolated
    /// The search is closed, and the other found nothing as far as it went.
    case closedSoFar
    /// Only the search finds a fault, at moments between those of the other or farther than it went, and
    /// that is one when played.
    case foundAlone
    /// Only moments that the search says it left out can explain why it found nothing.
    case excused
    /// There are more states than the search was to try.
    case tooLarge
  }

  /// Compares the search with the naive explorer for the app of each seed.
  private func compareLengths(
    _ seeds: some Collection<UInt64>, readsTime: Bool = false, of text: (UInt64) -> String
  ) async throws {
    var seedsByOutcome: [Comparison: [UInt64]] = [:]
    for seed in seeds {
      seedsByOutcome[try await compare(text(seed), readsTime: readsTime), default: []].append(seed)
    }
    let excused = seedsByOutcome[.excused] ?? []
    let counts = seedsByOutcome.mapValues(\.count)
    // A verdict that says which moments it left out may be wrong about those; more would be a search
    // that hides behind its words.
    #expect(excused.count * 50 <= seeds.count, "of the seeds \(excused)")
    // Who tries nothing finds no difference.
    #expect(counts[.tooLarge, default: 0] * 2 <= seeds.count, "\(counts)")
  }

  /// Compares them for one app.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - readsTime: Whether the app compares how long ago something was.
  /// - Returns: What came of it.
  /// - Throws: What the search or the naive explorer throws, or that the script has errors.
  private func compare(_ text: String, readsTime: Bool) async throws -> Comparison {
    let script = Script(SourceText(name: "random.rehearsal", text))
    var options = SearchOptions()
    options.states = 20_000
    let exploration = try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message)) \(text)")
    let result = try await exploration.search(options)
    guard result.levels.last?.bound == nil else { return .tooLarge }
    let naive = try NaiveExplorer(
      script, every: TimeSpan(nanoseconds: 500_000_000), disruptions: 1, states: 20_000)
    let found = result.counterexamples.first.map { [$0.disruptions, $0.steps] }
    let shortest = naive.breaches.values.min { $0.lexicographicallyPrecedes($1) }
    #expect(result.counterexamples.allSatisfy { $0.isReplayed }, "\(text)")
    if found == nil, shortest != nil, result.qualifications.contains(.moments) { return .excused }
    // The other knows moments by their numbers: where code keeps them, it comes to no end.
    if shortest == nil, naive.isCut { return found == nil ? .closedSoFar : .foundAlone }
    // What it does not find may need moments between the half seconds.
    if readsTime, let found, shortest.map(found.lexicographicallyPrecedes) ?? true {
      return .foundAlone
    }
    #expect(found == shortest, "\(text) \(ExplorationReport().text(of: result))")
    return found == nil ? .bothClosed : .bothViolated
  }

  @Test(
    "The orders of two apps that nothing reads decide nothing",
    arguments: [
      "A.isOn == B.isOn", "!(A.isOn && B.state == .suspended)", "A.isRunning && B.isRunning",
    ])
  func ordersOfTwoApps(property: String) async throws {
    let apps = ["A", "B"].map {
      "app \($0) {\nvar isOn = false\non didFinishLaunching { every(2s) { isOn = !isOn }; return true }\n}"
    }
    let outcome = try await compare(
      """
      \(apps.joined(separator: "\n"))
      explore "two", environment: [.launch] {
          launch A
          launch B
          always "p" { \(property) }
      }
      """, readsTime: false)
    #expect(outcome == .bothClosed || outcome == .bothViolated)
  }

  @Test(
    "What is known from one zone of a state is what trying in each finds",
    // Of one, timers are overdue in either order when the app goes on.
    arguments: TestTier.seeds([5, 17, 160], thorough: 500))
  func otherZones(seed: UInt64) async throws {
    let script = Script(SourceText(name: "random.rehearsal", RandomTimedApp(seed).text))
    let exploration = try #require(Exploration.all(in: script).first)
    var options = SearchOptions()
    options.states = 2_000
    options.stopsAtViolation = false
    let known = try await exploration.search(options)
    options.triesEachZone = true
    let tried = try await exploration.search(options)
    #expect(known.verdict == tried.verdict)
    #expect(known.restrictions.isEmpty == tried.restrictions.isEmpty)
    // Where a state is tied to the moments at which it was tried, others are not always found.
    guard tried.restrictions.isEmpty else { return }
    #expect(known.states == tried.states && known.zones == tried.zones)
    #expect(known.transitions == tried.transitions)
    let report = ExplorationReport()
    #expect(report.text(of: known) == report.text(of: tried))
  }

  @Test(
    "Random lives that fit a closed exploration break nothing",
    arguments: ["lost-draft", "forgotten-task", "double-timer", "late-cover"])
  func randomLives(file: String) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file)-mended.rehearsal")
    let script = Script(SourceText(name: "test.rehearsal", text))
    #expect(try await explored(text).verdict == .closed)
    let (start, _) = try ExplorationWorld.initial(
      of: script, exploration: 0, .init(groupsMoments: false))
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
        // What is known of parts since an earlier state is what is found out anew.
        var other = next
        other.known = IdentityMemory()
        #expect(other.state().identity == next.state().identity)
        actionCount += 1
        world = next
      }
    }
    #expect(actionCount > 12)
  }

  @Test("Random variables", arguments: 0..<UInt64(TestTier.rounds(10, thorough: 40)))
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
