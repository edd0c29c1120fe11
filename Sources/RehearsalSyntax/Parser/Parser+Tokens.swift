// How the parser looks at tokens and takes them, and how it reads names and places from them.

extension Parser {
  /// The token to be read next.
  var current: Token { tokens[index] }

  /// The token a number of tokens ahead; the last one where there are not so many.
  func peek(_ count: Int = 1) -> Token { tokens[min(index + count, tokens.count - 1)] }

  /// The offset behind the token read last.
  var previousEnd: Int { index == 0 ? 0 : Int(tokens[index - 1].range.end) }

  /// The offset of the token to be read next.
  var start: Int { Int(current.range.start) }

  /// Whether the source has been read to its end.
  var isAtEnd: Bool { current.kind == .endOfFile }

  func at(_ mark: Punctuation) -> Bool { current.kind == .punctuation(mark) }

  func at(_ keyword: Keyword) -> Bool { current.kind == .keyword(keyword) }

  /// Steps behind the current token.
  func advance() {
    if index < tokens.count - 1 { index += 1 }
  }

  /// Takes a mark where it stands.
  func take(_ mark: Punctuation) -> Bool {
    guard at(mark) else { return false }
    advance()
    return true
  }

  /// Takes a keyword where it stands.
  func take(_ keyword: Keyword) -> Bool {
    guard at(keyword) else { return false }
    advance()
    return true
  }

  /// From an offset to behind the token read last.
  func range(from start: Int) -> SourceRange { SourceRange(start, max(start, previousEnd)) }

  /// The empty place behind the token read last, where something is missing.
  var missingRange: SourceRange { SourceRange(previousEnd, previousEnd) }

  /// Stands for an expression that could not be read.
  var missingExpression: Expression { Expression(.missing, missingRange) }

  /// The text of a token as a name, without back-ticks.
  func name(of token: Token) -> Name {
    let cut = token.isQuoted ? 1 : 0
    let inner = SourceRange(Int(token.range.start) + cut, Int(token.range.end) - cut)
    return Name(source.text(in: inner), token.range)
  }

  /// Whether a token is spelled like a word, and not in back-ticks.
  func isWord(_ token: Token, _ word: String) -> Bool {
    token.kind == .name && !token.isQuoted && token.range.count == word.utf8.count
      && source.bytes[Int(token.range.start)..<Int(token.range.end)].elementsEqual(word.utf8)
  }

  /// Takes the name of something that is declared; a reserved word is reported and taken.
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
    fail(.expectedName(what, found: foundHere, at: faultRange))
    return nil
  }
}
