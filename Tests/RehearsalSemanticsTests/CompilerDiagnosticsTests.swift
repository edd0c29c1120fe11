// What the compiler finds wrong: for each script the identifiers and the marked texts, in order.

import RehearsalCompiler
import RehearsalInterface
import RehearsalSyntax
import TestSupport
import Testing

/// A script with the diagnostics that it should give, as `E0301 text`.
struct WrongScript: Sendable, CustomTestStringConvertible {
  let text: String
  let diagnostics: [String]

  init(_ text: String, _ diagnostics: String...) {
    self.text = text
    self.diagnostics = diagnostics
  }

  var testDescription: String { text }

  /// Checks that compiling gives these diagnostics and no others.
  func check() {
    let compilation = compile(text)
    let found = compilation.diagnostics.map { diagnostic in
      "\(diagnostic.identifier.rawValue) \(diagnostic.source.text(in: diagnostic.range))"
    }
    #expect(found == diagnostics)
    #expect((compilation.program == nil) == diagnostics.contains { $0.hasPrefix("E") })
  }
}

@Suite struct NameDiagnostics {
  @Test(arguments: [
    WrongScript("print(a)", "E0301 a"),
    WrongScript("let count = 1\nprint(cuont)", "E0301 cuont"),
    WrongScript("func f() { let a = 1 }\nprint(a)", "E0301 a"),
    WrongScript("if let a = now { print(a) }\nprint(a)", "E0301 a"),
    WrongScript("print(__map)", "E0301 __map"),
    WrongScript("__endCrash()", "E0301 __endCrash"),
    WrongScript("nowhere = 1", "E0301 nowhere"),
    WrongScript("nowhere()", "E0301 nowhere"),
  ]) func unknown(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("let a = 1\nlet a = 2", "E0302 a"),
    WrongScript("func f() { }\nvar f = 2", "E0302 f"),
    WrongScript("func f() { let a = 1; let a = 2 }", "E0302 a"),
    WrongScript("func f() { func g() { }; func g() { } }", "E0302 g"),
    WrongScript("func f(a) { if a { let a = 1; print(a) } }"),
    WrongScript("app A { }\napp A { }", "E0302 A"),
    WrongScript("app A { var x = 1; func x() { } }", "E0302 x"),
    WrongScript("for (a, a) in [1: 2] { }", "E0302 a"),
    WrongScript("func print(a) { }\nlet launch = 1"),
  ]) func duplicates(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("print(a)\nlet a = 1", "E0303 a"),
    WrongScript("let a = a", "E0303 a"),
    WrongScript("if true { print(a) }\nvar a = 1", "E0303 a"),
    WrongScript("func f() { print(a) }\nvar a = now"),
    WrongScript("func f() { print(a); let a = 1 }", "E0303 a"),
    WrongScript("func f() { var k = 1; g(); func g() { k += 1 } }", "E0303 g"),
    WrongScript("func f() { g(); func g() { } }"),
    WrongScript("app A { var a = b; var b = 1 }", "E0303 b"),
    WrongScript("app A { var a = f(); var b = 1; func f() { b } }"),
  ]) func order(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("let a = 1\na = 2", "E0304 a"),
    WrongScript("let a = [1]\na[0] = 2", "E0304 a"),
    WrongScript("let a = [1]\na.append(2)", "E0304 a"),
    WrongScript("func f(a) { a = 2 }", "E0304 a"),
    WrongScript("for i in 0..<3 { i += 1 }", "E0304 i"),
    WrongScript("if let a = now { a = 1 }", "E0304 a"),
    WrongScript("func f() { f = 1 }", "E0304 f"),
    WrongScript("[1].append(2)", "E0304 [1]"),
    WrongScript("app A { var x = 1 }\nA.x = 2", "E0304 x"),
    WrongScript("app A { }\nA = 2", "E0304 A"),
    WrongScript("app A { }\nA.state = .active", "E0304 state"),
    WrongScript("settings.language = 1", "E0304 language"),
    WrongScript("settings.lowPowerMode = true"),
    WrongScript("app A { }\nA.disk[\"k\"] = 1\nA.disk[\"m\"][\"k\"] = 1"),
    WrongScript("app A { on willEncodeState(coder) { coder[\"k\"] = 1 } }"),
    WrongScript("app A { on willEncodeState(coder) { coder = 1 } }", "E0304 coder"),
    WrongScript("var a = [1]\na[0..<1] = [2]", "E0216 a[0..<1]"),
  ]) func changes(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("app A { }\nprint(A.stat)", "E0305 stat"),
    WrongScript("app A { var draft = 1 }\nprint(A.draft, A.state)"),
    WrongScript("app A { func f() { } }\nA.f()", "E0403 f"),
    WrongScript("app A { }\nA.ping(1)\nA.ping(1, 2)", "E0401 2"),
    WrongScript("app A { }\nprint(A.ping)", "E0401 ping"),
    WrongScript("app A { }\nprint(A.state())", "E0401 state"),
    WrongScript("app A { var f = { 1 } }\nprint(A.f())"),
    WrongScript("settings.lowPower = true", "E0305 lowPower"),
    WrongScript("print(settings[1])", "E0305 settings[1]"),
    WrongScript("app A { var state = 1 }", "E0308 state"),
    WrongScript("let f = { a in $0 }", "E0307 $0"),
    WrongScript("func f() { $0 }", "E0307 $0"),
    WrongScript("let f = { [1].map { $1 } }"),
    WrongScript(
      "func f(a) { guard let b = a else { let c = 1 }; print(b) }", "E0306 { let c = 1 }"),
  ]) func membersAndClosures(_ script: WrongScript) { script.check() }
}

