// A text of many lines at the prompt: a paste, or what comes through a pipe. It is a script in which
// lines may be commands to the console, so the script's own rules say where a line continues: one that
// begins with a dot, an operator, `else` or the colon of a choice belongs to what precedes it.

import RehearsalSyntax

/// A part of a text: statements up to the next command, or a command.
package enum InputPart: Hashable, Sendable {
  case input(String)
  case command(String)

  /// The parts of a text, without empty ones.
  ///
  /// - Complexity: O(*n*) in the length of the text, and of the statements before each line that
  ///   looks like a command.
  package static func parts(of text: String) -> [InputPart] {
    var parts: [InputPart] = []
    var lines: [Substring] = []
    func endInput() {
      let input = lines.joined(separator: "\n")
      if !input.allSatisfy(\.isWhitespace) { parts.append(.input(input)) }
      lines = []
    }
    for line in text.scriptLines {
      if isCommand(line), !goesOn(lines) {
        endInput()
        parts.append(.command(String(line)))
      } else {
        lines.append(line)
      }
    }
    endInput()
    return parts
  }

  /// Whether a line is a command, where a statement may begin.
  private static func isCommand(_ line: Substring) -> Bool {
    guard let command = CommandInput(String(line)), !command.name.isEmpty else { return false }
    return !line.drop(while: \.isWhitespace).hasPrefix("?")
  }

  /// Whether lines break off, so that the next one belongs to them whatever it begins with.
  private static func goesOn(_ lines: [Substring]) -> Bool {
    guard !lines.isEmpty else { return false }
    let source = SourceText(name: "input", lines.joined(separator: "\n"))
    return InputCompleteness(of: source) != .complete
      || Parser.parse(source, mode: .prompt).hasErrors
  }

  /// The statements of an input in pieces: each a step of its own where they can be taken back,
  /// declarations that follow each other being one; else as many as there are up to a value to show.
  static func pieces(of input: String, asSteps: Bool) -> [String] {
    let source = SourceText(name: "input", input)
    let parsed = Parser.parse(source, mode: .prompt)
    guard !parsed.hasErrors else { return [input] }
    var pieces: [String] = []
    var start: Int32?
    for (number, statement) in parsed.statements.enumerated() {
      let first = start ?? statement.range.start
      start = first
      let next = parsed.statements.dropFirst(number + 1).first
      let ends =
        asSteps ? !(statement.isHoisted && next?.isHoisted == true) : statement.isExpression
      guard ends else { continue }
      pieces.append(source.text(in: SourceRange(Int(first), Int(statement.range.end))))
      start = nil
    }
    if let start, let end = parsed.statements.last?.range.end {
      pieces.append(source.text(in: SourceRange(Int(start), Int(end))))
    }
    return pieces
  }
}

extension String {
  /// The lines of a text, which end where those of a script end: at LF, CR or both.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var scriptLines: [Substring] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}

extension Statement {
  /// Whether what the statement declares is known before it, too.
  fileprivate var isHoisted: Bool {
    switch kind {
    case .app, .function, .importFile, .scenario, .setup: true
    default: false
    }
  }

  fileprivate var isExpression: Bool { if case .expression = kind { true } else { false } }
}
