// `rehearse repl`, and `rehearse` without a subcommand: the prompt. On a terminal lines are edited,
// remembered and completed; otherwise they are read from standard input, without a prompt, up to
// the first that fails. What the lines mean is the console's business.

import ArgumentParser
import LineEditing
import Rehearsal
import RehearsalConsole
import RehearsalFiles
import RehearsalMachine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Converses with a device.
struct PromptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Play with a device, line by line (the default).",
    discussion: """
      Type what would stand in a script: apps, functions, statements. Each input acts on the \
      device at once; an input with an error changes nothing. `:help` lists the commands of the \
      prompt, `:back` takes an input back. Ctrl-C drops a line or stops an input, Ctrl-D leaves. \
      Not on a terminal, lines are read from standard input up to the first that fails. \
      Environment: REHEARSAL_HISTORY names the file of the history, NO_COLOR declines colours.
      """)

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp("Run these statements, and leave unless -i is given.", valueName: "code"))
  var statements: [String] = []

  @Option(
    name: .customShort("i"),
    help: ArgumentHelp("Run this script, then stay.", valueName: "file"))
  var interactive: [String] = []

  @Flag(name: [.short, .long], help: "Do not greet.")
  var quiet = false

  @Flag(name: .customLong("no-init"), help: "Do not run ~/.rehearsalrc.")
  var skipsInit = false

  @Option(name: .long, help: "When to colour: auto, always, never.")
  var color = ColorChoice.auto

  @OptionGroup var limits: LimitOptions

  @Argument(help: "Scripts to run before the first line.")
  var files: [String] = []

  func run() throws {
    guard
      var console = Console(
        usesColor: color.usesColor(on: .output), limits: limits.limits,
        host: PromptHost.host(interruption))
    else { return try RunExitCode.scriptError.leave() }
    let terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let stays = statements.isEmpty || !interactive.isEmpty
    let isConversation = stays && terminal
    if isConversation {
      catchInterrupts()
      if !quiet { greet() }
      if !skipsInit { runInit(&console) }
    }
    for file in files + interactive {
      guard show(console.load(file)) || isConversation else { return try console.exitCode.leave() }
    }
    for code in statements {
      guard show(console.take(code)) || isConversation else { return try console.exitCode.leave() }
    }
    guard stays else { return try exitCode(of: console).leave() }
    guard isConversation else { return try readAll(&console).leave() }
    guard let reader = LineReader(programName: "rehearse", history: PromptHost.history) else {
      return try readAll(&console).leave()
    }
    converse(&console, reader)
  }

  // MARK: - On a terminal

  private func greet() {
    Stream.output.line(
      "rehearse \(Rehearse.version): type a statement, or `:help`; Ctrl-D leaves.")
  }

  private func converse(_ console: inout Console, _ reader: LineReader) {
    let holder = ConsoleHolder(console)
    reader.complete = { holder.offers(for: $0) }
    var lines: [String] = []
    while true {
      interruption.clear()
      switch reader.readLine(prompt: holder.console.prompt) {
      case .end:
        return
      case .interrupted:
        holder.console.cancel()
        lines = []
      case .line(let text):
        lines.append(text)
        for line in Self.lines(of: text) {
          let answer = holder.console.take(line)
          if !holder.console.isInTheMiddle, !lines.isEmpty {
            reader.remember(lines.joined(separator: "\n"))
            lines = []
          }
          if answer == .left { return }
          show(answer)
        }
      }
    }
  }

  /// A text of several lines is one input, unless one of them is for the console.
  private static func lines(of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let hasCommand = lines.contains { $0.drop { $0 == " " }.hasPrefix(":") }
    return hasCommand ? lines : [text]
  }

  private func runInit(_ console: inout Console) {
    guard let source = try? ScriptFile.read(PromptHost.inHome(".rehearsalrc")) else { return }
    let text = String(decoding: source.bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      show(console.take(String(line)))
    }
    console.cancel()
  }

  // MARK: - Without a terminal

  /// Takes lines that nobody types, up to the first that fails.
  private func readAll(_ console: inout Console) -> RunExitCode {
    while let line = readLine() {
      let answer = console.take(line)
      if answer == .left { break }
      guard show(answer) else { return console.exitCode }
    }
    return exitCode(of: console)
  }

  /// The code at the end; an input that breaks off is an error.
  private func exitCode(of console: Console) -> RunExitCode {
    guard console.isInTheMiddle else { return console.exitCode }
    Stream.error.line("error: the input ends in the middle of a statement")
    return .scriptError
  }

  /// Shows what came of a line; false where it was refused.
  @discardableResult
  private func show(_ answer: Console.Answer) -> Bool {
    switch answer {
    case .incomplete, .left: break
    case .accepted(let text): Stream.output.write(text)
    case .refused(let text):
      Stream.error.write(text)
      return false
    }
    return true
  }
}

/// Keeps the console where the reader's completion finds it too.
private final class ConsoleHolder {
  var console: Console

  init(_ console: Console) { self.console = console }

  func offers(for text: String) -> LineReader.Offers {
    // A text of several lines is completed in its last one.
    let completion = console.completion(of: text)
    return LineReader.Offers(
      replaced: completion.replaced, common: completion.commonPrefix,
      candidates: completion.candidates)
  }
}

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether to colour what is written to a stream.
  func usesColor(on stream: Stream) -> Bool {
    switch self {
    case .auto: stream.usesColor
    case .always: true
    case .never: false
    }
  }
}

// MARK: - Ctrl-C while an input runs

/// By what Ctrl-C stops the input that runs.
///
/// A signal handler gets no argument, so this is a constant outside a value; it is used once before
/// the handler is installed, which must not be the first to make it.
private let interruption = Interruption()

private func catchInterrupts() {
  interruption.clear()
  signal(SIGINT) { _ in interruption.request() }
}
