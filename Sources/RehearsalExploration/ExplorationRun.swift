// One search from its beginning, or a checkpoint, to its result: a plain model is searched by itself,
// everything else on copies of the device.

import Rehearsal
import RehearsalLifecycle

/// A search of an exploration with what it begins with.
struct ExplorationRun {
  let maker: CounterexampleMaker
  let world: ExplorationWorld
  let outcome: ExplorationOutcome
  let options: SearchOptions
  let origin: SearchCheckpoint.Origin
  let checkpoints: SearchCheckpoints?
  let observe: (Exploration.Progress) -> Verdict.Bound?

  private var exploration: RunnableExploration { world.exploration }

  /// Searches on the caller's thread, and says what it came to.
  func result() throws -> ExplorationResult {
    if let model = try plainModel(),
      let result = try plainResult(UInt64.self, model) ?? plainResult(UInt128.self, model)
    {
      return result
    }
    var search = try search()
    while let departures = try search.next() {
      let expansions = try departures.map {
        try Expansion(of: $0, search.rules, knowing: search.store)
      }
      search.take(expansions, observing: look)
    }
    return finish(search)
  }

  /// Searches on as many threads as there may be, and says what it came to.
  func resultOfThreads() async throws -> ExplorationResult {
    guard options.threads > 1 else { return try result() }
    if let model = try plainModel() {
      if let result = try await plainResultOfThreads(UInt64.self, model) { return result }
      if let result = try await plainResultOfThreads(UInt128.self, model) { return result }
    }
    var search = try search()
    while let departures = try search.next() {
      search.take(try await expansions(of: departures, in: search), observing: look)
    }
    return finish(search)
  }

  /// What comes of some states, on as many threads as there may be.
  ///
  /// Nobody holds the store behind it, else the search would take its states into a copy.
  private func expansions(of departures: [Departure], in search: Search) async throws
    -> [Expansion]
  {
    let (rules, store) = (search.rules, search.store)
    return try await inParallel(departures, threads: options.threads) {
      try Expansion(of: $0, rules, knowing: store)
    }
  }

  /// The search, from its beginning or a checkpoint.
  private func search() throws -> Search {
    switch checkpoints?.start?.content {
    case .search(let record): try Search(world, options, from: record)
    case .plain: throw SearchCheckpoint.Mismatch.otherStates
    case nil: Search(world, outcome, options)
    }
  }

  /// Keeps and tells how far a search is.
  private func look(at search: Search) -> Verdict.Bound? {
    if checkpoints?.isDue() == true { keep(.search(search.record)) }
    return observe(
      Exploration.Progress(
        disruptions: search.level, states: search.expandedCount,
        depth: search.depth - search.firstSteps))
  }

  private func finish(_ search: Search) -> ExplorationResult {
    if checkpoints != nil { keep(.search(search.record)) }
    return result(of: search)
  }

  private func keep(_ content: SearchCheckpoint.Content) {
    checkpoints?.keep(SearchCheckpoint(origin: origin, content: content))
  }

  // MARK: - Results

  private func result(of search: Search) -> ExplorationResult {
    let found = search.findings.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    let counterexamples = found.map { _, finding in
      maker.make(
        search.store.path(to: finding.state) + finding.deeds, finding.breach, at: finding.distance)
    }
    return ExplorationResult(
      title: exploration.title, verdict: verdict(of: search), levels: search.levels,
      states: search.expandedCount, transitions: search.transitionCount,
      diameter: search.depth - search.firstSteps, counterexamples: counterexamples,
      neverReached: neverReached(besides: search.reached),
      handlersNeverRun: handlersNeverRun(besides: search.handled),
      reductions: reductions,
      grid: grid,
      growingVariables: search.bound == nil
        ? [] : growingVariables(in: search.store.count, by: search.store.path))
  }

