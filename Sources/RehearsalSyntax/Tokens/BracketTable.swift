// The table of matching brackets, made before parsing. The parser recovers by it: an error between
// matching brackets ends at the closing one, and a bracket without a partner is reported once.

/// The partners of all brackets, strings and interpolations of a list of tokens.
package struct BracketTable: Sendable {
  /// For each token the index of the token that closes it; -1 where there is none.
  private let closers: [Int32]

  /// The index of the last `}` that closes nothing; -1 where every one has a partner.
  let lastStrayBrace: Int

  /// How many brackets, strings and interpolations are open at the end of the text.
  let openCount: Int

  /// How far back a closing bracket looks for its partner; deeper nesting is an error anyway,
  /// and the bound keeps a text of closing brackets linear.
  private static let reach = 256

  /// A bracket whose partner is still to come.
  private struct Opening {
    let index: Int
    let kind: Token.Kind
    /// The number of lines with tokens before it.
    let line: Int
  }

  /// What a closing bracket does to those that are open.
  private enum Match {
    /// It closes the one at a position; those above have no partner.
    case closes(Int)
    /// It takes the place of the closing bracket of the last one.
    case mistyped
    /// It closes nothing.
    case stray
  }

  /// Pairs the brackets of a source.
  ///
  /// A `}` is taken to be stronger than `)` and `]`: a round bracket that is open where a block
  /// ends has no partner, but a `)` inside a block never closes what was opened outside.
  ///
  /// - Complexity: O(n) in the number of tokens.
  package init(_ tokens: [Token]) {
    var closers = [Int32](repeating: -1, count: tokens.count)
    var open: [Opening] = []
    var lastStrayBrace = -1
    var line = 0
    for (index, token) in tokens.enumerated() {
      if token.newlineBefore { line += 1 }
      if Self.isOpening(token.kind) {
        open.append(Opening(index: index, kind: token.kind, line: line))
        continue
      }
      guard Self.isClosing(token.kind) else { continue }
      switch Self.match(token.kind, line: line, open) {
      case .closes(let position):
        closers[open[position].index] = Int32(index)
        open.removeSubrange(position...)
      case .mistyped:
        open.removeLast()
      case .stray:
        if token.isMark(.rightBrace) { lastStrayBrace = index }
      }
    }
    self.closers = closers
    self.lastStrayBrace = lastStrayBrace
    self.openCount = open.count
  }

  /// The index of the token that closes the one at an index.
  package func closer(of index: Int) -> Int? {
    let closer = Int(closers[index])
    return closer < 0 ? nil : closer
  }

  /// Whether a token opens what another one closes.
  static func isOpening(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .stringStart, .multilineStringStart, .interpolationStart: true
    case .punctuation(let mark): mark.closer != nil
    default: false
    }
  }

  private static func isClosing(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .stringEnd, .interpolationEnd: true
    case .punctuation(let mark): mark.isCloser
    default: false
    }
  }

  private static func match(_ kind: Token.Kind, line: Int, _ open: [Opening]) -> Match {
    guard case .punctuation(let mark) = kind else {
      // The lexer nests these well: brackets left open inside an interpolation end with it.
      let position = open.lastIndex { isPartner($0.kind, of: kind) }
      return position.map { .closes($0) } ?? .stray
    }
    guard let last = open.last, case .punctuation(let lastMark) = last.kind else { return .stray }
    if lastMark.closer == mark { return .closes(open.count - 1) }
    // `[1, 2)` is mistyped, even where a `(` of an earlier line would be glad of the `)`.
    let isMistyped = last.line == line && lastMark != .leftBrace && mark != .rightBrace
    for position in open.indices.reversed().dropFirst().prefix(reach) {
      guard case .punctuation(let opening) = open[position].kind else { break }
      if opening.closer == mark {
        return isMistyped && open[position].line < line ? .mistyped : .closes(position)
      }
      if mark != .rightBrace, opening == .leftBrace || lastMark == .leftBrace { break }
    }
    return isMistyped ? .mistyped : .stray
  }

  private static func isPartner(_ opening: Token.Kind, of closing: Token.Kind) -> Bool {
    switch opening {
    case .interpolationStart: closing == .interpolationEnd
    case .stringStart, .multilineStringStart: closing == .stringEnd
    default: false
    }
  }
}
