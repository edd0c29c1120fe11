// Members of lists, maps and ranges that need no function of the script's: R[0] is the receiver and
// gets the result; the arguments follow it.
//
// `list.sorted()` is a merge sort between two lists of the heap, so that the heap's limit covers
// what sorting needs. It is stable, and it terminates whatever the comparison says: its steps
// depend on the count alone. With a comparison of the script's, `LibraryPrelude` sorts.

import RehearsalInterface

extension CoreMember {
  // MARK: - Reading

  static func count(_ state: inout MachineState, _ r: Register) -> Value? {
    let offset = r.pointee.offset
    switch r.pointee.tag {
    case .string: return state.scalarCount(of: offset).map { Value($0) }
    case .list: return Value(state.heap.listCount(offset))
    case .map: return Value(state.heap.mapCount(offset))
    default:
      guard let integers = state.integers(ofRange: offset) else { return nil }
      guard let count = integers.count else {
        _ = state.fail(.integerOverflow, "the range has too many elements for an Int")
        return nil
      }
      return Value(count)
    }
  }

  static func isEmpty(_ state: inout MachineState, _ r: Register) -> Value? {
    let offset = r.pointee.offset
    return switch r.pointee.tag {
    case .string: Value(state.heap.byteCount(of: offset) == 0)
    case .list: Value(state.heap.listCount(offset) == 0)
    case .map: Value(state.heap.mapCount(offset) == 0)
    default: state.integers(ofRange: offset).map { Value($0.isEmpty) }
    }
  }

  /// The first or last element of a list or of a range of Ints.
  static func end(_ state: inout MachineState, _ r: Register, isFirst: Bool) -> Value? {
    let offset = r.pointee.offset
    guard r.pointee.tag == .range else {
      let count = state.heap.listCount(offset)
      return count == 0 ? Value.none : state.heap.listValues(offset)[isFirst ? 0 : count - 1]
    }
    return state.integers(ofRange: offset).map { integers in
      integers.isEmpty ? Value.none : Value(isFirst ? integers.first : integers.last)
    }
  }

  /// The keys or the values of a map, as a list.
  static func parts(
    _ state: inout MachineState, _ r: Register, valuesNotKeys: Bool
  ) -> Value? {
    let count = state.heap.mapCount(r.pointee.offset)
    guard state.charge(values: count), let list = state.makeList(count: count, capacity: count)
    else { return nil }
    let entries = state.heap.mapEntries(r.pointee.offset)
    let target = state.heap.listValues(list.offset)
    var position = 0
    for entry in 0..<state.heap.mapUsed(r.pointee.offset) where entries[entry * 2].tag != .absent {
      let value = entries[entry * 2 + (valuesNotKeys ? 1 : 0)]
      state.heap.markShared(value)
      target[position] = value
      position += 1
    }
    return list
  }

  // MARK: - Changing

  static func insert(_ state: inout MachineState, _ r: Register) -> Value? {
    let count = state.heap.listCount(r.pointee.offset)
    guard let position = position(&state, r[2], upTo: count),
      state.insertIntoList(r, r + 1, at: position)
    else { return nil }
    return Value.none
  }

  static func remove(_ state: inout MachineState, _ r: Register) -> Value? {
    let count = state.heap.listCount(r.pointee.offset)
    guard let position = position(&state, r[1], upTo: count - 1),
      state.charge((count - position) * 2)
    else { return nil }
    return state.removeFromList(r.pointee.offset, at: position)
  }

  static func removeEnd(_ state: inout MachineState, _ r: Register, isFirst: Bool) -> Value? {
    let count = state.heap.listCount(r.pointee.offset)
    guard count > 0 else {
      let name = isFirst ? "removeFirst" : "removeLast"
      _ = state.fail(
        .indexOutOfBounds, "`\(name)` removes an element, and the list is empty")
      return nil
    }
    let position = isFirst ? 0 : count - 1
    guard state.charge((count - position) * 2) else { return nil }
    return state.removeFromList(r.pointee.offset, at: position)
  }

  static func removeAll(_ state: inout MachineState, _ r: Register) -> Value? {
    state.emptyList(r) ? Value.none : nil
  }

