// The scanner keeps code, blanks the rest and never moves a byte.

import Testing

@Suite struct SwiftCodeTests {
  private static let examples: [(source: String, code: String)] = [
    ("a // b", "a     "),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"f("b // c") // d"#, #"f("      ")     "#),
    (#"f("\"b") c"#, #"f("   ") c"#),
    (#"f("b\(c("d"))e") g"#, #"f("  (c(" ")) ") g"#),
    (##"f(#"b"c\(d)\#(e)"#) g"##, ##"f( "         (e)" ) g"##),
    ("f(\"\"\"\n  b \"c\" \\\n  \"\"\") d", "f(\"\"\"\n         \n  \"\"\") d"),
    ("a = \"open\nb", "a = \"    \nb"),
    ("a /* open\nb", "a        \n "),
    ("#if A\n#endif", "#if A\n#endif"),
  ]

  @Test(arguments: examples)
  func commentsAndLiteralsAreBlank(source: String, code: String) {
    #expect(SwiftCode(source).lines.joined(separator: "\n") == code)
  }
}
