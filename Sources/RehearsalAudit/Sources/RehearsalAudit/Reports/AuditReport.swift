// What an audit says: to people, to programs, to tools that read SARIF, and to GitHub.

import Foundation
import RehearsalRules
import RehearsalText

/// A form in which findings are reported.
package enum AuditFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, xcode

  /// The report of findings.
  ///
  /// - Complexity: O(n) in the number of findings and the size of the sources in which they stand
  package func report(_ findings: [AuditFinding], _ files: ProjectFiles) -> String {
    let lines = SourceLines(files, of: findings)
    switch self {
    case .text: return findings.map { TextReport(lines).text($0) }.joined(separator: "\n")
    case .json: return findings.map { JSONFinding($0).line + "\n" }.joined()
    case .sarif: return SARIFLog(findings, lines, root: files.root).text + "\n"
    case .github: return findings.map { $0.gitHubCommand(lines).line + "\n" }.joined()
    case .xcode:
      let root = files.root.map { $0 + "/" } ?? ""
      return findings.map { (root + $0.head(lines)).printableLine + "\n" }.joined()
    }
  }
}

extension AuditFinding {
  fileprivate func gitHubCommand(_ lines: SourceLines) -> GitHubCommand {
    let level: GitHubCommand.Level =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    let title = rule.identifier + (number.map { " (\($0))" } ?? "")
    return GitHubCommand(
      level, file: place.path, line: place.line, column: lines.column(of: place), title: title,
      message: message + " " + remedy)
  }

  /// The line that editors read.
  fileprivate func head(_ lines: SourceLines) -> String {
    let suspected = rule.certainty == .suspected ? "suspected: " : ""
    return "\(place.path):\(place.line):\(lines.column(of: place)): \(severity.rawValue): "
      + "\(suspected)\(message) [\(rule.identifier)]"
  }
}

/// The lines of the sources in which findings stand.
private struct SourceLines {
  private struct Source {
    let bytes: [UInt8]
    /// Where each line begins.
    let starts: [Int]
  }

  private let sources: [String: Source]

  init(_ files: ProjectFiles, of findings: [AuditFinding]) {
    let paths = Set(findings.map(\.place.path))
    let found = files.files.compactMap { file -> (String, Source)? in
      let path = files.prefix.isEmpty ? file.path : files.prefix + "/" + file.path
      guard paths.contains(path) else { return nil }
      let ends = file.bytes.indices.filter { file.bytes[$0] == UInt8(ascii: "\n") }
      return (path, Source(bytes: file.bytes, starts: [0] + ends.map { $0 + 1 }))
    }
    sources = Dictionary(found) { first, _ in first }
  }

  private func range(of place: Place) -> (bytes: [UInt8], line: Range<Int>)? {
    guard let source = sources[place.path], source.starts.indices.contains(place.line - 1) else {
      return nil
    }
    let start = source.starts[place.line - 1]
    var end = source.bytes.count
    if source.starts.indices.contains(place.line) { end = source.starts[place.line] - 1 }
    if end > start, source.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return (source.bytes, start..<end)
  }

  /// The line of a place with a mark below it; nil if the sources have no such line.
  func excerpt(of place: Place) -> LineExcerpt? {
    range(of: place).map { bytes, line in
      let start = min(line.lowerBound + place.column - 1, line.upperBound)
      return LineExcerpt(of: line, marking: start..<start + 1, in: bytes, width: 100)
    }
  }

  /// The column of a place in units of UTF-16, from 1, as readers of SARIF count by default; places
  /// count bytes.
  func column(of place: Place) -> Int {
    guard let (bytes, line) = range(of: place) else { return place.column }
    let before = bytes[line].prefix(place.column - 1)
    return String(decoding: before, as: UTF8.self).utf16.count + 1
  }
}

/// Findings as a check shows errors and warnings: the place, the line, the rule, and what to do.
private struct TextReport {
  private let lines: SourceLines

  init(_ lines: SourceLines) { self.lines = lines }

  func text(_ finding: AuditFinding) -> String {
    var text = finding.head(lines).printableLine + "\n"
    let number = String(finding.place.line)
    let blank = String(repeating: " ", count: number.count + 1)
    if let excerpt = lines.excerpt(of: finding.place) {
      text += " \(number) | \(excerpt.text)\n\(blank) | \(excerpt.indentation)\(excerpt.marks)\n"
    }
    if let number = finding.number { text += "\(blank) = \(number): \(number.statement)\n" }
    return text + "\(blank) = to do: \(finding.remedy.printableLine)\n"
  }
}

