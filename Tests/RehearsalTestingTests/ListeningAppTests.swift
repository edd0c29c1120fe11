// Code that only listens, as an SDK's does, is an app for scripts, storms and explorations.

import Foundation
import Rehearsal
import RehearsalValues
import Testing

@testable import RehearsalTesting

@Suite("Listening code on the device") struct ListeningAppTests {
  /// Counts the times that the app came to the front in this process.
  @MainActor
  private final class Counter: ListeningCode {
    nonisolated static var exposed:
      [String: @MainActor @Sendable (Counter) -> any ScriptConvertible]
    {
      ["count": { $0.count }, "states": { $0.states }]
    }

    private(set) var count = 0
    private(set) var states: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ process: ListeningProcess) {
      for name in ["DidBecomeActive", "DidEnterBackground"] {
        tokens.append(
          process.notifications.addObserver(
            forName: Notification.Name("UIApplication\(name)Notification"), object: nil, queue: nil
          ) { [weak self] _ in
            MainActor.assumeIsolated {
              self?.count += name == "DidBecomeActive" ? 1 : 0
              self?.states.append("\(process.state)")
            }
          })
      }
    }
  }

  private func outcome(_ text: String) async throws -> ScriptScenario.Outcome {
    var host = ScriptHost()
    try host.install("Shop") { Counter($0) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("listening-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(
      to: folder.appendingPathComponent("a.rehearsal"), atomically: true, encoding: .utf8)
    let scenario = try #require(try ScriptScenario.all(in: folder.path, host: host).first)
    return await MainActor.run { scenario.outcome() }
  }

  @Test("It hears the device's notifications, and is made anew for each process")
  func notifications() async throws {
    let outcome = try await outcome(
      """
      scenario "two lives" {
          launch Shop
          press .home
          launch Shop
          expect Shop.count == 2
          expect Shop.states == ["active", "background", "active"]
          press .home
          advance 10s
          purge Shop
          launch Shop
          expect Shop.count == 1
      }
      """)
    #expect(outcome.problems.map(\.message) == [])
  }

  @Test("It is woken by a push")
  func pushes() async throws {
    let outcome = try await outcome(
      """
      scenario "a push" {
          launch Shop
          press .home
          advance 10s
          push Shop, payload: ["aps": ["content-available": 1]]
          advance 10s
          expect Shop.count == 1
          expect Shop.state == .suspended
      }
      """)
    #expect(outcome.problems.map(\.message) == [])
  }
}
