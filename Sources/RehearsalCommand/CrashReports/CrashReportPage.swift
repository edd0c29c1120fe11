// What a crash report means, as text that is a script: comments that name the rule, its sources, its
// limit and how long the app had lived, and a scenario of a few lines that ends the same way.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// The page about one crash report.
struct CrashReportPage {
  private let header: CrashReportHeader
  private let end: ReportedEnd?

  /// The longest line, in columns.
  private static let width = 80

  /// Whether a topic of the command is a crash report's path.
  static func isPath(_ text: String) -> Bool {
    let name = text.lowercased()
    return name.hasSuffix(".ips") || name.hasSuffix(".crash")
  }

  /// Reads the report at a path.
  ///
  /// - Throws: `CrashReportError` where it cannot be read or is none.
  init(path: String) throws(CrashReportError) {
    let source: SourceText
    do throws(ScriptReadError) {
      source = try ScriptFile.read(path)
    } catch {
      throw CrashReportError(description: "\(error)")
    }
    do throws(CrashReportError) {
      try self.init(reading: source.bytes)
    } catch {
      throw CrashReportError(description: "\(path.printableLine): \(error)")
    }
  }

  /// Reads a report.
  init(reading bytes: [UInt8]) throws(CrashReportError) {
    header = try CrashReportHeader(reading: bytes)
    end = ReportedEnd(header)
  }

  /// The page, which is a script where the rule book can play such an end; its last line ends with a
  /// line end.
  var text: String {
    let comments = (summary + [""] + explanation).flatMap { paragraph in
      paragraph.isEmpty
        ? ["//"] : Paragraph.lines(paragraph, width: Self.width, indentation: "// ")
    }
    return (comments + scenario).map { $0 + "\n" }.joined()
  }

  // MARK: - Words

  private var name: String { (header.process ?? "").printableLine }

  private var summary: [String] {
    guard let end else {
      let parts = [header.exception, header.namespace].compactMap { $0 } + header.explanations
      let said = parts.first ?? "nothing"
      return [
        "\(name): the rule book has no rule that ends an app so. The report says: "
          + "\(said.printableLine)."
      ]
    }
    var facts: [String] = []
    if let life = header.life { facts.append("It had lived for \(life).") }
    if let role = header.role { facts.append("It was: \(role.printableLine).") }
    if let system = header.system { facts.append("The device had iOS \(system).") }
    return ["\(name) \(end.row.words)."] + (facts.isEmpty ? [] : [facts.joined(separator: " ")])
  }

  private var explanation: [String] {
    guard let row = end?.row else { return [] }
    guard let rule = row.rule.flatMap(RuleBook.rule) else {
      return ["No rule of the system ended it: that was its own code, or what it was built of."]
    }
    let sources = rule.sources.map { key in
      RuleSource.source(key).map { "\(key): \($0.meaning)" } ?? key
    }
    return ["\(rule.number): \(rule.title)", rule.statement] + limits(row)
      + ["Sources:"] + sources + ["`rehearse rules \(rule.number)` tells more."]
  }

  /// The limit in the report and in the rule book.
  private func limits(_ row: ReportedEnd.Row) -> [String] {
    var limits: [String] = []
    if let allowance = header.allowance { limits.append("The report grants \(allowance).") }
    if let budget = row.budget {
      limits.append("The limit is \(profile(row).span(of: budget)), the budget \(budget.name).")
    }
    return limits.isEmpty ? [] : [limits.joined(separator: " ")]
  }

  // MARK: - The scenario

  /// The device that the scenario plays: of the report's version, where the end is one of it.
  private func profile(_ row: ReportedEnd.Row) -> Profile {
    let versions = row.versions ?? .from(4)
    let system = header.system ?? Profile().system
    let isPlayed = RuleBook.versions.contains(system) && versions.contains(system)
    let usual = Profile().system
    let other = versions.contains(usual) ? usual : versions.first
    return Profile(system: isPlayed ? system : other, model: row.model ?? Profile().model)
  }

  /// The name of the process where it can be an app's, else one that can.
  private var appName: String {
    // No word of the language begins with a capital letter.
    let isName =
      name.first?.isUppercase == true && name.count <= 40
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isName ? name : "App"
  }

  private var scenario: [String] {
    guard let end, !end.row.acts.isEmpty else { return [] }
    let (row, app) = (end.row, appName)
    let profile = profile(row)
    var settings = ["os: \"\(profile.system)\""] + row.settings
    if let model = row.model { settings.append("model: \"\(model)\"") }
    let body = row.app.map { "    " + $0 }
    let acts = row.acts.map { "    " + $0.replacing("App", with: app) }
    // What the system ends for its own fault fails a scenario that does not expect it.
    let isFault = ExitReason.allowances.contains(row.reason.rawValue) && row.reason != .crash
    if isFault { settings.append("allowing: [.\(row.reason.rawValue)]") }
    return ["", "device { \(settings.joined(separator: "; ")) }", ""]
      + (body.isEmpty ? ["app \(app) { }"] : ["app \(app) {"] + body + ["}"])
      + ["", "scenario \"\(app) \(row.words)\" {"] + acts
      + ["    expect \(app).exit.reason == .\(row.reason.rawValue)", "}"]
  }
}
