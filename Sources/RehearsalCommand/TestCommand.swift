// `rehearse test`: runs the cases of all scripts below some folders and reports how they came out.

import ArgumentParser
import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Tests scripts.
struct TestCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the scenarios of scripts and report failures.",
    discussion: """
      Examples:
        rehearse test                              everything below the current folder
        rehearse test --filter 'login|logout'      what has one of these in its file or title
        rehearse test --failed-first --fail-fast   what failed last time, up to the first failure
        rehearse test --watch Scripts              again and again, while you write
        rehearse test --os 12,15,17 --model iPhone,iPad     each scenario on each system
        rehearse test --format junit=results.xml --format github

      A script without scenarios counts as one test, one that only declares as none. What a scenario prints is shown where it \
      fails. A script may say in trailing comments what it expects of its run: // prints: TEXT, \
      // error: ID, // warning: ID, // fault: ID, // fails, // exit: CODE; and set limits for it: \
      // limit: NAME=VALUE.
      """)

  @OptionGroup(title: "Choosing") var choice: TestChoiceOptions

  @OptionGroup(title: "Systems") var systems: TestSystemOptions

  @OptionGroup(title: "Running") var running: TestRunningOptions

  @OptionGroup(title: "Reporting") var reporting: TestReportingOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var imports: ImportOptions

  @Argument(help: "Script files, and folders with *.rehearsal files; - reads standard input.")
  var paths: [String] = ["."]

  func run(host: ScriptHost) async throws {
    var reporter = Reporter(colors, host: host, roots: imports.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    guard isComplete else { return try RunExitCode.scriptError.leave() }
    var runner = TestRunner()
    choice.apply(to: &runner)
    running.apply(to: &runner)
    runner.stopwatch = stopwatch()
    var loading = TestScript.Loading()
    loading.host = host
    loading.limits = limits.limits
    loading.roots = imports.roots(of: paths)
    loading.systems = systems.systems
    runner.load = { [loading] in TestScript($0, loading) }
    if choice.list { return try await list(files, runner, &reporter) }
    let summary = await run(files, runner, try ReportOutput.open(reporting.format))
    if summary.caseCount == 0, !summary.isInterrupted, !runner.selection.isEverything {
      throw ValidationError("No scenario of \(files.count) scripts is chosen by these options.")
    }
    try summary.exitCode.leave()
  }

  private func run(
    _ files: [String], _ runner: TestRunner, _ outputs: [ReportOutput]
  ) async -> TestSummary {
    let supervisor = CaseSupervisor(stopwatch: runner.stopwatch)
    let interruption = Interruption(supervisor, looksAtTheClock: runner.timeout != nil)
    defer { interruption.end() }
    let reports = TestReports(outputs, text: reporting.text, colors: colors)
    return await runner.run(files, supervisor: supervisor) { reports.show($0) }
  }

  /// Writes the names of the chosen cases.
  private func list(
    _ files: [String], _ runner: TestRunner, _ reporter: inout Reporter
  ) async throws {
    let cases = await runner.cases(in: files)
    var code = RunExitCode.passed
    var names = ""
    for testCase in cases {
      if testCase.content == .unusable {
        _ = reporter.runnableScript(testCase.file, limits: limits.limits)
        code = .scriptError
      } else {
        names += testCase.name + "\n"
      }
    }
    StandardStream.output.write(names)
    try code.leave()
  }

  /// The time since now, as this computer's clock has it.
  private func stopwatch() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }
}
