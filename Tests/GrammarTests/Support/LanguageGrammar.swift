// The grammar under test, read from the repository's own file, with recognisers for scripts and
// for the text of tokens.

import Foundation
import TestSupport

@testable import RehearsalSyntax

/// `Grammar/rehearsal.ebnf`, ready for use.
struct LanguageGrammar: Sendable {
  let productions: [Production]
  let scripts: FlatGrammar
  let tokens: FlatGrammar

  /// Read once; it never changes.
  static let file = Result { try LanguageGrammar() }

  private init() throws {
    productions = try NotationReader.read(try Repository.text(of: "Grammar/rehearsal.ebnf"))
    scripts = FlatGrammar(productions, level: .tokens)
    tokens = FlatGrammar(productions, level: .characters)
  }

  /// Follows the grammar along a script.
  func recognize(_ source: SourceText) -> Recognizer<TokenInput> {
    let input = TokenInput(source, scripts)
    return Recognizer(scripts, input, from: scripts.nonterminal(named: "script") ?? 0)
  }

  /// Follows a production of characters along a text.
  func recognize(_ text: String, as name: String) -> Recognizer<CharacterInput>? {
    tokens.nonterminal(named: name).map {
      Recognizer(tokens, CharacterInput(text, tokens), from: $0)
    }
  }
}
