// What the compiler finds doubtful: warnings with their places, and what is no reason to warn.

import TestSupport
import Testing

@Suite struct WarningsOfFlow {
  @Test(arguments: [
    WrongScript("func f() { return 1; print(2) }", "W0902 print(2)"),
    WrongScript("func f(a) { if a { return 1 } else { return 2 }; print(2) }", "W0902 print(2)"),
    WrongScript("func f(a) { if a { return 1 } else if a { return 2 }; print(2) }"),
    WrongScript(
      "func f(a) { if a { return 1 } else if a { return 2 } else { return 3 }; f(a); f(a) }",
      "W0902 f(a)"),
    WrongScript("for i in 0..<3 { continue; print(i) }", "W0902 print(i)"),
    WrongScript("while true { }\nprint(1)", "W0902 print(1)"),
    WrongScript("while (true) { break }\nprint(1)"),
    WrongScript("while true { if now == 1s { print(1) } else { break } }\nprint(1)"),
    WrongScript("while true { guard let a = now else { break }; print(a) }\nprint(1)"),
    WrongScript("while true { while true { break } }\nprint(1)", "W0902 print(1)"),
    WrongScript("while true { }\nfunc f() { }\napp A { }\nscenario \"s\" { }"),
    WrongScript("func f() { return g(); func g() { 1 } }"),
    WrongScript(
      "func f(a) { guard let b = a else { return; print(1) }; print(b) }", "W0902 print(1)"),
    WrongScript("break\nprint(1)", "E0218 break"),
  ]) func unreachableCode(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("app A { on didFinishLaunching { } }"),
    WrongScript("app A { on didFinishLaunching { true } }"),
    WrongScript("app A { on didFinishLaunching { log 1 } }"),
    WrongScript("app A { var a = 1; on didFinishLaunching { a = 2 } }"),
    WrongScript("app A { on didFinishLaunching { log 1; return true } }"),
    WrongScript("app A { on didFinishLaunching { log 1; log 2 } }"),
    WrongScript("app A { on didFinishLaunching(o) { if o.isEmpty { return }; log 1 } }"),
    WrongScript(
      "app A { on didFinishLaunching(o) { if o == 1 { return true } } }",
      "W0903 didFinishLaunching"),
    WrongScript(
      "app A { on didFinishLaunching(o) { for x in o { return }; return true } }",
      "W0903 return"),
    WrongScript("app A { on didFinishLaunching { after(1s) { return }; return true } }"),
    WrongScript("app A { on didFinishLaunching { while true { log 1 } } }"),
    WrongScript("app A { on didEnterBackground { log 1; log 2 } }"),
  ]) func missingAnswers(_ script: WrongScript) { script.check() }
}

@Suite struct WarningsOfResults {
  @Test(arguments: [
    WrongScript("sqrt(2)", "W0901 sqrt(2)"),
    WrongScript("string 2", "W0901 string 2"),
    WrongScript("random()\nprint(1)"),
    WrongScript("func sqrt(x) { x }\nsqrt(2)"),
    WrongScript("func f() { sqrt(2) }"),
    WrongScript("func f() { sqrt(2); sqrt(3) }", "W0901 sqrt(2)", "W0901 sqrt(3)"),
    WrongScript("let f = { x in sqrt(x) }\nf(1)"),
    WrongScript("var a = [1]\na.sorted()", "W0901 a.sorted()"),
    WrongScript("var a = [1]\na.sorted { print($0); return $0 < $1 }"),
    WrongScript("var a = nil\na?.reversed()", "W0901 a?.reversed()"),
    WrongScript("var a = [1]\na.append(2)\na.remove(at: 0)"),
    WrongScript("var a = [1]\na.joined(with: 2)", "E0401 with"),
    WrongScript("sqrt(1, 2)", "E0401 2"),
  ]) func unusedResults(_ script: WrongScript) { script.check() }
}

@Suite struct ComparedSymbols {
  @Test(arguments: [
    WrongScript("app A { }\nprint(A.state == .active)"),
    WrongScript("app A { }\nprint(A.state == .actve)", "E0504 actve"),
    WrongScript("app A { }\nif .actve != A.state { print(1) }", "E0504 actve"),
    WrongScript("app A { }\nexpect A.calls == [.first, .secnd] within 1s", "E0504 secnd"),
    WrongScript("app A { }\nprint(A.calls.contains(.third))", "E0504 third"),
    WrongScript("app A { }\nprint(A.calls.last == .third)", "E0504 third"),
    WrongScript("app A { }\nprint(A.exit.reason == .third, A.exit.time == .third)", "E0504 third"),
    WrongScript("app A { }\nprint(A.exits[0]?.reason == .third)", "E0504 third"),
    WrongScript("app A { }\nprint(messages() == [.third])", "E0504 third"),
    WrongScript("func news() { [] }\nprint(news() == [.third])"),
    WrongScript("app A { }\nlet a = A.state\nprint(a == .actve)", "E0504 actve"),
    WrongScript("app A { var state2 = nil }\nprint(A.state2 == .third)"),
  ]) func areOnesThatCanBe(_ script: WrongScript) { script.check() }
}
