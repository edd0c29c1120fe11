// What a source in Objective-C implements, by a scanner that knows methods and their bodies and nothing
// of what stands in them: enough to recognise delegates by their selectors.

/// A scanned source.
struct ObjectiveCSource {
  /// A method with its body.
  struct Method {
    let type: String
    let selector: String
    /// The names of its parameters.
    let parameters: [String]
    /// The body as text, without comments and the contents of string literals.
    let body: String
    /// The body as it is written, with its literals.
    let literalBody: String
    /// The parameter that is a scheduled task; nil where none is.
    let scheduledTask: String?
    /// Whether it is compiled under a condition.
    let isConditional: Bool
    let place: Place
    /// The line on which the body begins.
    let bodyLine: Int
    /// What its checks read.
    let code: ObjectiveCBody

    /// The place of a word of its body.
    func place(of token: ObjectiveCBody.Token?) -> Place {
      Place(path: place.path, line: bodyLine + (token?.line ?? 0), column: 1)
    }
  }

  let path: String
  private(set) var methods: [Method] = []

  init(_ file: ProjectFiles.File) {
    path = file.path
    var text = Self.withoutComments(file.bytes)

    let conditional = Self.removeAlternatives(from: &text)
    var reader = MethodReader(
      bytes: text, literal: file.bytes, conditional: conditional, path: path)
    reader.read()
    methods = reader.methods
  }

  /// Makes spaces of directives, and of all branches of a condition but the first, or what follows `#if 0`.
  ///
  /// With one branch, braces are in pairs.
  ///
  /// - Returns: the lines, from 1, of conditions that have one branch only
  private static func removeAlternatives(from text: inout [UInt8]) -> [ClosedRange<Int>] {
    var open: [(line: Int, isSingle: Bool, isRemoved: Bool)] = []
    var conditional: [ClosedRange<Int>] = []
    var start = 0
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init).enumerated()
    {
      let words = line.drop { $0 <= 0x20 }
      let isDirective = words.first == UInt8(ascii: "#")
      if isDirective {
        let directive = String(decoding: words.dropFirst(), as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        let first = directive.first ?? ""
        if first.hasPrefix("if") {
          open.append((index + 1, true, first == "if" && directive.dropFirst().first == "0"))
        } else if first == "else" || first == "elif", let last = open.indices.last {
          let wasOff = open[last].isSingle && open[last].isRemoved
          open[last] = (open[last].line, false, !(wasOff && first == "else"))
        } else if first == "endif", let closed = open.popLast(), closed.isSingle {
          conditional.append(closed.line...index + 1)
        }
      }
      if isDirective || open.contains(where: \.isRemoved) {
        for place in start..<start + line.count { text[place] = 0x20 }
      }
      start += line.count + 1
    }
    return conditional
  }

  static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// The text with comments and the contents of strings as spaces, so that every place stays.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    enum Inside {
      case code, line, block
      case string(UInt8)
    }
    var result = bytes
    var inside = Inside.code
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch inside {
      case .code:
        if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") { inside = .line }
        if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") { inside = .block }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { inside = .string(byte) }
        if case .line = inside { result[index] = 0x20 }
        if case .block = inside { result[index] = 0x20 }
      case .line:
        if byte == UInt8(ascii: "\n") { inside = .code } else { result[index] = 0x20 }
      case .block:
        if byte != UInt8(ascii: "\n") { result[index] = 0x20 }
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          result[index + 1] = 0x20
          index += 1
          inside = .code
        }
      case .string(let quote):
        if byte == quote || byte == UInt8(ascii: "\n") {
          inside = .code
        } else {
          result[index] = 0x20
          if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, next != UInt8(ascii: "\n") {
            result[index + 1] = 0x20
            index += 1
          }
        }
      }
      index += 1
    }
    return result
  }
}

/// Finds the methods between `@implementation` and `@end`.
private struct MethodReader {
  private var cursor: ByteCursor
  private let path: String
  private(set) var methods: [ObjectiveCSource.Method] = []
  private var type: String?
  private let literal: [UInt8]
  private let conditional: [ClosedRange<Int>]

  init(bytes: [UInt8], literal: [UInt8], conditional: [ClosedRange<Int>], path: String) {
    cursor = ByteCursor(bytes)
    self.literal = literal
    self.conditional = conditional
    self.path = path
  }

  mutating func read() {
    while let byte = cursor.byte {
      if cursor.isAt("@implementation") {
        cursor.advance(15)
        skipSpace()
        type = text(cursor.take(while: ObjectiveCSource.isWord))
      } else if cursor.isAt("@end") {
        type = nil
        cursor.advance(4)
      } else if byte == UInt8(ascii: "{") {
        _ = body()
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), let type {
        readMethod(of: type)
      } else {
        cursor.advance()
      }
    }
  }

  private mutating func readMethod(of type: String) {
    let line = cursor.line
    cursor.advance()
    let head = text(cursor.take { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: ";") })
    let name = selector(head)
    guard cursor.byte == UInt8(ascii: "{") else { return }
    let bodyLine = cursor.line
    let start = cursor.index
    let body = body()
    guard let name else { return }
    let names = parameters(head)
    let plainHead = head.filter { !$0.isWhitespace }
    methods.append(
      ObjectiveCSource.Method(
        type: type, selector: name, parameters: names, body: body,
        literalBody: text(literal[min(start, literal.count)..<min(cursor.index, literal.count)]),
        scheduledTask: names.first { name in
          ["BGTask", "BGAppRefreshTask", "BGProcessingTask"].contains {
            plainHead.contains("(\($0)*)\(name)")
          }
        },
        isConditional: conditional.contains { $0.contains(line) },
        place: Place(path: path, line: line, column: 1), bodyLine: bodyLine,
        code: ObjectiveCBody(body)))
  }

  /// The text in a pair of braces, and after it.
  private mutating func body() -> String {
    cursor.advance()
    var depth = 1
    let content = cursor.take { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth > 0
    }
    cursor.advance()
    return text(content)
  }

  /// The selector of a method's head: its words before colons, outside of parentheses.
  private func selector(_ head: String) -> String? {
    var depth = 0
    var plain = ""
    for character in head {
      if character == "(" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ")" {
        depth -= 1
        plain.append(" ")
      }
    }
    let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      return plain.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
    return parts.dropLast().map { part in
      (part.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "") + ":"
    }.joined()
  }

  /// The names of a method's parameters: the words after the parentheses of their types.
  private func parameters(_ head: String) -> [String] {
    var depth = 0
    var names: [String] = []
    var isAfterColon = false
    var isAfterType = false
    var word = ""
    for character in head + " " {
      if character == "(" { depth += 1 }
      if character == ")" {
        depth -= 1
        if depth == 0, isAfterColon { isAfterType = true }
        continue
      }
      guard depth == 0 else { continue }
      if character == ":" { isAfterColon = true }
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if isAfterType, !word.isEmpty {
        names.append(word)
        isAfterType = false
        isAfterColon = false
      }
      word = ""
    }
    return names
  }

  private mutating func skipSpace() { _ = cursor.take { $0 <= 0x20 } }
}
