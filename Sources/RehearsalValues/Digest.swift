// The digest of a state: 128 bits that are equal for states that cannot be told apart. What a
// state consists of combines itself into a digester, word by word in an order that the state alone
// decides; so a digest is the same in every process and on every platform.

/// A finished digest.
@usableFromInline package struct Digest: Hashable, Sendable {
  /// One half.
  @usableFromInline package let high: UInt64
  /// The other half.
  @usableFromInline package let low: UInt64

  /// Makes a digest of its halves.
  @inlinable package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

/// Something whose contents can be part of a state.
@usableFromInline package protocol Digestible {
  /// Combines everything that tells this value from others of its type.
  ///
  /// - Parameter digester: What it becomes part of.
  func digest(into digester: inout Digester)
}

/// A digest under way; the order of what is combined counts.
@usableFromInline package struct Digester: Sendable {
  @usableFromInline var high: UInt64 = 0x6a09_e667_f3bc_c908
  @usableFromInline var low: UInt64 = 0xbb67_ae85_84ca_a73b

  /// Makes a digester that nothing was combined into.
  @inlinable package init() {}

  /// Combines a word.
  @inlinable @inline(__always) package mutating func combine(_ word: UInt64) {
    low = (low ^ word) &* 0x9e37_79b9_7f4a_7c15
    low ^= low >> 29
    high = (high &+ low) &* 0xbf58_476d_1ce4_e5b9
    high ^= high >> 32
  }

  /// Combines two words at once, such as a value and its type.
  @inlinable @inline(__always) package mutating func combine(_ first: UInt64, _ second: UInt64) {
    low = (low ^ first) &* 0x9e37_79b9_7f4a_7c15
    low ^= low >> 29
    high = ((high &+ low) ^ (second &* 0xd6e8_feb8_6659_fd93)) &* 0xbf58_476d_1ce4_e5b9
    high ^= high >> 32
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
  @inlinable @inline(__always) package mutating func combine(_ digest: Digest) {
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
  @inlinable package consuming func finish() -> Digest {
    combine(high)
    return Digest(high: high, low: low)
  }
}
