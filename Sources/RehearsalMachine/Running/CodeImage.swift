// A program as a machine runs it: instructions and function entries at fixed addresses, and the
// bytes that a new machine lays into its heap. Made once for a program, never changed, shared by
// all its machines; the addresses live as long as the program does.

import RehearsalCode
import RehearsalInterface
import RehearsalValues

/// What a call needs of a function, in 32 bytes: calls are slower with more.
struct FunctionEntry {
  fileprivate(set) var code: UnsafePointer<Instruction>
  let registerCount: Int32
  let parameterCount: UInt16
  let requiredCount: UInt16
  let ignoresSurplus: Bool
  let side: Side
  /// The number of its unit, or -1.
  let unit: Int32
  let captureCount: UInt16
  /// How many arguments a function value is called with that needs no more looking at; none where
  /// the side of the caller matters.
  let plainCount: Int16
  /// What a call takes of the budget: one, and as much as turns of its length.
  let callCost: Int32

  /// The function where the code of a longer program lies.
  fileprivate func moved(
    from old: UnsafePointer<Instruction>, to new: UnsafePointer<Instruction>
  ) -> FunctionEntry {
    var entry = self
    entry.code = new + (code - old)
    return entry
  }
}

/// The running form of a program.
package final class CodeImage: @unchecked Sendable {
  // Unchecked: everything is written in `init` and only read afterwards.

  /// The program.
  package let program: Program
  let code: UnsafeMutablePointer<Instruction>
  let codeCount: Int
  let functions: UnsafeMutablePointer<FunctionEntry>
  let functionCount: Int
  /// The `leave` instruction to which the outermost frame returns.
  let leave: UnsafePointer<Instruction>
  /// The constants, strings by their offset in the image; never written.
  let constants: UnsafeMutablePointer<Value>
  /// The member names, without labels, as strings by their offset in the image.
  let memberNames: UnsafeMutablePointer<Value>
  /// What a member name means for the language's own values: a number of `CoreMemberForms`, or -1.
  let memberCores: UnsafeMutablePointer<Int8>
  /// The objects of constants and member names, from `Heap.start` on.
  let heap: Heap
  let handles: PersistentArray<Handle>
  /// Whether the host function of a number changes nothing.
  let hostReadOnly: [Bool]
  /// What the host function of a number runs in the loop; nil where the host is asked.
  let hostBodies: [HostBody?]
  /// What member names mean, and what built-in functions do; the tables themselves, for all images.
  let memberUses = CoreMemberForms.uses
  let libraryBodies = LibraryFunction.bodies
  let libraryCount = LibraryFunction.count
  /// The library's function for a member that calls back, by the number of its forms, or -1.
  let preludeMembers: [Int]
  /// Where the strings are, for the image of a program that grows from this one.
  fileprivate let layout: ImageLayout
  private let constantCount: Int
  private let memberCount: Int

  /// Makes the running form of a program.
  ///
  /// - Parameters:
  ///   - program: The program, which the verifier has accepted.
  ///   - previous: The running form of the program that it grew from, whose machines can continue with
  ///     it: its strings keep their offsets. Nil for a program of its own.
  /// - Complexity: O(*n*) in the length of the code.
  package init(_ program: Program, extending previous: CodeImage? = nil) {
    self.program = program
    let (instructions, constants) = (program.instructions, program.constants)
    let memberNames = program.memberNames
    codeCount = instructions.count
    code = .allocate(capacity: instructions.count + 1)
    code.initialize(repeating: Instruction(.leave), count: instructions.count + 1)
    var next = code
    instructions.forEachRun { run in
      if let start = run.baseAddress { next.update(from: start, count: run.count) }
      next += run.count
    }
    leave = UnsafePointer(code + instructions.count)
    functionCount = program.functions.count
    functions = Self.entries(of: program.functions, at: code, after: previous)
    var layout = previous?.layout ?? ImageLayout()
    self.constants = .allocate(capacity: max(1, constants.count))
    let knownConstants = previous?.constantCount ?? 0
    if let previous { self.constants.initialize(from: previous.constants, count: knownConstants) }
    for index in knownConstants..<constants.count {
      let value: Value
      switch constants[index] {
      case .boolean(let boolean): value = Value(boolean)
      case .integer(let integer): value = Value(integer)
      case .double(let bits): value = Value(.double, bits)
      case .duration(let nanoseconds): value = Value(nanoseconds: nanoseconds)
      case .string(let bytes): value = Value(.string, UInt64(layout.add(bytes)))
      }
      (self.constants + index).initialize(to: value)
    }
    let knownNames = previous?.memberCount ?? 0
    memberCores = .allocate(capacity: max(1, memberNames.count))
    self.memberNames = .allocate(capacity: max(1, memberNames.count))
    if let previous {
      memberCores.initialize(from: previous.memberCores, count: knownNames)
      self.memberNames.initialize(from: previous.memberNames, count: knownNames)
    }
    for index in knownNames..<memberNames.count {
      let name = memberNames[index]
      let core = CoreMemberForms.numbers[name].map { Int8(truncatingIfNeeded: $0) }
      (memberCores + index).initialize(to: core ?? -1)
      let text = Array(name.utf8.prefix { $0 != UInt8(ascii: "(") })
      (self.memberNames + index).initialize(to: Value(.string, UInt64(layout.add(text))))
    }
    constantCount = constants.count
    memberCount = memberNames.count
    heap = layout.makeHeap(after: previous)
    self.layout = layout
    handles = program.handles
    preludeMembers = program.preludeMembers
    let host = program.host
    hostReadOnly = previous?.hostReadOnly ?? host.functions.map(\.isReadOnly)
    hostBodies = previous?.hostBodies ?? host.functions.map { $0.body as? HostBody }
  }

  /// The entries of functions whose code lies at an address; those of a shorter program are taken
  /// over.
  private static func entries(
    of source: PersistentArray<CodeFunction>, at code: UnsafeMutablePointer<Instruction>,
    after previous: CodeImage?
  ) -> UnsafeMutablePointer<FunctionEntry> {
    let functions = UnsafeMutablePointer<FunctionEntry>.allocate(capacity: max(1, source.count))
    let known = previous?.functionCount ?? 0
    if let previous {
      for index in 0..<known {
        (functions + index).initialize(
          to: previous.functions[index].moved(from: previous.code, to: code))
      }
    }
    for index in known..<source.count {
      let function = source[index]
      (functions + index).initialize(
        to: FunctionEntry(
          code: UnsafePointer(code + function.entry),
          registerCount: Int32(clamping: function.registerCount),
          parameterCount: UInt16(clamping: function.parameterNames.count),
          requiredCount: UInt16(clamping: function.requiredCount),
          ignoresSurplus: function.ignoresSurplusArguments, side: function.side,
          unit: Int32(clamping: function.unit ?? -1),
          captureCount: UInt16(clamping: function.captureCount),
          plainCount: function.side == .neutral
            ? Int16(exactly: function.parameterNames.count) ?? -1 : -1,
          callCost: Int32(clamping: 1 - MachineState.budget(forJump: -function.length))
        ))
    }
    return functions
  }

  deinit {
    code.deallocate()
    functions.deallocate()
    constants.deallocate()
    memberNames.deallocate()
    memberCores.deallocate()
    heap.memory.deallocate()
  }
}

/// Lays strings out as heap objects, each text once.
private struct ImageLayout {
  private(set) var texts: PersistentArray<[UInt8]> = []
  private var offsets = PersistentDictionary<[UInt8], Int>()
  private var used = Heap.start

  mutating func add(_ text: [UInt8]) -> Int {
    if let offset = offsets[text] { return offset }
    let offset = used
    offsets.set(text, to: offset)
    texts.append(text)
    used += Heap.stringSize(byteCount: text.count)
    return offset
  }

  /// The strings as objects, the first ones as an image has them that this one grew from.
  func makeHeap(after previous: CodeImage?) -> Heap {
    var heap = Heap(capacity: max(64, used))
    if let previous {
      heap.memory.copyMemory(from: previous.heap.memory, byteCount: previous.heap.used)
      heap.used = previous.heap.used
    }
    for text in texts.dropFirst(previous?.layout.texts.count ?? 0) {
      let offset = heap.used
      heap.used += Heap.stringSize(byteCount: text.count)
      text.withUnsafeBufferPointer { heap.initializeString(at: offset, from: $0) }
    }
    return heap
  }
}
