// Numbers: the value of a number token, read exactly and without rounding, and the suffixes of
// durations and sizes. The lexer only finds where a number ends.

/// What a number in a script means, before a `-` in front of it.
enum NumericLiteral: Hashable {
  case integer(UInt64)
  case double(Double)
  /// Nanoseconds.
  case duration(UInt64)
  /// Bytes.
  case size(UInt64)

  /// What can be wrong with a number.
  enum ParseError: Error, Hashable {
    /// `0o17`; with its value where it fits.
    case octal(UInt64?)
    /// `0b2`, `0x1s`
    case invalidDigits(radix: Int)
    /// `0x`
    case noDigits(radix: Int)
    /// `11.0.3`
    case secondPoint
    /// `1e`
    case emptyExponent
    /// `1e3s`; with the plain digits where they are whole.
    case exponentWithSuffix(plain: String?, NumericSuffix?)
    /// `5m`, `5abc`
    case unknownSuffix(String)
    /// `1.5ns`
    case notWhole(NumericSuffix)
    /// Above 64 bits, or no finite Double.
    case outOfRange(Quantity)
  }

  /// What a value that does not fit was to be.
  enum Quantity: Hashable {
    case integer, double, duration, size
  }

  /// The parts of a decimal number as written, underscores left out.
  private struct Parts {
    var whole: [UInt8] = []
    var fraction: [UInt8] = []
    var exponent: [UInt8] = []
    var suffix: [UInt8] = []
    var hasPoint: Bool { !fraction.isEmpty }
    var hasExponent: Bool { !exponent.isEmpty }
  }

  /// Reads the bytes of a number token.
  ///
  /// - Throws: What is wrong with it.
  static func read(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> NumericLiteral {
    let digits = bytes.filter { $0 != UInt8(ascii: "_") }
    if let suffix = suffixWithUnderscore(bytes) { throw .unknownSuffix(suffix) }
    if digits.count >= 2, digits[0] == UInt8(ascii: "0") {
      switch digits[1] {
      case UInt8(ascii: "x"): return .integer(try magnitude(digits.dropFirst(2), radix: 16))
      case UInt8(ascii: "b"): return .integer(try magnitude(digits.dropFirst(2), radix: 2))
      case UInt8(ascii: "o"): throw .octal(try? magnitude(digits.dropFirst(2), radix: 8))
      default: break
      }
    }
    let parts = try split(digits)
    if parts.suffix.isEmpty {
      return parts.hasPoint || parts.hasExponent
        ? .double(try double(parts)) : .integer(try magnitude(parts.whole[...], radix: 10))
    }
    let spelling = String(decoding: parts.suffix, as: UTF8.self)
    if parts.hasExponent {
      throw .exponentWithSuffix(plain: plainDigits(parts), NumericSuffix(rawValue: spelling))
    }
    guard let suffix = NumericSuffix(rawValue: spelling) else { throw .unknownSuffix(spelling) }
    return try quantity(parts, suffix)
  }

  /// What follows a decimal number where an underscore, which only parts digits, is in it.
  private static func suffixWithUnderscore(_ bytes: ArraySlice<UInt8>) -> String? {
    let isDecimal = !bytes.dropFirst().prefix(1).contains { "xbo".utf8.contains($0) }
    let tail = bytes.reversed().prefix { isLetter($0) || $0 == UInt8(ascii: "_") }
    guard isDecimal, tail.contains(UInt8(ascii: "_")), tail.contains(where: isLetter) else {
      return nil
    }
    return String(decoding: tail.reversed(), as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func split(_ digits: [UInt8]) throws(ParseError) -> Parts {
    var parts = Parts()
    var rest = digits[...]
    parts.whole = takeDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      parts.fraction = takeDigits(&rest)
      if rest.first == UInt8(ascii: ".") { throw .secondPoint }
    }
    guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") else {
      parts.suffix = Array(rest)
      return parts
    }
    var after = rest.dropFirst()
    var exponent = [UInt8(ascii: "e")]
    if let sign = after.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      exponent.append(after.removeFirst())
    }
    let exponentDigits = takeDigits(&after)
    if exponentDigits.isEmpty {
      if rest.count == 1 { throw .emptyExponent }
      parts.suffix = Array(rest)
    } else {
      parts.exponent = exponent + exponentDigits
      parts.suffix = Array(after)
    }
    return parts
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return Array(digits)
  }

