// Reads a grammar in the W3C's EBNF: `name ::= expression` with quoted texts, `[a-z]`, `[^a-z]`,
// `#x20`, groups, `|`, `?`, `*`, `+` and comments. A production ends where the next one begins.

/// Makes productions from the text of a grammar.
struct NotationReader {
  /// What is wrong with a grammar's text, and where.
  struct Fault: Error, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  private let text: [Unicode.Scalar]
  private var offset = 0
  /// The comment that stands directly before the offset.
  private var lastComment: String?

  /// The productions of a text, in their order.
  static func read(_ text: String) throws -> [Production] {
    var reader = NotationReader(text: Array(text.unicodeScalars))
    var productions: [Production] = []
    try reader.skipSpace()
    while reader.current != nil { productions.append(try reader.production()) }
    return productions
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  private var current: Unicode.Scalar? { offset < text.count ? text[offset] : nil }

  private func fault(_ message: String) -> Fault {
    Fault(line: text[..<offset].count { $0 == "\n" } + 1, message: message)
  }

  private func looksAt(_ wanted: String) -> Bool {
    text[offset...].starts(with: wanted.unicodeScalars)
  }

  /// Skips white space and comments; the last comment is kept.
  private mutating func skipSpace() throws {
    lastComment = nil
    while let scalar = current {
      if scalar.properties.isWhitespace {
        offset += 1
      } else if looksAt("/*") {
        let start = offset + 2
        while current != nil, !looksAt("*/") { offset += 1 }
        if current == nil { throw fault("the comment has no end") }
        lastComment = text[start..<offset].map(String.init).joined()
        offset += 2
      } else {
        return
      }
    }
  }

  private mutating func production() throws -> Production {
    let comment = lastComment
    guard let name = name() else { throw fault("expected the name of a production") }
    try skipSpace()
    guard looksAt("::=") else { throw fault("expected `::=` after \(name)") }
    offset += 3
    try skipSpace()
    return Production(name: name, comment: comment, expression: try choice())
  }

  private mutating func name() -> String? {
    let start = offset
    while let scalar = current, scalar == "_" || scalar.properties.isAlphabetic { offset += 1 }
    return offset > start ? text[start..<offset].map(String.init).joined() : nil
  }

  private mutating func choice() throws -> NotationExpression {
    var parts = [try sequence()]
    while current == "|" {
      offset += 1
      try skipSpace()
      parts.append(try sequence())
    }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws -> NotationExpression {
    var parts: [NotationExpression] = []
    while let part = try part() { parts.append(part) }
    if parts.isEmpty { throw fault("expected a part of a production") }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// A part with its repetition; nil where the sequence ends.
  private mutating func part() throws -> NotationExpression? {
    guard var part = try single() else { return nil }
    switch current {
    case "?": part = .repeated(part, atLeastOnce: false, isBounded: true)
    case "*": part = .repeated(part, atLeastOnce: false, isBounded: false)
    case "+": part = .repeated(part, atLeastOnce: true, isBounded: false)
    default:
      try skipSpace()
      return part
    }
    offset += 1
    try skipSpace()
    return part
  }

  private mutating func single() throws -> NotationExpression? {
    switch current {
    case "\"", "'": return .literal(try quoted())
    case "[": return .character(try characterSet())
    case "#":
      let code = try one()
      return .character(NotationExpression.CharacterSet(ranges: [code...code]))
    case "(":
      offset += 1
      try skipSpace()
      let inner = try choice()
      guard current == ")" else { throw fault("expected `)`") }
      offset += 1
      return inner
    default:
      let start = (offset, lastComment)
      guard let name = name() else { return nil }
      let end = offset
      try skipSpace()
      if looksAt("::=") {
        // The name begins the next production.
        (offset, lastComment) = start
        return nil
      }
      offset = end
      return .reference(name)
    }
  }

  private mutating func quoted() throws -> String {
    let quote = current
    offset += 1
    let start = offset
    while current != nil, current != quote, current != "\n" { offset += 1 }
    guard current == quote else { throw fault("the quoted text has no end") }
    offset += 1
    return text[start..<(offset - 1)].map(String.init).joined()
  }

  private mutating func characterSet() throws -> NotationExpression.CharacterSet {
    offset += 1
    var set = NotationExpression.CharacterSet()
    if current == "^" {
      set.isNegated = true
      offset += 1
    }
    while current != "]" {
      let lower = try one()
      var upper = lower
      if current == "-" {
        offset += 1
        upper = try one()
      }
      guard lower <= upper else { throw fault("the range of characters is reversed") }
      set.ranges.append(lower...upper)
    }
    offset += 1
    return set
  }

  /// The code of a character, written as it is or as `#x41`.
  private mutating func one() throws -> UInt32 {
    guard let scalar = current else { throw fault("expected a character") }
    guard looksAt("#x") else {
      offset += 1
      return scalar.value
    }
    offset += 2
    let start = offset
    while let digit = current, digit.properties.isASCIIHexDigit { offset += 1 }
    guard let code = UInt32(text[start..<offset].map(String.init).joined(), radix: 16) else {
      throw fault("expected hexadecimal digits")
    }
    return code
  }
}
