// Statements that choose and repeat.

import Testing

@testable import RehearsalMachine

@Suite struct ControlFlowTests {
  @Test func choices() throws {
    try expectOutput(
      """
      func kind(n) {
        if n < 0 { return "negative" } else if n == 0 { return "zero" } else { return "positive" }
      }
      print(kind(-1), kind(0), kind(1))
      func both(a, b) { if let x = a, let y = b, x < y { return x + y } else { return nil } }
      print(both(1, 2), both(2, 1), both(nil, 1), both(1, nil))
      func guarded(x) { guard let x, x != 3 else { return "no" }; return x }
      print(guarded(1), guarded(3), guarded(nil))
      """, "negative zero positive", "3 nil nil nil", "1 no no")
  }

  @Test func loops() throws {
    try expectOutput(
      """
      var out = []
      var n = 0
      while true { n += 1; if n == 2 { continue }; if n > 4 { break }; out.append(n) }
      print(out)
      out = []
      for i in 0..<4 {
        for j in 0..<4 { if j == i { continue }; if j > 2 { break }; out.append(i * 10 + j) }
      }
      print(out)
      var queue = [3, 2, 1]
      while let x = queue.first, x > 1 { print(x); queue.remove(at: 0) }
      print(queue)
      func find(l, v) { for x in l { if x == v { return "found" } }; return "missing" }
      print(find([1, 2], 2), find([1, 2], 3), find([], 1))
      for x in [1] { let x = x + 1; print(x) }
      """,
      "[1, 3, 4]", "[1, 2, 10, 12, 20, 21, 30, 31, 32]", "3", "2", "[1]",
      "found missing missing", "2")
  }

  @Test func namesHideOuterOnes() throws {
    try expectOutput(
      """
      let x = 1
      func f(x) { if x > 0 { let x = "inner"; return x }; return x }
      print(x, f(1), f(-1))
      func min(a, b) { return "mine" }
      print(min(1, 2), max(1, 2))
      """, "1 inner -1", "mine 2")
  }

  @Test func optionalChains() throws {
    try expectOutput(
      """
      let m = ["a": ["b": [1, 2]]]
      print(m["x"]?.b.c, m["a"]?.b[1], m["x"]?.b?.count ?? 0, m["a"]?.b.map { $0 + 1 })
      var calls = 0
      func count() { calls += 1; return 0 }
      print(m["x"]?.b[count()], calls)
      var n = nil
      n?.append(1)
      n = [0]
      n?.append(1)
      print(n)
      """, "nil 2 0 [2, 3]", "nil 0", "[0, 1]")
  }

  @Test func expectationsShowTheirParts() throws {
    let run = try ProgramRun(
      """
      let a = [1, 2]
      let s = "x"
      expect a.count == 2
      expect a.count + 1 > 5 || s == "y", "why"
      expect s == "y" && a.isEmpty
      expect !a.isEmpty
      """)
    #expect(run.failure == nil)
    #expect(run.expectations == [true, false, false, true])
    #expect(run.parts == [["2"], ["2", "3", #""x""#], [#""x""#, "-"], ["false"]])
  }
}
