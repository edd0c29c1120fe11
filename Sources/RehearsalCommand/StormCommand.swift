// `rehearse storm`: plays the scenarios of scripts again and again, each time with a disturbance at
// one of the steps, and reports what they do not survive.

import Rehearsal
import RehearsalCases
import RehearsalExploration
import RehearsalFiles
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalRunner

/// Disturbs scenarios at every step.
struct StormCommand: WaitingCommand, SharedCommand {
  static let name = "storm"
  static let abstract = "Disturb scenarios at every step, and report what they do not survive."
  static let discussion = """
    Examples:
      rehearse storm notes.rehearsal
      rehearse storm --only purge,home Tests
      rehearse storm --pairs --filter draft notes.rehearsal

    At each step of a scenario, and before, during and after each deadline that passes while it \
    waits, one disturbance is injected, and undone where possible: \
    \(Disturbance.all.map(\.name).joined(separator: ", ")). A scenario survives a disturbance if \
    its expectations still hold, no app crashes or is killed for its own fault, what the user sees \
    is the same as without it, nothing stored is lost, and no work is owed or done twice. Other \
    values of variables are listed and fail only with --strict. The header of a scenario names \
    the disturbances that it need not survive: storm: [.purge], or storm: .none. Exit codes: 0 all scenarios \
    survive; 1 a scenario does not survive, or fails without a disturbance; 2 a script has errors \
    or cannot be read.
    """

  private var selection = TestSelection()
  private var onlyFailed = OnlyFailedOptions()
  private var systems = TestSystemOptions()
  private var sharing = ShardOptions()
  private var disturbances: [[Disturbance]] = []
  private var injectsPairs = false
  private var isStrict = false
  private var triesQuirks = false
  private var playsAgain = false
  private var writesScenarios = false
  private var baseline = BaselineOptions()
  private var failsFast = false
  private var jobs = ProcessEnvironment.coreCount
  private var timeout: Duration?
  private var reporting = StormReportingOptions()
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var paths = ["."]
  private(set) var given: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection("Reporting", StormReportingOptions.options(in: \.reporting)),
      OptionSection("Systems", TestSystemOptions.options(in: \.systems).map(\.configurable)),
      OptionSection(
        "Options", TestSelection.options(in: \.selection),
        OnlyFailedOptions.options(in: \.onlyFailed), ShardOptions.options(in: \.sharing),
        [
          .list(
            ["--only"], \.disturbances, .disturbances,
            "Inject only these disturbances, separated by commas; may be repeated."),
          .flag(
            ["--pairs"], \.injectsPairs,
            "Inject pairs too: a second disturbance at each step after the first."),
          .flag(
            ["--strict"], \.isStrict,
            "A variable that is another value than without the disturbance is a failure, too."),
          .flag(
            ["--quirks"], \.triesQuirks,
            "Play each scenario on devices with a known deviation, too, one at a time."),
          .flag(
            ["--again"], \.playsAgain,
            "Play first what was found before; it is kept in .rehearse/found beside rehearse.toml."),
          .flag(
            ["--write"], \.writesScenarios,
            "Add the scenarios that are found to their scripts."),
          .flag(
            ["--fail-fast"], \.failsFast, "Stop after the first scenario that does not survive."),
          .option(
            ["--jobs"], \.jobs, .parallelism("jobs"),
            "The number of scripts to run in parallel. The default is the number of cores."
          ).local,
          .option(
            ["--timeout"], \.timeout, .span,
            "The real time that the storm of one scenario may take, such as 10s."
          ).configurable,
        ],
        BaselineOptions.options(in: \.baseline), ColorOptions.options(in: \.colors),
        LimitOptions.options(in: \.limits),
        ProjectOptions.options(in: \.project)),
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? { .scripts(\.paths) }

  mutating func note(given arguments: [String]) { given = arguments }

  func validate() throws(CommandEnd) {
    try ReportDestination.check(reporting.reports.format, among: ReportFormat.all)
  }

  func run(
    host: ScriptHost, isolation: isolated (any Actor)?
  ) async throws(CommandEnd) {
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    let known = FoundScenarios(beside: project.configuration)
    if playsAgain { try playAgain(files, known, host) }
    var runner = runner(host: host, knowing: try baseline.baseline())
    runner.selection.only = try onlyFailed.names()
    runner.configuration = project.configuration
    runner.leftOut = reporter.leftOut
    let shared = try await share(
      files, among: &runner, by: sharing, reporting.reports, unit: .single
    ) { () throws(CommandEnd) in
      guard failsFast || baseline.writes || writesScenarios else { return }
      throw .usage(
        "--fail-fast, --write and --write-baseline cannot be used with shards: a shard is no whole "
          + "run.")
    }
    // Before the reports begin, so that whatever stops the run from there on, they end whole.
    let supervisor = CaseSupervisor(stopwatch: runner.stopwatch)
    let interruption = Interruption(looksAtTheClock: timeout != nil)
    interruption.supervise(with: supervisor)
    let reports = TestReports(
      try ReportOutput.open(reporting.reports.format, on: files),
      text: textReport(on: files), shared: shared, colors: colors)
    let found = FoundFindings()
    var summary = await runner.run(files, supervisor: supervisor) {
      found.note($0)
      reports.show($0)
    }
    interruption.supervise(with: nil)
    // Ctrl-C may have come after the last case.
    summary.isInterrupted = supervisor.isInterrupted
    if summary.caseCount == 0, !summary.isInterrupted, isStrict || !runner.selection.isEverything,
      shared?.plan.cases.isEmpty ?? true
    {
      let scripts = files.count == 1 ? "1 script" : "\(files.count) scripts"
      throw .usage(
        runner.selection.isEverything
          ? "There is no scenario in \(scripts), and --strict does not pass what tries nothing."
          : "These options choose no scenario of \(scripts).")
    }
    if summary.isAllSkipped, shared?.shard.count ?? 1 == 1 { throw TestSummary.nothingPlayed }
    let isWhole =
      shared == nil && disturbances.isEmpty && runner.selection.isEverything
      && !summary.isInterrupted
    try baseline.end(with: found.findings, of: Self.name, in: isWhole ? files : nil)
    if isWhole { known?.keep(found.results, in: files) }
    if writesScenarios { try write(found.results) }
    try summary.exitCode.leave()
  }

