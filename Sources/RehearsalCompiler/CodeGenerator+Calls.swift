// Calls, and the members and subscripts of values. A call takes the top of the registers: the
// callee's slot, which also gets the result, then the arguments, which become the callee's own
// first registers.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
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

  /// Emits a call of a function without arguments, whose result is lost.
  func emitCall(of function: Int, at place: SourceRange) {
    callAtTop(into: nil) { base, result in
      emitCall(of: function, base: base, result: result, at: place)
    }
  }

  private func compileCall(
    of name: Name, _ call: Call, at place: SourceRange, into target: Int?
  ) {
    switch context.meaning(of: name) {
    case .local(let local):
      if case .function(let declaration) = context.locals[local].kind {
        compileLocalCall(local, declaration, name, call, at: place, into: target)
      } else {
        compileValueCall(call, at: place, into: target)
      }
    case .other(let binding): compileCall(of: binding, name, call, at: place, into: target)
    case .unknown: break
    }
  }

  private func compileCall(
    of binding: Binding, _ name: Name, _ call: Call, at place: SourceRange, into target: Int?
  ) {
    switch binding {
    case .global: compileValueCall(call, at: place, into: target)
    case .unit, .object: break
    case .function(let index):
      let function = context.functions[index]
      callAtTop(into: target) { base, result in
        compileArguments(call, of: context.callee(of: function), after: base, .acrossCalls)
        emitCall(of: functionNumbers[index], base: base, result: result, at: place)
      }
    case .hostFunction(let number):
      let function = context.host.functions[number]
      callAtTop(into: target, at: place) { base in
        let count = compileArguments(call, of: function.callee, after: base)
        let (operation, operand) = context.host.call(of: number)
        builder.emit(operation, a: base, b: operand, c: count, at: place)
      }
    case .library(let number):
      callAtTop(into: target, at: place) { base in
        let count = compileArguments(call, of: LibraryFunction.all[number].callee, after: base)
        builder.emit(.callLibrary, a: base, b: number, c: count, at: place)
      }
    }
  }

  private func compileLocalCall(
    _ local: Int, _ declaration: FunctionDeclaration, _ name: Name, _ call: Call,
    at place: SourceRange, into target: Int?
  ) {
    callAtTop(into: target) { base, result in
      if context.locals[local].isPlain, let function = self[local].function {
        compileArguments(call, of: declaration.callee, after: base, .acrossCalls)
        emitCall(of: function, base: base, result: result, at: place)
      } else {
        compile(name, into: base, .momentary)
        let count = compileArguments(call, of: declaration.callee, after: base, .acrossCalls)
        builder.emit(.call, a: base, b: count, c: result, at: place)
      }
    }
  }

  /// A call of a value that only the run knows.
  private func compileValueCall(_ call: Call, at place: SourceRange, into target: Int?) {
    callAtTop(into: target) { base, result in
      compile(
        call.callee, into: base,
        holding(after: call.callee.range.end, through: call.innerEnd(place)))
      let count = compileArguments(call, .acrossCalls, end: call.innerEnd(place))
      builder.emit(.call, a: base, b: count, c: result, at: place)
    }
  }
}

// MARK: - Arguments

