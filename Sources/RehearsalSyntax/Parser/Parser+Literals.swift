// Literals: lists, maps, numbers and strings. `NumericLiteral` and `StringDecoder` read the text of
// numbers and strings.

extension Parser {
  /// `[1, 2]`, `["a": 1]`, `[]`, `[:]`; the first `:` makes it a map.
  func listOrMap() -> Expression {
    let start = start
    guard let bracket = openBracket() else { return Expression(.missing, range(from: start)) }
    if at(.colon), peek().isMark(.rightBracket) {
      advance()
      _ = closeBracket(bracket)
      return Expression(.map([]), range(from: start))
    }
    var values: [Expression] = []
    var entries: [MapEntry] = []
    var isMap: Bool?
    elements(in: bracket, closer: .rightBracket) { parser in
      let value = parser.expression()
      let isEntry = parser.at(.colon)
      if let isMap, isMap != isEntry, !parser.isRecovering {
        parser.fail(.mixedLiteral(parser.current.range, isMap: isMap, after: value.range))
        return
      }
      if isMap == nil { isMap = isEntry }
      if parser.consume(.colon) {
        entries.append(MapEntry(key: value, value: parser.expression()))
      } else {
        values.append(value)
      }
    }
    guard closeBracket(bracket) else { return Expression(.missing, range(from: start)) }
    return Expression(isMap == true ? .map(entries) : .list(values), range(from: start))
  }

  /// A `-` and the number that it belongs to.
  func negativeNumber() -> Expression {
    let start = start
    advance()
    return number(isNegative: true, from: start)
  }

  /// A number, with the `-` before it if there is one.
  func number(isNegative: Bool, from start: Int) -> Expression {
    let token = current
    advance()
    let bytes = source.bytes[Int(token.range.start)..<Int(token.range.end)]
    var literal: NumericLiteral?
    do {
      literal = try NumericLiteral.read(bytes)
    } catch {
      report(.number(error, source.text(in: token.range), token.range))
    }
    let isPlain = literal.map(\.isPlain) ?? false
    if isPlain, rejectDetachedSuffix(token) { literal = nil }
    let range = range(from: start)
    guard let literal else { return Expression(.missing, range) }
    switch literal {
    case .double(let value):
      return Expression(.double(isNegative ? -value : value), range)
    case .integer(let magnitude), .size(let magnitude), .duration(let magnitude):
      guard let value = Self.signed(magnitude, isNegative) else {
        report(.outOfRange(literal.quantity, token.range))
        return Expression(.missing, range)
      }
      return Expression(literal.quantity == .duration ? .duration(value) : .integer(value), range)
    }
  }

  /// Finds `5 min` and `5 sec`: a diagnostic that puts the suffix where it belongs.
  private func rejectDetachedSuffix(_ number: Token) -> Bool {
    guard current.kind == .name, !current.isQuoted, !current.newlineBefore,
      let suffix = NumericSuffix.meant(by: source.text(in: current.range))
    else { return false }
    let space = SourceRange(Int(number.range.end), start)
    report(
      .spaceBeforeSuffix(source.text(in: number.range), space, current.range, suffix))
    advance()
    return true
  }

  private static func signed(_ magnitude: UInt64, _ isNegative: Bool) -> Int64? {
    if isNegative {
      return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }
}

// MARK: - Strings

extension Parser {
  /// A title, label or path: a string without interpolation.
  ///
  /// One that was found with an interpolation is given back as it is, without a plain text.
  func plainString(_ what: String) -> StringLiteral? {
    guard current.kind == .stringStart || current.kind == .multilineStringStart else {
      fail(.expectedString(what, found: foundDescription, at: errorRange))
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
    if !isRecovering { diagnostics.append(contentsOf: decoder.diagnostics) }
    return StringLiteral(segments: segments, range: range(from: start))
  }

  /// The white space before the closing quotes of a `"""` string; empty where there is text.
  private func indentation(closer: Int) -> SourceRange {
    let quotes = tokens[closer].range
    guard quotes.count > 0 else { return SourceRange(Int(quotes.start), Int(quotes.start)) }
    var start = Int(quotes.start)
    while start > 0, source.bytes[start - 1].isBlank { start -= 1 }
    guard start > 0, source.bytes[start - 1].isLineEnd else {
      report(.textBeforeClosingQuotes(quotes))
      return SourceRange(Int(quotes.start), Int(quotes.start))
    }
    return SourceRange(start, Int(quotes.start))
  }

  /// `\(expression)`; whatever is in it, the parser is after its end afterwards.
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
        fail(.expectedToken(")", found: foundDescription, at: current.range))
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
