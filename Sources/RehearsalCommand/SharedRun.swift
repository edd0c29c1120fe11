// What several machines share: `--shard i/n`, or what Bazel and GitLab say of it in the environment, and
// the plan by which each of them knows its cases without asking the others.

import Rehearsal
import RehearsalCases
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import RehearsalText
import RehearsalValues
import Synchronization

/// `--shard` and `--balance`.
struct ShardOptions: OptionGroup, Sendable {
  private var given: Shard?
  private var earlier: [String] = []

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--shard"], \.given, .shard,
        "Run only this part of the cases, such as 2/5; `rehearse merge` merges the results."
      ).local,
      .list(
        ["--balance"], \.earlier, .path("file", .file(ending: nil)),
        "Divide the cases by the times in the results of an earlier run; may be repeated."
      ).local,
    ]
  }

  /// Where a build system says which part a process is.
  private struct Variables {
    let number: String
    let count: String
    /// The number of the first part.
    let first: Int
    /// The file by whose presence the build system knows that it was understood.
    var status: String?

    static let all = [
      Variables(
        number: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0,
        status: "TEST_SHARD_STATUS_FILE"),
      Variables(number: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    ]
  }

  /// The part that this machine runs, and who says so; nil if all of it is run.
  func shard() throws(CommandEnd) -> (shard: Shard, source: String)? {
    for variables in Variables.all {
      guard let status = variables.status.flatMap(ProcessEnvironment.variable), !status.isEmpty,
        !FilePath(status).exists
      else { continue }
      do throws(FileWriteError) { try WholeFile.write([], to: status) } catch {
        throw .usage("\(error.path), which \(variables.status ?? "") names: \(error.reason)")
      }
    }
    if let given { return (given, "--shard") }
    for variables in Variables.all {
      guard let count = ProcessEnvironment.variable(variables.count) else { continue }
      let number = ProcessEnvironment.variable(variables.number)
      // GitLab says of every job that it is one of so many; of a job by itself it gives no number.
      if number == nil, count == "1" { continue }
      guard let number = number.flatMap(Int.init), let count = Int(count),
        let shard = Shard(number - variables.first + 1, of: count)
      else {
        throw .usage(
          "\(variables.number)=\(number ?? "") of \(variables.count)=\(count) is not a shard; use "
            + "--shard I/N to override it.")
      }
      return (shard, "\(variables.number) and \(variables.count)")
    }
    return nil
  }

  /// The times that cases took earlier, by their names.
  func times() throws(CommandEnd) -> [String: Duration] {
    var times: [String: Duration] = [:]
    for path in earlier {
      for earlier in try EarlierCase.all(in: path, for: "--balance") {
        guard let elapsed = earlier.elapsed else {
          throw .usage("--balance \(path): it has no times; --format results=FILE writes them.")
        }
        times[earlier.name, default: .zero] += elapsed
      }
    }
    return times
  }
}

extension ValueReader where Value == Shard {
  /// A part among several.
  fileprivate static var shard: ValueReader {
    ValueReader(
      placeholder: "i/n", expected: "a number from 1 to n and n, at most \(Shard.most), as in 2/5"
    ) { text, _ in
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
      return Shard(number, of: count)
    }
  }
}

/// How a case came out in an earlier run, as results or a report in JSON tell it.
struct EarlierCase {
  let name: String
  let hasFailed: Bool
  let elapsed: Duration?

  /// The cases in a file.
  static func all(in path: String, for option: String) throws(CommandEnd) -> [EarlierCase] {
    let bytes = try ResultsFile.bytes(of: path, for: option)
    var cases: [EarlierCase] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let object: JSONValue
      do { object = try JSONValue(reading: Array(line)) } catch {
        throw .usage("\(option) \(path):\(number + 1): \(error)")
      }
      guard object["event"]?.string == "caseEnded", let file = object["file"]?.string,
        let title = object["title"]?.string, let status = object["status"]?.string
      else { continue }
      cases.append(
        EarlierCase(
          name: file + "/" + title,
          hasFailed: CaseResult.Status(rawValue: status)?.isFailure ?? false,
          elapsed: object["elapsed"]?.integer.map { .nanoseconds($0) }))
    }
    return cases
  }
}

/// Files that a run wrote, or an earlier one.
enum ResultsFile {
  /// The most that is read of one, in bytes.
  private static let most = 1 << 30

