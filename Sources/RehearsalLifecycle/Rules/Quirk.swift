// Quirks: named deviations of single models and versions, which a profile can switch on.

/// A named deviation that a profile can switch on.
package enum Quirk: String, CaseIterable, Hashable, Sendable {
  case lockFlicker, willEnterForegroundAtLaunch, doubleEnterBackground, exitsOnSuspendSuspends
  case tasksPauseInSleep, lateAssertion, silentPushAfterForceQuit, fastSwipeKill
  case lastWindowTerminates, missingWillEnterForegroundNotification, appearanceOrder
  case lockStaysInactive, swipeDiscardsSession, prewarmFinishesLaunching
  case trackingAnswersFirst, pushNeedsRegistration
  case launchesBeforeFirstUnlock, promptsShareAPair, lowPowerDelaysPushes, stoppedTaskLingers
  case linkToldTwice, processorUseExpiresTasks, swiftUISwallowsWillConnect

  /// The rule that the quirk belongs to.
  package var rule: RuleNumber { row.rule }

  /// What a device with the quirk does, in one sentence.
  package var help: String { row.help }

  /// Whether a device has the quirk by the nature of its version and model.
  func isNatural(for profile: Profile) -> Bool { row.isNatural(profile) }

  private struct Row {
    let rule: RuleNumber
    let help: String
    let isNatural: (Profile) -> Bool

    init(
      _ rule: RuleNumber, _ help: String, naturalFor: @escaping (Profile) -> Bool = { _ in false }
    ) {
      self.rule = rule
      self.help = help
      isNatural = naturalFor
    }

    init(_ rule: RuleNumber, _ help: String, naturalIn systems: SystemVersionRange) {
      self.init(rule, help) { systems.contains($0.system) }
    }
  }

  private var row: Row {
    switch self {
    case .lockFlicker:
      Row(.R051, "Locking makes the app active for a moment between two resignations.") {
        $0.hasAlwaysOnDisplay && $0.system >= SystemVersion(16, 5)
          || $0.model.hasPrefix("iPhone 15") && $0.system >= SystemVersion(18, 3)
      }
    case .willEnterForegroundAtLaunch:
      Row(.R012, "A cold launch without scenes sends willEnterForeground.")
    case .doubleEnterBackground:
      Row(
        .R078, "Swiping the app in front away sends didEnterBackground twice.",
        naturalIn: SystemVersionRange(first: SystemVersion(7, 1), end: 8))
    case .exitsOnSuspendSuspends:
      Row(.R079, "An app that asks to exit on suspension is suspended at once.")
    case .tasksPauseInSleep:
      Row(.R085, "Tasks and their time pause while the device is locked.")
    case .lateAssertion:
      Row(.R094, "A task begun at the very end of didEnterBackground is not granted.")
    case .silentPushAfterForceQuit:
      Row(.R099, "A silent push launches an app after a force quit.")
    case .fastSwipeKill:
      Row(.R124, "A very fast swipe sends messages to another scene afterwards.")
    case .lastWindowTerminates:
      Row(
        .R125, "Closing the last window ends the process without a word.",
        naturalIn: SystemVersionRange(first: 13, end: SystemVersion(13, 1)))
    case .missingWillEnterForegroundNotification:
      Row(
        .R016, "Apps with scenes do not get the application's notification of the foreground.")
    case .appearanceOrder:
      Row(
        .R057, "The two appearances of the snapshots come in the other order.",
        naturalIn: .majors(14, 14))
    case .swipeDiscardsSession:
      Row(.R124, "Swiping an app away on an iPhone discards its scene sessions.")
    case .lockStaysInactive:
      Row(
        .R050, "An app that is locked away reads Inactive in didEnterBackground.",
        naturalIn: .majors(5, 6))
    case .prewarmFinishesLaunching:
      Row(.R149, "A prewarm on iOS 14 to 18 runs the launch methods.")
    default: reportedRow
    }
  }

  /// What single reports tell.
  private var reportedRow: Row {
    switch self {
    case .trackingAnswersFirst:
      Row(
        .R045, "A tracking prompt is answered with no at once, and shown nevertheless.",
        naturalIn: SystemVersionRange(first: SystemVersion(17, 4), end: SystemVersion(17, 5)))
    case .pushNeedsRegistration:
      Row(
        .R145,
        "A process that is launched for a silent push and does not register is not given it.")
    case .launchesBeforeFirstUnlock:
      Row(
        .R035, "Bluetooth and refreshes launch apps before the first unlock, by two reports.")
    case .linkToldTwice:
      Row(.R177, "A SwiftUI view gets a link twice, by single reports on iOS 18.7 and 26.")
    case .promptsShareAPair:
      Row(.R045, "Consecutive prompts send one pair of messages together.")
    case .swiftUISwallowsWillConnect:
      Row(
        .R182,
        "The scene of an app with `on scenePhase` or `on openURL`, which is SwiftUI's, is not told of "
          + "its connection, by one report.")
    case .processorUseExpiresTasks:
      Row(
        .R108, "A continued task that uses 80 percent of a processor over a minute is expired.")
    case .lowPowerDelaysPushes:
      Row(
        .R098,
        "Low Power Mode delays a silent push until the app is opened or the mode ends, by one report."
      )
    default:
      Row(
        .R107,
        "A continued task that the user stopped ends about ten seconds later, by one report.")
    }
  }
}
