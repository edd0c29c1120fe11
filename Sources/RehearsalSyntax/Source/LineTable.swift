// Lines and columns of offsets, and back. Ranges are UTF-8 offsets everywhere; people see lines and
// columns from 1, in Unicode scalars, and only this table makes those.

/// The lines of one source.
package struct LineTable: Sendable {
  /// A place for people.
  package struct Position: Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int
  }

  /// The source whose lines these are.
  package let source: SourceText

  /// The offset of the first byte of each line; the first is 0.
  private let starts: [Int]

  /// Finds the lines of a source; LF, CRLF and CR each end one.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package init(_ source: SourceText) {
    var starts = [0]
    source.bytes.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices {
        let isReturn = bytes[offset] == UInt8(ascii: "\r")
        let isPair =
          isReturn && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
        if bytes[offset] == UInt8(ascii: "\n") || (isReturn && !isPair) {
          starts.append(offset + 1)
        }
      }
    }
    self.source = source
    self.starts = starts
  }

  /// The number of lines, at least 1.
  package var count: Int { starts.count }

  /// The line, from 1, that holds a UTF-8 offset; an offset outside the source is moved into it.
  ///
  /// - Complexity: O(log n) in the number of lines.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Line and column of a UTF-8 offset.
  ///
  /// - Complexity: O(log n) in the number of lines, and O(n) in the length of the line.
  package func position(at offset: Int) -> Position {
    let line = line(at: offset)
    let start = lineRange(line).start
    let end = min(max(offset, Int(start)), source.bytes.count)
    var column = 1
    for index in Int(start)..<end where source.bytes[index] & 0xC0 != 0x80 { column += 1 }
    if start == 0, source.hasByteOrderMark, end >= 3 { column -= 1 }
    return Position(line: line, column: column)
  }

  /// The UTF-8 offset of a place; nil where there is no such line, the line's end after it.
  ///
  /// - Complexity: O(n) in the length of the line.
  package func offset(line: Int, column: Int) -> Int? {
    guard line >= 1, line <= starts.count, column >= 1 else { return nil }
    let range = lineRange(line)
    var offset = Int(range.start)
    if offset == 0, source.hasByteOrderMark { offset = 3 }
    var remaining = column - 1
    while remaining > 0, offset < Int(range.end) {
      offset += 1
      while offset < Int(range.end), source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return offset
  }

  /// The bytes of a line, from 1, without its end; empty for a line that does not exist.
  package func lineRange(_ line: Int) -> SourceRange {
    guard line >= 1, line <= starts.count else { return SourceRange(0, 0) }
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : source.bytes.count
    while end > start, source.bytes[end - 1].isLineEnd { end -= 1 }
    return SourceRange(start, end)
  }
}
