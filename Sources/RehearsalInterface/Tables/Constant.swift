// What literals stand for in code.

/// A constant that a machine lays into its heap when it is made.
package enum Constant: Hashable, Sendable {
  case boolean(Bool)
  /// A number that no instruction can hold.
  case integer(Int64)
  /// A Double, by its bits.
  case double(UInt64)
  /// A Duration in nanoseconds.
  case duration(Int64)
  /// A string, by its UTF-8 bytes: Swift's own equality is coarser than that of scalars.
  case string([UInt8])
}
