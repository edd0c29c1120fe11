// The prompt: a console on the standard streams. On a terminal lines are edited, remembered and
// completed; otherwise they are read from standard input, without a prompt, up to the first that
// fails. What the lines mean is the console's business. The command `rehearse` and the tools of
// embedders, with words of their own, open it by this one door.

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

/// A prompt at which people play with a device, for a tool of your own.
///
/// It knows the words of a host as it knows the built-in ones: completion, `:help` and the messages
/// of errors speak of them, native apps are on the device from the beginning, and `:back` takes
/// back what was done with them. What a host's functions change elsewhere stays changed.
public struct Prompt: Sendable {
  /// What a terminal shows before the first line; nothing where it is nil.
  public var greeting: String?

  /// The paths of scripts that are run before the first line, each as one input.
  package var files: [String] = []

  /// Inputs to run behind the files.
  package var statements: [String] = []
  /// Whether lines are read.
  package var readsLines = true
  /// Whether the lines of `~/.rehearsalrc` are taken first on a terminal.
  package var runsInit = false
  /// Whether to colour.
  package var usesColor = Stream.output.usesColor

  private let host: ScriptHost
  private let limits: RunLimits

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - host: The functions and native apps besides the built-in ones.
  ///   - limits: The bounds of every input.
  public init(host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits()) {
    self.host = host
    self.limits = limits
  }

  /// Converses on the standard streams until the user leaves; not on a terminal, up to the end of
  /// standard input or to the first input that fails.
  ///
  /// A tool that does this has nothing else to do: the call blocks its thread, takes Ctrl-C for
  /// itself, and ends the process with code 3 where its output can no longer be written.
  ///
  /// - Returns: The exit code for the tool: 0 where all went well and after a conversation on a
  ///   terminal, 1 where an expectation failed, an app crashed or an input failed, 2 for an input
  ///   with errors or a file that cannot be read.
  public func run() -> Int32 {
    let host = PromptHost.host(host, cancellation) { Stream.output.write($0) }
    guard var console = Console(usesColor: usesColor, limits: limits, host: host) else {
      return RunExitCode.scriptError.rawValue
    }
    let voice = Voice(output: { Stream.output.write($0) }, error: { Stream.error.write($0) })
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isConversation = readsLines && isTerminal
    if isConversation {
      catchInterrupts()
      if let greeting { Stream.output.line(greeting) }
      if runsInit { runInit(&console, voice) }
    }
    guard begin(&console, voice, goesOn: isConversation) else { return console.exitCode.rawValue }
    if isConversation,
      let reader = LineReader(programName: "rehearse", history: PromptHost.history)
    {
      converse(console, reader, voice)
      return RunExitCode.passed.rawValue
    }
    let lines = sequence(state: ()) { _ in readsLines ? readLine() : nil }
    return takeAll(lines, &console, voice).rawValue
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
    let host = PromptHost.host(host, CancellationFlag(), show: output)
    guard var console = Console(limits: limits, host: host) else {
      return RunExitCode.scriptError.rawValue
    }
    let voice = Voice(output: output, error: output)
    guard begin(&console, voice, goesOn: false) else { return console.exitCode.rawValue }
    return takeAll(lines, &console, voice).rawValue
  }

  /// Runs what comes before the first line; false where something failed, unless it goes on.
  private func begin(_ console: inout Console, _ voice: Voice, goesOn: Bool) -> Bool {
    for path in files {
      guard voice.show(console.load(path)) || goesOn else { return false }
    }
    for text in statements {
      guard voice.show(console.take(text)) || goesOn else { return false }
    }
    return true
  }

  // MARK: - On a terminal

  private func converse(_ console: Console, _ reader: LineReader, _ voice: Voice) {
    let holder = ConsoleHolder(console)
    reader.complete = { holder.offers(for: $0) }
    var lines: [String] = []
    while true {
      cancellation.clear()
      holder.console.fit(columns: reader.windowColumns)
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
          voice.show(answer)
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

  private func runInit(_ console: inout Console, _ voice: Voice) {
    guard let source = try? ScriptFile.read(PromptHost.inHome(".rehearsalrc")) else { return }
    let text = String(decoding: source.bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      voice.show(console.take(String(line)))
    }
    console.cancel()
  }

  // MARK: - Without a terminal

  /// Takes lines that nobody types, up to the first that fails; an input that breaks off is an
  /// error.
  private func takeAll(
    _ lines: some Sequence<String>, _ console: inout Console, _ voice: Voice
  ) -> RunExitCode {
    for line in lines {
      let answer = console.take(line)
      if answer == .left { break }
      guard voice.show(answer) else { return console.exitCode }
    }
    guard console.isInTheMiddle else { return console.exitCode }
    voice.error("error: the input ends in the middle of a statement\n")
    return .scriptError
  }
}

/// Where answers go.
private struct Voice {
  let output: (String) -> Void
  let error: (String) -> Void

  /// Shows what came of a line; false where it was refused.
  @discardableResult
  func show(_ answer: Console.Answer) -> Bool {
    switch answer {
    case .incomplete, .left: return true
    case .accepted(let text):
      output(text)
      return true
    case .refused(let text):
      error(text)
      return false
    }
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
