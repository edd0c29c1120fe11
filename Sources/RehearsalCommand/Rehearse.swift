// The command: its subcommands and how it ends, and what several subcommands share, the options for
// limits and colours and the reporter of diagnostics.

import Dispatch
import Rehearsal
import RehearsalFiles
import RehearsalLanguageServer
import RehearsalPrompt
import RehearsalReference
import RehearsalSyntax
import RehearsalText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The command `rehearse`, for a tool of your own that knows your native apps and functions.
public struct RehearseCommand: Sendable {
  private let host: ScriptHost

  /// Makes the command.
  ///
  /// - Parameter host: The functions and native apps in addition to the built-in ones.
  public init(host: ScriptHost = ScriptHost()) {
    self.host = host
  }

  /// Does what the arguments of the process say, and ends the process where it failed.
  ///
  /// Apps whose code is isolated to the main actor are played there, whatever else is on the device.
  public func main() async {
    if host.needsMainActor { await mainOnMainActor() } else { await main(isolation: nil) }
  }

  @MainActor private func mainOnMainActor() async { await main(isolation: MainActor.shared) }

  private func main(isolation: isolated (any Actor)?) async {
    guard let work = begin() else { return }
    do throws(CommandEnd) { try await work(host, isolation) } catch { Rehearse.end(error) }
  }

  /// Does the same on this thread, which waits for what other threads do.
  package func mainOnThisThread() {
    guard let work = begin() else { return }
    let hasEnded = DispatchSemaphore(value: 0)
    Task.detached {
      do throws(CommandEnd) { try await work(host, nil) } catch { Rehearse.end(error) }
      hasEnded.signal()
    }
    hasEnded.wait()
  }

  /// Does what the arguments say, unless it has to wait: then the caller has to do it.
  private func begin() -> Rehearse.WaitingWork? {
    ProcessEnvironment.holdStandardStreams()
    WholeFile.removeUnfinishedAtSignals()
    do throws(CommandEnd) {
      switch try Rehearse.work(for: Array(CommandLine.arguments.dropFirst())) {
      case .now(let work): try work(host)
      case .waiting(let work):
        // Waiting takes files of the system's, and without them ends in a signal.
        guard ProcessEnvironment.canOpenFiles(6) else {
          StandardStream.error.writeLine(
            "error: the system lets this process open too few files; `ulimit -n 256` allows more")
          throw .exit(RunExitCode.failed.rawValue)
        }
        return work
      }
    } catch { Rehearse.end(error) }
    return nil
  }
}

/// A subcommand that plays or checks scripts one after the other, or none.
protocol HostedCommand: Subcommand {
  /// Does what it is for, with what a host has.
  func run(host: ScriptHost) throws(CommandEnd)
}

/// A subcommand that waits for the threads on which it plays scripts.
protocol WaitingCommand: Subcommand, Sendable {
  /// Does what it is for, with what a host has, where the code of the host's apps can run.
  func run(host: ScriptHost, isolation: isolated (any Actor)?) async throws(CommandEnd)
}

/// The command as a whole: its subcommands, and what it answers without one.
enum Rehearse {
  static let abstract = "Simulate the lifecycle of iOS apps from scripts, in virtual time."

  static let discussion = """
    Examples:
      rehearse                          use a simulated device, line by line
      rehearse run notes.rehearsal      run a script and show what happens
      rehearse test                     run the scenarios in the current folder and its subfolders
      rehearse check --fix notes.rehearsal

    Exit codes: 0 success; 1 an expectation failed, an app crashed or a script failed; \
    2 a script has errors or cannot be read; 3 the output cannot be written; 64 wrong usage; \
    130 stopped by the user.
    """

  /// The subcommands, in the order of the help.
  static let subcommands = commonSubcommands + furtherSubcommands

  /// Those that the help shows at first.
  private static let commonSubcommands: [AnySubcommand] = [
    AnySubcommand(RunCommand.self), AnySubcommand(TestCommand.self),
    AnySubcommand(StormCommand.self), AnySubcommand(ExploreCommand.self), AuditTool.subcommand,
    AnySubcommand(ExplainCommand.self), AnySubcommand(RulesCommand.self),
  ]

  private static let furtherSubcommands: [AnySubcommand] = [
    AnySubcommand(PromptCommand.self), AnySubcommand(CheckCommand.self),
    AnySubcommand(FormatCommand.self), AnySubcommand(DrawCommand.self),
    AnySubcommand(MutateCommand.self), AnySubcommand(MergeCommand.self),
    AnySubcommand(ProfileCommand.self), AnySubcommand(CardCommand.self),
    AnySubcommand(VectorsCommand.self), AnySubcommand(ProbesCommand.self),
    AnySubcommand(ConformCommand.self),
    AnySubcommand(DoctorCommand.self),
    AnySubcommand(LanguageServerCommand.self), AnySubcommand(DebugAdapterCommand.self),
    AnySubcommand(ModelContextCommand.self),
  ]

