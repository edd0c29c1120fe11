// The copying collector: what the roots reach is copied to the other arena, breadth first, and the
// arenas swap. Offsets change, so every root is rewritten; only the program's own strings,
// which every arena begins with, stay where they are. When the live objects need more than a part
// of the arena, it grows; growing moves bytes but no offsets.

/// Collects the garbage of a machine.
enum Collector {
  /// How large an arena may be that is kept for the next collection, in bytes.
  private static let largestSpare = 8 << 20

  /// Copies the living to the other arena.
  ///
  /// - Complexity: O(*n*) in the bytes of living objects and the number of roots.
  static func collect(_ state: inout MachineState) {
    let permanent = state.image.heap.used
    let target = state.spare ?? Heap.allocateArena(capacity: state.heap.capacity)
    if state.spare == nil {
      target.copyMemory(from: state.heap.memory, byteCount: permanent)
    }
    let used = evacuate(&state, keeping: permanent, to: target, after: permanent)
    if state.heap.room == state.heap.capacity, state.heap.capacity <= largestSpare {
      state.spare = state.heap.memory
      if state.collectsAlways { scribble(over: state.heap.memory, of: state) }
    } else {
      // A copy's first arena is too small for a second time, and a large one too much to keep.
      state.heap.memory.deallocate()
      state.spare = nil
    }
    state.heap.memory = target
    state.heap.room = state.heap.capacity
    state.heap.used = used
  }

  /// Copies the living to an arena of their size; its capacity stays.
  static func compact(_ state: inout MachineState) {
    let permanent = state.image.heap.used
    let target = Heap.allocateArena(capacity: state.heap.used)
    target.copyMemory(from: state.heap.memory, byteCount: permanent)
    let used = evacuate(&state, keeping: permanent, to: target, after: permanent)
    state.heap.memory.deallocate()
    state.spare?.deallocate()
    state.spare = nil
    state.heap.memory = target
    state.heap.used = used
    let exact = state.heap.copied()
    target.deallocate()
    state.heap = exact
  }

  /// Makes the arena larger, in place.
  static func grow(_ state: inout MachineState, to capacity: Int) {
    state.spare?.deallocate()
    state.spare = nil
    let grown = Heap.allocateArena(capacity: capacity)
    grown.copyMemory(from: state.heap.memory, byteCount: state.heap.used)
    state.heap.memory.deallocate()
    state.heap.memory = grown
    state.heap.capacity = capacity
    state.heap.room = capacity
  }

  /// Moves the living into an arena that begins with the strings of another image.
  ///
  /// The strings of an image that both grew from are at the same offsets in both, so only what
  /// lies after them moves; strings of the old one that the new one lacks are objects like others.
  static func move(_ state: inout MachineState, to image: CodeImage, keeping common: CodeImage) {
    let permanent = common.heap.used
    guard state.image.heap.used > permanent || image.heap.used > permanent else { return }
    let growth = image.heap.used - permanent
    let capacity = max(state.heap.capacity, state.heap.used + growth + 16 << 10)
    // As much as there is, garbage included; checkpoints keep the arena for long.
    let room = state.heap.used + growth
    let target = Heap.allocateArena(capacity: room)
    target.copyMemory(from: image.heap.memory, byteCount: image.heap.used)
    let used = evacuate(&state, keeping: permanent, to: target, after: image.heap.used)
    state.heap.memory.deallocate()
    state.spare?.deallocate()
    state.spare = nil
    state.heap.memory = target
    state.heap.capacity = capacity
    state.heap.room = room
    state.heap.used = used
    if room - used > 16 << 10 {
      let exact = state.heap.copied()
      target.deallocate()
      state.heap = exact
    }
    state.allocationLimit = state.collectsAlways ? 0 : state.heap.room
  }

