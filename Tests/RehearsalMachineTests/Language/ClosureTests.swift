// Closures: what they capture, when, and how they are called.

import Testing

@testable import RehearsalMachine

@Suite struct ClosureTests {
  @Test func variablesAreCapturedByReference() throws {
    try expectOutput(
      """
      func counter(start) {
        var n = start
        return ["up": { n += 1; return n }, "get": { n }]
      }
      let a = counter(0)
      let b = counter(10)
      a.up()
      a.up()
      b.up()
      print(a.get(), b.get())
      func outer() {
        var x = [1]
        let change = { x.append(2); x[0] = 9 }
        let copy = x
        change()
        return [x, copy]
      }
      print(outer())
      """, "2 11", "[[9, 2], [1]]")
  }

  @Test func eachTurnOfALoopBindsFreshly() throws {
    try expectOutput(
      """
      func all() {
        var closures = []
        for i in 0..<3 { var n = i; closures.append { n += 10; return n } }
        for x in ["a", "b"] { closures.append { x } }
        for (k, v) in [1: 2] { closures.append { k + v } }
        var w = 0
        while w < 2 { let c = w; closures.append { c }; w += 1 }
        closures.append { w }
        return closures
      }
      let closures = all()
      print(closures.map { $0() }, closures.map { $0() })
      """, #"[10, 11, 12, "a", "b", 3, 0, 1, 2] [20, 21, 22, "a", "b", 3, 0, 1, 2]"#)
  }

  @Test func capturesReachThroughManyLevels() throws {
    try expectOutput(
      """
      func deep(a) {
        var b = 1
        return { c in
          var d = 2
          return { e in
            b += 1
            d += b
            return { f in a + b + c + d + e + f }
          }
        }
      }
      let one = deep(100)(20)
      print(one(3)(4), one(3)(4), deep(0)(0)(0)(0))
      """, "133 137 6")
  }

  @Test func localFunctionsCallThemselvesAndEachOther() throws {
    try expectOutput(
      """
      func run(n) {
        var calls = 0
        func even(k) { calls += 1; return k == 0 ? true : odd(k - 1) }
        func odd(k) { calls += 1; return k == 0 ? false : even(k - 1) }
        func fact(k) { return k < 2 ? 1 : k * fact(k - 1) }
        return [even(n), odd(n), calls, fact(n)]
      }
      print(run(7))
      """, "[false, true, 16, 5040]")
  }

  @Test func parameters() throws {
    try expectOutput(
      """
      let f = { $0 + $1 }
      let none = { 7 }
      let named = { a, _ in a }
      let parenthesized = { (a, b) in a * b }
      print(f(1, 2), f(1, 2, 3), none(), none(1, 2), named(3, 4), parenthesized(3, 4))
      print([[1, 2], [3]].map { $0.map { $0 * 2 } })
      func apply(x, g) { return g(x) }
      print(apply(2) { $0 + 1 }, apply(2, { y in y * 5 }), apply(3, string))
      let nothing = { x in if x { return 1 } }
      print(nothing(true), nothing(false), { }())
      """, "3 3 7 7 3 12", "[[2, 4], [6]]", "3 10 3", "1 nil nil")
  }

  @Test func functionsAreValuesWithIdentity() throws {
    try expectOutput(
      """
      func f() { }
      func make(n) { return { n } }
      let a = make(1)
      let b = make(1)
      print(f == f, a == a, a == b, [a] == [a], f != a)
      print(f, type(of: a), [f])
      print(a)
      """, "true true false true true", "func f Function [func f]", "closure 2:23")
  }

  /// A closure may change a variable whose value is on its way into a call.
  @Test func whatAClosureChangesIsReadBefore() throws {
    try expectOutput(
      """
      func run() {
        var l = [1]
        let grow = { l.append(l.count + 1); return l.count }
        print(l, grow(), l, grow())
        print([l, grow(), l])
        func show(a, b, c) { return "\\(a) \\(b) \\(c)" }
        print(show(l, grow(), l))
        print(l + [grow()], l.count == grow(), l)
        var m = ["n": 0]
        let bump = { m.n += 1; return m.n }
        print(m, bump(), m.n + bump(), m)
        let during = { list, f in f(); return list }
        print(during(l) { l.append(0); l[0] = -1 }, l)
      }
      run()
      """,
      "[1] 2 [1, 2] 3", "[[1, 2, 3], 4, [1, 2, 3, 4]]", "[1, 2, 3, 4] 5 [1, 2, 3, 4, 5]",
      "[1, 2, 3, 4, 5, 6] false [1, 2, 3, 4, 5, 6, 7]", #"["n": 0] 1 3 ["n": 2]"#,
      "[1, 2, 3, 4, 5, 6, 7] [-1, 2, 3, 4, 5, 6, 7, 0]")
  }

  @Test(arguments: [
    Failing("let f = { a in a }; f()", .argumentMismatch, "1 argument, not 0"),
    Failing("let f = { a in a }; f(1, 2)", .argumentMismatch),
    Failing("let f = { $0 }; f()", .argumentMismatch),
    Failing("func f(a, b = 1) { }; let g = f; g(1, 2, 3)", .argumentMismatch, "1 to 2"),
    Failing("let f = { 1 }; f()()", .notCallable), Failing("let l = [1]; l[0]()", .notCallable),
    Failing("let f = print; f()", .argumentMismatch),
  ]) func failures(_ sample: Failing) throws { try sample.check() }
}
