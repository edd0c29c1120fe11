// `rehearse test`: runs the cases of all scripts below some folders and reports how they came out.

import Rehearsal
import RehearsalCases
import RehearsalExploration
import RehearsalFiles
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalRunner
import RehearsalText
import Synchronization

/// Tests scripts.
struct TestCommand: WaitingCommand, SharedCommand {
  static let name = "test"
  static let abstract = "Run the scenarios of scripts and report failures."
  static let discussion = """
    Examples:
      rehearse test                              all scripts in the current folder and below
      rehearse test --filter 'login|logout'      cases with one of these in file name or title
      rehearse test --failed-first --fail-fast   earlier failures first, up to the first failure
      rehearse test --watch Scripts              again after each change of a file
      rehearse test --os 12,15,17 --model iPhone,iPad     each scenario on each system
      rehearse test --format junit=results.xml --format html=report.html

    A script without scenarios is one test, unless it contains only declarations. Swift packages \
    in subfolders are left out unless they are named: their scripts may use functions that only \
    their own command has. The output of a scenario is shown if it fails. A refused verb and a \
    scenario without expectations are warnings; --strict makes them failures. With --comments, \
    trailing comments of a script say what its run has to give: // prints: TEXT, // error: ID, \
    // warning: ID, // fault: ID, // fails, // exit: CODE; and set its limits: \
    // limit: NAME=VALUE. Such a script is one case.
    """

  private var choice = TestChoiceOptions()
  private var systems = TestSystemOptions()
  private var running = TestRunningOptions()
  private var reporting = TestReportingOptions()
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var sharing = ShardOptions()
  private var paths = ["."]
  private(set) var given: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection("Choosing", TestChoiceOptions.options(in: \.choice)),
      OptionSection("Systems", TestSystemOptions.options(in: \.systems).map(\.configurable)),
      OptionSection(
        "Running", TestRunningOptions.options(in: \.running), ShardOptions.options(in: \.sharing)),
      OptionSection("Reporting", TestReportingOptions.options(in: \.reporting)),
      OptionSection(
        "Options", ColorOptions.options(in: \.colors), LimitOptions.options(in: \.limits),
        ProjectOptions.options(in: \.project)),
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? { .scripts(\.paths) }

  mutating func note(given arguments: [String]) { given = arguments }

  func validate() throws(CommandEnd) {
    try choice.validate()
    try ReportDestination.check(reporting.reports.format, among: ReportFormat.all)
    if running.watches, running.debugs {
      throw .usage("--debug stops at the first failure, and --watch does not; give one of them.")
    }
    guard running.watches, paths.contains(ScriptFile.standardInput) else { return }
    throw .usage("--watch watches files; it cannot watch standard input.")
  }

  func run(
    host: ScriptHost, isolation: isolated (any Actor)?
  ) async throws(CommandEnd) {
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    let loading = scriptLoading(host: host)
    var runner = TestRunner(loading, from: project.roots(of: paths))
    try choice.apply(to: &runner)
    running.apply(to: &runner)
    runner.configuration = project.configuration
    runner.leftOut = reporter.leftOut
    runner.keepsLives = reporting.reports.showsLives
    runner.stopwatch = stopwatch()
    let shared = try await share(
      files, among: &runner, by: sharing, reporting.reports, unit: .systems,
      repetitions: running.repetitions, unless: refuseSharing)
    if choice.lists { return try await list(files, runner, &reporter) }
    let interruption = Interruption(looksAtTheClock: runner.timeout != nil)
    if running.watches { return try await watch(files, runner, interruption) }
    let failure = Mutex<TestCase?>(nil)
    let long = Mutex<[TestCase]>([])
    let summary = try await run(files, runner, interruption, shared) { event in
      guard case .caseEnded(let result) = event else { return }
      if result.status == .failed { failure.withLock { $0 = $0 ?? result.testCase } }
      if result.status == .passed, TimeSpan(result.duration) >= AbsenceAdvice.longAbsence {
        long.withLock { $0.append(result.testCase) }
      }
    }
    if shared == nil, !summary.isInterrupted { advise(on: long.withLock(\.self), runner) }
    if running.debugs, let failed = failure.withLock(\.self) { debug(failed, runner, loading) }
    // A shard may have none, or only such that are skipped; what all have together is seen on merging.
    if shared?.plan.cases.isEmpty ?? true, summary.caseCount == 0, !summary.isInterrupted {
      throw nothingToRun(files, runner)
    }
    if summary.isAllSkipped, shared?.shard.count ?? 1 == 1 { throw TestSummary.nothingPlayed }
    if running.isStrict, summary.playsNoChosenSystem { throw TestSummary.noChosenSystem }
    try summary.exitCode.leave()
  }

