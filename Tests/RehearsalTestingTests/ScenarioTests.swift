// Scripts as tests: names, places of what goes wrong, the timeline, and readable differences.

import Rehearsal
import Testing

@testable import RehearsalDeviceTesting
@testable import RehearsalTesting

@Suite("Scripts as tests")
struct ScenarioTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts", host: Self.host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }

  static func host() throws -> ScriptHost {
    var host = ScriptHost()
    try host.define("uploaded") { 0 }
    return host
  }

  @Test func everyScenarioHasItsName() throws {
    let scenarios = try ScriptScenario.all(in: "Failing/Mistakes")
    #expect(
      scenarios.map(\.testDescription) == [
        "broken.rehearsal", "wrong.rehearsal: right", "wrong.rehearsal: wrong",
        "wrong.rehearsal: faulty",
      ])
    #expect(throws: (any Error).self) { try ScriptScenario.all(in: "Nothing") }
  }

  @Test func whatGoesWrongHasItsPlace() throws {
    let outcomes = try ScriptScenario.all(in: "Failing/Mistakes").map { $0.outcome() }
    let places = outcomes.map { $0.problems.map { "\($0.place.line):\($0.place.column)" } }
    #expect(places == [["2:8"], [], ["9:12"], ["14:11"]])
    let problem = try #require(outcomes[2].problems.first)
    #expect(problem.message.contains("A.n is 1") && problem.message.contains("didEnterBackground"))
    #expect(problem.place.file.hasSuffix("/Failing/Mistakes/wrong.rehearsal"))
    #expect(problem.place.file.hasPrefix("/"))
    #expect(outcomes[2].timeline.contains { $0.contains("willResignActive") })
    let broken = try #require(outcomes[0].problems.first)
    #expect(broken.message.contains("error[E02"))
  }

  @Test func anIssueStandsAtTheLineOfTheScript() async throws {
    let wrong = try ScriptScenario.all(in: "Failing/Mistakes")[2]
    await withKnownIssue {
      await wrong.run()
    } matching: { issue in
      issue.sourceLocation?.line == 9 && issue.sourceLocation?.column == 12
    }
  }

  @Test func anAppThatIsEndedForItsOwnFaultFails() throws {
    let outcomes = try ScriptScenario.all(in: "Failing/Ended").map { $0.outcome() }
    #expect(outcomes.map { $0.problems.map(\.place.line) } == [[7], []])
    #expect(outcomes[0].problems.first?.message.contains("error[E0721]") == true)
  }

  @Test func aRefusedVerbIsAWarningOrAFailure() async throws {
    let warned = try ScriptScenario.all(in: "Failing/Warned")
    let outcome = await warned[0].run()
    #expect(outcome.problems.isEmpty)
    #expect(outcome.warnings.map(\.place.line) == [5])
    #expect(outcome.warnings.first?.message.contains("The device is locked") == true)
    let strict = try ScriptScenario.all(in: "Failing/Warned", strict: true)[0].outcome()
    #expect(strict.problems.map(\.place.line) == [5] && strict.warnings.isEmpty)
  }

  @Test func aCaseThatIsLeftOutSaysWhy() throws {
    let last = try #require(ScriptScenario.all(in: "Scripts", host: Self.host()).last)
    let outcome = last.outcome()
    #expect(outcome.skipReason == "there is no watch")
    #expect(outcome.problems.isEmpty && outcome.timeline.isEmpty)
  }

  @Test func aTimelineKeepsItsLastLines() throws {
    var limits = RunLimits()
    try limits.set("records=10")
    let host = try Self.host()
    let whole = try ScriptScenario.all(in: "Scripts", host: host)[1].outcome()
    let last = try ScriptScenario.all(in: "Scripts", host: host, limits: limits)[1].outcome()
    #expect(whole.timeline.count > 10 && last.timeline == whole.timeline.suffix(10))
  }

  private struct Plain: ApplicationDelegate {}

  @Test func messagesAreExpected() throws {
    var device = Simulation()
    let app = try device.install("App") { Plain() }
    try device.launch(app)
    let start = device.records().count
    try device.press(.home)
    expectMessages(app, on: device, since: start, [.willResignActive, .didEnterBackground])
    withKnownIssue { expectMessages(app, on: device, since: start, [.willResignActive]) }
    #expect(
      LineDifference(
        of: ["willResignActive", "willTerminate"], from: ["willResignActive", "open"]
      )
      .lines == ["  willResignActive", "- open", "+ willTerminate"])
  }
}
