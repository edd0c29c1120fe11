// Where reports go: `--format FORMAT[=FILE]`, several at once, each to a file or to standard output.

import Rehearsal
import RehearsalFiles
import RehearsalPrompt
import RehearsalRunner
import RehearsalSyntax
import RehearsalText

/// `--format FORMAT[=FILE]`, as often as there are reports.
struct ReportOptions: OptionGroup, Sendable {
  private var written: [ReportDestination] = []
  private var rulesAddress: String?

  /// The reports that were asked for.
  var format: [ReportDestination] {
    guard let rulesAddress else { return written }
    return written.map {
      ReportDestination($0.format.linking(rulesTo: rulesAddress), path: $0.path)
    }
  }

  static var options: [OptionRow<Self>] {
    [
      .list(
        ["--format"], \.written, .report,
        "Report in this format, to standard output or to =FILE; may be repeated."
      ).with(details: ReportFormat.all.map { "\($0.name): \($0.summary)." }).local,
      .option(
        ["--rules-url"], \.rulesAddress, .text("address"),
        "Where the rules of --format html lead: a folder that `rehearse rules --site` has written, by its address."
      ),
    ]
  }

  /// Whether a report shows the lives of cases.
  var showsLives: Bool { format.contains(where: \.format.showsLives) }

  /// Whether standard output is for people to read.
  var isForPeople: Bool {
    !format.contains { $0.path == nil && $0.format != .text }
  }

  /// Whether results are asked for, which `rehearse merge` puts together.
  var keepsResults: Bool { format.contains { $0.format == .results } }

  /// Whether a report shows where the statements that led to records are.
  var showsPlaces: Bool { format.contains { $0.format == .json } }
}

extension ValueReader where Value == ReportDestination {
  /// A format and perhaps a file, as in `junit=results.xml`; as with scripts, `-` is the standard
  /// stream.
  fileprivate static var report: ValueReader {
    let known = ReportFormat.all.map(\.name)
    return ValueReader(
      placeholder: "format[=file]", expected: "a format", completion: .words(known)
    ) { text, option throws(CommandEnd) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let format = ReportFormat.all.first(where: { $0.name == parts[0] }) else {
        throw .missing("format \(parts[0])", near: parts[0], among: known)
      }
      let path = parts.count > 1 ? parts[1] : "-"
      guard !path.isEmpty else { throw .usage("\(option) \(text) has no file name after the =.") }
      return ReportDestination(format, path: path == "-" ? nil : path)
    }
  }
}

/// A report that was asked for.
struct ReportDestination: Sendable {
  let format: ReportFormat
  /// The file; nil for standard output.
  let path: String?

  init(_ format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Refuses forms that a command does not have, and reports that would be in one another.
  static func check(
    _ destinations: [ReportDestination], among formats: [ReportFormat]
  ) throws(CommandEnd) {
    for destination in destinations where !formats.contains(destination.format) {
      let known = formats.map(\.name).joined(separator: ", ")
      throw .usage(
        "This command has no format \(destination.format.name); it has \(known).")
    }
    let whole = destinations.filter { $0.path == nil && $0.format.takesWholeStream }
    let others = destinations.filter { $0.path == nil && !$0.format.takesWholeStream }
    guard whole.count + (whole.isEmpty ? 0 : others.count) > 1 else { return }
    throw .usage(
      "Two formats would mix on standard output; give one a file, as in "
        + "--format \(whole[0].format.name)=FILE.")
  }

  /// Refuses files for reports, drawings or scenarios that are scripts, or one another: what is written
  /// last would be all that is left, and a script is somebody's work.
  ///
  /// - Parameters:
  ///   - paths: Where something is to be written.
  ///   - scripts: The paths of the scripts that are read.
  /// - Throws: `CommandEnd.usage`.
  static func check(files paths: [String], besides scripts: [String]) throws(CommandEnd) {
    for (number, path) in paths.enumerated() {
      let file = FilePath(path)
      // A terminal or `/dev/null` takes whatever comes.
      guard file.kind() ?? .file == .file else { continue }
      let isScript =
        file.exists && file.canonical.ending == ScriptFile.pathExtension
        || scripts.contains { $0 != ScriptFile.standardInput && file.isSameFile(as: FilePath($0)) }
      if isScript { throw .usage("\(path) is a script; a report does not overwrite it.") }
      if let other = paths[..<number].first(where: { file.isSameFile(as: FilePath($0)) }) {
        throw .usage(
          other == path
            ? "Two reports would be written to \(path); give each a file of its own."
            : "\(path) is the file \(other); give each report a file of its own.")
      }
    }
  }

  /// With lines for people on standard output, unless something else was asked for.
  static func withText(_ destinations: [ReportDestination]) -> [ReportDestination] {
    let isTaken = destinations.contains {
      $0.format == .text || $0.path == nil && $0.format.takesWholeStream
    }
    return isTaken ? destinations : [ReportDestination(.text)] + destinations
  }
}

/// Where one report is written.
///
/// A file gets its name when the report is whole; until then, and where anything fails, what was
/// there before stays.
struct ReportOutput {
  let format: ReportFormat
  /// Where it goes that has no file.
  private var stream = StandardStream.output
  private var path: String?
  private var file: WholeFile?

  private init(_ format: ReportFormat, path: String? = nil, file: WholeFile? = nil) {
    self.format = format
    self.path = path
    self.file = file
  }

  /// The stream of errors.
  static var standardError: ReportOutput {
    var output = ReportOutput(.text)
    output.stream = .error
    return output
  }

  /// Opens the outputs of reports on some scripts; a file that cannot be written ends the command.
  static func open(
    _ destinations: [ReportDestination], on scripts: [String]
  ) throws(CommandEnd) -> [ReportOutput] {
    try ReportDestination.check(files: destinations.compactMap(\.path), besides: scripts)
    return try ReportDestination.withText(destinations).map { destination throws(CommandEnd) in
      guard let path = destination.path else {
        return ReportOutput(destination.format)
      }
      do throws(FileWriteError) {
        return ReportOutput(destination.format, path: path, file: try WholeFile(path))
      } catch {
        StandardStream.error.writeLine(
          "\(path): error: the report cannot be written there: \(error.reason)")
        throw .exit(RunExitCode.outputLost.rawValue)
      }
    }
  }

  /// Whether it is the stream that people read.
  var isStandardOutput: Bool { path == nil && stream == .output }

  /// Whether to colour what is written here.
  func usesColor(_ colors: ColorOptions) -> Bool {
    isStandardOutput ? colors.usesColor(on: .output) : colors.color == .always
  }

  /// Writes text; what cannot be written ends the command, for a report must not pass for whole.
  func write(_ text: PrintableText) {
    guard !text.isEmpty else { return }
    guard let file else { return stream.write(text) }
    keep { () throws(FileWriteError) in try file.write(Array(text.description.utf8)) }
  }

  /// Ends the report, which is whole: its file gets its name.
  func end() {
    guard let file else { return }
    keep { () throws(FileWriteError) in try file.putInPlace() }
  }

  private func keep(_ body: () throws(FileWriteError) -> Void) {
    do throws(FileWriteError) { try body() } catch {
      StandardStream.error.writeLine(
        "\(error.path): error: the report cannot be written: \(error.reason)")
      RunExitCode.outputLost.endProcess()
    }
  }
}
