// Lists and maps in the arena. A list has a storage of its own that grows; a map has entries in
// insertion order, with an index by hash once there are more than a few. A removed entry leaves a
// gap (its key is absent) until the storage is laid out again.

import RehearsalInterface

extension Heap {
  // MARK: - Lists

  @inline(__always) func listCount(_ list: Int) -> Int {
    Int(word32(list, at: Layout.listCount).pointee)
  }

  /// The values of a list; valid until the next allocation.
  @inline(__always) func listValues(_ list: Int) -> UnsafeMutablePointer<Value> {
    values(
      Int(truncatingIfNeeded: word64(list, at: Layout.listElements).pointee), at: Layout.elements)
  }

  // MARK: - Maps

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

  /// The number of the entry of a key, or -1, and how many other entries were probed.
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

  /// The value under a text in a map; nil if there is none.
  ///
  /// - Complexity: O(n) in the number of entries
  func mapValue(_ map: Int, _ name: String) -> Value? {
    let entries = mapEntries(map)
    for entry in 0..<mapUsed(map) where entries[entry * 2].tag == .string {
      if text(of: entries[entry * 2].offset) == name { return entries[entry * 2 + 1] }
    }
    return nil
  }

  /// Whether a map has all that is always in one of the host's.
  func isMap(_ map: Int, _ definition: HostMap) -> Bool {
    mapCount(map) <= definition.keys.count && hasKeys(of: definition, map)
  }

  /// Whether a map has the keys by which those of a definition are known.
  func hasKeys(of definition: HostMap, _ map: Int) -> Bool {
    !definition.required.isEmpty
      && definition.required.allSatisfy { mapValue(map, $0) != nil }
  }
}
