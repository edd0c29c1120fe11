// `rehearse conform` holds logs of devices against the rule book, and `rehearse probes` says what to do on
// a device to get them.

import Rehearsal
import RehearsalConformance
import RehearsalFiles
import RehearsalLifecycle
import RehearsalPrompt
import RehearsalText
import RehearsalValues

/// Holds logs of probes against the rule book.
struct ConformCommand: HostedCommand {
  /// The forms of the report.
  enum Format: String, CaseIterable {
    case text, json, rows
  }

  static let name = "conform"
  static let abstract = "Hold what a device did in probes against the rules."
  static let discussion = """
    Examples:
      rehearse conform leave-1.jsonl leave-2.jsonl leave-3.jsonl
      rehearse conform --format rows results/
      rehearse conform --model "iPhone 15 Pro" results/

    Logs are written by Recorder.swift in an app that takes the probes; `rehearse probes` lists them. Each \
    probe is run three times; what was otherwise in one run alone is no deviation. Of a deviation \
    it is said which side of a conflict, quirk, length of time or version of the rule book plays it, \
    or that none does. It ends with 1 where a device deviates.
    """

  private var format = Format.text
  private var model: String?
  private var paths: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--format"], \.format, .word("format"),
            "text for people, json with a line for each probe, or rows for the table of results."),
          .option(
            ["--model"], \.model, .text("model"),
            "The model of the device, such as \"iPhone 15 Pro\", where the log knows less."),
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many(
      "paths", \.paths, .file(ending: "jsonl"),
      "Logs of the recorder, or folders with *.jsonl files.", atLeast: 1)
  }

  func validate() throws(CommandEnd) {
    if let model, ModelFamily(ofModel: model) == nil {
      throw .usage("\(model) is no model; write one such as \"iPhone 15 Pro\" or \"iPad\".")
    }
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    let report: ConformanceReport
    do throws(LogError) {
      report = ConformanceReport(try Conformance.devices(of: try logs(), model: model))
    } catch {
      StandardStream.error.writeLine("\(error)")
      throw .exit(RunExitCode.scriptError.rawValue)
    }
    let text =
      switch format {
      case .text: report.text
      case .json: report.json
      case .rows: report.rows
      }
    StandardStream.output.write(PrintableText(lines: text))
    if report.hasDeviations { throw .exit(RunExitCode.failed.rawValue) }
  }

  /// The logs of all paths; of three runs one may be damaged, which is said.
  private func logs() throws(LogError) -> [RecordedLog] {
    var logs: [RecordedLog] = []
    var faults: [String] = []
    for path in try files() {
      let bytes: [UInt8]
      do throws(ScriptReadError) {
        bytes = try ScriptFile.read(path, atMost: ScriptFile.longestSource).bytes
      } catch { throw LogError("\(error)") }
      do throws(LogError) { logs.append(try RecordedLog(reading: bytes, source: path)) } catch {
        faults.append("\(path): \(error)")
      }
    }
    guard !logs.isEmpty else {
      throw LogError(faults.first ?? "there is no *.jsonl file in what was given")
    }
    for fault in faults { StandardStream.error.writeLine("\(fault); it is left out") }
    return logs
  }

  private func files() throws(LogError) -> [String] {
    var files: [String] = []
    for path in paths {
      guard FilePath(path).kind() == .folder else {
        files.append(path)
        continue
      }
      do throws(SystemError) {
        files += try FilePath(path).names().filter { $0.hasSuffix(".jsonl") }.sorted()
          .map { FilePath(path).appending($0).text }
      } catch { throw LogError("\(path): \(error)") }
    }
    return files
  }
}

/// Lists the probes, and says what one does.
struct ProbesCommand: HostedCommand {
  static let name = "probes"
  static let abstract = "Say what to do on a device to check the rules there."
  static let discussion = """
    Examples:
      rehearse probes                    all probes, with what each takes
      rehearse probes leave lock         what to do, one step a line
      rehearse probes --format json      for the app that shows the steps
      rehearse probes --script leave | rehearse run -
    """

  /// The forms of the list.
  enum Format: String, CaseIterable {
    case text, json
  }

  private var format = Format.text
  private var isScript = false
  private var names: [String] = []

  static var sections: [OptionSection<Self>] {
    [
      OptionSection(
        "Options",
        [
          .option(
            ["--format"], \.format, .word("format"),
            "text for people, or json for the app that shows the steps."),
          .flag(["--script"], \.isScript, "Write the scripts that the rule book plays."),
        ])
    ]
  }

  static var arguments: ArgumentRow<Self>? {
    .many("probes", \.names, .words(Probe.all.map(\.name)), "Probes such as leave.")
  }

  func validate() throws(CommandEnd) { _ = try probes() }

  private func probes() throws(CommandEnd) -> [Probe] {
    var probes: [Probe] = []
    for name in names {
      guard let probe = Probe.probe(name) else {
        throw .missing(
          "probe \(name)", near: name, among: Probe.all.map(\.name),
          otherwise: "`rehearse probes` lists them all.")
      }
      probes.append(probe)
    }
    return probes
  }

  func run(host: ScriptHost) throws(CommandEnd) {
    let chosen = try probes()
    let all = chosen.isEmpty ? Probe.all : chosen
    let text: String
    if isScript {
      text = all.map(\.script).joined(separator: "\n")
    } else if format == .json {
      text = all.map { Self.json($0).text + "\n" }.joined()
    } else if chosen.isEmpty {
      text = Self.list
    } else {
      text = chosen.map(Self.page).joined(separator: "\n")
    }
    StandardStream.output.write(PrintableText(lines: text))
  }

  private static var list: String {
    let longest = Probe.all.map(\.name.count).max() ?? 0
    return Probe.all.map { probe in
      let name = probe.name + String(repeating: " ", count: longest + 2 - probe.name.count)
      let needs = probe.needs.map { "; needs \($0)" } ?? ""
      return "\(name)\(probe.title) (\(probe.shape.rawValue), \(Self.length(of: probe))\(needs))\n"
    }.joined()
  }

  private static func length(of probe: Probe) -> String {
    let seconds = probe.duration
    if seconds < 100 { return "\(seconds) s" }
    return seconds < 7200 ? "\((seconds + 30) / 60) min" : "\((seconds + 1800) / 3600) h"
  }

  private static func page(of probe: Probe) -> String {
    let heading = "\(probe.name): \(probe.title) (\(probe.shape.rawValue), \(length(of: probe)))\n"
    let needs = probe.needs.map { "It needs \($0).\n" } ?? ""
    let steps = probe.sentences.enumerated().map { "\($0 + 1). \($1)\n" }
    return heading + needs + steps.joined()
  }

  private static func json(_ probe: Probe) -> JSONValue {
    let fields: [(String, JSONValue.Value)] = [
      ("probe", probe.name), ("shape", probe.shape.rawValue), ("title", probe.title),
      ("needs", probe.needs), ("seconds", probe.duration),
      ("steps", JSONValue.list(probe.sentences.map { .string($0) })),
    ]
    return JSONValue(fields: fields)
  }
}
