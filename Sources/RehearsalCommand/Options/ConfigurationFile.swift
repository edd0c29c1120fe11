// `rehearse.toml`: what a project says of options once, for everybody and every machine. Its keys are the
// long names of options that are marked so in their rows, for all subcommands that have them or, in a
// table, for one.

import RehearsalFiles
import RehearsalSyntax

/// The file of a project.
struct ConfigurationFile {
  /// What it is called.
  static let name = ScriptFile.configurationName

  /// The path, as it is shown.
  private let path: String
  /// Whether the user named it; one that came with the scripts is trusted with its own folder alone.
  private let isNamed: Bool
  private let document: TOMLDocument

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - isNamed: Whether the user named it.
  /// - Throws: `CommandEnd.usage` for one that cannot be read, or says what is no option.
  init(reading path: String, isNamed: Bool) throws(CommandEnd) {
    let most = 1 << 20
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FilePath(path).bytes(atMost: most + 1) } catch {
      throw .usage("\(path) cannot be read: \(error)")
    }
    guard bytes.count <= most, let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("\(path) is no text in UTF-8 of at most \(most >> 20) MB.")
    }
    self.path = path
    self.isNamed = isNamed
    do throws(TOMLDocument.Mistake) { document = try TOMLDocument(reading: text) } catch {
      throw .usage("\(path):\(error.line): \(error.message).")
    }
    try check()
  }

  /// The file that is nearest to something.
  enum Nearest: Equatable {
    /// It is at a path from the current folder on, which is the same wherever the project lies.
    case found(String)
    /// Somebody else may have put it there, for a reason in words; what is above it is not asked.
    case refused(String, reason: String)
    case none
  }

  /// Finds the nearest file in the folder that holds all of what is given, and in those above it; where
  /// nothing is given, from the current folder on.
  ///
  /// The search ends at the root of a repository, at a folder that everybody may write, and at one of
  /// another user: what is there, or above, need not be the project's.
  static func nearest(to paths: [String]) -> Nearest {
    let here = FilePath("").canonical
    let folders = paths.filter { $0 != ScriptFile.standardInput }.map { path in
      let whole = FilePath(path).canonical
      return (whole.kind() == .folder ? whole : whole.folder).components
    }
    var folder = folders.dropFirst().reduce(folders.first ?? here.components, shared)
    let owner = FilePath("/" + folder.joined(separator: "/")).ownership?.owner
    while true {
      let place = FilePath("/" + folder.joined(separator: "/"))
      let file = place.appending(name)
      let stranger = place.ownership?.stranger(to: owner).map { "\($0) its folder" }
      if file.isRegularFile {
        let common = shared(folder, here.components).count
        let steps = [String](repeating: "..", count: here.components.count - common)
        let path = (steps + folder.dropFirst(common) + [name]).joined(separator: "/")
        let reason = stranger ?? file.ownership?.stranger(to: owner).map { "\($0) it" }
        return reason.map { .refused(path, reason: $0) } ?? .found(path)
      }
      if stranger != nil || place.appending(".git").exists || folder.popLast() == nil {
        return .none
      }
    }
  }

  /// The names with which two paths begin.
  private static func shared(_ one: [String], _ other: [String]) -> [String] {
    zip(one, other).prefix { $0 == $1 }.map(\.0)
  }

  // MARK: - What it says

  /// What it says for a subcommand: what is in its table instead of what is above all tables.
  func settings(for subcommand: String) -> [TOMLDocument.Entry] {
    let own = document.entries.filter { $0.table == subcommand }
    return document.entries.filter { entry in
      entry.table == nil && !own.contains { $0.key == entry.key }
    } + own
  }

  /// Where a setting is.
  func place(of setting: TOMLDocument.Entry) -> String { "\(path):\(setting.line)" }

  /// The texts that a setting gives an option, as its row stores them: "" for a flag that is true, nil
  /// for one that is not.
  func texts(
    of setting: TOMLDocument.Entry, for option: OptionDescription
  ) throws(CommandEnd) -> [String?] {
    let values: [TOMLDocument.Value]
    if case .list(let list) = setting.value { values = list } else { values = [setting.value] }
    var texts: [String] = []
    for value in values {
      switch value {
      case .flag(let isOn) where option.placeholder == nil && values.count == 1:
        return [isOn ? "" : nil]
      case .text(let text) where option.placeholder != nil:
        let isNumber =
          option.unitExample != nil
          && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        texts.append(
          isNumber
            ? try counted(text, of: setting, option) : try whole(text, of: setting, option))
      case .number(let digits) where option.placeholder != nil:
        texts.append(try counted(digits, of: setting, option))
      case .flag, .text, .number, .list: throw mistake(setting, option)
      }
    }
    if option.takesSeveral, !texts.isEmpty { return [texts.joined(separator: ",")] }
    guard option.isRepeated || texts.count == 1 else { throw mistake(setting, option) }
    return texts
  }

  /// A number for an option that counts something without a unit; of what has one, nobody reads a number
  /// alone for certain.
  private func counted(
    _ digits: String, of setting: TOMLDocument.Entry, _ option: OptionDescription
  ) throws(CommandEnd) -> String {
    guard let example = option.unitExample else { return digits }
    throw .usage(
      "\(place(of: setting)): `\(setting.key)` takes a text with its unit, such as \"\(example)\", and "
        + "\(digits) has none.")
  }

  private func mistake(_ setting: TOMLDocument.Entry, _ option: OptionDescription) -> CommandEnd {
    let expected =
      option.placeholder == nil
      ? "true or false"
      : option.isRepeated || option.takesSeveral
        ? "a text or a list of texts"
        : "one text or number"
    return .usage("\(place(of: setting)): `\(setting.key)` takes \(expected).")
  }

  /// A path from the folder of the file on; any other text as it is.
  private func whole(
    _ text: String, of setting: TOMLDocument.Entry, _ option: OptionDescription
  ) throws(CommandEnd) -> String {
    switch option.completion {
    case .nothing, .words: return text
    case .folder, .file: break
    }
    let folder = FilePath(path).folder
    let whole = folder.appending(text)
    guard isNamed || folder.canonical.contains(whole.canonical) else {
      throw .usage(
        "\(place(of: setting)): `\(setting.key)` leads out of the folder of the file; only one "
          + "that --config names may do that.")
    }
    return whole.text
  }

  // MARK: - What it may say

  /// The keys that a file may have: the options that subcommands mark so, each a row with its kind, its
  /// bounds and its unit.
  ///
  /// A subcommand that another program carries out adds rows of its own.
  static var schema: [(subcommand: String, options: [OptionDescription])] {
    Rehearse.subcommands.map { $0.description() }.compactMap { subcommand in
      let options = subcommand.options.filter(\.isConfigurable)
      return options.isEmpty ? nil : (subcommand.name, options)
    }
  }

  /// Refuses what no subcommand is asked, and values that the one that is asked does not take.
  private func check() throws(CommandEnd) {
    let known = Self.schema
    for table in document.tables where !known.contains(where: { $0.subcommand == table.name }) {
      throw unknown("table [\(table.name)]", table.name, table.line, among: known.map(\.subcommand))
    }
    for entry in document.entries {
      var keys: [String] = []
      for (subcommand, options) in known where entry.table ?? subcommand == subcommand {
        keys += options.map(\.key).filter { !keys.contains($0) }
      }
      guard !keys.contains(entry.key) else {
        try check(entry, known)
        continue
      }
      let place = entry.table.map { " in [\($0)]" } ?? ""
      throw unknown("key `\(entry.key)`\(place)", entry.key, entry.line, among: keys)
    }
  }

  /// Refuses a value that some subcommand would not take, whichever is called now.
  private func check(
    _ entry: TOMLDocument.Entry, _ known: [(subcommand: String, options: [OptionDescription])]
  ) throws(CommandEnd) {
    for (subcommand, options) in known where entry.table ?? subcommand == subcommand {
      guard let option = options.first(where: { $0.key == entry.key }) else { continue }
      for text in try texts(of: entry, for: option) where option.placeholder != nil {
        do throws(CommandEnd) { try option.check(text ?? "") } catch {
          guard case .usage(let sentence) = error else { throw error }
          throw .usage("\(place(of: entry)): \(sentence)")
        }
      }
    }
  }

  private func unknown(
    _ what: String, _ name: String, _ line: Int, among known: [String]
  ) -> CommandEnd {
    let meant = Suggestion.closest(to: name, among: known).map { "did you mean \($0.word)?" }
    let hint = meant ?? "there are \(known.sorted().joined(separator: ", "))."
    return .usage("\(path):\(line): there is no \(what); \(hint)")
  }
}

extension FilePath {
  /// The names in a whole path, from the root on.
  fileprivate var components: [String] { text.split(separator: "/").map(String.init) }

  fileprivate var isRegularFile: Bool { kind() == .file }
}

extension FileAccess {
  /// Who besides the user and the owner of the scripts may have written something, as the beginning of a
  /// sentence; nil for nobody.
  fileprivate func stranger(to owner: UInt32?) -> String? {
    if isWritableByEverybody { return "everybody may write" }
    let isTrusted = self.owner == FileAccess.user || self.owner == 0 || self.owner == owner
    return isTrusted ? nil : "another user owns"
  }
}
