// The lexer: bytes to tokens. It never fails: what is no token becomes one of kind `.invalid` and a
// diagnostic, and strings that are not closed get closing tokens of no length, so that the parser
// always gets well-nested strings.

/// Splits a source into tokens.
package struct Lexer {
  /// A string whose interpolation is being read.
  struct OpenInterpolation {
    let isMultiline: Bool
    /// Offset of the string's opening quotes.
    let stringStart: Int
    /// Offset of the `\(`.
    let start: Int
    /// Round brackets that are open inside it.
    var parentheses = 0
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: SyntaxLimits
  var offset = 0
  var tokens: [Token] = []
  var diagnostics: SyntaxDiagnosticList
  var openEnd: TokenizedSource.OpenEnd?
  /// Whether the text ends in a comment.
  private var endsInComment = false

  /// The interpolations around the offset, the innermost last.
  var interpolations: [OpenInterpolation] = []

  /// After a fault inside an interpolation, the line end that closes it is no second fault.
  private var hasReportedInterpolation = false

  /// Splits a source into tokens; the tokens cover everything but white space and comments.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package static func tokenize(
    _ source: SourceText, limits: SyntaxLimits = SyntaxLimits()
  ) -> TokenizedSource {
    source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes: bytes, limits: limits)
      lexer.run()
      return TokenizedSource(
        source: source, tokens: lexer.tokens, syntaxDiagnostics: lexer.diagnostics,
        openEnd: lexer.openEnd, endsInComment: lexer.endsInComment)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: SyntaxLimits) {
    self.bytes = bytes
    self.limits = limits
    self.diagnostics = SyntaxDiagnosticList(limit: limits.diagnostics)
  }

  private mutating func run() {
    if let refusal = refusal() {
      diagnostics.append(refusal)
      tokens.append(Token(.endOfFile, SourceRange(bytes.count, bytes.count)))
      return
    }
    tokens.reserveCapacity(bytes.count / 4)
    skipFirstLine()
    while true {
      let flags = skipTrivia()
      if let open = interpolations.last, offset == bytes.count || isLineEnd(offset) {
        breakOff(open)
      } else if offset < bytes.count {
        scanToken(flags)
      } else {
        tokens.append(Token(.endOfFile, SourceRange(offset, offset), flags))
        return
      }
    }
  }

  /// Why the source is not read at all: a binary or huge file is one clear diagnostic.
  private func refusal() -> SyntaxDiagnostic? {
    if bytes.count > min(limits.sourceSize, Int(Int32.max)) {
      return .sourceTooLarge(bytes.count, limit: limits.sourceSize)
    }
    guard let fault = UTF8Validation.firstInvalidByte(in: bytes) else { return nil }
    return .invalidUTF8(bytes[fault.offset], fault)
  }

  private mutating func skipFirstLine() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if byte(offset) == UInt8(ascii: "#"), byte(offset + 1) == UInt8(ascii: "!") { skipLine() }
  }

  private mutating func scanToken(_ flags: Token.Flags) {
    let start = offset
    let first = bytes[start]
    if Self.isDigit(first) {
      skipNumber()
      append(.number, from: start, flags)
    } else if isNameStart(start) {
      skipName()
      append(TokenSpellings.table.word(in: bytes, start..<offset), from: start, flags)
    } else if first == UInt8(ascii: "\"") {
      scanString(flags)
    } else if first == UInt8(ascii: "`") {
      scanQuotedName(flags)
    } else if first == UInt8(ascii: "$"), Self.isDigit(byte(start + 1)) {
      offset += 1
      while Self.isDigit(byte(offset)) { offset += 1 }
      append(.shorthandParameter, from: start, flags)
    } else if let mark = TokenSpellings.table.mark(in: bytes, at: start) {
      offset += mark.length
      scanMark(mark.kind, from: start, flags)
    } else {
      scanInvalid(flags)
    }
  }

  /// A mark; a round bracket may be the end of an interpolation.
  private mutating func scanMark(_ kind: Token.Kind, from start: Int, _ flags: Token.Flags) {
    if let open = interpolations.last {
      if kind == .punctuation(.leftParenthesis) {
        interpolations[interpolations.count - 1].parentheses += 1
      } else if kind == .punctuation(.rightParenthesis) {
        if open.parentheses == 0 {
          interpolations.removeLast()
          append(.interpolationEnd, from: start, flags)
          scanText(isMultiline: open.isMultiline, stringStart: open.stringStart)
          return
        }
        interpolations[interpolations.count - 1].parentheses -= 1
      }
    }
    append(kind, from: start, flags)
  }

  private mutating func scanQuotedName(_ flags: Token.Flags) {
    let start = offset
    offset += 1
    let nameStart = offset
    if isNameStart(offset) { skipName() }
    if offset > nameStart, byte(offset) == UInt8(ascii: "`") {
      offset += 1
      append(.name, from: start, flags.union(.quoted))
    } else {
      append(.invalid, from: start, flags)
      diagnostics.append(.unfinishedQuotedName(SourceRange(start, offset)))
    }
  }

  private mutating func skipNumber() {
    if bytes[offset] == UInt8(ascii: "0"), let mark = byte(offset + 1),
      [UInt8(ascii: "x"), UInt8(ascii: "b"), UInt8(ascii: "o")].contains(mark)
    {
      offset += 2
      skipName()
      return
    }
    skipDigits()
    // A third part is taken too: `11.0.3` is one mistake, not a number and a member.
    while byte(offset) == UInt8(ascii: "."), Self.isDigit(byte(offset + 1)) {
      offset += 1
      skipDigits()
    }
    if let mark = byte(offset), mark | 0x20 == UInt8(ascii: "e") {
      let isSigned = byte(offset + 1) == UInt8(ascii: "-") || byte(offset + 1) == UInt8(ascii: "+")
      if isSigned, Self.isDigit(byte(offset + 2)) { offset += 2 }
    }
    skipName()
  }

  private mutating func skipDigits() {
    while Self.isDigit(byte(offset)) || byte(offset) == UInt8(ascii: "_") { offset += 1 }
  }

  mutating func append(_ kind: Token.Kind, from start: Int, _ flags: Token.Flags = []) {
    tokens.append(Token(kind, SourceRange(start, offset), flags))
  }
}

