// Changes of apps as reports have them: each is a case, which passes where a scenario notices it.

import Rehearsal
import RehearsalRunner
import RehearsalValues

extension MutationSuite.Change {
  /// What came of the change, as a case that took some time.
  func caseResult(_ outcome: MutationSuite.Outcome, after elapsed: Duration) -> CaseResult {
    let remark = outcome.remark.map {
      CaseProblem.finding(CaseFinding(kind: outcome.rawValue, message: $0))
    }
    let status: CaseResult.Status =
      switch outcome {
      case .noticed: .passed
      case .unnoticed, .notRun: .failed
      case .invalid: .skipped
      }
    return CaseResult(
      TestCase(file: source.name, line: line, content: .change, title: description), status,
      remark.map { [$0] } ?? [], fields: [.outcome: outcome.rawValue.json],
      elapsed: elapsed)
  }
}

extension MutationReport {
  /// What all changes came to, as reports tell it.
  func ending(_ code: RunExitCode) -> RunEnding {
    var fields: [JSONForm.Field: JSONValue] = [
      .changes: count.json, .noticed: noticedCount.json,
    ]
    fields[.score] = score?.json
    return RunEnding(.mutationEnded, fields, exitCode: code.rawValue, line: summary)
  }
}
