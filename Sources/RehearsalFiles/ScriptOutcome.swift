// The outcome of testing one script: by its scenarios, or by the expectations in its comments where
// those are asked for. Commands and test suites show the same.

import Rehearsal
import RehearsalSyntax

/// How the test of one script came out.
package struct ScriptOutcome: Sendable {
  /// How many of the script's tests passed: its scenarios, or the script as a whole.
  package private(set) var passedCount = 0
  /// How many failed.
  package private(set) var failedCount = 0
  /// Whether the script has errors, so that nothing was run.
  package private(set) var isScriptError = false

  /// The warnings of a script that ran, those of the check and of the run; of one that is held to its
  /// comments, the warnings of the run that they do not speak of.
  package private(set) var warnings: [Diagnostic] = []

  /// The diagnostics and errors that made it fail, in order.
  package var identifiers: [DiagnosticIdentifier] {
    if isScriptError { return script.diagnostics.map(\.identifier) }
    return report?.errorIdentifiers ?? []
  }

  private let script: Script
  private var differences: [String] = []
  private var report: RunReport?

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The script, checked.
  ///   - readsComments: Whether the script's comments about its own run count, where it has any.
  ///   - isStrict: Whether warnings of the check and of the run are failures.
  ///   - collectsAlways: Whether memory is collected at every allocation, a mode for tests.
  package init(
    of script: Script, readsComments: Bool = false, isStrict: Bool = false,
    collectsAlways: Bool = false
  ) {
    self.script = script
    let expectations = readsComments ? ScriptExpectations(script.source) : nil
    if let expectations, !expectations.isEmpty {
      (differences, warnings) = expectations.comparison(
        with: script, collectsAlways: collectsAlways)
      count(differences.isEmpty)
    } else if isStrict && !script.diagnostics.isEmpty {
      isScriptError = true
      count(false)
    } else if var session = Session(
      script, scrutiny: RunScrutiny(isTest: true, isStrict: isStrict),
      collectsAlways: collectsAlways)
    {
      count(session.run())
    } else {
      isScriptError = true
      count(false)
    }
  }

  private mutating func count(_ hasPassed: Bool) {
    if hasPassed { passedCount += 1 } else { failedCount += 1 }
  }

  private mutating func count(_ report: RunReport) {
    self.report = report
    warnings = script.diagnostics + report.warnings
    for scenario in report.scenarios { count(scenario.status == .passed) }
    // The statements are a test of their own where there is nothing else, or where they failed.
    if report.scenarios.isEmpty || !report.statementFailures.isEmpty {
      count(report.statementFailures.isEmpty)
    }
  }

  /// What there is to show: a line for each test, and each failure in full.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - isQuiet: Whether to leave out the lines of what passed.
  /// - Returns: The lines, without line ends.
  package func lines(usesColor: Bool = false, isQuiet: Bool = false) -> [String] {
    let renderer = RunRenderer(script, usesColor: usesColor)
    if isScriptError { return renderer.text(script.diagnostics).lines }
    guard let report else {
      return [renderer.line(of: "the script as its comments say", hasPassed: failedCount == 0)]
        + differences.map { "  " + $0 }
    }
    var lines = report.statementFailures.flatMap { renderer.text($0).lines }
    if report.scenarios.isEmpty && !isQuiet {
      lines.append(renderer.line(of: "the script as a whole", hasPassed: failedCount == 0))
    }
    for scenario in report.scenarios where !isQuiet || scenario.status != .passed {
      lines.append(renderer.line(scenario))
      lines += scenario.failures.flatMap { renderer.text($0).lines.map { "  " + $0 } }
    }
    return lines
  }
}

extension String {
  /// The lines of a text whose last line ends with a line end.
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
