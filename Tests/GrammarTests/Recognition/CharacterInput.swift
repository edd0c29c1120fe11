// The text of one token, or of what stands between two, as the recogniser's input.

/// Characters as letters.
struct CharacterInput: RecognizerInput {
  private let scalars: [Unicode.Scalar]
  private let grammar: FlatGrammar

  init(_ text: String, _ grammar: FlatGrammar) {
    scalars = Array(text.unicodeScalars)
    self.grammar = grammar
  }

  var count: Int { scalars.count }

  func terminals(at place: Int) -> [Int] {
    guard place < scalars.count else { return [] }
    let scalar = scalars[place]
    return grammar.terminals.indices.filter { index in
      switch grammar.terminals[index] {
      case .literal(let text): text.unicodeScalars.elementsEqual([scalar])
      case .character(let set): grammar.characterSets[set].contains(scalar)
      case .token: false
      }
    }
  }

  func holds(condition: Int, at place: Int) -> Bool { true }
}
