// The tracker with somebody beside it who counts. Where a storm makes the two differ the app crashes, so that it
// is found whatever a scenario expects.

import Foundation
import Rehearsal
import RehearsalTesting
import SessionTracker

/// A tracker whose sessions are held against what its process has seen itself.
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
  private var tokens: [any NSObjectProtocol] = []
  /// How long the sessions of other processes were; nil until that can be read.
  private var earlier: [Duration]?
  /// How long those of this process were.
  private var own: [Duration] = []
  private var since: Duration?
  private var leftAt: Duration?

  init(_ process: ListeningProcess, store: SessionStore, bug: KnownBug?) {
    self.process = process
    tracker = SessionTracker(
      center: process.notifications, store: store,
      environment: SessionTracker.Environment(
        isInBackground: { process.state == .background },
        isProtectedDataAvailable: { process.isProtectedDataAvailable },
        now: { process.now },
        sleep: { [clock = process.clock] in try await clock.sleep(for: $0) }),
      bug: bug)
    read()
    observe("UIApplicationProtectedDataDidBecomeAvailable") { $0.read() }
    observe("UIApplicationDidBecomeActiveNotification") { $0.enter() }
    observe("UIApplicationDidEnterBackgroundNotification") { $0.leave() }
    observe("UIApplicationWillTerminateNotification") { $0.leave() }
  }

  isolated deinit {
    for token in tokens { process.notifications.removeObserver(token) }
  }

  /// Notes what happened, and looks at the tracker when it has heard of that, too: in which order observers
  /// hear of something is not said.
  private func observe(
    _ name: String, _ note: @MainActor @Sendable @escaping (CheckedTracker) -> Void
  ) {
    let token = process.notifications.addObserver(
      forName: Notification.Name(name), object: nil, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated {
        guard let self else { return }
        note(self)
        self.keep()
        self.process.application.task { [weak self] in self?.check() }
      }
    }
    tokens.append(token)
  }

  // MARK: - What is seen

  private func enter() {
    guard since == nil else { return }
    let pause = leftAt.map { process.now - $0 }
    if pause.map({ $0 >= SessionTracker.longestPause }) ?? true { own.append(.zero) }
    since = process.now
  }

  private func leave() {
    guard let since else { return }
    own[own.count - 1] += process.now - since
    (self.since, leftAt) = (nil, process.now)
  }

  private func read() {
    guard earlier == nil, process.isProtectedDataAvailable else { return }
    let lengths = process.application.stored("seen", as: [Int].self) ?? []
    earlier = lengths.map { .milliseconds($0) }
  }

  private func keep() {
    read()
    guard let earlier, process.isProtectedDataAvailable else { return }
    let lengths = (earlier + own).map { Int($0 / .milliseconds(1)) }
    try? process.application.store(lengths, forKey: "seen")
  }

  // MARK: - What is told

  private func check() {
    guard let earlier, process.isProtectedDataAvailable else { return }
    let (seen, told) = (earlier + own, tracker.stored.map(\.length))
    // How long the session is that goes on is known at its end.
    let isWrong =
      told.count != seen.count
      || since == nil && zip(told, seen).contains { abs(($0 - $1) / .seconds(1)) > 1 }
    if isWrong {
      process.application.crash("there were sessions of \(seen), and \(told) are stored")
    }
  }
}
