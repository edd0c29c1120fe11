// Lists: an object with count, capacity and a separate storage that grows. Whoever changes a list
// has made sure that it is not shared. Functions that allocate take their values as pointers to
// roots and read them anew afterwards.

extension Heap {
  @inline(__always) func listCount(_ list: Int) -> Int {
    Int(word32(list, at: Layout.listCount).pointee)
  }

  /// The values of a list; valid until the next allocation.
  @inline(__always) func listValues(_ list: Int) -> UnsafeMutablePointer<Value> {
    values(
      Int(truncatingIfNeeded: word64(list, at: Layout.listElements).pointee), at: Layout.elements)
  }
}

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
  @inline(__always) private mutating func layOutList(count: Int, capacity: Int) -> Value? {
    let elementsSize = ObjectHeader.size + capacity * MemoryLayout<Value>.stride
    let list = allocate(Layout.listSize + elementsSize)
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
    of first: UnsafeMutablePointer<Value>, count: Int
  ) -> Value? {
    // The compiler's own bound, and one value even where there are none.
    guard count > 0, let list = layOutList(count: count, capacity: count) else {
      return makeList(count: 0, capacity: 1)
    }
    let values = heap.listValues(list.offset)
    for index in 0..<count { values[index] = first[index] }
    return list
  }

  /// Appends `value` to the unshared list in `list`.
  @inline(__always) mutating func appendToList(
    _ list: UnsafeMutablePointer<Value>, _ value: UnsafeMutablePointer<Value>
  ) -> Bool {
    let offset = list.pointee.offset
    let count = heap.listCount(offset)
    if count == Int(heap.word32(offset, at: Layout.listCapacity).pointee) {
      guard growList(list) else { return false }
    }
    let grown = list.pointee.offset
    heap.listValues(grown)[count] = value.pointee
    heap.word32(grown, at: Layout.listCount).pointee = UInt32(truncatingIfNeeded: count + 1)
    return true
  }

  @inline(never) private mutating func growList(_ list: UnsafeMutablePointer<Value>) -> Bool {
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
    guard elements + before == heap.used,
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
  @inline(__always) mutating func makeUnique(_ place: UnsafeMutablePointer<Value>) -> Bool {
    guard place.pointee.isCollection, heap.isFlagged(place.pointee.offset) else { return true }
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
