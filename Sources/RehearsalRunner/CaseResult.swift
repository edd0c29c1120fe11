// How a case came out, as data: reports render it, each in its own form.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// How a case came out.
package struct CaseResult: Sendable {
  /// How a case can come out.
  package enum Status: String, Sendable {
    case passed, failed, skipped
    /// The script cannot be read or has errors.
    case error
    /// The statements before it ended in an error.
    case notRun

    /// Whether it makes the whole run fail.
    package var isFailure: Bool {
      switch self {
      case .passed, .skipped: false
      case .failed, .error, .notRun: true
      }
    }
  }

  /// The case.
  package let testCase: TestCase
  /// Which run of it this was, from 1.
  package let repetition: Int
  /// How it came out.
  package let status: Status
  /// What is wrong, in order.
  package let problems: [CaseProblem]
  /// What is probably not what was meant, in order; it fails nothing.
  package let warnings: [Diagnostic]
  /// What it printed, line by line.
  package let output: [String]
  /// What happened, as `rehearse run` shows it, without colours; empty for a case that passed.
  package let timeline: [String]
  /// How many expectations were looked at.
  package let expectationCount: Int
  /// The device's time that it took.
  package let duration: Duration
  /// The user's time that it took.
  package let elapsed: Duration
  /// What was tried on the case step by step, as a table; nil where it was run as it stands.
  package let matrix: CaseMatrix?
  /// What programs are told of it besides.
  package let fields: [JSONForm.Field: JSONValue]
  /// The scenarios that its problems come to, as they come out, by the number of the problem; none
  /// without lives.
  package private(set) var foundScenarios: [Int: CaseResult]
  /// The life of the case; nil where nobody asked for lives, and where it was not run.
  package private(set) var life: CaseLife?
  /// The names of the apps by their number on the device, for those who render problems.
  package let appNames: [String]

  /// Makes the result of a case that was not run on a device, or on more than one.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - status: How it came out.
  ///   - problems: What is wrong, in order.
  ///   - timeline: What happened, line by line.
  ///   - fields: What programs are told of it besides.
  ///   - foundScenarios: The scenarios that problems come to, as they come out.
  ///   - elapsed: The user's time that it took.
  package init(
    _ testCase: TestCase, _ status: Status, _ problems: [CaseProblem] = [],
    timeline: [String] = [], fields: [JSONForm.Field: JSONValue] = [:],
    foundScenarios: [Int: CaseResult] = [:], elapsed: Duration = .zero
  ) {
    self.init(
      testCase, repetition: 1, status, problems, timeline: timeline, fields: fields,
      foundScenarios: foundScenarios, elapsed: elapsed)
  }

  /// Makes the result of a run.
  init(
    _ testCase: TestCase, repetition: Int, _ status: Status, _ problems: [CaseProblem] = [],
    warnings: [Diagnostic] = [], run: CaseRun? = nil, timeline: [String]? = nil,
    matrix: CaseMatrix? = nil, fields: [JSONForm.Field: JSONValue] = [:],
    foundScenarios: [Int: CaseResult] = [:], elapsed: Duration? = nil
  ) {
    self.foundScenarios = foundScenarios
    self.matrix = matrix
    self.fields = fields
    life = run?.watch?.caseLife
    self.testCase = testCase
    self.repetition = repetition
    self.status = status
    self.problems = problems
    self.warnings = warnings
    output = run?.output ?? []
    self.timeline = timeline ?? run.flatMap { status.isFailure ? $0.timeline : nil } ?? []
    expectationCount = run?.expectationCount ?? 0
    duration = run?.duration ?? .zero
    self.elapsed = elapsed ?? run?.elapsed ?? .zero
    appNames = run?.appNames ?? []
  }

  /// Makes the result of a case that another machine ran.
  init(_ testCase: TestCase, _ recorded: Recorded) {
    self.testCase = testCase
    repetition = recorded.repetition
    status = recorded.status
    problems = recorded.problems
    warnings = recorded.warnings
    output = recorded.output
    timeline = recorded.timeline
    expectationCount = recorded.expectationCount
    duration = recorded.duration
    elapsed = recorded.elapsed
    matrix = recorded.matrix
    fields = recorded.fields
    appNames = recorded.appNames
    foundScenarios = [:]
    life = nil
  }

  /// The result with a life, and with the scenarios that its problems come to.
  func with(life: CaseLife?, foundScenarios: [Int: CaseResult]) -> CaseResult {
    var result = self
    result.life = life
    result.foundScenarios = foundScenarios
    return result
  }

  /// Whether reports of lives show it: statements before scenarios only where they fail.
  var isShownInPictures: Bool { testCase.content != .statements || status != .passed }
}

