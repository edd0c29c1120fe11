// The limit `deadline`: the one thing in a run that the host's clock decides. It ends a run with an
// error of its own, and nothing else of what a run does depends on it.

import RehearsalLifecycle
import RehearsalMachine
import Synchronization

/// The time that a session may take on this computer, shared by its copies.
final class SessionDeadline: RunDeadline {
  private let span: Duration
  private let start: Mutex<ContinuousClock.Instant>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a deadline, whose time begins now; nil for none.
  ///
  /// - Parameters:
  ///   - milliseconds: The time that something may take; 0 for any.
  ///   - now: Reads the clock.
  init?(
    milliseconds: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    guard milliseconds > 0 else { return nil }
    span = .milliseconds(milliseconds)
    self.now = now
    start = Mutex(now())
  }

  /// The time begins: of a run, an input or a call.
  func begin() { start.withLock { $0 = now() } }

  var isOver: Bool { start.withLock { now() - $0 } > span }

  var text: String { TimeSpan(span).description }
}
