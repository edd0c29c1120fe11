// `rehearse check`: reports errors and warnings without running scripts, and applies safe fix-its.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax
import RehearsalText

/// Checks scripts.
struct CheckCommand: HostedCommand {
  static let name = "check"
  static let abstract = "Report errors and warnings in scripts without running them."
  static let discussion = """
    Examples:
      rehearse check                    all scripts in the current folder and its subfolders
      rehearse check --strict Scripts
      rehearse check --fix notes.rehearsal
      rehearse check --fix --diff .

    With warnings the exit code is 0 unless --strict is given. --fix applies the changes that \
    errors and warnings propose and that are safe, checks again, and reports the remaining errors \
    and warnings; with --diff it shows the changes without making them.
    """

  private var isStrict = false
  private var fixes = false
  private var showsDifference = false
  private var project = ProjectOptions()
  private var colors = ColorOptions()
  private var paths = ["."]

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .flag(["--strict"], \.isStrict, "Treat warnings as failures.").configurable,
          .flag(["--fix"], \.fixes, "Apply the safe fixes to the files."),
          .flag(
            ["--diff"], \.showsDifference, "With --fix, show the changes and change no file."),
        ],
        ProjectOptions.options(in: \.project), ColorOptions.options(in: \.colors))
    ]
  }

  static var project: WritableKeyPath<Self, ProjectOptions>? { \.project }

  static var arguments: ArgumentRow<Self>? { .scripts(\.paths) }

  func validate() throws(CommandEnd) {
    if showsDifference, !fixes { throw .usage("--diff shows what --fix would change.") }
    guard fixes, paths.contains(ScriptFile.standardInput) else { return }
    throw .usage("--fix changes files; it cannot change standard input.")
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    var reporter = Reporter(colors, host: host, project: project, paths: paths)
    let (files, isComplete) = reporter.scripts(in: paths)
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      guard var script = reporter.script(file) else {
        code = .scriptError
        continue
      }
      if fixes {
        do throws(FileWriteError) { script = try fixed(script, file, host) } catch {
          reporter.show(error)
          code = .scriptError
        }
      }
      reporter.show(script.diagnostics, of: script)
      if !script.isRight || isStrict && !script.diagnostics.isEmpty { code = .scriptError }
    }
    try code.leave()
  }

  /// Applies the safe fixes to a script's file and says what was done.
  private func fixed(
    _ script: Script, _ file: String, _ host: ScriptHost
  ) throws(FileWriteError) -> Script {
    let imports = ScriptFile.imports(of: file, within: project.roots(of: paths))
    let repair = ScriptRepair(of: script) { Script($0, host: host, imports: imports) }
    guard !repair.changes.isEmpty else { return script }
    if showsDifference {
      let difference = UnifiedDifference(
        from: String(decoding: script.source.bytes, as: UTF8.self),
        to: String(decoding: repair.script.source.bytes, as: UTF8.self))
      for line in difference.lines(file) { StandardStream.output.writeLine("\(line)") }
      return repair.script
    }
    try WholeFile.replace(
      file, holding: script.source.bytes, with: repair.script.source.bytes)
    for change in repair.changes {
      let identifier = change.identifier.rawValue
      StandardStream.output.writeLine(
        "\(file):\(change.line): fixed \(identifier): \(change.message)")
    }
    return repair.script
  }
}
