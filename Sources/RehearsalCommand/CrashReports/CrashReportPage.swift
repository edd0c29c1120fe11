// What a report of an end means, as text that is a script: comments that name the rule, its sources, its
// limit and how long the app had lived, with what was read, and a scenario of a few lines that ends the
// same way. Codes and the categories of MetricKit have such pages, too.

import Rehearsal
import RehearsalConformance
import RehearsalFiles
import RehearsalLifecycle
import RehearsalReference
import RehearsalSyntax
import RehearsalText

/// The page about the ends that one report tells of.
struct CrashReportPage {
  private let ends: [ReportedFacts]
  /// The lines of the report that say what was read, each with its number.
  private let quotes: [(line: Int, text: String)]
  /// What the page begins with where it is about no report.
  private let heading: String?

  /// The longest line, in columns.
  private static let width = 80

  /// Whether a topic of the command is a report: a file that is there, standard input, or what is
  /// called as a report is.
  static func isPath(_ text: String) -> Bool {
    if text == ScriptFile.standardInput { return true }
    let name = text.lowercased()
    if name.hasSuffix(".ips") || name.hasSuffix(".crash") { return true }
    return text.contains("/") || FilePath(text).kind() == .file
  }

  /// The page about the report at a path, or at standard input: about an end, or about the life that
  /// somebody printed.
  ///
  /// - Throws: `CrashReportError` where it cannot be read or is none.
  static func text(ofFile path: String) throws(CrashReportError) -> String {
    let source: SourceText
    do throws(ScriptReadError) {
      source = try ScriptFile.read(path, atMost: ReportedText.longest)
    } catch {
      throw CrashReportError(description: "\(error)")
    }
    do throws(CrashReportError) {
      guard source.bytes.count <= ReportedText.longest else {
        throw CrashReportError(
          description:
            "it is longer than \(ReportedText.longest >> 20) MB; give the part about the end")
      }
      return try text(of: source.bytes)
    } catch {
      throw CrashReportError(description: "\(source.name.printableLine): \(error)")
    }
  }

  /// The page about a report; one of an end is looked for first, since logs of one print states, too.
  private static func text(of bytes: [UInt8]) throws(CrashReportError) -> String {
    let text = Array(ReportedText.utf8(of: bytes))
    if RecordedLog.begins(text), let page = LifePage(reading: text) { return page.text }
    do throws(CrashReportError) { return try CrashReportPage(reading: bytes).text } catch {
      guard let page = LifePage(reading: text) else { throw error }
      return page.text
    }
  }

  /// Reads a report.
  init(reading bytes: [UInt8]) throws(CrashReportError) {
    ends = try ReportReader.ends(in: bytes)
    quotes = Self.quotes(of: ends[0], in: ReportedText.utf8(of: bytes))
    heading = nil
  }

  /// The page about a code, or about a category of MetricKit's and Organizer's; nil for any other word,
  /// and for one that scripts have.
  init?(about word: String) {
    if let code = KillCode(named: word) {
      self.init(about: code)
    } else if let category = TerminationCategory(named: word),
      ReferenceSearch.words.topics(named: word).isEmpty
    {
      self.init(about: category, named: word)
    } else {
      return nil
    }
  }

  private init(about code: KillCode) {
    var facts = ReportedFacts()
    facts.process = "App"
    facts.code = code.row.code
    ends = [facts]
    quotes = []
    let spoken = code.row.spoken.map { " (“\($0)”)" } ?? ""
    heading =
      "\(code.text)\(spoken) says that \(code.row.meaning)."
      + (code.isKill ? "" : " That is no kill: no app ended for it.")
      + (code.isOfWatch ? " Apps of watchOS are not simulated." : "")
      + (code == .watchdog
        ? " What took too long stands in the report: this is a launch; give the report itself, and "
          + "its own rule is shown." : "")
  }

  private init(about category: TerminationCategory, named name: String) {
    var facts = ReportedFacts()
    facts.process = "App"
    facts.category = category
    ends = [facts]
    quotes = []
    heading =
      "“\(name.printableLine)” is counted by MetricKit and Organizer for \(category.meaning)."
  }

