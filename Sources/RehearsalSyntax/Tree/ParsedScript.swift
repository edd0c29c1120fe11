// What parsing gives back: a whole tree and every finding. There is no failure besides: a script
// with errors has a tree with `.missing` pieces.

/// A parsed source: its tree and what was found wrong.
public struct ParsedScript: Sendable {
  /// The text that was parsed.
  public let source: SourceText

  /// The statements of the file, declarations included, in their order.
  public let statements: [Statement]

  /// Every finding, in the order of its place.
  public let diagnostics: [Diagnostic]

  /// Makes a result.
  public init(source: SourceText, statements: [Statement], diagnostics: [Diagnostic]) {
    self.source = source
    self.statements = statements
    self.diagnostics = diagnostics
  }

  /// Whether any finding is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
