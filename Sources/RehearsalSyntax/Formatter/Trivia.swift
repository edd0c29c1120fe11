// Trivia: the white space and comments between two tokens, which the formatter reads from the
// source. It drops nothing of them but white space.

/// The white space and comments between two tokens.
package struct Trivia {
  /// One piece of a gap.
  package enum Piece {
    /// A byte of white space that ends no line.
    case space
    /// LF, CRLF or CR.
    case lineEnd(SourceRange)
    /// `// …` to the end of its line, or the `#!` line; white space at its end is left out.
    case lineComment(SourceRange)
    /// `/* … */` with all its lines.
    case blockComment(SourceRange)
  }

  /// The pieces in their order.
  package private(set) var pieces: [Piece] = []

  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int

  /// Reads a gap of a source without errors.
  ///
  /// - Complexity: O(n) in the length of the range.
  package init(_ source: SourceText, _ range: SourceRange) {
    bytes = source.bytes
    offset = Int(range.start)
    end = min(Int(range.end), bytes.count)
    if offset == 0 {
      if source.hasByteOrderMark { offset = 3 }
      if byte(offset) == UInt8(ascii: "#") { readLineComment() }
    }
    while offset < end { readPiece() }
  }

  /// Continues with the pieces of the gap after it.
  mutating func append(_ next: Trivia) { pieces += next.pieces }

  private func byte(_ offset: Int) -> UInt8? { offset < end ? bytes[offset] : nil }

  private mutating func readPiece() {
    let first = bytes[offset]
    if first.isLineEnd {
      let isPair = first == UInt8(ascii: "\r") && byte(offset + 1) == UInt8(ascii: "\n")
      let start = offset
      offset += isPair ? 2 : 1
      pieces.append(.lineEnd(SourceRange(start, offset)))
    } else if first == UInt8(ascii: "/"), byte(offset + 1) == UInt8(ascii: "*") {
      readBlockComment()
    } else if first == UInt8(ascii: "/") {
      readLineComment()
    } else {
      offset += 1
      pieces.append(.space)
    }
  }

  private mutating func readLineComment() {
    let start = offset
    while let next = byte(offset), !next.isLineEnd { offset += 1 }
    var last = offset
    while last > start, bytes[last - 1] == UInt8(ascii: " ") || (0x09...0x0C) ~= bytes[last - 1] {
      last -= 1
    }
    pieces.append(.lineComment(SourceRange(start, last)))
  }

  private mutating func readBlockComment() {
    let start = offset
    var depth = 0
    repeat {
      let pair = (byte(offset), byte(offset + 1))
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        depth += 1
        offset += 2
      } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        depth -= 1
        offset += 2
      } else {
        offset += 1
      }
    } while depth > 0 && offset < end
    pieces.append(.blockComment(SourceRange(start, offset)))
  }
}
