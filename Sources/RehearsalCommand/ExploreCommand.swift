// `rehearse explore`: searches all states that the explorations of scripts can reach, and shows the
// shortest scenario for each property that does not hold.

import Rehearsal
import RehearsalCases
import RehearsalExploration
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import RehearsalText

/// Searches the explorations of scripts.
struct ExploreCommand: WaitingCommand, SharedCommand {
  static let name = "explore"
  static let abstract = "Search all states that an exploration can reach."
  static let discussion = """
    Examples:
      rehearse explore notes.rehearsal
      rehearse explore --disruptions 2 Examples/Explorations
      rehearse explore --write Found notes.rehearsal
      rehearse explore --memory 2GB --time 10min notes.rehearsal
      rehearse explore --scenarios notes.rehearsal

    Ctrl-C ends the search and shows the results so far.

    Exit codes: 0 all states were searched and every property holds; 1 a property does not hold; \
    2 a script has errors, or contains no exploration; 3 a file cannot be written; 4 a bound was \
    reached, no state was checked, or something was not tried that no `--allow` names.
    """

  private var bounds = ExplorationBounds()
  private var keepsGoing = false
  private var allowedNames: [String] = []
  private var goesAroundScenarios = false
  private var folder: String?
  private var baseline = BaselineOptions()
  private var reporting = ReportOptions()
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var sharing = ShardOptions()
  private var paths: [String] = []
  private(set) var given: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection("Bounds", ExplorationBounds.options(in: \.bounds)),
      OptionSection(
        "Options",
        [
          .flag(
            ["--keep-going"], \.keepsGoing,
            "Continue after a violation, until all states have been searched."),
          .option(
            ["--allow"], \.allowedNames,
            .texts("reasons", Self.qualifications) { Verdict.Qualification(rawValue: $0) != nil },
            "Take a search for a success although these were not all tried."),
          .flag(
            ["--scenarios"], \.goesAroundScenarios,
            "Explore from each step of each scenario, instead of `explore` blocks."),
          .option(
            ["--write"], \.folder, .path("folder", .folder),
            "Write each scenario that was found to this folder, as a script of its own."),
        ],
        BaselineOptions.options(in: \.baseline),
        ShardOptions.options(in: \.sharing), ReportOptions.options(in: \.reporting),
        ColorOptions.options(in: \.colors),
        LimitOptions.options(in: \.limits), ProjectOptions.options(in: \.project)),
    ]
  }

  private static var qualifications: String {
    Verdict.Qualification.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private var allowed: Set<Verdict.Qualification> {
    Set(allowedNames.compactMap(Verdict.Qualification.init(rawValue:)))
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? {
    .scripts(\.paths, atLeast: 1, "Script files, or folders with *.rehearsal files.")
  }

  mutating func note(given arguments: [String]) { given = arguments }

  func validate() throws(CommandEnd) {
    try ReportDestination.check(reporting.format, among: ReportFormat.all)
  }

  /// The explorations of files, those that can be read.
  private func found(
    in files: [String], within roots: ImportRoots, _ reporter: inout Reporter,
    _ hasErrors: inout Bool
  ) -> [(file: String, Exploration)] {
    var explorations: [(file: String, Exploration)] = []
    for file in files {
      guard let script = reporter.runnableScript(file, limits: limits.limits) else {
        hasErrors = true
        continue
      }
      explorations += found(in: script, of: file, within: roots).map { (file, $0) }
    }
    return explorations
  }

  func run(
    host: ScriptHost, isolation: isolated (any Actor)?
  ) async throws(CommandEnd) {
    let roots = project.roots(of: paths)
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    var hasErrors = !isComplete
    var explorations = found(in: files, within: roots, &reporter, &hasErrors)
    let isEmpty = explorations.isEmpty
    let shared = try share(
      explorations.map { $1.testCase(in: $0) }, of: files, by: sharing, reporting, host)
    if shared != nil, baseline.writes {
      throw .usage("--write-baseline cannot be used with shards: a shard is no whole run.")
    }
    if let shared { explorations = shared.part(of: explorations) }
    try refuseFilesOfOthers(explorations.map(\.1.title))
    // Before the reports begin, so that whatever stops the search from there on, they end whole.
    let interruption = Interruption(looksAtTheClock: true)
    let beginning = ContinuousClock.now
    let supervisor = CaseSupervisor(stopwatch: { ContinuousClock.now - beginning })
    interruption.supervise(with: supervisor)
    let reports = try reports(on: files, shared, leftOut: reporter.leftOut)
    let options = options(knowing: try baseline.baseline())
    let found = FoundFindings()
    var codes: [Int32] = []
    var written: [String: Int] = [:]
    let lane = supervisor.lane()
    for (file, exploration) in explorations {
      let result: ExplorationResult
      let start = ContinuousClock.now
      do { result = try search(exploration, options, in: lane, of: supervisor) } catch {
        reports.show(.caseEnded(exploration.caseResult(failedBy: error, in: file)))
        hasErrors = true
        continue
      }
      let ended = TestEvent.caseEnded(
        exploration.caseResult(
          result, in: file, allowing: allowed, playsScenarios: reporting.showsLives,
          stoppedBy: lane, after: ContinuousClock.now - start))
      found.note(ended)
      reports.show(ended)
      codes.append(result.exitCode(allowing: allowed))
      try save(result, of: exploration, &written)
    }
    if isEmpty, !hasErrors {
      sayThatNothingIsExplored()
      hasErrors = true
    }
    // A bound may have come before what is known.
    let isWhole =
      shared == nil && !hasErrors && !codes.contains(Verdict.boundHit(.interruption).exitCode)
    try baseline.end(with: found.findings, of: Self.name, in: isWhole ? files : nil)
    let code =
      hasErrors
      ? RunExitCode.scriptError.rawValue
      : Self.worst(of: codes)
    reports.show(.runEnded(RunEnding(.explorationsEnded, exitCode: code)))
    if code != 0 { throw .exit(code) }
  }

  /// The reports, which have begun.
  private func reports(
    on files: [String], _ shared: SharedRun?, leftOut: [ScriptFile.LeftOut]
  ) throws(CommandEnd) -> TestReports {
    let reports = TestReports(
      try ReportOutput.open(reporting.format, on: files), shared: shared, colors: colors)
    reports.show(
      .runBegan(
        RunBeginning(
          scriptCount: files.count, configuration: project.configuration, leftOut: leftOut)))
    return reports
  }

  /// Searches an exploration within the bounds.
  private func search(
    _ exploration: Exploration, _ options: SearchOptions, in lane: CaseSupervisor.Lane,
    of supervisor: CaseSupervisor
  ) throws -> ExplorationResult {
    let observe = bounds.observer(supervisor)
    lane.begin(bounds.time)
    defer { _ = lane.end() }
    return try exploration.result(
      of: options, cancellation: lane.cancellation, observing: observe)
  }

  /// What is explored of a script.
  private func found(
    in script: Script, of file: String, within roots: ImportRoots
  ) -> [Exploration] {
    let imports = ScriptFile.imports(of: file, within: roots)
    return goesAroundScenarios
      ? Exploration.around(scenariosOf: script, imports: imports)
      : Exploration.all(in: script, imports: imports)
  }

  private func sayThatNothingIsExplored() {
    let names = paths.joined(separator: ", ")
    StandardStream.error.writeLine(
      goesAroundScenarios
        ? "error: nothing to explore: \(names) holds no scenario that is played"
        : "error: nothing to explore: \(names) holds no `explore \"…\" { }`; `--scenarios` needs none"
    )
  }

  func textReport(on files: [String]) -> TextReport { TextReport() }

  func loading(host: ScriptHost) -> (load: @Sendable (String) -> TestScript, isStrict: Bool) {
    let loading = TestScript.Loading(host: host, limits: limits.limits)
    return (TestRunner(loading, from: project.roots(of: paths)).load, false)
  }

  func ending(of tally: MergeTally) -> RunEnding {
    RunEnding(.explorationsEnded, exitCode: Self.worst(of: tally.exitCodes))
  }

  /// The exit code of several together: a script with errors weighs most, then what broke, then a bound
  /// or what was not tried.
  private static func worst(of codes: some Sequence<Int32>) -> Int32 {
    let codes = Set(codes)
    return [2, 1, 4].first(where: codes.contains) ?? codes.max() ?? 0
  }

  /// The last line of a file with a scenario that was found, by which the next search knows it.
  private static let mark = "// Found by `rehearse explore --write`, which may replace this file.\n"

  /// What the names of files begin with that hold scenarios of an exploration.
  private static func stem(of title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// Refuses a folder in which files would be replaced that no search wrote.
  private func refuseFilesOfOthers(_ titles: [String]) throws(CommandEnd) {
    guard let folder else { return }
    let stems = Set(titles.map(Self.stem))
    for name in ((try? FilePath(folder).names()) ?? []).sorted() {
      guard name.hasSuffix(".rehearsal"), let dash = name.lastIndex(of: "-"),
        stems.contains(String(name[..<dash]))
      else { continue }
      let path = FilePath(folder).appending(name)
      let bytes = (try? path.bytes(atMost: ScriptFile.longestSource)) ?? []
      guard !bytes.suffix(Self.mark.utf8.count).elementsEqual(Self.mark.utf8) else { continue }
      throw .usage("--write \(folder) would replace \(name), which is not one of its files.")
    }
  }

  /// Writes the scenarios that were found, each after a copy of the script that it belongs to, and
  /// counts those of each title, of whatever file they are.
  private func save(
    _ result: ExplorationResult, of exploration: Exploration, _ counts: inout [String: Int]
  ) throws(CommandEnd) {
    guard let folder, !result.counterexamples.isEmpty else { return }
    // Where there is no folder then, the first file says why.
    try? FilePath(folder).makeFolder()
    let stem = Self.stem(of: result.title)
    for counterexample in result.counterexamples {
      counts[stem, default: 0] += 1
      let name = "\(stem)-\(counts[stem] ?? 1).rehearsal"
      do {
        try WholeFile.write(
          Array(exploration.script.source.bytes)
            + Array("\n\(counterexample.scenario)\n\(Self.mark)".utf8),
          to: FilePath(folder).appending(name).text)
      } catch {
        StandardStream.error.writeLine(
          "\(folder)/\(name): error: the scenario cannot be written: \(error.reason)")
        throw .exit(RunExitCode.outputLost.rawValue)
      }
    }
  }

  private func options(knowing baseline: Baseline) -> SearchOptions {
    var options = SearchOptions()
    options.baseline = baseline
    options.disruptions = bounds.disruptions
    options.states = bounds.states
    options.events = bounds.events
    options.stopsAtViolation = !keepsGoing
    return options
  }
}

/// How far searches go.
struct ExplorationBounds: OptionGroup, Sendable {
  private(set) var disruptions: Int?
  private(set) var states = SearchOptions().states
  private(set) var events = SearchOptions().events
  private var longest: Duration?
  /// The time that each exploration may take.
  var time: Duration { longest ?? .seconds(60) }
  private var memory: MemorySize?

  static var options: [OptionRow<Self>] {
    [
      .option(
        ["--disruptions"], \.disruptions, .number("disruptions", 0...Int.max),
        "The most disruptions on a path. Without it the number grows step by step."),
      .option(
        ["--states"], \.states, .number("states", 1...Int.max), "The most states to store."),
      .option(
        ["--events"], \.events, .number("events", 1...Int.max),
        "The most lines of a path's scenario."),
      .option(
        ["--time"], \.longest, .span,
        "The real time that each exploration may take, such as 10min. The default is 1min."),
      .option(
        ["--memory"], \.memory, .size, "The most memory that the command may use, such as 2GB."),
    ]
  }

  /// Ends a search at the bounds of time and memory or where the user wants it, and tells on a
  /// terminal each second how far it is.
  func observer(_ supervisor: CaseSupervisor) -> (Exploration.Progress) -> Verdict.Bound? {
    let start = ContinuousClock.now
    var told = start
    var shownStates = 0
    // Asked once: it is looked at after every action that is tried.
    let showsProgress = StandardStream.error.isTerminal
    return { [time, memory] progress in
      if supervisor.isInterrupted { return .interruption }
      let now = ContinuousClock.now
      if showsProgress, now - told > .seconds(1) {
        let pace = Double(progress.states - shownStates) / ((now - told) / .seconds(1))
        (told, shownStates) = (now, progress.states)
        StandardStream.error.eraseLine()
        StandardStream.error.write(
          """
          disruptions \(progress.disruptions), depth \(progress.depth): \(progress.states) states, \
          \(Int(max(0, pace))) a second, \(ProcessEnvironment.peakMemory >> 20) MB
          """)
      }
      if let memory, ProcessEnvironment.peakMemory > memory.bytes { return .budget(.memory) }
      return now - start > time ? .time(time) : nil
    }
  }
}
