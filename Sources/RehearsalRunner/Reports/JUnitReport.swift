// The report for build servers: JUnit's XML, as Jenkins' schema has it. A script is a suite, a case
// a test case. Times are the device's: so a run gives the same bytes each time.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import RehearsalValues

/// Collects a run and renders it as XML.
package struct JUnitReport: Sendable {
  private var suites: [JUnitSuite] = []

  /// Makes an empty report.
  package init() {}

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  package mutating func text(_ event: TestEvent) -> String {
    switch event {
    case .scriptBegan(let path, _): suites.append(JUnitSuite(name: path))
    case .caseEnded(let result):
      if let last = suites.indices.last { suites[last].append(JUnitCase(result)) }
    case .runEnded: return document.description
    case .runBegan, .caseBegan, .happened, .differed, .scriptEnded: break
    }
    return ""
  }

  /// What to write for an event of mutation testing, where a change is a case that fails unless a
  /// scenario notices it: the whole of it at the end, before that nothing.
  package mutating func text(_ event: MutationEvent) -> String {
    switch event {
    case .changed(_, .invalid): return ""
    case .changed(let change, let outcome):
      if suites.last?.file != change.source.name {
        suites.append(JUnitSuite(name: change.source.name))
      }
      suites[suites.count - 1].append(JUnitCase(change, outcome))
      return ""
    case .ended: return document.description
    }
  }

  /// What to write for an event of explorations, each of which is a case: the whole of it at the
  /// end, before that nothing.
  package mutating func text(_ event: ExplorationEvent) -> String {
    switch event {
    case .explored(let result, _, let file): append(JUnitCase(result, in: file), to: file)
    case .failed(let error, let exploration, let file):
      append(JUnitCase(exploration, failedBy: error, in: file), to: file)
    case .ended: return document.description
    }
    return ""
  }

  private mutating func append(_ testCase: JUnitCase, to file: String) {
    if suites.last?.file != file { suites.append(JUnitSuite(name: file)) }
    suites[suites.count - 1].append(testCase)
  }

  private var document: Markup {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rehearse" tests="\(sum(of: \.tests))" failures="\(sum(of: \.failures))" \
    errors="\(sum(of: \.errors))" time="\(seconds(suites.map(\.duration).reduce(.zero, +)))">
    \(suites.map(\.markup).joined())</testsuites>

    """
  }

  private func sum(of count: (JUnitSuite) -> Int) -> Int { suites.map(count).reduce(0, +) }
}

// MARK: - The elements

private struct JUnitSuite {
  let file: String
  private(set) var tests = 0
  private(set) var failures = 0
  private(set) var errors = 0
  private var skipped = 0
  private(set) var duration = Duration.zero
  private var cases: [JUnitCase] = []

  var markup: Markup {
    """
      <testsuite name="\(clean(file.printableLine))" tests="\(tests)" failures="\(failures)" \
    errors="\(errors)" skipped="\(skipped)" time="\(seconds(duration))">
    \(cases.map(\.markup).joined())  </testsuite>

    """
  }

  init(name file: String) { self.file = file }

  mutating func append(_ testCase: JUnitCase) {
    cases.append(testCase)
    tests += 1
    duration += testCase.duration
    if !testCase.failures.isEmpty { failures += 1 }
    if !testCase.errors.isEmpty { errors += 1 }
    if !testCase.skipped.isEmpty { skipped += 1 }
  }
}

private struct JUnitCase {
  let name: String
  let className: String
  var duration = Duration.zero
  var skipped: [JUnitProblem] = []
  var errors: [JUnitProblem] = []
  var failures: [JUnitProblem] = []
  var output: String?

  var markup: Markup {
    let problems =
      skipped.map { $0.markup("skipped") } + errors.map { $0.markup("error") }
      + failures.map { $0.markup("failure") }
    let output: Markup =
      output.map { text in
        """
              <system-out>\(text)</system-out>

        """
      } ?? ""
    return """
          <testcase name="\(name)" classname="\(className)" time="\(seconds(duration))">
      \(problems.joined())\(output)    </testcase>

      """
  }

  init(_ result: CaseResult) {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    let run = result.repetition > 1 ? ", run \(result.repetition)" : ""
    name = clean(testCase.title.printableLine + run)
    className = Self.className(of: testCase.file)
    duration = result.duration
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
    failures =
      MutationReport.remark(on: outcome).map {
        [JUnitProblem(type: outcome.rawValue, message: $0)]
      } ?? []
  }

  /// An exploration that was searched; a bound, which is no proof, leaves it out.
  init(_ result: ExplorationResult, in file: String) {
    name = clean("explore \(result.title)".printableLine)
    className = Self.className(of: file)
    failures = result.counterexamples.map {
      JUnitProblem(type: "exploration", message: "\($0.title) does not hold", text: $0.scenario)
    }
    skipped = result.verdict.boundText.map { [JUnitProblem(type: "bound", message: $0)] } ?? []
    output = clean(ExplorationReport().text(of: result).printable)
  }

  init(_ exploration: Exploration, failedBy error: any Error, in file: String) {
    name = clean("explore \(exploration.title)".printableLine)
    className = Self.className(of: file)
    errors = [
      JUnitProblem(
        type: "error", message: ExplorationEvent.summary(of: error), text: "\(error)")
    ]
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

  func markup(_ element: String) -> Markup {
    """
          <\(element) message="\(message)" type="\(type)">\(text)</\(element)>

    """
  }

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
