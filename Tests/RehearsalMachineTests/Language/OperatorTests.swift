// Values and operators: what each gives, and how each fails.

import Testing

@Suite struct OperatorTests {
  @Test(arguments: [
    Printed("1 + 2 * 3 - 4", "3"), Printed("7 / 2", "3"), Printed("-7 / 2", "-3"),
    Printed("7 % 3", "1"), Printed("-7 % 3", "-1"), Printed("7 % -3", "1"),
    Printed("9223372036854775807 - 1", "9223372036854775806"),
    Printed("-9223372036854775808", "-9223372036854775808"),
    Printed("-9223372036854775808 % -1", "0"),
    Printed("-9223372036854775808 + 9223372036854775807", "-1"),
    Printed("0xFF + 0b101 + 1_000", "1260"), Printed("2GB", "2147483648"),
    Printed("- (3 - 5)", "2"),
  ]) func integers(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Printed("1.5 + 1", "2.5"), Printed("1 - 0.5", "0.5"), Printed("2 * 1.5", "3.0"),
    Printed("7 / 2.0", "3.5"), Printed("7.5 % 2", "1.5"), Printed("1.0 / 0", "inf"),
    Printed("-1 / 0.0", "-inf"), Printed("0.1 + 0.2", "0.30000000000000004"),
    Printed("1e9", "1000000000.0"), Printed("2.0", "2.0"), Printed("-0.0", "-0.0"),
    Printed("0.0 / 0.0 == 0.0 / 0.0", "false"), Printed("0.0 / 0.0 < 1", "false"),
    Printed("1 <= 0.0 / 0.0", "false"), Printed("1.5 % 0", "nan"), Printed("1e300 * 1e300", "inf"),
  ]) func doubles(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Printed("1s + 500ms", "1.5s"), Printed("1s - 2s", "-1s"), Printed("2 * 3s", "6s"),
    Printed("3s * 2", "6s"), Printed("1s * 1.5", "1.5s"), Printed("0.5 * 1s", "500ms"),
    Printed("1s / 4", "250ms"), Printed("1s / 3", "333333333ns"), Printed("2s / 3", "666666667ns"),
    Printed("-2s / 3", "-666666667ns"), Printed("2s / -3", "-666666667ns"),
    Printed("1ns / 2", "1ns"), Printed("-1ns / 2", "-1ns"), Printed("3ns / 2", "2ns"),
    Printed("1s / 0.5", "2s"), Printed("3s / 2s", "1.5"), Printed("7s % 2s", "1s"),
    Printed("-7s % 2s", "-1s"), Printed("1min + 1h + 1d", "90060s"), Printed("-(5s)", "-5s"),
    Printed("1s == 1000ms", "true"), Printed("1s < 1001ms", "true"),
    Printed("-9223372036854775808ns % -1ns", "0s"), Printed("1ns / 9223372036854775807", "0s"),
    Printed("-9223372036854775808ns / 2", "-4611686018.427387904s"),
    Printed("-9223372036854775808ns / -9223372036854775808", "1ns"),
  ]) func durations(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Printed("1 == 1.0", "true"), Printed("9007199254740993 == 9007199254740992.0", "false"),
    Printed("9007199254740993 > 9007199254740992.0", "true"),
    Printed("9007199254740992.0 < 9007199254740993", "true"),
    Printed("9223372036854775807 < 9223372036854775808.0", "true"),
    Printed("9223372036854775807 == 9223372036854775808.0", "false"),
    Printed("-9223372036854775808 == -9223372036854775808.0", "true"),
    Printed("-9223372036854775808 > -1e19", "true"), Printed("2 < 2.5", "true"),
    Printed("3 > 2.5", "true"), Printed("-3 < -2.5", "true"), Printed("2.5 >= 3", "false"),
    Printed("2.0 <= 2", "true"), Printed("2 <= 1.0 / 0", "true"), Printed("0 == -0.0", "true"),
    Printed("nil == false", "false"), Printed("nil == nil", "true"),
    Printed("[1, 2.0] == [1.0, 2]", "true"),
    Printed("[1] == [1, 2]", "false"), Printed("[1: [2]] == [1: [2]]", "true"),
    Printed("[\"a\": 1, \"b\": 2] == [\"b\": 2, \"a\": 1]", "true"),
    Printed("[\"a\": 1] == [\"b\": 1]", "false"), Printed("1..<3 == 1..<3", "true"),
    Printed("1..<3 == 1...2", "false"), Printed(".a == .a", "true"), Printed(".a == .b", "false"),
    Printed("print == print", "true"),
    Printed("\"a\" < \"b\"", "true"), Printed("\"a\" < \"\"", "false"),
    Printed("\"Z\" < \"a\"", "true"), Printed("\"z\" < \"é\"", "true"),
    Printed("\"\\u{FFFF}\" < \"\\u{10000}\"", "true"), Printed("\"ab\" <= \"ab\"", "true"),
    Printed("\"12345678a\" < \"12345678b\"", "true"),
    Printed("\"a2345678\" < \"b1345678\"", "true"),
    Printed("[nil] == [nil]", "true"), Printed("[[1]] != [[2]]", "true"),
  ]) func comparisons(_ sample: Printed) throws { try sample.check() }

  /// The immediate forms, the general ones and those in conditions give the same.
  @Test func comparisonsAgreeInAllTheirForms() throws {
    try expectOutput(
      """
      let values = [-1, 0, 1, 2, 1.5, 2.0, -0.5]
      var n = 2
      n += 0
      var differences = 0
      func note(a, b) { if a != b { differences += 1 } }
      for v in values {
        note(v < 2, v < n)
        note(v <= 2, v <= n)
        note(v > 2, v > n)
        note(v >= 2, v >= n)
        note(v == 2, v == n)
        note(v != 2, v != n)
        note(!(v < 2), v >= n)
        note(v < 2 ? 1 : 0, v < n ? 1 : 0)
        note(v > 2 ? 1 : 0, v > n ? 1 : 0)
        note(v == 2 ? 1 : 0, v == n ? 1 : 0)
        var count = 0
        if v <= 2 { count += 1 }
        if !(v <= n) { count += 1 }
        if v > 2 || v < n { count += 1 }
        if v >= 2 && v != n { count += 1 }
        note(count, v == 2 ? 1 : 2 + (v > 2 ? 1 : 0))
      }
      print(differences)
      """, "0")
  }

  @Test(arguments: [
    Printed("true && false", "false"), Printed("false || true", "true"), Printed("!true", "false"),
    Printed("true && 1 < 2 || false", "true"), Printed("nil ?? 1", "1"), Printed("2 ?? 1", "2"),
    Printed("nil ?? nil ?? 3", "3"), Printed("1 < 2 ? \"y\" : \"n\"", "y"),
    Printed("false ? 1 : true ? 2 : 3", "2"), Printed("1 + (nil ?? 2) * 3", "7"),
  ]) func choices(_ sample: Printed) throws { try sample.check() }

  @Test func whatIsNotNeededIsNotEvaluated() throws {
    try expectOutput(
      """
      var log = []
      func note(x, v) { log.append(x); return v }
      print(note(1, false) && note(2, true), note(3, true) || note(4, true))
      print(note(5, 1) ?? note(6, 2), note(7, nil) ?? note(8, 2))
      print(note(9, true) ? note(10, 1) : note(11, 2))
      print(log)
      """, "false true", "1 2", "1", "[1, 3, 5, 7, 8, 9, 10]")
  }

  @Test(arguments: [
    Failing("let x = 9223372036854775807 + 1", .integerOverflow, "9223372036854775807 + 1"),
    Failing("var x = 9223372036854775807; x += 1", .integerOverflow),
    Failing("var x = -9223372036854775808; x -= 1", .integerOverflow),
    Failing("let a = -9223372036854775808; print(-a)", .integerOverflow),
    Failing("let a = -9223372036854775808; print(a - 1)", .integerOverflow),
    Failing("let a = 3037000500; print(a * a)", .integerOverflow),
    Failing("let a = -9223372036854775808; print(a / -1)", .integerOverflow),
    Failing("print(1 / 0)", .divisionByZero), Failing("print(1 % 0)", .divisionByZero),
    Failing("print(1s / 0)", .divisionByZero), Failing("print(1s % 0s)", .divisionByZero),
    Failing("print(1s / 0.0)", .divisionByZero),
    Failing("print(9223372036854775807ns + 1ns)", .durationOutOfRange),
    Failing("let d = -9223372036854775808ns; print(d - 1ns)", .durationOutOfRange),
    Failing("let d = -9223372036854775808ns; print(-d)", .durationOutOfRange),
    Failing("print(9223372036854775807ns * 2)", .durationOutOfRange),
    Failing("print(1d * 1e300)", .durationOutOfRange),
    Failing("print(1d * (0.0 / 0.0))", .durationOutOfRange),
    Failing("let d = -9223372036854775808ns; print(d / -1)", .durationOutOfRange),
    Failing("print(1d / 1e-300)", .durationOutOfRange),
  ]) func numbersThatDoNotFit(_ sample: Failing) throws { try sample.check() }

  @Test(arguments: [
    Failing("let x = 1; print(x + \"a\")", .typeMismatch, "the Int 1 and the String \"a\""),
    Failing("let x = \"a\"; print(x + 1)", .typeMismatch),
    Failing("let x = nil; print(x + 1)", .typeMismatch),
    Failing("let x = [1]; print(x + 1)", .typeMismatch),
    Failing("let x = true; print(x + true)", .typeMismatch),
    Failing("let x = 1s; print(x + 1)", .typeMismatch),
    Failing("let x = 1s; print(x * 1s)", .typeMismatch),
    Failing("let x = 1; print(x / 1s)", .typeMismatch),
    Failing("let x = 1s; print(x % 2)", .typeMismatch),
    Failing("let x = \"a\"; print(x - \"b\")", .typeMismatch),
    Failing("print(-\"a\")", .typeMismatch),
    Failing("print(!1)", .typeMismatch), Failing("let x = .a; print(x + .b)", .typeMismatch),
    Failing("func less(a, b) { a < b }; print(less(1, \"a\"))", .typeMismatch),
    Failing("func less(a, b) { a < b }; print(less(1s, 1))", .typeMismatch),
    Failing("func less(a, b) { a < b }; print(less([1], [2]))", .typeMismatch),
    Failing("func less(a, b) { a < b }; print(less(true, false))", .typeMismatch),
    Failing("func less(a, b) { a < b }; print(less(nil, 1))", .typeMismatch),
    Failing("func f(n) { if n > 1 { } }; f(nil)", .typeMismatch),
    Failing("if 1 { }", .typeMismatch), Failing("while nil { }", .typeMismatch),
    Failing("let b = \"x\" ? 1 : 2", .typeMismatch), Failing("print(1 && true)", .typeMismatch),
    Failing("print(true && 1)", .typeMismatch), Failing("print(false || nil)", .typeMismatch),
    Failing("var m = [:]; m[\"x\"] += 1", .typeMismatch),
    Failing("let f = 1; f()", .notCallable), Failing("print(nil.count)", .missingMember, "`?.`"),
    Failing("func f(n) { print(n.count) }; f(5)", .missingMember),
  ]) func wrongTypes(_ sample: Failing) throws { try sample.check() }
}
