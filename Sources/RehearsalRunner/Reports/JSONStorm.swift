// What a storm came to, for programs: the matrix row by row, and what was found.

import RehearsalExploration
import RehearsalLifecycle

/// The matrix and the findings of a storm.
struct JSONStorm: Encodable {
  private struct Step: Encodable {
    let text: String
    let line: Int?
    let moment: String
    let deadline: String
    let time: Int64
    /// A character for each disturbance.
    let marks: String
  }

  private struct Difference: Encodable {
    let subject: String
    let was: String
    let `is`: String
  }

  private struct Finding: Encodable {
    let disturbances: [String]
    let step: Int
    let message: String
    let differences: [Difference]
    let cause: String?
    let scenario: String?
  }

  private let disturbances: [String]
  private let steps: [Step]
  private let findings: [Finding]

  init(_ result: StormResult) {
    let text = StormText(result)
    disturbances = result.disturbances.map(\.name)
    steps = zip(result.steps, result.marks).map { step, marks in
      Step(
        text: step.text, line: step.place?.line, moment: step.moment.rawValue,
        deadline: step.deadline, time: step.time.spanSinceStart.nanoseconds,
        marks: String(marks.map(\.character)))
    }
    findings = result.findings.map { finding in
      Finding(
        disturbances: finding.disturbances, step: finding.step,
        message: text.summary(of: finding),
        differences: finding.differences.map {
          Difference(subject: $0.subject, was: $0.was, is: $0.is)
        }, cause: finding.cause, scenario: finding.scenario)
    }
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
