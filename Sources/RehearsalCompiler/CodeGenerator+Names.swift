// Reading what names stand for. Changing it is done by places.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

extension CodeGenerator {
  /// The register of the running function in which a name's value can be used where it is.
  func ownRegister(of name: Name) -> Int? {
    guard case .local(let number) = context.meaning(of: name) else { return nil }
    let local = context.locals[number]
    guard local.depth == builder.depth, !local.isCell, !local.isPlain, self[number].isComplete
    else { return nil }
    return self[number].register
  }

  /// Emits the reading of a name.
  func compile(_ name: Name, into target: Int, _ holding: Holding) {
    switch context.meaning(of: name) {
    case .local(let local): compile(local: local, into: target, holding, at: name.range)
    case .other(let binding): compile(binding, name, into: target, holding)
    case .unknown: builder.emit(.loadNil, a: target, at: name.range)
    }
  }

  func compile(
    local number: Int, into target: Int, _ holding: Holding, at place: SourceRange
  ) {
    let local = context.locals[number]
    if local.isPlain, let function = self[number].function {
      return builder.emit(.loadFunction, a: target, bc: function, at: place)
    }
    if local.depth == builder.depth {
      guard local.isCell else {
        let operation: Operation = holding == .kept ? .share : .move
        return builder.emit(operation, a: target, b: self[number].register, at: place)
      }
      builder.emit(.loadCell, a: target, b: self[number].register, at: place)
    } else {
      let capture = captureNumber(of: number, depth: builder.depth)
      builder.emit(.loadCapture, a: target, b: capture, at: place)
      if local.isCell { builder.emit(.loadCell, a: target, b: target, at: place) }
    }
    if holding == .kept || (local.isCell && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: place)
    }
  }

  /// The number under which the function at a depth captures a local of a function around it;
  /// every function between them captures it too.
  func captureNumber(of local: Int, depth: Int) -> Int {
    let outer = context.locals[local].depth
    var inner = depth
    while inner > outer + 1, builders[inner].captureNumber(of: local) == nil { inner -= 1 }
    var number =
      builders[inner].captureNumber(of: local)
      ?? builders[inner].addCapture(
        of: local, FunctionBuilder.Capture(isRegister: true, number: self[local].register))
    while inner < depth {
      inner += 1
      number = builders[inner].addCapture(
        of: local, FunctionBuilder.Capture(isRegister: false, number: number))
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
