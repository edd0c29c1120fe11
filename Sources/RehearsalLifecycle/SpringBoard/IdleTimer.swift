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

extension IdleTimer {
  /// Somebody has touched the device, or what keeps its screen on is over.
  mutating func restart(_ services: DeviceServices, isLocked: Bool, _ kernel: inout Kernel) {
    kernel.cancel(event)
    event = nil
    guard let span = services.settings.device.autoLock, services.power.isOn, !isLocked else {
      return
    }
    event = kernel.schedule(.autoLockIsDue, at: kernel.now.after(span))
  }

  /// What keeps the screen on may be over: the clock begins again if it runs.
  mutating func restartIfRunning(
    _ services: DeviceServices, isLocked: Bool, _ kernel: inout Kernel
  ) {
    if event != nil { restart(services, isLocked: isLocked, &kernel) }
  }

  /// Nobody has touched the device for long enough.
  mutating func isDue(
    _ services: DeviceServices, _ springBoard: inout SpringBoard, _ kernel: inout Kernel
  ) {
    event = nil
    guard services.power.isOn, !springBoard.isLocked else { return }
    guard !Self.isHeld(by: services, springBoard, kernel) else {
      return restart(services, isLocked: false, &kernel)
    }
    let record = kernel.record(.autoLock, app: nil, rule: .R193, cause: nil)
    _ = springBoard.lock(
      flickers: services.settings.lockFlickers(kernel.traits), cause: record, &kernel)
  }

  /// Whether something keeps the screen on: the app in front, a video there or in a small window, or a
  /// car.
  static func isHeld(
    by services: DeviceServices, _ springBoard: SpringBoard, _ kernel: Kernel
  ) -> Bool {
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
      parts.idleTimer.restartIfRunning(
        parts.services, isLocked: parts.springBoard.isLocked, &kernel)
    }
  }
}
