// The formatter: a script in the standard layout. It goes over the tokens once and writes each as
// it is; only the white space between two tokens changes, and never where a line ends. Spaces that
// the parser gives a meaning stay as they were.

/// Lays out the text of scripts.
package struct Formatter {
  let source: SourceText
  let tokens: [Token]

  /// The index of the token that is being written.
  var index = 0

  /// Whether a line end is between `previous` and the token that is being written.
  var isAtLineStart = false

  /// The token written last.
  private var previous: Token?

  /// Whether a value may end with `previous`, so that a bracket or operator after it belongs
  /// to that value.
  private var isAfterOperand = false

  /// Whether `previous` is a `-` before its only operand.
  private var isAfterSign = false

  /// Whether `previous` is the `in` after a closure's parameters.
  private var isAfterParameterList = false

  /// The brackets around the token, the innermost last; the first stands for the file.
  private var frames = [Frame(kind: .block, lineIndentation: 0, contentIndentation: 0)]

  /// The indentation of the line that is being written, in levels.
  private var lineIndentation = 0

  private var output: [UInt8] = []
  private let lineEnd: [UInt8]

  /// The script in the house's layout; nil where it has errors.
  ///
  /// The result has the same tokens, comments and lines, save needless `;` and blank lines, and
  /// the same tree. Formatting it again changes nothing. Lines end as the first one between two
  /// tokens does.
  ///
  /// - Parameters:
  ///   - source: Any bytes.
  ///   - limits: How much to take on.
  /// - Returns: The text, or nil.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func format(
    _ source: SourceText, limits: SyntaxLimits = SyntaxLimits()
  ) -> String? {
    guard !Parser.parse(source, limits: limits).hasErrors else { return nil }
    var formatter = Formatter(source, Lexer.tokenize(source, limits: limits).tokens)
    formatter.formatTokens()
    return String(decoding: formatter.output, as: UTF8.self)
  }

  private init(_ source: SourceText, _ tokens: [Token]) {
    self.source = source
    self.tokens = tokens
    lineEnd = Self.firstLineEnd(of: source, tokens)
  }

  /// The first line end between two tokens; those in comments and strings are no one's layout.
  private static func firstLineEnd(of source: SourceText, _ tokens: [Token]) -> [UInt8] {
    var end = 0
    for token in tokens {
      for piece in Trivia(source, SourceRange(end, Int(token.range.start))).pieces {
        if case .lineEnd(let range) = piece {
          return Array(source.bytes[Int(range.start)..<Int(range.end)])
        }
      }
      end = Int(token.range.end)
    }
    return [UInt8(ascii: "\n")]
  }

  private mutating func formatTokens() {
    output.reserveCapacity(source.bytes.count)
    var trivia: Trivia?
    var triviaStart = 0
    while index < tokens.count {
      let token = tokens[index]
      let next = Trivia(source, SourceRange(triviaStart, Int(token.range.start)))
      if trivia == nil { trivia = next } else { trivia?.append(next) }
      triviaStart = Int(token.range.end)
      isAtLineStart = isAtLineStart || token.newlineBefore
      // What is around a `;` that is left out becomes one run of trivia.
      if !isRedundantSemicolon(token), let whole = trivia {
        write(whole, before: token)
        output += source.bytes[Int(token.range.start)..<triviaStart]
        advance(past: token)
        trivia = nil
        isAtLineStart = false
      }
      index += 1
    }
    if !output.isEmpty { output += lineEnd }
    if source.hasByteOrderMark { output.insert(contentsOf: source.bytes.prefix(3), at: 0) }
  }

  /// Writes the comments before a token, and the line ends and spaces that lead up to it.
  private mutating func write(_ trivia: Trivia, before token: Token) {
    var lineEnds = 0
    var width = 0
    var isBehindComment = false
    for piece in trivia.pieces {
      switch piece {
      case .space:
        width += 1
        continue
      case .lineEnd:
        lineEnds += 1
        width = 0
        continue
      case .lineComment(let range):
        // Comments after code keep their distance, for the author may have aligned them.
        writeSeparator(lineEnds, spaces: max(1, width), levels: commentIndentation(before: token))
        output += source.bytes[Int(range.start)..<Int(range.end)]
      case .blockComment(let range):
        writeSeparator(lineEnds, spaces: min(1, width), levels: commentIndentation(before: token))
        output += source.bytes[Int(range.start)..<Int(range.end)]
      }
      (lineEnds, width, isBehindComment) = (0, 0, true)
    }
    guard token.kind != .endOfFile else { return }
    let levels = indentation(of: token)
    if lineEnds > 0 || output.isEmpty { lineIndentation = levels }
    let spaces = isBehindComment ? min(1, width) : attaches(token) ? 0 : 1
    writeSeparator(lineEnds, spaces: spaces, levels: levels)
    if beginsItem(token) { frames[frames.count - 1].itemIndentation = lineIndentation }
  }

  /// Begins a new line, with at most one blank line before it, or continues with the current one.
  private mutating func writeSeparator(_ lineEnds: Int, spaces: Int, levels: Int) {
    let space = UInt8(ascii: " ")
    if output.isEmpty { return }
    if lineEnds == 0 {
      output += repeatElement(space, count: spaces)
    } else {
      for _ in 0..<min(2, lineEnds) { output += lineEnd }
      output += repeatElement(space, count: levels * 4)
    }
  }

  /// Whether a token is a `;` without which the statements are told apart all the same.
  private func isRedundantSemicolon(_ token: Token) -> Bool {
    guard token.isMark(.semicolon), index + 1 < tokens.count else { return false }
    guard let previous, !previous.isMark(.leftBrace) else { return true }
    let next = tokens[index + 1]
    if next.kind == .endOfFile { return true }
    if next.isMark(.rightBrace) || next.isMark(.semicolon) { return true }
    guard isAtLineStart || next.newlineBefore else { return false }
    // On a new line these never continue with the statement before.
    switch next.kind {
    case .name, .number, .stringStart, .multilineStringStart, .shorthandParameter,
      .punctuation(.leftParenthesis), .punctuation(.leftBracket):
      return true
    case .keyword(let keyword): return keyword.beginsStatement
    default: return false
    }
  }

  /// Notes what a token that was written means for those after it.
  private mutating func advance(past token: Token) {
    let isName = isPlainWord(token)
    updateFrames(token, isPlainWord: isName)
    switch token.kind {
    case .name, .number, .shorthandParameter, .stringEnd, .keyword(.true), .keyword(.false),
      .keyword(.nil):
      isAfterOperand = true
    case .punctuation(let mark): isAfterOperand = mark.isCloser
    default: isAfterOperand = isName
    }
    previous = token
  }

  /// Whether a token is a word that stands for a name: after a dot, or before a colon as a label.
  private func isPlainWord(_ token: Token) -> Bool {
    guard token.isWord else { return false }
    if let previous, previous.isMark(.dot) || previous.isMark(.optionalDot) { return true }
    switch token.kind {
    case .keyword(.true), .keyword(.false), .keyword(.nil): return false
    default: return following.isMark(.colon)
    }
  }

  /// The token after the one that is being written; the last one after itself.
  private var following: Token { tokens[min(index + 1, tokens.count - 1)] }
}

