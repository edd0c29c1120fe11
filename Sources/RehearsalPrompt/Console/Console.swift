// The console: the read-eval-print loop as a value, a line in and text out, without a terminal.
// Lines are gathered until an input is complete. An input that begins with a colon is a
// meta-command (`Console+Commands.swift`); any other is added to the session and run. An input that
// fails changes nothing: the checkpoint before it is put back.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalPictures
import RehearsalReference
import RehearsalSyntax
import RehearsalText

/// A read-eval-print loop on a device.
package struct Console: Sendable {
  /// The result of a line.
  package enum Answer: Hashable, Sendable {
    /// The input continues in the next line; that many brackets are open.
    case incomplete(depth: Int)
    /// The input was accepted; the text shows what it did, each line with its line end.
    case accepted(String)
    /// The input was refused and everything is as before; the text says why.
    case refused(String)
    /// A text is to be changed in the user's editor and then entered.
    case edit(String)
    /// The user has quit.
    case quit
  }

  /// The state that inputs change, which `:back` and `:switch` exchange as a whole.
  var current: Checkpoint
  /// The checkpoints before the last inputs, the newest last.
  private(set) var undoStack: [Checkpoint] = []
  /// What each of these takes beyond what it shares with the one before, in bytes.
  private var undoSizes: [Int] = []

  /// A checkpoint that has a name.
  struct Fork: Sendable {
    let name: String
    let checkpoint: Checkpoint
    /// The checkpoints on the way there, which `:back` goes to from there.
    let past: [Checkpoint]
    /// What they take, in bytes.
    let bytes: Int

    init(_ name: String, _ checkpoint: Checkpoint, past: [Checkpoint] = []) {
      (self.name, self.checkpoint, self.past) = (name, checkpoint, past)
      bytes = ([checkpoint] + past).reduce(0) { $0 + $1.bytes(after: nil) }
    }
  }

  /// The checkpoints that have names, in the order of their naming.
  var forks: [Fork] = []
  var settings: ConsoleSettings
  var host: ConsoleHost
  private var pending: [String] = []
  /// Whether there is a checkpoint from before each input.
  private var keepsPast = true
  /// Whether an input that is refused is the last: then nothing is put back.
  private var endsWithRefusal = false
  /// The files that were written, which can be written again.
  var written: Set<String> = []
  /// How many inputs had been tried when the session was written to a file last.
  var keptInputCount = 0
  /// The exit code for the result of the inputs so far: of the first that did not pass.
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
        promptOf: host.scripts, limits: limits, cancellation: host.interruption)
    else { return nil }
    current = Checkpoint(session: session)
    settings = ConsoleSettings(usesColor: usesColor)
    self.host = host
  }

  // MARK: - Lines

  /// Whether an input has begun and is not complete.
  package var hasPendingInput: Bool { !pending.isEmpty }

  /// The lines of the input that has begun, as one text.
  package var pendingInput: String { pending.joined(separator: "\n") }

  /// Drops the input that is not complete.
  package mutating func cancel() { pending = [] }

  /// Evaluates a line, or several at once, unless they only begin an input.
  ///
  /// - Complexity: O(*n*) in what the input does; an input costs nothing for those before it but
  ///   the copying of tables.
  package mutating func submit(_ line: String) -> Answer {
    if pending.isEmpty, let command = CommandInput(line) { return run(command) }
    pending.append(line)
    let text = pendingInput
    if case .incomplete(let depth, _) = InputCompleteness(of: SourceText(name: "input", text)) {
      return .incomplete(depth: depth)
    }
    pending = []
    guard !text.allSatisfy(\.isWhitespace) else { return .accepted(reasonOfEnd) }
    return evaluate(text)
  }

  /// Why the last input ended a process: what an empty input shows after one that did; else
  /// nothing.
  private var reasonOfEnd: String {
    guard let input = current.inputs.last, input.records.upperBound == current.history.endIndex,
      let app = current.history.records(since: input.records.lowerBound).last(where: {
        $0.kind == .exit
      })?.app
    else { return "" }
    let explanation = current.session.simulation.explanation(of: app)
    return wrapped(explanation.stateText.printable)
  }

  /// How deep in brackets a text ends that continues in the next line; nil of one that is complete, as
  /// commands always are.
  package static func continuation(of text: String) -> Int? {
    guard CommandInput(text) == nil,
      case .incomplete(let depth, _) = InputCompleteness(of: SourceText(name: "input", text))
    else { return nil }
    return depth
  }

  /// What to say before a session is left in which something was done that no file keeps; nil where
  /// nothing is lost.
  package var warningBeforeLeaving: String? {
    guard current.inputCount > keptInputCount, !current.inputs.isEmpty else { return nil }
    return "this session is not saved: use `:save file` or `:record name`; "
      + "Ctrl-D again exits\n"
  }

  private mutating func run(_ command: CommandInput) -> Answer {
    let answer = answer(to: command)
    if case .refused = answer { recordExitCode(.scriptError) }
    return answer
  }

  /// Keeps the first exit code that is not that of success.
  mutating func recordExitCode(_ code: RunExitCode) {
    if exitCode == .passed { exitCode = code }
  }

  /// What an error of a command says.
  func refusal(_ message: String) -> Answer {
    .refused(renderer.paint("error", .red) + ": " + message.printable + "\n")
  }

  /// The end of an error about an unknown name: the known one that it is close to, if there is one.
  func hint(
    for name: String, among known: [String], prefix: String = "", otherwise fallback: String
  ) -> String {
    let meant = Suggestion.closest(to: name, among: known)?.word
    return meant.map { "; did you mean `\(prefix)\($0)`?" } ?? "; " + fallback
  }

  /// Turns records and failures into lines.
  var renderer: RunRenderer {
    RunRenderer(
      appNames: current.session.script.appNames, usesColor: settings.usesColor,
      width: settings.terminalWidth, linksRules: host.showsLinks)
  }

  /// Sets the width of the terminal that output is made to fit.
  package mutating func resize(columns: Int) {
    guard columns != settings.terminalWidth, columns >= ConsoleSettings.leastWidth else { return }
    settings.terminalWidth = columns
    settings.width = columns
  }

  /// Takes what comes through a pipe: nothing is left out of what inputs show, the first one that is
  /// refused is the last, and no past is kept that nobody asks for.
  ///
  /// - Parameter keepsPast: Whether inputs can be taken back.
  package mutating func readsPipe(keepsPast: Bool) {
    settings.lines = .max
    self.keepsPast = keepsPast
    endsWithRefusal = !keepsPast
  }

  /// Lets nobody see what this copy of a console does, and lets it keep no past.
  mutating func becomeExperiment() {
    host.show = nil
    undoStack = []
    undoSizes = []
    forks = []
    keepsPast = false
    endsWithRefusal = false
  }

  /// A console without inputs, in the same place; nil only where the language itself is broken.
  func fresh() -> Console? {
    var console = Console(limits: current.session.limits, host: host)
    console?.settings = settings
    return console
  }

  // MARK: - The prompt

  /// The prompt: the virtual time and the state of the app in focus, or, while an input is not
  /// complete, how deep it is.
  package var prompt: String {
    hasPendingInput ? continuationPrompt : "[\(status)] › "
  }

  private var status: String {
    let device = current.device
    var words = [renderer.paint(device.now.clockText, .bold)]
    if !device.isPoweredOn { words.append("off") }
    if device.isPoweredOn, device.isLocked { words.append("locked") }
    if device.hasCall { words.append("call") }
    guard let app = focus else { return words.joined(separator: " ") }
    let state = device.state(of: app)
    let name = device.description(of: app)?.name ?? ""
    words.append(renderer.paint(name + " ● " + state.rawValue, TimelineRenderer.style(of: state)))
    if let left = timeLeft(of: app) { words.append(left) }
    return words.joined(separator: " ")
  }

  /// How long background tasks let an app run on, in words; nil where none does.
  private func timeLeft(of app: AppIdentifier) -> String? {
    guard current.device.state(of: app) == .background,
      !current.device.backgroundTasks(of: app).isEmpty,
      case .limited(let left) = current.device.backgroundTimeRemaining(of: app)
    else { return nil }
    return "\(TimeSpan(left)) left"
  }

  private var continuationPrompt: String {
    let source = SourceText(name: "input", pendingInput)
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
    let device = current.device
    if let front = device.frontmost { return front }
    let history = current.history
    var index = history.endIndex - 1
    while index >= history.firstIndex {
      if let app = history[index]?.app, device.isInstalled(app) { return app }
      index -= 1
    }
    return device.apps.first { device.isInstalled($0) }
  }
}

