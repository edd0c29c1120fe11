// `pow` of Doubles, by additions, multiplications and divisions alone, which IEEE 754 rounds the same on
// every machine: C libraries differ in the last bit, and even one of them does with and without fused
// multiply-add. A script prints the same digits everywhere.

/// `base` raised to `exponent`, by the rules of IEEE 754 and C for what is special.
///
/// The result is within 0.501 units in the last place of the exact one, and exact where that is a
/// Double.
enum Power {
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if let special = special(base, exponent) { return special }
    let magnitude = positivePower(base.magnitude, exponent)
    return base < 0 && isOdd(exponent) ? -magnitude : magnitude
  }

  // MARK: - What is special

  private static func special(_ base: Double, _ exponent: Double) -> Double? {
    if exponent == 0 || base == 1 { return 1 }
    if base.isNaN || exponent.isNaN { return .nan }
    if exponent.isInfinite {
      if base.magnitude == 1 { return 1 }
      return (base.magnitude > 1) == (exponent > 0) ? .infinity : 0
    }
    if base == 0 || base.isInfinite {
      let grows = base.isInfinite == (exponent > 0)
      let magnitude: Double = grows ? .infinity : 0
      return base.sign == .minus && isOdd(exponent) ? -magnitude : magnitude
    }
    return base < 0 && exponent != exponent.rounded() ? .nan : nil
  }

  private static func isOdd(_ number: Double) -> Bool {
    // Beyond 2^53 every Double is even.
    guard number.magnitude < 0x1p53, number == number.rounded() else { return false }
    return number.truncatingRemainder(dividingBy: 2) != 0
  }

  // MARK: - What is not

  /// A finite positive base that is not 1, a finite exponent that is not 0.
  private static func positivePower(_ base: Double, _ exponent: Double) -> Double {
    // base = mantissa * 2^scale, the mantissa between the square root of 1/2 and that of 2.
    var mantissa = base.significand
    var scale = Double(base.exponent)
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      scale += 1
    }
    // By its size alone it is beyond what a Double holds: no care for what follows.
    let rough = exponent * (scale + (mantissa - 1))
    if rough.magnitude > 4096 { return rough > 0 ? .infinity : 0 }
    let logarithm = DoubledDouble(exact: scale) * .logarithmOf2 + logarithm(of: mantissa)
    return exponential(logarithm * DoubledDouble(exact: exponent))
  }

  /// The natural logarithm of a number between the square root of 1/2 and that of 2:
  /// 2 (s + s³/3 + s⁵/5 + …) for s = (m - 1) / (m + 1), which is below 0.172.
  private static func logarithm(of mantissa: Double) -> DoubledDouble {
    guard mantissa != 1 else { return DoubledDouble(exact: 0) }
    // m - 1 is exact here; m + 1 is not.
    let s = DoubledDouble(exact: mantissa - 1) / DoubledDouble(sumOf: mantissa, 1)
    let square = s * s
    // What is small beside the sum is a Double.
    var tail = 0.0
    for power in stride(from: 43, through: 23, by: -2) {
      tail = (tail + 1 / Double(power)) * square.high
    }
    var sum = DoubledDouble(exact: tail)
    for reciprocal in oddReciprocals { sum = (sum + reciprocal) * square }
    let half = s + s * sum
    return half + half
  }

  /// 1/21, 1/19 … 1/3.
  private static let oddReciprocals = stride(from: 21, through: 3, by: -2).map {
    DoubledDouble(exact: 1) / DoubledDouble(exact: Double($0))
  }

  /// 1/5, 1/4, 1/3, 1/2.
  private static let reciprocals = stride(from: 5, through: 2, by: -1).map {
    DoubledDouble(exact: 1) / DoubledDouble(exact: Double($0))
  }

  /// e to the power of a number: 2^n (e^(r/256))^256 for r = x - n ln 2.
  private static func exponential(_ x: DoubledDouble) -> Double {
    let scale = (x.high / DoubledDouble.logarithmOf2.high).rounded()
    guard scale.magnitude < 1100 else { return scale > 0 ? .infinity : 0 }
    let rest = (x - DoubledDouble(exact: scale) * .logarithmOf2).scaled(by: 0x1p-8)
    // e^r - 1, which is small, so that squaring loses nothing: (1 + t)² - 1 = 2t + t².
    var tail = 0.0
    for divisor in stride(from: 11, through: 6, by: -1) {
      tail = (1 + tail) * rest.high / Double(divisor)
    }
    var sum = DoubledDouble(sumOf: 1, tail)
    for reciprocal in reciprocals { sum = DoubledDouble(exact: 1) + sum * rest * reciprocal }
    var less1 = rest * sum
    for _ in 0..<8 { less1 = less1 + less1 + less1 * less1 }
    return (DoubledDouble(exact: 1) + less1).rounded(scaledByPowerOf2: Int(scale))
  }
}

