// The console: the read-eval-print loop as a value, a line in and text out, without a terminal.
// Lines are gathered until an input is complete. An input that begins with a colon is a
// meta-command (`Console+Commands.swift`); any other is added to the session and run. An input that
// fails changes nothing: the checkpoint before it is put back.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// A conversation with a device.
package struct Console: Sendable {
  /// What came of a line.
  package enum Answer: Hashable, Sendable {
    /// The input goes on in the next line; that many brackets are open.
    case incomplete(depth: Int)
    /// The input was accepted; the text shows what it did, each line with its line end.
    case accepted(String)
    /// The input was refused and everything is as before; the text says why.
    case refused(String)
    /// The conversation is over.
    case left
  }

  /// What `:back` and `:switch` exchange as a whole.
  var moment: Moment
  /// The moments before the last inputs, the newest last.
  var past: [Moment] = []
  /// The moments that have names, in the order of their naming.
  var forks: [(name: String, moment: Moment)] = []
  var settings: ConsoleSettings
  let host: ConsoleHost
  private var pending: [String] = []
  /// The exit code for what came of the inputs so far: of the first that did not pass.
  package private(set) var exitCode = RunExitCode.passed

  /// Makes a console without inputs; nil only where the language itself is broken.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - limits: The bounds of reading and running.
  ///   - host: Files and whatever else is outside.
  package init?(
    usesColor: Bool = false, limits: RunLimits = RunLimits(), host: ConsoleHost = ConsoleHost()
  ) {
    guard
      let session = Session(
        promptOf: host.scripts, limits: limits, interruption: host.interruption)
    else { return nil }
    moment = Moment(session: session)
    settings = ConsoleSettings(usesColor: usesColor)
    self.host = host
  }

  // MARK: - Lines

  /// Whether an input has begun and is not complete.
  package var isInTheMiddle: Bool { !pending.isEmpty }

  /// The lines of the input that has begun, as one text.
  package var beginning: String { pending.joined(separator: "\n") }

  /// Drops the input that is not complete.
  package mutating func cancel() { pending = [] }

  /// Takes a line, or several at once.
  ///
  /// - Complexity: O(*n*) in what the input does; an input costs nothing for those before it but
  ///   the copying of tables.
  package mutating func take(_ line: String) -> Answer {
    if pending.isEmpty, let command = CommandLine(line) { return obey(command) }
    pending.append(line)
    let text = beginning
    if case .incomplete(let depth, _) = InputCompleteness(of: SourceText(name: "input", text)) {
      return .incomplete(depth: depth)
    }
    pending = []
    guard !text.allSatisfy(\.isWhitespace) else { return .accepted("") }
    return evaluate(text)
  }

  private mutating func obey(_ line: CommandLine) -> Answer {
    let answer = answer(to: line)
    if case .refused = answer { note(.scriptError) }
    return answer
  }

  /// Keeps the code of the first input that did not pass.
  mutating func note(_ code: RunExitCode) {
    if exitCode == .passed { exitCode = code }
  }

  /// What an error of a command says.
  func refusal(_ message: String) -> Answer {
    .refused(renderer.paint("error", .red) + ": " + message + "\n")
  }

  /// Turns records and failures into lines.
  var renderer: RunRenderer {
    RunRenderer(
      appNames: moment.session.script.appNames, usesColor: settings.usesColor,
      width: settings.terminalWidth)
  }

  /// Makes what is shown from here on fit a terminal.
  package mutating func fit(columns: Int) {
    guard columns != settings.terminalWidth, columns >= ConsoleSettings.leastWidth else { return }
    settings.terminalWidth = columns
    settings.width = columns
  }

  // MARK: - The prompt

  /// The prompt: the virtual time and the state of the app in focus, or, in the middle of an
  /// input, how deep it is.
  package var prompt: String {
    isInTheMiddle ? continuationPrompt : "[\(status)] › "
  }

  private var status: String {
    let time = renderer.paint(moment.device.now.clockText, .bold)
    guard let app = focus else { return time }
    let state = moment.device.state(of: app)
    let name = moment.device.description(of: app)?.name ?? ""
    let text = name + " ● " + state.rawValue
    return time + " " + renderer.paint(text, RunRenderer.style(of: state))
  }

  private var continuationPrompt: String {
    let source = SourceText(name: "input", beginning)
    guard case .incomplete(let depth, let reason) = InputCompleteness(of: source) else {
      return "… "
    }
    let what =
      switch reason {
      case .brace: "\(depth)"
      case .string: "\"\"\""
      case .comment: "/*"
      case .operand: "↵"
      }
    return renderer.paint("… \(what) ", .dim) + "› "
  }

  /// The app in front, else the one that something happened to last, else the only one.
  var focus: AppIdentifier? {
    let device = moment.device
    if let front = device.frontmost { return front }
    var index = device.trace.endIndex - 1
    while index >= device.trace.firstIndex {
      if let app = device.trace[index]?.app, device.isInstalled(app) { return app }
      index -= 1
    }
    return device.apps.first { device.isInstalled($0) }
  }
}

