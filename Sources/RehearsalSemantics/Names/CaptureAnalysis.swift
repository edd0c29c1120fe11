// The pass before code generation: which variables closures share, which local functions need no
// closure, and where calls and changes are. It resolves local names only and reports nothing;
// code generation resolves all names in one further pass, with these facts at hand.

import RehearsalInterface
import RehearsalSyntax

/// What code generation has to know about a script before it meets a declaration.
package struct CaptureFacts {
  /// Offsets of the names of variables that live in cells: captured, and changed somewhere.
  package var cells: Set<Int32> = []
  /// Offsets of the names of local functions that capture nothing.
  package var plainFunctions: Set<Int32> = []
  /// For the offset of each closure without a parameter list that uses `$n`: how many there are.
  package var shorthandCounts: [Int32: Int] = [:]
  /// Offsets after calls, ascending.
  var callEnds: [Int32] = []
  /// Offsets after calls of members that change their receiver, ascending.
  var changeEnds: [Int32] = []
  /// The literals in operators that no instruction can hold, in the order of the source.
  var operandLiterals: [OperandLiteral] = []
  /// For the offset of each loop, how many functions enclose it.
  var loopDepths: [Int32: Int] = [:]

  /// Whether a call ends after `start` and not after `end`.
  package func hasCall(after start: Int32, through end: Int32) -> Bool {
    Self.holds(callEnds, after: start, through: end)
  }

  /// Whether a call that changes its receiver ends after `start` and not after `end`.
  package func hasChange(after start: Int32, through end: Int32) -> Bool {
    Self.holds(changeEnds, after: start, through: end)
  }

  private static func holds(
    _ offsets: [Int32], after start: Int32, through end: Int32
  ) -> Bool {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] > start { high = middle } else { low = middle + 1 }
    }
    return low < offsets.count && offsets[low] <= end
  }
}

/// The walk that finds a script's capture facts.
struct CaptureAnalysis {
  /// A declaration of a local variable or function.
  private struct Declaration {
    let offset: Int32
    /// How many functions enclose it.
    let depth: Int
    /// Its index among the local functions; nil for a variable.
    let function: Int?
    let isVariable: Bool
    /// Whether a function's declaration has been passed.
    var isComplete: Bool
    var isCaptured = false
    var isChanged = false
    /// Whether an inner function refers to it before its declaration has been passed.
    var isCapturedEarly = false
  }

  /// A local function and what it refers to outside itself.
  private struct LocalFunction {
    let offset: Int32
    var capturesVariable = false
    var functions: [Int] = []
  }

  private var names: NameTable
  private var facts = CaptureFacts()
  private var declarations: [Declaration] = []
  private var scopes = ScopeStack<Int>()
  private var localFunctions: [LocalFunction] = []
  /// For each enclosing function: its index among the local functions, nil for any other.
  private var enclosing: [Int?] = []
  /// For each enclosing function: how many `$n` it uses.
  private var shorthandCounts: [Int] = []

  /// Walks the statements of a script.
  package static func facts(of statements: [Statement], names: inout NameTable) -> CaptureFacts {
    var analysis = CaptureAnalysis(names: names)
    for statement in statements { analysis.visitTopLevel(statement) }
    names = analysis.names
    analysis.conclude()
    return analysis.facts
  }

  private init(names: NameTable) { self.names = names }

  /// Derives cells and plain functions once everything has been seen.
  private mutating func conclude() {
    var isPlain = localFunctions.map { !$0.capturesVariable }
    var changes = true
    while changes {
      changes = false
      for (index, function) in localFunctions.enumerated() where isPlain[index] {
        if function.functions.contains(where: { !isPlain[$0] }) {
          isPlain[index] = false
          changes = true
        }
      }
    }
    for declaration in declarations {
      if let function = declaration.function {
        if isPlain[function] {
          facts.plainFunctions.insert(declaration.offset)
        } else if declaration.isCapturedEarly {
          facts.cells.insert(declaration.offset)
        }
      } else if declaration.isVariable && declaration.isCaptured && declaration.isChanged {
        facts.cells.insert(declaration.offset)
      }
    }
    facts.operandLiterals.sort { $0.offset < $1.offset }
    facts.callEnds.sort()
    facts.changeEnds.sort()
  }
}

// MARK: - Names

extension CaptureAnalysis {
  private mutating func declare(_ name: Name, isVariable: Bool = false, function: Int? = nil) {
    declarations.append(
      Declaration(
        offset: name.range.start, depth: enclosing.count, function: function,
        isVariable: isVariable, isComplete: function == nil))
    scopes.declare(names.number(of: name.text), declarations.count - 1)
  }

  private mutating func refer(to name: Name, changes: Bool = false) {
    guard let position = scopes.lookUp(names.number(of: name.text)) else { return }
    let index = scopes[position]
    if changes { declarations[index].isChanged = true }
    let declaration = declarations[index]
    guard declaration.depth < enclosing.count else { return }
    declarations[index].isCaptured = true
    if !declaration.isComplete { declarations[index].isCapturedEarly = true }
    for case let outer? in enclosing[declaration.depth...] {
      if let function = declaration.function {
        localFunctions[outer].functions.append(function)
      } else {
        localFunctions[outer].capturesVariable = true
      }
    }
  }

