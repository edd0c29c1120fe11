// The text of a document with its lines: places as editors count them, in lines and units from 0, are
// offsets of bytes here, and back.

import RehearsalSyntax
import RehearsalValues

/// In which units the columns of positions count.
enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A text whose places editors can name.
struct DocumentText: Sendable {
  let source: SourceText
  let lines: LineTable
  let encoding: PositionEncoding

  init(_ source: SourceText, _ encoding: PositionEncoding) {
    self.source = source
    self.encoding = encoding
    lines = LineTable(source)
  }

  // MARK: - Places for editors

  /// The position of an offset.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func position(at offset: Int) -> JSONValue {
    let offset = min(max(0, offset), source.bytes.count)
    let line = lines.line(at: offset)
    return ["line": line - 1, "character": units(Int(lines.lineRange(line).start)..<offset)]
  }

  /// A range of offsets.
  func range(_ range: SourceRange) -> JSONValue {
    ["start": position(at: Int(range.start)), "end": position(at: Int(range.end))]
  }

  /// The line of an offset, from 0.
  func line(at offset: Int32) -> Int { lines.line(at: Int(offset)) - 1 }

  /// How many units some bytes are.
  func units(_ range: Range<Int>) -> Int {
    guard encoding == .utf16 else { return range.count }
    return range.reduce(0) { $0 + source.bytes[$1].utf16Units }
  }

  // MARK: - Places of editors

  /// The offset of a position; one after the end of a line is its end, and nil is what is no
  /// position.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func offset(of position: JSONValue?) -> Int? {
    guard let line = position?["line"]?.integer, let character = position?["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    guard line < lines.count else { return source.bytes.count }
    let range = lines.lineRange(Int(line) + 1)
    var offset = Int(range.start)
    var left = character
    while left > 0, offset < Int(range.end) {
      var next = offset + 1
      while next < Int(range.end), source.bytes[next] & 0xC0 == 0x80 { next += 1 }
      let width = units(offset..<next)
      // A position within a character is its beginning.
      guard Int64(width) <= left else { break }
      left -= Int64(width)
      offset = next
    }
    return offset
  }

  /// The range of offsets of a range; nil for what is none.
  func sourceRange(of range: JSONValue?) -> SourceRange? {
    guard let start = offset(of: range?["start"]), let end = offset(of: range?["end"]) else {
      return nil
    }
    return SourceRange(start, end)
  }

  // MARK: - Changes

  /// The text after a change of the protocol; nil for what is none.
  func changed(by change: JSONValue) -> SourceText? {
    guard let text = change["text"]?.string else { return nil }
    guard let place = change["range"] else { return SourceText(name: source.name, text) }
    guard let range = sourceRange(of: place) else { return nil }
    let (start, end) = (Int(range.start), Int(range.end))
    return SourceText(
      name: source.name, bytes: Array(source.bytes[..<start]) + text.utf8 + source.bytes[end...])
  }
}

extension UInt8 {
  /// How many units of UTF-16 the character has that begins with this byte; none within one.
  fileprivate var utf16Units: Int {
    switch self {
    case 0x80..<0xC0: 0
    case 0xF0...: 2
    default: 1
    }
  }
}
