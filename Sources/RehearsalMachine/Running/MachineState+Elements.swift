// Subscripts, slices, and the loops that go through sequences.
// What makes and changes lists, maps and strings is with the heap.

import RehearsalCode

/// The Ints of a range of Ints by their first and last, so that the greatest Int can be among them.
struct IntegerSpan {
  let first: Int64
  /// Below `first` if there are none.
  let last: Int64

  /// The Ints between two ordered bounds.
  init(from lower: Int64, to upper: Int64, isClosed: Bool) {
    if isClosed {
      (first, last) = (lower, upper)
    } else {
      // No bound is below the least Int, so an empty range is moved up.
      (first, last) = lower < upper ? (lower, upper - 1) : (1, 0)
    }
  }

  var isEmpty: Bool { first > last }

  /// How many Ints there are; nil where an Int does not hold the number.
  var count: Int? {
    if isEmpty { return 0 }
    let (distance, overflows) = last.subtractingReportingOverflow(first)
    return overflows || distance == Int64.max ? nil : Int(distance) + 1
  }
}

extension MachineState {
  // MARK: - Reading and changing elements

  /// `target = base[key]`, where the fast path did not apply.
  @inline(never) mutating func getIndex(
    _ target: Register, _ base: Register, _ key: Value, before next: CodePosition
  ) -> Bool {
    pc = next
    switch base.pointee.tag {
    case .list:
      if key.tag == .range { return sliceByRange(target, base, key) }
      guard let position = position(key, in: base.pointee) else { return false }
      target.pointee = heap.listValues(base.pointee.offset)[position]
      return true
    case .map:
      guard requireKey(key) else { return false }
      let entry = findEntry(base.pointee.offset, key)
      target.pointee =
        entry < 0 ? .none : heap.mapEntries(base.pointee.offset)[entry * 2 + 1]
      return pendingError == nil
    case .string where key.tag == .range:
      return sliceByRange(target, base, key)
    case .string:
      return fail(
        .typeMismatch, "a String has no integer subscript; take a slice, as in text[0..<1]")
    default:
      return fail(.typeMismatch, "\(described(base.pointee)) has no subscript")
    }
  }

  /// `base[key] = value`, where the fast path did not apply.
  @inline(never) mutating func setIndex(
    _ base: Register, _ key: Register, _ value: Register, before next: CodePosition
  ) -> Bool {
    pc = next
    guard makeUnique(base) else { return false }
    switch base.pointee.tag {
    case .list:
      guard let position = position(key.pointee, in: base.pointee) else { return false }
      heap.listValues(base.pointee.offset)[position] = value.pointee
      return true
    case .map:
      guard requireKey(key.pointee) else { return false }
      if value.pointee.isNil {
        _ = removeEntry(base.pointee.offset, key.pointee)
        return pendingError == nil
      }
      return setEntry(base, key, value)
    default:
      return fail(.typeMismatch, "\(described(base.pointee)) has no subscript that can be set")
    }
  }

  /// `target = base[key]` of a String that the code names, where the fast path did not apply.
  @inline(never) mutating func getKey(
    _ target: Register, _ base: Register, _ key: Value, cache: Int, before next: CodePosition
  ) -> Bool {
    guard base.pointee.tag == .map else { return getIndex(target, base, key, before: next) }
    pc = next
    let map = base.pointee.offset
    let entry = findEntry(map, key)
    target.pointee = entry < 0 ? .none : heap.mapEntries(map)[entry * 2 + 1]
    if entry >= 0 { keep(entry, of: map, under: key, in: cache) }
    return pendingError == nil
  }

  /// `base[key] = value` of a String that the code names, where the fast path did not apply.
  @inline(never) mutating func setKey(
    _ base: Register, _ key: Register, _ value: Register, cache: Int, before next: CodePosition
  ) -> Bool {
    guard setIndex(base, key, value, before: next) else { return false }
    let map = base.pointee.offset
    let entry = findEntry(map, key.pointee)
    if entry >= 0 { keep(entry, of: map, under: key.pointee, in: cache) }
    return pendingError == nil
  }