  private static func magnitude(_ digits: ArraySlice<UInt8>, radix: UInt64) throws(ParseError)
    -> UInt64
  {
    if digits.isEmpty { throw .noDigits(radix: Int(radix)) }
    var value: UInt64 = 0
    var fits = true
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else {
        throw .invalidDigits(radix: Int(radix))
      }
      let product = value.multipliedReportingOverflow(by: radix)
      let sum = product.partialValue.addingReportingOverflow(UInt64(digit))
      fits = fits && !product.overflow && !sum.overflow
      value = sum.partialValue
    }
    // A `-` in front may still make the lowest integer of it.
    guard fits, value <= UInt64(Int64.max) + 1 else { throw .outOfRange(.integer) }
    return value
  }

  private static func double(_ parts: Parts) throws(ParseError) -> Double {
    var text = String(decoding: parts.whole, as: UTF8.self)
    if parts.hasPoint { text += "." + String(decoding: parts.fraction, as: UTF8.self) }
    text += String(decoding: parts.exponent, as: UTF8.self)
    let isZero = (parts.whole + parts.fraction).allSatisfy { $0 == UInt8(ascii: "0") }
    guard let value = Double(text), value.isFinite, value != 0 || isZero else {
      throw .outOfRange(.double)
    }
    return value
  }

  /// Nanoseconds or bytes, exactly: the fraction's digits are multiplied by the unit from the
  /// last to the first; what is carried over the point is whole, and nothing may stay behind it.
  private static func quantity(
    _ parts: Parts, _ suffix: NumericSuffix
  ) throws(ParseError) -> NumericLiteral {
    let kind: Quantity = suffix.quantity == .duration ? .duration : .size
    var carry: UInt64 = 0
    for byte in parts.fraction.reversed() {
      let product = UInt64(byte - UInt8(ascii: "0")) * suffix.factor + carry
      if product % 10 != 0 { throw .notWhole(suffix) }
      carry = product / 10
    }
    var whole: UInt64 = 0
    for byte in parts.whole {
      let product = whole.multipliedReportingOverflow(by: 10)
      let sum = product.partialValue.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if product.overflow || sum.overflow { throw .outOfRange(kind) }
      whole = sum.partialValue
    }
    let product = whole.multipliedReportingOverflow(by: suffix.factor)
    let sum = product.partialValue.addingReportingOverflow(carry)
    guard !product.overflow, !sum.overflow, sum.partialValue <= UInt64(Int64.max) + 1 else {
      throw .outOfRange(kind)
    }
    return suffix.quantity == .duration ? .duration(sum.partialValue) : .size(sum.partialValue)
  }

  /// `1e3` as `1000`; nil where it is not whole or needs more digits than people would write.
  private static func plainDigits(_ parts: Parts) -> String? {
    guard let value = try? double(parts), let whole = Int64(exactly: value),
      whole < 1_000_000_000_000_000
    else { return nil }
    return String(whole)
  }
}

extension NumericLiteral {
  /// Whether it has no suffix, so that one may have been meant after a space.
  var isPlain: Bool {
    switch self {
    case .integer, .double: true
    case .duration, .size: false
    }
  }

  /// What kind of value it is.
  var quantity: Quantity {
    switch self {
    case .integer: .integer
    case .double: .double
    case .duration: .duration
    case .size: .size
    }
  }
}

// MARK: - Suffixes

/// A unit that touches a number.
package enum NumericSuffix: String, CaseIterable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "min"
  case hours = "h"
  case days = "d"
  case kilobytes = "KB"
  case megabytes = "MB"
  case gigabytes = "GB"

  /// What a number with this suffix is.
  package enum Quantity: Sendable {
    /// Nanoseconds.
    case duration
    /// Bytes.
    case size
  }

  /// Whether it makes a duration or a size.
  package var quantity: Quantity {
    switch self {
    case .kilobytes, .megabytes, .gigabytes: .size
    default: .duration
    }
  }

  /// How many nanoseconds or bytes one unit is.
  package var factor: UInt64 {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1_000
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    case .minutes: 60_000_000_000
    case .hours: 3_600_000_000_000
    case .days: 86_400_000_000_000
    case .kilobytes: 1 << 10
    case .megabytes: 1 << 20
    case .gigabytes: 1 << 30
    }
  }

  /// A number in the largest of some units in which it is whole, such as `64MB`.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - units: The units, the smallest first.
  ///   - factor: How much of what is counted a unit is.
  /// - Returns: The text; the plain number if it is in no unit whole, or not positive.
  package static func text(
    _ number: Int, in units: [NumericSuffix], factor: (NumericSuffix) -> Int
  ) -> String {
    guard number > 0, let unit = units.last(where: { number.isMultiple(of: factor($0)) })
    else { return String(number) }
    return "\(number / factor(unit))\(unit.rawValue)"
  }

  /// A size in bytes in the largest unit in which it is whole, such as `64MB`.
  package static func sizeText(_ bytes: Int) -> String {
    text(bytes, in: sizes) { Int(clamping: $0.factor) }
  }

  /// The suffixes of sizes, the smallest first.
  package static let sizes = allCases.filter { $0.quantity == .size }

  /// The suffix that was meant by a spelling that is none; nil where there is no telling.
  package static func meant(by spelling: String) -> NumericSuffix? {
    let lowered = spelling.lowercased()
    return allCases.first { $0.rawValue.lowercased() == lowered }
      ?? allCases.first { $0.mistakes.contains(lowered) }
  }

  /// Lower-case spellings that people write for it.
  private var mistakes: [String] {
    switch self {
    case .nanoseconds: ["nsec", "nanosecond", "nanoseconds"]
    case .microseconds: ["µs", "μs", "usec", "microsecond", "microseconds"]
    case .milliseconds: ["msec", "millis", "millisecond", "milliseconds"]
    case .seconds: ["sec", "secs", "second", "seconds"]
    case .minutes: ["m", "mins", "minute", "minutes"]
    case .hours: ["hr", "hrs", "hour", "hours"]
    case .days: ["day", "days"]
    case .kilobytes: ["k", "kib", "kilobyte", "kilobytes"]
    case .megabytes: ["mib", "megabyte", "megabytes"]
    case .gigabytes: ["g", "gib", "gigabyte", "gigabytes"]
    }
  }
}
