// String literals: escapes, interpolations, and the indentation of `"""` strings. Line ends in the
// text become `\n`, so that a script means the same whatever ends its lines.

extension Parser {
  /// A title, label or path: a string without interpolation.
  ///
  /// One that was found with an interpolation is given back as it is, without a plain text.
  func plainString(_ what: String) -> StringLiteral? {
    guard current.kind == .stringStart || current.kind == .multilineStringStart else {
      fail(.expectedString(what, found: foundHere, at: faultRange))
      return nil
    }
    let literal = string()
    if literal.plainText == nil {
      report(.interpolationNotAllowed(literal.range, what))
    }
    return literal
  }

  /// A string from its opening quotes to its closing ones.
  func string() -> StringLiteral {
    let start = start
    let opening = index
    let isMultiline = current.kind == .multilineStringStart
    let closer = brackets.closer(of: opening) ?? opening
    var decoder = StringDecoder(
      source: source, indentation: isMultiline ? indentation(closer: closer) : nil,
      limits: limits)
    var segments: [StringLiteral.Segment] = []
    advance()
    while index < closer {
      if current.kind == .stringText {
        let isLast = index + 1 == closer
        segments.appendText(decoder.text(of: current.range, isLast: isLast))
        advance()
      } else {
        decoder.beginInterpolation(current.range)
        segments.append(.interpolation(interpolation()))
      }
    }
    index = max(index, closer)
    if index == closer { advance() }
    if !isRecovering { findings.append(contentsOf: decoder.findings) }
    return StringLiteral(segments: segments, range: range(from: start))
  }

  /// The white space before the closing quotes of a `"""` string; empty where text stands there.
  private func indentation(closer: Int) -> SourceRange {
    let quotes = tokens[closer].range
    guard quotes.count > 0 else { return SourceRange(Int(quotes.start), Int(quotes.start)) }
    var start = Int(quotes.start)
    while start > 0, StringDecoder.isSpace(source.bytes[start - 1]) { start -= 1 }
    guard start > 0, StringDecoder.isLineEnd(source.bytes[start - 1]) else {
      report(.textBeforeClosingQuotes(quotes))
      return SourceRange(Int(quotes.start), Int(quotes.start))
    }
    return SourceRange(start, Int(quotes.start))
  }

  /// `\(expression)`; whatever stands in it, the parser is behind its end afterwards.
  private func interpolation() -> Expression {
    let closer = brackets.closer(of: index) ?? index
    let isBroken = tokens[closer].range.count == 0
    guard let bracket = openBracket() else {
      index = max(index, closer + 1)
      return missingExpression
    }
    let outer = isRecovering
    if isBroken { isRecovering = true }
    var value = missingExpression
    if index < closer {
      value = expression()
      if index < closer {
        fail(.expectedToken(")", found: foundHere, at: current.range))
      }
    } else {
      report(.emptyInterpolation(tokens[bracket.index].range.union(tokens[closer].range)))
    }
    index = closer
    advance()
    isRecovering = outer
    return closeBracket(bracket) ? value : missingExpression
  }
}

extension [StringLiteral.Segment] {
  /// Adds text, which joins the text before it.
  fileprivate mutating func appendText(_ text: String) {
    if case .text(let before) = last {
      self[count - 1] = .text(before + text)
    } else if !text.isEmpty {
      append(.text(text))
    }
  }
}