extension CodeGenerator {
  /// Evaluates a call's arguments into the registers after the callee's slot.
  ///
  /// There is one for each parameter and one for each extra; their number is returned. `holding`
  /// tells what the call itself does while they live.
  @discardableResult
  func compileArguments(
    _ call: Call, of callee: Callee, after base: Int, _ holding: Holding = .momentary
  ) -> Int {
    // Those of the preludes were not kept.
    guard let arranged = context.arrangement(of: call) ?? (try? callee.match(call))
    else { return 0 }
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

  /// The offset after the last argument.
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

// MARK: - Members

extension CodeGenerator {
  /// Emits the reading of `base.name`.
  func compileMember(
    _ base: Expression, _ name: Name, _ isOptional: Bool, into target: Int, _ holding: Holding
  ) {
    let mark = builder.nextRegister
    let value = operand(base, reusing: target)
    skipChain(ifNil: value, isOptional, at: base.range)
    emitMember(.getMember, a: target, b: value, c: memberNumber(name.text), at: name.range)
    if needsShare(base, holding) { builder.emit(.share, a: target, b: target, at: name.range) }
    builder.release(to: mark)
  }

  /// Emits the reading of `base[index]`.
  func compileSubscript(
    _ base: Expression, _ index: Expression, into target: Int, _ holding: Holding,
    at place: SourceRange
  ) {
    let mark = builder.nextRegister
    if case .range(let lower, let upper, let isClosed) = index.unparenthesized.kind {
      let value = operand(base, through: index.range.end, reusing: target)
      let bounds = builder.allocate(2)
      compileBound(lower, into: bounds, through: index.range.end, at: index.range)
      compileBound(upper, into: bounds + 1, at: index.range)
      builder.emit(isClosed ? .sliceClosed : .slice, a: target, b: value, c: bounds, at: place)
    } else {
      compileElement(base, index, into: target, isShared: needsShare(base, holding), at: place)
    }
    builder.release(to: mark)
  }

  private func compileElement(
    _ base: Expression, _ index: Expression, into target: Int, isShared: Bool,
    at place: SourceRange
  ) {
    evaluateAhead(base, index)
    let key = builder.earlyIndices.removeValue(forKey: index.unparenthesized.range.start)
    let value = operand(base, through: key == nil ? index.range.end : nil, reusing: target)
    if let constant = constantKey(index) {
      emitMember(.getKey, a: target, b: value, c: constant, at: place)
      if isShared { builder.emit(.share, a: target, b: target, at: place) }
    } else if let position = index.smallInteger, position >= 0, !isShared {
      builder.emit(.getIndexImmediate, a: target, b: value, c: position, at: place)
    } else {
      let key = key ?? operand(index)
      builder.emit(isShared ? .getIndexShared : .getIndex, a: target, b: value, c: key, at: place)
    }
  }

  /// Evaluates the indices of a path before it is read where they contain a call, so that nobody
  /// holds what the path leads to while the call runs; it is read last, as a place is.
  private func evaluateAhead(_ base: Expression, _ index: Expression) {
    guard builder.earlyIndices[index.unparenthesized.range.start] == nil else { return }
    var indices = [index.unparenthesized]
    var root = base
    search: while true {
      switch root.kind {
      case .member(let inner, _, isOptional: false), .parenthesized(let inner): root = inner
      case .subscripted(let inner, let index):
        if case .range = index.unparenthesized.kind { return }
        indices.append(index.unparenthesized)
        root = inner
      case .name where context.knownHandle(root) == nil: break search
      default: return
      }
    }
    let facts = context.facts
    guard facts.hasCall(after: root.range.end, through: index.range.end) else { return }
    for early in indices.reversed() where !early.isPlainLiteral {
      builder.earlyIndices[early.range.start] = operand(early, through: index.range.end)
    }
  }

  /// The number of the constant where an index is a String that an instruction can name.
  func constantKey(_ index: Expression) -> Int? {
    guard case .string(let literal) = index.unparenthesized.kind, let text = literal.plainText
    else { return nil }
    let number = tables.number(of: .string(Array(text.utf8)))
    guard number <= Int(UInt16.max) else { return nil }
    return number
  }

  private func compileBound(
    _ bound: Expression?, into register: Int, through end: Int32? = nil, at place: SourceRange
  ) {
    guard let bound else { return builder.emit(.loadAbsent, a: register, at: place) }
    compile(bound, into: register, holding(after: bound.range.end, through: end))
  }

  /// Whether a value that is read out of `base` has to be marked shared.
  ///
  /// Through a call that comes before it is used, only what variables outside this function's
  /// registers hold can change.
  private func needsShare(_ base: Expression, _ holding: Holding) -> Bool {
    guard holding == .acrossCalls else { return holding == .kept }
    var root = base
    while true {
      switch root.kind {
      case .member(let inner, _, _), .subscripted(let inner, _), .parenthesized(let inner):
        root = inner
      case .name(let name): return ownRegister(of: name) == nil
      default: return false
      }
    }
  }

  /// Emits a chain with `?.`: a nil before one of them makes the whole chain nil.
  func compileChain(_ chain: Expression, into target: Int, _ holding: Holding) {
    withScratch(for: target, at: chain.range) { scratch in
      let exit = builder.newLabel()
      let end = builder.newLabel()
      builder.chainExits.append(exit)
      compile(chain, into: scratch, holding)
      builder.chainExits.removeLast()
      builder.emitJump(.jump, to: end, at: chain.range)
      builder.bind(exit)
      builder.emit(.loadNil, a: scratch, at: chain.range)
      builder.bind(end)
    }
  }

  /// Emits the jump out of the current chain where a value before `?.` is nil.
  func skipChain(ifNil register: Int, _ isOptional: Bool, at place: SourceRange) {
    guard isOptional, let exit = builder.chainExits.last else { return }
    builder.emitJump(.jumpIfNil, a: register, to: exit, at: place)
  }

  /// Emits a call of a member.
  func compileMemberCall(
    _ base: Expression, _ name: Name, _ isOptional: Bool, _ call: Call, at place: SourceRange,
    into target: Int?
  ) {
    let member = CoreMemberForms.named(name.text, in: call)
    if let member, member.isMutating, context.knownHandle(base) == nil {
      return compileMutatingCall(
        of: member, base, name, isOptional, call, at: place, into: target)
    }
    let spelling = memberNumber(CoreMemberForms.spelling(name.text, in: call))
    let argumentCount = call.arguments.count + (call.trailingClosure == nil ? 0 : 1)
    let runsCode = member?.mayCallBack(argumentCount) ?? true
    callAtTop(into: target, at: place) { slot in
      let end = call.innerEnd(place)
      let later = holding(after: base.range.end, through: end)
      compile(base, into: slot, runsCode ? later.stronger(.acrossCalls) : later)
      skipChain(ifNil: slot, isOptional, at: base.range)
      if let deciding = builder.decidingCalls.first(where: { $0.range == place }) {
        noteEmptiness(of: slot, in: deciding.register, at: base.range)
      }
      let count = compileArguments(call, runsCode ? .acrossCalls : .momentary, end: end)
      emitMember(.callMember, a: slot, b: spelling, c: count, at: place)
    }
  }

  /// Notes in a register that a collection is empty; nothing for one that is not.
  private func noteEmptiness(of collection: Int, in register: Int, at place: SourceRange) {
    let isEmpty = builder.newLabel()
    emitMember(.getMember, a: register, b: collection, c: memberNumber("isEmpty"), at: place)
    builder.emitJump(.jumpIfTrue, a: register, to: isEmpty, at: place)
    builder.emit(.loadAbsent, a: register, at: place)
    builder.bind(isEmpty)
  }

  /// The number of a member name with its labels.
  func memberNumber(_ spelling: String) -> Int {
    let number = tables.number(ofMember: spelling)
    if number > Int(UInt16.max) { builder.giveUp() }
    return number
  }

  /// Emits a member access with the cache that follows it.
  func emitMember(_ operation: Operation, a: Int, b: Int, c: Int = 0, at place: SourceRange) {
    builder.emit(operation, a: a, b: b, c: c, at: place)
    builder.emit(.cache, bc: tables.newCache(), at: place)
  }
}
