// The pass that resolves names: one walk through all code, in the order in which it runs. It finds what
// each name stands for, arranges the arguments of calls, notes which code uses words of which side, and
// reports what is wrong with any of it. Values are followed, and code is made, after it, from what it
// found; neither resolves or checks a name again.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// Resolves the names of a compilation.
final class Resolver {
  let context: CompilationContext
  /// The side scope of the code under way.
  var sideScope = 0
  /// How many functions enclose the code under way; a file's statements are in one.
  var depth = 0
  /// For each of these functions how many `$n` it has so far; nil for one with a list of parameters.
  private(set) var shorthandCounts: [Int?] = []
  /// For each of these functions its number among the locals; nil for those that are no local functions.
  private var enclosing: [Int?] = []
  /// The captures in the function under way that is in no other one.
  private var notes = CaptureNotes()
  /// How many variables of the current initializer have their values; nil in other code.
  var initializedCount: Int?
  /// What the code does that may only look, by the function or part that it is in.
  var effects = CodeEffects()

  init(_ context: CompilationContext) { self.context = context }

  /// Resolves the names in all code of the compilation.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  /// - Complexity: O(*n*) in the length of the scripts.
  func run(main: Int?) {
    resolveFunctions()
    for unit in context.units.indices where context.units[unit].script >= context.firstScript {
      resolveUnit(unit)
    }
    resolveOutside(main: main ?? 0)
    if let main { resolveScenarios(of: main) }
    for exploration in context.explorations.indices { resolveExploration(exploration) }
    context.currentExploration = nil
    for script in context.captures.indices { context.captures[script].sort() }
  }

  // MARK: - Functions

  /// The functions of the top level, of units and of the preludes.
  private func resolveFunctions() {
    for (index, function) in context.functions.enumerated()
    where function.script >= context.firstScript {
      context.current = function.script
      context.currentUnit = function.unit
      context.instanceKind = function.instanceKind
      context.currentExploration = function.exploration
      let declaration = function.declaration
      effects.enter(.declared(index)) {
        resolveOutermost(
          in: function.sideScope, declaration.parameters.map(\.name),
          defaults: declaration.parameters.map(\.defaultValue), declaration.body.statements)
      }
    }
    context.currentExploration = nil
    context.currentUnit = nil
    context.instanceKind = nil
  }

  /// A function that is in no other one.
  func resolveOutermost(
    in scope: Int, _ parameters: [Name], defaults: [Expression?] = [],
    as kind: LocalVariable.Kind = .parameter, _ body: [Statement]
  ) {
    sideScope = scope
    asOutermost { resolveBody(parameters, defaults: defaults, kind, body) }
  }

  /// Goes through code that is in no other function than its own.
  func asOutermost(_ body: () -> Void) {
    depth = 0
    shorthandCounts = [nil]
    enclosing = [nil]
    notes = CaptureNotes(after: context.locals.count)
    body()
    notes.conclude(in: &context.locals)
    shorthandCounts = []
    enclosing = []
  }

  /// A function inside the one under way; `local` is the number of a local function.
  ///
  /// - Returns: How many `$n` it has, where it has no list of parameters.
  @discardableResult
  func resolveInner(
    _ parameters: [Name], defaults: [Expression?] = [], hasShorthands: Bool = false,
    local: Int? = nil, _ body: [Statement]
  ) -> Int {
    depth += 1
    shorthandCounts.append(hasShorthands ? 0 : nil)
    enclosing.append(local)
    resolveBody(parameters, defaults: defaults, .parameter, body)
    enclosing.removeLast()
    depth -= 1
    return shorthandCounts.removeLast() ?? 0
  }

  private func resolveBody(
    _ parameters: [Name], defaults: [Expression?], _ kind: LocalVariable.Kind,
    _ body: [Statement]
  ) {
    let mark = context.openLocals.count
    let blocks = context.openBlocks
    for (index, name) in parameters.enumerated() {
      if index < defaults.count, let value = defaults[index] { resolve(value) }
      declare(name, kind)
    }
    if let value = body.onlyExpression { resolve(value) } else { resolve(body) }
    context.openLocals.leave(to: mark)
    context.openBlocks = blocks
  }

  // MARK: - The file's statements

  private func resolveOutside(main: Int) {
    context.current = main
    sideScope = context.sides.addScope(
      "statements", script: main, range: SourceRange(0, 0), fixed: .outside)
    initializedCount = context.base?.outsideNames.count ?? 0
    let first = context.base?.globals.count ?? 0
    for (index, variable) in context.topLevelVariables.enumerated() where variable.script != main {
      context.current = variable.script
      asOutermost { initialize(context.globals[first + index]) }
    }
    context.current = main
    let own = context.topLevelVariables.firstIndex { $0.script == main }
    asOutermost {
      resolveStatements(of: main, from: first + (own ?? context.topLevelVariables.count))
    }
    initializedCount = nil
  }

