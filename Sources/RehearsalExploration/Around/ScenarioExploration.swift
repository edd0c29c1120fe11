// The exploration around a scenario from its beginning to its result.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// An exploration around a case of a script.
struct ScenarioExploration {
  private let title: String
  private let number: Int
  private let script: Script
  private let imports: ImportSource?

  init(_ title: String, _ number: Int, of script: Script, _ imports: ImportSource?) {
    (self.title, self.number, self.script, self.imports) = (title, number, script, imports)
  }

  private var scenario: ScenarioCase { script.cases[number] }

  /// Searches, and returns the result.
  ///
  /// - Throws: An error for a case that fails as it is.
  func result(
    of options: SearchOptions, _ cancellation: CancellationFlag?,
    _ observe: @escaping (Exploration.Progress) -> Verdict.Bound?
  ) throws(RuntimeError) -> ExplorationResult {
    guard var session = Session(script, cancellation: cancellation) else {
      throw RuntimeError(.notCallable, "the script has errors")
    }
    session.runStatements { _ in }
    let run = UndisturbedRun(number, of: session, ProgramFacts(session.program))
    guard run.end.failures.isEmpty || session.isCancelled else {
      throw RuntimeError(
        .invalidArgument,
        "the scenario fails without any disruption, so nothing can be explored around it; "
          + "`rehearse test` shows why",
        stack: [RuntimeError.Call(function: "scenario", place: scenario.place)])
    }
    let disturbances = Disturbance.all.filter { !scenario.excludedDisturbances.contains($0.name) }
    var judging = StormOptions()
    judging.ignored = scenario.ignoredSubjects
    var search = ScenarioSearch(
      around: run, disturbances, options, judging, knowing: { options.baseline.knows(finding($0)) },
      observing: observe)
    search.run()
    return result(of: search)
  }

  /// What was found by what a baseline tells it by.
  private func finding(_ what: String) -> Baseline.Finding {
    Baseline.Finding("explore", in: script.source.name, of: title, what)
  }

  private func result(of search: ScenarioSearch) -> ExplorationResult {
    var restrictions = [Verdict.Restriction.scenario]
    if !search.replayedApps.isEmpty {
      restrictions.append(.exposedStates(of: search.replayedApps.sorted()))
    }
    let counterexamples = search.findings.faults.map(counterexample)
    var result = ExplorationResult(
      title: title, verdict: verdict(of: search),
      levels: search.levels.map { $0.counting(counterexamples) },
      states: search.stateCount, zones: search.stateCount, transitions: search.transitionCount,
      diameter: search.depth,
      counterexamples: counterexamples,
      neverReached: [], handlersNeverRun: [], restrictions: restrictions, data: [], growing: [],
      waiting: search.waitingCount, commonest: nil, clock: nil)
    result.known = search.knownFindings.sorted()
    result.found = (search.findings.faults.map(\.finding.what) + result.known).map(finding)
    return result
  }

  private func verdict(of search: ScenarioSearch) -> Verdict {
    if !search.findings.isEmpty { return .violated }
    if let bound = search.bound { return .boundHit(bound) }
    guard search.transitionCount > 0 else { return .vacuous(.nothingPossible) }
    return .closedUpTo(disruptions: search.mostDisruptions)
  }

  // MARK: - What broke

  private func counterexample(_ found: FoundFault) -> Counterexample {
    let shortest = ShortestScenario(script, imports, scenario, found, by: "exploration")
    let place = place(of: found.finding)
    var lines = (shortest.text ?? shortest.whole).split(separator: "\n").map(String.init)
    let actions = lines.dropFirst().dropLast().map { String($0.drop { $0 == " " }) }
    if let remark = Self.remark(on: found.finding), lines.count > 1 {
      lines[lines.count - 2] += "  // " + remark.replacing("\n", with: " ")
    }
    return Counterexample(
      title: Self.title(of: found.finding), place: "\(place)", sourcePlace: place,
      disruptions: found.disturbed.parts.count, steps: actions.count,
      scenario: lines.map { $0 + "\n" }.joined(), scenarioTitle: shortest.title,
      actions: actions, inputs: actions,
      changes: found.finding.differences.map { "\($0.subject) \($0.was) → \($0.is)" },
      essentials: found.disturbed.parts.map(\.name), passingNeighbour: nil,
      // What no script can say is compared by the search alone.
      isReplayed: shortest.text != nil || found.finding.failure == nil, isCut: false)
  }

  /// What is said of it at the end of the scenario.
  private static func remark(on finding: StormFinding) -> String? {
    switch finding.failure?.reason {
    case .appEnded(_, _, let error)?, .appRuntimeError(_, let error, _)?: return error.message
    case .expectation(let failed)? where !failed.parts.isEmpty:
      return failed.parts.map { "\($0.text) is \($0.value)" }.joined(separator: ", ")
    default: return finding.differences.first.map { "\($0.subject) was \($0.was), is \($0.is)" }
    }
  }

  private func place(of finding: StormFinding) -> SourcePlace {
    if case .expectation(let failed)? = finding.failure?.reason { return failed.site.place }
    return scenario.place
  }

  /// What does not hold.
  private static func title(of finding: StormFinding) -> String {
    switch finding.failure?.reason {
    case .expectation(let failed)?:
      let place = failed.site.conditionPlace
      return "`\(place.source.text(in: place.range))`"
    case .appEnded(let app, let reason, _)?:
      return "“\((reason.fault ?? .crash).title)” of \(app)"
    case .appRuntimeError(let app, _, _)?: return "“\(AppFault.crash.title)” of \(app)"
    default:
      guard let difference = finding.differences.first else { return "the scenario" }
      return "“\(difference.subject) is \(difference.was), as it would be”"
    }
  }
}

extension ExplorationLevel {
  /// The same with the lines of the shortest scenario that its reader sees.
  fileprivate func counting(_ counterexamples: [Counterexample]) -> ExplorationLevel {
    let steps = counterexamples.filter { $0.disruptions == disruptions }.map { example in
      example.actions.count { !$0.hasPrefix("expect ") }
    }
    return ExplorationLevel(
      disruptions: disruptions, states: states, transitions: transitions,
      stepsOfViolation: stepsOfViolation == nil ? nil : steps.min() ?? stepsOfViolation,
      bound: bound)
  }
}
