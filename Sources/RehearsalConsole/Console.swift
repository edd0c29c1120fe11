// The prompt as a value: a line in, text out, no terminal. Lines are gathered until an input is
// complete; an input that begins with a colon is a command for the console itself, everything else
// is added to the session (`Console+Evaluation`). What fails changes nothing.

import Rehearsal
import RehearsalLifecycle
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
        promptOf: host.scripts, limits: limits, cancellation: host.interruption)
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
