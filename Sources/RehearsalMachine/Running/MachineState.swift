// Everything that one machine has: its heap, register stack, frames, globals and what the host
// keeps in it. The loop works on it through a pointer; `Machine` owns it and copies it.

import RehearsalSyntax
import RehearsalValues

/// A call under way: 16 bytes, written and read as two words at each call.
struct Frame {
  /// Where the caller goes on.
  let returnTo: UnsafePointer<Instruction>
  /// Four numbers of 16 bits, in the order of an instruction's operands.
  ///
  /// From the low end: 0, how far the callee's window begins behind the caller's, the number of the
  /// called function, and the caller's register that gets the result.
  private let word: UInt64

  @inline(__always) init(
    returnTo: UnsafePointer<Instruction>, shift: Int, function: Int, result: Int
  ) {
    self.returnTo = returnTo
    word =
      UInt64(truncatingIfNeeded: result) << 48 | UInt64(truncatingIfNeeded: function) << 32
      | UInt64(truncatingIfNeeded: shift) << 16
  }

  /// How far the callee's window begins behind the caller's.
  @inline(__always) var shift: Int { Int(word >> 16 & 0xFFFF) }
  /// The number of the called function.
  @inline(__always) var function: Int { Int(word >> 32 & 0xFFFF) }
  /// The caller's register that gets the result.
  @inline(__always) var result: Int { Int(word >> 48) }
}

/// An error whose stack has not been read yet.
struct PendingError {
  let identifier: DiagnosticIdentifier
  let message: String
}

/// The state of a machine; pointers in it are owned by it.
struct MachineState {
  var program: Program
  var image: CodeImage
  var globalTable: GlobalTable
  let side: Side
  /// The number of the unit that it runs, or -1 for the outside.
  let unitNumber: Int32
  let limits: MachineLimits

  // MARK: Heap
  var heap: Heap
  /// Allocation is fast up to here: the capacity, or 0 where every allocation collects.
  var allocationLimit: Int
  /// The collector's other arena, of the heap's capacity, kept for the next collection.
  var spare: UnsafeMutableRawPointer?
  /// A mode for tests that finds references held across an allocation.
  var collectsAlways: Bool

  // MARK: Registers and frames
  var stack: UnsafeMutablePointer<Value>
  var stackCapacity: Int
  /// Behind the last register: `stack + stackCapacity`.
  var stackEnd: UnsafeMutablePointer<Value>
  /// The window of the running function.
  var window: UnsafeMutablePointer<Value>
  var frames: UnsafeMutablePointer<Frame>
  var frameCapacity: Int
  /// How deep calls may be without `makeRoom`: the capacity, or the limit where that is less.
  var frameLimit: Int
  var depth = 0
  /// Where the running function goes on; kept while the machine is paused.
  var pc: UnsafePointer<Instruction>
  /// Back edges and calls that are left of the slice under way.
  var budget: Int
  /// What is left beyond that slice; more than nothing only where the machine can be interrupted.
  var reserve = 0
  /// By what another thread stops the machine; nil where nobody does.
  var cancellation: CancellationFlag?
  /// What built-in functions have charged for their lengths.
  var charged = 0

  // MARK: Roots besides the stack
  var globals: UnsafeMutablePointer<Value>
  /// Function values that the host holds, by number; absent ones are free.
  var pins: [Value] = []
  var freePins: [Int] = []
  /// The instance whose variables each pinned function sees, by the function's number.
  var pinInstances: [Int] = []
  /// The instance whose variables are among `globals`.
  var instance = 0
  /// The variables of all instances, one instance behind the other; those of `instance` are absent
  /// here.
  var instanceVariables: [Value] = []
  /// Values that a built-in function holds across an allocation; a stack.
  var protected: [Value] = []

  // MARK: The rest
  var caches: UnsafeMutablePointer<UInt32>
  var symbols: [String]
  var symbolNumbers: [String: Int]
  var random: RandomSource
  /// How deep `beginReadOnly` is nested.
  var readOnlyDepth = 0
  var pendingError: PendingError?
  /// What the machine asks while it is paused.
  var request: HostRequest?
  /// The registers of the running window that hold what goes with the request.
  var requestFirst = 0
  var requestCount = 0
  /// The register of the running window that gets the answer, or -1 where nobody waits for one.
  var answerRegister = -1
  /// The requests that wait while the host calls the script, the outermost first.
  var suspended: [SuspendedRequest] = []
  /// The result of the last start.
  var result = Value.none
  /// The functions that are kept for the length of a call of a `HostBody`.
  var borrowed: [FunctionReference] = []
  /// The objects of the host that scripts hold.
  var objects = HostReferenceTable()

  init(
    program: Program, unit: Int?, limits: MachineLimits, seed: UInt64, collectsAlways: Bool,
    cancellation: CancellationFlag? = nil
  ) {
    self.cancellation = cancellation
    self.program = program
    let globalTable = unit.map { program.units[$0].globalTable } ?? program.outside
    self.globalTable = globalTable
    self.unitNumber = Int32(clamping: unit ?? -1)
    side = unit == nil ? .outside : .inside
    self.limits = limits
    self.collectsAlways = collectsAlways
    let image = program.image
    self.image = image
    heap = Heap(capacity: image.heap.used + 16 << 10)
    heap.memory.copyMemory(from: image.heap.memory, byteCount: image.heap.used)
    heap.used = image.heap.used
    allocationLimit = collectsAlways ? 0 : heap.capacity
    stackCapacity = 256
    stack = .allocate(capacity: stackCapacity)
    stack.initialize(repeating: .none, count: stackCapacity)
    stackEnd = stack + stackCapacity
    window = stack
    frameCapacity = 16
    frameLimit = min(frameCapacity, limits.callDepth)
    frames = .allocate(capacity: frameCapacity)
    pc = image.leave
    budget = limits.instructions
    globals = .allocate(capacity: max(1, globalTable.slotCount))
    globals.initialize(repeating: .absent, count: globalTable.slotCount)
    caches = .allocate(capacity: max(1, program.cacheCount))
    // No map has so many entries.
    caches.initialize(repeating: .max, count: max(1, program.cacheCount))
    symbols = program.symbols
    symbolNumbers = program.symbolNumbers
    random = RandomSource(seed: seed)
  }

