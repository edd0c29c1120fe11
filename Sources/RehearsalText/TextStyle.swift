// How text stands out at a terminal.

/// A style of text, by its number among the escape sequences of ANSI.
package enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case boldRed = "1;31"
  case boldYellow = "1;33"
  case boldCyan = "1;36"

  /// A text in this style.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - usesColor: Whether to colour at all.
  /// - Returns: The text, between escape sequences where it is coloured.
  package func applied(to text: String, usesColor: Bool) -> String {
    usesColor && self != .plain ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
