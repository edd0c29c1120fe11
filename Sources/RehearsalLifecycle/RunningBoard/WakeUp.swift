// What the system wakes an app for, in one table: the reason of a launch, the mode that the app
// must declare, the running time that it gets, and what becomes of an app that does not answer.

import RehearsalValues

/// What an app is woken for in the background (R033).
package enum WakeUpKind: String, CaseIterable, Hashable, Sendable {
  case fetch, remoteNotification, voip, backgroundURLSession, region, visit, significantChange
  case bluetooth, accessory, keepAlive, refreshTask, processingTask, continuedTask
  case notificationAction, intent, healthKit, watch, other
  /// Its scene is opened on a car's screen, which keeps it running for itself (R159).
  case carPlay

  /// Why a process is started for it.
  var launchReason: LaunchReason {
    switch self {
    case .fetch: .fetch
    case .remoteNotification: .remoteNotification
    case .voip, .keepAlive: .voip
    case .backgroundURLSession: .backgroundURLSession
    case .region, .visit, .significantChange: .location
    case .bluetooth: .bluetooth
    case .accessory: .accessory
    case .refreshTask, .processingTask, .continuedTask: .backgroundTask
    case .intent: .intent
    case .healthKit: .healthKit
    case .watch: .watch
    case .other: .other
    case .notificationAction: .notificationAction
    case .carPlay: .carPlay
    }
  }

  /// The running time that it grants; nil where it grants as much as the app needs.
  func grant(isLaunch: Bool) -> Budget? {
    switch self {
    case .fetch: .fetch
    case .remoteNotification: .remoteNotification
    case .voip: .voipPush
    case .backgroundURLSession: isLaunch ? .urlSessionEventsAtLaunch : .urlSessionEvents
    case .region, .visit, .significantChange: .locationEvent
    case .bluetooth, .accessory: .accessoryEvent
    case .keepAlive: .keepAliveHandler
    case .refreshTask: .refreshTask
    case .processingTask: .processingTask
    case .notificationAction: .notificationAction
    case .intent: .intent
    case .healthKit, .watch: .healthUpdate
    case .continuedTask, .other, .carPlay: nil
    }
  }

  /// Whether the system knows what the app runs for, so that it grants it time; an app that is woken
  /// for an occasion without a name has only the few seconds of R060.
  var grantsTime: Bool { self != .other }

  /// Whether an app with scenes that is launched for it may get one (R031).
  var connectsScenes: Bool {
    switch self {
    case .notificationAction, .intent, .healthKit, .watch, .other, .carPlay: false
    default: true
    }
  }

  /// Whether the app has to say when it is done; otherwise the time just runs out.
  var isAnswered: Bool {
    switch self {
    case .fetch, .remoteNotification, .voip, .backgroundURLSession, .refreshTask,
      .processingTask, .continuedTask, .healthKit:
      true
    case .region, .visit, .significantChange, .bluetooth, .accessory, .keepAlive,
      .notificationAction, .intent, .watch, .other, .carPlay:
      false
    }
  }

  /// Whether an app that does not say so is ended; health data is only delivered again (R152).
  var endsUnanswered: Bool { isAnswered && self != .healthKit }

  /// The rule that it is delivered under.
  var rule: RuleNumber {
    switch self {
    case .fetch: .R097
    case .remoteNotification: .R098
    case .voip, .keepAlive: .R141
    case .backgroundURLSession: .R105
    case .region, .visit, .significantChange: .R138
    case .bluetooth: .R140
    case .accessory: .R063
    case .refreshTask, .processingTask: .R103
    case .continuedTask: .R107
    case .intent: .R151
    case .healthKit, .watch, .other: .R152
    case .notificationAction: .R144
    case .carPlay: .R159
    }
  }

  /// Whether it is a task of the scheduler.
  var isScheduledTask: Bool {
    switch self {
    case .refreshTask, .processingTask, .continuedTask: true
    default: false
    }
  }

  /// The exception code of an app that does not say in time that it is done (R113).
  func timeoutCode(_ has: (Feature) -> Bool) -> Int64 {
    switch self {
    case .fetch: ExitCode.fetch
    case .backgroundURLSession:
      has(.currentExitCodes) ? ExitCode.urlSession : ExitCode.watchdog
    case .refreshTask, .processingTask, .continuedTask: ExitCode.backgroundTask
    case .voip: ExitCode.unreportedCall
    default: ExitCode.watchdog
    }
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

// MARK: - Gates

/// Something that can keep the system from waking an app.
private enum Gate: CaseIterable {
  /// The device is switched off (R080).
  case power
  /// The device has started and was not unlocked since (R035).
  case firstUnlock
  /// The user swiped the app away and has not opened it since (R034).
  case closedByUser
  /// Background App Refresh is off, for the device, the app, or by Low Power Mode (R096).
  case refreshSwitch
  /// The battery is low (R104).
  case battery
  /// The user has not used the app for long (R104).
  case usage
  /// The app has no card in the switcher (R104).
  case switcher
}

extension WakeUpKind {
  /// What is asked before an app is woken for it.
  fileprivate var gates: [Gate] {
    switch self {
    case .fetch, .refreshTask: Gate.allCases
    case .remoteNotification:
      [.power, .firstUnlock, .closedByUser, .refreshSwitch, .battery, .switcher]
    case .processingTask: [.power, .firstUnlock, .closedByUser, .refreshSwitch]
    // A call reaches an app before the first unlock.
    case .voip: [.power, .closedByUser]
    // What the user does himself is not kept from an app that he swiped away.
    case .notificationAction, .carPlay: [.power]
    case .intent, .watch: [.power, .firstUnlock]
    case .backgroundURLSession, .region, .visit, .significantChange, .bluetooth, .accessory,
      .keepAlive, .continuedTask, .healthKit, .other:
      [.power, .firstUnlock, .closedByUser]
    }
  }
}

/// What stands between an occasion and an app, as it is at one moment; each answer is a refusal with
/// its rule.
struct WakeUpGates: Sendable {
  let name: String
  let isEnding: Bool
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
    if isRunning {
      let isRefresh = kind == .fetch || kind == .refreshTask
      return isRefresh ? refusal(at: .refreshSwitch, kind) : nil
    }
    for gate in kind.gates {
      if let refusal = refusal(at: gate, kind) { return refusal }
    }
    return nil
  }

  private func refusal(at gate: Gate, _ kind: WakeUpKind) -> RefusalReason? {
    let counts = traits.has(.wakeUpGates)
    return switch gate {
    case .power: isPoweredOn ? nil : .deviceIsOff
    case .firstUnlock: wasUnlocked ? nil : .lockedSinceStart
    case .closedByUser: wasForceQuit ? refusalAfterForceQuit(kind) : nil
    case .refreshSwitch: refresh == .available ? nil : .refreshIsOff
    case .battery: counts && batteryLevel < 0.2 ? .batteryIsLow : nil
    case .usage: counts && !isUsed ? .appIsNotUsed : nil
    // What a force quit takes with the card has been asked already.
    case .switcher: counts && !hasCard && !wasForceQuit ? .noCardForWakeUp : nil
    }
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
  /// What stands between an occasion and an app at this moment.
  func gates(for app: AppIdentifier, _ kernel: Kernel) -> WakeUpGates {
    let process = kernel.process(of: app)
    let profile = kernel.traits.profile
    let span = kernel.span(of: .appUsage)
    return WakeUpGates(
      name: kernel.description(of: app).name, isEnding: process.map { $0.ending != nil } ?? false,
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