/// Something that is wrong with a case.
package enum CaseProblem: Sendable {
  /// An expectation, an error or a crash.
  case failure(Failure)
  /// An error of the script, or a warning that counts as one.
  case diagnostic(Diagnostic)
  /// The script cannot be read, for this reason.
  case unreadable(String, DiagnosticIdentifier)
  /// The run is not as a comment says.
  case difference(String)
  /// The case took longer than it may.
  case timeout(Duration)
  /// What was found out about it otherwise than by running it.
  case finding(CaseFinding)
  /// What another machine told of a case that it ran.
  case recorded(RecordedProblem)

  /// The diagnostic or error that it is, where it is one.
  package var identifier: DiagnosticIdentifier? {
    switch self {
    case .failure(let failure): failure.identifier
    case .diagnostic(let diagnostic): diagnostic.identifier
    case .unreadable(_, let identifier): identifier
    case .recorded(let recorded): recorded.identifier
    case .difference, .timeout, .finding: nil
    }
  }

  /// Where it is; nil where it is about the whole case.
  package var place: SourcePlace? {
    switch self {
    case .failure(let failure): failure.place
    case .diagnostic(let diagnostic): diagnostic.place
    case .finding(let finding): finding.place
    case .recorded(let recorded): recorded.place
    case .unreadable, .difference, .timeout: nil
    }
  }

  /// All of it, for people; each line ends with a line end.
  package func text(_ renderer: RunRenderer) -> String {
    switch self {
    case .failure(let failure): renderer.text(failure)
    case .diagnostic(let diagnostic): renderer.text([diagnostic])
    case .unreadable(let reason, _): reason + "\n"
    case .difference(let text): text + "\n"
    case .timeout(let span):
      "it took longer than \(TimeSpan(span)), the `--timeout` of a case\n"
    case .finding(let finding): finding.text(renderer.usesColor)
    case .recorded(let recorded): renderer.usesColor ? recorded.coloredText : recorded.text
    }
  }

  /// Its first line, without the place.
  package func summary(_ renderer: RunRenderer) -> String {
    if case .finding(let finding) = self { return finding.message }
    if case .recorded(let recorded) = self { return recorded.summary }
    let line = text(renderer).prefix { !$0.isNewline }
    let prefix = place.map { "\($0): " } ?? ""
    return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
  }

  /// A word for what it is: the diagnostic or error, where it is one.
  package var kind: String {
    switch self {
    case .failure(let failure): failure.kind
    case .diagnostic(let diagnostic): diagnostic.identifier.rawValue
    case .unreadable(_, let identifier): identifier.rawValue
    case .difference: "difference"
    case .timeout: "timeout"
    case .finding(let finding): finding.kind
    case .recorded(let recorded): recorded.kind
    }
  }

  /// The parts of an expectation and what the loops around it bind, each with its value.
  var parts: [[String]] {
    switch self {
    case .failure(let failure):
      guard case .expectation(let failed) = failure.reason else { return [] }
      return (failed.parts + failed.loopVariables).map {
        [$0.text.printableLine, $0.value.printableLine]
      }
    case .recorded(let recorded): return recorded.parts
    case .diagnostic, .unreadable, .difference, .timeout, .finding: return []
    }
  }

  /// Whether it was found out otherwise than by running the case.
  var isFinding: Bool {
    switch self {
    case .finding: true
    case .recorded(let recorded): recorded.isFinding
    case .failure, .diagnostic, .unreadable, .difference, .timeout: false
    }
  }

  /// A scenario that shows what was found; nil without one.
  var scenario: String? {
    switch self {
    case .finding(let finding): finding.scenario
    case .recorded(let recorded): recorded.scenario
    case .failure, .diagnostic, .unreadable, .difference, .timeout: nil
    }
  }

  /// Whether it is the end of the case's time.
  var isTimeout: Bool { if case .timeout = self { true } else { false } }

  /// Whether it lies in the script and not in what the script tests.
  var isScriptError: Bool {
    switch self {
    case .diagnostic, .unreadable: true
    case .recorded(let recorded): recorded.isScriptError
    case .failure, .difference, .timeout, .finding: false
    }
  }
}

extension Failure {
  /// A word for what it is: its error or warning, where it is one.
  fileprivate var kind: String {
    if case .unexpectedPass = reason { return "unexpectedPass" }
    return identifier?.rawValue ?? "expectation"
  }
}
