// The plainest explorer that can be written: all states in a list, each with a full copy of its world,
// gone through again and again until nothing is shorter. The search is held against it.

import Rehearsal
import RehearsalValues

@testable import RehearsalExploration

/// What the naive explorer found.
struct NaiveExplorer {
  private struct State {
    let identity: Digest
    let world: ExplorationWorld
    var distance: (disruptions: Int, steps: Int)
  }

  private(set) var stateCount = 0
  private(set) var transitionCount = 0
  /// By what broke: the shortest way to it.
  private(set) var breaches: [ExplorationBreach: (disruptions: Int, steps: Int)] = [:]

  /// Explores everything, or what so many actions lead to.
  init(_ script: Script, actions: Int = .max) throws {
    let (world, outcome) = try ExplorationWorld.initial(of: script, exploration: 0)
    let lines = world.exploration.compiled.statements.map {
      Self.lines($0.source.text(in: $0.range))
    }
    let start = (disruptions: 0, steps: lines.reduce(0, +))
    for breach in outcome.breaches { breaches[breach] = start }
    var states = [State(identity: world.identity, world: world, distance: start)]
    var depths = [0]
    var edges: [(from: Int, to: Int, cost: (disruptions: Int, steps: Int), [ExplorationBreach])] =
      []
    var next = 0
    while next < states.count {
      guard depths[next] < actions else { break }
      let from = states[next].world
      for action in try from.actions() {
        let transition = Transition(action: action)
        for (transition, world, outcome) in try Self.outcomes(of: transition, in: from) {
          let identity = world.identity
          var to = states.firstIndex { $0.identity == identity }
          if to == nil {
            states.append(State(identity: identity, world: world, distance: (.max, .max)))
            depths.append(depths[next] + 1)
            to = states.count - 1
          }
          edges.append((next, to ?? 0, Self.cost(of: transition, in: from), outcome.breaches))
        }
      }
      next += 1
    }
    stateCount = states.count
    transitionCount = edges.count
    relax(&states, edges)
  }

  /// Shortens ways until none can be shortened.
  private mutating func relax(
    _ states: inout [State],
    _ edges: [(from: Int, to: Int, cost: (disruptions: Int, steps: Int), [ExplorationBreach])]
  ) {
    var changes = true
    while changes {
      changes = false
      for (from, to, cost, broken) in edges where states[from].distance.steps < .max {
        let distance = (
          disruptions: states[from].distance.disruptions + cost.disruptions,
          steps: states[from].distance.steps + cost.steps
        )
        if distance < states[to].distance {
          states[to].distance = distance
          changes = true
        }
        for breach in broken where distance < breaches[breach] ?? (.max, .max) {
          breaches[breach] = distance
          changes = true
        }
      }
    }
  }

  /// What a transition leads to, with each outcome of the choices that it does not decide.
  private static func outcomes(
    of transition: Transition, in world: ExplorationWorld
  ) throws -> [(transition: Transition, world: ExplorationWorld, outcome: TransitionOutcome)] {
    var next = world
    let outcome = try next.perform(transition)
    guard outcome.isTaken else { return [] }
    var found = [(transition: transition, world: next, outcome: outcome)]
    let decided = transition.choices
    for position in decided.count..<max(decided.count, outcome.outcomeCounts.count) {
      let zeros = decided + Array(repeating: 0, count: position - decided.count)
      for other in 1..<max(1, outcome.outcomeCounts[position]) {
        let transition = Transition(action: transition.action, choices: zeros + [other])
        found += try outcomes(of: transition, in: world)
      }
    }
    return found
  }

  private static func cost(
    of transition: Transition, in world: ExplorationWorld
  ) -> (disruptions: Int, steps: Int) {
    let choices = transition.choices
    let decided = choices.count { $0 > 0 }
    switch transition.action {
    case .advance: return (decided, 1 + choices.count)
    case .environment(let action):
      return (decided + (action.isDisruption ? 1 : 0), 1 + choices.count)
    case .alternative(let number):
      let alternative = world.exploration.alternatives[number]
      let body = world.exploration.compiled.alternatives[alternative.number].body
      let lines = lines(body.source.text(in: body.range))
      return (decided + (alternative.isDisruption ? 1 : 0), lines + choices.count)
    }
  }

  private static func lines(_ text: String) -> Int {
    text.isEmpty ? 0 : text.split(separator: "\n", omittingEmptySubsequences: false).count
  }
}
