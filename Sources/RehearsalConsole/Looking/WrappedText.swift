// Lines of words that fit the terminal. Without a terminal lines stay as long as they are.

extension Console {
  /// A text of one or more lines, each with its line end, broken between words where the terminal
  /// is narrower; what goes on stands two columns further right than its line began.
  func wrapped(_ text: String) -> String {
    text.trimmedEnd.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let width = settings.terminalWidth, line.count > width else { return line + "\n" }
      let indentation = String(line.prefix { $0 == " " })
      let words = line.split(separator: " ").map(String.init)
      return indentation
        + HelpTopic.wrapped(words, indentation: indentation + "  ", width: width)
        .dropFirst(indentation.count + 2)
    }.joined()
  }
}

extension String {
  /// The text without line ends behind it.
  fileprivate var trimmedEnd: Substring {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
