// The worlds that states are made from. A world takes kilobytes and a state some dozens of bytes, so a
// world is kept only while states of the level under way are still to be made from it, and only so
// many are. Whatever is not there is made anew, from the last world on its path that is; states wait
// in the order of their paths, so that one such path serves many of them.

import RehearsalMachine

/// The worlds from which others are still to be made.
struct WorldCache {
  /// The state that everything begins with, which is always kept.
  private let initial: SharedWorld
  private var worlds: [StateNumber: SharedWorld] = [:]
  /// The worlds on the path to the state that was made last.
  private var path: [StateNumber: SharedWorld] = [:]
  /// By state: how many others are still to be made from it; none after the last.
  private var counts: [UInt32] = []

  init(_ initial: SharedWorld) { self.initial = initial }

  /// How many worlds are kept for so many states: all of a small search, else so few that they take
  /// no more than the states.
  private static func capacity(for states: Int) -> Int { max(1024, states / 64) }

  /// Begins a level with the states that wait in it, and forgets all worlds.
  ///
  /// - Complexity: O(*n*) in the number of states on the paths to them.
  mutating func begin(with waiting: [StateNumber], _ store: StateStore) {
    worlds = [:]
    path = [:]
    counts = Array(repeating: 0, count: store.count)
    for state in waiting {
      var state = state
      while state != .initial {
        state = store.parent(of: state)
        counts[state.index] += 1
        // The path to a state from which others are made already is counted.
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
  mutating func keep(_ world: SharedWorld, of state: StateNumber) {
    if state.index < counts.count, counts[state.index] > 0,
      worlds.count < Self.capacity(for: counts.count)
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
  mutating func recipe(
    of state: StateNumber, _ store: StateStore
  ) throws(RuntimeError) -> WorldRecipe {
    guard state != .initial else {
      return WorldRecipe(base: initial, transition: nil, distance: store.distance(of: state))
    }
    let parent = store.parent(of: state)
    defer { release(parent) }
    return recipe(of: state, from: try world(of: parent, store), store)
  }

  /// The world of a state, made anew where it is not there.
  private mutating func world(
    of state: StateNumber, _ store: StateStore
  ) throws(RuntimeError) -> SharedWorld {
    if let world = worlds[state] { return world }
    var missing: [StateNumber] = []
    var last = state
    while last != .initial, worlds[last] == nil, path[last] == nil {
      missing.append(last)
      last = store.parent(of: last)
    }
    var world = worlds[last] ?? path[last] ?? initial
    // What lies before is on the path to the next one as well.
    var before = last
    var newPath: [StateNumber: SharedWorld] = [:]
    while let known = path[before] {
      newPath[before] = known
      before = store.parent(of: before)
    }
    for next in missing.reversed() {
      world = try recipe(of: next, from: world, store).world()
      newPath[next] = world
      keep(world, of: next)
      release(store.parent(of: next))
    }
    path = newPath
    return world
  }

  private func recipe(
    of state: StateNumber, from base: SharedWorld, _ store: StateStore
  ) -> WorldRecipe {
    WorldRecipe(
      base: base, transition: store.transition(to: state), distance: store.distance(of: state))
  }
}
