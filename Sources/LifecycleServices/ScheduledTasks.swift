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
    /// Work that the user begins in front and that goes on in the background, from iOS 26 on. It begins at
    /// once where the system can.
    case continued
  }

  /// What becomes of a continued task that the system cannot begin at once.
  public enum Strategy: String, CaseIterable, Hashable, Sendable {
    /// It waits.
    case queue
    /// It is refused, with `SchedulingError.immediateRunIneligible`.
    case fail
  }

  /// The identifier, which the Info.plist lists.
  public let identifier: String
  /// What is asked for.
  public let kind: Kind
  /// From now to the earliest beginning.
  public let delay: Duration
  /// Whether the device has to be connected to power, for processing.
  public let requiresExternalPower: Bool
  /// What the user sees of a continued task: its title, and what is under way.
  public let title: String
  /// What the user sees below the title.
  public let subtitle: String
  /// What becomes of a continued task that cannot begin at once.
  public let strategy: Strategy
  /// Whether a continued task uses the graphics processor in the background.
  public let requiresGPU: Bool

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
    title = ""
    subtitle = ""
    strategy = .queue
    requiresGPU = false
  }

  /// Makes a request for a continued task, in answer to something that the user does.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, which the Info.plist lists or permits by a pattern.
  ///   - title: What the user sees.
  ///   - subtitle: What the user sees below it.
  ///   - strategy: What becomes of it where it cannot begin at once.
  ///   - requiresGPU: Whether it uses the graphics processor in the background.
  public init(
    continuing identifier: String, title: String, subtitle: String, strategy: Strategy = .queue,
    requiresGPU: Bool = false
  ) {
    self.identifier = identifier
    kind = .continued
    delay = .zero
    requiresExternalPower = false
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
    self.requiresGPU = requiresGPU
  }
}

/// Why the scheduler does not take a request.
public enum SchedulingError: String, Error, CaseIterable, Hashable, Sendable {
  /// The Info.plist does not list the identifier, or lacks the background mode.
  case notPermitted
  /// Too many requests wait.
  case tooManyPending
  /// The user switched background refresh off, or the system has no such tasks.
  case unavailable
  /// A continued task was to begin at once, and the system has no room for it.
  case immediateRunIneligible
}

/// A task that the system has begun.
@MainActor
public final class ScheduledTask {
  /// The identifier of its request.
  public let identifier: String
  private let complete: (_ success: Bool) -> Void
  private let setExpiration: (@escaping @MainActor () -> Void) -> Void
  private let report: (_ progress: Double) -> Void

  /// Makes a task; for implementations of `ScheduledTasks`.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of its request.
  ///   - setExpiration: Sets the handler that runs shortly before the time is over.
  ///   - report: Reports to the platform how far a continued task is, from 0 to 1.
  ///   - complete: Reports to the platform that the task is done.
  public init(
    _ identifier: String, setExpiration: @escaping (@escaping @MainActor () -> Void) -> Void,
    report: @escaping (_ progress: Double) -> Void = { _ in },
    complete: @escaping (_ success: Bool) -> Void
  ) {
    self.identifier = identifier
    self.setExpiration = setExpiration
    self.report = report
    self.complete = complete
  }

  /// Says how far a continued task is, from 0 to 1: one that says nothing, or stands still, is expired.
  /// Without effect on another.
  public func setProgress(_ progress: Double) { report(min(max(progress, 0), 1)) }

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
  /// Registers who does the work of an identifier, once: before the launch is finished, or for a continued
  /// task when it is asked for.
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
