// One source line made fit for a terminal: tabs widened, control characters shown, a long line
// shortened around the marked place, and the marks measured in columns rather than in bytes.

/// A source line and the marks below it.
public struct LineExcerpt {
  /// The line as shown.
  public let text: String

  /// The white space before the marks.
  public let indentation: String

  /// `^~~~` below the marked place.
  public let marks: String

  /// A scalar of the line as it is shown.
  private struct Cell {
    let text: String
    let width: Int
    let offset: Int

    var isBlank: Bool { text == " " || text == "  " }
  }

  /// Shows a line around the part of a range that lies on it.
  ///
  /// - Parameters:
  ///   - line: The offsets of the line in the bytes, without its end.
  ///   - range: The marked offsets, which may begin before the line and end after it.
  ///   - bytes: UTF-8; what is none is shown as U+FFFD.
  ///   - width: How many columns the text has at most.
  public init(of line: Range<Int>, marking range: Range<Int>, in bytes: [UInt8], width: Int) {
    let cells = Self.cells(of: line, in: bytes, around: range, width: width)
    let isFirst = range.lowerBound >= line.lowerBound
    let start = max(range.lowerBound, line.lowerBound)
    let end = min(range.upperBound, line.upperBound)
    // After the first line of a long range the marks begin where the line's text does.
    let marked = cells.filter { $0.offset >= start && $0.offset < end }
    let blank = isFirst ? [] : Array(marked.prefix(while: \.isBlank))
    var before = cells.filter { $0.offset < start } + blank
    // After the line's end there is nothing to mark: what comes last on it is.
    if before.count == cells.count, let last = before.lastIndex(where: { !$0.isBlank }) {
      before.removeSubrange(last...)
    }
    let shown = Self.shortened(cells, before: before.count, marked: marked.count, width: width)
    self.text = Self.withoutCommands(shown.cells.map(\.text).joined())
    let skipped = shown.first
    let left = before.dropFirst(skipped).reduce(shown.cells.first?.offset == -1 ? 1 : 0) {
      $0 + $1.width
    }
    self.indentation = String(repeating: " ", count: left)
    let visible = marked.dropFirst(blank.count).prefix(max(0, shown.last - before.count))
    let count = max(1, visible.reduce(0) { $0 + $1.width })
    self.marks = (isFirst ? "^" : "~") + String(repeating: "~", count: count - 1)
  }

  /// The text in which no build server finds a command, as wide as before.
  private static func withoutCommands(_ text: String) -> String {
    TextEscape(keepsLines: true) { _ in "\u{FFFD}" }.escaped(text)
  }

  /// The scalars of a line; of a huge line only those near the marked place.
  private static func cells(
    of line: Range<Int>, in source: [UInt8], around range: Range<Int>, width: Int
  ) -> [Cell] {
    let reach = width * 4
    var start = max(line.lowerBound, min(range.lowerBound, line.upperBound) - reach)
    var end = min(line.upperBound, max(range.lowerBound, start) + reach * 2)
    while start > line.lowerBound, source[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.upperBound, source[end] & 0xC0 == 0x80 { end += 1 }
    var cells: [Cell] = []
    if start > line.lowerBound { cells.append(Cell(text: "", width: 0, offset: start - 1)) }
    var offset = start
    var bytes = source[start..<end].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let isByteOrderMark = offset == 0 && scalar == "\u{FEFF}"
        if !isByteOrderMark { cells.append(cell(of: scalar, at: offset)) }
        offset += encoded.count
      case .error(let length):
        cells.append(cell(of: "\u{FFFD}", at: offset))
        offset += length
      case .emptyInput: return cells
      }
    }
  }

  private static func cell(of scalar: Unicode.Scalar, at offset: Int) -> Cell {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      if scalar == "\t" { return Cell(text: "  ", width: 2, offset: offset) }
      return Cell(text: "\u{FFFD}", width: 1, offset: offset)
    default: return Cell(text: String(scalar), width: scalar.terminalColumns, offset: offset)
    }
  }

  /// The cells that fit, with `…` for what is left out on either side; `first` and `last` are
  /// indices into the cells given.
  private static func shortened(
    _ cells: [Cell], before: Int, marked: Int, width: Int
  ) -> (cells: [Cell], first: Int, last: Int) {
    var first = 0
    var total = cells.reduce(0) { $0 + $1.width }
    if total <= width, cells.first?.text != "" { return (cells, 0, cells.count) }
    // Up to a third of the width stays before the mark.
    var left = cells.prefix(before).reduce(0) { $0 + $1.width }
    let keep = max(width / 3, width - marked - (total - left))
    while first < before, left > keep || cells[first].text.isEmpty {
      left -= cells[first].width
      total -= cells[first].width
      first += 1
    }
    var last = first
    var used = first > 0 ? 1 : 0
    while last < cells.count, used + cells[last].width < width || last == cells.count - 1 {
      used += cells[last].width
      last += 1
    }
    var shown = Array(cells[first..<last])
    if first > 0 { shown.insert(Cell(text: "…", width: 1, offset: -1), at: 0) }
    if last < cells.count { shown.append(Cell(text: "…", width: 1, offset: -2)) }
    return (shown, first, last)
  }
}
