// The cases of scenarios as hosts see them: titles, what their headers say, and how they come out.

import Rehearsal
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Cases of scenarios")
struct ScenarioCaseTests {
  private static func script(_ text: String, limits: RunLimits = RunLimits()) -> Script {
    Script(SourceText(name: "main.rehearsal", text), limits: limits)
  }

  @Test("Each combination is a case with a title of its own, the first name varying slowest")
  func titles() {
    let script = Self.script(
      #"""
      let names = ["x", "y"]
      scenario "plain" { }
      scenario "\(a)\(b)", a in [1, 2.5], b in names { }
      scenario "rest", a in [1s, 90s], os: [12, 4.10], model: "iPad", _ in [.up] { }
      scenario "\(row.name)", row in [["name": "deep"]], seed: 3...4 { }
      """#)
    #expect(
      script.cases.map(\.title) == [
        "plain", "1x", "1y", "2.5x", "2.5y",
        "rest (a 1s, os 12, .up)", "rest (a 1s, os 4.10, .up)",
        "rest (a 90s, os 12, .up)", "rest (a 90s, os 4.10, .up)",
        "deep (seed 3)", "deep (seed 4)",
      ])
    #expect(script.cases.map(\.scenario) == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3])
  }

  @Test("A case knows its device, its tags and its reasons")
  func headers() throws {
    let script = Self.script(
      #"""
      device { os: 13; passcode: true; seed: 7; quirks: [.lockFlicker] }
      scenario "a", os: [9, 17], tags: [.slow, .night], quirks: [] { }
      scenario "b", skip: "why not", tags: .slow { }
      scenario "c", fails: "issue 1", seed: 1...2 { }
      """#)
    let cases = script.cases
    try #require(cases.count == 5)
    #expect(cases.map(\.tags) == [["slow", "night"], ["slow", "night"], ["slow"], [], []])
    #expect(cases.map(\.skipReason) == [nil, nil, "why not", nil, nil])
    #expect(cases.map(\.failureReason) == [nil, nil, nil, "issue 1", "issue 1"])
    #expect(cases.map(\.profile.system) == [9, 17, 13, 13, 13])
    #expect(cases.map(\.profile.seed) == [7, 7, 7, 1, 2])
    #expect(cases.map(\.profile.quirks.isEmpty) == [true, true, false, false, false])
    #expect(cases.allSatisfy { $0.profile.hasPasscode })
  }

  @Test("A whole script is played on chosen systems, save what headers choose themselves")
  func systems() {
    let script = Script(
      SourceText(
        name: "main.rehearsal",
        """
        device { os: 9; passcode: true }
        scenario "a", n in [1, 2] { }
        scenario "b", os: 17 { }
        """), systems: PlayedSystems(versions: ["12", "11.0.3"], models: ["iPad"]))
    #expect(
      script.cases.map(\.title) == [
        "a (os 12, model iPad, n 1)", "a (os 12, model iPad, n 2)",
        "a (os 11.0.3, model iPad, n 1)", "a (os 11.0.3, model iPad, n 2)", "b (model iPad)",
      ])
    #expect(
      script.cases.map(\.profile.system.description) == ["12", "12", "11.0.3", "11.0.3", "17"])
    #expect(script.cases.allSatisfy { $0.profile.family == .iPad && $0.profile.hasPasscode })
    #expect(PlayedSystems(versions: ["12", "99"]).unknownVersion == "99")
    #expect(PlayedSystems(versions: ["12", ""]).unknownVersion == "")
    #expect(PlayedSystems(versions: ["12"]).unknownVersion == nil)
  }

  @Test("A case can be run alone, and tells the failures that it has to have apart")
  func outcomes() throws {
    let script = Self.script(
      #"""
      scenario "n", n in [1, 2] { expect n == 1 }
      scenario "never", skip: "no" { expect false }
      scenario "bad", fails: "known" { expect false }
      scenario "good", fails: "fixed" { }
      """#)
    var session = try script.session()
    var told: [String] = []
    let report = session.run { event in
      if case .failure(let failure) = event { told.append("\(failure.reason)".prefix(12) + "") }
    }
    #expect(report.scenarios.map(\.status) == [.passed, .failed, .skipped, .passed, .failed])
    #expect(report.scenarios.map(\.hasPassed) == [true, false, true, true, false])
    #expect(report.scenarios.map(\.failures.count) == [0, 1, 0, 0, 1])
    #expect(report.scenarios.map(\.expectedFailures.count) == [0, 0, 0, 1, 0])
    #expect(told.count == 2)
    #expect(!report.hasPassed)
    var alone = try script.session()
    #expect(alone.run(case: 1).scenarios.map(\.title) == ["n (n 2)"])
    #expect(try Self.script("scenario \"s\", skip: \"no\" { }").run().hasPassed)
  }

  @Test("What is skipped stays so after statements that fail, and the rest is not run")
  func notRun() throws {
    let report = try Self.script(
      "let x = [1][1]\nscenario \"a\", skip: \"no\" { }\nscenario \"b\", n in [1, 2] { }"
    ).run()
    #expect(report.scenarios.map(\.status) == [.skipped, .notRun, .notRun])
  }

  @Test("Titles that come to more than the output may are an error", arguments: 26...28)
  func longTitles(bytes: Int) throws {
    var limits = RunLimits()
    limits[.output] = bytes
    let script = Self.script(#"scenario "a title \(n)", n in [1, 2, 3] { }"#, limits: limits)
    #expect(script.cases.count == (bytes < 3 * 9 ? 0 : 3))
    let messages = script.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains("the limit `output`") } == script.cases.isEmpty)
  }

  @Test("Too many cases are an error before any is made")
  func limit() {
    var limits = RunLimits()
    limits[.cases] = 4
    let text = "scenario \"a\", n in 1...4 { }"
    #expect(Self.script(text, limits: limits).cases.count == 4)
    let tooMany = Self.script(text + "\nscenario \"b\" { }", limits: limits)
    #expect(tooMany.cases.isEmpty)
    #expect(tooMany.diagnostics.map(\.identifier) == [.tooComplex])
  }

  @Test("A title that fails to pass shows its reason and its place")
  func unexpectedPass() {
    let play = Play("scenario \"good\", fails: \"issue 9\" { }")
    let text = play.shown.joined()
    #expect(text.contains("main.rehearsal:1:10: failed: this scenario passes"))
    #expect(text.contains("issue 9"))
  }
}
