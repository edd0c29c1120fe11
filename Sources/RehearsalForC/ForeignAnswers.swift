// What sessions answer to another language, as data: cases, reports, traces and errors, by the keys
// that `rehearsal.h` describes.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A script that was loaded.
struct ForeignScript: JSONRepresentable {
  let cases: [ForeignCase]
  /// Whether there is something to run: cases, or statements that do something.
  let isTest: Bool

  var json: JSONValue { ["cases": cases, "isTest": isTest] }

  init(_ script: Script) {
    cases = script.cases.map(ForeignCase.init)
    isTest = script.isTest
  }
}

/// A case of a script's scenarios.
struct ForeignCase: JSONRepresentable {
  let title: String
  let place: SourcePlace
  let tags: [String]
  let parameters: [String: String]
  /// Why it is not played, and why it has to fail; without a key where it is, and has to pass.
  let skip: String?
  let fails: String?

  var json: JSONValue {
    [
      "title": title, "place": place, "tags": tags, "parameters": parameters, "skip": skip,
      "fails": fails,
    ]
  }

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
struct ForeignReport: JSONRepresentable {
  /// How a case came out.
  struct Scenario: JSONRepresentable {
    let title: String
    let status: String
    let parameters: [String: String]
    /// Why it is skipped, or has to fail.
    let reason: String?
    /// The virtual time that it took, in nanoseconds.
    let duration: Int64

    var json: JSONValue {
      [
        "title": title, "status": status, "parameters": parameters, "reason": reason,
        "duration": duration,
      ]
    }
  }

  /// A failure by its own keys, with its place and its text for people.
  struct Problem: JSONRepresentable {
    let failure: Failure
    let place: SourcePlace
    let text: String

    var json: JSONValue { failure.json.merging(["place": place, "text": text]) }
  }

  let passed: Bool
  let failures: [Problem]
  let warnings: [Diagnostic]
  let scenarios: [Scenario]
  /// What the script printed, line by line.
  let output: [String]
  /// What happened, as the command shows it.
  let timeline: [String]

  var json: JSONValue {
    [
      "passed": passed, "failures": failures, "warnings": warnings, "scenarios": scenarios,
      "output": output, "timeline": timeline,
    ]
  }

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
struct ForeignTrace: JSONRepresentable {
  let apps: [String]
  let records: [Record]

  var json: JSONValue { ["apps": apps, "records": records] }
}

/// What went wrong in a call, with a text for people.
struct ForeignFault: JSONRepresentable {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  /// The message; of an error of the script, its own keys too.
  var json: JSONValue {
    let message: JSONValue = ["message": "\(error)"]
    return (error as? ScriptError)?.json.merging(message) ?? message
  }
}
