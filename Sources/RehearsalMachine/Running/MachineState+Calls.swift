// Cells, closures and calls of function values; how the host starts a function, calls one while the
// script waits for its answer, and learns which calls are under way. Calls of functions that are
// known by name are in the loop itself.

import RehearsalCode
import RehearsalSyntax
import RehearsalValues

extension MachineState {
  /// Moves the value of `place` into a cell of its own and puts the cell there.
  mutating func makeCell(_ place: Register, before next: CodePosition) -> Bool {
    pc = next
    let cell = allocate(Layout.cellSize)
    guard cell != 0 else { return false }
    heap.header(cell).pointee = ObjectHeader(
      kind: ObjectKind.cell.rawValue, flags: 0, size: UInt32(Layout.cellSize))
    heap.values(cell, at: Layout.cellValue).pointee = place.pointee
    place.pointee = Value(.cell, UInt64(truncatingIfNeeded: cell))
    return true
  }

  /// `target = content of the cell` for a change of it; see `Operation.openCell`.
  @inline(__always) mutating func openCell(
    _ target: Register, _ cell: Register, before next: CodePosition
  ) -> Bool {
    guard cell.pointee.tag == .cell else { return failCell() }
    target.pointee = heap.values(cell.pointee.offset, at: Layout.cellValue).pointee
    guard heap.isShared(target.pointee) else { return true }
    guard makeUnique(target, before: next) else { return false }
    guard cell.pointee.tag == .cell else { return failCell() }
    heap.values(cell.pointee.offset, at: Layout.cellValue).pointee = target.pointee
    return true
  }

  /// Fails where there is no cell; compiled code does not come here.
  mutating func failCell() -> Bool {
    fail(.hostFailure, "the code of this function is damaged: it reads an unknown variable")
  }

  /// Puts a closure of `function` into register `target`; the capture words are at `captures`.
  mutating func makeClosure(
    _ r: Register, _ target: Int, function: Int, captures: UnsafePointer<Instruction>
  ) -> Bool {
    pc = captures
    let count = Int(image.functions[function].captureCount)
    let size = Layout.closureCaptures + count * MemoryLayout<Value>.stride
    let closure = allocate(size)
    guard closure != 0 else { return false }
    heap.header(closure).pointee = ObjectHeader(
      kind: ObjectKind.closure.rawValue, flags: 0, size: UInt32(truncatingIfNeeded: size))
    heap.word32(closure, at: Layout.closureFunction).pointee = UInt32(function)
    heap.word32(closure, at: Layout.closureCount).pointee = UInt32(truncatingIfNeeded: count)
    let values = heap.values(closure, at: Layout.closureCaptures)
    for index in 0..<count {
      let word = captures[index]
      values[index] =
        word.a == 0
        ? r[Int(word.b)]
        : heap.values(r[-1].offset, at: Layout.closureCaptures)[Int(word.b)]
    }
    r[target] = Value(.closure, UInt64(truncatingIfNeeded: closure))
    return true
  }

  /// Readies a call of the function value in `callee`, whose arguments follow it.
  ///
  /// Brings them to the number of its parameters and makes room; the window may move. Nil without
  /// an error where a handle of the host is called: `request` says which.
  mutating func prepareCall(_ callee: Register, count: Int) -> Int? {
    guard let number = heap.functionNumber(callee.pointee) else {
      askOrFail(callee.pointee)
      return nil
    }
    let offset = callee - window
    let function = image.functions[number]
    let parameters = Int(function.parameterCount)
    var count = count
    if count == 1, function.requiredCount == 2, takePairApart(callee + 1) { count = 2 }
    if count != parameters {
      guard count < parameters ? count >= Int(function.requiredCount) : function.ignoresSurplus
      else {
        failArguments(number, count)
        return nil
      }
    }
    guard function.side == side || function.side == .neutral else {
      failSide(number)
      return nil
    }
    guard makeRoom(from: window + offset + 1, count: Int(function.registerCount)) else {
      return nil
    }
    let arguments = window + offset + 1
    for index in count..<max(count, parameters) { arguments[index] = .absent }
    return number
  }

  /// Takes a pair apart that a function of the library passes to a function of two parameters, as
  /// Swift does with tuples: `list.enumerated().map { offset, element in … }`.
  private mutating func takePairApart(_ argument: Register) -> Bool {
    guard depth > 0, program.functions[frames[depth - 1].function].isHidden,
      let pair = pair(argument.pointee)
    else { return false }
    let offset = argument - window
    guard makeRoom(from: argument, count: 2) else { return false }
    heap.markShared(pair.0)
    heap.markShared(pair.1)
    (window[offset], window[offset + 1]) = pair
    return true
  }

