// Debugging as a debugger does it, by messages.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

/// A debugger that speaks to an adapter.
struct Debugger {
  let folder = TestFolder()
  var adapter = DebugAdapter()
  private(set) var received: [JSONValue] = []
  private var count = 0

  init(_ text: String, named name: String = "main.rehearsal") throws {
    try write(text, to: name)
    _ = answer("initialize", ["adapterID": "rehearsal"])
  }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
  }

  @discardableResult
  mutating func answer(_ command: String, _ arguments: JSONValue = [:]) -> JSONValue {
    count += 1
    received += adapter.receive([
      .message([
        "seq": count, "type": "request", "command": command, "arguments": arguments,
      ])
    ])
    return received.last { $0["request_seq"]?.integer == Int64(count) } ?? .null
  }

  mutating func ask(_ command: String, _ arguments: JSONValue = [:]) throws -> JSONValue {
    let answer = answer(command, arguments)
    try #require(answer["success"]?.boolean == true, "\(answer.text)")
    return answer["body"] ?? .null
  }

  mutating func launch(
    _ arguments: JSONValue = [:], lines: [JSONValue] = [], names: [JSONValue] = [],
    filters: JSONValue = ["filters": ["failures"]]
  ) throws {
    let program: JSONValue = ["program": path("main.rehearsal")]
    _ = try ask("launch", program.merging(arguments))
    _ = try ask(
      "setBreakpoints",
      [
        "source": ["path": path("main.rehearsal")] as JSONValue,
        "breakpoints": JSONValue.list(lines),
      ])
    _ = try ask("setFunctionBreakpoints", ["breakpoints": JSONValue.list(names)])
    _ = try ask("setExceptionBreakpoints", filters)
    _ = try ask("configurationDone")
  }

  /// Why and where the run stands: `reason function:line`; `over` where it does not.
  mutating func place() throws -> String {
    let last = received.last {
      ["stopped", "terminated"].contains($0["event"]?.string ?? "")
    }
    guard let last, last["event"]?.string == "stopped" else { return "over" }
    let frame = try ask("stackTrace", ["threadId": last["body"]?["threadId"]])
    let call = frame["stackFrames"]?.elements.first
    return (last["body"]?["reason"]?.string ?? "") + " " + (call?["name"]?.string ?? "") + ":"
      + String(call?["line"]?.integer ?? 0)
  }

  mutating func go(_ command: String) throws -> String {
    _ = try ask(command, ["threadId": 1])
    return try place()
  }

  /// The variables in the scopes of a call, `scope.name` by value.
  mutating func variables(thread: Int) throws -> [String: String] {
    let frames = try ask("stackTrace", ["threadId": thread])["stackFrames"]?.elements
    let scopes = try ask("scopes", ["frameId": frames?.first?["id"]])["scopes"]?.elements ?? []
    var found: [String: String] = [:]
    for scope in scopes {
      let all = try ask(
        "variables", ["variablesReference": scope["variablesReference"]])["variables"]
      for variable in all?.elements ?? [] {
        let name = (scope["name"]?.string ?? "") + "." + (variable["name"]?.string ?? "")
        found[name] = variable["value"]?.string
      }
    }
    return found
  }

  var output: String {
    received.filter { $0["event"]?.string == "output" }
      .compactMap { $0["body"]?["output"]?.string }.joined()
  }
}

private let counter = """
  app Counter {
      var count = 0
      on didBecomeActive {
          count += 1
          let twice = count * 2
      }
  }
  func leave(number) {
      press .home
      launch Counter
  }
  scenario "counts" {
      launch Counter
      let seen = 1
      leave(seen)
      expect Counter.count == 3
  }
  scenario "on \\(system)", system in ["old", "new"], os: 12 {
      launch Counter
      print(system)
  }
  """

