// A case as a page has it: how it came out, what is wrong with it, and the result of a storm or a
// search of it.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// A case for a page.
struct PageCase: JSONRepresentable {
  /// Something that is wrong with it.
  struct Problem: JSONRepresentable {
    let kind: String
    let summary: String
    /// Everything that there is to say, as the report for people says it.
    let text: String
    let place: Int?
    /// The parts of an expectation, each with its value.
    let parts: [[String]]
    /// The number of a finding that is in the matrix or among what a search found.
    let finding: Int?

    var json: JSONValue {
      [
        "kind": kind, "summary": summary, "text": text, "place": place, "parts": parts,
        "finding": finding,
      ]
    }
  }

  private let file: Int
  private let line: Int
  private let title: Int
  /// The title that it shares with the cases on other systems.
  private let group: Int
  private let status: String
  private let isScenario: Bool
  private let repetition: Int?
  private let duration: Int64
  private let expectations: Int
  private let reason: Int?
  private let tags: [Int]?
  private let problems: [Problem]?
  private let warnings: [Problem]?
  private let output: [Int]?
  /// The device that was played; nil where there was none.
  private let system: Int?
  private let model: Int?
  /// The result of a search; nil for what was played.
  private let search: PageSearch?
  private let storm: PageStorm?
  /// The scenarios that findings lead to, as they come out, by the numbers of the findings.
  private let found: [String: PageCase]?
  /// The number of its life; nil without one.
  var life: Int?
  /// The time and the step of each problem that has one.
  var failures: [[Int64]]?
  /// Whether there is no life because the page would be too large.
  var isLifeLeftOut: Bool?

  var json: JSONValue {
    [
      "file": file, "line": line, "title": title, "group": group, "status": status,
      "isScenario": isScenario, "repetition": repetition, "duration": duration,
      "expectations": expectations, "reason": reason, "tags": tags, "problems": problems,
      "warnings": warnings,
      "output": output, "system": system, "model": model, "search": search, "storm": storm,
      "found": found, "life": life, "failures": failures, "isLifeLeftOut": isLifeLeftOut,
    ]
  }

  init(_ result: CaseResult, _ data: inout PageData) {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    file = data.string(testCase.file.printableLine)
    line = testCase.line
    title = data.string(testCase.heading.printableLine)
    group = data.string(testCase.commonTitle.printableLine)
    status = result.status.rawValue
    isScenario = testCase.isScenario
    repetition = result.repetition > 1 ? result.repetition : nil
    duration = TimeSpan(result.duration).nanoseconds
    expectations = result.expectationCount
    let reason =
      result.status == .notRun
      ? RunRenderer.notRunReason : testCase.skipReason ?? testCase.failureReason
    self.reason = reason.map { data.string($0.printableLine) }
    tags = testCase.tags.isEmpty ? nil : testCase.tags.map { data.string($0) }
    // What keeps a case from being played is its reason, and no problem.
    let isFailure = result.status.isFailure
    let problems = (isFailure ? result.problems : []).enumerated().map {
      Problem($1, $0, in: result, renderer, &data)
    }
    self.problems = problems.isEmpty ? nil : problems
    let warnings = result.warnings.map {
      Problem(.diagnostic($0), nil, in: result, renderer, &data)
    }
    self.warnings = warnings.isEmpty ? nil : warnings
    output = result.output.isEmpty ? nil : result.output.map { data.string($0.printable) }
    system = (result.life?.life.system).map { data.string($0) }
    model = (result.life?.life.model).map { data.string($0.printableLine) }
    search = PageSearch(result)
    storm = PageStorm(result)
    var found: [String: PageCase] = [:]
    for (number, result) in result.foundScenarios.sorted(by: { $0.key < $1.key }) {
      found["\(number)"] = data.page(of: result)
    }
    self.found = found.isEmpty ? nil : found
  }
}

extension PageCase.Problem {
  fileprivate init(
    _ problem: CaseProblem, _ number: Int?, in result: CaseResult, _ renderer: RunRenderer,
    _ data: inout PageData
  ) {
    kind = problem.kind
    summary = problem.summary(renderer).printableLine
    text = problem.text(renderer).printable
    place = problem.place.map { data.place($0) }
    parts = problem.parts
    let isSearch = result.fields[.search] != nil && problem.scenario != nil
    finding = problem.isFinding && (result.matrix != nil || isSearch) ? number : nil
  }
}

/// The matrix and the findings of a storm for a page.
struct PageStorm: JSONRepresentable {
  /// What is reported of it to programs.
  private let told: JSONValue
  /// For each cell that failed: its step, its column, the number of its finding.
  private let cells: PageRows

  var json: JSONValue { told.printable.merging(["cells": cells]) }

  init?(_ result: CaseResult) {
    guard let matrix = result.matrix, let told = result.fields[.storm] else { return nil }
    self.told = told
    var cells = PageRows()
    for cell in matrix.cells { cells.append([cell.row, cell.column, cell.problem]) }
    self.cells = cells
  }
}

/// The result of the search of an exploration, for a page.
struct PageSearch: JSONRepresentable {
  /// What is reported of it to programs.
  private let told: JSONValue
  private let verdict: JSONValue?
  /// What is reported of it to people, line by line.
  private let lines: [String]

  var json: JSONValue {
    told.printable.merging(["verdict": verdict?.printable, "lines": lines.map(\.printable)])
  }

  init?(_ result: CaseResult) {
    guard let told = result.fields[.search] else { return nil }
    self.told = told
    verdict = result.fields[.verdict]
    lines = result.timeline
  }
}

extension JSONValue {
  /// The value with texts in which nothing steers how they are shown.
  fileprivate var printable: JSONValue {
    switch self {
    case .string(let text): .string(text.printable)
    case .list(let elements): .list(elements.map(\.printable))
    case .object(let fields): .object(fields.map { Field($0.key, $0.value.printable) })
    case .null, .boolean, .number: self
    }
  }
}

/// A case that does not come out the same on all systems, for a page.
struct PageDifference: JSONRepresentable {
  private let file: Int
  private let line: Int
  private let group: Int
  /// What makes each difference: two systems, and the rule or nothing.
  private let reasons: [[String]]

  var json: JSONValue { ["file": file, "line": line, "group": group, "reasons": reasons] }

  init(_ difference: SystemDifference, _ data: inout PageData) {
    file = data.string(difference.file.printableLine)
    line = difference.line
    group = data.string(difference.title.printableLine)
    reasons = difference.reasons.map { reason in
      [reason.from, reason.to] + (reason.rule.map { [$0.description] } ?? [])
    }
  }
}
