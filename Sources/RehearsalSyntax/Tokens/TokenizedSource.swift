// What lexing gives back: every token of a source and what was wrong with its text.

/// The tokens of a source.
package struct TokenizedSource: Sendable {
  /// How the text breaks off.
  enum OpenEnd: Hashable, Sendable {
    /// In a string of many lines.
    case string
    /// In a block comment.
    case comment
  }

  /// The text that was read.
  package let source: SourceText

  /// The tokens in their order; the last one, and only it, is `.endOfFile`.
  package let tokens: [Token]

  /// What was found wrong with the text, in the order of its place.
  package var diagnostics: [Diagnostic] { findings.items.map { $0.diagnostic(in: source) } }

  let findings: FindingList

  /// What the text ends in the middle of; nil where it ends between tokens.
  let openEnd: OpenEnd?
}
