// How a run came out, as data, and the exit code that a command derives from it.

import RehearsalLifecycle
import RehearsalSyntax

/// How one playing of a scenario came out.
public struct ScenarioResult: Sendable {
  /// How a scenario can come out.
  public enum Status: String, Sendable {
    /// It passed, or it failed as its header says that it has to.
    case passed
    case failed
    /// Its header says that it is not played.
    case skipped
    /// The statements before it failed.
    case notRun
  }

  /// What was played.
  public let scenario: ScenarioCase
  /// How it came out.
  public let status: Status
  /// What failed, in order, at most as many as `RunLimits.failures`.
  public let failures: [Failure]
  /// What is probably not what was meant, in order, at most as many.
  public let warnings: [Diagnostic]
  /// What failed as the header says that it has to.
  public let expectedFailures: [Failure]
  /// How many expectations were checked.
  package let expectationCount: Int
  /// The virtual time that it took.
  public let duration: Duration
  /// What it evaluated and encountered.
  package let evidence: CaseEvidence

  /// The title, which tells the case from the scenario's others.
  public var title: String { scenario.title }
  /// Where the scenario is declared.
  public var place: SourcePlace { scenario.place }

  /// Whether it says nothing against the script.
  public var hasPassed: Bool { status == .passed || status == .skipped }
}

/// How a whole run came out.
public struct RunReport: Sendable {
  /// What failed in the statements outside scenarios.
  public let statementFailures: [Failure]
  /// What is probably not what was meant in the statements.
  public let statementWarnings: [Diagnostic]
  /// Whether the statements ended in an error, so that the scenarios were not run.
  package let statementsEndedInError: Bool
  /// How many expectations the statements checked.
  package let statementExpectationCount: Int
  /// The cases of the scenarios in their order.
  public let scenarios: [ScenarioResult]

  /// Whether nothing failed.
  public var hasPassed: Bool {
    statementFailures.isEmpty && scenarios.allSatisfy(\.hasPassed)
  }

  /// What is probably not what was meant, in the statements and then in each scenario.
  public var warnings: [Diagnostic] { statementWarnings + scenarios.flatMap(\.warnings) }

  /// The errors among what failed, in order.
  package var errorIdentifiers: [DiagnosticIdentifier] {
    (statementFailures + scenarios.flatMap(\.failures)).compactMap { failure in
      switch failure.reason {
      case .expectation, .unexpectedPass: nil
      case .warning(let warning): warning.identifier
      case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
        error.identifier
      }
    }
  }

  /// The exit code for this outcome.
  package var exitCode: RunExitCode { hasPassed ? .passed : .failed }
}

/// The exit codes of commands, each with its meaning.
package enum RunExitCode: Int32, Sendable {
  /// Everything passed.
  case passed = 0
  /// An expectation failed, an app crashed, or the script failed while it ran.
  case failed = 1
  /// A script has errors or cannot be read.
  case scriptError = 2
  /// What a command has to say cannot be written.
  case outputLost = 3
  /// The command was called in a wrong way.
  case usage = 64
  /// The user stopped it, as shells say it of Ctrl-C.
  case interrupted = 130
}

/// How strict a run is about what could pass by mistake.
package struct StrictnessOptions: Hashable, Sendable {
  /// Whether scenarios are tests, so that one that expects nothing is worth a warning.
  package var isTest: Bool
  /// Whether warnings of the run are failures.
  package var isStrict: Bool

  /// Makes options.
  package init(isTest: Bool = false, isStrict: Bool = false) {
    self.isTest = isTest
    self.isStrict = isStrict
  }
}
