// `rehearse merge`: puts the results of shards together, into the reports that one machine would have
// written.

import Rehearsal
import RehearsalCases
import RehearsalPrompt
import RehearsalRunner

/// The result of the cases of all shards, counted.
struct MergeTally {
  private(set) var summary = TestSummary()
  private(set) var mutations = MutationReport()
  /// The exit codes of the shards.
  let exitCodes: [Int32]

  init(exitCodes: [Int32]) { self.exitCodes = exitCodes }

  mutating func count(_ event: TestEvent) {
    guard case .caseEnded(let result) = event else { return }
    summary.count(result)
    if let outcome = MutationSuite.Outcome(rawValue: result.fields[.outcome]?.string ?? "") {
      mutations.add(outcome)
    }
  }
}

/// Merges results.
struct MergeCommand: HostedCommand {
  static let name = "merge"
  static let abstract = "Merge the results of shards into one report."
  static let discussion = """
    Examples:
      rehearse storm --pairs --shard 1/2 --format results=1.jsonl Tests     on one machine
      rehearse storm --pairs --shard 2/2 --format results=2.jsonl Tests     on another one
      rehearse merge --format junit=all.xml --format html=all.html *.jsonl

    Each report is the one that a single machine would have written, except for elapsed times. A \
    shard that is missing, incomplete or changed, or belongs to another version, other scripts or \
    other options, is an error; a shard that is given twice counts once. Pictures need the \
    scripts: each case is run once for them, undisturbed. The exit code is that of a single \
    machine, or 64 if the results cannot be merged.
    """

  private var reporting = ReportOptions()
  private var colors = ColorOptions()
  private var paths: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options", ReportOptions.options(in: \.reporting), ColorOptions.options(in: \.colors))
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many(
      "results", \.paths, .file(ending: "jsonl"),
      "Files written by `--format results=FILE`, one for each shard, in any order.", atLeast: 1)
  }

  /// The subcommands whose results these can be.
  private static let commands: [any SharedCommand.Type] = [
    TestCommand.self, StormCommand.self, MutateCommand.self, ExploreCommand.self,
  ]

  func validate() throws(CommandEnd) {
    try ReportDestination.check(
      reporting.format, among: ReportFormat.all.filter { $0 != .results })
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    var runs: [RecordedRun] = []
    for path in paths {
      let bytes = try ResultsFile.bytes(of: path, for: "merge")
      runs.append(
        try read { () throws(ResultsError) in
          try RecordedRun(reading: bytes, name: path)
        })
    }
    let merged = try read { () throws(ResultsError) in try MergedRun(runs) }
    guard let command = Self.commands.first(where: { $0.name == merged.header.command }) else {
      throw .usage("`rehearse \(merged.header.command)` is no command that has shards.")
    }
    try write(merged, of: command, host)
  }

  private func read<Value>(
    _ body: () throws(ResultsError) -> Value
  ) throws(CommandEnd) -> Value {
    do throws(ResultsError) { return try body() } catch { throw .usage("\(error)") }
  }

  private func write<Command: SharedCommand>(
    _ merged: MergedRun, of kind: Command.Type, _ host: ScriptHost
  ) throws(CommandEnd) {
    guard
      case .command(let command) = try Command.read(
        merged.header.arguments, readsConfiguration: false)
    else {
      throw .usage("The results name no options of `rehearse \(Command.name)`.")
    }
    let files = merged.header.files.map(\.path)
    let (load, isStrict) = command.loading(host: host)
    if reporting.showsLives {
      try read { () throws(ResultsError) in try merged.checkScripts(load) }
    }
    let reports = TestReports(
      try ReportOutput.open(reporting.format, on: files + paths),
      text: command.textReport(on: files), colors: colors)
    var tally = MergeTally(exitCodes: merged.exitCodes)
    let show = { (event: TestEvent) in
      tally.count(event)
      reports.show(event)
    }
    do {
      try reporting.showsLives
        ? merged.replayWithLives(load, isStrict: isStrict, show) : merged.replay(show)
    } catch { throw .usage("\(error)") }
    let ending = try command.ending(of: tally)
    reports.show(.runEnded(ending))
    if ending.exitCode != 0 { throw .exit(ending.exitCode) }
  }
}