  /// What arguments ask for.
  enum Work {
    /// What is done at once.
    case now((ScriptHost) throws(CommandEnd) -> Void)
    /// What waits for other threads.
    case waiting(WaitingWork)
  }

  /// Work that waits for other threads.
  typealias WaitingWork =
    @Sendable (ScriptHost, isolated (any Actor)?) async throws(CommandEnd) -> Void

  /// What the arguments of the process ask for.
  static func work(for arguments: [String]) throws(CommandEnd) -> Work {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "help", "--help", "-h": return try help(for: rest)
    case "--generate-completion-script":
      let shell = try ValueReader<CompletionScript>.word("shell")
        .value(of: rest.first ?? "", for: "--generate-completion-script")
      return writing(Array(shell.text(for: descriptions).utf8))
    case "--generate-manual": return writing(Array(ManualPage.text(for: descriptions).utf8))
    case "--generate-reference": return writing(Array((ReferenceIndex.json.text + "\n").utf8))
    case let name?:
      if let named = subcommands.first(where: { $0.name == name }) { return try named.read(rest) }
      return try AnySubcommand(PromptCommand.self, isNamed: false).read(arguments)
    case nil: return try AnySubcommand(PromptCommand.self, isNamed: false).read([])
    }
  }

  /// What writes the help: of a subcommand that is named, else of the command.
  fileprivate static func help(for names: [String]) throws(CommandEnd) -> Work {
    let page = HelpPage(columns: StandardStream.output.columns)
    guard let name = names.first else {
      let shown = commonSubcommands.map { $0.description() }
      return writing(page.text(of: shown, omitting: furtherSubcommands.count))
    }
    if names == [HelpPage.all] { return writing(page.text(of: descriptions)) }
    if let named = subcommands.first(where: { $0.name == name }) {
      return writing(page.text(of: named.description()))
    }
    let words = names.joined(separator: " ")
    if let page = CrashReportPage(about: words) { return writing(page.text) }
    if let text = ReferenceSearch.words.page(about: words) { return writing(text) }
    throw .missing("subcommand or word \(words)", near: name, among: subcommands.map(\.name))
  }

  fileprivate static func writing(_ text: String) -> Work {
    .now { _ in StandardStream.output.write(PrintableText(lines: text)) }
  }

  /// What writes text for another program.
  private static func writing(_ bytes: [UInt8]) -> Work {
    .now { _ in StandardStream.output.write(bytes) }
  }

  private static var descriptions: [SubcommandDescription] {
    subcommands.map { $0.description() }
  }

  /// Ends the process: with the code of the end, or with what was wrong in the call and how to call.
  static func end(_ end: CommandEnd) -> Never {
    switch end {
    case .exit(let code): exit(code)
    case .usage(let sentence):
      let name = CommandLine.arguments.dropFirst().first
      let named = subcommands.first { $0.name == name }
      let usage = named.map { HelpPage(columns: nil).usage(of: $0.description()) }
      StandardStream.error.write(
        PrintableText(
          lines: "error: \(sentence.printable)\n" + (usage.map { "Usage: \($0)\n" } ?? "")
            + "  See 'rehearse \(named.map { $0.name + " " } ?? "")--help' for more information.\n")
      )
      exit(RunExitCode.usage.rawValue)
    }
  }
}

/// A subcommand among others; its table is made where it is asked for.
struct AnySubcommand: Sendable {
  let name: String
  let description: @Sendable () -> SubcommandDescription
  /// Reads the arguments after its name.
  let read: @Sendable ([String]) throws(CommandEnd) -> Rehearse.Work

  init<Command: HostedCommand>(_ command: Command.Type, isNamed: Bool = true) {
    self.init(command, isNamed) { command in
      .now { host throws(CommandEnd) in try command.run(host: command.declared(in: host)) }
    }
  }

  init<Command: WaitingCommand>(_ command: Command.Type) {
    self.init(command, true) { command in
      .waiting { host, isolation throws(CommandEnd) in
        try await command.run(host: command.declared(in: host), isolation: isolation)
      }
    }
  }

  /// One that another program carries out, which reads its arguments itself.
  init(
    _ description: SubcommandDescription,
    running program: @escaping @Sendable ([String]) throws(CommandEnd) -> Void
  ) {
    name = description.name
    self.description = { description }
    read = { arguments in .now { _ throws(CommandEnd) in try program(arguments) } }
  }

