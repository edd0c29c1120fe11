// One script's text, as read: its name for people and its bytes. It is shared by everything that
// keeps places in it, so that a diagnostic can be rendered wherever it ends up.

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

  /// The line that an offset lies on, without its end.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func lineRange(around offset: Int) -> SourceRange {
    let place = min(max(0, offset), bytes.count)
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let start = bytes[..<place].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    return SourceRange(start, bytes[place...].firstIndex(where: isEnd) ?? bytes.count)
  }

  /// The text of a range, repaired where it is not UTF-8.
  package func text(in range: SourceRange) -> String {
    let start = min(max(0, Int(range.start)), bytes.count)
    let end = min(max(start, Int(range.end)), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