  /// Marks the variable that a path of members and subscripts begins with.
  private mutating func markChanged(_ path: Expression) {
    var path = path
    while true {
      switch path.kind {
      case .member(let base, _, _), .subscripted(let base, _), .parenthesized(let base),
        .optionalChain(let base):
        path = base
      case .name(let name):
        refer(to: name, changes: true)
        return
      default: return
      }
    }
  }

  private mutating func withScope(_ body: (inout CaptureAnalysis) -> Void) {
    let mark = scopes.count
    body(&self)
    scopes.leave(to: mark)
  }

  private mutating func visitFunction(
    _ parameters: [Name], _ body: [Statement], index: Int? = nil
  ) {
    enclosing.append(index)
    withScope { analysis in
      for name in parameters { analysis.declare(name) }
      analysis.visit(body)
    }
    enclosing.removeLast()
  }
}

// MARK: - Statements

extension CaptureAnalysis {
  /// A statement of a file: its variables and functions are no locals.
  private mutating func visitTopLevel(_ statement: Statement) {
    switch statement.kind {
    case .variable(let declaration): visit(declaration.value)
    case .function(let function): visit(function, index: nil)
    case .app(let unit): for member in unit.members { visit(member) }
    case .scenario(let scenario): visitFunction(scenario.choiceNames, scenario.body.statements)
    case .setup(let block): visitFunction([], block.statements)
    case .exploration(let exploration): visit(exploration)
    default: visit(statement)
    }
  }

  /// An exploration: its variables and functions are no locals, its parts are functions.
  private mutating func visit(_ exploration: ExplorationDeclaration) {
    visitFunction([], exploration.beginning)
    for function in exploration.functions { visit(function, index: nil) }
    for alternative in exploration.alternatives {
      let names = alternative.choices.map(\.name)
      if let condition = alternative.condition { visitFunction(names, [condition.asStatement]) }
      visitFunction(names, alternative.body.statements)
    }
    for property in exploration.properties { visitFunction([], property.body.statements) }
    for observer in exploration.observers {
      for value in observer.earlier { visitFunction([], [value.value.asStatement]) }
      visitFunction(observer.parameters, observer.body.statements)
    }
  }

  private mutating func visit(_ member: AppMember) {
    switch member.kind {
    case .variable(let declaration): visit(declaration.value)
    case .function(let function): visit(function, index: nil)
    case .handler(let handler):
      var parameters: [Name] = []
      for case .name(let name) in handler.parameters { parameters.append(name) }
      visitFunction(parameters, handler.body.statements)
    case .button(let button):
      for argument in button.arguments { visit(argument.value) }
      if let action = button.action { visit(action) }
    case .scene(_, let members), .view(let members): for member in members { visit(member) }
    case .info, .missing: break
    }
  }

  private mutating func visit(_ function: FunctionDeclaration, index: Int?) {
    enclosing.append(index)
    withScope { analysis in
      for parameter in function.parameters {
        if let value = parameter.defaultValue { analysis.visit(value) }
        analysis.declare(parameter.name)
      }
      analysis.visit(function.body.statements)
    }
    enclosing.removeLast()
  }

  /// A block: its functions are known from its beginning on.
  private mutating func visit(_ statements: [Statement]) {
    withScope { analysis in
      for statement in statements {
        guard case .function(let function) = statement.kind else { continue }
        analysis.localFunctions.append(LocalFunction(offset: function.name.range.start))
        analysis.declare(function.name, function: analysis.localFunctions.count - 1)
      }
      for statement in statements { analysis.visit(statement) }
    }
  }

  private mutating func visit(_ statement: Statement) {
    switch statement.kind {
    case .expression(let expression): visit(expression)
    case .variable(let declaration):
      visit(declaration.value)
      declare(declaration.name, isVariable: declaration.isMutable)
    case .assignment(let assignment):
      visit(assignment.target)
      note(assignment.value, beside: assignment.assignmentOperator.combining)
      visit(assignment.value)
      markChanged(assignment.target)
    case .conditional(let conditional): visit(conditional)
    case .guarded(let conditions, let block):
      visit(block.statements)
      visit(conditions)
    case .whileLoop(let conditions, let body):
      facts.loopDepths[statement.range.start] = enclosing.count
      withScope { analysis in
        analysis.visit(conditions)
        analysis.visit(body.statements)
      }
    case .forLoop(let loop):
      facts.loopDepths[statement.range.start] = enclosing.count
      visit(loop.sequence)
      withScope { analysis in
        for name in loop.names { analysis.declare(name) }
        analysis.visit(loop.body.statements)
      }
    case .returned(let value): if let value { visit(value) }
    case .expectation(let expectation): visit(expectation)
    case .function(let function): visitLocal(function)
    case .choice(let blocks): for block in blocks { visit(block.statements) }
    case .steering(let value): visit(value)
    case .breakLoop, .continueLoop, .importFile, .device, .app, .scenario, .setup, .exploration,
      .alternatives, .property, .observer, .missing:
      break
    }
  }

