// The page about a pasted life: for each line the rule that it follows, where the device did otherwise and
// what would explain it, and a scenario that replays the life. The page is a script that can be run.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// The page about a pasted life.
package struct LifePage: Sendable {
  /// The page, a script; its last line ends with a line end.
  package let text: String
  /// Whether the rules explain every line.
  package let isExplained: Bool
  /// The line that no life explains; nil if the rules explain all.
  package let line: Int?
  /// The changes of the rule book that explain the rest; nil if nothing does, or nothing has to.
  package let change: Change?
  /// How many ways on were looked at in the last search, by which the work is measured.
  package let work: Int

  /// The longest line, in columns, and the most lines of the log that are shown.
  private static let (width, mostLines) = (80, 200)
  /// The longest log for which other devices are tried, in words.
  private static let longestTried = 400

  /// Reads a log that people pasted, or one of the recorder.
  ///
  /// It is nil if no life is printed in it.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Complexity: O(*n*) in the length of the log
  package init?(reading bytes: [UInt8]) {
    let readings = LifeLog.readings(of: bytes).compactMap(Reading.init)
    guard var reading = readings.first(where: \.isWhole) ?? readings.first else { return nil }
    if !reading.isWhole { reading.tryOthers() }
    text = Self.text(reading)
    isExplained = reading.isWhole && reading.change == nil
    change = reading.change
    line = reading.deviation
    work = reading.finding.work
  }

  /// One reading of a log, with what was found.
  private struct Reading {
    let log: LifeLog
    let shape: Probe.Shape
    var profile: Profile
    var finding: LifeSearch.Finding
    var change: Change?
    /// The first word that the rules did not explain, and what they say comes there.
    var first: (word: LifeWord, alternatives: [LifeSearch.Said])?

    init?(_ log: LifeLog) {
      self.log = log
      shape = log.vocabulary.shape(log.words)
      var profile = Profile(system: log.system ?? 17, model: log.model ?? "iPhone")
      // Scenes are older than no log that has them.
      if shape != .sceneless, !profile.has(.scenes) { profile.system = 13 }
      self.profile = profile
      guard var search = LifeSearch(log, on: profile, shape: shape) else { return nil }
      finding = search.run()
      if !isWhole { first = (log.words[finding.count], finding.alternatives) }
    }

    var isWhole: Bool { finding.count == log.words.count }

    /// The line that the rules alone do not explain.
    var deviation: Int? { first?.word.line }

    /// Tries what may be different on the device, until something explains everything.
    mutating func tryOthers() {
      guard log.words.count <= LifePage.longestTried else { return }
      for change in Change.choices(on: profile) + Self.systems(log) {
        var other = profile
        change.apply(to: &other)
        // Most devices are found out to be no answer at once.
        guard var quick = LifeSearch(log, on: other, shape: shape, isThorough: false),
          quick.run().count > finding.count,
          var search = LifeSearch(log, on: other, shape: shape)
        else { continue }
        let found = search.run()
        guard found.count == log.words.count else { continue }
        (finding, profile, self.change) = (found, other, change)
        return
      }
    }

    /// The versions of a log that names none: one for each time at which much was changed.
    private static func systems(_ log: LifeLog) -> [Change] {
      guard log.system == nil else { return [] }
      return [26, 15, 13, 12, 9, 6, 4].map { Change.system(SystemVersion($0)) }
    }
  }

  // MARK: - Text

  private static func text(_ reading: Reading) -> String {
    var paragraphs = [heading(reading), ""] + lines(reading)
    paragraphs += verdict(reading)
    let comments = paragraphs.flatMap { paragraph in
      paragraph.isEmpty ? ["//"] : Paragraph.lines(paragraph, width: width, indentation: "// ")
    }
    return comments.map { $0 + "\n" }.joined() + "\n" + script(reading)
  }

  private static func heading(_ reading: Reading) -> String {
    let shape =
      switch reading.shape {
      case .sceneless: "an app without scenes"
      case .scenes: "an app with scenes"
      case .swiftUI: "an app of SwiftUI"
      }
    let system = reading.log.system == nil ? "no version is named, so iOS" : "iOS"
    return "A life in \(reading.log.vocabulary.name), \(reading.log.words.count) words; "
      + "played: \(shape), \(system) \(reading.profile.system)."
  }

  /// Each word of the log with its rule.
  private static func lines(_ reading: Reading) -> [String] {
    let said = reading.finding.steps.flatMap(\.words)
    var lines = zip(reading.log.words, said).prefix(mostLines).map { word, said in
      "line \(word.line): \(word.text)\(said.rule.map { ", \($0)" } ?? "")".printableLine
    }
    if said.count > mostLines { lines.append("… and \(said.count - mostLines) more.") }
    return lines
  }

  private static func verdict(_ reading: Reading) -> [String] {
    guard let (word, alternatives) = reading.first else {
      return ["", "The rules explain every line. What was done, as far as the log tells:"]
    }
    let expected = alternatives.map { said in
      said.text + (said.rule.map { " (\($0))" } ?? "")
    }
    let rest =
      expected.isEmpty
      ? "Nothing of what it prints may come there." : "There comes \(listed(expected))."
    guard let change = reading.change else {
      return [
        "",
        "No life of this app explains line \(word.line), \(word.text). \(rest)".printableLine,
        "The actions before it:",
      ]
    }
    return [
      "",
      "The device did otherwise on line \(word.line), \(word.text). \(rest)".printableLine,
      "That is \(change.name)." + (change.meaning.map { " " + $0 } ?? ""),
      "The actions:",
    ]
  }

  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  // MARK: - The scenario

  private static func script(_ reading: Reading) -> String {
    let finding = reading.finding
    var settings = ["os: \"\(reading.profile.system)\""]
    if reading.profile.model != "iPhone" { settings.append("model: \"\(reading.profile.model)\"") }
    if let change = reading.change {
      if case .system = change {} else { settings.append(change.setting) }
    }
    let acts = finding.before + finding.steps.prefix(mostLines).flatMap(\.acts)
    var lines = acts.map(\.line)
    if finding.steps.count > mostLines {
      lines.append(.source("// and so on: \(finding.steps.count - mostLines) more steps"))
    } else {
      lines.append(.expectation("\(LifeModel.app).state == .\(finding.state.rawValue)"))
    }
    return "device { \(settings.joined(separator: "; ")) }\n\n"
      + LifeModel.appSource(reading.shape) + "\n" + ScenarioText("the log", lines).text
  }
}
