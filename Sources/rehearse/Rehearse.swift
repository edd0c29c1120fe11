// The command: its subcommands, version and exit codes, and what several subcommands share, the
// option that sets limits and the reporter of diagnostics.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax

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
      MutateCommand.self, ExplainCommand.self, RulesCommand.self, ProfileCommand.self,
      PromptCommand.self,
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

// MARK: - Limits

/// `--limit NAME=VALUE`, as often as there are limits.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Set a limit; may be given several times.", discussion: LimitOptions.table,
      valueName: "name=value"))
  var settings: [String] = []

  /// The limits of a run.
  ///
  /// They are read twice: by `validate`, which refuses what cannot be read, and here.
  var limits: RunLimits { (try? read()) ?? RunLimits() }

  func validate() throws { _ = try read() }

  private func read() throws -> RunLimits {
    var limits = RunLimits()
    for setting in settings {
      do { try limits.set(setting) } catch { throw ValidationError(error.message) }
    }
    return limits
  }

  /// Every limit with its default.
  private static let table: String = {
    let defaults = RunLimits()
    var text = ""
    for name in LimitName.allCases {
      if !text.isEmpty { text += "\n" }
      text += "\(name.rawValue)=\(name.unit.text(defaults[name])): \(name.summary)."
    }
    return text
  }()
}

// MARK: - Diagnostics

/// Writes what is wrong with scripts.
struct Reporter {
  private var hasHinted = false

  /// Reads and checks a script, and writes what is wrong with it; nil where it cannot be run.
  mutating func runnableScript(_ path: String, limits: RunLimits = RunLimits()) -> Script? {
    guard let script = script(path, limits: limits) else { return nil }
    show(script.diagnostics)
    return script.isRunnable ? script : nil
  }

  /// Reads and checks a script; nil, with the reason written, where it cannot be read.
  ///
  /// Where it is tested, its comments about limits count.
  mutating func script(
    _ path: String, limits: RunLimits = RunLimits(), isTested: Bool = false
  ) -> Script? {
    do { return try ScriptFile.load(path, limits: limits, isTested: isTested) } catch {
      show(error)
      return nil
    }
  }

  /// Writes diagnostics.
  mutating func show(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return }
    StandardStream.error.write(
      DiagnosticRenderer(usesColor: StandardStream.error.usesColor).render(diagnostics))
    hint(about: first.identifier)
  }

  /// Writes why a file cannot be read.
  mutating func show(_ error: ScriptReadError) {
    let identifier: DiagnosticIdentifier = error.isMissing ? .fileNotFound : .fileNotReadable
    StandardStream.error.writeLine("\(error.path): error[\(identifier.rawValue)]: \(error.reason)")
    hint(about: identifier)
  }

  /// Writes why a file cannot be written.
  func show(_ error: ScriptWriteError) {
    StandardStream.error.writeLine("\(error.path): error: it cannot be written: \(error.reason)")
  }

  /// Says where to read more about a finding, unless that was said already.
  mutating func hint(about identifier: DiagnosticIdentifier?) {
    guard let identifier, !hasHinted else { return }
    hasHinted = true
    StandardStream.error.writeLine("\n`rehearse explain \(identifier.rawValue)` tells more.")
  }
}
