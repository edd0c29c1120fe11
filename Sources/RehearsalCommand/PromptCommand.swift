// `rehearse repl`, and `rehearse` without a subcommand: the prompt with its options.

import ArgumentParser
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax

/// Converses with a device.
struct PromptCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Play with a device, line by line (the default).",
    discussion: """
      Examples:
        rehearse
        rehearse repl -i notes.rehearsal
        rehearse repl -c 'app A { }' -c 'launch A'

      Type what would stand in a script: apps, functions, statements. Each input acts on the \
      device at once; an input with an error changes nothing. `:help` lists the commands of the \
      prompt, `:back` takes an input back. Ctrl-C drops a line or stops an input, Ctrl-D leaves. \
      A pipe is a file: what comes through it is played as `rehearse run` plays a script, and may \
      have commands of the prompt and values to show besides. \
      Environment: REHEARSAL_HISTORY names the file of the history.
      """)

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp("Run these statements, and leave unless -i is given.", valueName: "code"))
  var statements: [String] = []

  @Option(
    name: .customShort("i"),
    help: ArgumentHelp("Run this script, then stay.", valueName: "file"), completion: .scripts)
  var interactive: [String] = []

  @Flag(name: [.short, .long], help: "Do not greet.")
  var quiet = false

  @Flag(name: .customLong("no-init"), help: "Do not run ~/.rehearsalrc.")
  var skipsInit = false

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @ArgumentParser.Argument(help: "Scripts to run before the first line.", completion: .scripts)
  var files: [String] = []

  func validate() throws {
    guard let word = files.first, !FilePath(word).exists,
      word.allSatisfy({ $0.isLetter || $0 == "-" })
    else { return }
    let known = Rehearse.commands.compactMap { $0.configuration.commandName }
    throw ValidationError(
      "subcommand and no script \(word)", near: word, among: known,
      otherwise: "there are \(known.joined(separator: ", ")).")
  }

  func run(host: ScriptHost) throws {
    var prompt = Prompt(host: host, limits: limits.limits)
    prompt.searches = .all
    prompt.greeting =
      quiet
      ? nil : "rehearse \(Release.version): type a statement, or `:help`; Ctrl-D leaves."
    prompt.files = files + interactive
    prompt.statements = statements
    prompt.readsLines = statements.isEmpty || !interactive.isEmpty
    prompt.runsInit = !skipsInit
    prompt.usesColor = colors.usesColor(on: .output)
    if prompt.readsLines, prompt.files.isEmpty, statements.isEmpty, !StandardStream.isInputTerminal
    {
      let source = try pipedSource()
      guard prompt.isConversation(source) else { return try runScript(source, host: host) }
      prompt.pipedText = String(decoding: source.bytes, as: UTF8.self)
    }
    let code = prompt.run()
    if code != RunExitCode.passed.rawValue { throw ExitCode(code) }
  }

  /// What came through a pipe; one that breaks off ends the command.
  private func pipedSource() throws -> SourceText {
    do throws(ScriptReadError) {
      return try ScriptFile.read(ScriptFile.standardInput)
    } catch {
      StandardStream.error.writeLine("\(error)")
      throw ExitCode(RunExitCode.scriptError.rawValue)
    }
  }

  /// Plays what came through a pipe and is a script as `run` does.
  private func runScript(_ source: SourceText, host: ScriptHost) throws {
    var command = try RunCommand.parse([ScriptFile.standardInput])
    command.colors = colors
    command.limits = limits
    try command.run(host: host, standardInput: source)
  }
}
