// Explorations as test cases: which cases there are, how they are named, and what they report.

import RehearsalExploration
import RehearsalExplorationTesting
import Testing

@Suite("Explorations as cases")
struct ExplorationTests {
  @Test(
    arguments: try ScriptExploration.all(
      in: "../../Examples/Explorations/lost-draft-mended.rehearsal"))
  func aMendedAppHolds(_ exploration: ScriptExploration) async { await exploration.run() }

  @Test("What broke is an issue at the property, with the scenario that shows it")
  func issues() async throws {
    let exploration = try #require(
      try ScriptExploration.all(in: "../../Examples/Explorations/lost-draft.rehearsal").first)
    #expect(
      exploration.testDescription == "lost-draft.rehearsal: what was typed is never lost")
    let problems = await exploration.problems()
    #expect(problems.map(\.place.line) == [26])
    #expect(problems.first?.message.contains("purge Notes") == true)
    await withKnownIssue { await exploration.run() }
  }

  @Test("A bound is no proof")
  func bounds() async throws {
    var options = SearchOptions()
    options.states = 3
    let exploration = try #require(
      try ScriptExploration.all(
        in: "../../Examples/Explorations/lost-draft-mended.rehearsal", options: options
      ).first)
    #expect(await exploration.problems().map(\.message) == ["BOUND HIT: states"])
  }

  @Test("Each exploration of a folder is a case")
  func folders() throws {
    #expect(try ScriptExploration.all(in: "../../Examples/Explorations").count == 8)
    #expect(try ScriptExploration.all(in: "../../Examples/Storm").isEmpty)
  }
}
