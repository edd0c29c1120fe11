// The text of a string literal from its bytes: escapes, line ends and indentation. It collects
// diagnostics and always gives a text.

/// Resolves the text of one string literal, stretch by stretch.
struct StringDecoder {
  let source: SourceText

  /// The white space that every line of a `"""` string begins with; nil for a string of one line.
  let indentation: SourceRange?

  private(set) var diagnostics: SyntaxDiagnosticList

  /// Whether the line end after the opening quotes is still to come.
  private var isBeforeFirstLine: Bool

  /// Whether the next byte begins a line of a `"""` string.
  private var isAtLineStart = false

  init(source: SourceText, indentation: SourceRange?, limits: SyntaxLimits) {
    self.diagnostics = SyntaxDiagnosticList(limit: limits.diagnostics)
    self.source = source
    self.indentation = indentation
    self.isBeforeFirstLine = indentation != nil
  }

  /// The text that a stretch of source means.
  ///
  /// `isLast` tells whether the closing quotes follow, whose line's start is no text.
  mutating func text(of range: SourceRange, isLast: Bool) -> String {
    var offset = Int(range.start)
    var end = Int(range.end)
    if let indentation, isLast, indentation.count > 0 || isLineStart(end) {
      end = max(offset, Int(indentation.start))
      end -= lineEndLength(before: end, notBefore: offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(end - offset)
    if isBeforeFirstLine { skipOpeningLine(&offset, limit: Int(range.end)) }
    while offset < end {
      if isAtLineStart { skipIndentation(&offset, end) }
      guard offset < end else { break }
      let byte = source.bytes[offset]
      if byte == UInt8(ascii: "\\") {
        appendEscape(&offset, end, to: &result)
      } else if byte.isLineEnd {
        offset += lineEndLength(at: offset)
        result.append(UInt8(ascii: "\n"))
        isAtLineStart = indentation != nil
      } else {
        result.append(byte)
        offset += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Notes that an interpolation follows, which is text of its line.
  mutating func beginInterpolation(_ range: SourceRange) {
    if isBeforeFirstLine { diagnostics.append(.textAfterOpeningQuotes(range)) }
    isBeforeFirstLine = false
    isAtLineStart = false
  }

  /// Steps over the line end that must follow on the opening quotes.
  private mutating func skipOpeningLine(_ offset: inout Int, limit: Int) {
    isBeforeFirstLine = false
    isAtLineStart = true
    let start = offset
    while offset < limit, source.bytes[offset].isBlank { offset += 1 }
    if offset < limit, source.bytes[offset].isLineEnd {
      offset += lineEndLength(at: offset)
      return
    }
    var end = offset
    while end < limit, !source.bytes[end].isLineEnd { end += 1 }
    diagnostics.append(.textAfterOpeningQuotes(SourceRange(offset, end)))
    offset = start
    isAtLineStart = false
  }

  /// Steps over the indentation of a line; a line of white space only may have less.
  private mutating func skipIndentation(_ offset: inout Int, _ end: Int) {
    isAtLineStart = false
    guard let indentation else { return }
    let lineStart = offset
    for position in Int(indentation.start)..<Int(indentation.end) {
      guard offset < end, source.bytes[offset] == source.bytes[position] else {
        reportIndentation(at: lineStart, reached: offset, end)
        return
      }
      offset += 1
    }
  }

  private mutating func reportIndentation(at lineStart: Int, reached: Int, _ end: Int) {
    guard let indentation, reached < end, !source.bytes[reached].isLineEnd else { return }
    var text = reached
    while text < end, source.bytes[text].isBlank { text += 1 }
    if text < end, source.bytes[text].isLineEnd { return }
    let quotes = Int(indentation.end)
    diagnostics.append(
      .insufficientIndentation(
        SourceRange(lineStart, max(text, lineStart)), closing: SourceRange(quotes, quotes + 3)))
  }

  private mutating func appendEscape(_ offset: inout Int, _ end: Int, to result: inout [UInt8]) {
    let start = offset
    offset += 1
    // Only the text of a string that is not closed ends in a backslash.
    guard offset < end else { return }
    let escape = source.bytes[offset]
    if let byte = Self.escapes.first(where: { $0.letter == escape })?.byte {
      offset += 1
      result.append(byte)
    } else if escape == UInt8(ascii: "u") {
      offset += 1
      appendScalar(from: start, &offset, end, to: &result)
    } else {
      while offset < end, offset == start + 1 || source.bytes[offset] & 0xC0 == 0x80 {
        if source.bytes[offset].isLineEnd { break }
        offset += 1
      }
      let range = SourceRange(start, offset)
      diagnostics.append(.invalidEscape(range, source.text(in: range)))
    }
  }

  /// The one table of single-letter escapes.
  private static let escapes: [(letter: UInt8, byte: UInt8)] = [
    (UInt8(ascii: "n"), UInt8(ascii: "\n")), (UInt8(ascii: "r"), UInt8(ascii: "\r")),
    (UInt8(ascii: "t"), UInt8(ascii: "\t")), (UInt8(ascii: "0"), 0),
    (UInt8(ascii: "\""), UInt8(ascii: "\"")), (UInt8(ascii: "\\"), UInt8(ascii: "\\")),
  ]

  /// `\u{1F600}`, from after the `u` on.
  private mutating func appendScalar(
    from start: Int, _ offset: inout Int, _ end: Int, to result: inout [UInt8]
  ) {
    var value: UInt32?
    if offset < end, source.bytes[offset] == UInt8(ascii: "{") {
      let digits = offset + 1
      offset = digits
      while offset < end, Character(Unicode.Scalar(source.bytes[offset])).isHexDigit { offset += 1 }
      if (1...8).contains(offset - digits) {
        value = UInt32(source.text(in: SourceRange(digits, offset)), radix: 16)
      }
      if offset < end, source.bytes[offset] == UInt8(ascii: "}") {
        offset += 1
      } else {
        value = nil
      }
    }
    guard let value, let scalar = Unicode.Scalar(value) else {
      diagnostics.append(.invalidUnicodeEscape(SourceRange(start, offset)))
      return
    }
    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func isLineStart(_ offset: Int) -> Bool {
    offset > 0 && source.bytes[offset - 1].isLineEnd
  }

  private func lineEndLength(at offset: Int) -> Int {
    let isPair =
      source.bytes[offset] == UInt8(ascii: "\r") && offset + 1 < source.bytes.count
      && source.bytes[offset + 1] == UInt8(ascii: "\n")
    return isPair ? 2 : 1
  }

  private func lineEndLength(before offset: Int, notBefore start: Int) -> Int {
    guard offset - 1 >= start, source.bytes[offset - 1].isLineEnd else { return 0 }
    let isPair =
      offset - 2 >= start && source.bytes[offset - 1] == UInt8(ascii: "\n")
      && source.bytes[offset - 2] == UInt8(ascii: "\r")
    return isPair ? 2 : 1
  }
}
