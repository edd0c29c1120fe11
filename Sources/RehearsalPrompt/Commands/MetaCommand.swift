// The table of meta-commands, which begin with a colon, and how a line is recognized as one. A row
// has a command's name, its arguments, what completion offers for them, a sentence, and what it does;
// help, completion, the prompt and its page read the rows.

import RehearsalReference
import RehearsalSyntax

/// A command to the console itself, such as `:back`: a row of the table.
struct MetaCommand: Sendable {
  /// What a command does with the line that it is on.
  typealias Body = @Sendable (inout Console, CommandInput) -> Console.Answer

  /// What kind of word a command takes, for which completion offers what there is.
  enum Argument {
    case nothing, number, app, appAndName, topic, fork, newFork, rule, deviceKey, path, setting
    case title, disturbance, input, everything, versions, numberAndInput
  }

  /// The name, without the colon.
  let name: String
  /// The arguments as help shows them; those in brackets may be left out.
  let usage: String
  /// What completion offers after the name.
  let argument: Argument
  /// Whether it takes inputs back or goes through them one by one, so that each statement of a text
  /// has to be an input of its own.
  let countsInputs: Bool
  /// What the command does, in one sentence.
  let summary: String
  /// What it does.
  let body: Body

  private init(
    _ name: String, usage: String = "", argument: Argument = .nothing,
    countsInputs: Bool = false, _ summary: String, _ body: @escaping Body
  ) {
    self.name = name
    self.usage = usage
    self.argument = argument
    self.countsInputs = countsInputs
    self.summary = summary
    self.body = body
  }

  /// The name with its colon and its arguments, as help and the prompt's page show it.
  var fullUsage: String { (":" + name + " " + usage).trimmed }

  /// The command that a name, or its unique beginning, stands for; nil if there is none.
  static func named(_ name: String) -> MetaCommand? {
    if let exact = all.first(where: { $0.name == name }) { return exact }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    return candidates.count == 1 && !name.isEmpty ? candidates.first : nil
  }

  /// Every command, in the order of lists.
  static let all: [MetaCommand] = [
    MetaCommand(
      "help", usage: "[word]", argument: .topic,
      "Explains a word, a handler, a rule, a diagnostic or a command."
    ) { $0.help($1.rest) },
    MetaCommand(
      "apps",
      "Lists the apps with their states."
    ) { console, _ in .accepted(console.appList) },
    MetaCommand(
      "state", usage: "[app]", argument: .app,
      "Shows the full state of an app; without a name, the device and its apps."
    ) { console, line in
      console.onApp(line) { app in app.map(console.appText) ?? console.stateText }
    },
    MetaCommand(
      "trace", usage: "[n]", argument: .number,
      "Shows the last n records, 20 by default."
    ) { console, line in
      console.withCount(line, default: 20) { .accepted($0.traceText(last: $1)) }
    },
    MetaCommand(
      "timeline", usage: "[app] [from [to]]", argument: .app,
      "Draws a timeline of all apps or of one, and lists what happened when."
    ) { $0.timeline($1.words) },
    MetaCommand(
      "step", usage: "[n]", argument: .number,
      "Runs the next scheduled event, or the next n."
    ) { console, line in console.withCount(line, default: 1) { $0.step($1) } },
    MetaCommand(
      "back", usage: "[n]", argument: .number, countsInputs: true,
      "Undoes the last input, or the last n."
    ) { console, line in console.withCount(line, default: 1) { $0.goBack($1) } },
    MetaCommand(
      "fork", usage: "[name]", argument: .newFork,
      "Saves the current state under a name; without a name, lists the saved states."
    ) { $0.fork($1) },
    MetaCommand(
      "switch", usage: "name", argument: .fork,
      "Goes to a saved state."
    ) { $0.switchTo($1.rest) },
    MetaCommand(
      "diff", usage: "name [name]", argument: .fork,
      "Shows the differences between a saved state and now, or another one."
    ) { $0.diff($1.words) },
    MetaCommand(
      "why", usage: "[app] [.message]", argument: .appAndName,
      "Explains an app's state, or why something happened or did not happen."
    ) { $0.why($1) },
    MetaCommand(
      "rules", usage: "[number or word]", argument: .rule,
      "Shows the rules that applied so far, one rule, or those that contain a word."
    ) { $0.rules($1.rest) },
    MetaCommand(
      "device", usage: "[key value]", argument: .deviceKey,
      "Shows the device, or creates a new one with a key set."
    ) { $0.device($1) },
    MetaCommand(
      "what", usage: "input", argument: .input,
      "Shows what an input would do, without doing it."
    ) { Experiment.what($1.rest, from: $0) },
    MetaCommand(
      "each", usage: "inputs", argument: .input,
      "Shows side by side what each of several inputs, separated by bars, would do."
    ) { Experiment.each($1.rest, from: $0) },
    MetaCommand(
      "across", usage: "version version …", argument: .versions, countsInputs: true,
      "Runs the session on several versions of iOS, and shows the differences and rules."
    ) { Experiment.across($1.words, from: $0) },
    MetaCommand(
      "until", usage: "killed or condition", argument: .input,
      "Advances time until a process ends, or a condition holds."
    ) { Experiment.until($1.rest, in: &$0) },
    MetaCommand(
      "rewind", countsInputs: true,
      "Goes back to the state before the input that caused the last end of a process."
    ) { console, _ in console.rewind() },
    MetaCommand(
      "redo", usage: "n input", argument: .numberAndInput, countsInputs: true,
      "Changes an input (1 is the last), replays those after it, and shows the differences."
    ) { $0.redo($1) },
    MetaCommand(
      "edit", usage: "[n]", argument: .number, countsInputs: true,
      "Opens the last input, or the nth last, in your editor."
    ) { console, line in console.withCount(line, default: 1) { $0.editInput($1) } },
    MetaCommand(
      "load", usage: "file", argument: .path,
      "Runs a script as one input."
    ) { $0.load($1.unquoted) },
    MetaCommand(
      "save", usage: "file", argument: .path,
      "Writes the session as a script that repeats it; `:save!` overwrites a file."
    ) { $0.save($1) },
    MetaCommand(
      "expect", usage: "[n or condition]", argument: .input, countsInputs: true,
      "Marks the effects of the last or nth last input, or a condition, for `:record`."
    ) { $0.expect($1.rest) },
    MetaCommand(
      "record", usage: "name", argument: .title,
      "Writes the session as a scenario that expects what happened; `:record!` overwrites."
    ) { $0.record($1) },
    MetaCommand(
      "storm", usage: "[disturbance]", argument: .disturbance,
      "Disturbs the session at each step, and shows what it does not survive."
    ) { $0.storm($1.rest) },
    MetaCommand(
      "explore", usage: "[condition]", argument: .input,
      "Searches everything that can happen from here for a violation of a condition."
    ) { $0.explore($1.rest) },
    MetaCommand(
      "time", usage: "[input]", argument: .input,
      "Shows the time, or how long an input takes in virtual and real time."
    ) { $0.time($1.rest) },
    MetaCommand(
      "set", usage: "[name value]", argument: .setting,
      "Shows or changes the settings of the prompt."
    ) { $0.set($1) },
    MetaCommand(
      "reset", usage: "[all]", argument: .everything,
      "Creates a new device; with `all`, a new session."
    ) { $0.reset($1.rest) },
    MetaCommand(
      "clear",
      "Clears the screen."
    ) { console, _ in .accepted(console.host.screenClearing) },
    MetaCommand(
      "quit",
      "Exits, like Ctrl-D."
    ) { _, _ in .quit },
  ]
}

