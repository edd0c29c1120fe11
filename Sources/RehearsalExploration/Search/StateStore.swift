// The states that a search has reached, by their identities: for each the zones in which it was
// reached, with the path to each. A zone that lies in another no farther away is not new.

import RehearsalValues

/// The number of a state with a zone, in the order in which they were reached.
struct StateNumber: Hashable, Sendable {
  private let rawValue: UInt32

  static let initial = StateNumber(index: 0)

  init(index: Int) { rawValue = UInt32(index) }

  var index: Int { Int(rawValue) }
}

/// How far a state is from the beginning: by its disruptions, then by the lines of its scenario, then
/// by whether another wait would need one more.
struct Distance: Hashable, Comparable, Sendable {
  var disruptions: Int
  var steps: Int
  /// Whether the last line lets time pass, so that more of it needs no line.
  var waits = false

  static func < (left: Distance, right: Distance) -> Bool {
    (left.disruptions, left.steps, left.waits ? 0 : 1)
      < (right.disruptions, right.steps, right.waits ? 0 : 1)
  }

  /// The distance after time has passed.
  var afterWait: Distance {
    Distance(disruptions: disruptions, steps: waits ? steps : steps + 1, waits: true)
  }
}

/// How a state was reached.
struct Arrival: Sendable {
  /// The transition that led here; nil for the first state.
  let transition: Transition?
  /// How long it may be to each of its groups of moments when it is reached.
  let zone: Zone
  /// The same after any time in which nothing was due.
  var passed: Zone
  var moments: StateMoments
  let distance: Distance
  /// How many transitions lead here.
  let length: Int
  /// The group of the state before that was due, where it was a deadline.
  var next: NextGroup?
  /// What code found of moments on the way from the state before.
  var bounds: [MomentBound] = []
  /// Whether its world is made from the beginning, with other times than that of the state before.
  var isRemade = false
}

/// The states that were reached.
struct StateStore: Sendable {
  /// How many states a search may keep at most: their numbers have room for twice as many, since it
  /// ends after the last transition of a state only.
  static let mostStates = 1 << 31

  /// The numbers by identity.
  private var numbers: [StateDigest: [StateNumber]] = [:]
  private var identities: [StateDigest] = []
  private var parents: [StateNumber] = []
  private var arrivals: [Arrival] = []
  /// Those in whose place another waits, which is as near and has more.
  private var replaced: Set<StateNumber> = []
  /// The zones of each state, those together that make one, and how far away what is in them is at most.
  private var zones: [StateDigest: [(zone: Zone, distance: Distance)]] = [:]
  /// How many these are.
  private(set) var zoneCount = 0

  /// Makes a store without states.
  init() {}

  /// How many states were reached, each as often as there are zones.
  var count: Int { arrivals.count }

  /// Inserts a state with its zone.
  ///
  /// - Parameters:
  ///   - identity: The state's identity.
  ///   - parent: The state before.
  ///   - arrival: How it was reached.
  /// - Returns: Its number; nil where it is known.
  /// - Complexity: O(*n*) in the zones of the state, on average.
  mutating func insert(
    _ identity: StateDigest, from parent: StateNumber, _ arrival: Arrival
  ) -> StateNumber? {
    guard isNew(identity, arrival) else { return nil }
    let number = StateNumber(index: count)
    for known in numbers[identity] ?? [] where arrival.passed.includes(self[known].passed) {
      if arrival.distance <= self[known].distance, arrival.zone.includes(self[known].zone) {
        replaced.insert(known)
      }
    }
    numbers[identity, default: []].append(number)
    identities.append(identity)
    parents.append(parent)
    arrivals.append(arrival)
    addZone(of: identity, arrival)
    return number
  }

  private mutating func addZone(of identity: StateDigest, _ arrival: Arrival) {
    var (zone, distance) = (arrival.passed, arrival.distance.afterWait)
    var others = zones[identity] ?? []
    zoneCount -= others.count
    if !others.contains(where: { $0.zone.includes(zone) }) {
      while let index = others.firstIndex(where: { $0.zone.union(with: zone) != nil }) {
        let other = others.remove(at: index)
        zone = other.zone.union(with: zone) ?? zone
        distance = max(distance, other.distance)
      }
      others.append((zone, distance))
    }
    zoneCount += others.count
    zones[identity] = others
  }

  /// Whether something is added to what is known of a state: what it has more than one that is as
  /// near as it is, or that is as near after a wait.
  ///
  /// - Complexity: O(*n*) in the zones of the state, on average.
  func isNew(_ identity: StateDigest, _ arrival: Arrival) -> Bool {
    !(numbers[identity] ?? []).contains { number in
      holds(number, arrival.zone, at: arrival.distance)
        || arrivals[number.index].distance.afterWait <= arrival.distance
          && arrivals[number.index].passed.includes(arrival.passed)
    }
      && !(zones[identity] ?? []).contains {
        $0.distance <= arrival.distance && $0.zone.includes(arrival.passed)
      }
  }

  /// Whether a state is known with a zone as near as it is, so that nobody needs to ask what
  /// remains of it after a wait.
  ///
  /// - Complexity: O(*n*) in the zones of the state, on average.
  func holds(_ identity: StateDigest, _ zone: Zone, at distance: Distance) -> Bool {
    numbers[identity]?.contains { holds($0, zone, at: distance) } ?? false
  }

  // Read in place: a copy of an arrival counts many references.
  private func holds(_ number: StateNumber, _ zone: Zone, at distance: Distance) -> Bool {
    arrivals[number.index].distance <= distance && arrivals[number.index].zone.includes(zone)
  }

  /// How all were reached, in that order.
  var all: [Arrival] { arrivals }

  /// How a state was reached.
  subscript(_ state: StateNumber) -> Arrival { arrivals[state.index] }

  /// The identity of a state.
  func identity(of state: StateNumber) -> StateDigest { identities[state.index] }

  /// Whether another state has replaced one that waits.
  func isReplaced(_ state: StateNumber) -> Bool { replaced.contains(state) }

  /// The state before another on the path to it.
  func parent(of state: StateNumber) -> StateNumber { parents[state.index] }

  /// The state with the most transitions on its path, of those with so many at most.
  ///
  /// - Complexity: O(*n*) in the number of states.
  func deepest(atMost most: Int) -> StateNumber {
    var depths = [0]
    var deepest = 0
    for index in parents.indices.dropFirst() {
      depths.append(depths[parents[index].index] + 1)
      if depths[index] > depths[deepest], depths[index] <= most { deepest = index }
    }
    return StateNumber(index: deepest)
  }

  /// The states on the path to one, the first and itself included, in order.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  func path(to state: StateNumber) -> [StateNumber] {
    var path = [state]
    var state = state
    while state != .initial {
      state = parent(of: state)
      path.append(state)
    }
    return path.reversed()
  }
}
