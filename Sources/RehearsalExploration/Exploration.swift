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
      var search = Search(world, outcome, options)
      try await search.run { search in
        observe(
          Progress(disruptions: search.levels.count, states: search.expandedCount))
      }
      return result(of: search, from: world)
    } catch { throw ScriptError.runtimeError(error.error) }
  }

  private func result(of search: Search, from world: ExplorationWorld) -> ExplorationResult {
    let maker = CounterexampleMaker(
      script: script, sourceText: script.source.text(in: SourceRange(0, script.source.bytes.count)),
      imports: imports, initial: world)
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
