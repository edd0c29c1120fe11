// The run of one script's cases, one after the other, on the caller's thread. The statements run
// once; each case continues from a copy of the session after them, on a fresh device.

import Rehearsal
import RehearsalSyntax

/// Runs cases of one script.
struct ScriptRun {
  private let script: TestScript
  private let runner: TestRunner
  /// By what another thread stops the current case.
  private let lane: CaseSupervisor.Lane
  private let emit: (TestEvent) -> Void
  private var hasFailed = false
  /// What was played on one of several systems, as it came out.
  private var playings: [SystemComparison.Playing] = []
  private var repetition = 1
  /// What the cases evaluate, of a script all of whose cases are run.
  private var evidence: FileEvidence?

  init(
    _ script: TestScript, _ runner: TestRunner, _ lane: CaseSupervisor.Lane,
    emit: @escaping (TestEvent) -> Void
  ) {
    self.script = script
    self.runner = runner
    self.lane = lane
    self.emit = emit
  }

  /// Runs some of the script's cases, as often as they are to be repeated; false where the run as
  /// a whole is to stop after it.
  mutating func run(_ cases: [TestCase]) -> Bool {
    emit(script.beginning)
    // Of a choice nobody can say what the rest would have evaluated; of a machine's part, whoever has
    // those of the other machines.
    let isPart = runner.selection.part != nil
    let isEverything =
      runner.play == nil && runner.selection.isEverythingOrPart && script.isOnOwnSystems
      && (isPart || cases.count == script.cases.count)
    evidence = isEverything ? script.script.map { FileEvidence($0) } : nil
    for repetition in 1...max(1, runner.repetitions) where !isOver {
      self.repetition = repetition
      if let loaded = script.script, script.runsByItself {
        runCases(cases, loaded)
      } else {
        for testCase in cases where !isOver { end(wholeScript(testCase)) }
      }
    }
    for difference in SystemComparison.differences(among: playings) where !lane.isInterrupted {
      emit(.differed(difference))
    }
    let findings = findings
    if !isPart { judge(findings) }
    emit(
      .scriptEnded(
        path: script.path, idle: isPart ? nil : measure(), suspected: isPart ? findings : nil))
    return !isOver
  }

  /// What the scenarios of a file that is green say about its apps, where that is asked for.
  private func measure() -> IdleMeasure? {
    guard runner.measuresIdleApps, !isOver, evidence?.isGreen == true, let loaded = script.script
    else { return nil }
    return IdleMeasure(loaded, imports: script.imports, cancellation: lane.cancellation)
  }

  /// What the file leaves untested, as far as the cases that were played can say; nil where they are red.
  private var findings: [Diagnostic]? {
    guard !isOver, !lane.isInterrupted, let evidence, evidence.isGreen else { return nil }
    return evidence.findings(imports: script.imports, cancellation: lane.cancellation)
  }

  /// Tells what a file that is green leaves untested; in a strict run it is a case that fails.
  private mutating func judge(_ findings: [Diagnostic]?) {
    guard let findings, !findings.isEmpty else { return }
    guard runner.isStrict else { return emit(.warned(path: script.path, warnings: findings)) }
    let result = CaseResult(untested: findings, in: script.path)
    begin(result.testCase)
    end(result)
  }

  private var isOver: Bool { hasFailed && runner.failsFast || lane.isInterrupted }

  private mutating func end(_ result: CaseResult) {
    guard !lane.isInterrupted else { return }
    hasFailed = hasFailed || result.status.isFailure
    emit(.caseEnded(result))
  }

  private func begin(_ testCase: TestCase) {
    emit(.caseBegan(testCase, repetition: repetition))
  }

  private func result(
    _ testCase: TestCase, _ status: CaseResult.Status, _ problems: [CaseProblem] = []
  ) -> CaseResult {
    CaseResult(testCase, repetition: repetition, status, problems)
  }

  // MARK: - Scripts without a session

  /// A script that does not run, or that its comments run.
  private func wholeScript(_ testCase: TestCase) -> CaseResult {
    begin(testCase)
    if let problem = script.readProblem { return result(testCase, .error, [problem]) }
    guard let loaded = script.script else { return result(testCase, .error) }
    guard let expectations = script.expectations else {
      return result(testCase, .error, loaded.diagnostics.map { .diagnostic($0) })
    }
    lane.begin(runner.timeout)
    let (differences, warnings) = expectations.comparison(
      with: loaded, cancellation: lane.cancellation)
    if let timeout = lane.end() { return result(testCase, .failed, [timeout]) }
    return CaseResult(
      testCase, repetition: repetition, differences.isEmpty ? .passed : .failed,
      differences.map { .difference($0) }, warnings: warnings)
  }

