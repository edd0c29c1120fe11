// Functions: arguments by position and name, defaults, results.

import Testing

@testable import RehearsalMachine

@Suite struct FunctionTests {
  @Test func argumentsAndDefaults() throws {
    try expectOutput(
      """
      func f(a, b = 2, c = 3) { return [a, b, c] }
      print(f(1), f(1, 9), f(1, c: 9), f(1, c: 8, b: 9), f(a: 1), f(c: 7, a: 6))
      func late(a = 1, b) { return [a, b] }
      print(late(b: 5), late(4, 5), late(4, b: 5))
      func chain(a, b = a + 1, c = a * b) { return [a, b, c] }
      print(chain(3), chain(3, 5), chain(3, c: 1))
      func optional(a, b = nil) { return b == nil ? a : b }
      print(optional(1), optional(1, 2), optional(1, nil))
      """,
      "[1, 2, 3] [1, 9, 3] [1, 2, 9] [1, 9, 8] [1, 2, 3] [6, 2, 7]", "[1, 5] [4, 5] [4, 5]",
      "[3, 4, 12] [3, 5, 15] [3, 4, 1]", "1 2 1")
  }

  @Test func defaultsAreEvaluatedAtEachCall() throws {
    try expectOutput(
      """
      var n = 0
      func next() { n += 1; return n }
      func f(a = next(), l = []) { var m = l; m.append(a); return m }
      print(f(), f(), f(10), n)
      let g = f
      print(g(), g(1), g(1, [0]), n)
      """, "[1] [2] [10] 2", "[3] [1] [0, 1] 3")
  }

  @Test func argumentsAreEvaluatedInTheOrderOfTheSource() throws {
    try expectOutput(
      """
      var log = []
      func note(x) { log.append(x); return x }
      func f(a, b, c) { return [a, b, c] }
      print(f(c: note(1), a: note(2), b: note(3)), log)
      """, "[2, 3, 1] [1, 2, 3]")
  }

  @Test func results() throws {
    try expectOutput(
      """
      func expression() { 42 }
      func nothing() { let x = 1 }
      func early(b) { if b { return }; return 1 }
      func noValue() { return }
      print(expression(), nothing(), early(true), early(false), noValue())
      """, "42 nil nil 1 nil")
  }

  @Test func recursionIsDeep() throws {
    try expectOutput(
      """
      func depth(n) { return n == 0 ? 0 : 1 + depth(n - 1) }
      print(depth(15000))
      let build = { n in var l = []; for i in 0..<n { l = [l] }; return l }
      func measure(l) { return l.isEmpty ? 0 : 1 + measure(l[0]) }
      print(measure(build(300)))
      """, "15000", "300")
  }

  @Test func manyArgumentsAndVariables() throws {
    let names = (0..<300).map { "p\($0)" }
    let values = (0..<300).map(String.init)
    try expectOutput(
      """
      func f(\(names.joined(separator: ", "))) {
        \(names.map { "var v\($0) = \($0) + 1" }.joined(separator: "\n  "))
        return p0 + p299 + vp0 + vp299
      }
      print(f(\(values.joined(separator: ", "))))
      """, "600")
  }
}