  /// The variables that grow without end on the ways to some of the states that were met last, by
  /// their names.
  private func growingVariables(
    in count: Int, by path: (StateNumber) throws -> [Deed]
  ) rethrows -> [String] {
    var names: [String] = []
    let span = max(1, count / 64)
    for index in stride(from: count - 1, through: 0, by: -span).prefix(Self.sampledWays) {
      let path = try path(StateNumber(rawValue: Int32(index)))
      for name in VariableGrowth(on: path, from: world)?.names ?? [] where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// On how many ways growing variables are looked for.
  private static var sampledWays: Int { 4 }

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

  /// The handlers that no path ran, in none of the apps that are alike where these are one.
  private func handlersNeverRun(besides handled: Set<HandledMessage>) -> [String] {
    world.handlers.filter { _, handler in
      !world.likes(of: handler.app).contains {
        handled.contains(HandledMessage(app: $0, message: handler.message))
      }
    }.map(\.name)
  }

  private var grid: Duration? {
    guard case .grid(let step) = exploration.clock else { return nil }
    return .nanoseconds(step.nanoseconds)
  }

  /// The reductions that a search of devices has.
  private var reductions: [Reduction] {
    Reduction.allCases.filter {
      options.reductions.contains($0) && ($0 != .symmetry || world.mergesAlikeApps)
    }
  }

  // MARK: - Plain models

  /// The model of an exploration of variables alone, which needs no device; nil for any other.
  private func plainModel() throws -> PlainModel? {
    try checkpoints?.start?.check(origin)
    let alternatives = exploration.alternatives
    let lengths = Set(exploration.compiled.alternatives.map { $0.body.lineCount })
    guard options.remembers, options.reductions.isSubset(of: [.symmetry]), outcome.breaches.isEmpty,
      lengths.count == 1, lengths != [0], !alternatives.contains(where: \.isDisruption),
      alternatives.count < Int(Int16.max)
    else { return nil }
    return PlainModel(world)
  }

  /// The result of a search with keys of some width; nil where they have too few bits.
  private func plainResult<Key: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ width: Key.Type, _ model: PlainModel
  ) throws -> ExplorationResult? {
    for var search in try plainSearches(width, model) {
      do {
        try search.run(observing: look)
        return try finish(search)
      } catch let error as PlainSearch<Key>.Obstacle { try error.throwUnlessAsymmetric() }
    }
    return nil
  }

  /// The same on as many threads as there may be.
  private func plainResultOfThreads<Key: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ width: Key.Type, _ model: PlainModel
  ) async throws -> ExplorationResult? {
    for var search in try plainSearches(width, model) {
      do {
        try await search.runOnThreads(observing: look)
        return try finish(search)
      } catch let error as PlainSearch<Key>.Obstacle { try error.throwUnlessAsymmetric() }
    }
    return nil
  }

  /// The searches of which the first that is possible is the result: one in which indexes change
  /// places, where that may be, and one in which they do not.
  private func plainSearches<Key>(
    _: Key.Type, _ model: PlainModel
  ) throws -> [PlainSearch<Key>] {
    var indexes: IndexSymmetry?
    if options.reductions.contains(.symmetry) {
      do throws(PlainSearch<Key>.Obstacle) {
        indexes = try PlainSearch<Key>.indexes(of: model, options)
      } catch { try error.throwUnlessAsymmetric() }
    }
    if case .plain(let record)? = checkpoints?.start?.content {
      guard record.bitWidth == Key.bitWidth else { return [] }
      let known = record.isReduced ? indexes : nil
      guard let search = PlainSearch<Key>(model, options, known, from: record) else {
        throw SearchCheckpoint.Mismatch.otherStates
      }
      return [search]
    }
    let reduced = indexes.flatMap { PlainSearch<Key>(model, options, $0) }
    return [reduced, PlainSearch<Key>(model, options)].compactMap(\.self)
  }

  /// Keeps and tells how far a search is.
  private func look<Key>(at search: PlainSearch<Key>) -> Verdict.Bound? {
    if checkpoints?.isDue() == true { keep(.plain(search.record)) }
    return observe(
      Exploration.Progress(disruptions: 0, states: search.stateCount, depth: search.diameter))
  }

  private func finish<Key>(_ search: PlainSearch<Key>) throws -> ExplorationResult? {
    guard !search.hasTooManyBits else { return nil }
    if checkpoints != nil { keep(.plain(search.record)) }
    return try result(of: search)
  }

  private func result<Key>(of search: PlainSearch<Key>) throws -> ExplorationResult {
    var search = search
    let first = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    let length = exploration.compiled.alternatives.first?.body.lineCount ?? 1
    let counterexamples = search.findings.map { finding in
      maker.make(
        finding.path.map { Deed(action: .alternative($0), ways: []) }, finding.breach,
        at: Distance(disruptions: 0, steps: first + finding.path.count * length))
    }
    let level = ExplorationLevel(
      disruptions: 0, states: search.stateCount, transitions: search.transitionCount,
      stepsOfViolation: counterexamples.map(\.steps).min(), bound: search.bound)
    return ExplorationResult(
      title: exploration.title,
      verdict: counterexamples.isEmpty
        ? search.bound.map { .boundHit($0) } ?? .closed : .violated,
      levels: [level], states: search.stateCount, transitions: search.transitionCount,
      diameter: search.diameter, counterexamples: counterexamples,
      neverReached: neverReached(besides: search.reached), handlersNeverRun: [],
      reductions: search.moves.symmetry == nil ? [] : [.symmetry], grid: nil,
      growingVariables: try search.bound == nil
        ? []
        : growingVariables(in: search.stateCount) {
          try search.realPath(to: $0.index).map { Deed(action: .alternative($0), ways: []) }
        })
  }
}

extension PlainMoves.Obstacle {
  /// Throws what ends a search for good.
  fileprivate func throwUnlessAsymmetric() throws {
    if case .error(let error) = self { throw error }
  }
}
