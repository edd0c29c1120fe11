// What depends on some parts of a state only, remembered by the bits of the key that those parts take.

/// What was decided, by some of the bits of keys.
struct KeyTable<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// What stands where nothing was decided yet.
  static var unknown: Int32 { -1 }

  /// The bits that count.
  private(set) var mask: Key = 0
  private var keys: [Key] = []
  private var decisions: [Int32] = []
  private var count = 0

  /// Makes a table in which nothing was decided.
  init() { clear() }

  /// What was decided for a key; `unknown` where nothing was.
  @inline(__always) func decision(for key: Key) -> Int32 {
    let key = key & mask
    let last = keys.count - 1
    var place = key.hash & last
    return keys.withUnsafeBufferPointer { keys in
      while keys[place] != key {
        if keys[place] == Key.max { return Self.unknown }
        place = (place + 1) & last
      }
      return decisions[place]
    }
  }

  /// Remembers what was decided for a key where some bits counted.
  ///
  /// Where others counted so far, what was decided by them is forgotten.
  mutating func insert(_ decision: Int32, for key: Key, where bits: Key) {
    if bits & ~mask != 0 {
      clear()
      mask |= bits
    }
    if count >= keys.count / 2 { grow() }
    set(decision, for: key & mask)
    count += 1
  }

  /// Forgets everything, and which bits count.
  mutating func forget() {
    mask = 0
    clear()
  }

  private mutating func clear() {
    keys = Array(repeating: Key.max, count: 16)
    decisions = Array(repeating: Self.unknown, count: 16)
    count = 0
  }

  private mutating func set(_ decision: Int32, for key: Key) {
    let last = keys.count - 1
    var place = key.hash & last
    while keys[place] != Key.max { place = (place + 1) & last }
    keys[place] = key
    decisions[place] = decision
  }

  private mutating func grow() {
    let old = (keys, decisions)
    keys = Array(repeating: Key.max, count: old.0.count * 2)
    decisions = Array(repeating: Self.unknown, count: old.0.count * 2)
    for (key, decision) in zip(old.0, old.1) where key != Key.max { set(decision, for: key) }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Bits that are spread well over what the number says.
  @inline(__always) var hash: Int {
    var hash = UInt64(truncatingIfNeeded: self)
    if Self.bitWidth > 64 {
      hash ^= UInt64(truncatingIfNeeded: self >> 64) &* 0x9E37_79B9_7F4A_7C15
    }
    hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// To which of some shards it belongs, by other bits than those of its place in one.
  @inline(__always) func shard(among count: Int) -> Int {
    Int((UInt(bitPattern: hash) >> 40) % UInt(count))
  }
}

/// A set of keys.
struct KeySet<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private var places: [Key]
  private(set) var count = 0
  /// The positions of the keys that were added last, among those that were given.
  private(set) var added: [Int32] = []
  /// Where each of the keys that are given belongs, and what stands there.
  private var homes: [(place: Int, key: Key)] = []
  /// Keys that were given lately, each at one of a few places: neighbours lead to the same states,
  /// and most are found here, which is near, and not among all, which are far away.
  private var recent: [Key]

  /// Makes the set of some keys.
  init(_ keys: [Key] = []) {
    places = Array(repeating: Key.max, count: 1 << 10)
    recent = Array(repeating: Key.max, count: 1 << Self.recentBits)
    for first in stride(from: 0, to: keys.count, by: 1 << 10) {
      insert(Array(keys[first..<min(keys.count, first + (1 << 10))]))
    }
  }

  /// Adds keys; `added` says which of them were not in the set.
  ///
  /// All places are read before the first key is looked for: so the memory, which for a large set is
  /// far away, answers for all of them at a time.
  mutating func insert(_ keys: [Key]) {
    while count + keys.count > places.count / 8 * 5 { grow() }
    let mask = places.count - 1
    added.removeAll(keepingCapacity: true)
    homes.removeAll(keepingCapacity: true)
    for key in keys {
      let hash = key.hash
      let place = (hash >> 24) & (1 << Self.recentBits - 1)
      if recent[place] == key {
        homes.append((0, key))
      } else {
        recent[place] = key
        homes.append((hash & mask, places[hash & mask]))
      }
    }
    for index in keys.indices {
      let key = keys[index]
      var (place, found) = homes[index]
      guard found != key else { continue }
      // It may have been filled by one of the others.
      found = places[place]
      while found != key, found != Key.max {
        place = (place + 1) & mask
        found = places[place]
      }
      guard found != key else { continue }
      places[place] = key
      added.append(Int32(truncatingIfNeeded: index))
    }
    count += added.count
  }

  /// How many bits name a place for a key that was given lately.
  private static var recentBits: Int { 14 }

  private mutating func grow() {
    let old = places
    places = Array(repeating: Key.max, count: old.count * 2)
    let mask = places.count - 1
    for key in old where key != Key.max {
      var place = key.hash & mask
      while places[place] != Key.max { place = (place + 1) & mask }
      places[place] = key
    }
  }
}
