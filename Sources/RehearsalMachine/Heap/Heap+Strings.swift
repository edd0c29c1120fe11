// Strings in the arena: their bytes are UTF-8, their elements Unicode scalars. An ASCII string is
// flagged, for in it scalars and bytes are the same.

/// A string object that is made of others, one after the other.
///
/// Nothing may be allocated before it is finished.
struct StringWriter {
  private let offset: Int
  private var target: UnsafeMutablePointer<UInt8>
  private var isASCII = true

  /// Begins a string of that many bytes at an offset that has room for it.
  init(at offset: Int, byteCount: Int, in heap: Heap) {
    self.offset = offset
    target = heap.prepareString(at: offset, byteCount: byteCount)
  }

  /// Appends the bytes of a string.
  ///
  /// Few bytes are copied by whole words: a string's object ends with one, and after the target
  /// there is nothing yet, or the arena's margin.
  @inline(__always) mutating func append(_ string: Int, in heap: Heap) {
    let count = heap.byteCount(of: string)
    let source = heap.memory + string + Layout.stringBytes
    if count <= 32 {
      var position = 0
      while position < count {
        UnsafeMutableRawPointer(target + position).storeBytes(
          of: source.load(fromByteOffset: position, as: UInt64.self), as: UInt64.self)
        position += 8
      }
    } else {
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
    }
    target += count
    if !heap.isFlagged(string) { isASCII = false }
  }

  /// Appends the digits of an Int, of which there are `count` with the sign.
  @inline(__always) mutating func append(_ integer: Int64, digits count: Int) {
    DecimalDigits.write(integer, endingAt: target + count)
    target += count
  }

  /// Appends bytes of a string.
  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    for byte in bytes {
      if byte >= 0x80 { isASCII = false }
      target.pointee = byte
      target += 1
    }
  }

  /// Appends a text of the host's.
  mutating func append(_ text: String) {
    for byte in text.utf8 {
      target.pointee = byte
      target += 1
      if byte >= 0x80 { isASCII = false }
    }
  }

  /// Appends an ASCII byte, a letter in upper or in lower case.
  @inline(__always) mutating func append(ascii byte: UInt8, toUpper: Bool) {
    let letters: ClosedRange<UInt8> = toUpper ? 0x61...0x7A : 0x41...0x5A
    target.pointee = letters.contains(byte) ? byte ^ 0x20 : byte
    target += 1
  }

  /// The string, whose bytes have all been appended.
  func finish(in heap: Heap) -> Value {
    if isASCII { heap.header(offset).pointee.flags |= ObjectHeader.flag }
    return Value(.string, UInt64(truncatingIfNeeded: offset))
  }
}

extension Heap {
  /// The bytes of a string object of that many UTF-8 bytes.
  @inline(__always) static func stringSize(byteCount: Int) -> Int {
    (Layout.stringBytes + byteCount + 7) & ~7
  }

  /// Writes a string object of `bytes` at an offset that has room for it.
  func initializeString(at offset: Int, from bytes: UnsafeBufferPointer<UInt8>) {
    let target = prepareString(at: offset, byteCount: bytes.count)
    if let source = bytes.baseAddress, bytes.count > 0 {
      target.update(from: source, count: bytes.count)
    }
    finishString(at: offset)
  }

  /// Writes the header of a string object; the bytes are still to come.
  @inline(__always) func prepareString(
    at offset: Int, byteCount: Int
  ) -> UnsafeMutablePointer<UInt8> {
    header(offset).pointee = ObjectHeader(
      kind: ObjectKind.string.rawValue, flags: 0,
      size: UInt32(truncatingIfNeeded: Heap.stringSize(byteCount: byteCount)))
    word32(offset, at: Layout.stringCount).pointee = UInt32(truncatingIfNeeded: byteCount)
    word32(offset, at: Layout.stringHash).pointee = 0
    return (memory + offset + Layout.stringBytes).assumingMemoryBound(to: UInt8.self)
  }

  /// Flags a string whose bytes are written where it is ASCII.
  func finishString(at offset: Int) {
    let bytes = self.bytes(of: offset)
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    if seen < 0x80 { header(offset).pointee.flags |= ObjectHeader.flag }
  }