// MARK: - Evaluation

extension Console {
  /// Runs an input.
  ///
  /// - Parameters:
  ///   - text: The input, complete.
  ///   - name: What its places are named by; nil for the number of the input.
  /// - Returns: What came of it.
  mutating func evaluate(_ text: String, named name: String? = nil) -> Answer {
    let number = moment.inputCount + 1
    return evaluate(SourceText(name: name ?? "input \(number)", text), text)
  }

  /// Runs a source that was read, which is kept as `text`.
  mutating func evaluate(_ source: SourceText, _ text: String) -> Answer {
    // What was raised since the line was entered counts; behind the input it is over.
    defer { host.interruption.clear() }
    moment.inputCount += 1
    let before = moment
    var shown = ShownLines(limit: settings.lines, show: host.show)
    let addition = moment.session.add(source, imports: host.imports)
    shown.add(renderer.text(addition.diagnostics))
    guard addition.isAccepted else {
      shown.addEnd(advice(on: addition.diagnostics))
      note(.scriptError)
      return refused(shown, before)
    }
    shown.flow()
    announce(addition, in: &shown)
    // A description of the device makes a new one: what was done with the old one is gone.
    if addition.makesDevice { moment.forgetDevice() }
    let first = addition.makesDevice ? 0 : before.device.trace.endIndex
    let states = moment.states
    let report = run(&moment.session, &shown, endsAtFault: true)
    if host.interruption.isRequested {
      note(.failed)
      if !report.faultIdentifiers.contains(.interrupted) { shown.addEnd(interruptedText) }
      return refused(shown, before)
    }
    note(report.exitCode)
    guard !report.statementsEndedInError else { return refused(shown, before) }
    let value = moment.session.takeShownValue()
    if let value {
      let lines = ShownValue(value, width: settings.width).text
      shown.add(lines.contains("\n") ? wrapped(lines) : lines + "\n")
      shown.add(remark(on: value))
    }
    let scenarios = runScenarios(&shown)
    keep(
      Input(
        text: text, lastValueUses: moment.session.lastValueUses, shownValue: value,
        records: first..<moment.device.trace.endIndex,
        states: (states, moment.states), hasFailed: !report.hasPassed),
      from: before)
    if scenarios != .passed { note(scenarios) }
    return .accepted(shown.text)
  }

  /// Runs a session to its end and shows what it tells; with `endsAtFault`, a failure of the script
  /// comes last, as the reason for which the input is refused.
  private func run(
    _ session: inout Session, _ shown: inout ShownLines, endsAtFault: Bool
  ) -> RunReport {
    // An app that the input declares is named in its records.
    let renderer = renderer
    while !host.interruption.isRequested, session.step() {
      for event in session.takeEvents() {
        if endsAtFault, case .failure(let failure) = event, case .fault = failure.reason {
          shown.addEnd(renderer.text(failure, showsHistory: false))
        } else {
          show(event, renderer, in: &shown)
        }
      }
    }
    return session.report
  }

  private mutating func runScenarios(_ shown: inout ShownLines) -> RunExitCode {
    guard var scenarios = moment.session.scenarioRun else { return .passed }
    return run(&scenarios, &shown, endsAtFault: false).exitCode
  }

  private func show(_ event: RunEvent, _ renderer: RunRenderer, in shown: inout ShownLines) {
    switch event {
    case .output(let text, _): shown.add(text + "\n")
    case .failure(let failure): shown.add(renderer.text(failure, showsHistory: false))
    case .record(let record):
      guard settings.showsTrace, let line = renderer.line(record) else { break }
      shown.add(line + "\n")
      if settings.explains, let reason = renderer.reason(record) { shown.add(reason + "\n") }
    case .scenarioBegan(_, let title): shown.add(renderer.heading(title) + "\n")
    case .scenarioEnded(let result): shown.add(renderer.line(result) + "\n")
    }
  }

