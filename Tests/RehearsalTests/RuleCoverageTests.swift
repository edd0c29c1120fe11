// The rule book, the scripts that are named after rules, and the table of what is not modelled
// agree: every number has its rule and its script, or its reason.

import Foundation
import RehearsalReference
import TestSupport
import Testing

@testable import RehearsalLifecycle

@Suite("Every rule is in the book and has a script")
struct RuleCoverageTests {
  /// The numbers into which the rules are numbered, of both collections.
  private static let numbersOfRules = Array(1...182) + Array(190...198)

  /// The corrections of the earlier collections, the conflicts of the later ones, and the tool's
  /// duties towards them, as far as each is something that a script can show.
  private static let otherEntries: [(folder: String, names: [String])] = [
    ("corrections", (1...23).map { "K\($0)" } + (1...35).map { "L\($0)" }),
    ("conflicts", ([2, 8, 45, 46, 47, 48] + Array(23...42)).map { "C\($0)" }),
    ("duties", [1, 2, 3, 4].map { "T\($0)" }),
  ]

  private static let modelled = Set(RuleNumber.allCases.map { Int($0.rawValue) })
  private static let whole = RuleBook.notModelled.filter { $0.clause == nil }.map(\.number)

  /// The names of the scripts of rules, without their folder.
  private static let scripts = scripts(in: "rules")

  private static func scripts(in name: String) -> [String] {
    let folder = Repository.url(of: "Tests/Scripts/" + name).path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".rehearsal") }.sorted()
  }

  private static func name(_ number: Int) -> String {
    "R" + String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
  }

  @Test("Every number is a rule of the book or stands in the table of what is not modelled")
  func numbers() {
    let known = Self.modelled.union(Self.whole)
    let missing = Self.numbersOfRules.filter { !known.contains($0) }.map(Self.name)
    #expect(missing.isEmpty, "give each a rule in the book or a reason in the table: \(missing)")
    let unknown = known.subtracting(Self.numbersOfRules).sorted().map(Self.name)
    #expect(unknown.isEmpty, "the sources have no such rules: \(unknown)")
    let both = Self.modelled.intersection(Self.whole).sorted().map(Self.name)
    #expect(both.isEmpty, "they are modelled and said not to be: \(both)")
  }

  @Test("Every rule of the book has a script that is named after it")
  func scriptsOfRules() {
    let covered = Set(Self.scripts.map { String($0.prefix(4)) })
    let missing = Self.modelled.sorted().map(Self.name).filter { !covered.contains($0) }
    #expect(missing.isEmpty, "write Tests/Scripts/rules/RNNN-what-it-says.rehearsal: \(missing)")
    #expect(Self.scripts.count > Self.modelled.count)
  }

  @Test("Every correction, conflict and duty has a script that is named after it and says so")
  func scriptsOfOtherEntries() throws {
    for (folder, names) in Self.otherEntries {
      let scripts = Self.scripts(in: folder)
      let entries = scripts.map { String($0.prefix { $0 != "-" }) }
      let missing = names.filter { !entries.contains($0) }
      #expect(missing.isEmpty, "write Tests/Scripts/\(folder)/NAME-what-it-says: \(missing)")
      for (script, entry) in zip(scripts, entries) {
        let file = Repository.url(of: "Tests/Scripts/\(folder)/" + script)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("// \(entry): "), "\(script) begins with what it is about")
        #expect(names.contains(entry), "\(script) is about nothing of the list")
      }
    }
  }

  @Test("Every way in which a process ends has its one story")
  func storiesOfEnds() throws {
    let stories = try Self.scripts(in: "duties").filter { $0.hasPrefix("T2-") }.map {
      try String(contentsOf: Repository.url(of: "Tests/Scripts/duties/" + $0), encoding: .utf8)
    }.joined()
    let missing = ExitReason.allCases.filter { reason in
      !stories.contains(", .\(reason.rawValue),") && !stories.contains(", .\(reason.rawValue))")
        && !stories.contains("reason == .\(reason.rawValue)\n")
    }
    #expect(missing == [], "play them in Tests/Scripts/duties/T2-….rehearsal")
  }

  @Test("Every script of the rules is named after a rule of the book and says so")
  func rulesOfScripts() throws {
    let names = Set(Self.modelled.map(Self.name))
    for script in Self.scripts {
      let rule = String(script.prefix(4))
      #expect(names.contains(rule), "\(script) is named after no rule of the book")
      let file = Repository.url(of: "Tests/Scripts/rules/" + script)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("// \(rule)"), "\(script) begins with its rule: // \(rule): …")
    }
  }

  @Test("Clauses that are not modelled belong to rules of the book, and have reasons")
  func clauses() {
    for entry in RuleBook.notModelled {
      #expect(entry.clause == nil || Self.modelled.contains(entry.number))
      #expect(!entry.reason.isEmpty && !entry.reason.hasSuffix("."))
    }
  }

  @Test("Conflicts, sources and quirks that rules name are explained")
  func words() {
    for rule in RuleBook.rules {
      #expect(!rule.title.isEmpty && !rule.title.hasSuffix("."))
      for conflict in rule.conflicts {
        #expect(SourceConflict.conflict(conflict) != nil, "\(rule.number): \(conflict)")
      }
      for source in rule.sources where RuleSource.source(source) == nil {
        #expect(!source.contains(/^(A|O|Q|APG|FOR|S)-?\d*$/), "\(rule.number): \(source)")
      }
    }
    let named = Set(RuleBook.rules.flatMap(\.conflicts))
    let conflicts = SourceConflict.all.map(\.number)
    #expect(conflicts.starts(with: (1...22).map { "C\($0)" }))
    #expect(
      conflicts.compactMap { Int($0.dropFirst()) }
        == conflicts.compactMap { Int($0.dropFirst()) }.sorted())
    #expect(Set(conflicts).count == conflicts.count)
    #expect(conflicts.filter { !named.contains($0) } == [])
    #expect(
      SourceConflict.Choice.allCases.filter { SourceConflict.conflict($0.rawValue) == nil } == [])
    let used = Set(
      RuleBook.rules.flatMap(\.sources) + RuleBook.notModelled.flatMap(\.sources))
    #expect(RuleSource.all.map(\.key).filter { !used.contains($0) } == [])
    #expect(Set(RuleSource.all.map(\.key)).count == RuleSource.all.count)
  }
}
