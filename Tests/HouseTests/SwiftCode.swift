// Swift source without its comments and without the text of its string literals, and the comments
// alone.
//
// Most checks look for words in code; a word in a sentence is none of their business. This is a
// scanner, not a parser: it knows comments, the forms of string literals and interpolations, whose
// insides are code again. Bytes keep their lines and offsets, so a finding points at the source.

/// Source text in which comments and the text of literals are blank.
struct SwiftCode {
  /// The blanked lines, in order, without their newlines.
  let lines: [String]
  /// The lines with nothing but the comments.
  let comments: [String]

  /// Blanks what is not code.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    var scanner = Scanner(text)
    scanner.scanCode(isInterpolation: false)
    lines = Self.lines(of: scanner.output)
    comments = Self.lines(of: scanner.comments)
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let slash = UInt8(ascii: "/")
private let quotationMark = UInt8(ascii: "\"")
private let numberSign = UInt8(ascii: "#")
private let openingParenthesis = UInt8(ascii: "(")
private let closingParenthesis = UInt8(ascii: ")")

/// The scanner's place in the text and what it has let through so far.
private struct Scanner {
  private let input: [UInt8]
  private var position = 0
  private(set) var output: [UInt8] = []
  private(set) var comments: [UInt8] = []

  init(_ text: String) {
    input = Array(text.utf8)
    output.reserveCapacity(input.count)
  }

  private var isAtEnd: Bool { position >= input.count }

  private func starts(with text: String) -> Bool {
    input[position...].starts(with: text.utf8)
  }

  private mutating func keep(_ count: Int = 1) {
    for _ in 0..<count where !isAtEnd {
      output.append(input[position])
      comments.append(input[position] == newline ? newline : space)
      position += 1
    }
  }

  private mutating func blank(_ count: Int = 1, isComment: Bool = false) {
    for _ in 0..<count where !isAtEnd {
      let blank = input[position] == newline ? newline : space
      output.append(blank)
      comments.append(isComment ? input[position] : blank)
      position += 1
    }
  }

  /// Keeps code up to the end of the text, or through the parenthesis that closes an interpolation.
  mutating func scanCode(isInterpolation: Bool) {
    var depth = 0
    while !isAtEnd {
      switch input[position] {
      case slash where starts(with: "//"):
        while !isAtEnd, input[position] != newline { blank(isComment: true) }
      case slash where starts(with: "/*"):
        scanBlockComment()
      case quotationMark:
        scanLiteral(hashes: 0)
      case numberSign where hashesBeforeLiteral() > 0:
        scanLiteral(hashes: hashesBeforeLiteral())
      case openingParenthesis:
        depth += 1
        keep()
      case closingParenthesis:
        depth -= 1
        keep()
        if isInterpolation, depth < 0 { return }
      default:
        keep()
      }
    }
  }

  private mutating func scanBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2, isComment: true)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2, isComment: true)
      } else {
        blank(isComment: true)
      }
    } while depth > 0 && !isAtEnd
  }

  /// The number of number signs here, if a raw literal begins with them, else 0.
  private func hashesBeforeLiteral() -> Int {
    let hashes = input[position...].prefix { $0 == numberSign }.count
    let next = position + hashes
    return next < input.count && input[next] == quotationMark ? hashes : 0
  }

  /// Blanks a literal but keeps its quotation marks and the code of its interpolations.
  private mutating func scanLiteral(hashes: Int) {
    blank(hashes)
    let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let marks = String(repeating: "#", count: hashes)
    keep(quotes.utf8.count)
    while !isAtEnd {
      if starts(with: quotes + marks) {
        keep(quotes.utf8.count)
        blank(hashes)
        return
      }
      // A literal of one line that is not closed ends with its line.
      if quotes.utf8.count == 1, input[position] == newline { return }
      if starts(with: "\\" + marks + "(") {
        blank(1 + hashes)
        keep()
        scanCode(isInterpolation: true)
      } else if starts(with: "\\" + marks) {
        blank(2 + hashes)
      } else {
        blank()
      }
    }
  }
}
