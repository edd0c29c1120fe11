// What stands behind a value: members, calls, subscripts, trailing closures.

extension Parser {
  /// Reads the postfix parts of a value.
  func postfix(_ value: Expression) -> Expression {
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
      case .punctuation(.leftBrace)
      where !current.newlineBefore && Self.takesHeaderClosure(result) && isAtClosureOfHeader:
        result = closureOfHeader(of: result)
      case .prefix(.not) where !current.spaceBefore:
        rejectUnwrapping()
        continue
      default:
        break parts
      }
      if !grow() { result = Expression(.missing, result.range) }
    }
    if case .foreignWord = current.kind { rejectCasts() }
    return isChain ? chain(result) : result
  }

  private func chain(_ expression: Expression) -> Expression {
    if case .missing = expression.kind { return expression }
    return Expression(.optionalChain(expression), expression.range)
  }

  private func rejectUnwrapping() {
    report(.forcedUnwrapping(current.range))
    advance()
  }

  /// `.name`, `?.name` behind a value; nil where the dot begins a number or nothing.
  private func member(of base: Expression, isOptional: Bool) -> Expression? {
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
  private func call(of callee: Expression) -> Expression {
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

  private func trailingClosure(of callee: Expression) -> Expression {
    let closure = closure()
    let call = Call(callee: callee, arguments: [], trailingClosure: closure, isCommand: false)
    return Expression(.call(call), range(from: Int(callee.range.start)))
  }

  /// Whether a `{` in a header would be a closure for an expression elsewhere.
  private static func takesHeaderClosure(_ expression: Expression) -> Bool {
    if case .call(let call) = expression.kind { return call.trailingClosure == nil }
    return takesClosure(expression)
  }

  /// Reads a closure that stands in a header without parentheses around its call.
  private func closureOfHeader(of callee: Expression) -> Expression {
    let closure = closure()
    let range = callee.range.union(closure.range)
    report(.closureInHeader(closure.range, of: range))
    let call =
      if case .call(let call) = callee.kind {
        Call(
          callee: call.callee, arguments: call.arguments, trailingClosure: closure,
          isCommand: false)
      } else {
        Call(callee: callee, arguments: [], trailingClosure: closure, isCommand: false)
      }
    return Expression(.call(call), range)
  }

  /// Whether a `{` behind an expression is a closure for it.
  private static func takesClosure(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name, .member, .subscripted, .parenthesized, .shorthandParameter: true
    default: false
    }
  }

  /// `[index]` behind a value.
  private func subscripted(_ base: Expression) -> Expression {
    guard let bracket = openBracket() else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    let index = sliceIndex()
    if at(.comma) { rejectSecondIndex(of: base, bracket) }
    recover(in: bracket)
    guard closeBracket(bracket) else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    return Expression(
      .subscripted(base, index: index), range(from: Int(base.range.start)))
  }

  private func rejectSecondIndex(of base: Expression, _ bracket: Bracket) {
    let isSpaced = tokens[bracket.index].spaceBefore
    fail(.secondIndex(current.range, name: isSpaced ? source.text(in: base.range) : nil))
    guard let closer = brackets.closer(of: bracket.index) else { return }
    while index < closer { skipOne() }
    isRecovering = false
  }

  /// The inside of `[ ]` behind a value: here a range may lack one of its ends.
  private func sliceIndex() -> Expression {
    if case .range(let mark) = current.kind { return rangeWithoutLower(mark, isIndex: true) }
    if at(.rightBracket) {
      fail(.expectedIndex(current.range))
      return missingExpression
    }
    let index = binary(from: .disjunction, isIndex: true)
    return at(.question) ? conditionalExpression(index) : index
  }

  /// An argument: `value` or `label: value`, where every word may be the label.
  func argument() -> Argument {
    var label: Name?
    if current.isWord, peek().isMark(.colon) {
      label = name(of: current)
      advance()
      advance()
    }
    let value = expression()
    let isAssignment = rejectAssignmentInArgument()
    return Argument(label: label, value: isAssignment ? missingExpression : value)
  }

  private func rejectAssignmentInArgument() -> Bool {
    guard current.kind == .assignment(.assign), !current.newlineBefore || !newlinesEnd else {
      return false
    }
    report(.assignmentInArgument(current.range))
    advance()
    _ = expression()
    return true
  }

  /// The comma-separated elements of a bracket, up to its closing one; a last comma is allowed.
  func elements(
    in bracket: Bracket, closer: Punctuation, _ element: (Parser) -> Void
  ) {
    var hasReported = false
    while !isAtEnd, !at(closer) {
      let first = index
      element(self)
      recover(in: bracket)
      if take(.comma) {
        // Behind a bracket that is never closed, the next line is no element.
        if brackets.closer(of: bracket.index) == nil, isAtStatementEnd { return }
        continue
      }
      guard !at(closer), !isRecovering, let end = brackets.closer(of: bracket.index), index < end
      else { return }
      if !hasReported { reportMissingComma(closer) }
      hasReported = true
      if !beginsOperand || index == first {
        isRecovering = true
        recover(in: bracket)
        _ = take(.comma)
      }
    }
  }

  private func reportMissingComma(_ closer: Punctuation) {
    if beginsOperand || current.isWord {
      report(.missingComma(found: foundHere, at: current.range, insertAt: missingRange))
    } else {
      report(.expectedCommaOrCloser(closer.rawValue, found: foundHere, at: current.range))
    }
  }
}
