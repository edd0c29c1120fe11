// Scripts before they run: imports, settings, and the expectations that they hold in comments.

import Rehearsal
import RehearsalFiles
import RehearsalRunner
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Reading scripts")
struct ScriptTests {
  @Test(
    "A setting that makes no sense is an error at its place",
    arguments: [
      ("os: \"x\"", "E0506"), ("os: 1", "E0506"), ("os: 99", "E0506"), ("memory: 2s", "E0506"),
      ("passcode: 1", "E0506"), ("quirks: [.flicker]", "E0504"), ("seed: \"a\"", "E0506"),
      ("budgets: [\"launc\": 5s]", "E0506"), ("budgets: [\"launch\": -5s]", "E0506"),
      ("evidence: [\"C7\": .guessed]", "E0506"), ("date: \"2026\"", "E0506"),
      ("modle: \"iPad\"", "E0503"),
    ])
  func badSettings(_ setting: String, _ identifier: String) {
    #expect(Play("device { \(setting) }").identifiers == [identifier])
  }

  @Test("A run is held against the comments of its script")
  func expectationsHold() {
    #expect(differences("print(\"a\") // prints: a\nprint(\"b\") // prints: b").isEmpty)
    #expect(differences("print(\"a\") // prints: b").count == 1)
    #expect(differences("print(1)\n// prints: 1\n// prints: 2").count == 1)
    #expect(differences("print(1) // prints: 1\nprint(2)").count == 1)
    #expect(differences("print(nope) // error: E0301 nope").isEmpty)
    #expect(differences("print(nope) // error: E0302").count == 2)
    #expect(differences("print([1][1]) // fault: E0705").isEmpty)
    #expect(differences("scenario \"s\" {\n  expect 1 + 1 == 3 // fails: 1 + 1 is 2\n}").isEmpty)
    #expect(differences("scenario \"s\" {\n  expect 1 + 1 == 2 // fails\n}").count == 2)
    #expect(differences("print(1) // exit: 1") == ["expected the exit code 1, got 0"])
  }

  @Test("A misspelt directive is a difference, and other comments are comments")
  func directives() {
    #expect(differences("print(1) // print: 1").count == 1)
    #expect(ScriptExpectations(SourceText(name: "x", "let a = 1 // note: fine")).isEmpty)
    #expect(ScriptExpectations(SourceText(name: "x", "let a = 1 // it fails here")).isEmpty)
  }

  private func differences(_ text: String) -> [String] {
    let source = SourceText(name: "main.rehearsal", text)
    return ScriptExpectations(source).comparison(with: Script(source)).differences
  }
}
