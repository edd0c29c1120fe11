// Explorations as reports have them: each is a case, whose problems are what broke.

import Rehearsal
import RehearsalExploration
import RehearsalRunner
import RehearsalSyntax
import RehearsalValues

extension Exploration {
  /// The result of searching it, as a case.
  ///
  /// - Parameters:
  ///   - result: Its result.
  ///   - file: The path of the script.
  ///   - allowed: What may put it in question.
  ///   - playsScenarios: Whether the scenarios that were found are played for their lives.
  ///   - lane: By what they are stopped.
  ///   - elapsed: The time of this computer that the search took.
  /// - Returns: The case with its result.
  func caseResult(
    _ result: ExplorationResult, in file: String, allowing allowed: Set<Verdict.Qualification>,
    playsScenarios: Bool, stoppedBy lane: CaseSupervisor.Lane, after elapsed: Duration
  ) -> CaseResult {
    let isOpen = !result.isSuccess(allowing: allowed) && result.verdict != .violated
    let bound = isOpen ? result.verdictText : nil
    let broken = result.counterexamples.map { counterexample in
      CaseProblem.finding(
        "exploration", at: counterexample.sourcePlace, "\(counterexample.title) does not hold",
        scenario: counterexample.scenario
      ) { _ in counterexample.scenario }
    }
    let bounds = bound.map { [CaseProblem.finding("bound", at: place, $0)] } ?? []
    var scenarios: [Int: CaseResult] = [:]
    // A scenario that a whole search found is short; one that is not is left out of the page.
    for (number, counterexample) in result.counterexamples.enumerated() where playsScenarios {
      scenarios[number] = FoundScenario.result(
        of: counterexample.scenario, after: script, imports: imports, in: file, stoppedBy: lane,
        within: Self.longestLife)
    }
    return CaseResult(
      testCase(in: file, skipReason: bound),
      !broken.isEmpty ? .failed : bound == nil ? .passed : .skipped,
      broken + bounds,
      timeline: ExplorationReport().lines(of: result, allowing: allowed),
      fields: [.verdict: result.verdictText.json, .search: result.json],
      found: result.found, foundScenarios: scenarios, elapsed: elapsed)
  }

  /// How long a scenario that was found is played for its life.
  private static var longestLife: Duration { .seconds(5) }

  /// That a search of it ended in an error, as a case.
  func caseResult(failedBy error: any Error, in file: String) -> CaseResult {
    let text = "\(error)"
    let problem = CaseProblem.finding("error", at: place, String(text.prefix { !$0.isNewline })) {
      _ in text
    }
    return CaseResult(testCase(in: file), .error, [problem], fields: [.error: text.json])
  }

  /// The exploration as a case of a script.
  func testCase(in file: String, skipReason: String? = nil) -> TestCase {
    TestCase(
      file: file, line: place.line, content: .exploration, title: title, skipReason: skipReason)
  }
}

extension ExplorationResult {
  /// How likely it is at most that two of the states had one digest of 128 bits and were taken for one.
  private var odds: String {
    let bits = Int.bitWidth - max(1, states).leadingZeroBitCount
    return "below 1 in 2^\(129 - 2 * bits)"
  }

  /// The result of the search, for programs.
  fileprivate var json: JSONValue {
    [
      "states": states, "zones": zones, "transitions": transitions, "diameter": diameter,
      "odds": odds,
      "levels": levels.map { level -> JSONValue in
        [
          "disruptions": level.disruptions, "end": level.end, "states": level.states,
          "transitions": level.transitions,
        ]
      },
      "counterexamples": counterexamples.map { broken -> JSONValue in
        [
          "title": broken.title, "place": broken.place, "disruptions": broken.disruptions,
          "steps": broken.steps, "scenario": broken.scenario, "deeds": broken.actions,
          "changes": broken.changes, "essentials": broken.essentials,
          "passingNeighbour": broken.passingNeighbour, "isReplayed": broken.isReplayed,
        ]
      },
      "known": known, "neverReached": neverReached, "handlersNeverRun": handlersNeverRun,
      "restrictions": restrictions.map(\.description), "data": data,
      "qualifications": qualifications.map(\.rawValue),
      "growing": growing.map { growth -> JSONValue in
        ["name": growth.name, "action": growth.action, "place": growth.place]
      },
    ]
  }
}
