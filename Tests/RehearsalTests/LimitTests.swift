// Limits by their names: each can be set, has a default that holds, and a script that reaches it.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalRunner
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Limits")
struct LimitTests {
  /// That the scripts pass, `ScriptSuiteTests` holds.
  @Test("Every limit has a script that sets it and expects to reach it by its name")
  func everyLimitHasAScript() throws {
    let folder = Repository.url(of: "Tests/Scripts/limits").path
    var missing = LimitName.allCases
    for path in try ScriptFile.find(in: [folder]) {
      let lines = String(decoding: try ScriptFile.read(path).bytes, as: UTF8.self)
        .split(separator: "\n")
      missing.removeAll { name in
        let isSet = lines.contains { $0.hasPrefix("// limit: \(name.rawValue)=") }
        let isReached = lines.contains { line in
          guard let directive = line.firstRange(of: /\/\/ (error|fault): E/) else { return false }
          return line[directive.upperBound...].contains(name.rawValue)
        }
        // Findings beyond their limit are not there to be expected.
        return isSet && (isReached || name == .diagnostics)
      }
    }
    #expect(missing == [])
  }

  @Test(
    "A setting is read",
    arguments: [
      ("heap=64MB", .heap, 64 << 20), ("appHeap=65536", .appHeap, 65536),
      ("instructions=1_000_000", .instructions, 1_000_000), ("output=2KB", .output, 2048),
      ("sourceSize=1GB", .sourceSize, 1 << 30), ("interpolations=0", .interpolations, 0),
      ("deadline=10s", .deadline, 10_000), ("deadline=250ms", .deadline, 250),
      ("memory=64MB", .memory, 64 << 20),
    ] as [(String, LimitName, Int)])
  func settings(_ text: String, _ name: LimitName, _ value: Int) throws {
    var limits = RunLimits()
    try limits.set(text)
    #expect(limits[name] == value)
    for other in LimitName.allCases where other != name {
      #expect(limits[other] == RunLimits()[other])
    }
  }

  @Test("Each limit can be set, within its range, and prints as it is read")
  func everyLimitCanBeSet() throws {
    for name in LimitName.allCases {
      let value = name.range.lowerBound + 3
      var limits = RunLimits()
      try limits.set("\(name.rawValue)=\(value)")
      #expect(limits[name] == value)
      try limits.set("\(name.rawValue)=\(name.unit.text(RunLimits()[name]))")
      #expect(limits == RunLimits())
      #expect(name.range.contains(RunLimits()[name]))
    }
  }

  @Test("What a script's comments say lowers limits and never raises them, even of its test")
  func commentsOnlyLower() throws {
    var limits = RunLimits()
    for setting in ["instructions=1000", "heap=1MB", "deadline=10s"] { try limits.set(setting) }
    let source = SourceText(
      name: "raising",
      """
      // limit: instructions=1_000_000
      // limit: heap=256KB
      // limit: deadline=none
      // limit: memory=8MB
      """)
    let lowered = ScriptExpectations(source).limits(over: limits)
    #expect(lowered[.instructions] == 1000)
    #expect(lowered[.heap] == 256 << 10)
    #expect(lowered[.deadline] == 10_000)
    #expect(lowered[.memory] == 8 << 20)
    #expect(lowered[.events] == RunLimits()[.events])
  }

  @Test("A script's comments set nothing in a run")
  func commentsSetNothing() throws {
    let text = "// limit: instructions=10\nfor i in 0..<1000 { }\nprint(1)  // prints: 2"
    let script = Script(SourceText(name: "lowering", text))
    #expect(script.limits == RunLimits())
    #expect(try script.run().hasPassed)
  }

  @Test("What imports bring in counts towards the memory of a run before it is read")
  func importedSources() {
    let files = Play.source([
      "one.rehearsal": "// " + String(repeating: "a", count: 5000) + "\nlet one = 1\n",
      "two.rehearsal": "// " + String(repeating: "b", count: 5000) + "\nlet two = 2\n",
    ])
    let text = "import \"one.rehearsal\"\nimport \"two.rehearsal\"\nprint(one + two)"
    let main = SourceText(name: "main.rehearsal", text)
    #expect(Script(main, imports: files).isRunnable)
    var limits = RunLimits()
    limits[.memory] = 1 << 20
    let script = Script(main, limits: limits, imports: files)
    #expect(script.diagnostics.contains { $0.message.contains("the limit `memory`") })
    #expect(!script.isRunnable)
  }

