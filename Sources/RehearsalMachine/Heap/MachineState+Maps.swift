// Maps: entries in insertion order, with an index by hash once there are more than a few. A removed
// entry leaves a gap (its key is absent) until the storage is laid out anew.

extension Heap {
  @inline(__always) func mapCount(_ map: Int) -> Int {
    Int(word32(map, at: Layout.mapCount).pointee)
  }

  /// How many entries are used, gaps included.
  @inline(__always) func mapUsed(_ map: Int) -> Int {
    Int(word32(map, at: Layout.mapUsed).pointee)
  }

  /// The entries of a map, key and value in turn; valid until the next allocation.
  @inline(__always) func mapEntries(_ map: Int) -> UnsafeMutablePointer<Value> {
    values(Int(truncatingIfNeeded: word64(map, at: Layout.mapEntries).pointee), at: Layout.entries)
  }

  @inline(__always) func mapCapacity(_ map: Int) -> Int {
    let entries = Int(truncatingIfNeeded: word64(map, at: Layout.mapEntries).pointee)
    return (Int(header(entries).pointee.size) - ObjectHeader.size) / 32
  }

  /// Whether two keys are the same key.
  @inline(__always) func areEqualKeys(_ left: Value, _ right: Value) -> Bool {
    if left.tag != right.tag { return false }
    if left.payload == right.payload { return true }
    return left.tag == .string && areEqualStrings(left.offset, right.offset)
  }

  @inline(__always) func hash(ofKey key: Value) -> UInt32 {
    if key.tag == .string { return hash(ofString: key.offset) }
    let mixed = (key.payload ^ UInt64(key.tag.number) << 56) &* 0x9e37_79b9_7f4a_7c15
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  /// The number of a string key's entry where the very same string is found at once, else -1: an
  /// equal one may still be there.
  @inline(__always) func sameEntry(_ map: Int, _ key: Value) -> Int {
    let index = Int(truncatingIfNeeded: word64(map, at: Layout.mapIndex).pointee)
    let entries = mapEntries(map)
    if index == 0 {
      return mapUsed(map) > 0 && entries.pointee.isIdentical(to: key) ? 0 : -1
    }
    let mask = (Int(header(index).pointee.size) - ObjectHeader.size) / 4 - 1
    let slots = word32(index, at: Layout.index)
    var slot = Int(hash(ofString: key.offset)) & mask
    // The index is never full, so there is an end.
    while true {
      let entry = Int(slots[slot]) - 1
      if entry < 0 || entries[entry * 2].isIdentical(to: key) { return entry }
      // Keys that were chosen to have one hash are the charged search's business.
      if slot & 7 == 7 { return -1 }
      slot = (slot + 1) & mask
    }
  }

  /// The number of the entry of a key, or -1, and how many entries were looked at besides.
  func searchEntry(_ map: Int, _ key: Value) -> (entry: Int, looks: Int) {
    let index = Int(truncatingIfNeeded: word64(map, at: Layout.mapIndex).pointee)
    let entries = mapEntries(map)
    if index == 0 {
      let used = mapUsed(map)
      for entry in 0..<used where areEqualKeys(entries[entry * 2], key) { return (entry, entry) }
      return (-1, used)
    }
    let slots = word32(index, at: Layout.index)
    let mask = (Int(header(index).pointee.size) - ObjectHeader.size) / 4 - 1
    var slot = Int(hash(ofKey: key)) & mask
    var looks = 0
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if areEqualKeys(entries[entry * 2], key) { return (entry, looks) }
      slot = (slot + 1) & mask
      looks += 1
    }
    return (-1, looks)
  }

  /// Enters an entry into the index, which has room, and returns how many slots were taken.
  func enterIntoIndex(_ index: Int, entry: Int, hash: UInt32) -> Int {
    let slots = word32(index, at: Layout.index)
    let mask = (Int(header(index).pointee.size) - ObjectHeader.size) / 4 - 1
    var slot = Int(hash) & mask
    var looks = 0
    while slots[slot] != 0 {
      slot = (slot + 1) & mask
      looks += 1
    }
    slots[slot] = UInt32(entry + 1)
    return looks
  }
}

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

  /// Entries and, for many of them, an index, in one allocation behind `before` free bytes.
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

  /// Lays the entries of a map out anew, without gaps and with room for `capacity`.
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
    // Whoever goes through a map goes through its gaps too, so they stay few.
    if heap.mapUsed(map) > 2 * heap.mapCount(map) + Self.indexThreshold { closeGaps(of: map) }
    return removed
  }

  /// Moves the entries of a map together and shrinks its storage, all in its place.
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
}
