// The text of an input while it is edited, and what keys do with it: lines, words, and characters
// as people see them, which may be several scalars.

/// A text of one or more lines with a cursor.
struct EditedText: Equatable {
  private(set) var scalars: [Unicode.Scalar]
  /// How many scalars precede the cursor.
  private(set) var cursor: Int

  /// Makes a text; a cursor outside of it is moved into it.
  init(_ scalars: [Unicode.Scalar], cursor: Int) {
    self.scalars = scalars
    self.cursor = min(max(0, cursor), scalars.count)
  }

  /// Makes a text with the cursor at its end.
  init(_ text: String) { self.init(Array(text.unicodeScalars), cursor: .max) }

  /// The whole text.
  var text: String { Self.text(scalars[...]) }

  /// The text up to the cursor.
  var textBeforeCursor: String { Self.text(scalars[..<cursor]) }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  // MARK: - Lines

  private var lineStart: Int {
    scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  private var lineEnd: Int { scalars[cursor...].firstIndex(of: "\n") ?? scalars.count }

  /// Whether only white space precedes the cursor on its line.
  var isAtIndentation: Bool { scalars[lineStart..<cursor].allSatisfy { $0 == " " } }

  /// Whether the cursor is on the first line, or the last.
  var isOnFirstLine: Bool { lineStart == 0 }
  var isOnLastLine: Bool { lineEnd == scalars.count }

  mutating func moveToLineStart() { cursor = lineStart }
  mutating func moveToLineEnd() { cursor = lineEnd }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = scalars.count }

  /// Moves to the same column of the line above; the first line has none.
  mutating func moveUp() {
    guard !isOnFirstLine else { return }
    let column = cursor - lineStart
    cursor = lineStart - 1
    cursor = min(lineStart + column, cursor)
  }

  /// Moves to the same column of the line below; the last line has none.
  mutating func moveDown() {
    guard !isOnLastLine else { return }
    let column = cursor - lineStart
    cursor = lineEnd + 1
    cursor = min(cursor + column, lineEnd)
  }

  // MARK: - Characters and words

  /// Where the character before the cursor begins.
  private var previous: Int {
    let nearby = Self.text(scalars[max(0, cursor - 64)..<cursor])
    return cursor - (nearby.last?.unicodeScalars.count ?? 0)
  }

  /// Where the character after the cursor ends.
  private var next: Int {
    let nearby = Self.text(scalars[cursor..<min(scalars.count, cursor + 64)])
    return cursor + (nearby.first?.unicodeScalars.count ?? 0)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  private var previousWord: Int {
    var index = cursor
    while index > 0, !Self.isWord(scalars[index - 1]) { index -= 1 }
    while index > 0, Self.isWord(scalars[index - 1]) { index -= 1 }
    return index
  }

  private var nextWord: Int {
    var index = cursor
    while index < scalars.count, !Self.isWord(scalars[index]) { index += 1 }
    while index < scalars.count, Self.isWord(scalars[index]) { index += 1 }
    return index
  }

  /// Where the blanks and the word of any other characters before the cursor begin.
  private var previousBlank: Int {
    func isBlank(_ index: Int) -> Bool { scalars[index] == " " || scalars[index] == "\n" }
    var index = cursor
    while index > 0, isBlank(index - 1) { index -= 1 }
    while index > 0, !isBlank(index - 1) { index -= 1 }
    return index
  }

  mutating func moveLeft() { cursor = previous }
  mutating func moveRight() { cursor = next }
  mutating func moveWordLeft() { cursor = previousWord }
  mutating func moveWordRight() { cursor = nextWord }

  // MARK: - Changes

  mutating func insert(_ text: String) {
    let added = Array(text.unicodeScalars)
    scalars.insert(contentsOf: added, at: cursor)
    cursor += added.count
  }

  /// Begins a line, indented by that many steps; one less where the line continues with a brace that
  /// closes.
  mutating func insertNewLine(depth: Int) {
    let closes = cursor < scalars.count && scalars[cursor] == "}"
    insert("\n" + String(repeating: Self.indentation, count: max(0, depth - (closes ? 1 : 0))))
  }

  /// Types a brace that closes, one step further to the left where it begins its line.
  mutating func insertClosingBrace() {
    let width = Self.indentation.count
    if isAtIndentation, cursor - lineStart >= width {
      scalars.removeSubrange(cursor - width..<cursor)
      cursor -= width
    }
    insert("}")
  }

  private static let indentation = "    "

  mutating func deleteBackward() { _ = remove(previous..<cursor) }
  mutating func deleteForward() { _ = remove(cursor..<next) }
  mutating func killWordBackward() -> String { remove(previousWord..<cursor) }
  mutating func killWordForward() -> String { remove(cursor..<nextWord) }
  mutating func killBlankWordBackward() -> String { remove(previousBlank..<cursor) }

  /// Removes up to the end of the line, or the line end at which the cursor is.
  mutating func killToLineEnd() -> String {
    remove(cursor..<(lineEnd == cursor ? min(cursor + 1, scalars.count) : lineEnd))
  }

  /// Removes the text of the line.
  mutating func killLine() -> String { remove(lineStart..<lineEnd) }

  private mutating func remove(_ range: Range<Int>) -> String {
    let removed = Self.text(scalars[range])
    scalars.removeSubrange(range)
    cursor = range.lowerBound
    return removed
  }
}
