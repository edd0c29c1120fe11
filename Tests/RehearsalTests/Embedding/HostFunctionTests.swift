// Functions that an embedder gives to scripts: types, errors, calls back, and who may call them.

import Rehearsal
import TestSupport
import Testing

@Suite("Host functions")
struct HostFunctionTests {
  private func play(_ text: String, _ host: ScriptHost) -> Play {
    Play(Script(SourceText(name: "main.rehearsal", text), host: host))
  }

  @Test func typesCrossBothWays() throws {
    var host = ScriptHost()
    try host.define("add", "a", "b") { (a: Int, b: Int) in a + b }
    try host.define("half", "x") { (x: Double) in x / 2 }
    try host.define("shout", "text") { (text: String) in text + "!" }
    try host.define("not2", "flag") { (flag: Bool) in !flag }
    try host.define("twice", "span") { (span: Duration) in span * 2 }
    try host.define("sum", "list") { (list: [Int]) in list.reduce(0, +) }
    try host.define("ages", "map") { (map: [String: Int]) in map.mapValues { $0 + 1 } }
    try host.define("orZero", "value?") { (value: Int?) in value ?? 0 }
    try host.define("meaning") { 42 }
    let played = play(
      """
      print(add(1, 2), half(3), shout("hi"), not2(true), twice(5s))
      print(sum([1, 2, 3]), ages(["a": 1]), orZero(), orZero(7), meaning())
      """, host)
    #expect(played.printed == ["3 1.5 hi! false 10s", "6 [\"a\": 2] 0 7 42"])
  }

  @Test func theCheckerKnowsThem() throws {
    var host = ScriptHost()
    try host.define("upload", "bytes", for: .scenarios) { (bytes: Int) in bytes }
    let unknown = play("uplaod(1)", host)
    #expect(unknown.diagnostics.first?.message.contains("upload") == true)
    let surplus = play("upload(1, 2)", host)
    #expect(surplus.diagnostics.first?.message.contains("upload") == true)
    let inside = play("app A { on didBecomeActive { upload(1) } }", host)
    #expect(inside.diagnostics.contains { $0.message.contains("upload") })
  }

  @Test func namesAreChecked() {
    var host = ScriptHost()
    #expect(throws: HostError.nameTaken("launch")) { try host.define("launch") { 1 } }
    #expect(throws: HostError.invalidName("a b")) { try host.define("a b") { 1 } }
    #expect(throws: HostError.invalidName("if")) { try host.define("if") { 1 } }
    #expect(throws: HostError.nameTaken("twice")) {
      try host.define("twice") { 1 }
      try host.define("twice") { 2 }
    }
  }

  struct Offline: Error, CustomStringConvertible {
    var description: String { "no network" }
  }

  @Test func errorsFailTheScriptWithItsStack() throws {
    var host = ScriptHost()
    try host.define("upload", "bytes") { (_: Int) -> Int in throw Offline() }
    let played = play(
      """
      func send() { return upload(1) }
      scenario "s" { send() }
      """, host)
    guard case .runtimeError(let error)? = played.report?.scenarios.first?.failures.first?.reason
    else {
      Issue.record("no error")
      return
    }
    #expect(error.message == "`upload` failed: no network")
    #expect(error.stack.map(\.function) == ["send", "scenario “s”"] || error.stack.count == 2)
    let wrong = play("upload(\"x\")", host)
    guard case .runtimeError(let mismatch)? = wrong.report?.statementFailures.first?.reason else {
      Issue.record("no error")
      return
    }
    #expect(mismatch.message == "`bytes` of `upload` takes an Int, not x")
  }

  @Test func theyCallBack() throws {
    var host = ScriptHost()
    try host.define("twice", ["action"]) { call in
      let action: ScriptValue = try call.argument(0)
      _ = try call.invoke(action, [.integer(1)])
      return try call.invoke(action, [.integer(2)])
    }
    let played = play(
      """
      var seen = []
      let last = twice { x in
          seen.append(x)
          advance 1s
          return twice { y in x * 10 + y }
      }
      print(seen, last, now)
      app A {
          var n = 0
          on didBecomeActive { twice { n += $0 } }
      }
      launch A
      print(A.n)
      """.replacing("$0", with: "1"), host)
    #expect(played.diagnostics.isEmpty)
    #expect(played.printed == ["[1, 2] 22 2s", "2"])
  }

  @Test func anErrorInACallBackEndsTheScript() throws {
    var host = ScriptHost()
    try host.define("attempt", ["action"]) { call in
      let action: ScriptValue = try call.argument(0)
      do { return try call.invoke(action) } catch { return .integer(0) }
    }
    let played = play("func f() { return [1][5] }\nprint(attempt(f))", host)
    guard case .runtimeError(let error)? = played.report?.statementFailures.first?.reason else {
      Issue.record("no error")
      return
    }
    #expect(error.identifier.rawValue == "E0705")
    #expect(error.stack.count == 2 && played.printed.isEmpty)
    var limits = RunLimits()
    limits.outside.instructions = 10_000
    let endless = Play(
      Script(
        SourceText(name: "endless", "attempt { while true { } }"), host: host, limits: limits))
    #expect(endless.report?.hasPassed == false)
  }

  @Test func aVerbMovesTheDevice() throws {
    var host = ScriptHost()
    try host.define("goAway", ["app"], for: .scenarios) { call in
      guard let app = call.app(try call.argument(0)) else { return .boolean(false) }
      try call.apply(.launch(app))
      try call.apply(.press(.home))
      return .boolean(true)
    }
    let played = play("app A { }\nlet went = goAway(A)\nprint(went, A.state)", host)
    #expect(played.printed == ["true .background"])
  }
}
