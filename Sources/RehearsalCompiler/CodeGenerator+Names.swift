// Reading what names stand for. Changing it is done by places.

import RehearsalCode
import RehearsalInterface
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

extension CodeGenerator {
  /// Declares a local in the innermost scope; `_` declares nothing.
  func declare(
    _ name: Name, _ kind: LocalVariable.Kind, register: Int, isCell: Bool = false,
    start: Int32? = nil, value: Expression? = nil
  ) {
    guard name.text != "_" else { return }
    context.locals.declare(
      context.number(of: name),
      LocalVariable(
        name: name, kind: kind, register: register, depth: builder.depth, isCell: isCell,
        start: start ?? name.range.start, value: value))
  }

  /// The register of the running function in which a name's value can be used where it is.
  func ownRegister(of name: Name) -> Int? {
    guard case .local(let position) = context.meaning(of: name) else { return nil }
    let local = context.locals[position]
    guard local.depth == builder.depth, !local.isCell, local.plainFunction == nil,
      local.isComplete
    else { return nil }
    return local.register
  }

  /// Emits the reading of a name.
  func compile(_ name: Name, into target: Int, _ holding: Holding) {
    switch context.meaning(of: name) {
    case .local(let position):
      compileLocal(position, into: target, holding, at: name.range)
    case .other(let binding): compile(binding, name, into: target, holding)
    case .unknown: builder.emit(.loadNil, a: target, at: name.range)
    }
  }

  func compileLocal(
    _ position: Int, into target: Int, _ holding: Holding, at place: SourceRange
  ) {
    let local = context.locals[position]
    if let function = local.plainFunction {
      return builder.emit(.loadFunction, a: target, bc: function, at: place)
    }
    if local.depth == builder.depth {
      guard local.isCell else {
        let operation: Operation = holding == .kept ? .share : .move
        return builder.emit(operation, a: target, b: local.register, at: place)
      }
      builder.emit(.loadCell, a: target, b: local.register, at: place)
    } else {
      let capture = captureNumber(ofLocal: position, depth: builder.depth)
      builder.emit(.loadCapture, a: target, b: capture, at: place)
      if local.isCell { builder.emit(.loadCell, a: target, b: target, at: place) }
    }
    if holding == .kept || (local.isCell && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: place)
    }
  }

  /// The number under which the function at a depth captures a local of a function around it;
  /// every function between them captures it too.
  func captureNumber(ofLocal position: Int, depth: Int) -> Int {
    let local = context.locals[position]
    var inner = depth
    while inner > local.depth + 1, builders[inner].captureNumber(ofLocal: position) == nil {
      inner -= 1
    }
    var number =
      builders[inner].captureNumber(ofLocal: position)
      ?? builders[inner].addCapture(
        ofLocal: position,
        FunctionBuilder.Capture(isRegister: true, number: local.register))
    while inner < depth {
      inner += 1
      number = builders[inner].addCapture(
        ofLocal: position, FunctionBuilder.Capture(isRegister: false, number: number))
    }
    return number
  }

  /// Emits the reading of a closure's `$n`.
  func compileShorthand(
    _ number: Int, into target: Int, _ holding: Holding, at place: SourceRange
  ) {
    builder.emit(holding == .kept ? .share : .move, a: target, b: number, at: place)
  }
}

// MARK: - Names of the outside, of units and of the host

extension CodeGenerator {
  private func compile(
    _ binding: Binding, _ name: Name, into target: Int, _ holding: Holding
  ) {
    switch binding {
    case .global(let index): compileGlobal(index, name, into: target, holding)
    case .function(let index):
      builder.emit(.loadFunction, a: target, bc: functionNumbers[index], at: name.range)
    case .unit(let number):
      loadHandle(
        Handle(kind: context.host.unitKind, number: UInt64(number)), into: target, at: name.range)
    case .object(let index):
      loadHandle(context.host.objects[index].handle, into: target, at: name.range)
    case .hostFunction(let number) where context.host.functions[number].isProperty:
      let call = Call(
        callee: Expression(.name(name), name.range), arguments: [], trailingClosure: nil,
        isCommand: false)
      callAtTop(into: target, at: name.range) { base in
        compileArguments(call, of: context.host.functions[number].callee, after: base)
        let (operation, operand) = context.host.call(of: number)
        builder.emit(operation, a: base, b: operand, at: name.range)
      }
    case .hostFunction(let number):
      let (operation, operand) = context.host.call(of: number)
      loadWrapper(of: context.host.functions[number].callee, operation, operand, into: target, name)
    case .library(let number):
      loadWrapper(of: LibraryFunction.all[number].callee, .callLibrary, number, into: target, name)
    }
  }

  private func loadHandle(_ handle: Handle, into target: Int, at place: SourceRange) {
    builder.emit(.loadHandle, a: target, bc: tables.number(of: handle), at: place)
  }

  private func compileGlobal(
    _ index: Int, _ name: Name, into target: Int, _ holding: Holding
  ) {
    let global = context.globals[index]
    if let literal = global.inlinedLiteral {
      return compile(literal.placed(at: name.range), into: target)
    }
    builder.emit(.loadGlobal, a: target, bc: global.slot, at: name.range)
    if holding == .kept || (global.isMutable && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: name.range)
    }
  }

  /// Emits a library or host function as a value: a function that calls it.
  ///
  /// Each unit has one such function for a word, so that the word equals itself.
  private func loadWrapper(
    of callee: Callee, _ operation: Operation, _ number: Int, into target: Int, _ name: Name
  ) {
    let key = WordWrapper(operation: operation, number: number, unit: context.currentUnit)
    let function = wrappers[key] ?? makeWrapper(of: callee, operation, number, name)
    wrappers[key] = function
    builder.emit(.loadFunction, a: target, bc: function, at: name.range)
  }

  /// Makes the function that calls a word, with the parameters that the word requires.
  ///
  /// It is in no script, so an error in it is reported at the place of its caller.
  private func makeWrapper(
    of callee: Callee, _ operation: Operation, _ number: Int, _ name: Name
  ) -> Int {
    let required = callee.parameters.filter { !$0.isOptional }
    let count = callee.isVariadic ? max(1, required.count) : required.count
    let function = tables.reserveFunction(
      ProgramTables.FunctionDraft(
        name: name.text, source: nil, range: name.range, side: callee.side,
        unit: context.currentUnit))
    enterFunction(function, on: callee.side)
    let first = builder.allocate(count)
    let base = builder.allocate()
    var next = first
    for parameter in callee.parameters {
      let argument = builder.allocate()
      if parameter.isOptional {
        builder.emit(.loadAbsent, a: argument, at: name.range)
      } else {
        builder.emit(.share, a: argument, b: next, at: name.range)
        next += 1
      }
    }
    while next < first + count {
      builder.emit(.share, a: builder.allocate(), b: next, at: name.range)
      next += 1
    }
    builder.emit(
      operation, a: base, b: number, c: builder.nextRegister - base - 1, at: name.range)
    builder.emit(.returnValue, a: base, at: name.range)
    leaveFunction(at: name.range)
    tables.functions[function].parameterNames = (0..<count).map { "$\($0)" }
    tables.functions[function].requiredCount = count
    return function
  }
}
