// Making and changing the objects of the heap. Code that changes a list or map has made sure that
// it is not shared. Functions that allocate take their values as pointers to roots and read them
// again afterwards.

import RehearsalCode

// MARK: - Room

extension MachineState {
  /// The size to which an arena grows at its first collection, in bytes.
  private static var comfortableCapacity: Int { 256 << 10 }

  /// Lays out bytes; may move every object.
  ///
  /// - Parameters:
  ///   - size: How many bytes, a multiple of 8 and at least 16.
  ///   - next: Where the running function continues; nil where `pc` says so already.
  /// - Returns: Their offset; 0 and an error without room.
  @inline(__always) mutating func allocate(
    _ size: Int, before next: CodePosition? = nil
  ) -> Int {
    let offset = heap.used
    let end = offset &+ size
    if end <= allocationLimit {
      heap.used = end
      return offset
    }
    return allocateSlowly(size, before: next)
  }

  @inline(never) private mutating func allocateSlowly(
    _ size: Int, before next: CodePosition?
  ) -> Int {
    if let next { pc = next }
    guard size <= limits.arenaBytes else { return failHeapLimit() }
    if extendArena(to: heap.used + size) {
      let offset = heap.used
      heap.used += size
      return offset
    }
    let before = heap.used
    // The innermost only: a test collects at every allocation.
    if collectsAlways { Collector.clearDeadRegisters(&self, ofInnermost: 2) }
    Collector.collect(&self)
    guard chargeCollection(freed: before - heap.used) else { return 0 }
    if heap.used + size > limits.arenaBytes,
      Collector.clearDeadRegisters(&self, ofInnermost: depth)
    {
      Collector.collect(&self)
    }
    let needed = heap.used + size
    guard needed <= limits.arenaBytes else { return failHeapLimit() }
    let comfortable = max(needed * 3, stackBytes * 2, Self.comfortableCapacity)
    let wanted = min(comfortable, limits.arenaBytes)
    if heap.capacity < needed || heap.capacity < wanted / 2 {
      Collector.grow(&self, to: max(needed, wanted))
    }
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
        + "`\(limits.heapLimit)`")
    return 0
  }

  /// Charges for the bytes that were laid out since the last collection, or for those that this
  /// one went through where they are more: a full heap that collects for a few bytes pays too.
  private mutating func chargeCollection(freed: Int) -> Bool {
    collectsAlways || charge(max(freed, heap.used + stackBytes))
  }

  /// The bytes of the register stack, which every collection goes through.
  private var stackBytes: Int { stackCapacity * MemoryLayout<Value>.stride }
}

// MARK: - Lists

extension MachineState {
  /// A list with room for `capacity` values and `count` of them, Int 0 so far; nil and an error
  /// where there is no room.
  mutating func makeList(count: Int, capacity: Int) -> Value? {
    let capacity = max(capacity, 1)
    guard capacity < Self.greatestCapacity else { return failList() }
    guard let list = layOutList(count: count, capacity: capacity) else { return nil }
    let bytes = capacity * MemoryLayout<Value>.stride
    UnsafeMutableRawPointer(heap.listValues(list.offset))
      .initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return list
  }

  /// A list without its values, which have to be written before anything else is allocated.
  @inline(__always) private mutating func layOutList(
    count: Int, capacity: Int, before next: CodePosition? = nil
  ) -> Value? {
    let elementsSize = ObjectHeader.size + capacity * MemoryLayout<Value>.stride
    let list = allocate(Layout.listSize + elementsSize, before: next)
    guard list != 0 else { return nil }
    let elements = list + Layout.listSize
    heap.header(list).pointee = ObjectHeader(
      kind: ObjectKind.list.rawValue, flags: 0, size: UInt32(Layout.listSize))
    heap.word32(list, at: Layout.listCount).pointee = UInt32(truncatingIfNeeded: count)
    heap.word32(list, at: Layout.listCapacity).pointee = UInt32(truncatingIfNeeded: capacity)
    heap.word64(list, at: Layout.listElements).pointee = UInt64(truncatingIfNeeded: elements)
    heap.header(elements).pointee = ObjectHeader(
      kind: ObjectKind.elements.rawValue, flags: 0, size: UInt32(truncatingIfNeeded: elementsSize))
    return Value(.list, UInt64(truncatingIfNeeded: list))
  }

