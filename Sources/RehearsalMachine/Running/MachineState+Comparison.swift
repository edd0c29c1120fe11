// Equality and order of values. Equality never fails and goes through nested values without
// recursion; order is of numbers, strings and durations, each with its own kind.

/// How a comparison came out.
enum Order {
  case holds, fails
  /// The values have no order; an error is noted.
  case unordered

  @inline(__always) init(_ holds: Bool) { self = holds ? .holds : .fails }
}

extension MachineState {
  @inline(__always) mutating func isLess(_ x: Value, _ y: Value) -> Order {
    if Value.areIntegers(x, y) { return Order(x.integer < y.integer) }
    if x.tag == .double && y.tag == .double { return Order(x.double < y.double) }
    return compare(x, y, orEqual: false)
  }

  @inline(__always) mutating func isLessOrEqual(_ x: Value, _ y: Value) -> Order {
    if Value.areIntegers(x, y) { return Order(x.integer <= y.integer) }
    if x.tag == .double && y.tag == .double { return Order(x.double <= y.double) }
    return compare(x, y, orEqual: true)
  }

  @inline(never) private mutating func compare(_ x: Value, _ y: Value, orEqual: Bool) -> Order {
    switch (x.tag, y.tag) {
    case (.duration, .duration):
      return Order(orEqual ? x.integer <= y.integer : x.integer < y.integer)
    case (.string, .string):
      guard charge(min(heap.byteCount(of: x.offset), heap.byteCount(of: y.offset))) else {
        return .unordered
      }
      let order = heap.compareStrings(x.offset, y.offset)
      return Order(orEqual ? order <= 0 : order < 0)
    case (.integer, .double):
      return Order(Self.compare(x.integer, y.double) { orEqual ? $0 <= 0 : $0 < 0 })
    case (.double, .integer):
      return Order(Self.compare(y.integer, x.double) { orEqual ? $0 >= 0 : $0 > 0 })
    case (.duration, .symbol) where isAboveDurations(y): return .holds
    case (.symbol, .duration) where isAboveDurations(x): return .fails
    default:
      _ = fail(
        .typeMismatch,
        "\(described(x)) and \(described(y)) have no order: `<` compares numbers, strings or "
          + "durations")
      return .unordered
    }
  }

  private func isAboveDurations(_ symbol: Value) -> Bool {
    program.host.symbolAboveDurations == symbolText(symbol)
  }

  /// Whether the exact order of an Int and a Double (below, at or above 0) is as asked; never for
  /// a Double that is no number.
  private static func compare(
    _ integer: Int64, _ double: Double, _ isAsAsked: (Int) -> Bool
  ) -> Bool {
    if double.isNaN { return false }
    if double >= 0x1p63 { return isAsAsked(-1) }
    if double < -0x1p63 { return isAsAsked(1) }
    let whole = double.rounded(.down)
    let floor = Int64(whole)
    if integer != floor { return isAsAsked(integer < floor ? -1 : 1) }
    return isAsAsked(whole == double ? 0 : -1)
  }

  /// Whether two values are equal; an error only where comparing them takes too long.
  @inline(__always) mutating func areEqual(_ x: Value, _ y: Value) -> Bool {
    if x.isIdentical(to: y) { return x.tag != .double || !x.double.isNaN }
    if x.tag == y.tag && !x.tag.isReference && x.tag != .double { return false }
    return areDeeplyEqual(x, y)
  }

  /// What comparing two values is charged, so that a value which holds itself many times over
  /// reaches the limit within seconds.
  private static var comparisonCharge: Int { 64 }

  @inline(never) private mutating func areDeeplyEqual(_ x: Value, _ y: Value) -> Bool {
    var pending = [(x, y)]
    while let (x, y) = pending.popLast() {
      guard charge(Self.comparisonCharge) else { return false }
      if x.isIdentical(to: y), x.tag != .double { continue }
      switch (x.tag, y.tag) {
      case (.double, .double):
        if x.double != y.double { return false }
      case (.integer, .double):
        if !Self.compare(x.integer, y.double, { $0 == 0 }) { return false }
      case (.double, .integer):
        if !Self.compare(y.integer, x.double, { $0 == 0 }) { return false }
      case (.string, .string):
        let count = heap.byteCount(of: x.offset)
        if count != heap.byteCount(of: y.offset) { return false }
        guard charge(count), heap.areEqualStrings(x.offset, y.offset) else { return false }
      case (.list, .list):
        let count = heap.listCount(x.offset)
        if count != heap.listCount(y.offset) { return false }
        guard addElements(of: x.offset, and: y.offset, count: count, to: &pending) else {
          return false
        }
      case (.map, .map):
        guard addEntries(of: x.offset, and: y.offset, to: &pending) else { return false }
      case (.range, .range):
        if heap.isFlagged(x.offset) != heap.isFlagged(y.offset) { return false }
        let left = heap.values(x.offset, at: Layout.rangeLower)
        let right = heap.values(y.offset, at: Layout.rangeLower)
        pending.append((left[0], right[0]))
        pending.append((left[1], right[1]))
      default:
        return false
      }
    }
    return true
  }

  /// The elements of two lists of one length that have to be looked at; false where a pair of
  /// numbers or other plain values is unequal.
  ///
  /// Only what refers to the heap is noted, so that comparing lists needs less room than they do.
  private mutating func addElements(
    of left: Int, and right: Int, count: Int, to pending: inout [(Value, Value)]
  ) -> Bool {
    guard charge(values: count) else { return false }
    let (left, right) = (heap.listValues(left), heap.listValues(right))
    for index in (0..<count).reversed() {
      let (x, y) = (left[index], right[index])
      if x.tag.isReference && y.tag.isReference {
        if !x.isIdentical(to: y) { pending.append((x, y)) }
      } else if !areEqual(x, y) {
        return false
      }
    }
    return true
  }

  /// The values of two maps with the same keys, whatever their order; false for other keys.
  private mutating func addEntries(
    of left: Int, and right: Int, to pending: inout [(Value, Value)]
  ) -> Bool {
    guard heap.mapCount(left) == heap.mapCount(right) else { return false }
    let entries = heap.mapEntries(left)
    let others = heap.mapEntries(right)
    for entry in 0..<heap.mapUsed(left) where entries[entry * 2].tag != .absent {
      let other = findEntry(right, entries[entry * 2])
      guard other >= 0 else { return false }
      pending.append((entries[entry * 2 + 1], others[other * 2 + 1]))
    }
    return true
  }
}
