// What is wrong with scripts, on the standard error: diagnostics in full, and once in a run of the
// command where to read more.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax

/// Writes what is wrong with scripts.
struct Reporter {
  private var hasHinted = false

  /// Reads and checks a script, and writes what is wrong with it; nil where it cannot be run.
  mutating func runnableScript(_ path: String, limits: RunLimits = RunLimits()) -> Script? {
    guard let script = script(path, limits: limits) else { return nil }
    show(script.diagnostics)
    return script.isRunnable ? script : nil
  }

  /// Reads and checks a script; nil, with the reason written, where it cannot be read.
  ///
  /// Where it is tested, its comments about limits count.
  mutating func script(
    _ path: String, limits: RunLimits = RunLimits(), isTested: Bool = false
  ) -> Script? {
    do { return try ScriptFile.load(path, limits: limits, isTested: isTested) } catch {
      show(error)
      return nil
    }
  }

  /// Writes diagnostics.
  mutating func show(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return }
    Stream.error.write(
      DiagnosticRenderer(usesColor: Stream.error.usesColor).render(diagnostics))
    hint(about: first.identifier)
  }

  /// Writes why a file cannot be read.
  mutating func show(_ error: UnreadableScript) {
    let identifier: DiagnosticIdentifier = error.isMissing ? .fileNotFound : .fileNotReadable
    Stream.error.line("\(error.path): error[\(identifier.rawValue)]: \(error.reason)")
    hint(about: identifier)
  }

  /// Writes why a file cannot be written.
  func show(_ error: UnwritableScript) {
    Stream.error.line("\(error.path): error: it cannot be written: \(error.reason)")
  }

  /// Says where to read more about a finding, unless that was said already.
  mutating func hint(about identifier: DiagnosticIdentifier?) {
    guard let identifier, !hasHinted else { return }
    hasHinted = true
    Stream.error.line("\n`rehearse explain \(identifier.rawValue)` tells more.")
  }
}