  @Test("A run that is over time ends with an error of its own, and the next begins anew")
  func deadline() throws {
    var limits = RunLimits()
    limits[.deadline] = 1
    let endless = Script(SourceText(name: "endless", "while true { }"), limits: limits)
    #expect(try endless.run().errorIdentifiers == [.deadline])
    // Events are looked at as well as loops.
    let timers = """
      app Notes { button "Go" { every(1ns) { } } }
      launch Notes
      touch "Go"
      advance 10ms
      """
    let waiting = Script(SourceText(name: "waiting", timers), limits: limits)
    #expect(try waiting.run().errorIdentifiers == [.deadline])
    var session = try Script(
      SourceText(name: "calls", "func forever() { while true { } }\nfunc two() { 2 }"),
      limits: limits
    ).session()
    session.run()
    #expect(throws: ScriptError.self) { try session.call("forever") }
    #expect(try session.call("two") == .integer(2))
  }

  @Test(
    "What cannot be read is a mistake in words",
    arguments: [
      ("heep=1MB", "did you mean `heap`?"), ("x=1", "there are sourceSize, "),
      ("", "there is no limit ``"), ("heap", "as in `heap=64MB`"), ("heap=", "takes a size"),
      ("heap=64mb", "takes a size"), ("heap=-1", "takes a size"), ("heap=1", "64KB to 2GB"),
      ("heap=99999999999GB", "takes a size"), ("nesting=4MB", "takes a number"),
      ("deadline=fast", "as in `deadline=10s`"), ("deadline=1us", "takes a time"),
      ("nesting=257", "1 to 256"), ("events=0", "at least 1"), ("events=_1", "takes a number"),
      ("events=99999999999999999999", "takes a number"), ("events=1=2", "takes a number"),
    ])
  func mistakes(_ text: String, _ words: String) {
    var limits = RunLimits()
    do throws(LimitMistake) {
      try limits.set(text)
      Issue.record("it is accepted")
    } catch { #expect(error.message.contains(words), "\(error.message)") }
    #expect(limits == RunLimits())
  }

  @Test("The greatest nesting that can be asked for fits the stack of a small thread")
  func theGreatestNestingFitsTheStack() throws {
    var limits = RunLimits()
    for name in [LimitName.nesting, .treeDepth, .interpolations] {
      try limits.set("\(name.rawValue)=\(name.range.upperBound)")
    }
    let depth = LimitName.nesting.range.upperBound - 2
    let height = LimitName.treeDepth.range.upperBound - 4
    func nested(_ opening: String, _ core: String, _ closing: String, _ count: Int) -> String {
      String(repeating: opening, count: count) + core + String(repeating: closing, count: count)
    }
    let texts = [
      "print(" + nested("[", "1", "]", depth - 1) + ")", "let x = " + nested("(", "1", ")", depth),
      nested("if true {\n", "print(1)", "\n}", depth),
      "print(1" + nested(" + 1", "", "", height) + ")",
      "let f = " + nested("{ ", "1", " }", depth), "let x = " + nested("[1: ", "2", "]", depth),
      "let m = nil\nprint(m" + nested("?.a", "", "", height) + ")",
      "let x = true" + nested(" ? 1 : true", "", "", height / 2) + " ? 1 : 2",
      "if true { print(1) }" + nested(" else if true { print(1) }", "", "", height / 2),
      "print(" + nested("\"\\(", "1", ")\"", LimitName.interpolations.range.upperBound) + ")",
    ]
    let chosen = limits
    // Without optimisation each of them takes seconds.
    let chosenTexts = TestTier.sample(texts, oneOf: 5)
    let problems = onThread(stackSize: 4 << 20) {
      chosenTexts.flatMap { text -> [String] in
        let source = SourceText(name: "deep", text)
        _ = Formatter.format(source, limits: chosen.syntax)
        let play = Play(Script(source, limits: chosen))
        return play.diagnostics.map(\.message)
          + (play.hasPassed ? [] : ["\(text.prefix(40)) failed"])
      }
    }
    #expect(problems == [])
  }

  /// Runs something on a thread with a stack of its own.
  private func onThread(stackSize: Int, _ body: @escaping @Sendable () -> [String]) -> [String] {
    let box = Box()
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.lines = body()
      finished.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    finished.wait()
    return box.lines
  }

  /// Carries a result out of a thread; the semaphore orders writing before reading.
  private final class Box: @unchecked Sendable { var lines: [String] = [] }
}
