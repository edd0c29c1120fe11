// `rehearse check`: reports errors and warnings without running scripts, and applies safe fix-its.

import ArgumentParser
import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax

/// Checks scripts.
struct CheckCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report errors and warnings in scripts without running them.",
    discussion: """
      Examples:
        rehearse check                    everything below the current folder
        rehearse check --strict Scripts
        rehearse check --fix notes.rehearsal

      Warnings leave the exit code at 0 unless --strict is given. --fix makes those changes that \
      an error or warning proposes and that leave no doubt, checks again, and reports what is left.
      """)

  @Flag(help: "Let warnings fail too.")
  var strict = false

  @Flag(help: "Apply the safe fixes to the files.")
  var fix = false

  @OptionGroup var imports: ImportOptions

  @OptionGroup var colors: ColorOptions

  @ArgumentParser.Argument(
    help: "Script files, and folders with *.rehearsal files; - reads standard input.",
    completion: .scripts)
  var paths: [String] = ["."]

  func validate() throws {
    guard fix, paths.contains(ScriptFile.standardInput) else { return }
    throw ValidationError("--fix changes files; it cannot change standard input.")
  }

  func run(host: ScriptHost) throws {
    var reporter = Reporter(colors, host: host, roots: imports.roots(of: paths))
    let (files, isComplete) = reporter.scripts(in: paths)
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      guard var script = reporter.script(file) else {
        code = .scriptError
        continue
      }
      if fix {
        do { script = try fixed(script, file, host) } catch {
          reporter.show(error)
          code = .scriptError
        }
      }
      reporter.show(script.diagnostics, of: script)
      if !script.isRunnable || strict && !script.diagnostics.isEmpty { code = .scriptError }
    }
    try code.leave()
  }

  /// Applies the safe fixes to a script's file and says what was done.
  private func fixed(
    _ script: Script, _ file: String, _ host: ScriptHost
  ) throws(FileWriteError) -> Script {
    let imports = ScriptFile.imports(of: file, within: imports.roots(of: paths))
    let repair = ScriptRepair(of: script) { Script($0, host: host, imports: imports) }
    guard !repair.changes.isEmpty else { return script }
    try WholeFile.write(repair.script.source.bytes, to: file)
    for change in repair.changes {
      let identifier = change.identifier.rawValue
      StandardStream.output.writeLine(
        "\(file):\(change.line): fixed \(identifier): \(change.message)")
    }
    return repair.script
  }
}
