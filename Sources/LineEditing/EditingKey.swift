// The keys that a terminal reports as escape sequences, in the encodings of the terminals in use. A
// sequence that stands for none of them is read to its end and types nothing.

/// A key that types no character.
enum EditingKey: Equatable {
  case up, down, left, right, wordLeft, wordRight
  case lineStart, lineEnd, textStart, textEnd
  case older, newer
  case delete, deleteWord, newLine

  /// The key of a control sequence, without its `ESC [`; nil for one that means nothing here.
  ///
  /// - Parameter sequence: Parameters and the final byte, such as `1;5C`.
  init?(controlSequence sequence: [UInt8]) {
    guard let final = sequence.last else { return nil }
    let text = String(decoding: sequence.dropLast(), as: UTF8.self)
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard text.isEmpty || numbers.allSatisfy({ $0 != nil }) else { return nil }
    let first = (numbers.first ?? nil) ?? 1
    let modifiers = numbers.count > 1 ? (numbers[1] ?? 1) - 1 : 0
    // Alt is 2, Ctrl is 4; Shift selects elsewhere and means nothing here.
    let isStrong = modifiers & 6 != 0
    switch final {
    case UInt8(ascii: "~"):
      let isOtherKey = first == 27 && numbers.count == 3
      self.init(number: isOtherKey ? 1000 + (numbers[2] ?? 0) : first, isStrong: isStrong)
    case UInt8(ascii: "u"):
      guard modifiers != 0 else { return nil }
      self.init(number: 1000 + first, isStrong: isStrong)
    default: self.init(letter: final, isStrong: isStrong)
    }
  }

  /// The key of a sequence that begins with `ESC O`, which keypads and old terminals send.
  ///
  /// - Parameter sequence: What follows the `O`; Ctrl is its `5`, or a small letter.
  init?(shiftSequence sequence: [UInt8]) {
    guard let final = sequence.last else { return nil }
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final)
    let letter = isSmall ? final - 0x20 : final
    self.init(letter: letter, isStrong: isSmall || sequence.count > 1)
  }

  private init?(letter: UInt8, isStrong: Bool) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = isStrong ? .wordRight : .right
    case UInt8(ascii: "D"): self = isStrong ? .wordLeft : .left
    case UInt8(ascii: "H"): self = isStrong ? .textStart : .lineStart
    case UInt8(ascii: "F"): self = isStrong ? .textEnd : .lineEnd
    default: return nil
    }
  }

  /// The key of a number before `~`; from 1000 on the number of a character.
  private init?(number: Int, isStrong: Bool) {
    switch number {
    case 1, 7: self = isStrong ? .textStart : .lineStart
    case 4, 8: self = isStrong ? .textEnd : .lineEnd
    case 3: self = isStrong ? .deleteWord : .delete
    case 5: self = .older
    case 6: self = .newer
    case 1013: self = .newLine
    default: return nil
    }
  }
}
