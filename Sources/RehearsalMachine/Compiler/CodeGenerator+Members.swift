// Members, subscripts and optional chains as values, and calls of members. Which member a value
// has, only the run knows; where the name of a unit or of a handle of the host stands before the
// dot, it is checked here.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits the reading of `base.name`.
  func compileMember(
    _ base: Expression, _ name: Name, _ isOptional: Bool, into target: Int, _ holding: Holding
  ) {
    if let handle = knownHandle(base) { checkRead(of: name, on: handle) }
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
    if let handle = knownHandle(base) { checkSubscript(of: handle, at: place) }
    let mark = builder.nextRegister
    let value = operand(base, through: index.range.end, reusing: target)
    if case .range(let lower, let upper, let isClosed) = index.unparenthesized.kind {
      let bounds = builder.allocate(2)
      compileBound(lower, into: bounds, through: index.range.end, at: index.range)
      compileBound(upper, into: bounds + 1, at: index.range)
      builder.emit(isClosed ? .sliceClosed : .slice, a: target, b: value, c: bounds, at: place)
    } else if let position = index.smallInteger, position >= 0, !needsShare(base, holding) {
      builder.emit(.getIndexImmediate, a: target, b: value, c: position, at: place)
      return builder.release(to: mark)
    } else {
      let key = operand(index)
      let isShared = needsShare(base, holding)
      builder.emit(isShared ? .getIndexShared : .getIndex, a: target, b: value, c: key, at: place)
      return builder.release(to: mark)
    }
    if needsShare(base, holding) { builder.emit(.share, a: target, b: target, at: place) }
    builder.release(to: mark)
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

  /// Emits the jump out of the chain under way where a value before `?.` is nil.
  func skipChain(ifNil register: Int, _ isOptional: Bool, at place: SourceRange) {
    guard isOptional, let exit = builder.chainExits.last else { return }
    builder.emitJump(.jumpIfNil, a: register, to: exit, at: place)
  }

  /// Emits a call of a member.
  func compileMemberCall(
    _ base: Expression, _ name: Name, _ isOptional: Bool, _ call: Call, at place: SourceRange,
    into target: Int?
  ) {
    let handle = knownHandle(base)
    let member = CoreMember.named(name.text, in: call)
    if let handle {
      checkCall(of: name, on: handle, call, at: place)
    } else if let member, member.isMutating {
      return compileMutatingCall(base, name, isOptional, call, at: place, into: target)
    } else if member == nil {
      checkLabels(of: name, in: call)
    }
    if let member { checkSymbols(in: call, of: member, on: base) }
    let spelling = memberNumber(CoreMember.spelling(name.text, in: call))
    let runsCode = member?.callsBack ?? true
    callAtTop(into: target, at: place) { slot in
      let end = call.innerEnd(place)
      let later = holding(after: base.range.end, through: end)
      compile(base, into: slot, runsCode ? later.stronger(.acrossCalls) : later)
      skipChain(ifNil: slot, isOptional, at: base.range)
      let count = compileArguments(call, runsCode ? .acrossCalls : .momentary, end: end)
      emitMember(.callMember, a: slot, b: spelling, c: count, at: place)
    }
  }

  /// Reports names of arguments in a call of a member that no value has in this form: a function
  /// that a map holds takes none.
  private func checkLabels(of name: Name, in call: Call) {
    guard let label = call.arguments.lazy.compactMap(\.label).first else { return }
    if host.kinds.contains(where: { $0.members.contains { $0.name == name.text } }) { return }
    let forms = CoreMember.help.map(\.usage).filter { $0.prefix { $0.isLetter } == name.text }
    report(forms.isEmpty ? .labelOfValueCall(label) : .unknownLabel(label, of: name, forms))
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

extension CoreMember {
  /// Whether it calls a function that it is given.
  var callsBack: Bool {
    switch self {
    case .map, .filter, .reduce, .sorted: true
    default: false
    }
  }
}

// MARK: - Handles that are known by name

extension CodeGenerator {
  /// A handle whose kind is known where its name stands.
  enum KnownHandle {
    case unit(Int, Name)
    case object(Int, Name)

    /// The name as written.
    var name: Name {
      switch self {
      case .unit(_, let name), .object(_, let name): name
      }
    }
  }

  /// The handle that an expression names, where it is a bare name of one.
  func knownHandle(_ expression: Expression) -> KnownHandle? {
    guard case .name(let name) = expression.unparenthesized.kind else { return nil }
    switch resolve(name.text) {
    case .other(.unit(let number)): return .unit(number, name)
    case .other(.object(let index)): return .object(index, name)
    default: return nil
    }
  }

  /// The kind of a known handle, if the host describes it.
  func kind(of handle: KnownHandle) -> HostKind? {
    let index: Int
    switch handle {
    case .unit: index = Int(host.unitKind)
    case .object(let object, _): index = Int(host.objects[object].handle.kind)
    }
    guard index < host.kinds.count else { return nil }
    var kind = host.kinds[index]
    if case .object(let object, _) = handle { kind.members += host.objects[object].members }
    return kind
  }

  /// Checks the reading of a member without calling it.
  private func checkRead(of name: Name, on handle: KnownHandle) {
    guard let member = checkMember(name, of: handle) else { return }
    guard let parameters = member.parameters else { return }
    report(
      .methodWithoutCall(name, of: handle.name.text, takesNothing: parameters.isEmpty))
  }

  /// Checks a call of a member.
  private func checkCall(
    of name: Name, on handle: KnownHandle, _ call: Call, at place: SourceRange
  ) {
    guard let member = checkMember(name, of: handle) else { return }
    guard let parameters = member.parameters else {
      let hasNothing = call.arguments.isEmpty && call.trailingClosure == nil
      let parentheses = SourceRange(Int(name.range.end), Int(place.end))
      return report(
        .propertyCalled(name, of: handle.name.text, empty: hasNothing ? parentheses : nil))
    }
    let callee = Callee(name: name.text, parameters: parameters)
    if let arranged = arrange(call, for: callee) { checkSymbols(arranged, of: callee) }
  }

  private func checkSubscript(of handle: KnownHandle, at place: SourceRange) {
    guard let kind = kind(of: handle), !kind.hasSubscript else { return }
    report(.noSubscript(handle.name.text, place))
  }

  /// Whether the code under way is a unit's and the handle a unit: using it is the mistake,
  /// whatever its member.
  func isOnWrongSide(_ handle: KnownHandle) -> Bool {
    if case .unit = handle { currentUnit != nil } else { false }
  }

  /// Checks that a known handle has a member; nil where it has not, or where the member is a
  /// variable of a unit.
  @discardableResult
  func checkMember(_ name: Name, of handle: KnownHandle) -> HostMember? {
    guard let kind = kind(of: handle), !isOnWrongSide(handle) else { return nil }
    if let member = kind.members.first(where: { $0.name == name.text }) { return member }
    var candidates = kind.members.map(\.name)
    if case .unit(let unit, let unitName) = handle {
      switch unitScopes[unit].lookUp(names.number(of: name.text))?.binding {
      case .global: return nil
      case .function:
        report(.unitFunctionFromOutside(name, unit: unitName.text, host.groups.unit))
        return nil
      default: break
      }
      candidates += unitVariables(of: unit)
    }
    let suggestion = suggestion(for: name.text) { candidates }
    report(.unknownMember(name, of: handle.name.text, suggestion: suggestion))
    return nil
  }

  private func unitVariables(of unit: Int) -> [String] {
    unitScopes[unit].entries.compactMap { entry in
      if case .global = entry.binding { names.texts[entry.name] } else { nil }
    }
  }
}