  private func announce(_ addition: Session.Addition, in shown: inout ShownLines) {
    if addition.makesDevice {
      shown.add("The device is made afresh as \(deviceName); its time begins at 0s.\n")
    }
    for app in addition.newApps { shown.add("\(app) is installed.\n") }
    for app in addition.replacedApps {
      shown.add("\(app) is installed again with its new code; its data stays.\n")
    }
  }

  /// The model and version of the device, in words.
  var deviceName: String {
    let profile = moment.device.profile
    return "\(profile.model) with iOS \(profile.system)"
  }

  /// Puts the moment back from which an input began that failed.
  private mutating func refused(_ shown: ShownLines, _ before: Moment) -> Answer {
    moment = before
    return .refused(shown.text)
  }

  private var interruptedText: String {
    renderer.paint("error[\(DiagnosticIdentifier.interrupted.rawValue)]", .red)
      + ": the input was stopped; everything is as it was before it\n"
  }

  /// Keeps an input that was accepted, and the moment before it.
  private mutating func keep(_ input: Input, from before: Moment) {
    moment.inputs.append(input)
    past.append(before)
    if past.count > Self.pastLimit { past.removeFirst(past.count - Self.pastLimit) }
  }

  /// How many inputs can be taken back.
  private static let pastLimit = 500

  /// What is worth knowing behind a value that is an app or a function: how the app is, and how the
  /// function is called; empty for others.
  private func remark(on value: String) -> String {
    if let app = moment.device.app(named: value) {
      let state = moment.device.state(of: app).rawValue
      return "  \(state); `:state \(value)` shows it from all sides\n"
    }
    guard value.hasPrefix("func ") else { return "" }
    let topics = HelpTopic.all(of: moment.session.interface)
    let topic = topics.first { "func " + $0.name == value && $0.group.isOfFunctions }
    return topic.map { wrapped("  \($0.usage)  \($0.meaning)") } ?? ""
  }

  /// What helps with names that nothing has, where they look like an app's, or stand for something
  /// in one.
  private func advice(on diagnostics: [Diagnostic]) -> String {
    let missing = diagnostics.first { $0.identifier == .unknownName }
    guard let missing, missing.fixIts.isEmpty else { return "" }
    let name = missing.source.text(in: missing.range)
    if let word = ContextualKeyword(rawValue: name) {
      return "  `\(name)` stands in a declaration: `\(word.help.usage)`.\n"
    }
    guard name.first?.isUppercase == true else { return "" }
    return "  `app \(name) { }` puts an app of this name on the device.\n"
  }
}

// MARK: - Host

/// What a console asks its host for.
package struct ConsoleHost: Sendable {
  /// Why a file cannot be read or written, in words.
  package struct FileProblem: Error {
    /// The reason.
    package let reason: String

    /// Makes a problem.
    package init(_ reason: String) { self.reason = reason }
  }

  /// The functions and native apps that inputs can use besides the built-in ones.
  package var scripts = ScriptHost()
  /// Where imported files come from; nil allows none.
  package var imports: ImportSource?
  /// Reads a script by its path.
  package var read: @Sendable (_ path: String) -> Result<SourceText, FileProblem> = { _ in
    .failure(FileProblem("this host has no files"))
  }
  /// Writes a file; what stood there is replaced.
  package var write: @Sendable (_ path: String, _ text: String) -> Result<Void, FileProblem> = {
    _, _ in .failure(FileProblem("this host has no files"))
  }
  /// The paths that begin like one that is being typed, folders with a `/` at their end, sorted.
  package var paths: @Sendable (_ beginning: String) -> [String] = { _ in [] }
  /// Shows a piece of what an input does as soon as it happens; nil where nobody wants it so.
  ///
  /// What was shown is left out of the answer.
  package var show: (@Sendable (_ text: String) -> Void)?
  /// The time on a watch that only runs on; nil where nobody measures.
  package var stopwatch: (@Sendable () -> Duration)?
  /// By what another thread stops an input that runs.
  package var interruption = Interruption()

  /// Makes a host that gives nothing.
  package init() {}
}