  private func resolveStatements(of main: Int, from first: Int) {
    let statements = context.scripts[main].parsed.statements
    var next = first
    withScope {
      context.openBlocks = [statements]
      for statement in statements {
        switch statement.kind {
        case .variable(let declaration):
          // A second declaration of a name has no variable of its own.
          guard next < context.globals.count, context.globals[next].name == declaration.name,
            context.globals[next].unit == nil
          else { continue }
          initialize(context.globals[next])
          next += 1
        case .function: break
        default: resolve(statement, since: 0)
        }
      }
      context.openBlocks = []
    }
  }

  /// A variable's initial value, after which the next one's may use it.
  func initialize(_ global: GlobalVariable) {
    initializedCount = global.order
    resolve(global.value)
    initializedCount = global.order + 1
  }

  // MARK: - Scopes

  /// Opens a scope for locals.
  func withScope(_ body: () -> Void) {
    let mark = context.openLocals.count
    body()
    context.openLocals.leave(to: mark)
  }

  /// Declares a local in the innermost scope; `_` declares nothing.
  func declare(
    _ name: Name, _ kind: LocalVariable.Kind, start: Int32? = nil, value: Expression? = nil
  ) {
    guard name.text != "_" else { return }
    context.noteDeclaration(
      of: name, kind.isParameter ? .parameter : .value, seenBy: .scope(sideScope))
    let isVariable = if case .variable = kind { true } else { false }
    notes.declare(isVariable: isVariable)
    context.declare(
      name, kind, depth: depth, start: start ?? name.range.start, value: value)
  }

  /// Declares a local function, which is known before its declaration is passed.
  func declare(_ function: FunctionDeclaration) {
    let name = function.name
    context.noteDeclaration(of: name, .function, seenBy: .scope(sideScope))
    notes.declareFunction()
    context.declare(
      name, .function(function), depth: depth, start: name.range.start, value: nil)
    context.locals[context.locals.count - 1].isComplete = false
  }

  // MARK: - What the emission of code has to know

  /// The facts of the current script.
  var facts: CaptureFacts {
    get { context.captures[context.current - context.firstScript] }
    _modify { yield &context.captures[context.current - context.firstScript] }
  }

  /// Notes a reference to a local.
  func noteUse(of local: Int) {
    let outer = context.locals[local].depth
    if outer < depth { notes.capture(local, by: enclosing[(outer + 1)...]) }
  }

  /// Notes that the declaration of a local function has been passed.
  func noteCompletion(of local: Int) {
    context.locals[local].isComplete = true
    notes.complete(local)
  }

  /// Does something in the end if a local function needs a closure, which only all of its references
  /// tell; with the current script as it is.
  func ifClosure(_ local: Int, _ body: @escaping () -> Void) { notes.ifClosure(local, body) }

  /// Notes that the variable is changed that a path of members and subscripts begins with.
  func noteChange(ofRootOf path: Expression) {
    var path = path
    while true {
      switch path.kind {
      case .member(let base, _, _), .subscripted(let base, _), .parenthesized(let base),
        .optionalChain(let base):
        path = base
      case .name(let name):
        guard case .local(let local) = context.meaning(of: name) else { return }
        notes.change(local)
        return noteUse(of: local)
      default: return
      }
    }
  }

  /// Notes an operand that is a literal, unless it is on the right of an operation whose
  /// instruction can hold it.
  func noteOperand(_ operand: Expression, beside operation: BinaryOperator? = nil) {
    if let operation, operand.smallInteger != nil,
      operation.precedence != .multiplication || operation.immediateDivisor(of: operand) != nil
    {
      return
    }
    guard let constant = operand.literalConstant else { return }
    facts.operandLiterals.append(
      CaptureFacts.OperandLiteral(offset: operand.range.start, depth: depth, constant: constant))
  }

  /// Notes a closure without a list of parameters that has `$n`.
  func noteShorthand(_ number: Int) {
    guard let count = shorthandCounts.last ?? nil else { return }
    shorthandCounts[shorthandCounts.count - 1] = max(count, number + 1)
  }

  /// Notes that the current code uses a word of a side, as a callee in the call `extent`.
  func use(
    _ word: SideChecker.Word, of side: Side, at place: SourceRange, extent: SourceRange? = nil
  ) {
    context.sides.recordUse(
      SideChecker.Use(word: word, side: side, range: place, extent: extent ?? place),
      in: sideScope)
  }
}
