// Time in the background: what was begun in the foreground may be finished there.

/// Names a background task of the process.
public struct BackgroundTask: Hashable, Sendable {
  /// The number that the platform knows it by.
  public let number: Int

  /// Makes the name of a task; for implementations of `BackgroundTasks`.
  public init(number: Int) { self.number = number }
}

/// Background tasks, which keep a process running for a while after it left the screen.
@MainActor
public protocol BackgroundTasks: AnyObject, Sendable {
  /// Keeps the process running in the background for a while.
  ///
  /// The caller must end the task, on every path: the system ends a process that does not.
  ///
  /// - Parameters:
  ///   - name: What the task is for, for people.
  ///   - expirationHandler: Runs shortly before the time is over; the task still has to be ended.
  /// - Returns: The task; nil where the system grants no time.
  func beginBackgroundTask(
    _ name: String, expirationHandler: (@MainActor () -> Void)?
  ) -> BackgroundTask?

  /// Ends a background task.
  func endBackgroundTask(_ task: BackgroundTask)

  /// The running time that is left in the background; nil where nothing ends the process.
  var remainingBackgroundTime: Duration? { get }
}
