// One search from its beginning to its result.

import Rehearsal
import RehearsalLifecycle

/// A search of an exploration with what it begins with.
struct ExplorationRun {
  let maker: CounterexampleMaker
  let world: ExplorationWorld
  let outcome: TransitionOutcome
  let options: SearchOptions
  /// The time of everything that follows the search.
  let time: ExplanationTime
  let observe: (Exploration.Progress) -> Verdict.Bound?
  /// The scenarios of the file, some of which may be paths of the exploration.
  let scenarioPaths: () throws -> ScenarioPaths

  private var exploration: RunnableExploration { world.exploration }

  /// Searches, and returns the result.
  func result() throws -> ExplorationResult {
    var search = self.search(reach: -1)
    try search.run(observing: observe)
    while let reach = search.longerReach {
      search = self.search(reach: reach)
      try search.run(observing: observe)
    }
    time.begin()
    let found = search.findings.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    let growing = search.bound == nil ? [] : growingThings(in: search.store)
    var counterexamples = found.map { finding in
      // Who interrupts it now wants to see what there is.
      if search.bound == nil, observe(search.progress) == .interruption {
        time.cancellation.cancel()
      }
      return counterexample(of: finding.element, search)
    }
    if counterexamples.isEmpty { counterexamples = try counterexamplesOfScenarios(besides: search) }
    var result = ExplorationResult(
      title: exploration.title,
      verdict: counterexamples.isEmpty ? verdict(of: search) : .violated, levels: search.levels,
      states: search.stateCount, zones: search.store.zoneCount,
      transitions: search.transitionCount, diameter: search.depth - search.firstSteps,
      counterexamples: counterexamples,
      neverReached: neverReached(besides: search.reached),
      handlersNeverRun: handlersNeverRun(besides: search.handled),
      restrictions: restrictions(of: search), data: world.dataTried, growing: growing,
      waiting: search.waitingCount,
      commonest: commonestAction(in: search),
      clock: world.groupsMoments ? nil : world.placeOfClock.map { "\($0)" })
    result.known = search.knownBreaches.map(maker.title)
    result.found = (result.counterexamples.map(\.title) + result.known).map(finding)
    return result
  }

  private func search(reach: Int64) -> Search {
    Search(
      world, outcome, options, reach: reach,
      // Few disruptions end a search by themselves.
      growing: { options.disruptions == nil && !growingThings(in: $0).isEmpty },
      knowing: isKnown,
      confirming: { path, breach in
        maker.replays(scenarios(of: path, while: { true }), breach)
      })
  }

  /// What broke by what a baseline tells it by.
  private func finding(_ title: String) -> Baseline.Finding {
    Baseline.Finding("explore", in: maker.script.source.name, of: exploration.title, title)
  }

  // MARK: - Results

  /// Tells what broke: at whole seconds where such moments fit the path, else at finer ones.
  private func counterexample(of finding: Search.Finding, _ search: Search) -> Counterexample {
    let path = search.path(to: finding)
    return maker.make(
      scenarios(of: path, while: { !time.isOver }), finding.breach,
      disruptions: finding.distance.disruptions)
  }

  /// What breaks on the paths that are scenarios of the file, where the search found nothing.
  private func counterexamplesOfScenarios(besides search: Search) throws -> [Counterexample] {
    guard !maker.script.cases.isEmpty, !time.isOver else { return [] }
    return try scenarioPaths().findings(within: options.disruptions)
      .filter { !search.knownBreaches.contains($0.breach) && !isKnown($0.breach) }
      .map { maker.make([$0.path], $0.breach, disruptions: $0.disruptions) }
  }

  private func isKnown(_ breach: ExplorationBreach) -> Bool {
    options.baseline.knows(finding(maker.title(of: breach)))
  }

  private func scenarios(
    of path: [Arrival], while goesOn: @escaping () -> Bool
  ) -> some Sequence<[Transition]> {
    concretePaths(of: path, endingAt: .visible, mergingWaits: true, while: goesOn)
  }

