// Time that passes while the process runs: timers of the main thread, and waiting tasks.

/// Names a timer, for `Timers.invalidateTimer(_:)`.
public struct LifecycleTimer: Hashable, Sendable {
  /// The number that the platform knows it by.
  public let number: Int

  /// Makes the name of a timer; for implementations of `Timers`.
  public init(number: Int) { self.number = number }
}

/// Timers and sleep.
@MainActor
public protocol Timers: AnyObject, Sendable {
  /// Schedules a timer of the main thread; it waits while the process is suspended.
  ///
  /// - Parameters:
  ///   - delay: From now to the first firing; a negative one counts as none.
  ///   - interval: From firing to firing, above zero; nil for a timer that fires once.
  ///   - handler: Runs at each firing.
  /// - Returns: The timer; one that fires again and again does so until it is invalidated.
  func scheduleTimer(
    after delay: Duration, every interval: Duration?, handler: @escaping @MainActor () -> Void
  ) -> LifecycleTimer

  /// Ends a timer for good; one that is over already stays so.
  func invalidateTimer(_ timer: LifecycleTimer)

  /// Lets the task wait.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}
