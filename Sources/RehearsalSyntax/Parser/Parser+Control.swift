// Statements with conditions and blocks: `if`, `guard`, `while`, `for`.

extension Parser {
  /// A block in braces; where the `{` is missing, the statements are read all the same if the
  /// text has a `}` to spare.
  func block(_ body: Body, behind what: String) -> Block {
    let start = start
    guard at(.leftBrace) else {
      fail(.expectedBlock(what, found: foundHere, at: faultRange))
      return Block(statements: blockWithoutBrace(body), range: range(from: start))
    }
    guard let bracket = openBracket() else {
      return Block(statements: [], range: range(from: start))
    }
    let statements = statements(of: body, in: bracket)
    let fits = closeBracket(bracket)
    return Block(statements: fits ? statements : [], range: range(from: start))
  }

  /// The body behind a missing `{`.
  ///
  /// Its `}` is taken, so that it closes nothing else.
  private func blockWithoutBrace(_ body: Body) -> [Statement] {
    guard brackets.lastStrayBrace >= index, current.newlineBefore, index > 0,
      openBrackets.count < limits.nesting
    else { return [] }
    isRecovering = false
    let missing = Bracket(
      index: index - 1, outerNewlinesEnd: newlinesEnd, outerTrailingClosures: trailingClosures,
      outerHeight: height)
    openBrackets.append(missing.index)
    (newlinesEnd, trailingClosures) = (true, .allowed)
    let statements = statements(of: body, in: missing)
    _ = take(.rightBrace)
    (newlinesEnd, trailingClosures) = (missing.outerNewlinesEnd, missing.outerTrailingClosures)
    openBrackets.removeLast()
    return statements
  }

  /// A block behind a header.
  private func headerBlock(_ keyword: Keyword) -> Block {
    recoverToBlock()
    return block(.block, behind: "`\(keyword.rawValue)`")
  }

  /// Whether the place is in the header of a statement, outside brackets.
  var isInHeader: Bool { trailingClosures == .header || trailingClosures == .guardHeader }

  /// Whether the `{` here stands in a header and is a closure all the same: behind its `}` the
  /// header goes on.
  var isAtClosureOfHeader: Bool {
    guard isInHeader, let closer = brackets.closer(of: index), closer + 1 < tokens.count else {
      return false
    }
    let next = tokens[closer + 1]
    guard !next.newlineBefore else { return false }
    switch next.kind {
    case .binary, .range: return true
    case .keyword(.else): return trailingClosures == .guardHeader
    case .punctuation(let mark):
      return [.leftBrace, .leftParenthesis, .leftBracket, .dot, .optionalDot, .comma, .question]
        .contains(mark)
    default: return false
    }
  }

  /// `if … { } else if … { } else { }`, read in a loop, for the chain may be long.
  func conditional() -> ConditionalStatement {
    let frame = beginFrame()
    var parts: [(start: Int, conditions: [Condition], body: Block)] = []
    var last: Block?
    repeat {
      let start = start
      advance()
      let conditions = conditions()
      let body = headerBlock(.if)
      if grow() { parts.append((start, conditions, body)) } else { parts = [] }
      guard take(.else) else { break }
      if !at(.if) {
        last = block(.block, behind: "`else`")
        break
      }
    } while true
    endFrame(frame)
    var alternative = last.map { ConditionalStatement.Alternative.block($0) }
    while parts.count > 1, let part = parts.popLast() {
      let conditional = ConditionalStatement(
        conditions: part.conditions, body: part.body, alternative: alternative)
      alternative = .conditional(conditional, range(from: part.start))
    }
    let empty = Block(statements: [], range: missingRange)
    return ConditionalStatement(
      conditions: parts.first?.conditions ?? [], body: parts.first?.body ?? empty,
      alternative: alternative)
  }

  func guardStatement() -> Statement.Kind {
    let frame = beginFrame()
    advance()
    let conditions = conditions(.guardHeader)
    if isRecovering {
      while !at(.else), !isAtStatementEnd { skipOne() }
      if at(.else) { isRecovering = false }
    }
    if !take(.else) {
      let finding = Finding.expectedElse(found: foundHere, at: faultRange)
      if at(.leftBrace) { report(finding) } else { fail(finding) }
    }
    let body = block(.block, behind: "`guard … else`")
    endFrame(frame)
    return .guarded(conditions, else: body)
  }

  func whileLoop() -> Statement.Kind {
    let frame = beginFrame()
    advance()
    let conditions = conditions()
    let body = loopBody(.while)
    endFrame(frame)
    return .whileLoop(conditions, body)
  }

  func forLoop() -> Statement.Kind {
    let frame = beginFrame()
    advance()
    let names = loopNames()
    if !isRecovering, !take(.in) {
      fail(.expectedToken("in", found: foundHere, at: faultRange))
    }
    let outer = trailingClosures
    trailingClosures = .header
    let sequence = isRecovering ? missingExpression : expression()
    if current.kind == .foreignWord(.where) {
      report(.foreignWord(.where, current.range))
      advance()
      _ = expression()
    }
    trailingClosures = outer
    let body = loopBody(.for)
    endFrame(frame)
    return .forLoop(ForLoop(names: names, sequence: sequence, body: body))
  }

  private func loopBody(_ keyword: Keyword) -> Block {
    let outer = isInLoop
    isInLoop = true
    defer { isInLoop = outer }
    return headerBlock(keyword)
  }

  /// `x`, or `(key, value)`.
  private func loopNames() -> [Name] {
    if at(.let) || at(.var) {
      let space = SourceRange(Int(current.range.end), Int(peek().range.start))
      report(.needlessLet(current.range, space: space, "a loop's name"))
      advance()
    }
    guard at(.leftParenthesis) else {
      let name = declaredName("a loop's name")
      rejectTypeAnnotation()
      return name.map { [$0] } ?? []
    }
    guard let bracket = openBracket() else { return [] }
    var names: [Name] = []
    repeat {
      if let name = declaredName("a loop's name") { names.append(name) }
    } while take(.comma) && !isRecovering
    recover(in: bracket)
    _ = closeBracket(bracket)
    if names.count > 2 { report(.tooManyLoopNames(names[2].range)) }
    return Array(names.prefix(2))
  }

  /// The comma-separated conditions of `if`, `guard` and `while`.
  private func conditions(_ header: TrailingClosures = .header) -> [Condition] {
    let outer = trailingClosures
    trailingClosures = header
    defer { trailingClosures = outer }
    var conditions: [Condition] = []
    repeat {
      conditions.append(condition())
    } while take(.comma) && !isRecovering
    return conditions
  }

  private func condition() -> Condition {
    if case .foreignWord(.case) = current.kind {
      fail(.foreignWord(.case, current.range))
      return .expression(missingExpression)
    }
    guard at(.let) || at(.var) else { return .expression(conditionExpression()) }
    if at(.var) { report(.variableInCondition(current.range)) }
    advance()
    guard let name = declaredName("the bound name") else { return .expression(missingExpression) }
    rejectTypeAnnotation()
    guard current.kind == .assignment(.assign) else { return .binding(name, nil) }
    advance()
    return .binding(name, expression())
  }

  /// An expression that is to be a Bool; `=` in it was meant as `==`.
  func conditionExpression() -> Expression {
    let condition = expression()
    guard case .assignment(let found) = current.kind, !current.newlineBefore else {
      return condition
    }
    report(.assignmentInCondition(current.range, found))
    advance()
    _ = expression()
    return missingExpression
  }
}
