// Strings: values of Unicode scalars, whatever Swift's own strings think of them.

import Testing

@Suite struct StringTests {
  @Test(arguments: [
    Printed("\"abc\".count", "3"), Printed("\"\".isEmpty", "true"), Printed("\"é\".count", "1"),
    Printed("\"e\\u{301}\".count", "2"), Printed("\"👨‍👩‍👧\".count", "5"),
    Printed("\"\\r\\n\".count", "2"), Printed("\"e\\u{301}\" == \"\\u{E9}\"", "false"),
    Printed("[\"e\\u{301}\", \"\\u{E9}\"].map { $0.count }", "[2, 1]"),
    Printed("\"abc\".contains(\"bc\")", "true"), Printed("\"abc\".contains(\"\")", "true"),
    Printed("\"abc\".contains(\"cb\")", "false"), Printed("\"\".contains(\"a\")", "false"),
    Printed("\"aaab\".contains(\"aab\")", "true"), Printed("\"abc\".hasPrefix(\"ab\")", "true"),
    Printed("\"abc\".hasPrefix(\"\")", "true"), Printed("\"abc\".hasPrefix(\"abcd\")", "false"),
    Printed("\"abc\".hasSuffix(\"bc\")", "true"), Printed("\"abc\".hasSuffix(\"ab\")", "false"),
    Printed("\"a,b,,c\".split(\",\")", #"["a", "b", "", "c"]"#),
    Printed("\"\".split(\",\")", #"[""]"#), Printed("\"aé👍\".split(\"\")", #"["a", "é", "👍"]"#),
    Printed("\"a--b-c\".split(\"--\")", #"["a", "b-c"]"#),
    Printed("\"a,b\".split(separator: \",\")", #"["a", "b"]"#),
    Printed("\"aß\".uppercased()", "ASS"), Printed("\"ÀB\".lowercased()", "àb"),
    Printed("\"a\" + \"b\" + \"\"", "ab"), Printed("\"é\" + \"b\"", "éb"),
    Printed("\"aé👍z\"[1..<3]", "é👍"), Printed("\"abc\"[1...]", "bc"),
    Printed("\"abc\"[...1]", "ab"), Printed("\"abc\"[..<1]", "a"), Printed("\"abc\"[3...]", ""),
    Printed("\"abc\"[0...2]", "abc"), Printed("\"\\u{10FFFF}\".count", "1"),
    Printed("[\"b\", \"a\", \"C\"].joined(separator: \", \")", "b, a, C"),
    Printed("[\"b\", \"a\"].joined()", "ba"), Printed("[].joined(\"x\")", ""),
    Printed("\"a\\tb\\\\\\\"\"", "a\tb\\\""), Printed("[\"a\\tb\\n\\u{1}\"]", #"["a\tb\n\u{1}"]"#),
  ]) func members(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Failing("print(\"abc\"[0])", .typeMismatch, "slice"),
    Failing("print(\"abc\"[1..<4])", .indexOutOfBounds),
    Failing("print(\"é\"[0..<2])", .indexOutOfBounds),
    Failing("let n = 2; print(\"abc\"[n..<1])", .invalidRange),
    Failing("let n = -1; print(\"abc\"[n...])", .indexOutOfBounds),
    Failing("print(\"abc\"[0...9223372036854775807])", .indexOutOfBounds),
    Failing("print(\"abc\"[0..<\"b\"])", .typeMismatch),
    Failing("print(\"a\".contains(1))", .typeMismatch),
    Failing("print(\"a\".split())", .argumentMismatch),
    Failing("func f(s) { print(s.map { $0 }) }; f(\"a\")", .missingMember),
    Failing("print([1].joined())", .typeMismatch, "string("),
    Failing("print([\"a\"].joined(1))", .typeMismatch),
    Failing("var s = \"a\"; s[0] = \"b\"", .typeMismatch),
    Failing("func f(a) { var s = a; s.append(\"b\") }; f(\"a\")", .missingMember),
    Failing("func f(s) { print(s.name) }; f(\"a\")", .missingMember),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
