// The layout of a document, as edits of its lines: only lines that change are replaced, so that the
// editor keeps its marks and its place.

import RehearsalSyntax
import RehearsalValues

extension OpenDocument {
  /// The edits that lay out a range, up to whole lines, or everything; none for a text with errors.
  func formatting(within range: SourceRange?) -> [JSONValue] {
    guard let formatted = Formatter.format(text.source) else { return [] }
    let (old, new) = (Self.lines(of: text.source.bytes), Self.lines(of: Array(formatted.utf8)))
    var starts = [0]
    for line in old { starts.append(starts[starts.count - 1] + line.count) }
    let wanted = range.map { text.line(at: $0.start)...text.line(at: $0.end) }
    var edits: [JSONValue] = []
    for (removed, inserted) in LineDifference(old, new).changes
    where wanted.map(removed.touches) ?? true {
      let lines = new[inserted].joined()
      edits.append([
        "range": text.range(
          SourceRange(starts[removed.lowerBound], starts[removed.upperBound])),
        "newText": String(decoding: lines, as: UTF8.self),
      ])
    }
    return edits
  }

  /// The lines of a text, each with its end.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}

/// The runs of lines in which two texts differ.
///
/// A layout keeps the lines and their order, save blank ones: so lines are compared by what they hold
/// other than blanks, one after the other.
private struct LineDifference {
  private(set) var changes: [(removed: Range<Int>, inserted: Range<Int>)] = []

  init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (oldStart, newStart) = (left, right)
      if left < old.count, right < new.count, Self.mark(of: old[left]) == Self.mark(of: new[right])
      {
        let isSame = old[left] == new[right]
        (left, right) = (left + 1, right + 1)
        if !isSame { changes.append((oldStart..<left, newStart..<right)) }
      } else if left < old.count, Self.mark(of: old[left]).isEmpty {
        left += 1
        changes.append((oldStart..<left, newStart..<right))
      } else if right < new.count, Self.mark(of: new[right]).isEmpty {
        right += 1
        changes.append((oldStart..<left, newStart..<right))
      } else {
        // What is no matter of blanks alone: the rest as a whole.
        changes.append((oldStart..<old.count, newStart..<new.count))
        return
      }
    }
  }

  /// What a line holds other than blanks and its end.
  private static func mark(of line: ArraySlice<UInt8>) -> [UInt8] {
    line.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }
}

extension Range<Int> {
  /// Whether any of the lines is among others; what is empty touches the line before it.
  fileprivate func touches(_ lines: ClosedRange<Int>) -> Bool {
    upperBound > lines.lowerBound && lowerBound <= lines.upperBound
  }
}
