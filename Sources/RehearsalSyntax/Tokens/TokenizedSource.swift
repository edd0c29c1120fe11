// The result of lexing: tokens and diagnostics; and whether a text is complete, which a prompt asks
// after each line.

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
  package var diagnostics: [Diagnostic] {
    syntaxDiagnostics.items.map { $0.diagnostic(in: source) }
  }

  let syntaxDiagnostics: SyntaxDiagnosticList

  /// What the text ends in the middle of; nil where it ends between tokens.
  let openEnd: OpenEnd?

  /// Whether the text ends in a comment, be it one that its line would end.
  package let endsInComment: Bool
}

// MARK: - Completeness

/// Whether more input is needed before a text can be parsed.
package enum InputCompleteness: Hashable, Sendable {
  /// What the text breaks off in the middle of.
  package enum Reason: Hashable, Sendable {
    /// A bracket or block that is not closed.
    case brace
    /// A string of many lines that is not closed.
    case string
    /// A block comment that is not closed.
    case comment
    /// A line that ends in an operator, a comma or the like, and continues in the next one.
    case operand
  }

  /// Nothing is missing, or nothing that further lines could bring.
  case complete
  /// Further lines are needed; `depth` is the number of brackets that are open.
  case incomplete(depth: Int, reason: Reason)

  /// Checks how a source ends.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package init(of source: SourceText, limits: SyntaxLimits = SyntaxLimits()) {
    let tokenized = Lexer.tokenize(source, limits: limits)
    let table = BracketTable(tokenized.tokens)
    switch tokenized.openEnd {
    case .string:
      self = .incomplete(depth: table.openCount, reason: .string)
    case .comment:
      self = .incomplete(depth: table.openCount, reason: .comment)
    case nil
    where tokenized.syntaxDiagnostics.items.contains { $0.identifier == .unterminatedString }:
      // No further line can close it.
      self = .complete
    case nil where table.openCount > 0 && table.lastStrayBrace < 0:
      self = .incomplete(depth: table.openCount, reason: .brace)
    case nil:
      let last = tokenized.tokens.dropLast().last
      let continues = last.map { Self.continues(after: $0) } ?? false
      self = continues ? .incomplete(depth: 0, reason: .operand) : .complete
    }
  }

  /// Whether a line that ends with this token continues.
  private static func continues(after token: Token) -> Bool {
    switch token.kind {
    case .binary, .assignment, .punctuation(.comma), .punctuation(.colon), .keyword(.else): true
    default: false
    }
  }
}
