// Functions and closures: parameters with their defaults, bodies, and what closures capture; and
// the code at which a program is entered: functions and the file's statements.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// The parts of a function that its code is made of.
struct FunctionShape {
  /// The names of its parameters; `_` binds nothing.
  var parameters: [Name]
  /// For each parameter its default; empty if there are none.
  var defaults: [Expression?] = []
  var body: [Statement]
  var range: SourceRange
  /// Whether it is a closure without a parameter list, and how many `$n` it uses.
  var shorthandCount: Int?
  /// Whether a body of one expression returns it.
  var returnsExpression = true
  /// The number of the function that is called before the body, without arguments.
  var calledFirst: Int?
}

extension FunctionShape {
  /// The parts of a declared function.
  init(_ declaration: FunctionDeclaration) {
    self.init(
      parameters: declaration.parameters.map(\.name),
      defaults: declaration.parameters.map(\.defaultValue), body: declaration.body.statements,
      range: declaration.name.range)
  }
}

extension CodeGenerator {
  /// Emits the code of the function that was just entered, and completes what its draft says of its
  /// parameters.
  func compileBody(of shape: FunctionShape) {
    describeParameters(of: shape)
    let mark = openLocals.count
    let first = builder.allocate(shape.shorthandCount ?? shape.parameters.count)
    builder.keepAllocated()
    for (index, name) in shape.parameters.enumerated() {
      if index < shape.defaults.count, let value = shape.defaults[index] {
        let isPresent = builder.newLabel()
        builder.emitJump(.jumpIfPresent, a: first + index, to: isPresent, at: value.range)
        compile(value, into: first + index, .kept)
        builder.bind(isPresent)
      }
      declare(name, at: LocalPlace(register: first + index))
    }
    if let function = shape.calledFirst { emitCall(of: function, at: shape.range) }
    if shape.returnsExpression, let value = shape.body.onlyExpression {
      announce(shape.body[0].range)
      compileReturn(of: value, at: shape.body[0].range)
    } else {
      compile(shape.body)
    }
    if !builder.isUnreachable { builder.emit(.returnNil, at: shape.range.endPoint) }
    leaveScope(to: mark)
  }

  private func describeParameters(of shape: FunctionShape) {
    let function = builder.function
    if let count = shape.shorthandCount {
      tables.functions[function].parameterNames = (0..<count).map { "$\($0)" }
      tables.functions[function].requiredCount = count
      tables.functions[function].ignoresSurplusArguments = true
    } else {
      tables.functions[function].parameterNames = shape.parameters.map(\.text)
      // A default before a parameter without one serves calls with names only.
      let lastRequired = shape.parameters.indices.last { index in
        index >= shape.defaults.count || shape.defaults[index] == nil
      }
      tables.functions[function].requiredCount = (lastRequired ?? -1) + 1
    }
  }

  /// Emits `return value`.
  ///
  /// A local that nothing else holds is given away as it is.
  func compileReturn(of value: Expression, at place: SourceRange) {
    let mark = builder.nextRegister
    if case .name(let name) = value.unparenthesized.kind, let register = ownRegister(of: name) {
      builder.emit(isGivenAway(name) ? .returnValue : .returnShared, a: register, at: place)
    } else {
      let register = builder.allocate()
      compile(value, into: register, .kept)
      builder.emit(.returnValue, a: register, at: place)
    }
    builder.release(to: mark)
  }

  /// Whether a local in a register of its own is no parameter, whose value the caller holds too.
  private func isGivenAway(_ name: Name) -> Bool {
    guard case .local(let local) = context.meaning(of: name) else { return false }
    switch context.locals[local].kind {
    case .constant, .variable, .condition, .loopName: return true
    case .parameter, .handlerParameter, .function: return false
    }
  }
}

// MARK: - Closures and local functions

extension CodeGenerator {
  /// Emits a closure as a value.
  func compile(_ closure: Closure, into target: Int) {
    let number = reserveFunction(
      CodeFunction.closureName, closure.range, side: builder.side, as: .closure)
    let isShorthand = closure.parameters == nil
    let count = context.facts.shorthandCounts[closure.range.start] ?? 0
    let captures = compileInner(
      number,
      FunctionShape(
        parameters: closure.parameters ?? [], body: closure.body, range: closure.range,
        shorthandCount: isShorthand ? count : nil))
    emitClosure(number, captures, into: target, at: closure.range)
  }

  /// Compiles a function inside the current one and returns what it captures.
  private func compileInner(_ number: Int, _ shape: FunctionShape) -> [FunctionBuilder.Capture] {
    enterFunction(number, on: builder.side)
    compileBody(of: shape)
    let captures = builder.captures
    leaveFunction(at: shape.range)
    return captures
  }

