// Lives that people printed, in lines of our own after public reports: what `explain` says of each, that
// the scenarios can be played, and how the work grows.

import Foundation
import Rehearsal
import RehearsalConformance
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Lives from logs") struct LifeTests {
  private static let folder = Repository.root.appendingPathComponent(
    "Tests/RehearsalConformanceTests/Logs")

  /// The rows of the table of sources: the log, and what is said of it.
  private static let rows: [(log: String, verdict: String)] = {
    let text =
      (try? String(contentsOf: folder.appendingPathComponent("sources.md"), encoding: .utf8))
    return (text ?? "").split(separator: "\n").dropFirst(3).map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0], cells[3])
    }
  }()

  private static func page(_ log: String) throws -> LifePage {
    let bytes = try Data(contentsOf: folder.appendingPathComponent("\(log).log"))
    return try #require(LifePage(reading: Array(bytes)), "\(log)")
  }

  private static func verdict(_ page: LifePage) -> String {
    if page.isExplained { return "yes" }
    return page.change.map { "by \($0.name)" } ?? "line \(page.line ?? 0)"
  }

  @Test("Each is explained, or the line is said that no life explains")
  func reports() throws {
    #expect(Self.rows.count >= 30)
    // A few of them, in other rounds of the quick tier the same ones; all where everything is tried.
    for (index, row) in Self.rows.enumerated() where TestTier.isThorough || index % 12 == 0 {
      let page = try Self.page(row.log)
      #expect(Self.verdict(page) == row.verdict, "\(row.log)")
      let script = Script(SourceText(name: "\(row.log).rehearsal", page.text))
      #expect(script.cases.count == 1, "\(row.log): \(script.diagnostics.map(\.message))")
      var session = try script.session()
      #expect(session.run(case: 0).hasPassed, "\(row.log)")
    }
  }

  @Test("Five of six are explained, or refused with their line")
  func share() {
    let known = Self.rows.filter { !$0.verdict.isEmpty }
    #expect(known.count * 6 >= Self.rows.count * 5)
  }

  @Test("Twice as many lines take twice the work, and ten thousand lines come to an end")
  func growth() throws {
    let unit =
      ["applicationWillResignActive", "applicationDidEnterBackground"]
      + ["applicationWillEnterForeground", "applicationDidBecomeActive"]
    func work(_ lines: Int) throws -> Int {
      let head = ["didFinishLaunchingWithOptions", "applicationDidBecomeActive"]
      let text = (head + (0..<lines / 4).flatMap { _ in unit }).joined(separator: "\n")
      let page = try #require(LifePage(reading: Array(text.utf8)))
      #expect(page.isExplained)
      return page.work
    }
    #expect(try work(10_000) <= 2 * work(5000) + 1000)
  }

  @Test("A recorder's log of any app is a life, too") func recorder() throws {
    let probe = try #require(Probe.probe("leave"))
    let logs = try SimulatedRecorder(jitter: 0, lost: 0).runs(of: probe, with: [], seed: 1)
    let page = try #require(LifePage(reading: Array(logs[0].text.utf8)))
    #expect(page.isExplained, "\(page.text)")
  }

  @Test(
    "Nothing that people paste traps",
    arguments: [
      "", "\n\n", "active", "}{", "AppLifecycleState.", "applicationDidBecomeActive",
      String(repeating: "resumed inactive ", count: 3000), "\u{0}\u{1}active\u{7}inactive",
      "{\"recorder\":1,\"system\":\"17\"}", "{\"n\":1,\"time\":0,\"kind\":\"end\"}",
    ]) func hostile(_ text: String)
  {
    _ = LifePage(reading: Array(text.utf8))
    _ = LifePage(reading: Array(text.utf8) + [0xFF, 0xFE, 0x80])
  }
}