@Suite struct DebugAdapterTests {
  @Test func stepsGoOverIntoOutAndBack() throws {
    var debugger = try Debugger(counter)
    try debugger.launch(["scenario": "counts"])
    let first = try debugger.place()
    #expect(first == "entry scenario \"counts\":13")
    #expect(try debugger.go("next") == "step scenario \"counts\":14")
    #expect(try debugger.go("next") == "step scenario \"counts\":15")
    #expect(try debugger.go("stepIn") == "step leave:9")
    #expect(try debugger.variables(thread: 1)["Locals.number"] == "1")
    #expect(try debugger.go("next") == "step leave:10")
    #expect(try debugger.go("stepIn") == "step didBecomeActive:4")
    #expect(try debugger.variables(thread: 2)["Variables.count"] == "1")
    #expect(try debugger.go("next") == "step didBecomeActive:5")
    let inside = try debugger.variables(thread: 2)
    #expect(inside["Variables.count"] == "2")
    #expect(inside["Device.Counter"] == "active")
    #expect(try debugger.go("stepOut") == "step scenario \"counts\":16")
    #expect(try debugger.go("stepBack") == "step scenario \"counts\":15")
    #expect(try debugger.go("stepBack") == "step scenario \"counts\":14")
    #expect(try debugger.go("stepBack") == first.replacing("entry", with: "step"))
    #expect(try debugger.go("stepBack") == first.replacing("entry", with: "step"))
  }

  @Test("Expressions are tried in a file with an exploration, in an import too")
  func besideExplorations() throws {
    let exploration = """

      explore "nothing is lost" {
          launch Counter
          choose { press .home }
          always "counted" { Counter.state != .active || Counter.count > 0 }
      }
      """
    var debugger = try Debugger(counter + exploration)
    try debugger.launch(["scenario": "counts"], lines: [["line": 16]])
    #expect(try debugger.go("continue") == "breakpoint scenario \"counts\":16")
    let value = try debugger.ask("evaluate", ["frameId": 1000, "expression": "Counter.count + 40"])
    #expect(value["result"]?.string == "42")
    var importing = try Debugger(
      "import \"apps.rehearsal\"\nscenario \"a\" {\n    launch Counter\n    print(1)\n}\n")
    try importing.write(counter + exploration, to: "apps.rehearsal")
    try importing.launch(["scenario": "a"], lines: [["line": 4]])
    _ = try importing.go("continue")
    let imported = try importing.ask("evaluate", ["frameId": 1000, "expression": "Counter.count"])
    #expect(imported["result"]?.string == "1")
  }

  @Test("A breakpoint of a name that nothing has says so")
  func namesOfNothing() throws {
    var debugger = try Debugger(counter)
    try debugger.launch()
    let names = ["leave", "didBecomeActive", "on didEnterBackground", "R067", "leavee", "nowhere"]
    let answer = try debugger.ask(
      "setFunctionBreakpoints",
      ["breakpoints": JSONValue.list(names.map { ["name": $0.json] })])
    let found = answer["breakpoints"]?.elements ?? []
    #expect(found.map { $0["verified"]?.boolean } == [true, true, true, true, false, false])
    #expect(found[4]["message"]?.string?.contains("did you mean `leave`?") == true)
  }

  @Test(
    "Each field of a launch is looked at",
    arguments: [
      (["os": true], "`os`"), (["model": 5], "`model`"), (["stopOnEntry": "no"], "`stopOnEntry`"),
      (["scenerio": "counts"], "did you mean `scenario`?"), (["Scenario": "counts"], "`scenario`"),
      (["scenario": ["counts"]], "`scenario`"),
    ] as [(JSONValue, String)])
  func launchFields(_ arguments: JSONValue, _ reason: String) throws {
    var debugger = try Debugger(counter)
    let program: JSONValue = ["program": debugger.path("main.rehearsal").json]
    let answer = debugger.answer("launch", program.merging(arguments))
    #expect(answer["success"]?.boolean == false)
    #expect(answer["message"]?.string?.contains(reason) == true, "\(answer.text)")
  }

  @Test("A version may be a number, and what editors add is theirs")
  func launchNumbers() throws {
    var debugger = try Debugger("scenario \"a\" {\n    print(device.os)\n}\n")
    try debugger.launch([
      "os": 12, "stopOnEntry": false, "type": "rehearsal", "request": "launch", "name": "a",
      "__sessionId": "1", "whatever": 1,
    ])
    #expect(debugger.output.contains("12"))
    #expect(debugger.output.contains("a launch has no `whatever`"))
  }

