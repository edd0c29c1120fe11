// The tracker with somebody beside it who counts: a storm that makes them differ crashes the app, so that it is
// found whatever a scenario expects.

import Foundation
import Rehearsal
import RehearsalTesting
import SessionTracker

/// A tracker whose sessions are held against what the process itself has seen.
@MainActor
final class CheckedTracker: ListeningCode {
  /// What scenarios see of it.
  nonisolated static var exposed:
    [String: @MainActor @Sendable (CheckedTracker) -> any ScriptConvertible]
  {
    ["sessions": { $0.tracker.stored.count }]
  }

  private let process: ListeningProcess
  private let tracker: SessionTracker
  private let before: Counted
  private var tokens: [any NSObjectProtocol] = []

  /// What the process has seen; kept by those who listen before the tracker does.
  private final class Counted {
    var sessions = 0
    var foreground = Duration.zero
    var since: Duration?
    var leftAt: Duration?
    /// What other processes have stored; nil until it can be read.
    var stored: StoredSessions?
  }

  init(_ process: ListeningProcess, store: SessionStore, bug: KnownBug?) {
    self.process = process
    let counted = Counted()
    before = counted
    func read() {
      guard counted.stored == nil, process.isProtectedDataAvailable else { return }
      counted.stored = store.content ?? StoredSessions(identity: 0)
    }
    read()
    tokens = [
      Self.observe("UIApplicationProtectedDataDidBecomeAvailable", process) { read() },
      Self.observe("UIApplicationDidBecomeActiveNotification", process) {
        guard counted.since == nil else { return }
        let pause = counted.leftAt.map { process.now - $0 }
        if pause.map({ $0 >= SessionTracker.longestPause }) ?? true { counted.sessions += 1 }
        counted.since = process.now
      },
      Self.observe("UIApplicationDidEnterBackgroundNotification", process) { Self.leave(counted, process) },
      Self.observe("UIApplicationWillTerminateNotification", process) { Self.leave(counted, process) },
    ]
    tracker = SessionTracker(
      center: process.notifications, store: store,
      environment: SessionTracker.Environment(
        isInBackground: { process.state == .background },
        isProtectedDataAvailable: { process.isProtectedDataAvailable },
        now: { process.now },
        sleep: { [clock = process.clock] in try await clock.sleep(for: $0) }),
      bug: bug)
    for name in [
      "UIApplicationDidBecomeActiveNotification", "UIApplicationDidEnterBackgroundNotification",
      "UIApplicationWillTerminateNotification",
    ] {
      tokens.append(Self.observe(name, process) { [weak self] in self?.check() })
    }
  }

  isolated deinit {
    for token in tokens { process.notifications.removeObserver(token) }
  }

  private static func leave(_ counted: Counted, _ process: ListeningProcess) {
    guard let since = counted.since else { return }
    counted.foreground += process.now - since
    (counted.since, counted.leftAt) = (nil, process.now)
  }

  private static func observe(
    _ name: String, _ process: ListeningProcess, _ action: @MainActor @escaping () -> Void
  ) -> any NSObjectProtocol {
    nonisolated(unsafe) let action = action
    return process.notifications.addObserver(
      forName: Notification.Name(name), object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { action() } }
  }

  /// Holds what is stored against what was seen.
  private func check() {
    guard let others = before.stored, process.isProtectedDataAvailable else { return }
    let stored = tracker.stored
    let own = stored.count - others.sessions.count
    let length = stored.reduce(.zero) { $0 + $1.length } - others.sessions.reduce(.zero) { $0 + $1.length }
    if own > before.sessions { wrong("\(own) sessions of \(before.sessions)") }
    if own < before.sessions, before.since != nil { wrong("\(own) sessions of \(before.sessions)") }
    if length > before.foreground + .seconds(1) { wrong("\(length) of \(before.foreground)") }
  }

  private func wrong(_ what: String) { process.application.crash("the sessions are wrong: \(what)") }
}
