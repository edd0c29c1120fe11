// The search: breadth first, the disruptions outside and the steps inside. All states of a distance
// are expanded before those of the next, so the first path that is found to anything is a shortest
// one. States of one distance do not depend on each other; threads share them, and what they find is
// put together in the order of the states.

/// A search under way.
struct Search {
  /// What must hold and does not, with the shortest path to it.
  struct Finding: Sendable {
    let breach: ExplorationBreach
    let distance: Distance
    /// The state before, and the transition that broke it; nil for what the beginning broke.
    let state: StateNumber
    let transition: Transition?
  }

  private let options: SearchOptions
  /// What transitions add to the distance of a state.
  let costs: TransitionCosts

  private(set) var store = StateStore()
  /// What the states of the level under way are made from.
  private var worlds: WorldCache
  /// The states to be expanded, by their distance; those of which a shorter path was found since
  /// stand in it twice.
  private var queue: [Distance: [StateNumber]] = [:]
  /// The distance under way, and its states that were not expanded yet.
  private var distance: Distance
  private var rest: ArraySlice<StateNumber> = []
  /// The states that are being expanded.
  private var batch: [StateNumber] = []
  /// How many disruptions the paths hold that are searched.
  private(set) var level = 0

  /// How many actions took place.
  private(set) var transitionCount = 0
  /// How many states were expanded.
  private(set) var expandedCount = 0
  /// The steps of the longest shortest path so far.
  private(set) var depth = 0
  /// What broke, in the order in which it was found.
  private(set) var findings: [Finding] = []
  private(set) var reached: Set<Int> = []
  private(set) var handled: Set<HandledMessage> = []
  private(set) var levels: [ExplorationLevel] = []
  /// Whether time has passed on some path.
  private(set) var hasWaited = false
  /// What ended the search early.
  private(set) var bound: Verdict.Bound?
  /// How many lines the beginning has.
  let firstSteps: Int

  init(_ world: ExplorationWorld, _ outcome: TransitionOutcome, _ options: SearchOptions) {
    self.options = options
    costs = TransitionCosts(world.exploration)
    firstSteps = world.exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    distance = Distance(disruptions: 0, steps: firstSteps)
    worlds = WorldCache(SharedWorld(world))
    _ = store.insert(world.identity, from: .initial, by: nil, at: distance)
    queue[distance] = [.initial]
    reached = Set(outcome.reached)
    handled = Set(outcome.handled)
    note(outcome.breaches, at: distance, from: .initial, by: nil)
  }

  // MARK: - Running

  /// The states to be expanded next; nil once every state was seen, something was found that nothing
  /// can be shorter than, or a bound is reached.
  ///
  /// What comes of them is taken before the next are asked for.
  ///
  /// - Throws: The error of what made a state before and does not any more.
  mutating func next() throws -> [WorldRecipe]? {
    while bound == nil {
      guard store.count <= options.states else {
        end(at: .budget(.states))
        return nil
      }
      if rest.isEmpty, !beginDistance() { return nil }
      batch = []
      while batch.count < batchSize, let number = rest.popFirst() {
        // A shorter path to a state may have been found, by which it was expanded already.
        if store.distance(of: number) == distance { batch.append(number) }
      }
      if !batch.isEmpty { return try batch.map { try worlds.recipe(of: $0, store) } }
    }
    return nil
  }

  /// How many states are expanded before what was found is put together.
  ///
  /// What is found does not depend on it, and one at a time needs the least memory.
  private var batchSize: Int { options.threads > 1 ? 32 * options.threads : 1 }

  /// Goes on to the states of the next distance; false where there is no going on.
  private mutating func beginDistance() -> Bool {
    guard let next = queue.keys.min() else {
      close(level)
      return false
    }
    if next.disruptions > level {
      close(level)
      level = next.disruptions
      if !isBeyondBound { worlds.begin(with: waitingStates, store) }
    }
    if isBeyondBound { return false }
    if !isOver(at: next), next.steps - firstSteps >= options.events { bound = .budget(.events) }
    guard bound == nil, !isOver(at: next) else {
      close(level)
      return false
    }
    depth = max(depth, next.steps)
    distance = next
    rest = (queue.removeValue(forKey: next) ?? [])[...]
    return true
  }

