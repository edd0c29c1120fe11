// Many scenarios at once, on all threads that there are, and one after the other: what each comes
// to is the same to the last byte.

import Testing

@testable import RehearsalTesting

@Suite("Scenarios beside each other")
struct DeterminismTests {
  @Test(arguments: ["../Scripts/apps", "../../Examples/Documents", "Failing/Mistakes", "Scripts"])
  func tracesDoNotDependOnTheOrder(_ folder: String) async throws {
    let scenarios = try ScriptScenario.all(in: folder, host: ScenarioTests.host())
    let serial = scenarios.map { Self.trace(of: $0) }
    #expect(serial.filter { !$0.isEmpty }.count > serial.count / 2)
    for _ in 1...3 {
      let concurrent = await withTaskGroup(of: (Int, [UInt8]).self) { group in
        for (number, scenario) in scenarios.enumerated() {
          group.addTask { (number, Self.trace(of: scenario)) }
        }
        return await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
      }
      #expect(scenarios.indices.map { concurrent[$0] } == serial)
    }
    #expect(scenarios.reversed().map { Self.trace(of: $0) } == serial.reversed())
  }

  /// The timeline and what went wrong, as bytes.
  private static func trace(of scenario: ScriptScenario) -> [UInt8] {
    let outcome = scenario.outcome()
    let problems = outcome.problems.map { "\($0.place): \($0.message)" }
    return Array((outcome.timeline + problems).joined(separator: "\n").utf8)
  }
}