  private init<Command: Subcommand>(
    _ command: Command.Type, _ isNamed: Bool, work: @escaping @Sendable (Command) -> Rehearse.Work
  ) {
    name = Command.name
    description = { SubcommandDescription(of: command) }
    read = { arguments throws(CommandEnd) in
      switch try Command.read(arguments) {
      case .command(let command): return work(command)
      case .help: return try Rehearse.help(for: isNamed ? [Command.name] : [])
      case .version: return Rehearse.writing(Release.version + "\n")
      }
    }
  }
}

extension Subcommand {
  /// A host with what the project declares besides.
  fileprivate func declared(in host: ScriptHost) throws(CommandEnd) -> ScriptHost {
    guard let project = Self.project else { return host }
    return try self[keyPath: project].declared(in: host)
  }
}

extension CommandEnd {
  /// The end of a command that was asked for what does not exist; proposes a known name that is close.
  static func missing(
    _ what: String, near name: String, among known: [String], otherwise fallback: String? = nil
  ) -> CommandEnd {
    let meant = Suggestion.closest(to: name, among: known).map { "did you mean \($0.word)?" }
    let hint = meant ?? fallback ?? "there are \(known.joined(separator: ", "))."
    return .usage("There is no \(what); \(hint)")
  }
}

extension RunExitCode {
  /// Ends the command with this code; one that passed ends by itself.
  func leave() throws(CommandEnd) {
    guard self != .passed else { return }
    throw .exit(rawValue)
  }
}

// MARK: - Options of several subcommands

extension ArgumentRow where Command: OptionGroup {
  /// The paths of scripts and of folders with scripts.
  static func scripts(
    _ path: WritableKeyPath<Command, [String]>, atLeast least: Int = 0,
    _ sentence: String =
      "Script files, or folders with *.rehearsal files; - reads standard input."
  ) -> ArgumentRow { .many("paths", path, .scripts, sentence, atLeast: least) }
}

/// `--limit NAME=VALUE`, as often as there are limits.
struct LimitOptions: OptionGroup, Sendable {
  /// The limits of a run.
  private(set) var limits = RunLimits()

  static var options: [OptionRow<Self>] {
    [
      .setting(
        ["--limit"], "name=value",
        "Set a limit; may be repeated. `rehearse explain limits` lists all limits."
      ) { group, text throws(CommandEnd) in
        do throws(LimitMistake) { try group.limits.set(text) } catch { throw .usage(error.message) }
      }
    ]
  }
}

/// `--root FOLDER`, and the file in which a project says this and other options.
struct ProjectOptions: OptionGroup, Sendable {
  private var root: String?
  private var host: String?
  private var file: String?
  private var ignoresFile = false
  /// The path of the file that said some of the options; nil if none was read.
  private(set) var configuration: String?

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--root"], \.root, .folder,
        "Allow imports from this folder and its subfolders. The default is the folders given, or "
          + "the folder of each script."
      ).configurable
    ] + fileOptions
  }

  /// The file of the project and what it declares, which the servers for editors have, too.
  static var fileOptions: [OptionRow<Self>] {
    [
      .option(
        ["--host"], \.host, .path("file", .file(ending: "json")),
        "Know the apps and functions in Swift that this file declares, which tests write with "
          + "expectDeclarations(of:in:). Scripts that use them are checked, and fail where they run them."
      ).configurable,
      .option(
        ["--config"], \.file, .path("file", .file(ending: "toml")),
        "Read options from this file. The default is the nearest \(ConfigurationFile.name), in "
          + "the folder of the scripts or one above it."
      ).local,
      .flag(["--no-config"], \.ignoresFile, "Read no \(ConfigurationFile.name).").local,
    ]
  }

  /// A host with what the project's file declares besides.
  func declared(in host: ScriptHost) throws(CommandEnd) -> ScriptHost {
    guard let path = self.host else { return host }
    var host = host
    do throws(HostDeclarationError) { try host.declare(fromFile: path) } catch {
      throw .usage("\(error).")
    }
    return host
  }

  /// Finds what the project of a script or a folder declares besides, for servers that are started before
  /// an editor has opened any.
  func lookup(adding host: ScriptHost) -> ProjectHost.Lookup {
    guard file == nil, !ignoresFile else {
      return { _ in ProjectHost(host, declaredIn: self.host) }
    }
    return { path in
      do throws(CommandEnd) {
        guard case .command(let check) = try CheckCommand.read([path]),
          let options = CheckCommand.project.map({ check[keyPath: $0] })
        else { return ProjectHost(host) }
        return ProjectHost(try options.declared(in: host), declaredIn: options.host ?? self.host)
      } catch {
        guard case .usage(let sentence) = error else { return ProjectHost(host) }
        return ProjectHost(host, mistake: sentence)
      }
    }
  }

  /// Reads the file that holds for what a subcommand was given; nil if there is none.
  mutating func readConfiguration(
    for arguments: [String]
  ) throws(CommandEnd) -> ConfigurationFile? {
    if file != nil, ignoresFile {
      throw .usage("--config and --no-config exclude each other; give one of them.")
    }
    guard !ignoresFile else { return nil }
    guard let file else {
      switch ConfigurationFile.nearest(to: arguments) {
      case .found(let path):
        configuration = path
        return try ConfigurationFile(reading: path, isNamed: false)
      case .refused(let path, let reason):
        StandardStream.error.writeLine(
          "\(path): not read: \(reason); if its options are meant, name it with --config")
        return nil
      case .none: return nil
      }
    }
    configuration = file
    return try ConfigurationFile(reading: file, isNamed: true)
  }

  /// Whether a file of a project is another one than the one whose options hold.
  func passesOver(_ path: String) -> Bool {
    guard !ignoresFile else { return false }
    return configuration.map { !FilePath($0).isSameFile(as: FilePath(path)) } ?? true
  }

  /// The folders from which scripts may import.
  func roots(of paths: [String]) -> ImportRoots { ImportRoots(root: root, paths: paths) }
}

