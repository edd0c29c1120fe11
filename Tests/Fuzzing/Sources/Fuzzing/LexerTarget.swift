// The lexer's promises: tokens in order, inside the source, and an end that is the end.

import RehearsalSyntax

enum LexerTarget {
  static func check(_ source: SourceText) {
    let result = Lexer.tokenize(source)
    var end = 0
    for token in result.tokens {
      if Int(token.range.start) < end { broken("tokens overlap") }
      if token.range.end < token.range.start { broken("a token ends before it begins") }
      end = Int(token.range.end)
    }
    if end > source.bytes.count { broken("a token lies after the end of the source") }
    if result.tokens.last?.kind != .endOfFile { broken("there is no end of file") }
    if result.tokens.dropLast().contains(where: { $0.kind == .endOfFile }) {
      broken("the end of the file stands in the middle")
    }
  }
}
