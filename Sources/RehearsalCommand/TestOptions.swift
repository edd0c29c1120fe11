// The options of `rehearse test`, by what they are about.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalRunner
import RehearsalText

/// Which cases are chosen, by `test` and `storm` alike.
extension TestSelection: OptionGroup {
  static var options: [OptionRow<Self>] {
    [
      .list(
        ["--filter"], \.filters, .regex,
        "Choose only cases whose FILE/TITLE matches; may be repeated."),
      .list(
        ["--tag"], \.tags, .symbol("tag"),
        "Choose only scenarios with this tag; may be repeated."
      ).configurable,
      .list(
        ["--not-tag"], \.excludedTags, .symbol("tag"),
        "Leave out scenarios with this tag; may be repeated."
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
        "Choose only cases that failed in an earlier run; the file is its json or results report.")
    ]
  }

  /// The names of those cases; nil for all.
  func names() throws(CommandEnd) -> Set<String>? {
    guard let path else { return nil }
    let cases = try EarlierCase.all(in: path, for: "--only-failed")
    guard !cases.isEmpty else {
      throw .usage(
        "--only-failed \(path): the file has no results; give a json or results report.")
    }
    let failed = Set(cases.filter(\.hasFailed).map(\.name))
    guard failed.isEmpty else { return failed }
    StandardStream.output.writeLine("nothing failed in \(path)")
    throw .exit(RunExitCode.passed.rawValue)
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
      .flag(["--list"], \.lists, "List the chosen cases; run none."),
      .flag(["--failed-first"], \.runsFailedFirst, "Run the cases first that failed last time."),
      .flag(
        ["--shuffle"], \.shuffles,
        "Run the scripts, and the cases in each, in random order."),
      .option(
        ["--seed"], \.seed, .number("seed", 0...UInt64.max),
        "The seed of --shuffle, to repeat an order."),
    ]
  }

  func validate() throws(CommandEnd) {
    guard seed == nil || shuffles else {
      throw .usage("--seed is the seed of --shuffle; give both.")
    }
  }

  /// Refuses what machines that know nothing of one another would do differently.
  func validateSharing() throws(CommandEnd) {
    if runsFailedFirst {
      throw .usage("--failed-first cannot be used with shards, which fail on several machines.")
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
        "Run each scenario on these versions of iOS, unless its own header names others."),
      .option(
        ["--model"], \.systems.models,
        .texts("models", models, isKnown: { ModelFamily(ofModel: $0) != nil }),
        "Run each scenario on these models, such as iPhone,iPad."),
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
  private var measuresIdleApps = false
  private(set) var repetitions = 1
  private var jobs = ProcessEnvironment.coreCount
  private var timeout: Duration?

  static var options: [OptionRow<Self>] {
    [
      .flag(["--fail-fast"], \.failsFast, "Stop after the first case that fails."),
      .flag(
        ["--strict"], \.isStrict,
        "Treat warnings as failures: refused verbs, and scenarios without `expect`."
      ).configurable,
      .flag(
        ["--comments"], \.readsComments,
        "Check each run against the trailing comments of its script."),
      .flag(
        ["--watch"], \.watches,
        "When a script or one of its imports changes, run its cases again; Ctrl-C ends."),
      .flag(
        ["--debug"], \.debugs,
        "Stop after the first case that fails, and open a prompt in its final state."),
      .flag(
        ["--idle-apps"], \.measuresIdleApps,
        "Count the scenarios that also pass if the apps do nothing, which takes one more run."
      ).configurable,
      .option(
        ["--repeat"], \.repetitions, .number("count", 1...Int.max), "How often to run each case."),
      .option(
        ["--jobs"], \.jobs, .parallelism("jobs"),
        "The number of scripts to run in parallel. The default is the number of cores."
      ).local,
      .option(
        ["--timeout"], \.timeout, .span,
        "The real time that one case may take, such as 500ms, 10s or 1min."
      ).configurable,
    ]
  }

  func apply(to runner: inout TestRunner) {
    runner.failsFast = failsFast || debugs
    runner.isStrict = isStrict
    runner.repetitions = repetitions
    runner.jobs = jobs
    runner.measuresIdleApps = measuresIdleApps
    runner.timeout = timeout
  }
}

/// What is reported, and where.
struct TestReportingOptions: OptionGroup, Sendable {
  private var isQuiet = false
  private var isVerbose = false
  private var durationCount = 0
  private var hasNoAdvice = false
  private(set) var reports = ReportOptions()

  /// Whether the run may end with what passing scenarios do not try.
  var advises: Bool { !isQuiet && !hasNoAdvice }

  static var options: [OptionRow<Self>] {
    [
      .flag(["-q", "--quiet"], \.isQuiet, "Show only failures and the summary."),
      .flag(["-v", "--verbose"], \.isVerbose, "Show the output of passing cases, too."),
      .option(
        ["--durations"], \.durationCount, .number("count", 0...Int.max),
        "List this number of the slowest cases at the end."),
      .flag(
        ["--no-advice"], \.hasNoAdvice,
        "Do not try whether an app that was away for long survives the loss of its memory."),
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
