// The states that a search has met: each once, by its identity, with the shortest path to it that is
// known so far. A path is kept as the state before and the transition that led on from there.

import Rehearsal
import RehearsalValues

/// The number of a state in the order in which states were met.
struct StateNumber: Hashable, Comparable, Sendable {
  let rawValue: Int32

  static let initial = StateNumber(rawValue: 0)

  var index: Int { Int(rawValue) }

  static func < (left: StateNumber, right: StateNumber) -> Bool { left.rawValue < right.rawValue }
}

/// How far a state is from the beginning: first by its disruptions, then by its steps.
struct Distance: Hashable, Comparable, Sendable {
  var disruptions: Int
  var steps: Int

  static func < (left: Distance, right: Distance) -> Bool {
    (left.disruptions, left.steps) < (right.disruptions, right.steps)
  }

  static func + (left: Distance, right: Distance) -> Distance {
    Distance(disruptions: left.disruptions + right.disruptions, steps: left.steps + right.steps)
  }
}

/// An action that took place, with how the choices of the world came out.
struct Transition: Hashable, Sendable {
  let action: ExplorationAction
  let choices: [Int]
}

/// The states that were met, in columns: a state takes 28 bytes and its place in the set.
struct StateStore: Sendable {
  /// The identities of the states, by number.
  private var identities = DigestSet()
  private var parents: [StateNumber] = []
  /// The number of the transition that led from the state before; -1 for the first state.
  private var transitionNumbers: [Int32] = []
  private var disruptions: [UInt16] = []
  private var steps: [UInt16] = []

  private var transitions: [Transition] = []
  private var numbersOfTransitions: [Transition: Int32] = [:]

  /// Makes a store without states.
  init() {}

  /// How many states were met.
  var count: Int { parents.count }

  /// What inserting a state came to.
  enum Insertion {
    /// It was never met before.
    case added(StateNumber)
    /// It was met, and this path to it is shorter than the one that was known, which had a length
    /// and came from a state.
    case shortened(StateNumber, earlier: Distance, parent: StateNumber)
    /// A path that is no longer than this one was known.
    case unchanged
  }

  /// Inserts a state, or a shorter path to it.
  ///
  /// - Parameters:
  ///   - identity: The state's identity.
  ///   - parent: The state before.
  ///   - transition: What led here from there; nil for the first state.
  ///   - distance: How far the state is by this path.
  /// - Returns: What it came to.
  /// - Complexity: O(1) on average.
  mutating func insert(
    _ identity: Digest, from parent: StateNumber, by transition: Transition?,
    at distance: Distance
  ) -> Insertion {
    let (isNew, index) = identities.append(identity)
    let number = StateNumber(rawValue: Int32(index))
    guard isNew else {
      let earlier = (self.distance(of: number), parents[index])
      guard distance < earlier.0 else { return .unchanged }
      set(number, parent, transition, distance)
      return .shortened(number, earlier: earlier.0, parent: earlier.1)
    }
    parents.append(parent)
    transitionNumbers.append(-1)
    disruptions.append(0)
    steps.append(0)
    set(number, parent, transition, distance)
    return .added(number)
  }

  private mutating func set(
    _ number: StateNumber, _ parent: StateNumber, _ transition: Transition?,
    _ distance: Distance
  ) {
    parents[number.index] = parent
    transitionNumbers[number.index] = transition.map { self.number(of: $0) } ?? -1
    disruptions[number.index] = UInt16(clamping: distance.disruptions)
    steps[number.index] = UInt16(clamping: distance.steps)
  }

  private mutating func number(of transition: Transition) -> Int32 {
    if let number = numbersOfTransitions[transition] { return number }
    let number = Int32(transitions.count)
    numbersOfTransitions[transition] = number
    transitions.append(transition)
    return number
  }

  /// Whether a state was never met, or only by longer paths.
  ///
  /// - Complexity: O(1) on average.
  func isUnvisited(_ identity: Digest, at distance: Distance) -> Bool {
    guard let index = identities.position(of: identity) else { return true }
    return distance < self.distance(of: StateNumber(rawValue: Int32(index)))
  }

  /// How far a state is by the shortest path that is known.
  func distance(of state: StateNumber) -> Distance {
    Distance(disruptions: Int(disruptions[state.index]), steps: Int(steps[state.index]))
  }

  /// The state before another on the path to it.
  func parent(of state: StateNumber) -> StateNumber { parents[state.index] }

  /// The last transition on the path to a state; nil for the first state.
  func transition(to state: StateNumber) -> Transition? {
    let number = Int(transitionNumbers[state.index])
    return transitions.indices.contains(number) ? transitions[number] : nil
  }

  /// The transitions on the path to a state, in order.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  func path(to state: StateNumber) -> [Transition] {
    var path: [Transition] = []
    var state = state
    while let last = transition(to: state) {
      path.append(last)
      state = parent(of: state)
    }
    return path.reversed()
  }
}
