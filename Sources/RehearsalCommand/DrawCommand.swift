// `rehearse draw`: plays one scenario and draws its life, or the states that its apps went through.

import Rehearsal
import RehearsalCases
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import RehearsalText
import Synchronization

/// What a picture can be written as.
private enum PictureFormat: String, CaseIterable {
  case svg, mermaid, graphviz

  /// The endings of files that have it.
  var endings: [String] {
    switch self {
    case .svg: ["svg"]
    case .mermaid: ["mmd", "mermaid"]
    case .graphviz: ["dot", "gv"]
    }
  }
}

/// Draws a life.
struct DrawCommand: WaitingCommand {
  static let name = "draw"
  static let abstract = "Draw the lifecycle of a scenario's apps."
  static let discussion = """
    Examples:
      rehearse draw notes.rehearsal --scenario "a call comes in" -o life.svg
      rehearse draw notes.rehearsal --os 12 -o states.mmd
      rehearse draw notes.rehearsal --as graphviz | dot -Tpng -o states.png

    SVG shows a timeline. Mermaid (.mmd) and Graphviz (.dot) show the states that each app went \
    through and what caused each change. A scenario that fails is drawn too; the exit code is 1.
    """

  private var scenario: String?
  private var output: String?
  private var format: PictureFormat?
  private var systems = TestSystemOptions()
  private var limits = LimitOptions()
  private var project = ProjectOptions()
  private var path = ""

  static var sections: [OptionSection<Self>] {
    [
      OptionSection("Systems", TestSystemOptions.options(in: \.systems)),
      OptionSection(
        "Options",
        [
          .option(
            ["--scenario"], \.scenario, .text("title"),
            "The title of the scenario; may be left out if the script has only one."),
          .option(
            ["-o", "--output"], \.output, .path("file", .file(ending: nil)),
            "The file to write: .svg, .mmd (Mermaid) or .dot (Graphviz). The default is standard "
              + "output."),
          .option(
            ["--as"], \.format, .word("format"), "The format, if the file's name does not say it."),
        ],
        LimitOptions.options(in: \.limits), ProjectOptions.options(in: \.project)),
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? {
    .one("path", \.path, .scripts, "The script; - reads standard input.")
  }

  func validate() throws(CommandEnd) {
    _ = try chosenFormat()
  }

  func run(
    host: ScriptHost, isolation: isolated (any Actor)?
  ) async throws(CommandEnd) {
    if let output, output != "-" {
      try ReportDestination.check(files: [output], besides: [path])
    }
    let loading = TestScript.Loading(
      host: host, limits: limits.limits, systems: systems.systems)
    let script = TestScript(reading: path, loading, from: project.roots(of: [path]))
    let chosen = try chosenCase(of: script)
    var runner = TestRunner { _ in script }
    runner.keepsLives = true
    runner.selection.only = [chosen.name]
    let results = Mutex<[CaseResult]>([])
    await runner.run([path]) { event in
      if case .caseEnded(let result) = event { results.withLock { $0.append(result) } }
    }
    guard let result = results.withLock({ $0.last }) else { return }
    for problem in result.problems {
      let text = problem.text(RunRenderer(appNames: result.appNames))
      StandardStream.error.write(PrintableText(lines: text))
    }
    if let life = result.life { try write(picture(of: life, result)) }
    if result.status.isFailure {
      try (result.status == .error ? RunExitCode.scriptError : .failed).leave()
    }
  }

  /// The format that the options or the ending ask for.
  private func chosenFormat() throws(CommandEnd) -> PictureFormat {
    if let format { return format }
    guard let output else { return .svg }
    let ending = FilePath(output).ending
    guard let format = PictureFormat.allCases.first(where: { $0.endings.contains(ending) }) else {
      let known = PictureFormat.allCases.flatMap(\.endings).map { "." + $0 }
      throw .usage(
        "\(output) has to end with one of \(known.joined(separator: ", ")), or --as has to name "
          + "the format.")
    }
    return format
  }

  private func chosenCase(of script: TestScript) throws(CommandEnd) -> TestCase {
    let cases = script.cases
    let titles = cases.map(\.title)
    if let scenario {
      if let found = cases.first(where: { $0.title == scenario || $0.commonTitle == scenario }) {
        return found
      }
      throw .missing(
        "scenario \(scenario)", near: scenario, among: titles,
        otherwise: "there are: " + titles.map(\.printableLine).joined(separator: "; "))
    }
    guard let only = cases.first else {
      throw .usage("There is no scenario in \(path).")
    }
    guard cases.count == 1 else {
      throw .usage(
        "--scenario has to say which one: "
          + titles.map(\.printableLine).joined(separator: "; "))
    }
    return only
  }

  private func picture(of life: CaseLife, _ result: CaseResult) throws(CommandEnd) -> String {
    switch try chosenFormat() {
    case .svg: LifeDrawing(life, of: result).text
    case .mermaid: StateDiagram(life.life).mermaid
    case .graphviz: StateDiagram(life.life).graphviz
    }
  }

  private func write(_ text: String) throws(CommandEnd) {
    guard let output, output != "-" else {
      return StandardStream.output.write(PrintableText(lines: text))
    }
    do throws(FileWriteError) { try WholeFile.write(Array(text.utf8), to: output) } catch {
      StandardStream.error.writeLine(
        "\(output): error: the picture cannot be written there: \(error.reason)")
      throw .exit(RunExitCode.outputLost.rawValue)
    }
  }
}
