// `rehearse repl`, and `rehearse` without a subcommand: the prompt with its options.

import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax
import RehearsalText

/// Converses with a device.
struct PromptCommand: HostedCommand {
  static let name = "repl"
  static let abstract = "Use a simulated device interactively (the default)."
  static let discussion = """
    Examples:
      rehearse
      rehearse repl -i notes.rehearsal
      rehearse repl -c 'app A { }' -c 'launch A'

    Type the text of a script: apps, functions, statements. Each input acts on the device at \
    once; an input with an error changes nothing. `:help` lists the commands of the prompt, \
    `:back` undoes an input. Ctrl-C drops a line or stops an input, Ctrl-D exits. Input from a \
    pipe runs as with `rehearse run`, and may also contain commands of the prompt, and \
    expressions whose values are shown. The environment variable REHEARSAL_HISTORY names the \
    history file.
    """

  private var statements: [String] = []
  private var filesBeforePrompt: [String] = []
  private var isQuiet = false
  private var skipsInit = false
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var files: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .list(
            ["-c"], \.statements, .text("code"),
            "Run these statements, then exit unless -i is given."),
          .list(
            ["-i"], \.filesBeforePrompt, .path("file", .scripts), "Run this script, then stay."),
          .flag(["-q", "--quiet"], \.isQuiet, "Show no greeting."),
          .flag(["--no-init"], \.skipsInit, "Do not run ~/.rehearsalrc."),
        ],
        ColorOptions.options(in: \.colors), LimitOptions.options(in: \.limits))
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many("files", \.files, .scripts, "Scripts to run before the first line.")
  }

  func validate() throws(CommandEnd) {
    guard let word = files.first, !FilePath(word).exists,
      word.allSatisfy({ $0.isLetter || $0 == "-" })
    else { return }
    throw .missing(
      "subcommand and no script \(word)", near: word, among: Rehearse.subcommands.map(\.name))
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    var prompt = Prompt(host: host, limits: limits.limits)
    prompt.searches = .all
    prompt.greeting =
      isQuiet
      ? nil : "rehearse \(Release.version): type a statement, or `:help`; Ctrl-D leaves."
    prompt.files = files + filesBeforePrompt
    prompt.statements = statements
    prompt.readsLines = statements.isEmpty || !filesBeforePrompt.isEmpty
    prompt.runsInit = !skipsInit
    prompt.usesColor = colors.usesColor(on: .output)
    if prompt.readsLines, prompt.files.isEmpty, statements.isEmpty, !StandardStream.isInputTerminal
    {
      let source = try pipedSource()
      guard prompt.isConversation(source) else { return try runScript(source, host: host) }
      prompt.pipedText = String(decoding: source.bytes, as: UTF8.self)
    }
    let code = prompt.run()
    if code != RunExitCode.passed.rawValue { throw .exit(code) }
  }

  /// What came through a pipe; one that breaks off ends the command.
  private func pipedSource() throws(CommandEnd) -> SourceText {
    do throws(ScriptReadError) {
      return try ScriptFile.read(
        ScriptFile.standardInput, atMost: limits.limits.syntax.sourceSize)
    } catch {
      StandardStream.error.writeLine("\(error)")
      throw .exit(RunExitCode.scriptError.rawValue)
    }
  }

  /// Plays what came through a pipe and is a script as `run` does.
  private func runScript(_ source: SourceText, host: ScriptHost) throws(CommandEnd) {
    try RunCommand(colors: colors, limits: limits).run(host: host, standardInput: source)
  }
}
