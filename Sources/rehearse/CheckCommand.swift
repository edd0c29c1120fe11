// `rehearse check`: reports what is wrong with scripts without running them.

import ArgumentParser
import Rehearsal

/// Checks scripts.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report errors in scripts without running them.")

  @Argument(help: "Script files; - reads standard input.")
  var files: [String]

  func run() throws {
    let broken = files.filter { Input.runnableScript($0) == nil }
    throw (broken.isEmpty ? RunExitCode.passed : .scriptError).asExit
  }
}
