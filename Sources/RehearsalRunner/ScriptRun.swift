// The run of one script's cases, one after the other, on the caller's thread. The statements run
// once; each case goes on from a copy of the session behind them, on a fresh device.

import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalMachine
import RehearsalSyntax

/// Runs cases of one script.
struct ScriptRun {
  private let script: TestScript
  private let runner: TestRunner
  /// By what another thread stops the case under way.
  private let lane: CaseSupervisor.Lane
  private let emit: (TestEvent) -> Void
  private var hasFailed = false
  private var repetition = 1

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
  /// a whole is to stop behind it.
  mutating func run(_ cases: [TestCase]) -> Bool {
    emit(.scriptBegan(path: script.path, warnings: script.warnings))
    for repetition in 1...max(1, runner.repetitions) where !isOver {
      self.repetition = repetition
      if let loaded = script.script, script.runsByItself {
        runScenarios(cases, loaded)
      } else {
        for testCase in cases where !isOver { end(wholeScript(testCase)) }
      }
    }
    emit(.scriptEnded(path: script.path))
    return !isOver
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
    if let error = script.readError { return result(testCase, .error, [.unreadable(error)]) }
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

  private mutating func runScenarios(_ cases: [TestCase], _ loaded: Script) {
    let isNeeded = cases.contains { $0.skipReason == nil }
    let scrutiny = RunScrutiny(isTest: true, isStrict: runner.isStrict)
    guard var session = Session(loaded, scrutiny: scrutiny, cancellation: lane.cancellation) else {
      return
    }
    var canGoOn = true
    if isNeeded { canGoOn = runStatements(&session, loaded, of: cases) }
    for testCase in cases where testCase.content != .script && !isOver {
      begin(testCase)
      guard testCase.skipReason == nil else {
        end(result(testCase, .skipped))
        continue
      }
      guard canGoOn, case .scenario(let number) = testCase.content else {
        end(result(testCase, .notRun))
        continue
      }
      if let storm = runner.storm {
        end(stormed(testCase, loaded, storm, number, of: session))
        continue
      }
      var copy = session
      end(
        measured(testCase, loaded) { note in
          copy.runAfterStatements(case: number, observing: note)
          return copy.report.scenarios.last?.failures ?? []
        })
    }
  }

  /// Disturbs a case at each of its steps.
  private func stormed(
    _ testCase: TestCase, _ loaded: Script, _ options: StormOptions, _ number: Int,
    of session: Session
  ) -> CaseResult {
    var storm = Storm(loaded, imports: ScriptFile.imports(of: script.path))
    storm.options = options
    let run = CaseRun(loaded)
    lane.begin(runner.timeout)
    let outcome = storm.run(case: number, of: session)
    let timeout = lane.end()
    var (testCase, problems) = (testCase, [CaseProblem]())
    switch outcome.outcome {
    case .stormed: problems = outcome.findings.map { .storm($0, outcome) }
    case .fails(let failures): problems = failures.map { .failure($0) }
    case .leftOut(let reason): testCase.skipReason = reason
    case .interrupted: break
    }
    if let timeout { problems = [timeout] }
    let status: CaseResult.Status =
      testCase.skipReason != nil ? .skipped : problems.isEmpty ? .passed : .failed
    return CaseResult(
      testCase, repetition: repetition, status, problems, run: run, storm: outcome)
  }

  /// Runs the statements, which are a case where there is nothing else, or where they fail; false
  /// where no scenario can follow.
  private mutating func runStatements(
    _ session: inout Session, _ loaded: Script, of cases: [TestCase]
  ) -> Bool {
    let script = cases.first { $0.content == .script }
    if let script { begin(script) }
    let testCase = script ?? TestCase(file: self.script.path, line: 1, content: .statements)
    let outcome = measured(testCase, loaded, isReported: script != nil) { note in
      session.runStatements(observing: note)
      return session.report.statementFailures
    }
    if script != nil {
      end(outcome)
    } else if outcome.status.isFailure {
      begin(testCase)
      end(outcome)
    }
    return !session.report.statementsEndedInError && !outcome.problems.contains(where: \.isTimeout)
  }

  /// Runs a case, with a watch on its time.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - loaded: Its script.
  ///   - isReported: Whether what happens is told while it happens.
  ///   - body: Runs it and tells what happens; its result is what failed.
  /// - Returns: How the case came out.
  private func measured(
    _ testCase: TestCase, _ loaded: Script, isReported: Bool = true,
    _ body: ((RunEvent) -> Void) -> [Failure]
  ) -> CaseResult {
    var run = CaseRun(loaded)
    let start = runner.stopwatch()
    lane.begin(runner.timeout)
    let failures = body { event in
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
