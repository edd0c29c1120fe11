// How using a script from Swift fails: with diagnostics before it runs, or with a fault and its
// stack while it runs. It prints as the command prints it.

import RehearsalMachine
import RehearsalSyntax

/// Why a script cannot be run, or how it failed.
public enum ScriptError: Error, Sendable {
  /// The script has errors; warnings are among the diagnostics too.
  case diagnostics([Diagnostic])
  /// The script failed while it ran, or the host asked for what it does not have.
  case fault(Fault)
}

extension ScriptError: CustomStringConvertible {
  /// The diagnostics, or the fault with its stack, each at its place in the source.
  public var description: String {
    switch self {
    case .diagnostics(let diagnostics):
      RunRenderer(appNames: []).text(diagnostics)
    case .fault(let fault): RunRenderer(appNames: []).text(fault)
    }
  }
}
