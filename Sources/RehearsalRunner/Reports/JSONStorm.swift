// What a storm came to, for programs: the matrix row by row, and what was found.

import RehearsalExploration
import RehearsalLifecycle
import RehearsalValues

/// The matrix and the findings of a storm.
struct JSONStorm: JSONRepresentable {
  let json: JSONValue

  init(_ result: StormResult) {
    let text = StormText(result)
    json = [
      "disturbances": result.disturbances.map(\.name),
      "steps": zip(result.steps, result.marks).map { step, marks -> JSONValue in
        [
          "text": step.text, "line": step.place?.line, "moment": step.moment.rawValue,
          "deadline": step.deadline, "time": step.time.spanSinceStart.nanoseconds,
          "marks": String(marks.map(\.character)),
        ]
      },
      "findings": result.findings.map { finding -> JSONValue in
        [
          "disturbances": finding.disturbances, "step": finding.step,
          "message": text.summary(of: finding),
          "differences": finding.differences.map { difference -> JSONValue in
            ["subject": difference.subject, "was": difference.was, "is": difference.is]
          },
          "cause": finding.cause, "scenario": finding.scenario,
        ]
      },
    ]
  }
}

extension StormMark {
  /// The mark as one character of ASCII.
  var character: Character {
    switch self {
    case .held: "."
    case .failed: "x"
    case .didNotTakePlace: "-"
    }
  }
}
