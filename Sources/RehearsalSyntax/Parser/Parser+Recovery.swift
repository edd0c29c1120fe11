// Error recovery: each mistake gets one diagnostic, and the next mistake its own. An error ends at
// the next `,` or closing bracket inside brackets, and at the end of the statement outside; until
// there `isRecovering` suppresses further diagnostics.

extension Parser {
  /// Reports a fault after which the parser knows how to continue.
  func report(_ diagnostic: SyntaxDiagnostic) {
    if !isRecovering { diagnostics.append(diagnostic) }
  }

  /// Reports a fault and keeps silent until a safe place.
  func fail(_ diagnostic: SyntaxDiagnostic) {
    defer { isRecovering = true }
    guard !isRecovering else { return }
    // An operator that does not exist is the fault, whatever was expected instead.
    if case .foreignOperator(let mark) = current.kind, diagnostic.range == current.range {
      diagnostics.append(.foreignOperator(mark, current.range))
      return
    }
    // Where a value or name is missing after a bracket without an end, the bracket is the fault.
    if let opening = openBrackets.last, brackets.closer(of: opening) == nil, !isAtEnd,
      BracketTable.isOpening(tokens[opening].kind), !tokens[opening].isMark(.leftBrace),
      diagnostic.identifier == .expectedExpression || diagnostic.identifier == .expectedName
    {
      diagnostics.append(unclosed(opening))
      return
    }
    guard isAtEnd else {
      diagnostics.append(diagnostic)
      return
    }
    // At the end of the file the bracket that is open is the better thing to say, and only once.
    guard !hasReportedEnd else { return }
    hasReportedEnd = true
    let opening = openBrackets.last { BracketTable.isOpening(tokens[$0].kind) }
    diagnostics.append(opening.map { unclosed($0) } ?? diagnostic)
  }

  /// The words for what is at the current place.
  var foundDescription: String {
    switch current.kind {
    case .endOfFile: "the end of the file"
    case .stringStart, .multilineStringStart: "a string"
    case .interpolationEnd: "the end of the interpolation"
    default:
      current.newlineBefore && newlinesEnd ? "the end of the line" : quoted(current)
    }
  }

  /// A token as it is written, shortened.
  func quoted(_ token: Token) -> String {
    let text = source.text(in: token.range)
    return text.utf8.count > 40 ? "`\(text.prefix(40))…`" : "`\(text)`"
  }

  /// The place to mark for what is missing: the token found, or the end of the line before it.
  var errorRange: SourceRange {
    isAtEnd || (current.newlineBefore && newlinesEnd) ? missingRange : current.range
  }

  /// Steps over a token, or over everything up to its closing one.
  func skipBalanced() {
    if let closer = brackets.closer(of: index), closer > index { index = closer }
    advance()
  }

  /// After a faulty element of a bracketed list: goes to the next `,` or the end of the list.
  func recover(in bracket: BracketScope) {
    guard isRecovering, let closer = brackets.closer(of: bracket.index) else { return }
    while index < closer, !at(.comma) { skipBalanced() }
    isRecovering = false
  }

  /// After an element that must be the only one of its bracket: goes to the closing bracket.
  func skipToCloser(of bracket: BracketScope) {
    guard let closer = brackets.closer(of: bracket.index) else { return }
    while index < closer { skipBalanced() }
    isRecovering = false
  }

  /// After a faulty header: goes to the block that follows on the same line.
  func recoverToBlock() {
    guard isRecovering else { return }
    while !at(.leftBrace), !isAtStatementEnd { skipBalanced() }
    if at(.leftBrace) { isRecovering = false }
  }

  /// Consumes the end of a statement: `;`, a line end, or the end of the body.
  func endStatement(begunAt first: Int) {
    if isRecovering || index == first { skipToStatementEnd(begunAt: first) }
    if isAtStatementEnd {
      isRecovering = false
      _ = consume(.semicolon)
      return
    }
    if current.kind == .invalid { isRecovering = true }
    // What follows is read in silence: whatever it lacks, the separator is the one mistake.
    fail(separatorDiagnostic(first))
  }

  /// Whether a statement ends before the current token, or with it if it is a `;`.
  var isAtStatementEnd: Bool {
    switch current.kind {
    case .endOfFile, .interpolationEnd, .punctuation(.semicolon), .punctuation(.rightBrace): true
    default: current.newlineBefore
    }
  }

