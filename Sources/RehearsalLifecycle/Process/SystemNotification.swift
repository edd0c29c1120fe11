// The notifications that the system posts to observers in the app, in one table. A notification
// beside a message is posted before or after its method, as R061 says.

/// A notification that the system posts.
public enum SystemNotification: String, CaseIterable, Hashable, Sendable {
  case didFinishLaunching, didBecomeActive, willResignActive, didEnterBackground
  case willEnterForeground, willTerminate, didReceiveMemoryWarning, significantTimeChange
  case protectedDataWillBecomeUnavailable, protectedDataDidBecomeAvailable
  case backgroundRefreshStatusDidChange, audioSessionInterruption
  case sceneWillConnect, sceneDidDisconnect, sceneDidActivate, sceneWillDeactivate
  case sceneWillEnterForeground, sceneDidEnterBackground
  case userDefaultsDidChange, currentLocaleDidChange, screenModeDidChange, screenDidConnect
  case screenDidDisconnect, accessoryDidConnect, accessoryDidDisconnect
  case ubiquityIdentityDidChange, orientationDidChange, batteryLevelDidChange
  case batteryStateDidChange, proximityStateDidChange

  /// Whether a suspended app gets it later, many as one (R130).
  public var isCoalesced: Bool {
    switch self {
    case .userDefaultsDidChange, .currentLocaleDidChange, .screenModeDidChange,
      .screenDidConnect, .screenDidDisconnect, .accessoryDidConnect, .accessoryDidDisconnect,
      .ubiquityIdentityDidChange, .orientationDidChange, .batteryLevelDidChange,
      .batteryStateDidChange, .proximityStateDidChange:
      true
    default: false
    }
  }
}

extension Message {
  /// The notification that is posted beside the message's method, and on which side of it.
  var notification: (notification: SystemNotification, isBefore: Bool, rule: RuleNumber)? {
    switch self {
    case .didFinishLaunching: (.didFinishLaunching, false, .R018)
    case .didBecomeActive: (.didBecomeActive, false, .R061)
    case .willResignActive: (.willResignActive, false, .R061)
    case .didEnterBackground: (.didEnterBackground, false, .R061)
    case .willEnterForeground: (.willEnterForeground, true, .R061)
    case .willTerminate: (.willTerminate, false, .R061)
    case .significantTimeChange: (.significantTimeChange, true, .R061)
    case .didReceiveMemoryWarning: (.didReceiveMemoryWarning, false, .R115)
    default: nil
    }
  }
}