  /// A list's capacity stays below this, so that its bytes fit the size in an object's header.
  static var greatestCapacity: Int { 1 << 27 }

  private mutating func failList() -> Value? {
    _ = failHeapLimit()
    return nil
  }

  private func initializeElements(at elements: Int, size: Int) {
    heap.header(elements).pointee = ObjectHeader(
      kind: ObjectKind.elements.rawValue, flags: 0, size: UInt32(truncatingIfNeeded: size))
    (heap.memory + elements + ObjectHeader.size)
      .initializeMemory(as: UInt8.self, repeating: 0, count: size - ObjectHeader.size)
  }

  /// A list of the values from `first` on.
  @inline(__always) mutating func makeList(
    of first: UnsafeMutablePointer<Value>, count: Int, before next: CodePosition
  ) -> Value? {
    // The compiler's own bound, and room for one value even if there are none.
    guard count > 0 else {
      pc = next
      return makeList(count: 0, capacity: 1)
    }
    guard let list = layOutList(count: count, capacity: count, before: next) else {
      return nil
    }
    let values = heap.listValues(list.offset)
    for index in 0..<count { values[index] = first[index] }
    return list
  }

  /// Appends `value` to the unshared list in `list`.
  @inline(__always) mutating func appendToList(
    _ list: UnsafeMutablePointer<Value>, _ value: UnsafeMutablePointer<Value>,
    before next: CodePosition? = nil
  ) -> Bool {
    let offset = list.pointee.offset
    let count = heap.listCount(offset)
    if count == Int(heap.word32(offset, at: Layout.listCapacity).pointee) {
      guard growList(list, before: next) else { return false }
    }
    let grown = list.pointee.offset
    heap.listValues(grown)[count] = value.pointee
    heap.word32(grown, at: Layout.listCount).pointee = UInt32(truncatingIfNeeded: count + 1)
    return true
  }

  @inline(never) private mutating func growList(
    _ list: UnsafeMutablePointer<Value>, before next: CodePosition?
  ) -> Bool {
    if let next { pc = next }
    let full = Int(heap.word32(list.pointee.offset, at: Layout.listCapacity).pointee)
    let capacity = max(4, full * 2)
    guard capacity < Self.greatestCapacity else { return failList() != nil }
    let size = ObjectHeader.size + capacity * MemoryLayout<Value>.stride
    if growInPlace(list.pointee.offset, capacity: capacity, size: size) { return true }
    let elements = allocate(size)
    guard elements != 0 else { return false }
    initializeElements(at: elements, size: size)
    let offset = list.pointee.offset
    heap.values(elements, at: Layout.elements)
      .update(from: heap.listValues(offset), count: heap.listCount(offset))
    heap.word64(offset, at: Layout.listElements).pointee = UInt64(truncatingIfNeeded: elements)
    heap.word32(offset, at: Layout.listCapacity).pointee = UInt32(truncatingIfNeeded: capacity)
    return true
  }

  /// Lengthens the storage of a list where it is the last object of the arena, as that of a list
  /// which is being filled often is.
  private mutating func growInPlace(_ list: Int, capacity: Int, size: Int) -> Bool {
    let elements = Int(truncatingIfNeeded: heap.word64(list, at: Layout.listElements).pointee)
    let before = Int(heap.header(elements).pointee.size)
    // Only where both storages would have room: what a script can hold is not to depend on whether
    // something else was laid out after the list.
    guard elements + before == heap.used, heap.used + size <= limits.arenaBytes,
      elements + size <= allocationLimit || extendArena(to: elements + size)
    else { return false }
    (heap.memory + elements + before)
      .initializeMemory(as: UInt8.self, repeating: 0, count: size - before)
    heap.used = elements + size
    heap.header(elements).pointee.size = UInt32(truncatingIfNeeded: size)
    heap.word32(list, at: Layout.listCapacity).pointee = UInt32(truncatingIfNeeded: capacity)
    return true
  }

