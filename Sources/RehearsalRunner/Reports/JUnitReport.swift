// The report for build servers: JUnit's XML, as Jenkins' schema has it. A script is a suite, a case
// a test case. Times are this computer's, as build servers add them up; the device's are beside
// them as a property of each suite.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Collects a run and renders it as XML.
package struct JUnitReport: Report {
  private var suites: [JUnitSuite] = []
  private var beginning = RunBeginning(scriptCount: 0)
  private let origin: RunOrigin

  /// Makes an empty report.
  package init(_ origin: RunOrigin = RunOrigin()) { self.origin = origin }

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .scriptBegan(let path, _, _): suites.append(JUnitSuite(path, origin))
    case .caseEnded(let result): append(result)
    case .leftOut(let cases):
      for testCase in cases {
        let reason = "--fail-fast: a case before it failed"
        append(CaseResult(testCase.leftOut(because: reason), .skipped))
      }
    case .runEnded:
      for leftOut in beginning.leftOut { append(leftOut) }
      return PrintableText(lines: document.description)
    case .runBegan(let beginning): self.beginning = beginning
    case .caseBegan, .happened, .told, .differed, .warned, .scriptEnded: break
    }
    return ""
  }

  /// What is left out is a case of its own, so that whoever counts tests sees that some are missing.
  private mutating func append(_ leftOut: ScriptFile.LeftOut) {
    let testCase = TestCase(
      file: leftOut.path, line: 1, content: .unusable, title: "left out",
      skipReason: beginning.isStrict ? nil : leftOut.reason)
    append(
      beginning.isStrict
        ? CaseResult(testCase, .failed, [.finding("leftOut", leftOut.reason)])
        : CaseResult(testCase, .skipped))
  }

  private mutating func append(_ result: CaseResult) {
    // A change that does not count is no test.
    if result.testCase.content == .change, result.status == .skipped { return }
    let file = result.testCase.file
    if suites.last?.file != file { suites.append(JUnitSuite(file, origin)) }
    suites[suites.count - 1].append(JUnitCase(result, origin))
    suites[suites.count - 1].configuration = beginning.configuration
  }

  private var document: Markup {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rehearse" tests="\(sum(of: \.tests))" failures="\(sum(of: \.failures))" \
    errors="\(sum(of: \.errors))" time="\(seconds(suites.map(\.elapsed).reduce(.zero, +)))">
    \(suites.map(\.markup).joined())</testsuites>

    """
  }

  private func sum(of count: (JUnitSuite) -> Int) -> Int { suites.map(count).reduce(0, +) }
}

// MARK: - The elements

private struct JUnitSuite {
  let file: String
  private let origin: RunOrigin
  private(set) var tests = 0
  private(set) var failures = 0
  private(set) var errors = 0
  private var skipped = 0
  private(set) var elapsed = Duration.zero
  private var virtualTime = Duration.zero
  private var cases: [JUnitCase] = []

  var markup: Markup {
    """
      <testsuite name="\(clean(file.printableLine))" tests="\(tests)" failures="\(failures)" \
    errors="\(errors)" skipped="\(skipped)" time="\(seconds(elapsed))"\(timestamp) \
    file="\(clean(origin.path(of: file).printableLine))">
        <properties>
          <property name="virtualTime" value="\(seconds(virtualTime))"/>
    \(settings)    </properties>
    \(cases.map(\.markup).joined())  </testsuite>

    """
  }

  /// The file of the project that says some of the options.
  fileprivate(set) var configuration: String?

  private var settings: Markup {
    configuration.map { path in
      """
            <property name="configuration" value="\(clean(path.printableLine))"/>

      """
    } ?? ""
  }

  /// When the run began, in UTC, as the schema has it: without the zone.
  private var timestamp: Markup {
    origin.date.map { #" timestamp="\#($0.replacing("Z", with: ""))""# } ?? ""
  }

  init(_ file: String, _ origin: RunOrigin) {
    self.file = file
    self.origin = origin
  }

  mutating func append(_ testCase: JUnitCase) {
    cases.append(testCase)
    tests += 1
    elapsed += testCase.elapsed
    virtualTime += testCase.virtualTime
    if !testCase.failures.isEmpty { failures += 1 }
    if !testCase.errors.isEmpty { errors += 1 }
    if !testCase.skipped.isEmpty { skipped += 1 }
  }
}

private struct JUnitCase {
  let name: String
  let className: String
  /// The path from the root of the checkout on, and the line.
  private let file: String
  private let line: Int
  let elapsed: Duration
  /// The device's time.
  let virtualTime: Duration
  let errors: [JUnitProblem]
  let failures: [JUnitProblem]
  private(set) var skipped: [JUnitProblem] = []
  private let output: String?

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
          <testcase name="\(name)" classname="\(className)" file="\(file)" \
      line="\(line)" time="\(seconds(elapsed))">
      \(problems.joined())\(output)    </testcase>

      """
  }

  init(_ result: CaseResult, _ origin: RunOrigin) {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    file = clean(origin.path(of: testCase.file).printableLine)
    line = testCase.line
    let run = result.repetition > 1 ? ", run \(result.repetition)" : ""
    name = clean(testCase.heading.printableLine + run)
    className = Self.className(of: testCase.file)
    elapsed = result.elapsed
    virtualTime = result.duration
    let problems = result.problems.map { JUnitProblem($0, renderer) }
    // A search that a bound ended has shown nothing.
    let isBoundHit = testCase.content == .exploration && result.status == .skipped
    failures = result.status == .failed || isBoundHit ? problems : []
    switch result.status {
    case .error: errors = problems
    case .notRun: errors = [JUnitProblem(type: "notRun", message: RunRenderer.notRunReason)]
    case .passed, .failed, .skipped: errors = []
    }
    if result.status == .skipped, !isBoundHit {
      let reason = JUnitProblem(type: "skipped", message: testCase.skipReason ?? "")
      skipped = [problems.first ?? reason]
    }
    let warnings = result.warnings.map {
      "\($0.place): warning[\($0.identifier.rawValue)]: \($0.message)".printableLine
    }
    let lines =
      warnings
      + (result.timeline.isEmpty
        ? result.output.flatMap(renderer.lines(ofPrinted:)) : result.timeline)
    output = lines.isEmpty ? nil : lines.map { clean($0.printable) + "\n" }.joined()
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

  init(type: String, message: String) {
    self.type = type
    self.message = clean(message.printableLine)
    text = ""
  }

  init(_ problem: CaseProblem, _ renderer: RunRenderer) {
    type = problem.kind
    message = clean(problem.summary(renderer).printableLine)
    text = clean(problem.text(renderer).printable)
  }
}

// MARK: - Text

/// Seconds with milliseconds.
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
