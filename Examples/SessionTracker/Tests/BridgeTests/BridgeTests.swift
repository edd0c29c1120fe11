// The same tracker on the simulated device: scripts and storms play it.

import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import SessionTracker
import Testing

extension SessionTracker: ListeningCode {
  /// What scenarios see of it.
  public nonisolated static var exposed:
    [String: @MainActor @Sendable (SessionTracker) -> any ScriptConvertible]
  {
    ["sessions": { $0.stored.count }, "seconds": { $0.seconds }]
  }

  /// The seconds of all sessions that are stored.
  private var seconds: Int { stored.reduce(0) { $0 + Int($1.length / .seconds(1)) } }
}

@Suite("Session tracker on the device") struct BridgeTests {
  /// The store of a process, in the app's preferences.
  @MainActor
  private static func store(of process: ListeningProcess) -> SessionStore {
    let application = process.application
    return SessionStore(
      read: {
        let identity = application.stored("identity", as: Int.self)
        let lengths = application.stored("lengths", as: [Int].self) ?? []
        return identity.map {
          StoredSessions(identity: $0, sessions: lengths.map { Session(length: .seconds($0)) })
        }
      },
      replace: { content in
        try? application.store(content.identity, forKey: "identity")
        let lengths = content.sessions.map { Int($0.length / .seconds(1)) }
        try? application.store(lengths, forKey: "lengths")
      })
  }

  private static func host(_ bug: KnownBug? = nil) throws -> ScriptHost {
    var host = ScriptHost()
    try host.install("Shop") { process in
      SessionTracker(
        center: process.notifications, store: store(of: process),
        environment: SessionTracker.Environment(
          isInBackground: { process.state == .background },
          isProtectedDataAvailable: { process.isProtectedDataAvailable },
          now: { process.now },
          sleep: { [clock = process.clock] in try await clock.sleep(for: $0) }),
        bug: bug)
    }
    return host
  }

  @Test("Scripts play it", arguments: try ScriptScenario.all(in: "Scripts", host: host()))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }

  // MARK: - Storms

  /// The tracker beside somebody who counts.
  private static func checkedHost(_ bug: KnownBug? = nil) throws -> ScriptHost {
    var host = ScriptHost()
    let modes: ScriptValue = .list([.symbol("remoteNotification"), .symbol("fetch")])
    try host.install("Shop", info: [.backgroundModes: modes]) { process in
      CheckedTracker(process, store: store(of: process), bug: bug)
    }
    return host
  }

  /// What storms find, each with the shortest scenario that shows it.
  private static func findings(_ bug: KnownBug? = nil) async throws -> [String] {
    let storms = try ScriptStorm.all(in: "Storms", host: checkedHost(bug))
    return await MainActor.run { storms.flatMap { $0.problems().map(\.message) } }
  }

  @Test("Storms find nothing in the tracker as it is")
  func right() async throws { #expect(try await Self.findings() == []) }

  @Test("Storms find each bug, with a scenario that shows it", arguments: KnownBug.allCases)
  func storms(_ bug: KnownBug) async throws {
    let found = try await Self.findings(bug)
    let shown = try #require(found.first { $0.contains("found by storm") }, "\(found)")
    print("\(bug): \(shown)")
  }
}
