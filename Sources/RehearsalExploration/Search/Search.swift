// The search: breadth first, the disruptions outside and the steps inside. All states of a distance
// are expanded before those of the next, so the first path that is found to anything is a shortest
// one.

import RehearsalLifecycle
import RehearsalValues

/// A search under way.
struct Search {
  /// What must hold and does not, with the shortest path to it.
  struct Finding: Sendable {
    let breach: ExplorationBreach
    /// How the state in which it broke was reached, and from which; none for the beginning.
    let arrival: Arrival
    let parent: StateNumber?

    var distance: Distance { arrival.distance }
  }

  /// Whether a path on which events may meet breaks something when it is played.
  typealias Confirmation = (_ path: [Arrival], _ breach: ExplorationBreach) -> Bool

  private let options: SearchOptions
  /// Whether something grows without end on the paths to states.
  private let growsWithoutEnd: (StateStore) -> Bool
  /// At how many states that is looked at next.
  private var nextLook: Int
  private let confirms: Confirmation
  /// Whether what broke is known, so that the search goes on behind it.
  private let isKnown: (ExplorationBreach) -> Bool
  /// What transitions add to the distance of a state.
  private let costs: TransitionCosts

  private(set) var store = StateStore()
  /// The outcomes of their transitions, where those are the same in all zones of a state.
  private var known = KnownTransitions()
  /// What the states of the level under way are made from.
  private var worlds: WorldCache
  /// The states to be expanded, by their distance.
  private var queue: [Distance: [StateNumber]] = [:]
  /// The distance under way, and its states that were not expanded yet.
  private var distance: Distance
  private var rest: ArraySlice<StateNumber> = []
  /// How many disruptions the paths hold that are searched.
  private(set) var level = 0

  /// How many actions took place.
  private(set) var transitionCount = 0
  /// How many states were expanded, each as often as there are zones.
  private(set) var expandedCount = 0
  /// The identities of those that were expanded.
  private var expanded: Set<StateDigest> = []
  /// The steps of the longest shortest path so far.
  private(set) var depth = 0
  /// What broke, in the order in which it was found.
  private(set) var findings: [Finding] = []
  /// What broke and is known, each once.
  private(set) var knownBreaches: [ExplorationBreach] = []
  private(set) var reached: Set<Int> = []
  private(set) var handled: Set<HandledMessage> = []
  private(set) var levels: [ExplorationLevel] = []
  /// Whether so many messages waited somewhere that only time passed.
  private(set) var wasFull = false
  /// What ties states to the moments at which they were tried.
  private(set) var pins: Set<MomentGroups.Pin> = []
  /// Where code makes more of moments than the search can follow.
  private(set) var places: Set<String> = []
  /// The longest span with which code compares how long ago something was, in units: moments
  /// longer ago are not told apart.
  private let reach: Int64
  /// A longer one, which was found: then too little was told apart.
  private(set) var longerReach: Int64?
  /// Whether time has passed on some path.
  private(set) var hasWaited = false
  /// The apps whose code was played again for each path.
  private(set) var replayedApps: Set<String> = []
  /// What ended the search early.
  private(set) var bound: Verdict.Bound?
  /// How many lines the beginning has.
  let firstSteps: Int

  init(
    _ world: ExplorationWorld, _ outcome: TransitionOutcome, _ options: SearchOptions,
    reach: Int64 = -1, growing growsWithoutEnd: @escaping (StateStore) -> Bool,
    knowing isKnown: @escaping (ExplorationBreach) -> Bool,
    confirming confirms: @escaping Confirmation
  ) {
    (self.options, self.reach, self.confirms) = (options, reach, confirms)
    self.isKnown = isKnown
    self.growsWithoutEnd = growsWithoutEnd
    nextLook = options.statesOfGrowth
    costs = TransitionCosts(world, mostDisruptions: options.disruptions)
    firstSteps = world.exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    distance = Distance(disruptions: 0, steps: firstSteps)
    var world = world
    let state = world.state()
    worlds = WorldCache(SharedWorld(world))
    pins = state.pins
    if !pins.isEmpty {
      known.add(KnownTransitions.Findings(inexact: [state.identity]), of: state.identity)
    }
    let zone = Zone(state.moments.groups.map { .number($0.base - state.now.distance) }, of: Zone())
    let passed = state.moments.loosened(zone.passed(state.moments.nexts), reach: reach)
    let arrival = Arrival(
      transition: nil, zone: state.moments.loosened(zone, reach: reach), passed: passed,
      moments: state.moments, distance: distance, length: 0)
    _ = store.insert(state.identity, from: .initial, arrival)
    queue[distance] = [.initial]
    reached = Set(outcome.reached)
    handled = Set(outcome.handled)
    note(outcome.breaches, arrival, from: nil)
  }

