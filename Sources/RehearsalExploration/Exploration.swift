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
  /// Where its title is.
  package let place: SourcePlace
  package let script: Script
  private let subject: Subject
  package let imports: ImportSource?

  /// What is explored, by its number in the script.
  private enum Subject {
    case exploration(Int)
    /// What may come between the steps of a case.
    case scenario(Int)
  }

  /// The explorations of a script, in their order; none for a script with errors.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imported files come from; nil allows none.
  /// - Returns: The explorations.
  public static func all(in script: Script, imports: ImportSource? = nil) -> [Exploration] {
    (script.program?.explorations ?? []).enumerated().map {
      Exploration($1.title, $1.place, script, .exploration($0), imports)
    }
  }

  /// An exploration around each case of a script that is played and has to pass: from each of its steps
  /// on, what the user, the system and the world may do in between is done, lasts, and is undone, and
  /// the case has to hold as it does without.
  ///
  /// It needs no `explore` in the script. Unless the options say how many disruptions a path may hold
  /// it holds one; a verdict speaks of the steps of the case alone.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imported files come from; nil allows none.
  /// - Returns: The explorations, in the order of the cases.
  public static func around(
    scenariosOf script: Script, imports: ImportSource? = nil
  ) -> [Exploration] {
    script.cases.enumerated().filter { $1.skipReason == nil && $1.failureReason == nil }.map {
      Exploration("around: \($1.title)", $1.place, script, .scenario($0), imports)
    }
  }

  private init(
    _ title: String, _ place: SourcePlace, _ script: Script, _ subject: Subject,
    _ imports: ImportSource?
  ) {
    (self.title, self.place, self.script, self.subject) = (title, place, script, subject)
    self.imports = imports
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

  /// Searches all states that can be reached.
  ///
  /// - Parameters:
  ///   - options: How far the search goes; lower bounds in the header apply.
  ///   - isolation: Where it searches, which is where the caller is: for an app whose code is isolated
  ///     to the main actor, there.
  ///   - observe: Gets the progress of the search; a result that it returns ends the search.
  /// - Returns: The result of the search.
  /// - Throws: `ScriptError.runtimeError` for an error at the beginning, or in a condition on states.
  /// - Complexity: O(*n*) in the states and the actions in each.
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
  ///   - observe: Gets the progress of the search; a result that it returns ends the search.
  /// - Returns: The result of the search.
  /// - Throws: `ScriptError.runtimeError` as `search` does.
  package func result(
    of options: SearchOptions, cancellation: CancellationFlag?,
    observing observe: @escaping (Progress) -> Verdict.Bound?
  ) throws -> ExplorationResult {
    do {
      switch subject {
      case .exploration(let number):
        return try result(of: number, options, cancellation, observe)
      case .scenario(let number):
        return try ScenarioExploration(title, number, of: script, imports)
          .result(of: options, cancellation, observe)
      }
    } catch { throw Self.scriptError(error) }
  }

  private static func scriptError(_ error: any Error) -> any Error {
    (error as? RuntimeError).map { ScriptError.runtimeError($0) } ?? error
  }

  /// Searches, and once more where code turns out to read the numbers of what it holds, which count
  /// then.
  private func result(
    of number: Int, _ options: SearchOptions, _ cancellation: CancellationFlag?,
    _ observe: @escaping (Progress) -> Verdict.Bound?
  ) throws -> ExplorationResult {
    let first = try run(number, .init(), options, cancellation, observe)
    let result = try first.result()
    guard first.world.hasWrittenNumber else { return result }
    return try run(number, .init(countsNumbers: true), options, cancellation, observe).result()
  }

  private func run(
    _ number: Int, _ mode: ExplorationWorld.Mode, _ options: SearchOptions,
    _ cancellation: CancellationFlag?, _ observe: @escaping (Progress) -> Verdict.Bound?
  ) throws(ScriptError) -> ExplorationRun {
    do throws(RuntimeError) {
      let (world, outcome) = try ExplorationWorld.initial(
        of: script, exploration: number, mode, cancellation: cancellation)
      // What a search found is reported even after it was stopped, with moments as they are in
      // scenarios, without what tells them apart in a search.
      let time = ExplanationTime(milliseconds: options.explanationMilliseconds)
      let teller = try ExplorationWorld.initial(
        of: script, exploration: number,
        .init(groupsMoments: world.timeWatch == nil, countsNumbers: mode.countsNumbers),
        cancellation: time.cancellation
      ).world
      return ExplorationRun(
        maker: maker(from: teller, time), world: world, outcome: outcome,
        options: options.following(world.exploration.settings), time: time,
        observe: { world.hasWrittenNumber ? .interruption : observe($0) },
        scenarioPaths: { try ScenarioPaths(of: script, along: number, within: time) })
    } catch { throw .runtimeError(error) }
  }

  private func maker(
    from world: ExplorationWorld, _ time: ExplanationTime
  ) -> CounterexampleMaker {
    CounterexampleMaker(script: script, imports: imports, initial: world, time: time)
  }
}
