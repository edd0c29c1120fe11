// What people read of a run, word for word.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@Suite("What a run shows")
struct RunRendererTests {
  @Test("Numbers of rules are links where that is wanted, and take no more room")
  func linksRules() throws {
    let source = SourceText(name: "a", "app Notes { }\nlaunch Notes\npress .home\n")
    var session = try #require(Session(Script(source)))
    _ = session.run { _ in }
    let record = try #require(
      session.simulation.history.records().last { $0.rule?.description == "R054" })
    let plain = try #require(RunRenderer(appNames: ["Notes"], width: 100).line(record))
    let linked = try #require(
      RunRenderer(appNames: ["Notes"], width: 100, linksRules: true).line(record))
    let link = "\u{1B}]8;;https://developer.apple.com/"
    #expect(!plain.contains("\u{1B}"))
    #expect(linked.contains(link) && linked.contains("\u{1B}\\R054\u{1B}]8;;\u{1B}\\"))
  }

  @Test("A timeline has a line for each verb, message, state and log")
  func timeline() {
    let play = Play(
      """
      app Notes { on didBecomeActive { log "hello" } }
      scenario "a launch" { launch Notes }
      """)
    let selectors = [
      "application(_:willFinishLaunchingWithOptions:)",
      "application(_:didFinishLaunchingWithOptions:)",
    ]
    let lines = play.shown.filter { !$0.hasPrefix("0s ") }
    #expect(
      lines == [
        "0 a launch",
        "     0.000s  ▸ launch Notes",
        "     0.000s    → inactive                      R005",
        "     0.000s      willFinishLaunching           R011  \(selectors[0])  no handler",
        "     0.000s      didFinishLaunching            R011  \(selectors[1])  no handler",
        "     0.000s    → active                        R011",
        "     0.000s      didBecomeActive               R011  applicationDidBecomeActive(_:)",
        "     0.000s      log: hello",
        "✓ a launch",
      ])
  }

  @Test("A failed expectation shows its line and the values of its parts")
  func failedExpectation() throws {
    let play = Play(
      """
      scenario "sums" {
          let a = 2
          expect a + 1 == 4, "the sum"
      }
      """)
    let failure = try #require(play.shown.first { $0.contains("failed") })
    #expect(
      failure == """
        main.rehearsal:3:12: failed: the sum
           3 |     expect a + 1 == 4, "the sum"
             |            ^~~~~~~~~~
               a     is 2
               a + 1 is 3
               at 0s

        """)
  }

  @Test("A runtime error shows the script's calls, equal ones together")
  func fault() throws {
    var limits = RunLimits()
    limits.outside.callDepth = 100
    let play = Play("func f() { f() }\nf()", limits: limits)
    let failure = try #require(play.shown.first)
    let lines = failure.split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("main.rehearsal:1:12: error[E0802]") == true)
    #expect(lines.contains { $0.hasSuffix("in f, main.rehearsal:1:12, 12 times") })
    #expect(lines.last?.hasSuffix("in statements, main.rehearsal:2:1") == true)
  }
}
