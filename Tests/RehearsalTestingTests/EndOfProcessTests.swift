// Code of an app that does not come back, or that traps, ends the process of the tests with its name.

#if canImport(Glibc) || os(macOS)
  import Foundation
  import Rehearsal
  import RehearsalNativeApps
  import Testing

  @testable import RehearsalTesting

  @Suite("Native code that ends the process of the tests") struct EndOfProcessTests {
    @Test("A delivery that does not return ends the run, with its handler and the scenario")
    func hang() async throws {
      let result = try await #require(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) { try await playStuck(0) }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("a touch of Stuck, in scenario stuck.rehearsal: it comes back"))
      #expect(text.contains("stuck.rehearsal:1:10"))
    }

    @Test("A trap names the handler and the scenario")
    func crash() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { try await playStuck(1) }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("a touch of Stuck, in scenario stuck.rehearsal: it goes on"))
    }

    @Test("A run that nobody awaits is named where the process ends before it")
    func unawaited() async throws {
      let result = try await #require(
        processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
      ) {
        let scenario = try stuckScenarios()[0]
        Task.detached { await scenario.run() }
        // Until it is under way.
        while UnfinishedRuns.count == 0 { await Task.yield() }
        exit(0)
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("stuck.rehearsal: it comes back") && text.contains("await"))
    }
  }

  private func stuckScenarios() throws -> [ScriptScenario] {
    var host = ScriptHost()
    try host.install("Stuck") { Stuck() }
    return try ScriptScenario.all(in: "Foreign/stuck.rehearsal", host: host)
  }

  private func playStuck(_ number: Int) async throws {
    var scenario = try stuckScenarios()[number]
    scenario.deliveryLimit = .milliseconds(100)
    await scenario.run()
  }

  private struct Stuck: ApplicationDelegate {
    static var controls: [String] { ["Loop", "Trap"] }

    mutating func application(_ application: inout Application<Self>, didTouch control: String) {
      var count = application.now == .zero ? 1 : 0
      if control == "Trap" { count = [1][count] }
      while count > 0 { count = count == 1 ? 2 : 1 }
    }
  }
#endif
