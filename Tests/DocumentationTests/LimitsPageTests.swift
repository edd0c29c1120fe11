// Every limit has one name: the page on limits lists each with the default that the code has, and
// no text of the documentation names another.

import Foundation
import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@Suite("The page on limits is true")
struct LimitsPageTests {
  @Test("Every limit has its row, as the table of limits has it")
  func rows() throws {
    let page = try Repository.text(of: GuideTests.catalog + "/LimitsAndDeterminism.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    let defaults = RunLimits()
    let table = LimitName.allCases.map { name in
      "| `\(name.rawValue)` | \(name.unit.text(defaults[name])) | \(name.summary) |"
    }
    #expect(rows == table)
  }

  /// A row of the file that the project's adversaries add to.
  private struct Tally: Decodable {
    let promise: String
    let test: String
    let inputs: Int
  }

  @Test("What the adversaries have tried stands in the table, number by number")
  func tallies() throws {
    let page = try Repository.text(of: GuideTests.catalog + "/LimitsAndDeterminism.md")
    let tallies = try JSONDecoder().decode(
      [Tally].self, from: Data(try Repository.text(of: "Tests/Fuzzing/tallies.json").utf8))
    let table = tallies.map { "| \($0.promise) | \($0.test) | \($0.inputs) |\n" }.joined()
    #expect(page.contains("| promise | how it is tried | inputs so far |\n|---|---|---|\n" + table))
    #expect(tallies.allSatisfy { $0.inputs > 0 })
  }

  @Test("What pages and help call a limit is its name")
  func names() throws {
    let known = Set(LimitName.allCases.map(\.rawValue))
    var named = 0
    let repository = try Repository()
    for path in repository.paths(below: "Sources", endingIn: "") + ["README.md"]
    where [".swift", ".md", ".h"].contains(where: path.hasSuffix) {
      for match in try Repository.text(of: path).matches(of: /limits? `([a-zA-Z]+)`/) {
        #expect(known.contains(String(match.1)), "\(path): \(match.0)")
        named += 1
      }
    }
    #expect(named > 10)
  }
}