  // MARK: - Scripts that run

  private mutating func runCases(_ cases: [TestCase], _ loaded: Script) {
    let wholes = cases.filter(\.isWholeScript)
    for testCase in wholes where !isOver { runWhole(testCase, loaded) }
    let scenarios = cases.filter { !$0.isWholeScript }
    if !scenarios.isEmpty { runScenarios(scenarios, loaded) }
  }

  private func session(of loaded: Script) -> Session? {
    let strictness = StrictnessOptions(isTest: true, isStrict: runner.isStrict)
    return Session(loaded, strictness: strictness, cancellation: lane.cancellation)
  }

  /// Runs a script without scenarios on one of its devices.
  private mutating func runWhole(_ testCase: TestCase, _ loaded: Script) {
    guard case .script(let number) = testCase.content else { return }
    let playings = loaded.wholePlayings
    guard playings.indices.contains(number) else { return }
    let profile = playings[number].profile
    guard var session = session(of: loaded.played(on: profile)) else { return }
    begin(testCase)
    let outcome = measured(testCase, loaded) { watch, note in
      if watch != nil { session.keepActs() }
      session.runStatements(watching: watch, observing: note)
      return session.report.statementFailures
    }
    evidence?.take(session.evidence, hasPassed: outcome.status == .passed)
    end(outcome)
    guard playings.count > 1 else { return }
    keep(outcome, testCase.content.title, profile) { [self] profile in
      guard var session = self.session(of: loaded.played(on: profile)) else {
        return SystemComparison.Run(hasPassed: false)
      }
      return replayed { note in
        session.runStatements(observing: note)
        return session.report.statementFailures
      }
    }
  }

  private mutating func runScenarios(_ cases: [TestCase], _ loaded: Script) {
    guard var session = session(of: loaded) else { return }
    let canGoOn =
      cases.allSatisfy { $0.skipReason != nil } || runStatements(&session, loaded)
    for testCase in cases where !isOver {
      begin(testCase)
      guard testCase.skipReason == nil else {
        end(result(testCase, .skipped))
        continue
      }
      guard canGoOn, case .scenario(let number) = testCase.content else {
        evidence = nil
        end(result(testCase, .notRun))
        continue
      }
      if let play = runner.play {
        end(played(testCase, loaded, number, of: session, play))
        continue
      }
      var ended: ScenarioResult?
      let outcome = measured(testCase, loaded) { watch, note in
        Self.run(number, from: session, watching: watch) { event in
          if case .scenarioEnded(let result) = event { ended = result }
          note(event)
        }
      }
      if outcome.status != .passed || ended == nil { evidence = nil }
      if let ended { evidence?.note(ended) }
      end(outcome)
      let scenario = loaded.cases[number]
      guard scenario.commonTitle != scenario.title else { continue }
      keep(outcome, scenario.commonTitle, scenario.profile) { [self, session] profile in
        replayed { Self.run(number, from: session, on: profile, observing: $0) }
      }
    }
  }

  /// Runs a case from the session after the statements; its result is what failed.
  private static func run(
    _ number: Int, from session: Session, on profile: Profile? = nil,
    watching watch: ((inout Session) -> Void)? = nil, observing observe: (RunEvent) -> Void
  ) -> [Failure] {
    var copy = session
    if watch != nil { copy.keepActs() }
    copy.runAfterStatements(case: number, on: profile, watching: watch, observing: observe)
    return copy.report.scenarios.last?.failures ?? []
  }

  /// Plays a case other than as is.
  private func played(
    _ testCase: TestCase, _ loaded: Script, _ number: Int, of session: Session,
    _ play: TestRunner.CasePlay
  ) -> CaseResult {
    var run = CaseRun(loaded, keepsLife: runner.keepsLives)
    if runner.keepsLives {
      _ = Self.run(
        number, from: session, watching: { run.note(&$0) },
        observing: { if case .failure = $0 { run.note($0) } })
    }
    let start = runner.stopwatch()
    lane.begin(runner.timeout)
    let outcome = play(number, session, script.imports)
    run.elapsed = runner.stopwatch() - start
    // What was found before the time was over stays.
    var problems = outcome.problems
    if let timeout = lane.end() {
      problems.removeAll { $0.identifier == .interrupted }
      problems.append(timeout)
    }
    let found =
      runner.keepsLives
      ? foundScenarios(of: problems, loaded, within: timeLeft(after: run.elapsed)) : [:]
    var testCase = testCase
    if let reason = outcome.skipReason { testCase.skipReason = reason }
    let status: CaseResult.Status =
      testCase.skipReason != nil ? .skipped : problems.isEmpty ? .passed : .failed
    return CaseResult(
      testCase, repetition: repetition, status, problems, run: run, matrix: outcome.matrix,
      fields: outcome.fields, found: outcome.found, untried: outcome.untried,
      foundScenarios: found)
  }

