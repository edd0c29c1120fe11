// What the built-in functions do, by their identifiers. None of them calls back into the script.

import RehearsalInterface

extension LibraryFunction {
  /// What a call does: the target, which is the register before the arguments, gets the result.
  typealias Body =
    @Sendable (inout MachineState, _ target: Register, _ arguments: Register, _ count: Int) ->
    CallOutcome

  /// What the functions do by their numbers, behind a pointer, so that a call counts no reference.
  ///
  /// They are made once and never changed.
  nonisolated(unsafe) static let bodies: UnsafePointer<Body> = {
    let bodies = UnsafeMutablePointer<Body>.allocate(capacity: all.count)
    bodies.initialize(from: all.map(\.identifier.body), count: all.count)
    return UnsafePointer(bodies)
  }()
}

extension LibraryFunction.Identifier {
  // Closures without captures: calling them counts no references.
  fileprivate var body: LibraryFunction.Body {
    switch self {
    case .print: { LibraryFunction.requestOutput(&$0, $1, $2, $3) }
    case .min: { LibraryFunction.extreme(&$0, $1, $2, $3) { $0.isLess($1, $2) } }
    case .max: { LibraryFunction.extreme(&$0, $1, $2, $3) { $0.isLess($2, $1) } }
    case .abs:
      { state, target, r, _ in CallOutcome(LibraryFunction.absolute(&state, target, r[0])) }
    case .round, .floor, .ceil: roundingBody
    case .sqrt: { state, target, r, _ in CallOutcome(LibraryFunction.root(&state, target, r[0])) }
    case .pow:
      { state, target, r, _ in CallOutcome(LibraryFunction.power(&state, target, r[0], r[1])) }
    case .int: { state, target, r, _ in CallOutcome(LibraryFunction.integer(&state, target, r[0])) }
    case .double:
      { state, target, r, _ in CallOutcome(LibraryFunction.double(&state, target, r[0])) }
    case .string: { state, target, r, _ in LibraryFunction.string(&state, target, r[0]) }
    case .type:
      { state, target, r, _ in CallOutcome(state.makeString(target, state.typeName(of: r[0]))) }
    case .random:
      { state, target, r, count in
        CallOutcome(LibraryFunction.drawRandom(&state, target, count == 0 ? .absent : r[0]))
      }
    case .zip: { state, target, r, _ in CallOutcome(LibraryFunction.zip(&state, target, r)) }
    case .stride: { state, target, r, _ in CallOutcome(LibraryFunction.stride(&state, target, r)) }
    }
  }

  private var roundingBody: LibraryFunction.Body {
    switch self {
    case .floor:
      { state, target, r, _ in
        CallOutcome(LibraryFunction.round(&state, target, r[0], "floor") { $0.rounded(.down) })
      }
    case .ceil:
      { state, target, r, _ in
        CallOutcome(LibraryFunction.round(&state, target, r[0], "ceil") { $0.rounded(.up) })
      }
    default:
      { state, target, r, _ in
        CallOutcome(
          LibraryFunction.round(&state, target, r[0], "round") {
            $0.rounded(.toNearestOrAwayFromZero)
          })
      }
    }
  }
}

extension LibraryFunction {
  /// The line that `print` writes goes to the host as one string in the result's register, which
  /// there is also where there are no arguments.
  static func requestOutput(
    _ state: inout MachineState, _ target: Register, _ arguments: Register, _ count: Int
  ) -> CallOutcome {
    if state.readOnlyDepth > 0 {
      return CallOutcome(
        state.fail(
          .sideEffectInCondition, "`print` has a side effect, which a condition must not have"))
    }
    var line = ""
    for index in 0..<count {
      if index > 0 { line += " " }
      let isText = arguments[index].tag == .string
      // A line that the heap cannot hold is not made.
      let length = isText ? state.heap.byteCount(of: arguments[index].offset) : 0
      guard line.utf8.count + length <= state.limits.heapBytes else {
        _ = state.failHeapLimit()
        return .failed
      }
      line += state.text(of: arguments[index])
      guard state.charge(line.utf8.count) else { return .failed }
    }
    guard state.makeString(target, line) else { return .failed }
    state.request = .output
    return .requests
  }

  static func extreme(
    _ state: inout MachineState, _ target: Register, _ arguments: Register, _ count: Int,
    _ isBetter: (inout MachineState, Value, Value) -> Order
  ) -> CallOutcome {
    var best = arguments[0]
    for index in 1..<Swift.max(1, count) {
      let order = isBetter(&state, arguments[index], best)
      guard order != .unordered else { return .failed }
      if order == .holds { best = arguments[index] }
    }
    target.pointee = best
    return .done
  }

