// Members of values: which value has which, read and called. Members that call back are functions
// in the language itself (`LibraryPrelude`), so that a pause inside them is a pause like any other.

import RehearsalSyntax
import RehearsalValues

/// How a built-in call goes on.
enum CallOutcome {
  /// The result is stored.
  case done
  /// A function runs, whose window begins `shift` registers behind the call's.
  case enters(Int, shift: Int)
  /// The host is asked.
  case requests
  case failed

  init(_ isDone: Bool) { self = isDone ? .done : .failed }
}

extension MachineState {
  func core(_ member: Int) -> CoreMember? {
    CoreMember(rawValue: Int(image.memberCores[member]))
  }

  /// The name of a member without labels.
  func memberName(_ member: Int) -> String {
    String(program.memberNames[member].prefix { $0 != "(" })
  }

  /// Fails for a member that a value does not have.
  mutating func failMember(_ name: String, of value: Value) -> Bool {
    if value.isNil {
      return fail(
        .missingMember, "nil has no member `\(name)`; use `?.` where a value may be missing")
    }
    let type = typeName(of: value)
    let known = CoreMember.help.filter { $0.receivers.contains { $0.rawValue == type } }
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
    if let core = core(member), let result = property(core, of: base) {
      target.pointee = result
      return pendingError == nil
    }
    guard pendingError == nil else { return false }
    guard value.tag == .map else { return failMember(memberName(member), of: value) }
    let entry = findEntry(value.offset, image.memberNames[member])
    guard entry >= 0 else { return failMissingKey(member, in: value) }
    caches[cache] = UInt32(truncatingIfNeeded: entry)
    let entries = heap.mapEntries(value.offset)
    // The next reading finds the very same key object, which needs no comparison of texts.
    if entries[entry * 2].tag == .string { entries[entry * 2] = image.memberNames[member] }
    target.pointee = entries[entry * 2 + 1]
    return true
  }

  private mutating func failMissingKey(_ member: Int, in map: Value) -> Bool {
    let name = memberName(member)
    return fail(
      .missingMember,
      "the map has no key \"\(name)\"; [\"\(name)\"] instead of .\(name) gives nil where a key is "
        + "missing")
  }

  /// The value of a property that the base has; nil for one that it has not.
  private mutating func property(_ core: CoreMember, of base: Register) -> Value? {
    let value = base.pointee
    switch (value.tag, core) {
    case (.string, .count): return scalarCount(of: value.offset).map { Value($0) }
    case (.string, .isEmpty): return Value(heap.byteCount(of: value.offset) == 0)
    case (.list, .count): return Value(heap.listCount(value.offset))
    case (.list, .isEmpty): return Value(heap.listCount(value.offset) == 0)
    case (.list, .first):
      return heap.listCount(value.offset) == 0 ? Value.none : heap.listValues(value.offset)[0]
    case (.list, .last):
      let count = heap.listCount(value.offset)
      return count == 0 ? Value.none : heap.listValues(value.offset)[count - 1]
    case (.map, .count): return Value(heap.mapCount(value.offset))
    case (.map, .isEmpty): return Value(heap.mapCount(value.offset) == 0)
    case (.map, .keys): return listOfMap(base, valuesNotKeys: false)
    case (.map, .values): return listOfMap(base, valuesNotKeys: true)
    case (.range, _): return rangeProperty(core, of: value)
    default: return nil
    }
  }

  private mutating func rangeProperty(_ core: CoreMember, of value: Value) -> Value? {
    let bounds = heap.values(value.offset, at: Layout.rangeLower)
    switch core {
    case .lowerBound: return bounds[0]
    case .upperBound: return bounds[1]
    default: break
    }
    guard let integers = integers(ofRange: value.offset) else { return nil }
    switch core {
    case .count:
      guard let count = integers.count else {
        _ = fail(.integerOverflow, "the range has more elements than an Int holds")
        return nil
      }
      return Value(count)
    case .isEmpty: return Value(integers.isEmpty)
    case .first: return integers.isEmpty ? Value.none : Value(integers.first)
    case .last: return integers.isEmpty ? Value.none : Value(integers.last)
    default: return nil
    }
  }

  private mutating func listOfMap(_ map: Register, valuesNotKeys: Bool) -> Value? {
    let count = heap.mapCount(map.pointee.offset)
    guard charge(values: count), let list = makeList(count: count, capacity: count) else {
      return nil
    }
    let entries = heap.mapEntries(map.pointee.offset)
    let target = heap.listValues(list.offset)
    var position = 0
    for entry in 0..<heap.mapUsed(map.pointee.offset) where entries[entry * 2].tag != .absent {
      let value = entries[entry * 2 + (valuesNotKeys ? 1 : 0)]
      heap.markShared(value)
      target[position] = value
      position += 1
    }
    return list
  }

