// `rehearse mutate`: changes the code of apps, one place at a time, and lists what no scenario
// notices.

import Rehearsal
import RehearsalCases
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import RehearsalText

/// Tests the tests.
struct MutateCommand: WaitingCommand, SharedCommand {
  static let name = "mutate"
  static let abstract = "Change the code of apps, and list the changes that no scenario detects."
  static let discussion = """
    Examples:
      rehearse mutate Tests
      rehearse mutate --at-least 80 notes.rehearsal
      rehearse mutate --filter 'notes.rehearsal:1[0-9]:' Tests
      rehearse mutate --scenario 'login' Tests          what these scenarios detect
      rehearse mutate --format junit=mutants.xml --format github Tests

    In the code of the scripts' apps, imported ones included, each statement is removed and \
    each condition negated, one at a time; each side of && and || is a condition of its own. \
    For each change, the scenarios that execute the changed code run until one fails. Statements \
    that print or log are not changed, and changes that give no valid script do not count. A \
    scenario that fails without changes is named and left out; with shards all have to pass. Exit \
    codes: 0 success; 1 a scenario fails without changes, or --at-least is not reached; 2 a script \
    has errors or cannot be read.
    """

  private var leastScore: Int?
  /// Safe to share: a regex never changes, though Swift does not declare it `Sendable`.
  nonisolated(unsafe) private var filter: Regex<AnyRegexOutput>?
  nonisolated(unsafe) private var scenarioFilter: Regex<AnyRegexOutput>?
  private var lists = false
  private var jobs = ProcessEnvironment.coreCount
  private var reporting = ReportOptions()
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var sharing = ShardOptions()
  private var paths: [String] = []
  private(set) var given: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--at-least"], \.leastScore, .number("percentage", 0...100),
            "Fail if a smaller percentage of the changes is detected."
          ).configurable,
          .option(
            ["--filter"], \.filter, .regex,
            "Make only changes whose line in --list matches."),
          .option(
            ["--scenario"], \.scenarioFilter, .regex,
            "Run only scenarios whose FILE/TITLE matches."),
          .flag(["--list"], \.lists, "List the changes; make none."),
          .option(
            ["--jobs"], \.jobs, .parallelism("jobs"),
            "The number of changes to run in parallel. The default is the number of cores."
          ).local,
        ],
        ShardOptions.options(in: \.sharing), ReportOptions.options(in: \.reporting),
        ColorOptions.options(in: \.colors),
        LimitOptions.options(in: \.limits), ProjectOptions.options(in: \.project))
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? { .scripts(\.paths, atLeast: 1) }

  mutating func note(given arguments: [String]) { given = arguments }

  func validate() throws(CommandEnd) {
    try ReportDestination.check(
      reporting.format, among: ReportFormat.all.filter { !$0.showsLives })
  }

  func run(
    host: ScriptHost, isolation: isolated (any Actor)?
  ) async throws(CommandEnd) {
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    // Each part would have to leave out the same.
    let isShared = try sharing.shard() != nil
    var suite: MutationSuite
    do throws(MutationSuite.UnusableReason) {
      suite = try MutationSuite.load(
        files, host: host, limits: limits.limits, roots: project.roots(of: paths))
      if let scenarioFilter {
        suite.keep { "\($0)/\($1)".firstMatch(of: scenarioFilter) != nil }
      }
      if !lists { try suite.runUnchanged(leavesOutFailing: !isShared) }
    } catch {
      return try report(error, with: &reporter).leave()
    }
    guard !suite.isEmpty else { throw .usage("--scenario matches no scenario.") }
    tell(of: suite.leftOut, "fails before any change, and is left out")
    let changes = suite.changes.filter { change in
      filter.map { change.heading.firstMatch(of: $0) != nil } ?? true
    }
    guard filter == nil || !changes.isEmpty else {
      throw .usage("--filter matches none of the \(suite.changes.count) changes.")
    }
    let shared = try share(changes.map(\.testCase), of: files, by: sharing, reporting, host)
    let mine = shared?.part(of: changes) ?? changes
    if lists {
      for change in mine {
        StandardStream.output.writeLine("\(change.heading)")
      }
      return
    }
    // Before the reports begin, so that whatever stops the run from there on, they end whole.
    let supervisor = CaseSupervisor()
    let interruption = Interruption(looksAtTheClock: false)
    interruption.supervise(with: supervisor)
    let reports = TestReports(
      try ReportOutput.open(reporting.format, on: files), shared: shared, colors: colors)
    reports.show(
      .runBegan(
        RunBeginning(
          scriptCount: files.count, configuration: project.configuration,
          leftOut: reporter.leftOut)))
    var report = MutationReport()
    await forEach(mine, in: suite, host, until: supervisor) { change, outcome, elapsed in
      report.add(outcome)
      reports.show(.caseEnded(change.caseResult(outcome, after: elapsed)))
    }
    interruption.supervise(with: nil)
    // Of one shard's changes nobody asked how many are noticed; merging says it of all.
    var code = shared?.shard.count ?? 1 > 1 ? .passed : exitCode(of: report)
    if code == .passed, !suite.leftOut.isEmpty { code = .failed }
    if supervisor.isInterrupted { code = .interrupted }
    reports.show(.runEnded(report.ending(code)))
    try code.leave()
  }

  private func exitCode(of report: MutationReport) -> RunExitCode {
    // Where nothing could be changed, nothing was tested.
    guard report.score != nil else { return .usage }
    return leastScore.map { report.reaches($0) } == false ? .failed : .passed
  }

  func textReport(on files: [String]) -> TextReport { TextReport() }

  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool) {
    let loading = TestScript.Loading(host: host, limits: limits.limits)
    return (TestRunner(loading, from: project.roots(of: paths)).load, false)
  }

  func ending(of tally: MergeTally) -> RunEnding {
    tally.mutations.ending(exitCode(of: tally.mutations))
  }

  /// Makes changes, as many at a time as there are jobs, and shows their outcomes in order;
  /// after an interruption no more of them are begun.
  private func forEach(
    _ changes: [MutationSuite.Change], in suite: MutationSuite, _ host: ScriptHost,
    until supervisor: CaseSupervisor, isolation: isolated (any Actor)? = #isolation,
    show: (MutationSuite.Change, MutationSuite.Outcome, Duration) -> Void
  ) async {
    await withTaskGroup(of: (Int, MutationSuite.Outcome?, Duration).self) { group in
      var waiting = changes.enumerated().makeIterator()
      var known: [Int: (MutationSuite.Outcome?, Duration)] = [:]
      var shownCount = 0
      func addNext() {
        guard !supervisor.isInterrupted, let (number, change) = waiting.next() else { return }
        group.addTask {
          let start = ContinuousClock.now
          let lane = supervisor.lane()
          let outcome = await host.play {
            suite.outcome(of: change, stoppedBy: lane.cancellation)
          }
          supervisor.remove(lane)
          return (number, outcome, ContinuousClock.now - start)
        }
      }
      for _ in 0..<jobs { addNext() }
      while let (number, outcome, elapsed) = await group.next() {
        known[number] = (outcome, elapsed)
        while let (outcome, elapsed) = known.removeValue(forKey: shownCount) {
          if let outcome { show(changes[shownCount], outcome, elapsed) }
          shownCount += 1
        }
        addNext()
      }
    }
  }

  /// Writes what fails with the code as is.
  private func tell(of cases: [MutationSuite.FailingCase], _ fate: String) {
    for failing in cases {
      let what = failing.title.map { "\"\($0)\"" } ?? "the statements"
      StandardStream.error.writeLine("\(failing.source.name): \(what): \(fate)")
    }
  }

  /// Writes why the suite cannot be used.
  private func report(
    _ reason: MutationSuite.UnusableReason, with reporter: inout Reporter
  ) -> RunExitCode {
    switch reason {
    case .unreadable(let error): reporter.show(error)
    case .errors(let diagnostics): reporter.show(diagnostics)
    case .failing(let cases):
      tell(of: cases, "fails before any change")
      StandardStream.error.writeLine("The scripts have to pass first; run `rehearse test`.")
      return .failed
    }
    return .scriptError
  }
}
