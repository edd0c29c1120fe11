// Cells, closures and calls of function values; how the host starts a function.
// Calls of functions that are known by name stand in the loop itself.

import RehearsalValues

extension MachineState {
  /// Moves the value of `place` into a cell of its own and puts the cell there.
  mutating func makeCell(_ place: Place) -> Bool {
    let cell = allocate(Layout.cellSize)
    guard cell != 0 else { return false }
    heap.header(cell).pointee = ObjectHeader(
      kind: ObjectKind.cell.rawValue, flags: 0, size: UInt32(Layout.cellSize))
    heap.values(cell, at: Layout.cellValue).pointee = place.pointee
    place.pointee = Value(.cell, UInt64(truncatingIfNeeded: cell))
    return true
  }

  /// Fails where there is no cell; compiled code does not come here.
  mutating func failCell() -> Bool {
    fail(.hostFailure, "the code of this function is damaged: it reads a variable that is none")
  }

  /// Puts a closure of `function` into register `target`; the capture words stand at `captures`.
  mutating func makeClosure(
    _ r: Place, _ target: Int, function: Int, captures: UnsafePointer<Instruction>
  ) -> Bool {
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

  /// The number of the function of a function value, if it is one.
  @inline(__always) func functionNumber(_ value: Value) -> Int? {
    switch value.tag {
    case .function: value.offset
    case .closure: Int(heap.word32(value.offset, at: Layout.closureFunction).pointee)
    default: nil
    }
  }

  /// Readies a call of the function value in `callee`, whose arguments stand behind it.
  ///
  /// Brings them to the number of its parameters and makes room; the window may move. Nil without
  /// an error where a handle of the host is called: `request` says which.
  mutating func prepareCall(_ callee: Place, count: Int) -> Int? {
    guard let number = functionNumber(callee.pointee) else {
      askOrFail(callee.pointee)
      return nil
    }
    let function = image.functions[number]
    let parameters = Int(function.parameterCount)
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
    let offset = callee - window
    guard makeRoom(from: callee + 1, count: Int(function.registerCount)) else { return nil }
    let arguments = window + offset + 1
    for index in count..<max(count, parameters) { arguments[index] = .absent }
    return number
  }

  /// Calls what is no function: a handle of the host that can be called, else a mistake.
  @inline(never) private mutating func askOrFail(_ callee: Value) {
    if callee.tag == .handle, kind(of: Handle(bits: callee.payload)).isCallable {
      let handle = Handle(bits: callee.payload)
      if readOnlyDepth == 0 || failReadOnly("calling \(described(callee))") {
        request = .callHandle(handle)
      }
      return
    }
    _ = fail(.notCallable, "\(described(callee)) is no function and cannot be called")
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
      _ = fail(.staleHandle, "the function is not kept any more")
      return
    }
    guard let number = functionNumber(kept.value) else {
      _ = fail(.notCallable, "what is kept is no function")
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
