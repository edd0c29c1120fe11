// `rehearse storm`: plays the scenarios of scripts again and again, each time with something put in
// at one of its steps, and reports what they do not bear.

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
  static let abstract = "Disturb scenarios at every step, and report what they do not bear."
  static let discussion = """
    Examples:
      rehearse storm notes.rehearsal
      rehearse storm --only purge --only home Tests
      rehearse storm --pairs --filter draft notes.rehearsal

    At each step of a scenario, and before, during and after each deadline that passes while it \
    waits, one thing is put in and undone where it can be: \
    \(Disturbance.all.map(\.name).joined(separator: ", ")). A scenario holds up when its \
    expectations still hold, no app crashes or is killed for it, and what can be seen of the apps \
    is what it would have been. What a scenario need not bear stands in its header: \
    storm: [.purge], or storm: .none. Exit codes: 0 everything holds up; 1 something was found, \
    or a scenario fails as it stands; 2 a script has errors or cannot be read.
    """

  private var selection = TestSelection()
  private var onlyFailed = OnlyFailedOptions()
  private var systems = TestSystemOptions()
  private var sharing = ShardOptions()
  private var disturbances: [Disturbance] = []
  private var putsInPairs = false
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
            ["--only"], \.disturbances, .disturbance,
            "Put in this only; may be given several times."),
          .flag(
            ["--pairs"], \.putsInPairs,
            "Put in two, too: the second at each step behind the first."),
          .flag(
            ["--fail-fast"], \.failsFast, "Stop behind the first scenario that does not hold up."),
          .option(
            ["--jobs"], \.jobs, .parallelism("jobs"),
            "How many scripts run at a time; as many as there are cores by default."
          ).local,
          .option(
            ["--timeout"], \.timeout, .span,
            "The time of this computer that the storm of a scenario may take, such as 10s."
          ).configurable,
        ],
        ColorOptions.options(in: \.colors), LimitOptions.options(in: \.limits),
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
    var reporter = Reporter(colors, host: host, roots: project.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    var runner = runner(host: host)
    runner.selection.only = try onlyFailed.names()
    runner.configuration = project.configuration
    let shared = try await share(
      files, among: &runner, by: sharing, reporting.reports, unit: .single
    ) { () throws(CommandEnd) in
      guard failsFast else { return }
      throw .usage("--fail-fast goes by what this machine finds, and a shard is run whole.")
    }
    // Before the reports begin, so that whatever stops the run from there on, they end whole.
    let supervisor = CaseSupervisor(stopwatch: runner.stopwatch)
    let interruption = Interruption(looksAtTheClock: timeout != nil)
    interruption.supervise(with: supervisor)
    let reports = TestReports(
      try ReportOutput.open(reporting.reports.format, on: files),
      text: textReport(on: files), shared: shared, colors: colors)
    var summary = await runner.run(files, supervisor: supervisor) { reports.show($0) }
    interruption.supervise(with: nil)
    // Ctrl-C may have come after the last case.
    summary.isInterrupted = supervisor.isInterrupted
    if summary.caseCount == 0, !summary.isInterrupted, !runner.selection.isEverything,
      shared?.plan.cases.isEmpty ?? true
    {
      throw .usage("No scenario of \(files.count) scripts is chosen by these options.")
    }
    if summary.isAllSkipped, shared?.shard.count ?? 1 == 1 { throw TestSummary.nothingPlayed }
    try summary.exitCode.leave()
  }

  func textReport(on files: [String]) -> TextReport {
    reporting.text(matrices: files == paths)
  }

  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool) {
    (runner(host: host).load, false)
  }

  func ending(of tally: MergeTally) throws(CommandEnd) -> RunEnding {
    if tally.summary.isAllSkipped { throw TestSummary.nothingPlayed }
    return tally.summary.ending
  }

  private func runner(host: ScriptHost) -> TestRunner {
    let loading = TestScript.Loading(
      host: host, limits: limits.limits, systems: systems.systems)
    var runner = TestRunner(loading, from: project.roots(of: paths))
    var options = StormOptions()
    if !disturbances.isEmpty {
      let names = Set(disturbances.map(\.name))
      options.disturbances = Disturbance.all.filter { names.contains($0.name) }
    }
    options.putsInPairs = putsInPairs
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

extension ValueReader where Value == Disturbance {
  /// A disturbance by its name.
  fileprivate static var disturbance: ValueReader {
    let names = Disturbance.all.map(\.name)
    return ValueReader(placeholder: "disturbance", completion: .words(names)) { text, _ in
      Disturbance.named(text.hasPrefix(".") ? String(text.dropFirst()) : text)
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
      .flag(["-q", "--quiet"], \.isQuiet, "Show what was found and the summary only."),
      .flag(
        ["-v", "--verbose"], \.isVerbose,
        "Show the matrices of scenarios that hold up, too; those of single files are always shown."
      ),
      .option(
        ["--width"], \.width, .number("columns", 60...10_000), "How wide lines may be."),
    ] + ReportOptions.options(in: \.reports)
  }

  /// The report for people.
  func text(matrices: Bool) -> TextReport {
    var report = TextReport()
    report.isQuiet = isQuiet
    report.showsMatrices = isVerbose || matrices && !isQuiet
    report.width = width
    return report
  }
}
