// A scenario that a storm or an exploration found, played after the script that it belongs to: for
// reports that show its life.

import Rehearsal
import RehearsalSyntax

/// A scenario that stands in no script.
package enum FoundScenario {
  /// Plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, as the language has it.
  ///   - script: The script after which it could stand.
  ///   - imports: Where the files come from that the script imports; nil where it has none.
  ///   - file: The path of the script.
  /// - Returns: How it came out, with its life; nil where it is no scenario after that script.
  package static func result(
    of scenario: String, behind script: Script, imports: ImportSource?, in file: String
  ) -> CaseResult? {
    let text = Array(script.source.bytes) + Array(("\n" + scenario).utf8)
    let played = TestScript(
      file,
      Script(
        SourceText(name: script.source.name, bytes: text), host: script.host,
        limits: script.limits, imports: imports))
    guard let testCase = played.cases.last, case .scenario = testCase.content else { return nil }
    return played.result(of: testCase)
  }
}

extension TestScript {
  /// Plays one of its cases on the caller's thread, with its life.
  ///
  /// - Returns: How it came out; nil for a script that cannot be run.
  package func result(of testCase: TestCase) -> CaseResult? {
    var runner = TestRunner { _ in self }
    runner.keepsLives = true
    var result: CaseResult?
    var run = ScriptRun(self, runner, CaseSupervisor().lane()) { event in
      if case .caseEnded(let ended) = event { result = ended }
    }
    _ = run.run([testCase])
    return result
  }
}
