// Who is in front: coming to the front, leaving it, locking. These functions decide; the messages
// follow on the main thread of the process, in the order in which they are queued here.

extension Device {
  /// The app in front, also while the device is locked or something lies over it.
  package var frontmost: AppIdentifier? {
    if case .app(let app) = screen { return app }
    return nil
  }

  /// The apps on the screen, the one in front first; two in Split View.
  var appsOnScreen: [AppIdentifier] {
    guard let front = frontmost else { return [] }
    guard let side = sideApp, side != front else { return [front] }
    return [front, side]
  }

  func isOnScreen(_ app: AppIdentifier) -> Bool { frontmost == app || sideApp == app }

  var processesOnScreen: [ProcessIdentifier] {
    appsOnScreen.compactMap { installations[$0.position].process?.identifier }
  }

  /// Whether something lies over the apps on the screen that keeps them from being active.
  var isCovered: Bool {
    isSwitcherOpen || isDividerDragged || call?.liesOverApp == true
      || interruptions.contains { $0.row.deactivation != .none }
  }

  /// Why no app can take the screen at this moment; nil when one can.
  var refusalOfLeaving: Refusal? {
    if isLocked { return .deviceIsLocked }
    if isSwitcherOpen { return .switcherIsOpen }
    return isCovered ? .interruptionInTheWay : nil
  }

  // MARK: - To the front

  /// A tap on the icon: a cold launch (R011), or a return of a living process (R067).
  mutating func launch(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if let refusal = refusalOfLeaving { return refusal }
    guard frontmost != app else { return .alreadyInFront }
    return bringForward(app, .icon, cause: cause)
  }

  /// Brings an app to the front for a reason; one that is there already is only told the reason.
  mutating func bringForward(
    _ app: AppIdentifier, _ request: LaunchRequest, session: SceneSessionIdentifier? = nil,
    cause: Int
  ) -> Refusal? {
    if let refusal = refusalOfLeaving { return refusal }
    if frontmost == app, session == nil, let process = installations[app.position].process,
      process.termination == nil
    {
      handOver(request, to: process.identifier, cause: cause)
      return nil
    }
    if sideApp != app { leaveScreen(rule: .R054, cause: cause) }
    installations[app.position].wasForceQuit = false
    guard let process = installations[app.position].process else {
      launchCold(app, request, session: session, cause: cause)
      return nil
    }
    guard process.termination == nil else {
      // The tap waits for the end of the old process; `end` begins the launch.
      installations[app.position].pendingLaunch = PendingLaunch(cause: cause, request: request)
      screen = .homeScreen
      return nil
    }
    if process.isPrewarmed {
      launchCold(app, request, session: session, cause: cause)
    } else {
      returnToFront(process.identifier, request, session: session, cause: cause)
    }
    return nil
  }

  /// Tells an app in front what it would have been brought there for.
  private mutating func handOver(
    _ request: LaunchRequest, to id: ProcessIdentifier, cause: Int
  ) {
    if let scene = process(id)?.foregroundScenes.first {
      queueOccasion(request, of: id, scene: scene, cause: cause)
    } else {
      queueOccasion(request, of: id, isLaunch: false, cause: cause)
    }
  }

  /// Brings a living process back: `willEnterForeground`, then `didBecomeActive` (R067).
  mutating func returnToFront(
    _ id: ProcessIdentifier, _ request: LaunchRequest = .icon,
    session: SceneSessionIdentifier? = nil, cause: Int
  ) {
    if sideApp != id.app || frontmost == nil { screen = .app(id.app) }
    moveCardToFront(id.app)
    dropAllowances(of: id, cause: cause)
    if installations[id.app.position].process?.isSuspended == true {
      resumeFromSuspension(id, rule: .R067, cause: cause)
    }
    tellOfEndedTransfers(id, cause: cause)
    guard installations[id.app.position].process?.usesScenes == false else {
      return showScene(of: id, session: session, request, isLaunch: false, cause: cause)
    }
    change(id) { $0.intended = .inactive }
    reviewRunningTime(of: id)
    arm(.activation, for: id, cause: cause)
    enqueue(.send(.willEnterForeground, [], .R067), for: id, cause: cause)
    enqueue(.become(.inactive, .R067), for: id, cause: cause)
    tellOfMissedTimeChange(id)
    let isFirst = process(id)?.hasShownView == false
    change(id) { $0.hasShownView = true }
    if isFirst { enqueue(.send(.viewWillAppear, [], .R011), for: id, cause: cause) }
    queueOccasion(request, of: id, isLaunch: false, cause: cause)
    activateFrontmost(rule: .R067, cause: cause)
    if isFirst { enqueue(.send(.viewDidAppear, [], .R011), for: id, cause: cause) }
    enqueue(.disarm(.activation), for: id, cause: cause)
  }

  /// Makes the apps on the screen active, unless something lies over them.
  mutating func activateFrontmost(rule: RuleNumber, cause: Int) {
    guard !isLocked, !isCovered else { return }
    for id in processesOnScreen where process(id)?.intended == .inactive {
      intend(.active, for: id)
      queueActivation(of: id, rule: rule, cause: cause)
    }
  }

