// Statements, for the values that they move: declarations, assignments, conditions, loops, returns.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

extension Inference {
  /// Goes through the statements of a block.
  func walk(_ statements: [Statement]) {
    for case .function(let declaration) in statements.lazy.map(\.kind) {
      let number = function(declaration, script: context.current)
      declare(
        declaration.name, in: functions[number].result, .function(declaration), function: number)
    }
    for statement in statements { walk(statement) }
    show(.block(statements))
  }

  /// Goes through one statement.
  func walk(_ statement: Statement) {
    switch statement.kind {
    case .expression(let expression):
      extendedCell = cell(extendedBy: expression)
      _ = value(of: expression)
      extendedCell = nil
      show(.statement(expression))
    case .steering(let expression): _ = value(of: expression)
    case .variable(let declaration):
      let value = value(of: declaration.value)
      show(.kept(declaration.name, declaration.value))
      declare(
        declaration.name, value, declaration.isMutable ? .variable : .constant,
        given: declaration.value)
    case .assignment(let assignment): walk(assignment)
    case .conditional(let conditional): walk(conditional)
    case .guarded(let conditions, let block): walkGuard(conditions, block)
    case .whileLoop(let conditions, let body):
      walk(conditions)
      walk(body.statements)
    case .forLoop(let loop): walk(loop)
    case .returned(let value):
      let result = value.map { self.value(of: $0) } ?? .nothing
      if !results.isEmpty { results[results.count - 1].join(result) }
    case .expectation(let expectation): walk(expectation)
    case .function(let declaration):
      walk(function(declaration, script: context.current), declaration)
    case .choice(let blocks): for block in blocks { walk(block.statements) }
    case .breakLoop, .continueLoop, .importFile, .device, .app, .scenario, .setup, .exploration,
      .alternatives, .property, .observer, .missing:
      break
    }
  }

  private func walk(_ conditional: ConditionalStatement) {
    show(.conditional(conditional))
    let wasPrinting = isPrinting
    isPrinting = isPrinting || decidesOnlyOutput(conditional)
    defer { isPrinting = wasPrinting }
    var next: ConditionalStatement? = conditional
    while let current = next {
      next = nil
      walk(current.conditions)
      walk(current.body.statements)
      switch current.alternative.first {
      case .block(let block): walk(block.statements)
      case .conditional(let inner, _): next = inner
      case nil: break
      }
    }
  }

  /// Whether a conditional of a test decides what is printed, and no more.
  private func decidesOnlyOutput(_ conditional: ConditionalStatement) -> Bool {
    isReporting && isTest && context.currentUnit == nil && context.base == nil
      && OutputCode(context: context).isAll(of: conditional)
  }

  private func walkGuard(_ conditions: [Condition], _ block: Block) {
    walk(block.statements)
    show(.guardBlock(block))
    walk(conditions)
  }

