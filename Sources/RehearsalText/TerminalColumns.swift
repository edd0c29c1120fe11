// How much room text takes on a terminal. Code that aligns words counts columns: characters of East
// Asia and pictures take two, marks that join the character before them none.

extension StringProtocol {
  /// How many columns of a terminal the text takes, on one line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var terminalColumns: Int {
    // Nearly all text is plain, in which each byte is a character.
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    return isPlain ? utf8.count : reduce(0) { $0 + $1.terminalColumns }
  }

  /// The text with blanks after it that make it so many columns wide; a wider one as it is.
  public func padded(toColumns width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - terminalColumns))
  }

  /// The text in at most so many columns; `…` stands for what is cut off.
  public func shortened(toColumns width: Int) -> String {
    guard terminalColumns > width else { return String(self) }
    var text = ""
    var columns = 1
    for character in self {
      columns += character.terminalColumns
      guard columns <= width else { break }
      text.append(character)
    }
    return width > 0 ? text + "…" : ""
  }
}

extension Character {
  /// How many columns the character takes: what is made of several scalars is drawn as one.
  public var terminalColumns: Int {
    let scalars = unicodeScalars
    let isPicture = scalars.count > 1 && scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{200D}" }
    return isPicture ? 2 : scalars.map(\.terminalColumns).max() ?? 0
  }
}

extension Unicode.Scalar {
  /// How many columns the scalar takes by itself.
  public var terminalColumns: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    var (low, high) = (0, Self.wide.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < Self.wide.count && Self.wide[low].contains(value) ? 2 : 1
  }

  /// The blocks whose characters take two columns, in order.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693,
    0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
    0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA,
    0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C,
    0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0,
    0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F320,
    0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2,
    0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
