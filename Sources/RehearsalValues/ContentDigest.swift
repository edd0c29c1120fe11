// The digest of contents: SHA-256 (FIPS 180-4), for what files, parts of a run and programs compare. It
// is the same in every process and on every platform, and nobody can make two texts that share one.

/// The digest of some contents.
package struct ContentDigest: Hashable, Sendable {
  /// Its 32 bytes.
  package let bytes: [UInt8]

  /// The digest as 64 hexadecimal digits.
  package var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The digest of contents under way; the order of what is combined counts.
package struct ContentDigester: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of a block that is not complete.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Makes a digester that nothing was combined into.
  package init() {}

  /// Combines bytes alone, as they are in a file.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func combine(raw bytes: some Sequence<UInt8>) {
    for byte in bytes {
      rest.append(byte)
      byteCount += 1
      if rest.count == 64 { compress() }
    }
  }

  /// Combines bytes and how many there are.
  package mutating func combine(bytes: some Collection<UInt8>) {
    combine(bytes.count)
    combine(raw: bytes)
  }

  /// Combines a text by its UTF-8 form, and how long that is.
  package mutating func combine(_ text: some StringProtocol) { combine(bytes: Array(text.utf8)) }

  /// Combines a number.
  package mutating func combine(_ number: Int) {
    let word = UInt64(bitPattern: Int64(number))
    combine(raw: (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) })
  }

  /// The digest of what was combined.
  package consuming func finish() -> ContentDigest {
    let bits = byteCount * 8
    combine(raw: [0x80])
    while rest.count != 56 { combine(raw: [0]) }
    combine(raw: (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
    return ContentDigest(
      bytes: state.flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
      })
  }

  /// Combines the complete block.
  private mutating func compress() {
    var words = (0..<16).map { index in
      rest[4 * index..<4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    rest.removeAll(keepingCapacity: true)
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = Self.turn(early, 7) ^ Self.turn(early, 18) ^ early >> 3
      let second = Self.turn(late, 17) ^ Self.turn(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
      let first = h &+ sum &+ (e & f ^ ~e & g) &+ Self.constants[index] &+ words[index]
      let other = Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)
      let second = other &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The largest number whose cube is at most the prime times 2 to the power of 96.
      let target = UInt128(prime) << 96
      var root: UInt128 = 0
      for bit in (0..<36).reversed() {
        let next = root | UInt128(1) << UInt128(bit)
        if next * next * next <= target { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
