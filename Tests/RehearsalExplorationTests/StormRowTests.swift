// A disturbance is a row, and each has a pair of scenarios: one that does not survive it, which is found
// with a scenario that shows it, and one that does.

import Rehearsal
import RehearsalLifecycle
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Rows of disturbances")
struct StormRowTests {
  static let names = Disturbance.all.map(\.name) + ["quirk"]

  @Test(
    "It is found in one scenario, with a scenario that shows it, and survived in the other",
    arguments: names)
  func pair(_ name: String) throws {
    var options = StormOptions()
    options.disturbances = Disturbance.all.filter { $0.name == name }
    options.triesQuirks = name == "quirk"
    let text = try Repository.text(of: "Tests/Scripts/storm/\(name).rehearsal")
    let results = try storms(text, options: options)
    #expect(results.map(\.scenario.title) == ["found", "survived"])
    #expect(!results[0].findings.isEmpty)
    #expect(results[0].findings.allSatisfy { $0.scenario != nil })
    #expect(results[1].findings.map { StormText(results[1]).summary(of: $0) } == [])
    #expect(results[1].count > 0)
  }

  @Test("Every script is of a row")
  func complete() throws {
    let files = try Repository().paths(below: "Tests/Scripts/storm", endingIn: ".rehearsal")
    let names = files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
    #expect(names.map(String.init).sorted() == Self.names.sorted())
  }
}
