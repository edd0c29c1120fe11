// The report for programs: JSON Lines, one object for each event as it happens. Its keys stand in
// the order of the alphabet, so that equal runs give equal bytes.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// Renders a run as JSON Lines.
package struct JSONReport {
  private let encoder: JSONEncoder

  /// Makes a report.
  package init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// What `rehearse test` writes for an event, line ends included.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(_ event: TestEvent) throws -> String {
    try objects(event).map(line).joined()
  }

  /// What `rehearse run` writes for an event of a script.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - file: The script's path.
  ///   - title: The title of the scenario under way.
  /// - Returns: A line with its line end.
  /// - Throws: What the JSON encoder throws.
  package func text(_ event: RunEvent, in file: String, title: String?) throws -> String {
    try line(Self.object(event, file, title))
  }

  /// What `rehearse run` writes when a script was read.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(scriptBegan script: Script, in file: String) throws -> String {
    let began: [JSONForm.Field: any Encodable] = [.file: file, .apps: script.appNames]
    let warnings = script.diagnostics.map { Self.warning($0, file) }
    return try ([JSONObject(.scriptBegan, began)] + warnings).map(line).joined()
  }

  /// What `rehearse run` writes when a script has come to its end.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(scriptEnded file: String) throws -> String {
    try line(JSONObject(.scriptEnded, [.file: file]))
  }

  /// What `rehearse run` writes before the first script.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(runBeganWith scriptCount: Int) throws -> String {
    try line(Self.runBegan(scriptCount, nil))
  }

  /// What `rehearse run` writes when all scripts have ended.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(runEndedWith code: RunExitCode) throws -> String {
    try line(JSONObject(.runEnded, [.exitCode: code.rawValue]))
  }

  /// What `rehearse mutate` writes for an event.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(_ event: MutationEvent) throws -> String {
    switch event {
    case .changed(let change, let outcome):
      return try line(
        JSONObject(
          .change,
          [
            .file: change.source.name, .line: change.line, .change: change.description,
            .outcome: outcome.rawValue,
          ]))
    case .ended(let report, let code):
      var fields: [JSONForm.Field: any Encodable] = [
        .changes: report.count, .noticed: report.noticedCount, .exitCode: code.rawValue,
      ]
      if let score = report.score { fields[.score] = score }
      return try line(JSONObject(.mutationEnded, fields))
    }
  }

  /// What `rehearse explore` writes for an event.
  ///
  /// - Throws: What the JSON encoder throws.
  package func text(_ event: ExplorationEvent) throws -> String {
    switch event {
    case .explored(let result, let exploration, let file):
      return try line(
        JSONObject(
          .exploration,
          [
            .file: file, .line: exploration.place.position.line, .title: exploration.title,
            .verdict: result.verdict.description, .search: JSONExploration(result),
          ]))
    case .failed(let error, let exploration, let file):
      return try line(
        JSONObject(
          .exploration,
          [
            .file: file, .line: exploration.place.position.line, .title: exploration.title,
            .error: "\(error)",
          ]))
    case .ended(let exitCode):
      return try line(JSONObject(.explorationsEnded, [.exitCode: exitCode]))
    }
  }

  private func line(_ object: JSONObject) throws -> String {
    String(decoding: try encoder.encode(object), as: UTF8.self).printableJSON + "\n"
  }

  // MARK: - Objects

  private func objects(_ event: TestEvent) -> [JSONObject] {
    switch event {
    case .runBegan(let count, let seed): [Self.runBegan(count, seed)]
    case .scriptBegan(let path, let warnings):
      [JSONObject(.scriptBegan, [.file: path])] + warnings.map { Self.warning($0, path) }
    case .caseBegan(let testCase, let repetition): [Self.began(testCase, repetition)]
    case .happened(let event, let testCase): [Self.object(event, testCase.file, testCase.title)]
    case .caseEnded(let result): [Self.ended(result)]
    case .differed(let difference): [Self.differed(difference)]
    case .scriptEnded(let path): [JSONObject(.scriptEnded, [.file: path])]
    case .runEnded(let summary):
      [
        JSONObject(
          .runEnded,
          [
            .passed: summary.passedCount, .failed: summary.failedCount,
            .skipped: summary.skippedCount, .interrupted: summary.isInterrupted,
            .exitCode: summary.exitCode.rawValue,
          ])
      ]
    }
  }

  private static func runBegan(_ scriptCount: Int, _ seed: UInt64?) -> JSONObject {
    var fields: [JSONForm.Field: any Encodable] = [
      .version: JSONForm.version, .scripts: scriptCount,
    ]
    if let seed { fields[.seed] = seed }
    return JSONObject(.runBegan, fields)
  }

  private static func warning(_ diagnostic: Diagnostic, _ file: String) -> JSONObject {
    JSONObject(.warning, [.file: file, .diagnostic: diagnostic])
  }

  private static func began(_ testCase: TestCase, _ repetition: Int) -> JSONObject {
    var fields: [JSONForm.Field: any Encodable] = [
      .file: testCase.file, .line: testCase.line, .title: testCase.title,
      .repetition: repetition, .tags: testCase.tags,
    ]
    fields[.parameters] = Dictionary(
      testCase.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return JSONObject(.caseBegan, fields)
  }

  private static func ended(_ result: CaseResult) -> JSONObject {
    let renderer = RunRenderer(appNames: result.appNames)
    var fields: [JSONForm.Field: any Encodable] = [
      .file: result.testCase.file, .line: result.testCase.line, .title: result.testCase.title,
      .repetition: result.repetition, .status: result.status.rawValue,
      .expectations: result.expectationCount, .duration: TimeSpan(result.duration).nanoseconds,
      .problems: result.problems.map { JSONProblem($0, renderer) }, .timeline: result.timeline,
    ]
    if let reason = result.testCase.skipReason ?? result.testCase.failureReason {
      fields[.reason] = reason
    }
    if let storm = result.storm { fields[.storm] = JSONStorm(storm) }
    return JSONObject(.caseEnded, fields)
  }

  private static func differed(_ difference: SystemDifference) -> JSONObject {
    JSONObject(
      .difference,
      [
        .file: difference.file, .line: difference.line, .title: difference.title,
        .systems: difference.outcomes.map {
          [
            "system": $0.system,
            "status": ($0.hasPassed ? CaseResult.Status.passed : .failed).rawValue,
          ]
        },
        .reasons: difference.reasons.map { reason in
          var fields = ["from": reason.from, "to": reason.to]
          if let rule = reason.rule { fields["rule"] = "\(rule)" }
          if let row = reason.rule.flatMap(RuleBook.rule) { fields["statement"] = row.statement }
          return fields
        },
      ])
  }

  private static func object(_ event: RunEvent, _ file: String, _ title: String?) -> JSONObject {
    var fields: [JSONForm.Field: any Encodable] = [.file: file]
    if let title { fields[.title] = title }
    switch event {
    case .scenarioBegan(_, let title):
      return JSONObject(.scenarioBegan, [.file: file, .title: title])
    case .record(let record): return JSONObject(.record, [.file: file, .record: record])
    case .output(let text, let app):
      fields[.text] = text
      if let app { fields[.app] = app.index }
      return JSONObject(.output, fields)
    case .warning(let warning):
      fields[.diagnostic] = warning
      return JSONObject(.warning, fields)
    case .failure(let failure):
      fields[.failure] = failure
      return JSONObject(.failure, fields)
    case .scenarioEnded(let result):
      fields[.title] = result.title
      fields[.status] = result.status.rawValue
      fields[.expectations] = result.expectationCount
      fields[.duration] = TimeSpan(result.duration).nanoseconds
      return JSONObject(.scenarioEnded, fields)
    }
  }
}

/// An object by its keys.
private struct JSONObject: Encodable {
  private let fields: [JSONForm.Field: any Encodable]

  init(_ form: JSONForm, _ fields: [JSONForm.Field: any Encodable]) {
    self.fields = fields.merging([.event: form.rawValue]) { $1 }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONForm.Field.self)
    for (key, value) in fields { try container.encode(value, forKey: key) }
  }
}

private struct JSONProblem: Encodable {
  let kind: String
  let message: String
  let place: SourcePlace?
  let text: String

  init(_ problem: CaseProblem, _ renderer: RunRenderer) {
    kind = problem.kind
    message = problem.summary(renderer)
    place = problem.place
    text = problem.text(renderer)
  }
}
