// The parser: tokens to a tree, by recursive descent. Here are its entry, limits, result and state,
// the functions that inspect tokens and consume them, and the bounds on depth. It never stops at an
// error, and puts `.missing` into the tree (`Parser+Recovery.swift`). It does not resolve names.

/// Reads the tree of a script from its tokens.
package final class Parser {
  /// What the statements that are being read belong to.
  enum Body {
    /// A file: declarations are allowed here.
    case file
    /// A scenario.
    case scenario
    /// An exploration.
    case exploration
    /// A function, closure, handler or button: a single expression is its result.
    case function
    /// A block of `if`, `while` and the like.
    case block
  }

  /// Where a `{` after a callee is a closure for it.
  enum TrailingClosures {
    /// Everywhere but in the others.
    case allowed
    /// In the header of `if`, `while`, `for` a `{` begins the block.
    case header
    /// In the header of `guard` a `{` is a mistake: its block follows `else`.
    case guardHeader
    /// Among a command call's arguments a `{` is the command's own closure.
    case command
  }

  let source: SourceText
  let tokens: [Token]
  let brackets: BracketTable
  let mode: ParseMode
  let limits: SyntaxLimits

  /// The index of the token to be read next; never after the last one, which ends the file.
  var index = 0

  /// What was found so far, in the order of reporting.
  var diagnostics: SyntaxDiagnosticList

  /// After a fault whose end is not known yet; until a safe place nothing more is reported.
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

  /// The expressions in `old( )` of the `after` that is being read; nil in other code.
  var earlierValues: [(name: Name, value: Expression)]?

  /// The brackets around the token, the innermost last.
  var openBrackets: [Int] = []

  /// The depth of the tree read so far in the current construct; see "Depth" below.
  var height = 0

  /// Whether the statement of the file that is being read was reported as too deep.
  var hasReportedDepth = false

  /// Reads a source; the tree is whole whatever the text.
  ///
  /// - Parameters:
  ///   - source: Any bytes.
  ///   - mode: A file, or a line at a prompt.
  ///   - limits: How much to take on.
  /// - Returns: The tree and every diagnostic.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func parse(
    _ source: SourceText, mode: ParseMode = .file, limits: SyntaxLimits = SyntaxLimits()
  ) -> ParsedScript {
    let tokenized = Lexer.tokenize(source, limits: limits)
    let parser = Parser(tokenized, mode: mode, limits: limits)
    let statements = parser.statements(of: .file, in: nil)
    let diagnostics = merged(tokenized.syntaxDiagnostics, parser.diagnostics, in: source, limits)
    return ParsedScript(source: source, statements: statements, diagnostics: diagnostics)
  }

  private init(_ tokenized: TokenizedSource, mode: ParseMode, limits: SyntaxLimits) {
    self.source = tokenized.source
    self.tokens = tokenized.tokens
    self.brackets = BracketTable(tokenized.tokens)
    self.mode = mode
    self.limits = limits
    self.diagnostics = SyntaxDiagnosticList(limit: limits.diagnostics)
    self.hasReportedEnd = tokenized.openEnd != nil
  }

  /// The diagnostics of both stages by place; beyond the limit only their number is given.
  private static func merged(
    _ lexing: SyntaxDiagnosticList, _ parsing: SyntaxDiagnosticList, in source: SourceText,
    _ limits: SyntaxLimits
  ) -> [Diagnostic] {
    let broken = lexing.items.filter { $0.identifier == .unterminatedString }
      .map { source.lineRange(around: Int($0.range.start)) }
    // What else such a line seems to lack may be in the string.
    let parsed = parsing.items.filter { diagnostic in
      !broken.contains { $0.start <= diagnostic.range.start && diagnostic.range.start <= $0.end }
    }
    var sorted = (lexing.items + parsed).enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map(\.element)
    let beyond = max(0, sorted.count - max(1, limits.diagnostics))
    sorted.removeLast(beyond)
    let excess = lexing.excess + parsing.excess + beyond
    if excess > 0, let last = sorted.indices.last {
      sorted[last].notes.append(.furtherFindings(excess))
    }
    return sorted.map { $0.diagnostic(in: source) }
  }
}

