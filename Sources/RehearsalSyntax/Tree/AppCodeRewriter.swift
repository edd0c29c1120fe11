// Goes through the code of a script's apps and makes it again, with one change or with probes. Every
// job goes the same way and counts the same places, so that a number means one place for all.

/// Makes the code of apps again.
struct AppCodeRewriter {
  /// What is done on the way.
  enum Job {
    case nothing
    /// The change of a number is made.
    case change(Int)
    /// A call of a function precedes each place.
    case probe(String, from: Int)
  }

  private let job: Job
  /// The changes encountered so far.
  private(set) var mutations: [Mutation] = []

  init(_ job: Job) { self.job = job }

  mutating func rewrite(_ script: ParsedScript) -> ParsedScript {
    let statements = script.statements.map { statement in
      guard case .app(let app) = statement.kind else { return statement }
      let members = rewrite(app.members)
      let rewritten = AppDeclaration(
        name: app.name, containingApp: app.containingApp, members: members)
      return Statement(.app(rewritten), statement.range)
    }
    return ParsedScript(
      source: script.source, statements: statements, diagnostics: script.diagnostics,
      importedFiles: script.importedFiles)
  }

  // MARK: - Declarations

  private mutating func rewrite(_ members: [AppMember]) -> [AppMember] {
    members.map { AppMember(rewrite($0.kind), $0.range) }
  }

  private mutating func rewrite(_ member: AppMember.Kind) -> AppMember.Kind {
    switch member {
    case .info, .missing: member
    case .variable(let variable): .variable(rewrite(variable))
    case .function(let function): .function(rewrite(function))
    case .handler(let handler):
      .handler(
        HandlerDeclaration(
          name: handler.name, parameters: handler.parameters, body: handlerBody(handler.body)))
    case .button(let button):
      .button(
        ButtonDeclaration(
          label: button.label, arguments: rewrite(button.arguments),
          action: button.action.map { rewrite($0) }))
    case .scene(let role, let members): .scene(role: role, rewrite(members))
    case .view(let members): .view(rewrite(members))
    }
  }

  private mutating func rewrite(_ function: FunctionDeclaration) -> FunctionDeclaration {
    let parameters = function.parameters.map {
      FunctionDeclaration.Parameter(
        name: $0.name, defaultValue: $0.defaultValue.map { rewrite($0) })
    }
    return FunctionDeclaration(
      name: function.name, parameters: parameters, body: body(function.body))
  }

  private mutating func rewrite(_ variable: VariableDeclaration) -> VariableDeclaration {
    VariableDeclaration(
      isMutable: variable.isMutable, name: variable.name, value: rewrite(variable.value))
  }

  private mutating func rewrite(_ closure: Closure) -> Closure {
    Closure(
      parameters: closure.parameters, body: body(closure.body), range: closure.range)
  }

  // MARK: - Statements

  private mutating func body(_ block: Block) -> Block {
    Block(statements: body(block.statements), range: block.range)
  }

  /// The body of a handler: `return true` at its end stays, since it says what a missing answer does.
  private mutating func handlerBody(_ block: Block) -> Block {
    guard let last = block.statements.last, case .returned(let answer?) = last.kind,
      case .boolean(true) = answer.kind
    else { return body(block) }
    return Block(statements: rewrite(block.statements.dropLast()) + [last], range: block.range)
  }

  /// The body of a function: a lone expression is its result.
  private mutating func body(_ statements: [Statement]) -> [Statement] {
    guard statements.count == 1, case .expression(let value) = statements[0].kind else {
      return rewrite(statements)
    }
    let range = statements[0].range
    guard let number = add(.dropped, at: range, unless: statements[0].isExempt) else {
      return [Statement(.expression(rewrite(value)), range)]
    }
    let inner = rewrite(value)
    switch job {
    case .change(number): return [Self.nothing(at: range)]
    case .probe(let name, let first):
      let none = Expression(.nilLiteral, range)
      let probe = Self.call(name, first + number, range)
      return [Statement(.expression(Expression(.conditional(probe, inner, none), range)), range)]
    case .nothing, .change: return [Statement(.expression(inner), range)]
    }
  }

