// Scenarios of scripts as test cases: the arguments of a test function of Swift Testing, or what a
// loop of XCTest goes through. A case holds its checked script and runs by itself, so cases run in
// any order and in parallel. Failures are issues at the script's own line and column.

import Foundation
import Rehearsal
import RehearsalDeviceTesting
import RehearsalFiles
import RehearsalLifecycle
import RehearsalMachine
import RehearsalNativeApps
import RehearsalSyntax
import Testing

/// One scenario of a script, or a script without scenarios as a whole, as a test case.
public struct ScriptScenario: Sendable {
  /// What went wrong in a case, at a place of the script.
  public struct Problem: Sendable {
    /// What went wrong, with the source line, the values of the parts and the records before it.
    public let message: String
    /// The place in the script, whose path is as Swift's `#filePath` would give it.
    public let place: SourcePlace

    /// Makes a problem.
    package init(message: String, place: SourcePlace) {
      self.message = message
      self.place = place
    }
  }

  /// The result of running a case.
  public struct Outcome: Sendable {
    /// What went wrong, in order; empty where the case passed.
    public let problems: [Problem]
    /// What is probably not what was meant, such as a verb that was refused; it fails nothing.
    public let warnings: [Problem]
    /// Why the case was not run, as its header says; nil where it was.
    public let skipReason: String?
    /// What happened, as the command shows it; at most the last lines, as many as the limit
    /// `records` says.
    public let timeline: [String]

    /// The timeline as a file.
    var timelineText: String { timeline.map { $0 + "\n" }.joined() }
  }

  /// The script's path.
  let path: String
  /// The scenario's title; nil for a script that has none, or that has errors.
  public let title: String?
  let script: Script
  private let isStrict: Bool
  private let number: Int?
  /// Which of its repetitions this is, counted from 1; nil for a case that is played once.
  private var repetition: Int?
  /// How long, by the computer's clock, a native app may take for one delivery, such as a message.
  ///
  /// Code that does not return cannot be stopped; the process ends then with the name of the handler
  /// and of the scenario.
  public var deliveryLimit: Duration = PlayUnderWay.usualLimit

  /// The tags of its header, without their dots, to choose among cases by.
  public var tags: [String] { number.map { script.cases[$0].tags } ?? [] }

  // MARK: - Finding

  /// The scenarios of a script, or of all scripts of a folder and the folders below it, by path.
  ///
  /// A script with errors is one case, which fails with its diagnostics.
  ///
  /// - Parameters:
  ///   - path: A file or a folder; a relative path begins at the folder of the calling file.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of each run.
  ///   - systems: The versions and models on which each scenario is played whose header names none.
  ///   - strict: Whether a verb that is refused, and a scenario that expects nothing, fails a case and
  ///     is not only a warning.
  ///   - bundle: What has a copy of the scripts for a machine without the sources: `.module` of a test
  ///     target with `resources: [.copy("Scripts")]`. Where the sources are, they are played.
  ///   - testFile: The calling file.
  /// - Returns: The cases, in the order of the files and of the scenarios in them.
  /// - Throws: An error that says which file cannot be read, or that there are no scripts.
  public static func all(
    in path: String, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    systems: PlayedSystems = PlayedSystems(), strict: Bool = false, bundle: Bundle? = nil,
    testFile: String = #filePath
  ) throws -> [ScriptScenario] {
    let root = ScriptFolder.root(path, testFile: testFile, bundle: bundle)
    return try ScriptFile.find(in: [root]).flatMap { file in
      let script = try ScriptFile.load(
        file, host: host, limits: limits, roots: ImportRoots(paths: [root]), systems: systems)
      guard !script.cases.isEmpty else {
        return [ScriptScenario(file, title: nil, script, number: nil, strict)]
      }
      return script.cases.enumerated().map { number, scenario in
        ScriptScenario(file, title: scenario.title, script, number: number, strict)
      }
    }
  }

  private init(
    _ path: String, title: String?, _ script: Script, number: Int?, _ isStrict: Bool
  ) {
    self.path = path
    self.title = title
    self.script = script
    self.isStrict = isStrict
    self.number = number
  }

  /// The case several times, each under a name of its own.
  ///
  /// A script plays alike each time; what its native apps and functions keep to themselves may not.
  ///
  /// - Parameter count: How many times; once for what is below 2.
  /// - Returns: The cases, which differ in their names only.
  public func repeated(_ count: Int) -> [ScriptScenario] {
    guard count > 1 else { return [self] }
    return (1...count).map { number in
      var scenario = self
      scenario.repetition = number
      return scenario
    }
  }

  // MARK: - Running

  /// Runs the file's statements and then this scenario.
  public func outcome() -> Outcome { outcome(until: nil) }

  /// Runs the file's statements and then this scenario, at most until it is interrupted.
  func outcome(until cancellation: CancellationFlag?) -> Outcome {
    play(until: cancellation).outcome
  }

