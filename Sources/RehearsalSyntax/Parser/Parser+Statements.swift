// Bodies and the statements in them. A statement is known by its first token; what begins with no
// keyword is a declaration in its shape, a command call, an assignment or an expression.

extension Parser {
  /// The statements up to the `}` of a block, or to the end of the file.
  func statements(of body: Body, in block: Bracket?) -> [Statement] {
    var statements: [Statement] = []
    var unused: [Int] = []
    while !isAtBodyEnd(block) {
      if take(.semicolon) { continue }
      let first = index
      let faultCount = findings.count
      let isSilent = isRecovering
      let statement = statement(in: body)
      var isUnused = false
      if case .expression(let value) = statement.kind { isUnused = Self.isLost(value) }
      if isSilent || isRecovering || findings.count > faultCount { isUnused = false }
      if isUnused, at(.comma) {
        // `print -1, 2` is one mistake: it was to be a call.
        reportLost(statement, isResult: false)
        isRecovering = true
      }
      endStatement(begunAt: first)
      if isUnused, !isRecovering, findings.count == faultCount { unused.append(statements.count) }
      statements.append(statement)
      if block == nil { hasReportedDepth = false }
    }
    reportLost(unused, among: statements, of: body)
    return statements
  }

  private func isAtBodyEnd(_ block: Bracket?) -> Bool {
    guard let block else {
      while at(.rightBrace) || current.kind == .interpolationEnd {
        report(.unmatchedBracket(current.range, quoted(current)))
        advance()
      }
      return isAtEnd
    }
    if isAtEnd || at(.rightBrace) || current.kind == .interpolationEnd { return true }
    // A block without an end does not swallow the declarations of the file behind it.
    return brackets.closer(of: block.index) == nil && current.newlineBefore
      && (contextualWord(in: .file) != nil)
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
    case .choose, .or: return choice()
    case .else, .in, .within, .throughout:
      fail(.strayKeyword(keyword, current.range))
      advance()
      return .missing
    case .true, .false, .nil: return expressionStatement()
    }
  }

  /// A statement that begins with a name: a declaration where one may stand in this shape.
  private func nameStatement(in body: Body) -> Statement.Kind {
    if body == .file || body == .scenario, let word = contextualWord(in: .file),
      body == .file || word == .always
    {
      return declaration(word)
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
    var patience = Expectation.Patience.immediately
    if take(.within) {
      patience = .within(expression())
    } else if take(.throughout) {
      patience = .throughout(expression())
    }
    let message = take(.comma) ? expression() : nil
    endFrame(frame)
    return Expectation(condition: condition, patience: patience, message: message)
  }

  /// `choose { } or { }` has no meaning yet: it is read and left out.
  private func choice() -> Statement.Kind {
    report(.reservedForLater(current.range, source.text(in: current.range)))
    let outer = isRecovering
    isRecovering = true
    repeat {
      advance()
      if at(.leftBrace) { skipOne() }
    } while at(.or) && !isAtEnd
    isRecovering = outer
    return .missing
  }
}
