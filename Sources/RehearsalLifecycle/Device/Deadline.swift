// What can be due on a device's clock. Every deadline has one owner, a part of the device, and is
// cancelled with it: a living process, an installed app for what outlives its processes, or the
// device itself.

/// Something that is due at a moment.
enum Deadline: Hashable, Sendable {
  case timerDue(ProcessIdentifier, TimerIdentifier)
  case workDone(ProcessIdentifier, BackgroundWorkIdentifier)
  /// The time of a main thread's `work` is over.
  case mainThreadFree(ProcessIdentifier)
  /// The time that passes on the way to the background is over.
  case transitionIsOver(ProcessIdentifier)
  case watchdogDue(ProcessIdentifier, Watchdog)
  case suspensionDue(ProcessIdentifier)
  case taskTimeRunsOut(ProcessIdentifier)
  case taskTimeOver(ProcessIdentifier)
  case expirationHandlerIsSlow(ProcessIdentifier)
  case assertionRunsOut(ProcessIdentifier, AssertionIdentifier)
  case assertionIsOver(ProcessIdentifier, AssertionIdentifier)
  /// A continued task that the user stopped ends.
  case stoppedTaskEnds(ProcessIdentifier, AssertionIdentifier)
  /// The progress of a continued task has not moved.
  case progressStands(ProcessIdentifier, AssertionIdentifier)
  case processorUseIsDue(ProcessIdentifier)
  case heldPushIsDue(AppIdentifier)
  case keepAliveIsDue(ProcessIdentifier)
  /// Midnight, or summer time begins or ends; the device's own.
  case timeChanges
  case transferIsDone(AppIdentifier, TransferIdentifier)
  /// The device has been locked for so long that protected data goes; the device's own.
  case protectedDataGoes
  /// The app has not carried out the user's answer to its call.
  case callActionIsOver(ProcessIdentifier)
  /// No call was reported for a VoIP push.
  case callReportIsDue(AppIdentifier)
  case localNotificationsAreDue(AppIdentifier)
  /// A Live Activity has lasted as long as one may, or leaves the lock screen.
  case activitiesAreDue(AppIdentifier)

  /// A phone whose display stays on makes an app active behind the lock, or inactive again.
  case lockGhostIsDue(ProcessIdentifier)
  /// Nobody has touched the device for as long as it waits; the device's own.
  case autoLockIsDue

  /// The app that it is about; nil for the device's own.
  var app: AppIdentifier? {
    switch self {
    case .timerDue(let id, _), .workDone(let id, _), .watchdogDue(let id, _),
      .assertionRunsOut(let id, _), .assertionIsOver(let id, _), .stoppedTaskEnds(let id, _),
      .progressStands(let id, _), .mainThreadFree(let id), .transitionIsOver(let id),
      .suspensionDue(let id), .taskTimeRunsOut(let id), .taskTimeOver(let id),
      .expirationHandlerIsSlow(let id), .processorUseIsDue(let id), .keepAliveIsDue(let id),
      .callActionIsOver(let id), .lockGhostIsDue(let id):
      id.app
    case .heldPushIsDue(let app), .callReportIsDue(let app), .localNotificationsAreDue(let app),
      .activitiesAreDue(let app), .transferIsDone(let app, _):
      app
    case .timeChanges, .protectedDataGoes, .autoLockIsDue: nil
    }
  }

  /// Whether only the hour of the wall clock leads to it.
  var isOfWallClock: Bool { self == .timeChanges }
}