// MARK: - Spaces

extension Formatter {
  /// Whether a token touches the one before it on its line.
  private func attaches(_ token: Token) -> Bool {
    guard let previous else { return true }
    switch token.kind {
    case .stringText, .stringEnd, .interpolationStart, .interpolationEnd,
      .punctuation(.comma), .punctuation(.semicolon), .punctuation(.optionalDot),
      .punctuation(.rightParenthesis), .punctuation(.rightBracket):
      return true
    case .punctuation(.colon):
      return frames[frames.count - 1].openConditionals == 0
    case .punctuation(.dot) where isAfterOperand:
      // `press .home` has a symbol, `press.home` a member.
      return !token.spaceBefore
    case .punctuation(.leftParenthesis)
    where isAfterOperand || previous.kind == .foreignWord(.extension),
      .punctuation(.leftBracket) where isAfterOperand,
      .range where isAfterOperand:
      return true
    default:
      return attaches(token, after: previous)
    }
  }

  private func attaches(_ token: Token, after previous: Token) -> Bool {
    switch previous.kind {
    case .stringStart, .multilineStringStart, .stringText, .interpolationStart, .interpolationEnd,
      .punctuation(.leftParenthesis), .punctuation(.leftBracket), .punctuation(.dot),
      .punctuation(.optionalDot):
      return true
    case .prefix, .range:
      return isMark(token) || previous.newlineBefore ? !token.spaceBefore : true
    case .binary(.subtract):
      // At the start of a line `- b` continues with the line before, and `-b` does not.
      // A file whose first `;` was needless begins with what followed it.
      if previous.newlineBefore || index == 1 { return !token.spaceBefore }
      return isAfterSign && (isMark(token) ? !token.spaceBefore : true)
    default:
      return false
    }
  }

