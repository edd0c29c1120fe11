// The prompt: a console on the standard streams, for the command `rehearse` and for embedders'
// tools. On a terminal lines are edited, kept in a history and completed; what comes through a pipe
// is one text, as a file is, and is taken without a prompt, up to the first input that fails.

import LineEditing
import Rehearsal
import RehearsalFiles
import RehearsalMachine
import RehearsalSyntax
import RehearsalText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A prompt at which people play with a device, for a tool of your own.
///
/// It knows the words of a host as it knows the built-in ones: completion, `:help` and the messages
/// of errors speak of them, native apps are on the device from the beginning, and `:back` takes
/// back what was done with them. What a host's functions change elsewhere stays changed.
public struct Prompt: Sendable {
  /// What a terminal shows before the first line; nothing where it is nil.
  public var greeting: String?

  /// What `:storm` and `:explore` start, `.all` of `RehearsalExploration`; nil for none.
  public var searches: FaultSearches?

  /// The paths of scripts that are run before the first line, each as one input.
  package var files: [String] = []

  /// The case of a script that is played before the first line, up to where it fails.
  package var replay: ScenarioReplay?
  /// Inputs to run after the files.
  package var statements: [String] = []
  /// Whether lines are read.
  package var readsLines = true
  /// What came through a pipe, where it was read before; nil reads standard input.
  package var pipedText: String?
  /// Whether the lines of `~/.rehearsalrc` are taken first on a terminal.
  package var runsInit = false
  /// Whether to colour.
  package var usesColor = StandardStream.output.usesColor

  private let host: ScriptHost
  private let limits: RunLimits

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - host: The functions and native apps in addition to the built-in ones.
  ///   - limits: The bounds of every input.
  public init(host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits()) {
    self.host = host
    self.limits = limits
  }

  /// Runs on the standard streams until the user leaves; without a terminal, up to the end of
  /// standard input or to the first input that fails.
  ///
  /// A tool that does this has nothing else to do: the call blocks its thread, takes Ctrl-C for
  /// itself, and ends the process with code 3 where its output can no longer be written.
  ///
  /// - Returns: The exit code for the tool: 0 where all went well and after a conversation on a
  ///   terminal, 1 where an expectation failed, an app crashed or an input failed, 2 for an input
  ///   with errors or a file that cannot be read.
  public func run() -> Int32 {
    let host = PromptHost.host(host, searches, cancellation) {
      Self.write($0)
    }
    guard var console = Console(usesColor: usesColor, limits: limits, host: host) else {
      return RunExitCode.scriptError.rawValue
    }
    let writer = AnswerWriter(
      output: { Self.write($0) },
      error: { StandardStream.error.write(PrintableText(lines: $0)) })
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isInteractive = readsLines && isTerminal
    if isInteractive {
      catchInterrupts()
      if let columns = StandardStream.output.columns { console.resize(columns: columns) }
      if let greeting { StandardStream.output.writeLine(PrintableText(lines: greeting)) }
      if runsInit { runInitFile(&console, writer) }
    }
    guard runStartupInputs(&console, writer, continuesOnError: isInteractive) else {
      return console.exitCode.rawValue
    }
    if isInteractive,
      let reader = LineReader(programName: "rehearse", history: PromptHost.history)
    {
      runInteractively(console, reader, writer)
      return RunExitCode.passed.rawValue
    }
    guard readsLines else { return runBatch([], &console, writer).rawValue }
    // Who types into a terminal whose output goes elsewhere sees what each line does.
    if StandardStream.isInputTerminal {
      return runBatch(sequence(state: ()) { _ in readLine() }, &console, writer).rawValue
    }
    let text: String
    do throws(ScriptReadError) {
      if let pipedText {
        text = pipedText
      } else {
        text = try PromptHost.pipedText(atMost: limits.syntax.sourceSize)
      }
    } catch {
      StandardStream.error.writeLine("\(error)")
      return RunExitCode.scriptError.rawValue
    }
    console.readsPipe(keepsPast: Console.asksForPast(text))
    return runText(text, &console, writer).rawValue
  }

  /// Writes an answer, which clears the screen where it begins with that.
  private static func write(_ answer: String) {
    let clearing = PromptHost.screenClearing
    let clears = answer.hasPrefix(clearing)
    if clears { StandardStream.output.write(Array(clearing.utf8)) }
    StandardStream.output.write(
      PrintableText(lines: clears ? answer.dropFirst(clearing.count) : answer[...]))
  }

  /// Whether a text is no script but a conversation: it has commands to the prompt, or statements
  /// that only a prompt takes.
  package func isConversation(_ source: SourceText) -> Bool {
    Console.isConversation(
      source, host: host, imports: ScriptFile.imports(of: ScriptFile.standardInput), limits: limits)
  }

  /// Takes lines from elsewhere, without a terminal, up to the first that fails.
  ///
  /// - Parameters:
  ///   - lines: What would be typed, line by line.
  ///   - output: Is given what the prompt says, piece by piece, each with its line ends.
  /// - Returns: The exit code, as `run()` has it.
  public func run(
    _ lines: some Sequence<String>, output: @Sendable @escaping (String) -> Void
  ) -> Int32 {
    let host = PromptHost.host(host, searches, CancellationFlag(), show: output)
    guard var console = Console(limits: limits, host: host) else {
      return RunExitCode.scriptError.rawValue
    }
    let writer = AnswerWriter(output: output, error: output)
    guard runStartupInputs(&console, writer, continuesOnError: false) else {
      return console.exitCode.rawValue
    }
    return runBatch(lines, &console, writer).rawValue
  }

