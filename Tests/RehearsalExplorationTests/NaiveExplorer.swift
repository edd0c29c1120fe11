// The plainest explorer that can be written: every action at every half second, each state with a full
// copy of its world and told apart by how far off everything is. The search is held against it.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

@testable import RehearsalExploration

/// What the naive explorer found.
struct NaiveExplorer {
  private struct State: Hashable {
    let identity: StateDigest
    /// Whether the last line lets time pass.
    let waits: Bool
  }

  fileprivate struct Length: Hashable, Comparable {
    var disruptions: Int
    var steps: Int

    static func < (left: Length, right: Length) -> Bool {
      (left.disruptions, left.steps) < (right.disruptions, right.steps)
    }
  }

  private(set) var stateCount = 0
  private(set) var transitionCount = 0
  /// By what broke: the shortest way to it.
  private(set) var breaches: [ExplorationBreach: [Int]] = [:]
  /// Whether there were more states than were asked for.
  private(set) var isCut = false

  private var queue: [Length: [(State, ExplorationWorld)]] = [:]
  private var seen: Set<State> = []
  private let step: TimeSpan?
  private let disruptions: Int

  /// Explores everything.
  ///
  /// - Parameters:
  ///   - script: A script with an exploration.
  ///   - step: How long it waits at a time; nil for an exploration in which no time passes.
  ///   - disruptions: How many disruptions a path may hold.
  ///   - states: How many states there may be.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(
    _ script: Script, every step: TimeSpan?, disruptions: Int = .max, states: Int = .max
  ) throws {
    (self.step, self.disruptions) = (step, disruptions)
    var (world, outcome) = try ExplorationWorld.initial(
      of: script, exploration: 0, .init(groupsMoments: false, countsOrders: true))
    let lines = world.exploration.compiled.statements.map {
      Self.lines($0.source.text(in: $0.range))
    }
    let start = Length(disruptions: 0, steps: lines.reduce(0, +))
    note(outcome.breaches, start)
    add(world, world.state().identity, false, start)
    while let length = queue.keys.min(), let next = queue[length]?.popLast() {
      if queue[length]?.isEmpty == true { queue[length] = nil }
      guard length.disruptions <= disruptions, seen.insert(next.0).inserted else { continue }
      guard seen.count <= states else {
        isCut = true
        return
      }
      try expand(next.1, next.0, length)
    }
    stateCount = Set(seen.map(\.identity)).count
  }

  private mutating func add(
    _ world: ExplorationWorld, _ identity: StateDigest, _ waits: Bool, _ length: Length
  ) {
    queue[length, default: []].append((State(identity: identity, waits: waits), world))
  }

  private mutating func note(_ broken: [ExplorationBreach], _ length: Length) {
    guard length.disruptions <= disruptions else { return }
    for breach in broken {
      breaches[breach] =
        min(
          breaches[breach].map { Length(disruptions: $0[0], steps: $0[1]) } ?? length, length
        ).list
    }
  }

  private mutating func expand(
    _ world: ExplorationWorld, _ state: State, _ length: Length
  ) throws {
    var actions: [ExplorationAction] = []
    try world.forEachAction(observing: {}, { actions.append($0) })
    if let step { actions.append(.advance(step)) }
    for action in actions {
      for (transition, next, outcome) in try Self.outcomes(
        of: Transition(action: action), in: world)
      {
        transitionCount += 1
        var next = next
        var after = length
        after.disruptions += transition.choices.count { $0 > 0 }
        after.steps += transition.choices.count
        let isWait: Bool
        switch action {
        case .advance, .deadline:
          isWait = true
          after.steps += state.waits && transition.choices.isEmpty ? 0 : 1
        case .environment(let action):
          isWait = false
          after.disruptions += action.isDisruption ? 1 : 0
          after.steps += 1
        case .alternative(let number, _):
          isWait = false
          let alternative = world.exploration.compiled.alternatives[number]
          after.disruptions += alternative.isDisruption ? 1 : 0
          after.steps += Self.lines(alternative.body.source.text(in: alternative.body.range))
        }
        note(outcome.breaches, after)
        add(next, next.state().identity, isWait, after)
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

  private static func lines(_ text: String) -> Int {
    text.isEmpty ? 0 : text.split(separator: "\n", omittingEmptySubsequences: false).count
  }
}

extension NaiveExplorer.Length {
  fileprivate var list: [Int] { [disruptions, steps] }
}