  /// Inserts `value` at a valid position of the unshared list in `list`.
  mutating func insertIntoList(
    _ list: UnsafeMutablePointer<Value>, _ value: UnsafeMutablePointer<Value>, at position: Int
  ) -> Bool {
    let count = heap.listCount(list.pointee.offset)
    guard charge((count - position) * 2), appendToList(list, value) else { return false }
    let values = heap.listValues(list.pointee.offset)
    (values + position + 1).update(from: values + position, count: count - position)
    values[position] = value.pointee
    return true
  }

  /// Takes all values out of the unshared list in `list`, whose storage becomes a small one.
  mutating func emptyList(_ list: UnsafeMutablePointer<Value>) -> Bool {
    guard let empty = makeList(count: 0, capacity: 0)?.offset else { return false }
    let offset = list.pointee.offset
    heap.word32(offset, at: Layout.listCount).pointee = 0
    heap.word32(offset, at: Layout.listCapacity).pointee =
      heap.word32(empty, at: Layout.listCapacity).pointee
    heap.word64(offset, at: Layout.listElements).pointee =
      heap.word64(empty, at: Layout.listElements).pointee
    return true
  }

  /// Removes and returns the value at a valid position of an unshared list.
  mutating func removeFromList(_ list: Int, at position: Int) -> Value {
    let count = heap.listCount(list)
    let values = heap.listValues(list)
    let removed = values[position]
    (values + position).update(from: values + position + 1, count: count - position - 1)
    values[count - 1] = Value(0)
    heap.word32(list, at: Layout.listCount).pointee = UInt32(truncatingIfNeeded: count - 1)
    return removed
  }

  /// Replaces a shared list or map in `place` by a copy; what it holds is then held twice.
  @inline(__always) mutating func makeUnique(
    _ place: UnsafeMutablePointer<Value>, before next: CodePosition? = nil
  ) -> Bool {
    guard heap.isShared(place.pointee) else { return true }
    if let next { pc = next }
    return place.pointee.tag == .list ? copyList(place) : copyMap(place)
  }

  @inline(never) private mutating func copyList(_ place: UnsafeMutablePointer<Value>) -> Bool {
    let count = heap.listCount(place.pointee.offset)
    guard charge(values: count), let copy = makeList(count: count, capacity: count + count / 4)
    else {
      return false
    }
    let source = heap.listValues(place.pointee.offset)
    let target = heap.listValues(copy.offset)
    for index in 0..<count {
      heap.markShared(source[index])
      target[index] = source[index]
    }
    place.pointee = copy
    return true
  }

  /// The values of a list from `lower` to before `upper`, both within it, as a list.
  mutating func sliceList(
    _ list: UnsafeMutablePointer<Value>, lower: Int, upper: Int
  ) -> Value? {
    let count = upper - lower
    guard charge(values: count), let slice = makeList(count: count, capacity: count) else {
      return nil
    }
    let source = heap.listValues(list.pointee.offset)
    let target = heap.listValues(slice.offset)
    for index in lower..<upper {
      heap.markShared(source[index])
      target[index - lower] = source[index]
    }
    return slice
  }
}

// MARK: - Maps

extension MachineState {
  /// Maps of at most this many entries are searched from end to end.
  private static var indexThreshold: Int { 8 }

  /// A map has room for at least this many entries.
  private static var leastCapacity: Int { 4 }

  /// How many slots the index of a map has, a power of two; 0 for a map without one.
  private static func slotCount(forCapacity capacity: Int) -> Int {
    guard capacity > indexThreshold else { return 0 }
    var slots = 32
    while slots < capacity * 2 { slots *= 2 }
    return slots
  }

  /// The number of the entry of a key, or -1; -1 and an error where the search takes too long, as
  /// among keys that were chosen to have one hash.
  mutating func findEntry(_ map: Int, _ key: Value) -> Int {
    let (entry, looks) = heap.searchEntry(map, key)
    let length = key.tag == .string ? heap.byteCount(of: key.offset) : 0
    let work = (looks + 1) * (length + 8)
    // The instruction itself has paid for an ordinary search.
    guard work < 512 || charge(work) else { return -1 }
    return entry
  }

