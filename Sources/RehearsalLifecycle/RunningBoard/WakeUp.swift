// What the system wakes an app for, in one table: the reason of a launch, the mode that the app
// must declare, the running time that it gets, and what happens to an app that does not answer.

import RehearsalValues

/// What an app is woken for in the background (R033).
package enum WakeUpKind: String, CaseIterable, Hashable, Sendable {
  case fetch, remoteNotification, voip, backgroundURLSession, region, visit, significantChange
  case bluetooth, accessory, keepAlive, refreshTask, processingTask, continuedTask
  case notificationAction, intent, healthKit, watch, liveActivity, extensionRequest, other
  /// The device has started with an active Live Activity of its own (R191).
  case activityAtStart
  /// Its scene is opened on a car's screen, which keeps it running for itself (R159).
  case carPlay

  /// What sets a kind apart.
  private struct Row {
    let launchReason: LaunchReason
    let rule: RuleNumber
    let grant: Budget?
    var grantAtLaunch: Budget?
    var conditions: [WakeUpCondition] = [.isPoweredOn, .wasUnlocked, .wasNotForceQuit]
    var isAnswered = false
    var connectsScenes = true
    var timeoutCode = ExitCode.watchdog
  }

  private var row: Row {
    switch self {
    case .fetch:
      Row(
        launchReason: .fetch, rule: .R097, grant: .fetch, conditions: WakeUpCondition.allCases,
        isAnswered: true, timeoutCode: ExitCode.fetch)
    case .remoteNotification:
      Row(
        launchReason: .remoteNotification, rule: .R098, grant: .remoteNotification,
        conditions: [
          .isPoweredOn, .wasUnlocked, .wasNotForceQuit, .canRefresh, .batteryIsNotLow, .hasCard,
        ], isAnswered: true)
    case .voip:
      // A call reaches an app before the first unlock.
      Row(
        launchReason: .voip, rule: .R141, grant: .voipPush,
        conditions: [.isPoweredOn, .wasNotForceQuit])
    case .backgroundURLSession:
      Row(
        launchReason: .backgroundURLSession, rule: .R105, grant: .urlSessionEvents,
        grantAtLaunch: .urlSessionEventsAtLaunch, isAnswered: true,
        timeoutCode: ExitCode.urlSession)
    case .region, .visit, .significantChange:
      Row(launchReason: .location, rule: .R138, grant: .locationEvent)
    case .bluetooth: Row(launchReason: .bluetooth, rule: .R140, grant: .accessoryEvent)
    case .accessory: Row(launchReason: .accessory, rule: .R063, grant: .accessoryEvent)
    case .keepAlive: Row(launchReason: .voip, rule: .R141, grant: .keepAliveHandler)
    case .refreshTask:
      Row(
        launchReason: .backgroundTask, rule: .R103, grant: .refreshTask,
        conditions: WakeUpCondition.allCases, isAnswered: true,
        timeoutCode: ExitCode.backgroundTask)
    case .processingTask:
      Row(
        launchReason: .backgroundTask, rule: .R103, grant: .processingTask,
        conditions: [.isPoweredOn, .wasUnlocked, .wasNotForceQuit, .canRefresh], isAnswered: true,
        timeoutCode: ExitCode.backgroundTask)
    case .continuedTask:
      Row(
        launchReason: .backgroundTask, rule: .R107, grant: nil, isAnswered: true,
        timeoutCode: ExitCode.backgroundTask)
    case .healthKit:
      Row(
        launchReason: .healthKit, rule: .R152, grant: .healthUpdate, isAnswered: true,
        connectsScenes: false)
    case .liveActivity:
      Row(
        launchReason: .liveActivity, rule: .R170, grant: .activityToken, connectsScenes: false)
    case .activityAtStart:
      Row(
        launchReason: .liveActivity, rule: .R191, grant: .activityToken, conditions: [.isPoweredOn],
        connectsScenes: false)
    // The host of an extension starts it whenever it is on the screen.
    case .extensionRequest:
      Row(
        launchReason: .extensionRequest, rule: .R179, grant: nil, conditions: [.isPoweredOn],
        connectsScenes: false)
    case .other: Row(launchReason: .other, rule: .R152, grant: nil, connectsScenes: false)
    // What users do themselves reaches an app that they swiped away.
    case .notificationAction:
      Row(
        launchReason: .notificationAction, rule: .R144, grant: .notificationAction,
        conditions: [.isPoweredOn], connectsScenes: false)
    case .carPlay:
      Row(
        launchReason: .carPlay, rule: .R159, grant: nil, conditions: [.isPoweredOn],
        connectsScenes: false)
    case .intent:
      Row(
        launchReason: .intent, rule: .R151, grant: .intent,
        conditions: [.isPoweredOn, .wasUnlocked], connectsScenes: false)
    case .watch:
      Row(
        launchReason: .watch, rule: .R152, grant: .healthUpdate,
        conditions: [.isPoweredOn, .wasUnlocked], connectsScenes: false)
    }
  }

  /// Why a process is started for it.
  var launchReason: LaunchReason { row.launchReason }

  /// The rule that it is delivered under.
  var rule: RuleNumber { row.rule }

  /// The running time that it grants; nil where it grants as much as the app needs.
  func grant(isLaunch: Bool) -> Budget? {
    let row = row
    return isLaunch ? row.grantAtLaunch ?? row.grant : row.grant
  }

  /// Whether the system knows what the app runs for, so that it grants it time; an app that is woken
  /// for an occasion without a name has only the few seconds of R060.
  var grantsTime: Bool { self != .other && self != .extensionRequest }

  /// Whether an app with scenes that is launched for it may get one (R031).
  var connectsScenes: Bool { row.connectsScenes }

  /// Whether the app has to say when it is done; otherwise the time just runs out.
  var isAnswered: Bool { row.isAnswered }

  /// Whether an app that does not say so is ended; health data is only delivered again (R152), and
  /// the time of a VoIP push just runs out (R141).
  var endsUnanswered: Bool {
    switch self {
    case .healthKit, .voip: false
    default: isAnswered
    }
  }

  /// What has to hold before an app is woken for it.
  fileprivate var conditions: [WakeUpCondition] { row.conditions }

  /// Whether it is a task of the scheduler.
  var isScheduledTask: Bool { launchReason == .backgroundTask }

  /// The exception code of an app that does not say in time that it is done (R113).
  package func timeoutCode(_ has: (Feature) -> Bool) -> Int64 {
    self == .backgroundURLSession && !has(.currentExitCodes) ? ExitCode.watchdog : row.timeoutCode
  }
}