  /// How many states were expanded.
  var stateCount: Int { expanded.count }

  /// Whether a state that was made with other times was another one, though nothing on its path is tied
  /// to moments: then something in it depends on them that the search does not know of.
  private(set) var isContradicted = false

  /// How far the search is.
  var progress: Exploration.Progress {
    Exploration.Progress(disruptions: level, states: stateCount, depth: depth - firstSteps)
  }

  // MARK: - Running

  /// Searches until every state was seen, something was found that nothing can be shorter than, or a
  /// bound is reached.
  ///
  /// - Parameter observe: Called with the search's progress after each action that was tried; a
  ///   result ends the search.
  /// - Throws: The error of a condition, a property or what follows an action.
  mutating func run(
    observing observe: @escaping (Exploration.Progress) -> Verdict.Bound?
  ) throws {
    while bound == nil, longerReach == nil {
      guard store.count <= options.states else { return end(at: .budget(.states)) }
      if store.count >= nextLook {
        nextLook *= 2
        if growsWithoutEnd(store) { return end(at: .growth) }
      }
      if rest.isEmpty, !beginDistance() { return }
      guard let number = rest.popFirst() else { continue }
      guard !store.isReplaced(number) else {
        worlds.forget(number, store)
        continue
      }
      try expand(number, observing: observe)
    }
  }

  /// What ends a search within a state.
  private struct End: Error {
    let reason: Verdict.Bound
  }

  private mutating func expand(
    _ number: StateNumber, observing observe: @escaping (Exploration.Progress) -> Verdict.Bound?
  ) throws {
    var shared: SharedWorld?
    let found: ExpansionOutcome
    do {
      if let known = try knownOutcome(of: number, observe) {
        worlds.forget(number, store)
        found = known
      } else {
        guard let world = try worlds.takeWorld(of: number, store) else {
          // No moments in whole units fit.
          pins.insert(.fineSpan)
          return
        }
        shared = world
        replayedApps.formUnion(world.world.replayedApps)
        found = try expand(world.world, number, observe)
      }
    } catch let end as End {
      return self.end(at: end.reason)
    } catch {
      // Who stops it in the middle of an action says why.
      guard worlds.isCancelled else { throw error }
      return end(at: observe(progress) ?? .interruption)
    }
    expandedCount += 1
    expanded.insert(store.identity(of: number))
    transitionCount += found.transitionCount
    reached.formUnion(found.reached)
    handled.formUnion(found.handled)
    pins.formUnion(found.pins)
    places.formUnion(found.places)
    if found.reach > reach { longerReach = found.reach }
    isContradicted = isContradicted || found.isContradicted && isExact(pathTo: number)
    wasFull = wasFull || found.isFull
    hasWaited = hasWaited || found.hasWaited
    known.add(found.known, of: store.identity(of: number))
    for successor in found.successors { take(successor, from: number) }
    if let shared { worlds.keep(shared, of: number) }
  }

  /// Whether nothing on the path to a state is tied to the moments at which it was tried: else it is no
  /// surprise that other times make another state, and the verdict names what ties it.
  private func isExact(pathTo number: StateNumber) -> Bool {
    store.path(to: number).allSatisfy {
      known.isExact(store.identity(of: $0)) && store[$0].moments.isKnown
    }
  }