  /// An empty map with room for `capacity` entries; nil and an error where there is no room.
  mutating func makeMap(capacity: Int) -> Value? {
    guard let (entries, index) = allocateStorage(capacity: capacity, and: Layout.mapSize) else {
      return nil
    }
    let map = entries - Layout.mapSize
    heap.header(map).pointee = ObjectHeader(
      kind: ObjectKind.map.rawValue, flags: 0, size: UInt32(Layout.mapSize))
    heap.word32(map, at: Layout.mapCount).pointee = 0
    heap.word32(map, at: Layout.mapUsed).pointee = 0
    heap.word64(map, at: Layout.mapEntries).pointee = UInt64(truncatingIfNeeded: entries)
    heap.word64(map, at: Layout.mapIndex).pointee = UInt64(truncatingIfNeeded: index)
    return Value(.map, UInt64(truncatingIfNeeded: map))
  }

  /// Entries and, for many of them, an index, in one allocation after `before` free bytes.
  private mutating func allocateStorage(
    capacity: Int, and before: Int
  ) -> (entries: Int, index: Int)? {
    let capacity = max(capacity, Self.leastCapacity)
    guard capacity < Self.greatestCapacity / 2 else {
      _ = failHeapLimit()
      return nil
    }
    let entriesSize = ObjectHeader.size + capacity * 32
    let slots = Self.slotCount(forCapacity: capacity)
    let indexSize = slots == 0 ? 0 : ObjectHeader.size + slots * 4
    let start = allocate(before + entriesSize + indexSize)
    guard start != 0 else { return nil }
    let entries = start + before
    initializeStorage(entries, kind: .entries, size: entriesSize)
    guard slots > 0 else { return (entries, 0) }
    initializeStorage(entries + entriesSize, kind: .index, size: indexSize)
    return (entries, entries + entriesSize)
  }

  private func initializeStorage(_ offset: Int, kind: ObjectKind, size: Int) {
    heap.header(offset).pointee = ObjectHeader(
      kind: kind.rawValue, flags: 0, size: UInt32(truncatingIfNeeded: size))
    (heap.memory + offset + ObjectHeader.size)
      .initializeMemory(as: UInt8.self, repeating: 0, count: size - ObjectHeader.size)
  }

  /// Sets the value of a valid key in the unshared map in `map`.
  mutating func setEntry(
    _ map: UnsafeMutablePointer<Value>, _ key: UnsafeMutablePointer<Value>,
    _ value: UnsafeMutablePointer<Value>
  ) -> Bool {
    let found = findEntry(map.pointee.offset, key.pointee)
    if found >= 0 {
      heap.mapEntries(map.pointee.offset)[found * 2 + 1] = value.pointee
      return true
    }
    guard pendingError == nil else { return false }
    if heap.mapUsed(map.pointee.offset) == heap.mapCapacity(map.pointee.offset) {
      guard relayMap(map, capacity: heap.mapCount(map.pointee.offset) * 2) else { return false }
    }
    let offset = map.pointee.offset
    let used = heap.mapUsed(offset)
    let entries = heap.mapEntries(offset)
    entries[used * 2] = key.pointee
    entries[used * 2 + 1] = value.pointee
    heap.word32(offset, at: Layout.mapUsed).pointee = UInt32(truncatingIfNeeded: used + 1)
    heap.word32(offset, at: Layout.mapCount).pointee += 1
    let index = Int(truncatingIfNeeded: heap.word64(offset, at: Layout.mapIndex).pointee)
    if index != 0 {
      _ = heap.enterIntoIndex(index, entry: used, hash: heap.hash(ofKey: key.pointee))
    }
    return true
  }

  /// Lays the entries of a map out again, without gaps and with room for `capacity`.
  private mutating func relayMap(_ map: UnsafeMutablePointer<Value>, capacity: Int) -> Bool {
    guard charge(values: capacity),
      let (entries, index) = allocateStorage(capacity: capacity, and: 0)
    else { return false }
    guard copyEntries(from: map.pointee.offset, to: entries, index: index, marking: false) else {
      return false
    }
    let offset = map.pointee.offset
    heap.word64(offset, at: Layout.mapEntries).pointee = UInt64(truncatingIfNeeded: entries)
    heap.word64(offset, at: Layout.mapIndex).pointee = UInt64(truncatingIfNeeded: index)
    heap.word32(offset, at: Layout.mapUsed).pointee = UInt32(heap.mapCount(offset))
    return true
  }

