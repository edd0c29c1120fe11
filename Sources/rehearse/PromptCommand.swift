// `rehearse repl`, and `rehearse` without a subcommand: the prompt with its options.

import ArgumentParser
import Rehearsal
import RehearsalPrompt

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
    var prompt = Prompt(limits: limits.limits)
    prompt.greeting =
      quiet
      ? nil : "rehearse \(Rehearse.version): type a statement, or `:help`; Ctrl-D leaves."
    prompt.files = files + interactive
    prompt.statements = statements
    prompt.readsLines = statements.isEmpty || !interactive.isEmpty
    prompt.runsInit = !skipsInit
    prompt.usesColor = color.usesColor(on: .output)
    let code = prompt.run()
    if code != RunExitCode.passed.rawValue { throw ExitCode(code) }
  }
}

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether to colour what is written to a stream.
  func usesColor(on stream: StandardStream) -> Bool {
    switch self {
    case .auto: stream.usesColor
    case .always: true
    case .never: false
    }
  }
}
