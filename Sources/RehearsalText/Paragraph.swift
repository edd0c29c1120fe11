// Text in lines that fit a terminal.

/// Text broken into lines between words.
public enum Paragraph {
  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - text: Words with spaces between them.
  ///   - width: The longest line, in columns of a terminal; a longer word gets a line of its own.
  ///   - indentation: What each line begins with; part of the width.
  /// - Returns: At least one line.
  public static func lines(_ text: String, width: Int, indentation: String = "") -> [String] {
    var lines: [String] = [""]
    let room = width - indentation.terminalColumns
    var column = 0
    for word in text.split(separator: " ") {
      let columns = word.terminalColumns
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
        column = columns
      } else if column + 1 + columns <= room {
        lines[lines.count - 1] += " " + word
        column += 1 + columns
      } else {
        lines.append(String(word))
        column = columns
      }
    }
    return lines.map { indentation + $0 }
  }

  /// A line as lines that fit, broken between words; blanks inside of them stay what they are.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - width: The longest line, in columns of a terminal; a longer word gets a line of its own.
  ///   - hanging: How far those after the first begin to the right.
  /// - Returns: At least one line.
  public static func wrapped(
    _ line: some StringProtocol, width: Int, hanging: Int
  ) -> [String] {
    var lines: [String] = []
    var rest = Substring(line)
    var indentation = ""
    while let end = firstBreak(in: rest, room: width - indentation.count) {
      lines.append(indentation + rest[..<end])
      rest = rest[end...].drop { $0 == " " }
      indentation = String(repeating: " ", count: hanging)
    }
    lines.append(indentation + rest)
    return lines
  }

  /// The last blank after a word up to which a text fits, else the first one; nil where all of it
  /// fits.
  private static func firstBreak(in text: Substring, room: Int) -> Substring.Index? {
    var column = 0
    var best: Substring.Index?
    var hasWord = false
    for index in text.indices {
      let character = text[index]
      if character == " ", hasWord, best == nil || column <= room { best = index }
      if column > room, let best { return best }
      hasWord = hasWord || character != " "
      column += character.terminalColumns
    }
    return column > room ? best : nil
  }
}