// MARK: - Evaluation

extension Console {
  /// Evaluates a complete input, by whose number its places are named.
  mutating func evaluate(_ text: String) -> Answer {
    evaluate(SourceText(name: "input \(current.inputCount + 1)", text), text)
  }

  /// Evaluates a source that was read, which is kept as `text`.
  mutating func evaluate(_ source: SourceText, _ text: String, file: String? = nil) -> Answer {
    // What was raised since the line was entered counts; after the input it is over.
    defer { host.interruption.clear() }
    current.inputCount += 1
    // A copy that nobody needs would cost an input the memory of all that it changes.
    let before = endsWithRefusal ? nil : current
    let end = current.history.endIndex
    var output = ConsoleOutput(limit: settings.lines, write: host.show)
    let addition = current.session.add(source, imports: host.imports)
    output.append(renderer.text(addition.diagnostics))
    guard addition.isAccepted else {
      output.appendError(advice(on: addition.diagnostics))
      recordExitCode(.scriptError)
      return refused(output, before)
    }
    output.startStreaming()
    announce(addition, in: &output)
    // A description of the device makes a new one: what was done with the old one is gone.
    if addition.makesDevice { current.forgetDevice() }
    let first = addition.makesDevice ? 0 : end
    let states = current.states
    let (report, failures) = run(&current.session, &output, defersError: true)
    if host.interruption.isCancelled {
      recordExitCode(.failed)
      if !report.errorIdentifiers.contains(.interrupted) { output.appendError(interruptedText) }
      return refused(output, before)
    }
    recordExitCode(report.exitCode)
    guard !report.statementsEndedInError else { return refused(output, before) }
    let value = current.session.takeShownValue()
    if let value {
      let lines = PrettyPrintedValue(value, width: settings.width).text.printable
      output.append(lines.contains("\n") ? wrapped(lines) : lines + "\n")
      output.append(remark(on: value))
    }
    let scenarios = runScenarios(&output)
    keep(
      Input(
        text: text, lastValueUses: current.session.lastValueUses, shownValue: value,
        records: first..<current.history.endIndex,
        states: (states, current.states), hasFailed: !report.hasPassed,
        failures: failures, file: file),
      from: before)
    if scenarios != .passed { recordExitCode(scenarios) }
    return .accepted(output.text)
  }

