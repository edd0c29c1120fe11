import Testing

@testable import RehearsalMachine

@Suite("The language runs")
struct LanguageTests {
  @Test func arithmeticAndCalls() throws {
    let run = try ProgramRun(
      """
      func fib(n) { if n < 2 { return n }; return fib(n - 1) + fib(n - 2) }
      print(fib(20))
      print(1 + 2 * 3, 7 / 2, -7 % 3, 1.5 + 1, 2 * 3s, 1s / 4)
      var total = 0
      for i in 0..<10 { total += i }
      print(total)
      """)
    #expect(run.fault == nil)
    #expect(run.output == ["6765", "7 3 -1 2.5 6s 250ms", "45"])
  }
}