/// A line that is a meta-command, split into its name and arguments.
struct CommandInput {
  /// The name as typed, without the colon.
  let name: String
  /// The words after it.
  let words: [String]
  /// What follows the name, as typed.
  let rest: String
  /// Whether a `!` follows the name: files are written over, and nothing is asked.
  let isForced: Bool

  /// What follows the name as the path of a file or a title, which may be quoted.
  var unquoted: String {
    for quote in ["\"", "'"] where rest.count > 1 && rest.hasPrefix(quote) && rest.hasSuffix(quote)
    {
      return String(rest.dropFirst().dropLast())
    }
    return rest
  }

  /// Reads a line; nil where it is none for the console.
  init?(_ line: String) {
    let text = line.trimmed
    if ["exit", "quit", "exit()", "quit()"].contains(text) {
      self.init(name: "quit", rest: "")
    } else if let word = Self.helpTopic(text) {
      self.init(name: "help", rest: word)
    } else if text.hasPrefix(":") {
      let after = text.dropFirst()
      let name = after.prefix { !$0.isWhitespace }
      self.init(name: String(name), rest: String(after.dropFirst(name.count)))
    } else {
      return nil
    }
  }

  /// The topic of a request for help as other prompts have it: `?press`, `press?`, `help press`,
  /// `help`; nil for anything else.
  private static func helpTopic(_ text: String) -> String? {
    if ["help", "help()", ":?"].contains(text) { return "" }
    if text.hasPrefix(":? ") { return String(text.dropFirst(3)).trimmed }
    if text.hasPrefix("?") { return String(text.dropFirst()) }
    let word =
      text.hasPrefix("help ") ? text.dropFirst(5) : text.hasSuffix("?") ? text.dropLast() : ""
    let isWord = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
    return isWord ? String(word) : nil
  }

  private init(name: String, rest: String) {
    isForced = name.hasSuffix("!")
    self.name = isForced ? String(name.dropLast()) : name
    self.rest = rest.trimmed
    words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension HelpTopic {
  /// The commands of the prompt.
  static let commands = MetaCommand.all.map { command in
    HelpTopic(
      name: ":" + command.name, group: .command, usage: command.fullUsage,
      meaning: command.summary)
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
