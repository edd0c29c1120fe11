// How using a script from Swift fails: with diagnostics before it runs, or with an error and its
// stack while it runs. All of it prints as the command prints it.

import RehearsalMachine
import RehearsalSyntax

/// Why a script cannot be run, or how it failed.
public enum ScriptError: Error, Sendable {
  /// The script has errors; warnings are among the diagnostics too.
  case diagnostics([Diagnostic])
  /// The script failed while it ran, or the host asked for what it does not have.
  case runtimeError(RuntimeError)
}

extension Diagnostic: CustomStringConvertible {
  /// The finding at its place in the source, with its notes.
  public var description: String { RunRenderer(appNames: []).text([self]) }
}

extension RuntimeError: CustomStringConvertible {
  /// What happened, at its place in the source, with the calls that led there.
  public var description: String { RunRenderer(appNames: []).text(self) }
}

extension Failure: CustomStringConvertible {
  /// What failed, at its place in the source, with the values of the parts of an expectation.
  public var description: String { RunRenderer(appNames: []).text(self, showsHistory: false) }
}

extension ScriptError: CustomStringConvertible {
  /// The diagnostics, or the error with its stack, each at its place in the source.
  public var description: String {
    switch self {
    case .diagnostics(let diagnostics): RunRenderer(appNames: []).text(diagnostics)
    case .runtimeError(let error): error.description
    }
  }
}
