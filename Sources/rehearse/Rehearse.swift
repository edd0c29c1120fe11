// The command: its subcommands, version and exit codes. Each subcommand stands in a file of its
// own; this one only names them.

import ArgumentParser
import Rehearsal

@main
struct Rehearse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Plays the life of iOS apps from scripts, in virtual time.",
    discussion: """
      Exit codes: 0 fine; 1 an expectation failed, an app crashed or a script failed; \
      2 a script has errors or cannot be read; 3 the output cannot be written; 64 wrong usage.
      """,
    version: version,
    subcommands: [
      RunCommand.self, TestCommand.self, CheckCommand.self, FormatCommand.self,
      ExplainCommand.self, RulesCommand.self, ProfileCommand.self, PromptCommand.self,
    ],
    defaultSubcommand: PromptCommand.self)

  /// The version that `--version` prints.
  static let version = "0.1.0"
}

extension RunExitCode {
  /// Ends the command with this code; one that passed comes to its end by itself.
  func leave() throws {
    guard self != .passed else { return }
    throw ExitCode(rawValue)
  }
}