  /// The action that is on the way to most states, as a line of a scenario, where a bound ended the
  /// search: without it there are fewer.
  ///
  /// - Complexity: O(*n*) in the number of states.
  private func commonestAction(
    in search: Search
  ) -> (action: String, count: Int, all: Int)? {
    guard search.bound != nil else { return nil }
    var numbers: [ExplorationAction: Int] = [:]
    var counts: [Int] = []
    // Of each state which actions are on its way, by their numbers; there is room for so many.
    var ways: [UInt64] = []
    for (index, arrival) in search.store.all.enumerated() {
      if index % 4_096 == 0, time.isOver { return nil }
      var way = index == 0 ? 0 : ways[search.store.parent(of: StateNumber(index: index)).index]
      if let action = arrival.transition?.action.withoutValues {
        let number = numbers[action] ?? counts.count
        if number == counts.count, number < UInt64.bitWidth {
          numbers[action] = number
          counts.append(0)
        }
        way |= 1 << UInt64(number)
      }
      ways.append(way)
      for number in counts.indices where way & 1 << UInt64(number) != 0 { counts[number] += 1 }
    }
    let most = numbers.map { (count: counts[$1], words: maker.words(of: Transition(action: $0))) }
      .max { ($0.count, $1.words) < ($1.count, $0.words) }
    return most.map { ($0.words, $0.count, search.store.count - 1) }
  }

  /// A path with times, in coarse ones first; each is found when it is asked for.
  private func concretePaths(
    of path: [Arrival], endingAt end: PathTimes.End?, mergingWaits: Bool,
    while goesOn: @escaping () -> Bool
  ) -> AnySequence<[Transition]> {
    guard world.groupsMoments else { return AnySequence([path.compactMap(\.transition)]) }
    let solvers = [false, true].map {
      PathTimes(path, end, hearingWaits: world.hasObservers, allowingTies: $0)
    }
    var ways: [() -> [Int64]?] = Self.units.flatMap { units in
      solvers.flatMap { solver in units.map { unit in { solver.solution(inUnitsOf: unit) } } }
    }
    if !path.allSatisfy(\.moments.isKnown) { ways.append { timesFound(on: path) } }
    let mergesWaits = mergingWaits && !world.hasObservers
    // The first is found in any case: a violation has a scenario.
    let paths = ways.indices.lazy.compactMap { [ways] number in
      number < Self.units[0].count || goesOn() ? ways[number]() : nil
    }.map { ConcretePath(path, at: $0, mergesWaits: mergesWaits).transitions }
    return AnySequence(paths)
  }

  /// The units in which moments are found for a scenario, coarse ones first: a second and parts of it, then
  /// parts of a millisecond.
  private static let units: [[Int64]] = {
    let millisecond = 1_000_000 / MomentGroups.unit
    return [
      [1_000, 100, 10, 1].map { $0 * millisecond }, [2, 10, 20, 100].map { millisecond / $0 },
    ]
  }()

  /// The moments at which the search itself followed a path: where some come from no single action,
  /// no others are known.
  private func timesFound(on path: [Arrival]) -> [Int64]? {
    guard maker.initial.groupsMoments else { return nil }
    var world = maker.initial
    var times: [Int64] = [0]
    _ = world.state()
    for arrival in path.dropFirst() {
      guard !arrival.isRemade, let transition = arrival.transition,
        (try? world.take(transition, next: arrival.next))?.isTaken == true
      else { return nil }
      _ = world.state()
      times.append(world.unit)
    }
    return times
  }

