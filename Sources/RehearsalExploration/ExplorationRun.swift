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

  private var exploration: ScriptExploration { world.exploration }

  /// Searches, and says what it came to.
  func result() async throws -> ExplorationResult {
    let start = checkpoints?.start
    try start?.check(origin)
    if let model = plainModel {
      if let result = try plainResult(UInt64.self, model, from: start) { return result }
      if let result = try plainResult(UInt128.self, model, from: start) { return result }
    }
    var search: Search
    switch start?.content {
    case .search(let record): search = try Search(world, options, from: record)
    case .plain: throw SearchCheckpoint.Mismatch.otherStates
    case nil: search = Search(world, outcome, options)
    }
    try await search.run { search in
      if checkpoints?.isDue() == true { keep(.search(search.record)) }
      return observe(
        Exploration.Progress(
          disruptions: search.level, states: search.expandedCount,
          depth: search.depth - search.firstSteps))
    }
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
      handlersNeverRun: world.handlers.filter { !search.handled.contains($0.message) }.map(\.name),
      reductions: reductions,
      growingVariables: search.bound == nil ? [] : search.growingVariables(from: world))
  }

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

  private var reductions: [Reduction] {
    Reduction.allCases.filter { options.reductions.contains($0) }
  }

  // MARK: - Plain models

  /// The model of an exploration of variables alone, which needs no device; nil for any other.
  private var plainModel: PlainModel? {
    let alternatives = exploration.alternatives
    let lengths = Set(exploration.compiled.alternatives.map { $0.body.lineCount })
    guard options.remembers, options.reductions.isEmpty, outcome.breaches.isEmpty,
      lengths.count == 1, lengths != [0], !alternatives.contains(where: \.isDisruption),
      alternatives.count < Int(Int16.max)
    else { return nil }
    return PlainModel(world)
  }

  /// The result of a search with keys of some width; nil where they have too few bits.
  private func plainResult<Key: FixedWidthInteger & UnsignedInteger & Sendable>(
    _: Key.Type, _ model: PlainModel, from start: SearchCheckpoint?
  ) throws -> ExplorationResult? {
    var search: PlainSearch<Key>
    if case .plain(let record)? = start?.content {
      guard record.bitWidth == Key.bitWidth else { return nil }
      guard let kept = PlainSearch<Key>(model, options, from: record) else {
        throw SearchCheckpoint.Mismatch.otherStates
      }
      search = kept
    } else {
      guard let fresh = PlainSearch<Key>(model, options) else { return nil }
      search = fresh
    }
    try search.run { search in
      if checkpoints?.isDue() == true { keep(.plain(search.record)) }
      return observe(
        Exploration.Progress(disruptions: 0, states: search.stateCount, depth: search.diameter))
    }
    guard !search.hasTooManyBits else { return nil }
    if checkpoints != nil { keep(.plain(search.record)) }
    return result(of: search)
  }

  private func result<Key>(of search: PlainSearch<Key>) -> ExplorationResult {
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
      neverReached: neverReached(besides: search.reached), handlersNeverRun: [], reductions: [],
      growingVariables: search.bound == nil ? [] : search.growingVariables)
  }
}
