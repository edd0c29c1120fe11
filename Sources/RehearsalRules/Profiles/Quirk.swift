// Quirks: named deviations of single models and versions, which a profile can switch on.

/// A named deviation that a profile can switch on.
package enum Quirk: String, CaseIterable, Hashable, Sendable {
  case lockFlicker, willEnterForegroundAtLaunch, doubleEnterBackground, exitsOnSuspendSuspends
  case tasksPauseInSleep, lateAssertion, silentPushAfterForceQuit, fastSwipeKill
  case lastWindowTerminates, missingWillEnterForegroundNotification, appearanceOrder
  case lockStaysInactive, swipeDiscardsSession, prewarmFinishesLaunching
  case trackingAnswersFirst, pushNeedsRegistration
  case launchesBeforeFirstUnlock, promptsShareAPair, lowPowerDelaysPushes, stoppedTaskLingers
  case linkToldTwice, processorUseExpiresTasks, swiftUISwallowsWillConnect, frozenTransfers

  /// The rule that the quirk belongs to.
  package var rule: RuleNumber { row.rule }

  /// What a device with the quirk does, in one sentence.
  package var help: String { row.help }

  /// The versions on which it makes a difference.
  package var versions: SystemVersionRange { row.versions }

  /// The kinds of devices on which it makes a difference; nil for all.
  package var families: [ModelFamily]? { row.families }

  /// Whether it makes a difference on a device.
  package func matters(on profile: Profile) -> Bool {
    versions.contains(profile.system) && families?.contains(profile.family) ?? true
  }

  /// Whether a device has the quirk by the nature of its version and model.
  func isNatural(for profile: Profile) -> Bool { row.isNatural(profile) }

  private struct Row {
    let rule: RuleNumber
    let versions: SystemVersionRange
    let families: [ModelFamily]?
    let help: String
    let isNatural: (Profile) -> Bool

    init(
      _ rule: RuleNumber, _ versions: SystemVersionRange, on families: [ModelFamily]? = nil,
      _ help: String, naturalFor: @escaping (Profile) -> Bool = { _ in false }
    ) {
      self.rule = rule
      self.versions = versions
      self.families = families
      self.help = help
      isNatural = naturalFor
    }

    init(
      _ rule: RuleNumber, _ versions: SystemVersionRange, _ help: String,
      naturalIn systems: SystemVersionRange
    ) {
      self.init(rule, versions, help) { systems.contains($0.system) }
    }
  }

  private var row: Row {
    switch self {
    case .lockFlicker:
      Row(.R051, .from(5), "Locking makes the app active for moments behind the lock.") {
        $0.hasAlwaysOnDisplay && $0.system >= SystemVersion(16, 5)
          || $0.model.hasPrefix("iPhone 15") && $0.system >= SystemVersion(18, 3)
      }
    case .willEnterForegroundAtLaunch:
      Row(.R012, .from(4), "A cold launch without scenes sends willEnterForeground.")
    case .doubleEnterBackground:
      Row(
        .R078, .from(4), "Swiping the app in front away sends didEnterBackground twice.",
        naturalIn: SystemVersionRange(first: SystemVersion(7, 1), end: 8))
    case .exitsOnSuspendSuspends:
      Row(.R079, .majors(4, 12), "An app that asks to exit on suspension is suspended at once.")
    case .tasksPauseInSleep:
      Row(.R085, .from(4), "Tasks and their time pause while the device is locked.")
    case .lateAssertion:
      Row(.R094, .from(4), "A task begun at the very end of didEnterBackground is not granted.")
    case .silentPushAfterForceQuit:
      Row(.R099, .from(7), "A silent push launches an app after a force quit.")
    case .fastSwipeKill:
      Row(.R124, .from(16), "A very fast swipe sends messages to another scene afterwards.")
    case .lastWindowTerminates:
      Row(
        .R125, .from(13), "Closing the last window ends the process without a word.",
        naturalIn: SystemVersionRange(first: 13, end: SystemVersion(13, 1)))
    case .missingWillEnterForegroundNotification:
      Row(
        .R016, .from(13),
        "Apps with scenes do not get the application's notification of the foreground.")
    case .appearanceOrder:
      Row(
        .R057, .from(13), "The two appearances of the snapshots come in the other order.",
        naturalIn: .majors(14, 14))
    case .swipeDiscardsSession:
      Row(
        .R124, .from(13), on: [.iPhone, .iPodTouch],
        "Swiping an app away on an iPhone discards its scene sessions.")
    case .lockStaysInactive:
      Row(
        .R050, .from(5), "An app that is locked away reads Inactive in didEnterBackground.",
        naturalIn: .majors(5, 6))
    case .prewarmFinishesLaunching:
      Row(.R149, .from(14), "A prewarm runs the launch methods.")
    default: reportedRow
    }
  }

  /// What single reports tell.
  private var reportedRow: Row {
    switch self {
    case .trackingAnswersFirst:
      Row(
        .R045, .from(14), "A tracking prompt is answered with no at once, and shown nevertheless.",
        naturalIn: SystemVersionRange(first: SystemVersion(17, 4), end: SystemVersion(17, 5)))
    case .pushNeedsRegistration:
      Row(
        .R145, .from(7),
        "A process that is launched for a silent push and does not register is not given it.")
    case .launchesBeforeFirstUnlock:
      Row(
        .R035, .from(7),
        "Bluetooth and refreshes launch apps before the first unlock, by two reports.")
    case .linkToldTwice:
      Row(
        .R177, .from(14),
        "A SwiftUI view gets a link twice, by single reports on iOS 18.7 and 26.")
    case .promptsShareAPair:
      Row(.R045, .from(4), "Consecutive prompts send one pair of messages together.")
    case .swiftUISwallowsWillConnect:
      Row(
        .R182, .from(14),
        "The scene of an app with `on scenePhase` or `on openURL`, which is SwiftUI's, is not notified of "
          + "its connection, by one report.")
    case .processorUseExpiresTasks:
      Row(
        .R108, .from(26),
        "A continued task that uses 80 percent of a processor over a minute is expired.")
    case .lowPowerDelaysPushes:
      Row(
        .R098, .from(9),
        "Low Power Mode delays a silent push until the app is opened or the mode ends, by one report."
      )
    case .frozenTransfers:
      Row(
        .R190, .from(4),
        "A request that was under way at the suspension never ends, unless by its own timeout.")
    default:
      Row(
        .R107, .from(26),
        "A continued task that the user stopped ends about ten seconds later, by one report.")
    }
  }
}