// MARK: - Characters, white space and comments

extension Lexer {
  /// The byte at an offset; nil after the end.
  func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether a line end begins at an offset.
  func isLineEnd(_ offset: Int) -> Bool {
    byte(offset)?.isLineEnd ?? false
  }

  /// Whether a name begins at an offset.
  private func isNameStart(_ offset: Int) -> Bool {
    guard let first = byte(offset) else { return false }
    if first < 0x80 { return Self.isNameByte(first) && !Self.isDigit(first) }
    return scalar(at: offset).value.properties.isXIDStart
  }

  /// Skips letters, digits and underscores.
  private mutating func skipName() {
    while let next = byte(offset) {
      if next < 0x80 {
        guard Self.isNameByte(next) else { return }
        offset += 1
      } else {
        let (value, length) = scalar(at: offset)
        guard value.properties.isXIDContinue else { return }
        offset += length
      }
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let lowered = byte | 0x20
    return (lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z"))
      || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// The scalar that begins at an offset, and its length in bytes.
  func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int) {
    var iterator = bytes[offset...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let value) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
    return (value, UTF8.width(value))
  }

  /// Skips white space and comments; inside an interpolation it stops before a line end.
  private mutating func skipTrivia() -> Token.Flags {
    var flags: Token.Flags = []
    while let next = byte(offset) {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !interpolations.isEmpty { return flags }
        offset += 1
        flags.insert(.newlineBefore)
      case UInt8(ascii: "/"):
        if byte(offset + 1) == UInt8(ascii: "/") {
          skipLine()
          endsInComment = offset == bytes.count
        } else if byte(offset + 1) == UInt8(ascii: "*") {
          if skipBlockComment() { flags.insert(.newlineBefore) }
        } else {
          return flags
        }
      default:
        return flags
      }
      flags.insert(.spaceBefore)
    }
    return flags
  }

  /// Skips to the end of the line, which stays.
  private mutating func skipLine() {
    while offset < bytes.count, !isLineEnd(offset) { offset += 1 }
  }

  /// Skips a block comment with those nested in it; tells whether it holds a line end.
  ///
  /// Inside an interpolation it stops before a line end, which ends the interpolation.
  private mutating func skipBlockComment() -> Bool {
    let start = offset
    var depth = 0
    var holdsLineEnd = false
    repeat {
      guard let next = byte(offset) else {
        diagnostics.append(.unterminatedComment(SourceRange(start, start + 2), depth: depth))
        openEnd = .comment
        endsInComment = true
        return holdsLineEnd
      }
      let after = byte(offset + 1)
      if next == UInt8(ascii: "/"), after == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if next == UInt8(ascii: "*"), after == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
      } else {
        if isLineEnd(offset) {
          if !interpolations.isEmpty { return false }
          holdsLineEnd = true
        }
        offset += 1
      }
    } while depth > 0
    return holdsLineEnd
  }

