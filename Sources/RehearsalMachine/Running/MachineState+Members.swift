// Members of values, read and called as the rows of `CoreMember` say. Those that call back are
// functions in the language itself (`LibraryPrelude`), so that a pause inside them is a pause like any
// other.

import RehearsalCode
import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// How a built-in call continues.
enum CallOutcome {
  /// The result is stored.
  case done
  /// A function runs, whose window begins `shift` registers after the call's.
  case enters(Int, shift: Int)
  /// The host is asked.
  case requests
  case failed

  init(_ isDone: Bool) { self = isDone ? .done : .failed }
}

extension MachineState {
  /// What a member name means after a value of the language's own; nil if that has no members, or
  /// none has one of the name.
  @inline(__always) private func uses(
    _ member: Int, after tag: Tag
  ) -> UnsafePointer<CoreMemberForms.Uses>? {
    let number = Int(image.memberCores[member])
    guard number >= 0, let position = CoreMemberForms.position(of: number, after: tag) else {
      return nil
    }
    return image.memberUses + position
  }

  /// The name of a member without labels.
  func memberName(_ member: Int) -> String {
    String(program.memberNames[member].prefix { $0 != "(" })
  }

  /// Fails for a member that a value does not have.
  mutating func failMember(_ name: String, of value: Value) -> Bool {
    if value.isNil {
      return fail(
        .missingMember, "nil has no member `\(name)`; use `?.` if a value may be missing")
    }
    let type = typeName(of: value)
    let known = CoreMember.all.filter { $0.receivers.names.contains(type) }
      .map { String($0.usage.prefix { $0.isLetter }) }
    let meant = Suggestion.closest(to: name, among: known).map { "; did you mean `\($0.word)`?" }
    return fail(
      .missingMember, "\(described(value)) has no member `\(name)`" + (meant ?? ""))
  }

  // MARK: - Reading

  /// `target = base.member`, where the fast paths did not apply.
  @inline(never) mutating func getMember(
    _ target: Register, _ base: Register, member: Int, cache: Int, answer: Int,
    before next: CodePosition
  ) -> CallOutcome {
    pc = next
    if base.pointee.tag == .handle {
      request = .member(Handle(bits: base.pointee.payload), MemberName(number: member))
      requestCount = 0
      answerRegister = answer
      return .requests
    }
    return CallOutcome(getMember(target, base, member: member, cache: cache))
  }

  private mutating func getMember(
    _ target: Register, _ base: Register, member: Int, cache: Int
  ) -> Bool {
    let value = base.pointee
    if let uses = uses(member, after: value.tag), let property = uses.pointee.property,
      let result = property(&self, base)
    {
      target.pointee = result
      return pendingError == nil
    }
    guard pendingError == nil else { return false }
    guard value.tag == .map else { return failMember(memberName(member), of: value) }
    let entry = findEntry(value.offset, image.memberNames[member])
    guard entry >= 0 else {
      guard isMemberWithoutValue(member, of: value) else {
        return failMissingKey(member, in: value)
      }
      target.pointee = .none
      return true
    }
    keep(entry, of: value.offset, under: image.memberNames[member], in: cache)
    target.pointee = heap.mapEntries(value.offset)[entry * 2 + 1]
    return true
  }

  /// Whether a key that is missing is one that such a map of the host's reads as nil.
  private func isMemberWithoutValue(_ member: Int, of map: Value) -> Bool {
    let name = memberName(member)
    // The variables of an instance are keys of its map, and one that is nil is no mistake.
    let isVariable = program.units.contains { $0.globalTable.instanceNames.contains(name) }
    return program.host.maps.contains { definition in
      if definition.isOpen, isVariable { return heap.hasKeys(of: definition, map.offset) }
      return definition.key(name) != nil && heap.isMap(map.offset, definition)
    }
  }

  private mutating func failMissingKey(_ member: Int, in map: Value) -> Bool {
    let name = memberName(member)
    return fail(
      .missingMember,
      "the map has no key \"\(name)\"; [\"\(name)\"] instead of .\(name) gives nil if a key is "
        + "missing")
  }

  /// `target = base.member` for a change of `target`, where the fast path did not apply; see
  /// `Operation.openMember`.
  @inline(never) mutating func openMember(
    _ target: Register, _ base: Register, member: Int, cache: Int, answer: Int,
    before next: CodePosition
  ) -> CallOutcome {
    guard base.pointee.tag == .map, isKey(member) else {
      let outcome = getMember(
        target, base, member: member, cache: cache, answer: answer, before: next)
      // What is worked out has no place, but it may be a handle.
      guard case .done = outcome, target.pointee.isCollection else { return outcome }
      return CallOutcome(failSetting(member, of: base.pointee))
    }
    pc = next
    guard makeUnique(base), getMember(target, base, member: member, cache: cache) else {
      return .failed
    }
    guard heap.isShared(target.pointee) else { return .done }
    guard makeUnique(target) else { return .failed }
    heap.mapEntries(base.pointee.offset)[Int(caches[cache]) * 2 + 1] = target.pointee
    return .done
  }

  /// Whether a member of a map is one of its keys, which can be set.
  private func isKey(_ member: Int) -> Bool {
    uses(member, after: .map)?.pointee.isNative != true
  }

