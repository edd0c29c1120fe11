// What a terminal shows of the bytes that a program writes: the part of xterm's sequences that
// libedit uses. Characters are cells; a wide one takes two. What is not known is skipped.

/// A screen of cells with a cursor.
package struct Screen {
  private var columns: Int
  private var rows: Int
  private var cells: [[Character]]
  private var row = 0
  private var column = 0
  /// Whether any sequence was written.
  package private(set) var hasSequences = false
  /// How many prompts were marked so far.
  package private(set) var prompts = 0
  private var pending: [UInt8] = []
  private var written: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Self.blank(columns), count: rows)
  }

  /// The right half of a wide character.
  private static let wideHalf: Character = "\u{0}"

  private static func blank(_ columns: Int) -> [Character] {
    Array(repeating: " ", count: columns)
  }

  // MARK: - What it shows

  /// All rows, without the blanks at their ends.
  package var text: String {
    cells.map { Self.text($0[...]) }.joined(separator: "\n")
  }

  /// The row of the cursor, up to it.
  package var lineUpToCursor: String {
    String(cells[row][..<min(column, columns)].filter { $0 != Self.wideHalf })
  }

  /// The whole row of the cursor.
  package var line: String { Self.text(cells[row][...]) }

  /// The last bytes as Swift writes them.
  var tail: String { String(decoding: written.suffix(300), as: UTF8.self).debugDescription }

  private static func text(_ cells: ArraySlice<Character>) -> String {
    var text = String(cells.filter { $0 != wideHalf })
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: - Changing

  /// Changes the size; rows are cut or filled, as a terminal does that does not wrap anew.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    cells = cells.map { Array(($0 + Self.blank(max(0, columns - $0.count))).prefix(columns)) }
    while cells.count < rows { cells.append(Self.blank(columns)) }
    while cells.count > rows {
      if row > 0 { cells.removeFirst() } else { cells.removeLast() }
      row = max(0, row - 1)
    }
    self.rows = rows
    column = min(column, columns - 1)
  }

  /// Takes bytes; a sequence that is cut off waits for its rest.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    written = written.suffix(300) + bytes
    pending += bytes
    while let length = Self.unitLength(pending) {
      let unit = Array(pending[..<length])
      pending.removeFirst(length)
      if unit[0] == 0x1B { escape(unit) } else { put(unit) }
    }
  }

  /// The length of the first character or sequence; nil where it is not whole yet.
  private static func unitLength(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B {
      guard bytes.count > 1 else { return nil }
      switch bytes[1] {
      case UInt8(ascii: "["):
        return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
      case UInt8(ascii: "]"): return bytes.firstIndex(of: 7).map { $0 + 1 }
      case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count > 2 ? 3 : nil
      default: return 2
      }
    }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return bytes.count >= length ? length : nil
  }

  private mutating func put(_ unit: [UInt8]) {
    switch unit[0] {
    // Bells, and the zeros by which old terminals are given time.
    case 0x07, 0x00: break
    case 0x08: column = max(0, column - 1)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    default: for character in String(decoding: unit, as: UTF8.self) { put(character) }
    }
  }

  private mutating func put(_ character: Character) {
    let width = Self.width(of: character)
    if width == 0 { return }
    if column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = character
    if width == 2 { cells[row][column + 1] = Self.wideHalf }
    column += width
  }

  private static func width(of character: Character) -> Int {
    guard let value = character.unicodeScalars.first?.value else { return 0 }
    switch value {
    case 0x300...0x36F: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
      0x1F300...0x1FAFF:
      return 2
    default: return 1
    }
  }

  private mutating func lineFeed() {
    if row + 1 < rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Self.blank(columns))
    }
  }

  private mutating func escape(_ unit: [UInt8]) {
    hasSequences = true
    if unit.starts(with: Array("\u{1B}]133;A".utf8)) { prompts += 1 }
    guard unit.count > 2, unit[1] == UInt8(ascii: "["), let last = unit.last else { return }
    let text = String(decoding: unit[2..<(unit.count - 1)], as: UTF8.self)
    guard !text.hasPrefix("?") else { return }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    column = min(column, columns - 1)
    switch Character(Unicode.Scalar(last)) {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns - 1, count - 1)
    case "H":
      row = min(rows - 1, count - 1)
      column = min(columns - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J": eraseDisplay(first)
    case "K": eraseLine(first)
    case "P": deleteCells(count)
    case "@": insertCells(count)
    default: break
    }
  }

  private mutating func eraseDisplay(_ mode: Int) {
    if mode == 2 {
      cells = Array(repeating: Self.blank(columns), count: rows)
    } else if mode == 0 {
      eraseLine(0)
      for index in (row + 1)..<max(row + 1, rows) { cells[index] = Self.blank(columns) }
    }
  }

  private mutating func eraseLine(_ mode: Int) {
    let range =
      switch mode {
      case 0: column..<columns
      case 1: 0..<(column + 1)
      default: 0..<columns
      }
    for index in range { cells[row][index] = " " }
  }

  private mutating func deleteCells(_ count: Int) {
    let count = min(count, columns - column)
    cells[row].removeSubrange(column..<(column + count))
    cells[row] += Self.blank(count)
  }

  private mutating func insertCells(_ count: Int) {
    let count = min(count, columns - column)
    cells[row].insert(contentsOf: Self.blank(count), at: column)
    cells[row].removeLast(count)
  }
}
