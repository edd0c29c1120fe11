// Locking and unlocking, which differ from version to version and on single models (R048 to R051),
// and the protected data that a passcode locks away (R132).

extension Device {
  mutating func lock(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    interruptions.removeAll(where: \.row.isOverlay)
    isSwitcherOpen = false
    isDividerDragged = false
    if lockOnlyDeactivates {
      deactivateFrontmost(rule: lockRule, cause: cause)
    } else {
      for id in processesOnScreen { lockAway(id, cause: cause) }
    }
    isLocked = true
    pauseTasks()
    if profile.hasPasscode {
      tellRunning(.protectedDataWillBecomeUnavailable, rule: .R132, cause: cause)
    }
    return nil
  }

  mutating func unlock(cause: Int) -> Refusal? {
    guard isLocked else { return .deviceIsNotLocked }
    isLocked = false
    hasBeenUnlocked = true
    endProcessingTasks(cause: cause)
    continueTasks(cause: cause)
    if profile.hasPasscode {
      tellRunning(.protectedDataDidBecomeAvailable, rule: .R132, cause: cause)
    }
    if lockOnlyDeactivates {
      activateFrontmost(rule: lockRule, cause: cause)
    } else {
      for id in processesOnScreen where process(id)?.intended == .background {
        returnToFront(id, cause: cause)
      }
    }
    return nil
  }

  /// Whether a locked device keeps its app in the foreground: the first system with background, and
  /// whatever cannot leave an app running.
  var lockOnlyDeactivates: Bool {
    SystemVersionRange.majors(2, 4).contains(profile.system) || !profile.hasMultitasking
  }

  private var lockRule: RuleNumber { profile.hasMultitasking ? .R048 : .R002 }

  private mutating func lockAway(_ id: ProcessIdentifier, cause: Int) {
    if profile.has(.lockFlicker), process(id)?.intended == .active {
      queueResignation(of: id, rule: .R051, cause: cause)
      queueActivation(of: id, rule: .R051, cause: cause)
    }
    sendToBackground(
      id, rule: profile.has(.lockFlicker) ? .R051 : .R049,
      readsInactive: profile.has(.lockStaysInactive), cause: cause)
  }

  /// Whether protected files can be read (R132).
  package var isProtectedDataAvailable: Bool { !(profile.hasPasscode && isLocked) }

  /// Sends a message to every app that runs; a suspended one is not told.
  mutating func tellRunning(
    _ message: Message, _ arguments: [PlainValue] = [], rule: RuleNumber, cause: Int
  ) {
    for installation in installations {
      guard let process = installation.process, !process.isSuspended, !process.isPrewarmed,
        process.termination == nil
      else { continue }
      enqueue(.send(message, arguments, rule), for: process.identifier, cause: cause)
    }
  }
}
