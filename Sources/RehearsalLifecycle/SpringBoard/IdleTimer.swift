// Auto-lock (R193): a device that nobody touches locks itself after a while, where the user has set
// that. It is off to begin with, so that a scenario may look at an app for as long as it likes.

import RehearsalValues

/// The clock of a device that nobody touches.
struct IdleTimer: Sendable {
  /// When the device locks itself; nil where it does not, and while it is locked.
  fileprivate(set) var event: EventIdentifier?
}

extension ActionTable {
  /// What a user does with the device in hand, after which the clock begins again.
  static let touches: Set<ActionName> = Set(
    (SpringBoard.userActions + actions(of: .screen)).map(\.action))
}

extension DeviceParts {
  /// Somebody has touched the device, or what keeps its screen on is over.
  mutating func restartIdleTimer(_ kernel: inout Kernel) {
    kernel.cancel(idleTimer.event)
    idleTimer.event = nil
    guard let span = services.settings.device.autoLock, services.power.isOn, !springBoard.isLocked
    else { return }
    idleTimer.event = kernel.schedule(.autoLockIsDue, at: kernel.now.after(span))
  }

  /// Nobody has touched the device for long enough.
  mutating func autoLockIsDue(_ kernel: inout Kernel) {
    idleTimer.event = nil
    guard services.power.isOn, !springBoard.isLocked else { return }
    guard !keepsScreenOn(kernel) else { return restartIdleTimer(&kernel) }
    let record = kernel.record(.autoLock, app: nil, rule: .R193, cause: nil)
    _ = springBoard.lock(
      flickers: services.settings.lockFlickers(kernel.traits), cause: record, &kernel)
  }

  /// Whether something keeps the screen on: the app in front, a video there or in a small window, or a
  /// car.
  func keepsScreenOn(_ kernel: Kernel) -> Bool {
    if services.surroundings.hasCar || services.pictureInPicture.owner != nil { return true }
    return springBoard.processesOnScreen(kernel).contains { id in
      services.audio.showsVideo(id.app)
        || kernel.read(id) { $0.disablesIdleTimer && $0.targetState != .background } == true
    }
  }
}

// MARK: - For app code

/// What an app asks of the idle timer.
extension AppContext {
  /// Whether the app keeps the screen on while it is in front.
  package var isIdleTimerDisabled: Bool {
    read { $1.read(process) { $0.disablesIdleTimer } } ?? false
  }

  /// Keeps the screen on while the app is in front, or no longer.
  package func setIdleTimerDisabled(_ isDisabled: Bool) {
    ask { parts, kernel in
      kernel.change(process) { $0.disableIdleTimer(isDisabled) }
      if parts.idleTimer.event != nil { parts.restartIdleTimer(&kernel) }
    }
  }
}
