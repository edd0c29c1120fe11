// How values print, and the words by which they name their types.

import Testing

@Suite struct PrintingTests {
  @Test(arguments: [
    Printed("nil", "nil"), Printed("true", "true"), Printed("-5", "-5"), Printed("2.0", "2.0"),
    Printed("1e100", "1e+100"), Printed("0.1", "0.1"), Printed("5e-324", "5e-324"),
    Printed("\"bare\"", "bare"), Printed("[\"in\\\"ner\"]", #"["in\"ner"]"#),
    Printed(".active", ".active"),
    Printed("[\"a\": 1]", #"["a": 1]"#), Printed("[:]", "[:]"), Printed("[]", "[]"),
    Printed("0..<5", "0..<5"), Printed("[1s...2s]", "[1s...2s]"), Printed("0s", "0s"),
    Printed("90s", "90s"), Printed("1500ms", "1.5s"), Printed("250ms", "250ms"),
    Printed("1500us", "1500us"), Printed("1us", "1us"), Printed("1001ns", "1001ns"),
    Printed("1000000001ns", "1.000000001s"), Printed("-250ms", "-250ms"), Printed("-1.5s", "-1.5s"),
    Printed("-9223372036854775808ns", "-9223372036.854775808s"), Printed("1d", "86400s"),
    Printed("print", "func print"), Printed("{ 1 }", "closure 1"),
    Printed("[[[[[[[[[[1]]]]]]]]]]", "[[[[[[[[[…]]]]]]]]]"),
    Printed("string([\"a\"])", #"["a"]"#), Printed("string(\"a\")", "a"),
    Printed("string(1.50) + string(nil)", "1.5nil"),
  ]) func literals(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Printed("type(of: nil)", "Nil"), Printed("type(of: true)", "Bool"),
    Printed("type(of: 1)", "Int"),
    Printed("type(of: 1.0)", "Double"), Printed("type(of: \"\")", "String"),
    Printed("type(of: 1s)", "Duration"), Printed("type(of: .a)", "Symbol"),
    Printed("type(of: [])", "List"), Printed("type(of: [:])", "Map"),
    Printed("type(of: 0..<1)", "Range"), Printed("type(of: { 1 })", "Function"),
    Printed("type(of: print)", "Function"), Printed("type(of: type(of: 1))", "String"),
  ]) func types(_ sample: Printed) throws { try sample.check() }

  @Test func linesAreBounded() throws {
    let run = try ProgramRun(
      """
      let many = (0..<100000).map { $0 }
      print(many)
      var text = "é"
      while text.count < 100000 { text += text }
      print([text, text])
      print(text)
      var wide = [1]
      for i in 0..<60 { wide = [wide, wide, wide] }
      print(wide)
      print(many.map)
      """, allocatesMuch: true)
    #expect(run.output.count == 4)
    #expect(run.output[0].hasSuffix("…]") && run.output[0].utf8.count < 4200)
    #expect(run.output[1].hasSuffix("…]") && run.output[1].utf8.count < 4200)
    #expect(run.output[2].utf8.count == 262_144)
    #expect(run.output[3].contains("…") && run.output[3].utf8.count < 4200)
    #expect(run.failure?.identifier == .missingMember)
    #expect((run.failure?.message.utf8.count ?? 1000) < 200)
  }

  @Test func printJoinsItsArguments() throws {
    try expectOutput(
      "print()\nprint(1, \"a\", [\"b\"])\nlet p = print\np(2)", "", #"1 a ["b"]"#, "2")
  }

  /// A call at the very end of a window has no register after it.
  @Test func printWithoutArgumentsStaysInItsWindow() throws {
    try expectOutput(
      """
      func f(n) { if n > 0 { f(n - 1) }; print() }
      f(3)
      """, "", "", "", "")
  }
}
