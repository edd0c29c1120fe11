// Lists: members, slices, loops, and the ways in which they fail.

import Testing

@Suite struct ListTests {
  @Test(arguments: [
    Printed("[1, 2].count", "2"), Printed("[].isEmpty", "true"), Printed("[1, 2].first", "1"),
    Printed("[1, 2].last", "2"), Printed("[].first", "nil"), Printed("[].last", "nil"),
    Printed("[1, [2]].contains([2])", "true"), Printed("[1].contains(1.0)", "true"),
    Printed("[1, 2].contains(3)", "false"), Printed("[5, 6].index(of: 6)", "1"),
    Printed("[5, 6].index(of: 7)", "nil"), Printed("[1, 2].map { $0 * 2 }", "[2, 4]"),
    Printed("[1, 2, 3].filter { $0 != 2 }", "[1, 3]"),
    Printed("[1, 2, 3].reduce(10, { $0 + $1 })", "16"), Printed("[].reduce(1) { $0 }", "1"),
    Printed("[3, 1, 2].sorted()", "[1, 2, 3]"),
    Printed("[3, 1, 2].sorted { $0 > $1 }", "[3, 2, 1]"),
    Printed("[3, 1.5, 2].sorted()", "[1.5, 2, 3]"), Printed("[2s, 1ms].sorted()", "[1ms, 2s]"),
    Printed("[\"b\", \"a\"].sorted()", #"["a", "b"]"#), Printed("[].sorted()", "[]"),
    Printed("[1, 2, 3].reversed()", "[3, 2, 1]"), Printed("[].reversed()", "[]"),
    Printed("[1, 2, 3, 4][1..<3]", "[2, 3]"), Printed("[1, 2][2...]", "[]"),
    Printed("[1, 2, 3][...1]", "[1, 2]"), Printed("[1, 2, 3][..<0]", "[]"),
    Printed("[1, 2, 3, 4][1...][0]", "2"), Printed("[1] + [2, 3]", "[1, 2, 3]"),
    Printed("[] + []", "[]"), Printed("[1, 2, 3].map(string)", #"["1", "2", "3"]"#),
    Printed("[1, 2].map { [$0] }", "[[1], [2]]"),
    Printed("[[1, 2], [3]].map { $0.count }", "[2, 1]"),
    Printed("[1, 2,]", "[1, 2]"), Printed("[1, 2].map { x in x + 1 }.reduce(0) { $0 + $1 }", "5"),
  ]) func members(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Failing("print([1, 2][5])", .indexOutOfBounds, "0..<2"),
    Failing("let i = -1; print([1, 2][i])", .indexOutOfBounds),
    Failing("print([][0])", .indexOutOfBounds, "empty"),
    Failing("print([1][9223372036854775807])", .indexOutOfBounds),
    Failing("print([1][1.0])", .typeMismatch), Failing("print([1][\"a\"])", .typeMismatch),
    Failing("var l = [1]; l[1] = 2", .indexOutOfBounds),
    Failing("var l = [1]; l.insert(2, at: 3)", .indexOutOfBounds, "0...1"),
    Failing("var l = []; l.remove(at: 0)", .indexOutOfBounds, "empty"),
    Failing("var l = [1]; l.remove(at: -1)", .indexOutOfBounds),
    Failing("var l = [1]; l.insert(2, at: \"a\")", .typeMismatch),
    Failing("print([1, 2, 3][2..<5])", .indexOutOfBounds, "3 elements"),
    Failing("let n = 3; print([1, 2, 3][n..<1])", .invalidRange),
    Failing("print([1, 2, 3][0...9223372036854775807])", .indexOutOfBounds),
    Failing("print([1, \"a\"].sorted())", .typeMismatch),
    Failing("print([nil].sorted())", .typeMismatch),
    Failing("print([1, 2].sorted { 1 })", .typeMismatch),
    Failing("print([1, 2].filter { $0 })", .typeMismatch),
    Failing("print([1].map(2))", .notCallable), Failing("print([1].map())", .argumentMismatch),
    Failing("print([1].map { a, b in a })", .argumentMismatch, "2 arguments, not 1"),
    Failing("func f(l) { print(l.size) }; f([1])", .missingMember),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