  private mutating func rewrite(_ block: Block) -> Block {
    Block(statements: rewrite(block.statements), range: block.range)
  }

  private mutating func rewrite(_ statements: some Collection<Statement>) -> [Statement] {
    var result: [Statement] = []
    result.reserveCapacity(statements.count)
    for statement in statements {
      let number = add(.dropped, at: statement.range, unless: statement.isExempt)
      let inner = Statement(rewrite(statement.kind), statement.range)
      switch job {
      case .change(let wanted) where wanted == number:
        result.append(Self.nothing(at: statement.range))
      case .probe(let name, let first):
        if let number {
          let probe = Self.call(name, first + number, statement.range)
          result.append(Statement(.expression(probe), statement.range))
        }
        result.append(inner)
      case .nothing, .change: result.append(inner)
      }
    }
    return result
  }

  private mutating func rewrite(_ statement: Statement.Kind) -> Statement.Kind {
    switch statement {
    case .expression(let value): .expression(rewrite(value))
    case .variable(let variable): .variable(rewrite(variable))
    case .assignment(let assignment):
      .assignment(
        Assignment(
          target: rewrite(assignment.target), assignmentOperator: assignment.assignmentOperator,
          operatorRange: assignment.operatorRange, value: rewrite(assignment.value)))
    case .conditional(let conditional): .conditional(rewrite(conditional))
    case .guarded(let conditions, let block):
      .guarded(rewrite(conditions), else: rewrite(block))
    case .whileLoop(let conditions, let block):
      .whileLoop(rewrite(conditions), rewrite(block))
    case .forLoop(let loop):
      .forLoop(
        ForLoop(names: loop.names, sequence: rewrite(loop.sequence), body: rewrite(loop.body)))
    case .returned(let value): .returned(value.map { rewrite($0) })
    case .function(let function): .function(rewrite(function))
    case .choice(let blocks): .choice(blocks.map { rewrite($0) })
    case .breakLoop, .continueLoop, .expectation, .importFile, .device, .app, .scenario, .setup,
      .steering, .exploration, .alternatives, .property, .observer, .missing:
      statement
    }
  }

  private mutating func rewrite(_ conditional: ConditionalStatement) -> ConditionalStatement {
    let conditions = rewrite(conditional.conditions)
    let body = rewrite(conditional.body)
    let alternative: ConditionalStatement.Alternative? =
      switch conditional.alternative.first {
      case .block(let block): .block(rewrite(block))
      case .conditional(let inner, let range): .conditional(rewrite(inner), range)
      case nil: nil
      }
    return ConditionalStatement(conditions: conditions, body: body, alternative: alternative)
  }

  // MARK: - Conditions

  private mutating func rewrite(_ conditions: [Condition]) -> [Condition] {
    conditions.map { condition in
      switch condition {
      case .expression(let value): .expression(self.condition(value))
      case .binding(let name, let value): .binding(name, value.map { rewrite($0) })
      }
    }
  }

  /// A condition; the sides of `&&` and `||` are conditions each for itself.
  private mutating func condition(_ value: Expression) -> Expression {
    switch value.kind {
    case .binary(let sign, let place, let left, let right) where sign == .and || sign == .or:
      return Expression(
        .binary(sign, operatorRange: place, condition(left), condition(right)), value.range)
    case .parenthesized(let inner):
      return Expression(.parenthesized(condition(inner)), value.range)
    default: break
    }
    guard let number = add(.negated, at: value.range, unless: value.isBooleanLiteral) else {
      return value
    }
    let inner = rewrite(value)
    switch job {
    case .change(number): return inner.negated
    case .probe(let name, let first):
      let probe = Self.call(name, first + number, value.range)
      return Expression(
        .binary(.and, operatorRange: value.range, probe, inner), value.range)
    case .nothing, .change: return inner
    }
  }

  // MARK: - Expressions

  private mutating func rewrite(_ value: Expression) -> Expression {
    Expression(rewrite(value.kind), value.range)
  }

