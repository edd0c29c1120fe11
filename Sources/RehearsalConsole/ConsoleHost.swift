// What a console needs of the world around it: words of the embedder's own, files by their path,
// imports, a stopwatch and the flag of Ctrl-C. The terminal's prompt hands these in; tests hand in
// their own, and a console without any reaches nothing.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// What a console asks its host for.
package struct ConsoleHost: Sendable {
  /// Why a file cannot be read or written, in words.
  package struct FileProblem: Error {
    /// The reason.
    package let reason: String

    /// Makes a problem.
    package init(_ reason: String) { self.reason = reason }
  }

  /// The functions and native apps that inputs can use besides the built-in ones.
  package var scripts = ScriptHost()
  /// Where imported files come from; nil allows none.
  package var imports: ImportSource?
  /// Reads a script by its path.
  package var read: @Sendable (_ path: String) -> Result<SourceText, FileProblem> = { _ in
    .failure(FileProblem("this host has no files"))
  }
  /// Writes a file; what stood there is replaced.
  package var write: @Sendable (_ path: String, _ text: String) -> Result<Void, FileProblem> = {
    _, _ in .failure(FileProblem("this host has no files"))
  }
  /// The paths that begin like one that is being typed, folders with a `/` at their end, sorted.
  package var paths: @Sendable (_ beginning: String) -> [String] = { _ in [] }
  /// Shows a piece of what an input does as soon as it happens; nil where nobody wants it so.
  ///
  /// What was shown is left out of the answer.
  package var show: (@Sendable (_ text: String) -> Void)?
  /// The time on a watch that only runs on; nil where nobody measures.
  package var stopwatch: (@Sendable () -> Duration)?
  /// By what another thread stops an input that runs.
  package var interruption = CancellationFlag()

  /// Makes a host that gives nothing.
  package init() {}
}