  /// Runs the inputs before the first line; false where one failed, unless errors do not matter.
  private func runStartupInputs(
    _ console: inout Console, _ writer: AnswerWriter, continuesOnError: Bool
  ) -> Bool {
    if let replay { writer.output(replay.play(in: &console)) }
    for path in files {
      guard writer.show(console.load(path)) || continuesOnError else { return false }
    }
    for text in statements {
      guard writer.show(console.submit(text)) || continuesOnError else { return false }
    }
    return true
  }

  // MARK: - On a terminal

  private func runInteractively(_ console: Console, _ reader: LineReader, _ writer: AnswerWriter) {
    let box = ConsoleBox(console)
    reader.complete = { box.completions(for: $0) }
    reader.continuation = { Console.continuation(of: $0) }
    var typed: [String] = []
    var text = ""
    var hasAsked = false
    while true {
      // A Ctrl-C that found nothing to stop means what was typed so far.
      if cancellation.isCancelled {
        box.console.cancel()
        typed = []
      }
      cancellation.clear()
      box.console.resize(columns: reader.windowColumns)
      let input = reader.readLine(prompt: box.console.prompt, text: text)
      text = ""
      var asks = false
      switch input {
      case .gone:
        // The hang-up that says so may still be on its way.
        return
      case .end:
        guard !hasAsked, let warning = box.console.warningBeforeLeaving else { return }
        hasAsked = true
        writer.output(warning)
        continue
      case .interrupted:
        box.console.cancel()
        typed = []
      case .edit(let draft): text = ExternalEditor.edit(draft, writer.error) ?? draft
      case .line(let line):
        typed.append(line)
        for part in inputs(in: line, box.console) {
          box.console.resize(columns: reader.windowColumns)
          let answer = box.console.submit(part)
          if !box.console.hasPendingInput, !typed.isEmpty {
            reader.remember(typed.joined(separator: "\n"))
            typed = []
          }
          if answer == .quit {
            guard !hasAsked, let warning = box.console.warningBeforeLeaving else { return }
            asks = true
            writer.output(warning)
            break
          }
          if case .edit(let draft) = answer {
            text = ExternalEditor.edit(draft, writer.error) ?? ""
          }
          writer.show(answer)
        }
      }
      hasAsked = asks
    }
  }

  /// A text of several lines is one input, unless some of them are for the console.
  private func inputs(in text: String, _ console: Console) -> [String] {
    guard text.contains("\n"), !console.hasPendingInput else { return [text] }
    let parts = InputPart.parts(of: text).map {
      switch $0 {
      case .input(let text), .command(let text): text
      }
    }
    return parts.isEmpty ? [""] : parts
  }

  private func runInitFile(_ console: inout Console, _ writer: AnswerWriter) {
    guard let path = PromptHost.inHome(".rehearsalrc"), let source = try? ScriptFile.read(path)
    else { return }
    let text = String(decoding: source.bytes, as: UTF8.self)
    for line in text.scriptLines {
      writer.show(console.submit(String(line)))
    }
    console.cancel()
  }

  // MARK: - Without a terminal

  /// Takes a text up to the first input that fails; its statements are one input up to the next
  /// command, and nothing of them runs where they have errors.
  private func runText(
    _ text: String, _ console: inout Console, _ writer: AnswerWriter
  ) -> RunExitCode {
    let asSteps = Console.asksForPast(text)
    for part in InputPart.parts(of: text) {
      switch part {
      case .command(let line):
        let answer = console.submit(line)
        if answer == .quit { return console.exitCode }
        guard writer.show(answer) else { return console.exitCode }
      case .input(let input):
        guard console.play(input, asSteps: asSteps, show: { writer.show($0) }) else {
          return console.exitCode
        }
      }
    }
    return console.exitCode
  }

  /// Submits lines up to the first that fails; an input that breaks off is an error.
  private func runBatch(
    _ lines: some Sequence<String>, _ console: inout Console, _ writer: AnswerWriter
  ) -> RunExitCode {
    for line in lines {
      let answer = console.submit(line)
      if answer == .quit { break }
      guard writer.show(answer) else { return console.exitCode }
    }
    guard console.hasPendingInput else { return console.exitCode }
    writer.error("error: the input ends in the middle of a statement\n")
    return .scriptError
  }
}

/// Writes the answers of a console to the standard streams, or elsewhere.
private struct AnswerWriter {
  let output: (String) -> Void
  let error: (String) -> Void

  /// Shows the result of a line; false where it was refused.
  @discardableResult
  func show(_ answer: Console.Answer) -> Bool {
    switch answer {
    case .incomplete, .quit, .edit: return true
    case .accepted(let text):
      output(text)
      return true
    case .refused(let text):
      error(text)
      return false
    }
  }
}

/// Shares a console between the loop that submits lines and the line reader's completion.
private final class ConsoleBox {
  var console: Console

  init(_ console: Console) { self.console = console }

  func completions(for text: String) -> LineReader.Completions {
    // A text of several lines is completed in its last one.
    let completion = console.completion(of: text)
    return LineReader.Completions(
      replaced: completion.replaced, common: completion.commonPrefix,
      candidates: completion.candidates, hint: completion.hint)
  }
}

// MARK: - Ctrl-C while an input runs

/// By what Ctrl-C stops the input that runs.
///
/// A signal handler gets no argument, so this is a constant outside a value; it is used once before
/// the handler is installed, which must not be the first to make it.
private let cancellation = CancellationFlag()

private func catchInterrupts() {
  cancellation.clear()
  signal(SIGINT) { _ in cancellation.cancel() }
}
