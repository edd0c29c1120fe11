// Storms as the runner plays and reports them: a way to play cases, whose findings become problems of
// the case and whose matrix becomes its table.

import Rehearsal
import RehearsalExploration
import RehearsalRunner
import RehearsalValues

extension StormOptions {
  /// The way to play cases that disturbs them so.
  package var play: TestRunner.CasePlay {
    { number, session, imports in
      var storm = Storm(session.script, imports: imports)
      storm.options = self
      return storm.run(case: number, of: session).caseOutcome(isStrict: isStrict)
    }
  }
}

extension StormResult {
  /// The result of the case, for the runner; a case without a step fails only a strict run.
  fileprivate func caseOutcome(isStrict: Bool) -> CaseOutcome {
    var outcome = CaseOutcome()
    switch self.outcome {
    case .stormed where isVacuous || steps.isEmpty && isStrict: outcome.problems = [vacuity]
    case .stormed: outcome.problems = findings.map(problem)
    case .fails(let failures): outcome.problems = failures.map { .failure($0) }
    case .leftOut(let reason): outcome.skipReason = reason
    case .interrupted: break
    }
    outcome.matrix = CaseMatrix(
      summary: StormText(self).summary, columns: disturbances, cells: cells,
      remarks: StormText(self).differences
    ) { StormText(self, width: $0, usesColor: $1).matrix }
    outcome.fields = [.storm: json]
    outcome.found = found
    outcome.untried = CaseOutcome.Untried(quirks: untriedQuirks, handlers: handlersNeverRun)
    return outcome
  }

  private var vacuity: CaseProblem {
    let message =
      (steps.isEmpty
        ? "it does nothing on the device that could be disturbed, so nothing was tried; "
        : "no disturbance was possible at any of its \(steps.count) steps, so nothing was tried; ")
      + "`storm: .none` in its header excludes it"
    return .finding("vacuous", at: scenario.place, message) { _ in message + "\n" }
  }

  private func problem(_ finding: StormFinding) -> CaseProblem {
    .finding(
      "storm", at: place(of: finding), StormText(self).summary(of: finding),
      scenario: finding.scenario
    ) { usesColor in
      StormText(self, usesColor: usesColor).lines(of: finding).map { $0 + "\n" }.joined()
    }
  }

  private var cells: [CaseMatrix.Cell] {
    marks.enumerated().flatMap { row, marks in
      marks.enumerated().compactMap { column, mark in
        guard case .failed(let finding) = mark else { return nil }
        return CaseMatrix.Cell(row: row, column: column, problem: finding)
      }
    }
  }

  /// The matrix and what was found, for programs.
  private var json: JSONValue {
    [
      "disturbances": disturbances.map(\.name),
      "steps": zip(steps, marks).map { step, marks -> JSONValue in
        [
          "text": step.text, "line": step.place?.line, "moment": step.moment.rawValue,
          "deadline": step.deadline, "time": step.time.spanSinceStart.nanoseconds,
          "marks": String(marks.map(\.character)),
        ]
      },
      "findings": findings.map { finding -> JSONValue in
        [
          "disturbances": finding.disturbances, "step": finding.step,
          "message": StormText(self).summary(of: finding),
          "differences": finding.differences.map { difference -> JSONValue in
            ["subject": difference.subject, "was": difference.was, "is": difference.is]
          },
          "cause": finding.cause, "scenario": finding.scenario,
        ]
      },
      "handlersNeverRun": handlersNeverRun,
      "differences": differences.map { difference -> JSONValue in
        [
          "subject": difference.subject, "was": difference.was, "is": difference.is,
          "disturbances": difference.disturbances,
        ]
      },
    ]
  }
}

extension StormMark {
  /// The mark as one character of ASCII.
  fileprivate var character: Character {
    switch self {
    case .held: "."
    case .failed: "x"
    case .didNotTakePlace: "-"
    }
  }
}
