// String literals: escapes, interpolation, indentation, line ends.

import Testing

@testable import RehearsalSyntax

@Suite struct StringTests {
  private func text(_ literal: String) -> String? {
    guard case .string(let literal) = value(literal) else { return nil }
    return literal.plainText
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""\n\r\t\0\"\\""#, "\n\r\t\0\"\\"),
    (#""\u{41}\u{1F600}""#, "A\u{1F600}"), (#""ä日本""#, "ä日本"),
    (#""// no /* comment""#, "// no /* comment"),
  ])
  func plain(literal: String, expected: String) {
    #expect(text(literal) == expected)
    #expect(findings("let x = \(literal)").isEmpty)
  }

  @Test(arguments: [
    ("\"\"\"\n  a\n    b\n\n  c\n  \"\"\"", "a\n  b\n\nc"), ("\"\"\"\n\"\"\"", ""),
    ("\"\"\"\n  \"\"\"", ""), ("\"\"\"\n\n  \"\"\"", ""), ("\"\"\"  \na\n\"\"\"", "a"),
    ("\"\"\"\n\ta \"\"b\\t\\\"\"\"\n\t\"\"\"", "a \"\"b\t\"\"\""),
    ("\"\"\"\n a\n \n b\n \"\"\"", "a\n\nb"),
  ])
  func manyLines(literal: String, expected: String) {
    for lineEnd in ["\n", "\r\n", "\r"] {
      let converted = literal.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineEnd)
      #expect(text(converted) == expected)
      #expect(findings("let x = \(converted)").isEmpty)
    }
  }

  @Test func interpolationsAreTokensOfTheSameSource() {
    let source = #"let x = "a \(f("\(b)")) c""#
    guard case .variable(let variable) = parse(source).statements[0].kind,
      case .string(let literal) = variable.value.kind, literal.segments.count == 3,
      case .interpolation(let call) = literal.segments[1]
    else { return #expect(Bool(false)) }
    #expect(parse(source).source.text(in: call.range) == #"f("\(b)")"#)
  }

  @Test(arguments: [
    (#""abc"#, ["E0103"]), (#""a \(b"#, ["E0103"]), (#""a \(b" + c"#, ["E0103"]),
    (#""\q""#, ["E0105"]), (#""\u{}""#, ["E0105"]), (#""\u{D800}""#, ["E0105"]),
    (#""\u{110000}""#, ["E0105"]), (#""\()""#, ["E0202"]), (#""\(a b)""#, ["E0201"]),
    ("\"\"\"a\n\"\"\"", ["E0108"]), ("\"\"\"\na\"\"\"", ["E0108"]),
    ("\"\"\"\n  a\n b\n  \"\"\"", ["E0108"]), ("\"\"\"\n\\(a\n)\n\"\"\"", ["E0103"]),
    ("\"\"\"\\(a)\n\"\"\"", ["E0108"]), ("\"\"\"\nabc", ["E0103"]), (#""\("""a""")""#, ["E0108"]),
    (#""\(a // b)""#, ["E0103"]), (#""\"#, ["E0103"]),
  ])
  func faults(literal: String, expected: [String]) {
    #expect(findings("let x = \(literal)\n") == expected)
  }

  @Test func titlesTakeNothingButPaths() {
    #expect(findings(#"scenario "a \(b + 1)", b in [1] { }"#) == ["E0215"])
    #expect(findings(#"scenario "a \(b.c)", b in [1] { }"#) == [])
    #expect(findings(#"import "\(b)""#) == ["E0215"])
    #expect(findings(#"app A { button "\(b)" { } }"#) == ["E0215"])
  }

  @Test func interpolationsNestWithinTheLimit() {
    func nested(_ depth: Int) -> String {
      String(repeating: "\"\\(", count: depth) + "a" + String(repeating: ")\"", count: depth)
    }
    let limit = SyntaxLimits().interpolationNesting
    #expect(findings("let x = " + nested(limit)).isEmpty)
    #expect(findings("let x = " + nested(limit + 1)) == ["E0206"])
    #expect(findings("let x = " + nested(5000)) == ["E0206"])
  }
}
