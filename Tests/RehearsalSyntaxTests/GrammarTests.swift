// The fine print of newlines, command calls, closures and operators, sentence by sentence.

import Testing

@testable import RehearsalSyntax

@Suite struct GrammarTests {
  /// Two texts that must mean the same.
  @Test(arguments: [
    ("a(\n- b\n)", "a(-b)"), ("let x = a\n- b", "let x = a - b"),
    ("let x = a -\nb", "let x = a - b"),
    ("let x = a\n.b\n?.c", "let x = a.b?.c"), ("let x =\na", "let x = a"),
    ("let x = a\n? b\n: c", "let x = a ? b : c"), ("f(a,\nb\n)", "f(a, b)"),
    ("let x = [\na\n]", "let x = [a]"), ("if a\n{ }\nelse\n{ }", "if a { } else { }"),
    ("expect a\nwithin 5s", "expect a within 5s"), ("func f()\n{ }", "func f() { }"),
    ("let x = a /* \n */ let y = b", "let x = a; let y = b"),
    ("guard a\nelse { }", "guard a else { }"),
    ("f(a\n-b)", "f(a - b)"), ("let x = a\n&& b", "let x = a && b"), ("app A\n{ }", "app A { }"),
    ("press .home", "press(.home)"), ("launch Notes", "launch(Notes)"),
    ("a.b.c 5s", "a.b.c(5s)"), ("push Notes, payload: 1", "push(Notes, payload: 1)"),
    ("press\n.home()", "press.home()"), ("print a - b", "print(a - b)"),
    ("print a\n- b", "print(a - b)"), ("{ print $0 }()", "{ print($0) }()"),
    ("f (a)", "f(a)"), ("let x = f [a]", "let x = f[a]"), ("wait for: 1s", "wait(for: 1s)"),
    ("after 5s { g() }", "after(5s) { g() }"), ("after n { }", "after(n) { }"),
    ("reduce xs, { $0 }", "reduce(xs, { $0 })"), ("let x = xs.map{ $0 }", "let x = xs.map { $0 }"),
  ])
  func sameMeaning(written: String, meant: String) {
    #expect(findings(written).isEmpty, "\(written)")
    let commandless = tree(written).split(separator: "\n").map { line in
      line.hasSuffix("command") ? line.dropLast(7) + "call" : line
    }
    #expect(commandless == tree(meant).split(separator: "\n"), "\(written)")
  }

