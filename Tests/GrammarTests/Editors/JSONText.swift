// JSON with its keys in the order in which they are written, so that a file made from tables is
// the same on every platform.

indirect enum JSONText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral truth: Bool) { self = .truth(truth) }
  init(dictionaryLiteral entries: (String, JSONText)...) { self = .object(entries) }
  init(arrayLiteral items: JSONText...) { self = .list(items) }

  /// The text over many lines, two spaces for each level.
  func written(indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return String(number)
    case .truth(let truth): return String(truth)
    case .list(let items):
      let lines = items.map { inner + $0.written(indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let entries):
      let lines = entries.map { key, value in
        inner + Self.quoted(key) + ": " + value.written(indentation: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let inner = text.map { character in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(character)
      }
    }
    return "\"" + inner.joined() + "\""
  }
}
