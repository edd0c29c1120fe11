// What twice as much text costs: checking, formatting and every request of the language server, over texts
// of many shapes. Whatever is more than linear shows in one of them long before anybody waits for it.

import Foundation
import Rehearsal
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Growth of what editors wait for", .serialized)
struct GrowthTests {
  /// Texts of a size, each of one shape.
  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "scenarios",
      { n in
        "app Notes { }\n"
          + lines(n) { "scenario \"s\($0)\" { launch Notes; expect Notes.isRunning }" }
      }
    ),
    ("apps", { n in lines(n) { "app A\($0) { on didFinishLaunching { log \"a\" } }" } }),
    (
      "functions",
      { n in
        lines(n) { "func f\($0)(a) { return f\(($0 + 1) % n)(a + \($0)) }" } + "expect f0 != nil\n"
      }
    ),
    ("variables", { n in lines(n) { "let v\($0) = \($0 == 0 ? "1" : "v\($0 - 1) + 1")" } }),
    ("symbols", { n in lines(n) { "let v\($0) = .s\($0)" } }),
    ("list", { n in "let list = [" + (0..<n).map { "\($0)" }.joined(separator: ", ") + "]\n" }),
    (
      "sum",
      { n in "let sum = " + (0..<min(n, 900)).map { "\($0)" }.joined(separator: " + ") + "\n" }
    ),
    (
      "map",
      { n in "let map = [" + (0..<n).map { "\"k\($0)\": \($0)" }.joined(separator: ", ") + "]\n" }
    ),
    (
      "statements",
      { n in
        "app Notes { }\nscenario \"one\" {\n" + lines(n) { _ in "    launch Notes" }
          + "    expect Notes.isRunning\n}\n"
      }
    ),
    (
      "handlers",
      { n in
        "app Notes {\n" + lines(n) { "    button \"b\($0)\" { log \"\($0)\" }" } + "}\n"
      }
    ),
    ("comments", { n in lines(n) { "// Something is said here of the number \($0)." } }),
    ("mistakes", { n in lines(n) { "let v\($0) = unknown\($0)" } }),
  ]

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  /// How many times as much something costs with twice as much text; 1 for what costs next to nothing.
  private static func growth(_ shape: (Int) -> String, _ body: (String) -> Void) -> Double {
    let size = TestTier.isThorough ? 2000 : 500
    let (small, large) = (shape(size), shape(size * 2))
    body(shape(50))
    return ProcessorTime.growth(atMost: most, small: { body(small) }, large: { body(large) })
  }

  private static let most = 2.5

  @Test("Checking is linear", arguments: shapes.indices)
  func check(_ number: Int) {
    let shape = Self.shapes[number]
    let growth = Self.growth(shape.text) { _ = Script(SourceText(name: "a.rehearsal", $0)) }
    #expect(growth <= Self.most, "\(shape.name)")
  }

  @Test("Formatting is linear", arguments: shapes.indices)
  func format(_ number: Int) {
    let shape = Self.shapes[number]
    let growth = Self.growth(shape.text) {
      _ = RehearsalSyntax.Formatter.format(SourceText(name: "a.rehearsal", $0))
    }
    #expect(growth <= Self.most, "\(shape.name)")
  }

  @Test("Every request of an editor is linear", arguments: shapes.indices)
  func requests(_ number: Int) throws {
    let shape = Self.shapes[number]
    let size = TestTier.isThorough ? 2000 : 300
    var excess = Self.excess(of: Self.requestCosts([shape.text(size), shape.text(size * 2)]))
    // What else runs may fall on one of two measurements; a cost that grows too fast does so each time.
    for _ in 0..<3 where !excess.isEmpty {
      let again = Self.excess(of: Self.requestCosts([shape.text(size), shape.text(size * 2)]))
      excess = excess.filter { again[$0.key] != nil }
    }
    #expect(excess.isEmpty, "\(shape.name)")
  }

  /// What each request costs in each of two texts, of which the second is twice as long.
  private static func requestCosts(_ texts: [String]) -> [String: [Double]] {
    var costs: [String: [Double]] = [:]
    for text in texts {
      var editor = Editor()
      editor.open("main.rehearsal", text)
      let parameters: JSONValue = [
        "textDocument": ["uri": editor.uri("main.rehearsal")] as JSONValue,
        "position": ["line": 0, "character": 5] as JSONValue,
        "positions": JSONValue.list([["line": 0, "character": 5]]),
        "range": [
          "start": ["line": 0, "character": 0] as JSONValue,
          "end": ["line": 100_000, "character": 0] as JSONValue,
        ] as JSONValue,
        "context": ["diagnostics": JSONValue.list([]), "includeDeclaration": true] as JSONValue,
        "options": ["tabSize": 4, "insertSpaces": true] as JSONValue, "newName": "other",
      ]
      for row in RequestRow.all where row.method != "workspace/executeCommand" {
        costs[row.method, default: []].append(
          ProcessorTime.least { _ = editor.answer(row.method, parameters) })
      }
    }
    return costs
  }

  /// The requests whose cost grows too fast.
  private static func excess(of costs: [String: [Double]]) -> [String: [Double]] {
    costs.filter { $0.value[1] >= 0.004 && $0.value[1] / max($0.value[0], 0.001) > most }
  }

  @Test("Opening documents that import one another costs what their number says")
  func imports() throws {
    func open(_ count: Int) throws {
      var editor = Editor()
      for number in 0..<count {
        let text =
          (number == 0 ? "" : "import \"d\(number - 1).rehearsal\"\n") + "func f\(number)() { 1 }\n"
        try editor.folder.file("d\(number).rehearsal", holding: text)
        editor.open("d\(number).rehearsal", text)
      }
    }
    try open(5)
    // Each document is checked with what it imports: a chain as long costs its square, and no more.
    let growth = try ProcessorTime.growth(
      atMost: 5, small: { try open(30) }, large: { try open(60) })
    #expect(growth <= 5)
  }
  /// Scripts of a size that a debugger stops in at their last line.
  private static let debugged: [(name: String, text: @Sendable (Int) -> String)] = [
    ("statements", { n in lines(n) { "let v\($0) = \($0)" } }),
    ("lists", { n in "let l = (0..<\(n)).map { [$0, \"t\\($0)\"] }\n" }),
    (
      "maps",
      { n in "let m = [" + (0..<n).map { "\"k\($0)\": \($0)" }.joined(separator: ", ") + "]\n" }
    ),
    ("texts", { n in "let t = \"" + String(repeating: "a", count: n * 40) + "\"\n" }),
    // A script can declare 250 apps.
    ("apps", { n in lines(n / 10) { "app A\($0) { var n = \($0) }" } }),
    ("functions", { n in lines(n) { "func f\($0)(a) { return a + \($0) }" } }),
    (
      "calls",
      { n in "func f(n) { if n == 0 { return 0 }\nreturn 1 + f(n - 1) }\nprint(f(\(min(n, 600))))\n"
      }
    ),
    (
      "time",
      { n in
        "app A { on didFinishLaunching { every(1s) { log \"t\" } } }\nlaunch A\nadvance \(n)s\n"
      }
    ),
    ("prints", { n in lines(n) { "print(\($0))" } }),
    (
      "scenarios",
      { n in
        "app A { }\n" + lines(n) { "scenario \"s\($0)\" { launch A; expect A.isRunning }" }
      }
    ),
  ]

  @Test("Every request of a debugger is linear", arguments: debugged.indices)
  func debugger(_ number: Int) throws {
    let shape = Self.debugged[number]
    let size = TestTier.isThorough ? 1000 : 200
    let texts = [shape.text(size), shape.text(size * 2)].map { $0 + "let last = 1\nprint(last)\n" }
    var excess = Self.excess(of: try Self.debugCosts(texts))
    for _ in 0..<3 where !excess.isEmpty {
      let again = Self.excess(of: try Self.debugCosts(texts))
      excess = excess.filter { again[$0.key] != nil }
    }
    #expect(excess.isEmpty, "\(shape.name)")
  }

  /// What each request of a debugger costs in each of two scripts, at their last lines.
  private static func debugCosts(_ texts: [String]) throws -> [String: [Double]] {
    var costs: [String: [Double]] = [:]
    for text in texts {
      var debugger = try Debugger(text)
      let last = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      try debugger.launch(lines: [["line": last]])
      let arguments: JSONValue = [
        "threadId": 1, "frameId": 1, "variablesReference": 1, "expression": "last", "line": 1,
        "endLine": 100_000, "context": "watch",
        "source": ["path": debugger.path("main.rehearsal")] as JSONValue,
        "breakpoints": JSONValue.list([["line": 1]]),
        "filters": JSONValue.list([]), "adapterID": "rehearsal",
      ]
      for row in DebugRequest.all
      where !["launch", "disconnect", "terminate"].contains(row.command) {
        costs[row.command, default: []].append(
          ProcessorTime.least { _ = debugger.answer(row.command, arguments) })
      }
    }
    return costs
  }
}
