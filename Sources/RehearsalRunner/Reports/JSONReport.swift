// The report for programs: JSON Lines, one object for each event as it happens. Its keys are in
// alphabetical order, so that equal runs give equal bytes.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Renders a run as JSON Lines.
package struct JSONReport: Report {
  /// Whether the ends of cases are reported, in addition to what happens in them.
  private let reportsCases: Bool

  /// Makes a report.
  ///
  /// - Parameter reportsCases: Whether cases are reported; else everything that happens is.
  package init(reportsCases: Bool = true) { self.reportsCases = reportsCases }

  /// What to write for an event, line ends included.
  package func text(_ event: TestEvent) -> PrintableText {
    PrintableText(lines: objects(event).map(line).joined())
  }

  private func line(_ object: JSONValue) -> String {
    object.text.printableJSON + "\n"
  }

  // MARK: - Objects

  /// What is reported of an event to programs.
  func objects(_ event: TestEvent) -> [JSONValue] {
    switch event {
    case .runBegan(let beginning): [Self.runBegan(beginning)]
    case .scriptBegan(let path, let appNames, let warnings):
      [JSONValue(.scriptBegan, [.file: path, .apps: reportsCases ? nil : appNames])]
        + warnings.map { Self.warning($0, path) }
    case .caseBegan(let testCase, let repetition): [Self.began(testCase, repetition)]
    case .happened(let event, let testCase, let place):
      [
        Self.object(
          event, testCase.file, reportsCases || testCase.isScenario ? testCase.title : nil,
          at: place)
      ]
    case .told(let object): [object]
    case .caseEnded(let result): reportsCases ? [Self.ended(result)] : []
    case .differed(let difference): [Self.differed(difference)]
    case .warned(let path, let warnings): warnings.map { Self.warning($0, path) }
    // They are counted at the end; no case began.
    case .leftOut: []
    case .scriptEnded(let path, let measure, _): [Self.scriptEnded(path, measure)]
    case .runEnded(let ending): [JSONValue(ending.form, ending.fields)]
    }
  }

  private static func runBegan(_ beginning: RunBeginning) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [
      .version: JSONForm.version, .scripts: beginning.scriptCount,
    ]
    if let seed = beginning.shuffleSeed { fields[.seed] = seed }
    if let configuration = beginning.configuration { fields[.configuration] = configuration }
    if !beginning.leftOut.isEmpty {
      fields[.leftOutPaths] = beginning.leftOut.map { ["path": $0.path, "reason": $0.reason] }
    }
    return JSONValue(.runBegan, fields)
  }

  private static func scriptEnded(_ path: String, _ measure: IdleMeasure?) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [.file: path]
    if let measure {
      fields[.idle] = JSONValue.object([
        JSONValue.Field("count", measure.count.json),
        JSONValue.Field("passing", measure.passing.json),
      ])
    }
    return JSONValue(.scriptEnded, fields)
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
    let testCase = result.testCase
    let place: [JSONForm.Field: JSONValue.Value] = [.file: testCase.file, .line: testCase.line]
    let object =
      switch testCase.content {
      case .change: JSONValue(.change, place.merging([.change: testCase.title]) { $1 })
      case .exploration: JSONValue(.exploration, place.merging([.title: testCase.title]) { $1 })
      case .scenario, .script, .statements, .comments, .unusable:
        JSONValue(.caseEnded, place.merging(fields(of: result)) { $1 })
      }
    return object.merging(JSONValue(fields: result.fields.map { ($0.rawValue, $1) }))
  }

  private static func fields(of result: CaseResult) -> [JSONForm.Field: JSONValue.Value] {
    let renderer = RunRenderer(appNames: result.appNames)
    return [
      .title: result.testCase.title, .repetition: result.repetition,
      .status: result.status.rawValue, .expectations: result.expectationCount,
      .duration: TimeSpan(result.duration).nanoseconds,
      .problems: result.problems.map { JSONProblem($0, renderer) }, .timeline: result.timeline,
      .reason: result.testCase.skipReason ?? result.testCase.failureReason,
    ]
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

  private static func object(
    _ event: RunEvent, _ file: String, _ title: String?, at place: SourcePlace?
  ) -> JSONValue {
    var fields: [JSONForm.Field: JSONValue.Value] = [.file: file]
    if let title { fields[.title] = title }
    switch event {
    case .scenarioBegan(_, let title):
      return JSONValue(.scenarioBegan, [.file: file, .title: title])
    case .record(let record):
      return JSONValue(.record, [.file: file, .record: record, .place: place])
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
