// What the built-in functions do. The register before the arguments gets the result.
// None of them calls back into the script.

extension MachineState {
  /// Calls built-in function `number` with `count` arguments.
  mutating func callLibrary(
    _ number: Int, _ target: Place, arguments: Place, count: Int
  ) -> CallOutcome {
    guard let function = LibraryFunction(rawValue: number) else {
      return callHost(
        number - LibraryFunction.count, target, arguments: arguments, count: count)
    }
    switch function {
    case .print: return askForOutput(target, arguments, count: count)
    case .min, .max: return CallOutcome(extreme(function, target, arguments, count))
    case .abs: return CallOutcome(absolute(target, arguments[0]))
    case .round, .floor, .ceil: return CallOutcome(round(function, target, arguments[0]))
    case .sqrt: return CallOutcome(root(target, arguments[0]))
    case .pow: return CallOutcome(power(target, arguments[0], arguments[1]))
    case .int: return CallOutcome(integer(target, arguments[0]))
    case .double: return CallOutcome(double(target, arguments[0]))
    case .string:
      if arguments[0].tag == .string {
        target.pointee = arguments[0]
        return .done
      }
      return CallOutcome(makeString(target, text(of: arguments[0])))
    case .type: return CallOutcome(makeString(target, typeName(of: arguments[0])))
    case .random: return CallOutcome(drawRandom(target, count == 0 ? .absent : arguments[0]))
    }
  }

  /// The line that `print` writes goes to the host as one string in the result's register, which
  /// there is also where there are no arguments.
  private mutating func askForOutput(
    _ target: Place, _ arguments: Place, count: Int
  ) -> CallOutcome {
    if readOnlyDepth > 0 {
      return CallOutcome(
        fail(.sideEffectInCondition, "`print` writes; a condition that is looked at may only look"))
    }
    var line = ""
    for index in 0..<count {
      if index > 0 { line += " " }
      let isText = arguments[index].tag == .string
      // A line that the heap cannot hold is not made.
      let length = isText ? heap.byteCount(of: arguments[index].offset) : 0
      guard line.utf8.count + length <= limits.heapBytes else {
        _ = failHeapLimit()
        return .failed
      }
      line += text(of: arguments[index])
      guard charge(line.utf8.count) else { return .failed }
    }
    guard makeString(target, line) else { return .failed }
    request = .output
    return .requests
  }

  private mutating func extreme(
    _ function: LibraryFunction, _ target: Place, _ arguments: Place, _ count: Int
  ) -> Bool {
    var best = arguments[0]
    for index in 1..<max(1, count) {
      let candidate = arguments[index]
      let order = function == .min ? isLess(candidate, best) : isLess(best, candidate)
      guard order != .unordered else { return false }
      if order == .holds { best = candidate }
    }
    target.pointee = best
    return true
  }

  private mutating func absolute(_ target: Place, _ x: Value) -> Bool {
    switch x.tag {
    case .integer, .duration:
      if x.integer < 0 { return negate(target, x) }
      target.pointee = x
    case .double: target.pointee = Value(x.double.magnitude)
    default: return fail(.typeMismatch, "`abs` takes a number or a Duration, not \(described(x))")
    }
    return true
  }

  private mutating func round(_ function: LibraryFunction, _ target: Place, _ x: Value) -> Bool {
    if x.tag == .integer {
      target.pointee = x
      return true
    }
    guard x.tag == .double else {
      return fail(.typeMismatch, "`\(function.name)` takes a number, not \(described(x))")
    }
    switch function {
    case .floor: target.pointee = Value(x.double.rounded(.down))
    case .ceil: target.pointee = Value(x.double.rounded(.up))
    default: target.pointee = Value(x.double.rounded())
    }
    return true
  }

  private mutating func root(_ target: Place, _ x: Value) -> Bool {
    guard let number = x.number else {
      return fail(.typeMismatch, "`sqrt` takes a number, not \(described(x))")
    }
    target.pointee = Value(number.squareRoot())
    return true
  }

  private mutating func power(_ target: Place, _ base: Value, _ exponent: Value) -> Bool {
    if Value.areIntegers(base, exponent), exponent.integer >= 0 {
      return integerPower(target, base.integer, exponent.integer)
    }
    guard let x = base.number, let y = exponent.number else {
      return fail(
        .typeMismatch, "`pow` takes two numbers, not \(described(base)) and \(described(exponent))")
    }
    target.pointee = Value(MathematicalFunctions.power(x, y))
    return true
  }

  private mutating func integerPower(_ target: Place, _ base: Int64, _ exponent: Int64) -> Bool {
    var result: Int64 = 1
    var factor = base
    var left = exponent
    while left > 0 {
      if left & 1 == 1 {
        let (product, overflows) = result.multipliedReportingOverflow(by: factor)
        guard !overflows else { return failPower(base, exponent) }
        result = product
      }
      left >>= 1
      if left > 0 {
        let (square, overflows) = factor.multipliedReportingOverflow(by: factor)
        guard !overflows else { return failPower(base, exponent) }
        factor = square
      }
    }
    target.pointee = Value(result)
    return true
  }

  private mutating func failPower(_ base: Int64, _ exponent: Int64) -> Bool {
    fail(.integerOverflow, "pow(\(base), \(exponent)) is more than an Int holds")
  }

  /// `int(x)`: a number without its fraction; a text as it reads, or nil.
  private mutating func integer(_ target: Place, _ x: Value) -> Bool {
    switch x.tag {
    case .integer: target.pointee = x
    case .double:
      guard let whole = Int64(exactly: x.double.rounded(.towardZero)) else {
        return fail(.integerOverflow, "int(\(quotedText(of: x))) is more than an Int holds")
      }
      target.pointee = Value(whole)
    case .string:
      guard charge(heap.byteCount(of: x.offset)) else { return false }
      target.pointee = Int64(heap.text(of: x.offset)).map { Value($0) } ?? .none
    case .boolean: target.pointee = Value(x.boolean ? 1 : 0)
    default: return fail(.typeMismatch, "`int` takes a number or a String, not \(described(x))")
    }
    return true
  }

  private mutating func double(_ target: Place, _ x: Value) -> Bool {
    switch x.tag {
    case .integer: target.pointee = Value(Double(x.integer))
    case .double: target.pointee = x
    case .string:
      guard charge(heap.byteCount(of: x.offset)) else { return false }
      target.pointee = Double(heap.text(of: x.offset)).map { Value($0) } ?? .none
    default: return fail(.typeMismatch, "`double` takes a number or a String, not \(described(x))")
    }
    return true
  }

  private mutating func drawRandom(_ target: Place, _ range: Value) -> Bool {
    guard range.tag != .absent else {
      target.pointee = Value(Double(random.next() >> 11) * 0x1p-53)
      return true
    }
    guard range.tag == .range, let integers = integers(ofRange: range.offset) else {
      return fail(.typeMismatch, "`random` takes a range of Ints, not \(described(range))")
    }
    guard !integers.isEmpty else {
      return fail(.invalidRange, "an empty range has nothing to draw")
    }
    target.pointee = Value(Int64.random(in: integers.first...integers.last, using: &random))
    return true
  }
}