  private mutating func copyEntries(
    from map: Int, to storage: Int, index: Int, marking: Bool
  ) -> Bool {
    let source = heap.mapEntries(map)
    let target = heap.values(storage, at: Layout.entries)
    var count = 0
    var looks = 0
    for entry in 0..<heap.mapUsed(map) where source[entry * 2].tag != .absent {
      let key = source[entry * 2]
      let value = source[entry * 2 + 1]
      if marking { heap.markShared(value) }
      target[count * 2] = key
      target[count * 2 + 1] = value
      if index != 0 {
        looks += heap.enterIntoIndex(index, entry: count, hash: heap.hash(ofKey: key))
        // Few slots are taken unless the keys were chosen to have one hash.
        if looks > 4 * (count + 16) {
          guard charge(looks * 8) else { return false }
          looks = 0
        }
      }
      count += 1
    }
    return true
  }

  /// Removes a key from an unshared map; its value, or nil where it was not there.
  mutating func removeEntry(_ map: Int, _ key: Value) -> Value {
    let entry = findEntry(map, key)
    guard entry >= 0 else { return .none }
    let entries = heap.mapEntries(map)
    let removed = entries[entry * 2 + 1]
    entries[entry * 2] = .absent
    entries[entry * 2 + 1] = .none
    heap.word32(map, at: Layout.mapCount).pointee -= 1
    // Iterating over a map goes through its gaps too, so they stay few.
    if heap.mapUsed(map) > 2 * heap.mapCount(map) + Self.indexThreshold { closeGaps(of: map) }
    return removed
  }

  /// Moves the entries of a map together and shrinks its storage, all in place.
  ///
  /// - Complexity: O(*n*) in the entries used, at least half of which are gaps.
  private mutating func closeGaps(of map: Int) {
    let count = heap.mapCount(map)
    let capacity = max(Self.leastCapacity, count * 2)
    let entries = Int(heap.word64(map, at: Layout.mapEntries).pointee)
    var index = Int(heap.word64(map, at: Layout.mapIndex).pointee)
    let slots = index == 0 ? 0 : Self.slotCount(forCapacity: capacity)
    if slots > 0 {
      initializeStorage(index, kind: .index, size: ObjectHeader.size + slots * 4)
    } else {
      index = 0
      heap.word64(map, at: Layout.mapIndex).pointee = 0
    }
    _ = copyEntries(from: map, to: entries, index: index, marking: false)
    heap.header(entries).pointee.size = UInt32(ObjectHeader.size + capacity * 32)
    heap.word32(map, at: Layout.mapUsed).pointee = UInt32(count)
  }

  /// Replaces the map in `place` by a copy; what it holds is then held twice.
  @inline(never) mutating func copyMap(_ place: UnsafeMutablePointer<Value>) -> Bool {
    let count = heap.mapCount(place.pointee.offset)
    guard charge(values: count), let copy = makeMap(capacity: count + count / 4) else {
      return false
    }
    let entries = Int(truncatingIfNeeded: heap.word64(copy.offset, at: Layout.mapEntries).pointee)
    let index = Int(truncatingIfNeeded: heap.word64(copy.offset, at: Layout.mapIndex).pointee)
    guard copyEntries(from: place.pointee.offset, to: entries, index: index, marking: true) else {
      return false
    }
    heap.word32(copy.offset, at: Layout.mapCount).pointee = UInt32(truncatingIfNeeded: count)
    heap.word32(copy.offset, at: Layout.mapUsed).pointee = UInt32(truncatingIfNeeded: count)
    place.pointee = copy
    return true
  }

