// The one way a place in a script is written down below the renderer: a half-open range of UTF-8
// offsets into one source. Lines and columns are for people; only `LineTable` makes them.

/// A half-open range of UTF-8 offsets into one source text.
package struct SourceRange: Hashable, Sendable {
  /// Offset of the first byte, from 0.
  package let start: Int32

  /// Offset behind the last byte; never below `start`.
  package let end: Int32

  /// Makes a range of UTF-8 offsets; an `end` before `start` gives the empty range at `start`.
  package init(_ start: Int, _ end: Int) {
    self.start = Int32(clamping: start)
    self.end = Int32(clamping: max(start, end))
  }

  /// The number of bytes that the range covers.
  package var count: Int { Int(end) - Int(start) }

  /// The smallest range that covers both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(Int(min(start, other.start)), Int(max(end, other.end)))
  }

  /// The empty range behind the last byte, where something is missing.
  package var endPoint: SourceRange { SourceRange(Int(end), Int(end)) }
}
