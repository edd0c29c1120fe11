// How a state of a plain model is one number: the numbers of its parts' values side by side, each in as
// many bits as the values met so far need.

/// Where the parts of a state stand in its key.
struct KeyLayout<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private(set) var shifts: [Int] = []
  private(set) var widths: [Int]

  /// Makes the layout of parts with some room each; nil where a key has not so many bits.
  init?(widths: [Int]) {
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

/// A set of keys.
struct KeySet<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private var places: [Key]
  private(set) var count = 0
  private var mask: Int
  private var limit: Int

  init() {
    places = Array(repeating: Key.max, count: 1 << 10)
    mask = places.count - 1
    limit = places.count * 3 / 4
  }

  /// How many bytes it takes.
  var byteCount: Int { places.count * MemoryLayout<Key>.stride }

  @inline(__always) private func home(of key: Key) -> Int {
    var hash = UInt64(truncatingIfNeeded: key)
    if Key.bitWidth > 64 { hash ^= UInt64(truncatingIfNeeded: key >> 64) &* 0x9E37_79B9_7F4A_7C15 }
    hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
  }

  /// Adds a key; false where it is in the set already.
  @inline(__always) mutating func insert(_ key: Key) -> Bool {
    var place = home(of: key)
    while places[place] != Key.max {
      if places[place] == key { return false }
      place = (place + 1) & mask
    }
    places[place] = key
    count += 1
    if count > limit { grow() }
    return true
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: Key.max, count: old.count * 2)
    mask = places.count - 1
    limit = places.count * 3 / 4
    for key in old where key != Key.max {
      var place = home(of: key)
      while places[place] != Key.max { place = (place + 1) & mask }
      places[place] = key
    }
  }
}