  static func absolute(
    _ state: inout MachineState, _ target: Register, _ x: Value
  ) -> Bool {
    switch x.tag {
    case .integer, .duration:
      state.tellUse(of: x, x)
      if x.integer < 0 { return state.negate(target, x) }
      target.pointee = x
    case .double: target.pointee = Value(x.double.magnitude)
    default:
      return state.fail(
        .typeMismatch, "`abs` takes a number or a Duration, not \(state.described(x))")
    }
    return true
  }

  static func round(
    _ state: inout MachineState, _ target: Register, _ x: Value, _ name: String,
    _ rounded: (Double) -> Double
  ) -> Bool {
    if x.tag == .integer {
      target.pointee = x
      return true
    }
    guard x.tag == .double else {
      return state.fail(.typeMismatch, "`\(name)` takes a number, not \(state.described(x))")
    }
    target.pointee = Value(rounded(x.double))
    return true
  }

  static func root(
    _ state: inout MachineState, _ target: Register, _ x: Value
  ) -> Bool {
    guard let number = x.number else {
      return state.fail(.typeMismatch, "`sqrt` takes a number, not \(state.described(x))")
    }
    target.pointee = Value(number.squareRoot())
    return true
  }

  static func power(
    _ state: inout MachineState, _ target: Register, _ base: Value, _ exponent: Value
  ) -> Bool {
    if Value.areIntegers(base, exponent), exponent.integer >= 0 {
      return integerPower(&state, target, base.integer, exponent.integer)
    }
    guard let x = base.number, let y = exponent.number else {
      return state.fail(
        .typeMismatch,
        "`pow` takes two numbers, not \(state.described(base)) and \(state.described(exponent))")
    }
    target.pointee = Value(Power.power(x, y))
    return true
  }

  private static func integerPower(
    _ state: inout MachineState, _ target: Register, _ base: Int64, _ exponent: Int64
  ) -> Bool {
    var result: Int64 = 1
    var factor = base
    var left = exponent
    while left > 0 {
      if left & 1 == 1 {
        let (product, overflows) = result.multipliedReportingOverflow(by: factor)
        guard !overflows else { return failPower(&state, base, exponent) }
        result = product
      }
      left >>= 1
      if left > 0 {
        let (square, overflows) = factor.multipliedReportingOverflow(by: factor)
        guard !overflows else { return failPower(&state, base, exponent) }
        factor = square
      }
    }
    target.pointee = Value(result)
    return true
  }

  private static func failPower(
    _ state: inout MachineState, _ base: Int64, _ exponent: Int64
  ) -> Bool {
    state.fail(.integerOverflow, "pow(\(base), \(exponent)) is too large for an Int")
  }

  /// `int(x)`: a number without its fraction; a text as it reads, or nil.
  static func integer(
    _ state: inout MachineState, _ target: Register, _ x: Value
  ) -> Bool {
    switch x.tag {
    case .integer: target.pointee = x
    case .double:
      guard let whole = Int64(exactly: x.double.rounded(.towardZero)) else {
        return state.fail(
          .integerOverflow, "int(\(state.quotedText(of: x))) is too large for an Int")
      }
      target.pointee = Value(whole)
    case .string:
      guard state.charge(state.heap.byteCount(of: x.offset)) else { return false }
      target.pointee = Int64(state.heap.text(of: x.offset)).map { Value($0) } ?? .none
    case .boolean: target.pointee = Value(x.boolean ? 1 : 0)
    default:
      return state.fail(
        .typeMismatch, "`int` takes a number or a String, not \(state.described(x))")
    }
    return true
  }

  /// `string(x)`: the text that `print` writes for a value.
  static func string(_ state: inout MachineState, _ target: Register, _ x: Value) -> CallOutcome {
    guard x.tag != .string else {
      target.pointee = x
      return .done
    }
    return CallOutcome(state.makeString(target, state.text(of: x)))
  }

  static func double(
    _ state: inout MachineState, _ target: Register, _ x: Value
  ) -> Bool {
    switch x.tag {
    case .integer: target.pointee = Value(Double(x.integer))
    case .double: target.pointee = x
    case .string:
      guard state.charge(state.heap.byteCount(of: x.offset)) else { return false }
      target.pointee = Double(state.heap.text(of: x.offset)).map { Value($0) } ?? .none
    default:
      return state.fail(
        .typeMismatch, "`double` takes a number or a String, not \(state.described(x))")
    }
    return true
  }

  /// `zip(a, b)`: a list of lists of two.
  static func zip(
    _ state: inout MachineState, _ target: Register, _ arguments: Register
  ) -> Bool {
    guard let first = elementCount(&state, arguments[0]),
      let second = elementCount(&state, arguments[1])
    else { return false }
    let count = Swift.min(first, second)
    guard state.charge(values: count * 2),
      let list = state.makeList(count: 0, capacity: count)
    else { return false }
    let slot = state.protectedSlot()
    state.protected[slot] = list
    for index in 0..<count {
      guard var pair = state.makeList(count: 2, capacity: 2) else { return false }
      let values = state.heap.listValues(pair.offset)
      values[0] = element(&state, index, of: arguments[0])
      values[1] = element(&state, index, of: arguments[1])
      // There is room for every pair, so nothing is allocated here.
      var holder = state.protected[slot]
      guard state.appendToList(&holder, &pair) else { return false }
    }
    target.pointee = state.popProtected()
    return true
  }

