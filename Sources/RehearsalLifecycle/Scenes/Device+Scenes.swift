// Scenes on their way: connecting, coming to the foreground, going to the background. Only the
// scene that is meant is told (R117); the application's own delegate hears none of it (R015).

extension Device {
  // MARK: - To the front

  /// Brings a window of an app to the front, connecting a scene for it where there is none.
  ///
  /// - Parameters:
  ///   - id: The process.
  ///   - session: The window; nil for the one that was used last, or a first one.
  ///   - request: What the window is shown for.
  ///   - isLaunch: Whether the process is being launched.
  ///   - cause: The record that led to it.
  mutating func showScene(
    of id: ProcessIdentifier, session: SceneSessionIdentifier?, _ request: LaunchRequest,
    isLaunch: Bool, cause: Int
  ) {
    let session = use(session, of: id.app)
    let connected = process(id)?[session]?.identifier
    let scene: SceneIdentifier
    if let connected {
      scene = connected
    } else {
      let options = request.options(isScene: true)
      scene = connect(session, to: id, options: options, isLaunch: isLaunch, cause: cause)
    }
    change(id) { $0.intend(.inactive, for: [scene]) }
    reviewRunningTime(of: id)
    let viewsComeLast = profile.evidence(for: .viewAppearance) == .documented
    if connected == nil, !viewsComeLast { queueAppearance(.viewWillAppear, scene, id, cause) }
    if isLaunch { enqueue(.disarm(.launch), for: id, cause: cause) }
    enqueue(.arm(.activation), for: id, cause: cause)
    let rule: RuleNumber = isLaunch ? .R013 : .R117
    enqueue(.send(.sceneWillEnterForeground, [], rule), for: id, scene: scene, cause: cause)
    enqueue(.sceneBecomes(.foregroundInactive, rule), for: id, scene: scene, cause: cause)
    queueOccasion(request, of: id, scene: scene, isNew: connected == nil, cause: cause)
    tellOfMissedTimeChange(id)
    activateFrontmost(rule: rule, cause: cause)
    enqueue(.disarm(.activation), for: id, cause: cause)
    if connected == nil {
      if viewsComeLast { queueAppearance(.viewWillAppear, scene, id, cause) }
      queueAppearance(.viewDidAppear, scene, id, cause)
    }
  }

  private mutating func queueAppearance(
    _ message: Message, _ scene: SceneIdentifier, _ id: ProcessIdentifier, _ cause: Int
  ) {
    enqueue(.send(message, [], .R014), for: id, scene: scene, cause: cause)
  }

  /// The session that is to be shown, noted as the one used last; a first one is created.
  private mutating func use(
    _ session: SceneSessionIdentifier?, of app: AppIdentifier
  ) -> SceneSessionIdentifier {
    let sessions = installations[app.position].sessions.value
    guard let chosen = session ?? sessions.latest else {
      return installations[app.position].sessions.value.create()
    }
    installations[app.position].sessions.value.use(chosen)
    return chosen
  }

  /// Connects a new scene to a session; one that was never connected is configured first (R126).
  private mutating func connect(
    _ session: SceneSessionIdentifier, to id: ProcessIdentifier, options: PlainValue,
    isLaunch: Bool, cause: Int
  ) -> SceneIdentifier {
    let handle = PlainValue.handle(.sceneSession(session))
    if installations[id.app.position].sessions.value[session]?.isConfigured == false {
      installations[id.app.position].sessions.value.change(session) { $0.isConfigured = true }
      enqueue(
        .send(.configurationForConnecting, [handle, options], .R126), for: id, cause: cause)
    }
    let identifier =
      change(id) { process in
        process.lastSceneNumber &+= 1
        let scene = SceneIdentifier(number: process.lastSceneNumber)
        process.scenes.append(Scene(identifier: scene, session: session))
        return scene
      } ?? SceneIdentifier(number: 0)
    enqueue(.initializeScene, for: id, scene: identifier, cause: cause)
    if installations[id.app.position].description.info[.mainStoryboard] != nil {
      enqueue(.send(.awakeFromNib, [], .R014), for: id, scene: identifier, cause: cause)
    }
    enqueue(
      .send(.sceneWillConnect, [handle, options], isLaunch ? .R013 : .R118), for: id,
      scene: identifier, cause: cause)
    enqueue(.send(.viewDidLoad, [], .R014), for: id, scene: identifier, cause: cause)
    return identifier
  }

  /// Connects a scene of an app that the system launches in the background (R031).
  mutating func connectInBackground(_ id: ProcessIdentifier, cause: Int) {
    let session = use(nil, of: id.app)
    let scene = connect(session, to: id, options: .emptyMap, isLaunch: true, cause: cause)
    enqueue(.sceneBecomes(.background, .R031), for: id, scene: scene, cause: cause)
    enqueue(.send(.sceneDidEnterBackground, [], .R031), for: id, scene: scene, cause: cause)
  }

  /// Hands over what a scene was brought to the front for, while it is inactive; a scene that was
  /// connected for it knows from its options (R024, R072).
  mutating func queueOccasion(
    _ request: LaunchRequest, of id: ProcessIdentifier, scene: SceneIdentifier,
    isNew: Bool = false, cause: Int
  ) {
    if case .notification(let payload) = request {
      return enqueue(.respond(payload, .R072), for: id, cause: cause)
    }
    guard !isNew else { return }
    switch request {
    case .icon, .notification: break
    case .url:
      let contexts = PlainValue.list([request.options(isScene: true)])
      enqueue(
        .send(.sceneOpenURLContexts, [contexts], .R024), for: id, scene: scene, cause: cause)
    case .universalLink(let url):
      enqueue(
        .send(
          .sceneWillContinueUserActivity, [.string(LaunchRequest.browsingActivity)], .R024),
        for: id, scene: scene, cause: cause)
      enqueue(
        .send(.sceneContinueUserActivity, [LaunchRequest.activity(of: url)], .R024), for: id,
        scene: scene, cause: cause)
    case .shortcut(let type):
      enqueue(
        .send(.scenePerformAction, [.string(type)], .R023), for: id, scene: scene, cause: cause)
    }
  }

  // MARK: - To the background

  /// Queues what scenes are told that have left the screen, within the one limit of R055.
  mutating func queueScenesIntoBackground(
    _ scenes: [SceneIdentifier], of id: ProcessIdentifier, rule: RuleNumber, cause: Int
  ) {
    enqueue(.arm(.didEnterBackground), for: id, cause: cause)
    for scene in scenes {
      enqueue(.sceneBecomes(.background, rule), for: id, scene: scene, cause: cause)
      enqueue(.send(.sceneDidEnterBackground, [], rule), for: id, scene: scene, cause: cause)
    }
    enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
    for scene in scenes {
      enqueue(
        .send(.sceneStateRestorationActivity, [], .R118), for: id, scene: scene, cause: cause)
      queuePictures(of: id, scene: scene, cause: cause)
    }
  }

  /// The main thread comes to a change of a scene's state; the application's state follows the
  /// most active scene (R007), under the rule that led the scene there.
  mutating func scene(
    _ scene: SceneIdentifier?, becomes state: SceneState, rule: RuleNumber,
    of id: ProcessIdentifier, cause: Int?
  ) {
    guard let scene else { return }
    let aggregate = change(id) { process in
      process.changeScene(scene) { $0.state = state }
      return process.aggregateState
    }
    if let aggregate { become(aggregate, rule: rule, id, cause: cause) }
    if state == .foregroundInactive { drawIfAwaited(id, scene, cause: cause) }
  }
}
