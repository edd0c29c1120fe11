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
    let identifiers = Parser.parse(source).diagnostics.map(\.identifier)
    if identifiers.isEmpty {
      self = .valid
    } else if identifiers.allSatisfy({ $0.rawValue.hasPrefix("E02") }),
      identifiers.contains(where: { !Self.notOfTheGrammar.contains($0) })
    {
      self = .invalid
    } else {
      self = .outsideTheGrammar
    }
  }
}
