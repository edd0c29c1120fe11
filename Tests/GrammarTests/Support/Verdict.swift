// What the parser says of a text, in the terms of the grammar.

@testable import RehearsalSyntax

/// Whether a text is in the language.
enum Verdict: Hashable {
  /// The parser finds nothing wrong.
  case valid
  /// The parser finds a syntax error.
  case invalid
  /// The text's fault is none that a grammar of this kind can express: a character or literal that
  /// is wrong in itself, a limit, a name that stands twice.
  case outsideTheGrammar

  /// Errors of the grammar's group that are about limits and doubled names.
  static let notOfTheGrammar: [DiagnosticIdentifier] = [
    .nestingTooDeep, .duplicateParameter, .sourceTooLarge,
  ]

  init(of source: SourceText) {
    let diagnostics = Parser.parse(source).diagnostics
    let identifiers = diagnostics.map(\.identifier)
    if diagnostics.contains(where: { Self.leavesOpen($0, in: source) }) {
      self = .outsideTheGrammar
    } else if identifiers.isEmpty {
      self = .valid
    } else if identifiers.allSatisfy({ $0.rawValue.hasPrefix("E02") }),
      identifiers.contains(where: { !Self.notOfTheGrammar.contains($0) })
    {
      self = .invalid
    } else {
      self = .outsideTheGrammar
    }
  }

  /// Whether the parser has taken a side that the grammar leaves open: a word that may begin a
  /// declaration or be a name begins one where its name or title is missing, and a line that begins
  /// with an operator goes on with the line before.
  private static func leavesOpen(_ diagnostic: Diagnostic, in source: SourceText) -> Bool {
    let text = String(decoding: source.bytes, as: UTF8.self)
    switch diagnostic.identifier {
    case .unexpectedToken, .expectedName:
      return text.firstMatch(of: /(?m)(?:^|[;{}])\s*(app\s*\{|(scenario|explore)\s*(\{|[A-Za-z_]))/)
        != nil
    case .lostValue: return source.text(in: diagnostic.range).contains("\n")
    default: return false
    }
  }
}
