// Short scripts for what the repository's own scripts and the parser's tests hold seldom: places
// where two readings meet.

import RehearsalSyntax
import TestSupport

enum Samples {
  /// Every script of the repository.
  static func scripts() throws -> [SourceText] {
    let repository = try Repository()
    return try repository.scripts(below: "Tests") + repository.scripts(below: "Examples")
  }

  static let valid: [String] = [
    "", ";;", "a(); ; b();", "a()\n;b()", "#!/usr/bin/rehearse\na()",
    // Apps
    "app A { button \"x\", sends: a, to: b { }; button \"y\" { }\nbutton \"z\" { id in id.f() } }",
    "app A { scene(.carPlay) { on didConnect(c) { } } ; scene\n(\n.application\n)\n{ } }",
    "app A\n{\nscene\n{\nview { on viewDidLoad { } ; on draw(rect,) { } }\n}\n}",
    "app A { on a(.b, \"c\", _) { }; on d() { } }", "device { in: 1, os: 2\n, if: 3,\n}",
    "device { }; app `if` { }",
    // Words that are names elsewhere
    "scenario \"s\" { app B { } ; device { } ; on x }", "if a { scenario \"x\" { } }",
    "func f() { always { } }",
    "setup { a(); return }",
    "scenario \"a \\(b.c) \\(d)\", b in [e { }],\nd in 1...2, in: 3 { f { } }",
    "let setup = 1\nsetup.f { }", "scenario \"a\", `in` in b ? c : d { }",
    "let app = 1\napp.f()\napp\n.g()", "f wait: 1, class: 2",
    // Line ends
    "func f() { return\n.g() }", "f(\na\n-b\n)", "let x = a\n- -b", "let x = a ?\nb\n:\nc",
    "print a,\nb\n+ c", "expect\na\nwithin\n1s\n, \"why\"", "for x\nin y\n{ }",
    "-5s()", "- 5.f()", "f()\n\"x\".g()",
    // Closures and blocks
    "after 1s, b ? { c() } : { d() }", "print f, (c.d) { e() }", "print { $0 }(1)",
    "f { a in }", "f { (a, b,) in c() }", "f { a\n, b in c(); d() }", "f() { }[0]()",
    "f { } \n{ }()", "while a { if b { break } else if c { continue } else { break } }",
    "for x in y { guard z else { continue }; while w { break } }",
    "if let x, let y = f({ 1 }), (z { 2 }) { }", "if a == [b { c }] { }", "$0.f { }",
    // Values of statements
    "a ? b ? c() : d() : (e())", "a ?? b ?? c.d?.e { }", "(((f())))", "f { a.b }",
    "func f() { ;a; }",
  ]

  static let invalid: [String] = [
    "a() b()", "_ 5", "_.a()", "let x = _",
    // Apps
    "app A { button \"x\" }", "app A { button \"x\", a\n{ } }", "app A { view { view { } } }",
    "app\nA { }", "app A { on\nb { } }", "app A { device { } }", "app A { a = 1 }",
    "app B 5", "device { a: 1, , b: 2 }", "device { , }", "device { a }", "scenario \"s\" 5 { }",
    "scenario \"a \\(b + 1)\", b in c { }", "scenario \"a\", b { }", "scenario \"a\", { }",
    "scenario \"a\", b in c { } { }", "setup { always { } }", "app B { setup { } }",
    "scenario \"s\" { app 5; always { } }", "func f() { import \"a\" }",
    // Line ends
    "x\n= 5", "let x = f\n(1)", "f(a\n(b))", "f(a\n[b])", "press\n.home 5", "a. b()", "x = a .b",
    "a ?.b()", "let x = a\n-b",
    // Closures and blocks
    "print a.b { }", "print f(1) { }", "print !f(1) { }", "print { $0 }(1) + 2",
    "print 1 ? 2 : a.b { }",
    "print a == b() { }", "1 { }", "\"x\" { }", ".a { }", "f { } { }", "if a { b } { }",
    "for x in y { z } { }", "while a { f { break } }", "for x in y { func f() { continue } }",
    "if a { break }", "return 1", "if a { return }", "f { a, in b }", "f { (a in b }",
    "for (a, b, c) in d { }", "for (a,) in d { }", "if a, { }", "if var x = y { }",
    // Values of statements
    "a ? b() : c", "a ?? b", "(f()).a", "-f()", "f { a; b }", "a?.b", "f() = 1", "(a) = 1",
    "a?.b = 1", "$0 = 1", "a = b = c", "if a = b { }", "f(a = 1)",
    // Operators
    "x = a < b < c", "x = a...b...c", "x = a...", "x = [...b]", "x = a[..<]", "x = a[1..<]",
    "x = a[b ?? c...]", "x = a ? b", "x = a +", "x = (a, b)", "x = ()", "x = [1, 2: 3]",
    "x = [:1]", "x = [, ]", "f(, )", "f(a,, b)",
  ]
}