  /// What grows without end on the longest paths, and on those to some of the last states reached.
  private func growingThings(in store: StateStore) -> [ExplorationGrowth] {
    var found: [ExplorationGrowth] = []
    let span = max(1, store.count / 64)
    let last = stride(from: store.count - 1, through: 0, by: -span).prefix(Self.sampledPaths)
    let numbers = [store.deepest(atMost: Self.longestSampled)] + last.map(StateNumber.init(index:))
    var room = VariableGrowth.mostBytes
    for number in numbers where found.isEmpty && room > 0 && !time.isOver {
      let arrivals = store.path(to: number).map { store[$0] }
      guard arrivals.count <= Self.longestSampled else { continue }
      let paths = concretePaths(
        of: arrivals, endingAt: nil, mergingWaits: false, while: { !time.isOver })
      guard let path = paths.first(where: { _ in true }), path.count <= Self.longestSampled else {
        continue
      }
      var growth = VariableGrowth(on: path, from: maker.initial, within: room)
      let growing = growth.growing()
      // What was stopped in the middle has seen nothing.
      if time.isOver { break }
      room = growth.room
      for (name, action, place) in growing {
        found.append(
          ExplorationGrowth(
            name: name, action: action.map { maker.words(of: $0) } ?? "",
            place: place.map { "\($0)" }))
      }
    }
    return found
  }

  /// How many transitions a path has at most on which they are looked for: growth on longer ones is
  /// seen on shorter ones as well.
  private static var longestSampled: Int { 2_000 }

  /// On how many paths growing variables are looked for.
  private static var sampledPaths: Int { 32 }

  private func verdict(of search: Search) -> Verdict {
    if let bound = search.bound { return .boundHit(bound) }
    if let vacuity = vacuity(of: search) { return .vacuous(vacuity) }
    guard search.leavesStates, let last = search.levels.last else { return .closed }
    return .closedUpTo(disruptions: last.disruptions)
  }

  /// Why it says nothing that nothing broke; nil where it says something.
  private func vacuity(of search: Search) -> Verdict.Vacuity? {
    if search.transitionCount == 0 { return .nothingPossible }
    let looks =
      !exploration.compiled.properties.isEmpty || world.hasExpectations
    let hasApps = !exploration.apps.isEmpty || !exploration.nativeApps.isEmpty
    let allowsAll = exploration.settings.allowedEnds.isSuperset(
      of: AppFault.allCases.flatMap { ExitReason.allowed(by: $0.rawValue) })
    if !looks, !hasApps || allowsAll { return .nothingLookedAt }
    return neverReached(besides: search.reached).isEmpty ? nil : .neverReached
  }

  /// The titles of the `sometimes` that held in no state.
  private func neverReached(besides reached: Set<Int>) -> [String] {
    exploration.compiled.properties.enumerated().filter { number, property in
      property.kind == .sometimes && !reached.contains(number)
    }.map(\.element.title)
  }

  /// The handlers that no path ran.
  private func handlersNeverRun(besides handled: Set<HandledMessage>) -> [String] {
    world.handlers.filter { handled.isDisjoint(with: $0.messages) }.map(\.name)
  }

  /// What the search did not tell apart, or did not try.
  private func restrictions(of search: Search) -> [Verdict.Restriction] {
    var restrictions: [Verdict.Restriction] = []
    // What code computed from the moment at which it ran may come out otherwise at another one, whether
    // there was something to wait for or not.
    var reasons = search.places.sorted()
    if search.hasWaited {
      if !world.groupsMoments { restrictions.append(.momentsOfDeadlines) }
      reasons =
        MomentGroups.Pin.allCases.filter(search.pins.contains).map(\.title) + world.timeReadings
        + reasons + (search.isContradicted ? [Verdict.Restriction.unknownReason] : [])
    }
    if world.groupsMoments, !reasons.isEmpty { restrictions.append(.moments(of: reasons)) }
    let conditions = exploration.conditionReadings
    if !conditions.isEmpty { restrictions.append(.conditions(conditions)) }
    if search.wasFull { restrictions.append(.messages(ExplorationWorld.mostWaiting)) }
    if case .grid(let step) = exploration.settings.clock {
      restrictions.append(.grid(.nanoseconds(step.nanoseconds)))
    }
    let unheard = handlersNeverRun(besides: search.handled)
    if !unheard.isEmpty, exploration.settings.environment == nil {
      restrictions.append(.handlers(unheard))
    }
    let rows = world.rowsOfOtherData
    if !rows.isEmpty { restrictions.append(.data(of: rows)) }
    if !search.replayedApps.isEmpty {
      restrictions.append(.exposedStates(of: search.replayedApps.sorted()))
    }
    return restrictions
  }
}
