// Calls. A call takes the top of the registers: the callee's slot, which also gets the result,
// then the arguments, which become the callee's own first registers.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits a call; without a target its result is lost.
  func compile(_ call: Call, at place: SourceRange, into target: Int?) {
    switch call.callee.unparenthesized.kind {
    case .name(let name): compileCall(of: name, call, at: place, into: target)
    case .member(let base, let name, let isOptional):
      compileMemberCall(base, name, isOptional, call, at: place, into: target)
    default: compileValueCall(call, at: place, into: target)
    }
  }

  /// Gives `body` the slot for a call at the top of the registers, and moves the result from
  /// there into the target.
  func callAtTop(into target: Int?, at place: SourceRange, _ body: (Int) -> Void) {
    callAtTop(into: target) { base, result in
      body(base)
      if result != base { builder.emit(.move, a: result, b: base, at: place) }
    }
  }

  /// Gives `body` the slot for a call at the top of the registers, and the register that the call
  /// puts its result into.
  private func callAtTop(into target: Int?, _ body: (_ base: Int, _ result: Int) -> Void) {
    let mark = builder.nextRegister
    let base: Int
    if let target, builder.isTop(target) { base = target } else { base = builder.allocate() }
    body(base, target ?? base)
    builder.release(to: mark)
  }

  private func emitCall(of function: Int, base: Int, result: Int, at place: SourceRange) {
    if function > FunctionBuilder.functionLimit { builder.giveUp() }
    builder.emit(.callFunction, a: base, b: function, c: result, at: place)
  }

  private func compileCall(
    of name: Name, _ call: Call, at place: SourceRange, into target: Int?
  ) {
    switch resolve(name.text) {
    case .local(let position):
      if case .function(let declaration) = locals[position].kind {
        compileLocalCall(locals[position], declaration, name, call, at: place, into: target)
      } else {
        compileValueCall(call, at: place, into: target)
      }
    case .other(let binding): compileCall(of: binding, name, call, at: place, into: target)
    case .unknown:
      reportUnknown(name)
      compileUnused(call)
    }
  }

  private func compileCall(
    of binding: Binding, _ name: Name, _ call: Call, at place: SourceRange, into target: Int?
  ) {
    switch binding {
    case .global: compileValueCall(call, at: place, into: target)
    case .unit, .object:
      report(.notAFunction(name))
      compileUnused(call)
    case .function(let index):
      let function = functions[index]
      sides.recordCall(of: function.sideScope, in: builder.sideScope, at: name.range)
      callAtTop(into: target) { base, result in
        compileArguments(call, of: function.declaration.callee, behind: base, .acrossCalls)
        emitCall(of: function.number, base: base, result: result, at: place)
      }
    case .hostFunction(let number):
      let function = host.functions[number]
      use(.function(name.text), of: function.side, at: name.range, extent: place)
      callAtTop(into: target, at: place) { base in
        let count = compileArguments(call, of: function.callee, behind: base)
        let (operation, operand) = host.call(of: number)
        builder.emit(operation, a: base, b: operand, c: count, at: place)
      }
    case .library(let function):
      callAtTop(into: target, at: place) { base in
        let count = compileArguments(call, of: function.callee, behind: base)
        builder.emit(.callLibrary, a: base, b: function.rawValue, c: count, at: place)
      }
    }
  }

  private func compileLocalCall(
    _ local: LocalVariable, _ declaration: FunctionDeclaration, _ name: Name, _ call: Call,
    at place: SourceRange, into target: Int?
  ) {
    callAtTop(into: target) { base, result in
      if let function = local.plainFunction {
        compileArguments(call, of: declaration.callee, behind: base, .acrossCalls)
        emitCall(of: function, base: base, result: result, at: place)
      } else {
        compile(name, into: base, .momentary)
        let count = compileArguments(call, of: declaration.callee, behind: base, .acrossCalls)
        builder.emit(.call, a: base, b: count, c: result, at: place)
      }
    }
  }

  /// A call of a value that only the run knows.
  private func compileValueCall(_ call: Call, at place: SourceRange, into target: Int?) {
    checkUnlabelled(call)
    callAtTop(into: target) { base, result in
      compile(
        call.callee, into: base,
        holding(after: call.callee.range.end, through: call.innerEnd(place)))
      let count = compileArguments(call, .acrossCalls, end: call.innerEnd(place))
      builder.emit(.call, a: base, b: count, c: result, at: place)
    }
  }

  /// Reports names of arguments where the callee is not known by name.
  func checkUnlabelled(_ call: Call) {
    if let label = call.arguments.lazy.compactMap(\.label).first {
      report(.labelOfValueCall(label))
    }
  }

  /// Evaluates a call's arguments for what they may have wrong, where the call itself is.
  private func compileUnused(_ call: Call) {
    let mark = builder.nextRegister
    for argument in call.arguments { compile(argument.value, into: builder.allocate()) }
    if let closure = call.trailingClosure { compile(closure, into: builder.allocate()) }
    builder.release(to: mark)
  }
}

// MARK: - Arguments

extension CodeGenerator {
  /// Evaluates a call's arguments into the registers behind the callee's slot.
  ///
  /// There is one for each parameter and one for each extra; their number is returned. `holding`
  /// tells what the call itself does while they live.
  @discardableResult
  func compileArguments(
    _ call: Call, of callee: Callee, behind base: Int, _ holding: Holding = .momentary
  ) -> Int {
    guard let arranged = arrange(call, for: callee) else {
      compileUnused(call)
      return 0
    }
    checkSymbols(arranged, of: callee)
    let end = call.argumentsEnd
    if arranged.isInOrder {
      for argument in arranged.passed {
        compileArgument(argument?.value, into: builder.allocate(), holding, call, end: end)
      }
    } else {
      let first = builder.allocate(arranged.passed.count)
      let inSource = arranged.passed.enumerated().sorted {
        ($0.element?.order ?? -1) < ($1.element?.order ?? -1)
      }
      for (index, argument) in inSource {
        compileArgument(argument?.value, into: first + index, holding, call, end: end)
      }
    }
    for extra in arranged.extras {
      compileArgument(extra, into: builder.allocate(), holding, call, end: end)
    }
    return arranged.passed.count + arranged.extras.count
  }

  /// Evaluates positional arguments into registers in a row, and returns how many there are.
  func compileArguments(_ call: Call, _ holding: Holding, end: Int32) -> Int {
    for argument in call.arguments {
      compileArgument(argument.value, into: builder.allocate(), holding, call, end: end)
    }
    guard let closure = call.trailingClosure else { return call.arguments.count }
    compile(closure, into: builder.allocate())
    return call.arguments.count + 1
  }

  private func compileArgument(
    _ argument: Expression?, into register: Int, _ holding: Holding, _ call: Call, end: Int32
  ) {
    guard let argument else {
      return builder.emit(.loadAbsent, a: register, at: call.callee.range)
    }
    let later = self.holding(after: argument.range.end, through: end)
    compile(argument, into: register, later.stronger(holding))
  }
}

extension Call {
  /// The offset up to which calls end that are evaluated for this one at a place; that of a
  /// command may be where it ends itself.
  func innerEnd(_ place: SourceRange) -> Int32 { isCommand ? place.end : place.end - 1 }

  /// The offset behind the last argument.
  fileprivate var argumentsEnd: Int32 {
    trailingClosure?.range.end ?? arguments.last?.value.range.end ?? callee.range.end
  }
}

extension Holding {
  /// The one that asks for more.
  func stronger(_ other: Holding) -> Holding {
    if self == .kept || other == .kept { return .kept }
    return self == .momentary ? other : self
  }
}
