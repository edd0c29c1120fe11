// A size of memory or storage as scripts write it: a whole number of the largest unit that fits.

/// A number of bytes for people, such as `250MB`.
struct ByteCount: CustomStringConvertible {
  private static let units: [(name: String, bits: Int64)] = [("GB", 30), ("MB", 20), ("KB", 10)]

  private let bytes: Int64

  init(_ bytes: Int64) { self.bytes = bytes }

  /// The size in the largest unit that leaves no rest; else in bytes.
  var description: String {
    for unit in Self.units where bytes != 0 && bytes % (1 << unit.bits) == 0 {
      return "\(bytes >> unit.bits)\(unit.name)"
    }
    return "\(bytes) bytes"
  }
}
