// Tokens to a tree, the second step of reading a script: recursive descent, one file for each area
// of the grammar. The parser never stops at a fault: it reports it, puts `.missing` into the tree
// and goes on; `Parser+Recovery.swift` holds how. It does not know what names mean.

/// Reads the tree of a script from its tokens.
package final class Parser {
  /// What the statements that are being read belong to.
  enum Body {
    /// A file: declarations may stand here.
    case file
    /// A scenario.
    case scenario
    /// A function, closure, handler or button: a single expression is its result.
    case function
    /// A block of `if`, `while` and the like.
    case block
  }

  /// Where a `{` behind a callee is a closure for it.
  enum TrailingClosures {
    /// Everywhere but in the others.
    case allowed
    /// In the header of `if`, `while`, `for` a `{` begins the block.
    case header
    /// In the header of `guard` a `{` is a mistake: its block stands behind `else`.
    case guardHeader
    /// Among a command call's arguments a `{` is the command's own closure.
    case command
  }

  let source: SourceText
  let tokens: [Token]
  let brackets: BracketTable
  let mode: ParseMode
  let limits: SyntaxLimits

  /// The index of the token to be read next; never behind the last one, which ends the file.
  var index = 0

  /// What was found so far, in the order of reporting.
  var findings: FindingList

  /// Behind a fault whose end is not known yet; until a safe place nothing more is reported.
  var isRecovering = false

  /// Whether the end of the file has been reported as coming too early.
  var hasReportedEnd = false

  /// Whether a line end ends a statement: not inside round and square brackets.
  var newlinesEnd = true

  var trailingClosures = TrailingClosures.allowed

  /// Whether `break` and `continue` have a loop to speak to.
  var isInLoop = false

  /// Whether `return` has a body to leave.
  var isInFunction = false

  /// The brackets around the token, the innermost last.
  var openBrackets: [Int] = []

  /// The depth of the tree read so far in the current construct, see `Parser+Depth.swift`.
  var height = 0

  /// Whether the statement of the file that is being read was reported as too deep.
  var hasReportedDepth = false

  /// Reads a source; the tree is whole whatever the text.
  ///
  /// - Parameters:
  ///   - source: Any bytes.
  ///   - mode: A file, or a line at a prompt.
  ///   - limits: How much to take on.
  /// - Returns: The tree and every finding.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func parse(
    _ source: SourceText, mode: ParseMode = .file, limits: SyntaxLimits = SyntaxLimits()
  ) -> ParsedScript {
    let tokenized = Lexer.tokenize(source, limits: limits)
    let parser = Parser(tokenized, mode: mode, limits: limits)
    let statements = parser.statements(of: .file, in: nil)
    let diagnostics = merged(tokenized.findings, parser.findings, in: source, limits)
    return ParsedScript(source: source, statements: statements, diagnostics: diagnostics)
  }

  private init(_ tokenized: TokenizedSource, mode: ParseMode, limits: SyntaxLimits) {
    self.source = tokenized.source
    self.tokens = tokenized.tokens
    self.brackets = BracketTable(tokenized.tokens)
    self.mode = mode
    self.limits = limits
    self.findings = FindingList(limit: limits.diagnostics)
    self.hasReportedEnd = tokenized.openEnd != nil
  }

  /// The findings of both stages by place; beyond the limit only their number is told.
  private static func merged(
    _ lexing: FindingList, _ parsing: FindingList, in source: SourceText, _ limits: SyntaxLimits
  ) -> [Diagnostic] {
    let broken = lexing.items.filter { $0.identifier == .unterminatedString }
      .map { source.lineRange(around: Int($0.range.start)) }
    // What else such a line seems to lack may stand in the string.
    let parsed = parsing.items.filter { finding in
      !broken.contains { $0.start <= finding.range.start && finding.range.start <= $0.end }
    }
    var sorted = (lexing.items + parsed).enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map(\.element)
    let beyond = max(0, sorted.count - max(1, limits.diagnostics))
    sorted.removeLast(beyond)
    let excess = lexing.excess + parsing.excess + beyond
    if excess > 0, let last = sorted.indices.last {
      sorted[last].notes.append(
        .init("\(excess) further findings are not shown (the limit `diagnostics`)"))
    }
    return sorted.map { $0.diagnostic(in: source) }
  }
}
