// What `check --fix` does to scripts: the safe fixes and no others, and never anything worse.

import Foundation
import Rehearsal
import RehearsalCommand
import RehearsalFiles
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Repairs")
struct ScriptRepairTests {
  /// A script before and after, with the lines and identifiers of what was done.
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String
    let changes: [String]

    init(_ before: String, _ after: String, _ changes: String...) {
      self.before = before
      self.after = after
      self.changes = changes
    }

    var testDescription: String { before }
  }

  private static func repair(_ text: String) -> ScriptRepair {
    ScriptRepair(of: script(SourceText(name: "main.rehearsal", text)), checking: script)
  }

  private static func script(_ source: SourceText) -> Script {
    Script(source, imports: Play.source(["other.rehearsal": "let a: Int = 1\n"]))
  }

  @Test(
    "Safe fixes are applied",
    arguments: [
      Case("press .hoem\n", "press .home\n", "1 E0504"),
      Case("advnace 5s\n", "advance 5s\n", "1 E0301"),
      Case("device { memroy: 2GB }\n", "device { memory: 2GB }\n", "1 E0503"),
      Case(
        "app A { on applicationDidEnterBackground { } }\n",
        "app A { on didEnterBackground { } }\n", "1 E0501"),
      Case(
        "func f(greeting) { print(greeting) }\nf(greetign: 1)\n",
        "func f(greeting) { print(greeting) }\nf(greeting: 1)\n", "2 E0401"),
      Case("let a: Int = 1\nprint(a!)\n", "let a = 1\nprint(a)\n", "1 E0208", "2 E0208"),
      Case("for let i in 0..<3 { print(i) }\n", "for i in 0..<3 { print(i) }\n", "1 E0201"),
      Case("advance 5 min\n", "advance 5min\n", "1 E0106"),
      Case("print(\u{201C}a\u{201D})\n", "print(\"a\")\n", "1 E0102"),
      Case("#expect(now == 0s)\n", "expect(now == 0s)\n", "1 E0102"),
      Case(
        "app A { }\nlaunch A\nprint(A.state())\n", "app A { }\nlaunch A\nprint(A.state)\n",
        "3 E0401"),
      Case(
        "let l = [1]\nif l.contains { $0 > 1 } { print(l) }\n",
        "let l = [1]\nif (l.contains { $0 > 1 }) { print(l) }\n", "2 E0212"),
      Case(
        "let l = [1]\nwhile l.reduce(0) { $0 + $1 } > 3, true { print(l) }\n",
        "let l = [1]\nwhile (l.reduce(0) { $0 + $1 }) > 3, true { print(l) }\n", "2 E0212"),
      // What a fix uncovers is fixed too.
      Case(
        "let a: Int = 1\napp A { }\nlaunch A\nexpect A.state === .actve\nprint(a)\n",
        "let a = 1\napp A { }\nlaunch A\nexpect A.state == .active\nprint(a)\n",
        "1 E0208", "4 E0208", "4 E0504"),
    ])
  func safeFixes(_ item: Case) {
    let repair = Self.repair(item.before)
    #expect(String(decoding: repair.script.source.bytes, as: UTF8.self) == item.after)
    #expect(repair.changes.map { "\($0.line) \($0.identifier.rawValue)" } == item.changes)
    #expect(repair.script.diagnostics.isEmpty)
    #expect(Self.repair(item.after).changes.isEmpty)
  }

  @Test(
    "What leaves a doubt stays",
    arguments: [
      "let a = 1\na = 2\n",  // `var`, or no assignment
      "unlock\n",  // a call, or a name left over
      "let cat = 1\nlet car = 2\nprint(cas)\n",  // two names are equally near
      "print(\"a)\n",  // the quote may belong elsewhere
      "advance 5m\n",  // minutes, metres, a million
      "let a = 1\nif a = 1 { print(a) }\n",  // `==`, or `let`
      "let a = 010\nprint(a)\n",  // eight, or ten
      "let a: Double = 5\nprint(a / 2)\n",  // without its type it is an Int
      // The app's variable, or the parameter.
      "app A {\n    var n = 1\n    func f(n) { log(self.n + n) }\n}\n",
      "app A { }\ntap A, \"x\"\n",  // a word of another tool
      "print([1 2])\n",  // a comma, or an operator
      "let lunch = 1\nprint(launhc, lunch)\n",  // two are at most two letters off
      "func total(a) { a }\nlet tota = 1\nprint(totl)\n",
      "import \"other.rehearsal\"\n",  // wrong, but another file
      // A plain value is no function and no clock, and a short word is soon like another.
      "print(nosuch)\n", "print(nos)\n", "let loc = 1\nprint(lco)\n", "print(nwo)\n",
      "print(advnace)\n", "let a = [String]()\nprint(a)\n",
      // Numbers, plurals and longer words are words of their own.
      "app A { }\npurge2 A\n", "app A { }\nwakeUp A\n",
      "app A { }\nlaunch A\nprint(A.task)\n",
      // An answer that is lost was to be looked at, or the call is one too many.
      "app A { }\nrefused { launch A }\n",
      "sqrt(2)\n", "",
    ])
  func doubtfulFixes(_ text: String) {
    let repair = Self.repair(text)
    #expect(repair.changes.isEmpty)
    #expect(repair.script.source.bytes == Array(text.utf8))
  }

  @Test("A fix that adds errors is left out, and the others are made")
  func noFixMakesAnythingWorse() {
    // By its right name the setting would take part in the check, and have three errors.
    let repair = Self.repair("let a: Int = 1\ndevice { memroy: [now, now, now] }\nprint(a)\n")
    let text = String(decoding: repair.script.source.bytes, as: UTF8.self)
    #expect(text == "let a = 1\ndevice { memroy: [now, now, now] }\nprint(a)\n")
    #expect(repair.changes.map(\.identifier) == [.foreignKeyword])
    #expect(repair.script.diagnostics.map(\.identifier) == [.unknownKey])
  }

  @Test(
    "Every script of the suite comes to rest",
    arguments: TestTier.sample(ScriptSuite.scripts, oneOf: 8))
  func isIdempotent(_ path: String) throws {
    let imports = ScriptFile.imports(of: path)
    let script = try ScriptFile.load(path)
    let once = ScriptRepair(of: script) { Script($0, imports: imports) }
    let twice = ScriptRepair(of: once.script) { Script($0, imports: imports) }
    #expect(twice.changes.isEmpty)
    #expect(once.script.diagnostics.count <= script.diagnostics.count)
    if script.diagnostics.isEmpty { #expect(once.changes.isEmpty) }
  }

  /// A script of the tour, of which each token in turn is left out.
  private static let mutilated = "/Examples/02-answered-call.rehearsal"

  @Test("A script without one of its tokens is never worse off, and comes to rest")
  func mutations() throws {
    let path = try #require(ScriptSuite.scripts.first { $0.hasSuffix(Self.mutilated) })
    let source = try ScriptFile.read(path)
    for token in Lexer.tokenize(source).tokens {
      var bytes = source.bytes
      bytes.removeSubrange(Int(token.range.start)..<Int(token.range.end))
      let script = Self.script(SourceText(name: path, bytes: bytes))
      let once = ScriptRepair(of: script, checking: Self.script)
      let errors = once.script.diagnostics.count { $0.severity == .error }
      #expect(errors <= script.diagnostics.count { $0.severity == .error })
      #expect(ScriptRepair(of: once.script, checking: Self.script).changes.isEmpty)
    }
  }
}
