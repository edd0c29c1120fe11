// Lists: members, slices, loops, and the ways in which they fail.

import Testing

@testable import RehearsalMachine

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

  @Test func changes() throws {
    try expectOutput(
      """
      var l = [1]
      l.append(2)
      l.insert(0, at: 0)
      l.insert(9, at: 3)
      print(l, l.remove(at: 1), l)
      l[0] = 7
      l[1] += 1
      print(l)
      l += [l.count]
      print(l)
      l.append(l)
      print(l, l.count)
      print(l.remove(at: 4) == [7, 3, 9, 3])
      """,
      "[0, 1, 2, 9] 1 [0, 2, 9]", "[7, 3, 9]", "[7, 3, 9, 3]", "[7, 3, 9, 3, [7, 3, 9, 3]] 5",
      "true")
  }

  @Test func longLiteralsKeepTheirOrder() throws {
    let elements = (0..<1000).map(String.init)
    try expectOutput(
      """
      let l = [\(elements.joined(separator: ", "))]
      var ordered = true
      for i in 0..<1000 { if l[i] != i { ordered = false } }
      print(l.count, ordered)
      """, "1000 true")
  }

  @Test func aListGrowsAndShrinks() throws {
    try expectOutput(
      """
      var l = []
      for i in 0..<2000 { l.append([i]) }
      var sum = 0
      while !l.isEmpty { sum += l.remove(at: l.count - 1)[0] }
      print(sum, l)
      for i in 0..<50 { l.insert(i, at: i / 2) }
      while l.count > 1 { sum -= l.remove(at: l.count / 2) }
      print(sum, l)
      """, "1999000 []", "1997776 [1]", allocatesMuch: true)
  }

  @Test func sortingIsStable() throws {
    try expectOutput(
      """
      var pairs = []
      for i in 0..<40 { pairs.append([i % 3, i]) }
      let byFunction = pairs.sorted { a, b in a[0] < b[0] }
      var stable = true
      for i in 1..<40 {
        let a = byFunction[i - 1]
        let b = byFunction[i]
        if a[0] > b[0] || a[0] == b[0] && a[1] > b[1] { stable = false }
      }
      print(stable, pairs[1], [1, 1.0, 0, 1].sorted())
      """, "true [1, 1] [0, 1, 1.0, 1]")
  }

  @Test func sortingEndsWhateverTheComparisonSays() throws {
    try expectOutput(
      """
      let l = [4, 2, 5, 1, 3, 9, 8, 7]
      var flips = false
      func lying(a, b) { flips = !flips; return flips }
      for answer in [l.sorted { true }, l.sorted { false }, l.sorted(lying), l.sorted(by: lying)] {
        print(answer.count, answer.sorted())
      }
      print(([1.0, 0.0 / 0.0, 0.5] + [3, 2]).sorted().count)
      """, "8 [1, 2, 3, 4, 5, 7, 8, 9]", "8 [1, 2, 3, 4, 5, 7, 8, 9]",
      "8 [1, 2, 3, 4, 5, 7, 8, 9]", "8 [1, 2, 3, 4, 5, 7, 8, 9]", "5")
  }

  @Test func aListThatChangesInItsLoopIsGoneThroughAsItWas() throws {
    try expectOutput(
      """
      var l = [1, 2, 3]
      for x in l { l.append(x * 10); l.remove(at: 0) }
      print(l)
      var nested = [[1], [2]]
      for inner in nested { nested[0].append(9); print(inner) }
      print(nested)
      """, "[10, 20, 30]", "[1]", "[2]", "[[1, 9, 9], [2]]")
  }

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
    Failing("print([1].size)", .missingMember),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
