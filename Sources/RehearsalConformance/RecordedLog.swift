// A log of the recorder: a line about the device and the probe, then a line for each thing that the app
// met. It was written on a device and sent in, so nothing of it is taken for granted.

import RehearsalLifecycle
import RehearsalValues

/// Why something is no log of the recorder.
package struct LogError: Error, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  /// Makes an error.
  package init(_ description: String) { self.description = description }
}

/// One run of a probe, or one life of any app.
package struct RecordedLog: Sendable {
  /// The version of the form.
  package static let form: Int64 = 1
  /// The app's last word, when the person has done everything.
  package static let done = "done"
  /// The most lines that are read.
  package static let mostLines = 200_000

  /// Where it comes from, for people.
  package var source: String
  /// The probe; nil for the log of any app.
  package var probe: String?
  /// Which run of the probe.
  package var run: Int
  /// The version of the system.
  package var system: SystemVersion
  /// The model, as devices are called in scripts.
  package var model: String
  /// The identifier of the hardware, such as `iPhone15,2`.
  package var hardware: String?
  /// The lines, by number.
  package var lines: [LogLine]
  /// How many lines were written; nil if the last of them is missing.
  package var count: Int?

  /// Whether a file begins as such a log does.
  package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    let first = bytes.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
    guard first.count < 4096, let value = try? JSONValue(reading: Array(first)) else {
      return false
    }
    return value["recorder"] != nil || LogLine(value) != nil
  }

  /// Makes a log of its lines.
  package init(
    source: String, probe: String?, run: Int, system: SystemVersion, model: String,
    lines: [LogLine], count: Int?
  ) {
    (self.source, self.probe, self.run) = (source, probe, run)
    (self.system, self.model, self.lines, self.count) = (system, model, lines, count)
  }

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - source: Where it comes from, for people.
  /// - Throws: `LogError` for anything else, with the line.
  package init(reading bytes: [UInt8], source: String) throws(LogError) {
    let texts = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
      line.contains { $0 > 0x20 }
    }
    guard texts.count <= Self.mostLines else {
      throw LogError("it has more than \(Self.mostLines) lines")
    }
    guard let first = texts.first, let header = try? JSONValue(reading: Array(first)),
      let form = header["recorder"]?.integer
    else {
      throw LogError(
        "its first line is not there, which says the device and the probe: {\"recorder\":1,…}")
    }
    guard form == Self.form else {
      throw LogError("it is of form \(form); this release reads form \(Self.form)")
    }
    guard let system = header["system"]?.string.flatMap({ SystemVersion(parsing: $0) }),
      RuleBook.versions.contains(system)
    else { throw LogError("its first line names no version of iOS from 2 to 27") }
    var lines: [LogLine] = []
    for (index, text) in texts.enumerated().dropFirst() {
      guard let value = try? JSONValue(reading: Array(text)), let line = LogLine(value) else {
        throw LogError("line \(index + 1) is no line of a log: \(Self.excerpt(text))")
      }
      guard line.number > lines.last?.number ?? 0 else {
        throw LogError("line \(index + 1) has the number \(line.number) again")
      }
      lines.append(line)
    }
    let last = lines.last.flatMap { $0.kind == .log && $0.name == Self.done ? $0 : nil }
    if last != nil { lines.removeLast() }
    self.init(
      source: source, probe: header["probe"]?.string,
      run: Int(clamping: header["run"]?.integer ?? 1), system: system,
      model: header["model"]?.string ?? "iPhone", lines: lines, count: last.map { $0.number - 1 })
    hardware = header["device"]?.string
  }

  private static func excerpt(_ text: some Collection<UInt8>) -> String {
    String(decoding: text.prefix(60), as: UTF8.self) + (text.count > 60 ? "…" : "")
  }

  /// The log as a file has it.
  package var text: String {
    let fields: [(String, JSONValue.Value)] = [
      ("recorder", Self.form), ("probe", probe), ("run", run), ("system", "\(system)"),
      ("model", model), ("device", hardware),
    ]
    let header = JSONValue(fields: fields)
    var all = lines.map(\.json)
    if let count {
      all.append(
        LogLine(
          number: count + 1, time: lines.last?.time ?? 0, process: lines.last?.process ?? 1,
          kind: .log, name: Self.done, state: nil
        ).json)
    }
    return ([header] + all).map { $0.text + "\n" }.joined()
  }
}
