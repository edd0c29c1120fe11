// Bugs of session tracking that SDKs have had in public, each behind a switch. The numbers are those of the
// reports.

/// A bug that the tracker can be given.
public enum KnownBug: String, CaseIterable, Sendable {
  /// A launch in the background counts as a session: TelemetryDeck/SwiftSDK #281, DataDog/dd-sdk-ios
  /// #3088, firebase/firebase-ios-sdk #12219.
  case sessionAtBackgroundLaunch
  /// The time is counted from the beginning of the process, which a prewarm or a push may have begun
  /// hours before: getsentry/sentry-cocoa #1897.
  case timeSinceProcessStart
  /// Every activation begins a session, so that a glance at the Control Centre makes two of one:
  /// RoverPlatform/rover-ios #243.
  case sessionAtEveryActivation
  /// What was tracked is kept until the app is told of its end, which a suspended app never is:
  /// mixpanel/mixpanel-iphone #52.
  case waitsForTermination
  /// The time in the background belongs to the session: measure-sh/measure #2631.
  case countsBackgroundTime
  /// Protected data that cannot be read are taken for none, and the installation gets a new identity:
  /// OneSignal/OneSignal-iOS-SDK #1666.
  case newIdentityWhileShut
  /// Only a launch begins a session, and no return: wordpress-mobile/WordPress-iOS #2060.
  case noSessionAtReturn
  /// A timer in the background stores the session when it is over, and does not fire while the app is
  /// suspended: RoverPlatform/rover-ios #449.
  case storesByTimer
}
