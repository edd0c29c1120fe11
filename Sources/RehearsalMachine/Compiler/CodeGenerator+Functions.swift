// Functions and closures: parameters with their defaults, bodies, and what closures take along.
// Calls of them stand in `CodeGenerator+Calls.swift`.

import RehearsalSyntax

/// The parts of a function that its code is made of.
struct FunctionShape {
  /// The names of its parameters; `_` binds nothing.
  var parameters: [Name]
  /// For each parameter its default; empty where there are none.
  var defaults: [Expression?] = []
  /// What its parameters are to code that would change them.
  var parameterKind = LocalVariable.Kind.parameter
  var body: [Statement]
  var range: SourceRange
  /// Whether it is a closure without a parameter list, and how many `$n` it uses.
  var shorthandCount: Int?
  /// Whether a body of one expression returns it.
  var returnsExpression = true
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
  /// Emits the code of the function that was just entered, and settles what its draft says of its
  /// parameters.
  func compileBody(of shape: FunctionShape) {
    describeParameters(of: shape)
    let mark = locals.count
    let blocks = openBlocks
    builder.shorthandCount = shape.shorthandCount
    let first = builder.allocate(shape.shorthandCount ?? shape.parameters.count)
    builder.keepAllocated()
    for (index, name) in shape.parameters.enumerated() {
      if index < shape.defaults.count, let value = shape.defaults[index] {
        let isPresent = builder.newLabel()
        builder.emitJump(.jumpIfPresent, a: first + index, to: isPresent, at: value.range)
        compile(value, into: first + index, .kept)
        builder.bind(isPresent)
      }
      declare(name, shape.parameterKind, register: first + index)
    }
    if shape.returnsExpression, let value = shape.body.onlyExpression {
      compileReturn(of: value, at: shape.body[0].range)
    } else {
      compile(shape.body)
    }
    if !builder.isUnreachable { builder.emit(.returnNil, at: shape.range.endPoint) }
    locals.leave(to: mark)
    openBlocks = blocks
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
    guard case .local(let position) = resolve(name.text) else { return false }
    switch locals[position].kind {
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
      CodeFunction.closureName, closure.range, sideScope: builder.sideScope)
    let isShorthand = closure.parameters == nil
    let count = scripts[current].facts.shorthandCounts[closure.range.start] ?? 0
    let captures = compileInner(
      number,
      FunctionShape(
        parameters: closure.parameters ?? [], body: closure.body, range: closure.range,
        shorthandCount: isShorthand ? count : nil))
    emitClosure(number, captures, into: target, at: closure.range)
  }

  /// Compiles a function inside the one under way and returns what it captures.
  private func compileInner(_ number: Int, _ shape: FunctionShape) -> [FunctionBuilder.Capture] {
    enterFunction(number, sideScope: builder.sideScope)
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
  func declareFunctions(of statements: [Statement], since mark: Int) {
    for statement in statements {
      guard case .function(let declaration) = statement.kind else { continue }
      checkUnique(declaration.name, since: mark)
      let offset = declaration.name.range.start
      let isPlain = scripts[current].facts.plainFunctions.contains(offset)
      let isCell = scripts[current].facts.cells.contains(offset)
      let register = isPlain ? 0 : builder.allocate()
      builder.keepAllocated()
      if isCell {
        builder.emit(.loadNil, a: register, at: declaration.name.range)
        builder.emit(.makeCell, a: register, at: declaration.name.range)
      }
      let number = reserveFunction(
        declaration.name.text, declaration.name.range, sideScope: builder.sideScope)
      locals.declare(
        names.number(of: declaration.name.text),
        LocalVariable(
          name: declaration.name, kind: .function(declaration), register: register,
          depth: builder.depth, isCell: isCell, plainFunction: isPlain ? number : nil,
          isComplete: false, start: offset))
      localFunctionNumbers[offset] = number
    }
  }

  /// Compiles a local function where its declaration stands.
  func compileLocalFunction(_ declaration: FunctionDeclaration) {
    guard let position = locals.lookUp(names.number(of: declaration.name.text)),
      let number = localFunctionNumbers[declaration.name.range.start]
    else { return }
    let captures = compileInner(number, FunctionShape(declaration))
    let local = locals[position]
    guard local.plainFunction == nil else { return }
    let place = declaration.name.range
    if local.isCell {
      let closure = builder.allocate()
      emitClosure(number, captures, into: closure, at: place)
      builder.emit(.storeCell, a: local.register, b: closure, at: place)
    } else {
      emitClosure(number, captures, into: local.register, at: place)
    }
    locals[position].isComplete = true
  }
}
