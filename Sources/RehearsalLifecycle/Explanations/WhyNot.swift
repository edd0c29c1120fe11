// Why something did not happen, where no refusal says so: what the app, the device or its version
// lacks, or that nothing has led to it. Each reason is asked of the app's status and the tables.

/// Explains what did not happen to an app.
struct WhyNot {
  let name: String
  let status: AppStatus
  let history: History
  let profile: Profile

  private var app: AppIdentifier { status.app }
  private var lastExit: ProcessExit? { history.exits(of: app).last }

  /// Why nothing of a name has happened to the app.
  ///
  /// - Parameters:
  ///   - event: The name.
  ///   - message: The message that has it; nil where none has.
  /// - Returns: The reason in a sentence.
  func text(of event: String, _ message: Message?) -> String {
    if let message {
      return sentence("\(event) was not sent to \(name), because ", reason(for: message))
    }
    if let state = ProcessState(rawValue: event) {
      return sentence("\(name) was not \(state.words), because ", reason(for: state))
    }
    if let action = ActionName(name: event) {
      return "“\(action.name)” was not done with \(name)."
    }
    if let notification = SystemNotification(rawValue: event) {
      return sentence("\(event) was not posted to \(name), because ", reason(for: notification))
    }
    if event == "exit" || ExitReason(rawValue: event) != nil {
      guard let exit = lastExit else { return "\(name) has not ended." }
      return sentence(
        "\(name) has not ended so; it ",
        ExplanationLine("\(exit.predicate) at \(exit.time)", exit.rule))
    }
    return "Nothing of the name \(event) has happened to \(name)."
  }

  private func sentence(_ beginning: String, _ reason: ExplanationLine) -> String {
    let end = reason.rule == nil ? "." : ""
    return [ExplanationLine(beginning + reason.text + end, reason.rule)].text(on: profile)
  }

  /// What the system of the device does not have is not there, whatever else may be the cause (R167);
  /// nil for what it has.
  ///
  /// - Parameters:
  ///   - event: The name.
  ///   - message: The message that has it; nil where none has.
  ///   - action: The action that has it; nil where none has.
  /// - Returns: The reason in a sentence.
  func textOfAge(of event: String, _ message: Message?, _ action: ActionName?) -> String? {
    let missing: MissingFromSystem?
    let beginning: String
    if let message {
      missing = profile.missing(message.definition.versions)
      beginning = "\(event) was not sent to \(name), because "
    } else if let action {
      missing = profile.missing(action.row.versions)
      beginning = "Nothing came of “\(action.name)” with \(name), because "
    } else if let notification = SystemNotification(rawValue: event) {
      missing = profile.missing(notification.versions)
      beginning = "\(event) was not posted to \(name), because "
    } else {
      return nil
    }
    guard let missing else { return nil }
    return sentence(beginning, ExplanationLine("it is there " + missing.text, .R167))
  }

  // MARK: - Messages

  private func reason(for message: Message) -> ExplanationLine {
    if let reason = impossibility(of: message) { return reason }
    if message == .willTerminate { return reasonForNoNotice }
    if status.hasWaitingTap, message.answersATap {
      return ExplanationLine("the tap waits until the device is unlocked", .R142)
    }
    if let action = message.action,
      history.lastRecord(of: app, where: { $0.name == action }) == nil
    {
      return ExplanationLine("“\(action)” was not done with it")
    }
    guard let process = status.process else { return reasonForNoProcess }
    if message.definition.isOptIn, !process.handledMessages.contains(message) {
      return ExplanationLine("it goes only to an app that implements it")
    }
    if process.isSuspended { return ExplanationLine("it is suspended", .R004) }
    switch message {
    case .willEnterForeground where process.targetState != .background:
      return ExplanationLine("it has not been in the background", .R068)
    case .didEnterBackground where process.targetState != .background:
      return reasonForStaying
    default: break
    }
    if process.refusesLaunch, let reason = reasonForRefusedLaunch(message) { return reason }
    let rules = message.definition.rules.filter(holds).map(\.description)
    return ExplanationLine(
      "nothing has caused it; \(rules.joined(separator: ", ")) say when it is sent")
  }

  /// What the app was launched for, and was not delivered because a launch method answered false; nil
  /// for a message that has another occasion.
  private func reasonForRefusedLaunch(_ message: Message) -> ExplanationLine? {
    let isOfLaunch = [.performAction, .open, .willContinueUserActivity, .continueUserActivity]
      .contains(message)
    let launch = history.lastRecord(of: app) { $0.subject == .message(.didFinishLaunching) }
    guard isOfLaunch, let launch else { return nil }
    let occasion = history.root(of: launch)
    guard message.action == nil || occasion.name == message.action else { return nil }
    let rule = message.definition.rules.first(where: holds).map { ", as \($0) says of it" } ?? ""
    return ExplanationLine(
      "a launch method returned false: the \(occasion.name) at \(occasion.time) caused it, and it "
        + "was withheld\(rule)", .R019)
  }