  /// Calls what is no function: a handle of the host that can be called, else a mistake.
  @inline(never) private mutating func askOrFail(_ callee: Value) {
    if callee.tag == .handle, program.host.kind(of: Handle(bits: callee.payload)).isCallable {
      let handle = Handle(bits: callee.payload)
      if readOnlyDepth == 0 || failReadOnly("calling \(described(callee))") {
        request = .callHandle(handle)
      }
      return
    }
    _ = fail(.notCallable, "\(described(callee)) is not a function and cannot be called")
  }

  private mutating func failArguments(_ number: Int, _ count: Int) {
    let function = program.functions[number]
    let takes = function.parameterNames.count
    let least = function.requiredCount
    let expected = least == takes ? "\(takes)" : "\(least) to \(takes)"
    _ = fail(
      .argumentMismatch,
      "\(function.name) takes \(expected) argument\(takes == 1 ? "" : "s"), not \(count)")
  }

  private mutating func failSide(_ number: Int) {
    let function = program.functions[number]
    _ = fail(.wrongSide, program.host.groups.refusal(ofCallTo: function.name, on: function.side))
  }

  // MARK: - Starting

  /// Gives up what was under way and renews the budget.
  mutating func begin() {
    depth = 0
    window = stack
    budget = firstSlice()
    charged = 0
    readOnlyDepth = 0
    pendingError = nil
    request = nil
    requestCount = 0
    answerRegister = -1
    if !suspended.isEmpty { suspended.removeAll(keepingCapacity: true) }
    if !protected.isEmpty { protected.removeAll(keepingCapacity: true) }
  }

  /// Enters a function from outside, with its arguments in the first window.
  mutating func enter(
    _ number: Int, _ arguments: some RandomAccessCollection<ScriptValue>
  ) -> Bool {
    guard number >= 0, number < image.functionCount else {
      return fail(.notCallable, "there is no such function")
    }
    let function = image.functions[number]
    guard function.unit < 0 || function.unit == unitNumber else {
      return fail(
        .notCallable,
        "\(program.functions[number].name) is code of another \(program.host.groups.unit.singular)")
    }
    guard makeRoom(from: stack + 1, count: Int(function.registerCount)) else { return false }
    frames[0] = Frame(returnTo: image.leave, shift: 1, function: number, result: 0)
    depth = 1
    window = stack + 1
    pc = function.code
    spend(Int(function.callCost))
    return putArguments(arguments, of: number)
  }

  /// Puts arguments into the window of a function that was just entered: missing ones are nil, or
  /// left to their defaults, and those beyond the parameters are dropped.
  mutating func putArguments(
    _ arguments: some Collection<ScriptValue>, of number: Int
  ) -> Bool {
    let function = image.functions[number]
    let count = Int(function.parameterCount)
    for index in 0..<count { window[index] = index < Int(function.requiredCount) ? .none : .absent }
    for (index, argument) in zip(0..<count, arguments) {
      guard put(argument, in: index) else { return false }
    }
    return true
  }

  /// Enters a function value that the host holds.
  mutating func enter(
    _ reference: FunctionReference, _ arguments: some RandomAccessCollection<ScriptValue>
  ) {
    guard let kept = functions[reference] else {
      _ = fail(.staleHandle, "the function is no longer stored")
      return
    }
    guard let number = heap.functionNumber(kept.value) else {
      _ = fail(.notCallable, "the stored value is not a function")
      return
    }
    selectInstance(kept.instance)
    guard enter(number, arguments) else { return }
    // Arguments may have been laid into the heap, and the function have moved.
    stack[0] = functions[reference]?.value ?? .none
    checkCount(arguments.count, of: number)
  }

  /// Fails where a function that was just entered does not take that many arguments.
  mutating func checkCount(_ count: Int, of number: Int) {
    let function = image.functions[number]
    guard
      count < Int(function.requiredCount)
        || (count > Int(function.parameterCount) && !function.ignoresSurplus)
    else { return }
    failArguments(number, count)
  }
}

// MARK: - Instances

// Each instance of a unit has a set of variables of its own, and the set of one instance at a time
// is among the globals. Code never names an instance; the caller selects one before starting it.

extension MachineState {
  /// Brings the variables of an instance among the globals and keeps those of the one before.
  mutating func selectInstance(_ number: Int) {
    guard number >= 0, number != instance else { return }
    defer { instance = number }
    let count = slots.instance
    guard count > 0 else { return }
    let first = slots.shared
    let missing = (max(number, instance) + 1) * count - instanceVariables.count
    if missing > 0 { instanceVariables += Array(repeating: .absent, count: missing) }
    for index in 0..<count {
      instanceVariables[instance * count + index] = globals[first + index]
      globals[first + index] = instanceVariables[number * count + index]
      // The collector moves what a slot refers to once; nothing stale may stay behind.
      instanceVariables[number * count + index] = .absent
    }
  }
}

