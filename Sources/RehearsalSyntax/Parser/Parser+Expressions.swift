// Expressions by precedence: the conditional, binary operators and ranges, prefix operators, and
// primary expressions. Chains are read in loops; only brackets and the branches of `? :` recurse.

extension Parser {
  /// An expression: a conditional or anything that binds tighter.
  func expression() -> Expression {
    let outer = height
    height = 0
    defer { height = max(height, outer) }
    let condition = binary(from: .disjunction)
    return at(.question) ? conditionalExpression(condition) : condition
  }

  /// `condition ? first : second`, from the `?` on; the chain leans to the right.
  func conditionalExpression(_ condition: Expression) -> Expression {
    var parts: [(condition: Expression, first: Expression)] = []
    var last = condition
    while at(.question) {
      let mark = current.range
      guard let first = middleOperand() else { return missingExpression }
      guard consume(.colon) else {
        fail(.expectedColonOfConditional(found: foundDescription, at: errorRange, question: mark))
        return missingExpression
      }
      if addNode() { parts.append((last, first)) } else { parts = [] }
      last = binary(from: .disjunction)
    }
    while let part = parts.popLast() {
      last = Expression(
        .conditional(part.condition, part.first, last), part.condition.range.union(last.range))
    }
    return last
  }

  /// What is between `?` and `:`; the `?` counts as a bracket, for its operand recurses.
  private func middleOperand() -> Expression? {
    guard openBrackets.count < limits.nesting else {
      reportDepth(.nestingTooDeep(current.range, limit: limits.nesting))
      isRecovering = true
      return nil
    }
    openBrackets.append(index)
    defer { openBrackets.removeLast() }
    advance()
    return expression()
  }

  /// Operands and operators of at least the given precedence.
  ///
  /// `isIndex` tells whether this is directly the inside of `[ ]` after a value, where a range
  /// may lack its upper end.
  func binary(from minimum: Precedence, isIndex: Bool = false) -> Expression {
    let outer = height
    height = 0
    defer { height = max(height, outer) }
    var left = prefixed()
    var hasCompared = false
    var hasRange = false
    while let precedence = precedenceHere, precedence >= minimum {
      let token = current
      switch token.kind {
      case .range(let mark):
        left = range(from: left, mark, isIndex: isIndex, isSecond: hasRange)
        hasRange = true
      case .binary(.coalesce):
        left = coalescing(left)
      case .binary(let mark):
        if precedence == .comparison, hasCompared {
          report(.chainedComparison(token.range, mark))
        }
        hasCompared = precedence == .comparison
        advance()
        let right = operand(of: precedence)
        left = join(left, mark, token.range, right)
      default:
        return left
      }
    }
    return left
  }

  /// The right operand of an operator: all that binds tighter.
  private func operand(of precedence: Precedence) -> Expression {
    Precedence(rawValue: precedence.rawValue + 1).map { binary(from: $0) } ?? prefixed()
  }

  private func join(
    _ left: Expression, _ mark: BinaryOperator, _ markRange: SourceRange, _ right: Expression
  ) -> Expression {
    let range = left.range.union(right.range)
    guard addNode() else { return Expression(.missing, range) }
    return Expression(.binary(mark, operatorRange: markRange, left, right), range)
  }

  /// `a ?? b ?? c`, which leans to the right.
  private func coalescing(_ first: Expression) -> Expression {
    var operands: [(expression: Expression, markRange: SourceRange)] = []
    var last = first
    while current.kind == .binary(.coalesce), precedenceHere != nil {
      operands.append((last, current.range))
      advance()
      last = operand(of: .coalescing)
      if !addNode() { operands = [] }
    }
    while let (left, markRange) = operands.popLast() {
      last = Expression(
        .binary(.coalesce, operatorRange: markRange, left, last), left.range.union(last.range))
    }
    return last
  }

  /// A range from its operator on.
  private func range(
    from lower: Expression, _ mark: RangeOperator, isIndex: Bool, isSecond: Bool
  ) -> Expression {
    let markRange = current.range
    if isSecond { report(.secondRange(markRange)) }
    advance()
    let isClosed = mark == .closed
    guard !beginsOperand else {
      let upper = operand(of: .range)
      let range = lower.range.union(upper.range)
      guard addNode() else { return Expression(.missing, range) }
      return Expression(.range(lower: lower, upper: upper, isClosed: isClosed), range)
    }
    let range = lower.range.union(markRange)
    if !isIndex || !isClosed || !at(.rightBracket) {
      report(.oneSidedRange(range, isMissingUpper: true, isClosed: isClosed))
    }
    return Expression(.range(lower: lower, upper: nil, isClosed: isClosed), range)
  }