  /// Notes where a map has a key that the code names: the next access finds the very same key object
  /// there, which needs no comparison of texts.
  mutating func keep(_ entry: Int, of map: Int, under key: Value, in cache: Int) {
    caches[cache] = UInt32(truncatingIfNeeded: entry)
    heap.mapEntries(map)[entry * 2] = key
  }

  /// `target = base[key]` for a change of `target`, where the fast path did not apply; see
  /// `Operation.openIndex`.
  @inline(never) mutating func openIndex(
    _ target: Register, _ base: Register, _ key: Register, before next: CodePosition
  ) -> Bool {
    pc = next
    guard base.pointee.isCollection else { return setIndex(base, key, target, before: next) }
    guard makeUnique(base) else { return false }
    target.pointee = element(key.pointee, of: base.pointee)?.pointee ?? .none
    guard pendingError == nil else { return false }
    guard heap.isShared(target.pointee) else { return true }
    guard makeUnique(target) else { return false }
    element(key.pointee, of: base.pointee)?.pointee = target.pointee
    return true
  }

  /// Where a list has an element, or a map the value of a key, until the next allocation; nil where
  /// there is no such key, and with an error.
  private mutating func element(_ key: Value, of base: Value) -> Register? {
    if base.tag == .list {
      return position(key, in: base).map { heap.listValues(base.offset) + $0 }
    }
    guard requireKey(key) else { return nil }
    let entry = findEntry(base.offset, key)
    return entry < 0 ? nil : heap.mapEntries(base.offset) + entry * 2 + 1
  }

  private mutating func position(_ key: Value, in list: Value) -> Int? {
    guard key.tag == .integer else {
      _ = fail(.typeMismatch, "a list's index is an Int, not \(described(key))")
      return nil
    }
    let count = heap.listCount(list.offset)
    guard key.integer >= 0 && key.integer < count else {
      let valid = count == 0 ? "the list is empty" : "its indices are 0..<\(count)"
      _ = fail(.indexOutOfBounds, "index \(key.integer) is out of bounds: \(valid)")
      return nil
    }
    return Int(key.integer)
  }

  /// Whether a value may be a map's key.
  mutating func requireKey(_ key: Value) -> Bool {
    switch key.tag {
    case .boolean, .integer, .string, .symbol, .duration: true
    default:
      fail(
        .invalidKey,
        "\(described(key)) cannot be a key; keys are Bools, Ints, Strings, symbols and Durations")
    }
  }

  // MARK: - Slices and ranges

  /// `target = base[lower ..< upper]`, bounds in two registers, absent for an open side.
  mutating func slice(
    _ target: Register, _ base: Register, _ bounds: Register, isClosed: Bool,
    before next: CodePosition? = nil
  ) -> Bool {
    if let next { pc = next }
    let count: Int
    switch base.pointee.tag {
    case .list: count = heap.listCount(base.pointee.offset)
    case .string:
      guard let scalars = scalarCount(of: base.pointee.offset) else { return false }
      count = scalars
    default: return fail(.typeMismatch, "\(described(base.pointee)) cannot be sliced")
    }
    let (lower, upper) = (bounds[0], bounds[1])
    for bound in [lower, upper] where bound.tag != .integer && bound.tag != .absent {
      return fail(.typeMismatch, "a slice's bound is an Int, not \(described(bound))")
    }
    let start = lower.tag == .absent ? 0 : lower.integer
    var end = upper.tag == .absent ? Int64(count) : upper.integer
    if isClosed && upper.tag != .absent {
      // One above the upper bound comes before the lower one as little as any other.
      guard start <= end, end < Int64.max else { return failSlice(start, end, count) }
      end += 1
    }
    guard start >= 0, start <= end, end <= count else { return failSlice(start, end, count) }
    return store(slice: base, Int(start), Int(end), in: target)
  }

