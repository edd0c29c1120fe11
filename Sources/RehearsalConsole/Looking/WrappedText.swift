// Lines of words that fit the terminal. Without a terminal lines stay as long as they are.

extension Console {
  /// A text of one or more lines, each with its line end, broken between words where the terminal
  /// is narrower.
  ///
  /// - Parameters:
  ///   - text: The text; colours count as characters.
  ///   - hanging: The column at which a broken line goes on; nil for two further right than its
  ///     line began.
  /// - Returns: The text, with a line end behind it.
  func wrapped(_ text: String, hanging: Int? = nil) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last == "" { lines.removeLast() }
    return lines.map { line in
      guard let width = settings.terminalWidth else { return line + "\n" }
      let column = hanging ?? line.prefix { $0 == " " }.count + 2
      return Self.wrapped(line, to: width, hanging: min(column, width / 2))
    }.joined()
  }

  /// A line as lines of at most that many characters, but for words that are longer.
  private static func wrapped(_ line: Substring, to width: Int, hanging: Int) -> String {
    var text = ""
    var rest = line
    var indentation = ""
    while indentation.count + rest.count > width,
      let space = rest.prefix(width - indentation.count + 1).lastIndex(of: " "),
      rest[..<space].contains(where: { $0 != " " })
    {
      text += indentation + rest[..<space] + "\n"
      rest = rest[space...].drop { $0 == " " }
      indentation = String(repeating: " ", count: hanging)
    }
    return text + indentation + rest + "\n"
  }
}