  private mutating func rewrite(_ value: Expression.Kind) -> Expression.Kind {
    switch value {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .name, .shorthandParameter,
      .missing:
      value
    case .string(let literal): .string(rewrite(literal))
    case .list(let elements): .list(elements.map { rewrite($0) })
    case .map(let entries):
      .map(entries.map { MapEntry(key: rewrite($0.key), value: rewrite($0.value)) })
    case .range(let lower, let upper, let isClosed):
      .range(
        lower: lower.map { rewrite($0) }, upper: upper.map { rewrite($0) }, isClosed: isClosed)
    case .closure(let closure): .closure(rewrite(closure))
    case .call(let call):
      .call(
        Call(
          callee: rewrite(call.callee), arguments: rewrite(call.arguments),
          trailingClosure: call.trailingClosure.map { rewrite($0) }, isCommand: call.isCommand))
    case .member(let base, let name, let isOptional):
      .member(rewrite(base), name, isOptional: isOptional)
    case .subscripted(let base, let index): .subscripted(rewrite(base), index: rewrite(index))
    case .optionalChain(let inner): .optionalChain(rewrite(inner))
    case .prefix(let sign, let operand): .prefix(sign, rewrite(operand))
    case .binary(let sign, let place, let left, let right):
      .binary(sign, operatorRange: place, rewrite(left), rewrite(right))
    case .conditional(let test, let first, let second):
      .conditional(condition(test), rewrite(first), rewrite(second))
    case .parenthesized(let inner): .parenthesized(rewrite(inner))
    }
  }

  private mutating func rewrite(_ arguments: [Argument]) -> [Argument] {
    arguments.map { Argument(label: $0.label, value: rewrite($0.value)) }
  }

  private mutating func rewrite(_ literal: StringLiteral) -> StringLiteral {
    let segments = literal.segments.map { segment in
      switch segment {
      case .text: segment
      case .interpolation(let value): StringLiteral.Segment.interpolation(rewrite(value))
      }
    }
    return StringLiteral(segments: segments, range: literal.range)
  }

  // MARK: - Pieces

  /// Counts a place; nil for one that is exempt.
  private mutating func add(
    _ change: Mutation.Change, at range: SourceRange, unless isExempt: Bool
  ) -> Int? {
    guard !isExempt else { return nil }
    mutations.append(Mutation(change: change, range: range))
    return mutations.count - 1
  }

  /// A statement that does nothing, and is no way out of a body as an unread one might be.
  private static func nothing(at range: SourceRange) -> Statement {
    let always = Condition.expression(Expression(.boolean(true), range))
    return Statement(
      .conditional(
        ConditionalStatement(
          conditions: [always], body: Block(statements: [], range: range), alternative: nil)),
      range)
  }

  private static func call(_ name: String, _ number: Int, _ range: SourceRange) -> Expression {
    let argument = Argument(label: nil, value: Expression(.integer(Int64(number)), range))
    // Calls are known by where their callee ends; no callee of the source ends where something begins.
    let start = SourceRange(Int(range.start), Int(range.start))
    return Expression(
      .call(
        Call(
          callee: Expression(.name(Name(name, start)), start), arguments: [argument],
          trailingClosure: nil, isCommand: false)), range)
  }
}

extension Statement {
  /// Whether a scenario need not notice that it is gone: a declaration, an expectation, and what an
  /// app only says of itself.
  fileprivate var isExempt: Bool {
    switch kind {
    case .function, .expectation, .importFile, .device, .app, .scenario, .missing: return true
    case .expression(let value):
      guard case .call(let call) = value.kind, case .name(let name) = call.callee.kind else {
        return false
      }
      return name.text == "print" || name.text == "log"
    default: return false
    }
  }
}

extension Expression {
  fileprivate var isBooleanLiteral: Bool {
    if case .boolean = kind { true } else { false }
  }

  /// The opposite of a condition.
  fileprivate var negated: Expression {
    if case .prefix(.not, let operand) = kind { return operand }
    return Expression(.prefix(.not, self), range)
  }
}