  static func removeKey(_ state: inout MachineState, _ r: Register) -> Value? {
    guard state.requireKey(r[1]) else { return nil }
    let value = state.removeEntry(r.pointee.offset, r[1])
    return state.pendingError == nil ? value : nil
  }

  private static func position(
    _ state: inout MachineState, _ index: Value, upTo last: Int
  ) -> Int? {
    guard index.tag == .integer else {
      _ = state.fail(.typeMismatch, "an index is an Int, not \(state.described(index))")
      return nil
    }
    guard index.integer >= 0, index.integer <= last else {
      let valid = last < 0 ? "the list is empty" : "it may be 0...\(last)"
      _ = state.fail(.indexOutOfBounds, "index \(index.integer) is out of bounds: \(valid)")
      return nil
    }
    return Int(index.integer)
  }

  // MARK: - Looking for something

  static func containsElement(_ state: inout MachineState, _ r: Register, _ count: Int) -> Bool {
    let position = find(&state, r[1], in: r.pointee)
    r.pointee = Value(position >= 0)
    return state.pendingError == nil
  }

  static func indexOfElement(_ state: inout MachineState, _ r: Register, _ count: Int) -> Bool {
    let position = find(&state, r[1], in: r.pointee)
    r.pointee = position < 0 ? .none : Value(position)
    return state.pendingError == nil
  }

  static func containsKey(_ state: inout MachineState, _ r: Register, _ count: Int) -> Bool {
    guard state.requireKey(r[1]) else { return false }
    r.pointee = Value(state.findEntry(r.pointee.offset, r[1]) >= 0)
    return state.pendingError == nil
  }

  // MARK: - Lists of what there is

  /// Replaces a list or string by some of its elements; R[1] says how many, or how many not, where an
  /// argument is given.
  static func slice(
    _ state: inout MachineState, _ r: Register, _ argumentCount: Int, _ name: String,
    _ positions: (_ count: Int, _ total: Int) -> Range<Int>
  ) -> Bool {
    let isString = r.pointee.tag == .string
    let total =
      isString ? state.scalarCount(of: r.pointee.offset) : state.heap.listCount(r.pointee.offset)
    guard let total else { return false }
    var count = 1
    if argumentCount == 1 {
      guard r[1].tag == .integer, r[1].integer >= 0 else {
        return state.fail(
          .typeMismatch,
          "`\(name)` takes an Int that is not negative, not \(state.described(r[1]))")
      }
      count = Int(clamping: r[1].integer)
    }
    let range = positions(Swift.min(count, total), total)
    return state.store(slice: r, range.lowerBound, range.upperBound, in: r)
  }

  /// Replaces a list by one of maps `["offset": …, "element": …]`.
  static func enumerate(_ state: inout MachineState, _ r: Register) -> Bool {
    let count = state.heap.listCount(r.pointee.offset)
    return makePairs(&state, r, ("offset", "element"), count: count) { state, r, index in
      let element = state.heap.listValues(r.pointee.offset)[index]
      return (Value(index), element)
    }
  }

  /// Replaces a map by the list of its entries, maps `["key": …, "value": …]`.
  static func spreadMap(_ state: inout MachineState, _ r: Register) -> Bool {
    let entries = state.heap.mapEntries(r.pointee.offset)
    let present = (0..<state.heap.mapUsed(r.pointee.offset)).filter {
      entries[$0 * 2].tag != .absent
    }
    return makePairs(&state, r, ("key", "value"), count: present.count) { state, r, index in
      let entry = state.heap.mapEntries(r.pointee.offset) + present[index] * 2
      return (entry[0], entry[1])
    }
  }

