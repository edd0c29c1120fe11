// The limit `deadline`: the one thing in a run that the host's clock decides. It ends a run with an
// error of its own, and nothing else of what a run does depends on it.

import RehearsalLifecycle
import RehearsalMachine
import Synchronization

/// The time that a session may take on this computer, shared by its copies.
final class SessionDeadline: RunDeadline {
  private let span: Duration
  private let start = Mutex(ContinuousClock.now)

  /// Makes a deadline, whose time begins now; nil for none.
  init?(milliseconds: Int) {
    guard milliseconds > 0 else { return nil }
    span = .milliseconds(milliseconds)
  }

  /// The time begins: of a run, an input or a call.
  func begin() { start.withLock { $0 = ContinuousClock.now } }

  var isOver: Bool { start.withLock { ContinuousClock.now - $0 } > span }

  var text: String { TimeSpan(span).description }
}
