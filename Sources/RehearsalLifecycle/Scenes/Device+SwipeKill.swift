// What a scene app is told when its card is swiped away while it is in front. Devices and versions
// differ; developers' logs are all there is (R121 to R124).

extension Device {
  /// Swipes one of several windows of an app away; false when the card stands for the whole app.
  mutating func swipeWindowAway(of app: AppIdentifier, cause: Int) -> Bool {
    guard let process = installations[app.position].process, process.termination == nil,
      process.usesScenes, hasSeveralWindows(app)
    else { return false }
    let connected = process.scenes.filter { !$0.isLeaving }
    guard connected.count > 1, let latest = installations[app.position].sessions.value.latest
    else { return false }
    let front = connected.first { $0.intended != .background }
    discard(front?.session ?? latest, of: process.identifier, rule: .R123, cause: cause)
    return true
  }

  /// Swipes the card of a running scene app away.
  mutating func swipeAwayScenes(of id: ProcessIdentifier, cause: Int) {
    guard let front = process(id)?.scenes.first(where: { $0.intended != .background }) else {
      return giveNotice(to: id, .forceQuit, rule: .R077, cause: cause)
    }
    if SystemVersionRange.from(16).contains(profile.system) {
      swipeAwayQuickly(front.identifier, of: id, cause: cause)
    } else if profile.isPad, !hasSeveralWindows(id.app) {
      swipeAwayOnlyWindow(front, of: id, cause: cause)
    } else {
      let rule: RuleNumber = profile.isPad ? .R123 : .R121
      sendToBackground(id, rule: .R047, enteringRule: rule, cause: cause)
      takeOffScreen(id.app)
      giveNotice(to: id, .forceQuit, rule: rule, cause: cause)
    }
  }

  /// An iPad's only window: disconnected and discarded without going to the background (R122).
  private mutating func swipeAwayOnlyWindow(
    _ scene: Scene, of id: ProcessIdentifier, cause: Int
  ) {
    if scene.intended == .active { queueResignation(of: id, rule: .R047, cause: cause) }
    queueDisconnection(of: scene.identifier, id, rule: .R122, cause: cause)
    installations[id.app.position].sessions.value.discard(scene.session)
    let handles = PlainValue.list([.handle(.sceneSession(scene.session))])
    enqueue(.send(.didDiscardSceneSessions, [handles], .R122), for: id, cause: cause)
    giveNotice(to: id, .forceQuit, rule: .R122, cause: cause)
  }

  /// The later systems: the scene resigns and is disconnected, and the process is gone (R124).
  private mutating func swipeAwayQuickly(
    _ scene: SceneIdentifier, of id: ProcessIdentifier, cause: Int
  ) {
    if process(id)?.intended == .active {
      queueResignation(of: id, rule: .R124, cause: cause)
    }
    queueDisconnection(of: scene, id, rule: .R124, cause: cause)
    if profile.has(.fastSwipeKill) {
      let other = SceneIdentifier(number: scene.number &+ 1)
      enqueue(.send(.sceneWillEnterForeground, [], .R124), for: id, scene: other, cause: cause)
      enqueue(.send(.sceneDidEnterBackground, [], .R124), for: id, scene: other, cause: cause)
    }
    change(id) { $0.termination = .forceQuit }
    reviewRunningTime(of: id)
    if process(id)?.watchdogs.isEmpty == true { arm(.termination, for: id, cause: cause) }
    enqueue(.exit(.forceQuit, .R124), for: id, cause: cause)
  }
}
