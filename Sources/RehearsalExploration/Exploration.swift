// An exploration as a value: a script and the number of its exploration, which a search answers with
// a result that is a value too.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// An exploration of a script.
public struct Exploration: Sendable {
  /// The title.
  public let title: String
  private let script: Script
  private let number: Int
  private let imports: ImportSource?

  /// The explorations of a script, in their order; none for a script with errors.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imported files come from; nil allows none.
  /// - Returns: The explorations.
  public static func all(in script: Script, imports: ImportSource? = nil) -> [Exploration] {
    script.explorations.indices.map { Exploration(script, $0, imports) }
  }

  private init(_ script: Script, _ number: Int, _ imports: ImportSource?) {
    self.script = script
    self.number = number
    self.imports = imports
    title = script.explorations[number].title
  }

  /// How far a search is.
  public struct Progress: Hashable, Sendable {
    /// How many disruptions the paths hold that are searched.
    public let disruptions: Int
    /// How many states were seen.
    public let states: Int
  }

  /// Searches all that may happen.
  ///
  /// - Parameters:
  ///   - options: How far the search goes; what the header says stands before it.
  ///   - observe: Is told how far the search is; what it gives ends the search.
  /// - Returns: What the search came to.
  /// - Throws: `ScriptError.runtimeError` for an error in the beginning, or in what looks at states.
  /// - Complexity: O(*n*) in the states and what can be done in each.
  public func search(
    _ options: SearchOptions = SearchOptions(),
    observing observe: (Progress) -> Verdict.Bound? = { _ in nil }
  ) async throws(ScriptError) -> ExplorationResult {
    do throws(ExplorationError) {
      let (world, outcome) = try ExplorationWorld.begin(script, exploration: number)
      if let result = try plainResult(from: world, outcome, options, observe) { return result }
      var search = Search(world, outcome, options)
      try await search.run { search in
        observe(
          Progress(disruptions: search.levels.count, states: search.expandedCount))
      }
      return result(of: search, from: world)
    } catch { throw ScriptError.runtimeError(error.error) }
  }

  private func result(of search: Search, from world: ExplorationWorld) -> ExplorationResult {
    let maker = maker(from: world)
    let found = search.findings.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    let counterexamples = found.map { _, finding in
      maker.make(
        search.store.path(to: finding.state) + (finding.deed.map { [$0] } ?? []), finding.breach,
        at: finding.distance)
    }
    let exploration = world.exploration
    let unreached = exploration.compiled.properties.enumerated().filter { number, property in
      property.kind == .sometimes && !search.reached.contains(number)
    }
    return ExplorationResult(
      title: title, verdict: verdict(of: search), levels: search.levels,
      states: search.expandedCount, transitions: search.transitionCount,
      diameter: search.depth - search.firstSteps, counterexamples: counterexamples,
      neverReached: unreached.map(\.element.title),
      handlersNeverRun: world.handlers.filter { !search.handled.contains($0.message) }.map(\.name))
  }

  /// The result of an exploration of variables alone, which needs no device; nil for any other.
  private func plainResult(
    from world: ExplorationWorld, _ outcome: ExplorationOutcome, _ options: SearchOptions,
    _ observe: (Progress) -> Verdict.Bound?
  ) throws(ExplorationError) -> ExplorationResult? {
    let lengths = Set(world.exploration.compiled.alternatives.map { $0.body.lineCount })
    guard options.remembers, outcome.breaches.isEmpty, lengths.count == 1,
      let length = lengths.first,
      length > 0, !world.exploration.alternatives.contains(where: \.isDisruption),
      world.exploration.alternatives.count < Int(Int16.max), let model = PlainModel(world)
    else { return nil }
    let options = options.following(world.exploration.options)
    if let result = try plainResult(of: PlainSearch<UInt64>(model, options), world, observe) {
      return result
    }
    return try plainResult(of: PlainSearch<UInt128>(model, options), world, observe)
  }

  private func plainResult<Key>(
    of search: PlainSearch<Key>?, _ world: ExplorationWorld, _ observe: (Progress) -> Verdict.Bound?
  ) throws(ExplorationError) -> ExplorationResult? {
    guard var search else { return nil }
    try search.run(observing: observe)
    guard !search.hasTooManyBits else { return nil }
    let exploration = world.exploration
    let first = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    let length = exploration.compiled.alternatives.first?.body.lineCount ?? 1
    let maker = maker(from: world)
    let counterexamples = search.findings.map { finding in
      maker.make(
        finding.path.map { Deed(action: .alternative($0), ways: []) }, finding.breach,
        at: Distance(disruptions: 0, steps: first + finding.path.count * length))
    }
    let level = ExplorationLevel(
      disruptions: 0, states: search.stateCount, transitions: search.transitionCount,
      stepsOfViolation: counterexamples.map(\.steps).min(), bound: search.bound)
    let unreached = exploration.compiled.properties.enumerated().filter { number, property in
      property.kind == .sometimes && !search.reached.contains(number)
    }
    return ExplorationResult(
      title: title,
      verdict: counterexamples.isEmpty
        ? search.bound.map { .boundHit($0) } ?? .closed : .violated,
      levels: [level], states: search.stateCount, transitions: search.transitionCount,
      diameter: search.diameter, counterexamples: counterexamples,
      neverReached: unreached.map(\.element.title), handlersNeverRun: [])
  }

  private func maker(from world: ExplorationWorld) -> CounterexampleMaker {
    CounterexampleMaker(
      script: script, sourceText: script.source.text(in: SourceRange(0, script.source.bytes.count)),
      imports: imports, initial: world)
  }

  private func verdict(of search: Search) -> Verdict {
    if !search.findings.isEmpty { return .violated }
    if let bound = search.bound { return .boundHit(bound) }
    guard search.leavesStates, let last = search.levels.last else { return .closed }
    return .closedUpTo(disruptions: last.disruptions)
  }
}

/// What a search came to.
public struct ExplorationResult: Sendable {
  /// The exploration's title.
  public let title: String
  /// What it came to.
  public let verdict: Verdict
  /// How each level of the search ended.
  public let levels: [ExplorationLevel]
  /// How many states were seen.
  public let states: Int
  /// How many actions took place in them, those that change nothing included.
  public let transitions: Int
  /// How many steps the longest of the shortest ways has.
  public let diameter: Int
  /// The shortest scenario for each thing that broke, shorter ones first.
  public let counterexamples: [Counterexample]
  /// The titles of the `sometimes` that held in no state.
  public let neverReached: [String]
  /// The handlers of the apps that no path ran.
  public let handlersNeverRun: [String]
}
