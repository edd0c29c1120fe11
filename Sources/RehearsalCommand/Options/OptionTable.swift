// What may be given to a subcommand, as a table: an option is one row, from which it is read, completed,
// and described in the help and in the manual.
//
// This is our own, since of a library every user pays the whole price. With swift-argument-parser,
// 13 of the 22 million instructions of a start went into it, which looks up conformances for each
// option; and every package that depends on this one resolved it with its plugins, of which it
// compiled nothing. What is used of it here takes 600 lines.

import RehearsalSyntax

/// Why a command ends before it has done what it is for.
enum CommandEnd: Error {
  /// It was called in a wrong way; the sentence says what is wrong and what would be right.
  case usage(String)
  /// All was said that is to be said; the number is the exit code.
  case exit(Int32)
}

/// What completes the value of an option, or an argument, at the prompt of a shell.
enum Completion {
  /// Nothing is known of it.
  case nothing
  /// It is one of these words.
  case words([String])
  /// It is a file: one with this ending, or any.
  case file(ending: String?)
  /// It is a folder.
  case folder

  /// The scripts, and folders on the way to them.
  static let scripts = Completion.file(ending: "rehearsal")

  /// The words to choose among.
  var words: [String] {
    if case .words(let words) = self { return words }
    return []
  }
}

/// What help, manual and completions say of an option.
struct OptionDescription {
  /// Its names with their dashes, the short one first.
  let names: [String]
  /// What stands for its value; nil for a flag, which has none.
  let placeholder: String?
  /// What it does.
  let sentence: String
  /// What there is to say of single values, a line each.
  var details: [String] = []
  /// What the value is where the option is not given; nil if that is nothing.
  var standard: String?
  /// What completes its value.
  var completion = Completion.nothing
  /// Whether it may be given several times, each adding to what the others say.
  var isRepeated = false
  /// Whether it says how this machine works and where it writes, and not what comes out.
  var isLocal = false
  /// Whether its value may be several texts, parted by commas.
  var takesSeveral = false
  /// Whether a project may say it in its file, under its long name.
  var isConfigurable = false
  /// What its value is, as in "a number from 1 to 1024"; nil for a flag and for words.
  var expected: String?
  /// A value with its unit, where a number alone does not say what it counts.
  var unitExample: String?
  /// Refuses a text that it does not take; nothing is stored.
  var check: @Sendable (String) throws(CommandEnd) -> Void = { _ in }
  /// Whether it is for those who build Rehearsal: it is listed nowhere.
  var isHidden = false

  /// What it is called in a project's file.
  var key: String { String((names.last ?? "").drop { $0 == "-" }) }

  /// The option as it appears in a list of options.
  var label: String { names.joined(separator: ", ") + (placeholder.map { " <\($0)>" } ?? "") }

  /// The option as it appears in a usage line.
  var usage: String {
    let value = placeholder.map { " <\($0)>" } ?? ""
    return "[\(names.last ?? "")\(value)\(isRepeated ? " ..." : "")]"
  }
}

/// What follows the options: names of files, of topics, of versions.
struct ArgumentDescription {
  /// What stands for one of them.
  let name: String
  /// What they are.
  let sentence: String
  /// What they are where none are given; nil if that is nothing.
  let standard: String?
  /// What completes one.
  let completion: Completion
  /// How many there may be.
  let count: ClosedRange<Int>

  /// The arguments as they appear in a usage line.
  var usage: String {
    let name = "<\(name)>" + (count.upperBound > 1 ? " ..." : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }
}

/// Options that belong together, as a value that says what was given.
protocol OptionGroup: SendableMetatype {
  /// Nothing was given.
  init()
  /// The rows of its options, in the order of the help.
  static var options: [OptionRow<Self>] { get }
}

/// One option, with where its value is stored.
struct OptionRow<Group> {
  /// What is said of it.
  var description: OptionDescription
  /// Stores what was given; "" for a flag, and nil for a flag that was inverted, as in `--no-quiet`.
  let store: (inout Group, String?) throws(CommandEnd) -> Void

