// The text of one script: its name and bytes, ranges of UTF-8 offsets into it, and the check that
// the bytes are UTF-8. Only `LineTable` makes lines and columns of offsets.

/// A named script text; places are UTF-8 offsets into it.
public final class SourceText: Sendable {
  /// What people know it by: a path, or `standard input`.
  public let name: String

  /// The bytes, as read; a byte-order mark and invalid UTF-8 are the lexer's concern.
  package let bytes: [UInt8]

  /// Makes a source of bytes that may be anything.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Makes a source of a string.
  public convenience init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Whether the text begins with U+FEFF, which counts as no character.
  var hasByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  /// Whatever could be a name, in comments and texts, too: the longest runs of letters, digits and
  /// underscores.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func words() -> Set<String> {
    var words: Set<String> = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      var position = 0
      while position <= bytes.count {
        if position == bytes.count || !bytes[position].isPartOfName {
          if position > start {
            words.insert(String(decoding: bytes[start..<position], as: UTF8.self))
          }
          start = position + 1
        }
        position += 1
      }
    }
    return words
  }

  /// The line that an offset lies on, without its end.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package func lineRange(around offset: Int) -> SourceRange {
    let place = min(max(0, offset), bytes.count)
    let start = bytes[..<place].lastIndex { $0.isLineEnd }.map { $0 + 1 } ?? 0
    return SourceRange(start, bytes[place...].firstIndex { $0.isLineEnd } ?? bytes.count)
  }

  /// The text of a range, repaired where it is not UTF-8.
  package func text(in range: SourceRange) -> String {
    let start = min(max(0, Int(range.start)), bytes.count)
    let end = min(max(start, Int(range.end)), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// A half-open range of UTF-8 offsets into one source text.
package struct SourceRange: Hashable, Sendable {
  /// Offset of the first byte, from 0.
  package let start: Int32

  /// Offset after the last byte; never below `start`.
  package let end: Int32

  /// Makes a range of UTF-8 offsets; an `end` before `start` gives the empty range at `start`.
  package init(_ start: Int, _ end: Int) {
    self.start = Int32(clamping: start)
    self.end = Int32(clamping: max(start, end))
  }

  /// The offsets as a range of Swift's.
  var offsets: Range<Int> { Int(start)..<Int(end) }

  /// The number of bytes that the range covers.
  package var count: Int { Int(end) - Int(start) }

  /// The smallest range that covers both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(Int(min(start, other.start)), Int(max(end, other.end)))
  }

  /// The empty range after the last byte, where something is missing.
  package var endPoint: SourceRange { SourceRange(Int(end), Int(end)) }
}

extension UInt8 {
  /// Whether the byte is LF or CR.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

// MARK: - UTF-8

/// Finds what is not UTF-8 in a sequence of bytes.
enum UTF8Validation {
  /// The ill-formed places of a text.
  struct InvalidByte {
    /// Offset of the first byte that does not belong.
    let offset: Int
    /// How many further places are ill-formed.
    let furtherCount: Int
  }

  /// The first ill-formed place, and how many follow; nil where all is UTF-8.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func firstInvalidByte(in bytes: UnsafeBufferPointer<UInt8>) -> InvalidByte? {
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
    return first.map { InvalidByte(offset: $0, furtherCount: further) }
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

extension UInt8 {
  /// Whether a name can hold the byte: of ASCII a letter, a digit or `_`, and any other byte of UTF-8.
  package var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// Why an import cannot be read.
public enum ImportFailure: Error, Hashable, Sendable {
  /// There is no such file.
  case notFound
  /// The file is there and cannot be read, for a reason in words.
  case notReadable(String)
  /// The file lies outside the folder that the host allows.
  case outsideFolder
}

/// Finds an imported file: by the path as written, and the name of the script that imports it.
///
/// One file must have one name in all answers: by it a file is recognized as read already.
public typealias ImportSource =
  @Sendable (_ path: String, _ importer: SourceText) -> Result<SourceText, ImportFailure>
