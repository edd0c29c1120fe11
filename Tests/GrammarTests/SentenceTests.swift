// Sentences made from the grammar are scripts without a syntax error.

import Testing

@testable import RehearsalSyntax

@Suite struct SentenceTests {
  private static let wanted = 3_000
  private static let attempts = 40_000

  @Test func sentencesOfTheGrammarAreParsedWithoutAFinding() throws {
    let grammar = try LanguageGrammar.file.get()
    var generator = SentenceGenerator(grammar.productions, seed: 1)
    var used: Set<String> = []
    var texts: Set<[UInt8]> = []
    for attempt in 0..<Self.attempts where texts.count < Self.wanted {
      let pieces = generator.sentence(from: "script")
      let seed = UInt64(attempt)
      guard let source = SentenceText.script(pieces, grammar.scripts, seed: seed),
        texts.insert(source.bytes).inserted
      else { continue }
      used.formUnion(generator.used)
      let text = String(decoding: source.bytes, as: UTF8.self)
      // Any two names may be the same, so parameters stand twice now and then.
      let findings = Parser.parse(source).diagnostics
        .filter { !Verdict.notOfTheGrammar.contains($0.identifier) }
      #expect(findings.isEmpty, "\(findings.map(\.message))\n\(text)")
      if texts.count.isMultiple(of: 20) {
        #expect(grammar.recognize(source).isAccepted, "\(text)")
      }
    }
    #expect(texts.count == Self.wanted)
    let unused = grammar.productions.filter { $0.kind == .syntax && !used.contains($0.name) }
    #expect(unused.map(\.name) == [])
  }
}
