// The few functions on Doubles that the standard library leaves to the system's C library.
// Nothing else of that library may be used by a script.

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
