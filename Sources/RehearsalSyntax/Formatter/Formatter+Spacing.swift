// Which tokens of a line touch. All that are not named here have one space between them. The
// parser looks at some spaces; those are kept as the author wrote them.

extension Formatter {
  /// Whether a token touches the one before it on its line.
  func isTight(before token: Token) -> Bool {
    guard let previous else { return true }
    switch token.kind {
    case .stringText, .stringEnd, .interpolationStart, .interpolationEnd,
      .punctuation(.comma), .punctuation(.semicolon), .punctuation(.optionalDot),
      .punctuation(.rightParenthesis), .punctuation(.rightBracket):
      return true
    case .punctuation(.colon):
      return frames[frames.count - 1].openConditionals == 0
    case .punctuation(.dot) where isBehindOperand:
      // `press .home` has a symbol, `press.home` a member.
      return !token.spaceBefore
    case .punctuation(.leftParenthesis) where isBehindOperand,
      .punctuation(.leftBracket) where isBehindOperand,
      .range where isBehindOperand:
      return true
    default:
      return isTight(token, behind: previous)
    }
  }

  private func isTight(_ token: Token, behind previous: Token) -> Bool {
    switch previous.kind {
    case .stringStart, .multilineStringStart, .stringText, .interpolationStart, .interpolationEnd,
      .punctuation(.leftParenthesis), .punctuation(.leftBracket), .punctuation(.dot),
      .punctuation(.optionalDot):
      return true
    case .prefix, .range:
      return isMark(token) || previous.newlineBefore ? !token.spaceBefore : true
    case .binary(.subtract):
      // At the start of a line `- b` goes on with the line before, and `-b` does not.
      if previous.newlineBefore { return !token.spaceBefore }
      return isBehindSign && (isMark(token) ? !token.spaceBefore : true)
    default:
      return false
    }
  }

  /// Whether a token might become another one with an operator that touches it.
  private func isMark(_ token: Token) -> Bool {
    switch token.kind {
    case .prefix, .binary, .range, .punctuation(.dot): true
    default: false
    }
  }
}