  /// Whether a token might become another one with an operator that touches it.
  private func isMark(_ token: Token) -> Bool {
    switch token.kind {
    case .prefix, .binary, .range, .punctuation(.dot): true
    default: false
    }
  }
}

// MARK: - Indentation

extension Formatter {
  /// A bracket that is open, or the file.
  struct Frame {
    /// What is told apart in it.
    enum Kind {
      /// Statements, or the members of an app, by lines and `;`.
      case block
      /// Entries of `device` or `info`, by lines, `;` and commas.
      case settings
      /// Elements, by commas.
      case list
    }

    let kind: Kind
    /// The levels of the line that begins with its closing bracket.
    let lineIndentation: Int
    /// The levels of a line in it that begins a statement or element.
    let contentIndentation: Int
    /// The levels of the line where its current statement or element began.
    var itemIndentation = 0
    /// How many `?` wait for their `:`.
    var openConditionals = 0
    /// Whether the current statement's own block is still to come.
    var awaitsBlock = false
    /// Whether a `for` waits for its `in`.
    var awaitsIn = false
    /// Whether a header is under way in which `in` follows a name: the options of a scenario, or
    /// what follows `choose`.
    var isInHeader = false

    init(kind: Kind, lineIndentation: Int, contentIndentation: Int) {
      self.kind = kind
      self.lineIndentation = lineIndentation
      self.contentIndentation = contentIndentation
      itemIndentation = lineIndentation
    }
  }

  private var frame: Frame { frames[frames.count - 1] }

  /// The levels of a line that begins with a token.
  func indentation(of token: Token) -> Int {
    if case .punctuation(let mark) = token.kind, mark.isCloser { return frame.lineIndentation }
    if beginsItem(token) { return frame.contentIndentation }
    if token.isMark(.comma), frame.kind != .block { return frame.contentIndentation }
    if token.isMark(.leftBrace) || token.kind == .keyword(.else) || token.kind == .keyword(.or) {
      return frame.itemIndentation
    }
    return frame.itemIndentation + 1
  }

  /// The levels of a comment on a line of its own before a token.
  private func commentIndentation(before token: Token) -> Int {
    if case .punctuation(let mark) = token.kind, mark.isCloser { return frame.contentIndentation }
    return token.kind == .endOfFile ? 0 : indentation(of: token)
  }

  /// Whether a statement, entry or element begins with a token.
  private func beginsItem(_ token: Token) -> Bool {
    guard let previous else { return true }
    if case .punctuation(let mark) = previous.kind, mark.closer != nil { return true }
    switch frame.kind {
    case .list: return previous.isMark(.comma)
    case .settings where previous.isMark(.comma): return true
    case .settings, .block: break
    }
    if previous.isMark(.semicolon) || isAfterParameterList { return true }
    return isAtLineStart && !isIncomplete(previous) && !continuesStatement(token)
  }