  /// Frees what the pointers own; the state is not used afterwards.
  func free() {
    heap.memory.deallocate()
    spare?.deallocate()
    stack.deallocate()
    frames.deallocate()
    globals.deallocate()
    caches.deallocate()
  }

  /// A state that shares nothing mutable with this one.
  ///
  /// - Complexity: O(*n*) in the bytes of the heap and the registers in use.
  func copied() -> MachineState {
    var copy = self
    copy.heap = heap.copied()
    copy.spare = nil
    let used = min(stackCapacity, liveRegisterCount + 64)
    copy.stack = .allocate(capacity: stackCapacity)
    copy.stackEnd = copy.stack + stackCapacity
    copy.stack.initialize(from: stack, count: used)
    (copy.stack + used).initialize(repeating: .none, count: stackCapacity - used)
    copy.window = copy.stack + (window - stack)
    copy.frames = .allocate(capacity: frameCapacity)
    copy.frames.initialize(from: frames, count: depth)
    copy.globals = duplicate(globals, globalTable.slotCount)
    copy.caches = duplicate(caches, program.cacheCount)
    return copy
  }

  private func duplicate<Element>(
    _ source: UnsafeMutablePointer<Element>, _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    copy.initialize(from: source, count: count)
    return copy
  }

  /// The registers from the bottom of the stack to the end of the running window.
  var liveRegisterCount: Int {
    guard depth > 0 else { return 0 }
    let function = frames[depth - 1].function
    return window - stack + Int(image.functions[function].registerCount)
  }

  // MARK: - Errors and charges

  /// Notes an error; the loop leaves at the next chance.
  ///
  /// - Returns: False, to be returned in turn.
  mutating func fail(_ identifier: DiagnosticIdentifier, _ message: String) -> Bool {
    if pendingError == nil { pendingError = PendingError(identifier: identifier, message: message) }
    return false
  }

  /// Charges a built-in function for going through that many bytes, eight of them as much as for
  /// a turn of a loop; false where that is too much.
  @inline(__always) mutating func charge(_ length: Int) -> Bool {
    charged &+= length >> 3
    return charged <= limits.instructions ? true : failInstructionLimit()
  }

  /// Charges for going through `count` values, as much as for that many turns of a loop.
  @inline(__always) mutating func charge(values count: Int) -> Bool { charge(count << 3) }

  mutating func failInstructionLimit() -> Bool {
    let identifier: DiagnosticIdentifier =
      side == .inside ? .handlerInstructionLimit : .instructionLimit
    let name = side == .inside ? "handlerInstructions" : "instructions"
    return fail(
      identifier,
      "this ran for \(limits.instructions) turns of loops and calls, the limit `\(name)`, without "
        + "coming to an end")
  }

  // MARK: - Room for calls

  /// Makes room for a frame and a window of `count` registers that begins at `start`.
  ///
  /// The window pointers move. False where the call depth is too great.
  mutating func makeRoom(from start: UnsafeMutablePointer<Value>, count: Int) -> Bool {
    guard depth < limits.callDepth else {
      return fail(
        .callDepthLimit,
        "the calls are nested \(depth) deep, the limit `callDepth`; does a function call itself "
          + "without end?")
    }
    if depth == frameCapacity {
      let grown = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
      grown.initialize(from: frames, count: depth)
      frames.deallocate()
      frames = grown
      frameCapacity *= 2
      frameLimit = min(frameCapacity, limits.callDepth)
    }
    let needed = start - stack + count
    if needed > stackCapacity {
      guard needed <= registerLimit else {
        return fail(
          .callDepthLimit,
          "the \(depth) calls under way need more than \(registerLimit) values, which belongs to "
            + "the limit `callDepth`; does a function with many variables call itself?")
      }
      let capacity = max(stackCapacity * 2, needed + 64)
      let grown = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
      grown.initialize(from: stack, count: stackCapacity)
      (grown + stackCapacity).initialize(repeating: .none, count: capacity - stackCapacity)
      window = grown + (window - stack)
      stack.deallocate()
      stack = grown
      stackCapacity = capacity
      stackEnd = grown + capacity
    }
    return true
  }

  /// How many registers there can be: some for each call, and enough for any one function.
  private var registerLimit: Int { max(limits.callDepth * 128, 1 << 17) }

  // MARK: - Symbols

  /// The number of a symbol, new where it was not met before.
  mutating func symbolNumber(_ text: String) -> Int {
    if let number = symbolNumbers[text] { return number }
    let number = symbols.count
    symbols.append(text)
    symbolNumbers[text] = number
    return number
  }

  /// The text of a symbol value.
  func symbolText(_ value: Value) -> String {
    let number = value.offset
    return symbols.indices.contains(number) ? symbols[number] : "?"
  }
}
