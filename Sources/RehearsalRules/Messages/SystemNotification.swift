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
  case powerStateDidChange, thermalStateDidChange, userDidTakeScreenshot, capturedDidChange
  case systemTimeZoneDidChange, systemClockDidChange, calendarDayChanged
  case captureSessionWasInterrupted, captureSessionInterruptionEnded
  case networkDidChange, audioSessionRouteChange

  /// What a suspended app is told of it later, many as one (R130).
  private enum Held {
    case nothing
    /// That something has another value.
    case change
    /// That something happened.
    case event
  }

  /// What a suspended app is told of it, and the versions that post it.
  private var row: (held: Held, versions: SystemVersionRange) {
    switch self {
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .willTerminate,
      .didReceiveMemoryWarning, .significantTimeChange, .audioSessionInterruption,
      .captureSessionWasInterrupted, .captureSessionInterruptionEnded, .networkDidChange:
      (.nothing, .all)
    case .didEnterBackground, .willEnterForeground, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable:
      (.nothing, .from(4))
    case .audioSessionRouteChange: (.nothing, .from(6))
    case .backgroundRefreshStatusDidChange, .userDidTakeScreenshot: (.nothing, .from(7))
    case .capturedDidChange: (.nothing, .from(11))
    case .sceneWillConnect, .sceneDidDisconnect, .sceneDidActivate, .sceneWillDeactivate,
      .sceneWillEnterForeground, .sceneDidEnterBackground:
      (.nothing, .from(13))
    case .currentLocaleDidChange, .orientationDidChange, .systemTimeZoneDidChange: (.change, .all)
    case .screenModeDidChange, .batteryLevelDidChange, .batteryStateDidChange,
      .proximityStateDidChange:
      (.change, .from(3))
    case .ubiquityIdentityDidChange: (.change, .from(6))
    case .powerStateDidChange: (.change, .from(9))
    case .thermalStateDidChange: (.change, .from(11))
    case .userDefaultsDidChange, .systemClockDidChange: (.event, .all)
    case .screenDidConnect, .screenDidDisconnect, .accessoryDidConnect, .accessoryDidDisconnect:
      (.event, .from(3))
    case .calendarDayChanged: (.event, .from(8))
    }
  }

  /// The versions that post it (R167).
  package var versions: SystemVersionRange { row.versions }

  /// Whether a suspended app gets it later, many as one (R130).
  package var isCoalesced: Bool { row.held != .nothing }

  /// Whether it tells that something happened, not that something has another value (C31).
  package var isMereEvent: Bool { row.held == .event }

  /// The notification that tells of the opposite; itself where a change has one notification.
  package var opposite: SystemNotification {
    switch self {
    case .screenDidConnect: .screenDidDisconnect
    case .screenDidDisconnect: .screenDidConnect
    case .accessoryDidConnect: .accessoryDidDisconnect
    case .accessoryDidDisconnect: .accessoryDidConnect
    default: self
    }
  }
}

/// A set of notifications; most apps observe none.
@usableFromInline package struct NotificationSet: Hashable, Sendable {
  /// Every notification, listed once.
  private static let all = SystemNotification.allCases

  /// A bit for each notification, at its place in the order of the cases.
  @usableFromInline package private(set) var bits: UInt64 = 0

  /// No notification.
  package init() {}

  /// The notifications that fulfil a condition.
  package init(where condition: (SystemNotification) -> Bool) {
    precondition(Self.all.count <= UInt64.bitWidth, "there are more notifications than bits")
    for notification in Self.all where condition(notification) { set(notification, true) }
  }

  @inlinable package func contains(_ notification: SystemNotification) -> Bool {
    bits & Self.bit(of: notification) != 0
  }

  package mutating func set(_ notification: SystemNotification, _ isMember: Bool) {
    if isMember { bits |= Self.bit(of: notification) } else { bits &= ~Self.bit(of: notification) }
  }

  // A case without a payload is its place in one byte.
  @inlinable static func bit(of notification: SystemNotification) -> UInt64 {
    1 &<< UInt64(withUnsafeBytes(of: notification) { $0.first ?? 0 })
  }
}

