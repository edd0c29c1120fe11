// Windows: opening and closing them, by the user, by the system and by the app itself. A scene
// that is disconnected keeps its session; one that is closed for good is discarded (R118, R119).

extension Device {
  // MARK: - By the user

  /// Opens a new window of an app in front (R127).
  mutating func newWindow(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if let refusal = refusalOfLeaving { return refusal }
    guard hasSeveralWindows(app) else { return .oneWindowOnly }
    let session = installations[app.position].sessions.value.create()
    return bringForward(app, .icon, session: session, cause: cause)
  }

  /// Closes a window for good; the last one of a process ends the process (R125).
  mutating func closeWindow(_ app: AppIdentifier, _ window: Int, cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    guard let session = session(window, of: app) else { return .noSuchWindow }
    guard let process = installations[app.position].process, !process.isPrewarmed else {
      installations[app.position].sessions.value.discard(session)
      installations[app.position].sessions.value.discarded.append(session)
      return nil
    }
    guard process.termination == nil else { return .beingTerminated }
    let isLast = !process.scenes.contains { $0.session != session && !$0.isLeaving }
    if isLast, process[session] != nil {
      return closeLastWindow(of: process.identifier, cause: cause)
    }
    discard(session, of: process.identifier, cause: cause)
    return nil
  }

  /// The last window takes its process along, but its session stays for the next launch (R126).
  private mutating func closeLastWindow(of id: ProcessIdentifier, cause: Int) -> Refusal? {
    guard profile.has(.lastWindowTerminates) else { return forceQuit(id.app, cause: cause) }
    switcher.removeAll { $0 == id.app }
    installations[id.app.position].wasForceQuit = true
    end(id, .forceQuit, rule: .R125, cause: cause, detail: "Its last window was closed.")
    return nil
  }

  // MARK: - By the system

  /// The system frees a scene in the background; its session stays (R118).
  mutating func disconnectScene(_ app: AppIdentifier, _ window: Int, cause: Int) -> Refusal? {
    guard let session = session(window, of: app) else { return .noSuchWindow }
    guard let process = installations[app.position].process, process.termination == nil,
      let scene = process[session]
    else { return .sceneNotConnected }
    guard scene.intended == .background else { return .sceneIsInFront }
    let id = process.identifier
    wakeToTell(id, rule: .R118, cause: cause)
    queueDisconnection(of: scene.identifier, id, rule: .R118, cause: cause)
    enqueue(.settleInBackground, for: id, cause: cause)
    return nil
  }

  // MARK: - By the app

  /// Asks for a window: another one without a session, else that of the session (R127).
  ///
  /// - Parameters:
  ///   - session: The session to show; nil for a new window.
  ///   - id: The calling process.
  package mutating func requestSceneSessionActivation(
    _ session: SceneSessionIdentifier?, in id: ProcessIdentifier
  ) {
    guard isAlive(id) else { return }
    let cause = cause ?? trace.endIndex
    let isOpen = session.map { installations[id.app.position].sessions.value[$0] != nil } ?? true
    var refusal = isOpen ? refusalOfLeaving : .noSuchWindow
    if session == nil, !hasSeveralWindows(id.app) { refusal = .oneWindowOnly }
    if refusal == nil {
      let chosen = session ?? installations[id.app.position].sessions.value.create()
      refusal = bringForward(id.app, .icon, session: chosen, cause: cause)
    }
    noteRefusal(refusal, rule: .R127, of: id, cause: cause)
  }

  /// Closes a window for good (R120).
  ///
  /// - Parameters:
  ///   - session: The session whose window is closed.
  ///   - id: The calling process.
  package mutating func requestSceneSessionDestruction(
    _ session: SceneSessionIdentifier, in id: ProcessIdentifier
  ) {
    guard isAlive(id) else { return }
    let cause = cause ?? trace.endIndex
    guard installations[id.app.position].sessions.value[session] != nil else {
      return noteRefusal(.noSuchWindow, rule: .R120, of: id, cause: cause)
    }
    discard(session, of: id, rule: .R120, cause: cause)
  }