  /// A run of characters that begin no token, as one token and one diagnostic.
  private mutating func scanInvalid(_ flags: Token.Flags) {
    let start = offset
    let first = scalar(at: offset).value
    if let closing = ConfusableCharacter.closingQuote(of: first), let end = find(closing) {
      offset = end + UTF8.width(closing)
    } else if first == "#" || first == "@" || first == "$" {
      offset += 1
      skipName()
    } else {
      repeat {
        offset += scalar(at: offset).length
      } while isInvalid(offset)
    }
    append(.invalid, from: start, flags)
    diagnostics.append(
      .unexpectedCharacter(
        first, SourceRange(start, offset), length: UTF8.width(first),
        word: String(decoding: bytes[start..<offset], as: UTF8.self)))
  }

  private func isInvalid(_ offset: Int) -> Bool {
    guard let next = byte(offset) else { return false }
    if next < 0x80 {
      let isSpace = next == UInt8(ascii: " ") || (0x09...0x0D).contains(next)
      return !isSpace && next < 0x20 || next == 0x7F || next == UInt8(ascii: "\\")
    }
    let value = scalar(at: offset).value
    return !value.properties.isXIDStart && ConfusableCharacter.closingQuote(of: value) == nil
  }

  /// The offset of a scalar later on this line, and near: text in quotes is short.
  private func find(_ wanted: Unicode.Scalar) -> Int? {
    var index = offset + scalar(at: offset).length
    while index < min(bytes.count, offset + 200), !isLineEnd(index) {
      let (value, length) = scalar(at: index)
      if value == wanted { return index }
      index += length
    }
    return nil
  }
}

// MARK: - Strings

extension Lexer {
  /// A string from its opening quotes up to its end, or to its first interpolation.
  private mutating func scanString(_ flags: Token.Flags) {
    let start = offset
    let isMultiline = isTripleQuote(offset)
    offset += isMultiline ? 3 : 1
    append(isMultiline ? .multilineStringStart : .stringStart, from: start, flags)
    if isMultiline, !interpolations.isEmpty {
      // It would have to hold a line end, and an interpolation ends with its line.
      reportOnce(.multilineStringInInterpolation(SourceRange(start, offset)))
      skipLine()
      append(.stringEnd, from: offset)
      return
    }
    scanText(isMultiline: isMultiline, stringStart: start)
  }

