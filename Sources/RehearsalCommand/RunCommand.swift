// `rehearse run`: runs scripts and shows their events as they happen, as lines or as JSON Lines.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner

/// Plays scripts.
struct RunCommand: HostedCommand {
  static let name = "run"
  static let abstract = "Run scripts and show what happens."
  static let discussion = """
    Examples:
      rehearse run notes.rehearsal
      rehearse run --why notes.rehearsal
      rehearse run --timeline notes.rehearsal
      rehearse run --format json=records.jsonl Scripts
      rehearse run --format html=life.html notes.rehearsal
      echo 'print(1 + 1)' | rehearse run -

    `rehearse explain json` describes the records of --format json.
    """

  private var isQuiet = false
  private var explains = false
  private var drawsTimeline = false
  private var isStrict = false
  private var collectsAlways = false
  private var reporting = ReportOptions()
  private var colors = ColorOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var paths: [String] = []

  init() {}

  /// Plays standard input.
  init(colors: ColorOptions, limits: LimitOptions) {
    (self.colors, self.limits) = (colors, limits)
    paths = [ScriptFile.standardInput]
  }

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .flag(["-q", "--quiet"], \.isQuiet, "Show only what the script prints."),
          .flag(
            ["--why"], \.explains, "Explain the rules that apply, each one once."),
          .flag(
            ["--timeline"], \.drawsTimeline,
            "Draw a timeline instead of one line for each record."),
          .flag(
            ["--strict"], \.isStrict,
            "Treat warnings as failures: those of the check, and refused verbs."),
          .flag(
            ["--collect-always"], \.collectsAlways,
            "Collect garbage at every allocation, to find errors in the interpreter."
          ).hidden,
        ],
        ReportOptions.options(in: \.reporting), ColorOptions.options(in: \.colors),
        LimitOptions.options(in: \.limits), ProjectOptions.options(in: \.project))
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? {
    .scripts(\.paths, atLeast: 1)
  }

  func validate() throws(CommandEnd) {
    try ReportDestination.check(
      reporting.format, among: [.text, .json] + ReportFormat.all.filter(\.showsLives))
  }

  func run(host: ScriptHost) throws(CommandEnd) { try run(host: host, standardInput: nil) }

  /// Plays the scripts; what standard input holds may have been read before.
  func run(host: ScriptHost, standardInput: SourceText?) throws(CommandEnd) {
    let limits = limits.limits
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    let reports = try reports(on: files)
    reports.show(
      .runBegan(
        RunBeginning(
          scriptCount: files.count, configuration: project.configuration,
          leftOut: reporter.leftOut)))
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      guard
        let script = reporter.runnableScript(file, limits: limits, standardInput: standardInput),
        !isStrict || script.diagnostics.isEmpty,
        var played = PlayedScript(
          script, path: file, isStrict: isStrict, collectsAlways: collectsAlways,
          keepsLives: drawsTimeline || reporting.showsLives, keepsPlaces: reporting.showsPlaces)
      else {
        code = .scriptError
        continue
      }
      let report = played.play { reports.show($0) }
      reporter.hint(about: report.errorIdentifiers.first)
      if code == .passed { code = report.exitCode }
    }
    reports.show(.runEnded(RunEnding(exitCode: code.rawValue)))
    try code.leave()
  }

  /// The reports that were asked for; beside lines for people, what goes wrong is reported on
  /// standard error.
  private func reports(on files: [String]) throws(CommandEnd) -> TestReports {
    let outputs = try ReportOutput.open(reporting.format, on: files)
    var reports = outputs.map { output -> (any Report, ReportOutput) in
      switch output.format {
      case .text: (playReport(for: output), output)
      case .json: (JSONReport(reportsCases: false), output)
      default: (output.format.make(.ofThisProcess), output)
      }
    }
    if outputs.contains(where: { $0.format == .text }) {
      let problems = PlayProblemReport(usesColor: colors.usesColor(on: .error))
      reports.append((problems, .standardError))
    }
    return TestReports(reports)
  }

  private func playReport(for output: ReportOutput) -> PlayReport {
    var report = PlayReport()
    report.usesColor = output.usesColor(colors)
    report.isQuiet = isQuiet
    report.explains = explains
    if drawsTimeline { report.drawingWidth = StandardStream.output.columns ?? 80 }
    return report
  }
}