  /// Replaces a collection by a list of maps of two, for which there is a function.
  private static func makePairs(
    _ state: inout MachineState, _ r: Register, _ keys: (String, String), count: Int,
    pair: (MachineState, Register, Int) -> (Value, Value)
  ) -> Bool {
    guard state.charge(values: count), let list = state.makeList(count: 0, capacity: count) else {
      return false
    }
    let first = state.protected.count
    defer { state.protected.removeSubrange(first...) }
    let (result, names) = (state.protectedSlot(), (state.protectedSlot(), state.protectedSlot()))
    state.protected[result] = list
    guard state.importValue(.string(keys.0), into: names.0),
      state.importValue(.string(keys.1), into: names.1)
    else { return false }
    for index in 0..<count {
      guard let map = state.makeMap(capacity: 2) else { return false }
      var entry = map
      var names = (state.protected[names.0], state.protected[names.1])
      var values = pair(state, r, index)
      state.heap.markShared(values.0)
      state.heap.markShared(values.1)
      // There is room for both entries and for every element, so nothing is allocated here.
      var holder = state.protected[result]
      guard state.setEntry(&entry, &names.0, &values.0),
        state.setEntry(&entry, &names.1, &values.1), state.appendToList(&holder, &entry)
      else { return false }
    }
    r.pointee = state.protected[result]
    return true
  }

  /// Replaces a list by the least or greatest of its elements, nil where it has none.
  static func extreme(
    _ state: inout MachineState, _ r: Register,
    _ isBetter: (inout MachineState, Value, Value) -> Order
  ) -> Bool {
    let list = r.pointee.offset
    let count = state.heap.listCount(list)
    guard state.charge(values: count) else { return false }
    guard count > 0 else {
      r.pointee = .none
      return true
    }
    // Comparing allocates nothing, so the list stays where it is.
    let values = state.heap.listValues(list)
    var best = values[0]
    // The first one is compared with itself, so that a single element without an order is found.
    for index in 0..<count {
      let order = isBetter(&state, values[index], best)
      guard order != .unordered else { return false }
      if order == .holds { best = values[index] }
    }
    r.pointee = best
    return true
  }

  /// Replaces a list of numbers or Durations by their sum.
  static func add(_ state: inout MachineState, _ r: Register) -> Bool {
    let count = state.heap.listCount(r.pointee.offset)
    guard state.charge(values: count) else { return false }
    var sum = Value(0)
    for index in 0..<count {
      var element = state.heap.listValues(r.pointee.offset)[index]
      guard element.number != nil || element.tag == .duration else {
        return state.fail(
          .typeMismatch, "only numbers and Durations have a sum, not \(state.described(element))")
      }
      if index == 0 {
        sum = element
      } else {
        var total = Value.none
        guard state.add(&total, &sum, &element) else { return false }
        sum = total
      }
    }
    r.pointee = sum
    return true
  }

  /// The first position of a value, or -1.
  private static func find(
    _ state: inout MachineState, _ value: Value, in list: Value
  ) -> Int {
    for position in 0..<state.heap.listCount(list.offset) {
      guard state.charge(values: 1) else { return -1 }
      if state.areEqual(state.heap.listValues(list.offset)[position], value) { return position }
    }
    return -1
  }

  static func rangeContains(_ state: inout MachineState, _ r: Register, _ count: Int) -> Bool {
    let bounds = state.heap.values(r.pointee.offset, at: Layout.rangeLower)
    let (lower, upper) = (bounds[0], bounds[1])
    let isClosed = state.heap.isFlagged(r.pointee.offset)
    let low = state.isLessOrEqual(lower, r[1])
    guard low != .unordered else { return false }
    let high = isClosed ? state.isLessOrEqual(r[1], upper) : state.isLess(r[1], upper)
    guard high != .unordered else { return false }
    r.pointee = Value(low == .holds && high == .holds)
    return true
  }

  /// Replaces a range of Ints by the list of its elements.
  static func spreadRange(_ state: inout MachineState, _ r: Register) -> Bool {
    guard let integers = state.integers(ofRange: r.pointee.offset) else {
      return state.failMember("count", of: r.pointee)
    }
    guard let count = integers.count, count < MachineState.greatestCapacity else {
      return state.fail(.heapLimit, "the range has too many elements for a list")
    }
    guard state.charge(values: count), let list = state.makeList(count: count, capacity: count)
    else {
      return false
    }
    let values = state.heap.listValues(list.offset)
    for index in 0..<count { values[index] = Value(integers.first + Int64(index)) }
    r.pointee = list
    return true
  }