  /// A range that begins with its operator: `...4`.
  func rangeWithoutLower(_ mark: RangeOperator, isIndex: Bool) -> Expression {
    let markRange = current.range
    advance()
    guard beginsOperand else {
      fail(.expectedExpression(found: foundDescription, at: errorRange))
      return missingExpression
    }
    let upper = operand(of: .range)
    let range = markRange.union(upper.range)
    if !isIndex || !at(.rightBracket) {
      report(.oneSidedRange(range, isMissingUpper: false, isClosed: mark == .closed))
    }
    guard addNode() else { return Expression(.missing, range) }
    return Expression(.range(lower: nil, upper: upper, isClosed: mark == .closed), range)
  }

  /// The precedence of the operator that continues with the expression; nil where none does.
  ///
  /// An operator on a new line continues only with white space after it: `- b`, but not `-b`.
  private var precedenceHere: Precedence? {
    let precedence: Precedence
    switch current.kind {
    case .binary(let mark): precedence = mark.precedence
    case .range: precedence = .range
    default: return nil
    }
    if current.newlineBefore, newlinesEnd, !peek().spaceBefore { return nil }
    return precedence
  }

  /// Prefix operators and their operand; a `-` before a number belongs to the number.
  private func prefixed() -> Expression {
    let outer = height
    height = 0
    defer { height = max(height, outer) }
    var prefixes: [(mark: PrefixOperator, range: SourceRange)] = []
    while true {
      if prefixes.count > limits.treeDepth {
        reportDepth(.treeTooDeep(prefixes[limits.treeDepth].range, limit: limits.treeDepth))
      }
      skipForeignPrefixes()
      switch current.kind {
      case .prefix(let mark):
        prefixes.append((mark, current.range))
      case .binary(.subtract):
        if peek().kind == .number { return applied(prefixes, to: postfix(negativeNumber())) }
        prefixes.append((.negate, current.range))
      case .binary(.add):
        report(.prefixPlus(current.range))
      case .range(let mark):
        return applied(prefixes, to: rangeWithoutLower(mark, isIndex: false))
      default:
        return applied(prefixes, to: postfix(primary()))
      }
      advance()
    }
  }

  private func applied(
    _ prefixes: [(mark: PrefixOperator, range: SourceRange)], to operand: Expression
  ) -> Expression {
    var result = operand
    for (mark, markRange) in prefixes.reversed() {
      let range = markRange.union(result.range)
      result = Expression(addNode(at: markRange) ? .prefix(mark, result) : .missing, range)
    }
    return result
  }

  /// Whether an operand can begin at the current token.
  var beginsOperand: Bool {
    switch current.kind {
    case .name, .number, .shorthandParameter, .stringStart, .multilineStringStart, .prefix,
      .invalid:
      true
    case .keyword(let keyword): keyword == .true || keyword == .false || keyword == .nil
    case .foreignWord(let word): word.role == .prefix || word.role == .value
    case .binary(let mark): mark == .subtract
    case .punctuation(let mark):
      mark == .leftParenthesis || mark == .leftBracket || mark == .dot
        || (mark == .leftBrace && !isInHeader)
    default: false
    }
  }
}

// MARK: - Primary expressions

extension Parser {
  /// A value without its postfix parts.
  ///
  /// The rare cases are functions of their own: this one is on the stack at every level.
  private func primary() -> Expression {
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

  /// Says what is where a value should begin.
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
      fail(.expectedExpression(found: foundDescription, at: errorRange))
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
      fail(.expectedSymbol(found: foundDescription, at: errorRange))
      return missingExpression
    }
    let name = name(after: dot)
    return Expression(.symbol(name), dot.range.union(name.range))
  }

  private func parenthesized() -> Expression {
    let start = start
    guard let bracket = openBracket() else { return Expression(.missing, range(from: start)) }
    guard !at(.rightParenthesis) else { return emptyParentheses(bracket) }
    let inner = conditionExpression()
    if at(.comma) || at(.colon) {
      fail(.tuple(current.range))
      skipToCloser(of: bracket)
    }
    recover(in: bracket)
    guard closeBracket(bracket) else { return Expression(.missing, range(from: start)) }
    return Expression(.parenthesized(inner), range(from: start))
  }

  private func emptyParentheses(_ bracket: BracketScope) -> Expression {
    let range = tokens[bracket.index].range.union(current.range)
    report(.emptyParentheses(range))
    _ = closeBracket(bracket)
    return Expression(.missing, range)
  }
}
