// `rehearse` without a subcommand: a plain prompt. On a terminal lines are edited and remembered;
// otherwise they are read from standard input, without a prompt.

import ArgumentParser
import LineEditing
import Rehearsal
import RehearsalConsole
import RehearsalFiles

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
    commandName: "prompt", abstract: "Play with a device, line by line (the default).",
    discussion: """
      Type what would stand in a script: apps, functions, statements. Each input is added to those \
      before it, and all of them are played again from the start; what the new one adds is shown. \
      An input with an error changes nothing. Ctrl-C drops a line, Ctrl-D leaves.
      """)

  func run() throws {
    var console = Console(
      usesColor: Stream.output.usesColor,
      imports: ScriptFile.imports(of: ScriptFile.standardInput))
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let reader = LineReader(programName: "rehearse")
    else { throw readAll(&console).asExit }
    Stream.output.line("rehearse \(Rehearse.version): type a statement; Ctrl-D leaves.")
    converse(&console, reader)
  }

  private func converse(_ console: inout Console, _ reader: LineReader) {
    while true {
      switch reader.readLine(prompt: console.isInTheMiddle ? "... " : "> ") {
      case .end: return
      case .interrupted: console.cancel()
      case .line(let line):
        reader.remember(line)
        show(console.take(line))
      }
    }
  }

  /// Takes lines that nobody types.
  private func readAll(_ console: inout Console) -> RunExitCode {
    while let line = readLine() { show(console.take(line)) }
    return console.isInTheMiddle ? .scriptError : console.exitCode
  }

  /// Shows what came of a line.
  private func show(_ answer: Console.Answer) {
    switch answer {
    case .incomplete: break
    case .accepted(let text): Stream.output.write(text)
    case .refused(let text): Stream.error.write(text)
    }
  }
}
