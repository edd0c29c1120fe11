// Statements in their order: what they declare and for how long.

import RehearsalInterface
import RehearsalSyntax

extension Resolver {
  /// The statements of a block, in a scope of their own.
  func resolve(_ statements: [Statement]) {
    withScope {
      let mark = context.openLocals.count
      context.openBlocks.append(statements)
      declareFunctions(of: statements, since: mark)
      for statement in statements { resolve(statement, since: mark) }
      context.openBlocks.removeLast()
    }
  }

  /// Declares the functions of a block, which are known from its beginning on.
  private func declareFunctions(of statements: [Statement], since mark: Int) {
    for statement in statements {
      guard case .function(let declaration) = statement.kind else { continue }
      context.checkUnique(declaration.name, since: mark)
      declare(declaration)
    }
  }

  /// A statement of the scope that begins at `mark`.
  func resolve(_ statement: Statement, since mark: Int) {
    switch statement.kind {
    case .expression(let expression): resolve(expression)
    case .variable(let declaration):
      resolve(declaration.value)
      context.checkUnique(declaration.name, since: mark)
      declare(
        declaration.name, declaration.isMutable ? .variable : .constant,
        start: statement.range.start, value: declaration.isMutable ? nil : declaration.value)
    case .assignment(let assignment): resolve(assignment, at: statement.range)
    case .conditional(let conditional): resolve(conditional)
    case .guarded(let conditions, let block): resolveGuard(conditions, block, since: mark)
    case .whileLoop(let conditions, let body):
      facts.loopDepths[statement.range.start] = depth
      withScope {
        resolve(conditions)
        resolve(body.statements)
      }
    case .forLoop(let loop):
      facts.loopDepths[statement.range.start] = depth
      resolve(loop)
    case .returned(let value): if let value { resolve(value) }
    case .expectation(let expectation): resolve(expectation, at: statement.range)
    case .function(let declaration): resolveLocalFunction(declaration)
    case .choice(let blocks): resolve(choice: blocks, at: statement.range)
    case .steering(let value): resolve(steering: value, at: statement.range)
    case .breakLoop, .continueLoop, .importFile, .device, .app, .scenario, .setup, .exploration,
      .alternatives, .property, .observer, .missing:
      break
    }
  }

  private func resolveLocalFunction(_ declaration: FunctionDeclaration) {
    guard let local = context.local(declaredBy: declaration.name) else { return }
    let code = CodeEffects.Code.local(local, script: context.current)
    effects.enter(code) {
      resolveInner(
        declaration.parameters.map(\.name), defaults: declaration.parameters.map(\.defaultValue),
        local: local, declaration.body.statements)
    }
    noteCompletion(of: local)
    // A closure is made here, whoever calls it.
    let holder = effects.current
    ifClosure(local) { [effects] in
      effects.note(.refers(code), at: declaration.name.range, of: holder)
    }
  }

  private func resolve(_ conditional: ConditionalStatement) {
    var next: ConditionalStatement? = conditional
    while let current = next {
      next = nil
      withScope {
        resolve(current.conditions)
        resolve(current.body.statements)
      }
      switch current.alternative.first {
      case .block(let block): resolve(block.statements)
      case .conditional(let inner, _): next = inner
      case nil: break
      }
    }
  }

  /// What a `guard` binds is in scope after it, and not in its `else`.
  private func resolveGuard(_ conditions: [Condition], _ block: Block, since mark: Int) {
    let firstBound = context.openLocals.count
    resolve(conditions)
    let bound = context.openLocals.leave(to: firstBound)
    resolve(block.statements)
    for local in bound {
      let name = context.locals[local].name
      context.checkUnique(name, since: mark)
      context.openLocals.declare(context.number(of: name), local)
    }
  }

  private func resolve(_ conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): resolve(expression)
      case .binding(let name, let value):
        if let value { resolve(value) } else { resolve(name) }
        declare(name, .condition)
      }
    }
  }

  private func resolve(_ loop: ForLoop) {
    withScope {
      resolve(loop.sequence)
      let mark = context.openLocals.count
      for name in loop.names {
        context.checkUnique(name, since: mark)
        declare(name, .loopName)
      }
      resolve(loop.body.statements)
    }
  }

  private func resolve(_ expectation: Expectation, at range: SourceRange) {
    use(.expectation, of: .outside, at: range.keyword("expect"))
    switch expectation.timing {
    case .immediately: break
    case .within(let span), .throughout(let span): resolve(span)
    }
    resolve(expectation.condition)
    if let message = expectation.message { resolve(message) }
  }

  // MARK: - Choices of the world

  private func resolve(choice blocks: [Block], at range: SourceRange) {
    let place = range.keyword(Keyword.choose.rawValue)
    if let decide = context.host.choiceFunctions?.decide {
      noteHostCall(of: decide, at: place)
    } else {
      context.report(.noChoices(place))
    }
    for block in blocks { resolve(block.statements) }
  }

  private func resolve(steering value: Expression, at range: SourceRange) {
    let place = range.keyword(Keyword.choose.rawValue)
    guard let steer = context.host.choiceFunctions?.steer else {
      return context.report(.noChoices(place))
    }
    use(.function(Keyword.choose.rawValue), of: .outside, at: place)
    resolve(value)
    noteHostCall(of: steer, at: range)
  }

  private func noteHostCall(of name: String, at place: SourceRange) {
    guard let number = context.host.functions.firstIndex(where: { $0.name == name }) else { return }
    effects.note(.callsHost(number), at: place)
  }
}
