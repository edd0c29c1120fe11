// `rehearse run`: runs scripts and shows their events as they happen, as lines or as JSON Lines.

import ArgumentParser
import Rehearsal
import RehearsalPrompt
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
      reporting.format, among: [.text, .json] + ReportFormat.all.filter(\.showsLives))
  }

  func run(host: ScriptHost) throws { try run(host: host, standardInput: nil) }

  /// Plays the scripts; what standard input holds may have been read before.
  func run(host: ScriptHost, standardInput: SourceText?) throws {
    let limits = limits.limits
    var reporter = Reporter(colors, host: host, roots: imports.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    let reports = try reports()
    reports.show(.runBegan(scriptCount: files.count, shuffleSeed: nil))
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      guard
        let script = reporter.runnableScript(file, limits: limits, standardInput: standardInput),
        !strict || script.diagnostics.isEmpty,
        var played = PlayedScript(
          script, path: file, isStrict: strict, collectsAlways: collectsAlways,
          keepsLives: timeline || reporting.showsLives)
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

  /// The reports that were asked for; beside lines for people, what goes wrong is told on the stream
  /// of errors.
  private func reports() throws -> TestReports {
    let outputs = try ReportOutput.open(reporting.format)
    var reports = outputs.map { output -> (any Report, ReportOutput) in
      switch output.format {
      case .text: (playReport(for: output), output)
      case .json: (JSONReport(tellsCases: false), output)
      default: (output.format.make(), output)
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
    report.isQuiet = quiet
    report.explains = why
    if timeline { report.drawingWidth = StandardStream.output.columns ?? 80 }
    return report
  }
}
