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
    if isMultiline { openEnd = .string }
    let quotes = SourceRange(stringStart, stringStart + (isMultiline ? 3 : 1))
    reportOnce(.unterminatedString(quotes, end: offset, isMultiline: isMultiline))
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