/// `--color WHEN`.
struct ColorOptions: OptionGroup, Sendable {
  private(set) var color = ColorChoice.auto

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--color"], \.color, .word("color"),
        "When to use colours. With auto, terminals have colours unless NO_COLOR is set; "
          + "FORCE_COLOR and CLICOLOR_FORCE turn them on everywhere."
      ).local
    ]
  }

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
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

// MARK: - Diagnostics

/// Writes what is wrong with scripts.
struct Reporter {
  private let usesColor: Bool
  private let host: ScriptHost
  private let roots: ImportRoots
  private var hasHinted = false
  /// What the project says of options, where the command asks it.
  private let project: ProjectOptions?
  /// What was left out of the folders that were searched.
  private(set) var leftOut: [ScriptFile.LeftOut] = []
  /// What was shown of files that several scripts import.
  private var shown: Set<String> = []

  init(
    _ colors: ColorOptions, host: ScriptHost = ScriptHost(), project: ProjectOptions? = nil,
    paths: [String] = []
  ) {
    self.project = project
    roots = project?.roots(of: paths) ?? ImportRoots()
    usesColor = colors.usesColor(on: .error)
    self.host = host
  }

  /// Finds the scripts among some paths, and writes what is wrong with paths.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - entersPackages: Whether Swift packages below folders are searched, too; else it is said
  ///     that they were left out, as of everything else that looks like scripts.
  /// - Returns: The scripts; whether all paths have any.
  mutating func scripts(
    in paths: [String], entersPackages: Bool = false
  ) -> (files: [String], isComplete: Bool) {
    var (files, isComplete) = ([String](), true)
    for path in paths {
      do {
        let found = try ScriptFile.search([path], entersPackages: entersPackages)
        files += found.files
        leftOut += found.leftOut
        for left in found.leftOut {
          StandardStream.error.writeLine(
            "\(left.path): left out: \(left.reason); name this folder to include its scripts")
        }
        for path in found.configurations where project?.passesOver(path) ?? false {
          StandardStream.error.writeLine(
            "\(path): not read: its options hold for what is given in its folder or below it alone")
        }
      } catch {
        show(error)
        isComplete = false
      }
    }
    return (files, isComplete)
  }

  /// Reads and checks a script, and writes what is wrong with it; nil if it cannot be run.
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
  /// said that it is above.
  mutating func show(_ diagnostics: [Diagnostic], of script: Script) {
    let new = diagnostics.filter { diagnostic in
      let place = "\(diagnostic.source.name):\(diagnostic.range.start)"
      return shown.insert("\(place):\(diagnostic.identifier):\(diagnostic.message)").inserted
    }
    if new.count < diagnostics.count {
      StandardStream.error.writeLine(
        "\(script.source.name): see the errors above, in this file or its imports")
    }
    show(new)
  }

  /// Writes diagnostics.
  mutating func show(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return }
    StandardStream.error.write(
      PrintableText(lines: DiagnosticRenderer(usesColor: usesColor).render(diagnostics)))
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
      "\(error.path): error: it cannot be written: \(error.reason)")
  }

  /// Says where to read more about a finding, unless that was said already.
  mutating func hint(about identifier: DiagnosticIdentifier?) {
    guard let identifier, !hasHinted else { return }
    hasHinted = true
    StandardStream.error.writeLine("\n`rehearse explain \(identifier.rawValue)` tells more.")
  }
}
