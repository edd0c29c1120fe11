// The decimal text of Ints where it is laid into a string that is being made: interpolation would
// else make a Swift string of every number first.

/// How Ints are written in decimal.
enum DecimalDigits {
  /// How many bytes the text of an Int has, its sign included.
  @inline(__always) static func count(of integer: Int64) -> Int {
    var rest = integer.magnitude
    var count = integer < 0 ? 2 : 1
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    if rest >= 1000 { return count + 3 }
    if rest >= 100 { return count + 2 }
    return rest >= 10 ? count + 1 : count
  }

  /// Writes the text of an Int into the bytes before `end`.
  @inline(__always) static func write(_ integer: Int64, endingAt end: UnsafeMutablePointer<UInt8>) {
    var rest = integer.magnitude
    var position = end
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      position -= 1
      position.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest != 0
    if integer < 0 { (position - 1).pointee = UInt8(ascii: "-") }
  }
}
