// Expanding a state: everything that can be done there is tried on a copy, each choice of the world
// with each of its outcomes.

import RehearsalMachine
import RehearsalValues

/// A state that a transition leads to.
///
/// Only its identity is kept: it is made anew from where it comes from once it is its turn.
struct Successor: Sendable {
  let transition: Transition
  let identity: Digest
  /// What the transition adds to the distance.
  let cost: Distance
  /// What broke with it, and in the state after it.
  let breaches: [ExplorationBreach]
}

/// A state that is kept as it is, behind one reference.
final class SharedWorld: Sendable {
  let world: ExplorationWorld

  init(_ world: consuming ExplorationWorld) { self.world = world }
}

/// How a state is made: from one that is kept, by a transition.
struct WorldRecipe: Sendable {
  let base: SharedWorld
  /// What leads from there to the state; nil where it is that state.
  let transition: Transition?
  /// How far the state is.
  let distance: Distance

  /// Makes the state.
  ///
  /// - Throws: The error of what follows an action, which was not met before.
  func world() throws(RuntimeError) -> SharedWorld {
    guard let transition else { return base }
    var world = base.world
    _ = try world.take(transition)
    world.compact(since: base.world)
    return SharedWorld(world)
  }
}

/// What can be done in a state and where it leads.
struct Expansion: Sendable {
  /// The state.
  let world: SharedWorld
  /// How many actions took place.
  private(set) var transitionCount = 0
  /// The `sometimes` that held after them, by their numbers among the properties.
  private(set) var reached: Set<Int> = []
  /// What handlers answered.
  private(set) var handled: Set<HandledMessage> = []
  /// Where the actions lead, in order: to states that are unvisited, and to what broke on the way.
  private(set) var successors: [Successor] = []
  private let costs: TransitionCosts
  private let distance: Distance

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - recipe: How the state is made.
  ///   - costs: What transitions add to its distance.
  ///   - store: The states that were met before; the properties of those are not checked again.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(
    of recipe: WorldRecipe, _ costs: TransitionCosts, knowing store: StateStore
  ) throws(RuntimeError) {
    self.costs = costs
    distance = recipe.distance
    world = try recipe.world()
    for action in try world.world.actions() { try add(Transition(action: action), store) }
  }

  /// Tries a transition, then every other outcome of the choices that it did not decide.
  private mutating func add(
    _ transition: Transition, _ store: StateStore
  ) throws(RuntimeError) {
    var next = world.world
    var outcome = try next.take(transition)
    guard outcome.isTaken else { return }
    let (cost, identity) = (costs.cost(of: transition), next.identity)
    let isUnvisited = store.isUnvisited(identity, at: distance + cost)
    if isUnvisited { try next.checkProperties(&outcome) }
    transitionCount += 1
    reached.formUnion(outcome.reached)
    handled.formUnion(outcome.handled)
    if isUnvisited || !outcome.breaches.isEmpty {
      successors.append(
        Successor(
          transition: transition, identity: identity, cost: cost, breaches: outcome.breaches))
    }
    for other in transition.alternatives(among: outcome.outcomeCounts) { try add(other, store) }
  }
}

/// What transitions add to the distance of a state.
struct TransitionCosts: Sendable {
  private let exploration: RunnableExploration
  /// The lines of each alternative's body.
  private let lengths: [Int]

  init(_ exploration: RunnableExploration) {
    self.exploration = exploration
    lengths = exploration.compiled.alternatives.map { $0.body.lineCount }
  }

  /// What a transition adds: each choice that does not come out the first way is a disruption, and
  /// each is a line of the scenario.
  func cost(of transition: Transition) -> Distance {
    let decisions = transition.choices.count { $0 > 0 }
    switch transition.action {
    case .alternative(let number):
      let alternative = exploration.alternatives[number]
      return Distance(
        disruptions: decisions + (alternative.isDisruption ? 1 : 0),
        steps: lengths[alternative.number] + transition.choices.count)
    case .environment(let action):
      return Distance(
        disruptions: decisions + (action.isDisruption ? 1 : 0),
        steps: 1 + transition.choices.count)
    case .advance: return Distance(disruptions: decisions, steps: 1 + transition.choices.count)
    }
  }
}
