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
  /// Where its title stands.
  package let place: SourcePlace
  package let script: Script
  private let number: Int
  package let imports: ImportSource?

  /// The explorations of a script, in their order; none for a script with errors.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imported files come from; nil allows none.
  /// - Returns: The explorations.
  public static func all(in script: Script, imports: ImportSource? = nil) -> [Exploration] {
    (script.program?.explorations ?? []).enumerated().map { Exploration($1, script, $0, imports) }
  }

  private init(
    _ compiled: CompiledExploration, _ script: Script, _ number: Int, _ imports: ImportSource?
  ) {
    self.script = script
    self.number = number
    self.imports = imports
    title = compiled.title
    place = compiled.place
  }

  /// How far a search is.
  public struct Progress: Hashable, Sendable {
    /// How many disruptions the paths hold that are searched.
    public let disruptions: Int
    /// How many states were seen.
    public let states: Int
    /// How many steps the longest of the shortest paths has so far.
    public let depth: Int
  }

  /// Searches all that may happen.
  ///
  /// - Parameters:
  ///   - options: How far the search goes; what the header says stands before it.
  ///   - isolation: Where it searches, which is where the caller is: for an app whose code is isolated
  ///     to the main actor, there.
  ///   - observe: Is told how far the search is; what it gives ends the search.
  /// - Returns: What the search came to.
  /// - Throws: `ScriptError.runtimeError` for an error in the beginning, or in what looks at states.
  /// - Complexity: O(*n*) in the states and what can be done in each.
  public func search(
    _ options: SearchOptions = SearchOptions(), isolation: isolated (any Actor)? = #isolation,
    observing observe: @escaping (Progress) -> Verdict.Bound? = { _ in nil }
  ) async throws -> ExplorationResult {
    try result(of: options, cancellation: nil, observing: observe)
  }

  /// Searches on the caller's thread.
  ///
  /// - Parameters:
  ///   - options: How far the search goes.
  ///   - cancellation: By what another thread ends it in the middle of an action; `observe` says then
  ///     which bound that is.
  ///   - observe: Is told how far the search is; what it gives ends the search.
  /// - Returns: What the search came to.
  /// - Throws: `ScriptError.runtimeError` as `search` does.
  package func result(
    of options: SearchOptions, cancellation: CancellationFlag?,
    observing observe: @escaping (Progress) -> Verdict.Bound?
  ) throws -> ExplorationResult {
    let run = try run(options, cancellation, observe)
    do { return try run.result() } catch { throw Self.scriptError(error) }
  }

  private static func scriptError(_ error: any Error) -> any Error {
    (error as? RuntimeError).map { ScriptError.runtimeError($0) } ?? error
  }

  private func run(
    _ options: SearchOptions, _ cancellation: CancellationFlag?,
    _ observe: @escaping (Progress) -> Verdict.Bound?
  ) throws(ScriptError) -> ExplorationRun {
    do throws(RuntimeError) {
      let (world, outcome) = try ExplorationWorld.initial(
        of: script, exploration: number, cancellation: cancellation)
      // What a search found is told after it was stopped as well.
      // It tells of moments as they are in scenarios, without what tells them apart in a search.
      let keepsMoments = world.timeWatch != nil
      let teller =
        cancellation == nil && !keepsMoments
        ? world
        : try ExplorationWorld.initial(
          of: script, exploration: number, groupsMoments: !keepsMoments
        ).world
      return ExplorationRun(
        maker: maker(from: teller), world: world, outcome: outcome,
        options: options.following(world.exploration.settings), observe: observe)
    } catch { throw .runtimeError(error) }
  }

  private func maker(from world: ExplorationWorld) -> CounterexampleMaker {
    CounterexampleMaker(
      script: script, sourceText: script.source.text(in: SourceRange(0, script.source.bytes.count)),
      imports: imports, initial: world)
  }
}