/// One occasion on which an app is woken: what for, and the messages that it gets.
struct WakeUp: Sendable {
  /// A message of the occasion.
  struct Event: Sendable {
    let message: Message
    let arguments: [ScriptValue]
    /// Whether the message carries the handle by which the app says that it is done.
    var isAnswered = false
    /// The type of the health data that it is about; nil for anything else.
    var subject: String?
    /// The notification that is shown unless the app answers otherwise; nil for other messages.
    var notification: String?
    /// What the message is sent under; nil for the rule of the occasion.
    var rule: RuleNumber?
  }

  let kind: WakeUpKind
  /// What a launch for it is given as its options (R036).
  var launchOptions = ScriptValue.emptyMap
  var events: [Event]
  /// The identifier of the scheduled task that it is for; nil for other occasions.
  var task: String?
}

// MARK: - Conditions

/// Something that has to hold before the system wakes an app.
private enum WakeUpCondition: CaseIterable {
  /// The device is switched on (R080).
  case isPoweredOn
  /// The device was unlocked since it started (R035).
  case wasUnlocked
  /// The user has opened the app since they swiped it away (R034).
  case wasNotForceQuit
  /// Background App Refresh is on, for the device and the app, and Low Power Mode is off (R096).
  case canRefresh
  /// The battery is not low (R104).
  case batteryIsNotLow
  /// The user has used the app not long ago (R104).
  case isUsed
  /// The app has a card in the switcher (R104).
  case hasCard
}

/// What decides whether an app is woken, as it is at one moment; each answer is a refusal with its
/// rule.
struct WakeUpConditions: Sendable {
  let name: String
  let isEnding: Bool
  /// Whether the app was offloaded (R175).
  let isOffloaded: Bool
  /// Whether the app has a process that is not suspended.
  let isRunning: Bool
  let isPoweredOn: Bool
  let wasUnlocked: Bool
  let wasForceQuit: Bool
  let forceQuitTime: VirtualTime?
  let refresh: BackgroundRefresh
  /// Whether Low Power Mode is what switches Background App Refresh off.
  let isPowerLow: Bool
  let batteryLevel: Double
  /// Whether the user has used the app in the time that counts.
  let isUsed: Bool
  let hasCard: Bool
  let traits: DeviceTraits

