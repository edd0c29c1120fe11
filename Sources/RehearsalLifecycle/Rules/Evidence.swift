// Where documents and device logs differ, a profile takes a side: for all conflicts, or by the
// conflict's own number. Quirks are named deviations of single models and versions.

/// Which side a profile takes where Apple's documents and device logs differ.
package enum Evidence: String, CaseIterable, Hashable, Sendable {
  /// What devices were seen to do.
  case observed
  /// What the documents say.
  case documented
}

/// A numbered disagreement between the sources, settled by the profile's evidence.
package enum Conflict: String, CaseIterable, Hashable, Sendable {
  /// The limit of time for `didEnterBackground` (R055).
  case didEnterBackgroundLimit = "C7"
  /// Whether an app that asked to be ended is told of the background first (R079).
  case exitsOnSuspend = "C8"
  /// Whether the first view appears before or after the activation (R014).
  case viewAppearance = "C16"
  /// Whether the app in front is told that the device is switched off (R080).
  case noticeAtShutdown = "C22"
  /// Whether `didEnterBackground` is sent when an app is woken (R028).
  case backgroundLaunchOrder = "C2"
  /// From which version on a place relaunches an app after a force quit (R139).
  case locationAfterForceQuit = "C9"
  /// What drawing in the background does to an app (R065).
  case graphicsInBackground = "C13"
  /// Whether an app that is killed for memory gets notice (R116).
  case noticeAtPurge = "C5"
  /// Whether a missed change of time waits for the foreground (R131).
  case missedTimeChange = "C19"
  /// Whether a processing task runs after a force quit (R103).
  case processingAfterForceQuit = "C11"
}

/// A named deviation that a profile can switch on.
package enum Quirk: String, CaseIterable, Hashable, Sendable {
  case lockFlicker, willEnterForegroundAtLaunch, doubleEnterBackground, exitsOnSuspendSuspends
  case tasksPauseInSleep, lateAssertion, silentPushAfterForceQuit, fastSwipeKill
  case lastWindowTerminates, missingWillEnterForegroundNotification, appearanceOrder
  case lockStaysInactive

  /// The rule that the quirk belongs to.
  package var rule: RuleNumber {
    switch self {
    case .lockFlicker: .R051
    case .willEnterForegroundAtLaunch: .R012
    case .doubleEnterBackground: .R078
    case .exitsOnSuspendSuspends: .R079
    case .tasksPauseInSleep: .R085
    case .lateAssertion: .R094
    case .silentPushAfterForceQuit: .R099
    case .fastSwipeKill: .R124
    case .lastWindowTerminates: .R125
    case .missingWillEnterForegroundNotification: .R016
    case .appearanceOrder: .R057
    case .lockStaysInactive: .R050
    }
  }

  /// What a device with the quirk does, in one sentence.
  package var help: String {
    switch self {
    case .lockFlicker: "Locking makes the app active for a moment between two resignations."
    case .willEnterForegroundAtLaunch: "A cold launch without scenes sends willEnterForeground."
    case .doubleEnterBackground: "Swiping the app in front away sends didEnterBackground twice."
    case .exitsOnSuspendSuspends: "An app that asks to exit on suspension is suspended at once."
    case .tasksPauseInSleep: "Tasks and their time stand still while the device is locked."
    case .lateAssertion: "A task begun at the very end of didEnterBackground is not granted."
    case .silentPushAfterForceQuit: "A silent push launches an app after a force quit."
    case .fastSwipeKill: "A very fast swipe sends messages to another scene afterwards."
    case .lastWindowTerminates: "Closing the last window ends the process without a word."
    case .missingWillEnterForegroundNotification:
      "Apps with scenes do not get the application's notification of the foreground."
    case .appearanceOrder: "The two appearances of the snapshots come in the other order."
    case .lockStaysInactive: "An app that is locked away reads Inactive in didEnterBackground."
    }
  }

  /// Whether a device has the quirk by the nature of its version and model.
  func isNatural(for profile: Profile) -> Bool {
    switch self {
    case .doubleEnterBackground:
      SystemVersionRange(first: SystemVersion(7, 1), end: 8).contains(profile.system)
    case .lockStaysInactive: SystemVersionRange.majors(5, 6).contains(profile.system)
    case .appearanceOrder: SystemVersionRange.majors(14, 14).contains(profile.system)
    case .lockFlicker:
      profile.model.hasPrefix("iPhone 14 Pro") && profile.system >= SystemVersion(16, 5)
        || profile.model.hasPrefix("iPhone 15") && profile.system >= SystemVersion(18, 3)
    case .lastWindowTerminates:
      SystemVersionRange(first: 13, end: SystemVersion(13, 1)).contains(profile.system)
    default: false
    }
  }
}
