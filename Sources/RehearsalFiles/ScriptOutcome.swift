// The outcome of testing one script: by the expectations in its comments where it has any, else by
// its scenarios. Commands and test suites show the same.

import Rehearsal
import RehearsalSyntax

/// How the test of one script came out.
package struct ScriptOutcome: Sendable {
  /// How many of the script's tests passed: its scenarios, or the script as a whole.
  package private(set) var passedCount = 0
  /// How many are left out, as their headers say.
  package private(set) var skippedCount = 0
  /// How many failed.
  package private(set) var failedCount = 0
  /// Whether the script has errors, so that nothing was run.
  package private(set) var isScriptError = false

  /// The warnings of a script that ran and that does not speak of its own warnings.
  package var warnings: [Diagnostic] {
    hasExpectations || isScriptError ? [] : script.diagnostics.filter { $0.severity == .warning }
  }

  /// The diagnostics and errors that made it fail, in order.
  package var identifiers: [DiagnosticIdentifier] {
    if isScriptError { return script.diagnostics.map(\.identifier) }
    return report?.errorIdentifiers ?? []
  }

  private let script: Script
  private let hasExpectations: Bool
  private var differences: [String] = []
  private var report: RunReport?

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The script, checked.
  ///   - collectsAlways: Whether memory is collected at every allocation, a mode for tests.
  package init(of script: Script, collectsAlways: Bool = false) {
    self.script = script
    let expectations = ScriptExpectations(script.source)
    hasExpectations = !expectations.isEmpty
    if hasExpectations {
      differences = expectations.differences(in: script, collectsAlways: collectsAlways)
      count(differences.isEmpty)
    } else if var session = Session(script, collectsAlways: collectsAlways) {
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
    for scenario in report.scenarios {
      if scenario.status == .skipped { skippedCount += 1 } else { count(scenario.hasPassed) }
    }
    // The statements are a test of their own where there is nothing else, or where they failed; a
    // file that only declares is none.
    if report.scenarios.isEmpty && script.isTest || !report.statementFailures.isEmpty {
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
      lines.append(
        script.isTest
          ? renderer.line(of: "the script as a whole", hasPassed: failedCount == 0)
          : "nothing to test: the file only declares")
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
