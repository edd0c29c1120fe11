// Statements and their blocks. The first token tells which statement it is; one that begins with no
// keyword is a declaration in its shape, a command call, an assignment or an expression.

extension Parser {
  /// The statements up to the `}` of a block, or to the end of the file.
  func statements(of body: Body, in block: BracketScope?) -> [Statement] {
    var statements: [Statement] = []
    var unused: [Int] = []
    while !isAtBodyEnd(block) {
      if consume(.semicolon) { continue }
      let first = index
      let diagnosticCount = diagnostics.count
      let isSilent = isRecovering
      let statement = statement(in: body)
      var isUnused = false
      if case .expression(let value) = statement.kind { isUnused = Self.isLost(value) }
      if isSilent || isRecovering || diagnostics.count > diagnosticCount { isUnused = false }
      if isUnused, at(.comma) {
        // `print -1, 2` is one mistake: it was to be a call.
        reportLost(statement, isResult: false)
        isRecovering = true
      }
      endStatement(begunAt: first)
      if isUnused, !isRecovering, diagnostics.count == diagnosticCount {
        unused.append(statements.count)
      }
      statements.append(statement)
      if block == nil { hasReportedDepth = false }
    }
    reportLost(unused, among: statements, of: body)
    return statements
  }

  private func isAtBodyEnd(_ block: BracketScope?) -> Bool {
    guard let block else {
      while at(.rightBrace) || current.kind == .interpolationEnd {
        report(.unmatchedBracket(current.range, quoted(current)))
        advance()
      }
      return isAtEnd
    }
    if isAtEnd || at(.rightBrace) || current.kind == .interpolationEnd { return true }
    // A block without an end does not swallow the declarations of the file after it.
    return brackets.closer(of: block.index) == nil && current.newlineBefore
      && (contextualKeyword(in: .file) != nil)
  }

  func statement(in body: Body) -> Statement {
    skipModifiers()
    let start = start
    let kind: Statement.Kind
    switch current.kind {
    case .keyword(let keyword):
      kind = statement(startingWith: keyword, in: body)
    case .foreignWord(let word) where word.role != .prefix && word.role != .value:
      kind = foreignStatement(word)
    case .name:
      kind = nameStatement(in: body)
    case .punctuation(.rightParenthesis), .punctuation(.rightBracket):
      fail(.unmatchedBracket(current.range, quoted(current)))
      advance()
      kind = .missing
    default:
      kind = expressionStatement()
    }
    return Statement(kind, range(from: start))
  }

  private func statement(startingWith keyword: Keyword, in body: Body) -> Statement.Kind {
    switch keyword {
    case .let, .var: return variableDeclaration().map { .variable($0) } ?? .missing
    case .func: return functionDeclaration().map { .function($0) } ?? .missing
    case .if: return .conditional(conditional())
    case .guard: return guardStatement()
    case .while: return whileLoop()
    case .for: return forLoop()
    case .return: return returnStatement()
    case .break, .continue: return jump(keyword)
    case .expect: return .expectation(expectation())
    case .import: return importStatement(in: body)
    case .choose: return choice(in: body)
    case .else, .in, .within, .throughout, .or:
      fail(.strayKeyword(keyword, current.range))
      advance()
      return .missing
    case .true, .false, .nil: return expressionStatement()
    }
  }

  /// A statement that begins with a name: a declaration where one is allowed in this shape.
  private func nameStatement(in body: Body) -> Statement.Kind {
    switch body {
    case .file:
      if let word = contextualKeyword(in: .file) { return declaration(word) }
    case .exploration:
      if let word = contextualKeyword(in: .exploration) { return explorationPart(word) }
    case .scenario, .function, .block:
      // No call is written so: a closure holds no entries.
      guard contextualKeyword(in: .file) == .device, peek(2).isWord, peek(3).isMark(.colon) else {
        break
      }
      report(.misplacedDevice(current.range))
      silently { _ = $0.declaration(.device) }
      return .missing
    }
    return expressionStatement()
  }

