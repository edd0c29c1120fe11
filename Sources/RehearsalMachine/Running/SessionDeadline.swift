// The limit `deadline`: the one thing in a run that the host's clock decides. It ends a run with an
// error of its own, and nothing else of what a run does depends on it.

import RehearsalValues
import Synchronization

/// The time that a session may take on this computer, shared by its copies.
package final class SessionDeadline: RunDeadline {
  private let span: Duration
  private let start: Mutex<ContinuousClock.Instant?>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a deadline; nil for none.
  ///
  /// - Parameters:
  ///   - milliseconds: The time that something may take; 0 for any.
  ///   - waits: Whether its time begins with `begin`, and else now.
  ///   - now: Reads the clock.
  package init?(
    milliseconds: Int, waits: Bool = false,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    guard milliseconds > 0 else { return nil }
    span = .milliseconds(milliseconds)
    self.now = now
    start = Mutex(waits ? nil : now())
  }

  /// The time begins: of a run, an input or a call.
  package func begin() { start.withLock { $0 = now() } }

  package var isOver: Bool { start.withLock { $0.map { now() - $0 > span } ?? false } }

  package var text: String {
    ScriptValue.duration(Int64(span / .nanoseconds(1))).description
  }
}
