// How the value of an input is shown: as its literal, made readable where it is long. A text of
// several lines stands on several lines, and a list of maps or lists has a line for each element.

import RehearsalSyntax

/// A value as a prompt shows it.
struct ShownValue {
  /// The value's literal.
  private let literal: String
  private let width: Int

  init(_ literal: String, width: Int) {
    self.literal = literal
    self.width = width
  }

  /// What stands on the screen, without the last line end.
  var text: String { textOfLines ?? listOfCollections ?? shortened }

  /// How many elements have a line of their own.
  private static let elementLimit = 30

  /// A string of several lines, in the form in which a script has such strings.
  private var textOfLines: String? {
    guard literal.hasPrefix("\""), literal.contains("\\n"), literal.count < 1 << 16 else {
      return nil
    }
    let parsed = Parser.parse(SourceText(name: "value", literal), mode: .prompt)
    guard case .expression(let expression)? = parsed.statements.first?.kind,
      case .string(let string) = expression.kind, let text = string.plainText
    else { return nil }
    return "\"\"\"\n" + text + "\n\"\"\""
  }

  /// The elements of a list, each on a line; nil unless they are maps or lists and many.
  private var listOfCollections: String? {
    guard literal.hasPrefix("[["), literal.count > width else { return nil }
    let elements = elements
    var lines = elements.prefix(Self.elementLimit).map { "  " + cut($0, to: width - 3) + "," }
    if elements.count > Self.elementLimit {
      lines.append("  … `_[\(Self.elementLimit)...]` has the rest")
    }
    return "[\n" + lines.joined(separator: "\n") + "\n]"
  }

  /// The elements as they stand between the outer brackets.
  private var elements: [Substring] {
    var elements: [Substring] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    let inside = literal.dropFirst().dropLast()
    var start = inside.startIndex
    for index in inside.indices {
      let character = inside[index]
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = character == "\\"
        isInString = character != "\""
      } else if character == "\"" {
        isInString = true
      } else if character == "[" || character == "(" {
        depth += 1
      } else if character == "]" || character == ")" {
        depth -= 1
      } else if character == ",", depth == 0 {
        elements.append(inside[start..<index])
        start = inside.index(after: index)
        if start < inside.endIndex { start = inside.index(after: start) }
      }
    }
    elements.append(inside[start...])
    return elements
  }

  private func cut(_ text: Substring, to width: Int) -> String {
    text.count > width ? text.prefix(max(0, width - 1)) + "…" : String(text)
  }

  /// The literal, cut where it is too long to read.
  private var shortened: String {
    let limit = width * 4
    guard literal.count > limit else { return literal }
    return literal.prefix(limit) + "… (\(literal.count) characters; print(_) shows all)"
  }
}