  /// Copies the living to an arena, after the program's own strings there; the end of the last.
  private static func evacuate(
    _ state: inout MachineState, keeping permanent: Int, to target: UnsafeMutableRawPointer,
    after start: Int
  ) -> Int {
    var evacuation = Evacuation(from: state.heap, to: target, permanent: permanent, start: start)
    let live = state.liveRegisterCount
    evacuation.move(state.stack, count: live)
    // Registers above the running window hold leftovers of ended calls; they would be stale.
    (state.stack + live).update(repeating: .none, count: state.stackRoom - live)
    evacuation.move(state.globals, count: state.slots.all)
    state.functions.update { evacuation.move(&$0, count: 1) }
    evacuation.move(&state.instanceVariables)
    evacuation.move(&state.protected)
    evacuation.move(&state.result, count: 1)
    evacuation.scan()
    return evacuation.to.used
  }

  /// Makes the abandoned arena unusable, so that a stale offset is found by its tests.
  private static func scribble(over arena: UnsafeMutableRawPointer, of state: MachineState) {
    let permanent = state.image.heap.used
    (arena + permanent)
      .initializeMemory(
        as: UInt64.self, repeating: 0xDBDB_DBDB_DBDB_DBDB,
        count: (state.heap.capacity - permanent) / MemoryLayout<UInt64>.size)
  }
}

/// One collection: the arena that is left and the one that is filled.
private struct Evacuation {
  let from: Heap
  var to: Heap
  /// The end of the program's own strings that never move; they refer to nothing.
  let permanent: Int
  /// Where the first copy is.
  let start: Int

  init(from: Heap, to memory: UnsafeMutableRawPointer, permanent: Int, start: Int) {
    self.from = from
    self.permanent = permanent
    self.start = start
    to = from
    to.memory = memory
    to.used = start
  }

  mutating func move(_ values: UnsafeMutablePointer<Value>, count: Int) {
    for index in 0..<count where values[index].tag.isReference {
      values[index].payload = UInt64(moved(values[index].offset))
    }
  }

  mutating func move(_ values: inout [Value]) {
    values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { move(base, count: buffer.count) }
    }
  }

  /// The new offset of an object, which is copied where it was not yet.
  private mutating func moved(_ offset: Int) -> Int {
    if offset < permanent { return offset }
    let header = from.header(offset)
    if header.pointee.kind == ObjectKind.moved.rawValue {
      return Int(from.word64(offset, at: ObjectHeader.size).pointee)
    }
    let size = Int(header.pointee.size)
    let target = to.used
    (to.memory + target).copyMemory(from: from.memory + offset, byteCount: size)
    to.used += size
    header.pointee.kind = ObjectKind.moved.rawValue
    from.word64(offset, at: ObjectHeader.size).pointee = UInt64(target)
    return target
  }

  /// Goes through the copied objects and copies what they refer to, until nothing is left.
  mutating func scan() {
    var offset = start
    while offset < to.used {
      let header = to.header(offset).pointee
      let size = Int(header.size)
      switch ObjectKind(rawValue: header.kind) {
      case .list:
        moveReference(at: offset + Layout.listElements)
      case .map:
        moveReference(at: offset + Layout.mapEntries)
        moveReference(at: offset + Layout.mapIndex)
      case .elements, .entries:
        move(to.values(offset, at: Layout.elements), count: (size - ObjectHeader.size) / 16)
      case .range:
        move(to.values(offset, at: Layout.rangeLower), count: 2)
      case .closure:
        let count = Int(to.word32(offset, at: Layout.closureCount).pointee)
        move(to.values(offset, at: Layout.closureCaptures), count: count)
      case .cell:
        move(to.values(offset, at: Layout.cellValue), count: 1)
      case .string, .index, .moved, nil:
        break
      }
      offset += size
    }
  }

  private mutating func moveReference(at position: Int) {
    let word = to.word64(position, at: 0)
    if word.pointee != 0 { word.pointee = UInt64(moved(Int(word.pointee))) }
  }
}