  /// What is left of a case's time; nil where it may take any.
  private func timeLeft(after elapsed: Duration) -> Duration? {
    runner.timeout.map { max(.zero, $0 - elapsed) }
  }

  /// How the scenarios of what was found come out, by the numbers of the problems; those for which no time is
  /// left are left out.
  private func foundScenarios(
    of problems: [CaseProblem], _ loaded: Script, within time: Duration?
  ) -> [Int: CaseResult] {
    var results: [Int: CaseResult] = [:]
    let start = runner.stopwatch()
    for (number, problem) in problems.enumerated() where !lane.isInterrupted {
      guard let scenario = problem.scenario else { continue }
      let left = time.map { $0 - (runner.stopwatch() - start) }
      if let left, left <= .zero { break }
      results[number] = FoundScenario.result(
        of: scenario, after: loaded, imports: script.imports, in: script.path, stoppedBy: lane,
        within: left)
    }
    return results
  }

  /// Runs the statements before the scenarios, which are a case of their own only where they fail;
  /// false where no scenario can follow.
  private mutating func runStatements(_ session: inout Session, _ loaded: Script) -> Bool {
    let testCase = TestCase(file: script.path, line: 1, content: .statements)
    let outcome = measured(testCase, loaded, isReported: false) { watch, note in
      if watch != nil { session.keepActs() }
      session.runStatements(watching: watch, observing: note)
      return session.report.statementFailures
    }
    if outcome.status.isFailure {
      begin(testCase)
      end(outcome)
    }
    return !session.report.statementsEndedInError && !outcome.problems.contains(where: \.isTimeout)
  }

  // MARK: - Several systems

  /// Keeps how a case came out on one of several systems.
  private mutating func keep(
    _ result: CaseResult, _ title: String, _ profile: Profile,
    run: @escaping (Profile) -> SystemComparison.Run
  ) {
    guard repetition == 1, !lane.isInterrupted else { return }
    playings.append(
      SystemComparison.Playing(
        testCase: result.testCase, title: title, profile: profile,
        hasPassed: result.status == .passed, run: run))
  }

  /// Runs a case once more, which is not reported.
  private func replayed(
    _ body: ((RunEvent) -> Void) -> [Failure]
  ) -> SystemComparison.Run {
    var run = SystemComparison.Run(hasPassed: false)
    lane.begin(runner.timeout)
    let failures = body { if case .record(let record) = $0 { run.records.append(record) } }
    run.hasPassed = lane.end() == nil && failures.isEmpty
    return run
  }

  // MARK: - Single cases

  /// Runs a case, with a watch on its time.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - loaded: Its script.
  ///   - isReported: Whether what happens is reported while it happens.
  ///   - body: Runs it, shows the session to the first closure where there is one, and tells the
  ///     second what happens; its result is what failed.
  /// - Returns: How the case came out.
  private func measured(
    _ testCase: TestCase, _ loaded: Script, isReported: Bool = true,
    _ body: (((inout Session) -> Void)?, (RunEvent) -> Void) -> [Failure]
  ) -> CaseResult {
    var run = CaseRun(loaded, keepsLife: runner.keepsLives)
    let watch: ((inout Session) -> Void)? = runner.keepsLives ? { run.note(&$0) } : nil
    let start = runner.stopwatch()
    lane.begin(runner.timeout)
    let failures = body(watch) { event in
      run.note(event)
      switch event {
      case .output, .warning, .failure: if isReported { emit(.happened(event, in: testCase)) }
      case .record, .scenarioBegan, .scenarioEnded: break
      }
    }
    run.elapsed = runner.stopwatch() - start
    var problems = failures.map { CaseProblem.failure($0) }
    if let timeout = lane.end() {
      // What the machine says of being stopped is the runner's doing.
      problems.removeAll { $0.identifier == .interrupted }
      problems.append(timeout)
    }
    return CaseResult(
      testCase, repetition: repetition, problems.isEmpty ? .passed : .failed, problems,
      warnings: run.warnings, run: run)
  }
}
