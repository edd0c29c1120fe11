// The rules, corrections and conflicts of the second collection hold for some versions, some sides
// and some spans: each has scripts on both sides of every one of these boundaries.

import Foundation
import Rehearsal
import RehearsalLifecycle
import TestSupport
import Testing

@Suite("Boundaries have scripts on both sides")
struct RuleBoundaryTests {
  /// A script of the suite and the systems that it plays.
  private struct Played {
    let text: String
    let systems: [SystemVersion]

    init(_ text: String) {
      self.text = text
      let named = text.matches(of: /os: *("[0-9.]+"|\[[^\]]*\]|[0-9.]+)/).flatMap { match in
        match.output.1.matches(of: /\d+(\.\d+)*/).compactMap { SystemVersion(parsing: $0.output.0) }
      }
      systems = named.isEmpty ? [Profile().system] : named
    }
  }

  /// The scripts of a folder that are named after an entry.
  private static func scripts(of entry: String, in folder: String) throws -> [Played] {
    let folder = Repository.url(of: "Tests/Scripts/" + folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasPrefix(entry + "-") }.sorted().map {
      Played(try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }

  /// The spans between some versions that no script plays, as text.
  private static func missing(
    between boundaries: Set<SystemVersion>, _ scripts: [Played]
  ) -> [String] {
    let systems = scripts.flatMap(\.systems)
    let first = RuleBook.versions.first
    let begins = [first] + boundaries.filter { $0 > first }.sorted()
    // No system has a number between these.
    let gap = SystemVersionRange.from(19, before: 26)
    return begins.indices.filter { !gap.contains(begins[$0]) }.compactMap { index in
      let end = index + 1 < begins.count ? begins[index + 1] : nil
      let range = end.map { SystemVersionRange.from(begins[index], before: $0) }
      let isPlayed = systems.contains(where: (range ?? .from(begins[index])).contains)
      return isPlayed ? nil : "\(begins[index]) up to \(end.map { "\($0)" } ?? "the last")"
    }
  }

  // MARK: - Versions

  @Test(
    "Every span of versions of a rule is played",
    arguments: RuleBook.rules.filter { $0.number.rawValue >= 142 })
  func everySpanOfARule(_ rule: Rule) throws {
    let ranges = [rule.versions] + rule.features.compactMap(\.versions)
    let boundaries = Set(ranges.flatMap { [$0.first] + ($0.end.map { [$0] } ?? []) })
    let scripts = try Self.scripts(of: "\(rule.number)", in: "rules")
    #expect(Self.missing(between: boundaries, scripts) == [], "write \(rule.number)-… for them")
  }

  @Test(
    "A script of a rule fails on the other side of each boundary",
    arguments: RuleBook.rules.filter { $0.number.rawValue >= 142 })
  func everyBoundaryOfARule(_ rule: Rule) throws {
    let ranges = [rule.versions] + rule.features.compactMap(\.versions)
    let boundaries = Set(ranges.flatMap { [$0.first] + ($0.end.map { [$0] } ?? []) })
    let scripts = try Self.scripts(of: "\(rule.number)", in: "rules")
    #expect(unnoticed(boundaries, scripts) == [], "no script of \(rule.number) notices them")
  }

  /// The boundaries of which no script of the spans on both sides notices that it is played on the
  /// other one.
  private func unnoticed(
    _ boundaries: Set<SystemVersion>, _ scripts: [Played]
  ) -> [SystemVersion] {
    let first = RuleBook.versions.first
    let begins = [first] + boundaries.filter { $0 > first }.sorted()
    return begins.indices.dropFirst().filter { index in
      let boundary = begins[index]
      let earlier = SystemVersionRange.from(begins[index - 1], before: boundary)
      let end = index + 1 < begins.count ? begins[index + 1] : nil
      let later = end.map { .from(boundary, before: $0) } ?? SystemVersionRange.from(boundary)
      let before = Self.version(before: boundary)
      return !scripts.contains { script in
        script.systems.contains(where: later.contains) && fails(script.text, on: before)
          || script.systems.contains(where: earlier.contains) && fails(script.text, on: boundary)
      }
    }.map { begins[$0] }
  }

  /// The last version before another, whether or not there was one of that number.
  private static func version(before boundary: SystemVersion) -> SystemVersion {
    boundary.minor > 0
      ? SystemVersion(boundary.major, boundary.minor - 1)
      : SystemVersion(boundary.major == 26 ? 18 : boundary.major - 1, 9)
  }

  /// Whether a script fails on another system.
  private func fails(_ text: String, on system: SystemVersion) -> Bool {
    let setting = "os: \"\(system)\""
    let elsewhere = text.replacing(/os: *("[0-9.]+"|[0-9.]+)/, with: setting)
    return (try? elsewhere == text ? fails(text, with: setting) : fails(elsewhere)) ?? true
  }

  /// The versions from which on a correction changes what is played.
  private static let corrections: [String: [SystemVersion]] = [
    "K1": [11], "K2": [13], "K3": [13], "K4": [16], "K5": [8], "K6": [8],
    "K7": [13, SystemVersion(26, 4)], "K8": [],
    "K9": [14, 15, SystemVersion(17, 4), SystemVersion(17, 5)],
    "K10": [6, 13], "K11": [5], "K12": [14], "K13": [7, 10], "K14": [], "K15": [], "K16": [4],
    "K17": [7],
    "K18": [13], "K19": [6], "K20": [13], "K21": [13], "K22": [7], "K23": [],
    "L1": [], "L2": [], "L3": [], "L4": [], "L5": [13], "L6": [13, 15], "L7": [9, 26], "L8": [],
    "L9": [SystemVersion(16, 5)], "L10": [], "L11": [], "L12": [26], "L13": [], "L14": [14],
    "L15": [], "L16": [], "L17": [13, SystemVersion(26, 4)], "L18": [12], "L19": [26],
    "L33": [27], "L34": [], "L35": [27],
  ]

  @Test("Every span of versions of a correction is played", arguments: corrections.keys.sorted())
  func everySpanOfACorrection(_ entry: String) throws {
    let scripts = try Self.scripts(of: entry, in: "corrections")
    let boundaries = Set(Self.corrections[entry] ?? [])
    #expect(Self.missing(between: boundaries, scripts) == [], "write \(entry)-… for them")
    #expect(unnoticed(boundaries, scripts) == [], "no script of \(entry) notices them")
  }

  // MARK: - Sides of conflicts

  @Test(
    "Both sides of a conflict are played",
    arguments: SourceConflict.all.map(\.number).filter { (Int($0.dropFirst()) ?? 0) >= 23 })
  func bothSides(_ number: String) throws {
    let scripts = try Self.scripts(of: number, in: "conflicts")
    let chosen = scripts.filter { $0.text.contains(/evidence:|quirks:/) }
    #expect(!chosen.isEmpty, "write \(number)-… with the other side")
    #expect(chosen.count < scripts.count, "write \(number)-… with the usual side")
  }

  // MARK: - Budgets

  /// The budgets of the second collection, each with the folder and the entry of its scripts.
  private static let budgets: [(name: String, folder: String, entry: String, seconds: [Int])] = [
    ("notificationAction", "rules", "R144", [15, 60]), ("intent", "rules", "R151", [15, 60]),
    ("healthUpdate", "rules", "R152", [15, 60]), ("callAction", "rules", "R153", [5, 20]),
    ("protectedDataGrace", "conflicts", "C26", [5, 20]),
    ("sceneCreation", "corrections", "L3", [5, 20]),
    ("stoppedTask", "corrections", "L12", [5, 20]),
  ]

  @Test("A script fails when a budget is shorter, and one when it is longer", arguments: budgets)
  func bothSidesOfABudget(
    _ budget: (name: String, folder: String, entry: String, seconds: [Int])
  ) throws {
    let scripts = try Self.scripts(of: budget.entry, in: budget.folder)
      .filter { !$0.text.contains("budgets:") }
    for seconds in budget.seconds {
      let failing = try scripts.filter {
        try fails($0.text, with: "budgets: [\"\(budget.name)\": \(seconds)s]")
      }
      #expect(
        !failing.isEmpty, "no script of \(budget.entry) notices \(budget.name) of \(seconds)s")
    }
  }

  /// Whether a script fails on a device with one more setting.
  private func fails(_ text: String, with setting: String) throws -> Bool {
    let changed =
      text.contains("device {")
      ? text.replacing("device {", with: "device { \(setting);", maxReplacements: 1)
      : "device { \(setting) }\n" + text
    return try fails(changed)
  }

  private func fails(_ changed: String) throws -> Bool {
    var session = try Script(SourceText(name: "changed.rehearsal", changed)).session()
    return !session.run().hasPassed
  }
}
