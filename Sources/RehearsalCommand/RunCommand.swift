// `rehearse run`: runs scripts and shows their events as they happen, as lines or as JSON Lines.

import ArgumentParser
import Rehearsal
import RehearsalPrompt
import RehearsalReports
import RehearsalRunner

/// Plays scripts.
struct RunCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play scripts and show what happens.",
    discussion: """
      Examples:
        rehearse run notes.rehearsal
        rehearse run --why notes.rehearsal
        rehearse run --timeline notes.rehearsal
        rehearse run --format json=records.jsonl Scripts
        rehearse run --format html=life.html notes.rehearsal
        echo 'print(1 + 1)' | rehearse run -

      `rehearse explain json` describes the records that --format json gives.
      """)

  @Flag(name: [.short, .long], help: "Show only what the script prints.")
  var quiet = false

  @Flag(name: .long, help: "Say in words which rules the lines follow from, each once.")
  var why = false

  @Flag(name: .long, help: "Draw what happens over time, instead of a line for each record.")
  var timeline = false

  @Flag(name: .long, help: "Let warnings fail too: those of the check, and refused verbs.")
  var strict = false

  @Flag(
    name: .customLong("collect-always"),
    help: ArgumentHelp(
      "Collect memory at every allocation, which shows faults of the machine.",
      visibility: .private))
  var collectsAlways = false

  @OptionGroup var reporting: ReportOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var imports: ImportOptions

  @Argument(
    help: "Script files, and folders with *.rehearsal files; - reads standard input.",
    completion: .scripts)
  var paths: [String]

  func validate() throws {
    try ReportDestination.check(
      reporting.format, among: [.text, .json] + ReportFormat.allCases.filter(\.showsLives))
  }

  func run(host: ScriptHost) throws { try run(host: host, standardInput: nil) }

  /// Plays the scripts; what standard input holds may have been read before.
  func run(host: ScriptHost, standardInput: SourceText?) throws {
    let limits = limits.limits
    var reporter = Reporter(colors, host: host, roots: imports.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    var observer = RunObserver(
      try ReportOutput.open(reporting.format), isQuiet: quiet || timeline, explains: why,
      colors: colors,
      namesFiles: files.count > 1)
    if timeline { observer.drawing = TimelineObserver() }
    observer.runBegan(files.count)
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      guard
        let script = reporter.runnableScript(file, limits: limits, standardInput: standardInput),
        !strict || script.diagnostics.isEmpty,
        var session = Session(
          script, strictness: StrictnessOptions(isStrict: strict), collectsAlways: collectsAlways)
      else {
        code = .scriptError
        continue
      }
      observer.scriptBegan(script, file)
      if observer.showsLives { session.keepActs() }
      while session.step() {
        let events = session.takeEvents()
        observer.show(events, of: &session)
        observer.follow(events, of: &session)
      }
      observer.scriptEnded()
      reporter.hint(about: session.report.errorIdentifiers.first)
      if code == .passed { code = session.report.exitCode }
    }
    observer.runEnded(code)
    try code.leave()
  }
}

/// Shows the events of a run.
private struct RunObserver {
  private let isQuiet: Bool
  private let explains: Bool
  private let colors: ColorOptions
  private let namesFiles: Bool
  /// Where the lines for people go, and the objects for programs.
  private let people: ReportOutput?
  private let programs: ReportOutput?
  private let report = JSONReport()
  /// The reports that show lives, and the script that they follow; nil without any.
  private let lives: TestReports?
  private var played: PlayedScript?
  private var summary = TestSummary()
  /// The rules that were explained; each is explained once.
  private var explained: Set<String> = []
  private var output = RunRenderer(appNames: [])
  private var errors = RunRenderer(appNames: [])
  private var file = ""
  private var title: String?
  /// What is drawn in place of the records; nil where they are listed.
  var drawing: TimelineObserver?

  init(
    _ outputs: [ReportOutput], isQuiet: Bool, explains: Bool, colors: ColorOptions,
    namesFiles: Bool
  ) {
    people = outputs.first { $0.format == .text }
    programs = outputs.first { $0.format == .json }
    let lives = outputs.filter(\.format.showsLives)
    self.lives =
      lives.isEmpty ? nil : TestReports(lives, text: TextReport(), colors: colors)
    self.isQuiet = isQuiet
    self.explains = explains
    self.colors = colors
    self.namesFiles = namesFiles
  }

  /// Whether reports show lives.
  var showsLives: Bool { lives != nil }

