// Finds out what a file is that people have in hand, and reads the ends that it tells of.

import RehearsalText
import RehearsalValues

/// Reads reports of any form.
enum ReportReader {
  /// The most ends that are reported of one file.
  static let mostEnds = 12

  /// The ends that a file tells of, the most frequent first where it counts them.
  ///
  /// - Parameter bytes: The file, in any encoding.
  /// - Returns: At least one.
  /// - Throws: `CrashReportError` for what is no report, or is cut before an end is reported.
  /// - Complexity: O(*n*) in the length of the file.
  static func ends(in bytes: [UInt8]) throws(CrashReportError) -> [ReportedFacts] {
    let text = ReportedText.utf8(of: bytes)
    guard let start = text.firstIndex(where: { $0 > 0x20 }) else {
      throw CrashReportError(description: "it is empty")
    }
    let rest = text[start...]
    let isJSON = rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[")
    let all = isJSON ? try structured(rest) : ReportedLines.ends(in: rest)
    let found = all.filter(\.tellsOfEnd)
    guard let first = found.first else {
      throw CrashReportError(
        description: all.first?.remarks.first
          ?? (all.contains { $0.name != nil }
            ? "it does not say how the process ended; the report may be cut"
            : "it is no report of an end: nothing in it says how a process ended; reports begin with "
              + "JSON or have lines such as `Termination Reason: …`"))
    }
    return first.count == nil
      ? Array(found.prefix(mostEnds))
      : Array(found.sorted { ($0.count ?? 0) > ($1.count ?? 0) }.prefix(mostEnds))
  }

  /// JSON as a whole, a line of JSON with the report below it, or a line of JSON for each event.
  private static func structured(
    _ bytes: ArraySlice<UInt8>
  ) throws(CrashReportError) -> [ReportedFacts] {
    let read: Result<JSONValue, JSONError>
    do throws(JSONError) { read = .success(try JSONValue(reading: Array(bytes))) } catch {
      read = .failure(error)
    }
    let whole: JSONError
    switch read {
    case .success(let value): return try ReportedJSON.ends(in: value)
    case .failure(let error): whole = error
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let rest = bytes[end...].drop { $0 <= 0x20 }
    guard let summary = try? JSONValue(reading: Array(bytes[..<end])), !rest.isEmpty else {
      return try unstructured(bytes, because: whole)
    }
    guard rest.first == UInt8(ascii: "{") else {
      return ReportedLines.ends(in: rest, after: ReportedJSON.summary(summary))
    }
    if let body = try? JSONValue(reading: Array(rest)) {
      return try ReportedJSON.ends(in: body, after: ReportedJSON.summary(summary))
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(20_000)
    let values = lines.compactMap { try? JSONValue(reading: Array($0)) }
    guard values.count == lines.count else {
      return try unstructured(rest, after: ReportedJSON.summary(summary), because: whole)
    }
    return ReportedJSON.ends(inLines: values)
  }

  /// What can be found in JSON that is cut, or in lines that begin as it does.
  private static func unstructured(
    _ bytes: ArraySlice<UInt8>, after summary: ReportedFacts = ReportedFacts(),
    because error: JSONError
  ) throws(CrashReportError) -> [ReportedFacts] {
    var found = ReportedLines.ends(in: bytes, after: summary).filter(\.tellsOfEnd)
    guard !found.isEmpty else {
      throw CrashReportError(
        description: "it is cut, or no crash report: \("\(error)".printableLine)")
    }
    if bytes.first == UInt8(ascii: "{") {
      for number in found.indices { found[number].remarks.append("The report is cut.") }
    }
    return found
  }
}
