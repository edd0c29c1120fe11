// Values that consist of nothing smaller on their left: literals, names, brackets, closures.

extension Parser {
  /// A value without its postfix parts.
  mutating func primary() -> Expression {
    let token = current
    switch token.kind {
    case .name:
      return nameExpression()
    case .number:
      return number(isNegative: false, from: start)
    case .stringStart, .multilineStringStart:
      let literal = string()
      // The lexer has said that the closing quotes are missing.
      let isClosed = tokens[index - 1].range.count > 0
      return Expression(isClosed ? .string(literal) : .missing, literal.range)
    case .keyword(.true), .keyword(.false):
      advance()
      return Expression(.boolean(token.kind == .keyword(.true)), token.range)
    case .keyword(.nil):
      advance()
      return Expression(.nilLiteral, token.range)
    case .shorthandParameter:
      return shorthandParameter()
    case .punctuation(.dot):
      return symbol()
    case .punctuation(.leftParenthesis):
      return parenthesized()
    case .punctuation(.leftBracket):
      return listOrMap()
    case .punctuation(.leftBrace) where trailingClosures != .header:
      let closure = closure()
      return Expression(.closure(closure), closure.range)
    case .foreignWord(let word) where word.role == .value:
      return foreignValue(word)
    case .foreignWord(let word):
      fail(.foreignWord(word, token.range))
      return missingExpression
    case .foreignOperator(let mark):
      fail(.foreignOperator(mark, token.range))
      return missingExpression
    case .invalid:
      // The lexer has said what is wrong here.
      isRecovering = true
      advance()
      return Expression(.missing, token.range)
    case .keyword(let keyword) where !token.newlineBefore || !newlinesEnd:
      fail(.keywordAsExpression(keyword, token.range))
      return missingExpression
    default:
      fail(.expectedExpression(found: foundHere, at: faultRange))
      return missingExpression
    }
  }

  private mutating func nameExpression() -> Expression {
    let token = current
    advance()
    if isWord(token, "_") {
      report(.placeholderAsExpression(token.range))
      return Expression(.missing, token.range)
    }
    return Expression(.name(name(of: token)), token.range)
  }

  private mutating func shorthandParameter() -> Expression {
    let token = current
    advance()
    guard let index = UInt8(source.text(in: token.range).dropFirst()) else {
      report(.shorthandOutOfRange(token.range))
      return Expression(.missing, token.range)
    }
    return Expression(.shorthandParameter(Int(index)), token.range)
  }

  /// `.name` where a value begins.
  mutating func symbol() -> Expression {
    let dot = current
    if peek().kind == .number, !peek().spaceBefore {
      fail(.pointBeforeDigits(dot.range))
      advance()
      return missingExpression
    }
    advance()
    guard current.isWord, !current.newlineBefore else {
      fail(.expectedSymbol(found: foundHere, at: faultRange))
      return missingExpression
    }
    if current.spaceBefore {
      let space = SourceRange(Int(dot.range.end), start)
      report(.spaceBeforeDot(dot.range, space: space, isBefore: false))
    }
    let name = name(of: current)
    advance()
    return Expression(.symbol(name), dot.range.union(name.range))
  }

  private mutating func parenthesized() -> Expression {
    let start = start
    guard let bracket = openBracket() else { return Expression(.missing, range(from: start)) }
    guard !at(.rightParenthesis) else {
      report(.emptyParentheses(range(from: start).union(current.range)))
      _ = closeBracket(bracket)
      return Expression(.missing, range(from: start))
    }
    let inner = conditionExpression()
    if at(.comma) || at(.colon) {
      fail(.tuple(current.range))
      while let closer = brackets.closer(of: bracket.index), index < closer { skipOne() }
      isRecovering = brackets.closer(of: bracket.index) == nil
    }
    recover(in: bracket)
    guard closeBracket(bracket) else { return Expression(.missing, range(from: start)) }
    return Expression(.parenthesized(inner), range(from: start))
  }

  /// `[1, 2]`, `["a": 1]`, `[]`, `[:]`; the first `:` makes it a map.
  private mutating func listOrMap() -> Expression {
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
      if parser.take(.colon) {
        entries.append(MapEntry(key: value, value: parser.expression()))
      } else {
        values.append(value)
      }
    }
    guard closeBracket(bracket) else { return Expression(.missing, range(from: start)) }
    return Expression(isMap == true ? .map(entries) : .list(values), range(from: start))
  }

  /// A `-` and the number that it belongs to.
  mutating func negativeNumber() -> Expression {
    let start = start
    advance()
    return number(isNegative: true, from: start)
  }

  /// A number, with the `-` before it if there is one.
  private mutating func number(isNegative: Bool, from start: Int) -> Expression {
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

  /// Finds `5 min` and `5 sec`: a finding that puts the suffix where it belongs.
  private mutating func rejectDetachedSuffix(_ number: Token) -> Bool {
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
    if isNegative { return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }
}