  /// Runs a session to its end and prints its events.
  ///
  /// With `defersError`, an error of the script comes last, as the reason for which the input is
  /// refused. What failed is returned, too.
  private func run(
    _ session: inout Session, _ output: inout ConsoleOutput, defersError: Bool
  ) -> (report: RunReport, failures: [TimelineDrawing.Failure]) {
    var failures: [TimelineDrawing.Failure] = []
    // An app that the input declares is named in its records.
    let renderer = renderer
    while !host.interruption.isCancelled, session.step() {
      for event in session.takeEvents() {
        if case .failure(let failure) = event {
          failures.append(
            TimelineDrawing.Failure(time: failure.time, text: renderer.summary(failure)))
        }
        if defersError, case .failure(let failure) = event, case .runtimeError = failure.reason {
          output.appendError(renderer.text(failure, showsHistory: false))
        } else {
          show(event, renderer, in: &output)
        }
      }
    }
    return (session.report, failures)
  }

  private mutating func runScenarios(_ output: inout ConsoleOutput) -> RunExitCode {
    guard var scenarios = current.session.scenarioRun else { return .passed }
    return run(&scenarios, &output, defersError: false).report.exitCode
  }

  private func show(_ event: RunEvent, _ renderer: RunRenderer, in output: inout ConsoleOutput) {
    switch event {
    case .output(let text, _):
      for line in renderer.lines(ofPrinted: text) { output.append(line + "\n") }
    case .warning: break
    case .failure(let failure): output.append(renderer.text(failure, showsHistory: false))
    case .record(let record):
      guard settings.showsTrace, let line = renderer.line(record) else { break }
      output.append(line + "\n")
      if settings.explains, let reason = renderer.timeline.reason(record) {
        output.append(reason + "\n")
      }
    case .scenarioBegan(_, let title): output.append(renderer.heading(title) + "\n")
    case .scenarioEnded(let result): output.append(renderer.line(result) + "\n")
    }
  }

  private func announce(_ addition: Session.Addition, in output: inout ConsoleOutput) {
    if addition.makesDevice {
      output.append("The device is now a new \(deviceName); its time begins at 0s.\n")
    }
    for app in addition.newApps { output.append("\(app) is installed.\n") }
    for app in addition.replacedApps {
      output.append("\(app) is installed again with its new code; its data stays.\n")
    }
  }

  /// The model and version of the device, in words.
  var deviceName: String {
    let profile = current.device.profile
    return "\(profile.model) with iOS \(profile.system)"
  }

  /// Puts the checkpoint back from which a failed input began.
  private mutating func refused(_ output: ConsoleOutput, _ before: Checkpoint?) -> Answer {
    if let before { current = before }
    return .refused(output.text)
  }

  private var interruptedText: String {
    renderer.paint("error[\(DiagnosticIdentifier.interrupted.rawValue)]", .red)
      + ": the input was stopped and undone\n"
  }