  /// Why an app that runs in the foreground has not reached the background: what made it inactive
  /// does not send it there, or it has not left the screen.
  private var reasonForStaying: ExplanationLine {
    let resigned = history.lastRecord(of: app) { $0.subject == .message(.willResignActive) }
    guard let resigned else { return ExplanationLine("it has not left the screen", .R054) }
    return ExplanationLine(
      "what made it inactive at \(resigned.time) does not take it there", resigned.rule)
  }

  private var reasonForNoProcess: ExplanationLine {
    guard let exit = lastExit else { return ExplanationLine("it was never launched") }
    return ExplanationLine("it \(exit.predicate) at \(exit.time)", exit.rule)
  }

  /// Why the app was not told that it ends: it did not, or its end was not one of which apps are
  /// told.
  private var reasonForNoNotice: ExplanationLine {
    guard let exit = lastExit else { return ExplanationLine("it has not ended") }
    return ExplanationLine(
      "it \(exit.predicate) at \(exit.time), without notice", exit.rule)
  }

  /// What makes a message impossible for the app on this device; nil when it may come.
  private func impossibility(of message: Message) -> ExplanationLine? {
    if let reason = UnsentMessageReason(to: message, hasScenes: status.declaresScenes, on: profile)
    {
      return ExplanationLine(reason.text, reason.rule)
    }
    switch message {
    case .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable:
      return profile.hasPasscode ? nil : ExplanationLine("the device has no passcode", .R132)
    default: return nil
    }
  }

  private func holds(_ rule: RuleNumber) -> Bool { rule.holds(on: profile.system) }

  // MARK: - Notifications

  private func reason(for notification: SystemNotification) -> ExplanationLine {
    guard let process = status.process else { return reasonForNoProcess }
    guard
      !notification.isCoalesced || process.observedNotifications.contains(notification)
    else { return ExplanationLine("it does not observe it", .R130) }
    return process.isSuspended
      ? ExplanationLine("it is suspended", .R004) : ExplanationLine("nothing has led to it")
  }

  // MARK: - States

  /// Why the app did not come into a state, or is not in it.
  func reason(for state: ProcessState) -> ExplanationLine {
    guard let process = status.process else { return reasonForNoProcess }
    guard state == .suspended else { return ExplanationLine("nothing has led to it") }
    if profile.hasDebugger { return ExplanationLine("a debugger is attached", .R111) }
    guard process.targetState == .background else {
      return ExplanationLine("it is on the screen", .R060)
    }
    guard !process.isEnteringBackground else {
      return ExplanationLine("it has not finished entering the background", .R055)
    }
    guard !process.isEnding else { return ExplanationLine("it is being ended", .R076) }
    if let task = process.backgroundTasks.first {
      return ExplanationLine("the background task “\(task)” keeps it running", .R083)
    }
    if let kind = process.assertions.first { return ExplanationLine(kind.words, kind.rule) }
    return ExplanationLine("the few seconds after entering the background are not over", .R060)
  }
}

extension AssertionKind {
  /// What the app does that keeps it running.
  fileprivate var words: String {
    switch self {
    case .backgroundTask: "a background task keeps it running"
    case .wakeUp(let kind): "it was woken and its time is not over (\(kind.rawValue))"
    case .audio: "it plays audio"
    case .location: "it gets location updates"
    case .call: "it has an active call"
    case .pictureInPicture: "its video plays in Picture in Picture"
    case .carPlay: "its scene is on a car's screen"
    }
  }
}

extension Message {
  /// Whether an app is told by the message of a notification that was tapped.
  fileprivate var answersATap: Bool {
    switch self {
    case .didReceiveNotificationResponse, .didReceiveRemoteNotification,
      .didReceiveLocalNotification, .handleAction:
      true
    default: false
    }
  }

  /// The action that the message is the answer to; nil where several may lead to it.
  var action: String? {
    switch self {
    case .performFetch: "fetch"
    case .didReceiveRemoteNotification, .didReceiveIncomingPush, .didReceiveIncomingVoIPPush,
      .willPresentNotification:
      "push"
    case .backgroundTask: "runBackgroundTask"
    case .didEnterRegion: "enterRegion"
    case .didExitRegion: "exitRegion"
    case .didVisit: "visit"
    case .didUpdateLocations: "locate"
    case .didUpdateValue, .willRestoreState: "bluetoothEvent"
    case .open, .sceneOpenURLContexts, .sceneOpenURL: "open"
    case .performAction, .scenePerformAction: "quickAction"
    case .didReceiveNotificationResponse, .handleAction: "tapNotification"
    case .didDiscardSceneSessions: "closeWindow"
    case .sceneDidDisconnect: "disconnectScene"
    case .didFailToContinueUserActivity, .sceneDidFailToContinueUserActivity: "handOff"
    case .intent: "performIntent"
    case .didReceiveHealthUpdate: "healthUpdate"
    case .didReceiveWatchMessage: "watchMessage"
    case .activityToken: "startActivityByPush"
    case .activityState: "stopActivity"
    case .performAnswerCall: "answer"
    case .restoreUserInterface: "expandPictureInPicture"
    case .webViewWebContentProcessDidTerminate: "endWebContent"
    case .carPlayDidConnect: "launch"
    case .carPlayDidDisconnect: "disconnect"
    default: nil
    }
  }
}
