// A size of memory or storage as scripts write it: a whole number of the largest unit that fits.
// Records and explanations show sizes by it; it decides nothing.

/// A number of bytes for people, such as `250MB`.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes.
  package let bytes: Int64

  /// Makes the size of that many bytes.
  package init(_ bytes: Int64) {
    self.bytes = bytes
  }

  private static let units: [(name: String, bits: Int64)] = [("GB", 30), ("MB", 20), ("KB", 10)]

  /// The size in the largest unit that leaves no rest; else in bytes.
  package var description: String {
    for unit in Self.units where bytes != 0 && bytes % (1 << unit.bits) == 0 {
      return "\(bytes >> unit.bits)\(unit.name)"
    }
    return "\(bytes) bytes"
  }
}