  private mutating func sliceByRange(_ target: Register, _ base: Register, _ range: Value) -> Bool {
    let bounds = heap.values(range.offset, at: Layout.rangeLower)
    var copies = (bounds[0], bounds[1])
    let isClosed = heap.isFlagged(range.offset)
    return withUnsafeMutablePointer(to: &copies) { pointer in
      pointer.withMemoryRebound(to: Value.self, capacity: 2) {
        slice(target, base, $0, isClosed: isClosed)
      }
    }
  }

  private mutating func failSlice(_ start: Int64, _ end: Int64, _ count: Int) -> Bool {
    if start > end {
      return fail(.invalidRange, "a slice's lower bound \(start) is above its upper bound \(end)")
    }
    return fail(
      .indexOutOfBounds,
      "the slice \(start)..<\(end) is out of bounds: there are \(count) elements")
  }

  /// Stores some elements of a list, or scalars of a string, in a register.
  mutating func store(
    slice base: Register, _ start: Int, _ end: Int, in target: Register
  ) -> Bool {
    if base.pointee.tag == .list {
      guard let list = sliceList(base, lower: start, upper: end) else { return false }
      target.pointee = list
      return true
    }
    let string = base.pointee.offset
    guard charge(heap.isFlagged(string) ? end - start : heap.byteCount(of: string)) else {
      return false
    }
    let lower = byteOffset(ofScalar: start, in: string)
    let upper = byteOffset(ofScalar: end, in: string)
    return makeString(target, bytes: upper - lower) { heap in
      UnsafeBufferPointer(rebasing: heap.bytes(of: base.pointee.offset)[lower..<upper])
    }
  }

  /// The number of a string's scalars; nil and an error where counting them takes too long.
  mutating func scalarCount(of string: Int) -> Int? {
    guard heap.isFlagged(string) || charge(heap.byteCount(of: string)) else { return nil }
    return heap.scalarCount(of: string)
  }

  /// The byte at which a scalar of a string begins.
  private func byteOffset(ofScalar scalar: Int, in string: Int) -> Int {
    if heap.isFlagged(string) { return scalar }
    let bytes = heap.bytes(of: string)
    var left = scalar
    for index in bytes.indices where bytes[index] & 0xC0 != 0x80 {
      if left == 0 { return index }
      left -= 1
    }
    return bytes.count
  }

  /// The Ints of a range; nil for ranges of other types.
  func integers(ofRange range: Int) -> IntegerSpan? {
    let bounds = heap.values(range, at: Layout.rangeLower)
    guard bounds[0].tag == .integer else { return nil }
    return IntegerSpan(
      from: bounds[0].integer, to: bounds[1].integer, isClosed: heap.isFlagged(range))
  }

  // MARK: - Loops

  /// Checks the bounds in R[0] and R[1] of a loop over a literal range, and makes them its first
  /// and last Int.
  mutating func beginRangeLoop(_ r: Register, isClosed: Bool) -> Bool {
    guard Value.areIntegers(r[0], r[1]) else {
      let what = r[0].tag == .integer ? r[1] : r[0]
      return fail(
        .typeMismatch, "only ranges of Ints can be iterated, not of \(described(what))")
    }
    guard r[0].integer <= r[1].integer else {
      return fail(
        .invalidRange,
        "the range's lower bound \(r[0].integer) is above its upper bound \(r[1].integer)")
    }
    let span = IntegerSpan(from: r[0].integer, to: r[1].integer, isClosed: isClosed)
    r[0] = Value(span.first)
    r[1] = Value(span.last)
    return true
  }

  /// Begins a loop over a sequence: R[0] is it, R[1] the position in it; of a range, the next Int,
  /// or nil at its end.
  mutating func beginLoop(_ r: Register, over sequence: Value) -> Bool {
    heap.markShared(sequence)
    r[0] = sequence
    r[1] = Value(0)
    switch sequence.tag {
    case .list, .map, .string: return true
    case .range:
      guard let span = integers(ofRange: sequence.offset) else {
        return fail(.typeMismatch, "only ranges of Ints can be iterated")
      }
      r[1] = span.isEmpty ? .none : Value(span.first)
      return true
    default:
      return fail(
        .typeMismatch,
        "\(described(sequence)) cannot be iterated; a list, map, string or range can")
    }
  }

