// The string literals of a Swift file. The parser's own tests hold hundreds of short scripts as
// literals; whatever else stands in quotes there is a text like any other, and serves as well.

/// Finds string literals.
enum SwiftStringLiterals {
  /// The texts between quotes in a Swift source, escapes resolved, in their order.
  static func texts(in swift: String) -> [String] {
    swift.split(separator: "\n").flatMap { line in
      line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { unescaped(String($0.1)) }
    } + swift.matches(of: /"""\n([\s\S]*?)\n\s*"""/).map { unescaped(String($0.1)) }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if isEscape {
        switch character {
        case "n": result.append("\n")
        case "r": result.append("\r")
        case "t": result.append("\t")
        case "\"", "\\": result.append(character)
        default: result += "\\" + String(character)
        }
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
