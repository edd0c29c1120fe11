// How a state of a plain model is one number: the numbers of its parts' values side by side, each in as
// many bits as the values met so far need.

/// Where the parts of a state stand in its key.
struct KeyLayout<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private(set) var shifts: [Int] = []
  private(set) var widths: [Int]

  /// Makes the layout of parts with some room each; nil where a key has not so many bits.
  init?(widths: [Int]) {
    guard widths.allSatisfy({ 0 < $0 && $0 < Key.bitWidth }) else { return nil }
    self.widths = widths
    var shift = 0
    for width in widths {
      shifts.append(shift)
      shift += width
    }
    // A key of ones only is no state: it stands for an empty place.
    guard shift < Key.bitWidth else { return nil }
  }

  /// The key of a state.
  func key(of state: [Int32]) -> Key {
    var key: Key = 0
    for part in state.indices { key |= Key(truncatingIfNeeded: state[part]) << shifts[part] }
    return key
  }

  /// The numbers of a state's values.
  func parts(of key: Key) -> [Int32] {
    var parts = [Int32](repeating: 0, count: widths.count)
    parts.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unpack(key, to: start) }
    }
    return parts
  }

  /// The bits of a part.
  func mask(of part: Int) -> Key { ((1 << widths[part]) - 1) << shifts[part] }

  /// The bits that a value of a part comes to.
  @inline(__always) func bits(_ value: Int32, of part: Int) -> Key {
    Key(truncatingIfNeeded: value) << shifts[part]
  }

  /// Writes the numbers of a state's values to a place.
  @inline(__always) func unpack(_ key: Key, to state: UnsafeMutablePointer<Int32>) {
    for part in 0..<shifts.count {
      state[part] = Int32(truncatingIfNeeded: (key >> shifts[part]) & ((1 << widths[part]) - 1))
    }
  }
}
