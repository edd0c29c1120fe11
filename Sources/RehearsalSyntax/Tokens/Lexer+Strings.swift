// Strings as tokens: start, stretches of text, interpolations with ordinary tokens inside, end.
// Escapes and indentation are left as written; the parser resolves them where it needs the text.

extension Lexer {
  /// A string from its opening quotes up to its end, or to its first interpolation.
  mutating func scanString(_ flags: Token.Flags) {
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
  mutating func scanText(isMultiline: Bool, stringStart: Int) {
    let start = offset
    while let next = byte(offset) {
      if next == UInt8(ascii: "\\") {
        if byte(offset + 1) == UInt8(ascii: "(") {
          enterInterpolation(textStart: start, isMultiline: isMultiline, stringStart: stringStart)
          return
        }
        offset += 1
        // The line end behind a backslash still ends the string.
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

  /// Puts the braces that a string without an end has taken in behind it, so that the blocks around
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
  mutating func breakOff(_ open: OpenInterpolation) {
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
  private mutating func reportOnce(_ finding: Finding) {
    if !hasReportedInterpolation { findings.append(finding) }
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
