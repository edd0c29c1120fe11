// `rehearse storm`: plays the scenarios of scripts again and again, each time with something put in
// at one of its steps, and reports what they do not bear.

import ArgumentParser
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Disturbs scenarios at every step.
struct StormCommand: WaitingCommand {
  static let configuration = CommandConfiguration(
    commandName: "storm",
    abstract: "Disturb scenarios at every step, and report what they do not bear.",
    discussion: """
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
      """)

  @Option(
    help: ArgumentHelp(
      "Only cases in whose FILE/TITLE this is found; may be given several times.",
      valueName: "regex"))
  var filter: [String] = []

  @Option(
    help: "Only scenarios with this tag; may be given several times.",
    transform: { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put in this only; may be given several times.", valueName: "disturbance"),
    transform: disturbance(named:))
  var only: [Disturbance] = []

  @Flag(help: "Put in two, too: the second at each step behind the first.")
  var pairs = false

  @Flag(help: "Stop behind the first scenario that does not hold up.")
  var failFast = false

  @Option(help: "How many scripts run at a time; as many as there are cores by default.")
  var jobs = ProcessEnvironment.coreCount

  @Option(
    help: ArgumentHelp(
      "The time of this computer that the storm of a scenario may take, such as 10s.",
      valueName: "span"))
  var timeout: TimeoutSpan?

  @OptionGroup(title: "Reporting") var reporting: StormReportingOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var imports: ImportOptions

  @Argument(
    help: "Script files, and folders with *.rehearsal files; - reads standard input.",
    completion: .scripts)
  var paths: [String] = ["."]

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
    _ = try patterns()
  }

  func run(host: ScriptHost) async throws {
    var reporter = Reporter(colors, host: host, roots: imports.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    let runner = try runner(host: host)
    let reports = TestReports(
      try ReportOutput.open(reporting.reports.format),
      text: reporting.text(matrices: files == paths), colors: colors)
    let supervisor = CaseSupervisor(stopwatch: runner.stopwatch)
    let interruption = Interruption(looksAtTheClock: timeout != nil)
    interruption.supervise(with: supervisor)
    var summary = await runner.run(files, supervisor: supervisor) { reports.show($0) }
    interruption.supervise(with: nil)
    // Ctrl-C may have come behind the last case.
    summary.isInterrupted = supervisor.isInterrupted
    if summary.caseCount == 0, !summary.isInterrupted, !runner.selection.isEverything {
      throw ValidationError("No scenario of \(files.count) scripts is chosen by these options.")
    }
    if summary.isAllSkipped { throw TestSummary.nothingPlayed }
    try summary.exitCode.leave()
  }

  private func runner(host: ScriptHost) throws -> TestRunner {
    var loading = TestScript.Loading()
    loading.host = host
    loading.limits = limits.limits
    var runner = TestRunner(loading, from: imports.roots(of: paths))
    var options = StormOptions()
    if !only.isEmpty {
      let names = Set(only.map(\.name))
      options.disturbances = Disturbance.all.filter { names.contains($0.name) }
    }
    options.putsInPairs = pairs
    runner.play = options.play
    runner.selection.filters = try patterns()
    runner.selection.tags = tag
    runner.failsFast = failFast
    runner.jobs = jobs
    runner.timeout = timeout?.duration
    runner.keepsLives = reporting.reports.showsLives
    let start = ContinuousClock.now
    runner.stopwatch = { ContinuousClock.now - start }
    return runner
  }

  private func patterns() throws -> [Regex<AnyRegexOutput>] {
    try filter.map { pattern in
      do { return try Regex(pattern) } catch {
        throw ValidationError("--filter \(pattern) is no regular expression: \(error)")
      }
    }
  }

  private static func disturbance(named argument: String) throws -> Disturbance {
    let name = argument.hasPrefix(".") ? String(argument.dropFirst()) : argument
    if let disturbance = Disturbance.named(name) { return disturbance }
    let known = Disturbance.all.map(\.name)
    throw ValidationError(
      "disturbance \(name)", near: name, among: known,
      otherwise: "there are \(known.joined(separator: ", ")).")
  }
}

/// What is reported of a storm, and where.
struct StormReportingOptions: ParsableArguments {
  @Flag(name: [.short, .long], help: "Show what was found and the summary only.")
  var quiet = false

  @Flag(
    name: [.short, .long],
    help:
      "Show the matrices of scenarios that hold up, too; those of single files are always shown.")
  var verbose = false

  @Option(help: ArgumentHelp("How wide lines may be.", valueName: "columns"))
  var width = 80

  @OptionGroup var reports: ReportOptions

  /// The report for people.
  func text(matrices: Bool) -> TextReport {
    var report = TextReport()
    report.isQuiet = quiet
    report.showsMatrices = verbose || matrices && !quiet
    report.width = width
    return report
  }

  func validate() throws {
    guard width >= 60 else {
      throw ValidationError("--width takes a number from 60, not \(width).")
    }
  }
}
