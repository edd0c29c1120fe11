// The advice below a run: for an app that was away for long and would not survive the loss of its memory,
// and for nobody else.

import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Advice after long absences")
struct AbsenceAdviceTests {
  private func advice(_ text: String) throws -> [String?] {
    let script = Script(SourceText(name: "a.rehearsal", text))
    try #require(script.isRunnable, "\(script.diagnostics.map(\.message))")
    return script.cases.indices.map {
      AbsenceAdvice(script, case: $0, imports: nil)?.line(for: "a.rehearsal")
    }
  }

  private func day(away span: String, expecting condition: String) -> String {
    """
    scenario "a day, \(span)" {
      launch Notes
      touch "Type"
      press .home
      advance \(span)
      launch Notes
      advance 10s
      expect \(condition)
    }

    """
  }

  @Test("A draft that is saved at the end of the app leads to storms; a short absence does not")
  func lost() throws {
    let app = """
      app Notes {
        var draft = disk["draft"] ?? ""
        button "Type" { draft += "x" }
        on willTerminate { disk["draft"] = draft }
      }

      """
    let lines = try advice(
      app
        + ["8h", "25min", "1min"].map { day(away: $0, expecting: "Notes.draft == \"x\"") }
        .joined())
    #expect(
      lines == [
        "Notes lived through 8 h in the background; a device may have purged it: "
          + "`rehearse storm a.rehearsal` tries that.",
        "Notes lived through 25 min in the background; a device may have purged it: "
          + "`rehearse storm a.rehearsal` tries that.", nil,
      ])
  }

  /// Honest apps in eight styles, each with what its scenario expects.
  private static let honest: [(code: String, expects: String)] = [
    (
      "var n = disk[\"n\"] ?? 0\nbutton \"Type\" { n += 1; disk[\"n\"] = n }", "Notes.n == 1"
    ),
    (
      "var n = preferences[\"n\"] ?? 0\nbutton \"Type\" { n += 1 }\n"
        + "on didEnterBackground { preferences[\"n\"] = n }", "Notes.n == 1"
    ),
    (
      "button \"Type\" { keychain[\"token\"] = \"t\" }\n"
        + "on didBecomeActive { show(keychain[\"token\"] == nil ? \"login\" : \"home\") }",
      "Notes.screen == \"home\""
    ),
    (
      "button \"Type\" { log \"typed\" }\non didFinishLaunching { every(1s) { log \"tick\" }; return true }",
      "Notes.timers.count == 1"
    ),
    (
      "var n = disk[\"n\"] ?? 0\nbutton \"Type\" { n += 1 }\non didEnterBackground {\n"
        + "let task = beginBackgroundTask(\"save\") { id in endBackgroundTask(id) }\n"
        + "perform(2s, cpu: 0) { disk[\"n\"] = n; endBackgroundTask(task) }\n}", "Notes.n == 1"
    ),
    (
      "var page = nil\nbutton \"Type\" { page = \"typed\" }\non didBecomeActive {\n"
        + "download(\"https://news.example\", takes: 1s) { data, error in page = \"news\" }\n}",
      "Notes.page == \"news\""
    ),
    (
      "var visits = 0\non willEnterForeground { visits += 1 }\nbutton \"Type\" { log \"typed\" }",
      "Notes.state == .active"
    ),
    (
      "on didFinishLaunching { show(disk[\"page\"] ?? \"home\"); return true }\n"
        + "button \"Type\" { disk[\"page\"] = \"draft\"; show(\"draft\") }",
      "Notes.screen == \"draft\""
    ),
  ]

  @Test("Sixty-four honest scenarios in eight styles have nothing said of them", arguments: 0..<8)
  func honestStyles(_ style: Int) throws {
    let (code, condition) = Self.honest[style]
    let spans = ["5min", "10min", "15min", "30min", "1h", "4h", "8h", "2d"]
    let text =
      "app Notes {\n\(code)\n}\n"
      + spans.map { day(away: $0, expecting: condition) }.joined()
    #expect(try advice(text) == spans.map { _ in nil })
  }
}
