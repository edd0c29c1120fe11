// Finds the bytes of a source that are not UTF-8, before the lexer looks at them: behind this
// check every byte sequence decodes, so the lexer needs no error paths for them.

/// Finds what is not UTF-8 in a sequence of bytes.
enum UTF8Validation {
  /// The ill-formed places of a text.
  struct Fault {
    /// Offset of the first byte that does not belong.
    let offset: Int
    /// How many further places are ill-formed.
    let furtherCount: Int
  }

  /// The first ill-formed place, and how many follow; nil where all is UTF-8.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    var first: Int?
    var further = 0
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
        continue
      }
      let length = sequenceLength(in: bytes, at: offset)
      if length == 0 {
        if first == nil { first = offset } else { further += 1 }
      }
      offset += max(1, length)
    }
    return first.map { Fault(offset: $0, furtherCount: further) }
  }

  /// The length of the well-formed sequence that begins at an offset; 0 where there is none.
  ///
  /// Overlong forms, surrogates and scalars above U+10FFFF are ill-formed: only the range of the
  /// second byte depends on the first.
  private static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes[offset] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in (offset + 2)..<(offset + length) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
