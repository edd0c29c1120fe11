// Everything that one machine has: its heap, register stack, frames, globals and what the host
// keeps in it. The loop works on it through a pointer; `Machine` owns it and copies it.

import RehearsalCode
import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// A call under way: 16 bytes, written and read as two words at each call.
struct Frame {
  /// Where the caller continues.
  let returnTo: UnsafePointer<Instruction>
  /// Four numbers of 16 bits, in the order of an instruction's operands.
  ///
  /// From the low end: 0, how far the callee's window begins after the caller's, the number of the
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

  /// How far the callee's window begins after the caller's.
  @inline(__always) var shift: Int { Int(word >> 16 & 0xFFFF) }
  /// The number of the called function.
  @inline(__always) var function: Int { Int(word >> 32 & 0xFFFF) }
  /// The caller's register that gets the result.
  @inline(__always) var result: Int { Int(word >> 48) }
}

/// The state of a machine; pointers in it are owned by it.
struct MachineState {
  var program: Program
  var image: CodeImage
  var slots: SlotCounts
  /// Whether the code that runs here can draw random numbers.
  var drawsRandomNumbers: Bool
  let side: Side
  /// The number of the unit that it runs, or -1 for the outside.
  let unitNumber: Int32
  let limits: MachineLimits

  // MARK: Heap
  var heap: Heap
  /// Allocation is fast up to here: the arena's room, or 0 where every allocation collects.
  var allocationLimit: Int
  /// The collector's other arena, of the heap's capacity, kept for the next collection.
  var spare: UnsafeMutableRawPointer?
  /// A mode for tests that finds references held across an allocation.
  var collectsAlways: Bool

  // MARK: Registers and frames
  var stack: UnsafeMutablePointer<Value>
  /// How many registers there are before more calls need more of them.
  var stackCapacity: Int
  /// How many of these the memory has room for; a copy begins with those that it needs.
  var stackRoom: Int
  /// After the last register: `stack + stackRoom`.
  var stackEnd: UnsafeMutablePointer<Value>
  /// The window of the running function.
  var window: UnsafeMutablePointer<Value>
  var frames: UnsafeMutablePointer<Frame>
  var frameCapacity: Int
  /// How deep calls may be without `makeRoom`: the capacity, or the limit where that is less.
  var frameLimit: Int
  var depth = 0
  /// Where the running function continues; kept while the machine is paused.
  var pc: UnsafePointer<Instruction>
  /// Back edges and calls that are left of the current slice.
  var budget: Int
  /// What is left beyond that slice; more than nothing only where the machine can be interrupted.
  var reserve = 0
  /// By what another thread stops the machine; nil where nobody does.
  var cancellation: CancellationFlag?
  /// Who is notified of what code computes from moments; nil where nobody asks.
  let times: TimeWatch?
  /// What built-in functions have charged for their lengths.
  var charged = 0
  /// How many bytes of values the host was given with requests since it asked last.
  var handedBytes = 0

  // MARK: Roots besides the stack
  var globals: UnsafeMutablePointer<Value>
  /// The function values that the host holds.
  var functions = FunctionReferenceTable()
  /// The instance whose variables are among `globals`.
  var instance = 0
  /// The variables of all instances, one instance after the other; those of `instance` are absent
  /// here.
  var instanceVariables: [Value] = []
  /// Values that a built-in function holds across an allocation; a stack.
  var protected: [Value] = []

