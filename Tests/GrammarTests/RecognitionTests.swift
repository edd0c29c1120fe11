// The grammar against the parser: both must say the same of every script of the repository, of
// every text in the parser's own tests, of the samples here, and of all of these with one token
// dropped, doubled or exchanged.

import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct RecognitionTests {
  /// Every text that grammar and parser are compared on.
  private static func texts() throws -> [SourceText] {
    var texts = TestTier.sample(try Samples.scripts(), oneOf: 6)
    for path in try Repository().paths(below: "Tests/RehearsalSyntaxTests", endingIn: ".swift") {
      for text in SwiftStringLiterals.texts(in: try Repository.text(of: path)) {
        texts.append(SourceText(name: path, text))
      }
    }
    texts += Samples.valid.map { SourceText(name: "valid sample", $0) }
    texts += Samples.invalid.map { SourceText(name: "invalid sample", $0) }
    return texts
  }

  /// What is wrong if grammar and parser differ on a text.
  private func difference(_ source: SourceText, _ grammar: LanguageGrammar) -> String? {
    let verdict = Verdict(of: source)
    guard verdict != .outsideTheGrammar else { return nil }
    let recognizer = grammar.recognize(source)
    guard recognizer.isAccepted != (verdict == .valid) else { return nil }
    let text = String(decoding: source.bytes, as: UTF8.self)
    if recognizer.isAccepted {
      let findings = Parser.parse(source).diagnostics.map(\.message)
      return "\(source.name): the grammar accepts what the parser rejects (\(findings)):\n\(text)"
    }
    let token = Lexer.tokenize(source).tokens[recognizer.reach]
    let place = "byte \(token.range.start), before `\(source.text(in: token.range))`"
    return "\(source.name): the grammar rejects, at \(place), what the parser accepts:\n\(text)"
  }

  @Test func grammarAndParserAgreeOnEveryText() throws {
    let grammar = try LanguageGrammar.file.get()
    var verdicts: [Verdict: Int] = [:]
    for source in try Self.texts() {
      verdicts[Verdict(of: source), default: 0] += 1
      if let difference = difference(source, grammar) { Issue.record("\(difference)") }
    }
    // The comparison is worth something only if there is enough of both.
    #expect(verdicts[.valid, default: 0] > 200)
    #expect(verdicts[.invalid, default: 0] > 150)
  }

  @Test func grammarAndParserAgreeOnChangedTexts() throws {
    let grammar = try LanguageGrammar.file.get()
    var generator = SeededGenerator(seed: 1)
    var verdicts: [Verdict: Int] = [:]
    for source in try Self.texts() {
      let tokens = Lexer.tokenize(source).tokens.dropLast()
      guard (1...Self.longestChangedText).contains(tokens.count) else { continue }
      for _ in 0..<Self.changesOfEachText {
        let mutation = Mutation.allCases.randomElement(using: &generator) ?? .drop
        let place = Int.random(in: 0..<tokens.count, using: &generator)
        let changed = mutation.apply(to: source, Array(tokens), at: place, using: &generator)
        verdicts[Verdict(of: changed), default: 0] += 1
        if let difference = difference(changed, grammar) { Issue.record("\(difference)") }
      }
    }
    #expect(verdicts[.valid, default: 0] > 150)
    #expect(verdicts[.invalid, default: 0] > 300)
  }

  private static let changesOfEachText = 2
  private static let longestChangedText = 80

  @Test func theSamplesAreWhatTheyAreCalled() {
    for text in Samples.valid {
      #expect(Verdict(of: SourceText(name: "sample", text)) == .valid, "\(text)")
    }
    for text in Samples.invalid {
      #expect(Verdict(of: SourceText(name: "sample", text)) == .invalid, "\(text)")
    }
  }
}