/// A notification beside a message's method.
package struct NotificationRow {
  package let notification: SystemNotification
  /// Whether it is posted before the method, not after it.
  package let isBefore: Bool
  package let rule: RuleNumber
  /// The application's own notification, posted too when a scene's change is the application's.
  package var applicationNotification: SystemNotification?
  /// That of the system's own scene of an app without scenes, posted beside the application's.
  package var systemSceneNotification: SystemNotification?

  package init(
    _ notification: SystemNotification, isBefore: Bool = false, _ rule: RuleNumber,
    application: SystemNotification? = nil, systemScene: SystemNotification? = nil
  ) {
    self.notification = notification
    self.isBefore = isBefore
    self.rule = rule
    applicationNotification = application
    systemSceneNotification = systemScene
  }
}

extension Message {
  /// The notification that is posted beside the message's method, and on which side of it.
  package var notification: NotificationRow? {
    switch self {
    case .didFinishLaunching: NotificationRow(.didFinishLaunching, .R018)
    case .didBecomeActive: NotificationRow(.didBecomeActive, .R061, systemScene: .sceneDidActivate)
    case .willResignActive:
      NotificationRow(.willResignActive, .R061, systemScene: .sceneWillDeactivate)
    case .didEnterBackground:
      NotificationRow(.didEnterBackground, .R061, systemScene: .sceneDidEnterBackground)
    case .willEnterForeground:
      NotificationRow(
        .willEnterForeground, isBefore: true, .R061, systemScene: .sceneWillEnterForeground)
    case .willTerminate: NotificationRow(.willTerminate, .R061)
    case .significantTimeChange:
      NotificationRow(.significantTimeChange, isBefore: true, .R061)
    case .didReceiveMemoryWarning: NotificationRow(.didReceiveMemoryWarning, .R115)
    case .protectedDataWillBecomeUnavailable:
      NotificationRow(.protectedDataWillBecomeUnavailable, .R132)
    case .protectedDataDidBecomeAvailable:
      NotificationRow(.protectedDataDidBecomeAvailable, .R132)
    case .sceneWillConnect: NotificationRow(.sceneWillConnect, .R016)
    case .sceneDidDisconnect: NotificationRow(.sceneDidDisconnect, .R016)
    case .sceneDidBecomeActive:
      NotificationRow(.sceneDidActivate, .R016, application: .didBecomeActive)
    case .sceneWillResignActive:
      NotificationRow(.sceneWillDeactivate, .R016, application: .willResignActive)
    case .sceneDidEnterBackground:
      NotificationRow(.sceneDidEnterBackground, .R016, application: .didEnterBackground)
    case .sceneWillEnterForeground:
      NotificationRow(
        .sceneWillEnterForeground, isBefore: true, .R016, application: .willEnterForeground)
    default: nil
    }
  }
}

extension SystemNotification {
  /// The text of its name on a device; nil for what is no notification there.
  package var rawName: String? {
    switch self {
    case .protectedDataWillBecomeUnavailable: "UIApplicationProtectedDataWillBecomeUnavailable"
    case .protectedDataDidBecomeAvailable: "UIApplicationProtectedDataDidBecomeAvailable"
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .didReceiveMemoryWarning, .significantTimeChange,
      .backgroundRefreshStatusDidChange, .userDidTakeScreenshot:
      "UIApplication" + capitalized + "Notification"
    case .sceneWillConnect, .sceneDidDisconnect, .sceneDidActivate, .sceneWillDeactivate,
      .sceneWillEnterForeground, .sceneDidEnterBackground:
      "UI" + capitalized + "Notification"
    case .screenModeDidChange, .screenDidConnect, .screenDidDisconnect:
      "UI" + capitalized + "Notification"
    case .capturedDidChange: "UIScreenCapturedDidChangeNotification"
    case .orientationDidChange, .batteryLevelDidChange, .batteryStateDidChange,
      .proximityStateDidChange:
      "UIDevice" + capitalized + "Notification"
    case .accessoryDidConnect, .accessoryDidDisconnect: "EA" + capitalized + "Notification"
    case .currentLocaleDidChange: "kCFLocaleCurrentLocaleDidChangeNotification"
    case .powerStateDidChange, .thermalStateDidChange:
      "NSProcessInfo" + capitalized + "Notification"
    case .userDefaultsDidChange, .ubiquityIdentityDidChange, .systemTimeZoneDidChange,
      .systemClockDidChange, .calendarDayChanged:
      "NS" + capitalized + "Notification"
    case .captureSessionWasInterrupted, .captureSessionInterruptionEnded,
      .audioSessionInterruption, .audioSessionRouteChange:
      "AV" + capitalized + "Notification"
    case .networkDidChange: nil
    }
  }

  private var capitalized: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
