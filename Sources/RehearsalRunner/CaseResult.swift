// How a case came out, as data: reports render it, each in its own form.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText
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
  /// How a process ended last, as the timeline says it; nil if none did, or the case passed.
  let lastEnd: String?
  /// How many expectations were checked.
  package let expectationCount: Int
  /// The device's time that it took.
  package let duration: Duration
  /// The user's time that it took.
  package let elapsed: Duration
  /// What was tried on the case step by step, as a table; nil where it was run as is.
  package let matrix: CaseMatrix?
  /// What else is reported of it to programs.
  package let fields: [JSONForm.Field: JSONValue]
  /// Everything that a search found, known or not, by what a baseline tells it by.
  package private(set) var found: [Baseline.Finding] = []
  /// What a search did not try.
  private(set) var untried = CaseOutcome.Untried()
  /// The scenarios that its problems lead to, as they come out, by the number of the problem; none
  /// without lives.
  package private(set) var foundScenarios: [Int: CaseResult] = [:]
  /// The life of the case; nil where nobody asked for lives, and where it was not run.
  package private(set) var life: CaseLife?
  /// The names of the apps by their number on the device, for those who render problems.
  package let appNames: [String]
}

extension CaseResult {
  /// Makes the result of a case that was not run on a device, or on more than one.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - status: How it came out.
  ///   - problems: What is wrong, in order.
  ///   - timeline: What happened, line by line.
  ///   - fields: What else is reported of it to programs.
  ///   - found: Everything that a search found, known or not.
  ///   - foundScenarios: The scenarios that problems lead to, as they come out.
  ///   - elapsed: The user's time that it took.
  package init(
    _ testCase: TestCase, _ status: Status, _ problems: [CaseProblem] = [],
    timeline: [String] = [], fields: [JSONForm.Field: JSONValue] = [:],
    found: [Baseline.Finding] = [], foundScenarios: [Int: CaseResult] = [:],
    elapsed: Duration = .zero
  ) {
    self.init(
      testCase, repetition: 1, status, problems, timeline: timeline, fields: fields,
      found: found, foundScenarios: foundScenarios, elapsed: elapsed)
  }

  /// Makes the result of a file that is green and of which something tests nothing, in a strict run.
  init(untested findings: [Diagnostic], in path: String) {
    self.init(
      TestCase(file: path, line: 1, content: .statements), .failed,
      findings.map { .diagnostic($0, isFromPlaying: true) })
  }

  /// Makes the result of a run.
  init(
    _ testCase: TestCase, repetition: Int, _ status: Status, _ problems: [CaseProblem] = [],
    warnings: [Diagnostic] = [], run: CaseRun? = nil, timeline: [String]? = nil,
    matrix: CaseMatrix? = nil, fields: [JSONForm.Field: JSONValue] = [:],
    found: [Baseline.Finding] = [], untried: CaseOutcome.Untried = .init(),
    foundScenarios: [Int: CaseResult] = [:], elapsed: Duration? = nil
  ) {
    self.found = found
    self.untried = untried
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
    lastEnd = status.isFailure ? run?.lastEnd : nil
    expectationCount = run?.expectationCount ?? 0
    duration = run?.duration ?? .zero
    self.elapsed = elapsed ?? run?.elapsed ?? .zero
    appNames = run?.appNames ?? []
  }

  /// The result with a life, and with the scenarios that its problems lead to.
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
package struct CaseProblem: Sendable {
  /// A word for what it is: the diagnostic or error, where it is one.
  package let kind: String
  /// The diagnostic or error that it is, where it is one.
  package private(set) var identifier: DiagnosticIdentifier?
  /// Where it is; nil where it is about the whole case.
  package private(set) var place: SourcePlace?
  /// Its first line without the place, where the text does not say it.
  private(set) var message: String?
  /// The parts of an expectation and what the loops around it bind, each with its value.
  private(set) var parts: [[String]] = []
  /// Whether it lies in the script and not in what the script tests.
  private(set) var isScriptError = false
  /// Whether it was found out otherwise than by running the case.
  private(set) var isFinding = false
  /// Whether it is the end of the case's time.
  private(set) var isTimeout = false
  /// A scenario that shows what was found; nil without one.
  package private(set) var scenario: String?
  /// All of it, for people; each line ends with a line end.
  package let text: @Sendable (RunRenderer) -> String

  /// Its first line, without the place.
  package func summary(_ renderer: RunRenderer) -> String {
    if let message { return message }
    let line = text(renderer).prefix { !$0.isNewline }
    let prefix = place.map { "\($0): " } ?? ""
    return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
  }
}

extension CaseProblem {
  /// An expectation, an error or a crash.
  package static func failure(_ failure: Failure) -> Self {
    var parts: [[String]] = []
    if case .expectation(let failed) = failure.reason {
      parts = (failed.parts + failed.loopVariables).map {
        [$0.text.printableLine, $0.value.printableLine]
      }
    }
    return Self(
      kind: failure.kind, identifier: failure.identifier, place: failure.place, parts: parts
    ) { $0.text(failure) }
  }

  /// An error of the script, or a warning that counts as one, unless playing it showed what is wrong.
  static func diagnostic(_ diagnostic: Diagnostic, isFromPlaying: Bool = false) -> Self {
    Self(
      kind: diagnostic.identifier.rawValue, identifier: diagnostic.identifier,
      place: diagnostic.place, isScriptError: !isFromPlaying
    ) { $0.text([diagnostic]) }
  }

  /// The script cannot be read, for this reason.
  static func unreadable(_ reason: String, _ identifier: DiagnosticIdentifier) -> Self {
    Self(kind: identifier.rawValue, identifier: identifier, isScriptError: true) { _ in
      reason + "\n"
    }
  }

  /// The run is not as a comment says.
  static func difference(_ text: String) -> Self { Self(kind: "difference") { _ in text + "\n" } }

  /// The case took longer than it may.
  static func timeout(_ span: Duration) -> Self {
    Self(kind: "timeout", isTimeout: true) { _ in
      "it took longer than \(TimeSpan(span)), the `--timeout` of a case\n"
    }
  }

  /// What is found out about a case other than by running it once as is: by a storm, by an
  /// exploration, by a change of its apps.
  ///
  /// - Parameters:
  ///   - kind: A word for what it is.
  ///   - place: Where it is; nil where it is about the whole case.
  ///   - message: What it is, in one line.
  ///   - scenario: A scenario that shows it.
  ///   - text: All that people are told of it, coloured or not; each line ends with a line end.
  /// - Returns: The problem.
  package static func finding(
    _ kind: String, at place: SourcePlace? = nil, _ message: String, scenario: String? = nil,
    text: @escaping @Sendable (_ usesColor: Bool) -> String = { _ in "" }
  ) -> Self {
    Self(kind: kind, place: place, message: message, isFinding: true, scenario: scenario) {
      text($0.timeline.usesColor)
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
