// The results of mutation testing: how many changes were noticed, and the score; and changes as
// reports have them, each a case, which passes where a scenario notices it.

import Rehearsal
import RehearsalValues

/// How the changes of a suite came out.
package struct MutationReport: Sendable {
  /// How many changes a scenario noticed.
  package private(set) var noticedCount = 0
  /// How many changes gave a script that can be run.
  package private(set) var count = 0

  /// Makes a report of nothing.
  package init() {}

  /// Counts the result of a change.
  package mutating func add(_ outcome: MutationSuite.Outcome) {
    if outcome != .invalid { count += 1 }
    if outcome == .noticed { noticedCount += 1 }
  }

  /// The changes that were noticed among all, as a percentage without its fraction; nil where there
  /// was none to notice.
  package var score: Int? { count == 0 ? nil : noticedCount * 100 / count }

  /// The last line: how many changes were noticed, and the score.
  package var summary: String {
    guard let score else { return "no code of apps to change" }
    return "\(noticedCount) of \(count) changes detected, \(score) %"
  }

  /// Whether at least some percentage was noticed; where there was nothing to change, it was not.
  package func reaches(_ percentage: Int) -> Bool { (score ?? 0) >= percentage }
}

extension MutationSuite.Change {
  /// The change as a case.
  package var testCase: TestCase {
    TestCase(file: source.name, line: line, content: .change, title: description)
  }

  /// The result of the change, as a case that took some time of this computer.
  package func caseResult(
    _ outcome: MutationSuite.Outcome, after elapsed: Duration
  ) -> CaseResult {
    let remark = outcome.remark.map { CaseProblem.finding(outcome.rawValue, $0) }
    let status: CaseResult.Status =
      switch outcome {
      case .noticed: .passed
      case .unnoticed, .notRun: .failed
      case .invalid: .skipped
      }
    return CaseResult(
      testCase, status,
      remark.map { [$0] } ?? [], fields: [.outcome: outcome.rawValue.json], elapsed: elapsed)
  }
}

extension MutationReport {
  /// The outcome of all changes, as reports give it.
  package func ending(_ code: RunExitCode) -> RunEnding {
    var fields: [JSONForm.Field: JSONValue] = [
      .changes: count.json, .noticed: noticedCount.json,
    ]
    fields[.score] = score?.json
    let isInterrupted = code == .interrupted
    return RunEnding(
      .mutationEnded, fields, exitCode: code.rawValue,
      line: (isInterrupted ? "interrupted: " : "") + summary, isInterrupted: isInterrupted)
  }
}
