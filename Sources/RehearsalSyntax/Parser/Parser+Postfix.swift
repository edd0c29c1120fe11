// What stands behind a value: members, calls, subscripts, trailing closures.

extension Parser {
  /// Reads the postfix parts of a value.
  mutating func postfix(_ value: Expression) -> Expression {
    var result = value
    var isChain = false
    parts: while true {
      switch current.kind {
      case .punctuation(.dot):
        guard let part = member(of: result, isOptional: false) else { break parts }
        result = part
      case .punctuation(.optionalDot):
        guard let part = member(of: result, isOptional: true) else { break parts }
        result = part
        isChain = true
      case .punctuation(.leftParenthesis) where !current.newlineBefore:
        result = call(of: result)
      case .punctuation(.leftBracket) where !current.newlineBefore:
        result = subscripted(result)
      case .punctuation(.leftBrace)
      where !current.newlineBefore && trailingClosures == .allowed && Self.takesClosure(result):
        result = trailingClosure(of: result)
      case .prefix(.not) where !current.spaceBefore:
        report(.forcedUnwrapping(current.range))
        advance()
        continue
      default:
        break parts
      }
      if !grow() { result = Expression(.missing, result.range) }
    }
    if current.kind != .endOfFile { rejectCasts() }
    if isChain, case .missing = result.kind { return result }
    return isChain ? Expression(.optionalChain(result), result.range) : result
  }

  /// `.name`, `?.name` behind a value; nil where the dot begins a number or nothing.
  private mutating func member(of base: Expression, isOptional: Bool) -> Expression? {
    let dot = current
    advance()
    if dot.spaceBefore, !dot.newlineBefore {
      let space = SourceRange(Int(base.range.end), Int(dot.range.start))
      report(.spaceBeforeDot(dot.range, space: space, isBefore: true))
    }
    guard current.isWord, !current.newlineBefore else {
      fail(.expectedMember(found: foundHere, at: faultRange))
      return nil
    }
    if current.spaceBefore {
      let space = SourceRange(Int(dot.range.end), start)
      report(.spaceBeforeDot(dot.range, space: space, isBefore: false))
    }
    let name = name(of: current)
    advance()
    return Expression(
      .member(base, name, isOptional: isOptional), base.range.union(name.range))
  }

  /// A call with parentheses, and the closure behind them.
  private mutating func call(of callee: Expression) -> Expression {
    guard let bracket = openBracket() else {
      return Expression(.missing, range(from: Int(callee.range.start)))
    }
    var arguments: [Argument] = []
    elements(in: bracket, closer: .rightParenthesis) { arguments.append($0.argument()) }
    guard closeBracket(bracket) else {
      return Expression(.missing, range(from: Int(callee.range.start)))
    }
    var closure: Closure?
    if at(.leftBrace), !current.newlineBefore, trailingClosures == .allowed, !isRecovering {
      closure = self.closure()
    }
    let call = Call(
      callee: callee, arguments: arguments, trailingClosure: closure, isCommand: false)
    return Expression(.call(call), range(from: Int(callee.range.start)))
  }

  private mutating func trailingClosure(of callee: Expression) -> Expression {
    let closure = closure()
    let call = Call(callee: callee, arguments: [], trailingClosure: closure, isCommand: false)
    return Expression(.call(call), range(from: Int(callee.range.start)))
  }

  /// Whether a `{` behind an expression is a closure for it.
  private static func takesClosure(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name, .member, .subscripted, .parenthesized, .shorthandParameter: true
    default: false
    }
  }

  /// `[index]` behind a value.
  private mutating func subscripted(_ base: Expression) -> Expression {
    let opening = current
    guard let bracket = openBracket() else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    let index: Expression
    if case .range(let mark) = current.kind {
      index = rangeWithoutLower(mark, isIndex: true)
    } else if at(.rightBracket) {
      fail(.expectedIndex(current.range))
      index = missingExpression
    } else {
      index = sliceIndex()
    }
    if at(.comma) {
      fail(.secondIndex(current.range, name: opening.spaceBefore ? source.text(in: base.range) : nil))
    }
    recover(in: bracket)
    while at(.comma), brackets.closer(of: bracket.index) != nil {
      isRecovering = true
      advance()
      recover(in: bracket)
    }
    guard closeBracket(bracket) else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    return Expression(
      .subscripted(base, index: index), range(from: Int(base.range.start)))
  }

  /// The inside of `[ ]` behind a value: here a range may lack its upper end.
  private mutating func sliceIndex() -> Expression {
    let index = binary(from: .disjunction, isIndex: true)
    return at(.question) ? conditionalExpression(index) : index
  }

  /// An argument: `value` or `label: value`, where every word may be the label.
  mutating func argument() -> Argument {
    var label: Name?
    if current.isWord, peek().isMark(.colon) {
      label = name(of: current)
      advance()
      advance()
    }
    let value = expression()
    if current.kind == .assignment(.assign), !current.newlineBefore || !newlinesEnd {
      report(.assignmentInArgument(current.range))
      advance()
      _ = expression()
      return Argument(label: label, value: missingExpression)
    }
    return Argument(label: label, value: value)
  }

  /// The comma-separated elements of a bracket, up to its closing one; a last comma is allowed.
  mutating func elements(
    in bracket: Bracket, closer: Punctuation, _ element: (inout Parser) -> Void
  ) {
    var hasReported = false
    while !isAtEnd, !at(closer) {
      let first = index
      element(&self)
      recover(in: bracket)
      if take(.comma) {
        // Behind a bracket that is never closed, the next line is no element.
        if brackets.closer(of: bracket.index) == nil, isAtStatementEnd { return }
        continue
      }
      guard !at(closer), !isRecovering, let end = brackets.closer(of: bracket.index), index < end
      else { return }
      if !hasReported {
        if beginsOperand || current.isWord {
          report(.missingComma(found: foundHere, at: current.range, insertAt: missingRange))
        } else {
          report(.expectedCommaOrCloser(closer.rawValue, found: foundHere, at: current.range))
        }
      }
      hasReported = true
      if !beginsOperand || index == first {
        isRecovering = true
        recover(in: bracket)
        _ = take(.comma)
      }
    }
  }
}