  /// Makes the active apps on the screen inactive, with a moment of activity in between where it
  /// flickers.
  mutating func deactivateFrontmost(rule: RuleNumber, flickers: Bool = false, cause: Int) {
    for id in processesOnScreen where process(id)?.intended == .active {
      queueResignation(of: id, rule: rule, cause: cause)
      if flickers {
        queueActivation(of: id, rule: rule, cause: cause)
        queueResignation(of: id, rule: rule, cause: cause)
      }
      intend(.inactive, for: id)
    }
  }

  /// Decides a foreground state for a process, and for its scenes in the foreground.
  private mutating func intend(_ state: ApplicationState, for id: ProcessIdentifier) {
    change(id) { process in
      if process.usesScenes {
        process.intend(state, for: process.foregroundScenes)
      } else {
        process.intended = state
      }
    }
  }

  // MARK: - From the front

  mutating func pressHome(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    if let overlay = interruptions.lastIndex(where: \.row.isOverlay) {
      let rule = interruptions.remove(at: overlay).row.rule
      activateFrontmost(rule: rule, cause: cause)
      return nil
    }
    guard screen != .homeScreen || isSwitcherOpen else { return .alreadyOnHomeScreen }
    isSwitcherOpen = false
    leaveScreen(rule: .R054, cause: cause)
    screen = .homeScreen
    return nil
  }

  /// The apps on the screen leave it for something else (R054).
  mutating func leaveScreen(rule: RuleNumber, cause: Int) {
    for id in processesOnScreen { sendToBackground(id, rule: rule, cause: cause) }
    sideApp = nil
    isDividerDragged = false
    if call?.liesOverApp == true { call = PhoneCall(returnsTo: nil) }
  }

  /// Sends a foreground process, or some of its scenes, to the background.
  ///
  /// An active one resigns first; one that something made inactive has done so (R054).
  ///
  /// - Parameters:
  ///   - id: The process.
  ///   - scenes: The scenes that leave; nil for all that are in the foreground.
  ///   - rule: What it is told under.
  ///   - enteringRule: What `didEnterBackground` is sent under, where that is another rule.
  ///   - readsInactive: Whether `didEnterBackground` still reads the state before it (R050).
  ///   - cause: The record that led to it.
  mutating func sendToBackground(
    _ id: ProcessIdentifier, scenes: [SceneIdentifier]? = nil, rule: RuleNumber,
    enteringRule: RuleNumber? = nil, readsInactive: Bool = false, cause: Int
  ) {
    guard let process = process(id), process.intended != .background else { return }
    guard canLeaveRunning(id) else { return leaveForGood(id, cause: cause) }
    arm(.deactivation, for: id, cause: cause)
    if process.intended == .active {
      queueResignation(of: id, scenes: scenes, rule: rule, cause: cause)
    }
    enqueue(.disarm(.deactivation), for: id, cause: cause)
    let leaving = scenes ?? process.foregroundScenes
    change(id) { process in
      if process.usesScenes {
        process.intend(.background, for: leaving)
      } else {
        process.intended = .background
      }
      process.departuresUnderWay += 1
    }
    let entering = enteringRule ?? rule
    if process.usesScenes {
      queueScenesIntoBackground(leaving, of: id, rule: entering, cause: cause)
    } else {
      if !readsInactive { enqueue(.become(.background, entering), for: id, cause: cause) }
      enqueue(.arm(.didEnterBackground), for: id, cause: cause)
      enqueue(.send(.didEnterBackground, [], entering), for: id, cause: cause)
      enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
      if readsInactive { enqueue(.become(.background, .R050), for: id, cause: cause) }
      queuePreservation(of: id, cause: cause)
      queuePictures(of: id, scene: nil, cause: cause)
    }
    enqueue(.settleInBackground, for: id, cause: cause)
    endIfAsked(id, cause: cause)
  }

  // MARK: - Pairs of messages

  /// `willResignActive`, inside which the process still reads Active (R009); the change of state
  /// follows from the rule of the message.
  mutating func queueResignation(
    of id: ProcessIdentifier, scenes: [SceneIdentifier]? = nil, rule: RuleNumber, cause: Int
  ) {
    guard process(id)?.usesScenes == true else {
      enqueue(.send(.willResignActive, [], rule), for: id, cause: cause)
      enqueue(.become(.inactive, rule), for: id, cause: cause)
      return
    }
    for scene in scenes ?? process(id)?.foregroundScenes ?? [] {
      enqueue(.send(.sceneWillResignActive, [], rule), for: id, scene: scene, cause: cause)
      enqueue(.sceneBecomes(.foregroundInactive, rule), for: id, scene: scene, cause: cause)
    }
  }

  /// `didBecomeActive`, inside which the process reads Active (R009).
  mutating func queueActivation(of id: ProcessIdentifier, rule: RuleNumber, cause: Int) {
    guard process(id)?.usesScenes == true else {
      enqueue(.become(.active, rule), for: id, cause: cause)
      enqueue(.send(.didBecomeActive, [], rule), for: id, cause: cause)
      return
    }
    for scene in process(id)?.foregroundScenes ?? [] {
      enqueue(.sceneBecomes(.foregroundActive, rule), for: id, scene: scene, cause: cause)
      enqueue(.send(.sceneDidBecomeActive, [], rule), for: id, scene: scene, cause: cause)
    }
  }

  /// The app's card becomes the first of the switcher, where there is one.
  mutating func moveCardToFront(_ app: AppIdentifier) {
    guard profile.hasMultitasking else { return }
    switcher.removeAll { $0 == app }
    switcher.insert(app, at: 0)
    installations[app.position].lastUse = now
  }
}
