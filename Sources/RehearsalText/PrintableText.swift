// The one type of text for people. A value of it holds no control character besides line ends, tabs and
// colours, and no line that a build server would take for a command of its own; the streams and files
// that people read take nothing else. A literal is text of ours; whatever is put into one is text of
// others and stays on its line.
//
//     stream.writeLine("\(path): left out: \(reason)")

/// Text for people, of any number of lines.
public struct PrintableText: Hashable, Sendable, CustomStringConvertible {
  /// The text as it is written.
  public private(set) var description: String

  /// An empty text.
  public init() { description = "" }

  /// Takes lines that were put together elsewhere; what they may not hold is written as an escape
  /// sequence, as in a string of a script.
  ///
  /// Line ends, tabs and colours stay.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(lines: some StringProtocol) {
    description = TextEscape(keepsLines: true, keepsStyles: true).escaped(lines)
  }

  /// Takes one line, with its colours; a line end in it becomes an escape sequence.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(line: some StringProtocol) {
    description = TextEscape(keepsStyles: true).escaped(line)
  }

  /// A command for GitHub on a line of its own: the only one that a text can hold, since its every
  /// part is escaped as GitHub asks for.
  public init(_ command: GitHubCommand) { description = command.line + "\n" }

  /// Puts texts one after the other.
  ///
  /// It is no method of sequences: one more `joined` would cost the compiler time in every one of
  /// strings.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - separator: What is between two.
  public init(joining texts: some Sequence<PrintableText>, separator: PrintableText = "") {
    self.init()
    for (number, text) in texts.enumerated() {
      if number > 0 { append(separator) }
      append(text)
    }
  }

  /// Whether there is nothing.
  public var isEmpty: Bool { description.isEmpty }

  /// Puts a text after this one; both together become no command that neither is.
  public mutating func append(_ other: PrintableText) {
    let start =
      description.utf8.lastIndex(of: UInt8(ascii: "\n")).map { description.utf8.index(after: $0) }
      ?? description.startIndex
    guard start < description.endIndex else {
      description += other.description
      return
    }
    // The line that both share is looked at as a whole.
    let end =
      other.description.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? other.description.endIndex
    let line = String(description[start...]) + other.description[..<end]
    description.removeSubrange(start...)
    description += TextEscape(keepsLines: true, keepsStyles: true).escaped(line)
    description += other.description[end...]
  }

  /// This text and another one after it.
  ///
  /// There is no operator for it: one more `+` would cost the compiler time in every concatenation of
  /// strings.
  public func followed(by other: PrintableText) -> PrintableText {
    var text = self
    text.append(other)
    return text
  }
}

extension PrintableText: ExpressibleByStringInterpolation {
  /// Takes a text as written in the sources.
  public init(stringLiteral value: String) { self.init(lines: value) }

  /// Takes a literal with what was put into it.
  public init(stringInterpolation: StringInterpolation) {
    self.init(lines: stringInterpolation.text)
  }

  /// Puts texts of others into one of ours.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Begins a text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Puts in what the sources say.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Puts in a text of others, which stays on its line.
    public mutating func appendInterpolation(_ value: some StringProtocol) {
      text += value.printableLine
    }

    /// Puts in the description of a value, which stays on its line.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.printableLine
    }

    /// Puts in lines.
    public mutating func appendInterpolation(_ value: PrintableText) { text += value.description }
  }
}