  @inline(__always) func byteCount(of string: Int) -> Int {
    Int(word32(string, at: Layout.stringCount).pointee)
  }

  /// The bytes of a string; valid until the next allocation.
  @inline(__always) func bytes(of string: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (memory + string + Layout.stringBytes).assumingMemoryBound(to: UInt8.self),
      count: byteCount(of: string))
  }

  /// The number of Unicode scalars.
  ///
  /// - Complexity: O(*n*) unless the string is ASCII.
  func scalarCount(of string: Int) -> Int {
    if isFlagged(string) { return byteCount(of: string) }
    var count = 0
    for byte in bytes(of: string) where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// The number of bytes of the scalar that begins with `byte`.
  static func scalarWidth(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// The string as Swift has it.
  func text(of string: Int) -> String { String(decoding: bytes(of: string), as: UTF8.self) }

  /// Whether two strings have the same scalars.
  @inline(__always) func areEqualStrings(_ left: Int, _ right: Int) -> Bool {
    if left == right { return true }
    let count = byteCount(of: left)
    if count != byteCount(of: right) { return false }
    return compareBytes(left, right, count: count) == 0
  }

  /// Below, at or above 0 as `left` comes before, with or after `right` by Unicode scalars; the
  /// order of UTF-8 bytes is the same.
  func compareStrings(_ left: Int, _ right: Int) -> Int {
    let shorter = min(byteCount(of: left), byteCount(of: right))
    let order = compareBytes(left, right, count: shorter)
    return order != 0 ? order : byteCount(of: left) - byteCount(of: right)
  }

  private func compareBytes(_ left: Int, _ right: Int, count: Int) -> Int {
    let first = memory + left + Layout.stringBytes
    let second = memory + right + Layout.stringBytes
    var position = 0
    while position + 8 <= count {
      let one = first.load(fromByteOffset: position, as: UInt64.self)
      let other = second.load(fromByteOffset: position, as: UInt64.self)
      if one != other { return one.bigEndian < other.bigEndian ? -1 : 1 }
      position += 8
    }
    while position < count {
      let one = first.load(fromByteOffset: position, as: UInt8.self)
      let other = second.load(fromByteOffset: position, as: UInt8.self)
      if one != other { return Int(one) - Int(other) }
      position += 1
    }
    return 0
  }

  /// The hash of a string, never 0; computed once and kept in the object.
  @inline(__always) func hash(ofString string: Int) -> UInt32 {
    let kept = word32(string, at: Layout.stringHash).pointee
    return kept != 0 ? kept : computeHash(ofString: string)
  }

  private func computeHash(ofString string: Int) -> UInt32 {
    let count = byteCount(of: string)
    let start = memory + string + Layout.stringBytes
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9e37_79b9_7f4a_7c15
    var position = 0
    while position < count {
      // The bytes after the last one belong to the object and count as 0.
      var word = start.load(fromByteOffset: position, as: UInt64.self).littleEndian
      if count - position < 8 { word &= (1 << UInt64((count - position) * 8)) - 1 }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      hash = product.high ^ product.low
      position += 8
    }
    let folded = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    let result = folded == 0 ? 1 : folded
    word32(string, at: Layout.stringHash).pointee = result
    return result
  }
}

/// How Ints are written in decimal.
enum DecimalDigits {
  /// How many bytes the text of an Int has, its sign included.
  @inline(__always) static func count(of integer: Int64) -> Int {
    var rest = integer.magnitude
    var count = integer < 0 ? 2 : 1
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    if rest >= 1000 { return count + 3 }
    if rest >= 100 { return count + 2 }
    return rest >= 10 ? count + 1 : count
  }

  /// Writes the text of an Int into the bytes before `end`.
  @inline(__always) static func write(_ integer: Int64, endingAt end: UnsafeMutablePointer<UInt8>) {
    var rest = integer.magnitude
    var position = end
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      position -= 1
      position.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest != 0
    if integer < 0 { (position - 1).pointee = UInt8(ascii: "-") }
  }
}
