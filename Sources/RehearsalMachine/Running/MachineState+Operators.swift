// Operators, where the loop's fast paths do not apply: mixed numbers, durations, strings and lists
// in arithmetic with every way in which it fails, and the equality and order of values. Equality
// fails only for a function beside another value, and walks nested values without recursion; order
// is of numbers, strings and durations, each with its own kind.

import RehearsalCode

/// How a comparison came out.
enum Order {
  case holds, fails
  /// The values have no order; an error is noted.
  case unordered

  @inline(__always) init(_ holds: Bool) { self = holds ? .holds : .fails }
}

// MARK: - Arithmetic

extension MachineState {
  /// `target = left + right`, where the fast path did not apply; the operands are roots.
  @inline(never) mutating func add(
    _ target: Register, _ left: Register, _ right: Register, before next: CodePosition? = nil
  ) -> Bool {
    if let next { pc = next }
    let (x, y) = (left.pointee, right.pointee)
    switch (x.tag, y.tag) {
    case (.string, .string): return concatenate(target, left, right)
    case (.list, .list): return joinLists(target, left, right)
    case (.duration, .duration):
      times?.add(x.integer, y.integer, inFunction: runningFunction)
      return store(nanoseconds: x.integer.addingReportingOverflow(y.integer), in: target)
    default: break
    }
    return arithmetic(target, x, y, "+", { $0 + $1 }, { $0.addingReportingOverflow($1) })
  }

  /// `target = value + number`, or a subtraction where the number is negative.
  @inline(never) mutating func addImmediate(
    _ target: Register, _ value: Register, _ number: Int
  ) -> Bool {
    let x = value.pointee
    if x.tag == .double {
      target.pointee = Value(x.double + Double(number))
      return true
    }
    if number < 0 { return subtract(target, x, Value(-number)) }
    var constant = Value(number)
    return withUnsafeMutablePointer(to: &constant) { add(target, value, $0) }
  }

  @inline(never) mutating func subtract(_ target: Register, _ x: Value, _ y: Value) -> Bool {
    if x.tag == .duration && y.tag == .duration {
      times?.subtract(y.integer, from: x.integer, inFunction: runningFunction)
      return store(nanoseconds: x.integer.subtractingReportingOverflow(y.integer), in: target)
    }
    return arithmetic(target, x, y, "-", { $0 - $1 }, { $0.subtractingReportingOverflow($1) })
  }

  @inline(never) mutating func multiply(_ target: Register, _ x: Value, _ y: Value) -> Bool {
    tellUse(of: x, y)
    if x.tag == .duration, y.number != nil { return scale(target, x.integer, by: y) }
    if y.tag == .duration, x.number != nil { return scale(target, y.integer, by: x) }
    return arithmetic(target, x, y, "*", { $0 * $1 }, { $0.multipliedReportingOverflow(by: $1) })
  }

  @inline(never) mutating func divide(_ target: Register, _ x: Value, _ y: Value) -> Bool {
    tellUse(of: x, y)
    switch (x.tag, y.tag) {
    case (.integer, .integer), (.duration, .integer):
      guard y.integer != 0 else { return failDivision(x, "/", y) }
      if x.tag == .duration { return divideDuration(target, x.integer, by: y.integer) }
      let (quotient, overflows) = x.integer.dividedReportingOverflow(by: y.integer)
      guard !overflows else { return failOverflow(x, y, "/") }
      target.pointee = Value(quotient)
      return true
    case (.duration, .duration):
      target.pointee = Value(Double(x.integer) / Double(y.integer))
      return true
    case (.duration, .double):
      guard y.double != 0 else { return failDivision(x, "/", y) }
      return store(rounded: Double(x.integer) / y.double, in: target)
    default:
      return arithmetic(target, x, y, "/", { $0 / $1 }, { $0.dividedReportingOverflow(by: $1) })
    }
  }

  @inline(never) mutating func remainder(_ target: Register, _ x: Value, _ y: Value) -> Bool {
    tellUse(of: x, y)
    switch (x.tag, y.tag) {
    case (.integer, .integer), (.duration, .duration):
      guard y.integer != 0 else { return failDivision(x, "%", y) }
      // The least Int has no counterpart, so its remainder by -1 overflows in the processor only.
      let rest = y.integer == -1 ? 0 : x.integer % y.integer
      target.pointee = Value(x.tag, UInt64(bitPattern: rest))
      return true
    default:
      return arithmetic(
        target, x, y, "%", { $0.truncatingRemainder(dividingBy: $1) },
        { $0.remainderReportingOverflow(dividingBy: $1) })
    }
  }

  @inline(never) mutating func negate(_ target: Register, _ x: Value) -> Bool {
    tellUse(of: x, x)
    switch x.tag {
    case .double:
      target.pointee = Value(-x.double)
    case .integer, .duration:
      let (negated, overflows) = Int64(0).subtractingReportingOverflow(x.integer)
      guard !overflows else {
        if x.tag == .duration { return failDuration() }
        return fail(.integerOverflow, "-(\(quotedText(of: x))) is too large for an Int")
      }
      target.pointee = Value(x.tag, UInt64(bitPattern: negated))
    default:
      return fail(
        .typeMismatch, "`-` needs a number or a Duration, not \(described(x))")
    }
    return true
  }

  // MARK: - Parts

  /// Tells who watches moments that something else than a difference is made of some.
  func tellUse(of x: Value, _ y: Value) {
    guard let times else { return }
    for value in [x, y] where value.tag == .duration {
      times.use(value.integer, inFunction: runningFunction)
    }
  }