  /// How long a run that is over may take for its advice.
  private static let millisecondsOfAdvice = 3000

  /// Says of the first scenario whose app was away for long, and would not survive the loss of its
  /// memory, what tries that.
  private func advise(on cases: [TestCase], _ runner: TestRunner) {
    guard reporting.advises, reporting.reports.isForPeople else { return }
    let time = ExplanationTime(milliseconds: Self.millisecondsOfAdvice)
    time.begin()
    for testCase in cases where !time.isOver {
      let loaded = runner.load(testCase.file)
      guard case .scenario(let number) = testCase.content, let script = loaded.script,
        let advice = AbsenceAdvice(
          script, case: number, imports: loaded.imports, within: time)
      else { continue }
      return StandardStream.output.writeLine(
        PrintableText(line: advice.line(for: testCase.file)))
    }
  }

  private func scriptLoading(host: ScriptHost) -> TestScript.Loading {
    var loading = TestScript.Loading(
      host: host, limits: limits.limits, systems: systems.systems)
    loading.readsComments = running.readsComments
    loading.isStrict = running.isStrict
    return loading
  }

  /// Refuses what a part of the cases cannot be run with.
  private func refuseSharing() throws(CommandEnd) {
    if running.watches || running.debugs || running.failsFast {
      throw .usage(
        "--fail-fast, --debug and --watch cannot be used with shards: a shard runs all its cases.")
    }
    try choice.validateSharing()
  }

