// `rehearse test`: runs the scenarios of all scripts below some folders and reports failures in
// full.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalPrompt

/// Tests scripts.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the scenarios of scripts and report failures.",
    discussion: """
      A script without scenarios counts as one test, one that only declares as none. A script may say in trailing comments what \
      it expects of its run: // prints: TEXT, // error: ID, // warning: ID, // fault: ID, \
      // fails, // exit: CODE; and set limits for it: // limit: NAME=VALUE.
      """)

  @Flag(name: [.short, .long], help: "Show failures and the summary only.")
  var quiet = false

  @OptionGroup var limits: LimitOptions

  @Argument(help: "Script files, and folders with *.rehearsal files; - reads standard input.")
  var paths: [String]

  func run() throws {
    var reporter = Reporter()
    let files: [String]
    do { files = try ScriptFile.find(in: paths) } catch {
      reporter.show(error)
      return try RunExitCode.scriptError.leave()
    }
    var passed = 0
    var failed = 0
    var skipped = 0
    var code = RunExitCode.passed
    for file in files {
      guard let script = reporter.script(file, limits: limits.limits, isTested: true) else {
        failed += 1
        code = .scriptError
        continue
      }
      let outcome = ScriptOutcome(of: script)
      show(outcome, file)
      reporter.show(outcome.warnings)
      reporter.hint(about: outcome.identifiers.first)
      passed += outcome.passedCount
      failed += outcome.failedCount
      skipped += outcome.skippedCount
      if outcome.failedCount > 0, code == .passed {
        code = outcome.isScriptError ? .scriptError : .failed
      }
    }
    StandardStream.output.writeLine(
      "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : ""))
    try code.leave()
  }

  private func show(_ outcome: ScriptOutcome, _ file: String) {
    if quiet && outcome.failedCount == 0 { return }
    StandardStream.output.writeLine(file)
    for line in outcome.lines(usesColor: StandardStream.output.usesColor, isQuiet: quiet) {
      StandardStream.output.writeLine("  " + line)
    }
    StandardStream.output.writeLine()
  }
}