  /// `base.member = value`, where the fast paths did not apply.
  @inline(never) mutating func setMember(
    _ base: Register, member: Int, _ value: Register, cache: Int, before next: CodePosition
  ) -> Bool {
    pc = next
    let name = memberName(member)
    guard base.pointee.tag == .map else { return failMember(name, of: base.pointee) }
    if core(member) != nil, property(ofMapNamed: member) {
      return fail(.invalidArgument, "`\(name)` of a map can only be read")
    }
    guard makeUnique(base) else { return false }
    if value.pointee.isNil {
      _ = removeEntry(base.pointee.offset, image.memberNames[member])
      return pendingError == nil
    }
    guard setEntry(base, image.memberNames + member, value) else { return false }
    let entry = findEntry(base.pointee.offset, image.memberNames[member])
    caches[cache] = UInt32(truncatingIfNeeded: entry)
    return pendingError == nil
  }

  private func property(ofMapNamed member: Int) -> Bool {
    switch core(member) {
    case .count, .isEmpty, .keys, .values, .contains, .remove: true
    default: false
    }
  }

  // MARK: - Calling

  /// Calls a member of R[0] with the arguments behind it; see `Operation.callMember`.
  @inline(never) mutating func callMember(
    _ r: Register, member: Int, count: Int, isMutating: Bool
  ) -> CallOutcome {
    let base = r.pointee
    if base.tag == .handle { return askCallMember(r, member: member, isMutating: isMutating) }
    guard let core = core(member), has(base, core) else {
      return isMutating
        ? CallOutcome(failMember(memberName(member), of: base))
        : callField(r, member: member, count: count)
    }
    guard requireArguments(core, count) else { return .failed }
    if isMutating { return CallOutcome(core.callMutating(&self, r)) }
    if callsBack(core, r, count) { return enterPrelude(core, r, count: count) }
    switch base.tag {
    case .list, .range: return CallOutcome(core.callListMember(&self, r, count: count))
    case .string: return CallOutcome(core.callStringMember(&self, r, count: count))
    case .map: return CallOutcome(core.callMapMember(&self, r))
    default: return CallOutcome(failMember(memberName(member), of: base))
    }
  }

  /// Whether a value has a member that can be called.
  private func has(_ base: Value, _ core: CoreMember) -> Bool {
    switch base.tag {
    case .list: core.isOfLists
    case .string: core.isOfStrings
    case .map: core.isOfMaps
    case .range:
      core == .contains
        || core.isOfLists && !core.isMutating && core != .indexOf && core != .joined
          && integers(ofRange: base.offset) != nil
    default: false
    }
  }

  private mutating func requireArguments(_ core: CoreMember, _ count: Int) -> Bool {
    let expected = core.argumentCounts
    if expected.contains(count) { return true }
    let takes =
      expected.lowerBound == expected.upperBound
      ? "\(expected.lowerBound)" : "\(expected.lowerBound) or \(expected.upperBound)"
    return fail(
      .argumentMismatch, "`\(core.spellings[0])` takes \(takes) argument(s), not \(count)")
  }

  /// Whether a call of a member calls a function that it is given: `contains` where it is given
  /// one.
  private func callsBack(_ core: CoreMember, _ r: Register, _ count: Int) -> Bool {
    if core == .contains { return r[1].isFunction }
    return core.callsBack(count)
  }

  /// Enters the library's function for a member; the receiver is its first argument.
  private mutating func enterPrelude(_ core: CoreMember, _ r: Register, count: Int) -> CallOutcome {
    var number = image.preludeMembers[core.rawValue]
    if r.pointee.tag == .map {
      let own = image.preludeMembers[core.rawValue + CoreMember.allCases.count]
      if own >= 0 { number = own } else if !core.spreadMap(&self, r) { return .failed }
    }
    guard number >= 0 else { return CallOutcome(failMember(core.spellings[0], of: r.pointee)) }
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
          "`\(memberName(member))` changes something; a condition may only look"))
    }
    request = .callMember(handle, MemberName(number: member))
    return .requests
  }

  private func isReadOnly(_ handle: Handle, member: Int) -> Bool {
    let name = memberName(member)
    return program.host.kind(of: handle).members.first { $0.name == name }?.isReadOnly ?? false
  }
}
