// LF, CRLF and CR end a line, for statements, comments, strings and places alike; a byte-order
// mark is skipped. The scripts of the suite have one kind of line end, so these stand here.

import Testing

@testable import RehearsalSyntax

@Suite struct LineEndTests {
  private static let lineEnds = ["\n", "\r\n", "\r"]

  @Test(arguments: lineEnds)
  func statementsEndWithTheirLines(lineEnd: String) {
    let lines = [
      "#! first line", "let a = 1  // a comment", "let b = a", "    + 2", "/* one", "*/ let c = 3",
      "let text = \"\"\"", "    two", "    lines", "    \"\"\"", "print(a, b, c, text)",
    ]
    let script = parse(lines.joined(separator: lineEnd))
    #expect(script.diagnostics.isEmpty)
    #expect(script.statements.count == 5)
    let table = LineTable(script.source)
    #expect(table.count == lines.count)
    let places = script.statements.map { table.position(at: Int($0.range.start)) }
    #expect(places.map(\.line) == [2, 3, 6, 7, 11])
    #expect(places.map(\.column) == [1, 1, 4, 1, 1])
  }

  @Test func allKindsInOneText() {
    let script = parse("let a = 1\rlet b = 2\r\nlet c = 3\nlet d = 4\n\rlet e = 5")
    #expect(script.diagnostics.isEmpty)
    #expect(script.statements.count == 5)
    #expect(LineTable(script.source).count == 6)
  }

  @Test(arguments: lineEnds)
  func aTextOfManyLinesHoldsLineFeeds(lineEnd: String) throws {
    let lines = ["let text = \"\"\"", "  one", "  two", "  \"\"\""]
    let script = parse(lines.joined(separator: lineEnd))
    guard case .variable(let variable)? = script.statements.first?.kind,
      case .string(let literal) = variable.value.kind
    else {
      Issue.record("no string")
      return
    }
    #expect(literal.plainText == "one\ntwo")
  }

  @Test func aByteOrderMarkIsSkipped() {
    let script = parse("\u{FEFF}let a = 1")
    #expect(script.diagnostics.isEmpty)
    #expect(script.statements.count == 1)
  }

  @Test func bytesThatAreNotUTF8HaveTheirOffset() throws {
    let bytes = Array("let a = 1\nlet b = \"".utf8) + [0xE9, 0x22]
    let script = Parser.parse(SourceText(name: "test", bytes: bytes))
    let found = try #require(script.diagnostics.first)
    #expect(found.identifier == .invalidUTF8)
    #expect(found.range.start == 19)
    #expect(found.message.contains("19"))
  }
}