  static func reverse(
    _ state: inout MachineState, _ r: Register
  ) -> Bool {
    let count = state.heap.listCount(r.pointee.offset)
    guard let list = state.sliceList(r, lower: 0, upper: count) else { return false }
    let values = state.heap.listValues(list.offset)
    for index in 0..<count / 2 {
      let other = values[count - 1 - index]
      values[count - 1 - index] = values[index]
      values[index] = other
    }
    r.pointee = list
    return true
  }

  static func join(_ state: inout MachineState, _ r: Register, _ count: Int) -> Bool {
    let hasSeparator = count == 1
    guard !hasSeparator || r[1].tag == .string else {
      return state.fail(.typeMismatch, "a separator is a String, not \(state.described(r[1]))")
    }
    let elements = state.heap.listCount(r.pointee.offset)
    guard
      let size = Self.joinedSize(
        &state, r, separator: hasSeparator ? state.heap.byteCount(of: r[1].offset) : 0),
      state.charge(values: elements), state.charge(size)
    else { return false }
    guard var writer = state.makeStringWriter(byteCount: size) else { return false }
    let values = state.heap.listValues(r.pointee.offset)
    for index in 0..<elements {
      if index > 0 && hasSeparator { writer.append(r[1].offset, in: state.heap) }
      writer.append(values[index].offset, in: state.heap)
    }
    r.pointee = writer.finish(in: state.heap)
    return true
  }

  /// The bytes of a list's strings with a separator between them; nil and an error where an element
  /// is none, and where they are more than there can be.
  private static func joinedSize(
    _ state: inout MachineState, _ r: Register, separator: Int
  ) -> Int? {
    var size = 0
    let values = state.heap.listValues(r.pointee.offset)
    for index in 0..<state.heap.listCount(r.pointee.offset) {
      guard values[index].tag == .string else {
        _ = state.fail(
          .typeMismatch,
          "only Strings can be joined, not \(state.described(values[index])); map them with "
            + "string(…)")
        return nil
      }
      size += state.heap.byteCount(of: values[index].offset) + (index > 0 ? separator : 0)
      guard size <= state.limits.heapBytes else {
        _ = state.failHeapLimit()
        return nil
      }
    }
    return size
  }

  /// Replaces the list in R[0] by a sorted one; its values are numbers, strings or durations.
  static func sort(
    _ state: inout MachineState, _ r: Register
  ) -> Bool {
    let count = state.heap.listCount(r.pointee.offset)
    let rounds = Int.bitWidth - count.leadingZeroBitCount
    guard state.charge(values: count * rounds),
      let copy = state.sliceList(r, lower: 0, upper: count)
    else {
      return false
    }
    let slot = state.protectedSlot()
    state.protected[slot] = copy
    guard let other = state.makeList(count: count, capacity: count) else { return false }
    // Comparing allocates nothing, so both stay where they are.
    var (from, to) = (state.protected[slot], other)
    // One comparison with every element finds what has no order, before anything is moved.
    let values = state.heap.listValues(from.offset)
    for index in 0..<count where state.isLess(values[0], values[index]) == .unordered {
      return false
    }
    var width = 1
    while width < count {
      Self.merge(&state, from, into: to, count: count, width: width)
      (from, to) = (to, from)
      width *= 2
    }
    r.pointee = from
    _ = state.popProtected()
    return state.pendingError == nil
  }

  /// Merges pairs of neighbouring runs of `width` sorted values from one list into another.
  private static func merge(
    _ state: inout MachineState, _ from: Value, into to: Value, count: Int, width: Int
  ) {
    let source = state.heap.listValues(from.offset)
    let target = state.heap.listValues(to.offset)
    var start = 0
    while start < count {
      let middle = Swift.min(start + width, count)
      let end = Swift.min(middle + width, count)
      var (left, right) = (start, middle)
      for position in start..<end {
        // Of equal values the left one comes first.
        let takesRight =
          right < end && (left == middle || state.isLess(source[right], source[left]) == .holds)
        target[position] = source[takesRight ? right : left]
        if takesRight { right += 1 } else { left += 1 }
      }
      start = end
    }
  }
}
