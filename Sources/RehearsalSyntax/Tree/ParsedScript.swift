// What parsing gives back: a whole tree and every finding. There is no failure besides: a script
// with errors has a tree with `.missing` pieces.

/// A parsed source: its tree and what was found wrong.
package struct ParsedScript: Sendable {
  /// The text that was parsed.
  package let source: SourceText

  /// The statements of the file, declarations included, in their order.
  package let statements: [Statement]

  /// Every finding, in the order of its place.
  package let diagnostics: [Diagnostic]

  /// Makes a result.
  package init(source: SourceText, statements: [Statement], diagnostics: [Diagnostic]) {
    self.source = source
    self.statements = statements
    self.diagnostics = diagnostics
  }

  /// Whether any finding is an error.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