  private func expressionStatement() -> Statement.Kind {
    let target = isAtCommandCall ? commandCall() : expression()
    guard case .assignment(let assignmentOperator) = current.kind else {
      return .expression(target)
    }
    let operatorRange = current.range
    if current.newlineBefore { report(.assignmentOnNewLine(operatorRange, assignmentOperator)) }
    advance()
    if !isRecovering, !Self.isPlace(target) { report(.invalidAssignmentTarget(target)) }
    let value = expression()
    if case .assignment = current.kind { fail(.assignmentInExpression(current.range)) }
    return .assignment(
      Assignment(
        target: target, assignmentOperator: assignmentOperator, operatorRange: operatorRange,
        value: value))
  }

  /// Whether an expression is a path of members and subscripts from a name.
  private static func isPlace(_ target: Expression) -> Bool {
    var part = target
    while true {
      switch part.kind {
      case .name(let name): return name.text != "_" || name.range.count > 1
      case .missing: return true
      case .member(let base, _, isOptional: false): part = base
      case .subscripted(let base, _): part = base
      default: return false
      }
    }
  }

  private func returnStatement() -> Statement.Kind {
    let keyword = current.range
    advance()
    if !isInFunction { report(.returnOutsideFunction(keyword)) }
    switch current.kind {
    case .endOfFile, .punctuation(.rightBrace), .punctuation(.semicolon), .interpolationEnd:
      return .returned(nil)
    default:
      return .returned(current.newlineBefore ? nil : expression())
    }
  }

  private func jump(_ keyword: Keyword) -> Statement.Kind {
    if !isInLoop { report(.jumpOutsideLoop(keyword, current.range)) }
    advance()
    return keyword == .break ? .breakLoop : .continueLoop
  }

  /// `expect condition [within duration | throughout duration] [, message]`.
  private func expectation() -> Expectation {
    let frame = beginFrame()
    advance()
    let condition = conditionExpression()
    var timing = Expectation.Timing.immediately
    if consume(.within) {
      timing = .within(expression())
    } else if consume(.throughout) {
      timing = .throughout(expression())
    }
    let comma = current.range
    let message = consume(.comma) ? expression() : nil
    if let message { checkMessage(message, after: comma, of: condition, timing) }
    endFrame(frame)
    return Expectation(condition: condition, timing: timing, message: message)
  }

  /// A message is a string literal: a second condition would never be checked.
  private func checkMessage(
    _ message: Expression, after comma: SourceRange, of condition: Expression,
    _ timing: Expectation.Timing
  ) {
    switch message.kind {
    case .string, .missing: return
    default: break
    }
    guard !isRecovering else { return }
    var joins = false
    if case .immediately = timing { joins = condition.bindsLikeAnd && message.bindsLikeAnd }
    report(.messageIsNoText(message, comma: joins ? comma : nil))
  }
}

// MARK: - Conditions, loops and blocks

extension Parser {
  /// A block in braces; where the `{` is missing, the statements are read all the same if the
  /// text has a `}` to spare.
  func block(_ body: Body, after what: String) -> Block {
    let start = start
    guard at(.leftBrace) else {
      fail(.expectedBlock(what, found: foundDescription, at: errorRange))
      return Block(statements: blockWithoutBrace(body), range: range(from: start))
    }
    guard let bracket = openBracket() else {
      return Block(statements: [], range: range(from: start))
    }
    let statements = statements(of: body, in: bracket)
    let fits = closeBracket(bracket)
    return Block(statements: fits ? statements : [], range: range(from: start))
  }

  /// The body after a missing `{`.
  ///
  /// Its `}` is taken, so that it closes nothing else.
  private func blockWithoutBrace(_ body: Body) -> [Statement] {
    guard brackets.lastStrayBrace >= index, current.newlineBefore, index > 0,
      openBrackets.count < limits.nesting
    else { return [] }
    isRecovering = false
    let missing = BracketScope(
      index: index - 1, outerNewlinesEnd: newlinesEnd, outerTrailingClosures: trailingClosures,
      outerHeight: height)
    openBrackets.append(missing.index)
    (newlinesEnd, trailingClosures) = (true, .allowed)
    let statements = statements(of: body, in: missing)
    _ = consume(.rightBrace)
    (newlinesEnd, trailingClosures) = (missing.outerNewlinesEnd, missing.outerTrailingClosures)
    openBrackets.removeLast()
    return statements
  }

