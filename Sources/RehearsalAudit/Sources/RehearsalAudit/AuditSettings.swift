// The table `[audit]` of a project's `rehearse.toml`: texts, lists of texts, true and false, as options.
// What else TOML has, and other tables, is read by `rehearse` itself.

import Foundation

/// What a project says of the audit.
struct AuditSettings {
  /// Why a file cannot be taken.
  struct Mistake: Error {
    let sentence: String
  }

  /// The file; nil where there is none.
  private(set) var path: String?
  /// The settings as arguments.
  private(set) var arguments: [String] = []

  /// The nearest file in a folder and those above it.
  init(nearestTo folder: String) throws(Mistake) {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    while true {
      let file = url.appendingPathComponent("rehearse.toml").path
      if let data = FileManager.default.contents(atPath: file), data.count < 1 << 20 {
        path = file
        try read(String(decoding: data, as: UTF8.self), file, in: url.path)
        return
      }
      let above = url.deletingLastPathComponent()
      if above.path == url.path { return }
      url = above
    }
  }

  private mutating func read(
    _ text: String, _ file: String, in folder: String
  ) throws(Mistake) {
    var isInTable = false
    var pending: (line: Int, text: String)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let plain = Self.withoutComment(line)
      if pending == nil, plain.hasPrefix("[") {
        isInTable = plain.filter { $0 != " " } == "[audit]"
        continue
      }
      guard isInTable, !plain.isEmpty || pending != nil else { continue }
      let whole = (pending?.text ?? "") + plain
      if whole.contains("["), !whole.hasSuffix("]") {
        pending = (pending?.line ?? index + 1, whole + " ")
        continue
      }
      let number = pending?.line ?? index + 1
      pending = nil
      try take(whole, "\(file):\(number)", folder)
    }
    if let pending { throw Mistake(sentence: "\(file):\(pending.line): the list has no end.") }
  }

  private mutating func take(_ line: String, _ place: String, _ folder: String) throws(Mistake) {
    guard let sign = line.firstIndex(of: "=") else {
      throw Mistake(sentence: "\(place): a key, `=` and a value are expected.")
    }
    let key = line[..<sign].trimmed
    let known = AuditOption.all.filter(\.isConfigurable)
    guard let option = known.first(where: { $0.name == "--" + key }) else {
      let names = known.map { String($0.name.dropFirst(2)) }.joined(separator: ", ")
      throw Mistake(sentence: "\(place): there is no key `\(key)` in [audit]; there are \(names).")
    }
    let value = line[line.index(after: sign)...].trimmed
    guard option.placeholder != nil else {
      guard value == "true" || value == "false" else {
        throw Mistake(sentence: "\(place): `\(key)` takes true or false.")
      }
      if value == "true" { arguments.append(option.name) }
      return
    }
    let isList = value.hasPrefix("[") && value.hasSuffix("]")
    let parts =
      isList ? value.dropFirst().dropLast().split(separator: ",").map(\.trimmed) : [value]
    guard option.isRepeated || !isList else {
      throw Mistake(sentence: "\(place): `\(key)` takes one text.")
    }
    for part in parts where !part.isEmpty {
      guard let quote = part.first, quote == "\"" || quote == "'", part.last == quote,
        part.count > 1
      else { throw Mistake(sentence: "\(place): `\(key)` takes texts in quotes.") }
      let text = String(part.dropFirst().dropLast())
      let isPath = option.placeholder == "file" && !text.hasPrefix("/")
      arguments += [option.name, isPath ? folder + "/" + text : text]
    }
  }

  private static func withoutComment(_ line: Substring) -> String {
    var quote: Character?
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        return line[..<index].trimmed
      }
    }
    return line.trimmed
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let spaces = drop(while: \.isWhitespace)
    return String(spaces.reversed().drop(while: \.isWhitespace).reversed())
  }
}
