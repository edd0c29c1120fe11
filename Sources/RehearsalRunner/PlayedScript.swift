// A script that is played whole, as `rehearse run` does it, told as a run of tests tells it: so the
// reports of cases show it too.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine

/// Follows the session of a script that is played from its statements to its last scenario.
package struct PlayedScript {
  private let script: Script
  private let cases: [TestCase]
  /// The case that the statements are.
  private let statements: TestCase
  private var run: CaseRun
  /// How many cases have begun or were left out.
  private var caseCount = 0
  private var isInScenario = false
  private var statementsHaveEnded = false

  /// Prepares to follow a session that has not begun.
  package init(_ script: Script, path: String) {
    self.script = script
    cases = TestScript(path, script).cases
    run = CaseRun(script, keepsLife: true)
    statements = TestCase(file: path, line: 1, content: cases.isEmpty ? .script(0) : .statements)
  }

  /// Takes a step of the session.
  ///
  /// - Parameters:
  ///   - events: What came of it.
  ///   - session: The session behind it, which keeps its acts, and is charged for what is kept of it.
  /// - Returns: What a run of tests would tell.
  package mutating func note(_ events: [RunEvent], of session: inout Session) -> [TestEvent] {
    var told: [TestEvent] = []
    if events.contains(where: { if case .scenarioBegan = $0 { true } else { false } }) {
      told += endOfStatements()
      // Each scenario has a device of its own.
      run = CaseRun(script, keepsLife: true, actCount: session.acts?.count ?? 0)
      isInScenario = true
    }
    run.note(&session)
    for event in events {
      run.note(event)
      guard case .scenarioEnded(let result) = event else { continue }
      told += endOfStatements() + end(result)
    }
    return told
  }

  /// What is told when the session is over.
  package mutating func end() -> [TestEvent] { endOfStatements() }

  /// The statements are a case where they are all there is, and where they fail.
  private mutating func endOfStatements() -> [TestEvent] {
    guard !statementsHaveEnded else { return [] }
    statementsHaveEnded = true
    guard cases.isEmpty || statements.isWholeScript || !run.failures.isEmpty else { return [] }
    return [
      .caseEnded(
        CaseResult(
          cases.first { $0.isWholeScript } ?? statements, run.failures.isEmpty ? .passed : .failed,
          run.failures.map { .failure($0) }, warnings: run.warnings, run: run))
    ]
  }

  private mutating func end(_ result: ScenarioResult) -> [TestEvent] {
    guard cases.indices.contains(caseCount) else { return [] }
    defer {
      caseCount += 1
      isInScenario = false
    }
    let status = CaseResult.Status(rawValue: result.status.rawValue) ?? .notRun
    return [
      .caseEnded(
        CaseResult(
          cases[caseCount], status, result.failures.map { .failure($0) }, warnings: result.warnings,
          run: isInScenario ? run : nil))
    ]
  }
}