/// A number as the unevaluated sum of two Doubles, the lower one below half a unit in the last place
/// of the higher one: about 106 bits.
private struct DoubledDouble {
  var high: Double
  var low: Double

  static var logarithmOf2: DoubledDouble {
    DoubledDouble(high: 0x1.62e42fefa39efp-1, low: 0x1.abc9e3b39803fp-56)
  }

  init(high: Double, low: Double) { (self.high, self.low) = (high, low) }

  init(exact number: Double) { self.init(high: number, low: 0) }

  /// The exact sum of two Doubles.
  init(sumOf a: Double, _ b: Double) {
    let sum = a + b
    let part = sum - a
    self.init(high: sum, low: (a - (sum - part)) + (b - part))
  }

  /// The exact sum of two Doubles, the first of which is the greater one.
  private init(sumOfOrdered a: Double, _ b: Double) {
    let sum = a + b
    self.init(high: sum, low: b - (sum - a))
  }

  /// The exact product of two Doubles that are far from what a Double can hold.
  private init(productOf a: Double, _ b: Double) {
    let product = a * b
    let (a1, a2) = Self.halves(a)
    let (b1, b2) = Self.halves(b)
    self.init(high: product, low: ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
  }

  /// A Double as a sum of two of 26 bits each.
  private static func halves(_ number: Double) -> (Double, Double) {
    let shifted = number * 0x8000001p0
    let upper = shifted - (shifted - number)
    return (upper, number - upper)
  }

  static func + (a: DoubledDouble, b: DoubledDouble) -> DoubledDouble {
    let highs = DoubledDouble(sumOf: a.high, b.high)
    let lows = DoubledDouble(sumOf: a.low, b.low)
    let sum = DoubledDouble(sumOfOrdered: highs.high, highs.low + lows.high)
    return DoubledDouble(sumOfOrdered: sum.high, sum.low + lows.low)
  }

  static func - (a: DoubledDouble, b: DoubledDouble) -> DoubledDouble {
    a + DoubledDouble(high: -b.high, low: -b.low)
  }

  static func * (a: DoubledDouble, b: DoubledDouble) -> DoubledDouble {
    let product = DoubledDouble(productOf: a.high, b.high)
    return DoubledDouble(
      sumOfOrdered: product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoubledDouble, b: DoubledDouble) -> DoubledDouble {
    let first = a.high / b.high
    let rest = a - b * DoubledDouble(exact: first)
    let second = rest.high / b.high
    let left = rest - b * DoubledDouble(exact: second)
    let quotient = DoubledDouble(sumOfOrdered: first, second)
    return quotient + DoubledDouble(exact: left.high / b.high)
  }

  /// The number times a power of 2.
  func scaled(by factor: Double) -> DoubledDouble {
    DoubledDouble(high: high * factor, low: low * factor)
  }

  /// The nearest Double to the number times a power of 2; the number is between 1/2 and 2.
  func rounded(scaledByPowerOf2 scale: Int) -> Double {
    guard scale < -1021 else {
      // In two steps, for 2^1024 is no Double.
      let half = scale / 2
      return high * Self.powerOf2(half) * Self.powerOf2(scale - half)
    }
    // Below the smallest normal number, where rounding the higher part would round twice: added to
    // a number whose last place is that of the result, both parts are rounded as one.
    let anchor = Self.powerOf2(-1022 - scale)
    let sum = DoubledDouble(sumOf: anchor, high)
    let placed = DoubledDouble(sumOfOrdered: sum.high, sum.low + low)
    return (placed.high - anchor) * Self.powerOf2(-1022) / Self.powerOf2(-1022 - scale)
  }

  private static func powerOf2(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