  private mutating func visitLocal(_ function: FunctionDeclaration) {
    guard let position = scopes.lookUp(names.number(of: function.name.text)) else { return }
    let index = scopes[position]
    visit(function, index: declarations[index].function)
    declarations[index].isComplete = true
  }

  private mutating func visit(_ conditional: ConditionalStatement) {
    var next: ConditionalStatement? = conditional
    while let current = next {
      next = nil
      withScope { analysis in
        analysis.visit(current.conditions)
        analysis.visit(current.body.statements)
      }
      switch current.alternative.first {
      case .block(let block): visit(block.statements)
      case .conditional(let inner, _): next = inner
      case nil: break
      }
    }
  }

  private mutating func visit(_ conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): visit(expression)
      case .binding(let name, let value):
        if let value { visit(value) } else { refer(to: name) }
        declare(name)
      }
    }
  }

  private mutating func visit(_ expectation: Expectation) {
    visit(expectation.condition)
    switch expectation.timing {
    case .immediately: break
    case .within(let duration), .throughout(let duration): visit(duration)
    }
    if let message = expectation.message { visit(message) }
  }
}

// MARK: - Expressions

extension CaptureAnalysis {
  private mutating func visit(_ expression: Expression) {
    switch expression.kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .missing: break
    case .shorthandParameter(let number):
      if let count = shorthandCounts.last {
        shorthandCounts[shorthandCounts.count - 1] = max(count, number + 1)
      }
    case .string(let literal):
      for case .interpolation(let value) in literal.segments { visit(value) }
    case .name(let name): refer(to: name)
    case .list(let elements): for element in elements { visit(element) }
    case .map(let entries):
      for entry in entries {
        visit(entry.key)
        visit(entry.value)
      }
    case .range(let lower, let upper, _):
      if let lower { visit(lower) }
      if let upper { visit(upper) }
    case .closure(let closure): visit(closure)
    case .call(let call): visit(call, end: expression.range.end)
    case .member(let base, _, _), .optionalChain(let base), .parenthesized(let base),
      .prefix(_, let base):
      visit(base)
    case .subscripted(let base, let index):
      visit(base)
      visit(index)
    case .binary(let operation, _, let left, let right):
      note(left)
      visit(left)
      note(right, beside: operation)
      visit(right)
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    }
  }

  /// Notes an operand that is a literal, unless it is on the right of an operation whose
  /// instruction can hold it.
  private mutating func note(_ operand: Expression, beside operation: BinaryOperator? = nil) {
    if let operation, operand.smallInteger != nil,
      !operation.isMultiplicative || operation.immediateDivisor(of: operand) != nil
    {
      return
    }
    guard let constant = operand.literalConstant else { return }
    facts.operandLiterals.append(
      OperandLiteral(offset: operand.range.start, depth: enclosing.count, constant: constant))
  }

  private mutating func visit(_ closure: Closure) {
    shorthandCounts.append(0)
    visitFunction(closure.parameters ?? [], closure.body)
    if let count = shorthandCounts.popLast(), count > 0 {
      facts.shorthandCounts[closure.range.start] = count
    }
  }

  private mutating func visit(_ call: Call, end: Int32) {
    visit(call.callee)
    for argument in call.arguments { visit(argument.value) }
    if let closure = call.trailingClosure { visit(closure) }
    if case .member(let base, let name, _) = call.callee.kind,
      CoreMemberForms.named(name.text, in: call)?.isMutating == true
    {
      for argument in call.arguments { note(argument.value) }
      markChanged(base)
      facts.changeEnds.append(end)
    }
    facts.callEnds.append(end)
  }
}

// MARK: - Operands in loops

/// A literal that is an operand of an operator.
struct OperandLiteral {
  package let offset: Int32
  /// How many functions enclose it.
  package let depth: Int
  package let constant: Constant
}

extension CaptureFacts {
  /// The constants that the operators of a loop need, closures in it left out; each once.
  ///
  /// - Complexity: O(*n*) in the literals of the loop, and O(log *n*) in those of the script.
  package func constants(ofLoop range: SourceRange) -> [Constant] {
    guard let depth = loopDepths[range.start] else { return [] }
    var low = 0
    var high = operandLiterals.count
    while low < high {
      let middle = (low + high) / 2
      if operandLiterals[middle].offset < range.start { low = middle + 1 } else { high = middle }
    }
    var constants: [Constant] = []
    for literal in operandLiterals[low...] {
      guard literal.offset < range.end, constants.count < Self.most else { break }
      if literal.depth == depth, !constants.contains(literal.constant) {
        constants.append(literal.constant)
      }
    }
    return constants
  }

  /// More constants than this do not speed a loop up.
  private static var most: Int { 16 }
}

extension BinaryOperator {
  /// Whether it is one of `* / %`.
  var isMultiplicative: Bool { precedence == .multiplication }
}
