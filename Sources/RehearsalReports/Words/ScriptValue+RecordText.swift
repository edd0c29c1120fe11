// The arguments of records as text: much as a script writes them, on one line and in plain words.

import RehearsalValues

extension ScriptValue {
  /// The value as timelines and explanations show it.
  ///
  /// It differs from the value's description in three things: an empty map has no colon, a handle
  /// shows no number, and in strings only quotes, backslashes and line ends are escaped.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var recordText: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .list(let elements):
      "[" + elements.map(\.recordText).joined(separator: ", ") + "]"
    case .map(let entries):
      "["
        + entries.map { "\($0.key.recordText): \($0.value.recordText)" }
        .joined(separator: ", ") + "]"
    case .handle: "handle"
    case .nil, .boolean, .integer, .double, .duration, .symbol, .range, .function, .object:
      description
    }
  }

  private static func quoted(_ text: String) -> String {
    var literal = "\""
    for character in text {
      switch character {
      case "\"", "\\": literal += "\\" + String(character)
      case "\n": literal += "\\n"
      default: literal.append(character)
      }
    }
    return literal + "\""
  }
}