  private mutating func noteRefusal(
    _ refusal: Refusal?, rule: RuleNumber, of id: ProcessIdentifier, cause: Int
  ) {
    guard let refusal else { return }
    record(.refusal(refusal), of: id, rule: rule, cause: cause, detail: refusal.reason)
  }

  // MARK: - Disconnecting and discarding

  /// Disconnects a session's scene, if it has one, and discards the session (R119).
  mutating func discard(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, rule: RuleNumber = .R119,
    cause: Int
  ) {
    wakeToTell(id, rule: rule, cause: cause)
    if let scene = process(id)?[session] {
      if scene.intended == .active {
        queueResignation(of: id, scenes: [scene.identifier], rule: rule, cause: cause)
      }
      queueDisconnection(of: scene.identifier, id, rule: rule, cause: cause)
    }
    installations[id.app.position].sessions.value.discard(session)
    let handles = PlainValue.list([.handle(.sceneSession(session))])
    enqueue(.send(.didDiscardSceneSessions, [handles], rule), for: id, cause: cause)
    enqueue(.settleInBackground, for: id, cause: cause)
  }

  /// Queues the end of a scene; an app that has none left on the screen leaves it.
  mutating func queueDisconnection(
    of scene: SceneIdentifier, _ id: ProcessIdentifier, rule: RuleNumber, cause: Int
  ) {
    change(id) { process in
      process.intend(.background, for: [scene])
      process.changeScene(scene) { $0.isLeaving = true }
    }
    enqueue(.send(.sceneDidDisconnect, [], rule), for: id, scene: scene, cause: cause)
    enqueue(.sceneBecomes(.unattached, rule), for: id, scene: scene, cause: cause)
    enqueue(.freeScene, for: id, scene: scene, cause: cause)
    if process(id)?.intended == .background { takeOffScreen(id.app) }
    reviewRunningTime(of: id)
  }

  /// Lets a suspended process run to be told something; the item `settleInBackground` ends it.
  private mutating func wakeToTell(_ id: ProcessIdentifier, rule: RuleNumber, cause: Int) {
    resumeFromSuspension(id, rule: rule, cause: cause)
    change(id) { $0.departuresUnderWay += 1 }
    reviewRunningTime(of: id)
  }

  /// Tells of the windows that were closed while the app was not running, after its launch (R119).
  mutating func queueDiscards(of id: ProcessIdentifier, cause: Int) {
    let discarded = installations[id.app.position].sessions.value.discarded
    guard !discarded.isEmpty else { return }
    installations[id.app.position].sessions.value.discarded = []
    let handles = PlainValue.list(discarded.map { .handle(.sceneSession($0)) })
    enqueue(.send(.didDiscardSceneSessions, [handles], .R119), for: id, cause: cause)
  }

  /// The app has no window on the screen any more; what was beside it has the screen to itself.
  mutating func takeOffScreen(_ app: AppIdentifier) {
    if frontmost == app {
      screen = sideApp.map { .app($0) } ?? .homeScreen
      sideApp = nil
      isDividerDragged = false
    } else if sideApp == app {
      sideApp = nil
      isDividerDragged = false
    }
  }

  // MARK: - Sessions

  /// The session of a window by its number, from 1.
  func session(_ window: Int, of app: AppIdentifier) -> SceneSessionIdentifier? {
    let open = installations[app.position].sessions.value.open
    return open.indices.contains(window - 1) ? open[window - 1].identifier : nil
  }

  /// Whether the app may have more than one window: on an iPad, if it says so.
  func hasSeveralWindows(_ app: AppIdentifier) -> Bool {
    usesScenes(app) && profile.isPad
      && installations[app.position].description.isTrue(.multipleScenes)
  }
}
