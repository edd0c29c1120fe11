// Whatever the text: no trap, places inside the source, bounded depth, and an end.

import Foundation
import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct RobustnessTests {
  /// Parses bytes and checks what must hold for every text.
  private func check(_ bytes: [UInt8]) {
    let source = SourceText(name: "mutant", bytes: bytes)
    let script = Parser.parse(source)
    let end = Int32(bytes.count)
    if script.diagnostics.contains(where: { DiagnosticRenderer().render($0).isEmpty }) {
      Issue.record("a finding is not shown")
    }
    for diagnostic in script.diagnostics {
      let edits = diagnostic.fixIts.flatMap(\.edits).map(\.range)
      let ranges = [diagnostic.range] + diagnostic.notes.compactMap(\.range) + edits
      if ranges.contains(where: { $0.start < 0 || $0.end > end || $0.end < $0.start }) {
        Issue.record(
          "place outside of \(source.text(in: SourceRange(0, bytes.count)).debugDescription)")
      }
    }
    for statement in script.statements where statement.range.end > end {
      Issue.record("statement outside of the source")
    }
    let tokens = Lexer.tokenize(source).tokens
    var last: Int32 = 0
    for token in tokens {
      if token.range.start < last { Issue.record("tokens overlap") }
      last = token.range.end
    }
    if tokens.last?.kind != .endOfFile { Issue.record("no end of file") }
  }

  private func samples() throws -> [SourceText] {
    try ["Trees", "Diagnostics"].flatMap { name in
      let folder = GoldenFolder(name)
      return try folder.names(endingIn: ".rehearsal").map { try folder.script($0) }
    }
  }

  /// One token of three is changed: texts are read three times for each.
  @Test func mutatedTokens() throws {
    for source in try samples() where source.bytes.count < 700 {
      let tokens = Lexer.tokenize(source).tokens
      for (index, token) in tokens.enumerated().dropLast() where index % 3 == 0 {
        let range = Int(token.range.start)..<Int(token.range.end)
        let bytes = source.bytes
        check(Array(bytes[..<range.lowerBound] + bytes[range.upperBound...]))
        check(Array(bytes[..<range.upperBound] + bytes[range] + bytes[range.upperBound...]))
        let next = tokens[index + 1].range
        let other = Int(next.start)..<Int(next.end)
        check(
          Array(bytes[..<range.lowerBound] + bytes[other])
            + Array(bytes[range.upperBound..<other.lowerBound] + bytes[range])
            + Array(bytes[other.upperBound...]))
      }
    }
  }

  @Test func truncatedScripts() throws {
    for source in try samples() where source.bytes.count < 800 {
      for end in TestTier.sample(Array(source.bytes.indices), oneOf: 5) {
        check(Array(source.bytes[..<end]))
      }
    }
  }

  @Test func randomBytes() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      check(
        (0..<Int.random(in: 0...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        })
    }
  }

  /// One finding stands for all bytes that are not UTF-8, however many are on its line.
  @Test func linesOfBytesThatAreNoText() {
    for byte in [0xEF, 0xE0, 0xF0, 0xC2, 0x80, 0xFF] as [UInt8] {
      for count in [1, 2, 3, 80, 500] {
        check([UInt8](repeating: byte, count: count))
        check(Array("a é ".utf8) + [UInt8](repeating: byte, count: count) + Array(" é b\n".utf8))
      }
    }
  }

  @Test func randomTokens() {
    var random = SeededGenerator(seed: 2)
    let pieces =
      Punctuation.allCases.map(\.rawValue) + Keyword.allCases.map(\.rawValue)
      + BinaryOperator.allCases.map(\.rawValue) + ForeignWord.allCases.map(\.rawValue)
      + ContextualKeyword.allCases.map(\.rawValue) + ForeignOperator.allCases.map(\.rawValue)
      + [
        "\n", "\n", "\r\n", "a", "b", "1", "5s", "\"", "\"\"\"", "\\(", ")", "/*", "*/", "$0",
        "`x`", "é", "\0",
      ]
    for _ in 0..<2000 {
      let count = Int.random(in: 1...30, using: &random)
      let chosen = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
      check(Array(chosen.joined(separator: Bool.random(using: &random) ? " " : "").utf8))
    }
  }

  @Test(arguments: [
    "(", "[", "{", "f(", "x[", "if a {", "{ x in ", "f {", "f({", "[1: ", "app A {", "a ? ",
    "\"\\(", "let x = (", "func f() {", "while a {", "scenario \"s\" {", "1 + (", "-(",
  ])
  func deepNesting(opening: String) {
    let script = parse(String(repeating: opening, count: 10_000))
    #expect(script.diagnostics.count == 1, "\(script.diagnostics.map(\.message))")
    let expected: [DiagnosticIdentifier] = [
      .nestingTooDeep, .unclosedBracket, .misplacedDeclaration,
    ]
    #expect(script.diagnostics.allSatisfy { expected.contains($0.identifier) })
  }

  @Test(arguments: [
    (" + 1", ""), (".a", ""), (" ?? a", ""), (" ? b : a", ""), (" && a", ""), ("(1)", ""),
    ("[1]", ""),
    (" - 1", ""),
  ])
  func longChains(link: String, end: String) {
    let long = parse("let x = a" + String(repeating: link, count: 10_000) + end)
    #expect(long.diagnostics.map(\.identifier) == [.nestingTooDeep])
    let short = parse("let x = a" + String(repeating: link, count: 100) + end)
    #expect(short.diagnostics.isEmpty)
  }

  @Test func manyPrefixesAndAlternatives() {
    #expect(findings("let x = " + String(repeating: "!", count: 10_000) + "a") == ["E0206"])
    #expect(findings("if a { }" + String(repeating: " else if a { }", count: 5_000)) == ["E0206"])
    #expect(findings(String(repeating: "f(a ? b : c)\n", count: 5_000)).isEmpty)
    #expect(findings("f(" + String(repeating: "a.b.c + 1, ", count: 5_000) + ")").isEmpty)
  }

  /// Nested as deep and chained as long as the limits allow, a script is parsed, walked and freed
  /// on a stack of half a megabyte, without optimisation too.
  @Test func limitsFitASmallStack() {
    let depth = SyntaxLimits().nesting - 1
    func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
      String(repeating: opening, count: count) + "f()" + String(repeating: closing, count: count)
    }
    let texts = [
      "let x = " + nested("(", ")", depth), "let x = " + nested("[1: ", "]", depth),
      nested("f { f(1); g(2) { ", "}}", depth / 2), nested("f({ ", "})", depth / 2),
      nested("if a { b()\n", "}\n", depth), nested("after 5s, x { while a { ", "}}", depth / 2),
      "let x = 1" + String(repeating: " + 1", count: SyntaxLimits().treeDepth - 2),
      "let x = a" + String(repeating: ".b", count: SyntaxLimits().treeDepth - 2),
    ]
    let finished = DispatchSemaphore(value: 0)
    let results = Results()
    let thread = Thread {
      for text in texts { results.counts.append(parse(text).diagnostics.count) }
      finished.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    finished.wait()
    #expect(results.counts == texts.map { _ in 0 })
  }

  /// Carries results out of a thread; the semaphore orders writing before reading.
  private final class Results: @unchecked Sendable { var counts: [Int] = [] }

  @Test func binaryAndHugeSourcesAreOneFinding() {
    let binary: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0x80, 0xFF, 0x00, 0xC0]
    let script = Parser.parse(SourceText(name: "x", bytes: binary))
    #expect(script.diagnostics.map(\.identifier) == [.invalidUTF8])
    #expect(script.diagnostics.first?.range == SourceRange(4, 5))
    let huge = SourceText(name: "x", bytes: [UInt8](repeating: 0x20, count: 1001))
    let refused = Parser.parse(huge, limits: SyntaxLimits(sourceSize: 1000))
    #expect(refused.diagnostics.map(\.identifier) == [.sourceTooLarge])
  }

  @Test func findingsAreBounded() {
    let script = parse(
      String(repeating: "let = 1\n", count: 1000), limits: SyntaxLimits(diagnostics: 10))
    #expect(script.diagnostics.count == 10)
    #expect(
      script.diagnostics.last?.notes.last?.message
        == "990 further findings are not shown (the limit `diagnostics`)")
  }

  @Test func lineEndsDoNotMatter() throws {
    let folder = GoldenFolder("Trees")
    for name in try folder.names(endingIn: ".rehearsal") {
      let text = String(decoding: try folder.script(name).bytes, as: UTF8.self)
      for lineEnd in ["\r\n", "\r"] {
        let converted = text.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: lineEnd)
        #expect(tree(converted) == tree(text), "\(name)")
      }
      #expect(tree("\u{FEFF}" + text) == tree(text), "\(name)")
    }
  }
}
