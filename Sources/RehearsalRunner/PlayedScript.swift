// A script that is played whole, as `rehearse run` does it, from its statements to its last scenario,
// and told as a run of tests tells it: so every report shows it, too.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// Plays a script whole.
package struct PlayedScript {
  private let script: Script
  private let path: String
  private let keepsLives: Bool
  private let keepsPlaces: Bool
  /// How many acts belong to what was played before the current case.
  private var earlierActs = 0
  private var session: Session
  private let cases: [TestCase]
  /// The case that the statements are.
  private let statements: TestCase
  /// What is kept of the current case; nil where nobody asks for lives.
  private var run: CaseRun?
  /// How many cases have begun or were left out.
  private var caseCount = 0
  private var isInScenario = false
  private var statementsHaveEnded = false

  /// Prepares to play; nil for a script with errors.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - path: Its path, as it was found.
  ///   - isStrict: Whether warnings of the run are failures.
  ///   - collectsAlways: Whether memory is collected at every allocation.
  ///   - keepsLives: Whether the lives of cases are kept, and the ends of cases told with them.
  ///   - keepsPlaces: Whether the places of the statements that led to what happens are reported.
  package init?(
    _ script: Script, path: String, isStrict: Bool = false, collectsAlways: Bool = false,
    keepsLives: Bool = false, keepsPlaces: Bool = false
  ) {
    guard
      let session = Session(
        script, strictness: StrictnessOptions(isStrict: isStrict), collectsAlways: collectsAlways)
    else { return nil }
    self.script = script
    self.path = path
    self.session = session
    self.keepsLives = keepsLives
    self.keepsPlaces = keepsPlaces
    cases = TestScript(path, script).cases
    statements = TestCase(file: path, line: 1, content: cases.isEmpty ? .script(0) : .statements)
  }

  /// Plays the script on the caller's thread.
  ///
  /// - Parameter observe: Is given every event, as it happens.
  /// - Returns: How the script came out.
  package mutating func play(observing observe: (TestEvent) -> Void) -> RunReport {
    observe(
      .scriptBegan(path: path, appNames: script.appNames, warnings: script.diagnostics))
    if keepsLives || keepsPlaces { session.keepActs() }
    if keepsLives { run = CaseRun(script, keepsLife: true) }
    while session.step() {
      let events = session.takeEvents()
      if case .scenarioBegan? = events.first { beginScenario(observe) }
      run?.note(&session)
      for event in events { tell(event, observe) }
    }
    endStatements(observe)
    observe(.scriptEnded(path: path, idle: nil))
    return session.report
  }

  /// Where the statement under way is, by the last act, after which each step ends.
  private var place: SourcePlace? {
    guard let acts = session.acts, acts.count > earlierActs else { return nil }
    return acts.last?.calls.first?.place
  }

  private mutating func beginScenario(_ observe: (TestEvent) -> Void) {
    endStatements(observe)
    isInScenario = true
    earlierActs = session.acts?.count ?? 0
    // Each scenario has a device of its own.
    if keepsLives {
      run = CaseRun(script, keepsLife: true, actCount: session.acts?.count ?? 0)
    }
  }

  private mutating func tell(_ event: RunEvent, _ observe: (TestEvent) -> Void) {
    run?.note(event)
    if case .scenarioEnded(let result) = event {
      endStatements(observe)
      end(result, observe)
    }
    let isInCase = isInScenario && cases.indices.contains(caseCount)
    let testCase = isInCase ? cases[caseCount] : statements
    observe(.happened(event, in: testCase, at: keepsPlaces ? place : nil))
    guard case .scenarioEnded = event else { return }
    isInScenario = false
    caseCount += 1
  }

  /// Reports the result of the statements, which are a case where they are all there is, or fail.
  private mutating func endStatements(_ observe: (TestEvent) -> Void) {
    guard !statementsHaveEnded else { return }
    statementsHaveEnded = true
    guard let run else { return }
    observe(
      .caseEnded(
        CaseResult(
          cases.first { $0.isWholeScript } ?? statements, repetition: 1,
          run.failures.isEmpty ? .passed : .failed, run.failures.map { .failure($0) },
          warnings: run.warnings, run: run)))
  }

  private func end(_ result: ScenarioResult, _ observe: (TestEvent) -> Void) {
    guard keepsLives, cases.indices.contains(caseCount) else { return }
    observe(
      .caseEnded(
        CaseResult(
          cases[caseCount], repetition: 1,
          CaseResult.Status(rawValue: result.status.rawValue) ?? .notRun,
          result.failures.map { .failure($0) }, warnings: result.warnings,
          run: isInScenario ? run : nil)))
  }
}
