// What the system wakes an app for, in one table: the reason of a launch, the mode that the app
// must declare, the running time that it gets, and what becomes of an app that does not answer.

/// What an app is woken for in the background (R033).
package enum WakeUpKind: String, CaseIterable, Hashable, Sendable {
  case fetch, remoteNotification, voip, backgroundURLSession, region, visit, significantChange
  case bluetooth, accessory, keepAlive, refreshTask, processingTask, continuedTask

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
    case .continuedTask: nil
    }
  }

  /// Whether the app has to say when it is done; otherwise the time just runs out.
  var isAnswered: Bool {
    switch self {
    case .fetch, .remoteNotification, .voip, .backgroundURLSession, .refreshTask,
      .processingTask, .continuedTask:
      true
    case .region, .visit, .significantChange, .bluetooth, .accessory, .keepAlive: false
    }
  }

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
    }
  }

  /// The exception code of an app that does not say in time that it is done (R113).
  func timeoutCode(on system: SystemVersion) -> Int64 {
    switch self {
    case .fetch: ExitCode.fetch
    case .backgroundURLSession:
      SystemVersionRange.majors(4, 12).contains(system) ? ExitCode.watchdog : ExitCode.urlSession
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
    let arguments: [PlainValue]
    /// Whether the message carries the handle by which the app says that it is done.
    var isAnswered = false
  }

  let kind: WakeUpKind
  /// What a launch for it is given as its options (R036).
  var launchOptions = PlainValue.emptyMap
  var events: [Event]
  /// The identifier of the scheduled task that it is for; nil for other occasions.
  var task: String?
}