  /// How many elements a list or a range of Ints has; nil and an error for what is neither.
  private static func elementCount(_ state: inout MachineState, _ value: Value) -> Int? {
    switch value.tag {
    case .list: return state.heap.listCount(value.offset)
    case .range:
      if let count = state.integers(ofRange: value.offset)?.count { return count }
    default: break
    }
    _ = state.fail(
      .typeMismatch, "`zip` takes two lists or ranges of Ints, not \(state.described(value))")
    return nil
  }

  /// An element of a list or a range of Ints that has it.
  private static func element(
    _ state: inout MachineState, _ index: Int, of value: Value
  ) -> Value {
    if value.tag == .range {
      return Value((state.integers(ofRange: value.offset)?.first ?? 0) + Int64(index))
    }
    let element = state.heap.listValues(value.offset)[index]
    state.heap.markShared(element)
    return element
  }

  /// `stride(from: a, to: b, by: step)`: a list of Ints, Doubles or Durations.
  static func stride(
    _ state: inout MachineState, _ target: Register, _ arguments: Register
  ) -> Bool {
    let (from, to, through, by) = (arguments[0], arguments[1], arguments[2], arguments[3])
    guard (to.tag == .absent) != (through.tag == .absent) else {
      return state.fail(
        .argumentMismatch, "`stride` takes one of `to:` and `through:`, the bound of its steps")
    }
    let bound = to.tag == .absent ? through : to
    let tags = [from.tag, bound.tag, by.tag]
    guard
      tags.allSatisfy({ $0 == .duration }) || [from, bound, by].allSatisfy({ $0.number != nil })
    else {
      return state.fail(
        .typeMismatch,
        "`stride` takes three numbers or three Durations, not \(state.described(from)), "
          + "\(state.described(bound)) and \(state.described(by))")
    }
    guard by.tag == .double ? by.double != 0 && !by.double.isNaN : by.integer != 0 else {
      return state.fail(.invalidArgument, "`stride` takes a step other than 0")
    }
    if tags.contains(.double) {
      let (first, end, step) = (from.number ?? 0, bound.number ?? 0, by.number ?? 1)
      let isIncluded = to.tag == .absent
      return list(&state, target, arguments) { index in
        let value = first + Double(index) * step
        let isBefore = step > 0 ? value < end : value > end
        return isBefore || isIncluded && value == end ? Value(value) : nil
      }
    }
    for value in [from, bound, by] { state.tellUse(of: value, value) }
    let isIncluded = to.tag == .absent
    var next: Int64? = from.integer
    return list(&state, target, arguments) { _ in
      guard let value = next else { return nil }
      let isBefore = by.integer > 0 ? value < bound.integer : value > bound.integer
      guard isBefore || isIncluded && value == bound.integer else { return nil }
      let (sum, overflows) = value.addingReportingOverflow(by.integer)
      next = overflows ? nil : sum
      return Value(from.tag, UInt64(bitPattern: value))
    }
  }

  /// Makes a list of values that refer to nothing, up to the first nil.
  private static func list(
    _ state: inout MachineState, _ target: Register, _ arguments: Register,
    _ value: (Int) -> Value?
  ) -> Bool {
    guard let list = state.makeList(count: 0, capacity: 4) else { return false }
    // An argument's register keeps hold of the list where making it longer moves it.
    arguments.pointee = list
    var index = 0
    while var value = value(index) {
      guard state.charge(values: 1), state.appendToList(arguments, &value) else { return false }
      index += 1
    }
    target.pointee = arguments.pointee
    return true
  }

  static func drawRandom(
    _ state: inout MachineState, _ target: Register, _ range: Value
  ) -> Bool {
    guard range.tag != .absent else {
      target.pointee = Value(Double(state.random.next() >> 11) * 0x1p-53)
      return true
    }
    guard range.tag == .range, let integers = state.integers(ofRange: range.offset) else {
      return state.fail(
        .typeMismatch, "`random` takes a range of Ints, not \(state.described(range))")
    }
    guard !integers.isEmpty else {
      return state.fail(.invalidRange, "`random` needs a range that is not empty")
    }
    target.pointee = Value(Int64.random(in: integers.first...integers.last, using: &state.random))
    return true
  }
}

// MARK: - Random numbers

/// A seeded source of random bits (SplitMix64).
package struct RandomSource: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Where in its numbers the source is.
  var position: UInt64 { state }

  /// Makes a source; equal seeds give equal numbers.
  package init(seed: UInt64) { state = seed }

  /// The next bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