@Suite struct CallDiagnostics {
  @Test(arguments: [
    WrongScript("func f(a, b = 2) { }\nf()", "E0401 f"),
    WrongScript("func f(a, b = 2) { }\nf(1, 2, 3)", "E0401 3"),
    WrongScript("func f(a, b = 2) { }\nf(1, c: 3)", "E0401 c"),
    WrongScript("func f(a, b = 2) { }\nf(1, a: 3)", "E0401 a"),
    WrongScript("func f(a, b = 2) { }\nf(b: 1, 2)", "E0401 2"),
    WrongScript("func f(a, b = 2) { }\nf(b: 1, a: 2)\nf(1)\nf(1, b: 2)"),
    WrongScript("let f = { a in a }\nf(a: 1)", "E0401 a"),
    WrongScript("app A { }\npush A, payload: 1\npush A, 1", "E0401 1"),
    WrongScript("app A { }\npush A, payloda: 1", "E0401 payloda"),
    WrongScript("sqrt(1, 2)", "E0401 2"),
    WrongScript("func f() { }\nf { }", "E0401 { }"),
    WrongScript("app A { on didBecomeActive { perform(2s) { }; perform(2s, cpu: 1) { } } }"),
    WrongScript("app A { on didBecomeActive { perform { } } }", "E0401 perform"),
    WrongScript("app A { }\nA()", "E0407 A"),
    WrongScript("[1].map { print($0) }\nprint([1].map(string))"),
  ]) func arguments(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("press .hoem", "E0504 hoem"),
    WrongScript("press .home"),
    WrongScript("app A { }\npush A, type: .voip\npush A, type: .voice", "E0504 voice"),
    WrongScript("print([1: 2, 2: 3, 1: 4])", "E0405 1"),
    WrongScript("print([\"a\": 2, .a: 3])"),
  ]) func literals(_ script: WrongScript) { script.check() }
}

@Suite struct SideDiagnostics {
  @Test(arguments: [
    WrongScript("app A { on didBecomeActive { launch A } }", "E0402 launch"),
    WrongScript("app A { on didBecomeActive { log A.state } }", "E0402 A"),
    WrongScript("work 1s", "E0403 work"),
    WrongScript("print(disk[\"k\"])", "E0403 disk"),
    WrongScript("var a = 1\napp A { on didBecomeActive { print(a) } }", "E0402 a"),
    WrongScript("let a = now\napp A { on didBecomeActive { print(a) } }"),
    WrongScript("app A { on didBecomeActive { expect 1 + 1 == 2 } }", "E0402 expect"),
    WrongScript("app A { on didBecomeActive { crash(1) { } } }", "E0402 crash"),
    WrongScript("expect crash(1) { }"),
    WrongScript("scenario \"s\" { work 1s }", "E0403 work"),
    WrongScript(
      "func f() { g() }\nfunc g() { press .home }\napp A { on didBecomeActive { f() } }",
      "E0402 f"),
    WrongScript("func f() { [1].map { work 1s } }\nf()", "E0403 f"),
    WrongScript("func f() { work 1s }\napp A { on didBecomeActive { f() } }"),
    WrongScript("app A { button \"b\" { press .home } }", "E0402 press"),
    WrongScript("app A { var x = press(.home) }", "E0402 press"),
  ]) func wordsOfTheOtherSide(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("func f() { work 1s; press .home }", "E0404 f"),
    WrongScript(
      "func f() { g(); h() }\nfunc g() { work 1s }\nfunc h() { press .home }\nfunc k() { f() }",
      "E0404 f"),
    WrongScript("var v = 1\nfunc f() { v = 2; log \"x\" }", "E0404 f"),
  ]) func functionsOfBothSides(_ script: WrongScript) { script.check() }

  @Test func theChainOfCallsIsNoted() throws {
    let compilation = compile(
      "func f() { g() }\nfunc g() { press .home }\napp A { on didBecomeActive { f() } }")
    let diagnostic = try #require(compilation.diagnostics.first)
    #expect(diagnostic.notes.map(\.message) == ["`f` calls `g`", "`g` uses `press`"])
  }
}