  /// The outcome of all that can be done in a state, where it was tried in another zone of it.
  private func knownOutcome(
    of number: StateNumber, _ observe: (Exploration.Progress) -> Verdict.Bound?
  ) throws -> ExpansionOutcome? {
    if let reason = observe(progress) { throw End(reason: reason) }
    guard !options.triesEachZone else { return nil }
    return try ExpandedState(number, costs, knowing: store, known, reach: reach).knownOutcome()
  }

  /// Tries what can be done in a state.
  ///
  /// What reads the store meanwhile does not outlive this call: a copy that lives on would have the
  /// store copied at the next state that is reached.
  private func expand(
    _ world: ExplorationWorld, _ number: StateNumber,
    _ observe: @escaping (Exploration.Progress) -> Verdict.Bound?
  ) throws -> ExpansionOutcome {
    let (worlds, store, progress) = (worlds, store, progress)
    return try Expansion(
      of: ExpandedState(number, costs, knowing: store, known, reach: reach), world,
      remaking: Remaking(
        end: { try worlds.remade(number, $0, store) },
        transition: { try worlds.remade(before: $0, from: number, store) }),
      observing: { if let reason = observe(progress) { throw End(reason: reason) } }
    ).outcome
  }

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
  private var isBeyondBound: Bool { !costs.mayHold(level) }

  /// The states of the level under way that are to be expanded.
  private var waitingStates: [StateNumber] {
    queue.filter { $0.key.disruptions == level }.sorted { $0.key < $1.key }
      .flatMap(\.value).filter { !store.isReplaced($0) }
  }

  private mutating func end(at reason: Verdict.Bound) {
    bound = reason
    close(level)
  }

  /// Whether nothing that is still to come can be shorter than what was found: at a distance that ends
  /// with a wait another one is free.
  private func isOver(at distance: Distance) -> Bool {
    guard options.stopsAtViolation, let best = findings.map(\.distance).min() else {
      return false
    }
    return (best.disruptions, best.steps)
      <= (distance.disruptions, distance.steps + (distance.waits ? 0 : 1))
  }

  private mutating func close(_ disruptions: Int) {
    let found = findings.filter { $0.distance.disruptions == disruptions }.map(\.distance.steps)
    levels.append(
      ExplorationLevel(
        disruptions: disruptions, states: stateCount, transitions: transitionCount,
        stepsOfViolation: found.min(), bound: bound))
  }

  /// How many states were reached and not expanded, each as often as there are zones.
  var waitingCount: Int {
    rest.count + queue.values.reduce(0) { $0 + $1.count(where: { !store.isReplaced($0) }) }
  }

  /// Whether states are left that have more disruptions than were allowed.
  var leavesStates: Bool { !queue.isEmpty }

  // MARK: - What was found

  private mutating func take(_ successor: Successor, from state: StateNumber) {
    let arrival = successor.arrival
    note(successor.breaches, arrival, from: state)
    guard let number = store.insert(successor.identity, from: state, arrival) else { return }
    queue[arrival.distance, default: []].append(number)
    if let world = successor.world, worlds.hold(world, of: number) { return }
    if arrival.distance.disruptions == level { worlds.expect(from: state) }
  }

  /// Notes what broke, unless a path with as many disruptions does not count.
  private mutating func note(
    _ breaches: [ExplorationBreach], _ arrival: Arrival, from parent: StateNumber?
  ) {
    guard costs.mayHold(arrival.distance.disruptions) else { return }
    for breach in breaches {
      if isKnown(breach) {
        if !knownBreaches.contains(breach) { knownBreaches.append(breach) }
        continue
      }
      let finding = Finding(breach: breach, arrival: arrival, parent: parent)
      let known = findings.firstIndex { $0.breach == breach }
      if let known, arrival.distance >= findings[known].distance { continue }
      let path = path(to: finding)
      if path.contains(where: { $0.next?.mayMeetOthers == true }), !confirms(path, breach) {
        // What is due together comes in the order of its scheduling: this is not to be.
        isContradicted = true
        continue
      }
      if let known { findings[known] = finding } else { findings.append(finding) }
    }
  }

  /// How each state on the path to what broke was reached, the first included.
  func path(to finding: Finding) -> [Arrival] {
    (finding.parent.map { store.path(to: $0).map { store[$0] } } ?? []) + [finding.arrival]
  }
}
