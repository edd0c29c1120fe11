// Sessions where scripts do not reach: forks, limits, and what the outside keeps from statement to
// scenario.

import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Sessions")
struct SessionTests {
  static let notes = """
    app Notes {
      var draft = ""
      var seen = []
      on didEnterBackground { work(2s) }
      button "Type" { draft += "x" }
      button "Crash" { let x = [1][1] }
      button "Spin" { while true { } }
      button "Draw" { seen.append(random(1...1000000)) }
      button "Shout" { while true { print("hello") } }
    }

    """

  @Test("A copy of a session goes its own way and comes to the same end")
  func copyIsAFork() throws {
    let script = Script(
      SourceText(
        name: "main",
        Self.notes + """
          scenario "life" {
            launch Notes
            touch "Type"
            press .home
            advance 1min
            launch Notes
            expect Notes.draft == "x"
          }
          """))
    var session = try #require(Session(script))
    let renderer = RunRenderer(script)
    let whole = Play(script).shown
    var shown: [String] = []
    while true {
      var fork = session
      var rest = shown
      _ = fork.run { rest.append(Play.text($0, renderer)) }
      #expect(rest == whole)
      guard session.step() else { break }
      shown += session.takeEvents().map { Play.text($0, renderer) }
    }
    #expect(shown == whole)
  }

  @Test("Each scenario begins with the variables and the seed as the statements left them")
  func scenariosAreIndependent() {
    let play = Play(
      """
      var list = [1]
      list.append(2)
      scenario "a" { list.append(random(1...1000000)); print(list) }
      scenario "b" { list.append(random(1...1000000)); print(list) }
      """)
    #expect(play.hasPassed)
    #expect(play.printed.count == 2)
    #expect(play.printed.first == play.printed.last)
  }

  @Test("An app draws other numbers in each life, the same in each run")
  func appsDrawFromTheSeed() {
    let text =
      Self.notes + """
        launch Notes
        touch "Draw"
        print(Notes.seen)
        purge Notes
        launch Notes
        touch "Draw"
        print(Notes.seen)
        """
    let play = Play(text)
    #expect(play.printed.count == 2)
    #expect(play.printed.first != play.printed.last)
    #expect(play.printed == Play(text).printed)
    #expect(play.printed != Play("device { seed: 7 }\n" + text).printed)
  }

  @Test("An app reads the file's constants when they have values")
  func appsReadConstants() {
    let play = Play(
      """
      let step = [1, 2].count
      app Counter {
        var n = 0
        button "Add" { n += step }
        button "Later" { n += late }
      }
      launch Counter
      touch "Add"
      print(Counter.n)
      touch "Later"
      let late = [1].count
      launch Counter
      touch "Later"
      print(Counter.n)
      scenario "fresh" { launch Counter; touch "Later"; expect Counter.n == 1 }
      """)
    #expect(play.printed == ["2", "1"])
    #expect(play.identifiers == ["E0706"])
    #expect(play.report?.scenarios.map(\.status) == [.passed])
  }

  @Test("An error in the statements leaves the scenarios not run")
  func scenariosAreNotRun() {
    let play = Play("let x = [1][1]\nscenario \"a\" { }")
    #expect(play.report?.scenarios.map(\.status) == [.notRun])
    #expect(play.report?.exitCode == .failed)
  }

  @Test("A crash fails the scenario unless it is expected, and time goes on")
  func crashes() {
    let play = Play(
      Self.notes + """
        scenario "unexpected" { launch Notes; touch "Crash"; print(Notes.exit.reason) }
        scenario "expected" { launch Notes; expect crash(Notes) { touch "Crash" } }
        scenario "missing" { launch Notes; expect crash(Notes) { touch "Type" } }
        """)
    #expect(play.report?.scenarios.map(\.status) == [.failed, .passed, .failed])
    #expect(play.identifiers == ["E0705", "expectation"])
    #expect(play.printed == [".crash"])
  }

  @Test("A handler that does not end hangs its app until the watchdog kills it")
  func hangs() {
    let play = Play(
      Self.notes + """
        scenario "hang" {
          launch Notes
          touch "Spin"
          expect Notes.state == .active
          advance 1min
          expect Notes.exit.reason == .watchdog
        }
        scenario "expected" { launch Notes; expect crash(Notes) { touch "Spin" } }
        """, limits: ScriptSuite.limits)
    #expect(play.report?.scenarios.map(\.status) == [.failed, .passed])
    #expect(play.identifiers == ["E0806"])
  }

  @Test("Instants, output and imports are bounded")
  func limitsHold() {
    var limits = ScriptSuite.limits
    limits.outputBytes = 1_000
    limits.device.eventsAtOneInstant = 50
    #expect(
      Play("while true { print(\"hello\") }", limits: limits).identifiers == ["E0804"])
    #expect(
      Play(Self.notes + "launch Notes\ntouch \"Shout\"", limits: limits).identifiers == ["E0804"])
    let endless = """
      app Loop {
        func again() { after(0s) { again() } }
        on didBecomeActive { again() }
      }
      launch Loop
      """
    #expect(Play(endless, limits: limits).identifiers == ["E0805"])
  }

  @Test("A handler answers with a Bool or with nothing")
  func results() {
    for (body, printed, identifiers) in [
      ("return true", ".active", []), ("false", ".active", []), ("after(1s) { }", ".active", []),
      ("return nil", ".active", []), ("return 1", ".notRunning", ["E0703"]),
    ] {
      let play = Play(
        "app A { on didFinishLaunching { \(body) } }\nlaunch A\nprint(A.state)")
      #expect(play.printed == [printed], "\(body)")
      #expect(play.identifiers == identifiers, "\(body)")
    }
  }

  @Test("Conditions of waits may only look")
  func conditionsLook() {
    let play = Play(
      Self.notes + """
        scenario "until" { advance(until: { launch Notes }, limit: 1s) }
        scenario "within" {
          func go() { launch Notes; return false }
          expect go() within 1s
        }
        scenario "fine" {
          launch Notes
          press .home
          expect advance(until: { Notes.state == .suspended }, limit: 1h)
          expect now == 5s
          expect !advance(until: { Notes.isRunning == false }, limit: 1h)
          expect now == 5s + 1h
        }
        """)
    #expect(play.identifiers == ["E0719", "E0719"])
    #expect(play.report?.scenarios.last?.status == .passed)
  }

  @Test("What belongs to a process cannot be used from outside")
  func handlesOfProcesses() {
    let play = Play(
      """
      app A {
        var timer = nil
        var action = nil
        on didBecomeActive { timer = after(1h) { }; action = { 1 } }
      }
      scenario "timer" { launch A; print(type(of: A.timer)); print(A.timer.isValid) }
      scenario "function" { launch A; let f = A.action; f() }
      scenario "variable" { print(A.timer) }
      scenario "unknown" { launch A; let b = A; print(b.timr) }
      """)
    #expect(play.identifiers == ["E0712", "E0707", "E0716", "E0704"])
  }

  @Test("The wall clock is computed from the virtual one")
  func wallClock() {
    let play = Play(
      """
      print(date)
      advance 1.5s
      print(date)
      advance 59 * 1d
      print(date)
      advance 793 * 1d
      print(date)
      """)
    #expect(
      play.printed == [
        "2026-01-01T09:00:00Z", "2026-01-01T09:00:01.5Z", "2026-03-01T09:00:01.5Z",
        "2028-05-02T09:00:01.5Z",
      ])
  }
}
