// `rehearse run`: runs scripts and prints their events as they happen.

import ArgumentParser
import Rehearsal
import RehearsalPrompt

/// Plays scripts.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play scripts and show what happens.")

  @Flag(name: [.short, .long], help: "Show only what the script prints.")
  var quiet = false

  @Flag(name: .long, help: "Say in words which rules the lines follow from, each once.")
  var why = false

  @Flag(help: "Let warnings fail too.")
  var strict = false

  @OptionGroup var limits: LimitOptions

  @Argument(help: "Script files; - reads standard input.")
  var files: [String]

  func run() throws {
    let limits = limits.limits
    var reporter = Reporter()
    var code = RunExitCode.passed
    for file in files {
      guard let script = reporter.runnableScript(file, limits: limits),
        !strict || script.diagnostics.isEmpty,
        var session = Session(script, scrutiny: RunScrutiny(isStrict: strict))
      else {
        code = .scriptError
        continue
      }
      if !quiet && files.count > 1 { StandardStream.output.writeLine("\(file):") }
      var observer = RunObserver(script, isQuiet: quiet, explains: why)
      let report = session.run { observer.show($0) }
      reporter.hint(about: report.errorIdentifiers.first)
      if code == .passed { code = report.exitCode }
    }
    try code.leave()
  }
}

/// Shows the events of a run.
private struct RunObserver {
  private let isQuiet: Bool
  private let explains: Bool
  /// The rules that were explained; each is explained once.
  private var explained: Set<String> = []
  private let output: RunRenderer
  private let errors: RunRenderer

  init(_ script: Script, isQuiet: Bool, explains: Bool) {
    self.isQuiet = isQuiet
    self.explains = explains
    output = RunRenderer(script, usesColor: StandardStream.output.usesColor)
    errors = RunRenderer(script, usesColor: StandardStream.error.usesColor)
  }

  mutating func show(_ event: RunEvent) {
    switch event {
    case .output(let text, _): StandardStream.output.writeLine(text)
    case .warning(let warning): StandardStream.error.write(errors.text([warning]))
    case .failure(let failure): StandardStream.error.write(errors.text(failure))
    case .record(let record):
      guard !isQuiet, let line = output.line(record) else { break }
      StandardStream.output.writeLine(line)
      if explains, let reason = output.reason(record), explained.insert(reason).inserted {
        StandardStream.output.writeLine(reason)
      }
    case .scenarioBegan(_, let title):
      if !isQuiet { StandardStream.output.writeLine(output.heading(title)) }
    case .scenarioEnded(let result):
      if !isQuiet { StandardStream.output.writeLine(output.line(result) + "\n") }
    }
  }
}
