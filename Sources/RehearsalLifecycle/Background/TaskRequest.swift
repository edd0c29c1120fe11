// Requests of the background task scheduler (R101 to R103, R107), which outlive the process that
// made them.

/// What an app asks the scheduler for.
public enum TaskRequestKind: String, CaseIterable, Hashable, Sendable {
  /// A short refresh of content.
  case refresh
  /// Minutes of work while the device is idle.
  case processing
  /// Work that the user began and that goes on in the background, from iOS 26 on.
  case continued

  /// What the app is woken for.
  var wakeUpKind: WakeUpKind {
    switch self {
    case .refresh: .refreshTask
    case .processing: .processingTask
    case .continued: .continuedTask
    }
  }

  /// How many requests of the kind may wait (R102).
  var limit: Int {
    switch self {
    case .refresh: 1
    case .processing: 10
    case .continued: .max
    }
  }
}

extension WakeUpKind {
  /// Whether it is a task of the scheduler.
  var isScheduledTask: Bool {
    switch self {
    case .refreshTask, .processingTask, .continuedTask: true
    default: false
    }
  }
}

/// A request that waits.
package struct TaskRequest: Hashable, Sendable {
  /// The task's identifier.
  package let identifier: String
  /// What is asked for.
  package let kind: TaskRequestKind
  /// The moment before which the task does not begin.
  package let earliest: VirtualTime
}

/// How the submission of a request went.
public enum SubmissionResult: String, CaseIterable, Hashable, Sendable {
  case submitted, notPermitted, tooManyPending, unavailable
}
