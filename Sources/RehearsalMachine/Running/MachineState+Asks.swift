// Questions to the host: what the loop notes before it leaves, and what the answer does.
// Between the two the state is at rest and can be copied.

extension MachineState {
  @inline(__always) func handleBits(_ index: Int) -> UInt64 { image.handles[index].bits }

  /// Whether the host function may be asked for while conditions are looked at.
  mutating func mayAsk(function: Int) -> Bool {
    if image.hostLooks[function] { return true }
    return failLooking("`\(program.host.functions[function].name)`")
  }

  mutating func failLooking(_ what: String) -> Bool {
    fail(
      .sideEffectInCondition,
      "\(what) changes something; a condition that is looked at again and again may only look")
  }

  /// Whether the host may be asked to let time pass, or to note an expectation.
  mutating func mayWait() -> Bool { looking == 0 || failLooking("`expect`") }

  /// A global without a value: an app asks for the file's constants, everything else fails.
  mutating func askForGlobal(_ slot: Int) -> Bool {
    if side == .inside && slot < unit.constantCount {
      ask = .constant(slot: slot)
      askCount = 0
      return true
    }
    return fail(
      .uninitializedVariable,
      "`\(unit.variableName(slot))` is read before its declaration has run")
  }

  mutating func askIndex(_ base: Value, first: Int, count: Int, answer: Int) -> Bool {
    let handle = Handle(bits: base.payload)
    ask = .index(handle)
    askFirst = first
    askCount = count
    answerRegister = answer
    return requireSubscript(handle)
  }

  private mutating func requireSubscript(_ handle: Handle) -> Bool {
    let kind = kind(of: handle)
    return kind.hasSubscript || fail(.typeMismatch, "\(kind.name) has no subscript")
  }

  /// Key and value need not be neighbours, so they are held beside the window.
  mutating func askSetIndex(_ base: Value, _ key: Value, _ value: Value) -> Bool {
    guard looking == 0 || failLooking("storing") else { return false }
    let handle = Handle(bits: base.payload)
    guard requireSubscript(handle), keepForAsk([key, value]) else { return false }
    ask = .setIndex(handle)
    return true
  }

  mutating func askSetMember(_ base: Value, member: Int, value: Int) -> Bool {
    guard looking == 0 || failLooking("storing") else { return false }
    ask = .setMember(Handle(bits: base.payload), MemberName(number: member))
    askFirst = value
    askCount = 1
    answerRegister = -1
    return true
  }

  /// Puts what goes with a question into registers above the running window, where the collector
  /// does not look: nothing is allocated before the host has read it.
  private mutating func keepForAsk(_ values: [Value]) -> Bool {
    let end = liveRegisterCount
    guard makeRoom(from: stack + end, count: values.count) else { return false }
    for (index, value) in values.enumerated() { stack[end + index] = value }
    askFirst = stack + end - window
    askCount = values.count
    answerRegister = -1
    return true
  }

  /// Fails where a parameter that is no thing of the host's would be changed.
  mutating func failNoHandle(_ value: Value) -> Bool {
    fail(
      .immutableAssignment,
      "a parameter cannot be changed; only a thing of the host can be changed through one, and "
        + "this is \(described(value))")
  }

  mutating func askExpectation(site: Int, _ value: Value) -> Bool {
    guard value.tag == .boolean else { return failBool(value) }
    guard mayWait() else { return false }
    ask = .expectation(site: site, holds: value.boolean)
    askCount = 0
    answerRegister = -1
    return true
  }

  /// Stores the host's answer where the script waits for it.
  mutating func takeAnswer(_ value: ScriptValue) {
    guard let asked = ask else { return }
    ask = nil
    askCount = 0
    guard answerRegister >= 0 else { return }
    if case .callMember(let handle, _) = asked, isMutatingCall {
      window[answerRegister + 1] = Value(.handle, handle.bits)
    }
    guard put(value, in: answerRegister) else { return }
    if case .constant(let slot) = asked {
      let laid = window[answerRegister]
      heap.markShared(laid)
      globals[slot] = laid
    }
  }

  /// Whether the question comes from a call that gives its receiver back, behind its result.
  private var isMutatingCall: Bool {
    (pc - 2).pointee.code == Operation.callMutatingMember.rawValue
  }

  // MARK: - Values held across an allocation

  /// A new root, Int 0 so far; `popProtected` takes it away again.
  mutating func protectedSlot() -> Int {
    protected.append(Value(0))
    return protected.count - 1
  }

  mutating func popProtected() -> Value { protected.popLast() ?? .none }
}
