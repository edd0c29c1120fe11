// Whether a text is a whole piece of script, or breaks off and goes on in the next line. A prompt
// asks this after each line; what is wrong in other ways is complete, so that it is reported.

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
    /// A line that ends in an operator, a comma or the like, and goes on in the next one.
    case operand
  }

  /// Nothing is missing, or nothing that further lines could bring.
  case complete
  /// Further lines are needed; `depth` is the number of brackets that are open.
  case incomplete(depth: Int, reason: Reason)

  /// Looks at how a source ends.
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
    case nil where tokenized.findings.items.contains { $0.identifier == .unterminatedString }:
      // No further line can close it.
      self = .complete
    case nil where table.openCount > 0 && table.lastStrayBrace < 0:
      self = .incomplete(depth: table.openCount, reason: .brace)
    case nil:
      let last = tokenized.tokens.dropLast().last
      let goesOn = last.map { Self.goesOn(behind: $0) } ?? false
      self = goesOn ? .incomplete(depth: 0, reason: .operand) : .complete
    }
  }

  /// Whether a line that ends with this token goes on.
  private static func goesOn(behind token: Token) -> Bool {
    switch token.kind {
    case .binary, .assignment, .punctuation(.comma), .punctuation(.colon), .keyword(.else): true
    default: false
    }
  }
}