  /// Runs it, and gives the session as it is at the end; nil where there was none.
  func play(until cancellation: CancellationFlag? = nil) -> (outcome: Outcome, session: Session?) {
    if let reason = skipReason {
      return (Outcome(problems: [], warnings: [], skipReason: reason, timeline: []), nil)
    }
    let renderer = RunRenderer(script)
    let strictness = StrictnessOptions(isTest: true, isStrict: isStrict)
    guard var session = Session(script, strictness: strictness, cancellation: cancellation) else {
      let problems = diagnosticProblems(renderer)
      return (Outcome(problems: problems, warnings: [], skipReason: nil, timeline: []), nil)
    }
    var timeline = RunTimeline(script)
    var problems: [Problem] = []
    var warnings: [Problem] = []
    // So that an app whose tasks are not controlled fails with the line that it is about.
    let own = TaskWatching.current == nil ? TaskProblemCollection() : nil
    let watch = TaskWatching.current ?? own
    PlayUnderWay.$current.withValue(PlayUnderWay(nameOfPlay, deliveryLimit: deliveryLimit)) {
      TaskWatching.$current.withValue(watch) {
        session.run(case: number) { event in
          timeline.add(event)
          if case .warning(let warning) = event { warnings.append(problem(warning, renderer)) }
          if case .failure(let failure) = event { problems.append(problem(failure, renderer)) }
        }
      }
    }
    // What came when no code of the app ran any more, which then judged it.
    for late in own?.close() ?? [] where !late.isWarning {
      guard !problems.contains(where: { $0.message.contains(late.text) }) else { continue }
      problems.append(problem("\(late)", at: place))
    }
    if cancellation?.isCancelled == true, problems.isEmpty {
      problems.append(problem("the script was stopped while time passed", at: script.start))
    }
    let outcome = Outcome(
      problems: problems, warnings: warnings, skipReason: nil, timeline: timeline.lines)
    return (outcome, session)
  }

  /// The case with its place, for who has to name it from outside.
  private var nameOfPlay: String {
    "scenario \(testDescription) (\(place))"
  }

  /// Why the case is not run; nil where it is.
  private var skipReason: String? { number.flatMap { script.cases[$0].skipReason } }

  private func diagnosticProblems(_ renderer: RunRenderer) -> [Problem] {
    script.diagnostics.filter { $0.severity == .error }.map { problem($0, renderer) }
  }

  private func problem(_ diagnostic: Diagnostic, _ renderer: RunRenderer) -> Problem {
    problem(
      renderer.text([diagnostic]), at: SourcePlace(diagnostic.source, diagnostic.range))
  }

  private func problem(_ failure: Failure, _ renderer: RunRenderer) -> Problem {
    problem(renderer.text(failure), at: failure.place ?? script.start)
  }

  /// A problem from its text, whose first line begins with the place: the frameworks show that.
  private func problem(_ text: String, at place: SourcePlace) -> Problem {
    let prefix = "\(place): "
    var message = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
    while message.last?.isNewline == true { message.removeLast() }
    return Problem(message: String(message), place: place)
  }
}

// MARK: - Swift Testing

extension ScriptScenario: CustomTestStringConvertible {
  /// The script's file name, the title, and the number of a repetition.
  public var testDescription: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = title.map { "\(file): \($0)" } ?? file
    return repetition.map { "\(name) (\($0))" } ?? name
  }
}

extension ScriptScenario: CustomTestArgumentEncodable {
  /// Identifies the case by its script's path, its title and its repetition, from run to run.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([path, title ?? ""] + (repetition.map { ["\($0)"] } ?? []))
  }
}

extension ScriptScenario {
  /// Runs the case and records what goes wrong as issues of the current test, with the timeline as
  /// an attachment; warnings are issues that fail nothing.
  ///
  /// A case that its header leaves out is cancelled with the reason, from Swift 6.3 on.
  ///
  /// When the test's task is cancelled, as by its time limit, the script is stopped.
  ///
  /// - Returns: The result of the run.
  @discardableResult
  public func run() async -> Outcome {
    let cancellation = CancellationFlag()
    UnfinishedRuns.begin(nameOfPlay)
    defer { UnfinishedRuns.end(nameOfPlay) }
    let start = ScenarioRecord.Moment()
    let outcome = await withTaskCancellationHandler {
      await script.host.play { self.outcome(until: cancellation) }
    } onCancel: {
      cancellation.cancel()
    }
    ScenarioRecord.add(self, outcome, since: start)
    // Swift Testing has warnings, and cases that are cancelled, from Swift 6.3 on.
    #if compiler(>=6.3)
      if let reason = outcome.skipReason, Test.current != nil {
        // It throws so that nothing more of the test is run, and there is nothing more here.
        try? Test.cancel(Comment(rawValue: reason), sourceLocation: sourceLocation)
      }
      for warning in outcome.warnings {
        Issue.record(
          Comment(rawValue: warning.message), severity: .warning,
          sourceLocation: warning.sourceLocation)
      }
    #endif
    guard !outcome.problems.isEmpty else { return outcome }
    for problem in outcome.problems {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
    // Swift Testing has attachments from Swift 6.2 on.
    #if compiler(>=6.2)
      if !outcome.timeline.isEmpty {
        Attachment.record(outcome.timelineText, named: attachmentName)
      }
    #endif
    return outcome
  }

  /// Where the script declares the case.
  var place: SourcePlace { number.map { script.cases[$0].place } ?? script.start }

  private var sourceLocation: SourceLocation { Problem(message: "", place: place).sourceLocation }

  /// The name of the case as that of a file.
  var attachmentName: String { Self.attachmentName(of: testDescription) }

  /// The name of a test case as that of a text file.
  package static func attachmentName(of test: String) -> String {
    test.replacing(": ", with: ", ").map { "/:\\".contains($0) ? "-" : String($0) }.joined()
      + ".txt"
  }
}

extension ScriptScenario.Problem {
  /// The place as Swift Testing has it.
  package var sourceLocation: SourceLocation {
    let (path, position) = (place.file, place.position)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return SourceLocation(
      fileID: "Scripts/\(file)", filePath: path, line: max(1, position.line),
      column: max(1, position.column))
  }
}
