// Scripts that drive an app of the main actor are played there, whatever the test is isolated to.

import Rehearsal
import RehearsalExplorationTesting
import Testing

@testable import RehearsalTesting

@Suite("Scripts with an app of the main actor") struct MainActorScenarioTests {
  @MainActor
  private final class Counter: MainActorApplicationDelegate {
    nonisolated static var exposed: Exposed { ["seconds": { $0.seconds }] }
    private(set) var seconds = 0

    init(_ application: MainActorApplication) {
      Task {
        while true {
          try await application.clock.sleep(for: .seconds(1))
          seconds += 1
        }
      }
    }
  }

  static func host() throws -> ScriptHost {
    var host = ScriptHost()
    try host.install("Counter") { Counter($0) }
    return host
  }

  @Test(arguments: try ScriptScenario.all(in: "MainActor", host: Self.host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }

  @Test func elsewhereAScenarioSaysWhatIsMissing() async throws {
    let scenario = try ScriptScenario.all(in: "MainActor", host: Self.host())[0]
    let problem = try #require(scenario.outcome().problems.first)
    #expect(problem.message.contains("the code of Counter is isolated to the main actor"))
    #expect(problem.place.line == 2)
  }
}