  // MARK: The rest
  var caches: UnsafeMutablePointer<UInt32>
  /// The symbols that came from outside; their numbers follow those of the program's.
  var ownSymbols = SymbolTable()
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
    image: CodeImage, unit: Int?, limits: MachineLimits, seed: UInt64, collectsAlways: Bool,
    cancellation: CancellationFlag? = nil, times: TimeWatch? = nil
  ) {
    self.cancellation = cancellation
    self.times = times
    self.image = image
    program = image.program
    unitNumber = Int32(clamping: unit ?? -1)
    slots = SlotCounts(program.globalTable(ofUnit: unitNumber))
    drawsRandomNumbers = program.drawsRandomNumbers(inUnit: unitNumber)
    side = unit == nil ? .outside : .inside
    self.limits = limits
    self.collectsAlways = collectsAlways
    heap = Heap(capacity: image.heap.used + 16 << 10)
    heap.memory.copyMemory(from: image.heap.memory, byteCount: image.heap.used)
    heap.used = image.heap.used
    allocationLimit = collectsAlways ? 0 : heap.room
    stackCapacity = 256
    stackRoom = stackCapacity
    stack = .allocate(capacity: stackCapacity)
    stack.initialize(repeating: .none, count: stackCapacity)
    stackEnd = stack + stackCapacity
    window = stack
    frameCapacity = 16
    frameLimit = min(frameCapacity, limits.callDepth)
    frames = .allocate(capacity: frameCapacity)
    pc = image.leave
    budget = limits.instructions
    globals = .allocate(capacity: max(1, slots.all))
    globals.initialize(repeating: .absent, count: slots.all)
    caches = .allocate(capacity: max(1, program.cacheCount))
    // No map has so many entries.
    caches.initialize(repeating: .max, count: max(1, program.cacheCount))
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
  /// Its memory is of the size in use and grows to the capacities as it is needed; what it does
  /// depends on the capacities alone, so that it does what this one does.
  ///
  /// - Complexity: O(*n*) in the bytes of the heap and the registers in use.
  func copied() -> MachineState {
    var copy = self
    copy.heap = heap.copied()
    copy.allocationLimit = collectsAlways ? 0 : copy.heap.room
    copy.spare = nil
    // What goes with a request may be above the running window.
    let used = depth == 0 ? 0 : min(stackRoom, liveRegisterCount + 64)
    copy.stackRoom = min(stackCapacity, used + 64)
    copy.stack = .allocate(capacity: copy.stackRoom)
    copy.stackEnd = copy.stack + copy.stackRoom
    copy.stack.initialize(from: stack, count: used)
    (copy.stack + used).initialize(repeating: .none, count: copy.stackRoom - used)
    copy.window = copy.stack + (depth == 0 ? 0 : window - stack)
    copy.frameCapacity = depth + 8
    copy.frameLimit = min(copy.frameCapacity, limits.callDepth)
    copy.frames = .allocate(capacity: copy.frameCapacity)
    copy.frames.initialize(from: frames, count: depth)
    copy.globals = duplicate(globals, slots.all)
    copy.caches = duplicate(caches, program.cacheCount)
    return copy
  }

  /// Gives back what an idle state does not need to wait: garbage, and the memory of registers and
  /// frames, which come back with the next call.
  mutating func compact() {
    Collector.compact(&self)
    allocationLimit = collectsAlways ? 0 : heap.room
    stack.deallocate()
    stackRoom = 1
    stack = .allocate(capacity: stackRoom)
    stack.initialize(to: .none)
    stackEnd = stack + stackRoom
    window = stack
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

  // MARK: - Texts

  private var printer: ValuePrinter {
    ValuePrinter(
      heap: heap, program: program, objects: objects, ownSymbols: ownSymbols, times: times,
      function: runningFunction)
  }

  /// The number of the current function; 0 where none is.
  var runningFunction: Int { depth > 0 ? frames[depth - 1].function : 0 }

  /// What `print` and `string(x)` give.
  func text(of value: Value) -> String { printer.text(of: value) }

  /// The value as written inside a list: strings in quotes.
  func quotedText(of value: Value) -> String { printer.quotedText(of: value) }

  /// `the String "abc"`, `nil`, `the List [1, 2]`: for messages, shortened.
  func described(_ value: Value) -> String { printer.described(value) }

  /// What `type(of:)` gives.
  func typeName(of value: Value) -> String { printer.typeName(of: value) }

  /// The text of a symbol value.
  func symbolText(_ value: Value) -> String { printer.symbolText(value) }

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
    let (identifier, message) = instructionLimit
    return fail(identifier, message)
  }

  /// What a script that has used up its budget is told.
  var instructionLimit: (identifier: DiagnosticIdentifier, message: String) {
    let name = side == .inside ? "handlerInstructions" : "instructions"
    return (
      side == .inside ? .handlerInstructionLimit : .instructionLimit,
      "this ran for \(limits.instructions) loop iterations and calls, the limit `\(name)`, without "
        + "ending"
    )
  }

  // MARK: - The budget

  /// How many back edges and calls pass between two checks of the flag: some milliseconds.
  private static var sliceLength: Int { 1 << 20 }

  /// What a jump gives to the budget: nothing forward; backward −1 for up to four instructions that
  /// are gone through again, and −1 more for each two beyond, so that a long turn costs more than
  /// the short ones that would do its work.
  @inline(__always) static func budget(forJump distance: Int) -> Int {
    min(distance &>> 63, (distance &>> 1) &+ 1)
  }

  /// Begins a whole budget and gives its first slice: all of it where nobody interrupts.
  mutating func firstSlice() -> Int {
    reserve = limits.instructions
    return slice()
  }

  /// The slice after one that is used up; negative, with an error noted, if there is none.
  @inline(never) mutating func nextSlice() -> Int {
    guard reserve > 0 else {
      _ = failInstructionLimit()
      return -1
    }
    if let cancellation, cancellation.isCancelled {
      let reason = cancellation.reason
      _ = fail(reason.identifier, reason.message)
      return -1
    }
    return slice()
  }

  private mutating func slice() -> Int {
    let length = cancellation == nil ? reserve : min(reserve, Self.sliceLength)
    reserve -= length
    return length
  }

  /// Takes instructions from what is left.
  mutating func spend(_ instructions: Int) {
    let beyond = instructions - budget
    budget = max(0, budget - instructions)
    if beyond > 0 { reserve = max(0, reserve - beyond) }
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
          "the \(depth) nested calls need more than \(registerLimit) values, which counts for the "
            + "limit `callDepth`; does a function with many variables call itself?")
      }
      stackCapacity = max(stackCapacity * 2, needed + 64)
    }
    if needed > stackRoom { growStack(to: min(stackCapacity, max(stackRoom * 2, needed + 64))) }
    return true
  }

  private mutating func growStack(to room: Int) {
    let grown = UnsafeMutablePointer<Value>.allocate(capacity: room)
    grown.initialize(from: stack, count: stackRoom)
    (grown + stackRoom).initialize(repeating: .none, count: room - stackRoom)
    window = grown + (window - stack)
    stack.deallocate()
    stack = grown
    stackRoom = room
    stackEnd = grown + room
  }

  /// How many registers there can be: some for each call, and enough for any one function.
  private var registerLimit: Int { max(limits.callDepth * 128, 1 << 17) }

  // MARK: - Growth

  /// Continues with a program that grew from its own.
  mutating func adopt(_ image: CodeImage, after lasting: CodeImage) {
    let program = image.program
    let symbols = self.program.symbols + ownSymbols.texts
    begin()
    Collector.move(&self, to: image, keeping: lasting)
    let slots = SlotCounts(program.globalTable(ofUnit: unitNumber))
    globals = grown(globals, from: self.slots.all, to: slots.all, with: .absent)
    caches = grown(caches, from: lasting.program.cacheCount, to: program.cacheCount, with: .max)
    self.slots = slots
    self.program = program
    self.image = image
    // A longer program was compiled with all of them.
    ownSymbols = SymbolTable()
    for text in symbols.dropFirst(program.symbols.count) { _ = ownSymbols.number(of: text) }
    drawsRandomNumbers = program.drawsRandomNumbers(inUnit: unitNumber)
    pc = image.leave
  }

  private func grown<Element>(
    _ old: UnsafeMutablePointer<Element>, from count: Int, to newCount: Int, with filler: Element
  ) -> UnsafeMutablePointer<Element> {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: max(1, newCount))
    new.initialize(repeating: filler, count: max(1, newCount))
    new.update(from: old, count: min(count, newCount))
    old.deallocate()
    return new
  }

  // MARK: - Names

  /// The names and numbers of the globals.
  var globalTable: GlobalTable { program.globalTable(ofUnit: unitNumber) }

  /// Whether the unit has a global of a slot that has a value.
  func hasGlobal(_ slot: Int) -> Bool {
    slot >= 0 && slot < slots.shared && globals[slot].tag != .absent
  }

  /// The number of a symbol, new where it was not seen before.
  mutating func symbolNumber(_ text: String) -> Int {
    program.symbolNumbers[text] ?? program.symbols.count + ownSymbols.number(of: text)
  }

  /// Keeps a function value for the host.
  mutating func keep(_ value: Value) -> FunctionReference {
    functions.keep(value, instance: instance)
  }
}

/// How many slots a machine has for globals.
struct SlotCounts {
  /// The file's constants, and the variables of the outside or of the unit.
  let shared: Int
  /// How many of these, the first ones, are constants of the file.
  let constant: Int
  /// The variables of one instance, whose slots come after.
  let instance: Int

  init(_ table: GlobalTable) {
    shared = table.names.count
    constant = table.constantCount
    instance = table.instanceNames.count
  }

  var all: Int { shared + instance }
}

/// Symbols with their numbers in the order in which they came.
struct SymbolTable {
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  /// The number of a symbol, new where it was not seen before.
  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
