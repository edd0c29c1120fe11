// Cold launches into the foreground: the order of messages from the first code of the process to
// the moment at which it is active, for apps without scenes (R011) and with them (R013).

extension Device {
  /// Starts a process in the foreground; a prewarmed one goes on with its launch (R026).
  mutating func launchCold(
    _ app: AppIdentifier, _ request: LaunchRequest, session: SceneSessionIdentifier? = nil,
    cause: Int
  ) {
    let usesScenes = usesScenes(app)
    let readable: ApplicationState = usesScenes ? .background : .inactive
    screen = .app(app)
    moveCardToFront(app)
    let (id, old) = processToLaunch(
      app, reason: request.reason, readable: readable, cause: cause)
    let start = record(
      .state(readable.processState, from: old), of: id, rule: usesScenes ? .R006 : .R005,
      cause: cause, detail: request.reason.rawValue)
    if old == .notRunning, !takeMemory(for: id, cause: start) { return }
    guard !lacksScenes(id, cause: start) else { return }
    arm(.launch, for: id, cause: start)
    queueFirstCode(of: id, wasPrewarmed: old == .prewarmed, cause: start)
    queueLaunchMessages(
      of: id, options: usesScenes ? .emptyMap : request.options(isScene: false),
      restores: !usesScenes, rule: usesScenes ? .R013 : .R011, cause: start)
    if usesScenes {
      queueDiscards(of: id, cause: start)
      showScene(of: id, session: session, request, isLaunch: true, cause: start)
    } else {
      queueFirstAppearance(of: id, request, cause: start)
    }
    tellOfEndedTransfers(id, cause: start)
  }

  /// The process that is launched, and the state that the app was in: a new one, or the one that
  /// waited prewarmed.
  mutating func processToLaunch(
    _ app: AppIdentifier, reason: LaunchReason, readable: ApplicationState, cause: Int
  ) -> (ProcessIdentifier, from: ProcessState) {
    guard let process = installations[app.position].process, process.isPrewarmed else {
      let id = startProcess(of: app, reason: reason, readable: readable, intended: readable)
      return (id, .notRunning)
    }
    let id = process.identifier
    resumePrewarmed(id, cause: cause)
    change(id) { process in
      process.launchReason = reason
      process.readable = readable
      process.intended = readable
    }
    return (id, .prewarmed)
  }

  /// The code that runs before any message: what comes before the application object, unless a
  /// prewarm ran it already, and the initial values.
  mutating func queueFirstCode(of id: ProcessIdentifier, wasPrewarmed: Bool, cause: Int) {
    if !wasPrewarmed, installations[id.app.position].description.hasMain {
      enqueue(.main, for: id, cause: cause)
    }
    enqueue(.initialize, for: id, cause: cause)
  }

  /// The messages of a launch up to `didFinishLaunching`, restoration between them (R011, R021).
  ///
  /// An app without scenes loads its storyboard before them, in the background too.
  mutating func queueLaunchMessages(
    of id: ProcessIdentifier, options: PlainValue, restores: Bool, rule: RuleNumber, cause: Int
  ) {
    let hasStoryboard = installations[id.app.position].description.info[.mainStoryboard] != nil
    if hasStoryboard, process(id)?.usesScenes == false {
      enqueue(.send(.awakeFromNib, [], .R011), for: id, cause: cause)
    }
    if SystemVersionRange.from(6).contains(profile.system) {
      enqueue(.send(.willFinishLaunching, [options], rule), for: id, cause: cause)
      if restores { queueRestoration(of: id, cause: cause) }
    }
    enqueue(.send(.didFinishLaunching, [options], rule), for: id, cause: cause)
  }

  /// What follows a launch without scenes: the view, what the app was launched for, activity.
  private mutating func queueFirstAppearance(
    of id: ProcessIdentifier, _ request: LaunchRequest, cause: Int
  ) {
    enqueue(.send(.viewDidLoad, [], .R011), for: id, cause: cause)
    change(id) { $0.hasShownView = true }
    enqueue(.send(.viewWillAppear, [], .R011), for: id, cause: cause)
    if profile.has(.willEnterForegroundAtLaunch) {
      enqueue(.send(.willEnterForeground, [], .R012), for: id, cause: cause)
    }
    queueOccasion(request, of: id, isLaunch: true, cause: cause)
    enqueue(.disarm(.launch), for: id, cause: cause)
    enqueue(.arm(.activation), for: id, cause: cause)
    activateFrontmost(rule: .R011, cause: cause)
    enqueue(.disarm(.activation), for: id, cause: cause)
    enqueue(.send(.viewDidAppear, [], .R011), for: id, cause: cause)
  }

