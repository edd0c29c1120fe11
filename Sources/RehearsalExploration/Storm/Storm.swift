// A storm: a scenario again, with one disturbance injected at each of its steps and undone where it
// can be. It holds up when its expectations still hold and what can be seen of its apps is what it
// would have been. The case is run once; each disturbance continues from a copy of the session, and no
// further than the worlds of both are equal again, so the cost grows with the length of the case.
//
// What counts as a finding:
// - An expectation that fails, which holds in the undisturbed run – for a disturbance that takes
//   time, in a run in which that time passes. The script's looking back does not see the disturbance
//   itself: its messages are not in `calls`, a process that took another's place has its `pid`.
// - An app that crashes or is killed for what it did, and is not otherwise.
// - What the user sees and is another, something stored that is lost, a task that stays open, a timer
//   or an observer too many.
//
// Another value of a variable is a difference: it is listed, and is no finding.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// What a storm injects.
package struct StormOptions: Sendable {
  /// The disturbances, in the order of columns.
  package var disturbances = Disturbance.all
  /// Whether two are injected, too.
  package var injectsPairs = false
  /// Whether every difference is a finding.
  package var isStrict = false
  /// Whether the known deviations of devices are tried, each by itself.
  package var triesQuirks = false
  /// What is known already: it is no finding, and the search goes on behind it.
  package var baseline = Baseline()
  /// What is not compared, as a script names it: `Notes.launches`.
  package var ignored: Set<String> = []

  /// Puts in every disturbance, one at a time.
  package init() {}
}

/// Disturbs the cases of a script.
package struct Storm: Sendable {
  /// What is injected.
  package var options = StormOptions()
  /// The script.
  private let script: Script
  private let imports: ImportSource?

  /// Prepares storms of a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imported files come from; nil where it has none.
  package init(_ script: Script, imports: ImportSource? = nil) {
    self.script = script
    self.imports = imports
  }

  /// Disturbs a case at each of its steps.
  ///
  /// - Parameters:
  ///   - number: The case's number in `Script.cases`.
  ///   - session: A session whose statements were run.
  /// - Returns: The matrix and what was found.
  /// - Complexity: O(*n* · *d*) in the steps and the disturbances, where apps are soon what they
  ///   would be; quadratic in the steps where they never are.
  package func run(case number: Int, of session: Session) -> StormResult {
    let scenario = script.cases[number]
    if let reason = scenario.reasonToLeaveOut { return result(scenario, .leftOut(reason: reason)) }
    let facts = ProgramFacts(session.program)
    let run = UndisturbedRun(number, of: session, facts)
    guard !session.isCancelled else { return result(scenario, .interrupted) }
    guard run.end.failures.isEmpty else { return result(scenario, .fails(run.end.failures)) }
    let chosen = options.disturbances.filter {
      !scenario.excludedDisturbances.contains($0.name)
    }
    let columns = chosen.filter { $0.devices == nil }
    var options = options
    options.ignored.formUnion(scenario.ignoredSubjects)
    var matrix = StormMatrix(run, columns, options) {
      options.baseline.knows(script.finding($0, in: scenario))
    }
    guard matrix.fill() else { return result(scenario, .interrupted) }
    for disturbance in chosen + (options.triesQuirks ? [Disturbance.quirk] : []) {
      matrix.play(disturbance, scenario.profile) { play(number, session, on: $0) }
    }
    var result = StormResult(
      scenario: scenario, outcome: .stormed, steps: run.points.map(\.step), disturbances: columns,
      marks: matrix.marks,
      findings: matrix.findings.shown { ShortestScenario(script, imports, scenario, $0).text },
      pairCount: options.injectsPairs ? matrix.pairCount : nil,
      replayedApps: Set(run.points.flatMap(\.session.simulation.replayedApps)).sorted())
    result.differences = matrix.findings.differences
    let known = matrix.known.sorted()
    result.found =
      (result.findings.map(\.what) + known).map { script.finding($0, in: scenario) }
    result.deviceCount = matrix.deviceCount
    if options.disturbances.count == Disturbance.all.count {
      result.handlersNeverRun = matrix.handlersNeverRun
    }
    result.untriedQuirks =
      options.triesQuirks
      ? [] : (Disturbance.quirk.devices?(scenario.profile) ?? []).map(\.name)
    return result
  }

  /// Plays a case on another device to its end.
  private func play(_ number: Int, _ session: Session, on profile: Profile) -> Session {
    var session = session
    session.keepActs()
    session.runAfterStatements(case: number, on: profile) { _ in }
    return session
  }

  private func result(_ scenario: ScenarioCase, _ outcome: StormResult.Outcome) -> StormResult {
    StormResult(
      scenario: scenario, outcome: outcome, steps: [], disturbances: [], marks: [], findings: [],
      pairCount: nil, replayedApps: [])
  }
}

extension Script {
  /// A finding by what a baseline tells it by.
  fileprivate func finding(_ what: String, in scenario: ScenarioCase) -> Baseline.Finding {
    Baseline.Finding("storm", in: source.name, of: scenario.title, what)
  }
}

extension ScenarioCase {
  /// Why a storm passes it by; nil where it does not.
  fileprivate var reasonToLeaveOut: String? {
    if let skipReason { return "skipped: " + skipReason }
    if let failureReason { return "fails: " + failureReason }
    return excludedDisturbances.count == Disturbance.all.count ? "storm: .none" : nil
  }
}
