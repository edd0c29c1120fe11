// `rehearse mutate`: changes the code of apps, one place at a time, and lists what no scenario
// notices.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Tests the tests.
struct MutateCommand: WaitingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate", abstract: "List changes of apps that no scenario notices.",
    discussion: """
      Examples:
        rehearse mutate Tests
        rehearse mutate --at-least 80 notes.rehearsal
        rehearse mutate --filter 'notes.rehearsal:1[0-9]:' Tests
        rehearse mutate --format junit=mutants.xml --format github Tests

      In the code of the scripts' apps, imported ones included, each statement is dropped and \
      each condition negated, one at a time; the sides of && and || are conditions of their own. \
      For each change the scenarios that run its place are played until one fails. What prints \
      or logs is left alone, and a change that gives no valid script does not count. The scripts \
      have to pass as they stand. Exit codes: 0 fine; 1 a script fails, or fewer changes are \
      noticed than --at-least demands; 2 a script has errors or cannot be read.
      """)

  @Option(help: ArgumentHelp("Fail if less is noticed, in percent.", valueName: "percentage"))
  var atLeast: Int?

  @Option(
    help: ArgumentHelp(
      "Make only the changes whose line, as --list shows it, matches.", valueName: "regex"))
  var filter: String?

  @Flag(help: "List the changes, and make none.")
  var list = false

  @Option(help: "How many changes run at a time; as many as there are cores by default.")
  var jobs = ProcessEnvironment.coreCount

  @OptionGroup var reporting: ReportOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var imports: ImportOptions

  @ArgumentParser.Argument(
    help: "Script files, and folders with *.rehearsal files; - reads standard input.",
    completion: .scripts)
  var paths: [String]

  func validate() throws {
    if let atLeast, !(0...100).contains(atLeast) {
      throw ValidationError("--at-least takes a percentage, 0 to 100.")
    }
    guard jobs > 0 else { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
    _ = try pattern()
    try ReportDestination.check(
      reporting.format, among: ReportFormat.all.filter { !$0.showsLives })
  }

  func run(host: ScriptHost) async throws {
    var reporter = Reporter(colors, host: host)
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    var suite: MutationSuite
    do {
      suite = try MutationSuite.load(
        files, host: host, limits: limits.limits, roots: imports.roots(of: paths))
      if !list { try suite.runUnchanged() }
    } catch {
      return try report(error, with: &reporter).leave()
    }
    let changes = try chosen(suite.changes)
    if list {
      for change in changes {
        StandardStream.output.writeLine(change.heading.printable)
      }
      return
    }
    let reports = TestReports(try ReportOutput.open(reporting.format), colors: colors)
    var report = MutationReport()
    await forEach(changes, in: suite) { change, outcome, elapsed in
      report.add(outcome)
      reports.show(.caseEnded(change.caseResult(outcome, after: elapsed)))
    }
    var code = atLeast.map { report.reaches($0) } == false ? RunExitCode.failed : .passed
    // Where nothing could be changed, nothing was tested.
    if report.score == nil { code = .usage }
    reports.show(.runEnded(report.ending(code)))
    try code.leave()
  }

  private func chosen(_ changes: [MutationSuite.Change]) throws -> [MutationSuite.Change] {
    guard let pattern = try pattern() else { return changes }
    let chosen = changes.filter { $0.heading.firstMatch(of: pattern) != nil }
    guard !chosen.isEmpty else {
      throw ValidationError("No change of \(changes.count) is chosen by --filter.")
    }
    return chosen
  }

  private func pattern() throws -> Regex<AnyRegexOutput>? {
    guard let filter else { return nil }
    do { return try Regex(filter) } catch {
      throw ValidationError("--filter \(filter) is no regular expression: \(error)")
    }
  }

  /// Makes changes, as many at a time as there are jobs, and shows what came of them in their order.
  private func forEach(
    _ changes: [MutationSuite.Change], in suite: MutationSuite,
    show: (MutationSuite.Change, MutationSuite.Outcome, Duration) -> Void
  ) async {
    await withTaskGroup(of: (Int, MutationSuite.Outcome, Duration).self) { group in
      var waiting = changes.enumerated().makeIterator()
      var known: [Int: (MutationSuite.Outcome, Duration)] = [:]
      var shownCount = 0
      func addNext() {
        guard let (number, change) = waiting.next() else { return }
        group.addTask {
          let start = ContinuousClock.now
          return (number, suite.outcome(of: change), ContinuousClock.now - start)
        }
      }
      for _ in 0..<jobs { addNext() }
      while let (number, outcome, elapsed) = await group.next() {
        known[number] = (outcome, elapsed)
        while let (outcome, elapsed) = known.removeValue(forKey: shownCount) {
          show(changes[shownCount], outcome, elapsed)
          shownCount += 1
        }
        addNext()
      }
    }
  }

  /// Writes why the suite cannot be used.
  private func report(_ error: any Error, with reporter: inout Reporter) throws -> RunExitCode {
    switch error {
    case let error as ScriptReadError: reporter.show(error)
    case MutationSuite.UnusableReason.errors(let diagnostics): reporter.show(diagnostics)
    case MutationSuite.UnusableReason.failing(let tests):
      for test in tests {
        let what = test.title.map { "\"\($0.printableLine)\"" } ?? "the statements"
        StandardStream.error.writeLine(
          "\(test.source.name.printableLine): \(what): fails before any change")
      }
      StandardStream.error.writeLine("The scripts have to pass first; `rehearse test` says more.")
      return .failed
    default: throw error
    }
    return .scriptError
  }
}
