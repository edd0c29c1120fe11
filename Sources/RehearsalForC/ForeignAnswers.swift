// What sessions answer to another language, as data: cases, reports, traces and errors, by the keys
// that `rehearsal.h` describes.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// A script that was loaded.
struct ForeignScript: Encodable {
  let cases: [ForeignCase]
  /// Whether there is something to run: cases, or statements that do something.
  let isTest: Bool

  init(_ script: Script) {
    cases = script.cases.map(ForeignCase.init)
    isTest = script.isTest
  }
}

/// A case of a script's scenarios.
struct ForeignCase: Encodable {
  let title: String
  let place: SourcePlace
  let tags: [String]
  let parameters: [String: String]
  /// Why it is not played, and why it has to fail; without a key where it is, and has to pass.
  let skip: String?
  let fails: String?

  init(_ scenario: ScenarioCase) {
    title = scenario.title
    place = scenario.place
    tags = scenario.tags
    parameters = Dictionary(
      scenario.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    skip = scenario.skipReason
    fails = scenario.failureReason
  }
}

/// How a run came out.
struct ForeignReport: Encodable {
  /// How a case came out.
  struct Scenario: Encodable {
    let title: String
    let status: String
    let parameters: [String: String]
    /// Why it is skipped, or has to fail.
    let reason: String?
    /// The virtual time that it took, in nanoseconds.
    let duration: Int64
  }

  /// A failure by its own keys, with its place and its text for people.
  struct Problem: Encodable {
    private enum CodingKeys: String, CodingKey { case place, text }

    let failure: Failure
    let place: SourcePlace
    let text: String

    func encode(to encoder: any Encoder) throws {
      try failure.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(place, forKey: .place)
      try container.encode(text, forKey: .text)
    }
  }

  let passed: Bool
  let failures: [Problem]
  let warnings: [Diagnostic]
  let scenarios: [Scenario]
  /// What the script printed, line by line.
  let output: [String]
  /// What happened, as the command shows it.
  let timeline: [String]

  init(_ report: RunReport, of script: Script, output: [String], timeline: [String]) {
    let renderer = RunRenderer(script)
    let failures = report.statementFailures + report.scenarios.flatMap(\.failures)
    passed = report.hasPassed
    self.failures = failures.map {
      Problem(failure: $0, place: $0.place ?? script.start, text: renderer.text($0))
    }
    warnings = report.warnings
    scenarios = report.scenarios.map { result in
      let scenario = ForeignCase(result.scenario)
      return Scenario(
        title: scenario.title, status: result.status.rawValue, parameters: scenario.parameters,
        reason: scenario.skip ?? scenario.fails, duration: TimeSpan(result.duration).nanoseconds)
    }
    self.output = output
    self.timeline = timeline
  }
}

/// What happened on a device.
struct ForeignTrace: Encodable {
  let apps: [String]
  let records: [Record]
}

/// What went wrong in a call, with a text for people.
struct ForeignFault: Encodable {
  private enum CodingKeys: String, CodingKey { case message }

  private let error: any Error

  init(_ error: any Error) { self.error = error }

  /// Writes the message; of an error of the script, its own keys too.
  func encode(to encoder: any Encoder) throws {
    if let error = error as? ScriptError { try error.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("\(error)", forKey: .message)
  }
}