extension MachineState {
  /// A variable of an instance, which need not be the one among the globals.
  func variable(_ position: Int, ofInstance number: Int) -> Value {
    let count = slots.instance
    guard position >= 0, position < count, number >= 0 else { return .absent }
    if number == instance { return globals[slots.shared + position] }
    let index = number * count + position
    return instanceVariables.indices.contains(index) ? instanceVariables[index] : .absent
  }
}

// MARK: - Calls while the script waits

// A host function that is passed a closure calls it before it answers. The request is put aside
// with everything that belongs to it, the call runs in a frame above those under way, and the
// request is restored.

extension MachineState {
  /// How many calls of the host may be under way at once.
  ///
  /// Each takes the native stack of some twenty calls, and the threads of a pool have half a
  /// megabyte: a script that calls itself through the host must not be able to use that up.
  private static var hostCallDepth: Int { 8 }

  /// Puts the request aside and enters a function value that the host holds.
  ///
  /// Its frame returns to `leave`, like the outermost one. The budget continues.
  mutating func enterCallback(_ reference: FunctionReference, _ arguments: [ScriptValue]) {
    guard let request else { return enter(reference, arguments) }
    guard let kept = functions[reference], let number = heap.functionNumber(kept.value) else {
      _ = fail(.staleHandle, "the function is no longer stored")
      return
    }
    guard suspended.count < Self.hostCallDepth else {
      _ = fail(
        .callDepthLimit,
        "calls between functions of the host and of the script are nested \(suspended.count) deep, "
          + "the maximum; do they call each other without end?")
      return
    }
    let base = liveRegisterCount
    let function = image.functions[number]
    guard makeRoom(from: stack + base + 1, count: Int(function.registerCount)) else { return }
    suspended.append(
      SuspendedRequest(
        request: request, requestFirst: requestFirst, requestCount: requestCount,
        answerRegister: answerRegister,
        window: window - stack, pc: pc, depth: depth, instance: instance))
    self.request = nil
    requestCount = 0
    answerRegister = -1
    selectInstance(kept.instance)
    stack[base] = kept.value
    frames[depth] = Frame(returnTo: image.leave, shift: 1, function: number, result: 0)
    depth += 1
    window = stack + base + 1
    pc = function.code
    spend(Int(function.callCost))
    guard putArguments(arguments, of: number) else { return }
    checkCount(arguments.count, of: number)
  }

  /// Brings the request back that waits for the call that has just returned, if one does.
  mutating func resumeRequest() {
    // Most calls answer no request: an empty list is only checked.
    guard !suspended.isEmpty, let outer = suspended.popLast() else { return }
    request = outer.request
    requestFirst = outer.requestFirst
    requestCount = outer.requestCount
    answerRegister = outer.answerRegister
    window = stack + outer.window
    pc = outer.pc
    selectInstance(outer.instance)
  }
}

// MARK: - The calls under way

// Nothing is kept for these while code runs: places are looked up by position.

extension MachineState {
  /// How many calls an error shows at each end of a long stack.
  private static var shownCalls: Int { 12 }

  /// The calls under way, the innermost first; the library's own are left out.
  func calls() -> (calls: [RuntimeError.Call], omitted: Int) {
    var calls: [RuntimeError.Call] = []
    var omitted = 0
    var position = pc
    var requests = suspended[...]
    for level in stride(from: depth - 1, through: 0, by: -1) {
      let frame = frames[level]
      // A call of the host's returns to the host; the function below it waits where it asked.
      let asked = requests.last?.depth == level ? requests.popLast()?.pc : nil
      defer { position = asked ?? frame.returnTo }
      let function = program.functions[frame.function]
      guard !function.isHidden, let source = function.source else { continue }
      if calls.count >= Self.shownCalls && level >= Self.shownCalls {
        omitted += 1
        continue
      }
      // A place belongs to the instruction before the one that comes next; at the beginning of a
      // function there is none.
      let index = position - UnsafePointer(image.code) - 1
      let isWithin = index >= function.entry && index < function.entry + function.length
      let range = isWithin ? program.places[index] : function.range
      calls.append(RuntimeError.Call(function: function.name, place: SourcePlace(source, range)))
    }
    return (calls, omitted)
  }

  /// The noted error with the stack that led to it; nothing is under way afterwards.
  mutating func takeError() -> RuntimeError {
    let (calls, omitted) = calls()
    let pending =
      pendingError ?? PendingError(identifier: .hostFailure, message: "nothing was noted")
    begin()
    return RuntimeError(pending.identifier, pending.message, stack: calls, omittedCalls: omitted)
  }
}
