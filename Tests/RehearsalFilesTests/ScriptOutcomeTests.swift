// What testing one script comes to, and what is shown of it.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import Testing

@Suite("Outcomes of scripts")
struct ScriptOutcomeTests {
  private func outcome(_ text: String) -> ScriptOutcome {
    ScriptOutcome(of: Script(SourceText(name: "main.rehearsal", text)))
  }

  @Test(
    "Tests are scenarios; the script is one without scenarios, failed, or with expectations",
    arguments: [
      ("scenario \"a\" { }\nscenario \"b\" { expect false }", 1, 1), ("print(1)", 1, 0),
      ("expect false", 0, 1), ("expect false\nscenario \"a\" { }", 1, 1),
      ("print(1) // prints: 1", 1, 0), ("print(1) // prints: 2", 0, 1),
      ("app A { }\nfunc f() { 1 }\nlet a = 1\nsetup { }", 0, 0), ("let a = [1][1]", 0, 1),
      ("", 0, 0), ("scenario \"a\", n in [1, 2] { }", 2, 0),
    ])
  func counts(_ text: String, passed: Int, failed: Int) {
    let outcome = outcome(text)
    #expect(outcome.passedCount == passed)
    #expect(outcome.failedCount == failed)
    #expect(!outcome.isScriptError)
  }

  @Test("A script with errors was not run, and its errors are what is shown")
  func scriptErrors() {
    let outcome = outcome("print(nope)\nscenario \"a\" { }")
    #expect(outcome.isScriptError && outcome.passedCount == 0)
    #expect(outcome.identifiers == [.unknownName])
    #expect(outcome.lines().first?.hasPrefix("main.rehearsal:1:7: error[E0301]") == true)
  }

  @Test("What is skipped is neither, and what has to fail passes")
  func headers() {
    let outcome = outcome(
      "scenario \"a\", skip: \"no\" { }\nscenario \"b\", fails: \"bug\" { expect false }")
    #expect(outcome.passedCount == 1 && outcome.failedCount == 0 && outcome.skippedCount == 1)
    #expect(outcome.lines() == ["– a (skipped: no)", "✓ b (fails as expected: bug)"])
  }

  @Test("Quietly only what failed is shown")
  func lines() {
    let outcome = outcome("scenario \"a\" { }\nscenario \"b\" { print([1][1]) }")
    #expect(Array(outcome.lines().prefix(2)) == ["✓ a", "✗ b"])
    #expect(outcome.lines(isQuiet: true).first == "✗ b")
    #expect(outcome.identifiers.map(\.rawValue) == ["E0705"])
  }
}