  /// `target` = a map of pairs of registers from `first` on; a later equal key wins, also with nil.
  mutating func makeMap(
    _ target: Register, of first: Register, count: Int, before next: CodePosition
  ) -> Bool {
    pc = next
    guard let map = makeMap(capacity: count) else { return false }
    let slot = protectedSlot()
    protected[slot] = map
    for pair in 0..<count {
      guard requireKey(first[pair * 2]) else { return false }
      if first[pair * 2 + 1].isNil {
        _ = removeEntry(protected[slot].offset, first[pair * 2])
        continue
      }
      var holder = protected[slot]
      let done = withUnsafeMutablePointer(to: &holder) {
        setEntry($0, first + pair * 2, first + pair * 2 + 1)
      }
      guard done else { return false }
    }
    target.pointee = popProtected()
    return true
  }
}

// MARK: - Strings and ranges

extension MachineState {
  /// Makes room for a string of that many bytes, which have to be appended at once; nil and an
  /// error if there is none.
  @inline(__always) mutating func makeStringWriter(byteCount: Int) -> StringWriter? {
    let offset = allocate(Heap.stringSize(byteCount: byteCount))
    return offset == 0 ? nil : StringWriter(at: offset, byteCount: byteCount, in: heap)
  }

  /// `target` = a new string of as many bytes, which are read after the allocation.
  mutating func makeString(
    _ target: Register, bytes count: Int, _ read: (Heap) -> UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let offset = allocate(Heap.stringSize(byteCount: count))
    guard offset != 0 else { return false }
    heap.initializeString(at: offset, from: read(heap))
    target.pointee = Value(.string, UInt64(truncatingIfNeeded: offset))
    return true
  }

  /// `target` = the texts of registers, one after the other.
  ///
  /// Ints are written where they belong; what else is no string is made one in its register first.
  @inline(never) mutating func interpolate(
    _ target: Register, from first: Register, count: Int, before next: CodePosition
  ) -> Bool {
    pc = next
    var size = 0
    for index in 0..<count {
      if first[index].tag == .integer {
        size += DecimalDigits.count(of: first[index].integer)
        continue
      }
      if first[index].tag != .string {
        guard makeString(first + index, text(of: first[index])) else { return false }
      }
      size += heap.byteCount(of: first[index].offset)
    }
    guard charge(size), var writer = makeStringWriter(byteCount: size) else { return false }
    for index in 0..<count {
      let part = first[index]
      if part.tag == .integer {
        writer.append(part.integer, digits: DecimalDigits.count(of: part.integer))
      } else {
        writer.append(part.offset, in: heap)
      }
    }
    target.pointee = writer.finish(in: heap)
    return true
  }

  /// `target` = a new string of `text`, which was made of a value's parts and is charged for that.
  mutating func makeString(_ target: Register, _ text: String) -> Bool {
    var text = text
    guard charge(text.utf8.count * 8) else { return false }
    return text.withUTF8 { bytes in makeString(target, bytes: bytes.count) { _ in bytes } }
  }

  /// `target` = the range of two registers of one type.
  mutating func makeRange(
    _ target: Register, _ lower: Register, _ upper: Register, isClosed: Bool,
    before next: CodePosition? = nil
  ) -> Bool {
    if let next { pc = next }
    let (low, high) = (lower.pointee, upper.pointee)
    guard low.tag == high.tag, low.tag == .integer || low.tag == .double || low.tag == .duration
    else {
      return fail(
        .typeMismatch,
        "a range is of two Ints, Doubles or Durations, not of \(described(low)) and "
          + described(high))
    }
    let isOrdered =
      switch low.tag {
      case .double: low.double <= high.double
      case .duration: compare(durations: low, high, by: .lessOrEqual) <= 0
      default: low.integer <= high.integer
      }
    guard isOrdered else {
      return fail(
        .invalidRange,
        "the range's lower bound \(quotedText(of: low)) is above its upper bound "
          + quotedText(of: high))
    }
    let range = allocate(Layout.rangeSize)
    guard range != 0 else { return false }
    heap.header(range).pointee = ObjectHeader(
      kind: ObjectKind.range.rawValue, flags: isClosed ? ObjectHeader.flag : 0,
      size: UInt32(Layout.rangeSize))
    heap.values(range, at: Layout.rangeLower)[0] = low
    heap.values(range, at: Layout.rangeLower)[1] = high
    target.pointee = Value(.range, UInt64(range))
    return true
  }
}
