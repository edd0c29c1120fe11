// The runner as a value: scripts in, events out. Nothing here reads files, writes, reads a clock or
// knows a terminal; the host loads the scripts, gives it a stopwatch and makes reports of its
// events.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle

/// How cases are run.
package struct TestRunner: Sendable {
  /// How many scripts run at a time.
  package var jobs = 1
  /// Whether the run stops after the first case that fails.
  package var failsFast = false
  /// Whether warnings of a run are failures.
  package var isStrict = false
  /// Whether it is measured how many scenarios also pass where the apps do nothing.
  package var measuresIdleApps = false
  /// How often the cases of a script are run.
  package var repetitions = 1
  /// The user's time that a case may take; nil for any.
  package var timeout: Duration?
  /// Whether the lives of cases are kept, for reports that show pictures.
  package var keepsLives = false
  /// How scenarios are played that are not run as is, but disturbed at every step; nil to run them.
  package var play: CasePlay?
  /// Which cases are run.
  package var selection = TestSelection()
  /// About how many bytes of what later scripts say may wait for earlier ones to end while another
  /// script begins.
  package var mostWaitingBytes = 64 << 20
  /// The file that said some of the options, as reports name it; nil for none.
  package var configuration: String?
  /// What looks like scripts in the folders of the run and is none of it.
  package var leftOut: [ScriptFile.LeftOut] = []
  /// How a script is read.
  package var load: @Sendable (String) -> TestScript
  /// The user's time since some moment.
  package var stopwatch: @Sendable () -> Duration = { .zero }

  /// A way to play the case of a number, from the session after the script's statements.
  package typealias CasePlay =
    @Sendable (_ number: Int, _ session: Session, _ imports: ImportSource?) -> CaseOutcome

  /// Makes a runner of all cases, one after the other.
  ///
  /// - Parameter load: How a script is read, by its path.
  package init(load: @escaping @Sendable (String) -> TestScript) { self.load = load }

  /// Runs the cases of script files.
  ///
  /// The events come one at a time, in the order of the scripts and of the cases in them: with
  /// several jobs those of later scripts wait until earlier ones have ended.
  ///
  /// - Parameters:
  ///   - files: The paths of the scripts.
  ///   - supervisor: Who stops cases from outside.
  ///   - observe: Is given every event.
  /// - Returns: The result of the run.
  @discardableResult
  package func run(
    _ files: [String], supervisor: CaseSupervisor = CaseSupervisor(),
    observing observe: @escaping @Sendable (TestEvent) -> Void
  ) async -> TestSummary {
    let files = selection.ordered(files)
    let beginning = RunBeginning(
      scriptCount: files.count, shuffleSeed: selection.shuffleSeed, configuration: configuration,
      leftOut: leftOut, isStrict: isStrict)
    observe(.runBegan(beginning))
    let events = OrderedEvents(most: mostWaitingBytes, observe)
    _ = await forEach(files) { number, file in
      await events.turn(of: number)
      guard events.takes(number), !supervisor.isInterrupted else { return events.open() }
      let goesOn = await run(number, file, supervisor) { events.emit($0, of: number) }
      events.end(number, isLast: failsFast && !goesOn && !supervisor.isInterrupted)
    }
    events.flush()
    if failsFast, events.summary.failedCount > 0, !supervisor.isInterrupted {
      let ended = events.endedCases
      let leftOut = await cases(ordered: files).filter { !ended.contains($0.name) }
      if !leftOut.isEmpty { events.close(with: .leftOut(leftOut)) }
    }
    var summary = events.summary
    summary.begin(beginning)
    summary.isInterrupted = supervisor.isInterrupted
    observe(.runEnded(summary.ending))
    return summary
  }

  /// Runs the chosen cases of one file; false where the run is to stop after it.
  private func run(
    _ number: Int, _ file: String, _ supervisor: CaseSupervisor,
    emit: @escaping @Sendable (TestEvent) -> Void
  ) async -> Bool {
    let script = load(file)
    let cases = chosen(of: script, number)
    let lane = supervisor.lane()
    defer { supervisor.remove(lane) }
    return await (script.script?.host ?? ScriptHost()).play {
      run(cases, of: script, in: lane, observing: emit)
    }
  }

  /// Runs cases of a script on the thread of the caller.
  ///
  /// - Parameters:
  ///   - cases: Some of those that are chosen, in their order.
  ///   - script: The script.
  ///   - lane: By what they are stopped from outside.
  ///   - observe: Is given every event of the script.
  /// - Returns: False where the run is to stop after them.
  @discardableResult
  package func run(
    _ cases: [TestCase], of script: TestScript, in lane: CaseSupervisor.Lane,
    observing observe: @escaping (TestEvent) -> Void
  ) -> Bool {
    guard !cases.isEmpty else {
      if script.onlyWarns {
        observe(script.beginning)
        observe(.scriptEnded(path: script.path, idle: nil))
      }
      return true
    }
    var run = ScriptRun(script, self, lane, emit: observe)
    return PlayUnderWay.$current.withValue(PlayUnderWay(script.path)) { run.run(cases) }
  }

  /// The chosen cases of script files, in the order in which they would run.
  package func cases(in files: [String]) async -> [TestCase] {
    await cases(ordered: selection.ordered(files))
  }

  private func cases(ordered files: [String]) async -> [TestCase] {
    await forEach(files) { number, file in
      chosen(of: load(file), number)
    }.flatMap(\.self)
  }

  /// The chosen cases of a script; only scenarios can be played other than as is.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - number: Its number among the scripts, on which a drawn order depends.
  /// - Returns: Those that are to be run, in their order.
  package func chosen(of script: TestScript, _ number: Int) -> [TestCase] {
    let cases = selection.chosen(script.cases, ofFile: number)
    return play == nil ? cases : cases.filter { !$0.isWholeScript }
  }

  /// Does something for each file, for as many at a time as there are jobs.
  ///
  /// - Returns: The outcome of each, in the order of the files.
  private func forEach<Result: Sendable>(
    _ files: [String], _ body: @escaping @Sendable (Int, String) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: files.count)
      var waiting = files.enumerated().makeIterator()
      func addNext() {
        guard let (number, file) = waiting.next() else { return }
        group.addTask { (number, await body(number, file)) }
      }
      for _ in 0..<max(1, jobs) { addNext() }
      while let (number, result) = await group.next() {
        results[number] = result
        addNext()
      }
      return results.compactMap(\.self)
    }
  }
}
