// The tokens of a document with their brackets: what features read that need no tree, since an
// unfinished text has none.

import RehearsalSyntax

/// The tokens of a text, and which of them belong together.
struct LexedText {
  let source: SourceText
  let tokens: [Token]
  let brackets: BracketTable

  init(_ source: SourceText) {
    self.source = source
    tokens = Lexer.tokenize(source).tokens
    brackets = BracketTable(tokens)
  }

  func text(of index: Int) -> String {
    tokens.indices.contains(index) ? source.text(in: tokens[index].range) : ""
  }

  /// The token in which a place lies, or which ends there; of two the one that begins there.
  func index(at offset: Int) -> Int? {
    let place = Int32(clamping: offset)
    return tokens.lastIndex {
      $0.range.start <= place && place <= $0.range.end && $0.range.count > 0
    }
  }

  /// The string literal of one line without interpolations in which a place lies: where its text
  /// is, and what the text is.
  func plainString(at offset: Int) -> (quote: Int, content: SourceRange)? {
    guard var index = index(at: offset) else { return nil }
    if tokens[index].kind == .stringEnd || tokens[index].kind == .stringText { index -= 1 }
    if index > 0, tokens[index].kind == .stringText { index -= 1 }
    return plainString(startingAt: index)
  }

  /// The text of the string literal that begins with a token; nil for anything else.
  func plainString(startingAt index: Int) -> (quote: Int, content: SourceRange)? {
    guard tokens.indices.contains(index), tokens[index].kind == .stringStart,
      let closer = brackets.closer(of: index), closer <= index + 2,
      closer == index + 1 || tokens[index + 1].kind == .stringText
    else { return nil }
    let content = SourceRange(Int(tokens[index].range.end), Int(tokens[closer].range.start))
    return (index, content)
  }

  /// Whether a name follows a value and its dot, so that it is a member.
  func isMember(_ index: Int) -> Bool {
    guard index > 0, tokens[index - 1].isMark(.dot) || tokens[index - 1].isMark(.optionalDot) else {
      return false
    }
    if tokens[index - 1].isMark(.optionalDot) { return true }
    guard index > 1, !tokens[index - 1].spaceBefore else { return false }
    switch tokens[index - 2].kind {
    case .name, .stringEnd, .shorthandParameter, .punctuation(.rightParenthesis),
      .punctuation(.rightBracket), .punctuation(.rightBrace):
      return true
    default: return false
    }
  }

  /// Whether a name follows a dot alone, so that it is a symbol.
  func isSymbol(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].isMark(.dot) && !isMember(index)
  }

  /// Whether a word begins a declaration: it is one of those words, and comes first.
  func declares(_ index: Int) -> Bool {
    guard tokens[index].kind == .name, !tokens[index].isQuoted,
      ContextualKeyword(rawValue: text(of: index)) != nil, index + 1 < tokens.count
    else { return false }
    let isFirst =
      index == 0 || tokens[index].newlineBefore || tokens[index - 1].isMark(.leftBrace)
      || tokens[index - 1].isMark(.semicolon) || tokens[index - 1].isMark(.rightBrace)
      || tokens[index - 1].kind == .keyword(.choose)
    guard isFirst, !tokens[index + 1].newlineBefore else { return false }
    switch tokens[index + 1].kind {
    case .name, .stringStart, .punctuation(.leftBrace), .punctuation(.leftParenthesis): return true
    default: return false
    }
  }
}
