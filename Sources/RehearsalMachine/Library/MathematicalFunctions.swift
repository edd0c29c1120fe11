// The few functions on Doubles that the standard library leaves to the system's C library.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum MathematicalFunctions {
  /// `base` raised to `exponent`, by IEEE rules.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