// MARK: - Input and result

/// What a text is parsed as.
package enum ParseMode: Hashable, Sendable {
  /// A file: an expression at the top level whose value is lost is E0210.
  case file
  /// A line at a prompt: the value of an expression at the top level is echoed.
  case prompt
}

/// How much of a script the lexer and the parser take on before they refuse.
package struct SyntaxLimits: Hashable, Sendable {
  /// The largest source, in bytes; a longer one is E0220 and is not read.
  package var sourceSize: Int

  /// How many brackets, blocks and strings may be open inside one another.
  package var nesting: Int

  /// How many nodes may lie between the root of a tree and a leaf, chains of operators included.
  ///
  /// Every later stage recurses over the tree; this bounds the host's stack that they need.
  package var treeDepth: Int

  /// How many interpolations may be open inside one another.
  package var interpolationNesting: Int

  /// How many diagnostics one parse gives back; the last of them tells how many more there were.
  package var diagnostics: Int

  /// Makes limits; what is not said has its default.
  package init(
    sourceSize: Int = 8 << 20, nesting: Int = 64, treeDepth: Int = 256,
    interpolationNesting: Int = 8, diagnostics: Int = 200
  ) {
    self.sourceSize = sourceSize
    self.nesting = nesting
    self.treeDepth = treeDepth
    self.interpolationNesting = interpolationNesting
    self.diagnostics = diagnostics
  }
}

