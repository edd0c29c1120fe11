// Going on from a state: everything that can be done there is tried on a copy, each choice of the
// world in each way that it can come out.

import Rehearsal
import RehearsalValues

/// A state that a deed led to, and those that it forced behind it.
///
/// Only its identity is kept: most are known already, and the others are made anew from where they
/// come from once it is their turn.
struct Successor: Sendable {
  /// One deed of the way there.
  struct Step: Sendable {
    let deed: Deed
    let outcome: ExplorationOutcome
    /// What the deed adds to the distance.
    let cost: Distance
  }

  /// The deeds in order; several where only one thing could happen in between.
  private(set) var steps: [Step]
  private(set) var identity: Digest

  init(_ step: Step, to world: ExplorationWorld) {
    steps = [step]
    identity = world.identity
  }

  /// Goes one deed further.
  mutating func append(_ step: Step, to world: ExplorationWorld) {
    steps.append(step)
    identity = world.identity
  }
}

/// A state that is kept as it is, behind one reference.
final class KeptWorld: Sendable {
  let world: ExplorationWorld

  init(_ world: consuming ExplorationWorld) { self.world = world }
}

/// How a state is made: from one that is kept, which states that wait share, by some deeds.
struct Departure: Sendable {
  let base: KeptWorld
  let deeds: [Deed]

  /// The state.
  ///
  /// - Throws: The error of a property or what follows an action, which was not met before.
  func world() throws(ExplorationError) -> ExplorationWorld {
    var world = base.world
    for deed in deeds { _ = try world.perform(deed.action, ways: deed.ways) }
    return world
  }
}

/// What can be done in a state and where it leads.
struct Expansion: Sendable {
  /// The state.
  let state: KeptWorld
  private(set) var successors: [Successor] = []
  private let rules: ExpansionRules
  /// Of the state itself, where a row of forced moves ends at it.
  private var origin: Digest?

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - departure: How the state is made.
  ///   - rules: How it is gone on from.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(of departure: Departure, _ rules: ExpansionRules) throws(ExplorationError) {
    self.rules = rules
    var world = try departure.world()
    if rules.passesForcedMoves { origin = world.identity }
    let actions = try world.actions()
    state = KeptWorld(world)
    for action in actions { try add(action, ways: []) }
  }

  /// Tries an action with the choices decided so far, then every other way of those behind them.
  private mutating func add(
    _ action: ExplorationAction, ways: [Int]
  ) throws(ExplorationError) {
    var next = state.world
    let outcome = try next.perform(action, ways: ways)
    guard outcome.isTaken else { return }
    var successor = Successor(rules.step(Deed(action: action, ways: ways), outcome), to: next)
    if rules.passesForcedMoves { try follow(&successor, from: next) }
    successors.append(successor)
    for position in ways.count..<max(ways.count, outcome.choices.count) {
      let first = ways + Array(repeating: 0, count: position - ways.count)
      for way in 1..<max(1, outcome.choices[position]) {
        try add(action, ways: first + [way])
      }
    }
  }

  /// How many deeds follow on one at most.
  private static let longestRow = 256

  /// Goes on for as long as only one thing can happen, and that is no disruption.
  ///
  /// Where this leads round in a circle, it ends at the state that was met again; where it leads on
  /// and on, at a state like any other.
  private func follow(
    _ successor: inout Successor, from world: ExplorationWorld
  ) throws(ExplorationError) {
    var world = world
    var met = Set([origin].compactMap(\.self))
    while met.count < Self.longestRow, met.insert(successor.identity).inserted {
      let actions = try world.actions()
      guard actions.count == 1, let only = actions.first else { return }
      let outcome = try world.perform(only)
      guard outcome.isTaken, outcome.choices.allSatisfy({ $0 <= 1 }) else { return }
      let step = rules.step(Deed(action: only, ways: []), outcome)
      guard step.cost.disruptions == 0 else { return }
      successor.append(step, to: world)
    }
  }
}

/// How states are gone on from.
struct ExpansionRules: Sendable {
  /// Whether states in which only one thing can happen are passed through.
  let passesForcedMoves: Bool
  private let exploration: RunnableExploration
  /// The lines of each alternative's body.
  private let lengths: [Int]

  init(_ exploration: RunnableExploration, _ options: SearchOptions) {
    passesForcedMoves = options.reductions.contains(.forcedMoves)
    self.exploration = exploration
    lengths = exploration.compiled.alternatives.map { $0.body.lineCount }
  }

  /// A deed with what it adds to the distance of a state.
  func step(_ deed: Deed, _ outcome: ExplorationOutcome) -> Successor.Step {
    Successor.Step(deed: deed, outcome: outcome, cost: cost(of: deed))
  }

  private func cost(of deed: Deed) -> Distance {
    let decisions = deed.ways.count { $0 > 0 }
    switch deed.action {
    case .alternative(let number):
      let alternative = exploration.alternatives[number]
      return Distance(
        disruptions: decisions + (alternative.isDisruption ? 1 : 0),
        steps: lengths[alternative.number] + deed.ways.count)
    case .environment(let action):
      return Distance(
        disruptions: decisions + (action.row.isDisruption ? 1 : 0), steps: 1 + deed.ways.count)
    case .advance: return Distance(disruptions: decisions, steps: 1 + deed.ways.count)
    }
  }
}