  private func skipToStatementEnd(begunAt first: Int) {
    if index == first, current.kind != .interpolationEnd, !at(.rightBrace) { skipBalanced() }
    while !isAtStatementEnd { skipBalanced() }
  }

  /// The diagnostic for two statements on one line; a command call inside an expression reads so.
  private func separatorDiagnostic(_ first: Int) -> SyntaxDiagnostic {
    let last = tokens[index - 1]
    if case .foreignOperator(let mark) = current.kind {
      return .foreignOperator(mark, current.range)
    }
    if at(.rightParenthesis) || at(.rightBracket) {
      return .unmatchedBracket(current.range, quoted(current))
    }
    if current.kind == .keyword(.within) || current.kind == .keyword(.throughout) {
      return .waitWithoutExpectation(current.range, quoted(current), from: tokens[first].range)
    }
    if let mark = ForeignOperator.meant(by: source.text(in: current.range)) {
      return .wordForOperator(current.range, quoted(current), mark)
    }
    if last.kind == .name, source.text(in: last.range) == "not" {
      return .wordForOperator(last.range, quoted(last), PrefixOperator.not.rawValue)
    }
    if last.kind == .name, current.spaceBefore, beginsCommandArgument(index) {
      return .commandInExpression(name(of: last).text, current.range)
    }
    let beginsStatement = current.isWord || last.isMark(.rightBrace)
    return .expectedSeparator(
      found: foundDescription, at: current.range, insertAt: missingRange, proposes: beginsStatement)
  }

  /// Consumes the closing bracket, or says what is there instead.
  func consumeCloser(of opening: Int) {
    guard case .punctuation(let mark) = tokens[opening].kind, let closingMark = mark.closer else {
      return
    }
    if at(closingMark) {
      advance()
    } else if let closer = brackets.closer(of: opening), closer > index {
      fail(.expectedToken(closingMark.rawValue, found: foundDescription, at: errorRange))
      index = closer
      advance()
      isRecovering = false
    } else if case .punctuation(let found) = current.kind, found.isCloser,
      closingMark != .rightBrace,
      found != .rightBrace,
      !openBrackets.dropLast().contains(where: { brackets.closer(of: $0) == index })
    {
      report(.wrongCloser(current.range, closingMark, opening: tokens[opening].range))
      advance()
    } else {
      fail(unclosed(opening))
    }
  }

  /// The diagnostic for a bracket that is never closed.
  private func unclosed(_ opening: Int) -> SyntaxDiagnostic {
    let token = tokens[opening]
    guard case .punctuation(let mark) = token.kind, let closer = mark.closer else {
      return .unclosedBracket(token.range, closer: ")", insertAt: nil, likely: nil)
    }
    let isBlock = mark == .leftBrace
    return .unclosedBracket(
      token.range, closer: closer.rawValue, insertAt: isBlock ? nil : missingRange,
      likely: isBlock ? likelyUnclosed(from: opening) : nil)
  }

  /// The `{` after an unclosed one whose `}` is indented less than its line, if there is one:
  /// that one is probably where the `}` is missing.
  ///
  /// The look is bounded, for a hostile text may hold many unclosed brackets.
  private func likelyUnclosed(from opening: Int) -> SourceRange? {
    guard diagnostics.excess == 0 else { return nil }
    for index in (opening + 1)..<min(max(opening + 1, tokens.count), opening + 10_000)
    where tokens[index].isMark(.leftBrace) {
      guard let closer = brackets.closer(of: index) else { continue }
      let inner = tokens[closer]
      if inner.newlineBefore,
        indentation(at: inner.range) < indentation(at: tokens[index].range)
      {
        return tokens[index].range
      }
    }
    return nil
  }

  /// The number of white-space bytes that the line of a place begins with.
  private func indentation(at range: SourceRange) -> Int {
    let reach = source.bytes[..<Int(range.start)].suffix(1_000)
    let lineStart = reach.lastIndex { $0.isLineEnd }.map { $0 + 1 } ?? reach.startIndex
    return source.bytes[lineStart...].prefix { $0.isBlank }.count
  }
}
