// What a console needs of the world around it: files by their path, imports, a stopwatch and the
// flag of Ctrl-C. The terminal's command hands these in; tests hand in their own, and a console
// without any reaches nothing.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// What a console asks its host for.
public struct ConsoleHost: Sendable {
  /// Why a file cannot be read or written, in words.
  public struct FileProblem: Error {
    /// The reason.
    public let reason: String

    /// Makes a problem.
    public init(_ reason: String) { self.reason = reason }
  }

  /// Where imported files come from; nil allows none.
  public var imports: ImportSource?
  /// Reads a script by its path.
  public var read: @Sendable (_ path: String) -> Result<SourceText, FileProblem> = { _ in
    .failure(FileProblem("this host has no files"))
  }
  /// Writes a file; what stood there is replaced.
  public var write: @Sendable (_ path: String, _ text: String) -> Result<Void, FileProblem> = {
    _, _ in .failure(FileProblem("this host has no files"))
  }
  /// The paths that begin like one that is being typed, folders with a `/` at their end, sorted.
  public var paths: @Sendable (_ beginning: String) -> [String] = { _ in [] }
  /// The time on a watch that only runs on; nil where nobody measures.
  public var stopwatch: (@Sendable () -> Duration)?
  /// By what another thread stops an input that runs.
  public var interruption = Interruption()

  /// Makes a host that gives nothing.
  public init() {}
}
