// Maps: order, keys, members by name, and the index behind many entries.

import Testing

@testable import RehearsalMachine

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

  /// The storage shrinks as entries go, and what is left keeps its order and is found.
  @Test func entriesThatGoLeaveFewGaps() throws {
    try expectOutput(
      """
      var m = [:]
      var keys = []
      var found = 0
      for round in 0..<6 {
        for i in 0..<60 { m["k\\(round) \\(i)"] = i; keys.append("k\\(round) \\(i)") }
        let copy = m
        while keys.count > round * 3 { m.remove(keys.remove(at: random(0..<keys.count))) }
        for k in keys { if m.contains(k) && copy[k] == m[k] { found += 1 } }
        if m.keys != keys || copy.count < 60 { print("wrong", m, keys) }
        m.x = round
        if m.x != round { print("wrong", m) }
        m.x = nil
      }
      print(found, m.count, m == [:])
      m = [:]
      for i in 0..<100 { m[i] = i; m[i - 1] = nil }
      print(m)
      """,
      "45 15 false", "[99: 99]")
  }

  @Test func changesKeepTheOrder() throws {
    try expectOutput(
      """
      var m = ["a": 1, "b": 2, "c": 3]
      m["b"] = nil
      m["d"] = 4
      m["b"] = 5
      m.a = 6
      m.e = 7
      m["a"] += 1
      m.e *= 2
      print(m, m.count)
      print(m.remove("c"), m.remove("c"), m)
      m.a = nil
      print(m.keys, m.values)
      m["x"] = nil
      print(m["x"] == nil, m.contains("x"))
      """,
      #"["a": 7, "c": 3, "d": 4, "b": 5, "e": 14] 5"#,
      #"3 nil ["a": 7, "d": 4, "b": 5, "e": 14]"#, #"["d", "b", "e"] [4, 5, 14]"#, "true false")
  }

  @Test func literalsWithEqualKeysKeepTheLastValue() throws {
    try expectOutput(
      """
      let k = "a"
      print([k: 1, "b": 2, "a": 3], [k: 1, "a": nil], [k: nil, "a": 2])
      """, #"["a": 3, "b": 2] [:] ["a": 2]"#)
  }

  @Test func longLiterals() throws {
    let entries = (0..<500).map { "\($0): \"v\($0)\"" }
    try expectOutput(
      "let m = [\(entries.joined(separator: ", "))]\nprint(m.count, m[0], m[499], m.keys.last)",
      "500 v0 v499 499")
  }

  /// Deletions leave gaps, and storage is laid out anew with and without an index.
  @Test func manyEntriesComeAndGo() throws {
    try expectOutput(
      """
      var m = [:]
      for round in 0..<6 {
        for i in 0..<40 { m["k\\(i)"] = round * 100 + i }
        for i in 0..<40 { if i % 3 == round % 3 { m.remove("k\\(i)") } }
        m[round] = round
      }
      var sum = 0
      var order = []
      for (k, v) in m { sum += v; order.append(k) }
      print(m.count, sum, order == m.keys, m.values.reduce(0) { $0 + $1 } == sum)
      for i in 0..<40 { if m["k\\(i)"] != (i % 3 == 2 ? nil : 500 + i) { print("wrong", i) } }
      for k in m.keys { m[k] = nil }
      print(m, m.count, m.isEmpty)
      for i in 0..<20 { m[i] = i }
      print(m.keys == (0..<20).map { $0 })
      """, "33 14035 true true", "[:] 0 true", "true")
  }

  @Test func loops() throws {
    try expectOutput(
      """
      var m = ["a": 1, "b": 2]
      for (k, v) in m { m[k] = nil; m["c"] = v }
      print(m)
      for e in ["x": [1]] { print(e, e.key, e.value) }
      for (k, _) in [3: 4] { print(k) }
      for (k, v) in [:] { print(k, v) }
      """, #"["c": 2]"#, #"["key": "x", "value": [1]] x [1]"#, "3")
  }

  /// The places where a name was found are remembered; what is remembered may be wrong.
  @Test func membersByNameAreFoundWhateverWasFoundBefore() throws {
    try expectOutput(
      """
      func name(m) { return m.name }
      func rename(m) { var n = m; n.name = "new"; return n }
      let maps = [
        ["name": 1], ["x": 0, "name": 2], ["name": 3, "x": 0], ["y": 1, "z": 2, "name": 4]
      ]
      for m in maps { print(name(m), rename(m)) }
      var many = [:]
      for i in 0..<20 { many[i] = i }
      many.name = 5
      many.remove(3)
      print(name(many), rename(many).name, name(maps[1]))
      var gone = maps[0]
      gone.name = nil
      gone.other = 1
      print(rename(gone))
      """,
      #"1 ["name": "new"]"#, #"2 ["x": 0, "name": "new"]"#, #"3 ["name": "new", "x": 0]"#,
      #"4 ["y": 1, "z": 2, "name": "new"]"#, "5 new 2", #"["other": 1, "name": "new"]"#)
  }

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
    Failing("print([\"a\": 1].map { $0 })", .missingMember),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
