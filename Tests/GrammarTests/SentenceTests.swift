// Sentences made from the grammar are scripts without a syntax error, and their layout can be
// changed without changing what they say.

import Testing

@testable import RehearsalSyntax

@Suite struct SentenceTests {
  /// Different sentences, and the productions that they were made by.
  private static func sentences(
    _ count: Int, seed: UInt64, _ grammar: LanguageGrammar
  ) -> (sources: [SourceText], used: Set<String>) {
    var generator = SentenceGenerator(grammar.productions, seed: seed)
    var used: Set<String> = []
    var texts: Set<[UInt8]> = []
    var sources: [SourceText] = []
    for attempt in 0..<count * 14 where sources.count < count {
      let pieces = generator.sentence(from: "script")
      guard
        let source = SentenceText.script(
          pieces, grammar.scripts, seed: seed &* 1000 &+ UInt64(attempt)),
        texts.insert(source.bytes).inserted
      else { continue }
      used.formUnion(generator.used)
      sources.append(source)
    }
    return (sources, used)
  }

  /// What the parser finds; any two names may be the same, so parameters stand twice now and then.
  private static func findings(in script: ParsedScript) -> [String] {
    script.diagnostics.filter { !Verdict.notOfTheGrammar.contains($0.identifier) }.map(\.message)
  }

  @Test func sentencesOfTheGrammarAreParsedWithoutAFinding() throws {
    let grammar = try LanguageGrammar.file.get()
    let (sources, used) = Self.sentences(8_000, seed: 1, grammar)
    #expect(sources.count == 8_000)
    // All of them are made, so that each production is used; one of three is read.
    for (number, source) in sources.enumerated() where number.isMultiple(of: 3) {
      let text = String(decoding: source.bytes, as: UTF8.self)
      let findings = Self.findings(in: Parser.parse(source))
      #expect(findings.isEmpty, "\(findings)\n\(text)")
      if number.isMultiple(of: 60) { #expect(grammar.recognize(source).isAccepted, "\(text)") }
    }
    let unused = grammar.productions.filter { $0.kind == .syntax && !used.contains($0.name) }
    #expect(unused.map(\.name) == [])
  }

  @Test func theFormatterKeepsWhatSentencesSay() throws {
    let grammar = try LanguageGrammar.file.get()
    var formatted = 0
    for source in Self.sentences(1_000, seed: 2, grammar).sources {
      let script = Parser.parse(source)
      let text = String(decoding: source.bytes, as: UTF8.self)
      guard let result = Formatter.format(source) else {
        #expect(script.hasErrors, "declined:\n\(text)")
        continue
      }
      formatted += 1
      let laidOut = SourceText(name: "formatted", result)
      let parsed = Parser.parse(laidOut)
      #expect(Self.findings(in: parsed).isEmpty, "\(text)\n\(result)")
      #expect(TreeShape.lines(of: parsed) == TreeShape.lines(of: script), "\(text)\n\(result)")
      #expect(LayoutPieces(laidOut).pieces == LayoutPieces(source).pieces, "\(text)\n\(result)")
      #expect(Formatter.format(laidOut) == result, "\(text)\n\(result)")
    }
    #expect(formatted > 800)
  }
}
