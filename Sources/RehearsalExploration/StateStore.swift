// The states that a search has met: each once, by its identity, with the shortest way to it that is
// known so far. A way is the state before and what was done there.

import OrderedCollections
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
struct Distance: Hashable, Comparable, Codable, Sendable {
  var disruptions: Int
  var steps: Int

  static func < (left: Distance, right: Distance) -> Bool {
    (left.disruptions, left.steps) < (right.disruptions, right.steps)
  }

  static func + (left: Distance, right: Distance) -> Distance {
    Distance(disruptions: left.disruptions + right.disruptions, steps: left.steps + right.steps)
  }
}

/// Something that was done, with how the choices of the world came out.
struct Deed: Hashable, Sendable {
  let action: ExplorationAction
  let ways: [Int]
}

/// The states that were met, in columns: a state takes 28 bytes and its place in the set.
struct StateStore: Sendable {
  /// The identities of the states, by number.
  private var identities: OrderedSet<Digest> = []
  private var parents: [StateNumber] = []
  /// The number of the deeds that led from the state before, among all that were done in a row.
  private var rowNumbers: [Int32] = []
  private var disruptions: [UInt16] = []
  private var steps: [UInt16] = []

  private var rows: [[Deed]] = []
  private var numbersOfRows: [[Deed]: Int32] = [:]

  /// Makes a store without states.
  init() {}

  /// How many states were met.
  var count: Int { parents.count }

  /// What meeting a state came to.
  enum Meeting {
    /// It was never met before.
    case new(StateNumber)
    /// It was met, and this way to it is shorter than the one that was known, from which it was so
    /// far, from the state before.
    case closer(StateNumber, earlier: Distance, parent: StateNumber)
    /// It was met by a way that is no longer than this one.
    case known
  }

  /// Meets a state.
  ///
  /// - Parameters:
  ///   - identity: The state's identity.
  ///   - parent: The state before.
  ///   - deeds: What was done there.
  ///   - distance: How far the state is by this way.
  /// - Returns: Whether it is new, closer or known.
  /// - Complexity: O(1) on average.
  mutating func meet(
    _ identity: Digest, from parent: StateNumber, by deeds: [Deed], at distance: Distance
  ) -> Meeting {
    let (isNew, index) = identities.append(identity)
    let number = StateNumber(rawValue: Int32(index))
    guard isNew else {
      let earlier = (self.distance(of: number), parents[index])
      guard distance < earlier.0 else { return .known }
      set(number, parent, deeds, distance)
      return .closer(number, earlier: earlier.0, parent: earlier.1)
    }
    parents.append(parent)
    rowNumbers.append(0)
    disruptions.append(0)
    steps.append(0)
    set(number, parent, deeds, distance)
    return .new(number)
  }

  private mutating func set(
    _ number: StateNumber, _ parent: StateNumber, _ deeds: [Deed], _ distance: Distance
  ) {
    parents[number.index] = parent
    rowNumbers[number.index] = self.number(of: deeds)
    disruptions[number.index] = UInt16(clamping: distance.disruptions)
    steps[number.index] = UInt16(clamping: distance.steps)
  }

  private mutating func number(of deeds: [Deed]) -> Int32 {
    if let number = numbersOfRows[deeds] { return number }
    let number = Int32(rows.count)
    numbersOfRows[deeds] = number
    rows.append(deeds)
    return number
  }

  /// Whether meeting a state at a distance would be news.
  ///
  /// - Complexity: O(1) on average.
  func isNews(_ identity: Digest, at distance: Distance) -> Bool {
    guard let index = identities.firstIndex(of: identity) else { return true }
    return distance < self.distance(of: StateNumber(rawValue: Int32(index)))
  }

  /// The identity of a state.
  func identity(of state: StateNumber) -> Digest { identities[state.index] }

  /// How far a state is by the shortest way that is known.
  func distance(of state: StateNumber) -> Distance {
    Distance(disruptions: Int(disruptions[state.index]), steps: Int(steps[state.index]))
  }

  /// The state before another on the way to it, and what was done there.
  func lastDeeds(of state: StateNumber) -> (parent: StateNumber, deeds: [Deed]) {
    (parents[state.index], rows[Int(rowNumbers[state.index])])
  }

  /// What was done on the way to a state, in order.
  ///
  /// - Complexity: O(*n*) in the length of the way.
  func path(to state: StateNumber) -> [Deed] {
    var rows: [[Deed]] = []
    var state = state
    while state != .initial {
      let (parent, deeds) = lastDeeds(of: state)
      rows.append(deeds)
      state = parent
    }
    return rows.reversed().flatMap { $0 }
  }
}

// MARK: - Checkpoints

extension StateStore {
  /// The states as a checkpoint keeps them, each at its number.
  struct Record: Codable, Sendable {
    let highs: NumberColumn<UInt64>
    let lows: NumberColumn<UInt64>
    let parents: NumberColumn<Int32>
    let rowNumbers: NumberColumn<Int32>
    let disruptions: NumberColumn<UInt16>
    let steps: NumberColumn<UInt16>
    let rows: [[DeedRecord]]
  }

  /// What a checkpoint keeps of the states.
  ///
  /// - Complexity: O(*n*) in the number of states.
  var record: Record {
    Record(
      highs: NumberColumn(identities.map(\.high)), lows: NumberColumn(identities.map(\.low)),
      parents: NumberColumn(parents.map(\.rawValue)), rowNumbers: NumberColumn(rowNumbers),
      disruptions: NumberColumn(disruptions), steps: NumberColumn(steps),
      rows: rows.map { $0.map(DeedRecord.init) })
  }

  /// The states that a checkpoint kept; nil where it does not hold what it should.
  ///
  /// - Parameters:
  ///   - record: What it kept.
  ///   - world: The state that the exploration begins with.
  /// - Complexity: O(*n*) in the number of states.
  init?(_ record: Record, in world: ExplorationWorld) {
    let count = record.parents.numbers.count
    let rows = record.rows.map { $0.compactMap { $0.deed(in: world) } }
    guard count > 0,
      record.highs.numbers.count == count, record.lows.numbers.count == count,
      record.rowNumbers.numbers.count == count, record.disruptions.numbers.count == count,
      record.steps.numbers.count == count,
      record.parents.numbers.allSatisfy({ $0 >= 0 && $0 < count }),
      record.rowNumbers.numbers.allSatisfy({ rows.indices.contains(Int($0)) }),
      zip(rows, record.rows).allSatisfy({ $0.count == $1.count })
    else { return nil }
    parents = record.parents.numbers.map { StateNumber(rawValue: $0) }
    rowNumbers = record.rowNumbers.numbers
    disruptions = record.disruptions.numbers
    steps = record.steps.numbers
    self.rows = rows
    for (number, row) in rows.enumerated() { numbersOfRows[row] = Int32(number) }
    identities.append(
      contentsOf: zip(record.highs.numbers, record.lows.numbers).map { Digest(high: $0, low: $1) })
    guard identities.count == count else { return nil }
  }
}
