// The report for programs: JSON Lines, one object for each event as it happens. Its keys stand in
// the order of the alphabet, so that equal runs give equal bytes.

import Rehearsal
import RehearsalExploration
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// Renders a run as JSON Lines.
package struct JSONReport {
  /// Makes a report.
  package init() {}

  /// What `rehearse test` writes for an event, line ends included.
  package func text(_ event: TestEvent) -> String {
    objects(event).map(line).joined()
  }

  /// What `rehearse run` writes for an event of a script.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - file: The script's path.
  ///   - title: The title of the scenario under way.
  /// - Returns: A line with its line end.
  package func text(_ event: RunEvent, in file: String, title: String?) -> String {
    line(Self.object(event, file, title))
  }

  /// What `rehearse run` writes when a script was read.
  package func text(scriptBegan script: Script, in file: String) -> String {
    let began: [JSONForm.Field: JSONValue.Value] = [.file: file, .apps: script.appNames]
    let warnings = script.diagnostics.map { Self.warning($0, file) }
    return ([JSONValue(.scriptBegan, began)] + warnings).map(line).joined()
  }

  /// What `rehearse run` writes when a script has come to its end.
  package func text(scriptEnded file: String) -> String {
    line(JSONValue(.scriptEnded, [.file: file]))
  }

  /// What `rehearse run` writes before the first script.
  package func text(runBeganWith scriptCount: Int) -> String {
    line(Self.runBegan(scriptCount, nil))
  }

  /// What `rehearse run` writes when all scripts have ended.
  package func text(runEndedWith code: RunExitCode) -> String {
    line(JSONValue(.runEnded, [.exitCode: code.rawValue]))
  }

  /// What `rehearse mutate` writes for an event.
  package func text(_ event: MutationEvent) -> String {
    switch event {
    case .changed(let change, let outcome):
      return line(
        JSONValue(
          .change,
          [
            .file: change.source.name, .line: change.line, .change: change.description,
            .outcome: outcome.rawValue,
          ]))
    case .ended(let report, let code):
      var fields: [JSONForm.Field: JSONValue.Value] = [
        .changes: report.count, .noticed: report.noticedCount, .exitCode: code.rawValue,
      ]
      if let score = report.score { fields[.score] = score }
      return line(JSONValue(.mutationEnded, fields))
    }
  }

  /// What `rehearse explore` writes for an event.
  package func text(_ event: ExplorationEvent) -> String {
    switch event {
    case .explored(let result, let exploration, let file):
      return line(
        JSONValue(
          .exploration,
          [
            .file: file, .line: exploration.place.position.line, .title: exploration.title,
            .verdict: result.verdict.description, .search: JSONExploration(result),
          ]))
    case .failed(let error, let exploration, let file):
      return line(
        JSONValue(
          .exploration,
          [
            .file: file, .line: exploration.place.position.line, .title: exploration.title,
            .error: "\(error)",
          ]))
    case .ended(let exitCode):
      return line(JSONValue(.explorationsEnded, [.exitCode: exitCode]))
    }
  }

  private func line(_ object: JSONValue) -> String {
    object.text.printableJSON + "\n"
  }

  // MARK: - Objects

  private func objects(_ event: TestEvent) -> [JSONValue] {
    switch event {
    case .runBegan(let count, let seed): [Self.runBegan(count, seed)]
    case .scriptBegan(let path, let warnings):
      [JSONValue(.scriptBegan, [.file: path])] + warnings.map { Self.warning($0, path) }
    case .caseBegan(let testCase, let repetition): [Self.began(testCase, repetition)]
    case .happened(let event, let testCase): [Self.object(event, testCase.file, testCase.title)]
    case .caseEnded(let result): [Self.ended(result)]
    case .differed(let difference): [Self.differed(difference)]
    case .scriptEnded(let path): [JSONValue(.scriptEnded, [.file: path])]
    case .runEnded(let summary):
      [
        JSONValue(
          .runEnded,
          [
            .passed: summary.passedCount, .failed: summary.failedCount,
            .skipped: summary.skippedCount, .interrupted: summary.isInterrupted,
            .exitCode: summary.exitCode.rawValue,
          ])
      ]
    }
  }

  private static func runBegan(_ scriptCount: Int, _ seed: UInt64?) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [
      .version: JSONForm.version, .scripts: scriptCount,
    ]
    if let seed { fields[.seed] = seed }
    return JSONValue(.runBegan, fields)
  }

  private static func warning(_ diagnostic: Diagnostic, _ file: String) -> JSONValue {
    JSONValue(.warning, [.file: file, .diagnostic: diagnostic])
  }

  private static func began(_ testCase: TestCase, _ repetition: Int) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [
      .file: testCase.file, .line: testCase.line, .title: testCase.title,
      .repetition: repetition, .tags: testCase.tags,
    ]
    fields[.parameters] = Dictionary(
      testCase.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return JSONValue(.caseBegan, fields)
  }

  private static func ended(_ result: CaseResult) -> JSONValue {
    let renderer = RunRenderer(appNames: result.appNames)
    var fields: [JSONForm.Field: JSONValue.Value] = [
      .file: result.testCase.file, .line: result.testCase.line, .title: result.testCase.title,
      .repetition: result.repetition, .status: result.status.rawValue,
      .expectations: result.expectationCount, .duration: TimeSpan(result.duration).nanoseconds,
      .problems: result.problems.map { JSONProblem($0, renderer) }, .timeline: result.timeline,
    ]
    if let reason = result.testCase.skipReason ?? result.testCase.failureReason {
      fields[.reason] = reason
    }
    if let storm = result.storm { fields[.storm] = JSONStorm(storm) }
    return JSONValue(.caseEnded, fields)
  }

  private static func differed(_ difference: SystemDifference) -> JSONValue {
    JSONValue(
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

  private static func object(_ event: RunEvent, _ file: String, _ title: String?) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [.file: file]
    if let title { fields[.title] = title }
    switch event {
    case .scenarioBegan(_, let title):
      return JSONValue(.scenarioBegan, [.file: file, .title: title])
    case .record(let record): return JSONValue(.record, [.file: file, .record: record])
    case .output(let text, let app):
      fields[.text] = text
      if let app { fields[.app] = app.index }
      return JSONValue(.output, fields)
    case .warning(let warning):
      fields[.diagnostic] = warning
      return JSONValue(.warning, fields)
    case .failure(let failure):
      fields[.failure] = failure
      return JSONValue(.failure, fields)
    case .scenarioEnded(let result):
      fields[.title] = result.title
      fields[.status] = result.status.rawValue
      fields[.expectations] = result.expectationCount
      fields[.duration] = TimeSpan(result.duration).nanoseconds
      return JSONValue(.scenarioEnded, fields)
    }
  }
}

extension JSONValue {
  /// An object by its keys.
  fileprivate init(_ form: JSONForm, _ fields: [JSONForm.Field: Value]) {
    self.init(fields: fields.map { ($0.rawValue, $1) } + [("event", form.rawValue)])
  }
}

private struct JSONProblem: JSONRepresentable {
  let json: JSONValue

  init(_ problem: CaseProblem, _ renderer: RunRenderer) {
    json = [
      "kind": problem.kind, "message": problem.summary(renderer), "place": problem.place,
      "text": problem.text(renderer),
    ]
  }
}