  private mutating func arithmetic(
    _ target: Register, _ x: Value, _ y: Value, _ symbol: String,
    _ combine: (Double, Double) -> Double,
    _ combineExactly: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Bool {
    if Value.areIntegers(x, y) {
      let (result, overflows) = combineExactly(x.integer, y.integer)
      guard !overflows else { return failOverflow(x, y, symbol) }
      target.pointee = Value(result)
      return true
    }
    guard let left = x.number, let right = y.number else {
      return fail(
        .typeMismatch, "`\(symbol)` cannot combine \(described(x)) and \(described(y))")
    }
    target.pointee = Value(combine(left, right))
    return true
  }

  private mutating func scale(_ target: Register, _ nanoseconds: Int64, by factor: Value) -> Bool {
    if factor.tag == .integer {
      return store(
        nanoseconds: nanoseconds.multipliedReportingOverflow(by: factor.integer), in: target)
    }
    return store(rounded: Double(nanoseconds) * factor.double, in: target)
  }

  /// To the nearest nanosecond, halves away from zero.
  private mutating func divideDuration(
    _ target: Register, _ nanoseconds: Int64, by divisor: Int64
  ) -> Bool {
    guard !nanoseconds.dividedReportingOverflow(by: divisor).overflow else { return failDuration() }
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: divisor)
    let isHalf = rest.magnitude >= divisor.magnitude - rest.magnitude
    let away: Int64 = (nanoseconds < 0) == (divisor < 0) ? 1 : -1
    return store(
      nanoseconds: quotient.addingReportingOverflow(isHalf && rest != 0 ? away : 0), in: target)
  }

  private mutating func store(rounded nanoseconds: Double, in target: Register) -> Bool {
    guard let exact = Int64(exactly: nanoseconds.rounded()) else { return failDuration() }
    target.pointee = Value(nanoseconds: exact)
    return true
  }

  private mutating func store(
    nanoseconds result: (partialValue: Int64, overflow: Bool), in target: Register
  ) -> Bool {
    guard !result.overflow else { return failDuration() }
    target.pointee = Value(nanoseconds: result.partialValue)
    return true
  }

  private mutating func failDuration() -> Bool {
    fail(.durationOutOfRange, "the result is too large for a Duration, about 292 years")
  }

  private mutating func failDivision(_ x: Value, _ symbol: String, _ y: Value) -> Bool {
    fail(.divisionByZero, "\(quotedText(of: x)) \(symbol) \(quotedText(of: y)) has no value")
  }

  private mutating func failOverflow(_ x: Value, _ y: Value, _ symbol: String) -> Bool {
    fail(
      .integerOverflow,
      "\(x.integer) \(symbol) \(y.integer) is too large for an Int, which has 64 bits")
  }

  /// Fails where a Bool is needed.
  mutating func failBool(_ value: Value) -> Bool {
    fail(.typeMismatch, "a condition is true or false, not \(described(value))")
  }

  private mutating func concatenate(_ target: Register, _ left: Register, _ right: Register) -> Bool
  {
    let first = heap.byteCount(of: left.pointee.offset)
    let second = heap.byteCount(of: right.pointee.offset)
    guard charge(first + second), var writer = makeStringWriter(byteCount: first + second) else {
      return false
    }
    writer.append(left.pointee.offset, in: heap)
    writer.append(right.pointee.offset, in: heap)
    target.pointee = writer.finish(in: heap)
    return true
  }

  private mutating func joinLists(_ target: Register, _ left: Register, _ right: Register) -> Bool {
    let first = heap.listCount(left.pointee.offset)
    let second = heap.listCount(right.pointee.offset)
    guard charge(values: first + second),
      let list = makeList(count: first + second, capacity: first + second)
    else { return false }
    let values = heap.listValues(list.offset)
    for (source, start, count) in [(left, 0, first), (right, first, second)] {
      let elements = heap.listValues(source.pointee.offset)
      for index in 0..<count {
        heap.markShared(elements[index])
        values[start + index] = elements[index]
      }
    }
    target.pointee = list
    return true
  }
}

// MARK: - Comparison

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
      let difference = compare(durations: x, y, by: orEqual ? .lessOrEqual : .less)
      return Order(orEqual ? difference <= 0 : difference < 0)
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

  /// Compares two Durations: below 0 where the left one is less, 0 where they are equal.
  mutating func compare(durations x: Value, _ y: Value, by operation: TimeWatch.Operation) -> Int64
  {
    times?.compare(x.integer, y.integer, by: operation, inFunction: runningFunction)
      ?? (x.integer < y.integer ? -1 : x.integer == y.integer ? 0 : 1)
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

  /// Whether two values are equal; an error only where one is a function and the other is none, and
  /// where comparing them takes too long.
  @inline(__always) mutating func areEqual(_ x: Value, _ y: Value) -> Bool {
    if x.isIdentical(to: y) { return x.tag != .double || !x.double.isNaN }
    if x.tag == y.tag && !x.tag.isReference && x.tag != .double {
      return x.tag == .duration && times != nil && compare(durations: x, y, by: .equal) == 0
    }
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
      case (.duration, .duration):
        if compare(durations: x, y, by: .equal) != 0 { return false }
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
        if x.isFunction != y.isFunction, !x.isNil, !y.isNil { return failComparison(x, y) }
        return false
      }
    }
    return true
  }

  /// A function that is compared with a value was probably to be called, or to be a predicate.
  private mutating func failComparison(_ x: Value, _ y: Value) -> Bool {
    fail(
      .typeMismatch,
      "\(described(x)) and \(described(y)) cannot be compared: a function is equal only to itself; "
        + "call it to compare its result")
  }

  /// The elements of two lists of one length that have to be compared; false where a pair of
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
