// The digest of a state: 128 bits that are equal for states that cannot be told apart. What a
// state consists of combines itself into a digester, word by word in an order that the state alone
// decides.
//
// A script chooses what its states hold, so it could choose two that have one digest if it knew how that
// is made, and a search would take the second for the first. So the function has a key that the system's
// random numbers give once per process (SipHash-1-3 with a result of 128 bits). A digest has no meaning
// outside of the process: none is printed, stored, sent, or put in order.

/// A finished digest.
@usableFromInline package struct StateDigest: Hashable, Sendable {
  /// One half.
  @usableFromInline let high: UInt64
  /// The other half.
  @usableFromInline let low: UInt64

  /// Makes a digest of its halves.
  @inlinable package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The digest of parts that have no order.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package init(unordered parts: some Sequence<StateDigest>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for part in parts {
      high &+= part.high
      low &+= part.low
    }
    self.init(high: high, low: low)
  }

  /// The digest as one number, for tables of digests: it is as random as it has to be.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

/// The secret by which no two inputs can be found that have one digest.
@usableFromInline package struct StateDigestKey: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// A key of two words, for tests.
  package init(_ first: UInt64, _ second: UInt64) { (self.first, self.second) = (first, second) }

  /// The key of this process.
  // The one place with random numbers of the system: nothing that is seen depends on them.
  @usableFromInline static let process = {
    var random = SystemRandomNumberGenerator()
    return StateDigestKey(random.next(), random.next())
  }()
}

/// Something whose contents can be part of a state.
@usableFromInline package protocol Digestible {
  /// Combines everything that tells this value from others of its type.
  ///
  /// - Parameter digester: What it becomes part of.
  func digest(into digester: inout StateDigester)
}

/// A digest under way; the order of what is combined counts.
@usableFromInline package struct StateDigester: Sendable {
  @usableFromInline var v0: UInt64
  @usableFromInline var v1: UInt64
  @usableFromInline var v2: UInt64
  @usableFromInline var v3: UInt64

  /// Makes a digester that nothing was combined into.
  ///
  /// - Parameter key: Its key; that of the process except in tests.
  @inlinable package init(_ key: StateDigestKey = .process) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  @inlinable @inline(__always) mutating func round() {
    v0 = v0 &+ v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 = v2 &+ v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 = v0 &+ v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 = v2 &+ v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }

  /// Combines a word.
  @inlinable @inline(__always) package mutating func combine(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  /// Combines two words at once, such as a value and its type.
  @inlinable @inline(__always) package mutating func combine(_ first: UInt64, _ second: UInt64) {
    combine(first)
    combine(second)
  }

  /// Combines a number.
  @inlinable @inline(__always) package mutating func combine(_ number: Int) {
    combine(UInt64(bitPattern: Int64(number)))
  }

  /// Combines a truth value.
  @inlinable @inline(__always) package mutating func combine(_ flag: Bool) {
    combine(flag ? 1 as UInt64 : 0)
  }

  /// Combines a finished digest.
  @inlinable @inline(__always) package mutating func combine(_ digest: StateDigest) {
    combine(digest.high, digest.low)
  }

  /// Combines bytes and how many there are.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable package mutating func combine(bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    combine(rest)
    combine(bytes.count)
  }

  /// Combines a text by its UTF-8 form, and how long that is.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable package mutating func combine(_ text: some StringProtocol) {
    let isCombined: Void? = text.utf8.withContiguousStorageIfAvailable {
      combine(bytes: UnsafeRawBufferPointer($0))
    }
    guard isCombined == nil else { return }
    var text = String(text)
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Combines whatever can be part of a state.
  @inlinable package mutating func combine(_ part: some Digestible) {
    part.digest(into: &self)
  }

  /// Combines a part that there may not be.
  @inlinable package mutating func combine(_ part: (some Digestible)?) {
    combine(part != nil)
    if let part { combine(part) }
  }

  /// Combines parts in their order, and how many there are.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  @inlinable package mutating func combine(_ parts: some Collection<some Digestible>) {
    combine(parts.count)
    for part in parts { combine(part) }
  }

  /// The digest of what was combined.
  @inlinable package consuming func finish() -> StateDigest {
    v2 ^= 0xee
    for _ in 0..<3 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<3 { round() }
    return StateDigest(high: v0 ^ v1 ^ v2 ^ v3, low: low)
  }
}