  /// Whether the level under way has more disruptions than a path may hold.
  private var isBeyondBound: Bool { !mayHold(level) }

  /// Whether a path may hold so many disruptions.
  private func mayHold(_ disruptions: Int) -> Bool {
    options.disruptions.map { disruptions <= $0 } ?? true
  }

  /// The states of the level under way that are to be expanded.
  private var waitingStates: [StateNumber] {
    queue.filter { $0.key.disruptions == level }.flatMap { distance, states in
      states.filter { store.distance(of: $0) == distance }
    }
  }

  /// Takes what came of the states that were given last.
  ///
  /// - Parameters:
  ///   - expansions: What came of each.
  ///   - observe: Is told how far the search is; what it gives ends the search.
  mutating func take(
    _ expansions: [Expansion], observing observe: (Search) -> Verdict.Bound?
  ) {
    for (number, expansion) in zip(batch, expansions) {
      // A bound ends the search at the same state for any number of threads.
      guard store.count <= options.states else { break }
      expandedCount += 1
      transitionCount += expansion.transitionCount
      reached.formUnion(expansion.reached)
      handled.formUnion(expansion.handled)
      for successor in expansion.successors { take(successor, from: number) }
      worlds.keep(expansion.world, of: number)
    }
    batch = []
    if let reason = observe(self) { end(at: reason) }
  }

  private mutating func end(at reason: Verdict.Bound) {
    bound = reason
    close(level)
  }

  /// Whether nothing that is still to come can be shorter than what was found.
  private func isOver(at distance: Distance) -> Bool {
    guard options.stopsAtViolation, let best = findings.map(\.distance).min() else {
      return false
    }
    return best <= distance
      || best.disruptions == distance.disruptions && best.steps <= distance.steps + 1
  }

  private mutating func close(_ disruptions: Int) {
    let found = findings.filter { $0.distance.disruptions == disruptions }.map(\.distance.steps)
    levels.append(
      ExplorationLevel(
        disruptions: disruptions, states: expandedCount, transitions: transitionCount,
        stepsOfViolation: found.min(), bound: bound))
  }

  /// Whether states are left that have more disruptions than were allowed.
  var leavesStates: Bool { !queue.isEmpty }

  // MARK: - What was found

  private mutating func take(_ successor: Successor, from state: StateNumber) {
    let next = distance + successor.cost
    if case .advance = successor.transition.action { hasWaited = true }
    note(successor.breaches, at: next, from: state, by: successor.transition)
    switch store.insert(successor.identity, from: state, by: successor.transition, at: next) {
    case .added(let number): enqueue(number, from: state, at: next)
    case .shortened(let number, let earlier, let parent):
      if earlier.disruptions == level { worlds.release(parent) }
      enqueue(number, from: state, at: next)
    case .unchanged: break
    }
  }

  private mutating func enqueue(
    _ number: StateNumber, from state: StateNumber, at distance: Distance
  ) {
    queue[distance, default: []].append(number)
    if distance.disruptions == level { worlds.expect(from: state) }
  }

  /// Notes what broke, unless a path with as many disruptions does not count.
  private mutating func note(
    _ breaches: [ExplorationBreach], at distance: Distance, from state: StateNumber,
    by transition: Transition?
  ) {
    guard mayHold(distance.disruptions) else { return }
    for breach in breaches {
      let finding = Finding(
        breach: breach, distance: distance, state: state, transition: transition)
      if let known = findings.firstIndex(where: { $0.breach == breach }) {
        if distance < findings[known].distance { findings[known] = finding }
      } else {
        findings.append(finding)
      }
    }
  }
}