  @Test func failuresStopTheRunAndCanBeLookedAt() throws {
    var debugger = try Debugger(counter)
    try debugger.launch(["scenario": "counts", "stopOnEntry": false])
    #expect(try debugger.place() == "exception scenario \"counts\":16")
    let frame: JSONValue = ["frameId": 1000]
    func evaluated(_ text: String) throws -> String? {
      var copy = debugger
      return try copy.ask("evaluate", frame.merging(["expression": text]))["result"]?.string
    }
    #expect(try evaluated("Counter.count") == "2")
    #expect(try evaluated("Counter.count + 40") == "42")
    var tried = debugger
    _ = try tried.ask("evaluate", frame.merging(["expression": "leave(7)"]))
    let still = try tried.ask("evaluate", frame.merging(["expression": "Counter.count"]))
    #expect(still["result"]?.string == "2", "what is tried stays nothing")
    #expect(try debugger.go("continue") == "over")
    #expect(debugger.received.last?["event"]?.string == "terminated")
    let exited = debugger.received.last { $0["event"]?.string == "exited" }
    #expect(exited?["body"]?["exitCode"]?.integer == 1)
  }

  @Test func linesMessagesRulesAndConditionsStopTheRun() throws {
    let cases: [(lines: [JSONValue], names: [JSONValue], filters: JSONValue, stop: String)] = [
      ([["line": 10]], [], [:], "breakpoint leave:10"),
      ([["line": 8]], [], [:], "breakpoint leave:9"),
      ([["line": 4, "condition": "count == 1"]], [], [:], "breakpoint didBecomeActive:4"),
      ([["line": 4, "hitCondition": "3"]], [], [:], "over"),
      ([], [["name": "leave"]], [:], "function breakpoint leave:9"),
      ([], [["name": "on didBecomeActive"]], [:], "function breakpoint didBecomeActive:4"),
      ([], [["name": "didEnterBackground"]], [:], "function breakpoint leave:9"),
      ([], [["name": "R054"]], [:], "function breakpoint leave:9"),
      (
        [], [],
        ["filterOptions": JSONValue.list([["filterId": "rules", "condition": "R054"]])],
        "exception leave:9"
      ),
    ]
    for (lines, names, filters, stop) in cases {
      var debugger = try Debugger(counter)
      try debugger.launch(
        ["scenario": "counts", "stopOnEntry": false], lines: lines, names: names, filters: filters)
      #expect(try debugger.place() == stop)
    }
  }

  @Test func whatComesAgainIsTheSame() throws {
    var debugger = try Debugger(counter)
    try debugger.launch(lines: [["line": 19]])
    #expect(try debugger.go("continue") == "exception scenario \"counts\":16")
    let before = debugger.output
    #expect(try debugger.go("reverseContinue") == "entry scenario \"counts\":13")
    #expect(debugger.output == before, "what goes back tells nothing")
    _ = try debugger.go("continue")
    let start = try #require(before.range(of: "     0.000s"))
    #expect(debugger.output == before + before[start.lowerBound...])
  }

  @Test func casesOfASystemAndOfValuesAreChosenByTitle() throws {
    var debugger = try Debugger(counter)
    try debugger.launch(["scenario": "on old", "stopOnEntry": false])
    #expect(try debugger.place() == "over")
    #expect(debugger.output.contains("│ old\n"))
    var other = try Debugger(counter)
    let answer = other.answer(
      "launch", ["program": other.path("main.rehearsal"), "scenario": "cuonts"])
    #expect(answer["message"]?.string?.contains("did you mean \"counts\"?") == true)
  }

  @Test func breakpointsStandInImportedFiles() throws {
    var debugger = try Debugger("import \"steps.rehearsal\"\nscenario \"a\" { both() }\n")
    try debugger.write("func both() {\n    print(1)\n}\n", to: "steps.rehearsal")
    _ = try debugger.ask("launch", ["program": debugger.path("main.rehearsal")])
    let set = try debugger.ask(
      "setBreakpoints",
      [
        "source": ["path": debugger.path("steps.rehearsal")] as JSONValue,
        "breakpoints": JSONValue.list([["line": 2], ["line": 9]]),
      ])
    #expect(set["breakpoints"]?.elements.map { $0["verified"]?.boolean } == [true, false])
    _ = try debugger.ask("configurationDone")
    #expect(try debugger.go("continue") == "breakpoint both:2")
    #expect(try debugger.ask("stackTrace", ["threadId": 1])["totalFrames"]?.integer == 2)
  }

