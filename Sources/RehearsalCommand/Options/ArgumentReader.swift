// Reads the arguments of a subcommand by its table, as GNU's programs do: options and other arguments
// in any order, `--name value` and `--name=value`, short flags in one (`-qv`), the last of equal
// options, and nothing but arguments after `--`. What a project says in its file comes after what
// is given: an option that is given takes nothing from there.

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
    var command = Self()
    let rows = Self.options
    var reader = ArgumentReader(arguments[...], options: rows.map(\.description))
    let mistake = reader.readAll()
    // What is wrong with a value comes first if it is first.
    for given in reader.given { try rows[given.option].store(&command, given.text) }
    if let mistake { throw mistake }
    let row = Self.arguments
    try reader.checkCount(row?.description)
    row?.store(&command, reader.arguments)
    if readsConfiguration, let project = Self.project,
      let file = try command[keyPath: project].readConfiguration(for: reader.arguments)
    {
      for said in try reader.read(file, for: name) {
        do throws(CommandEnd) { try rows[said.option].store(&command, said.text) } catch {
          guard case .usage(let sentence) = error else { throw error }
          throw .usage("\(said.place): \(sentence)")
        }
      }
    }
    command.note(given: reader.said)
    try command.validate()
    return .command(command)
  }
}

/// Reads by the descriptions of options alone.
///
/// It neither knows a subcommand nor calls one: the compiler would write it anew for each of them, which
/// was a third of this module.
private struct ArgumentReader {
  /// What was given for an option, by its number; nil for a flag that was taken back.
  typealias Given = (option: Int, text: String?)

  private let options: [OptionDescription]
  private var rest: ArraySlice<String>
  private(set) var given: [Given] = []
  private(set) var arguments: [String] = []
  /// The options that decide what comes out, as they were given.
  private var decisive: [String] = []
  /// The same of those that the project's file says.
  private var configured: [String] = []
  /// The keys of the options that were given.
  private var givenKeys: Set<String> = []

  init(_ rest: ArraySlice<String>, options: [OptionDescription]) {
    self.rest = rest
    self.options = options
  }

  /// Reads until something is wrong; returns that.
  mutating func readAll() -> CommandEnd? {
    while let argument = rest.popFirst() {
      if argument == "--" {
        arguments += rest
        break
      } else if argument.hasPrefix("-"), argument != "-" {
        do throws(CommandEnd) {
          if argument.hasPrefix("--") {
            try readOption(argument)
          } else {
            try readLetters(argument.dropFirst())
          }
        } catch { return error }
      } else {
        arguments.append(argument)
      }
    }
    return nil
  }

  /// Refuses arguments that are too many or too few.
  func checkCount(_ description: ArgumentDescription?) throws(CommandEnd) {
    let count = description?.count ?? 0...0
    if arguments.count > count.upperBound {
      throw .usage("`\(arguments[count.upperBound])` is one argument too many.")
    }
    if let description, arguments.count < count.lowerBound {
      throw .usage("<\(description.name)> is missing: \(description.sentence)")
    }
  }

  /// What the subcommand was given, as arguments that say the same.
  var said: [String] { configured + decisive + (arguments.isEmpty ? [] : ["--"] + arguments) }

  /// What the project's file says of options that were not given, each with its place.
  mutating func read(
    _ file: ConfigurationFile, for subcommand: String
  ) throws(CommandEnd) -> [(option: Int, text: String?, place: String)] {
    var said: [(option: Int, text: String?, place: String)] = []
    for setting in file.settings(for: subcommand) {
      guard !givenKeys.contains(setting.key),
        let number = options.firstIndex(where: { $0.isConfigurable && $0.key == setting.key })
      else { continue }
      let option = options[number]
      for text in try file.texts(of: setting, for: option) {
        said.append((number, text, file.place(of: setting)))
        let name = option.names.last ?? ""
        if option.placeholder != nil {
          configured.append("\(name)=\(text ?? "")")
        } else if text != nil {
          configured.append(name)
        }
      }
    }
    return said
  }

  /// Reads `--name`, `--name=value`, `--name value` or `--no-name`.
  private mutating func readOption(_ argument: String) throws(CommandEnd) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count > 1 ? String(parts[1]) : nil
    if let option = options.firstIndex(where: { $0.names.contains(name) }) {
      return try store(option, as: name, value)
    }
    guard value == nil, let flag = options.firstIndex(where: { $0.inverse == name }) else {
      throw unknown(name)
    }
    note(flag, nil, name)
  }

  private mutating func note(_ option: Int, _ text: String?, _ argument: String) {
    given.append((option, text))
    givenKeys.insert(options[option].key)
    if !options[option].isLocal { decisive.append(argument) }
  }

  /// Reads short options after one dash: flags, of which the last may be an option with its value.
  private mutating func readLetters(_ letters: Substring) throws(CommandEnd) {
    var letters = letters
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let option = options.firstIndex(where: { $0.names.contains(name) }) else {
        throw unknown(name)
      }
      guard options[option].placeholder != nil || letters.first == "=" else {
        try store(option, as: name, nil)
        continue
      }
      let value = letters.first == "=" ? letters.dropFirst() : letters
      return try store(option, as: name, letters.isEmpty ? nil : String(value))
    }
  }

  /// Stores what was given for an option, whose value may be the next argument.
  private mutating func store(
    _ option: Int, as name: String, _ value: String?
  ) throws(CommandEnd) {
    guard let placeholder = options[option].placeholder else {
      guard let value else { return note(option, "", name) }
      throw .usage("\(name) takes no value; \(name)=\(value) gives it one.")
    }
    if let value { return note(option, value, "\(name)=\(value)") }
    guard let next = rest.first, !isOption(next) else {
      let hint = rest.first.map { "; if `\($0)` is to be it, write \(name)=\($0)" } ?? ""
      throw .usage("\(name) needs a value, <\(placeholder)>\(hint).")
    }
    rest.removeFirst()
    note(option, next, "\(name)=\(next)")
  }

  /// Whether an argument is an option, and so no value that was forgotten.
  private func isOption(_ argument: String) -> Bool {
    argument == "--"
      || options.contains { option in
        option.names.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      }
  }

  private func unknown(_ name: String) -> CommandEnd {
    let known = options.filter { !$0.isHidden }.flatMap(\.names)
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
