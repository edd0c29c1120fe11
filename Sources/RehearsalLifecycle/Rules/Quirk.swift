// Quirks: named deviations of single models and versions, which a profile can switch on.

/// A named deviation that a profile can switch on.
package enum Quirk: String, CaseIterable, Hashable, Sendable {
  case lockFlicker, willEnterForegroundAtLaunch, doubleEnterBackground, exitsOnSuspendSuspends
  case tasksPauseInSleep, lateAssertion, silentPushAfterForceQuit, fastSwipeKill
  case lastWindowTerminates, missingWillEnterForegroundNotification, appearanceOrder
  case lockStaysInactive, swipeDiscardsSession, prewarmFinishesLaunching
  case trackingAnswersFirst, pushNeedsRegistration

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
    case .swipeDiscardsSession: .R124
    case .prewarmFinishesLaunching: .R149
    case .trackingAnswersFirst: .R045
    case .pushNeedsRegistration: .R145
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
    case .swipeDiscardsSession: "Swiping an app away on an iPhone discards its scene sessions."
    case .lockStaysInactive: "An app that is locked away reads Inactive in didEnterBackground."
    case .prewarmFinishesLaunching: "A prewarm on iOS 14 to 18 runs the launch methods."
    case .trackingAnswersFirst:
      "A question for tracking is answered with no at once, and shown all the same."
    case .pushNeedsRegistration:
      "A process that is launched for a silent push and does not register is not given it."
    }
  }

  /// Whether a device has the quirk by the nature of its version and model.
  func isNatural(for profile: Profile) -> Bool {
    switch self {
    case .doubleEnterBackground:
      SystemVersionRange(first: SystemVersion(7, 1), end: 8).contains(profile.system)
    case .lockStaysInactive: SystemVersionRange.majors(5, 6).contains(profile.system)
    case .appearanceOrder: SystemVersionRange.majors(14, 14).contains(profile.system)
    case .trackingAnswersFirst:
      SystemVersionRange(first: SystemVersion(17, 4), end: SystemVersion(17, 5))
        .contains(profile.system)
    case .lockFlicker:
      profile.model.hasPrefix("iPhone 14 Pro") && profile.system >= SystemVersion(16, 5)
        || profile.model.hasPrefix("iPhone 15") && profile.system >= SystemVersion(18, 3)
    case .lastWindowTerminates:
      SystemVersionRange(first: 13, end: SystemVersion(13, 1)).contains(profile.system)
    default: false
    }
  }
}
