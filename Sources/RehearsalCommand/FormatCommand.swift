// `rehearse format`: formats scripts in place. A script with errors is left as it is.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalSyntax
import RehearsalText

/// Formats scripts.
struct FormatCommand: HostedCommand {
  static let name = "format"
  static let abstract = "Format scripts in place."
  static let discussion = """
    Examples:
      rehearse format notes.rehearsal
      rehearse format --check Scripts

    Only spaces, blank lines and needless semicolons change, never the meaning of a script. \
    A script with errors is not changed. Exit codes: 0 success; 1 --check found a script to \
    format; 2 a script has errors, or cannot be read or written.
    """

  private var onlyChecks = false
  private var colors = ColorOptions()
  private var paths: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [.flag(["--check"], \.onlyChecks, "List the scripts that would change; change none.")],
        ColorOptions.options(in: \.colors))
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .scripts(
      \.paths, atLeast: 1,
      "Script files, or folders with *.rehearsal files; - formats standard input to standard "
        + "output.")
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    var reporter = Reporter(colors)
    let (files, isComplete) = reporter.scripts(in: paths, entersPackages: true)
    var code = isComplete ? RunExitCode.passed : .scriptError
    for file in files {
      do throws(Failure) {
        let isFine = try format(file)
        if !isFine, code == .passed { code = .failed }
      } catch {
        report(error, with: &reporter)
        code = .scriptError
      }
    }
    try code.leave()
  }

  /// Why a script was not formatted.
  private enum Failure: Error {
    case unreadable(ScriptReadError)
    case errors([Diagnostic])
    case unwritable(FileWriteError)
  }

  /// Formats a file, or standard input; tells whether there is nothing left to do.
  private func format(_ file: String) throws(Failure) -> Bool {
    let source: SourceText
    do throws(ScriptReadError) {
      source = try ScriptFile.read(file, atMost: RunLimits().syntax.sourceSize)
    } catch { throw .unreadable(error) }
    guard let text = RehearsalSyntax.Formatter.format(source) else {
      throw .errors(Parser.parse(source).diagnostics)
    }
    let isFormatted = source.bytes.elementsEqual(text.utf8)
    if onlyChecks {
      if !isFormatted { StandardStream.output.writeLine("\(source.name)") }
      return isFormatted
    }
    if file == ScriptFile.standardInput {
      StandardStream.output.write(Array(text.utf8))
    } else if !isFormatted {
      do throws(FileWriteError) {
        try WholeFile.replace(file, holding: source.bytes, with: Array(text.utf8))
      } catch { throw .unwritable(error) }
    }
    return true
  }

  private func report(_ failure: Failure, with reporter: inout Reporter) {
    switch failure {
    case .unreadable(let error): reporter.show(error)
    case .errors(let diagnostics): reporter.show(diagnostics)
    case .unwritable(let error): reporter.show(error)
    }
  }
}