/// A finding as one line of JSON.
struct JSONFinding: Encodable {
  private let rule: String
  private let number: String?
  private let certainty: String
  private let severity: String
  private let file: String
  private let lineNumber: Int
  private let column: Int
  private let message: String
  private let remedy: String
  private let statement: String
  private let sources: [String]

  private enum CodingKeys: String, CodingKey {
    case rule, number, certainty, severity, file, column, message, remedy, statement, sources
    case lineNumber = "line"
  }

  init(_ finding: AuditFinding) {
    rule = finding.rule.identifier
    number = finding.number?.description
    severity = finding.severity.rawValue
    certainty = finding.rule.certainty.rawValue
    file = finding.place.path
    lineNumber = finding.place.line
    column = finding.place.column
    message = finding.message
    remedy = finding.remedy
    statement = finding.number?.statement ?? ""
    sources = finding.number?.sources ?? []
  }

  var line: String { json(self).printableJSON }
}

/// A value as JSON on one line, with its keys in order.
func json(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Texts, numbers and lists of them alone, which can always be written.
  return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

/// Findings in the Static Analysis Results Interchange Format, version 2.1.0.
private struct SARIFLog: Encodable {
  struct Message: Encodable { let text: String }
  struct Help: Encodable {
    let text: String
    let markdown: String
  }
  struct Configuration: Encodable { let level: String }
  struct Descriptor: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Help
    /// A page of Apple's about the rule; readers link it beside a finding.
    let helpUri: String?
    let defaultConfiguration: Configuration
  }
  struct Driver: Encodable {
    let name: String
    let version: String
    let rules: [Descriptor]
  }
  struct Tool: Encodable { let driver: Driver }
  struct Artifact: Encodable {
    let uri: String
    let uriBaseId: String?
  }
  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
  }
  struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }
  struct Location: Encodable { let physicalLocation: PhysicalLocation }
  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
  }
  struct Run: Encodable {
    let tool: Tool
    let columnKind: String
    /// Where the root of the paths lies on this machine.
    let originalUriBaseIds: [String: Artifact]?
    let results: [Result]
  }

  let schema: String
  let version: String
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  private static let rootName = "%SRCROOT%"

  init(_ findings: [AuditFinding], _ lines: SourceLines, root: String?) {
    let rules = AuditRule.all
    let descriptors = rules.map { rule in
      Descriptor(
        id: rule.identifier, shortDescription: Message(text: rule.message),
        fullDescription: Message(
          text: rule.rules.map { "\($0): \($0.statement)" }.joined(separator: " ")),
        help: Help(text: rule.remedy, markdown: rule.page), helpUri: Self.page(of: rule),
        defaultConfiguration: Configuration(level: Self.level(of: rule)))
    }
    let results = findings.map { finding in
      let place = finding.place
      let region = Region(startLine: place.line, startColumn: lines.column(of: place))
      let artifact = Artifact(
        uri: Self.encoded(place.path), uriBaseId: root == nil ? nil : Self.rootName)
      let location = PhysicalLocation(artifactLocation: artifact, region: region)
      return Result(
        ruleId: finding.rule.identifier,
        ruleIndex: rules.firstIndex { $0.identifier == finding.rule.identifier } ?? 0,
        level: finding.severity.rawValue,
        message: Message(text: finding.message + " " + finding.remedy),
        locations: [Location(physicalLocation: location)],
        partialFingerprints: ["rehearsal/v1": Baseline.key(of: finding)])
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    version = "2.1.0"
    runs = [
      Run(
        tool: Tool(
          driver: Driver(
            name: "rehearse audit", version: Release.version, rules: descriptors)),
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: root.map {
          [Self.rootName: Artifact(uri: "file://" + Self.encoded($0) + "/", uriBaseId: nil)]
        },
        results: results)
    ]
  }

  /// The address of the first source of a rule that has one.
  private static func page(of rule: AuditRule) -> String? {
    for source in rule.rules.flatMap(\.sources) {
      if let start = source.range(of: "https://") {
        return String(
          source[start.lowerBound...].prefix { !$0.isWhitespace && $0 != "," && $0 != ";" })
      }
    }
    return nil
  }

  private static func encoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  private static func level(of rule: AuditRule) -> String {
    switch rule.certainty {
    case .proved: "error"
    case .suspected: "warning"
    case .remark: "note"
    }
  }

  var text: String { json(self).printableJSON }
}
