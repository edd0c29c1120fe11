// A reader of TOML, as much as a project's file needs: keys with texts, numbers, true and false,
// and lists of them, in tables. Whatever else TOML has is refused by its name, with its line.

/// What a file in TOML says, in its order.
struct TOMLDocument {
  /// A value.
  enum Value {
    case text(String)
    /// A number, as it is written.
    case number(String)
    case flag(Bool)
    case list([Value])
  }

  /// A key with its value.
  struct Entry {
    /// The table in which it is; nil before the first one.
    let table: String?
    let key: String
    let value: Value
    /// The line of the key, from 1.
    let line: Int
  }

  /// Why a text is no such file.
  struct Mistake: Error {
    /// The line, from 1.
    let line: Int
    /// What is wrong, with what to do.
    let message: String
  }

  private(set) var entries: [Entry] = []
  /// The tables, each with its line.
  private(set) var tables: [(name: String, line: Int)] = []

  /// Reads a text.
  init(reading text: String) throws(Mistake) {
    var reader = TOMLReader(text)
    while reader.skipLines() {
      let line = reader.line
      if reader.take("[") {
        let name = try reader.table()
        if tables.contains(where: { $0.name == name }) {
          throw Mistake(line: line, message: "the table [\(name)] stands there twice; join both")
        }
        tables.append((name, line))
      } else {
        let key = try reader.key()
        try reader.expect("=", "`=` and a value after `\(key)`")
        let value = try reader.value()
        let table = tables.last?.name
        if entries.contains(where: { $0.table == table && $0.key == key }) {
          throw Mistake(line: line, message: "`\(key)` stands there twice; keep one")
        }
        entries.append(Entry(table: table, key: key, value: value, line: line))
      }
      try reader.endLine()
    }
  }
}

private struct TOMLReader {
  private typealias Mistake = TOMLDocument.Mistake

  private var rest: Substring.UnicodeScalarView
  private(set) var line = 1

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
    _ = take("\u{FEFF}")
  }

  private func mistake(_ message: String) -> TOMLDocument.Mistake {
    TOMLDocument.Mistake(line: line, message: message)
  }

  // MARK: - Lines

  /// Takes a character, if it is the next one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    if scalar == "\n" { line += 1 }
    return true
  }

  private mutating func skipBlanks() { while take(" ") || take("\t") {} }

  /// Takes blanks and a comment up to the end of the line.
  private mutating func skipComment() {
    skipBlanks()
    if rest.first == "#" { while let next = rest.first, next != "\n" { rest.removeFirst() } }
    _ = take("\r")
  }

  /// Takes lines on which there is nothing; false at the end of the text.
  mutating func skipLines() -> Bool {
    repeat { skipComment() } while take("\n")
    return !rest.isEmpty
  }

  /// Takes the rest of a line, on which nothing more may follow.
  mutating func endLine() throws(TOMLDocument.Mistake) {
    skipComment()
    guard rest.isEmpty || take("\n") else {
      throw mistake("`\(word)` stands after the value; begin a line for it")
    }
  }

  mutating func expect(
    _ scalar: Unicode.Scalar, _ expected: String
  ) throws(TOMLDocument.Mistake) {
    skipBlanks()
    guard take(scalar) else { throw mistake("expected \(expected)\(found)") }
    skipBlanks()
  }

  /// What is next, up to a blank or the end of the line.
  private var word: String {
    String(Substring(rest.prefix { $0.value > 0x20 && $0 != "," && $0 != "]" && $0 != "#" }))
  }

  private var found: String { word.isEmpty ? "" : ", not `\(word)`" }

  // MARK: - Names

  /// The name of a table, after its bracket.
  mutating func table() throws(TOMLDocument.Mistake) -> String {
    if rest.first == "[" { throw mistake("lists of tables are not read here; write [name]") }
    skipBlanks()
    let name = try key()
    try expect("]", "`]` after [\(name)")
    return name
  }

  mutating func key() throws(TOMLDocument.Mistake) -> String {
    if let quote = rest.first, quote == "\"" || quote == "'" { return try text() }
    let name = rest.prefix {
      $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    rest.removeFirst(name.count)
    if name.isEmpty { throw mistake("expected a key, as in strict = true\(found)") }
    if rest.first == "." {
      throw mistake("keys with dots are not read here; write a table, [\(Substring(name))]")
    }
    return String(Substring(name))
  }

  // MARK: - Values

  mutating func value() throws(TOMLDocument.Mistake) -> TOMLDocument.Value {
    guard take("[") else { return try plainValue() }
    var values: [TOMLDocument.Value] = []
    while true {
      _ = skipLines()
      if take("]") { return .list(values) }
      if rest.first == "[" { throw mistake("a list in a list is nothing that an option takes") }
      values.append(try plainValue())
      _ = skipLines()
      guard !take(",") else { continue }
      guard rest.first == "]" else { throw mistake("expected `,` or `]` in the list\(found)") }
    }
  }

  private mutating func plainValue() throws(TOMLDocument.Mistake) -> TOMLDocument.Value {
    if rest.first == "\"" || rest.first == "'" { return .text(try text()) }
    let word = word
    switch word {
    case "true", "false": break
    default:
      guard Self.isNumber(word) else {
        throw mistake("expected a text in quotes, a number, true, false or a list\(found)")
      }
    }
    rest.removeFirst(word.unicodeScalars.count)
    return word == "true" ? .flag(true) : word == "false" ? .flag(false) : .number(word)
  }

  private static func isNumber(_ word: String) -> Bool {
    let digits = word.drop { $0 == "-" || $0 == "+" }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return word.utf8.count - digits.utf8.count <= 1 && parts.count <= 2
      && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { 48...57 ~= $0 } }
  }

  /// A text in its quotes, of one line.
  private mutating func text() throws(TOMLDocument.Mistake) -> String {
    let quote = rest.removeFirst()
    let tail = rest.prefix(2)
    if tail.count == 2, tail.allSatisfy({ $0 == quote }) {
      throw mistake("texts of several lines are not read here; write one line")
    }
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst() {
      if next == quote { return String(text) }
      if next == "\\", quote == "\"" {
        text.append(try escaped())
      } else if next.value >= 0x20 || next == "\t" {
        text.append(next)
      } else {
        break
      }
    }
    throw mistake("the text has no end on its line; close it with \(quote)")
  }

  /// What a backslash and the characters after it stand for.
  private mutating func escaped() throws(TOMLDocument.Mistake) -> Unicode.Scalar {
    let known: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
    ]
    let letter = rest.popFirst()
    if let letter, let scalar = known[letter] { return scalar }
    let count = letter == "u" ? 4 : letter == "U" ? 8 : 0
    let digits = rest.prefix(count)
    guard count > 0, digits.count == count,
      let number = UInt32(String(Substring(digits)), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw mistake("there is no such escape; a backslash itself is written \\\\") }
    rest.removeFirst(count)
    return scalar
  }
}