  /// Hands over what an app without scenes was brought to the front for, while it is inactive.
  ///
  /// At a launch it is not handed over if a launch method refused it (R019).
  mutating func queueOccasion(
    _ request: LaunchRequest, of id: ProcessIdentifier, isLaunch: Bool, cause: Int
  ) {
    if case .notification(let payload) = request {
      enqueue(.respond(payload, isLaunch ? .R022 : .R071), for: id, cause: cause)
    }
    for step in messages(of: request, isLaunch: isLaunch) {
      if isLaunch {
        enqueue(
          .sendIf(.launchIsAccepted, step.message, step.arguments, step.rule), for: id,
          cause: cause)
      } else {
        enqueue(.send(step.message, step.arguments, step.rule), for: id, cause: cause)
      }
    }
  }

  private struct OccasionStep {
    let message: Message
    let arguments: [PlainValue]
    let rule: RuleNumber
  }

  private func messages(of request: LaunchRequest, isLaunch: Bool) -> [OccasionStep] {
    switch request {
    case .icon, .notification: return []
    case .url(let url, let source):
      let options = PlainValue.map(named: [("sourceApplication", .string(source))])
      let rule: RuleNumber = isLaunch ? .R020 : .R069
      return [.init(message: .open, arguments: [.string(url), options], rule: rule)]
    case .universalLink(let url):
      let rule: RuleNumber = isLaunch ? .R021 : .R070
      return [
        .init(
          message: .willContinueUserActivity, arguments: [.string(LaunchRequest.browsingActivity)],
          rule: rule),
        .init(
          message: .continueUserActivity, arguments: [LaunchRequest.activity(of: url)], rule: rule),
      ]
    case .shortcut(let type):
      return [.init(message: .performAction, arguments: [.string(type)], rule: .R023)]
    }
  }

  /// Who is told of a tapped notification: from iOS 10 on a delegate of its own, where the app has
  /// one.
  func responseMessage(for id: ProcessIdentifier) -> Message {
    let hasDelegate = self.process(id)?.handled.contains(.didReceiveNotificationResponse) == true
    return SystemVersionRange.from(10).contains(profile.system) && hasDelegate
      ? .didReceiveNotificationResponse : .didReceiveRemoteNotification
  }

  /// Tells of a tapped notification; the old message waits to be answered.
  mutating func respond(
    _ payload: PlainValue, rule: RuleNumber, to id: ProcessIdentifier, as item: MainThreadItem
  ) -> Delivery? {
    let message = responseMessage(for: id)
    guard message == .didReceiveRemoteNotification else {
      return send(message, [payload], rule: rule, to: id, as: item)
    }
    let completion = makeCompletion(
      Completion(message: message, assertion: nil, kind: nil), of: id)
    return deliver(message, [payload], rule: rule, completion, to: id, as: item)
  }

  /// The arguments of a quick action's message, with what the app calls when it is done.
  mutating func completing(
    _ arguments: [PlainValue], of message: Message, in id: ProcessIdentifier
  ) -> [PlainValue] {
    guard message == .performAction || message == .scenePerformAction,
      let completion = makeCompletion(
        Completion(message: message, assertion: nil, kind: nil), of: id)
    else { return arguments }
    return arguments + [.handle(.completion(completion))]
  }

  // MARK: - What an app must have

  /// Whether the app's windows are scenes on this system (R015).
  func usesScenes(_ app: AppIdentifier) -> Bool {
    installations[app.position].description.declaresScenes
      && SystemVersionRange.from(13).contains(profile.system)
  }

  /// An app without scenes is warned of, and from one version of the SDK on not launched (R128).
  private mutating func lacksScenes(_ id: ProcessIdentifier, cause: Int) -> Bool {
    let description = installations[id.app.position].description
    guard !description.declaresScenes, profile.system >= SystemVersion(18, 4) else { return false }
    if profile.system >= 27, (description.sdk ?? 0) >= 27 {
      end(
        id, .scenesRequired, rule: .R128, cause: cause,
        detail: "It was built with the SDK of iOS 27 and has no scenes.")
      return true
    }
    let advice = Advice.scenesAreMissing
    record(.advice(advice), of: id, rule: advice.rule, cause: cause, detail: advice.text)
    return false
  }
}
