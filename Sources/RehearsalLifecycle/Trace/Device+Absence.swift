// Why something did not happen, where no refusal says so: what the app, the device or its version
// lacks, or that nothing has led to it. Each reason is asked of the device and the tables.

extension Device {
  /// Why nothing of a name has happened to an app.
  func absence(of name: String, _ message: Message?, for app: AppIdentifier) -> String {
    let subject = description(of: app)?.name ?? "The app"
    if let message {
      let reason = absence(of: message, for: app)
      return sentence("\(name) was not sent to \(subject), because \(reason.text)", reason.rule)
    }
    if let state = ProcessState(rawValue: name) {
      let reason = absence(of: state, for: app)
      return sentence("\(subject) was not \(state.words), because \(reason.text)", reason.rule)
    }
    if let stimulus = StimulusName(rawValue: name) {
      return "Nobody has done “\(stimulus.rawValue)” with \(subject)."
    }
    if let notification = SystemNotification(rawValue: name) {
      let reason = absence(of: notification, for: app)
      return sentence("\(name) was not posted to \(subject), because \(reason.text)", reason.rule)
    }
    if name == "exit" || ExitReason(rawValue: name) != nil {
      guard let exit = exits(of: app).last else { return "\(subject) has not ended." }
      let last = "\(subject) has not ended so; it \(exit.reason.words) at \(exit.time)"
      return sentence(last, exit.rule)
    }
    return "Nothing of the name \(name) has happened to \(subject)."
  }

  private func sentence(_ words: String, _ rule: RuleNumber?) -> String {
    text([(rule == nil ? words + "." : words, rule)])
  }

  // MARK: - Messages

  private func absence(of message: Message, for app: AppIdentifier) -> ExplanationLine {
    if let reason = impossibility(of: message, for: app) { return reason }
    if message == .willTerminate { return absenceOfNotice(for: app) }
    if let stimulus = message.stimulus,
      lastRecord(of: app, where: { $0.name == stimulus.rawValue }) == nil
    {
      return ("nobody has done “\(stimulus.rawValue)” with it", nil)
    }
    guard let process = installation(app)?.process else { return absenceOfProcess(of: app) }
    if message.definition.isOptIn, !process.handled.contains(message) {
      return ("it goes only to an app that implements it", nil)
    }
    if process.isSuspended { return ("it is suspended", .R004) }
    switch message {
    case .willEnterForeground where process.intended != .background:
      return ("it has not been in the background", .R068)
    case .didEnterBackground where process.intended != .background:
      return absenceOfLeaving(for: app)
    default: break
    }
    let rules = message.definition.rules.filter(holds).map(\.description)
    return ("nothing has led to it; \(rules.joined(separator: ", ")) tell when it is sent", nil)
  }

  /// Why an app that runs in the foreground has not come to the background: what made it inactive
  /// does not send it there, or it has not left the screen.
  private func absenceOfLeaving(for app: AppIdentifier) -> ExplanationLine {
    let resigned = lastRecord(of: app) { $0.subject == .message(.willResignActive) }
    guard let resigned else { return ("it has not left the screen", .R054) }
    return ("what made it inactive at \(resigned.time) does not take it there", resigned.rule)
  }

  private func absenceOfProcess(of app: AppIdentifier) -> ExplanationLine {
    guard let exit = exits(of: app).last else { return ("nobody has launched it", nil) }
    return ("it \(exit.reason.words) at \(exit.time)", exit.rule)
  }

  /// What makes a message impossible for an app on this device; nil when it may come.
  private func impossibility(of message: Message, for app: AppIdentifier) -> ExplanationLine? {
    let isForScenes = message.definition.receiver == .scene
    if isForScenes, !usesScenes(app) {
      let declares = installations[app.position].description.declaresScenes
      return declares
        ? ("iOS \(profile.system) knows no scenes", .R013) : ("it has no scenes", nil)
    }
    switch message {
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground:
      if usesScenes(app) { return ("its scenes are told instead", .R015) }
      let needsBackground = message == .didEnterBackground || message == .willEnterForeground
      if needsBackground, !profile.hasMultitasking { return ("the app ends instead", .R002) }
    case .willFinishLaunching where profile.system < 6:
      return ("it begins with iOS 6", .R011)
    case .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable:
      if !profile.hasPasscode { return ("the device has no passcode", .R132) }
    default: break
    }
    let rules = message.definition.rules
    guard let first = rules.first, !rules.contains(where: holds),
      let versions = RuleBook.rule(first)?.versions
    else { return nil }
    return ("it belongs to \(versions), and this is iOS \(profile.system)", first)
  }

  private func holds(_ rule: RuleNumber) -> Bool {
    RuleBook.rule(rule)?.versions.contains(profile.system) ?? false
  }

  /// Why an app was not told that it ends: it did not, or its end was not one of which apps are
  /// told.
  private func absenceOfNotice(for app: AppIdentifier) -> ExplanationLine {
    guard let exit = exits(of: app).last else { return ("it has not ended", nil) }
    return ("it \(exit.reason.words) at \(exit.time), without notice", exit.rule)
  }

  // MARK: - Notifications

  private func absence(
    of notification: SystemNotification, for app: AppIdentifier
  ) -> ExplanationLine {
    guard let process = installation(app)?.process else { return absenceOfProcess(of: app) }
    guard !notification.isCoalesced || process.observed.contains(notification) else {
      return ("it does not observe it", .R130)
    }
    return process.isSuspended ? ("it is suspended", .R004) : ("nothing has led to it", nil)
  }

  // MARK: - States

  /// Why an app did not come into a state, or is not in it.
  func absence(of state: ProcessState, for app: AppIdentifier) -> ExplanationLine {
    guard let process = installation(app)?.process else { return absenceOfProcess(of: app) }
    guard state == .suspended else { return ("nothing has led to it", nil) }
    if profile.hasDebugger { return ("a debugger is attached", .R111) }
    guard process.intended == .background else { return ("it is on the screen", .R060) }
    guard process.departuresUnderWay == 0 else {
      return ("its way to the background is not over", .R055)
    }
    guard process.termination == nil else { return ("it is being ended", .R076) }
    if let task = process.tasks.identifiers.first.flatMap({ process.tasks[$0] }) {
      return ("the background task “\(task.name)” keeps it running", .R083)
    }
    if let kind = assertions(of: app).first?.kind { return (kind.words, kind.rule) }
    return ("the few seconds after its way to the background are not over", .R060)
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
    }
  }
}

extension Message {
  /// What the message is the answer to, for explaining why it was not sent.
  var stimulus: StimulusName? {
    switch self {
    case .performFetch: .fetch
    case .didReceiveRemoteNotification, .didReceiveIncomingPush, .willPresentNotification: .push
    case .backgroundTask: .runBackgroundTask
    case .didEnterRegion: .enterRegion
    case .didExitRegion: .exitRegion
    case .didVisit: .visit
    case .didUpdateLocations: .locate
    case .didUpdateValue, .willRestoreState: .bluetoothEvent
    case .open, .sceneOpenURLContexts, .continueUserActivity, .sceneContinueUserActivity: .open
    case .performAction, .scenePerformAction: .quickAction
    case .didReceiveNotificationResponse: .tapNotification
    case .didDiscardSceneSessions: .closeWindow
    case .sceneDidDisconnect: .disconnectScene
    default: nil
    }
  }
}