  /// Two statements, though a newline is all that parts them.
  @Test(arguments: [
    "f()\n-g()", "f()\n(g)()", "f()\n[g()].h()", "return\nf()", "let x = a\n{ }()",
    "if a { }\nf()",
  ])
  func newStatement(text: String) {
    guard case .function(let function) = parse("func f() {\n\(text)\n}").statements.first?.kind
    else { return #expect(Bool(false)) }
    #expect(function.body.statements.count == 2)
  }

  @Test(arguments: [
    ("unlock", ["E0210"]), ("a - b", ["E0210"]), ("a == b", ["E0210"]), ("print -1, 2", ["E0210"]),
    ("f()", []), ("a?.f()", []), ("a ?? f()", []), ("a ? f() : g()", []), ("f() + 1", ["E0210"]),
    ("func f() { a }", []), ("func f() { a; b }", ["E0210", "E0210"]), ("f { a }", []),
    ("if a { b }", ["E0210"]), ("scenario \"s\" { a }", ["E0210"]), ("{ }", ["E0210"]),
    ("func f() { { 1 } }", []), ("app A { on x { y } }", []),
    ("for i in a { i }", ["E0210"]), ("-f()", ["E0210"]), ("f {\n let x = 1\n x\n}", ["E0210"]),
  ])
  func lostValues(text: String, expected: [String]) {
    #expect(findings(text) == expected)
  }

  @Test func thePromptEchoesInsteadOfLosing() {
    #expect(findings("unlock", mode: .prompt).isEmpty)
    #expect(findings("a - b; c", mode: .prompt).isEmpty)
    #expect(findings("if a { b }", mode: .prompt) == ["E0210"])
  }

  @Test(arguments: [
    ("print xs.map { $0 }", ["E0212"]), ("print f(1) { 2 }", ["E0212"]),
    ("print a + b.map { }", ["E0212"]), ("after n { }", []), ("after xs[0] { }", []),
    ("let z = press .home", ["E0211"]), ("let z = a .b", ["E0211"]),
    ("let z = launch Notes", ["E0205"]),
    ("a.b .c.d", []), ("let z = a < b < c", ["E0213"]), ("let z = a == b != c", ["E0213"]),
    ("let z = a < b && c < d", []), ("let z = 1...2...3", ["E0201"]),
    ("let z = 1...", ["E0214"]), ("let z = xs[...]", ["E0202"]), ("let z = xs[1..<]", ["E0214"]),
    ("let z = [1...]", ["E0214"]), ("let z = xs[(1...)]", ["E0214"]),
    ("let z = xs[a ?? 1...]", ["E0214"]),
    ("let z = xs[a + 1...]", []), ("let z = xs[..<a + 1]", []), ("if xs.f { $0 } { }", ["E0212"]),
    ("if (xs.f { $0 }) { }", []), ("for x in (xs.f { $0 }) { }", []), ("let x = a!", ["E0208"]),
    ("x = a != b", []), ("let x: Int = 1", ["E0208"]), ("let x = y as? Int", ["E0208"]),
    ("self.x = 1", ["E0208"]), ("switch a { case 1: b }", ["E0208"]), ("f(a, default: 1)", []),
    ("a.switch.self()", []), ("let `switch` = 1", []), ("5 = x", ["E0216"]),
    ("a?.b = 1", ["E0216"]),
    ("f().a = 1", ["E0216"]), ("a.b[1].c += 1", []), ("if a = b { }", ["E0201"]),
    ("let x = (a, b)", ["E0201"]), ("break", ["E0218"]), ("while a { f { break } }", ["E0218"]),
    ("return", ["E0218"]), ("func f() { return }", []), ("scenario \"s\" { return }", []),
    ("func f() { import \"x\" }", ["E0207"]), ("app A { launch B }", ["E0218"]),
    ("app A { app B { } }", ["E0207"]), ("app A { view { button \"x\" { } } }", ["E0207"]),
    ("app A { view { var x = 1 } }", ["E0207"]), ("explore \"x\" { a }", ["E0209"]),
    ("scenario \"s\" { always { a } }", ["E0209"]), ("choose { a } or { b }", ["E0209"]),
    ("func f(a, a) { }", ["E0219"]), ("let f = { a, a in 1 }", ["E0219"]), ("func f(_, _) { }", []),
    ("let if = 1", ["E0217"]), ("let x = ", ["E0202"]), ("f() g()", ["E0205"]),
    ("if a { } f()", ["E0205"]),
    ("let x = a ++ b", ["E0208"]), ("let x = a & b", ["E0208"]),
    ("func f() -> Int { 1 }", ["E0208"]),
    ("f(1 2)", ["E0205"]), ("f(a = 1)", ["E0201"]), ("let x = [1, 2: 3]", ["E0201"]),
    ("let x = @y", ["E0102"]), ("let x = “a”", ["E0102"]),
    ("device { os: 17,, memory: 2GB }", ["E0217"]),
    ("device { os: 17, memory: 2GB, }", []), ("device { os: 17 memory: 2GB }", ["E0205"]),
    ("device {\nos: 17,\nmemory: 2GB; seed: 1\n}", []), ("x = 1 // ok\r\ry = 2", []),
  ])
  func oneMistakeOneFinding(text: String, expected: [String]) {
    #expect(findings(text) == expected, "\(text)")
  }

  @Test func contextualWordsAreNamesElsewhere() {
    let text = """
      let app = 1
      let device = app + 1
      let scenario = device.frontmost
      scenario.run()
      func view(on) { button(on) }
      func f() { scene { app } }
      let info = view(on: device)
      """
    #expect(findings(text).isEmpty)
  }

  @Test func minusBelongsToANumberOnly() {
    #expect(
      tree("f(-1.a, -b.c)") == """
        do
          call
            name f
            .a
              integer -1
            prefix -
              .c
                name b

        """)
  }

  @Test(arguments: [
    ("unlock", "unlock()"), ("a - b", "a(- b)"), ("print [1]", "print([1])"),
    ("let z = a .b", "let z = a.b"), ("if a = b { }", "if a == b { }"),
    ("let a = [1 2]", "let a = [1, 2]"), ("f() g()", "f(); g()"), ("self.x = 1", "x = 1"),
    ("print xs.map { $0 }", "print(xs.map { $0 })"), ("let x = (1", "let x = (1)"),
    ("f(a = 1)", "f(a : 1)"), ("let x: Int = 1", "let x = 1"), ("func f { }", "func f() { }"),
    ("let func = 1", "let `func` = 1"), ("let x = “a”", "let x = \"a\""),
    ("a == b", "expect a == b"),
    ("let x = \"abc", "let x = \"abc\""), ("let x = [1, 2)", "let x = [1, 2]"),
  ])
  func fixesGiveValidScripts(text: String, expected: String) {
    #expect(fixed(text) == expected)
    #expect(findings(fixed(text)).isEmpty)
  }
}
