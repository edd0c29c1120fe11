// Where a line begins. What stands in brackets is one level deeper than the line that opens them,
// and a line that goes on with a statement or element one level deeper than the line where that
// began. Nothing here changes what the script means.

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
    if token.isMark(.leftBrace) || token.kind == .keyword(.else) { return frame.itemIndentation }
    return frame.itemIndentation + 1
  }

  /// The levels of a comment on a line of its own before a token.
  func commentIndentation(before token: Token) -> Int {
    if case .punctuation(let mark) = token.kind, mark.isCloser { return frame.contentIndentation }
    return token.kind == .endOfFile ? 0 : indentation(of: token)
  }

  /// Whether a statement, entry or element begins with a token.
  func beginsItem(_ token: Token) -> Bool {
    guard let previous else { return true }
    if case .punctuation(let mark) = previous.kind, mark.closer != nil { return true }
    switch frame.kind {
    case .list: return previous.isMark(.comma)
    case .settings where previous.isMark(.comma): return true
    case .settings, .block: break
    }
    if previous.isMark(.semicolon) || isBehindParameterList { return true }
    return isAtLineStart && !isIncomplete(previous) && !goesOn(token)
  }

  /// Whether a statement cannot end with the token written last.
  private func isIncomplete(_ previous: Token) -> Bool {
    switch previous.kind {
    case .binary, .prefix, .range, .assignment: return true
    case .punctuation(let mark): return !mark.isCloser
    case .keyword(.return), .keyword(.break), .keyword(.continue): return false
    case .keyword: return !isBehindOperand
    default: return false
    }
  }

  /// Whether a token at the start of a line goes on with the statement before.
  private func goesOn(_ token: Token) -> Bool {
    switch token.kind {
    case .punctuation(.dot), .punctuation(.optionalDot), .punctuation(.question),
      .punctuation(.colon), .punctuation(.comma), .punctuation(.leftBrace):
      return true
    case .keyword(.else), .keyword(.within), .keyword(.throughout), .keyword(.in):
      return !isPlainWord(token)
    case .binary, .range:
      return following.spaceBefore
    default:
      return false
    }
  }

  /// Opens and closes frames, and notes what the current one waits for.
  mutating func updateFrames(_ token: Token, isPlainWord: Bool) {
    let last = frames.count - 1
    if beginsItem(token) { frames[last].awaitsBlock = false }
    isBehindSign = token.kind == .binary(.subtract) && !isBehindOperand
    isBehindParameterList = false
    switch token.kind {
    case .punctuation(.question): frames[last].openConditionals += 1
    case .punctuation(.colon):
      frames[last].openConditionals = max(0, frames[last].openConditionals - 1)
    case .punctuation(.leftBrace): openBrace()
    case .punctuation(.leftParenthesis), .punctuation(.leftBracket), .interpolationStart:
      open(.list, lineIndentation: lineIndentation)
    case .punctuation(let mark) where mark.isCloser: close()
    case .interpolationEnd: close()
    case .keyword(let keyword) where !isPlainWord: note(keyword)
    default: break
    }
  }

  private mutating func note(_ keyword: Keyword) {
    let last = frames.count - 1
    switch keyword {
    case .if, .guard, .while, .func:
      frames[last].awaitsBlock = true
    case .for:
      frames[last].awaitsBlock = true
      frames[last].awaitsIn = true
    case .in:
      isBehindParameterList = !frames[last].awaitsIn
      frames[last].awaitsIn = false
    default: break
    }
  }

  private mutating func openBrace() {
    let outer = frame
    frames[frames.count - 1].awaitsBlock = false
    let key = following
    let behindKey = tokens[min(index + 2, tokens.count - 1)]
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
