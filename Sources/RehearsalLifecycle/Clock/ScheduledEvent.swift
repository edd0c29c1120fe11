// What can be scheduled on a device's queue. Every event belongs to a living process and is
// cancelled when that process ends.

/// An event of the device's queue.
enum ScheduledEvent: Hashable, Sendable {
  case timerDue(ProcessIdentifier, TimerIdentifier)
  case workDone(ProcessIdentifier, BackgroundWorkIdentifier)
  /// The time of a main thread's `work` is over.
  case mainThreadFree(ProcessIdentifier)
  case watchdogDue(ProcessIdentifier, Watchdog)
  case suspensionDue(ProcessIdentifier)
  case taskTimeRunsOut(ProcessIdentifier)
  case taskTimeOver(ProcessIdentifier)
  case expirationHandlerIsSlow(ProcessIdentifier)
}
