// The result of a storm of one case: its matrix, and what it found.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// One failure of a scenario that does not survive.
package struct StormFinding: Sendable {
  /// The number of the step.
  package let step: Int
  /// The step of the second one of a pair.
  package internal(set) var secondStep: StormStep?
  /// The names of the disturbances, two for a pair.
  package let disturbances: [String]
  /// What fails of the scenario or in an app; nil where the app only differs.
  package let failure: Failure?
  /// What is not as it would be, at the next step.
  package let differences: [StormDifference]
  /// Why, as `why` explains it; nil where no record decides it.
  package let cause: String?
  /// The shortest scenario that shows it; nil where it does not show in a scenario of its own.
  package internal(set) var scenario: String?
  /// The disturbances and steps of which the same comes.
  package internal(set) var others: [(disturbances: [String], step: Int)] = []

  /// What is found, the same in every run of the script.
  var what: String {
    failure?.key ?? differences.filter(\.isFinding).map(\.subject).joined(separator: ", ")
  }

  /// What tells it from other findings of a case.
  var key: [String] {
    if let failure { return [failure.kindOfPlace] }
    return differences.filter(\.isFinding).map(\.subject)
  }
}

extension Failure {
  /// What fails, without its place: the same in every run of the script.
  var key: String {
    switch reason {
    case .expectation(let failed):
      let place = failed.site.conditionPlace
      return "`\(place.source.text(in: place.range))`"
    case .appEnded(let app, let reason, let error): return "\(app) \(reason) \(error.identifier)"
    case .appRuntimeError(let app, let error, _):
      return "\(app) \(error.identifier) \(error.message)"
    case .runtimeError(let error): return "\(error.identifier) \(error.message)"
    case .warning(let warning): return "\(warning.identifier)"
    case .unexpectedPass: return "passes"
    }
  }

  /// Where the script or the app fails, whatever led there.
  fileprivate var kindOfPlace: String {
    switch reason {
    case .expectation(let failed): failed.site.conditionPlace.description
    case .appEnded(_, _, let error): error.message
    case .runtimeError(let error), .appRuntimeError(_, let error, _):
      error.identifier.rawValue + (error.stack.first.map { "\($0.place)" } ?? "")
    case .warning(let warning): "\(warning.place)"
    case .unexpectedPass(let place, _): "\(place)"
    }
  }
}

/// The result of a storm of one case.
package struct StormResult: Sendable {
  /// The outcome of a case.
  package enum Outcome: Sendable {
    /// It was disturbed.
    case stormed
    /// It fails as it is.
    case fails([Failure])
    /// Its header says that it is not run, has to fail, or need not survive a storm.
    case leftOut(reason: String)
    /// The caller stopped the storm.
    case interrupted
  }

  /// The case.
  package let scenario: ScenarioCase
  /// Its outcome.
  package let outcome: Outcome
  /// The rows.
  package let steps: [StormStep]
  /// The columns.
  package let disturbances: [Disturbance]
  /// The outcome of each disturbance at each step, row by row.
  package let marks: [[StormMark]]
  /// What was found, in the order of steps and columns; the same at further steps is listed once.
  package let findings: [StormFinding]
  /// Something that is another value after disturbances, without telling against the app.
  package struct Difference: Sendable {
    /// What it is, as a script names it: `Notes.launches`.
    package let subject: String
    /// What it would be, and what it is after the first of the disturbances.
    package let was: String
    package let `is`: String
    /// The condition that holds in the undisturbed run only; nil where a script cannot say it.
    package let condition: String?
    /// After which disturbances.
    package internal(set) var disturbances: [String]
  }

  /// What differs without telling against the app, each once.
  package var differences: [Difference] = []
  /// Everything that was found, known or not.
  package var found: [Baseline.Finding] = []
  /// On how many other devices the whole case was played.
  package var deviceCount = 0
  /// The handlers of the script's apps that never ran; nil where not everything was tried.
  package var handlersNeverRun: [String]?
  /// The names of the known deviations of devices that were not tried.
  package var untriedQuirks: [String] = []
  /// How many pairs took place; nil where none were asked for.
  package let pairCount: Int?

  /// The apps whose code cannot be copied, and was played again for each disturbance.
  package let replayedApps: [String]

  /// How many disturbances took place.
  package var count: Int {
    marks.reduce(deviceCount) { $0 + $1.count { $0 != .didNotTakePlace } } + (pairCount ?? 0)
  }

  /// Where the step of a finding is in the script.
  package func place(of finding: StormFinding) -> SourcePlace? {
    steps.indices.contains(finding.step) ? steps[finding.step].place : nil
  }

  /// Whether the scenario was disturbed nowhere, so that nothing was tried.
  package var isVacuous: Bool { if case .stormed = outcome { count == 0 } else { false } }

  /// Whether something was tried and nothing was found.
  package var survives: Bool {
    switch outcome {
    case .stormed: findings.isEmpty && !isVacuous
    case .leftOut: true
    case .fails, .interrupted: false
    }
  }
}
