// Statements in their order, and conditions as control flow: a test jumps by the comparison itself,
// without making a Bool. Every loop tests at its end where it can, so that an iteration costs one
// jump; every scope gives its registers back.

import RehearsalCode
import RehearsalSyntax

extension CodeGenerator {
  /// Emits the statements of a block in a scope of their own.
  func compile(_ statements: [Statement]) {
    withScope {
      declareFunctions(of: statements)
      for statement in statements { compile(statement) }
    }
  }

  /// Emits a statement of the current scope.
  func compile(_ statement: Statement) {
    if statement.isRun { announce(statement.range) }
    switch statement.kind {
    case .expression(let expression): compileStatement(expression)
    case .variable(let declaration): compile(declaration)
    case .assignment(let assignment): compile(assignment, at: statement.range)
    case .conditional(let conditional): compile(conditional)
    case .guarded(let conditions, let block): compileGuard(conditions, block)
    case .whileLoop(let conditions, let body):
      withLoopConstants(in: statement.range) { compileWhile(conditions, body) }
    case .forLoop(let loop):
      withLoopConstants(in: statement.range) { compile(loop) }
    case .breakLoop: compileJump(out: true, at: statement.range)
    case .continueLoop: compileJump(out: false, at: statement.range)
    case .returned(let value): compileReturn(value, at: statement.range)
    case .expectation(let expectation):
      ExpectationCompiler(generator: self).compile(expectation, at: statement.range)
    case .function(let declaration): compileLocalFunction(declaration)
    case .choice(let blocks): compile(choice: blocks, at: statement.range)
    case .steering(let value): compile(steering: value, at: statement.range)
    case .importFile, .device, .app, .scenario, .setup, .exploration, .alternatives, .property,
      .observer, .missing:
      break
    }
    builder.release(to: builder.variableTop)
  }

  /// Emits the call that notifies an observer of the statement that comes next, with the variables
  /// of the current function.
  func announce(_ range: SourceRange) {
    guard let function = statementFunction, !context.isInPrelude, !builder.isUnreachable else {
      return
    }
    var names: [String] = []
    var shown: [Int] = []
    for number in openLocals.reversed() {
      let local = context.locals[number]
      guard local.depth == builder.depth, !local.isPlain, self[number].isComplete,
        !names.contains(local.name.text)
      else { continue }
      names.insert(local.name.text, at: 0)
      shown.insert(number, at: 0)
    }
    callAtTop(into: nil, at: range) { base in
      load(
        .string(Array(names.joined(separator: " ").utf8)), into: builder.allocate(), at: range)
      for local in shown {
        compile(local: local, into: builder.allocate(), .momentary, at: range)
      }
      builder.emit(.callHost, a: base, b: function, c: 1 + shown.count, at: range)
    }
  }

  private func compileStatement(_ expression: Expression) {
    if case .call(let call) = expression.unparenthesized.kind {
      compile(call, at: expression.range, into: nil)
    } else {
      compile(expression, into: builder.allocate())
    }
  }

