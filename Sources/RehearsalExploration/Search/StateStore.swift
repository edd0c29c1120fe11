// The states that a search has met: each once, by its identity, with the shortest path to it that is
// known so far. A path is kept as the state before and the transition that led on from there.

import RehearsalValues

/// The number of a state in the order in which states were met.
struct StateNumber: Hashable, Sendable {
  private let rawValue: UInt32

  static let initial = StateNumber(index: 0)

  init(index: Int) { rawValue = UInt32(index) }

  var index: Int { Int(rawValue) }
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

/// The states that were met, in columns: a state takes 40 bytes and its place in the table.
struct StateStore: Sendable {
  /// How many states a search may keep at most: its numbers have room for twice as many, since it
  /// ends after the last transition of a state only.
  static let mostStates = 1 << 31

  /// The identities of the states, by number.
  private var identities: [Digest] = []
  /// Where identities stand, by open addressing: the state's number and one more, or 0 for nothing.
  ///
  /// An identity is a digest, whose bits are spread well enough as they are.
  private var places: [UInt32] = Array(repeating: 0, count: 64)
  private var parents: [StateNumber] = []
  /// The number of the transition that led from the state before, and one more; 0 for the first
  /// state.
  private var transitionNumbers: [UInt32] = []
  private var distances: [Distance] = []

  private var transitions: [Transition] = []
  private var numbersOfTransitions: [Transition: UInt32] = [:]

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
    let place = place(of: identity)
    guard places[place] == 0 else {
      let state = StateNumber(index: Int(places[place]) - 1)
      let (earlier, earlierParent) = (distances[state.index], parents[state.index])
      guard distance < earlier else { return .unchanged }
      parents[state.index] = parent
      transitionNumbers[state.index] = number(of: transition)
      distances[state.index] = distance
      return .shortened(state, earlier: earlier, parent: earlierParent)
    }
    let state = StateNumber(index: count)
    identities.append(identity)
    parents.append(parent)
    transitionNumbers.append(number(of: transition))
    distances.append(distance)
    places[place] = UInt32(count)
    if count > places.count / 4 * 3 { grow() }
    return .added(state)
  }

  /// The place of an identity in the table, or the free one for it.
  private func place(of identity: Digest) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: identity.low) & mask
    while places[place] != 0, identities[Int(places[place]) - 1] != identity {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 2)
    for (index, identity) in identities.enumerated() {
      places[place(of: identity)] = UInt32(index + 1)
    }
  }

  private mutating func number(of transition: Transition?) -> UInt32 {
    guard let transition else { return 0 }
    if let number = numbersOfTransitions[transition] { return number }
    transitions.append(transition)
    let number = UInt32(transitions.count)
    numbersOfTransitions[transition] = number
    return number
  }

  /// Whether a state was never met, or only by longer paths.
  ///
  /// - Complexity: O(1) on average.
  func isUnvisited(_ identity: Digest, at distance: Distance) -> Bool {
    let place = place(of: identity)
    return places[place] == 0 || distance < distances[Int(places[place]) - 1]
  }

  /// How far a state is by the shortest path that is known.
  func distance(of state: StateNumber) -> Distance { distances[state.index] }

  /// The state before another on the path to it.
  func parent(of state: StateNumber) -> StateNumber { parents[state.index] }

  /// The last transition on the path to a state; nil for the first state.
  func transition(to state: StateNumber) -> Transition? {
    let number = Int(transitionNumbers[state.index])
    return number == 0 ? nil : transitions[number - 1]
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
