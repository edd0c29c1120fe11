// The options of `rehearse test`, by what they are about.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalRunner

/// Which cases are run, and in which order.
struct TestChoiceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only cases in whose FILE/TITLE this is found; may be given several times.",
      valueName: "regex"))
  var filter: [String] = []

  @Option(
    name: .long, help: "Only scenarios with this tag; may be given several times.",
    transform: { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  var tag: [String] = []

  @Flag(name: .long, help: "Write the names of the chosen cases, and run none.")
  var list = false

  @Flag(name: .long, help: "Run first what failed last time.")
  var failedFirst = false

  @Flag(name: .long, help: "Run the scripts, and the cases in each, in an order drawn at random.")
  var shuffle = false

  @Option(name: .long, help: "What --shuffle draws the order from, to have the same again.")
  var seed: UInt64?

  func validate() throws {
    guard seed == nil || shuffle else {
      throw ValidationError("--seed says what --shuffle draws from; give both.")
    }
    for pattern in filter {
      do { _ = try Regex(pattern) } catch {
        throw ValidationError("--filter \(pattern) is no regular expression: \(error)")
      }
    }
  }

  func apply(to runner: inout TestRunner) {
    // Whether they can be read was seen to by `validate`.
    runner.selection.filters = filter.compactMap { try? Regex($0) }
    runner.selection.tags = tag
    if shuffle { runner.selection.shuffleSeed = seed ?? UInt64.random(in: 0..<1_000_000) }
  }
}

/// On which systems the scenarios are played.
struct TestSystemOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Play each scenario on these versions, in place of the device's; its own header wins.",
      valueName: "versions"))
  var os: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Play each scenario on these models, such as iPhone,iPad.", valueName: "models"))
  var model: String?

  /// The choice.
  var systems: PlayedSystems {
    PlayedSystems(versions: Self.list(os), models: Self.list(model))
  }

  func validate() throws {
    if let unknown = systems.unknownVersion {
      throw ValidationError(
        "--os takes versions of the rules, \(RuleBook.versions), such as 12,15,17; not `\(unknown)`."
      )
    }
    if let unknown = systems.models.first(where: { !Profile.isModel($0) }) {
      throw ValidationError(
        "--model takes models, such as iPhone,iPad or \"iPhone 14 Pro\"; not `\(unknown)`.")
    }
  }

  /// The values of an option, parted by commas, each once.
  private static func list(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) {
      var value = $1.drop(while: \.isWhitespace)
      while value.last?.isWhitespace == true { value.removeLast() }
      if !$0.contains(String(value)) { $0.append(String(value)) }
    }
  }
}

/// How the cases are run.
struct TestRunningOptions: ParsableArguments {
  @Flag(name: .long, help: "Stop behind the first case that fails.")
  var failFast = false

  @Flag(name: .long, help: "Let warnings fail too: refused verbs, and scenarios without `expect`.")
  var strict = false

  @Flag(name: .long, help: "Hold scripts to what their trailing comments say of the run.")
  var comments = false

  @Flag(
    name: .long,
    help: "Run again what depends on a script that changes, until Ctrl-C; imports count.")
  var watch = false

  @Option(name: .long, help: "Run the cases that often.")
  var `repeat` = 1

  @Option(
    name: .long, help: "How many scripts run at a time; as many as there are cores by default.")
  var jobs = ProcessEnvironment.coreCount

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time of this computer that a case may take, such as 500ms, 10s or 1min.",
      valueName: "span"))
  var timeout: TimeoutSpan?

  func validate() throws {
    for (name, value) in [("--repeat", `repeat`), ("--jobs", jobs)] where value < 1 {
      throw ValidationError("\(name) takes a number from 1, not \(value).")
    }
  }

  func apply(to runner: inout TestRunner) {
    runner.failsFast = failFast
    runner.isStrict = strict
    runner.repetitions = `repeat`
    runner.jobs = jobs
    runner.timeout = timeout?.duration
  }
}

/// What is reported, and where.
struct TestReportingOptions: ParsableArguments {
  @Flag(name: [.short, .long], help: "Show failures and the summary only.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show what cases print that pass, too.")
  var verbose = false

  @Option(
    name: .long,
    help: ArgumentHelp("Name the slowest cases at the end, that many.", valueName: "count"))
  var durations = 0

  @OptionGroup var reports: ReportOptions

  /// The report for people.
  var text: TextReport {
    var report = TextReport()
    report.isQuiet = quiet
    report.isVerbose = verbose
    report.durationCount = durations
    return report
  }

  func validate() throws {
    guard durations >= 0 else {
      throw ValidationError("--durations takes a number from 0, not \(durations).")
    }
  }
}

/// A span on a command line, such as `500ms`, `10s` or `1min`; a number alone means seconds.
struct TimeoutSpan: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
    guard let (unit, seconds) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number > 0, number * seconds < 1e9
    else { return nil }
    duration = .seconds(number * seconds)
  }
}