  /// Plays what was found before; what still fails ends the command.
  private func playAgain(
    _ files: [String], _ known: FoundScenarios?, _ host: ScriptHost
  ) throws(CommandEnd) {
    guard let known else {
      throw .usage("--again plays what is kept beside rehearse.toml, and there is none.")
    }
    let load = runner(host: host).load
    var isFailing = false
    for file in files {
      let loaded = load(file)
      guard let script = loaded.script else { continue }
      for result in script.results(of: known.text(of: file), imports: loaded.imports, in: file)
      where result.status.isFailure {
        isFailing = true
        StandardStream.output.write("✗ \(result.testCase.title.printableLine)\n")
      }
    }
    if isFailing { try RunExitCode.failed.leave() }
  }

  /// Adds the scenarios of what was found to their scripts.
  private func write(_ results: [CaseResult]) throws(CommandEnd) {
    var scenarios: [(file: String, text: String)] = []
    for result in results {
      for problem in result.problems {
        if let text = problem.scenario { scenarios.append((result.testCase.file, text)) }
      }
    }
    for (file, text) in scenarios {
      do {
        let bytes = try FilePath(file).bytes(atMost: ScriptFile.longestSource)
        // What was added before is there already.
        guard !String(decoding: bytes, as: UTF8.self).contains(text) else { continue }
        try WholeFile.write(bytes + Array("\n\(text)".utf8), to: file)
      } catch {
        let reason = (error as? FileWriteError)?.reason ?? "\(error)"
        StandardStream.error.writeLine("\(file): error: it cannot be written: \(reason)")
        throw .exit(RunExitCode.outputLost.rawValue)
      }
    }
  }

  func textReport(on files: [String]) -> TextReport {
    reporting.text
  }

  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool) {
    (runner(host: host).load, false)
  }

  func ending(of tally: MergeTally) throws(CommandEnd) -> RunEnding {
    if tally.summary.isAllSkipped { throw TestSummary.nothingPlayed }
    return tally.summary.ending
  }

  private func runner(
    host: ScriptHost, knowing baseline: Baseline = Baseline()
  ) -> TestRunner {
    let loading = TestScript.Loading(
      host: host, limits: limits.limits, systems: systems.systems)
    var runner = TestRunner(loading, from: project.roots(of: paths))
    var options = StormOptions()
    if !disturbances.isEmpty {
      let names = Set(disturbances.joined().map(\.name))
      options.disturbances = Disturbance.all.filter { names.contains($0.name) }
    }
    options.injectsPairs = injectsPairs
    options.isStrict = isStrict
    options.baseline = baseline
    options.triesQuirks = triesQuirks
    runner.play = options.play
    runner.selection = selection
    runner.failsFast = failsFast
    runner.jobs = jobs
    runner.timeout = timeout
    runner.keepsLives = reporting.reports.showsLives
    let start = ContinuousClock.now
    runner.stopwatch = { ContinuousClock.now - start }
    return runner
  }
}

extension ValueReader where Value == [Disturbance] {
  /// Disturbances by their names.
  fileprivate static var disturbances: ValueReader {
    let names = Disturbance.all.map(\.name)
    return ValueReader(placeholder: "disturbances", completion: .words(names)) { text, _ in
      Disturbance.list(text)
    }
  }
}

/// What is reported of a storm, and where.
struct StormReportingOptions: OptionGroup, Sendable {
  private var isQuiet = false
  private var isVerbose = false
  private var width = 80
  private(set) var reports = ReportOptions()

  static var options: [OptionRow<Self>] {
    [
      .flag(["-q", "--quiet"], \.isQuiet, "Show only the findings and the summary."),
      .flag(
        ["-v", "--verbose"], \.isVerbose,
        "Show the matrix of every scenario, not only of those with several findings."
      ),
      .option(
        ["--width"], \.width, .number("columns", 60...10_000), "The width of lines, in columns."),
    ] + ReportOptions.options(in: \.reports)
  }

  /// The report for people.
  var text: TextReport {
    var report = TextReport()
    report.isQuiet = isQuiet
    report.showsMatrices = isVerbose
    report.width = width
    return report
  }
}
