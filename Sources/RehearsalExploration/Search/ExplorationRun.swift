// One search from its beginning to its result.

/// A search of an exploration with what it begins with.
struct ExplorationRun {
  let maker: CounterexampleMaker
  let world: ExplorationWorld
  let outcome: TransitionOutcome
  let options: SearchOptions
  let observe: (Exploration.Progress) -> Verdict.Bound?

  private var exploration: RunnableExploration { world.exploration }

  /// Searches on the caller's thread, and says what it came to.
  func result() throws -> ExplorationResult {
    var search = Search(world, outcome, options)
    while let recipes = try search.next() {
      let expansions = try recipes.map {
        try Expansion(of: $0, search.costs, knowing: search.store)
      }
      search.take(expansions, observing: report)
    }
    return result(of: search)
  }

  /// Searches on as many threads as there may be, and says what it came to.
  func resultOfThreads() async throws -> ExplorationResult {
    guard options.threads > 1 else { return try result() }
    var search = Search(world, outcome, options)
    while let recipes = try search.next() {
      search.take(try await expansions(of: recipes, in: search), observing: report)
    }
    return result(of: search)
  }

  /// What comes of some states, on as many threads as there may be.
  ///
  /// It is a function of its own so that the store is released with it: while it is held, the search
  /// would insert states into a copy.
  private func expansions(
    of recipes: [WorldRecipe], in search: Search
  ) async throws -> [Expansion] {
    let (costs, store) = (search.costs, search.store)
    return try await inParallel(recipes, threads: options.threads) {
      try Expansion(of: $0, costs, knowing: store)
    }
  }

  /// Tells how far a search is.
  private func report(_ search: Search) -> Verdict.Bound? {
    observe(
      Exploration.Progress(
        disruptions: search.level, states: search.expandedCount,
        depth: search.depth - search.firstSteps))
  }

  // MARK: - Results

  private func result(of search: Search) -> ExplorationResult {
    let found = search.findings.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    let counterexamples = found.map { _, finding in
      maker.make(
        search.store.path(to: finding.state) + [finding.transition].compactMap(\.self),
        finding.breach, at: finding.distance)
    }
    return ExplorationResult(
      title: exploration.title, verdict: verdict(of: search), levels: search.levels,
      states: search.expandedCount, transitions: search.transitionCount,
      diameter: search.depth - search.firstSteps, counterexamples: counterexamples,
      neverReached: neverReached(besides: search.reached),
      handlersNeverRun: handlersNeverRun(besides: search.handled),
      restrictions: restrictions(of: search),
      growingVariables: search.bound == nil ? [] : growingVariables(in: search.store))
  }

  /// The variables that grow without end on the paths to some of the states that were met last, by
  /// their names.
  private func growingVariables(in store: StateStore) -> [String] {
    var names: [String] = []
    let span = max(1, store.count / 64)
    for index in stride(from: store.count - 1, through: 0, by: -span).prefix(Self.sampledPaths) {
      let path = store.path(to: StateNumber(index: index))
      for name in VariableGrowth(on: path, from: world)?.names ?? [] where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// On how many paths growing variables are looked for.
  private static var sampledPaths: Int { 4 }

  private func verdict(of search: Search) -> Verdict {
    if !search.findings.isEmpty { return .violated }
    if let bound = search.bound { return .boundHit(bound) }
    guard search.leavesStates, let last = search.levels.last else { return .closed }
    return .closedUpTo(disruptions: last.disruptions)
  }

  /// The titles of the `sometimes` that held in no state.
  private func neverReached(besides reached: Set<Int>) -> [String] {
    exploration.compiled.properties.enumerated().filter { number, property in
      property.kind == .sometimes && !reached.contains(number)
    }.map(\.element.title)
  }

  /// The handlers that no path ran.
  private func handlersNeverRun(besides handled: Set<HandledMessage>) -> [String] {
    world.handlers.filter { !handled.contains($0.message) }.map(\.name)
  }

  /// What the search did not tell apart, or did not try.
  private func restrictions(of search: Search) -> [Verdict.Restriction] {
    var restrictions: [Verdict.Restriction] = search.hasWaited ? [.momentsOfDeadlines] : []
    if case .grid(let step) = exploration.settings.clock {
      restrictions.append(.grid(.nanoseconds(step.nanoseconds)))
    }
    return restrictions
  }
}
