// Apps that do not go on in the background: on systems and devices without multitasking, built for
// such systems, or by their own wish. Leaving the screen ends them (R002, R079).

extension Device {
  /// Whether an app that leaves the screen goes on in the background.
  func canLeaveRunning(_ id: ProcessIdentifier) -> Bool {
    !lacksMultitasking(id.app) && !exitsInsteadOfLeaving(id.app)
  }

  private func lacksMultitasking(_ app: AppIdentifier) -> Bool {
    guard profile.hasMultitasking else { return true }
    return installations[app.position].description.sdk.map { $0 < 4 } ?? false
  }

  /// Whether the app asked to be ended; systems from iOS 13 on no longer listen.
  private func exitsInsteadOfLeaving(_ app: AppIdentifier) -> Bool {
    asksToExit(app) && !entersBackgroundToExit && !profile.has(.exitsOnSuspendSuspends)
  }

  private func asksToExit(_ app: AppIdentifier) -> Bool {
    SystemVersionRange.majors(4, 12).contains(profile.system)
      && installations[app.position].description.isTrue(.exitsOnSuspend)
  }

  /// Whether an app that asked to be ended is told of the background first (C8).
  private var entersBackgroundToExit: Bool {
    SystemVersionRange.from(9).contains(profile.system)
      && profile.evidence(for: .exitsOnSuspend) == .observed
  }

  /// The app is told that it resigns and that it ends; it never was in the background.
  mutating func leaveForGood(_ id: ProcessIdentifier, cause: Int) {
    let hasChosen = !lacksMultitasking(id.app)
    let rule: RuleNumber = hasChosen ? .R079 : .R002
    if process(id)?.intended == .active { queueResignation(of: id, rule: rule, cause: cause) }
    sendToViews(.viewWillDisappear, [], of: id, rule: .R059, cause: cause)
    sendToViews(.viewDidDisappear, [], of: id, rule: .R059, cause: cause)
    change(id) { process in
      process.intend(.background, for: process.foregroundScenes)
    }
    giveNotice(
      to: id, hasChosen ? .exitsOnSuspend : .noMultitasking, rule: rule, cause: cause)
  }

  /// An app that asked to be ended has come to the background, where the order of the device logs
  /// ends it, or the quirk suspends it.
  mutating func endIfAsked(_ id: ProcessIdentifier, cause: Int) {
    guard asksToExit(id.app), process(id)?.termination == nil else { return }
    if profile.has(.exitsOnSuspendSuspends) {
      enqueue(.suspendAtOnce, for: id, cause: cause)
    } else if entersBackgroundToExit {
      giveNotice(to: id, .exitsOnSuspend, rule: .R079, cause: cause)
    }
  }
}
