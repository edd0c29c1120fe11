// An input of the language: it is added to the session and run, and what it did becomes text. The
// moment before it is kept first; where anything goes wrong, that moment is put back.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

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
    let report = run(&moment.session, &shown, endsAtError: true)
    if host.interruption.isCancelled {
      note(.failed)
      if !report.errorIdentifiers.contains(.interrupted) { shown.addEnd(interruptedText) }
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

  /// Runs a session to its end and shows what it tells; with `endsAtError`, a failure of the script
  /// comes last, as the reason for which the input is refused.
  private func run(
    _ session: inout Session, _ shown: inout ShownLines, endsAtError: Bool
  ) -> RunReport {
    // An app that the input declares is named in its records.
    let renderer = renderer
    while !host.interruption.isCancelled, session.step() {
      for event in session.takeEvents() {
        if endsAtError, case .failure(let failure) = event, case .runtimeError = failure.reason {
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
    return run(&scenarios, &shown, endsAtError: false).exitCode
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
  static let pastLimit = 500

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
    if let word = ContextualWord(rawValue: name) {
      return "  `\(name)` stands in a declaration: `\(word.help.usage)`.\n"
    }
    guard name.first?.isUppercase == true else { return "" }
    return "  `app \(name) { }` puts an app of this name on the device.\n"
  }
}
