// What an input prints, made fit for a screen: the number of its lines bounded, values of many
// lines laid out, long lines wrapped to the width of the terminal.

import RehearsalSyntax
import RehearsalText

/// The output of one input, of which the middle is left out where it has too many lines.
///
/// The first lines are streamed as soon as they are there; those after them wait for the end of
/// the input, because only then is it known how many are left out. The error for which an input is
/// refused comes last and is never left out.
struct ConsoleOutput {
  private let limit: Int
  private let write: (@Sendable (String) -> Void)?
  private var isStreaming = false
  private var first = ""
  private var firstCount = 0
  private var last: [String] = []
  private var dropped = 0
  private var error = ""

  /// Makes an empty output.
  ///
  /// - Parameters:
  ///   - limit: How many lines there may be, at least 10.
  ///   - write: Writes text at once; nil keeps all of it for the end.
  init(limit: Int, write: (@Sendable (String) -> Void)?) {
    self.limit = max(10, min(limit, .max / 2))
    self.write = write
  }

  /// Begins to write text at once, what was appended before included.
  mutating func startStreaming() {
    isStreaming = true
    flush()
  }

  /// Adds text that ends with a line end, or is empty.
  mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    // A diagnostic of many lines counts as one, so that it is never cut.
    guard firstCount >= limit / 2 else {
      first += text
      firstCount += 1
      return flush()
    }
    last.append(text)
    if last.count > limit {
      dropped += limit / 2
      last.removeFirst(limit / 2)
    }
  }

  /// Adds text after all other.
  mutating func appendError(_ text: String) { error += text }

  private mutating func flush() {
    guard isStreaming, let write, !first.isEmpty else { return }
    write(first)
    first = ""
  }

  /// Everything that has not been written.
  var text: String {
    guard dropped > 0 || last.count > limit / 2 else { return first + last.joined() + error }
    let left = dropped + last.count - limit / 2
    return first + "  … \(left) lines are left out; `:trace` shows records …\n"
      + last.suffix(limit / 2).joined() + error
  }
}

// MARK: - Values

/// A value as a prompt prints it: its literal, laid out where it is long.
///
/// A text of several lines is on several lines, and a list of maps or lists has a line for each
/// element.
struct PrettyPrintedValue {
  /// The value's literal.
  private let literal: String
  private let width: Int

  init(_ literal: String, width: Int) {
    self.literal = literal
    self.width = width
  }

  /// The printed form, without the last line end.
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
      lines.append("  … `_[\(Self.elementLimit)...]` has the remaining ones")
    }
    return "[\n" + lines.joined(separator: "\n") + "\n]"
  }

  /// The elements as written between the outer brackets.
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

// MARK: - Wrapping

extension Console {
  /// A text of one or more lines, each with its line end, broken between words where the terminal
  /// is narrower.
  ///
  /// - Parameters:
  ///   - text: The text; colours count as characters.
  ///   - hanging: The column at which a broken line continues; nil for two further right than its
  ///     line began.
  /// - Returns: The text, with a line end after it.
  func wrapped(_ text: String, hanging: Int? = nil) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last == "" { lines.removeLast() }
    return lines.map { line in
      guard let width = settings.terminalWidth else { return line + "\n" }
      let column = hanging ?? line.prefix { $0 == " " }.count + 2
      return Paragraph.wrapped(line, width: width, hanging: min(column, width / 2))
        .map { $0 + "\n" }.joined()
    }.joined()
  }
}
