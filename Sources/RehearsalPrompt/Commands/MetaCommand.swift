// The table of meta-commands, which begin with a colon, and how a line is recognized as one. Each
// has a name, its arguments, what completion offers for them, and a summary; help, completion and
// the dispatch in `Console+Commands` read them here.

import RehearsalSyntax

/// A command to the console itself, such as `:back`.
enum MetaCommand: String, CaseIterable, Sendable {
  case help, apps, state, trace, timeline, step, back, fork, `switch`, diff, why, rules, device
  case what, each, across, until, rewind, redo
  case edit, load, save, expect, record, storm, explore, time, set, reset, clear, quit

  /// What kind of word a command takes.
  enum Argument {
    case nothing, number, app, appAndName, topic, fork, newFork, rule, deviceKey, path, setting
    case title, disturbance, input, everything, versions, numberAndInput
  }

  /// What completion offers behind the name.
  var argument: Argument {
    switch self {
    case .help: .topic
    case .apps, .rewind, .clear, .quit: .nothing
    case .state, .timeline: .app
    case .trace, .step, .back, .edit: .number
    case .fork: .newFork
    case .switch, .diff: .fork
    case .why: .appAndName
    case .rules: .rule
    case .device: .deviceKey
    case .load, .save: .path
    case .record: .title
    case .storm: .disturbance
    case .time, .what, .each, .until, .expect, .explore: .input
    case .across: .versions
    case .redo: .numberAndInput
    case .set: .setting
    case .reset: .everything
    }
  }

  /// Whether it takes inputs back or goes through them one by one, so that each statement of a text
  /// has to be an input of its own.
  var countsInputs: Bool {
    switch self {
    case .back, .rewind, .redo, .edit, .across, .expect: true
    default: false
    }
  }

  /// The arguments as help shows them; those in brackets may be left out.
  var usage: String {
    switch self {
    case .help: "[word]"
    case .apps, .rewind, .clear, .quit: ""
    case .timeline: "[app] [from [to]]"
    case .what: "input"
    case .each: "inputs"
    case .across: "version version …"
    case .until: "killed or condition"
    case .redo: "n input"
    case .state: "[app]"
    case .trace, .step, .back, .edit: "[n]"
    case .fork: "[name]"
    case .switch: "name"
    case .diff: "name [name]"
    case .why: "[app] [.message]"
    case .rules: "[number or word]"
    case .device: "[key value]"
    case .load, .save: "file"
    case .record: "name"
    case .expect: "[n or condition]"
    case .storm: "[disturbance]"
    case .explore: "[condition]"
    case .time: "[input]"
    case .set: "[name value]"
    case .reset: "[all]"
    }
  }

  /// What the command does, in one sentence.
  var summary: String {
    switch self {
    case .help: "Explains a word, a handler, a rule, a diagnostic or a command."
    case .apps: "Lists the apps with their states."
    case .state: "Shows an app from all sides; without a name, the device and its apps."
    case .trace: "Shows the last records, 20 where no number is given."
    case .timeline: "Draws the lives of all apps or of one over time, and tells what happened when."
    case .step: "Lets the next scheduled event happen, or that many."
    case .back: "Takes the last input back, or that many, with everything it did."
    case .fork: "Names this moment; without a name, lists the named ones."
    case .switch: "Goes to a named moment."
    case .diff: "Shows what differs between a named moment and now, or another one."
    case .why: "Explains an app's state, or why something happened or did not."
    case .rules: "Shows the rules that were at work, one rule, or those with a word in them."
    case .device: "Shows the device, or makes it afresh with a key set."
    case .what: "Shows what an input would do, and does nothing of it."
    case .each: "Shows side by side what each of some inputs would do, with bars between them."
    case .across:
      "Plays the session on versions of the system, and shows the differences and rules."
    case .until: "Lets time pass until a process ends, or a condition holds."
    case .rewind: "Goes back to before the input that led to the last end of a process."
    case .redo:
      "Changes an input, 1 is the last, plays those behind it again, and shows what differs."
    case .edit: "Opens the last input in your editor, or the one that many before it."
    case .load: "Runs a script as one input."
    case .save: "Writes the session as a script that plays it again; `:save!` over another file."
    case .record:
      "Writes the session as a scenario that expects what happened; `:record!` as above."
    case .expect:
      "Marks what the last input led to, or the one of that number, or a condition, for `:record`."
    case .storm: "Disturbs what was done so far at each step; shows what that does not bear."
    case .explore: "Tries all that may happen from here, and shows how a condition can be broken."
    case .time: "Shows the time, or how much of it an input takes, here and there."
    case .set: "Shows or changes the settings of the prompt."
    case .reset: "Makes the device afresh; with `all`, forgets everything."
    case .clear: "Clears the screen."
    case .quit: "Leaves, as Ctrl-D does."
    }
  }

  /// The command that a name, or its unique beginning, stands for.
  init?(abbreviated name: String) {
    if let exact = MetaCommand(rawValue: name) {
      self = exact
      return
    }
    let candidates = MetaCommand.allCases.filter { $0.rawValue.hasPrefix(name) }
    guard let only = candidates.first, candidates.count == 1, !name.isEmpty else { return nil }
    self = only
  }
}

/// A line that is a meta-command, split into its name and arguments.
struct CommandInput {
  /// The name as typed, without the colon.
  let name: String
  /// The words behind it.
  let words: [String]
  /// What stands behind the name, as typed.
  let rest: String
  /// Whether a `!` stands behind the name: files are written over, and nothing is asked.
  let isForced: Bool

  /// What stands behind the name as the path of a file or a title, which may be quoted.
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
      self.init(name: MetaCommand.quit.rawValue, rest: "")
    } else if let word = Self.helpTopic(text) {
      self.init(name: MetaCommand.help.rawValue, rest: word)
    } else if text.hasPrefix(":") {
      let behind = text.dropFirst()
      let name = behind.prefix { !$0.isWhitespace }
      self.init(name: String(name), rest: String(behind.dropFirst(name.count)))
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

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
