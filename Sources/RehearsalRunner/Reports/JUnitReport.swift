// The report for build servers: JUnit's XML, as Jenkins' schema has it. A script is a suite, a case
// a test case. Times are the device's: so a run gives the same bytes each time.

import Mustache
import Rehearsal
import RehearsalExploration
import RehearsalSyntax

/// Collects a run and renders it as XML.
package struct JUnitReport: Sendable {
  private var suites: [JUnitSuite] = []

  /// Makes an empty report.
  package init() {}

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  ///
  /// - Throws: What the library says of its template.
  package mutating func text(_ event: TestEvent) throws -> String {
    switch event {
    case .scriptBegan(let path, _): suites.append(JUnitSuite(name: path))
    case .caseEnded(let result):
      if let last = suites.indices.last { suites[last].append(JUnitCase(result)) }
    case .runEnded: return try document()
    case .runBegan, .caseBegan, .happened, .differed, .scriptEnded: break
    }
    return ""
  }

  /// What to write for an event of mutation testing, where a change is a case that fails unless a
  /// scenario notices it: the whole of it at the end, before that nothing.
  ///
  /// - Throws: What the library says of its template.
  package mutating func text(_ event: MutationEvent) throws -> String {
    switch event {
    case .changed(_, .invalid): return ""
    case .changed(let change, let outcome):
      if suites.last?.file != change.source.name {
        suites.append(JUnitSuite(name: change.source.name))
      }
      suites[suites.count - 1].append(JUnitCase(change, outcome))
      return ""
    case .ended: return try document()
    }
  }

  /// What to write for an event of explorations, each of which is a case: the whole of it at the
  /// end, before that nothing.
  ///
  /// - Throws: What the library says of its template.
  package mutating func text(_ event: ExplorationEvent) throws -> String {
    switch event {
    case .explored(let result, _, let file): append(JUnitCase(result, in: file), to: file)
    case .failed(let error, let exploration, let file):
      append(JUnitCase(exploration, failedBy: error, in: file), to: file)
    case .ended: return try document()
    }
    return ""
  }

  private mutating func append(_ testCase: JUnitCase, to file: String) {
    if suites.last?.file != file { suites.append(JUnitSuite(name: file)) }
    suites[suites.count - 1].append(testCase)
  }

  private func document() throws -> String {
    try MustacheTemplate(string: Self.template).render(JUnitSuites(suites))
  }

  /// The document; the library escapes what stands between braces.
  private static let template = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rehearse" tests="{{tests}}" failures="{{failures}}" errors="{{errors}}" time="{{time}}">
    {{#suites}}
      <testsuite name="{{name}}" tests="{{tests}}" failures="{{failures}}" errors="{{errors}}" skipped="{{skipped}}" time="{{time}}">
    {{#cases}}
        <testcase name="{{name}}" classname="{{className}}" time="{{time}}">
    {{#skipped}}
          <skipped message="{{message}}" type="{{type}}"></skipped>
    {{/skipped}}
    {{#errors}}
          <error message="{{message}}" type="{{type}}">{{text}}</error>
    {{/errors}}
    {{#failures}}
          <failure message="{{message}}" type="{{type}}">{{text}}</failure>
    {{/failures}}
    {{#output}}
          <system-out>{{output}}</system-out>
    {{/output}}
        </testcase>
    {{/cases}}
      </testsuite>
    {{/suites}}
    </testsuites>

    """
}

// MARK: - The elements

// The template reads the properties by their names.

private struct JUnitSuites {
  let tests: Int
  let failures: Int
  let errors: Int
  let time: String
  let suites: [JUnitSuite]

  init(_ suites: [JUnitSuite]) {
    self.suites = suites
    tests = suites.map(\.tests).reduce(0, +)
    failures = suites.map(\.failures).reduce(0, +)
    errors = suites.map(\.errors).reduce(0, +)
    time = seconds(suites.map(\.duration).reduce(.zero, +))
  }
}

private struct JUnitSuite {
  let file: String
  let name: String
  private(set) var tests = 0
  private(set) var failures = 0
  private(set) var errors = 0
  private(set) var skipped = 0
  private(set) var time = seconds(.zero)
  private(set) var duration = Duration.zero
  private(set) var cases: [JUnitCase] = []

  init(name file: String) {
    self.file = file
    name = clean(file.printableLine)
  }

  mutating func append(_ testCase: JUnitCase) {
    cases.append(testCase)
    tests += 1
    duration += testCase.duration
    time = seconds(duration)
    if !testCase.failures.isEmpty { failures += 1 }
    if !testCase.errors.isEmpty { errors += 1 }
    if !testCase.skipped.isEmpty { skipped += 1 }
  }
}

private struct JUnitCase {
  let name: String
  let className: String
  let time: String
  /// One for a case that was skipped; a list, for a name without a value is looked up further out.
  let skipped: [JUnitProblem]
  let errors: [JUnitProblem]
  let failures: [JUnitProblem]
  let output: String?
  let duration: Duration

  init(_ result: CaseResult) {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    let run = result.repetition > 1 ? ", run \(result.repetition)" : ""
    name = clean(testCase.title.printableLine + run)
    className = Self.className(of: testCase.file)
    duration = result.duration
    time = seconds(result.duration)
    let problems = result.problems.map { JUnitProblem($0, renderer) }
    failures = result.status == .failed ? problems : []
    switch result.status {
    case .error: errors = problems
    case .notRun: errors = [JUnitProblem(type: "notRun", message: RunRenderer.notRunReason)]
    case .passed, .failed, .skipped: errors = []
    }
    skipped =
      result.status == .skipped
      ? [JUnitProblem(type: "skipped", message: testCase.skipReason ?? "")] : []
    let warnings = result.warnings.map {
      "\($0.place): warning[\($0.identifier.rawValue)]: \($0.message)".printableLine
    }
    let lines =
      warnings
      + (result.timeline.isEmpty
        ? result.output.flatMap(renderer.lines(ofPrinted:)) : result.timeline)
    output = lines.isEmpty ? nil : lines.map { clean($0.printable) + "\n" }.joined()
  }

  init(_ change: MutationSuite.Change, _ outcome: MutationSuite.Outcome) {
    name = clean("line \(change.line): \(change.description)".printableLine)
    className = Self.className(of: change.source.name)
    time = seconds(.zero)
    duration = .zero
    failures =
      MutationReport.remark(on: outcome).map {
        [JUnitProblem(type: outcome.rawValue, message: $0)]
      } ?? []
    (errors, skipped, output) = ([], [], nil)
  }

  /// An exploration that was searched; a bound, which is no proof, leaves it out.
  init(_ result: ExplorationResult, in file: String) {
    name = clean("explore \(result.title)".printableLine)
    className = Self.className(of: file)
    time = seconds(.zero)
    duration = .zero
    failures = result.counterexamples.map {
      JUnitProblem(type: "exploration", message: "\($0.title) does not hold", text: $0.scenario)
    }
    errors = []
    skipped = result.verdict.boundText.map { [JUnitProblem(type: "bound", message: $0)] } ?? []
    output = clean(ExplorationReport().text(of: result).printable)
  }

  init(_ exploration: Exploration, failedBy error: any Error, in file: String) {
    name = clean("explore \(exploration.title)".printableLine)
    className = Self.className(of: file)
    time = seconds(.zero)
    duration = .zero
    errors = [
      JUnitProblem(
        type: "error", message: ExplorationEvent.summary(of: error), text: "\(error)")
    ]
    (failures, skipped, output) = ([], [], nil)
  }

  /// The file as build servers group classes: its folders and name with points between them.
  private static func className(of file: String) -> String {
    var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    if let name = parts.popLast() {
      let words = name.split(separator: ".")
      parts.append(words.dropLast(words.count > 1 ? 1 : 0).joined(separator: "-"))
    }
    return clean(parts.joined(separator: ".").printableLine)
  }
}

private struct JUnitProblem {
  let message: String
  let type: String
  let text: String

  init(type: String, message: String, text: String = "") {
    self.type = type
    self.message = clean(message.printableLine)
    self.text = clean(text.printable)
  }

  init(_ problem: CaseProblem, _ renderer: RunRenderer) {
    type = problem.kind
    message = clean(problem.summary(renderer).printableLine)
    text = clean(problem.text(renderer).printable)
  }
}

// MARK: - Text

/// The device's seconds with milliseconds.
private func seconds(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let digits = String(attoseconds / 1_000_000_000_000_000)
  return "\(seconds)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
}

/// Text without the characters that no XML can hold.
private func clean(_ text: String) -> String {
  let isFine = { (scalar: Unicode.Scalar) in
    switch scalar.value {
    case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
  guard !text.unicodeScalars.allSatisfy(isFine) else { return text }
  var cleaned = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { cleaned.append(isFine(scalar) ? scalar : "\u{FFFD}") }
  return String(cleaned)
}
