// Spells a sentence: gives each token a text and puts between two tokens what the conditions ask
// for, or what chance brings where they ask for nothing. Whether all conditions came true shows
// only in the text as a whole, so a sentence that broke one is refused.

import TestSupport

@testable import RehearsalSyntax

/// A sentence as a script.
struct SentenceText {
  private(set) var text = ""
  private var random: SeededGenerator
  /// The strings that are open, with whether they have many lines.
  private var strings: [Bool] = []
  private var isInText = false
  private var interpolations = 0

  private static let spellings: [String: [String]] = [
    "NAME": [
      "a", "b", "Notes", "item2", "über", "名前", "`in`", "`switch`", "print", "launch", "draft",
      "x_y", "f", "g", "state",
    ],
    "PLACEHOLDER": ["_"],
    "NUMBER": ["0", "42", "1_000", "0xFF", "0b101", "2.5", "1e9", "250ms", "1.5s", "2min", "80MB"],
    "SHORTHAND_PARAMETER": ["$0", "$1"],
    "STRING_TEXT": ["x", "two words", "\\n", "\\u{1F600}", "it's", "{ }", "// no comment", "é"],
    "INTERPOLATION_START": ["\\("],
    "INTERPOLATION_END": [")"],
  ]

  /// Spells the pieces of a sentence.
  ///
  /// - Returns: The script; nil where a condition does not hold in it, or the tokens came together
  ///   as others.
  static func script(
    _ pieces: [SentenceGenerator.Piece], _ grammar: FlatGrammar, seed: UInt64
  ) -> SourceText? {
    var speller = SentenceText(random: SeededGenerator(seed: seed))
    for (index, piece) in pieces.enumerated() {
      if case .condition = piece { continue }
      let conditions = pieces[..<index].reversed().prefix {
        if case .condition = $0 { true } else { false }
      }
      speller.append(piece, conditions: Array(conditions))
    }
    let source = SourceText(name: "sentence", speller.text)
    return holds(pieces, in: source, grammar) ? source : nil
  }

  private init(random: SeededGenerator) { self.random = random }

  private mutating func append(
    _ piece: SentenceGenerator.Piece, conditions: [SentenceGenerator.Piece]
  ) {
    switch piece {
    case .condition: break
    case .literal(let spelling):
      text += gap(conditions, before: spelling) + spelling
    case .token("STRING_START"), .token("MULTILINE_STRING_START"):
      // A text of many lines has no place in the one line of an interpolation.
      let isMultiline = piece == .token("MULTILINE_STRING_START") && interpolations == 0
      text += gap(conditions, before: "\"") + (isMultiline ? "\"\"\"\n" : "\"")
      strings.append(isMultiline)
      isInText = true
    case .token("STRING_END"):
      text += strings.popLast() == true ? "\n\"\"\"" : "\""
      isInText = false
    case .token(let name):
      let spelling = Self.spellings[name]?.randomElement(using: &random) ?? name
      text += (isInText ? "" : gap(conditions, before: spelling)) + spelling
      if name == "INTERPOLATION_START" {
        (isInText, interpolations) = (false, interpolations + 1)
      } else if name == "INTERPOLATION_END" {
        (isInText, interpolations) = (true, interpolations - 1)
      }
    }
  }

  /// What stands before a token.
  private mutating func gap(_ conditions: [SentenceGenerator.Piece], before next: String) -> String
  {
    if text.isEmpty || conditions.contains(.condition("NO_SPACE")) { return "" }
    let lineEnds = ["\n", "\r\n", "  // so\n", "\n\n  "]
    if conditions.contains(.condition("NEW_LINE")) {
      return lineEnds.randomElement(using: &random) ?? "\n"
    }
    let mustStay = ["SAME_LINE", "SPACE", "GOES_ON", "TRAILING"].contains {
      conditions.contains(.condition($0))
    }
    if !mustStay, interpolations == 0, random.isOnce(in: 8) {
      return lineEnds.randomElement(using: &random) ?? "\n"
    }
    if random.isOnce(in: 20) { return " /* so */ " }
    let touches = "([{,;:)]}".contains(next.first ?? " ") || "([{,;".contains(text.last ?? " ")
    let needsSpace = conditions.contains(.condition("SPACE"))
    return touches && !needsSpace && random.isOnce(in: 2) ? "" : " "
  }

  /// Whether a script has just the tokens of the pieces, and all conditions hold in it.
  private static func holds(
    _ pieces: [SentenceGenerator.Piece], in source: SourceText, _ grammar: FlatGrammar
  ) -> Bool {
    let input = TokenInput(source, grammar)
    var place = 0
    for piece in pieces {
      var wanted: FlatGrammar.Terminal
      switch piece {
      case .condition(let name):
        guard let condition = TokenInput.Condition(rawValue: name),
          input.holds(condition, at: place)
        else { return false }
        continue
      case .literal(let text): wanted = .literal(text)
      case .token(let name): wanted = .token(name)
      }
      let token = input.tokens[place]
      if token.kind == .stringStart { wanted = .token("STRING_START") }
      guard place < input.count, TokenInput.terminal(of: token, in: source) == wanted else {
        return false
      }
      place += 1
    }
    return place == input.count
  }
}