  /// Text up to the string's end, or to an interpolation, which is entered.
  private mutating func scanText(isMultiline: Bool, stringStart: Int) {
    let start = offset
    while let next = byte(offset) {
      if next == UInt8(ascii: "\\") {
        if byte(offset + 1) == UInt8(ascii: "(") {
          enterInterpolation(textStart: start, isMultiline: isMultiline, stringStart: stringStart)
          return
        }
        offset += 1
        // The line end after a backslash still ends the string.
        if offset < bytes.count, !isLineEnd(offset) { offset += scalar(at: offset).length }
      } else if isMultiline ? isTripleQuote(offset) : next == UInt8(ascii: "\"") {
        appendText(from: start)
        let end = offset
        offset += isMultiline ? 3 : 1
        append(.stringEnd, from: end)
        return
      } else if !isMultiline, isLineEnd(offset) {
        break
      } else {
        offset += 1
      }
    }
    appendText(from: start)
    append(.stringEnd, from: offset)
    if isMultiline {
      openEnd = .string
    } else if interpolations.isEmpty {
      restoreBraces(from: start)
    }
    let quotes = SourceRange(stringStart, stringStart + (isMultiline ? 3 : 1))
    reportOnce(.unterminatedString(quotes, end: offset, isMultiline: isMultiline))
  }

  /// Puts the braces that a string without an end has taken in after it, so that the blocks around
  /// it end where they should.
  ///
  /// Those are the `}` of blocks that begin on its line, and a `{` that the line ends with. They
  /// have no length.
  private mutating func restoreBraces(from start: Int) {
    let text = bytes[start..<offset]
    var opened = 0
    var closed = 0
    for byte in text {
      if byte == UInt8(ascii: "{") {
        opened += 1
      } else if byte == UInt8(ascii: "}") {
        if opened > 0 { opened -= 1 } else { closed += 1 }
      }
    }
    for _ in 0..<min(closed, openBracesOfLine) {
      append(.punctuation(.rightBrace), from: offset)
    }
    if text.last(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") {
      append(.punctuation(.leftBrace), from: offset)
    }
  }

  /// How many blocks are open that begin on the line of the last token.
  private var openBracesOfLine: Int {
    let first = tokens.lastIndex { $0.newlineBefore } ?? 0
    var count = 0
    for token in tokens[first...] {
      if token.isMark(.leftBrace) { count += 1 }
      if token.isMark(.rightBrace) { count = max(0, count - 1) }
    }
    return count
  }

  private mutating func enterInterpolation(
    textStart: Int, isMultiline: Bool, stringStart: Int
  ) {
    appendText(from: textStart)
    let start = offset
    offset += 2
    append(.interpolationStart, from: start)
    if interpolations.count >= limits.interpolationNesting {
      reportOnce(
        .interpolationsTooDeep(SourceRange(start, offset), limit: limits.interpolationNesting))
      skipLine()
    }
    interpolations.append(
      OpenInterpolation(isMultiline: isMultiline, stringStart: stringStart, start: start))
  }

  /// Ends an interpolation that its line, or the source, ends in the middle of.
  private mutating func breakOff(_ open: OpenInterpolation) {
    reportOnce(.unterminatedInterpolation(SourceRange(open.start, open.start + 2)))
    interpolations.removeLast()
    append(.interpolationEnd, from: offset)
    if open.isMultiline, offset < bytes.count { hasReportedInterpolation = false }
    if open.isMultiline {
      scanText(isMultiline: true, stringStart: open.stringStart)
    } else {
      append(.stringEnd, from: offset)
    }
    if interpolations.isEmpty { hasReportedInterpolation = false }
  }

  /// Reports a fault of a string; of those that one line end uncovers, only the innermost.
  private mutating func reportOnce(_ diagnostic: SyntaxDiagnostic) {
    if !hasReportedInterpolation { diagnostics.append(diagnostic) }
    if !interpolations.isEmpty { hasReportedInterpolation = true }
  }

  private mutating func appendText(from start: Int) {
    if offset > start { append(.stringText, from: start) }
  }

  private func isTripleQuote(_ offset: Int) -> Bool {
    offset + 2 < bytes.count && bytes[offset] == UInt8(ascii: "\"")
      && bytes[offset + 1] == UInt8(ascii: "\"") && bytes[offset + 2] == UInt8(ascii: "\"")
  }
}
