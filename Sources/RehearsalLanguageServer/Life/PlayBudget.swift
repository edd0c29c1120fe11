// The time that playing may take, so that an editor never waits for it.

import RehearsalMachine
import RehearsalValues
import Synchronization

/// Stops a scenario that takes longer than it may.
final class PlayBudget: RunDeadline {
  /// How long a scenario may take.
  static let span = Duration.milliseconds(50)

  private let span: Duration
  private let clock: @Sendable () -> Duration
  /// When the time is over, in nanoseconds of the clock.
  private let end = Atomic<Int64>(.max)

  init(_ span: Duration = PlayBudget.span, clock: @escaping @Sendable () -> Duration) {
    self.span = span
    self.clock = clock
  }

  /// The time of a scenario begins.
  func begin() { end.store((clock() + span).wholeNanoseconds, ordering: .relaxed) }

  var isOver: Bool { clock().wholeNanoseconds > end.load(ordering: .relaxed) }

  var text: String { "50 ms" }
}