  /// Whether a statement cannot end with the token written last.
  private func isIncomplete(_ previous: Token) -> Bool {
    switch previous.kind {
    case .binary, .prefix, .range, .assignment: return true
    case .punctuation(let mark): return !mark.isCloser
    case .keyword(.return), .keyword(.break), .keyword(.continue): return false
    case .keyword: return !isAfterOperand
    default: return false
    }
  }

  /// Whether a token at the start of a line continues with the statement before.
  private func continuesStatement(_ token: Token) -> Bool {
    switch token.kind {
    case .punctuation(.dot), .punctuation(.optionalDot), .punctuation(.question),
      .punctuation(.colon), .punctuation(.comma), .punctuation(.leftBrace):
      return true
    case .keyword(.else), .keyword(.or), .keyword(.within), .keyword(.throughout), .keyword(.in):
      return !isPlainWord(token)
    case .binary, .range:
      return following.spaceBefore
    default:
      return false
    }
  }

  /// Opens and closes frames, and notes what the current one waits for.
  private mutating func updateFrames(_ token: Token, isPlainWord: Bool) {
    let last = frames.count - 1
    if beginsItem(token) {
      frames[last].awaitsBlock = false
      frames[last].isInHeader = false
    }
    isAfterSign = token.kind == .binary(.subtract) && !isAfterOperand
    isAfterParameterList = false
    switch token.kind {
    case .name where beginsHeader(token):
      frames[last].awaitsBlock = true
      frames[last].isInHeader = true
    case .punctuation(.question): frames[last].openConditionals += 1
    case .punctuation(.colon):
      frames[last].openConditionals = max(0, frames[last].openConditionals - 1)
    case .punctuation(.leftBrace): openBrace()
    case .punctuation(.leftParenthesis), .punctuation(.leftBracket), .interpolationStart:
      open(.list, lineIndentation: lineIndentation)
    case .punctuation(let mark) where mark.isCloser: close()
    case .interpolationEnd: close()
    case .keyword(let keyword) where !isPlainWord: updateFrame(after: keyword)
    default: break
    }
  }

  /// Whether a declaration begins with a token that has a title and options before its block.
  private func beginsHeader(_ token: Token) -> Bool {
    guard beginsItem(token), !token.isQuoted, following.kind == .stringStart else { return false }
    switch ContextualKeyword(rawValue: source.text(in: token.range)) {
    case .scenario, .explore: return true
    default: return false
    }
  }

  private mutating func updateFrame(after keyword: Keyword) {
    let last = frames.count - 1
    switch keyword {
    case .if, .guard, .while, .func:
      frames[last].awaitsBlock = true
    case .choose, .or:
      frames[last].awaitsBlock = true
      frames[last].isInHeader = true
    case .for:
      frames[last].awaitsBlock = true
      frames[last].awaitsIn = true
    case .in:
      isAfterParameterList = !frames[last].awaitsIn && !frames[last].isInHeader
      frames[last].awaitsIn = false
    default: break
    }
  }

  private mutating func openBrace() {
    let outer = frame
    frames[frames.count - 1].awaitsBlock = false
    frames[frames.count - 1].isInHeader = false
    // Semicolons before the first entry are left out, and tell nothing.
    let first = tokens[min(index + 1, tokens.count - 1)...].firstIndex { !$0.isMark(.semicolon) }
    let key = tokens[first ?? tokens.count - 1]
    let behindKey = tokens[min((first ?? tokens.count) + 1, tokens.count - 1)]
    let isSettings = key.isWord && behindKey.isMark(.colon)
    // The block of a header that takes several lines belongs to the line where it began.
    open(
      isSettings ? .settings : .block,
      lineIndentation: outer.awaitsBlock ? outer.itemIndentation : lineIndentation)
  }

  private mutating func open(_ kind: Frame.Kind, lineIndentation: Int) {
    frames.append(
      Frame(
        kind: kind, lineIndentation: lineIndentation, contentIndentation: lineIndentation + 1))
  }

  private mutating func close() {
    // The script has no errors, so its brackets match; the file's own frame stays in any case.
    if frames.count > 1 { frames.removeLast() }
  }
}
