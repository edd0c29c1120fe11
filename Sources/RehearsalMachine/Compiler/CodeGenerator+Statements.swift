// Statements in their order. Every loop tests at its end where it can, so that a turn costs one
// jump; every scope gives its registers back.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits the statements of a block in a scope of their own.
  func compile(_ statements: [Statement]) {
    withScope {
      let mark = locals.count
      openBlocks.append(statements)
      declareFunctions(of: statements, since: mark)
      for statement in statements { compile(statement, since: mark) }
      checkReachability(of: statements)
      openBlocks.removeLast()
    }
  }

  /// Emits a statement of the scope that begins at `mark`.
  func compile(_ statement: Statement, since mark: Int) {
    switch statement.kind {
    case .expression(let expression): compileStatement(expression)
    case .variable(let declaration): compile(declaration, at: statement.range, since: mark)
    case .assignment(let assignment): compile(assignment, at: statement.range)
    case .conditional(let conditional): compile(conditional)
    case .guarded(let conditions, let block): compileGuard(conditions, block, since: mark)
    case .whileLoop(let conditions, let body):
      withLoopConstants(in: statement.range) { compileWhile(conditions, body) }
    case .forLoop(let loop):
      withLoopConstants(in: statement.range) { compile(loop) }
    case .breakLoop: compileJump(out: true, at: statement.range)
    case .continueLoop: compileJump(out: false, at: statement.range)
    case .returned(let value): compileReturn(value, at: statement.range)
    case .expectation(let expectation): compile(expectation, at: statement.range)
    case .function(let declaration): compileLocalFunction(declaration)
    case .importFile, .device, .app, .scenario, .missing: break
    }
    builder.release(to: builder.variableTop)
  }

  private func compileStatement(_ expression: Expression) {
    let diagnosticCount = diagnostics.count
    if case .call(let call) = expression.unparenthesized.kind {
      compile(call, at: expression.range, into: nil)
    } else {
      compile(expression, into: builder.allocate())
    }
    // A call that is wrong is not lost as well.
    if diagnostics.count == diagnosticCount { checkUse(of: expression) }
  }

  private func compile(
    _ declaration: VariableDeclaration, at range: SourceRange, since mark: Int
  ) {
    let register = builder.allocate()
    compile(declaration.value, into: register, .kept)
    let isCell = scripts[current].facts.cells.contains(declaration.name.range.start)
    if isCell { builder.emit(.makeCell, a: register, at: declaration.name.range) }
    builder.keepAllocated()
    checkUnique(declaration.name, since: mark)
    declare(
      declaration.name, declaration.isMutable ? .variable : .constant, register: register,
      isCell: isCell, start: range.start)
  }

  private func compileReturn(_ value: Expression?, at range: SourceRange) {
    if let value {
      compileReturn(of: value, at: range)
    } else {
      builder.emit(.returnNil, at: range)
    }
  }
}

// MARK: - Choices

extension CodeGenerator {
  private func compile(_ conditional: ConditionalStatement) {
    let end = builder.newLabel()
    var next: ConditionalStatement? = conditional
    while let current = next {
      next = nil
      let otherwise = builder.newLabel()
      withScope {
        branch(on: current.conditions, unless: otherwise)
        compile(current.body.statements)
      }
      if !current.alternative.isEmpty && !builder.isUnreachable {
        builder.emitJump(.jump, to: end, at: current.body.range.endPoint)
      }
      builder.bind(otherwise)
      switch current.alternative.first {
      case .block(let block): compile(block.statements)
      case .conditional(let inner, _): next = inner
      case nil: break
      }
    }
    builder.bind(end)
  }

  /// What a `guard` binds is in scope behind it, and not in its `else`.
  private func compileGuard(_ conditions: [Condition], _ block: Block, since mark: Int) {
    let holds = builder.newLabel()
    let fails = builder.newLabel()
    let firstBound = locals.count
    branch(on: conditions, unless: fails, else: holds)
    let bound = (firstBound..<locals.count).map { locals[$0] }
    locals.leave(to: firstBound)
    builder.bind(fails)
    compile(block.statements)
    if !leavesGuard(block) { report(.guardFallsThrough(block.range)) }
    if !builder.isUnreachable { builder.emit(.returnNil, at: block.range.endPoint) }
    builder.bind(holds)
    for local in bound {
      checkUnique(local.name, since: mark)
      locals.declare(names.number(of: local.name.text), local)
    }
  }
}