  private mutating func failSetting(_ member: Int, of value: Value) -> Bool {
    fail(.invalidArgument, "`\(memberName(member))` of \(described(value)) is read-only")
  }

  /// `base.member = value`, where the fast paths did not apply.
  @inline(never) mutating func setMember(
    _ base: Register, member: Int, _ value: Register, cache: Int, before next: CodePosition
  ) -> Bool {
    pc = next
    guard base.pointee.tag == .map else {
      return failMember(memberName(member), of: base.pointee)
    }
    guard isKey(member) else { return failSetting(member, of: base.pointee) }
    return setKey(base, image.memberNames + member, value, cache: cache, before: next)
  }

  // MARK: - Calling

  /// Calls a member of R[0] with the arguments after it; see `Operation.callMember`.
  @inline(never) mutating func callMember(
    _ r: Register, member: Int, count: Int, isMutating: Bool
  ) -> CallOutcome {
    let base = r.pointee
    if base.tag == .handle { return askCallMember(r, member: member, isMutating: isMutating) }
    guard let uses = uses(member, after: base.tag), uses.pointee.isCallable,
      !uses.pointee.concernsElements || integers(ofRange: base.offset) != nil
    else {
      return isMutating
        ? CallOutcome(failMember(memberName(member), of: base))
        : callField(r, member: member, count: count)
    }
    let number = Int(image.memberCores[member])
    guard uses.pointee.arguments.contains(count) else {
      return failArguments(number, uses.pointee.arguments, count)
    }
    if isMutating, let mutation = uses.pointee.mutation { return change(r, by: mutation) }
    if uses.pointee.callbackCount == count || uses.pointee.mayCallBack && r[1].isFunction {
      return enterPrelude(number, r, count: count)
    }
    guard let function = uses.pointee.function else {
      return CallOutcome(failMember(CoreMemberForms.all[number].spelling, of: base))
    }
    if uses.pointee.concernsElements, !CoreMember.spreadRange(&self, r) { return .failed }
    if base.tag == .string, !charge(heap.byteCount(of: base.offset)) { return .failed }
    return CallOutcome(function(&self, r, count))
  }

  /// Calls a member that changes its receiver: the result goes to R[0], the receiver to R[1].
  private mutating func change(_ r: Register, by mutation: CoreMember.Mutation.Body) -> CallOutcome
  {
    guard makeUnique(r), let result = mutation(&self, r) else { return .failed }
    r[1] = r[0]
    r[0] = result
    return .done
  }

  private mutating func failArguments(
    _ number: Int, _ expected: ClosedRange<Int>, _ count: Int
  ) -> CallOutcome {
    let (least, most) = (expected.lowerBound, expected.upperBound)
    let takes = least == most ? "\(least)" : "\(least) or \(most)"
    let name = CoreMemberForms.all[number].spelling
    return CallOutcome(
      fail(.argumentMismatch, "`\(name)` takes \(takes) argument(s), not \(count)"))
  }

  /// Enters the library's function for a member; the receiver is its first argument.
  private mutating func enterPrelude(_ forms: Int, _ r: Register, count: Int) -> CallOutcome {
    var number = image.preludeMembers[forms]
    if r.pointee.tag == .map {
      let own = image.preludeMembers[forms + CoreMemberForms.all.count]
      if own >= 0 { number = own } else if !CoreMember.spreadMap(&self, r) { return .failed }
    }
    guard number >= 0 else {
      return CallOutcome(failMember(CoreMemberForms.all[forms].spelling, of: r.pointee))
    }
    let offset = r - window
    guard makeRoom(from: r, count: Int(image.functions[number].registerCount)) else {
      return .failed
    }
    heap.markShared(window[offset])
    return .enters(number, shift: 0)
  }

  /// `map.name(…)`: the function that the map holds under a name.
  private mutating func callField(_ r: Register, member: Int, count: Int) -> CallOutcome {
    guard r.pointee.tag == .map else {
      return CallOutcome(failMember(program.memberNames[member], of: r.pointee))
    }
    let entry = findEntry(r.pointee.offset, image.memberNames[member])
    guard entry >= 0 else { return CallOutcome(failMissingKey(member, in: r.pointee)) }
    r.pointee = heap.mapEntries(r.pointee.offset)[entry * 2 + 1]
    guard let number = prepareCall(r, count: count) else {
      return request == nil ? .failed : .requests
    }
    return .enters(number, shift: 1)
  }

  private mutating func askCallMember(_ r: Register, member: Int, isMutating: Bool) -> CallOutcome {
    let handle = Handle(bits: r.pointee.payload)
    if readOnlyDepth > 0, !isReadOnly(handle, member: member) {
      return CallOutcome(
        fail(
          .sideEffectInCondition,
          "`\(memberName(member))` has a side effect, which a condition must not have"))
    }
    request = .callMember(handle, MemberName(number: member))
    return .requests
  }

  private func isReadOnly(_ handle: Handle, member: Int) -> Bool {
    let name = memberName(member)
    return program.host.kind(of: handle).members.first { $0.name == name }?.isReadOnly ?? false
  }
}
