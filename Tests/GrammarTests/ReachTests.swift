// Each production of the grammar is used by some valid script, and each token and the spacing
// before it are made by the productions of characters.

import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct ReachTests {
  /// The samples and the scripts of the repository that are valid.
  private static func validScripts() throws -> [SourceText] {
    let texts = Samples.valid.map { SourceText(name: "sample", $0) } + (try Samples.scripts())
    return texts.filter { Verdict(of: $0) == .valid }
  }

  @Test func everyProductionIsReached() throws {
    let unused = try Self.productions(notReachedBy: Self.validScripts())
    #expect(unused == [], "write a script or a sample that needs them")
  }

  @Test func everyProductionIsShownByTheGuide() throws {
    let page = try Repository.text(of: "Sources/Rehearsal/Documentation.docc/LanguageGuide.md")
    let scripts = MarkdownExample.all(in: page).map {
      SourceText(name: "LanguageGuide.md:\($0.line)", $0.text)
    }
    let unused = try Self.productions(notReachedBy: scripts.filter { Verdict(of: $0) == .valid })
    // What an app has of views is shown when it is played.
    let later = ["view"]
    #expect(unused == later, "show them in the guide")
  }

  /// The productions of which no script makes use, in the order of their names.
  private static func productions(notReachedBy scripts: [SourceText]) throws -> [String] {
    let grammar = try LanguageGrammar.file.get()
    var unused = Set(grammar.productions.map(\.name))
    var seen: Set<String> = []
    for source in scripts where !unused.isEmpty {
      unused.subtract(grammar.recognize(source).productionsUsed())
      for (text, name) in pieces(of: source)
      where text.utf8.count < longestPiece && seen.insert(name + text).inserted {
        unused.remove(name)
        if let recognizer = grammar.recognize(text, as: name) {
          unused.subtract(recognizer.productionsUsed())
        }
      }
    }
    return unused.sorted()
  }

  @Test func everyTokenIsMadeOfItsCharacters() throws {
    let grammar = try LanguageGrammar.file.get()
    var seen: Set<String> = []
    for source in TestTier.sample(try Self.validScripts(), oneOf: 6) {
      for (text, name) in Self.pieces(of: source)
      where text.utf8.count < Self.longestPiece && seen.insert(name + text).inserted {
        let isMade = grammar.recognize(text, as: name)?.isAccepted
        #expect(isMade == true, "\(name) does not make `\(text)` of \(source.name)")
      }
    }
    #expect(seen.count > 100)
  }

  @Test(arguments: [
    ("NUMBER", "1."), ("NUMBER", "1e"), ("NUMBER", "5m"), ("NUMBER", "0x"), ("NUMBER", "1e3s"),
    ("NUMBER", "_1"), ("NAME", "1a"), ("NAME", "`a"), ("NAME", "a-b"), ("SHORTHAND_PARAMETER", "$"),
    ("SHORTHAND_PARAMETER", "$a"), ("STRING_TEXT", "\\q"), ("STRING_TEXT", "\\"),
    ("STRING_TEXT", "\\u{}"), ("SPACING", "a"), ("SPACING", "/* /* */"), ("SPACING", "// a\nb"),
  ])
  func whatIsNoTokenIsNotMade(name: String, text: String) throws {
    #expect(try LanguageGrammar.file.get().recognize(text, as: name)?.isAccepted == false)
  }

  private static let longestPiece = 120

  /// The texts of a script that productions of characters make, each with its production.
  private static func pieces(of source: SourceText) -> [(text: String, name: String)] {
    var pieces: [(text: String, name: String)] = []
    var end: UInt32 = 0
    for token in Lexer.tokenize(source).tokens {
      // Strings have no spacing inside, and the first line may be no token of the language.
      if token.spaceBefore, token.range.start > end, end > 0 {
        pieces.append((source.text(in: SourceRange(Int(end), Int(token.range.start))), "SPACING"))
      }
      end = UInt32(token.range.end)
      if case .token(let name) = TokenInput.terminal(of: token, in: source) {
        pieces.append((source.text(in: token.range), name))
      }
    }
    return pieces
  }
}