  /// The bytes of a file.
  static func bytes(of path: String, for what: String) throws(CommandEnd) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try FilePath(path).bytes(atMost: most + 1) } catch {
      throw .usage("\(what) \(path) cannot be read: \(error)")
    }
    guard bytes.count <= most else {
      throw .usage("\(what) \(path): the file is larger than \(most >> 20) MB.")
    }
    return bytes
  }
}

/// A subcommand whose cases several machines can share.
protocol SharedCommand: Subcommand, Sendable {
  /// What it was given, where that decides what comes out.
  var given: [String] { get }
  /// The outcome of all parts, as reports give it; throws where one machine would have refused.
  func ending(of tally: MergeTally) throws(CommandEnd) -> RunEnding
  /// The report for people of these scripts.
  func textReport(on files: [String]) -> TextReport
  /// How a script is read, and whether its warnings are failures.
  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool)
}

extension SharedCommand {
  /// What this machine does of some cases, where several share them or results are asked for.
  func share(
    _ cases: [TestCase], of files: [String], by sharing: ShardOptions, _ reporting: ReportOptions,
    _ host: ScriptHost
  ) throws(CommandEnd) -> SharedRun? {
    let shard = try sharing.shard()
    guard shard != nil || reporting.keepsResults else { return nil }
    let load = loading(host: host).load
    let plan = CasePlan(
      cases, in: files.map { ResultsHeader.File(load($0)) }, times: try sharing.times())
    return try SharedRun(of: self, plan, shard)
  }

  /// What this machine plays of the cases of a runner, which plays no others then.
  func share(
    _ files: [String], among runner: inout TestRunner, by sharing: ShardOptions,
    _ reporting: ReportOptions, unit: CasePlan.Unit, repetitions: Int = 1,
    isolation: isolated (any Actor)? = #isolation, unless refuse: () throws(CommandEnd) -> Void
  ) async throws(CommandEnd) -> SharedRun? {
    let shard = try sharing.shard()
    guard shard != nil || reporting.keepsResults else { return nil }
    try refuse()
    let plan = await runner.plan(files, unit: unit, times: try sharing.times())
    let shared = try SharedRun(of: self, plan, shard, repetitions: repetitions)
    if shard != nil, !plan.cases.isEmpty { runner.selection.part = Set(shared.cases) }
    return shared
  }
}

/// The part of a run that this machine plays.
struct SharedRun: Sendable {
  let plan: CasePlan
  let shard: Shard
  private let header: ResultsHeader

  /// Makes the part.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - plan: The cases of all parts.
  ///   - shard: The part, and who says so; nil for all of it.
  ///   - repetitions: How often each case is run.
  /// - Throws: `CommandEnd` for a run that cannot be shared out so.
  init<Command: SharedCommand>(
    of command: Command, _ plan: CasePlan, _ shard: (shard: Shard, source: String)?,
    repetitions: Int = 1
  ) throws(CommandEnd) {
    var known: Set<String> = []
    if let twice = plan.files.first(where: { !known.insert($0.path).inserted }) {
      throw .usage("\(twice.path) is named twice; name it once.")
    }
    self.plan = plan
    self.shard = shard?.shard ?? .whole
    header = ResultsHeader(
      command: Command.name, arguments: command.given, plan: plan, shard: self.shard,
      repetitions: repetitions)
    guard let shard else { return }
    StandardStream.error.writeLine(
      "shard \(shard.shard) by \(shard.source): \(cases.count) of \(plan.cases.count) cases")
  }

  /// Its cases.
  var cases: [TestCase] { part(of: plan.cases) }

  /// What this machine does of something that has a case each.
  func part<Element>(of all: [Element]) -> [Element] {
    zip(all, plan.parts(sharedBy: shard.count)).filter { $0.1 == shard.number }.map(\.0)
  }

  /// The report that `rehearse merge` reads.
  func results(width: Int) -> ResultsReport { ResultsReport(header, plan, width: width) }
}

extension TestRunner {
  /// The plan of the chosen cases of some files.
  func plan(
    _ files: [String], unit: CasePlan.Unit, times: [String: Duration]
  ) async -> CasePlan {
    let read = Mutex<[String: ResultsHeader.File]>([:])
    var runner = self
    runner.load = { [load] path in
      let script = load(path)
      let file = ResultsHeader.File(script)
      read.withLock { $0[path] = file }
      return script
    }
    let cases = await runner.cases(in: files)
    let known = read.withLock(\.self)
    return CasePlan(
      cases, in: selection.ordered(files).compactMap { known[$0] }, unit: unit, times: times)
  }
}
