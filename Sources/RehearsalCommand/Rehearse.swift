// The command: its subcommands, version and exit codes, and what several subcommands share, the
// options for limits and colours and the reporter of diagnostics.

import ArgumentParser
import Dispatch
import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax

/// The command `rehearse`, for a tool of your own that knows your native apps and functions.
public struct RehearseCommand: Sendable {
  private let host: ScriptHost

  /// Makes the command.
  ///
  /// - Parameter host: The functions and native apps besides the built-in ones.
  public init(host: ScriptHost = ScriptHost()) {
    self.host = host
  }

  /// Does what the arguments of the process say, and ends the process where it failed.
  public func main() async {
    if let command = begin() { await finish(command) }
  }

  /// Does the same on this thread, which waits for what other threads do.
  package func mainOnThisThread() {
    guard let command = begin() else { return }
    let hasEnded = DispatchSemaphore(value: 0)
    Task.detached {
      await finish(command)
      hasEnded.signal()
    }
    hasEnded.wait()
  }

  /// Does what the arguments say, unless it has to wait: then whoever calls has to finish it.
  private func begin() -> (any WaitingCommand)? {
    do {
      var command = try Rehearse.command(for: Array(CommandLine.arguments.dropFirst()))
      if let command = command as? any WaitingCommand { return command }
      if let hosted = command as? any HostedCommand {
        try hosted.run(host: host)
      } else {
        try command.run()
      }
      return nil
    } catch { Rehearse.exit(withError: error) }
  }

  private func finish(_ command: any WaitingCommand) async {
    do { try await command.run(host: host) } catch { Rehearse.exit(withError: error) }
  }
}

/// A subcommand that plays or checks scripts one after the other, which use what a host has.
protocol HostedCommand: ParsableCommand {
  func run(host: ScriptHost) throws
}

/// A subcommand that waits for the threads on which it plays scripts.
protocol WaitingCommand: ParsableCommand, Sendable {
  func run(host: ScriptHost) async throws
}

struct Rehearse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Plays the life of iOS apps from scripts, in virtual time.",
    discussion: """
      Examples:
        rehearse                          converse with a device
        rehearse run notes.rehearsal      play a script and show what happens
        rehearse test                     run the scenarios below the current folder
        rehearse check --fix notes.rehearsal

      Exit codes: 0 fine; 1 an expectation failed, an app crashed or a script failed; \
      2 a script has errors or cannot be read; 3 the output cannot be written; 64 wrong usage; \
      130 stopped by the user.
      """,
    version: Release.version, subcommands: commands, defaultSubcommand: PromptCommand.self)

  /// The subcommands, in the order of the help.
  static let commands: [any ParsableCommand.Type] = [
    RunCommand.self, TestCommand.self, ExploreCommand.self, StormCommand.self, DrawCommand.self,
    CheckCommand.self,
    FormatCommand.self, MutateCommand.self, ExplainCommand.self, RulesCommand.self,
    ProfileCommand.self, DoctorCommand.self, PromptCommand.self,
  ]

  /// The command that arguments ask for.
  ///
  /// The first argument chooses among the subcommands, so that the options of one of them are made and
  /// not those of all. What that one does not take as it stands, such as a mistake or a question for
  /// help, is told with all subcommands in view.
  static func command(for arguments: [String]) throws -> any ParsableCommand {
    let named = arguments.first.flatMap { name in
      commands.first { $0.configuration.commandName == name }
    }
    let subcommand = arguments.isEmpty ? PromptCommand.self : named
    if let command = try? subcommand?.parseAsRoot(Array(arguments.dropFirst())) { return command }
    return try parseAsRoot(arguments)
  }
}

extension RunExitCode {
  /// Ends the command with this code; one that passed comes to its end by itself.
  func leave() throws {
    guard self != .passed else { return }
    throw ExitCode(rawValue)
  }
}

extension CompletionKind {
  /// Scripts, and folders on the way to them.
  static var scripts: CompletionKind { .file(extensions: ["rehearsal"]) }
}

// MARK: - Limits

/// `--limit NAME=VALUE`, as often as there are limits.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Set a limit; may be given several times. `rehearse explain limits` lists them.",
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
}

// MARK: - Imports

/// `--root FOLDER`.
struct ImportOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Let scripts import what lies below this folder; without it what lies below the folders "
        + "given, else below each script's own.", valueName: "folder"))
  var root: String?

  /// The folders from which scripts may import.
  func roots(of paths: [String]) -> ImportRoots { ImportRoots(root: root, paths: paths) }
}