  private func compile(_ declaration: VariableDeclaration) {
    let register = builder.allocate()
    compile(declaration.value, into: register, .kept)
    if let local = context.local(declaredBy: declaration.name), context.locals[local].isCell {
      builder.emit(.makeCell, a: register, at: declaration.name.range)
    }
    builder.keepAllocated()
    declare(declaration.name, at: LocalPlace(register: register))
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

  /// What a `guard` binds is in scope after it, and not in its `else`.
  private func compileGuard(_ conditions: [Condition], _ block: Block) {
    let holds = builder.newLabel()
    let fails = builder.newLabel()
    let firstBound = openLocals.count
    branch(on: conditions, unless: fails, else: holds)
    let bound = leaveScope(to: firstBound)
    builder.bind(fails)
    compile(block.statements)
    if !builder.isUnreachable { builder.emit(.returnNil, at: block.range.endPoint) }
    builder.bind(holds)
    reenter(bound)
  }
}

// MARK: - Choices of the world

extension CodeGenerator {
  /// Emits a choice between blocks.
  func compile(choice blocks: [Block], at range: SourceRange) {
    let place = range.keyword(Keyword.choose.rawValue)
    guard let decide = context.host.choiceFunctions?.decide else { return }
    let outcome = builder.allocate()
    emitHostCall(of: decide, into: outcome, at: place) {
      builder.emit(.loadInteger, a: $0, bc: blocks.count, at: place)
    }
    let end = builder.newLabel()
    for (number, block) in blocks.enumerated() {
      let next = builder.newLabel()
      if number < blocks.count - 1 {
        builder.emitJump(
          .jumpIfNotEqualImmediate, a: outcome, b: number, to: next, at: block.range)
      }
      compile(block.statements)
      if number < blocks.count - 1, !builder.isUnreachable {
        builder.emitJump(.jump, to: end, at: block.range.endPoint)
      }
      builder.bind(next)
    }
    builder.bind(end)
  }

  /// Emits how the next choice is to come out.
  func compile(steering value: Expression, at range: SourceRange) {
    guard let steer = context.host.choiceFunctions?.steer else { return }
    emitHostCall(of: steer, into: builder.allocate(), at: range) {
      compile(value, into: $0)
    }
  }