/// A parsed source: its tree and what was found wrong.
package struct ParsedScript: Sendable {
  /// The text that was parsed.
  package let source: SourceText

  /// The statements of the file, declarations included, in their order.
  package let statements: [Statement]

  /// Every diagnostic, in the order of its place.
  package let diagnostics: [Diagnostic]

  /// The names of the files that it imports itself, where they were found; set by the code that
  /// reads files.
  package var importedFiles: [String] = []

  /// Whether any diagnostic is an error.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

// MARK: - Tokens

extension Parser {
  /// The token to be read next.
  var current: Token { tokens[index] }

  /// The token a number of tokens ahead; the last one where there are not so many.
  func peek(_ count: Int = 1) -> Token { tokens[min(index + count, tokens.count - 1)] }

  /// The offset after the token read last.
  var previousEnd: Int { index == 0 ? 0 : Int(tokens[index - 1].range.end) }

  /// The offset of the token to be read next.
  var start: Int { Int(current.range.start) }

  /// Whether the source has been read to its end.
  var isAtEnd: Bool { current.kind == .endOfFile }

  func at(_ mark: Punctuation) -> Bool { current.kind == .punctuation(mark) }

  func at(_ keyword: Keyword) -> Bool { current.kind == .keyword(keyword) }

  /// Steps after the current token.
  func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Consumes a mark if it is the current token.
  func consume(_ mark: Punctuation) -> Bool {
    guard at(mark) else { return false }
    advance()
    return true
  }

  /// Consumes a keyword if it is the current token.
  func consume(_ keyword: Keyword) -> Bool {
    guard at(keyword) else { return false }
    advance()
    return true
  }

  /// From an offset to after the token read last.
  func range(from start: Int) -> SourceRange { SourceRange(start, max(start, previousEnd)) }

  /// The empty place after the token read last, where something is missing.
  var missingRange: SourceRange { SourceRange(previousEnd, previousEnd) }

  /// Stands for an expression that could not be read.
  var missingExpression: Expression { Expression(.missing, missingRange) }

  /// The text of a token as a name, without back-ticks.
  func name(of token: Token) -> Name {
    let cut = token.isQuoted ? 1 : 0
    let inner = SourceRange(Int(token.range.start) + cut, Int(token.range.end) - cut)
    return Name(source.text(in: inner), token.range)
  }

  /// Consumes the name after a dot, which is to follow on it without white space.
  func name(after dot: Token) -> Name {
    if current.spaceBefore {
      let space = SourceRange(Int(dot.range.end), start)
      report(.spaceBeforeDot(dot.range, space: space, isBefore: false))
    }
    let name = name(of: current)
    advance()
    return name
  }

  /// Whether a token is spelled like a word, and not in back-ticks.
  func isWord(_ token: Token, _ word: String) -> Bool {
    token.kind == .name && !token.isQuoted && token.range.count == word.utf8.count
      && source.bytes[Int(token.range.start)..<Int(token.range.end)].elementsEqual(word.utf8)
  }

  /// Consumes the name of a declaration; a reserved word is reported and consumed.
  func declaredName(_ what: String) -> Name? {
    let token = current
    switch token.kind {
    case .name:
      advance()
      return name(of: token)
    case .keyword, .foreignWord:
      if token.newlineBefore { break }
      report(.reservedName(token.range, source.text(in: token.range), what))
      advance()
      return name(of: token)
    default:
      break
    }
    fail(.expectedName(what, found: foundDescription, at: errorRange))
    return nil
  }
}

// MARK: - Depth

extension Parser {
  /// What a bracket changed, to be undone where it ends.
  struct BracketScope {
    let index: Int
    let outerNewlinesEnd: Bool
    let outerTrailingClosures: TrailingClosures
    let outerHeight: Int
  }

  /// Consumes an opening bracket; nil, with all up to its end skipped, where nesting is too deep.
  func openBracket() -> BracketScope? {
    let opening = index
    if openBrackets.count >= limits.nesting {
      reportDepth(.nestingTooDeep(current.range, limit: limits.nesting))
      if let closer = brackets.closer(of: opening) {
        index = closer
        advance()
      } else {
        index = tokens.count - 1
        hasReportedEnd = true
      }
      return nil
    }
    let bracket = BracketScope(
      index: opening, outerNewlinesEnd: newlinesEnd, outerTrailingClosures: trailingClosures,
      outerHeight: height)
    let isBlock = at(.leftBrace)
    // Lines keep their meaning where a bracket is never closed, so that only its own is lost.
    newlinesEnd = isBlock || brackets.closer(of: opening) == nil
    trailingClosures = .allowed
    height = 0
    openBrackets.append(opening)
    advance()
    return bracket
  }

  /// Consumes the closing bracket and makes one node of what was read since the opening one; false
  /// where that is too high a tree, which the caller then leaves out.
  func closeBracket(_ bracket: BracketScope) -> Bool {
    consumeCloser(of: bracket.index)
    openBrackets.removeLast()
    newlinesEnd = bracket.outerNewlinesEnd
    trailingClosures = bracket.outerTrailingClosures
    let fits = addNode()
    height = max(height, bracket.outerHeight)
    return fits
  }

  /// Begins a construct with children of its own; gives what `endFrame` needs.
  func beginFrame() -> Int {
    let outer = height
    height = 0
    return outer
  }

  /// Makes one node of what was read since the frame began.
  ///
  /// Brackets cut trees that are too high, so that the few nodes added here need no check of
  /// their own.
  func endFrame(_ outer: Int) {
    height = max(height + 1, outer)
  }

  /// Adds a node above what was read; false where the tree would get too deep.
  ///
  /// The caller then leaves `.missing` in place of what lies below, so the height begins again.
  /// `place` is where the node is, if not right before the current token.
  func addNode(at place: SourceRange? = nil) -> Bool {
    height += 1
    if height <= limits.treeDepth { return true }
    let last = tokens[max(0, index - 1)].range
    reportDepth(.treeTooDeep(place ?? last, limit: limits.treeDepth))
    height = 0
    return false
  }

  /// Reports that a statement is too deep, once for each statement of the file.
  func reportDepth(_ diagnostic: SyntaxDiagnostic) {
    if !hasReportedDepth { report(diagnostic) }
    hasReportedDepth = true
  }
}