  /// The rule that ends an app so; nil if the rule book has none.
  var rule: RuleNumber? { ends.first.flatMap(ReportedEnd.init)?.row.rule }

  /// The page, which is a script where the rule book can play such an end; its last line ends with a
  /// line end.
  var text: String {
    var paragraphs: [String] = heading.map { [$0] } ?? []
    for (number, facts) in ends.enumerated() {
      if number > 0 || heading != nil { paragraphs.append("") }
      let end = ReportedEnd(facts)
      if heading == nil { paragraphs += summary(facts, end) + [""] }
      paragraphs += explanation(facts, end)
    }
    if !quotes.isEmpty {
      paragraphs += ["", "Read:"] + quotes.map { "line \($0.line): \($0.text)" }
    }
    while paragraphs.last == "" { paragraphs.removeLast() }
    let comments = paragraphs.flatMap { paragraph in
      paragraph.isEmpty
        ? ["//"] : Paragraph.lines(paragraph, width: Self.width, indentation: "// ")
    }
    return (comments + scenario).map { $0 + "\n" }.joined()
  }

  // MARK: - Words

  private func summary(_ facts: ReportedFacts, _ end: ReportedEnd?) -> [String] {
    let name = (facts.name ?? "The app").printableLine
    guard let end else { return [unknown(name, facts)] + facts.remarks }
    var sentences: [String] = []
    if let count = facts.count {
      let side = facts.isForeground.map { $0 ? " in the foreground" : " in the background" } ?? ""
      sentences.append("It happened \(count == 1 ? "once" : "\(count) times")\(side).")
    }
    if let life = facts.life { sentences.append("It had lived for \(life).") }
    if let role = facts.role { sentences.append("It was: \(role.printableLine).") }
    if let system = facts.system { sentences.append("The device had iOS \(system).") }
    if let footprint = facts.footprint {
      let peak = facts.peak.map { ", and at most \(Self.size($0)) before" } ?? ""
      sentences.append("It took \(Self.size(footprint)) of memory\(peak).")
    }
    sentences += facts.remarks
    return ["\(name) \(end.row.words)."]
      + (sentences.isEmpty ? [] : [sentences.joined(separator: " ")])
  }

