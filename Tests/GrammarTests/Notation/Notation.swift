// What a grammar in the W3C's EBNF consists of: productions, each with a name, a comment and an
// expression. `NotationReader` makes it from text; nothing here knows the language it describes.

/// The right side of a production, or a part of it.
indirect enum NotationExpression: Equatable, Sendable {
  /// A quoted text.
  case literal(String)
  /// One character of a set: `[a-z]`, `#x20`.
  case character(CharacterSet)
  /// The name of a production.
  case reference(String)
  case sequence([NotationExpression])
  case choice([NotationExpression])
  /// `?`, `*` and `+`: a part that may be missing, may be repeated, or both.
  case repeated(NotationExpression, atLeastOnce: Bool, isBounded: Bool)

  /// Characters that a set holds, or with `isNegated` those that it does not.
  struct CharacterSet: Equatable, Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }

  /// Visits the expression and all its parts, from the outside in.
  func visit(_ body: (NotationExpression) -> Void) {
    body(self)
    switch self {
    case .literal, .character, .reference: break
    case .sequence(let parts), .choice(let parts): for part in parts { part.visit(body) }
    case .repeated(let part, _, _): part.visit(body)
    }
  }
}

/// One rule of a grammar.
struct Production: Sendable {
  /// What a production is made of, which its name tells.
  enum Kind {
    /// Small letters: tokens.
    case syntax
    /// Capitals: characters.
    case token
    /// Capitals, made of the empty text: a condition on the place.
    case condition
  }

  let name: String
  /// The comment before it; nil where there is none.
  let comment: String?
  let expression: NotationExpression

  var kind: Kind {
    if name.contains(where: \.isLowercase) { return .syntax }
    return expression == .literal("") ? .condition : .token
  }
}
