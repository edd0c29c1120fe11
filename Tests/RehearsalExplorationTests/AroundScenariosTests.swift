// Explorations around scenarios: what they find from everyday scenarios, what they do not find in apps
// that are well, how far they go, and what their verdict says.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Explorations around scenarios")
struct AroundScenariosTests {
  private func results(
    of text: String, disruptions: Int? = nil, states: Int? = nil, keepsGoing: Bool = false
  ) async throws -> [ExplorationResult] {
    let script = Script(SourceText(name: "test.rehearsal", text))
    var options = SearchOptions()
    options.disruptions = disruptions
    if let states { options.states = states }
    options.stopsAtViolation = !keepsGoing
    var results: [ExplorationResult] = []
    for exploration in Exploration.around(scenariosOf: script) {
      results.append(try await exploration.search(options))
    }
    return results
  }

  private func notes(keeping: String) -> String {
    """
    app Notes {
        var draft = disk["draft"] ?? ""
        on didEnterBackground { \(keeping) }
        button "Type" { draft += "x" }
    }

    scenario "what was typed is there" {
        launch Notes
        touch "Type"
        advance 5s
        expect Notes.draft == "x"
    }
    """
  }

  @Test("A draft that is not kept is lost, and the scenario that shows it fails by itself")
  func lostDraft() async throws {
    let result = try #require(try await results(of: notes(keeping: "")).first)
    #expect(result.title == "around: what was typed is there")
    #expect(result.verdict == .violated)
    let broken = try #require(result.counterexamples.first)
    #expect(broken.isReplayed && broken.disruptions == 1)
    #expect(broken.title == "`Notes.draft == \"x\"`")
    #expect(broken.scenario.contains("purge Notes"))
    #expect(broken.scenarioTitle == "what was typed is there: found by exploration")
  }

  @Test(
    "Where nothing may come in between, any number of disruptions is looked at in one level",
    arguments: [Int.min, -1, 0, 1, Int.max])
  func nothingToPutIn(disruptions: Int) async throws {
    let results = try await results(
      of: "scenario \"sums\" { expect 1 + 1 == 2 }", disruptions: disruptions)
    #expect(results.map(\.verdict) == [.vacuous(.nothingPossible)])
    #expect(results.map(\.levels.count) == [1])
  }

  @Test("An app that keeps it holds, and the verdict speaks of the scenario alone")
  func keptDraft() async throws {
    let result = try #require(
      try await results(of: notes(keeping: "disk[\"draft\"] = draft")).first)
    #expect(result.verdict == .closedUpTo(disruptions: 1))
    #expect(result.restrictions.first == .scenario)
    #expect(
      result.verdictText.hasPrefix("CLOSED UP TO 1 disruption at each step of the scenario"))
    #expect(result.levels.map(\.end) == ["closed", "closed"])
  }

  @Test("What a baseline knows breaks nothing, and a level counts the lines that are shown")
  func known() async throws {
    let script = Script(SourceText(name: "test.rehearsal", notes(keeping: "")))
    let exploration = try #require(Exploration.around(scenariosOf: script).first)
    let first = try await exploration.search()
    let broken = try #require(first.counterexamples.first)
    #expect(first.levels.compactMap(\.stepsOfViolation) == [broken.steps - 1])
    var options = SearchOptions()
    options.stopsAtViolation = false
    for finding in try await exploration.search(options).found { options.baseline.add(finding) }
    let behind = try await exploration.search(options)
    #expect(behind.verdict == .closedUpTo(disruptions: 1) && !behind.known.isEmpty)
    #expect(ExplorationReport().text(of: behind).contains("no violation but what is known"))
  }

  @Test("A push that is not answered is found, though its time comes after the end of the scenario")
  func unansweredPush() async throws {
    func mail(_ answer: String) -> String {
      """
      app Mail {
          info { backgroundModes: [.remoteNotification] }
          on didReceiveRemoteNotification(payload, completion) {
              after(1s) { \(answer) }
          }
      }

      scenario "mail comes" {
          launch Mail
          press .home
          advance 10s
          push Mail, payload: ["aps": ["content-available": 1]]
          advance 2s
          expect Mail.isRunning
      }
      """
    }
    let well = try #require(try await results(of: mail("completion(.newData)")).first)
    #expect(well.counterexamples.map(\.title) == [])
    let broken = try #require(
      try await results(of: mail("if isNetworkAvailable { completion(.newData) }")).first)
    #expect(broken.counterexamples.first?.scenario.contains("network .off") == true)
    #expect(broken.counterexamples.first?.scenario.contains("completionTimeout") == true)
  }

  @Test("Without a disruption nothing is tried, which proves nothing")
  func noDisruption() async throws {
    let kept = notes(keeping: "disk[\"draft\"] = draft")
    let result = try #require(try await results(of: kept, disruptions: 0).first)
    #expect(result.verdict == .vacuous(.nothingPossible))
  }

  @Test(
    "One disruption and two: each has its level", arguments: 1...TestTier.rounds(1, thorough: 2))
  func disruptions(_ count: Int) async throws {
    let kept = notes(keeping: "disk[\"draft\"] = draft")
    let result = try #require(try await results(of: kept, disruptions: count).first)
    #expect(result.verdict == .closedUpTo(disruptions: count))
    #expect(result.levels.count == count + 1)
    #expect(result.levels.map(\.states) == result.levels.map(\.states).sorted())
  }

  @Test("The states are bounded: as many as there are is enough")
  func states() async throws {
    let kept = notes(keeping: "disk[\"draft\"] = draft")
    let all = try #require(try await results(of: kept).first).states
    for (bound, isHit) in [(all - 1, true), (all, false), (all + 1, false)] {
      let result = try #require(try await results(of: kept, states: bound).first)
      #expect(result.verdict.isBoundHit == isHit, "\(bound) of \(all)")
    }
  }

  @Test("Scenarios that are skipped, or have to fail, are left out; one that fails is an error")
  func others() async throws {
    let text = """
      app Notes { }
      scenario "later", skip: "not yet" { launch Notes }
      scenario "wrong", fails: "known" { expect Notes.isRunning }
      """
    #expect(try await results(of: text).isEmpty)
    await #expect(throws: ScriptError.self) {
      _ = try await results(of: "app Notes { }\nscenario \"wrong\" { expect Notes.isRunning }")
    }
  }

  @Test("Without a step nothing is possible")
  func nothing() async throws {
    let result = try #require(
      try await results(of: "app Notes { }\nscenario \"empty\" { expect !Notes.isRunning }").first)
    #expect(result.verdict == .vacuous(.nothingPossible))
  }

  @Test("What the header spares a scenario is not injected")
  func excluded() async throws {
    let text = notes(keeping: "").replacing(
      "is there\" {", with: "is there\", storm: [.purge, .prewarm, .permission] {")
    let result = try #require(try await results(of: text).first)
    #expect(result.verdict == .closedUpTo(disruptions: 1))
  }
}
