// A case as a page has it: how it came out, what is wrong with it, and what a storm of it came to.

import Rehearsal
import RehearsalExploration
import RehearsalLifecycle
import RehearsalSyntax
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
    /// The disturbances and the step of a storm's finding; absent for other problems.
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
  private let repetition: Int?
  private let duration: Int64
  private let expectations: Int
  private let reason: Int?
  private let tags: [Int]?
  private let problems: [Problem]?
  private let warnings: [Problem]?
  private let output: [Int]?
  private let storm: PageStorm?
  /// The number of its life; nil without one.
  var life: Int?
  /// The time and the step of each problem that has one.
  var failures: [[Int64]]?
  /// Whether there is no life because the page would be too large.
  var isLifeLeftOut: Bool?

  var json: JSONValue {
    [
      "file": file, "line": line, "title": title, "group": group, "status": status,
      "repetition": repetition, "duration": duration, "expectations": expectations,
      "reason": reason, "tags": tags, "problems": problems, "warnings": warnings,
      "output": output, "storm": storm, "life": life, "failures": failures,
      "isLifeLeftOut": isLifeLeftOut,
    ]
  }

  init(_ result: CaseResult, _ data: inout PageData) {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    file = data.string(testCase.file.printableLine)
    line = testCase.line
    title = data.string(testCase.title.printableLine)
    group = data.string(testCase.commonTitle.printableLine)
    status = result.status.rawValue
    repetition = result.repetition > 1 ? result.repetition : nil
    duration = TimeSpan(result.duration).nanoseconds
    expectations = result.expectationCount
    let reason =
      result.status == .notRun
      ? RunRenderer.notRunReason : testCase.skipReason ?? testCase.failureReason
    self.reason = reason.map { data.string($0.printableLine) }
    tags = testCase.tags.isEmpty ? nil : testCase.tags.map { data.string($0) }
    let problems = result.problems.map { Problem($0, in: result, renderer, &data) }
    self.problems = problems.isEmpty ? nil : problems
    let warnings = result.warnings.map {
      Problem(.diagnostic($0), in: result, renderer, &data)
    }
    self.warnings = warnings.isEmpty ? nil : warnings
    output = result.output.isEmpty ? nil : result.output.map { data.string($0.printable) }
    storm = result.storm.map { PageStorm($0, result.foundScenarios, &data) }
  }
}

extension PageCase.Problem {
  fileprivate init(
    _ problem: CaseProblem, in result: CaseResult, _ renderer: RunRenderer, _ data: inout PageData
  ) {
    kind = problem.kind
    summary = problem.summary(renderer).printableLine
    text = problem.text(renderer).printable
    place = problem.place.map { data.place($0) }
    switch problem {
    case .failure(let failure):
      if case .expectation(let failed) = failure.reason {
        parts = (failed.parts + failed.loopVariables).map {
          [$0.text.printableLine, $0.value.printableLine]
        }
      } else {
        parts = []
      }
      finding = nil
    case .storm(let meant, let storm):
      parts = []
      finding = storm.findings.firstIndex {
        $0.step == meant.step && $0.disturbances == meant.disturbances
      }
    case .diagnostic, .unreadable, .difference, .timeout:
      parts = []
      finding = nil
    }
  }
}

/// The matrix and the findings of a storm for a page.
struct PageStorm: JSONRepresentable {
  private struct Step: JSONRepresentable {
    let text: Int
    let place: Int?
    let time: Int64
    /// A character for each disturbance, as in JSON Lines; a finding's number stands in `cells`.
    let marks: String

    var json: JSONValue { ["text": text, "place": place, "time": time, "marks": marks] }
  }

  private struct Finding: JSONRepresentable {
    let disturbances: [String]
    let step: Int
    let summary: String
    let differences: [[String]]
    let cause: String?
    let scenario: String?
    /// The scenario as it comes out, with its life; nil without one.
    let found: PageCase?

    var json: JSONValue {
      [
        "disturbances": disturbances, "step": step, "summary": summary,
        "differences": differences, "cause": cause, "scenario": scenario, "found": found,
      ]
    }
  }

  private let disturbances: [String]
  private let steps: [Step]
  private let findings: [Finding]
  /// For each cell that failed: its step, its column, the number of its finding.
  private let cells: PageRows

  var json: JSONValue {
    ["disturbances": disturbances, "steps": steps, "findings": findings, "cells": cells]
  }

  init(_ result: StormResult, _ found: [Int: CaseResult], _ data: inout PageData) {
    let text = StormText(result)
    disturbances = result.disturbances.map(\.name)
    var cells = PageRows()
    var steps: [Step] = []
    for (row, (step, marks)) in zip(result.steps, result.marks).enumerated() {
      let deadline = step.deadline.isEmpty ? "" : " – \(step.moment.rawValue) \(step.deadline)"
      steps.append(
        Step(
          text: data.string((step.text + deadline).printableLine),
          place: step.place.map { data.place($0) }, time: step.time.spanSinceStart.nanoseconds,
          marks: String(marks.map(\.character))))
      for (column, mark) in marks.enumerated() {
        if case .failed(let finding) = mark { cells.append([row, column, finding]) }
      }
    }
    self.steps = steps
    self.cells = cells
    findings = result.findings.enumerated().map { number, finding in
      Finding(
        disturbances: finding.disturbances, step: finding.step,
        summary: text.summary(of: finding).printableLine,
        differences: finding.differences.map {
          [$0.subject.printableLine, $0.was.printableLine, $0.is.printableLine]
        }, cause: finding.cause?.printable, scenario: finding.scenario?.printable,
        found: found[number].map { data.page(of: $0) })
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
