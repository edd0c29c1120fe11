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
