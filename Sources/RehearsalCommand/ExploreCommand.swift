// `rehearse explore`: searches all that the explorations of scripts leave open, and shows the shortest
// scenario for what breaks.

import ArgumentParser
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Searches the explorations of scripts.
struct ExploreCommand: WaitingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore", abstract: "Try all that an exploration leaves open.",
    discussion: """
      Examples:
        rehearse explore notes.rehearsal
        rehearse explore --disruptions 2 --threads 2 Examples/Explorations
        rehearse explore --write Found notes.rehearsal
        rehearse explore --memory 2GB --time 10min notes.rehearsal

      Ctrl-C ends the search and shows what is known by then.

      Exit codes: 0 closed; 1 something broke; 2 a script has errors, or holds no exploration; 3 a \
      file could not be written; 4 a bound was reached.
      """)

  @OptionGroup(title: "Bounds") var bounds: ExplorationBounds

  @Option(name: .long, help: "On how many threads to search; the outcome is the same.")
  var threads: Int = 1

  @Flag(name: .long, help: "Go on behind what broke, until every state was seen.")
  var keepGoing = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write each scenario that was found into a folder, as a script of its own.",
      valueName: "folder"))
  var write: String?

  @OptionGroup var reporting: ReportOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var imports: ImportOptions

  @Argument(help: "Script files, and folders with *.rehearsal files.", completion: .scripts)
  var paths: [String]

  func validate() throws {
    guard threads > 0 else { throw ValidationError("--threads takes a number from 1.") }
  }

  func run(host: ScriptHost) async throws {
    let roots = imports.roots(of: paths)
    var reporter = Reporter(colors, host: host, roots: roots)
    let (files, isComplete) = reporter.scripts(in: paths)
    let reports = TestReports(try ReportOutput.open(reporting.format), colors: colors)
    var verdicts: [Verdict] = []
    var hasErrors = !isComplete
    var written: [String: Int] = [:]
    let interruption = Interruption(looksAtTheClock: false)
    let supervisor = CaseSupervisor(stopwatch: { .zero })
    interruption.supervise(with: supervisor)
    for file in files {
      guard let script = reporter.runnableScript(file, limits: limits.limits) else {
        hasErrors = true
        continue
      }
      let source = ScriptFile.imports(of: file, within: roots)
      for exploration in Exploration.all(in: script, imports: source) {
        let result: ExplorationResult
        let start = ContinuousClock.now
        do {
          result = try await exploration.search(
            options, observing: bounds.observer(supervisor))
        } catch {
          reports.show(.caseEnded(exploration.caseResult(failedBy: error, in: file)))
          hasErrors = true
          continue
        }
        reports.show(
          .caseEnded(
            exploration.caseResult(
              result, in: file, playsScenarios: reporting.showsLives,
              after: ContinuousClock.now - start)))
        verdicts.append(result.verdict)
        try save(result, of: exploration, &written)
      }
    }
    if verdicts.isEmpty, !hasErrors {
      StandardStream.error.writeLine(
        "error: nothing to explore: \(paths.joined(separator: ", ")) holds no `explore \"…\" { }`")
      hasErrors = true
    }
    let code = hasErrors ? RunExitCode.scriptError.rawValue : Verdict.worst(of: verdicts).exitCode
    reports.show(.runEnded(RunEnding(.explorationsEnded, exitCode: code)))
    if code != 0 { throw ExitCode(code) }
  }

  /// Writes the scenarios that were found, each behind a copy of the script that it belongs to, and
  /// counts those of each title, of whatever file they are.
  private func save(
    _ result: ExplorationResult, of exploration: Exploration, _ counts: inout [String: Int]
  ) throws(ExitCode) {
    guard let write, !result.counterexamples.isEmpty else { return }
    // Where there is no folder then, the first file says why.
    try? FilePath(write).makeFolder()
    let stem = result.title.lowercased().split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
    for counterexample in result.counterexamples {
      counts[stem, default: 0] += 1
      let name = "\(stem)-\(counts[stem] ?? 1).rehearsal"
      do {
        try WholeFile.write(
          Array(exploration.script.source.bytes)
            + Array(("\n" + counterexample.scenario).utf8),
          to: FilePath(write).appending(name).text)
      } catch {
        StandardStream.error.writeLine(
          "\(write)/\(name): error: the scenario cannot be written: \(error.reason)")
        throw ExitCode(RunExitCode.outputLost.rawValue)
      }
    }
  }

  private var options: SearchOptions {
    var options = SearchOptions()
    options.disruptions = bounds.disruptions
    options.states = bounds.states
    options.events = bounds.events
    options.threads = threads
    options.stopsAtViolation = !keepGoing
    return options
  }
}

/// How far searches go.
struct ExplorationBounds: ParsableArguments {
  @Option(name: .long, help: "How many disruptions a path may hold; more and more without it.")
  var disruptions: Int?

  @Option(name: .long, help: "How many states may be kept.")
  var states: Int = SearchOptions().states

  @Option(name: .long, help: "How many lines the scenario of a path may have.")
  var events: Int = SearchOptions().events

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The time of this computer that each exploration may take, such as 10min.",
      valueName: "span"))
  var time: TimeoutSpan?

  @Option(
    name: .long,
    help: ArgumentHelp("The memory that the command may use, such as 2GB.", valueName: "size"))
  var memory: MemorySize?

  func validate() throws {
    guard states > 0, events > 0, disruptions ?? 0 >= 0 else {
      throw ValidationError("--states and --events take numbers from 1, --disruptions from 0.")
    }
  }

  /// Ends a search at the bounds of time and memory or where the user wants it, and tells on a
  /// terminal each second how far it is.
  func observer(_ supervisor: CaseSupervisor) -> (Exploration.Progress) -> Verdict.Bound? {
    let start = ContinuousClock.now
    var told = start
    var toldStates = 0
    return { [time, memory] progress in
      if supervisor.isInterrupted { return .interruption }
      let now = ContinuousClock.now
      if StandardStream.error.isTerminal, now - told > .seconds(1) {
        let pace = Double(progress.states - toldStates) / ((now - told) / .seconds(1))
        (told, toldStates) = (now, progress.states)
        StandardStream.error.write(
          "\rdisruptions \(progress.disruptions), depth \(progress.depth): "
            + "\(progress.states) states, \(Int(max(0, pace))) a second, "
            + "\(MemorySize.used.bytes >> 20) MB\u{1B}[K\r")
      }
      if let memory, MemorySize.used.bytes > memory.bytes { return .budget(.memory) }
      guard let time, now - start > time.duration else { return nil }
      return .budget(.time)
    }
  }
}

/// A size of memory as an argument: bytes, or with a unit as in scripts.
struct MemorySize: ExpressibleByArgument {
  let bytes: Int

  private init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units = [("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30), ("", 1)]
    guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number > 0,
      let bytes = Int(exactly: (number * Double(factor)).rounded())
    else { return nil }
    self.bytes = bytes
  }

  /// The most that the command has used so far.
  static var used: MemorySize { MemorySize(bytes: ProcessEnvironment.peakMemory) }
}
