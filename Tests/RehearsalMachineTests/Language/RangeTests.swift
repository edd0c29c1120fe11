// Ranges: of Ints to go through, of Doubles and Durations to ask; up to the ends of Int.

import Testing

@Suite struct RangeTests {
  @Test(arguments: [
    Printed("0..<5", "0..<5"), Printed("1...3", "1...3"), Printed("(1..<1).isEmpty", "true"),
    Printed("(1...1).count", "1"), Printed("(0..<5).count", "5"), Printed("(2...4).first", "2"),
    Printed("(2..<4).last", "3"), Printed("(4..<4).last", "nil"),
    Printed("(1...3).lowerBound", "1"),
    Printed("(1..<3).upperBound", "3"), Printed("(1...3).contains(3)", "true"),
    Printed("(1..<3).contains(3)", "false"), Printed("(1..<3).contains(2.5)", "true"),
    Printed("(1.0...2.0).contains(1.5)", "true"), Printed("(1.0..<2.0).contains(2)", "false"),
    Printed("(1s...1min).contains(30s)", "true"), Printed("(1..<4).map { $0 * $0 }", "[1, 4, 9]"),
    Printed("(1...4).filter { $0 % 2 == 0 }", "[2, 4]"),
    Printed("(1...4).reduce(0) { $0 + $1 }", "10"),
    Printed("(0..<3).reversed()", "[2, 1, 0]"), Printed("(0..<3).sorted()", "[0, 1, 2]"),
    Printed("(0..<3).sorted { $0 > $1 }", "[2, 1, 0]"), Printed("-2...(-1)", "-2...-1"),
    Printed("(9223372036854775806...9223372036854775807).count", "2"),
    Printed(
      "(9223372036854775806...9223372036854775807).map { $0 - 1 }.last", "9223372036854775806"),
    Printed("(0...9223372036854775807).last", "9223372036854775807"),
    Printed("(-9223372036854775808..<-9223372036854775808).count", "0"),
    Printed("(0..<9223372036854775807).count", "9223372036854775807"),
    Printed("[1, 2, 3][(1..<2)]", "[2]"), Printed("type(of: 1s...2s)", "Range"),
  ]) func members(_ sample: Printed) throws { try sample.check() }

  @Test func loops() throws {
    try expectOutput(
      """
      var seen = []
      for i in 0..<3 { seen.append(i) }
      for i in 2...3 { seen.append(i) }
      for i in 5..<5 { seen.append(i) }
      let r = 7...8
      for i in r { seen.append(i) }
      for i in (9..<9) { seen.append(i) }
      print(seen)
      for i in 9223372036854775806...9223372036854775807 { print(i) }
      let last = 9223372036854775806...9223372036854775807
      for i in last { print(i) }
      for i in -9223372036854775808..<-9223372036854775807 { print(i) }
      for i in -9223372036854775808..<-9223372036854775808 { print(i) }
      let least = -9223372036854775808..<-9223372036854775808
      for i in least { print(i) }
      """,
      "[0, 1, 2, 2, 3, 7, 8]", "9223372036854775806", "9223372036854775807",
      "9223372036854775806", "9223372036854775807", "-9223372036854775808")
  }

  @Test(arguments: [
    Failing("let n = 0; for i in n..<-1 { }", .invalidRange),
    Failing("let n = 0; print(n...-1)", .invalidRange),
    Failing("print(2.0..<1.0)", .invalidRange), Failing("print(0.0...(0.0 / 0.0))", .invalidRange),
    Failing("print(0..<1.5)", .typeMismatch), Failing("print(\"a\"...\"b\")", .typeMismatch),
    Failing("print(nil..<1)", .typeMismatch), Failing("for i in 0.0..<1.0 { }", .typeMismatch),
    Failing("let r = 1s...2s; for i in r { }", .typeMismatch),
    Failing("for i in 0..<\"a\" { }", .typeMismatch),
    Failing("print((1s...2s).count)", .missingMember),
    Failing("print((0.0...1.0).map { $0 })", .missingMember),
    Failing("print((0..<1).contains(\"a\"))", .typeMismatch),
    Failing("print((-1...9223372036854775807).count)", .integerOverflow),
    Failing("print((0...9223372036854775807).count)", .integerOverflow),
    Failing("print((0...9223372036854775807).reversed())", .heapLimit),
    Failing("print((0..<1000000000).reversed())", .heapLimit),
    Failing("for i in 5 { }", .typeMismatch), Failing("for i in nil { }", .typeMismatch),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
