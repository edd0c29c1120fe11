// Requests to the host: what the loop notes before it leaves, and what the answer does.
// Between the two the state is at rest and can be copied.

import RehearsalCode
import RehearsalValues

extension MachineState {
  @inline(__always) func handleBits(_ index: Int) -> UInt64 { image.handles[index].bits }

  /// Whether the host function may be requested while conditions are checked.
  mutating func mayRequest(function: Int) -> Bool {
    if image.hostReadOnly[function] { return true }
    return failReadOnly("`\(program.host.functions[function].name)`")
  }

  mutating func failReadOnly(_ what: String) -> Bool {
    fail(
      .sideEffectInCondition,
      "\(what) has a side effect, which a condition that is evaluated repeatedly must not have")
  }

  /// Whether the host may be asked to advance time, or to note an expectation.
  mutating func mayWait() -> Bool { readOnlyDepth == 0 || failReadOnly("`expect`") }

  /// A global without a value: a unit asks for the file's constants, and for its own variables, which
  /// code may read that runs before their initial values; everything else fails.
  mutating func requestGlobal(_ slot: Int) -> Bool {
    if side == .inside {
      request = .constant(slot: slot)
      requestCount = 0
      return true
    }
    return fail(
      .uninitializedVariable,
      "`\(globalTable.variableName(slot))` is read before its declaration has run")
  }

  mutating func requestIndex(_ base: Value, first: Int, count: Int, answer: Int) -> Bool {
    let handle = Handle(bits: base.payload)
    request = .index(handle)
    requestFirst = first
    requestCount = count
    answerRegister = answer
    return requireSubscript(handle)
  }

  private mutating func requireSubscript(_ handle: Handle) -> Bool {
    let kind = program.host.kind(of: handle)
    return kind.hasSubscript || fail(.typeMismatch, "\(kind.name) has no subscript")
  }

  /// Key and value need not be neighbours, so they are held beside the window.
  mutating func requestSetIndex(_ base: Value, _ key: Value, _ value: Value) -> Bool {
    guard readOnlyDepth == 0 || failReadOnly("storing") else { return false }
    let handle = Handle(bits: base.payload)
    guard requireSubscript(handle), keepForRequest([key, value]) else { return false }
    request = .setIndex(handle)
    return true
  }

  mutating func requestSetMember(_ base: Value, member: Int, value: Int) -> Bool {
    guard readOnlyDepth == 0 || failReadOnly("storing") else { return false }
    request = .setMember(Handle(bits: base.payload), MemberName(number: member))
    requestFirst = value
    requestCount = 1
    answerRegister = -1
    return true
  }

  /// Puts what goes with a request into registers above the running window, where the collector
  /// does not look: nothing is allocated before the host has read it.
  private mutating func keepForRequest(_ values: [Value]) -> Bool {
    let end = liveRegisterCount
    guard makeRoom(from: stack + end, count: values.count) else { return false }
    for (index, value) in values.enumerated() { stack[end + index] = value }
    requestFirst = stack + end - window
    requestCount = values.count
    answerRegister = -1
    return true
  }

  /// Fails where a parameter that is no handle of the host would be changed.
  mutating func failNoHandle(_ value: Value) -> Bool {
    fail(
      .immutableAssignment,
      "a parameter cannot be changed; only members of an object of the host can, and "
        + "this is \(described(value))")
  }

  mutating func requestExpectation(site: Int, _ value: Value) -> Bool {
    guard value.tag == .boolean else { return failBool(value) }
    guard mayWait() else { return false }
    request = .expectation(site: site, holds: value.boolean)
    requestCount = 0
    answerRegister = -1
    return true
  }

  /// Stores the host's answer where the script waits for it.
  mutating func takeAnswer(_ value: ScriptValue) {
    guard let asked = request else { return }
    request = nil
    requestCount = 0
    guard answerRegister >= 0 else { return }
    if case .callMember(let handle, _) = asked, isMutatingCall {
      window[answerRegister + 1] = Value(.handle, handle.bits)
    }
    guard put(value, in: answerRegister) else { return }
    if case .constant(let slot) = asked, slot < slots.constant {
      let laid = window[answerRegister]
      heap.markShared(laid)
      globals[slot] = laid
    }
  }

  /// Whether the request comes from a call that gives its receiver back, after its result.
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

// MARK: - Built-in functions

extension MachineState {
  /// Calls built-in function `number` with `count` arguments: one of the library's, or a host's
  /// function that has a body.
  @inline(never) mutating func callLibrary(
    _ number: Int, _ target: Register, arguments: Register, count: Int,
    before next: CodePosition
  ) -> CallOutcome {
    pc = next
    guard number < image.libraryCount else {
      return callHost(number - image.libraryCount, target, arguments: arguments, count: count)
    }
    return image.libraryBodies[number](&self, target, arguments, count)
  }

  /// Forgets the functions that were kept for the length of a call.
  private mutating func releaseBorrowed() {
    guard !borrowed.isEmpty else { return }
    for reference in borrowed { functions.release(reference) }
    borrowed = []
  }

  /// Calls a function of the host that has a body, as a function of the library is called.
  ///
  /// - Parameters:
  ///   - number: The function's number in the host interface.
  ///   - target: The place of the result.
  ///   - arguments: The places of the arguments, after that of the result.
  ///   - count: How many arguments there are.
  /// - Returns: Whether the result is stored, or the call failed.
  @inline(never) mutating func callHost(
    _ number: Int, _ target: Register, arguments: Register, count: Int
  ) -> CallOutcome {
    guard image.hostBodies.indices.contains(number), let body = image.hostBodies[number] else {
      return CallOutcome(fail(.notCallable, "there is no such built-in function"))
    }
    guard readOnlyDepth == 0 || mayRequest(function: number) else { return .failed }
    let result = target - window
    defer { releaseBorrowed() }
    do {
      let value = try withUnsafeMutablePointer(to: &self) {
        try body.run(HostArguments($0, arguments, count: count, number: number))
      }
      // An argument that could not be converted whole has failed the call already.
      guard pendingError == nil else { return .failed }
      return CallOutcome(put(value, in: result))
    } catch let refusal as HostFunctionError {
      return CallOutcome(fail(refusal.identifier, refusal.message))
    } catch {
      let name = program.host.functions[number].name
      return CallOutcome(fail(.hostFailure, "`\(name)` failed: \(error)"))
    }
  }
}