  private func walk(_ conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): _ = value(of: expression)
      case .binding(let name, let bound):
        let value = bound.map { self.value(of: $0) } ?? self.value(of: name)
        declare(name, value.present, .condition)
      }
    }
  }

  private func walk(_ loop: ForLoop) {
    let sequence = value(of: loop.sequence)
    show(.loop(loop, over: sequence))
    if loop.names.count == 2 {
      let (first, second) = pair(of: sequence)
      declare(loop.names[0], first, .loopName)
      declare(loop.names[1], second, .loopName)
    } else if let name = loop.names.first {
      declare(name, sequence.element, .loopName)
    }
    walk(loop.body.statements)
  }

  /// What a loop over pairs gives: the keys and values of a map, or the entries of a list of two.
  private func pair(of sequence: InferredValue) -> (InferredValue, InferredValue) {
    if sequence.kinds == .map, let contents = sequence.contents, contents.map == nil {
      return (.any, contents.element)
    }
    guard sequence.kinds == .list, let entry = sequence.contents?.element.contents else {
      return (.any, .any)
    }
    for places in [[.text("offset"), .text("element")], [.index(0), .index(1)]]
      as [[Contents.Place]]
    {
      if let first = entry[places[0]], let second = entry[places[1]] { return (first, second) }
    }
    return (.any, .any)
  }

  private func walk(_ expectation: Expectation) {
    decide { _ = value(of: expectation.condition) }
    show(.expectation(expectation))
    switch expectation.timing {
    case .immediately: break
    case .within(let span), .throughout(let span): _ = value(of: span)
    }
    if let message = expectation.message { _ = value(of: message) }
  }

  /// The literal that a name of this file stands for whatever happens; another file may change.
  func literal(of name: Name) -> Expression? {
    switch context.meaning(of: name) {
    case .local(let local): return context.locals[local].value?.plainLiteral
    case .other(.global(let index)):
      let global = context.globals[index]
      guard !global.isMutable, global.script == context.current else { return nil }
      return global.value.plainLiteral
    case .other, .unknown: return nil
    }
  }

  // MARK: - Assignments

  /// The variable that a call only changes, such as by `append`.
  private func cell(extendedBy expression: Expression) -> Int? {
    guard isReporting, case .call(let call) = expression.unparenthesized.kind else { return nil }
    return call.changedName.flatMap { variable($0) }
  }

  private func walk(_ assignment: Assignment) {
    let target = changedVariable(assignment.target)
    changingCell = target?.cell
    defer { changingCell = nil }
    var value = self.value(of: assignment.value)
    show(.assignment(assignment))
    if let target { show(.kept(target.name, assignment.value)) }
    if let operation = assignment.assignmentOperator.combining {
      value = result(of: operation, self.value(of: assignment.target), value)
    } else {
      visitIndices(of: assignment.target)
    }
    if case .member(let base, let name, _) = assignment.target.unparenthesized.kind,
      !isPlace(base)
    {
      let known = member(name, of: self.value(of: base), at: assignment.target)
      show(.passing(.init(assignment.value, value), to: known))
      return
    }
    change(assignment.target.unparenthesized) { held in
      held = value
    }
  }

  /// The local, or the variable of the file, that a target names as a whole.
  private func changedVariable(_ target: Expression) -> (name: Name, cell: Int)? {
    guard case .name(let name) = target.unparenthesized.kind, let cell = variable(name) else {
      return nil
    }
    switch context.meaning(of: name) {
    case .local(let local): return (context.locals[local].name, cell)
    case .other(.global(let index)):
      let global = context.globals[index]
      let isOfFile = global.unit == nil && global.exploration == nil
      return isOfFile && global.script == context.current ? (global.name, cell) : nil
    default: return nil
    }
  }

  /// The expressions that a place is found by.
  private func visitIndices(of place: Expression) {
    switch place.unparenthesized.kind {
    case .member(let base, _, _): if isPlace(base) { visitIndices(of: base) }
    case .subscripted(let base, let index):
      visitIndices(of: base)
      show(.looked(at: index))
      _ = value(of: index)
    default: break
    }
  }

  /// Whether an expression is a variable, or something in one.
  private func isPlace(_ expression: Expression) -> Bool {
    switch expression.unparenthesized.kind {
    case .name(let name): variable(name) != nil
    case .member(let base, _, _), .subscripted(let base, _): isPlace(base)
    default: false
    }
  }

  /// The cell of the variable that a name stands for.
  func variable(_ name: Name) -> Int? {
    switch context.meaning(of: name) {
    case .local(let local): locals[local].flatMap { $0.function == nil ? $0.cell : nil }
    case .other(.global(let index)): cell(ofGlobal: index)
    case .other, .unknown: nil
    }
  }

  /// Changes what is at a place: the variable can also be what it becomes.
  func change(_ place: Expression, _ body: (inout InferredValue) -> Void) {
    switch place.unparenthesized.kind {
    case .name(let name):
      guard let cell = variable(name) else { return }
      var value = cells[cell]
      body(&value)
      value.isPassed = value.isPassed && cells[cell].isPassed
      join(value, into: cell)
    case .member(let base, _, _), .subscripted(let base, _):
      var element = InferredValue.never
      body(&element)
      // Nothing is known any more of what is deeper.
      if case .name = base.unparenthesized.kind {
        change(base) { $0.hold(element) }
      } else {
        change(root(of: base)) { $0.hold(.any) }
      }
    default: break
    }
  }

  private func root(of place: Expression) -> Expression {
    var place = place.unparenthesized
    while true {
      switch place.kind {
      case .member(let base, _, _), .subscripted(let base, _): place = base.unparenthesized
      default: return place
      }
    }
  }
}

extension InferredValue {
  /// Becomes a collection that also holds another value.
  mutating func hold(_ value: InferredValue) {
    isFilled = false
    guard !kinds.isDisjoint(with: .collections) else { return }
    contents = contents?.adding(value)
  }
}
