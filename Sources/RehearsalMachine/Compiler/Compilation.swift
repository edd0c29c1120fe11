// The door of the compiler: parsed scripts and a host's words in, a program or diagnostics out.
// It never holds both a program and an error.

import RehearsalSyntax

/// What compiling gave: a program unless there are errors, and every diagnostic.
package struct Compilation: Sendable {
  /// The program; nil where a diagnostic is an error.
  package let program: Program?

  /// Every diagnostic, parse errors included, in the order of sources and places.
  package let diagnostics: [Diagnostic]
}
