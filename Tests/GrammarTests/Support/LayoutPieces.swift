// What a formatter has to keep of a text besides its tree: the tokens, the comments, and where a
// blank line stands. A `;` may go where a line end does its work.

@testable import RehearsalSyntax

/// The pieces of a script in their order.
struct LayoutPieces {
  /// Tokens and comments as they are written; a blank line is an empty piece.
  private(set) var pieces: [String] = []
  private var lineEnds = 0

  init(_ source: SourceText) {
    var end = 0
    for token in Lexer.tokenize(source).tokens {
      for piece in Trivia(source, SourceRange(end, Int(token.range.start))).pieces {
        switch piece {
        case .lineComment(let range), .blockComment(let range): add(source.text(in: range))
        case .lineEnd: lineEnds += 1
        case .space: continue
        }
      }
      end = Int(token.range.end)
      // Blank lines at the end of a file are nobody's.
      if !token.isMark(.semicolon), token.kind != .endOfFile { add(source.text(in: token.range)) }
    }
  }

  private mutating func add(_ piece: String) {
    if lineEnds > 1, !pieces.isEmpty { pieces.append("") }
    lineEnds = 0
    pieces.append(piece)
  }
}
