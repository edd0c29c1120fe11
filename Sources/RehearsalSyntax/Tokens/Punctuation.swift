// The marks of the language that are no operators, each once.

/// A mark that groups, separates or selects.
package enum Punctuation: String, CaseIterable, Sendable {
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
  case comma = ","
  case colon = ":"
  case semicolon = ";"
  case dot = "."
  case optionalDot = "?."
  case question = "?"

  /// The mark that closes what this one opens.
  var closer: Punctuation? {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }

  /// Whether the mark closes a bracket.
  var isCloser: Bool {
    self == .rightParenthesis || self == .rightBracket || self == .rightBrace
  }
}