// MARK: - Loops

extension CodeGenerator {
  private func compileWhile(_ conditions: [Condition], _ body: Block) {
    let test = builder.newLabel()
    let end = builder.newLabel()
    if let condition = conditions.onlyExpression {
      let top = builder.newLabel()
      builder.emitJump(.jump, to: test, at: condition.range)
      builder.bind(top)
      compileLoopBody(body, breakLabel: end, continueLabel: test)
      builder.bind(test)
      branch(on: condition, to: top, when: true)
    } else {
      builder.bind(test)
      withScope {
        branch(on: conditions, unless: end)
        compileLoopBody(body, breakLabel: end, continueLabel: test)
        builder.emitJump(.jump, to: test, at: body.range.endPoint)
      }
    }
    builder.bind(end)
  }

  private func compileLoopBody(
    _ body: Block, breakLabel: FunctionBuilder.Label, continueLabel: FunctionBuilder.Label
  ) {
    builder.loops.append(
      FunctionBuilder.Loop(breakLabel: breakLabel, continueLabel: continueLabel))
    compile(body.statements)
    builder.loops.removeLast()
  }

  private func compile(_ loop: ForLoop) {
    withScope {
      if loop.names.count == 1,
        case .range(let lower?, let upper?, let isClosed) = loop.sequence.unparenthesized.kind
      {
        compileRangeLoop(loop, lower, upper, isClosed)
      } else {
        compileSequenceLoop(loop)
      }
    }
  }

  private func compileRangeLoop(
    _ loop: ForLoop, _ lower: Expression, _ upper: Expression, _ isClosed: Bool
  ) {
    let state = builder.allocate(3)
    compile(lower, into: state)
    compile(upper, into: state + 1)
    builder.keepAllocated()
    let top = builder.newLabel()
    let next = builder.newLabel()
    let end = builder.newLabel()
    builder.emitJump(
      .beginRangeLoop, a: state, b: isClosed ? 1 : 0, to: end, at: loop.sequence.range)
    builder.bind(top)
    declareLoopNames(loop, first: state + 2)
    compileLoopBody(loop.body, breakLabel: end, continueLabel: next)
    builder.bind(next)
    builder.emitJump(.nextRangeTurn, a: state, to: top, at: loop.sequence.range)
    builder.bind(end)
  }

  private func compileSequenceLoop(_ loop: ForLoop) {
    let state = builder.allocate(2)
    let sequence = operand(loop.sequence)
    builder.emit(.beginLoop, a: state, b: sequence, at: loop.sequence.range)
    builder.release(to: state + 2)
    let element = builder.allocate(max(1, loop.names.count))
    builder.keepAllocated()
    let top = builder.newLabel()
    let next = builder.newLabel()
    let end = builder.newLabel()
    builder.emitJump(.jump, to: next, at: loop.sequence.range)
    builder.bind(top)
    declareLoopNames(loop, first: element)
    compileLoopBody(loop.body, breakLabel: end, continueLabel: next)
    builder.bind(next)
    builder.emitJump(
      loop.names.count == 2 ? .nextPairTurn : .nextTurn, a: state, b: element, to: top,
      at: loop.sequence.range)
    builder.bind(end)
  }

  private func declareLoopNames(_ loop: ForLoop, first: Int) {
    let mark = locals.count
    for (index, name) in loop.names.enumerated() {
      checkUnique(name, since: mark)
      declare(name, .loopName, register: first + index)
    }
  }

  /// `break` and `continue`; the parser has seen to it that they stand in a loop.
  private func compileJump(out: Bool, at range: SourceRange) {
    guard let loop = builder.loops.last else { return }
    builder.emitJump(.jump, to: out ? loop.breakLabel : loop.continueLabel, at: range)
  }
}

extension [Condition] {
  /// The condition where there is one only, and it binds nothing.
  fileprivate var onlyExpression: Expression? {
    guard count == 1, case .expression(let expression) = self[0] else { return nil }
    return expression
  }
}
