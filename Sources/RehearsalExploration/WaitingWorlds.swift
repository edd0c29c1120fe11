// The worlds that the states which wait are made from. A world takes kilobytes and a state some dozens
// of bytes, so a world is kept only while states of the level under way are still to be made from it,
// and only so many are. Whatever is not there is made anew, by going on from the last state on its way
// that is; states wait in the order of their ways, so that one such way serves many of them.

/// The worlds from which others are still to be made.
struct WaitingWorlds {
  /// The state that everything begins with, which is always kept.
  private let beginning: KeptWorld
  private var worlds: [StateNumber: KeptWorld] = [:]
  /// The worlds on the way to the state that was made last.
  private var way: [StateNumber: KeptWorld] = [:]
  /// By state: how many others are still to be made from it; none behind the last.
  private var counts: [Int32] = []
  /// Whether what is made is held against its identity, since another process has met it.
  private let checks: Bool

  init(_ beginning: KeptWorld, checks: Bool = false) {
    self.beginning = beginning
    self.checks = checks
  }

  /// How many worlds are kept for so many states: all of a small search, else so few that they take
  /// no more than the states.
  private static func room(among states: Int) -> Int { max(1024, states / 64) }

  /// Begins with states that wait, and forgets all others.
  ///
  /// - Complexity: O(*n*) in the number of states on the ways to them.
  mutating func begin(with waiting: [StateNumber], _ store: StateStore) {
    worlds = [:]
    way = [:]
    counts = Array(repeating: 0, count: store.count)
    for state in waiting {
      var state = state
      while state != .initial {
        state = store.lastDeeds(of: state).parent
        counts[state.index] += 1
        // The way to a state from which others are made already is counted.
        if counts[state.index] > 1 { break }
      }
    }
  }

  /// One more state is to be made from another, which is under way.
  mutating func expect(from state: StateNumber) {
    while counts.count <= state.index { counts.append(0) }
    counts[state.index] += 1
  }

  /// Keeps the world of a state that others are to be made from, where there is room.
  mutating func keep(_ world: KeptWorld, of state: StateNumber) {
    if state.index < counts.count, counts[state.index] > 0,
      worlds.count < Self.room(among: counts.count)
    {
      worlds[state] = world
    }
  }

  /// One that was to be made from a state is made, or is made from another.
  mutating func release(_ state: StateNumber) {
    guard state.index < counts.count, counts[state.index] > 0 else { return }
    counts[state.index] -= 1
    if counts[state.index] == 0 { worlds[state] = nil }
  }

  /// How a state that waits is made.
  ///
  /// - Throws: What making the states before it throws.
  mutating func departure(to state: StateNumber, _ store: StateStore) throws -> Departure {
    guard state != .initial else { return departure(to: state, by: [], from: beginning, store) }
    let (parent, deeds) = store.lastDeeds(of: state)
    defer { release(parent) }
    return departure(to: state, by: deeds, from: try world(of: parent, store), store)
  }

  /// The world of a state, made anew where it is not there.
  private mutating func world(of state: StateNumber, _ store: StateStore) throws -> KeptWorld {
    if let world = worlds[state] { return world }
    var missing: [StateNumber] = []
    var last = state
    while last != .initial, worlds[last] == nil, way[last] == nil {
      missing.append(last)
      last = store.lastDeeds(of: last).parent
    }
    var world = worlds[last] ?? way[last] ?? beginning
    // What lies before is on the way to the next one as well.
    var before = last
    var onWay: [StateNumber: KeptWorld] = [:]
    while let known = way[before] {
      onWay[before] = known
      before = store.lastDeeds(of: before).parent
    }
    for next in missing.reversed() {
      let (parent, deeds) = store.lastDeeds(of: next)
      world = KeptWorld(try departure(to: next, by: deeds, from: world, store).world())
      onWay[next] = world
      keep(world, of: next)
      release(parent)
    }
    way = onWay
    return world
  }

  private func departure(
    to state: StateNumber, by deeds: [Deed], from base: KeptWorld, _ store: StateStore
  ) -> Departure {
    Departure(
      base: base, deeds: deeds, distance: store.distance(of: state),
      identity: checks ? store.identity(of: state) : nil)
  }
}
