// Which bracket closes which, known before parsing begins. The parser recovers by it: a fault
// between two brackets that match ends at the closing one, and a bracket without a partner is
// reported once, where it stands.

/// The partners of all brackets, strings and interpolations of a list of tokens.
struct BracketTable: Sendable {
  /// For each token the index of the token that closes it; -1 where there is none.
  private let closers: [Int32]

  /// The index of the last `}` that closes nothing; -1 where every one has a partner.
  let lastStrayBrace: Int

  /// How many brackets, strings and interpolations are open at the end of the text.
  let openCount: Int

  /// How far back a closing bracket looks for its partner; deeper nesting is an error anyway,
  /// and the bound keeps a text of closing brackets linear.
  private static let reach = 256

  /// Pairs the brackets of a source.
  ///
  /// A `}` is taken to be stronger than `)` and `]`: a round bracket that is open where a block
  /// ends has no partner, but a `)` inside a block never closes what was opened outside.
  ///
  /// - Complexity: O(n) in the number of tokens.
  init(_ tokens: [Token]) {
    var closers = [Int32](repeating: -1, count: tokens.count)
    var open: [Int] = []
    var lastStrayBrace = -1
    for (index, token) in tokens.enumerated() {
      if Self.isOpening(token.kind) {
        open.append(index)
      } else if let position = Self.partner(of: token, in: open, tokens) {
        closers[open[position]] = Int32(index)
        open.removeSubrange(position...)
      } else if token.isMark(.rightBrace) {
        lastStrayBrace = index
      }
    }
    self.closers = closers
    self.lastStrayBrace = lastStrayBrace
    self.openCount = open.count
  }

  /// The index of the token that closes the one at an index.
  func closer(of index: Int) -> Int? {
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

  /// Where among the open brackets the partner of a closing one stands.
  private static func partner(of token: Token, in open: [Int], _ tokens: [Token]) -> Int? {
    var position = open.count - 1
    switch token.kind {
    case .stringEnd, .interpolationEnd:
      // The lexer nests these well: brackets left open inside an interpolation end with it.
      while position >= 0, !isPartner(tokens[open[position]].kind, of: token.kind) {
        position -= 1
      }
      return position < 0 ? nil : position
    case .punctuation(let mark) where mark.isCloser:
      while position >= 0, open.count - position <= reach {
        let opening = tokens[open[position]]
        guard case .punctuation(let openingMark) = opening.kind else { return nil }
        if openingMark.closer == mark { return position }
        let isWeaker = mark == .rightBrace || openingMark != .leftBrace
        guard isWeaker else { return nil }
        position -= 1
      }
      return nil
    default:
      return nil
    }
  }

  private static func isPartner(_ opening: Token.Kind, of closing: Token.Kind) -> Bool {
    switch opening {
    case .interpolationStart: closing == .interpolationEnd
    case .stringStart, .multilineStringStart: closing == .stringEnd
    default: false
    }
  }
}
