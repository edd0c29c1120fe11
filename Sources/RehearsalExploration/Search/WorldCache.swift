// The worlds that states are made from. A world takes kilobytes and a state some hundreds of bytes, so
// a world is kept only while states of the current level are still to be made from it, and only a
// limited number is. A missing one is remade from the last world on its path that is there; states
// wait in the order of their paths, so that one such path serves many of them.

import RehearsalMachine

/// The worlds from which others are still to be made.
struct WorldCache {
  /// The state that everything begins with, which is always kept.
  private let initial: SharedWorld
  private var worlds: [StateNumber: SharedWorld] = [:]
  /// The states that wait and need not be made.
  private var waiting: [StateNumber: SharedWorld] = [:]
  /// The worlds on the path to the state that was made last.
  private var path: [StateNumber: SharedWorld] = [:]
  /// By state: how many others are still to be made from it; none after the last.
  private var counts: [UInt32] = []

  init(_ initial: SharedWorld) { self.initial = initial }

  /// Whether the search was stopped.
  var isCancelled: Bool { initial.world.isCancelled }

  /// How many worlds are kept for so many states: all of a small search, else so few that they take
  /// no more than the states.
  private static func capacity(for states: Int) -> Int { max(1024, states / 64) }

  /// How many states wait at most that need not be made: one of a large app takes some 13 KB.
  private static let mostWaiting = 16_384

  /// Begins a level with the states that wait in it, and forgets all worlds.
  ///
  /// - Complexity: O(*n*) in the number of states on the paths to them.
  mutating func begin(with states: [StateNumber], _ store: StateStore) {
    worlds = [:]
    path = [:]
    counts = Array(repeating: 0, count: store.count)
    for state in states where waiting[state] == nil {
      var state = state
      while state != .initial {
        state = store.parent(of: state)
        counts[state.index] += 1
        // The path to a state from which others are made already is counted.
        if counts[state.index] > 1 { break }
      }
    }
  }

  /// Holds a state until it is its turn, if there is room; false otherwise.
  mutating func hold(_ world: SharedWorld, of state: StateNumber) -> Bool {
    guard waiting.count < Self.mostWaiting else { return false }
    waiting[state] = world
    return true
  }

  /// A state that waits need not be made.
  mutating func forget(_ state: StateNumber, _ store: StateStore) {
    if waiting.removeValue(forKey: state) == nil { release(store.parent(of: state)) }
  }

  /// One more state is to be made from another, which is under way.
  mutating func expect(from state: StateNumber) {
    while counts.count <= state.index { counts.append(0) }
    counts[state.index] += 1
  }

  /// Keeps the world of a state that others are to be made from, where there is room.
  mutating func keep(_ world: SharedWorld, of state: StateNumber) {
    if state.index < counts.count, counts[state.index] > 0,
      worlds.count < Self.capacity(for: counts.count)
    {
      worlds[state] = world
    }
  }

  /// One that was to be made from a state is made, or need not be.
  private mutating func release(_ state: StateNumber) {
    guard state.index < counts.count, counts[state.index] > 0 else { return }
    counts[state.index] -= 1
    if counts[state.index] == 0 { worlds[state] = nil }
  }

  /// Makes the world of a state that waits; nil where no times for it are found.
  ///
  /// - Throws: What making the states before it throws.
  mutating func takeWorld(
    of state: StateNumber, _ store: StateStore
  ) throws(RuntimeError) -> SharedWorld? {
    guard state != .initial else { return initial }
    if let world = waiting.removeValue(forKey: state) { return world }
    let parent = store.parent(of: state)
    defer { release(parent) }
    if let world = worlds[state] { return world }
    guard let base = try world(of: parent, store) else { return nil }
    return try make(state, from: base, store)
  }

  /// The world of a state, made anew where it is not there.
  private mutating func world(
    of state: StateNumber, _ store: StateStore
  ) throws(RuntimeError) -> SharedWorld? {
    if state == .initial { return initial }
    if let world = worlds[state] ?? waiting[state] { return world }
    var missing: [StateNumber] = []
    var last = state
    while last != .initial, worlds[last] == nil, path[last] == nil, waiting[last] == nil {
      missing.append(last)
      last = store.parent(of: last)
    }
    var world = worlds[last] ?? path[last] ?? waiting[last] ?? initial
    // What lies before is on the path to the next one as well.
    var before = last
    var newPath: [StateNumber: SharedWorld] = [:]
    while let known = path[before] {
      newPath[before] = known
      before = store.parent(of: before)
    }
    for next in missing.reversed() {
      guard let made = try make(next, from: world, store) else { return nil }
      world = made
      newPath[next] = world
      keep(world, of: next)
      release(store.parent(of: next))
    }
    path = newPath
    return world
  }

  /// Makes a state from the one before.
  private mutating func make(
    _ state: StateNumber, from base: SharedWorld, _ store: StateStore
  ) throws(RuntimeError) -> SharedWorld? {
    let arrival = store[state]
    guard let transition = arrival.transition else { return base }
    var (world, time) = (base.world, Int64?.none)
    if arrival.isRemade {
      let parent = store.parent(of: state)
      if !arrival.bounds.isEmpty {
        guard let other = try remade(before: arrival, from: parent, store) else { return nil }
        (world, time) = (other.world, other.time)
      } else {
        let end = arrival.next.map(PathTimes.End.first) ?? .visible
        guard let other = try remade(parent, end, store) else { return nil }
        world = other
      }
    }
    guard try world.take(transition, next: arrival.next, at: time).isTaken else { return nil }
    _ = world.state()
    world.compact(since: base.world)
    return SharedWorld(world)
  }

  /// Makes a state with other times, at the end of which something is so; nil where none are found.
  func remade(
    _ state: StateNumber, _ end: PathTimes.End, _ store: StateStore
  ) throws(RuntimeError) -> ExplorationWorld? {
    let path = store.path(to: state).map { store[$0] }
    guard let times = times(of: path, end) else { return nil }
    return try play(path, at: times)
  }

  /// Makes a state with other times, and finds a moment for a transition in which code finds of moments
  /// what it says; nil where none are found.
  func remade(
    before arrival: Arrival, from state: StateNumber, _ store: StateStore
  ) throws(RuntimeError) -> (world: ExplorationWorld, time: Int64)? {
    let path = store.path(to: state).map { store[$0] }
    guard let times = times(of: path + [arrival], nil),
      let world = try play(path, at: times), let time = times.last
    else { return nil }
    return (world, time)
  }

  /// The earliest moments for a path; only where there are no others, such in which independent events
  /// meet.
  private func times(of path: [Arrival], _ end: PathTimes.End?) -> [Int64]? {
    for allowsTies in [false, true] {
      let times = PathTimes(
        path, end, hearingWaits: initial.world.hasObservers, allowingTies: allowsTies)
      if let solution = times.solution(inUnitsOf: 1) { return solution }
    }
    return nil
  }

  private func play(
    _ path: [Arrival], at times: [Int64]
  ) throws(RuntimeError) -> ExplorationWorld? {
    var world = initial.world
    for (arrival, time) in zip(path, times).dropFirst() {
      guard let transition = arrival.transition,
        try world.take(transition, next: arrival.next, at: time).isTaken
      else { return nil }
      _ = world.state()
    }
    return world
  }
}