// MARK: - Colours

/// `--color WHEN`.
struct ColorOptions: ParsableArguments {
  @Option(
    name: .long,
    help: """
      When to colour: auto, always, never. With auto a terminal is coloured, unless NO_COLOR \
      declines it; FORCE_COLOR and CLICOLOR_FORCE ask for it anywhere.
      """)
  var color = ColorChoice.auto

  /// Whether to colour what is written to a stream.
  func usesColor(on stream: StandardStream) -> Bool {
    switch color {
    case .auto: stream.usesColor
    case .always: true
    case .never: false
    }
  }
}

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

// MARK: - Diagnostics

/// Writes what is wrong with scripts.
struct Reporter {
  private let usesColor: Bool
  private let host: ScriptHost
  private let roots: ImportRoots
  private var hasHinted = false
  /// What was shown of files that several scripts import.
  private var shown: Set<String> = []

  init(
    _ colors: ColorOptions, host: ScriptHost = ScriptHost(), roots: ImportRoots = ImportRoots()
  ) {
    self.roots = roots
    usesColor = colors.usesColor(on: .error)
    self.host = host
  }

  /// Finds the scripts among some paths, and writes what is wrong with paths.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - entersPackages: Whether Swift packages below folders are searched, too; else it is said
  ///     that they were left out.
  /// - Returns: The scripts; whether all paths have any.
  mutating func scripts(
    in paths: [String], entersPackages: Bool = false
  ) -> (files: [String], isComplete: Bool) {
    var (files, isComplete) = ([String](), true)
    for path in paths {
      do {
        let found = try ScriptFile.search([path], entersPackages: entersPackages)
        files += found.files
        for package in found.packages {
          StandardStream.error.writeLine(
            "\(package): left out: it is a Swift package of its own, with a command of its own; "
              + "name the folder to have its scripts all the same")
        }
      } catch {
        show(error)
        isComplete = false
      }
    }
    return (files, isComplete)
  }

  /// Reads and checks a script, and writes what is wrong with it; nil where it cannot be run.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limits: The bounds of reading and running.
  ///   - source: What standard input holds, where it was read before.
  /// - Returns: The script, which can be run.
  mutating func runnableScript(
    _ path: String, limits: RunLimits = RunLimits(), standardInput source: SourceText? = nil
  ) -> Script? {
    let read = source.map {
      Script($0, host: host, limits: limits, imports: ScriptFile.imports(of: path))
    }
    guard let script = read ?? script(path, limits: limits) else { return nil }
    show(script.diagnostics, of: script)
    return script.isRunnable ? script : nil
  }

  /// Reads and checks a script; nil, with the reason written, where it cannot be read.
  mutating func script(_ path: String, limits: RunLimits = RunLimits()) -> Script? {
    do { return try ScriptFile.load(path, host: host, limits: limits, roots: roots) } catch {
      show(error)
      return nil
    }
  }

  /// Writes what is wrong with a script; of what it shares with scripts that were shown before, it is
  /// said that it stands above.
  mutating func show(_ diagnostics: [Diagnostic], of script: Script) {
    let new = diagnostics.filter { diagnostic in
      let place = "\(diagnostic.source.name):\(diagnostic.range.start)"
      return shown.insert("\(place):\(diagnostic.identifier):\(diagnostic.message)").inserted
    }
    if new.count < diagnostics.count {
      StandardStream.error.writeLine(
        "\(script.source.name.printableLine): what is wrong here, or with what it imports, stands "
          + "above")
    }
    show(new)
  }

  /// Writes diagnostics.
  mutating func show(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return }
    StandardStream.error.write(
      DiagnosticRenderer(usesColor: usesColor).render(diagnostics))
    hint(about: first.identifier)
  }

  /// Writes why a file cannot be read.
  mutating func show(_ error: ScriptReadError) {
    StandardStream.error.writeLine("\(error)")
    hint(about: error.identifier)
  }

  /// Writes why a file cannot be written.
  func show(_ error: FileWriteError) {
    StandardStream.error.writeLine(
      "\(error.path.printableLine): error: it cannot be written: \(error.reason)")
  }

  /// Says where to read more about a finding, unless that was said already.
  mutating func hint(about identifier: DiagnosticIdentifier?) {
    guard let identifier, !hasHinted else { return }
    hasHinted = true
    StandardStream.error.writeLine("\n`rehearse explain \(identifier.rawValue)` tells more.")
  }
}
