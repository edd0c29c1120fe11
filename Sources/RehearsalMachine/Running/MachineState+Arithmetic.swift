// What the loop's fast paths leave over: mixed numbers, durations, strings and lists in arithmetic,
// and every way in which it fails.

extension MachineState {
  typealias Place = UnsafeMutablePointer<Value>

  /// `target = left + right`, where the fast path did not apply; the operands are roots.
  @inline(never) mutating func add(_ target: Place, _ left: Place, _ right: Place) -> Bool {
    let (x, y) = (left.pointee, right.pointee)
    switch (x.tag, y.tag) {
    case (.string, .string): return concatenate(target, left, right)
    case (.list, .list): return joinLists(target, left, right)
    case (.duration, .duration):
      return store(nanoseconds: x.integer.addingReportingOverflow(y.integer), in: target)
    default: break
    }
    return arithmetic(target, x, y, "+", { $0 + $1 }, { $0.addingReportingOverflow($1) })
  }

  /// `target = value + number`, or a subtraction where the number is negative.
  @inline(never) mutating func addImmediate(
    _ target: Place, _ value: Place, _ number: Int
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

  @inline(never) mutating func subtract(_ target: Place, _ x: Value, _ y: Value) -> Bool {
    if x.tag == .duration && y.tag == .duration {
      return store(nanoseconds: x.integer.subtractingReportingOverflow(y.integer), in: target)
    }
    return arithmetic(target, x, y, "-", { $0 - $1 }, { $0.subtractingReportingOverflow($1) })
  }

  @inline(never) mutating func multiply(_ target: Place, _ x: Value, _ y: Value) -> Bool {
    if x.tag == .duration, y.number != nil { return scale(target, x.integer, by: y) }
    if y.tag == .duration, x.number != nil { return scale(target, y.integer, by: x) }
    return arithmetic(target, x, y, "*", { $0 * $1 }, { $0.multipliedReportingOverflow(by: $1) })
  }

  @inline(never) mutating func divide(_ target: Place, _ x: Value, _ y: Value) -> Bool {
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

  @inline(never) mutating func remainder(_ target: Place, _ x: Value, _ y: Value) -> Bool {
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

  @inline(never) mutating func negate(_ target: Place, _ x: Value) -> Bool {
    switch x.tag {
    case .double:
      target.pointee = Value(-x.double)
    case .integer, .duration:
      let (negated, overflows) = Int64(0).subtractingReportingOverflow(x.integer)
      guard !overflows else {
        if x.tag == .duration { return failDuration() }
        return fail(.integerOverflow, "-(\(quotedText(of: x))) is more than an Int holds")
      }
      target.pointee = Value(x.tag, UInt64(bitPattern: negated))
    default:
      return fail(
        .typeMismatch, "`-` needs a number or a Duration, not \(described(x))")
    }
    return true
  }

  // MARK: - Parts

  private mutating func arithmetic(
    _ target: Place, _ x: Value, _ y: Value, _ symbol: String,
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
        .typeMismatch, "`\(symbol)` does not go with \(described(x)) and \(described(y))")
    }
    target.pointee = Value(combine(left, right))
    return true
  }

  private mutating func scale(_ target: Place, _ nanoseconds: Int64, by factor: Value) -> Bool {
    if factor.tag == .integer {
      return store(
        nanoseconds: nanoseconds.multipliedReportingOverflow(by: factor.integer), in: target)
    }
    return store(rounded: Double(nanoseconds) * factor.double, in: target)
  }

  /// To the nearest nanosecond, halves away from zero.
  private mutating func divideDuration(
    _ target: Place, _ nanoseconds: Int64, by divisor: Int64
  ) -> Bool {
    guard !nanoseconds.dividedReportingOverflow(by: divisor).overflow else { return failDuration() }
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: divisor)
    let isHalf = rest.magnitude >= divisor.magnitude - rest.magnitude
    let away: Int64 = (nanoseconds < 0) == (divisor < 0) ? 1 : -1
    return store(
      nanoseconds: quotient.addingReportingOverflow(isHalf && rest != 0 ? away : 0), in: target)
  }

  private mutating func store(rounded nanoseconds: Double, in target: Place) -> Bool {
    guard let exact = Int64(exactly: nanoseconds.rounded()) else { return failDuration() }
    target.pointee = Value(nanoseconds: exact)
    return true
  }

  private mutating func store(
    nanoseconds result: (partialValue: Int64, overflow: Bool), in target: Place
  ) -> Bool {
    guard !result.overflow else { return failDuration() }
    target.pointee = Value(nanoseconds: result.partialValue)
    return true
  }

  private mutating func failDuration() -> Bool {
    fail(.durationOutOfRange, "the result is more than a Duration holds, about 292 years")
  }

  private mutating func failDivision(_ x: Value, _ symbol: String, _ y: Value) -> Bool {
    fail(.divisionByZero, "\(quotedText(of: x)) \(symbol) \(quotedText(of: y)) has no value")
  }

  private mutating func failOverflow(_ x: Value, _ y: Value, _ symbol: String) -> Bool {
    fail(
      .integerOverflow,
      "\(x.integer) \(symbol) \(y.integer) is more than an Int holds; Ints have 64 bits")
  }

  /// Fails where a Bool is needed.
  mutating func failBool(_ value: Value) -> Bool {
    fail(.typeMismatch, "a condition is true or false, not \(described(value))")
  }

  private mutating func concatenate(_ target: Place, _ left: Place, _ right: Place) -> Bool {
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

  private mutating func joinLists(_ target: Place, _ left: Place, _ right: Place) -> Bool {
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