@Suite struct AppDiagnostics {
  @Test(arguments: [
    WrongScript("app A { on didBecomActive { } }", "E0501 didBecomActive"),
    WrongScript(
      "app A { on applicationDidEnterBackground { } }", "E0501 applicationDidEnterBackground"),
    WrongScript("app A { on willConnect { } }", "E0501 willConnect"),
    WrongScript(
      "app A { on didBecomeActive { }; on didBecomeActive { } }", "E0502 didBecomeActive"),
    WrongScript(
      "app A { on backgroundTask(\"a\", t) { }; on backgroundTask(\"b\", t) { } }"),
    WrongScript("app A { on backgroundTask(t) { } }", "E0507 backgroundTask"),
    WrongScript("app A { on didBecomeActive(x) { } }", "E0507 x"),
    WrongScript("app A { on didBecomeActive(\"x\") { } }", "E0507 \"x\""),
    WrongScript("app A { on didFinishLaunching { true } }"),
    WrongScript("app A { scene { on didBecomeActive { } } }", "E0501 didBecomeActive"),
    WrongScript("app A { scene { on willConnect { }; on willConnect { } } }", "E0502 willConnect"),
    WrongScript("app A { scene { on willConnect(session, options) { print(session) } } }"),
    WrongScript("app A { scene { on willConect { } } }", "E0501 willConect"),
    WrongScript("app A { var x = 1; scene { var x = 2; func f() { x } } }"),
    WrongScript("app A { scene { var x = 2 }; func f() { x } }", "E0301 x"),
    WrongScript("app A { scene { var x = 1; func x() { } } }", "E0302 x"),
    WrongScript("app A { button \"b\", sends: 1 }", "E0401 1"),
    WrongScript("app A { func f() { }; button \"b\", sends: f }"),
    WrongScript("app A { scene { func f() { } }; button \"b\", sends: f }"),
    WrongScript("app A { func f() { }; button \"b\", sends: f, to: disk }", "E0401 to"),
    WrongScript("app A { button \"b\", sends: g }", "E0301 g"),
  ]) func handlers(_ script: WrongScript) { script.check() }

  @Test(arguments: [
    WrongScript("device { os: 17, memroy: 2GB }", "E0503 memroy"),
    WrongScript("device { os: 17 }\ndevice { os: 16 }", "E0505 device"),
    WrongScript("device { os: 17; os: 16 }", "E0405 os"),
    WrongScript("device { os: now }", "E0406 now"),
    WrongScript("let n = 3\ndevice { seed: n, quirks: [.lockFlicker] }"),
    WrongScript("device { quirks: [.flicker] }", "E0504 flicker"),
    WrongScript("app A { info { backgroundModes: [.fetch, .fecth] } }", "E0504 fecth"),
    WrongScript("app A { info { backgroundModez: 1 } }", "E0503 backgroundModez"),
  ]) func settings(_ script: WrongScript) { script.check() }

  @Test func aPrefixedHandlerIsRenamedByItsFix() throws {
    let compilation = compile("app A { on applicationDidEnterBackground { } }")
    let fix = try #require(compilation.diagnostics.first?.fixIts.first)
    #expect(fix.edits.map(\.replacement) == ["didEnterBackground"])
  }
}

@Suite struct ImportDiagnostics {
  @Test func importedFilesHoldDeclarations() {
    let compilation = compile(
      "let a = 1\nfunc f() { a }\nprint(a)\nscenario \"s\" { }", "print(f())")
    #expect(compilation.diagnostics.map(\.identifier) == [.importedStatement])
  }

  @Test func namesOfAllFilesAreOneScope() {
    let compilation = compile("let a = 1", "func a() { }")
    #expect(compilation.diagnostics.map(\.identifier) == [.duplicateName])
    #expect(compilation.diagnostics.first?.source.name == "script 2")
  }

  @Test func theMainScriptsDeviceCounts() {
    let compilation = compile("device { seed: 1 }", "device { seed: 2 }")
    #expect(compilation.program?.deviceSettings.map(\.value) == [.integer(2)])
    let imported = compile("device { seed: 1 }", "print(1)")
    #expect(imported.program?.deviceSettings.map(\.value) == [.integer(1)])
    let two = compile("device { seed: 1 }", "device { seed: 2 }", "print(1)")
    #expect(two.diagnostics.map(\.identifier) == [.secondDevice])
  }

  @Test func importedScenariosDoNotRun() {
    let compilation = compile("scenario \"s\" { }", "scenario \"t\" { }")
    #expect(compilation.program?.scenarios.map(\.title) == [[.text("t")]])
  }
}

@Suite struct ErrorsOfTheParser {
  @Test func arePassedOnWithoutCascades() {
    let compilation = compile("let = 1\nprint(value)\npress .hoem")
    #expect(
      compilation.diagnostics.map(\.identifier) == [.expectedName, .unknownSymbol])
    #expect(compilation.program == nil)
  }

  @Test func anEmptyScriptIsFine() { #expect(compile("").program != nil) }

  @Test func noScriptIsFine() {
    #expect(Compiler.compile([], host: HostInterface()).program != nil)
  }
}
