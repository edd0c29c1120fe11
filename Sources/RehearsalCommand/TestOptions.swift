// The options of `rehearse test`, by what they are about.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalRunner

/// Which cases are chosen, by `test` and `storm` alike.
extension TestSelection: OptionGroup {
  static var options: [OptionRow<Self>] {
    [
      .list(
        ["--filter"], \.filters, .regex,
        "Only cases in whose FILE/TITLE this is found; may be given several times."),
      .list(
        ["--tag"], \.tags, .symbol("tag"),
        "Only scenarios with this tag; may be given several times."
      ).configurable,
      .list(
        ["--not-tag"], \.excludedTags, .symbol("tag"),
        "No scenarios with this tag; may be given several times."
      ).configurable,
    ]
  }
}

/// `--only-failed FILE`.
struct OnlyFailedOptions: OptionGroup, Sendable {
  private var path: String?

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--only-failed"], \.path, .path("file", .file(ending: nil)),
        "Only cases that failed in an earlier run, whose report in json, or whose results, the file "
          + "is.")
    ]
  }

  /// The names of those cases; nil for all.
  func names() throws(CommandEnd) -> Set<String>? {
    guard let path else { return nil }
    let cases = try EarlierCase.all(in: path, for: "--only-failed")
    guard !cases.isEmpty else {
      throw .usage(
        "--only-failed \(path): no case ends in it; it takes a report in json, or results.")
    }
    return Set(cases.filter(\.hasFailed).map(\.name))
  }
}

/// Which cases are run, and in which order.
struct TestChoiceOptions: OptionGroup, Sendable {
  private var selection = TestSelection()
  private var onlyFailed = OnlyFailedOptions()
  private(set) var lists = false
  private(set) var runsFailedFirst = false
  private var shuffles = false
  private var seed: UInt64?

  static var options: [OptionRow<Self>] {
    TestSelection.options(in: \.selection) + OnlyFailedOptions.options(in: \.onlyFailed) + [
      .flag(["--list"], \.lists, "Write the names of the chosen cases, and run none."),
      .flag(["--failed-first"], \.runsFailedFirst, "Run first what failed last time."),
      .flag(
        ["--shuffle"], \.shuffles,
        "Run the scripts, and the cases in each, in an order drawn at random."),
      .option(
        ["--seed"], \.seed, .number("seed", 0...UInt64.max),
        "What --shuffle draws the order from, to have the same again."),
    ]
  }

  func validate() throws(CommandEnd) {
    guard seed == nil || shuffles else {
      throw .usage("--seed says what --shuffle draws from; give both.")
    }
  }

  /// Refuses what machines that know nothing of one another would do differently.
  func validateSharing() throws(CommandEnd) {
    if runsFailedFirst {
      throw .usage("--failed-first looks at what failed here, and other shards failed elsewhere.")
    }
    guard shuffles, seed == nil else { return }
    throw .usage("All shards need the same order: give --shuffle a --seed.")
  }

  func apply(to runner: inout TestRunner) throws(CommandEnd) {
    runner.selection = selection
    runner.selection.only = try onlyFailed.names()
    if shuffles { runner.selection.shuffleSeed = seed ?? UInt64.random(in: 0..<1_000_000) }
  }
}

/// On which systems the scenarios are played.
struct TestSystemOptions: OptionGroup, Sendable {
  /// The choice.
  private(set) var systems = PlayedSystems()

  static var options: [OptionRow<Self>] {
    let versions = "versions of the rules, \(RuleBook.versions), such as 12,15,17"
    let models = "models, such as iPhone,iPad or \"iPhone 14 Pro\""
    return [
      .option(
        ["--os"], \.systems.versions,
        .texts("versions", versions) { PlayedSystems(versions: [$0]).unknownVersion == nil },
        "Play each scenario on these versions, in place of the device's; its own header wins."),
      .option(
        ["--model"], \.systems.models,
        .texts("models", models, isKnown: { ModelFamily(ofModel: $0) != nil }),
        "Play each scenario on these models, such as iPhone,iPad."),
    ]
  }
}

/// How the cases are run.
struct TestRunningOptions: OptionGroup, Sendable {
  private(set) var failsFast = false
  private(set) var isStrict = false
  private(set) var readsComments = false
  private(set) var watches = false
  private(set) var debugs = false
  private(set) var repetitions = 1
  private var jobs = ProcessEnvironment.coreCount
  private var timeout: Duration?

  static var options: [OptionRow<Self>] {
    [
      .flag(["--fail-fast"], \.failsFast, "Stop behind the first case that fails."),
      .flag(
        ["--strict"], \.isStrict,
        "Let warnings fail too: refused verbs, and scenarios without `expect`."
      ).configurable,
      .flag(
        ["--comments"], \.readsComments,
        "Hold scripts to what their trailing comments say of the run."),
      .flag(
        ["--watch"], \.watches,
        "Run again what depends on a script that changes, until Ctrl-C; imports count."),
      .flag(
        ["--debug"], \.debugs,
        "Stop behind the first case that fails, and open a prompt where it stands then."),
      .option(
        ["--repeat"], \.repetitions, .number("count", 1...Int.max), "Run the cases that often."),
      .option(
        ["--jobs"], \.jobs, .parallelism("jobs"),
        "How many scripts run at a time; as many as there are cores by default."
      ).local,
      .option(
        ["--timeout"], \.timeout, .span,
        "The time of this computer that a case may take, such as 500ms, 10s or 1min."
      ).configurable,
    ]
  }

  func apply(to runner: inout TestRunner) {
    runner.failsFast = failsFast || debugs
    runner.isStrict = isStrict
    runner.repetitions = repetitions
    runner.jobs = jobs
    runner.timeout = timeout
  }
}

/// What is reported, and where.
struct TestReportingOptions: OptionGroup, Sendable {
  private var isQuiet = false
  private var isVerbose = false
  private var durationCount = 0
  private(set) var reports = ReportOptions()

  static var options: [OptionRow<Self>] {
    [
      .flag(["-q", "--quiet"], \.isQuiet, "Show failures and the summary only."),
      .flag(["-v", "--verbose"], \.isVerbose, "Show what cases print that pass, too."),
      .option(
        ["--durations"], \.durationCount, .number("count", 0...Int.max),
        "Name the slowest cases at the end, that many."),
    ] + ReportOptions.options(in: \.reports)
  }

  /// The report for people.
  var text: TextReport {
    var report = TextReport()
    report.isQuiet = isQuiet
    report.isVerbose = isVerbose
    report.durationCount = durationCount
    return report
  }
}