  /// Emits the making of a closure.
  ///
  /// What it captures from a register gets a second holder.
  private func emitClosure(
    _ number: Int, _ captures: [FunctionBuilder.Capture], into target: Int, at place: SourceRange
  ) {
    if captures.isEmpty {
      return builder.emit(.loadFunction, a: target, bc: number, at: place)
    }
    for capture in captures where capture.isRegister {
      builder.emit(.share, a: capture.number, b: capture.number, at: place)
    }
    builder.emit(.makeClosure, a: target, bc: number, at: place)
    for capture in captures {
      builder.emit(
        .capture, a: capture.isRegister ? 0 : 1, b: capture.number, at: place)
    }
  }

  /// Declares the functions of a block, which are known from its beginning on.
  func declareFunctions(of statements: [Statement]) {
    for statement in statements {
      guard case .function(let declaration) = statement.kind,
        let local = context.local(declaredBy: declaration.name)
      else { continue }
      let register = context.locals[local].isPlain ? 0 : builder.allocate()
      builder.keepAllocated()
      if context.locals[local].isCell {
        builder.emit(.loadNil, a: register, at: declaration.name.range)
        builder.emit(.makeCell, a: register, at: declaration.name.range)
      }
      let number = reserveFunction(
        declaration.name.text, declaration.name.range, side: builder.side)
      declare(
        declaration.name,
        at: LocalPlace(register: register, function: number, isComplete: false))
    }
  }

  /// Compiles a local function where it is declared.
  func compileLocalFunction(_ declaration: FunctionDeclaration) {
    guard let local = context.local(declaredBy: declaration.name),
      let number = self[local].function
    else { return }
    let captures = compileInner(number, FunctionShape(declaration))
    guard !context.locals[local].isPlain else { return }
    let place = declaration.name.range
    let register = self[local].register
    if context.locals[local].isCell {
      let closure = builder.allocate()
      emitClosure(number, captures, into: closure, at: place)
      builder.emit(.storeCell, a: register, b: closure, at: place)
    } else {
      emitClosure(number, captures, into: register, at: place)
    }
    self[local].isComplete = true
  }
}

// MARK: - Where code is entered

extension CodeGenerator {
  /// Compiles the functions that this compilation declares: of the top level, of units and of the
  /// preludes.
  func compileFunctions() {
    reserveDeclaredFunctions()
    for (index, function) in context.functions.enumerated()
    where function.script >= context.firstScript {
      context.current = function.script
      context.currentUnit = function.unit
      compileOutermost(
        functionNumbers[index], on: context.sides.side(of: function.sideScope),
        FunctionShape(function.declaration))
    }
    context.currentUnit = nil
  }

  func compileOutermost(_ number: Int, on side: Side, _ shape: FunctionShape) {
    withOutermostFunction(number, on: side, at: shape.range) {
      compileBody(of: shape)
    }
  }

  /// Compiles the function that gives the file's variables their initial values and runs the main
  /// script's statements, in order.
  func compileOutside(main: Int) -> FunctionIndex {
    context.current = main
    let range = SourceRange(0, 0)
    let number = reserveFunction("statements", range, side: .outside)
    withOutermostFunction(number, on: .outside, at: range) {
      for (index, variable) in context.topLevelVariables.enumerated() where variable.script != main
      {
        let global = context.globals[firstGlobal + index]
        context.current = variable.script
        builder.emit(.renewBudget, at: global.name.range)
        initialize(global)
      }
      context.current = main
      compileStatements(of: main)
      builder.emit(.returnNil, at: range)
    }
    return FunctionIndex(number)
  }

  /// The index of this compilation's first top-level variable among all variables.
  private var firstGlobal: Int { context.base?.globals.count ?? 0 }

  private func compileStatements(of main: Int) {
    let statements = context.scripts[main].parsed.statements
    var next =
      firstGlobal
      + (context.topLevelVariables.firstIndex { $0.script == main }
        ?? context.topLevelVariables.count)
    withScope {
      for (position, statement) in statements.enumerated() {
        if statement.isRun { builder.emit(.renewBudget, at: statement.range) }
        if case .variable = statement.kind { announce(statement.range) }
        switch statement.kind {
        case .variable(let declaration):
          // A second declaration of a name has no variable of its own.
          guard next < context.globals.count, context.globals[next].name == declaration.name,
            context.globals[next].unit == nil
          else { continue }
          initialize(context.globals[next])
          next += 1
        case .function: break
        case .expression(let value) where context.base != nil && position == statements.count - 1:
          compileReturn(of: value, at: statement.range)
        default: compile(statement)
        }
      }
    }
  }

  /// Emits a variable's initial value.
  func initialize(_ global: GlobalVariable) {
    let value = builder.allocate()
    compile(global.value, into: value, .kept)
    builder.emit(.storeGlobal, a: value, bc: global.slot, at: global.name.range)
    builder.release(to: value)
  }
}