  mutating func runBegan(_ scriptCount: Int) {
    lives?.show(.runBegan(scriptCount: scriptCount, shuffleSeed: nil))
    programs?.write(report.text(runBeganWith: scriptCount))
  }

  mutating func scriptBegan(_ script: Script, _ file: String) {
    self.file = file
    title = nil
    output = RunRenderer(script, usesColor: people?.usesColor(colors) ?? false)
    errors = RunRenderer(script, usesColor: colors.usesColor(on: .error))
    programs?.write(report.text(scriptBegan: script, in: file))
    if showsLives { played = PlayedScript(script, path: file) }
    lives?.show(.scriptBegan(path: file, warnings: script.diagnostics))
    if !isQuiet && namesFiles { people?.write("\(file.printableLine):\n") }
  }

  /// Follows a step of the session, for reports that show lives.
  mutating func follow(_ events: [RunEvent], of session: inout Session) {
    for event in played?.note(events, of: &session) ?? [] { show(event) }
  }

  private mutating func show(_ event: TestEvent) {
    if case .caseEnded(let result) = event { summary.count(result) }
    lives?.show(event)
  }

  mutating func scriptEnded() {
    draw()
    for event in played?.end() ?? [] { show(event) }
    lives?.show(.scriptEnded(path: file))
    programs?.write(report.text(scriptEnded: file))
  }

  mutating func runEnded(_ code: RunExitCode) {
    lives?.show(.runEnded(summary))
    programs?.write(report.text(runEndedWith: code))
    programs?.end()
    people?.end()
  }

  /// Shows what came of a step.
  mutating func show(_ events: [RunEvent], of session: inout Session) {
    let begins = events.contains { if case .scenarioBegan = $0 { true } else { false } }
    if !begins { drawing?.note(&session) }
    for event in events {
      if case .scenarioBegan = event {
        draw()
        drawing = drawing.map { _ in TimelineObserver() }
      }
      if case .failure(let failure) = event { drawing?.note(output.summary(failure)) }
      show(event)
    }
    if begins { drawing?.note(&session) }
  }

  private mutating func draw() {
    guard let lines = drawing?.take(output), !lines.isEmpty else { return }
    people?.write(lines.map { $0 + "\n" }.joined() + "\n")
  }

  private mutating func show(_ event: RunEvent) {
    if case .scenarioBegan(_, let title) = event { self.title = title }
    programs?.write(report.text(event, in: file, title: title))
    if people != nil { showToPeople(event) }
    if case .scenarioEnded = event { title = nil }
  }

  private mutating func showToPeople(_ event: RunEvent) {
    switch event {
    case .output(let text, _):
      // What stands alone is the script's as it is.
      let lines = isQuiet && drawing == nil ? [text.printable] : output.lines(ofPrinted: text)
      people?.write(lines.map { $0 + "\n" }.joined())
    case .warning(let warning): StandardStream.error.write(errors.text([warning]))
    case .failure(let failure): StandardStream.error.write(errors.text(failure))
    case .record(let record):
      guard !isQuiet, let line = output.line(record) else { break }
      people?.write(line + "\n")
      if explains, let reason = output.reason(record), explained.insert(reason).inserted {
        people?.write(reason + "\n")
      }
    case .scenarioBegan(_, let title):
      if !isQuiet || drawing != nil { people?.write(output.heading(title) + "\n") }
    case .scenarioEnded(let result):
      draw()
      drawing?.rest()
      if !isQuiet || drawing != nil { people?.write(output.line(result) + "\n\n") }
    }
  }
}

/// Follows a run for its drawings: one for the statements, one for each scenario.
private struct TimelineObserver {
  private var recorder = LifeRecorder()
  private var failures: [TimelineDrawing.Failure] = []
  /// Whether a scenario is over and the next one has not begun.
  private var rests = false

  /// Notes what came of a step, and charges the session for what is kept of it.
  mutating func note(_ session: inout Session) {
    guard !rests else { return }
    recorder.note(session.simulation)
    session.watchedBytes = recorder.bytes
  }

  mutating func rest() { rests = true }

  mutating func note(_ failure: TimelineDrawing.Failure) { failures.append(failure) }

  /// The drawing of what was noted since the last one; empty where nothing happened.
  mutating func take(_ renderer: RunRenderer) -> [String] {
    let (life, failures) = (recorder.life, failures)
    (recorder, self.failures) = (LifeRecorder(), [])
    guard !life.records.isEmpty || !failures.isEmpty else { return [] }
    let width = StandardStream.output.columns ?? 80
    return renderer.lines(TimelineDrawing(life, failures: failures, width: width))
  }
}