  /// A flag, which is given or not.
  static func flag(
    _ names: [String], _ path: WritableKeyPath<Group, Bool>, _ sentence: String
  ) -> OptionRow {
    OptionRow(
      description: OptionDescription(names: names, placeholder: nil, sentence: sentence)
    ) { group, text in group[keyPath: path] = text != nil }
  }

  /// An option with a value; the last one counts.
  static func option<Value>(
    _ names: [String], _ path: WritableKeyPath<Group, Value>, _ reader: ValueReader<Value>,
    _ sentence: String
  ) -> OptionRow where Group: OptionGroup {
    var row = OptionRow(names, reader, sentence) { $0[keyPath: path] = $1 }
    row.description.standard = reader.text(Group()[keyPath: path])
    return row
  }

  /// An option with a value, which is nil if the option is not given; the last one counts.
  static func option<Value>(
    _ names: [String], _ path: WritableKeyPath<Group, Value?>, _ reader: ValueReader<Value>,
    _ sentence: String
  ) -> OptionRow {
    OptionRow(names, reader, sentence) { $0[keyPath: path] = $1 }
  }

  /// An option that may be given several times.
  static func list<Value>(
    _ names: [String], _ path: WritableKeyPath<Group, [Value]>, _ reader: ValueReader<Value>,
    _ sentence: String
  ) -> OptionRow {
    var row = OptionRow(names, reader, sentence) { $0[keyPath: path].append($1) }
    row.description.isRepeated = true
    return row
  }

  /// An option that may be given several times, each time changing what is there.
  static func setting(
    _ names: [String], _ placeholder: String, _ sentence: String,
    store: @escaping (inout Group, String) throws(CommandEnd) -> Void
  ) -> OptionRow {
    var description = OptionDescription(names: names, placeholder: placeholder, sentence: sentence)
    description.isRepeated = true
    return OptionRow(description: description) { group, text throws(CommandEnd) in
      try store(&group, text ?? "")
    }
  }

  /// The row, which is in no help and no manual.
  var hidden: OptionRow {
    var row = self
    row.description.isHidden = true
    return row
  }

  /// The row, as one that says how this machine works and where it writes, and not what comes out.
  var local: OptionRow {
    var row = self
    row.description.isLocal = true
    return row
  }

  /// The row, as one that a project may say in its file.
  var configurable: OptionRow {
    var row = self
    row.description.isConfigurable = true
    return row
  }

  /// The row, with what there is to say of single values.
  func with(details: [String]) -> OptionRow {
    var row = self
    row.description.details = details
    return row
  }

  /// The row, as one of a value that holds the group.
  func within<Outer>(_ path: WritableKeyPath<Outer, Group>) -> OptionRow<Outer> {
    OptionRow<Outer>(description: description) { outer, text throws(CommandEnd) in
      try store(&outer[keyPath: path], text)
    }
  }
}

extension OptionRow {
  private init<Value>(
    _ names: [String], _ reader: ValueReader<Value>, _ sentence: String,
    keep: @escaping (inout Group, Value) -> Void
  ) {
    let name = names.last ?? ""
    description = OptionDescription(
      names: names, placeholder: reader.placeholder, sentence: sentence,
      completion: reader.completion, takesSeveral: reader.takesSeveral)
    description.expected = reader.expected
    description.unitExample = reader.unitExample
    description.check = { text throws(CommandEnd) in _ = try reader.value(of: text, for: name) }
    store = { group, text throws(CommandEnd) in
      keep(&group, try reader.value(of: text ?? "", for: name))
    }
  }
}

extension OptionGroup {
  /// The rows of the group, as those of a value that holds it.
  static func options<Outer>(in path: WritableKeyPath<Outer, Self>) -> [OptionRow<Outer>] {
    options.map { $0.within(path) }
  }
}

// MARK: - Subcommands

/// A subcommand, as a value into which its options and arguments are stored.
protocol Subcommand: OptionGroup {
  /// Its name.
  static var name: String { get }
  /// What it does, in one sentence.
  static var abstract: String { get }
  /// Examples first, then what there is to know, then its exit codes where it has some of its own.
  static var discussion: String { get }
  /// Its options by what they are about.
  static var sections: [OptionSection<Self>] { get }
  /// What follows its options; nil if nothing may.
  static var arguments: ArgumentRow<Self>? { get }

