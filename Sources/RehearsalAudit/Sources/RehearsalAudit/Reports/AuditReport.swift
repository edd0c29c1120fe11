// What an audit says: to people, to programs, to tools that read SARIF, and to GitHub.

import Foundation
import RehearsalLifecycle

/// A form in which findings are reported.
package enum AuditFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, xcode

  /// The report of findings.
  ///
  /// - Complexity: O(n) in the number of findings and the size of the sources
  package func report(_ findings: [AuditFinding], _ files: ProjectFiles) -> String {
    switch self {
    case .text: TextReport(files).text(findings)
    case .json: findings.map { JSONFinding($0).line + "\n" }.joined()
    case .sarif: SARIFLog(findings, SourceLines(files), root: files.root).text + "\n"
    case .github:
      {
        let lines = SourceLines(files)
        return findings.map { gitHubCommand($0, lines) }.joined()
      }()
    case .xcode:
      {
        let lines = SourceLines(files)
        let root = files.root.map { $0 + "/" } ?? ""
        return findings.map { root + TextReport.head(of: $0, lines) + "\n" }.joined()
      }()
    }
  }

  private func gitHubCommand(_ finding: AuditFinding, _ lines: SourceLines) -> String {
    func escaped(_ text: String, isProperty: Bool) -> String {
      var text = text.replacingOccurrences(of: "%", with: "%25")
        .replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
      guard isProperty else { return text }
      text = text.replacingOccurrences(of: ":", with: "%3A")
      return text.replacingOccurrences(of: ",", with: "%2C")
    }
    let place = finding.place
    let number = finding.number.map { " (\($0))" } ?? ""
    let title = finding.rule.identifier + number
    let command = finding.severity == .note ? "notice" : finding.severity.rawValue
    return "::\(command) "
      + "file=\(escaped(place.path, isProperty: true)),line=\(place.line),col=\(lines.column(of: place)),"
      + "title=\(escaped(title, isProperty: true))::"
      + escaped(finding.message + " " + finding.remedy, isProperty: false) + "\n"
  }
}

/// The lines of the sources.
private struct SourceLines {
  private let lines: [String: [Substring]]

  init(_ files: ProjectFiles) {
    lines = Dictionary(
      files.files.map { file in
        (
          files.prefix.isEmpty ? file.path : files.prefix + "/" + file.path,
          String(decoding: file.bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        )
      }
    ) { first, _ in first }
  }

  /// The line of a place; nil where the sources have no such line.
  subscript(place: Place) -> Substring? {
    guard let all = lines[place.path], all.indices.contains(place.line - 1) else { return nil }
    return all[place.line - 1]
  }

  /// The column of a place in units of UTF-16, from 1, as readers of SARIF count by default; places
  /// count bytes.
  func column(of place: Place) -> Int {
    guard let line = self[place] else { return place.column }
    return String(decoding: line.utf8.prefix(place.column - 1), as: UTF8.self).utf16.count + 1
  }
}

/// Findings as a check shows errors and warnings: the place, the line, the rule, and what to do.
private struct TextReport {
  private let lines: SourceLines

  init(_ files: ProjectFiles) { lines = SourceLines(files) }

  func text(_ findings: [AuditFinding]) -> String {
    findings.map(text).joined(separator: "\n")
  }

  private func text(_ finding: AuditFinding) -> String {
    let place = finding.place
    var text = Self.head(of: finding, lines) + "\n"
    if let source = lines[place] {
      let line = Self.printable(source)
      let before = String(decoding: source.utf8.prefix(place.column - 1), as: UTF8.self)
      let blank = Self.printable(before[...]).map { $0 == "\t" ? "\t" : " " }.joined()
      let number = String(place.line)
      let margin = String(repeating: " ", count: max(0, 4 - number.count))
      text += "\(margin)\(number) | \(line)\n     | \(blank)^\n"
    }
    if let number = finding.number { text += "     \(number): \(number.statement)\n" }
    return text + "     to do: \(finding.remedy)\n"
  }

  /// The line that editors read.
  static func head(of finding: AuditFinding, _ lines: SourceLines) -> String {
    let place = finding.place
    let suspected = finding.rule.certainty == .suspected ? "suspected: " : ""
    return "\(place.path):\(place.line):\(lines.column(of: place)): \(finding.severity.rawValue): "
      + "\(suspected)\(finding.message) [\(finding.rule.identifier)]"
  }

  /// A line without what a terminal would take for more than text.
  private static func printable(_ line: Substring) -> String {
    String(
      line.prefix(300).map { character in
        character.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 || $0 == "\t" }
          ? character : " "
      })
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

  var line: String { json(self) }
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
  struct Configuration: Encodable { let level: String }
  struct Descriptor: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Message
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
        help: Message(text: rule.remedy), helpUri: Self.page(of: rule),
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

  var text: String { json(self) }
}