  /// Why the app is not woken; nil when it is, or when it runs anyway.
  func refusal(of kind: WakeUpKind) -> RefusalReason? {
    if isEnding { return .beingTerminated }
    if isOffloaded { return .appIsOffloaded }
    if isRunning {
      let isRefresh = kind == .fetch || kind == .refreshTask
      return isRefresh ? refusal(by: .canRefresh, kind) : nil
    }
    for condition in kind.conditions {
      if let refusal = refusal(by: condition, kind) { return refusal }
    }
    return nil
  }

  private func refusal(by condition: WakeUpCondition, _ kind: WakeUpKind) -> RefusalReason? {
    let counts = traits.has(.wakeUpConditions)
    return switch condition {
    case .isPoweredOn: isPoweredOn ? nil : .deviceIsOff
    case .wasUnlocked: wasUnlocked || isSeenBeforeUnlock(kind) ? nil : .lockedSinceStart
    case .wasNotForceQuit: wasForceQuit ? refusalAfterForceQuit(kind) : nil
    case .canRefresh: refresh == .available ? nil : .refreshIsOff
    case .batteryIsNotLow: counts && batteryLevel < 0.2 ? .batteryIsLow : nil
    case .isUsed: counts && !isUsed ? .appIsNotUsed : nil
    // A force quit, which takes the card too, has a condition of its own.
    case .hasCard: counts && !hasCard && !wasForceQuit ? .noCardForWakeUp : nil
    }
  }

  /// Whether, by a quirk, it launches apps on a device that was not unlocked since its start.
  private func isSeenBeforeUnlock(_ kind: WakeUpKind) -> Bool {
    [.bluetooth, .fetch, .refreshTask].contains(kind) && traits.has(.launchesBeforeFirstUnlock)
  }

  /// What a force quit forbids; on later systems nearly everything (R034).
  private func refusalAfterForceQuit(_ kind: WakeUpKind) -> RefusalReason? {
    switch kind {
    case .region, .visit, .significantChange:
      traits.has(.placesAfterForceQuit) ? nil : .noLocationAfterForceQuit
    case .processingTask where traits.has(.processingAfterForceQuit): nil
    case .voip where traits.has(.voipPushes): nil
    case .remoteNotification where traits.has(.silentPushAfterForceQuit): nil
    default: traits.has(.nothingAfterForceQuit) ? .closedByUser : nil
    }
  }

  /// What only this moment knows of a refusal.
  func circumstance(of refusal: RefusalReason) -> RefusalCircumstance {
    switch refusal {
    case .closedByUser, .noLocationAfterForceQuit:
      forceQuitTime.map { .forceQuit(app: name, $0) } ?? .none
    case .refreshIsOff: isPowerLow ? .lowPowerMode : .none
    default: .none
    }
  }
}

extension DeviceParts {
  /// What decides at this moment whether an app is woken.
  func wakeUpConditions(for app: AppIdentifier, _ kernel: Kernel) -> WakeUpConditions {
    let process = kernel.process(of: app)
    let profile = kernel.traits.profile
    let span = kernel.span(of: .appUsage)
    return WakeUpConditions(
      name: kernel.description(of: app).name, isEnding: process.map { $0.ending != nil } ?? false,
      isOffloaded: kernel.apps[(kernel.apps[app.position].container ?? app).position].isOffloaded,
      isRunning: process.map { !$0.isSuspended } ?? false,
      isPoweredOn: services.power.isOn,
      wasUnlocked: springBoard.hasBeenUnlocked || !profile.hasPasscode,
      wasForceQuit: springBoard.wasForceQuit(app),
      forceQuitTime: springBoard.forceQuitTime(of: app),
      refresh: services.settings.backgroundRefresh(of: app, kernel.traits),
      isPowerLow: services.settings.device.lowPowerMode
        && services.settings.device.backgroundRefresh == .available,
      batteryLevel: services.power.conditions.batteryLevel,
      isUsed: springBoard.lastUse(of: app).map { kernel.now.span(since: $0) <= span } ?? false,
      hasCard: springBoard.switcher.contains(app), traits: kernel.traits)
  }
}

/// The switch of Background App Refresh, of the device or of an app (R096).
public enum BackgroundRefresh: String, CaseIterable, Hashable, Sendable {
  case available, denied, restricted
}
