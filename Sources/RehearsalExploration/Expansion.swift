// Going on from a state: everything that can be done there is tried on a copy, each choice of the
// world in each way that it can come out.

import Rehearsal
import RehearsalValues

/// A state that one deed led to.
struct Successor: Sendable {
  let deed: Deed
  let world: ExplorationWorld
  let identity: Digest
  let outcome: ExplorationOutcome
  /// What the deed adds to the distance.
  let cost: Distance
}

/// What can be done in a state and where it leads.
struct Expansion: Sendable {
  private(set) var successors: [Successor] = []
  private let lengths: ActionLengths

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - world: The state.
  ///   - lengths: How many lines of a scenario each action takes.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(of world: ExplorationWorld, _ lengths: ActionLengths) throws(ExplorationError) {
    self.lengths = lengths
    var world = world
    for action in try world.actions() {
      try add(action, ways: [], in: world)
    }
  }

  /// Tries an action with the choices decided so far, then every other way of those behind them.
  private mutating func add(
    _ action: ExplorationAction, ways: [Int], in world: ExplorationWorld
  ) throws(ExplorationError) {
    var next = world
    let outcome = try next.perform(action, ways: ways)
    guard outcome.isTaken else { return }
    let deed = Deed(action: action, ways: ways)
    successors.append(
      Successor(
        deed: deed, world: next, identity: next.identity, outcome: outcome,
        cost: lengths.cost(of: deed, in: world.exploration)))
    for position in ways.count..<max(ways.count, outcome.choices.count) {
      let first = ways + Array(repeating: 0, count: position - ways.count)
      for way in 1..<max(1, outcome.choices[position]) {
        try add(action, ways: first + [way], in: world)
      }
    }
  }
}

/// How many lines of a scenario actions take.
struct ActionLengths: Sendable {
  /// The lines of each alternative's body.
  private let alternatives: [Int]

  init(_ exploration: ScriptExploration) {
    alternatives = exploration.compiled.alternatives.map { $0.body.lineCount }
  }

  /// What a deed adds to the distance of a state.
  func cost(of deed: Deed, in exploration: ScriptExploration) -> Distance {
    let decisions = deed.ways.count { $0 > 0 }
    switch deed.action {
    case .alternative(let number):
      let alternative = exploration.alternatives[number]
      return Distance(
        disruptions: decisions + (alternative.isDisruption ? 1 : 0),
        steps: alternatives[alternative.number] + deed.ways.count)
    case .environment(let action):
      return Distance(
        disruptions: decisions + (action.row.isDisruption ? 1 : 0), steps: 1 + deed.ways.count)
    case .advance: return Distance(disruptions: decisions, steps: 1 + deed.ways.count)
    }
  }
}
