// `rehearse mutate`: changes the code of apps, one place at a time, and lists what no scenario
// notices.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalPrompt

/// Tests the tests.
struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate", abstract: "List changes of apps that no scenario notices.",
    discussion: """
      Examples: rehearse mutate Tests; rehearse mutate --at-least 80 notes.rehearsal

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

  @OptionGroup var limits: LimitOptions

  @Argument(help: "Script files, and folders with *.rehearsal files; - reads standard input.")
  var paths: [String]

  func validate() throws {
    if let atLeast, !(0...100).contains(atLeast) {
      throw ValidationError("--at-least takes a percentage, 0 to 100.")
    }
    _ = try pattern()
  }

  func run() throws {
    var reporter = Reporter()
    var suite: MutationSuite
    do {
      suite = try MutationSuite.load(ScriptFile.find(in: paths), limits: limits.limits)
      if !list { try suite.runUnchanged() }
    } catch {
      return try report(error, with: &reporter).leave()
    }
    let pattern = try pattern()
    var report = MutationReport()
    for change in suite.changes {
      let line = MutationReport.line(of: change)
      if let pattern, line.firstMatch(of: pattern) == nil { continue }
      if list {
        StandardStream.output.writeLine(line)
      } else if let finding = report.add(change, suite.outcome(of: change)) {
        StandardStream.output.writeLine(finding)
      }
    }
    if list { return }
    StandardStream.output.writeLine(report.summary)
    if let atLeast, !report.reaches(atLeast) { try RunExitCode.failed.leave() }
  }

  private func pattern() throws -> Regex<AnyRegexOutput>? {
    guard let filter else { return nil }
    do { return try Regex(filter) } catch {
      throw ValidationError("--filter takes a regular expression: \(error)")
    }
  }

  /// Writes why the suite cannot be used.
  private func report(_ error: any Error, with reporter: inout Reporter) throws -> RunExitCode {
    switch error {
    case let error as ScriptReadError: reporter.show(error)
    case MutationSuite.Obstacle.errors(let diagnostics): reporter.show(diagnostics)
    case MutationSuite.Obstacle.failing(let tests):
      for test in tests {
        let what = test.title.map { "\"\($0)\"" } ?? "the statements"
        StandardStream.error.writeLine("\(test.source.name): \(what): fails before any change")
      }
      StandardStream.error.writeLine("The scripts have to pass first; `rehearse test` says more.")
      return .failed
    default: throw error
    }
    return .scriptError
  }
}
