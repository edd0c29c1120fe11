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
    context.keepDeclaration(of: name)
    context.noteDeclaration(
      of: name, kind.isParameter ? .parameter : .value, seenBy: .scope(builder.sideScope))
    context.locals.declare(
      context.names.number(of: name.text),
      LocalVariable(
        name: name, kind: kind, register: register, depth: builder.depth, isCell: isCell,
        start: start ?? name.range.start, value: value))
  }

  /// The register of the running function in which a name's value can be used where it is.
  func ownRegister(of name: Name) -> Int? {
    guard case .local(let position) = context.resolve(name) else { return nil }
    let local = context.locals[position]
    guard local.depth == builder.depth, !local.isCell, local.plainFunction == nil,
      local.isComplete
    else { return nil }
    return local.register
  }

  /// Emits the reading of a name.
  func compile(_ name: Name, into target: Int, _ holding: Holding) {
    switch context.resolve(name) {
    case .local(let position):
      checkComplete(context.locals[position], at: name.range)
      compileLocal(position, into: target, holding, at: name.range)
    case .other(let binding): compile(binding, name, into: target, holding)
    case .unknown:
      context.reportUnknown(name, as: .value)
      builder.emit(.loadNil, a: target, at: name.range)
    }
  }

  /// Reports the use of a local function before its declaration has run.
  private func checkComplete(_ local: LocalVariable, at place: SourceRange) {
    guard !local.isComplete, local.plainFunction == nil, local.depth == builder.depth else {
      return
    }
    context.report(.usedBeforeDeclaration(local.name.text, place, declaration: local.name.range))
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
    guard let count = builder.shorthandCount, number < count else {
      context.report(.shorthandNotAllowed(place))
      return builder.emit(.loadNil, a: target, at: place)
    }
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
      context.namedFunctions.insert(index)
      builder.emit(.loadFunction, a: target, bc: functionNumbers[index], at: name.range)
    case .unit(let number):
      use(.unit(name.text), of: .outside, at: name.range)
      loadHandle(
        Handle(kind: context.host.unitKind, number: UInt64(number)), into: target, at: name.range)
    case .object(let index):
      use(.handle(name.text), of: context.host.objects[index].side, at: name.range)
      loadHandle(context.host.objects[index].handle, into: target, at: name.range)
    case .hostFunction(let number) where context.host.functions[number].isProperty:
      use(.function(name.text), of: context.host.functions[number].side, at: name.range)
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
    checkGlobal(global, name)
    if context.base != nil, global.order < 0 { context.lastValueUses.append(name.range) }
    if let literal = global.inlinedLiteral {
      return compile(literal.placed(at: name.range), into: target)
    }
    builder.emit(.loadGlobal, a: target, bc: global.slot, at: name.range)
    if holding == .kept || (global.isMutable && holding == .acrossCalls) {
      builder.emit(.share, a: target, b: target, at: name.range)
    }
  }

  /// Checks that a global may be used in the current code: by its side, and by what has run.
  func checkGlobal(_ global: GlobalVariable, _ name: Name) {
    if global.isMutable && global.unit == nil {
      use(.variable(name.text), of: .outside, at: name.range)
    }
    // A closure among the file's statements is no place to look ahead from either, as in Swift;
    // one of a unit is called once all variables have their values.
    if let count = initializedCount, builder.depth == 0 || context.currentUnit == nil,
      global.unit == context.currentUnit, global.instanceKind == context.instanceKind,
      global.exploration == context.currentExploration,
      global.order >= count
    {
      let declaration = global.script == context.current ? global.name.range : nil
      context.report(.usedBeforeDeclaration(name.text, name.range, declaration: declaration))
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
    let scope = context.sides.addScope(name.text, script: context.current, range: name.range)
    context.sides.recordUse(
      SideChecker.Use(
        word: .function(name.text), side: callee.side, range: name.range, extent: name.range),
      in: scope)
    let function = tables.reserveFunction(
      ProgramTables.FunctionDraft(
        name: name.text, source: nil, range: name.range, sideScope: scope, unit: context.currentUnit
      ))
    enterFunction(function, sideScope: scope)
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

  /// Notes that the current code uses a word of a side, as a callee in the call `extent`.
  func use(
    _ word: SideChecker.Word, of side: Side, at place: SourceRange, extent: SourceRange? = nil
  ) {
    context.sides.recordUse(
      SideChecker.Use(word: word, side: side, range: place, extent: extent ?? place),
      in: builder.sideScope)
  }
}
