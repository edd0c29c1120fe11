// What testing one script comes to, and what is shown of it.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import Testing

@Suite("Outcomes of scripts")
struct ScriptOutcomeTests {
  private func outcome(
    _ text: String, readsComments: Bool = false, isStrict: Bool = false
  ) -> ScriptOutcome {
    ScriptOutcome(
      of: Script(SourceText(name: "main.rehearsal", text)), readsComments: readsComments,
      isStrict: isStrict)
  }

  @Test(
    "Tests are scenarios; the script is one without scenarios, failed, or with expectations",
    arguments: [
      ("scenario \"a\" { }\nscenario \"b\" { expect false }", 1, 1), ("print(1)", 1, 0),
      ("expect false", 0, 1), ("expect false\nscenario \"a\" { }", 1, 1),
      ("print(1) // prints: 2", 1, 0), ("scenario \"a\" { expect false }  // fails", 0, 1),
    ])
  func counts(_ text: String, passed: Int, failed: Int) {
    let outcome = outcome(text)
    #expect(outcome.passedCount == passed)
    #expect(outcome.failedCount == failed)
    #expect(!outcome.isScriptError)
  }

  @Test("Comments count where they are asked for")
  func comments() {
    #expect(outcome("print(1) // prints: 1", readsComments: true).passedCount == 1)
    #expect(outcome("print(1) // prints: 2", readsComments: true).failedCount == 1)
    let failing = "scenario \"a\" { }\nscenario \"b\" {\n  expect 1 == 2  // fails\n}"
    #expect(outcome(failing, readsComments: true).failedCount == 0)
    #expect(outcome(failing).failedCount == 1)
    #expect(outcome(failing).passedCount == 1)
  }

  @Test("Warnings of the check and of the run are told, and fail where strictness is asked for")
  func warnings() {
    let cases: [(text: String, warnings: [String])] = [
      ("app A { }\nscenario \"a\" {\n  switchTo A\n  expect true\n}", ["W0905"]),
      ("app A { }\nscenario \"a\" {\n  expect calls(A) { purge A } == []\n}", ["W0905"]),
      ("app A { }\nscenario \"a\" { launch A }", ["W0906"]),
      ("app A { func didBecomeActive() { } }\nscenario \"a\" { expect true }", ["W0904"]),
      ("app A { }\nscenario \"a\" { expect refused { purge A } }", []),
    ]
    for (text, warnings) in cases {
      let lenient = outcome(text)
      #expect(lenient.failedCount == 0 && lenient.passedCount == 1, "\(text)")
      #expect(lenient.warnings.map(\.identifier.rawValue) == warnings, "\(text)")
      let strict = outcome(text, isStrict: true)
      #expect(strict.failedCount == warnings.count, "\(text)")
      #expect(strict.identifiers.map(\.rawValue) == warnings, "\(text)")
    }
  }

  @Test("A script with errors was not run, and its errors are what is shown")
  func scriptErrors() {
    let outcome = outcome("print(nope)\nscenario \"a\" { }")
    #expect(outcome.isScriptError && outcome.passedCount == 0)
    #expect(outcome.identifiers == [.unknownName])
    #expect(outcome.lines().first?.hasPrefix("main.rehearsal:1:7: error[E0301]") == true)
  }

  @Test("Quietly only what failed is shown")
  func lines() {
    let outcome = outcome("scenario \"a\" { }\nscenario \"b\" { print([1][1]) }")
    #expect(Array(outcome.lines().prefix(2)) == ["✓ a", "✗ b"])
    #expect(outcome.lines(isQuiet: true).first == "✗ b")
    #expect(outcome.identifiers.map(\.rawValue) == ["E0705"])
  }
}