  /// Where it keeps what the project says; nil if no project says anything.
  static var project: WritableKeyPath<Self, ProjectOptions>? { get }

  /// Receives what it was given, as arguments that say the same: all that decides what comes out.
  mutating func note(given arguments: [String])

  /// Refuses what does not go together.
  func validate() throws(CommandEnd)
}

extension Subcommand {
  static var options: [OptionRow<Self>] { sections.flatMap(\.rows) }
  static var arguments: ArgumentRow<Self>? { nil }
  static var project: WritableKeyPath<Self, ProjectOptions>? { nil }
  mutating func note(given arguments: [String]) {}
  func validate() throws(CommandEnd) {}
}

/// Options under one title.
struct OptionSection<Command> {
  /// The title, without a colon.
  let title: String
  /// The options.
  let rows: [OptionRow<Command>]

  init(_ title: String, _ rows: [OptionRow<Command>]...) {
    self.title = title
    self.rows = rows.flatMap(\.self)
  }
}

/// What follows the options of a subcommand, with where it is stored.
struct ArgumentRow<Command> {
  /// What is said of them.
  let description: ArgumentDescription
  /// Stores them, of which there are as many as there may be.
  let store: (inout Command, [String]) -> Void
}

extension ArgumentRow where Command: OptionGroup {
  /// Any number of arguments; where none are given, those that are there already.
  static func many(
    _ name: String, _ path: WritableKeyPath<Command, [String]>, _ completion: Completion,
    _ sentence: String, atLeast least: Int = 0
  ) -> ArgumentRow {
    let standard = Command()[keyPath: path].joined(separator: " ")
    return ArgumentRow(
      description: ArgumentDescription(
        name: name, sentence: sentence, standard: standard.isEmpty ? nil : standard,
        completion: completion, count: least...Int.max)
    ) { command, texts in
      if !texts.isEmpty { command[keyPath: path] = texts }
    }
  }

  /// The one argument.
  static func one(
    _ name: String, _ path: WritableKeyPath<Command, String>, _ completion: Completion,
    _ sentence: String
  ) -> ArgumentRow {
    ArgumentRow(
      description: ArgumentDescription(
        name: name, sentence: sentence, standard: nil, completion: completion, count: 1...1)
    ) { $0[keyPath: path] = $1.joined() }
  }
}

/// What help, manual and completions say of a subcommand.
struct SubcommandDescription {
  let name: String
  let abstract: String
  let discussion: String
  let sections: [(title: String, options: [OptionDescription])]
  let arguments: ArgumentDescription?

  init<Command: Subcommand>(of command: Command.Type) {
    name = Command.name
    abstract = Command.abstract
    discussion = Command.discussion
    sections = Command.sections.map { section in
      let rows = section.rows.map { row in
        var description = row.description
        description.isConfigurable = description.isConfigurable && command.project != nil
        return description
      }
      return (section.title, rows.filter { !$0.isHidden })
    }
    arguments = Command.arguments?.description
  }

  /// One whose options another program reads.
  ///
  /// - Parameters:
  ///   - name: The name of the subcommand.
  ///   - abstract: What it does, in a sentence.
  ///   - discussion: What else there is to say.
  ///   - arguments: What it takes.
  ///   - settings: Those that the program takes from a project's file, under their long names.
  init(
    name: String, abstract: String, discussion: String, arguments: ArgumentDescription,
    settings: [OptionDescription] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    sections = settings.isEmpty ? [] : [("Settings", settings)]
    self.arguments = arguments
  }

  /// All options, in the order of the sections.
  var options: [OptionDescription] { sections.flatMap(\.options) }
}
