// Storms as test cases: which cases there are, how they are named, and what they report.

import Rehearsal
import RehearsalExplorationTesting
import RehearsalNativeApps
import TestSupport
import Testing

@Suite("Storms as cases")
struct StormTests {
  @Test(arguments: try ScriptStorm.all(in: "../../Examples/Apps/courier.rehearsal"))
  func aRobustAppHoldsUp(_ storm: ScriptStorm) async { await storm.run() }

  @Test("Each scenario with each disturbance is a case with its own name")
  func names() throws {
    let storms = try ScriptStorm.all(
      in: "../../Examples/Storm/lost-draft.rehearsal", disturbances: ["purge", "home"])
    #expect(
      storms.map(\.testDescription) == [
        "lost-draft.rehearsal: what was typed into Hasty is there, home",
        "lost-draft.rehearsal: what was typed into Hasty is there, purge",
        "lost-draft.rehearsal: what was typed into Careful is there, home",
        "lost-draft.rehearsal: what was typed into Careful is there, purge",
      ])
    #expect(storms.map { $0.problems().count } == [0, 1, 0, 0])
  }

  @Test("What a scenario does not bear is an issue at the step, with the scenario that shows it")
  func issues() async throws {
    let storm = try #require(
      try ScriptStorm.all(
        in: "../../Examples/Storm/lost-draft.rehearsal", disturbances: ["purge"]
      ).first)
    let problem = try #require(storm.problems().first)
    #expect(problem.place.line == 19 && problem.message.contains("purge Hasty  // injected"))
    await withKnownIssue { await storm.run() }
  }

  @Test("What a file of known findings has is no issue, of a storm and of an exploration")
  func baseline() async throws {
    let folder = TestFolder()
    let path = try folder.file(
      "notes.rehearsal",
      holding: """
        app Notes {
            var draft = ""
            button "Type" { draft = "x" }
        }
        scenario "typed" {
            launch Notes
            touch "Type"
            expect Notes.draft == "x"
        }
        explore "typed", environment: [.home, .purge] {
            launch Notes
            touch "Type"
            always "kept" { !Notes.isRunning || Notes.draft == "x" }
        }

        """
    ).path
    var known = Baseline()
    known.add(
      Baseline.Finding("storm", in: "notes.rehearsal", of: "typed", "`Notes.draft == \"x\"`"))
    known.add(Baseline.Finding("explore", in: "notes.rehearsal", of: "typed", "“kept”"))
    let file = try folder.file("known.json", holding: known.text).path
    for (baseline, count) in [(nil, 1), (file, 0)] as [(String?, Int)] {
      let storms = try ScriptStorm.all(in: path, disturbances: ["purge"], baseline: baseline)
      #expect(storms.map { $0.problems().count } == [count])
      let exploration = try #require(try ScriptExploration.all(in: path, baseline: baseline).first)
      #expect(await exploration.problems().count == count)
    }
    #expect(throws: (any Error).self) { try ScriptStorm.all(in: path, baseline: path) }
  }

  @Test("What a header spares is no case")
  func excluded() throws {
    let storms = try ScriptStorm.all(
      in: "../../Examples/Documents/S4-state-transitions.rehearsal", disturbances: ["purge"])
    #expect(storms.isEmpty)
    let bank = try ScriptStorm.all(
      in: "../../Examples/Apps/bank.rehearsal", disturbances: ["purge"])
    #expect(bank.isEmpty)
  }
}