  @Test func whoLooksOnChangesNothing() throws {
    let examples = Repository.root.appendingPathComponent("Examples")
    let files = try FileManager.default.contentsOfDirectory(atPath: examples.path)
      .filter { $0.hasSuffix(".rehearsal") }.sorted()
    try #require(files.count > 5)
    for file in files {
      let path = examples.appendingPathComponent(file).path
      func lines(_ host: ScriptHost) throws -> [String] {
        let script = Script(
          try ScriptFile.read(path), host: host, imports: ScriptFile.imports(of: path))
        var session = try #require(Session(script))
        let renderer = RunRenderer(script)
        var lines: [String] = []
        session.run { event in
          switch event {
          case .record(let record): lines += renderer.line(record).map { [$0] } ?? []
          case .output(let text, _): lines += renderer.lines(ofPrinted: text)
          case .failure(let failure): lines.append(renderer.summary(failure))
          case .scenarioEnded(let result): lines.append(renderer.line(result))
          case .scenarioBegan, .warning: break
          }
        }
        return lines
      }
      let plain = try lines(ScriptHost())
      #expect(try lines(StatementWatcher().watching(ScriptHost())) == plain, "\(file)")
    }
  }

  @Test("Every kind of thing that can be seen of an app is among its variables")
  func visible() throws {
    let text = try Repository.text(of: "Tests/Scripts/apps/everything-to-see.rehearsal")
    var debugger = try Debugger(text)
    let last = text.split(separator: "\n", omittingEmptySubsequences: false)
      .lastIndex { $0.hasPrefix("expect") }
    try debugger.launch(["stopOnEntry": false], lines: [["line": try #require(last) + 1]])
    let device = try #require(debugger.adapter.position?.device)
    let app = try #require(device.app(named: "Full"))
    let shown = debugger.adapter.scopes(of: app, isInnermost: false).flatMap { scope in
      scope.1.map { scope.name + "." + $0.name }
    }
    let facts = device.visibleFacts(of: app)
    #expect(Set(facts.map(\.aspect)) == Set(VisibleAspect.allCases))
    for fact in facts { #expect(shown.contains("Tasks and timers.\(fact.name)"), "\(fact.name)") }
    for place in StoragePlace.seen { #expect(shown.contains("Storage.\(place)"), "\(place)") }
  }

  @Test("An expression at a stop is completed by what is in sight and what is known")
  func completions() throws {
    var debugger = try Debugger(counter)
    try debugger.launch(["stopOnEntry": false], names: [["name": "didBecomeActive"]])
    func offers(_ text: String, line: Int64 = 1, column: Int64? = nil) throws -> [String] {
      var debugger = debugger
      let column = column ?? Int64(text.utf16.count + 1)
      let answer = try debugger.ask(
        "completions",
        [
          "text": text, "line": JSONValue.number("\(line)"),
          "column": JSONValue.number("\(column)"),
        ])
      return (answer["targets"]?.elements ?? []).compactMap { $0["label"]?.string }
    }
    #expect(try offers("cou") == ["count"])
    #expect(try offers("Counter.tasks.filter { $0.beg") == ["began"])
    #expect(try offers("lea") == ["leave"])
    #expect(try offers("x\nCounter.sta", line: 2, column: 12) == ["state"])
    // Whatever place a debugger gives, it is in the text.
    for place: Int64 in [.min, -1, 0, 1000, .max] {
      _ = try offers("cou", line: place, column: place)
    }
  }

  @Test func messagesWithoutSenseEndNothing() throws {
    var debugger = try Debugger(counter)
    #expect(debugger.answer("next")["success"]?.boolean == false)
    #expect(debugger.answer("nothing")["success"]?.boolean == false)
    #expect(debugger.answer("launch")["success"]?.boolean == false)
    #expect(debugger.answer("launch", ["program": "/nowhere"])["success"]?.boolean == false)
    for odd: JSONValue in [.null, .list([]), ["type": "request"], ["seq": -1, "type": 3]] {
      #expect(!debugger.adapter.receive([.message(odd)]).isEmpty)
    }
    try debugger.launch()
    for number: JSONValue in [
      .number("-1"), .number("9223372036854775807"), .number("1e99"), .null,
    ] {
      #expect(debugger.answer("scopes", ["frameId": number])["success"]?.boolean == false)
      #expect(
        debugger.answer("variables", ["variablesReference": number])["success"]?.boolean == false)
    }
    _ = try debugger.ask("disconnect")
    #expect(debugger.adapter.exitCode == 0)
  }
}
