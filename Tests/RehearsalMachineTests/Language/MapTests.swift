// Maps: order, keys, members by name, and the index after many entries.

import Testing

@Suite struct MapTests {
  @Test(arguments: [
    Printed("[:]", "[:]"), Printed("[\"b\": 1, \"a\": 2]", #"["b": 1, "a": 2]"#),
    Printed("[\"a\": 1][\"a\"]", "1"), Printed("[\"a\": 1][\"b\"]", "nil"),
    Printed("[\"a\": 1].a", "1"), Printed("[\"a\": [\"b\": 2]].a.b", "2"),
    Printed("[1: 2, true: 3, .s: 4, 1s: 5, \"x\": 6].count", "5"),
    Printed("[1: 2].keys", "[1]"),
    Printed("[\"a\": 1, \"b\": 2].values", "[1, 2]"), Printed("[\"a\": 1].contains(\"a\")", "true"),
    Printed("[\"a\": 1].contains(\"b\")", "false"), Printed("[:].isEmpty", "true"),
    Printed("[\"count\": 7].count", "1"), Printed("[\"count\": 7][\"count\"]", "7"),
    Printed("[\"a\": nil]", "[:]"), Printed("[\"a\": 1]?.a", "1"), Printed("nil?.a", "nil"),
    Printed("[\"f\": { $0 + 1 }].f(2)", "3"), Printed("[0: \"zero\", false: \"no\"][false]", "no"),
    Printed("[1s: 1, 1000000000: 2][1s]", "1"), Printed("[\"e\\u{301}\": 1][\"\\u{E9}\"]", "nil"),
  ]) func members(_ sample: Printed) throws { try sample.check() }

  @Test(arguments: [
    Failing("print([\"a\": 1].b)", .missingMember, "no key \"b\""),
    Failing("var m = [:]; m.a.b = 1", .missingMember),
    Failing("var m = [:]; m[\"a\"][\"b\"] = 1", .typeMismatch),
    Failing("var m = [:]; m.count = 1", .invalidArgument),
    Failing("var m = [:]; m[[1]] = 1", .invalidKey), Failing("print([:][nil])", .invalidKey),
    Failing("print([1.5: 1])", .invalidKey), Failing("var m = [:]; m[0.5] = nil", .invalidKey),
    Failing("print([:].contains([]))", .invalidKey),
    Failing("print([\"f\": 1].f())", .notCallable), Failing("print([:].f())", .missingMember),
    Failing("for (a, b) in [1] { }", .typeMismatch),
    Failing("var m = [\"a\": 1]; m.remove([])", .invalidKey),
    Failing("print([\"a\": 1].reversed())", .missingMember),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
