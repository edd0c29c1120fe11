// Work that the system begins when it sees fit: the background task scheduler, which launches or
// resumes the app for it.

/// A request of the background task scheduler.
public struct ScheduledTaskRequest: Hashable, Sendable {
  /// What is asked for.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A short refresh of content.
    case refresh
    /// Minutes of work while the device is idle.
    case processing
  }

  /// The identifier, which the Info.plist lists.
  public let identifier: String
  /// What is asked for.
  public let kind: Kind
  /// From now to the earliest beginning.
  public let delay: Duration
  /// Whether the device has to be connected to power, for processing.
  public let requiresExternalPower: Bool

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, which the Info.plist lists.
  ///   - kind: What is asked for.
  ///   - delay: From now to the earliest beginning; a negative one counts as none.
  ///   - requiresExternalPower: Whether the device has to be connected to power, for processing.
  public init(
    _ identifier: String, kind: Kind = .refresh, after delay: Duration = .zero,
    requiresExternalPower: Bool = false
  ) {
    self.identifier = identifier
    self.kind = kind
    self.delay = delay
    self.requiresExternalPower = requiresExternalPower
  }
}

/// Why the scheduler does not take a request.
public enum SchedulingError: String, Error, CaseIterable, Hashable, Sendable {
  /// The Info.plist does not list the identifier, or lacks the background mode.
  case notPermitted
  /// Too many requests wait.
  case tooManyPending
  /// The user switched background refresh off.
  case unavailable
}

/// A task that the system has begun.
@MainActor
public final class ScheduledTask {
  /// The identifier of its request.
  public let identifier: String
  private let complete: (_ success: Bool) -> Void
  private let setExpiration: (@escaping @MainActor () -> Void) -> Void

  /// Makes a task; for implementations of `ScheduledTasks`.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of its request.
  ///   - setExpiration: Sets the handler that runs shortly before the time is over.
  ///   - complete: Reports to the platform that the task is done.
  public init(
    _ identifier: String, setExpiration: @escaping (@escaping @MainActor () -> Void) -> Void,
    complete: @escaping (_ success: Bool) -> Void
  ) {
    self.identifier = identifier
    self.setExpiration = setExpiration
    self.complete = complete
  }

  /// Sets what runs shortly before the time is over; the task still has to be completed.
  public func setExpirationHandler(_ handler: @escaping @MainActor () -> Void) {
    setExpiration(handler)
  }

  /// Says that the task is done, once, on every path: the system ends a process that does not.
  public func setTaskCompleted(success: Bool) { complete(success) }
}

/// The background task scheduler.
@MainActor
public protocol ScheduledTasks: AnyObject, Sendable {
  /// Registers who does the work of an identifier, once, before the launch is finished.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, which the Info.plist lists.
  ///   - handler: Runs when the system begins a task, in whichever process runs then.
  /// - Returns: Whether the identifier is listed.
  @discardableResult
  func registerScheduledTask(
    _ identifier: String, handler: @escaping @MainActor (ScheduledTask) -> Void
  ) -> Bool

  /// Asks for a task, in place of the one of its identifier that waits.
  ///
  /// - Throws: `SchedulingError`.
  func submitScheduledTask(_ request: ScheduledTaskRequest) throws(SchedulingError)
}
