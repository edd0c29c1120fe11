// The report for `rehearse merge`: everything that other reports are made of, line by line, with the
// place of each line in the whole. The first line says which part of which run it is, the last that
// nothing is missing before it. It is read by the same version only.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Renders a run as results.
package struct ResultsReport: Report {
  /// Where a line is in the whole: the number of its script, the repetition, that of its case.
  struct Position: Comparable, Hashable {
    var script = 0
    var repetition = 0
    var testCase = Position.before

    /// In place of a case: before all cases, before those of a repetition, and after all.
    static let before = -2
    static let statements = -1
    static let after = Int(Int32.max)

    /// Whether all parts that have the script tell the same there.
    var isShared: Bool { testCase < 0 || testCase == Self.after }

    static func < (one: Position, other: Position) -> Bool {
      (one.script, one.repetition, one.testCase)
        < (other.script, other.repetition, other.testCase)
    }
  }

  /// What a case is found by again when it has ended, which may have changed why it is skipped.
  private struct CaseKey: Hashable {
    let file: String
    let line: Int
    let title: String

    init(_ testCase: TestCase) {
      (file, line, title) = (testCase.file, testCase.line, testCase.title)
    }
  }

  /// What is run, and which part of it; nil where nobody said, and nothing is written.
  private let header: ResultsHeader?
  /// How wide the tables of storms are.
  private let width: Int
  private var scripts: [String: Int] = [:]
  /// The numbers of the cases by what finds them; of several the next one first.
  private var numbers: [CaseKey: [Int]] = [:]
  /// The numbers of scenarios that are compared on several systems.
  private var scenarios: [CaseKey: Int] = [:]
  private var position = Position()
  private var hasBegunCase = false
  /// The texts that lines name by their numbers.
  private var sources: [ObjectIdentifier: (source: SourceText, number: Int)] = [:]
  private var digester = ContentDigester()
  private var lineCount = 0
  /// What is to be written.
  private var text = ""

  /// Makes a report of a run of which nothing is known, which says nothing.
  init() {
    header = nil
    width = 0
  }

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - header: What is run, and which part of it.
  ///   - plan: The cases of all parts.
  ///   - width: How wide the tables of storms are.
  package init(_ header: ResultsHeader, _ plan: CasePlan, width: Int) {
    let parts = plan.parts(sharedBy: header.shard.count)
    self.init(
      header, of: plan.cases.enumerated().filter { parts[$0.offset] == header.shard.number },
      width: width)
  }

  /// Makes a report of a part whose cases are known.
  ///
  /// - Parameters:
  ///   - header: What is run, and which part of it.
  ///   - cases: The cases of the part, with their numbers among those of all parts.
  ///   - width: How wide the tables of storms are.
  package init(
    _ header: ResultsHeader, of cases: [(offset: Int, element: TestCase)], width: Int
  ) {
    self.header = header
    self.width = width
    for (number, file) in header.files.enumerated() { scripts[file.path] = number }
    for (number, testCase) in cases {
      numbers[CaseKey(testCase), default: []].append(number)
      let scenario = TestCase(
        file: testCase.file, line: testCase.line, content: testCase.content,
        title: testCase.commonTitle)
      let key = CaseKey(scenario)
      scenarios[key] = scenarios[key] ?? number
    }
  }

  /// What to write for an event, line ends included.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    guard let header else { return "" }
    if lineCount == 0 { write(header.json) }
    note(event)
    defer { text = "" }
    return PrintableText(lines: text)
  }

  private mutating func note(_ event: TestEvent) {
    switch event {
    case .runBegan(let beginning):
      write(
        .runBegan,
        [
          "scripts": beginning.scriptCount, "seed": beginning.shuffleSeed,
          "configuration": beginning.configuration, "leftOut": beginning.leftOut.map(\.path),
          "reasons": beginning.leftOut.map(\.reason), "strict": beginning.isStrict,
        ])
    case .scriptBegan(let path, let appNames, let warnings):
      position = Position(script: scripts[path] ?? 0)
      write(
        .scriptBegan, ["file": path, "apps": appNames, "warnings": warnings.map { json($0) }])
    case .caseBegan(let testCase, let repetition):
      begin(testCase, repetition)
      write(.caseBegan, ["case": json(testCase), "repetition": repetition])
    case .happened:
      for object in JSONReport().objects(event) { write(.told, ["object": object]) }
    case .told(let object): write(.told, ["object": object])
    // Nobody ran them, which a part of a run does not have.
    case .leftOut: break
    case .caseEnded(let result):
      if !hasBegunCase { begin(result.testCase, result.repetition) }
      hasBegunCase = false
      write(.caseEnded, fields(of: result))
    case .differed(let difference): write(difference)
    case .warned(let path, let warnings):
      (position.repetition, position.testCase) = (Position.after, Position.after)
      write(.warned, ["file": path, "warnings": warnings.map { json($0) }])
    case .scriptEnded(let path, let measure, let suspected):
      position.repetition = Position.after
      position.testCase = Position.after
      write(
        .scriptEnded,
        [
          "file": path, "idlePassing": measure?.passing, "idleCount": measure?.count,
          "suspected": suspected?.map { json($0) },
        ])
    case .runEnded(let end):
      position = Position(script: Position.after)
      write(.runEnded, ["exitCode": end.fields[.exitCode], "interrupted": end.isInterrupted])
      writeEnd()
    }
  }

  private mutating func begin(_ testCase: TestCase, _ repetition: Int) {
    hasBegunCase = true
    position.repetition = repetition
    position.testCase = testCase.content == .statements ? Position.statements : Position.after
    guard var waiting = numbers[CaseKey(testCase)], let number = waiting.first else { return }
    waiting.append(waiting.removeFirst())
    numbers[CaseKey(testCase)] = waiting
    position.testCase = number
  }

  private mutating func write(_ difference: SystemDifference) {
    let scenario = TestCase(
      file: difference.file, line: difference.line, content: .scenario(0), title: difference.title)
    position.repetition = Position.after
    position.testCase = scenarios[CaseKey(scenario)] ?? 0
    write(
      .difference,
      [
        "file": difference.file, "line": difference.line, "title": difference.title,
        "outcomes": difference.outcomes.map { outcome -> JSONValue in
          ["system": outcome.system, "hasPassed": outcome.hasPassed]
        },
        "reasons": difference.reasons.map { reason -> JSONValue in
          ["from": reason.from, "to": reason.to, "rule": reason.rule.map { Int($0.rawValue) }]
        },
      ])
  }

  // MARK: - Lines

  private mutating func write(_ kind: ResultsLine.Kind, _ fields: [String: JSONValue.Value]) {
    let place = [position.script, position.repetition, position.testCase]
    write(
      JSONValue(
        fields: fields.map { ($0, $1) } + [(ResultsLine.event, kind.rawValue), ("at", place)]))
  }

  private mutating func write(_ object: JSONValue) {
    let line = object.text.printableJSON + "\n"
    digester.combine(raw: line.utf8)
    lineCount += 1
    text += line
  }

  /// The last line, which says that all lines are there that were written.
  private mutating func writeEnd() {
    let digest = digester.finish().text
    write([
      ResultsLine.event: ResultsLine.Kind.whole.rawValue, "lines": lineCount, "digest": digest,
    ])
  }

  // MARK: - Values

  private func json(_ testCase: TestCase) -> JSONValue {
    let (content, number) = testCase.content.named
    return [
      "file": testCase.file, "line": testCase.line, "content": content, "number": number,
      "title": testCase.title, "commonTitle": testCase.commonTitle,
      "parameters": testCase.parameters.map { [$0.name, $0.value] }, "tags": testCase.tags,
      "skipReason": testCase.skipReason, "failureReason": testCase.failureReason,
      "unplayedSystems": testCase.unplayedSystems,
    ]
  }

  private mutating func fields(of result: CaseResult) -> [String: JSONValue.Value] {
    let plain = RunRenderer(appNames: result.appNames)
    let colored = RunRenderer(appNames: result.appNames, usesColor: true)
    let problems = result.problems.map { json($0, plain, colored) }
    let warnings = result.warnings.map { json($0) }
    return [
      // These three are in the case, too; here they are read as in the report for programs.
      "file": result.testCase.file, "line": result.testCase.line, "title": result.testCase.title,
      "case": json(result.testCase), "repetition": result.repetition,
      "status": result.status.rawValue, "problems": problems, "warnings": warnings,
      "output": result.output, "timeline": result.timeline,
      "lastEnd": result.lastEnd,
      "expectations": result.expectationCount,
      "duration": TimeSpan(result.duration).nanoseconds,
      "elapsed": TimeSpan(result.elapsed).nanoseconds,
      "matrix": result.matrix.map { json($0) }, "apps": result.appNames,
      "fields": JSONValue(fields: result.fields.map { ($0.rawValue, $1) }),
      "untriedQuirks": result.untried.quirks, "untriedHandlers": result.untried.handlers,
    ]
  }

  private mutating func json(
    _ problem: CaseProblem, _ plain: RunRenderer, _ colored: RunRenderer
  ) -> JSONValue {
    let text = problem.text(plain)
    let coloredText = problem.text(colored)
    return [
      "kind": problem.kind, "identifier": problem.identifier?.rawValue,
      "place": problem.place.map { json($0) }, "message": problem.summary(plain), "text": text,
      "coloredText": coloredText == text ? nil : coloredText, "parts": problem.parts,
      "isScriptError": problem.isScriptError, "isFinding": problem.isFinding,
      "scenario": problem.scenario,
    ]
  }

  private func json(_ matrix: CaseMatrix) -> JSONValue {
    [
      "summary": matrix.summary, "columns": matrix.columns.map(\.name),
      "cells": matrix.cells.map { [$0.row, $0.column, $0.problem] }, "remarks": matrix.remarks,
      "lines": matrix.lines(width - TextReport.indentationOfMatrices, false),
      "coloredLines": matrix.lines(width - TextReport.indentationOfMatrices, true),
    ]
  }

  private mutating func json(_ diagnostic: Diagnostic) -> JSONValue {
    let source = diagnostic.source
    return [
      "identifier": diagnostic.identifier.rawValue,
      "place": json(SourcePlace(source, diagnostic.range)), "message": diagnostic.message,
      "notes": diagnostic.notes.map { note -> JSONValue in
        ["message": note.message, "place": note.range.map { json(SourcePlace(source, $0)) }]
      },
      "fixes": diagnostic.fixIts.map(\.message),
    ]
  }

  private mutating func json(_ place: SourcePlace) -> JSONValue {
    [number(of: place.source), Int(place.range.start), Int(place.range.end)].json
  }

  /// The number of a text, which is written where it is new.
  private mutating func number(of source: SourceText) -> Int {
    if let known = sources[ObjectIdentifier(source)] { return known.number }
    let number = sources.count
    sources[ObjectIdentifier(source)] = (source, number)
    let text = String(validating: source.bytes, as: UTF8.self)
    write([
      ResultsLine.event: ResultsLine.Kind.source.rawValue, "name": source.name, "text": text,
      "bytes": text == nil ? source.bytes.map { Int($0) } : nil,
    ])
    return number
  }
}

extension TestCase.Content {
  /// The word for it, and its number where it has one.
  fileprivate var named: (word: String, number: Int?) {
    switch self {
    case .scenario(let number): ("scenario", number)
    case .script(let number): ("script", number)
    case .statements: ("statements", nil)
    case .comments: ("comments", nil)
    case .unusable: ("unusable", nil)
    case .exploration: ("exploration", nil)
    case .change: ("change", nil)
    }
  }

  /// What a word and a number stand for; nil for nothing.
  init?(_ word: String, _ number: Int?) {
    let known: [TestCase.Content] = [
      .scenario(number ?? 0), .script(number ?? 0), .statements, .comments, .unusable,
      .exploration, .change,
    ]
    guard let content = known.first(where: { $0.named.word == word }) else { return nil }
    self = content
  }
}