  /// Emits a call of a function of the host that takes one argument.
  private func emitHostCall(
    of name: String, into target: Int, at place: SourceRange, _ argument: (Int) -> Void
  ) {
    guard let number = context.host.functions.firstIndex(where: { $0.name == name }) else { return }
    callAtTop(into: target, at: place) { base in
      argument(builder.allocate())
      builder.emit(.callHost, a: base, b: number, c: 1, at: place)
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
    for (index, name) in loop.names.enumerated() {
      declare(name, at: LocalPlace(register: first + index))
    }
  }

  /// `break` and `continue`; the parser has ensured that they are in a loop.
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

// MARK: - Conditions

extension CodeGenerator {
  /// Emits the test of a condition and the jump to `label` where it comes out as `outcome`.
  func branch(on condition: Expression, to label: FunctionBuilder.Label, when outcome: Bool) {
    let mark = builder.nextRegister
    defer { builder.release(to: mark) }
    let condition = condition.unparenthesized
    switch condition.kind {
    case .boolean(let value):
      if value == outcome { builder.emitJump(.jump, to: label, at: condition.range) }
    case .prefix(.not, let inner): branch(on: inner, to: label, when: !outcome)
    case .binary(.and, _, let left, let right):
      branchJunction(left, right, to: label, when: outcome, decidedBy: false)
    case .binary(.or, _, let left, let right):
      branchJunction(left, right, to: label, when: outcome, decidedBy: true)
    case .binary(let operation, _, let left, let right) where operation.isComparison:
      branchComparison(operation, left, right, to: label, when: outcome, at: condition.range)
    default:
      let value = operand(condition)
      builder.emitJump(
        outcome ? .jumpIfTrue : .jumpIfFalse, a: value, to: label, at: condition.range)
    }
  }

  /// `&&` is decided by a false operand, `||` by a true one.
  private func branchJunction(
    _ left: Expression, _ right: Expression, to label: FunctionBuilder.Label, when outcome: Bool,
    decidedBy deciding: Bool
  ) {
    if outcome == deciding {
      branch(on: left, to: label, when: outcome)
      branch(on: right, to: label, when: outcome)
    } else {
      let decided = builder.newLabel()
      branch(on: left, to: decided, when: deciding)
      branch(on: right, to: label, when: outcome)
      builder.bind(decided)
    }
  }

  private func branchComparison(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
    to label: FunctionBuilder.Label, when outcome: Bool, at place: SourceRange
  ) {
    let first = operand(left, through: right.range.end)
    if operation.isEquality, case .nilLiteral = right.unparenthesized.kind {
      let jumpsIfNil = (operation == .equal) == outcome
      builder.emitJump(jumpsIfNil ? .jumpIfNil : .jumpIfNotNil, a: first, to: label, at: place)
    } else if let value = right.smallInteger {
      builder.emitJump(
        operation.immediateJump(when: outcome), a: first, b: value, to: label, at: place)
    } else {
      let second = operand(right)
      let isSwapped = operation == .greater || operation == .greaterOrEqual
      builder.emitJump(
        operation.jump(when: outcome), a: isSwapped ? second : first,
        b: isSwapped ? first : second, to: label, at: place)
    }
  }

  /// Tests conditions from left to right, binds the names they bind, and jumps to `label` unless
  /// all hold; with `holds`, jumps there where they do, and falls through to `label` otherwise.
  func branch(
    on conditions: [Condition], unless label: FunctionBuilder.Label,
    else holds: FunctionBuilder.Label? = nil
  ) {
    for (index, condition) in conditions.enumerated() {
      let holds = index == conditions.count - 1 ? holds : nil
      switch condition {
      case .expression(let expression):
        branch(on: expression, to: holds ?? label, when: holds != nil)
      case .binding(let name, let value):
        let register = builder.allocate()
        compile(value ?? Expression(.name(name), name.range), into: register, .kept)
        builder.release(to: register + 1)
        builder.keepAllocated()
        builder.emitJump(
          holds == nil ? .jumpIfNil : .jumpIfNotNil, a: register, to: holds ?? label,
          at: value?.range ?? name.range)
        declare(name, at: LocalPlace(register: register))
      }
    }
  }
}

extension BinaryOperator {
  /// The jump taken where the comparison of two registers comes out as `outcome`; those of `>`
  /// and `>=` take their registers in the other order.
  fileprivate func jump(when outcome: Bool) -> Operation {
    switch self {
    case .equal: outcome ? .jumpIfEqual : .jumpIfNotEqual
    case .notEqual: outcome ? .jumpIfNotEqual : .jumpIfEqual
    case .less, .greater: outcome ? .jumpIfLess : .jumpIfNotLess
    default: outcome ? .jumpIfLessOrEqual : .jumpIfNotLessOrEqual
    }
  }

  /// The jump taken where the comparison with a small integer comes out as `outcome`.
  fileprivate func immediateJump(when outcome: Bool) -> Operation {
    switch self {
    case .equal: outcome ? .jumpIfEqualImmediate : .jumpIfNotEqualImmediate
    case .notEqual: outcome ? .jumpIfNotEqualImmediate : .jumpIfEqualImmediate
    case .less: outcome ? .jumpIfLessImmediate : .jumpIfNotLessImmediate
    case .greater: outcome ? .jumpIfGreaterImmediate : .jumpIfNotGreaterImmediate
    case .greaterOrEqual:
      outcome ? .jumpIfGreaterOrEqualImmediate : .jumpIfNotGreaterOrEqualImmediate
    default: outcome ? .jumpIfLessOrEqualImmediate : .jumpIfNotLessOrEqualImmediate
    }
  }
}

// MARK: - Constants of loops

// Constants that operators in a loop need are loaded into registers before the loop begins, not at
// each turn: half of the instructions of a numeric loop would be loads otherwise.

extension CodeGenerator {
  /// Emits a loop with its constants in registers.
  func withLoopConstants(in range: SourceRange, _ body: () -> Void) {
    let outer = builder.loopConstants
    withScope {
      for constant in context.facts.constants(ofLoop: range)
      where outer[constant] == nil {
        let register = builder.allocate()
        load(constant, into: register, at: SourceRange(Int(range.start), Int(range.start)))
        builder.loopConstants[constant] = register
      }
      builder.keepAllocated()
      body()
    }
    builder.loopConstants = outer
  }

  /// The register that holds a literal for the current loops.
  func loopConstant(_ expression: Expression) -> Int? {
    guard !builder.loopConstants.isEmpty, let constant = expression.literalConstant else {
      return nil
    }
    return builder.loopConstants[constant]
  }
}
