// A scenario that a storm or an exploration found, played after the script that it belongs to: for
// reports that show its life.

import Rehearsal
import RehearsalSyntax

/// A scenario that is in no script.
package enum FoundScenario {
  /// Plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, as the language has it.
  ///   - script: The script that it could follow.
  ///   - imports: Where the files come from that the script imports; nil where it has none.
  ///   - file: The path of the script.
  ///   - lane: By what it is stopped; nil for limits alone.
  ///   - time: How long it may take; nil for any time.
  /// - Returns: How it came out, with its life; nil where it is no scenario after that script, or was
  ///   stopped.
  package static func result(
    of scenario: String, after script: Script, imports: ImportSource?, in file: String,
    stoppedBy lane: CaseSupervisor.Lane? = nil, within time: Duration? = nil
  ) -> CaseResult? {
    let played = TestScript(file, script.followed(by: scenario, imports: imports))
    guard let testCase = played.cases.last, case .scenario = testCase.content else { return nil }
    let result = played.result(of: testCase, stoppedBy: lane, within: time)
    let wasStopped =
      result?.status == .notRun || result?.problems.contains(where: \.isTimeout) == true
    return wasStopped ? nil : result
  }
}

extension TestScript {
  /// Plays one of its cases on the caller's thread, with its life.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - isStrict: Whether warnings of the run are failures.
  ///   - lane: By what it is stopped; nil for limits alone.
  ///   - time: How long it may take; nil for any time.
  /// - Returns: How it came out; nil for a script that cannot be run.
  package func result(
    of testCase: TestCase, isStrict: Bool = false, stoppedBy lane: CaseSupervisor.Lane? = nil,
    within time: Duration? = nil
  ) -> CaseResult? {
    var runner = TestRunner { _ in self }
    runner.keepsLives = true
    runner.isStrict = isStrict
    runner.timeout = time
    // Statements are a case only where they fail, before a scenario that would be run.
    let isStatements = testCase.content == .statements
    let played = isStatements ? cases.first { $0.skipReason == nil } : testCase
    var results: [CaseResult] = []
    var run = ScriptRun(self, runner, lane ?? CaseSupervisor().lane()) { event in
      if case .caseEnded(let ended) = event { results.append(ended) }
    }
    _ = run.run(played.map { [$0] } ?? [])
    return isStatements ? results.first { $0.testCase.content == .statements } : results.last
  }

  /// The result of a case that another machine ran, with its life and with the scenarios that were
  /// found: these are played again here, once each as is.
  ///
  /// - Parameters:
  ///   - recorded: The result.
  ///   - isStrict: Whether warnings of the run are failures.
  /// - Returns: The result with what was played; as it is, where the script cannot be read.
  package func showing(_ recorded: CaseResult, isStrict: Bool) -> CaseResult {
    guard let script else { return recorded }
    var found: [Int: CaseResult] = [:]
    for (number, problem) in recorded.problems.enumerated() {
      guard let scenario = problem.scenario else { continue }
      found[number] = FoundScenario.result(
        of: scenario, after: script, imports: imports, in: path)
    }
    var life: CaseLife?
    switch recorded.testCase.content {
    case .scenario, .script, .statements:
      if recorded.status != .notRun {
        life = result(of: recorded.testCase.planned(in: self), isStrict: isStrict)?.life
      }
    case .comments, .unusable, .exploration, .change: break
    }
    return recorded.with(life: life, foundScenarios: found)
  }
}

extension TestCase {
  /// The case as its script has it, whatever reason to skip it was found since.
  fileprivate func planned(in script: TestScript) -> TestCase {
    script.cases.first { $0.content == content } ?? self
  }
}