  /// A block after a header.
  private func headerBlock(_ keyword: Keyword) -> Block {
    recoverToBlock()
    return block(.block, after: "`\(keyword.rawValue)`")
  }

  /// Whether the place is in the header of a statement, outside brackets.
  var isInHeader: Bool { trailingClosures == .header || trailingClosures == .guardHeader }

  /// Whether the `{` here is in a header and is a closure all the same: after its `}` the
  /// header continues.
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
      if addNode() { parts.append((start, conditions, body)) } else { parts = [] }
      guard consume(.else) else { break }
      if !at(.if) {
        last = block(.block, after: "`else`")
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

  private func guardStatement() -> Statement.Kind {
    let frame = beginFrame()
    advance()
    let conditions = conditions(.guardHeader)
    if isRecovering {
      while !at(.else), !isAtStatementEnd { skipBalanced() }
      if at(.else) { isRecovering = false }
    }
    if !consume(.else) {
      let diagnostic = SyntaxDiagnostic.expectedElse(found: foundDescription, at: errorRange)
      if at(.leftBrace) { report(diagnostic) } else { fail(diagnostic) }
    }
    let body = block(.block, after: "`guard … else`")
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
    if !isRecovering, !consume(.in) {
      fail(.expectedToken("in", found: foundDescription, at: errorRange))
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
    } while consume(.comma) && !isRecovering
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
    } while consume(.comma) && !isRecovering
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

// MARK: - Unused values

extension Parser {
  /// Whether the value of a statement of this expression is lost, rather than that of a call.
  private static func isLost(_ expression: Expression) -> Bool {
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
  private func reportLost(_ positions: [Int], among statements: [Statement], of body: Body) {
    if body == .function && statements.count == 1 || body == .file && mode == .prompt { return }
    for position in positions {
      let isLast = position == statements.count - 1
      reportLost(statements[position], isResult: body == .function && isLast)
    }
  }

  /// Reports a lost value.
  ///
  /// `isResult` tells whether it would be the result of a function if it said `return`.
  private func reportLost(_ statement: Statement, isResult: Bool) {
    guard case .expression(let value) = statement.kind else { return }
    if case .closure = value.kind {
      report(.blockOfItsOwn(value.range))
      return
    }
    let proposal: SyntaxDiagnostic.LostValueProposal =
      switch value.kind {
      case .name(let name): Self.proposal(for: name)
      case .member: .emptyParentheses
      case .subscripted(let callee, _) where Self.isPath(callee):
        .arguments(space(after: callee))
      case .binary: binaryProposal(value) ?? (isResult ? .result : .none)
      default: isResult ? .result : .none
      }
    report(.lostValue(value.range, source.text(in: value.range), proposal))
  }

  /// What to write instead of a name alone: `lock` is a word of other tools, `unlock` a verb.
  private static func proposal(for name: Name) -> SyntaxDiagnostic.LostValueProposal {
    NeighbouringTools.advice[name.text].map { .foreignWord($0) } ?? .emptyParentheses
  }

  /// What to write instead of an expression with operators: `print -1 + 2` was to be a call.
  private func binaryProposal(_ value: Expression) -> SyntaxDiagnostic.LostValueProposal? {
    if case .binary(.equal, _, _, _) = value.kind { return .expectation }
    var left = value
    while case .binary(let mark, _, let operand, _) = left.kind {
      if mark == .subtract, Self.isPath(operand) {
        return .arguments(space(after: operand))
      }
      left = operand
    }
    return nil
  }

  /// The white space after a callee, which the bracket of a call replaces.
  private func space(after callee: Expression) -> SourceRange {
    let start = Int(callee.range.end)
    let count = source.bytes[start...].prefix(1_000).prefix { $0.isBlank }.count
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

extension Expression {
  /// Whether it can be joined with another condition by `&&` as is.
  fileprivate var bindsLikeAnd: Bool {
    switch kind {
    case .binary(let operation, _, _, _): operation != .or
    case .conditional, .missing: false
    default: true
    }
  }
}
