// Statements whose value is plainly lost (E0210). What a call gives back may be ignored; the value
// of any other expression that stands as a statement helps nobody and is probably a slip.

extension Parser {
  /// Whether the value of a statement of this expression is lost, rather than that of a call.
  static func isLost(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .call, .missing: false
    case .optionalChain(let chain): isLost(chain)
    case .parenthesized(let inner): isLost(inner)
    case .conditional(_, let first, let second): isLost(first) || isLost(second)
    case .binary(.coalesce, _, _, let fallback): isLost(fallback)
    default: true
    }
  }

  /// Reports lost values, except where one is the result of its body or echoed at the prompt.
  func reportLost(_ positions: [Int], among statements: [Statement], of body: Body) {
    if body == .function && statements.count == 1 || body == .file && mode == .prompt { return }
    for position in positions {
      let isLast = position == statements.count - 1
      reportLost(statements[position], isResult: body == .function && isLast)
    }
  }

  /// Reports a lost value.
  ///
  /// `isResult` tells whether it would be the result of a function if it said `return`.
  func reportLost(_ statement: Statement, isResult: Bool) {
    guard case .expression(let value) = statement.kind else { return }
    if case .closure = value.kind {
      report(.blockOfItsOwn(value.range))
      return
    }
    let proposal: Finding.LostValueProposal =
      switch value.kind {
      case .name, .member: .emptyParentheses
      case .subscripted(let callee, _) where Self.isPath(callee):
        .arguments(space(behind: callee))
      case .binary: binaryProposal(value) ?? (isResult ? .result : .none)
      default: isResult ? .result : .none
      }
    report(.lostValue(value.range, source.text(in: value.range), proposal))
  }

  /// What to write instead of an expression with operators: `print -1 + 2` was to be a call.
  private func binaryProposal(_ value: Expression) -> Finding.LostValueProposal? {
    if case .binary(.equal, _, _, _) = value.kind { return .expectation }
    var left = value
    while case .binary(let mark, _, let operand, _) = left.kind {
      if mark == .subtract, Self.isPath(operand) {
        return .arguments(space(behind: operand))
      }
      left = operand
    }
    return nil
  }

  /// The white space behind a callee, which the bracket of a call replaces.
  private func space(behind callee: Expression) -> SourceRange {
    let start = Int(callee.range.end)
    let count = source.bytes[start...].prefix(1_000).prefix { StringDecoder.isSpace($0) }.count
    return SourceRange(start, start + count)
  }

  private static func isPath(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name: true
    case .member(let base, _, isOptional: false): isPath(base)
    default: false
    }
  }
}
