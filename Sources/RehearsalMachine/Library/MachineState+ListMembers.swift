// Members of lists, maps and ranges that need no function of the script's: R[0] is the receiver and
// gets the result; the arguments stand behind it.

extension MachineState {
  /// Calls a member that changes its receiver: the result goes to R[0], the receiver to R[1].
  mutating func callMutating(_ core: CoreMember, _ r: Place) -> Bool {
    guard makeUnique(r) else { return false }
    var result = Value.none
    switch (core, r.pointee.tag) {
    case (.append, .list):
      guard appendToList(r, r + 1) else { return false }
    case (.insert, .list):
      guard let position = position(r[2], upTo: heap.listCount(r.pointee.offset)) else {
        return false
      }
      guard insertIntoList(r, r + 1, at: position) else { return false }
    case (.removeAt, .list):
      let count = heap.listCount(r.pointee.offset)
      guard let position = position(r[1], upTo: count - 1) else { return false }
      guard charge((count - position) * 2) else { return false }
      result = removeFromList(r.pointee.offset, at: position)
    case (.remove, .map):
      guard requireKey(r[1]) else { return false }
      result = removeEntry(r.pointee.offset, r[1])
      guard pendingError == nil else { return false }
    default:
      return failMember(core.spellings[0], of: r.pointee)
    }
    r[1] = r[0]
    r[0] = result
    return true
  }

  private mutating func position(_ index: Value, upTo last: Int) -> Int? {
    guard index.tag == .integer else {
      _ = fail(.typeMismatch, "an index is an Int, not \(described(index))")
      return nil
    }
    guard index.integer >= 0, index.integer <= last else {
      let valid = last < 0 ? "the list is empty" : "it may be 0...\(last)"
      _ = fail(.indexOutOfBounds, "index \(index.integer) is out of bounds: \(valid)")
      return nil
    }
    return Int(index.integer)
  }

  /// Calls a member of a list, or of a range of Ints as the list of its elements.
  mutating func callListMember(_ core: CoreMember, _ r: Place, count: Int) -> Bool {
    if r.pointee.tag == .range {
      if core == .contains { return rangeContains(r) }
      guard spreadRange(r) else { return false }
    }
    switch core {
    case .contains:
      let position = find(r[1], in: r.pointee)
      r.pointee = Value(position >= 0)
    case .indexOf:
      let position = find(r[1], in: r.pointee)
      r.pointee = position < 0 ? .none : Value(position)
    case .reversed: return reverse(r)
    case .joined: return join(r, count: count)
    case .sorted: return sort(r)
    default: return failMember(core.spellings[0], of: r.pointee)
    }
    return pendingError == nil
  }

  /// The first position of a value, or -1.
  private mutating func find(_ value: Value, in list: Value) -> Int {
    for position in 0..<heap.listCount(list.offset) {
      guard charge(values: 1) else { return -1 }
      if areEqual(heap.listValues(list.offset)[position], value) { return position }
    }
    return -1
  }

  private mutating func rangeContains(_ r: Place) -> Bool {
    let bounds = heap.values(r.pointee.offset, at: Layout.rangeLower)
    let (lower, upper) = (bounds[0], bounds[1])
    let isClosed = heap.isFlagged(r.pointee.offset)
    let low = isLessOrEqual(lower, r[1])
    guard low != .unordered else { return false }
    let high = isClosed ? isLessOrEqual(r[1], upper) : isLess(r[1], upper)
    guard high != .unordered else { return false }
    r.pointee = Value(low == .holds && high == .holds)
    return true
  }

  /// Replaces a range of Ints by the list of its elements.
  private mutating func spreadRange(_ r: Place) -> Bool {
    guard let integers = integers(ofRange: r.pointee.offset) else {
      return failMember("count", of: r.pointee)
    }
    guard let count = integers.count, count < Self.greatestCapacity else {
      return fail(.heapLimit, "the range has too many elements for a list")
    }
    guard charge(values: count), let list = makeList(count: count, capacity: count) else {
      return false
    }
    let values = heap.listValues(list.offset)
    for index in 0..<count { values[index] = Value(integers.first + Int64(index)) }
    r.pointee = list
    return true
  }

  private mutating func reverse(_ r: Place) -> Bool {
    let count = heap.listCount(r.pointee.offset)
    guard let list = sliceList(r, lower: 0, upper: count) else { return false }
    let values = heap.listValues(list.offset)
    for index in 0..<count / 2 {
      let other = values[count - 1 - index]
      values[count - 1 - index] = values[index]
      values[index] = other
    }
    r.pointee = list
    return true
  }

  private mutating func join(_ r: Place, count: Int) -> Bool {
    let hasSeparator = count == 1
    guard !hasSeparator || r[1].tag == .string else {
      return fail(.typeMismatch, "a separator is a String, not \(described(r[1]))")
    }
    let elements = heap.listCount(r.pointee.offset)
    guard let size = joinedSize(r, separator: hasSeparator ? heap.byteCount(of: r[1].offset) : 0),
      charge(values: elements), charge(size)
    else { return false }
    guard var writer = makeStringWriter(byteCount: size) else { return false }
    let values = heap.listValues(r.pointee.offset)
    for index in 0..<elements {
      if index > 0 && hasSeparator { writer.append(r[1].offset, in: heap) }
      writer.append(values[index].offset, in: heap)
    }
    r.pointee = writer.finish(in: heap)
    return true
  }

  /// The bytes of a list's strings with a separator between them; nil and an error where an element
  /// is none, and where they are more than there can be.
  private mutating func joinedSize(_ r: Place, separator: Int) -> Int? {
    var size = 0
    let values = heap.listValues(r.pointee.offset)
    for index in 0..<heap.listCount(r.pointee.offset) {
      guard values[index].tag == .string else {
        _ = fail(
          .typeMismatch,
          "only Strings can be joined, not \(described(values[index])); map them with string(…)")
        return nil
      }
      size += heap.byteCount(of: values[index].offset) + (index > 0 ? separator : 0)
      guard size <= limits.heapBytes else {
        _ = failHeapLimit()
        return nil
      }
    }
    return size
  }

  /// Calls a member of a map that does not change it.
  mutating func callMapMember(_ core: CoreMember, _ r: Place) -> Bool {
    guard core == .contains else {
      return fail(
        .immutableAssignment,
        "`\(core.spellings[0])` changes the map, so it needs a variable to change")
    }
    guard requireKey(r[1]) else { return false }
    r.pointee = Value(findEntry(r.pointee.offset, r[1]) >= 0)
    return pendingError == nil
  }
}
