// Values that consist of nothing smaller on their left: literals, names, brackets, closures.

extension Parser {
  /// A value without its postfix parts.
  ///
  /// The rare cases are functions of their own: this one is on the stack at every level.
  func primary() -> Expression {
    let token = current
    switch token.kind {
    case .name:
      return nameExpression()
    case .number:
      return number(isNegative: false, from: start)
    case .stringStart, .multilineStringStart:
      return stringExpression()
    case .keyword(.true), .keyword(.false), .keyword(.nil):
      return constant(token)
    case .shorthandParameter:
      return shorthandParameter()
    case .punctuation(.dot):
      return symbol()
    case .punctuation(.leftParenthesis):
      return parenthesized()
    case .punctuation(.leftBracket):
      return listOrMap()
    case .punctuation(.leftBrace) where !isInHeader || isAtClosureOfHeader:
      return closureExpression()
    default:
      return valueInstead(of: token)
    }
  }

  private func constant(_ token: Token) -> Expression {
    advance()
    if token.kind == .keyword(.nil) { return Expression(.nilLiteral, token.range) }
    return Expression(.boolean(token.kind == .keyword(.true)), token.range)
  }

  private func stringExpression() -> Expression {
    let literal = string()
    // The lexer has said that the closing quotes are missing.
    let isClosed = tokens[index - 1].range.count > 0
    return Expression(isClosed ? .string(literal) : .missing, literal.range)
  }

  private func closureExpression() -> Expression {
    let isMisplaced = isInHeader
    let closure = closure()
    if isMisplaced { report(.closureInHeader(closure.range, of: nil)) }
    return Expression(.closure(closure), closure.range)
  }

  /// Says what stands where a value should begin.
  private func valueInstead(of token: Token) -> Expression {
    switch token.kind {
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

  /// A name; `_` is none.
  func nameExpression() -> Expression {
    let token = current
    advance()
    if mode == .file, isWord(token, "_") {
      report(.placeholderAsExpression(token.range))
      return Expression(.missing, token.range)
    }
    return Expression(.name(name(of: token)), token.range)
  }

  private func shorthandParameter() -> Expression {
    let token = current
    advance()
    guard let index = UInt8(source.text(in: token.range).dropFirst()) else {
      report(.shorthandOutOfRange(token.range))
      return Expression(.missing, token.range)
    }
    return Expression(.shorthandParameter(Int(index)), token.range)
  }

  /// `.name` where a value begins.
  func symbol() -> Expression {
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

  private func parenthesized() -> Expression {
    let start = start
    guard let bracket = openBracket() else { return Expression(.missing, range(from: start)) }
    guard !at(.rightParenthesis) else { return emptyParentheses(bracket) }
    let inner = conditionExpression()
    if at(.comma) || at(.colon) { rejectTuple(bracket) }
    recover(in: bracket)
    guard closeBracket(bracket) else { return Expression(.missing, range(from: start)) }
    return Expression(.parenthesized(inner), range(from: start))
  }

  private func emptyParentheses(_ bracket: Bracket) -> Expression {
    let range = tokens[bracket.index].range.union(current.range)
    report(.emptyParentheses(range))
    _ = closeBracket(bracket)
    return Expression(.missing, range)
  }

  private func rejectTuple(_ bracket: Bracket) {
    fail(.tuple(current.range))
    guard let closer = brackets.closer(of: bracket.index) else { return }
    while index < closer { skipOne() }
    isRecovering = false
  }

  /// `[1, 2]`, `["a": 1]`, `[]`, `[:]`; the first `:` makes it a map.
  private func listOrMap() -> Expression {
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
  func negativeNumber() -> Expression {
    let start = start
    advance()
    return number(isNegative: true, from: start)
  }

  /// A number, with the `-` before it if there is one.
  private func number(isNegative: Bool, from start: Int) -> Expression {
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