  func textReport(on files: [String]) -> TextReport { reporting.text }

  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool) {
    let runner = TestRunner(scriptLoading(host: host), from: project.roots(of: paths))
    return (runner.load, running.isStrict)
  }

  func ending(of tally: MergeTally) throws(CommandEnd) -> RunEnding {
    if tally.summary.isAllSkipped { throw TestSummary.nothingPlayed }
    return tally.summary.ending
  }

  /// Why there is no case: a test that tests nothing must not pass.
  private func nothingToRun(_ files: [String], _ runner: TestRunner) -> CommandEnd {
    let scripts = files.count == 1 ? "1 script" : "\(files.count) scripts"
    return .usage(
      runner.selection.isEverything
        ? "There is no scenario in \(scripts)."
        : "These options choose no scenario of \(scripts).")
  }

  /// Opens a prompt where a case failed.
  private func debug(_ failed: TestCase, _ runner: TestRunner, _ loading: TestScript.Loading) {
    guard StandardStream.isInputTerminal, StandardStream.output.isTerminal else {
      return StandardStream.error.writeLine(
        "--debug opens a prompt where a case fails, and needs a terminal.")
    }
    let number: Int?
    switch failed.content {
    case .scenario(let scenario): number = scenario
    case .script, .statements: number = nil
    case .comments, .unusable, .exploration, .change: return
    }
    guard let script = runner.load(failed.file).script else { return }
    var prompt = Prompt(host: loading.host, limits: loading.limits)
    prompt.searches = .all
    prompt.replay = ScenarioReplay(script, case: number)
    prompt.usesColor = colors.usesColor(on: .output)
    _ = prompt.run()
  }

  private func run(
    _ files: [String], _ runner: TestRunner, _ interruption: Interruption,
    _ shared: SharedRun? = nil,
    isolation: isolated (any Actor)? = #isolation,
    observing observe: @escaping @Sendable (TestEvent) -> Void = { _ in }
  ) async throws(CommandEnd) -> TestSummary {
    var runner = runner
    let failed = FailedCases()
    if choice.runsFailedFirst { runner.selection.first = failed.names(in: files) }
    // Before the reports begin, so that whatever stops the run from there on, they end whole.
    let supervisor = CaseSupervisor(stopwatch: runner.stopwatch)
    interruption.supervise(with: supervisor)
    let reports = TestReports(
      try ReportOutput.open(reporting.reports.format, on: files), text: reporting.text,
      shared: shared, colors: colors)
    var summary = await runner.run(files, supervisor: supervisor) { event in
      failed.note(event)
      observe(event)
      reports.show(event)
    }
    failed.save()
    interruption.supervise(with: nil)
    // Ctrl-C may have come after the last case.
    summary.isInterrupted = supervisor.isInterrupted
    return summary
  }

  /// Runs scripts, and again what depends on files that change, until the user ends it.
  private func watch(
    _ files: [String], _ runner: TestRunner, _ interruption: Interruption,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CommandEnd) {
    let watched = Mutex(WatchedFiles())
    var (files, runner) = (files, runner)
    runner.load = { [load = runner.load] path in
      watched.withLock { $0.willRead(path) }
      let script = load(path)
      watched.withLock { watched in
        watched.note(
          path, imports: script.script?.importedFiles ?? [],
          isBroken: script.script?.isRunnable != true)
      }
      return script
    }
    while true {
      // Editors take this line for the beginning of a new list of errors.
      StandardStream.error.writeLine("running \(Self.counted(files.count))")
      let summary = try await run(files, runner, interruption)
      if summary.isInterrupted { try summary.exitCode.leave() }
      let count = watched.withLock { $0.count }
      StandardStream.error.writeLine("watching \(Self.counted(count)); Ctrl-C ends")
      files = []
      repeat {
        try? await Task.sleep(for: .milliseconds(250))
        // What cannot be found now may be in the middle of being written.
        guard let found = try? ScriptFile.search(paths).files else { continue }
        files = watched.withLock { $0.changed(among: found) }
      } while files.isEmpty
    }
  }

  private static func counted(_ files: Int) -> String { files == 1 ? "1 file" : "\(files) files" }

  /// Writes the names of the chosen cases.
  private func list(
    _ files: [String], _ runner: TestRunner, _ reporter: inout Reporter,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CommandEnd) {
    let cases = await runner.cases(in: files)
    var code = RunExitCode.passed
    var names = PrintableText()
    let json = reporting.reports.format.contains { $0.format == .json } ? JSONReport() : nil
    for testCase in cases {
      if testCase.content == .unusable {
        _ = reporter.runnableScript(testCase.file, limits: limits.limits)
        code = .scriptError
      } else {
        names.append(
          json?.text(.caseBegan(testCase, repetition: 1)) ?? "\(testCase.name)\n")
      }
    }
    guard !cases.isEmpty else { throw nothingToRun(files, runner) }
    StandardStream.output.write(names)
    try code.leave()
  }

  /// The time since now, as this computer's clock has it.
  private func stopwatch() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }
}

extension TestSummary {
  /// Why a run is no success in which every case was skipped: it tested nothing.
  static let nothingPlayed = CommandEnd.usage(
    "Every chosen scenario is skipped: nothing was tested.")

  /// Why a strict run is no success in which no scenario is played on the systems that were asked for.
  static let noChosenSystem = CommandEnd.usage(
    "The header of every scenario names a system of its own: none was played on those of --os and "
      + "--model.")
}
