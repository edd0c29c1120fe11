// What is kept of a problem of a case that another machine ran: all that any report says of it, and
// none of the values behind it, which cannot leave the process that has the session.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// Something that is wrong with a case that another machine ran.
package struct RecordedProblem: Sendable {
  /// A word for what it is.
  let kind: String
  /// The diagnostic or error that it is, where it is one.
  let identifier: DiagnosticIdentifier?
  /// Where it is; nil where it is about the whole case.
  let place: SourcePlace?
  /// Its first line, without the place.
  let summary: String
  /// All of it, for people, and the same with colours.
  let text: String
  let coloredText: String
  /// The parts of an expectation, each with its value.
  let parts: [[String]]
  /// Whether it lies in the script and not in what the script tests.
  let isScriptError: Bool
  /// Whether it was found out otherwise than by running the case.
  let isFinding: Bool
  /// A scenario that shows it; nil without one.
  let scenario: String?
}

extension CaseResult {
  /// What another machine told of a case, besides the case.
  struct Recorded {
    let repetition: Int
    let status: Status
    let problems: [CaseProblem]
    let warnings: [Diagnostic]
    let output: [String]
    let timeline: [String]
    let expectationCount: Int
    let duration: Duration
    let elapsed: Duration
    let matrix: CaseMatrix?
    let fields: [JSONForm.Field: JSONValue]
    let appNames: [String]
  }
}
