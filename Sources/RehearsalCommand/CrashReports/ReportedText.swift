// The text of what people have in hand, whatever program saved it: UTF-8 or UTF-16, with a byte order
// mark or without, with line ends of any kind.

/// Bytes of any encoding as UTF-8.
enum ReportedText {
  /// The longest file that is read, in bytes.
  static let longest = 64 << 20

  /// The bytes of a text as UTF-8, without a byte order mark.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: UTF-8; what is none is repaired where it is read.
  /// - Complexity: O(*n*) in the length of the file.
  static func utf8(of bytes: [UInt8]) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xEF, 0xBB) where bytes.dropFirst(2).first == 0xBF: return Array(bytes.dropFirst(3))
    case (0xFF, 0xFE): return utf16(bytes.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): return utf16(bytes.dropFirst(2), isBigEndian: true)
    default: break
    }
    // Text of ASCII in UTF-16 without a mark has a zero beside each character.
    let start = bytes.prefix(64)
    let zeros = start.indices.filter { start[$0] == 0 }
    guard start.count >= 8, zeros.count * 3 >= start.count else { return bytes }
    return utf16(bytes[...], isBigEndian: zeros.count { $0 % 2 == 0 } * 2 > zeros.count)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var position = bytes.startIndex
    while position + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      position += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The lines of a text, without their ends and at most so many.
  static func lines(of bytes: ArraySlice<UInt8>, atMost count: Int) -> [Substring] {
    let text = Substring(decoding: bytes, as: UTF8.self)
    return text.split(
      maxSplits: count, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

extension StringProtocol {
  /// The text without the blanks around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// What follows the first occurrence of a text, in any case of ASCII letters as written; nil if
  /// there is none.
  func rest(after mark: String) -> SubSequence? {
    firstRange(of: mark).map { self[$0.upperBound...] }
  }

  /// A number as reports write it, decimal or hexadecimal, alone or in parentheses after its name.
  var reportedNumber: Int64? {
    let open = lastIndex(of: "(")
    let inner = open.map { String(self[index(after: $0)...]) } ?? String(self)
    let word = inner.filter { $0 != "[" && $0 != "]" && $0 != ")" && $0 != "_" && $0 != ">" }
    return word.lowercased().hasPrefix("0x") ? Int64(word.dropFirst(2), radix: 16) : Int64(word)
  }
}