  /// A size as in the words of the device: whole megabytes from one on.
  private static func size(_ bytes: Int64) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) KB"
  }

  /// That no rule is known, with what the report says.
  private func unknown(_ name: String, _ facts: ReportedFacts) -> String {
    if let code = facts.code.map(KillCode.bits).flatMap(KillCode.init(code:)), code.row.end == nil {
      return "\(name): \(code.text) says that \(code.row.meaning). "
        + (code.isKill ? "The rule book has no rule that ends an app so." : "That is no kill.")
    }
    if let category = facts.category {
      let count = facts.count.map { $0 == 1 ? ", once" : ", \($0) times" } ?? ""
      return "\(name): that counts \(category.meaning)\(count). No rule ended it."
    }
    let parts = [facts.exception, facts.namespace].compactMap { $0 } + facts.explanations
    let said = (parts.first ?? "nothing").shortened(toBytes: 200)
    let more = facts.explanations.first.map {
      $0 == parts.first ? "" : ", “\($0.shortened(toBytes: 200))”"
    }
    return "\(name): the rule book has no rule that ends an app so. The report says: "
      + "\(said.printableLine)\((more ?? "").printableLine)."
  }

  private func explanation(_ facts: ReportedFacts, _ end: ReportedEnd?) -> [String] {
    guard let row = end?.row else {
      let isKill = facts.code.flatMap(KillCode.init(code:))?.isKill ?? false
      return heading != nil && isKill ? ["The rule book has no rule that ends an app so."] : []
    }
    guard let rule = row.rule.flatMap(RuleBook.rule) else {
      return ["No rule of the system ended it: that was its own code, or what it was built of."]
    }
    let sources = rule.sources.map { key in
      RuleSource.source(key).map { "\(key): \($0.meaning)" } ?? key
    }
    return ["\(rule.number): \(rule.title)", rule.statement] + limits(facts, row)
      + ["Sources:"] + sources + ["`rehearse rules \(rule.number)` tells more."]
      + (row.related.map { [$0] } ?? [])
  }

  /// The limit in the report and in the rule book.
  private func limits(_ facts: ReportedFacts, _ row: ReportedEnd.Row) -> [String] {
    var limits: [String] = []
    if let allowance = facts.allowance { limits.append("The report grants \(allowance).") }
    if let budget = row.budget {
      let limit = profile(facts, row).span(of: budget)
      limits.append("The limit is \(limit), the budget \(budget.name).")
    }
    return limits.isEmpty ? [] : [limits.joined(separator: " ")]
  }

  /// The lines that say how it ended, as far as they stand in the report as they are.
  private static func quotes(
    of facts: ReportedFacts, in bytes: [UInt8]
  ) -> [(line: Int, text: String)] {
    let said =
      facts.explanations.prefix(12) + facts.symbols.filter { $0.contains("_terminate") }.prefix(1)
    var quotes: [(line: Int, text: String)] = []
    let text = String(decoding: bytes.prefix(4 << 20), as: UTF8.self)
    for part in said {
      let start = part.shortened(toColumns: 60).split(separator: "…").first ?? ""
      guard let found = text.firstRange(of: start), !start.isEmpty else { continue }
      let line = text[..<found.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
      guard !quotes.contains(where: { $0.line == line }) else { continue }
      quotes.append((line, part.shortened(toBytes: 200).printableLine))
    }
    return quotes.sorted { $0.line < $1.line }
  }

  // MARK: - The scenario

  /// The device that the scenario plays: of the report's version, where the end is one of it.
  private func profile(_ facts: ReportedFacts, _ row: ReportedEnd.Row) -> Profile {
    let versions = row.versions ?? .from(4)
    let system = facts.system ?? Profile().system
    let isPlayed = RuleBook.versions.contains(system) && versions.contains(system)
    let usual = Profile().system
    let other = versions.contains(usual) ? usual : versions.first
    return Profile(system: isPlayed ? system : other, model: row.model ?? Profile().model)
  }

  /// The name of the process where an app can be called so, else one that can.
  private static func appName(_ facts: ReportedFacts) -> String {
    let said = facts.name ?? ""
    let name = said.prefix(1).uppercased() + said.dropFirst()
    let isName =
      name.first?.isUppercase == true && name.count <= 40
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isName else { return "App" }
    // Only the language itself knows which names it has for something else.
    let script = Script(SourceText(name: "name", "app \(name) { }\nlaunch \(name)\n"))
    return script.diagnostics.isEmpty ? name : "App"
  }

  /// A scenario that ends as the first end does that has one.
  private var scenario: [String] {
    let playable = ends.lazy.compactMap { facts in
      ReportedEnd(facts).map { (facts, $0.row) }
    }.first { !$0.1.acts.isEmpty }
    guard let (facts, row) = playable else { return [] }
    let app = Self.appName(facts)
    let profile = profile(facts, row)
    var settings = ["os: \"\(profile.system)\""] + row.settings
    if let model = row.model { settings.append("model: \"\(model)\"") }
    let body = row.app.map { "    " + $0 }
    let acts = row.acts.map { ScenarioText.Line.act($0.replacing("App", with: app)) }
    // What the system ends for its own fault fails a scenario that does not expect it.
    let isFault = ExitReason.allowances.contains(row.reason.rawValue) && row.reason != .crash
    if isFault { settings.append("allowing: [.\(row.reason.rawValue)]") }
    let expectation = "\(app).exit.reason == .\(row.reason.rawValue)"
    let scenario = ScenarioText("\(app) \(row.words)", acts + [.expectation(expectation)])
    return ["", "device { \(settings.joined(separator: "; ")) }", ""]
      + (body.isEmpty ? ["app \(app) { }"] : ["app \(app) {"] + body + ["}"])
      + [""] + scenario.text.split(separator: "\n").map(String.init)
  }
}
