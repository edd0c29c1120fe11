// The machine's values: 16 trivial bytes, a tag and a payload. Nothing in them is counted by
// reference; a payload that refers to the heap is an offset into the machine's arena, so it is
// stale after anything that may collect.
//
// The tag is one byte, not a word: two words that were just written apart and are then copied as
// one vector stall the processor, and a byte beside a word is never copied so.

/// What a value is.
struct Tag: Equatable, Sendable {
  let number: UInt8

  private init(_ number: UInt8) { self.number = number }

  // Order matters: all zero bits are Int 0, so that cleared memory holds valid values; the kinds
  // from `string` on refer to the heap.
  static let integer = Tag(0)
  static let double = Tag(1)
  static let boolean = Tag(2)
  static let `nil` = Tag(3)
  static let duration = Tag(4)
  static let symbol = Tag(5)
  static let handle = Tag(6)
  /// A function without captures: its number.
  static let function = Tag(7)
  /// A left-out argument, a variable without a value yet, a removed entry; never a script's value.
  static let absent = Tag(8)
  static let string = Tag(16)
  static let list = Tag(17)
  static let map = Tag(18)
  static let range = Tag(19)
  static let closure = Tag(20)
  /// The home of a captured variable; never a script's value.
  static let cell = Tag(21)

  /// Whether the payload is an offset into the arena.
  @inline(__always) var isReference: Bool { number >= 16 }
}

/// A value in a register, a global or the heap.
struct Value: Sendable {
  var tag: Tag
  var payload: UInt64

  @inline(__always) init(_ tag: Tag, _ payload: UInt64) {
    self.tag = tag
    self.payload = payload
  }

  @inline(__always) init(_ integer: Int64) {
    self.init(.integer, UInt64(bitPattern: integer))
  }

  @inline(__always) init(_ integer: Int) { self.init(Int64(integer)) }

  @inline(__always) init(_ double: Double) { self.init(.double, double.bitPattern) }

  @inline(__always) init(_ boolean: Bool) { self.init(.boolean, boolean ? 1 : 0) }

  /// A Duration of that many nanoseconds.
  @inline(__always) init(nanoseconds: Int64) {
    self.init(.duration, UInt64(bitPattern: nanoseconds))
  }

  static let none = Value(.nil, 0)
  static let absent = Value(.absent, 0)

  @inline(__always) var integer: Int64 { Int64(bitPattern: payload) }
  @inline(__always) var double: Double { Double(bitPattern: payload) }
  @inline(__always) var boolean: Bool { payload != 0 }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: payload) }

  @inline(__always) var isNil: Bool { tag == .nil }

  /// Whether it is a list or a map, whose holders count.
  @inline(__always) var isCollection: Bool { tag == .list || tag == .map }

  /// Whether it is a function of the script's.
  @inline(__always) var isFunction: Bool { tag == .function || tag == .closure }

  /// Whether both are Ints; one test, for `integer` is 0.
  @inline(__always) static func areIntegers(_ left: Value, _ right: Value) -> Bool {
    left.tag.number | right.tag.number == 0
  }

  /// Whether the bits are the same.
  @inline(__always) func isIdentical(to other: Value) -> Bool {
    tag == other.tag && payload == other.payload
  }

  /// The Int's remainder by an Int above 0; small ones divide faster in 32 bits.
  @inline(__always) func remainder(dividingBy divisor: UInt64) -> Int64 {
    if (payload | divisor) >> 32 == 0 {
      return Int64(UInt32(truncatingIfNeeded: payload) % UInt32(truncatingIfNeeded: divisor))
    }
    return integer % Int64(bitPattern: divisor)
  }

  /// Whether it is the string object at an offset.
  @inline(__always) func isString(at offset: UInt64) -> Bool {
    tag == .string && payload == offset
  }

  /// The number as a Double where it is an Int or a Double.
  @inline(__always) var number: Double? {
    if tag == .double { return double }
    return tag == .integer ? Double(integer) : nil
  }
}

/// A register, or another root, that holds a value.
typealias Register = UnsafeMutablePointer<Value>