  /// Keeps an accepted input, and the checkpoint before it.
  private mutating func keep(_ input: Input, from before: Checkpoint?) {
    current.inputs.append(input)
    guard keepsPast, let before else { return }
    // Checkpoints share the code of what was declared, and the rest goes.
    current.session.dropPassingCode()
    remember(before)
  }

  /// Keeps a checkpoint to come back to; the oldest go where they take too much.
  mutating func remember(_ checkpoint: Checkpoint) {
    guard keepsPast else { return }
    undoSizes.append(checkpoint.bytes(after: undoStack.last))
    undoStack.append(checkpoint)
    var size = undoSizes.reduce(0, +)
    var dropped = 0
    while dropped < undoStack.count - 1,
      undoStack.count - dropped > Self.undoLimit || size > pastLimit
    {
      size -= undoSizes[dropped]
      dropped += 1
    }
    undoStack.removeFirst(dropped)
    undoSizes.removeFirst(dropped)
  }

  /// Takes the last checkpoints away.
  mutating func forgetCheckpoints(_ count: Int) {
    undoStack.removeLast(count)
    undoSizes.removeLast(count)
  }

  /// How many inputs can be taken back.
  private static let undoLimit = 500

  /// How much memory the checkpoints may take, in bytes: with the named ones no more than a run may.
  private var pastLimit: Int { min(40 << 20, current.session.limits[.memory] - forkedBytes) }

  /// What the named checkpoints take, in bytes.
  var forkedBytes: Int { forks.reduce(0) { $0 + $1.bytes } }

  /// What is worth knowing after a value that is an app or a function: how the app is, and how the
  /// function is called; empty for others.
  private func remark(on value: String) -> String {
    if let app = current.device.app(named: value) {
      let state = current.device.state(of: app).rawValue
      return "  \(state); `:state \(value)` shows its full state\n"
    }
    guard value.hasPrefix("func ") else { return "" }
    let topics = HelpTopic.all(of: current.session.interface)
    let topic = topics.first { "func " + $0.name == value && $0.group.isOfFunctions }
    return topic.map { wrapped("  \($0.usage)  \($0.meaning)") } ?? ""
  }

  /// What helps with names that nothing has, where they look like an app's, or stand for something
  /// in one.
  private func advice(on diagnostics: [Diagnostic]) -> String {
    let missing = diagnostics.first { $0.identifier == .unknownName }
    guard let missing else { return "" }
    let name = missing.source.text(in: missing.range)
    // Some are symbols as well, such as `.on`.
    if let word = ContextualKeyword(rawValue: name) {
      return "  `\(name)` is used in a declaration: `\(word.help.usage)`.\n"
    }
    guard missing.fixIts.isEmpty, name.first?.isUppercase == true else { return "" }
    return "  `app \(name) { }` puts an app of this name on the device.\n"
  }
}

// MARK: - Host

/// What a console asks its host for.
package struct ConsoleHost: Sendable {
  /// Why a file cannot be read or written, in words.
  package struct FileError: Error {
    /// The reason.
    package let reason: String

    /// Makes a problem.
    package init(_ reason: String) { self.reason = reason }
  }

  /// The functions and native apps that inputs can use in addition to the built-in ones.
  package var scripts = ScriptHost()
  /// Where imported files come from; nil allows none.
  package var imports: ImportSource?
  /// What `:storm` and `:explore` start; nil where they answer that there is nothing.
  package var searches: FaultSearches?
  /// Reads a script by its path.
  package var read: @Sendable (_ path: String) -> Result<SourceText, FileError> = { _ in
    .failure(FileError("this host has no files"))
  }
  /// Writes a file; what was there is replaced.
  package var write: @Sendable (_ path: String, _ text: String) -> Result<Void, FileError> = {
    _, _ in .failure(FileError("this host has no files"))
  }
  /// Whether there is a file at a path.
  package var exists: @Sendable (_ path: String) -> Bool = { _ in false }
  /// The paths that begin like one that is being typed, folders with a `/` at their end, sorted.
  package var paths: @Sendable (_ prefix: String) -> [String] = { _ in [] }
  /// Shows a piece of what an input does as soon as it happens; nil where nobody wants it so.
  ///
  /// What was output is left out of the answer.
  package var show: (@Sendable (_ text: String) -> Void)?
  /// What clears the screen; empty if there is none, or it cannot be cleared.
  package var screenClearing = ""
  /// Whether numbers of rules are shown as links to what documents them.
  package var showsLinks = false
  /// The time on a watch that only runs on; nil where nobody measures.
  package var stopwatch: (@Sendable () -> Duration)?
  /// By what another thread stops an input that runs.
  package var interruption = CancellationFlag()

  /// Makes a host that gives nothing.
  package init() {}
}
