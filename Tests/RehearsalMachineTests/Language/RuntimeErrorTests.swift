// Runtime errors: the calls that led to them, through closures, members that call back, and deep
// stacks.

import Testing

@Suite struct RuntimeErrorTests {
  @Test func theStackNamesFunctionsAndPlaces() throws {
    let run = try ProgramRun(
      """
      func inner(n) {
        return 10 / n
      }
      func outer(n) { let x = inner(n); return x }
      print(outer(2))
      outer(0)
      """)
    #expect(run.output == ["5"])
    #expect(run.failure?.identifier == .divisionByZero)
    #expect(run.failure?.stack == ["inner 2:10", "outer 4:25", "statements 6:1"])
  }

  @Test func membersThatCallBackAreNotShown() throws {
    let run = try ProgramRun(
      """
      let l = [1, 0]
      l.map { x in
        [x].filter { y in
          [2, 1].sorted { a, b in
            [1].reduce(0) { s, e in 1 / y }
            return true
          }
          return true
        }
      }
      """)
    #expect(
      run.failure?.stack == [
        "closure 5:31", "closure 5:7", "closure 4:5", "closure 3:3", "statements 2:1",
      ])
  }

  @Test func aMemberThatFailsIsShownWhereItIsCalled() throws {
    let run = try ProgramRun("func f(l) { return l.map(5) }\nf([1])")
    #expect(run.failure?.identifier == .notCallable)
    #expect(run.failure?.stack == ["f 1:20", "statements 2:1"])
  }

  @Test func longStacksAreCutInTheMiddle() throws {
    let run = try ProgramRun("func f(n) {\n  return n == 0 ? nil + 1 : f(n - 1)\n}\nf(100)")
    #expect(run.failure?.stack.count == 24)
    #expect(run.failure?.omittedCalls == 78)
    #expect(run.failure?.stack.first == "f 2:19")
    #expect(run.failure?.stack.last == "statements 4:1")
  }

  @Test func whatRanBeforeAnErrorIsKept() throws {
    let run = try ProgramRun("print(1)\nvar l = [1]\nl.append(2)\nprint(l[2])\nprint(3)")
    #expect(run.output == ["1"])
    #expect(run.failure?.identifier == .indexOutOfBounds)
    #expect(run.failure?.stack == ["statements 4:7"])
  }

  @Test func variablesBeforeTheirDeclaration() throws {
    try expectError(
      "func f() { return x }\nprint(f())\nlet x = [1]", .uninitializedVariable, "`x`")
    try expectError("func f() { x += 1 }\nf()\nvar x = 1", .uninitializedVariable, "`x`")
    try expectError("func f() { x.append(1) }\nf()\nvar x = []", .uninitializedVariable)
  }

  @Test func messagesShowValuesShortened() throws {
    let run = try ProgramRun("print((0..<1000).map { $0 } + 1)")
    #expect(
      run.failure?.message
        == "`+` cannot combine the List [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … and the Int 1")
  }
}
