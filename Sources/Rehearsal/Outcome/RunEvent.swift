// What a session reports while it runs, in order, as data. Code that shows a run turns these into
// lines; nothing below prints.

import RehearsalCode
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// Something that happened in a run.
public enum RunEvent: Sendable {
  /// The case of that number, counted from 0, begins on a fresh device.
  case scenarioBegan(Int, title: String)
  /// The device wrote a record.
  case record(Record)
  /// The script printed a line; the app is named where it was one that printed.
  case output(String, app: AppIdentifier?)
  /// Something is probably not what was meant: a verb was refused.
  case warning(Diagnostic)
  /// Something failed.
  case failure(Failure)
  /// A case ended, or is not played.
  case scenarioEnded(ScenarioResult)
}

/// Something that failed in a run: a scenario or the statements have not passed.
public struct Failure: Sendable {
  /// What failed.
  public enum Reason: Sendable {
    /// An `expect` did not hold.
    case expectation(FailedExpectation)
    /// The outside's code failed.
    case runtimeError(RuntimeError)
    /// An app's code failed where no crash was expected: it crashed, or its main thread hangs.
    case appRuntimeError(app: String, RuntimeError, isHang: Bool)
    /// An app was ended for its own fault, for that reason, while the code of the error's stack ran.
    case appEnded(app: String, ExitReason, RuntimeError)
    /// A warning, in a run that takes warnings for failures.
    case warning(Diagnostic)
    /// The scenario that is declared there passed, although its header says why it has to fail.
    case unexpectedPass(SourcePlace, reason: String)

    /// The calls that led there, the innermost first.
    var calls: [RuntimeError.Call] {
      switch self {
      case .expectation(let failed):
        [RuntimeError.Call(function: "expect", place: failed.site.place)]
      case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
        error.stack
      case .warning(let warning):
        [RuntimeError.Call(function: "", place: SourcePlace(warning.source, warning.range))]
      case .unexpectedPass(let place, _):
        [RuntimeError.Call(function: "scenario", place: place)]
      }
    }
  }

  /// What failed.
  public let reason: Reason
  /// The device's time then.
  public let time: VirtualTime
  /// The last records before it, the newest last.
  package let recentRecords: [Record]
}

extension Failure {
  /// Whether a scenario can be expected to fail so: with an expectation of its own that does not
  /// hold, and never with what is wrong in the script, in its `setup` or in an app that ends.
  var canBeExpected: Bool {
    if case .expectation(let failed) = reason { !failed.isInSetup } else { false }
  }

  /// The error or warning that it is; nil for an expectation.
  package var identifier: DiagnosticIdentifier? {
    switch reason {
    case .expectation, .unexpectedPass: nil
    case .warning(let warning): warning.identifier
    case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
      error.identifier
    }
  }

  /// The line of the script that a reader is shown first; nil where no code of a script is to blame.
  package var place: SourcePlace? {
    switch reason {
    case .expectation(let failed): failed.site.conditionPlace
    case .runtimeError(let error), .appRuntimeError(_, let error, _), .appEnded(_, _, let error):
      error.stack.first?.place
    case .warning(let warning): warning.place
    case .unexpectedPass(let place, _): place
    }
  }
}

/// An `expect` that did not hold.
public struct FailedExpectation: Sendable {
  /// The expectation as compiled, with its place.
  package let site: ExpectationSite
  /// The parts that were evaluated: how each is written in the source, and how its value prints.
  public let parts: [(text: String, value: String)]
  /// The names that the loops around it bind, and how their values print.
  public let loopVariables: [(text: String, value: String)]
  /// The calls that led to the function that it is in, the innermost first; empty where it is in a
  /// scenario or among the statements.
  public let callers: [RuntimeError.Call]
  /// The author's message.
  public let message: String?
  /// Whether it belongs to the file's `setup`.
  let isInSetup: Bool
}
