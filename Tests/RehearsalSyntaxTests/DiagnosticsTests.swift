// Places for people, rendering, suggestions, and how a prompt knows that more is to come.

import Testing

@testable import RehearsalSyntax

@Suite struct DiagnosticsTests {
  @Test func linesAndColumns() {
    let table = LineTable(SourceText(name: "x", "a\u{E4}b\nc\r\nd\re"))
    #expect(table.count == 4)
    #expect(table.position(at: 0) == .init(line: 1, column: 1))
    #expect(table.position(at: 3) == .init(line: 1, column: 3))
    #expect(table.position(at: 5) == .init(line: 2, column: 1))
    #expect(table.position(at: 8) == .init(line: 3, column: 1))
    #expect(table.position(at: 10) == .init(line: 4, column: 1))
    #expect(table.position(at: 99) == .init(line: 4, column: 2))
    #expect(table.position(at: -5) == .init(line: 1, column: 1))
  }

  @Test func placesGoThereAndBack() {
    for text in ["", "\n", "a\nbä\r\n\r日本\n", "\u{FEFF}x\ny"] {
      let source = SourceText(name: "x", text)
      let table = LineTable(source)
      for offset in 0...source.bytes.count {
        let isInside = offset < source.bytes.count
        if isInside, source.bytes[offset] & 0xC0 == 0x80 || source.bytes[offset] == 0x0A {
          continue
        }
        if source.hasByteOrderMark, offset < 3 { continue }
        let position = table.position(at: offset)
        #expect(table.offset(line: position.line, column: position.column) == offset)
      }
      #expect(table.offset(line: 99, column: 1) == nil)
    }
  }

  private func rendered(_ text: String, _ range: SourceRange, width: Int = 40) -> String {
    let diagnostic = Diagnostic(
      .lostValue, in: SourceText(name: "x", text), at: range, "message")
    return DiagnosticRenderer(width: width).render(diagnostic)
  }

  @Test func marksStandBelowTheirPlace() {
    #expect(
      rendered("let a = b", SourceRange(4, 5)) == """
        x:1:5: error[E0210]: message
           1 | let a = b
             |     ^

        """)
    #expect(
      rendered("\t日本 = é\u{301} b", SourceRange(15, 16)) == """
        x:1:10: error[E0210]: message
           1 |   日本 = é\u{301} b
             |            ^

        """)
  }

  @Test func emptyPlacesAndTheEndAreMarked() {
    #expect(rendered("a\n", SourceRange(1, 1)).hasSuffix("   1 | a\n     | ^\n"))
    #expect(rendered("", SourceRange(0, 0)).hasSuffix("   1 |\n     | ^\n"))
    #expect(rendered("a\n", SourceRange(2, 2)).hasSuffix("   2 |\n     | ^\n"))
  }

  @Test func longLinesAreShortenedAroundTheMark() {
    let text = String(repeating: "abcdefghi ", count: 500)
    let output = rendered(text, SourceRange(2500, 2509)).split(separator: "\n")
    #expect(output[1].count <= 40 + 8)
    let column = output[2].firstIndex(of: "^").map {
      output[2].distance(from: output[2].startIndex, to: $0)
    }
    let shown = Array(output[1])
    #expect(column.map { String(shown[$0..<($0 + 9)]) } == "abcdefghi")
    #expect(output[2].hasSuffix("^~~~~~~~~"))
  }

  @Test func rangesOverLinesShowTheFirstAndTheLast() {
    #expect(
      rendered("f {\n  a\n  b\n}", SourceRange(2, 13)) == """
        x:1:3: error[E0210]: message
           1 | f {
             |   ^
             :
           4 | }
             | ~

        """)
  }

  @Test func colourOnlyWhenAsked() {
    let diagnostics = parse("unlock").diagnostics
    #expect(!DiagnosticRenderer().render(diagnostics).contains("\u{1B}"))
    let colored = DiagnosticRenderer(usesColor: true).render(diagnostics)
    var plain = ""
    var isEscape = false
    for character in colored {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { plain.append(character) }
      if character == "m" { isEscape = false }
    }
    #expect(colored.contains("\u{1B}[1;31merror[E0210]\u{1B}[0m"))
    #expect(plain == DiagnosticRenderer().render(diagnostics))
  }

  @Test(
    arguments: [
      ("lauch", "launch"), ("advnace", "advance"), ("didBecomActive", "didBecomeActive"),
      ("Nots", "Notes"), ("hoem", "home"), ("HOME", "home"), ("x", nil), ("zzzzzz", nil), ("", nil),
      ("ab", nil), ("expet", "expect"), ("launch", nil),
    ] as [(String, String?)])
  func suggestions(word: String, expected: String?) {
    let candidates = ["launch", "advance", "didBecomeActive", "Notes", "home", "expect"]
    let found = Suggestion.closest(to: word, among: candidates.filter { $0 != word })
    #expect(found?.word == expected)
    #expect(found?.isCertain != false)
  }

  @Test func equallyNearSuggestionsTakeTheFirst() {
    let first = Suggestion.closest(to: "cat", among: ["bat", "hat"])
    #expect(first == Suggestion("bat", others: ["hat"], isCertain: false))
    #expect(Suggestion.closest(to: "cat", among: ["hat", "bat"])?.word == "hat")
    let twice = Suggestion.closest(to: "cat", among: ["hat", "hat", "house"])
    // A short word is soon like another one.
    #expect(twice == Suggestion("hat", isCertain: false))
    let nearer = Suggestion.closest(to: "launhc", among: ["lunch", "paunch", "launch"])
    #expect(nearer == Suggestion("launch", others: ["lunch", "paunch"], isCertain: false))
    #expect(Suggestion.closest(to: "launhc", among: ["house", "launch"]) == Suggestion("launch"))
    let far = Suggestion.closest(to: "willEnterForegrnd", among: ["didEnterForeground"])
    #expect(far?.isCertain == false)
  }

  @Test(
    arguments: [
      ("a", .complete), ("", .complete), ("f(", .incomplete(depth: 1, reason: .brace)),
      ("app A {\n on x {", .incomplete(depth: 2, reason: .brace)), ("a }", .complete),
      ("let x = \"\"\"\na", .incomplete(depth: 0, reason: .string)),
      ("/* a", .incomplete(depth: 0, reason: .comment)),
      ("let x =", .incomplete(depth: 0, reason: .operand)),
      ("a +", .incomplete(depth: 0, reason: .operand)), ("let x = \"abc", .complete),
      ("f(\"abc", .complete), ("scenario \"a {", .complete),
      ("f(a,", .incomplete(depth: 1, reason: .brace)), ("} {", .complete),
      ("if a { } else", .incomplete(depth: 0, reason: .operand)),
    ] as [(String, InputCompleteness)])
  func completeness(text: String, expected: InputCompleteness) {
    #expect(InputCompleteness(of: SourceText(name: "x", text)) == expected)
  }
}
