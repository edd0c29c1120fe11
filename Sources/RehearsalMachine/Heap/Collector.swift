// The copying collector: what the roots reach is copied to the other arena, breadth first, and the
// arenas change places. Offsets change, so every root is rewritten; only the program's own strings,
// which every arena begins with, stay where they are. When the living need more than
// a part of the arena it grows; growing moves bytes but no offsets.

extension MachineState {
  /// The size to which an arena grows at its first collection, in bytes.
  private static var comfortableCapacity: Int { 256 << 10 }

  /// Lays out `size` bytes, a multiple of 8 and at least 16; 0 and an error without room.
  ///
  /// May move every object.
  @inline(__always) mutating func allocate(_ size: Int) -> Int {
    let offset = heap.used
    let end = offset &+ size
    if end <= allocationLimit {
      heap.used = end
      return offset
    }
    return allocateSlowly(size)
  }

  @inline(never) private mutating func allocateSlowly(_ size: Int) -> Int {
    guard size <= limits.arenaBytes else { return failHeapLimit() }
    if extendArena(to: heap.used + size) {
      let offset = heap.used
      heap.used += size
      return offset
    }
    let before = heap.used
    collect()
    guard chargeCollection(freed: before - heap.used) else { return 0 }
    let needed = heap.used + size
    guard needed <= limits.arenaBytes else { return failHeapLimit() }
    let comfortable = max(needed * 3, stackBytes * 2, Self.comfortableCapacity)
    let wanted = min(comfortable, limits.arenaBytes)
    if heap.capacity < needed || heap.capacity < wanted / 2 { grow(to: max(needed, wanted)) }
    allocationLimit = collectsAlways ? 0 : heap.room
    let offset = heap.used
    heap.used += size
    return offset
  }

  /// Gives the arena room up to an end without a collection; false where its capacity is reached.
  mutating func extendArena(to end: Int) -> Bool {
    guard !collectsAlways, heap.makeRoom(to: end) else { return false }
    allocationLimit = heap.room
    return true
  }

  /// Fails for want of room.
  ///
  /// - Returns: 0, which is no offset.
  mutating func failHeapLimit() -> Int {
    _ = fail(
      .heapLimit,
      "the script's values need more than half of \(limits.heapBytes >> 10)KB, the limit "
        + "`\(side == .inside ? program.host.groups.unitHeapLimit : "heap")`")
    return 0
  }

  /// Charges for the bytes that were laid out since the last collection, or for those that this
  /// one went through where they are more: a full heap that collects for a few bytes pays too.
  private mutating func chargeCollection(freed: Int) -> Bool {
    collectsAlways || charge(max(freed, heap.used + stackBytes))
  }

  /// The bytes of the register stack, which every collection goes through.
  private var stackBytes: Int { stackCapacity * MemoryLayout<Value>.stride }

  private mutating func grow(to capacity: Int) {
    spare?.deallocate()
    spare = nil
    let grown = Heap.allocateArena(capacity: capacity)
    grown.copyMemory(from: heap.memory, byteCount: heap.used)
    heap.memory.deallocate()
    heap.memory = grown
    heap.capacity = capacity
    heap.room = capacity
  }

  /// Copies the living to the other arena.
  ///
  /// - Complexity: O(*n*) in the bytes of living objects and the number of roots.
  private mutating func collect() {
    let permanent = image.heap.used
    let target = spare ?? Heap.allocateArena(capacity: heap.capacity)
    if spare == nil { target.copyMemory(from: heap.memory, byteCount: permanent) }
    let used = evacuate(to: target, behind: permanent)
    if heap.room == heap.capacity {
      spare = heap.memory
      if collectsAlways { scribble(over: spare) }
    } else {
      // A copy's first arena is too small for a second time.
      heap.memory.deallocate()
      spare = nil
    }
    heap.memory = target
    heap.room = heap.capacity
    heap.used = used
  }

  /// Copies the living to an arena, behind the program's own strings there; the end of the last.
  private mutating func evacuate(to target: UnsafeMutableRawPointer, behind start: Int) -> Int {
    var evacuation = Evacuation(
      from: heap, to: target, permanent: image.heap.used, start: start)
    let live = liveRegisterCount
    evacuation.move(stack, count: live)
    // Registers above the running window hold leftovers of ended calls; they would be stale.
    (stack + live).update(repeating: .none, count: stackRoom - live)
    evacuation.move(globals, count: slots.all)
    functions.update { evacuation.move(&$0, count: 1) }
    evacuation.move(&instanceVariables)
    evacuation.move(&protected)
    evacuation.move(&result, count: 1)
    evacuation.scan()
    return evacuation.to.used
  }

  /// Moves the living into an arena that begins with the strings of a grown image.
  ///
  /// The old image's strings stand at the same offsets in the new one, so only what lies behind
  /// them moves.
  mutating func moveHeap(to image: CodeImage) {
    let grown = image.heap.used - self.image.heap.used
    let capacity = max(heap.capacity, heap.used + grown + 16 << 10)
    let target = Heap.allocateArena(capacity: capacity)
    target.copyMemory(from: image.heap.memory, byteCount: image.heap.used)
    let used = evacuate(to: target, behind: image.heap.used)
    heap.memory.deallocate()
    spare?.deallocate()
    spare = nil
    heap.memory = target
    heap.capacity = capacity
    heap.room = capacity
    heap.used = used
    allocationLimit = collectsAlways ? 0 : capacity
  }

  /// Makes the abandoned arena unusable, so that a stale offset is found by its tests.
  private func scribble(over arena: UnsafeMutableRawPointer?) {
    let permanent = image.heap.used
    guard let arena else { return }
    (arena + permanent)
      .initializeMemory(as: UInt8.self, repeating: 0xDB, count: heap.capacity - permanent)
  }
}

/// One collection: the arena that is left and the one that is filled.
private struct Evacuation {
  let from: Heap
  var to: Heap
  /// The end of the program's own strings, which never move and refer to nothing.
  let permanent: Int
  /// Where the first copy stands.
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
