// `rehearse explore`: searches all that the explorations of scripts leave open, and shows the shortest
// scenario for what breaks.

import ArgumentParser
import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Searches the explorations of scripts.
struct ExploreCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore", abstract: "Try all that an exploration leaves open.",
    discussion: """
      Examples:
        rehearse explore notes.rehearsal
        rehearse explore --disruptions 2 --threads 2 Examples/Explorations
        rehearse explore --write Found notes.rehearsal
        rehearse explore --json notes.rehearsal

      Ctrl-C ends the search and shows what is known by then.

      Exit codes: 0 closed; 1 something broke; 2 a script has errors; 4 a bound was reached.
      """)

  @Option(name: .long, help: "How many disruptions a path may hold; more and more without it.")
  var disruptions: Int?

  @Option(name: .long, help: "How many states may be kept.")
  var states: Int = SearchOptions().states

  @Option(name: .long, help: "How many lines the scenario of a path may have.")
  var events: Int = SearchOptions().events

  @Option(name: .long, help: "How many seconds each exploration may take.")
  var time: Double?

  @Option(name: .long, help: "On how many threads to search; the outcome is the same.")
  var threads: Int = 1

  @Flag(name: .long, help: "Go on behind what broke, until every state was seen.")
  var keepGoing = false

  @Flag(name: .long, help: "Show each result as a line of JSON.")
  var json = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write each scenario that was found into a folder, as a script of its own.",
      valueName: "folder"))
  var write: String?

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @Argument(help: "Script files, and folders with *.rehearsal files.", completion: .scripts)
  var paths: [String]

  func validate() throws {
    guard threads > 0, states > 0, events > 0, disruptions ?? 0 >= 0, time ?? 1 > 0 else {
      throw ValidationError("numbers are above 0; --disruptions may be 0")
    }
  }

  func run(host: ScriptHost) async throws {
    var reporter = Reporter(colors, host: host)
    let (files, isComplete) = reporter.scripts(in: paths)
    var verdicts: [Verdict] = []
    var hasErrors = !isComplete
    let interruption = Interruption(looksAtTheClock: false)
    let supervisor = CaseSupervisor(stopwatch: { .zero })
    interruption.supervise(with: supervisor)
    for file in files {
      guard let script = reporter.runnableScript(file, limits: limits.limits) else {
        hasErrors = true
        continue
      }
      for exploration in Exploration.all(in: script, imports: ScriptFile.imports(of: file)) {
        do {
          let result = try await exploration.search(options, observing: observer(supervisor))
          let report = ExplorationReport()
          StandardStream.output.write(json ? try report.json(of: result) : report.text(of: result))
          verdicts.append(result.verdict)
          try save(result, of: file)
        } catch let error as ScriptError {
          StandardStream.error.write("explore “\(exploration.title)”: \(error)\n")
          hasErrors = true
        }
      }
    }
    let code = hasErrors ? RunExitCode.scriptError.rawValue : Verdict.worst(of: verdicts).exitCode
    if code != 0 { throw ExitCode(code) }
  }

  /// Writes the scenarios that were found, each behind a copy of the script that it belongs to.
  private func save(_ result: ExplorationResult, of file: String) throws {
    guard let write else { return }
    try FileManager.default.createDirectory(atPath: write, withIntermediateDirectories: true)
    let folder = URL(fileURLWithPath: write)
    let script = try ScriptFile.read(file)
    for (number, counterexample) in result.counterexamples.enumerated() {
      let stem = result.title.lowercased().split { !$0.isLetter && !$0.isNumber }
        .joined(separator: "-")
      try ScriptFile.write(
        Array(script.bytes) + Array(("\n" + counterexample.scenario).utf8),
        to: folder.appendingPathComponent("\(stem)-\(number + 1).rehearsal").path)
    }
  }

  private var options: SearchOptions {
    var options = SearchOptions()
    options.disruptions = disruptions
    options.states = states
    options.events = events
    options.threads = threads
    options.stopsAtViolation = !keepGoing
    return options
  }

  /// Ends a search when its time is over or the user wants it, and tells on a terminal how far it is.
  private func observer(
    _ supervisor: CaseSupervisor
  ) -> (Exploration.Progress) -> Verdict.Bound? {
    let start = ContinuousClock.now
    var told = start
    return { [time] progress in
      if supervisor.isInterrupted { return .interruption }
      let now = ContinuousClock.now
      if StandardStream.error.isTerminal, now - told > .seconds(1) {
        told = now
        StandardStream.error.write(
          "\r\(progress.disruptions) disruptions, \(progress.states) states\u{1B}[K\r")
      }
      guard let time, now - start > .seconds(time) else { return nil }
      return .budget(.time)
    }
  }
}
