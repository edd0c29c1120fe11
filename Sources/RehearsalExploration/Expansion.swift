// Going on from a state: everything that can be done there is tried on a copy, each choice of the
// world in each way that it can come out.

import Rehearsal
import RehearsalValues

/// A state that a deed led to, and those that it forced behind it.
///
/// Only its identity is kept: it is made anew from where it comes from once it is its turn.
struct Successor: Sendable {
  /// One deed of the way there.
  struct Step: Sendable {
    let deed: Deed
    /// What broke with it, and behind it.
    let breaches: [ExplorationBreach]
    /// What the deed adds to the distance.
    let cost: Distance
  }

  /// The deeds in order; several where only one thing could happen in between.
  private(set) var steps: [Step]
  private(set) var identity: Digest

  init(_ step: Step, to identity: Digest) {
    steps = [step]
    self.identity = identity
  }

  /// Goes one deed further.
  mutating func append(_ step: Step, to identity: Digest) {
    steps.append(step)
    self.identity = identity
  }

  /// How far it is from the state that the deeds begin at.
  var cost: Distance { steps.dropFirst().reduce(steps[0].cost) { $0 + $1.cost } }
}

/// A state that is kept as it is, behind one reference.
final class KeptWorld: Sendable {
  let world: ExplorationWorld

  init(_ world: consuming ExplorationWorld) { self.world = world }
}

/// How a state is made: from one that is kept, by some deeds.
struct Departure: Sendable {
  let base: KeptWorld
  let deeds: [Deed]
  /// How far the state is.
  let distance: Distance
  /// What the state has to be, where another process has met it; nil for one that this search met.
  let identity: Digest?

  /// The state.
  ///
  /// - Throws: The error of what follows an action, which was not met before;
  ///   `SearchCheckpoint.Mismatch` for a state that is not what it has to be.
  func world() throws -> ExplorationWorld {
    var world = base.world
    for deed in deeds {
      let outcome = try world.act(deed.action, ways: deed.ways)
      guard outcome.isTaken || identity == nil else {
        throw SearchCheckpoint.Mismatch.otherStates
      }
    }
    if let identity, world.identity != identity { throw SearchCheckpoint.Mismatch.otherStates }
    if !deeds.isEmpty { world.compact(since: base.world) }
    return world
  }
}

/// What can be done in a state and where it leads.
struct Expansion: Sendable {
  /// The state.
  let state: KeptWorld
  /// How many actions took place.
  private(set) var transitionCount = 0
  /// The `sometimes` that held behind them, by their numbers among the properties.
  private(set) var reached: Set<Int> = []
  /// What handlers answered.
  private(set) var handled: Set<HandledMessage> = []
  /// Where the actions lead, in order, as far as that is news: to states that were not met, to those
  /// that are closer this way, and to what broke on the way.
  private(set) var successors: [Successor] = []
  private let rules: ExpansionRules
  private let distance: Distance
  /// Of the state itself, where a row of forced moves ends at it.
  private var origin: Digest?

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - departure: How the state is made.
  ///   - rules: How it is gone on from.
  ///   - store: The states that were met before; where an action leads to one of them, nobody looks
  ///     at it again.
  /// - Throws: The error of a condition, a property or what follows an action;
  ///   `SearchCheckpoint.Mismatch` for a checkpoint that does not lead to its states.
  init(of departure: Departure, _ rules: ExpansionRules, knowing store: StateStore) throws {
    self.rules = rules
    distance = departure.distance
    var world = try departure.world()
    if rules.passesForcedMoves { origin = world.identity }
    let actions = try world.actions()
    state = KeptWorld(world)
    for action in actions { try add(action, ways: [], store) }
  }

  /// Tries an action with the choices decided so far, then every other way of those behind them.
  private mutating func add(
    _ action: ExplorationAction, ways: [Int], _ store: StateStore
  ) throws(ExplorationError) {
    var next = state.world
    var outcome = try next.act(action, ways: ways)
    guard outcome.isTaken else { return }
    let deed = Deed(action: action, ways: ways)
    let (cost, identity) = (rules.cost(of: deed), next.identity)
    let isLookedAt = rules.passesForcedMoves || store.isNews(identity, at: distance + cost)
    if isLookedAt { try next.look(&outcome) }
    note(outcome)
    if isLookedAt || !outcome.breaches.isEmpty {
      var successor = Successor(
        Successor.Step(deed: deed, breaches: outcome.breaches, cost: cost), to: identity)
      if rules.passesForcedMoves { try follow(&successor, from: next) }
      if successor.steps.contains(where: { !$0.breaches.isEmpty })
        || store.isNews(successor.identity, at: distance + successor.cost)
      {
        successors.append(successor)
      }
    }
    for position in ways.count..<max(ways.count, outcome.choices.count) {
      let first = ways + Array(repeating: 0, count: position - ways.count)
      for way in 1..<max(1, outcome.choices[position]) {
        try add(action, ways: first + [way], store)
      }
    }
  }

  private mutating func note(_ outcome: ExplorationOutcome) {
    transitionCount += 1
    reached.formUnion(outcome.reached)
    handled.formUnion(outcome.handled)
  }

  /// How many deeds follow on one at most.
  private static let longestRow = 256

  /// Goes on for as long as only one thing can happen, and that is no disruption.
  ///
  /// Where this leads round in a circle, it ends at the state that was met again; where it leads on
  /// and on, at a state like any other.
  private mutating func follow(
    _ successor: inout Successor, from world: ExplorationWorld
  ) throws(ExplorationError) {
    var world = world
    var met = Set([origin].compactMap(\.self))
    while met.count < Self.longestRow, met.insert(successor.identity).inserted {
      let actions = try world.actions()
      guard actions.count == 1, let only = actions.first else { return }
      let outcome = try world.perform(only)
      guard outcome.isTaken, outcome.choices.allSatisfy({ $0 <= 1 }) else { return }
      let deed = Deed(action: only, ways: [])
      let cost = rules.cost(of: deed)
      guard cost.disruptions == 0 else { return }
      note(outcome)
      successor.append(
        Successor.Step(deed: deed, breaches: outcome.breaches, cost: cost), to: world.identity)
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

  /// What a deed adds to the distance of a state.
  func cost(of deed: Deed) -> Distance {
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
