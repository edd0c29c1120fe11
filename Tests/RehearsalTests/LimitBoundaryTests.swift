// Every limit at its bound: with one less than a script takes it is told of the limit, with what it
// takes and with one more it is not. Where the number can be counted by hand, it stands here.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import TestSupport
import Testing

@testable import Rehearsal

@Suite("Limits at their bounds")
struct LimitBoundaryTests {
  /// A script that takes so much of a limit.
  struct Probe {
    let text: String
    var files: [String: String] = [:]
    /// How much it takes; nil for what is measured, as memory is.
    let takes: Int?
    /// What is said where the limit is lower.
    let words: String
  }

  @Test("One below is too little, what it takes is enough", arguments: LimitName.allCases)
  func bounds(_ name: LimitName) throws {
    // What the computer's clock decides has a test of its own.
    guard name != .deadline else { return }
    let probe = Self.probe(of: name)
    let least = try probe.takes ?? measured(name, probe)
    #expect(isReached(name, least - 1, probe), "\(name) at \(least - 1)")
    #expect(!isReached(name, least, probe), "\(name) at \(least)")
    #expect(!isReached(name, least + 1, probe), "\(name) at \(least + 1)")
  }

  /// The least with which a script is not told of the limit.
  private func measured(_ name: LimitName, _ probe: Probe) throws -> Int {
    var (below, enough) = (name.range.lowerBound, min(name.range.upperBound, 16 << 20))
    try #require(isReached(name, below, probe) && !isReached(name, enough, probe))
    while enough - below > 1 {
      let middle = (below + enough) / 2
      if isReached(name, middle, probe) { below = middle } else { enough = middle }
    }
    return enough
  }

  /// Whether a script is told that it has come to a limit.
  private func isReached(_ name: LimitName, _ number: Int, _ probe: Probe) -> Bool {
    var limits = RunLimits()
    limits[name] = number
    let play = Play(probe.text, limits: limits, files: probe.files)
    let said = play.diagnostics.flatMap { [$0.message] + $0.notes.map(\.message) } + play.shown
    let isTold = said.contains { $0.contains(probe.words) }
    // Nothing else may be the matter.
    #expect(isTold || name == .failures || name == .diagnostics || play.hasPassed, "\(said)")
    return isTold
  }

  @Test("A deadline is over when more than its time has passed")
  func deadline() throws {
    let start = ContinuousClock.now
    let now = TestClock(start)
    let deadline = try #require(SessionDeadline(milliseconds: 5) { now.instant })
    deadline.begin()
    for (passed, isOver) in [(-1, false), (0, false), (1, true)] {
      now.instant = start + .milliseconds(5) + .nanoseconds(passed)
      #expect(deadline.isOver == isOver)
    }
    deadline.begin()
    #expect(!deadline.isOver)
  }

  /// A clock that a test moves, on its one thread.
  private final class TestClock: @unchecked Sendable {
    var instant: ContinuousClock.Instant
    init(_ instant: ContinuousClock.Instant) { self.instant = instant }
  }

  // MARK: - What takes how much

  private static func probe(of name: LimitName) -> Probe {
    func probe(_ takes: Int?, _ text: String, files: [String: String] = [:]) -> Probe {
      Probe(text: text, files: files, takes: takes, words: "the limit `\(name.rawValue)`")
    }
    return switch name {
    case .sourceSize: probe(8, "print(1)")
    case .nesting: probe(3, "print([[1]])")
    case .treeDepth: probe(nil, "let long = 1 + 2 + 3 + 4 + 5 + 6")
    case .interpolations: probe(2, "let deep = \"a \\(\"b \\(1 + 1)\")\"")
    case .diagnostics:
      Probe(
        text: "let a = $\nlet b = $\nlet c = $", takes: 3,
        words: "further findings are not shown (the limit `diagnostics`)")
    case .importedFiles:
      probe(
        2, "import \"a.rehearsal\"\nimport \"b.rehearsal\"",
        files: ["a.rehearsal": "let a = 1", "b.rehearsal": "let b = 1"])
    case .cases: probe(6, "scenario \"all\", a in 1...3, b in 1...2 { print(a, b) }")
    case .instructions: probe(nil, "for i in 0..<20 { print(i) }")
    case .handlerInstructions: probe(nil, button("for i in 0..<20 { print(i) }"))
    case .callDepth: probe(nil, "func down(n) { n == 0 ? 0 : 1 + down(n - 1) }\nprint(down(8))")
    case .heap: probe(nil, "var list = []\nfor i in 0..<9000 { list.append(i) }\nprint(list.count)")
    case .appHeap:
      probe(nil, button("var list = []\nfor i in 0..<9000 { list.append(i) }\nprint(list.count)"))
    case .memory:
      probe(nil, button("var list = []\nfor i in 0..<90000 { list.append(i) }\nprint(list.count)"))
    // Two lines of forty bytes and a text each.
    case .output: probe(2 * 40 + 5 + 6, "print(\"12345\")\nprint(\"123456\")")
    case .failures: probe(3, "expect now == 1s\nexpect now == 2s\nexpect now == 3s")
    case .events: probe(10, ticking + "advance 10ms")
    case .eventsAtOneInstant:
      probe(nil, button("for i in 0..<9 { after(0s) { } }"))
    case .pendingWork: probe(4, button("for i in 0..<3 { after(1s) { } }\nperform(1s) { }"))
    case .storage: probe(nil, button("disk[\"a\"] = \"0123456789\"\npreferences[\"b\"] = [1, 2]"))
    case .records: probe(nil, ticking + "advance 20ms\nprint(Notes.calls.count)")
    case .exits:
      probe(
        3,
        """
        app Notes { }
        for i in 0..<3 { launch Notes; forceQuit Notes }
        print(Notes.exits.count)
        """)
    case .deadline: probe(nil, "")
    }
  }

  private static let ticking = "app Notes { on didBecomeActive { every(1ms) { } } }\nlaunch Notes\n"

  /// A script whose app does something when a button is touched.
  private static func button(_ body: String) -> String {
    "app Notes { button \"Go\" {\n\(body)\n} }\nlaunch Notes\ntouch \"Go\""
  }
}
