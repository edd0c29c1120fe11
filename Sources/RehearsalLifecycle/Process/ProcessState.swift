// The states of R001, as the process reads them and as the world sees them.

/// What a process can read of itself (R001).
public enum ApplicationState: UInt8, CaseIterable, Hashable, Sendable {
  /// In the foreground, with events.
  case active
  /// In the foreground, without events.
  case inactive
  /// Running, but not on the screen.
  case background

  /// The same state as the world sees it.
  package var processState: ProcessState {
    switch self {
    case .active: .active
    case .inactive: .inactive
    case .background: .background
    }
  }

  /// How far in front the state is.
  var rank: Int {
    switch self {
    case .active: 2
    case .inactive: 1
    case .background: 0
    }
  }
}

/// The state of an app as the world sees it (R001).
public enum ProcessState: String, CaseIterable, Hashable, Sendable {
  case notRunning, inactive, active, background, suspended, prewarmed
}

/// Why a process was started.
package enum LaunchReason: String, CaseIterable, Hashable, Sendable {
  case user, url, userActivity, notification, shortcut, fetch, remoteNotification, location
  case bluetooth, backgroundURLSession, backgroundTask, voip, accessory, prewarm
  case notificationAction, intent, healthKit, watch, carPlay, liveActivity, extensionRequest, other
}

/// The running time that is left in the background (R089).
public enum BackgroundTimeRemaining: Hashable, Sendable {
  /// Nothing ends the process; above every span.
  case unlimited
  /// The running time that is left, never negative.
  case limited(Duration)
}
