// What explorations tell, in order; reports are made of these and of nothing else.

import Rehearsal
import RehearsalExploration

/// Something that the run of explorations tells.
package enum ExplorationEvent: Sendable {
  /// A search has come to its end.
  case explored(ExplorationResult, Exploration, file: String)
  /// A search ended in an error.
  case failed(any Error, Exploration, file: String)
  /// All have come to their end.
  case ended(exitCode: Int32)
}

extension ExplorationEvent {
  /// What a run of tests would tell, for reports that show lives: each scenario that an
  /// exploration found is a case, which is played for its life; without one the exploration is.
  var testEvents: [TestEvent] {
    switch self {
    case .explored(let result, let exploration, let file):
      let found = result.counterexamples.compactMap {
        FoundScenario.result(
          of: $0.scenario, behind: exploration.script, imports: exploration.imports, in: file)
      }
      let bound = result.verdict.boundText
      let status: CaseResult.Status =
        result.counterexamples.isEmpty ? (bound == nil ? .passed : .skipped) : .failed
      let problems = result.counterexamples.map {
        CaseProblem.difference("\($0.title) does not hold\n\n\($0.scenario)")
      }
      let whole = CaseResult(exploration.testCase(in: file, skipReason: bound), status, problems)
      return (found.isEmpty ? [whole] : found).map { .caseEnded($0) }
    case .failed(let error, let exploration, let file):
      let problem = CaseProblem.difference("\(error)")
      return [.caseEnded(CaseResult(exploration.testCase(in: file), .error, [problem]))]
    case .ended: return [.runEnded(TestSummary())]
    }
  }

  /// What is wrong, as its first line.
  static func summary(of error: any Error) -> String {
    String("\(error)".prefix { !$0.isNewline })
  }
}

extension Exploration {
  /// The exploration as a case.
  fileprivate func testCase(in file: String, skipReason: String? = nil) -> TestCase {
    TestCase(
      file: file, line: place.line, content: .statements, title: "explore \(title)",
      skipReason: skipReason)
  }
}

extension Verdict {
  /// Why the verdict proves nothing; nil where it does.
  var boundText: String? { isBoundHit ? description : nil }
}
