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

  /// Reports a lost value, except where it is the result of its body or echoed at the prompt.
  func reportLost(_ statement: Statement, isLast: Bool, of body: Body, count: Int) {
    guard case .expression(let value) = statement.kind else { return }
    switch body {
    case .function where count == 1: return
    case .file where mode == .prompt: return
    default: break
    }
    if case .closure = value.kind {
      report(.blockOfItsOwn(value.range))
      return
    }
    let proposal: Finding.LostValueProposal =
      switch value.kind {
      case .name, .member: .emptyParentheses
      case .subscripted(let callee, let index) where Self.isPath(callee):
        .arguments(
          behind: callee.range, SourceRange(Int(callee.range.end), Int(index.range.start)))
      case .binary(.subtract, let sign, let callee, _) where Self.isPath(callee):
        .arguments(behind: callee.range, SourceRange(Int(callee.range.end), Int(sign.start)))
      case .binary(.equal, _, _, _): .expectation
      default: body == .function && isLast ? .result : .none
      }
    report(.lostValue(value.range, source.text(in: value.range), proposal))
  }

  private static func isPath(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name: true
    case .member(let base, _, isOptional: false): isPath(base)
    default: false
    }
  }
}
