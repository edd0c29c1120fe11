// Sessions where scripts do not reach: forks, other seeds, and scenarios that are not run.

import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Sessions")
struct SessionTests {
  private static let notes = """
    app Notes {
      var draft = ""
      var seen = []
      on didEnterBackground { work(2s) }
      button "Type" { draft += "x" }
      button "Draw" { seen.append(random(1...1000000)) }
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

  @Test("An error in the statements leaves the scenarios not run")
  func scenariosAreNotRun() {
    let play = Play("let x = [1][1]\nscenario \"a\" { }")
    #expect(play.report?.scenarios.map(\.status) == [.notRun])
    #expect(play.report?.exitCode == .failed)
  }
}
