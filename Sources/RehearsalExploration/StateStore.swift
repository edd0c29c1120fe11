// The states that a search has met: each once, by its identity, with the shortest way to it that is
// known so far. A way is the state before and what was done there.

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
}

/// Something that was done, with how the choices of the world came out.
struct Deed: Hashable, Sendable {
  let action: ExplorationAction
  let ways: [Int]
}

/// The states that were met.
struct StateStore: Sendable {
  private var numbers: [Digest: StateNumber] = [:]
  private var parents: [StateNumber] = []
  /// The number of the deed that led from the state before, among all deeds.
  private var deedNumbers: [Int32] = []
  private var disruptions: [UInt16] = []
  private var steps: [UInt16] = []

  private var deeds: [Deed] = []
  private var numbersOfDeeds: [Deed: Int32] = [:]

  /// How many states were met.
  var count: Int { parents.count }

  /// What meeting a state came to.
  enum Meeting {
    /// It was never met before.
    case new(StateNumber)
    /// It was met, and this way to it is shorter.
    case closer(StateNumber)
    /// It was met by a way that is no longer than this one.
    case known
  }

  /// Meets a state.
  ///
  /// - Complexity: O(1) on average.
  mutating func meet(
    _ identity: Digest, from parent: StateNumber, by deed: Deed, at distance: Distance
  ) -> Meeting {
    if let number = numbers[identity] {
      guard distance < self.distance(of: number) else { return .known }
      set(number, parent, deed, distance)
      return .closer(number)
    }
    let number = StateNumber(rawValue: Int32(parents.count))
    numbers[identity] = number
    parents.append(parent)
    deedNumbers.append(0)
    disruptions.append(0)
    steps.append(0)
    set(number, parent, deed, distance)
    return .new(number)
  }

  private mutating func set(
    _ number: StateNumber, _ parent: StateNumber, _ deed: Deed, _ distance: Distance
  ) {
    parents[number.index] = parent
    deedNumbers[number.index] = self.number(of: deed)
    disruptions[number.index] = UInt16(clamping: distance.disruptions)
    steps[number.index] = UInt16(clamping: distance.steps)
  }

  private mutating func number(of deed: Deed) -> Int32 {
    if let number = numbersOfDeeds[deed] { return number }
    let number = Int32(deeds.count)
    numbersOfDeeds[deed] = number
    deeds.append(deed)
    return number
  }

  /// How far a state is by the shortest way that is known.
  func distance(of state: StateNumber) -> Distance {
    Distance(disruptions: Int(disruptions[state.index]), steps: Int(steps[state.index]))
  }

  /// What was done on the way to a state, in order.
  ///
  /// - Complexity: O(*n*) in the length of the way.
  func path(to state: StateNumber) -> [Deed] {
    var path: [Deed] = []
    var state = state
    while state != .initial {
      path.append(deeds[Int(deedNumbers[state.index])])
      state = parents[state.index]
    }
    return path.reversed()
  }
}