  /// The next element of a loop over anything but a list, if there is one.
  @inline(never) mutating func nextTurn(
    _ r: Register, into target: Register, before next: CodePosition
  ) -> Bool {
    pc = next
    switch r[0].tag {
    case .range:
      guard r[1].tag == .integer, let span = integers(ofRange: r[0].offset) else { return false }
      target.pointee = r[1]
      r[1] = r[1].integer < span.last ? Value(r[1].integer + 1) : .none
      return true
    case .string:
      return nextScalar(r, into: target)
    case .map:
      guard let entry = nextEntry(r) else { return false }
      return makeEntryMap(r, entry, into: target)
    default:
      return false
    }
  }

  /// The next key and value of a loop over a map, or the next pair of a list.
  @inline(never) mutating func nextPairTurn(_ r: Register, into target: Register) -> Bool {
    let pair: (Value, Value)
    switch r[0].tag {
    case .map:
      guard let entry = nextEntry(r) else { return false }
      let entries = heap.mapEntries(r[0].offset)
      pair = (entries[entry * 2], entries[entry * 2 + 1])
    case .list:
      let position = Int(r[1].integer)
      guard position < heap.listCount(r[0].offset) else { return false }
      r[1] = Value(position + 1)
      let element = heap.listValues(r[0].offset)[position]
      guard let found = self.pair(element) else {
        return fail(
          .typeMismatch,
          "a loop with two names needs pairs, lists or maps of two, not \(described(element))")
      }
      pair = found
    default:
      return fail(
        .typeMismatch,
        "a loop with two names needs a map or a list of pairs, not \(described(r[0]))")
    }
    heap.markShared(pair.0)
    heap.markShared(pair.1)
    (target[0], target[1]) = pair
    return true
  }

  /// The two values of a list or map of two.
  func pair(_ value: Value) -> (Value, Value)? {
    switch value.tag {
    case .list where heap.listCount(value.offset) == 2:
      let values = heap.listValues(value.offset)
      return (values[0], values[1])
    case .map where heap.mapCount(value.offset) == 2:
      let entries = heap.mapEntries(value.offset)
      let present = (0..<heap.mapUsed(value.offset)).filter { entries[$0 * 2].tag != .absent }
      return (entries[present[0] * 2 + 1], entries[present[1] * 2 + 1])
    default: return nil
    }
  }

  /// The number of the next entry that is no gap; the position moves after it.
  private func nextEntry(_ r: Register) -> Int? {
    let entries = heap.mapEntries(r[0].offset)
    var entry = max(0, Int(r[1].integer))
    while entry < heap.mapUsed(r[0].offset) {
      if entries[entry * 2].tag != .absent {
        r[1] = Value(entry + 1)
        return entry
      }
      entry += 1
    }
    return nil
  }

  /// Makes the map `["key": …, "value": …]` of an entry.
  private mutating func makeEntryMap(_ r: Register, _ entry: Int, into target: Register) -> Bool {
    guard let map = makeMap(capacity: 2) else { return false }
    let slot = protectedSlot()
    protected[slot] = map
    defer { _ = popProtected() }
    let names = ["key", "value"]
    for (index, name) in names.enumerated() {
      guard importValue(.string(name), into: protectedSlot()) else { return false }
      var key = popProtected()
      var value = heap.mapEntries(r[0].offset)[entry * 2 + index]
      heap.markShared(value)
      var holder = protected[slot]
      guard setEntry(&holder, &key, &value) else { return false }
    }
    target.pointee = protected[slot]
    return true
  }

  private mutating func nextScalar(_ r: Register, into target: Register) -> Bool {
    let position = Int(r[1].integer)
    let bytes = heap.bytes(of: r[0].offset)
    guard bytes.indices.contains(position) else { return false }
    let width = min(Heap.scalarWidth(bytes[position]), bytes.count - position)
    r[1] = Value(position + width)
    return makeString(target, bytes: width) { heap in
      UnsafeBufferPointer(rebasing: heap.bytes(of: r[0].offset)[position..<position + width])
    }
  }
}
