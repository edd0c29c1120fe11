// Reads the arguments of a subcommand by its table, as GNU's programs do: options and other arguments
// in any order, `--name value` and `--name=value`, short flags in one (`-qv`), the last of equal
// options, and nothing but arguments after `--`. What a project says in its file stands after what is
// given: an option that is given takes nothing from there.

import RehearsalSyntax

/// What arguments ask of a subcommand.
enum Reading<Command> {
  /// That it does what it is for.
  case command(Command)
  /// Its help.
  case help
  /// The version.
  case version
}

extension Subcommand {
  /// Reads the arguments after the name of the subcommand.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - readsConfiguration: Whether the project's file is asked for what they leave open.
  /// - Returns: What they ask for.
  /// - Throws: `CommandEnd.usage` for what it does not take.
  static func read(
    _ arguments: [String], readsConfiguration: Bool = true
  ) throws(CommandEnd) -> Reading<Self> {
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return .help }
    if options.contains("--version") { return .version }
    var reader = ArgumentReader<Self>(rest: arguments[...])
    try reader.readAll()
    if readsConfiguration { try reader.readConfiguration() }
    reader.noteGiven()
    try reader.command.validate()
    return .command(reader.command)
  }
}

private struct ArgumentReader<Command: Subcommand> {
  private(set) var command = Command()
  private let options = Command.options
  private var rest: ArraySlice<String>
  private var arguments: [String] = []
  /// The options that decide what comes out, as they were given.
  private var given: [String] = []
  /// The same of those that the project's file says.
  private var configured: [String] = []
  /// The keys of the options that were given.
  private var givenKeys: Set<String> = []

  init(rest: ArraySlice<String>) { self.rest = rest }

  mutating func readAll() throws(CommandEnd) {
    while let argument = rest.popFirst() {
      if argument == "--" {
        arguments += rest
        break
      } else if argument.hasPrefix("--") {
        try readOption(argument)
      } else if argument.hasPrefix("-"), argument != "-" {
        try readLetters(argument.dropFirst())
      } else {
        arguments.append(argument)
      }
    }
    try storeArguments()
  }

  /// Tells the subcommand what it was given.
  mutating func noteGiven() {
    let last = arguments.isEmpty ? [] : ["--"] + arguments
    command.note(given: configured + given + last)
  }

  /// Stores what the project's file says of options that were not given.
  mutating func readConfiguration() throws(CommandEnd) {
    guard let project = Command.project,
      let file = try command[keyPath: project].readConfiguration(for: arguments)
    else { return }
    let rows = options.filter { $0.description.isConfigurable }
    for setting in file.settings(for: Command.name) {
      guard !givenKeys.contains(setting.key),
        let row = rows.first(where: { $0.description.key == setting.key })
      else { continue }
      for text in try file.texts(of: setting, for: row.description) {
        do throws(CommandEnd) { try row.store(&command, text) } catch {
          guard case .usage(let sentence) = error else { throw error }
          throw .usage("\(file.place(of: setting)): \(sentence)")
        }
        let name = row.description.names.last ?? ""
        if row.description.placeholder != nil {
          configured.append("\(name)=\(text ?? "")")
        } else if text != nil {
          configured.append(name)
        }
      }
    }
  }

  /// Reads `--name`, `--name=value`, `--name value` or `--no-name`.
  private mutating func readOption(_ argument: String) throws(CommandEnd) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : nil
    if let row = options.first(where: { $0.description.names.contains(name) }) {
      return try store(row, as: name, value)
    }
    guard value == nil, let flag = options.first(where: { $0.description.inverse == name }) else {
      throw unknown(name)
    }
    note(flag, name)
    try flag.store(&command, nil)
  }

  private mutating func note(_ row: OptionRow<Command>, _ text: String) {
    givenKeys.insert(row.description.key)
    if !row.description.isLocal { given.append(text) }
  }

  /// Reads short options after one dash: flags, of which the last may be an option with its value.
  private mutating func readLetters(_ letters: Substring) throws(CommandEnd) {
    var letters = letters
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let row = options.first(where: { $0.description.names.contains(name) }) else {
        throw unknown(name)
      }
      guard row.description.placeholder != nil || letters.first == "=" else {
        try store(row, as: name, nil)
        continue
      }
      let value = letters.first == "=" ? letters.dropFirst() : letters
      return try store(row, as: name, letters.isEmpty ? nil : String(value))
    }
  }

  /// Stores what was given for an option, whose value may be the next argument.
  private mutating func store(
    _ row: OptionRow<Command>, as name: String, _ value: String?
  ) throws(CommandEnd) {
    guard let placeholder = row.description.placeholder else {
      guard let value else {
        note(row, name)
        return try row.store(&command, "")
      }
      throw .usage("\(name) takes no value; \(name)=\(value) gives it one.")
    }
    if let value {
      note(row, "\(name)=\(value)")
      return try row.store(&command, value)
    }
    guard let next = rest.first, !isOption(next) else {
      let hint = rest.first.map { "; if `\($0)` is to be it, write \(name)=\($0)" } ?? ""
      throw .usage("\(name) needs a value, <\(placeholder)>\(hint).")
    }
    rest.removeFirst()
    note(row, "\(name)=\(next)")
    try row.store(&command, next)
  }

  /// Whether an argument is an option, and so no value that was forgotten.
  private func isOption(_ argument: String) -> Bool {
    argument == "--"
      || options.contains { row in
        row.description.names.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      }
  }

  private mutating func storeArguments() throws(CommandEnd) {
    let row = Command.arguments
    let count = row?.description.count ?? 0...0
    if arguments.count > count.upperBound {
      throw .usage("`\(arguments[count.upperBound])` is one argument too many.")
    }
    guard let row else { return }
    if arguments.count < count.lowerBound {
      throw .usage("<\(row.description.name)> is missing: \(row.description.sentence)")
    }
    row.store(&command, arguments)
  }

  private func unknown(_ name: String) -> CommandEnd {
    let known = options.map(\.description).filter { !$0.isHidden }.flatMap(\.names)
    let meant = Suggestion.closest(to: name, among: known + ["--help", "--version"])
    return .usage(
      "There is no option \(name)" + (meant.map { "; did you mean \($0.word)?" } ?? "."))
  }
}

extension OptionDescription {
  /// What takes a flag back that was given before, such as by an alias of the shell; nil for an
  /// option with a value.
  fileprivate var inverse: String? {
    guard placeholder == nil, let name = names.last(where: { $0.hasPrefix("--") }) else {
      return nil
    }
    return name.hasPrefix("--no-") ? "--" + name.dropFirst(5) : "--no-" + name.dropFirst(2)
  }
}
