// FrontBoard leads processes and their scenes between the states that SpringBoard wants them in: it
// launches, brings to the front, sends to the background and connects scenes. It decides; the
// messages follow on the main thread of the process, in the order in which they are queued here.

import RehearsalValues

/// Launches processes, leads them between foreground and background, and keeps their scenes.
struct FrontBoard: Sendable {
  private struct Saved: DefaultInitializable {
    /// Whether the state of the interface was saved and may be restored (R027, R058).
    var hasState = false
    var sessions = SceneSessions()
  }

  private var saved = AppTable<Saved>()
  private(set) var watchdogs = Watchdogs()
  /// Whether a screen is connected, for which apps in front get a scene (R158).
  private var hasExternalDisplay = false

  /// The windows of an app.
  func sessions(of app: AppIdentifier) -> SceneSessions { saved[app].sessions }

  mutating func createSession(of app: AppIdentifier) -> SceneSessionIdentifier {
    saved[app].sessions.create()
  }

  /// The window of the app in front and the one that comes beside it: the one used last of the
  /// others, or a new one; empty where no window is in front.
  mutating func windowsToSplit(
    of app: AppIdentifier, _ kernel: Kernel
  ) -> [SceneSessionIdentifier] {
    guard let process = kernel.process(of: app), let scene = process.scenes.windowInForeground,
      let front = process.scenes[scene]?.session
    else { return [] }
    return [front, sessions(of: app).latest(besides: front) ?? createSession(of: app)]
  }

  /// The session of an app's scenes on a car's screen; the first one is created.
  mutating func sessionOfCar(_ app: AppIdentifier) -> SceneSessionIdentifier {
    sessions(of: app).ofCar ?? saved[app].sessions.create(role: .carPlay)
  }

  /// Closes a window of an app that is not running.
  mutating func discardUndelivered(_ session: SceneSessionIdentifier, of app: AppIdentifier) {
    saved[app].sessions.discardUndelivered(session)
  }

  /// The app is removed with its windows and what it saved.
  mutating func appWasRemoved(_ app: AppIdentifier) { saved.remove(app) }

  /// The card was swiped away: the saved state of the interface is thrown away (R027), and by a
  /// quirk the sessions of an app that cannot be told now (C30).
  mutating func cardWasSwiped(of app: AppIdentifier, _ kernel: Kernel) {
    guard !saved.isEmpty(app) else { return }
    saved[app].hasState = false
    guard kernel.process(of: app)?.isSuspended ?? true, swipeDiscardsSessions(of: app, kernel)
    else { return }
    for session in sessions(of: app).open where session.role == .application {
      discardUndelivered(session.identifier, of: app)
    }
  }

  /// Whether an app asks for its scenes' sessions to be destroyed then, on a system that does (R176).
  private func destroysScenes(
    _ condition: SceneDestruction, of app: AppIdentifier, _ kernel: Kernel
  ) -> Bool {
    kernel.has(.sceneDestruction) && kernel.description(of: app).destroysScenes(condition)
  }

  /// Whether the swipe of an app's card discards its sessions, by its wish or by a quirk of phones.
  private func swipeDiscardsSessions(of app: AppIdentifier, _ kernel: Kernel) -> Bool {
    kernel.has(.swipeDiscardsSession) && !kernel.traits.isPad
      || destroysScenes(.onDismiss, of: app, kernel)
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    watchdogs.processEnded(id, &kernel)
    if !saved.isEmpty(id.app) { saved[id.app].sessions.removeExternalDisplays() }
  }

  mutating func changeWatchdogs(_ body: (inout Watchdogs) -> Void) { body(&watchdogs) }

  // MARK: - Launching into the foreground

  /// Starts a process in the foreground; a prewarmed one continues with its launch (R026).
  mutating func launch(_ launch: consuming ForegroundLaunch, _ kernel: inout Kernel) {
    let usesScenes = kernel.usesScenes(launch.app)
    let state: ApplicationState = usesScenes ? .background : .inactive
    let (id, old) = processToLaunch(
      launch.app, reason: launch.request.reason, state: state, &kernel)
    kernel.change(id) { $0.setScenePhase(.inactive) }
    let start = kernel.record(
      .state(state.processState, from: old), of: id, rule: usesScenes ? .R006 : .R005,
      cause: launch.cause, details: .launch(launch.request.reason))
    // What the first code reads lags behind what the launch is decided to lead to (R005).
    if kernel.has(.firstCodeReadsBackground), !usesScenes, !hasFinishedLaunching(id, kernel) {
      kernel.change(id) { $0.setInFirstCode(true) }
    }
    // Before memory is taken: the end of another app may make this one active.
    kernel.emit(
      .sendLaunchMessages(
        StartedLaunch(
          process: id, reason: launch, wasPrewarmed: old == .prewarmed, start: start)))
    if old == .notRunning { kernel.emit(.takeMemory(id, cause: start)) }
  }

  /// The process that is launched, and the state that the app was in: a new one, or the one that
  /// waited prewarmed.
  private func processToLaunch(
    _ app: AppIdentifier, reason: LaunchReason, state: ApplicationState, _ kernel: inout Kernel
  ) -> (ProcessIdentifier, from: ProcessState) {
    guard let id = kernel.process(of: app)?.identifier,
      kernel.read(id, { $0.isPrewarmed }) == true
    else { return (kernel.startProcess(of: app, reason: reason, state: state), .notRunning) }
    let suspended = kernel.change(id) { $0.beginLaunch(reason: reason, state: state) }
    if let suspended = suspended ?? nil {
      kernel.restartTimers(of: id, suspendedSince: suspended)
      kernel.restartWorks(of: id, suspendedSince: suspended, cause: kernel.cause)
      // Before its launch methods a process listens to nothing.
      if hasFinishedLaunching(id, kernel) { kernel.deliverInbox(to: id, cause: kernel.cause) }
      kernel.markReady(id)
    }
    return (id, .prewarmed)
  }

  /// Whether a prewarm has sent the messages of the launch already (R149).
  private func hasFinishedLaunching(_ id: ProcessIdentifier, _ kernel: Kernel) -> Bool {
    kernel.read(id) { $0.hasFinishedLaunching } == true
  }

  /// The order of a launch, from the first code of the process to the moment at which it is active,
  /// for apps without scenes (R011) and with them (R013).
  mutating func sendLaunchMessages(
    _ started: StartedLaunch<ForegroundLaunch>, on layout: DisplayLayout, _ kernel: inout Kernel
  ) {
    let (id, start) = (started.process, started.start)
    guard kernel.isAlive(id), !lacksScenes(id, cause: start, &kernel) else { return }
    watchdogs.arm(.launch, for: id, cause: start, &kernel)
    let request = started.reason.request
    let usesScenes = kernel.usesScenes(id.app)
    if !hasFinishedLaunching(id, kernel) {
      queueFirstCode(of: id, wasPrewarmed: started.wasPrewarmed, cause: start, &kernel)
      queueLaunchMessages(
        of: id, options: usesScenes ? .emptyMap : request.launchOptions,
        restores: !usesScenes, rule: usesScenes ? .R013 : .R011, cause: start, &kernel)
    }
    if usesScenes {
      queueDiscards(of: id, cause: start, &kernel)
      show(
        started.reason.session, for: request, of: id, isLaunch: true, cause: start, on: layout,
        &kernel)
    } else {
      queueFirstAppearance(of: id, request, cause: start, on: layout, &kernel)
    }
    reportWhatWaited(for: id, &kernel)
  }

  /// What came for an app while it did not run, or might not be told.
  private func reportWhatWaited(for id: ProcessIdentifier, _ kernel: inout Kernel) {
    kernel.emit(.reportEndedTransfers(id))
    if kernel.has(.lowPowerDelaysPushes) { kernel.emit(.handOverDelayedPush(id.app)) }
  }

  /// An app without scenes is warned of, and from one version of the SDK on not launched (R128).
  private func lacksScenes(
    _ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> Bool {
    guard kernel.has(.scenesAreMissed) else { return false }
    guard !kernel.description(of: id.app).declaresScenes else { return false }
    if kernel.has(.scenesAreRequired), kernel.isBuilt(id.app, with: .scenesAreRequired) {
      kernel.emit(.end(id, .scenesRequired, rule: .R128, cause: cause, .builtWithoutScenes))
      return true
    }
    kernel.record(.scenesAreMissing, of: id, cause: cause)
    return false
  }

  /// The code that runs before any message: what comes before the application object, unless a
  /// prewarm ran it already, and the initial values.
  private func queueFirstCode(
    of id: ProcessIdentifier, wasPrewarmed: Bool, cause: Cause, _ kernel: inout Kernel
  ) {
    if !wasPrewarmed, kernel.description(of: id.app).hasMain {
      kernel.enqueue(.main, for: id, cause: cause)
    }
    kernel.enqueue(.initialize, for: id, cause: cause)
    if kernel.read(id, { $0.isInFirstCode }) == true {
      kernel.enqueue(.endFirstCode, for: id, cause: cause)
    }
  }

  /// The messages of a launch up to `didFinishLaunching`, restoration between them (R011, R021).
  ///
  /// An app without scenes loads its storyboard before them, in the background too.
  private func queueLaunchMessages(
    of id: ProcessIdentifier, options: ScriptValue, restores: Bool, rule: RuleNumber,
    cause: Cause, _ kernel: inout Kernel
  ) {
    let hasStoryboard = kernel.description(of: id.app).info[.mainStoryboard] != nil
    if hasStoryboard, !kernel.usesScenes(id.app) {
      kernel.enqueue(.send(.awakeFromNib, [], .R011), for: id, cause: cause)
    }
    let arguments = options == .emptyMap ? Self.noOptions : [options]
    if kernel.has(.willFinishLaunching) {
      kernel.enqueue(.send(.willFinishLaunching, arguments, rule), for: id, cause: cause)
      if restores, saved.read(id.app, { $0.hasState }) == true {
        kernel.enqueue(.send(.shouldRestoreState, [], .R011), for: id, cause: cause)
        kernel.enqueue(
          .sendIf(
            .stateIsRestored, .didDecodeState, [.handle(HandleKind.coder.handle())], .R011),
          for: id, cause: cause)
      }
    }
    kernel.enqueue(.send(.didFinishLaunching, arguments, rule), for: id, cause: cause)
    if kernel.hasSystemScene(id.app) { kernel.enqueue(.connectWindow, for: id, cause: cause) }
  }

  /// The argument of most launches.
  private static let noOptions: [ScriptValue] = [.emptyMap]

  /// What follows a launch without scenes: the view, what the app was launched for, activity.
  private mutating func queueFirstAppearance(
    of id: ProcessIdentifier, _ request: LaunchRequest, cause: Cause, on layout: DisplayLayout,
    _ kernel: inout Kernel
  ) {
    queueFirstView(of: id, rule: .R011, cause: cause, &kernel)
    if kernel.has(.willEnterForegroundAtLaunch) {
      kernel.enqueue(.send(.willEnterForeground, [], .R012), for: id, cause: cause)
    }
    if kernel.hasSystemScene(id.app) {
      kernel.enqueue(.post(.sceneWillEnterForeground, [], .R157), for: id, cause: cause)
    }
    queueSteps(of: request, to: id, isLaunch: true, cause: cause, &kernel)
    kernel.enqueue(.disarm(.launch), for: id, cause: cause)
    kernel.enqueue(.arm(.activation), for: id, cause: cause)
    activateFront(on: layout, rule: .R011, cause: cause, &kernel)
    kernel.enqueue(.disarm(.activation), for: id, cause: cause)
    kernel.enqueue(.send(.viewDidAppear, [], .R011), for: id, cause: cause)
    queueIntent(of: request, to: id, cause: cause, &kernel)
  }

  /// The first view of an app without scenes is loaded and about to appear.
  private func queueFirstView(
    of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    kernel.enqueue(.send(.viewDidLoad, [], .R011), for: id, cause: cause)
    kernel.change(id) { $0.showView() }
    queueAppearance(of: nil, id, rule: rule, cause: cause, &kernel)
  }

  /// An intent that opens its app runs after the way to the front (R151).
  private func queueIntent(
    of request: LaunchRequest, to id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard case .intent(let name, let parameters) = request else { return }
    kernel.enqueue(
      .send(.intent, [.string(name), parameters], .R151), for: id, cause: cause)
  }

  /// Hands over what an app without scenes was brought to the front for, while it is inactive.
  ///
  /// At a launch it is not handed over if a launch method refused it (R019).
  private func queueSteps(
    of request: LaunchRequest, to id: ProcessIdentifier, isLaunch: Bool, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    if case .notification(let response) = request, isHandedOver(response, isLaunch, kernel) {
      let rule = response.rule ?? (isLaunch ? .R022 : .R071)
      kernel.enqueue(.respond(response, rule), for: id, cause: cause)
    }
    for step in request.steps(isLaunch: isLaunch) {
      kernel.enqueue(
        isLaunch
          ? .sendIf(.launchIsAccepted, step.message, step.arguments, step.rule)
          : .send(step.message, step.arguments, step.rule), for: id, cause: cause)
    }
  }

  /// Whether a response is handed over beside what the launch is told: by most reports a launch for
  /// a local notification of the first kind has its key and nothing else (C33).
  private func isHandedOver(
    _ response: NotificationResponse, _ isLaunch: Bool, _ kernel: Kernel
  ) -> Bool {
    !isLaunch || !response.notification.isLocal || response.chosenAction != nil
      || !kernel.has(.localNotificationMessages) || kernel.has(.localNotificationAfterLaunch)
  }

  /// Tells an app in front what it would have been brought there for.
  func handOver(
    _ request: LaunchRequest, to id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    queueIntent(of: request, to: id, cause: cause, &kernel)
    if let scene = kernel.read(id, { $0.scenes.windowInForeground }) ?? nil {
      return queueSteps(of: request, to: scene, of: id, isNew: false, cause: cause, &kernel)
    }
    // An app that opens a URL of its own was inactive for it on some systems (R069).
    let resigns =
      kernel.has(.ownURLDeactivates) && request.isOpened(by: kernel.description(of: id.app).name)
      && kernel.read(id, { $0.targetState }) == .active
    if resigns { queueResignation(of: id, rule: .R069, cause: cause, &kernel) }
    queueSteps(of: request, to: id, isLaunch: false, cause: cause, &kernel)
    if resigns { queueActivation(of: id, rule: .R069, cause: cause, &kernel) }
  }

  // MARK: - Launching in the background

  /// Starts a process that never was in the foreground (R029, R036).
  mutating func launchInBackground(
    _ app: AppIdentifier, for wakeUp: WakeUp, cause: Cause?, _ kernel: inout Kernel
  ) {
    let reason = wakeUp.kind.launchReason
    let (id, old) = processToLaunch(app, reason: reason, state: .background, &kernel)
    kernel.emit(.beginPeriodAfterWake(id))
    let start = kernel.record(
      .state(.background, from: old), of: id, rule: wakeUp.kind.ruleOfLaunch(kernel),
      cause: cause, details: .launch(reason))
    if old == .notRunning { kernel.emit(.takeMemory(id, cause: start)) }
    kernel.emit(
      .sendBackgroundLaunchMessages(
        StartedLaunch(
          process: id, reason: wakeUp, wasPrewarmed: old == .prewarmed, start: start)))
  }

  mutating func sendBackgroundLaunchMessages(
    _ started: StartedLaunch<WakeUp>, _ kernel: inout Kernel
  ) {
    let (id, start) = (started.process, started.start)
    guard kernel.isAlive(id) else { return }
    if kernel.apps[id.app.position].isExtension {
      // It has no application object, so that nobody is notified of a launch (R179).
      return queueFirstCode(of: id, wasPrewarmed: false, cause: start, &kernel)
    }
    let entersBackground = kernel.has(.backgroundEntryAtLaunch)
    watchdogs.arm(.backgroundLaunch, for: id, cause: start, &kernel)
    if !hasFinishedLaunching(id, kernel) {
      queueFirstCode(of: id, wasPrewarmed: started.wasPrewarmed, cause: start, &kernel)
      queueLaunchMessages(
        of: id, options: started.reason.launchOptions, restores: false,
        rule: started.reason.kind.ruleOfLaunch(kernel), cause: start, &kernel)
    }
    let usesScenes = kernel.usesScenes(id.app)
    if usesScenes {
      queueDiscards(of: id, cause: start, &kernel)
      if started.reason.kind == .carPlay {
        showInCar(id, cause: start, &kernel)
      } else if !kernel.has(.scenesConnectInBackground) {
        if entersBackground {
          kernel.enqueue(.post(.didEnterBackground, [], .R028), for: id, cause: start)
        }
      } else if started.reason.kind.connectsScenes {
        connectInBackground(id, cause: start, &kernel)
      }
    } else {
      // What builds its interface at launch shows it to nobody, and not again at the icon.
      queueFirstView(of: id, rule: .R162, cause: start, &kernel)
      kernel.enqueue(.send(.viewDidAppear, [], .R162), for: id, cause: start)
    }
    kernel.enqueue(.disarm(.backgroundLaunch), for: id, cause: start)
    if entersBackground, !usesScenes {
      kernel.enqueue(.send(.didEnterBackground, [], .R028), for: id, cause: start)
    }
  }

  /// Starts a process ahead of its launch; what comes before the application object runs (R026), and
  /// with the quirk the launch methods (R149).
  mutating func prewarm(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let finishes = kernel.has(.prewarmsMayFinishLaunching) && kernel.has(.prewarmFinishesLaunching)
    guard kernel.has(.prewarming) || finishes else { return .noPrewarming }
    guard !kernel.hasProcess(app) else { return .isRunningAlready }
    guard !kernel.apps[app.position].isOffloaded else { return .appIsOffloaded }
    let id = kernel.startProcess(of: app, reason: .prewarm, state: .background, isPrewarmed: true)
    let start = kernel.record(
      .state(.prewarmed, from: .notRunning), of: id, rule: finishes ? .R149 : .R026, cause: cause,
      details: .launch(.prewarm))
    kernel.emit(.takeMemory(id, cause: start))
    if finishes {
      queueFirstCode(of: id, wasPrewarmed: false, cause: start, &kernel)
      queueLaunchMessages(
        of: id, options: .emptyMap, restores: false, rule: .R149, cause: start, &kernel)
      kernel.change(id) { $0.finishLaunchingInPrewarm() }
    } else if kernel.description(of: app).hasMain {
      kernel.enqueue(.main, for: id, cause: start)
    }
    kernel.enqueue(.pausePrewarmed, for: id, cause: start)
    return nil
  }

  // MARK: - To the front

  /// Brings a living process back: `willEnterForeground`, then `didBecomeActive` (R067).
  func comeToFront(
    _ id: ProcessIdentifier, _ launch: ForegroundLaunch, _ kernel: inout Kernel
  ) {
    kernel.emit(.dropAllowances(id, cause: launch.cause))
    kernel.emit(.resume(id, rule: .R067, cause: launch.cause))
    reportWhatWaited(for: id, &kernel)
    kernel.emit(.enterForeground(id, launch))
  }

  mutating func enterForeground(
    _ id: ProcessIdentifier, _ launch: ForegroundLaunch, on layout: DisplayLayout,
    _ kernel: inout Kernel
  ) {
    let cause = launch.cause
    guard kernel.isAlive(id) else { return }
    guard !kernel.usesScenes(id) else {
      return show(
        launch.session, for: launch.request, of: id, isLaunch: false, cause: cause, on: layout,
        &kernel)
    }
    let isFirst = kernel.read(id) { $0.hasShownView } == false
    kernel.change(id) { $0.aim(at: .inactive) }
    kernel.emit(.reviewRunningTime(id))
    watchdogs.arm(.activation, for: id, cause: cause, &kernel)
    kernel.enqueue(.send(.willEnterForeground, [], .R067), for: id, cause: cause)
    kernel.enqueue(.become(.inactive, .R067), for: id, cause: cause)
    kernel.sendMissedTimeChange(id)
    kernel.change(id) { $0.showView() }
    if isFirst { queueAppearance(of: nil, id, rule: .R011, cause: cause, &kernel) }
    queueSteps(of: launch.request, to: id, isLaunch: false, cause: cause, &kernel)
    activateFront(on: layout, rule: .R067, cause: cause, &kernel)
    if isFirst { kernel.enqueue(.send(.viewDidAppear, [], .R011), for: id, cause: cause) }
    kernel.enqueue(.disarm(.activation), for: id, cause: cause)
    queueIntent(of: launch.request, to: id, cause: cause, &kernel)
  }

  /// Makes the apps on the screen active, unless something lies over them.
  func activateFront(
    on layout: DisplayLayout, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard layout.allowsActivity else { return }
    for app in layout.apps {
      guard let id = kernel.process(of: app)?.identifier else { continue }
      let state = kernel.read(id) { $0.targetState }
      let joining =
        kernel.usesScenes(id) ? kernel.read(id) { $0.scenes.inactiveWindows } ?? [] : []
      // A window may join one of its app's that is active already.
      guard state == .inactive || !joining.isEmpty else { continue }
      kernel.change(id) { $0.aim(at: .active) }
      queueActivation(of: id, scenes: joining, rule: rule, cause: cause, &kernel)
    }
  }

  /// Makes active apps inactive, with a moment of activity in between where it flickers.
  func deactivate(
    _ processes: [ProcessIdentifier], rule: RuleNumber, flickers: Bool, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    for id in processes where kernel.read(id, { $0.targetState }) == .active {
      queueResignation(of: id, rule: rule, cause: cause, &kernel)
      if flickers {
        queueActivation(of: id, rule: rule, cause: cause, &kernel)
        queueResignation(of: id, rule: rule, cause: cause, &kernel)
      }
      kernel.change(id) { $0.aim(at: .inactive) }
    }
  }

  /// An app that was locked away is active for a moment (R051).
  func activateBehindLock(_ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    guard kernel.read(id, { $0.targetState }) == .inactive else { return }
    let joining = kernel.usesScenes(id) ? kernel.read(id) { $0.scenes.inactiveWindows } ?? [] : []
    kernel.change(id) { $0.aim(at: .active) }
    queueActivation(of: id, scenes: joining, rule: .R051, cause: cause, &kernel)
  }

  /// The app resigns and is active again before it leaves the screen (C25).
  func flicker(
    _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard kernel.read(id, { $0.targetState }) == .active else { return }
    queueResignation(of: id, rule: rule, cause: cause, &kernel)
    queueActivation(of: id, rule: rule, cause: cause, &kernel)
  }

  // MARK: - Pairs of messages

  /// `willResignActive`, inside which the process still reads Active (R009); the change of state
  /// follows from the rule of the message.
  func queueResignation(
    of id: ProcessIdentifier, scenes: [SceneIdentifier]? = nil, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    guard kernel.usesScenes(id) else {
      kernel.enqueue(.send(.willResignActive, [], rule), for: id, cause: cause)
      return kernel.enqueue(.become(.inactive, rule), for: id, cause: cause)
    }
    for scene in scenes ?? kernel.activeScenes(of: id) {
      kernel.enqueue(.send(.sceneWillResignActive, [], rule), for: id, scene: scene, cause: cause)
      kernel.enqueue(
        .sceneBecomes(.foregroundInactive, rule), for: id, scene: scene, cause: cause)
    }
  }

  /// `didBecomeActive`, inside which the process reads Active (R009).
  func queueActivation(
    of id: ProcessIdentifier, scenes: [SceneIdentifier]? = nil, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    let isNotifiedFirst = kernel.has(.activationIsPostedFirst)
    guard kernel.usesScenes(id) else {
      if isNotifiedFirst, kernel.hasSystemScene(id.app) {
        kernel.enqueue(.post(.sceneDidActivate, [], .R157), for: id, cause: cause)
      }
      kernel.enqueue(.become(.active, rule), for: id, cause: cause)
      return kernel.enqueue(.send(.didBecomeActive, [], rule), for: id, cause: cause)
    }
    for scene in scenes ?? kernel.activeScenes(of: id) {
      if isNotifiedFirst {
        kernel.enqueue(
          .post(.sceneDidActivate, [], .R016), for: id, scene: scene, cause: cause)
      }
      kernel.enqueue(.sceneBecomes(.foregroundActive, rule), for: id, scene: scene, cause: cause)
      kernel.enqueue(.send(.sceneDidBecomeActive, [], rule), for: id, scene: scene, cause: cause)
    }
  }

  // MARK: - To the background

  /// Sends a foreground process, or some of its scenes, to the background.
  ///
  /// An active one resigns first; one that something made inactive has done so (R054).
  mutating func sendToBackground(_ transition: BackgroundTransition, _ kernel: inout Kernel) {
    let (id, cause) = (transition.process, transition.cause)
    guard let state = kernel.read(id, { $0.targetState }), state != .background else { return }
    guard canLeaveRunning(id, kernel) else { return leaveForGood(id, cause: cause, &kernel) }
    watchdogs.arm(.deactivation, for: id, cause: cause, &kernel)
    if state == .active {
      let active = transition.scenes?.filter(kernel.activeScenes(of: id).contains)
      queueResignation(of: id, scenes: active, rule: transition.rule, cause: cause, &kernel)
    }
    kernel.enqueue(.disarm(.deactivation), for: id, cause: cause)
    if state == .active, kernel.span(of: .transition) > .zero {
      kernel.enqueue(.passTransition, for: id, cause: cause)
    }
    let usesScenes = kernel.usesScenes(id)
    let leaving = transition.scenes ?? kernel.foregroundScenes(of: id)
    kernel.change(id) { process in
      usesScenes
        ? process.aim(at: .background, for: leaving) : process.aim(at: .background)
    }
    kernel.emit(.backgroundTransitionBegan(id))
    let entering = transition.enteringRule ?? transition.rule
    if usesScenes {
      queueIntoBackground(leaving, of: id, rule: entering, cause: cause, &kernel)
    } else {
      queueIntoBackground(
        id, rule: entering, readsInactive: transition.readsInactive, cause: cause, &kernel)
    }
    kernel.enqueue(.finishBackground, for: id, cause: cause)
    endIfAsked(id, cause: cause, &kernel)
  }

  /// What an app without scenes is told that has left the screen, and what it does of itself, within
  /// the one limit of R055.
  private func queueIntoBackground(
    _ id: ProcessIdentifier, rule: RuleNumber, readsInactive: Bool, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    if !readsInactive { kernel.enqueue(.become(.background, rule), for: id, cause: cause) }
    kernel.enqueue(.arm(.didEnterBackground), for: id, cause: cause)
    kernel.enqueue(.send(.didEnterBackground, [], rule), for: id, cause: cause)
    if readsInactive { kernel.enqueue(.become(.background, .R050), for: id, cause: cause) }
    if kernel.has(.statePreservation),
      kernel.read(id, { $0.handled.contains(.shouldSaveState) }) == true
    {
      kernel.enqueue(.send(.shouldSaveState, [], .R058), for: id, cause: cause)
      kernel.enqueue(
        .sendIf(.stateIsSaved, .willEncodeState, [.handle(HandleKind.coder.handle())], .R058),
        for: id, cause: cause)
    }
    queueSnapshots(of: id, scene: nil, cause: cause, &kernel)
    kernel.enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
  }

  /// What scenes are told that have left the screen, within the same limit.
  private func queueIntoBackground(
    _ scenes: [SceneIdentifier], of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.enqueue(.arm(.didEnterBackground), for: id, cause: cause)
    for scene in scenes {
      kernel.enqueue(.sceneBecomes(.background, rule), for: id, scene: scene, cause: cause)
      kernel.enqueue(
        .send(.sceneDidEnterBackground, [], rule), for: id, scene: scene, cause: cause)
    }
    let windows = kernel.read(id) { $0.scenes.windows.map(\.identifier) } ?? []
    for scene in scenes where windows.contains(scene) {
      kernel.enqueue(
        .send(.sceneStateRestorationActivity, [], .R118), for: id, scene: scene, cause: cause)
      queueSnapshots(of: id, scene: scene, cause: cause, &kernel)
    }
    kernel.enqueue(.disarm(.didEnterBackground), for: id, cause: cause)
  }

  /// Queues the snapshot for the switcher and what the view notices of it (R056, R057).
  private func queueSnapshots(
    of id: ProcessIdentifier, scene: SceneIdentifier?, cause: Cause?, _ kernel: inout Kernel
  ) {
    kernel.enqueue(.takeSnapshot, for: id, scene: scene, cause: cause)
    if kernel.has(.appearanceSnapshots) {
      let messages: [Message] = [
        .traitCollectionDidChange, .viewWillLayoutSubviews, .viewDidLayoutSubviews,
      ]
      guard
        kernel.read(id, { process in messages.contains { process.handled.contains($0) } }) == true
      else { return }
      let styles = kernel.has(.appearanceOrder) ? ["dark", "light"] : ["light", "dark"]
      for style in styles {
        let previous = ScriptValue.map(named: [("userInterfaceStyle", .symbol(style))])
        kernel.enqueue(
          .send(.traitCollectionDidChange, [previous], .R057), for: id, scene: scene,
          cause: cause)
        kernel.enqueueLayout(of: id, scene, cause: cause)
      }
    } else if kernel.traits.isPad, kernel.has(.orientationSnapshots) {
      for held in [Orientation.landscapeLeft, .portrait] {
        let size = kernel.traits.windowSize(held, isSplit: false)
        kernel.enqueue(
          .send(.viewWillTransition, [size], .R057), for: id, scene: scene, cause: cause)
        kernel.enqueueLayout(of: id, scene, cause: cause)
      }
    }
  }

  // MARK: - Leaving for good

  /// Whether an app that leaves the screen continues in the background (R002, R079).
  private func canLeaveRunning(_ id: ProcessIdentifier, _ kernel: Kernel) -> Bool {
    guard !lacksMultitasking(id.app, kernel) else { return false }
    return !asksToExit(id.app, kernel) || kernel.has(.backgroundBeforeExit)
      || kernel.has(.exitsOnSuspendSuspends)
  }

  private func lacksMultitasking(_ app: AppIdentifier, _ kernel: Kernel) -> Bool {
    guard kernel.traits.hasMultitasking else { return true }
    guard let sdk = kernel.description(of: app).sdk,
      let first = Feature.multitasking.firstVersion
    else { return false }
    return sdk < first
  }

  private func asksToExit(_ app: AppIdentifier, _ kernel: Kernel) -> Bool {
    kernel.traits.lets(exitOnSuspend: kernel.description(of: app))
  }

  /// The app is told that it resigns and that it ends; it never was in the background.
  private mutating func leaveForGood(
    _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    let hasChosen = !lacksMultitasking(id.app, kernel)
    let rule: RuleNumber = hasChosen ? .R079 : .R002
    if kernel.read(id, { $0.targetState }) == .active {
      queueResignation(of: id, rule: rule, cause: cause, &kernel)
    }
    kernel.sendToViews(.viewWillDisappear, [], of: id, rule: .R059, cause: cause)
    kernel.sendToViews(.viewDidDisappear, [], of: id, rule: .R059, cause: cause)
    kernel.change(id) { $0.aim(at: .background, for: $0.scenes.inForeground) }
    giveNotice(
      to: id, hasChosen ? .exitsOnSuspend : .noMultitasking, rule: rule, cause: cause, &kernel)
  }

  /// An app that asked to be ended has reached the background, where the order of the device logs
  /// ends it, or the quirk suspends it.
  private mutating func endIfAsked(
    _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard asksToExit(id.app, kernel), (kernel.read(id) { $0.ending } ?? nil) == nil else { return }
    if kernel.has(.exitsOnSuspendSuspends) {
      kernel.enqueue(.suspendAtOnce, for: id, cause: cause)
    } else if kernel.has(.backgroundBeforeExit) {
      giveNotice(to: id, .exitsOnSuspend, rule: .R079, cause: cause, &kernel)
    }
  }

  /// Sends `willTerminate` and ends the process after it, or when its limit is over (R076).
  mutating func giveNotice(
    to id: ProcessIdentifier, _ reason: ExitReason, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.change(id) { $0.beginEnding(reason) }
    kernel.emit(.reviewRunningTime(id))
    // What guards the way to the background comes first; then the notice has its own limit.
    if watchdogs.guards(id) {
      kernel.enqueue(.arm(.termination), for: id, cause: cause)
    } else {
      watchdogs.arm(.termination, for: id, cause: cause, &kernel)
    }
    kernel.enqueue(.send(.willTerminate, [], rule), for: id, cause: cause)
    kernel.enqueue(.exit(reason, rule), for: id, cause: cause)
  }
}

// MARK: - Scenes

extension FrontBoard {
  /// Brings a window of an app to the front, connecting a scene for it where there is none.
  ///
  /// Only the scene that is meant is told (R117); the application's own delegate hears none of it (R015).
  private mutating func show(
    _ session: SceneSessionIdentifier?, for request: LaunchRequest, of id: ProcessIdentifier,
    isLaunch: Bool, cause: Cause?, on layout: DisplayLayout, _ kernel: inout Kernel
  ) {
    let session = useSession(session, of: id.app)
    let connected = kernel.read(id) { $0.scenes[session]?.identifier } ?? nil
    let scene =
      connected
      ?? connect(
        session, to: id, options: request.connectionOptions,
        rule: isLaunch ? .R013 : .R118, cause: cause, &kernel)
    kernel.change(id) { $0.aim(at: .inactive, for: [scene]) }
    kernel.emit(.reviewRunningTime(id))
    let viewsAppearLast = kernel.has(.viewsAppearLast)
    func queue(_ message: Message) {
      kernel.enqueue(.send(message, [], .R014), for: id, scene: scene, cause: cause)
    }
    if connected == nil, !viewsAppearLast { queue(.viewWillAppear) }
    if isLaunch { kernel.enqueue(.disarm(.launch), for: id, cause: cause) }
    kernel.enqueue(.arm(.activation), for: id, cause: cause)
    let rule: RuleNumber = isLaunch ? .R013 : .R117
    kernel.enqueue(
      .send(.sceneWillEnterForeground, [], rule), for: id, scene: scene, cause: cause)
    kernel.enqueue(
      .sceneBecomes(.foregroundInactive, rule), for: id, scene: scene, cause: cause)
    returnExternalDisplays(of: id, cause: cause, &kernel)
    if connected == nil, !viewsAppearLast { queueLayout(of: scene, id, cause: cause, &kernel) }
    queueSteps(of: request, to: scene, of: id, isNew: connected == nil, cause: cause, &kernel)
    kernel.sendMissedTimeChange(id)
    activateFront(on: layout, rule: rule, cause: cause, &kernel)
    kernel.enqueue(.disarm(.activation), for: id, cause: cause)
    if connected == nil {
      if viewsAppearLast { queueAppearance(of: scene, id, rule: .R014, cause: cause, &kernel) }
      queue(.viewDidAppear)
    }
    queueIntent(of: request, to: id, cause: cause, &kernel)
    if layout.front == id.app { connectExternalDisplay(to: id, cause: cause, &kernel) }
  }

  // MARK: - Connected screens

  /// A screen was connected or disconnected: the app in front gets a scene for it, or all lose theirs
  /// without a word about their sessions (R158).
  mutating func setExternalDisplay(
    _ isConnected: Bool, on layout: DisplayLayout, cause: Cause, _ kernel: inout Kernel
  ) {
    hasExternalDisplay = isConnected
    guard !isConnected else {
      guard let front = layout.front, let id = kernel.process(of: front)?.identifier,
        kernel.read(id, { $0.targetState != .background && $0.ending == nil }) == true
      else { return }
      return connectExternalDisplay(to: id, cause: cause, &kernel)
    }
    for process in kernel.livingProcesses where process.ending == nil {
      let id = process.identifier
      disconnectExternalDisplays(of: id, cause: cause, &kernel)
    }
  }

  /// An app registers what it shows on a connected screen, or takes it back (R158).
  mutating func offerScreenContent(
    _ isOffered: Bool, of id: ProcessIdentifier, on layout: DisplayLayout, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.change(id) { $0.offerScreenContent(isOffered) }
    guard isOffered else { return disconnectExternalDisplays(of: id, cause: cause, &kernel) }
    guard layout.front == id.app, kernel.read(id, { $0.targetState != .background }) == true else {
      return
    }
    connectExternalDisplay(to: id, cause: cause, &kernel)
  }

  private mutating func disconnectExternalDisplays(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    let isAway = kernel.read(id) { $0.targetState == .background } == true
    for scene in kernel.read(id, { $0.scenes.externalDisplays }) ?? [] {
      if isAway {
        kernel.emit(.resumeForMessage(id, rule: .R158, cause: cause))
        kernel.emit(.disconnect(scene.identifier, id, rule: .R158, cause: cause))
      } else {
        queueDisconnection(of: scene.identifier, id, rule: .R158, cause: cause, &kernel)
      }
      saved[id.app].sessions.discard(scene.session)
    }
  }

  /// Whether an app gets a scene for a connected screen: one that was built with the SDK of iOS 27 has to
  /// ask for it (R158).
  private func takesScreenContent(of id: ProcessIdentifier, _ kernel: Kernel) -> Bool {
    let isAsked =
      kernel.has(.allScreensNeedAccessories)
      || kernel.has(.screensNeedAccessories)
        && kernel.isBuilt(id.app, with: .screensNeedAccessories)
    guard isAsked else { return true }
    return kernel.read(id) { $0.offersScreenContent } == true
  }

  /// Connects a scene for the connected screen, unless the app has one (R158).
  private mutating func connectExternalDisplay(
    to id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard hasExternalDisplay, kernel.usesScenes(id.app), takesScreenContent(of: id, kernel),
      kernel.read(id, { $0.scenes.externalDisplays.isEmpty }) == true
    else { return }
    let session = saved[id.app].sessions.create(role: .externalDisplay)
    let scene = connect(
      session, to: id, options: LaunchRequest.noConnectionOptions, rule: .R158, cause: cause,
      &kernel)
    bringExternalDisplay(scene, of: id, cause: cause, &kernel)
  }

  private func returnExternalDisplays(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    for scene in kernel.read(id, { $0.scenes.externalDisplays }) ?? [] {
      bringExternalDisplay(scene.identifier, of: id, cause: cause, &kernel)
    }
  }

  private func bringExternalDisplay(
    _ scene: SceneIdentifier, of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard kernel.read(id, { $0.scenes[scene]?.targetState }) == .background else { return }
    kernel.change(id) { $0.aim(at: .inactive, for: [scene]) }
    kernel.enqueue(
      .send(.sceneWillEnterForeground, [], .R158), for: id, scene: scene, cause: cause)
    kernel.enqueue(
      .sceneBecomes(.foregroundInactive, .R158), for: id, scene: scene, cause: cause)
  }

  // MARK: - Views

  /// The first view of an app or a scene is about to appear, and is laid out (R162).
  private func queueAppearance(
    of scene: SceneIdentifier?, _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.enqueue(.send(.viewWillAppear, [], rule), for: id, scene: scene, cause: cause)
    queueLayout(of: scene, id, cause: cause, &kernel)
  }

  /// The view appears with its traits and its size known, and is laid out (R162).
  private func queueLayout(
    of scene: SceneIdentifier?, _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    if kernel.has(.viewIsAppearing) {
      kernel.enqueue(.send(.viewIsAppearing, [], .R162), for: id, scene: scene, cause: cause)
    }
    kernel.enqueueLayout(of: id, scene, cause: cause)
  }

  private mutating func useSession(
    _ session: SceneSessionIdentifier?, of app: AppIdentifier
  ) -> SceneSessionIdentifier { saved[app].sessions.use(session) }

  /// Connects a new scene to a session; one that was never connected is configured first (R126).
  ///
  /// The first scene of a launch shares the time of the launch, any other has its own (R110).
  mutating func connect(
    _ session: SceneSessionIdentifier, to id: ProcessIdentifier, options: ScriptValue,
    rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) -> SceneIdentifier {
    let role = sessions(of: id.app)[session]?.role ?? .application
    let hasOwnTime = !watchdogs.guardsLaunch(of: id)
    if hasOwnTime { kernel.enqueue(.arm(.sceneCreation), for: id, cause: cause) }
    defer {
      if hasOwnTime { kernel.enqueue(.disarm(.sceneCreation), for: id, cause: cause) }
    }
    if saved[id.app].sessions.configure(session) {
      kernel.enqueue(
        .send(.configurationForConnecting, [.session(session), options], .R126), for: id,
        cause: cause)
    }
    let scene =
      kernel.change(id) { $0.changeScenes { $0.connect(session, role: role) } }
      ?? SceneIdentifier(number: 0)
    kernel.enqueue(.initializeScene, for: id, scene: scene, cause: cause)
    if kernel.description(of: id.app).info[.mainStoryboard] != nil {
      kernel.enqueue(.send(.awakeFromNib, [], .R014), for: id, scene: scene, cause: cause)
    }
    kernel.enqueue(
      .send(.sceneWillConnect, [.session(session), options], rule), for: id, scene: scene,
      cause: cause)
    guard role == .application else { return scene }
    kernel.enqueue(.send(.viewDidLoad, [], .R014), for: id, scene: scene, cause: cause)
    return scene
  }

  /// Connects a scene of an app that the system launches in the background (R031).
  private mutating func connectInBackground(
    _ id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let session = useSession(nil, of: id.app)
    let scene = connect(
      session, to: id, options: LaunchRequest.noConnectionOptions, rule: .R013, cause: cause,
      &kernel)
    kernel.change(id) { $0.changeScenes { $0.setPhase(.background, of: scene) } }
    kernel.enqueue(.sceneBecomes(.background, .R031), for: id, scene: scene, cause: cause)
    kernel.enqueue(
      .send(.sceneDidEnterBackground, [], .R031), for: id, scene: scene, cause: cause)
  }

  /// Hands over what a scene was brought to the front for, while it is inactive; a scene that was
  /// connected for it knows from its options (R024, R072).
  private func queueSteps(
    of request: LaunchRequest, to scene: SceneIdentifier, of id: ProcessIdentifier, isNew: Bool,
    cause: Cause?, _ kernel: inout Kernel
  ) {
    if case .notification(let response) = request {
      return kernel.enqueue(.respond(response, response.rule ?? .R072), for: id, cause: cause)
    }
    for step in isNew ? request.newSceneSteps : request.sceneSteps {
      kernel.enqueue(
        .send(step.message, step.arguments, step.rule), for: id, scene: scene, cause: cause)
    }
    guard let link = request.link else { return }
    for _ in 0..<(kernel.has(.linkToldTwice) ? 2 : 1) {
      kernel.enqueue(
        .send(.sceneOpenURL, [.string(link)], .R177), for: id, scene: scene, cause: cause)
    }
  }

  /// Tells of the windows that were closed while the app was not running, after its launch (R119).
  private mutating func queueDiscards(
    of id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    guard saved.read(id.app, { !$0.sessions.discarded.isEmpty }) == true else { return }
    let handles = saved[id.app].sessions.takeDiscarded().map { ScriptValue.session($0) }
    kernel.enqueue(
      .send(.didDiscardSceneSessions, [.list(handles)], .R119), for: id, cause: cause)
  }

  // MARK: - Disconnecting and discarding

  /// The system frees a scene in the background; its session stays (R118).
  func disconnectScene(
    _ app: AppIdentifier, window: Int, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let session = sessions(of: app).session(ofWindow: window) else {
      return kernel.refusal(ofWindow: window, app)
    }
    guard let process = kernel.process(of: app), process.ending == nil,
      let scene = process.scenes[session]
    else { return .sceneNotConnected }
    guard scene.targetState == .background else { return .sceneIsInFront }
    let id = process.identifier
    kernel.emit(.resumeForMessage(id, rule: .R118, cause: cause))
    kernel.emit(
      destroysScenes(.onDisconnect, of: app, kernel)
        ? .discard(session, id, rule: .R176, cause: cause)
        : .disconnect(scene.identifier, id, rule: .R118, cause: cause))
    return nil
  }

  /// Disconnects a scene that is the whole of what its process is told.
  func disconnect(
    _ scene: SceneIdentifier, of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    queueDisconnection(of: scene, id, rule: rule, cause: cause, &kernel)
    kernel.enqueue(.finishBackground, for: id, cause: cause)
  }

  /// Disconnects a session's scene, if it has one, and discards the session (R119); the process has
  /// been woken for it.
  mutating func discard(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    if let scene = kernel.read(id, { $0.scenes[session] }) ?? nil {
      if scene.targetState == .active {
        queueResignation(
          of: id, scenes: [scene.identifier], rule: rule, cause: cause, &kernel)
      }
      queueDisconnection(of: scene.identifier, id, rule: rule, cause: cause, &kernel)
    }
    tellOfDiscard(session, of: id, rule: rule, cause: cause, &kernel)
    kernel.enqueue(.finishBackground, for: id, cause: cause)
  }

  /// Queues the end of a scene; an app that has none left on the screen leaves it.
  func queueDisconnection(
    of scene: SceneIdentifier, _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.change(id) { process in
      process.aim(at: .background, for: [scene])
      process.changeScenes { $0.beginLeaving(scene) }
    }
    if kernel.read(id, { $0.scenes[scene]?.role }) == .carPlay {
      kernel.enqueue(
        .send(.carPlayDidDisconnect, [Self.controller], .R159), for: id, scene: scene,
        cause: cause)
    }
    let readsLastState = kernel.has(.disconnectionReadsLastState)
    if !readsLastState {
      kernel.enqueue(.sceneBecomes(.unattached, rule), for: id, scene: scene, cause: cause)
    }
    kernel.enqueue(.send(.sceneDidDisconnect, [], rule), for: id, scene: scene, cause: cause)
    if readsLastState {
      kernel.enqueue(.sceneBecomes(.unattached, rule), for: id, scene: scene, cause: cause)
    }
    kernel.enqueue(.freeScene, for: id, scene: scene, cause: cause)
    if let session = kernel.read(id, { $0.scenes[scene]?.session }) ?? nil {
      kernel.emit(.windowWasClosed(session, id.app))
    }
    if kernel.read(id, { $0.targetState }) == .background { kernel.emit(.takeOffScreen(id.app)) }
    kernel.emit(.reviewRunningTime(id))
  }

  // MARK: - Swiping away

  /// The card of a running app in front, or in the background, is swiped away: what it is told
  /// differs between devices and versions, and developers' logs are all there is (R077, R121 to
  /// R124).
  mutating func endInFront(_ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    if kernel.has(.swipeDisconnects) { return swipeScenesAway(of: id, cause: cause, &kernel) }
    guard
      let front = kernel.read(id, { $0.scenes.windows.first { $0.targetState != .background } })
        ?? nil
    else { return giveNotice(to: id, .forceQuit, rule: .R077, cause: cause, &kernel) }
    if kernel.traits.isPad, !kernel.hasSeveralWindows(id.app) {
      swipeAwayOnlyWindow(front, of: id, cause: cause, &kernel)
    } else {
      let rule: RuleNumber = kernel.traits.isPad ? .R123 : .R121
      sendToBackground(
        BackgroundTransition(process: id, rule: .R047, enteringRule: rule, cause: cause), &kernel)
      kernel.emit(.takeOffScreen(id.app))
      discardSwipedSessions(of: id, cause: cause, &kernel)
      giveNotice(to: id, .forceQuit, rule: rule, cause: cause, &kernel)
    }
  }

  /// An iPad's only session goes with its card; what its window was restored with stays (K20).
  private mutating func discardSwiped(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    saved[id.app].sessions.leaveActivity(of: session)
    tellOfDiscard(session, of: id, rule: rule, cause: cause, &kernel)
  }

  /// By a quirk of phones a swipe discards the sessions of a running app too (C30).
  private mutating func discardSwipedSessions(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard swipeDiscardsSessions(of: id.app, kernel) else { return }
    for session in sessions(of: id.app).open where session.role == .application {
      tellOfDiscard(session.identifier, of: id, rule: .R119, cause: cause, &kernel)
    }
  }

  /// An iPad's only window: disconnected and discarded without going to the background (R122).
  private mutating func swipeAwayOnlyWindow(
    _ scene: Scene, of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    if scene.targetState == .active {
      queueResignation(of: id, rule: .R047, cause: cause, &kernel)
    }
    queueDisconnection(of: scene.identifier, id, rule: .R122, cause: cause, &kernel)
    discardSwiped(scene.session, of: id, rule: .R122, cause: cause, &kernel)
    giveNotice(to: id, .forceQuit, rule: .R122, cause: cause, &kernel)
  }

  /// The later systems: the scenes resign and are disconnected, wherever they are, and the process
  /// gets its notice after all that they are told (R124).
  private mutating func swipeScenesAway(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    if kernel.read(id, { $0.targetState }) == .active {
      queueResignation(of: id, rule: .R124, cause: cause, &kernel)
    }
    if let car = kernel.read(id, { $0.scenes.ofCar }) ?? nil, car.targetState == .active {
      queueResignation(
        of: id, scenes: [car.identifier], rule: .R124, cause: cause, &kernel)
    }
    let scenes = kernel.read(id) { $0.scenes.all.filter { !$0.isLeaving } } ?? []
    for scene in scenes {
      queueDisconnection(of: scene.identifier, id, rule: .R124, cause: cause, &kernel)
    }
    if kernel.has(.fastSwipeKill), let last = scenes.last?.identifier {
      let other = SceneIdentifier(number: last.number &+ 1)
      for message in [Message.sceneWillEnterForeground, .sceneDidEnterBackground] {
        kernel.enqueue(.send(message, [], .R124), for: id, scene: other, cause: cause)
      }
    }
    // Where an app has one window for good, its session goes with the card (R122).
    if kernel.traits.isPad, !kernel.hasSeveralWindows(id.app) {
      for scene in scenes where scene.role == .application {
        discardSwiped(scene.session, of: id, rule: .R124, cause: cause, &kernel)
      }
    }
    discardSwipedSessions(of: id, cause: cause, &kernel)
    giveNotice(to: id, .forceQuit, rule: .R124, cause: cause, &kernel)
  }

  /// A session is gone for good, and its app is notified at once.
  private mutating func tellOfDiscard(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    saved[id.app].sessions.discard(session)
    kernel.enqueue(
      .send(.didDiscardSceneSessions, [.list([.session(session)])], rule), for: id, cause: cause)
  }

  /// The card of an app without scenes was swiped away, and it has left the screen for that (R078).
  mutating func endAfterLeaving(
    _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    if kernel.has(.doubleEnterBackground) {
      kernel.enqueue(.send(.didEnterBackground, [], .R078), for: id, cause: cause)
    }
    guard (kernel.read(id) { $0.ending } ?? nil) == nil else { return }
    giveNotice(to: id, .forceQuit, rule: .R077, cause: cause, &kernel)
  }

  // MARK: - Answers

  /// Takes what a handler returned, where the answer matters: votes on the launch, on saving and on
  /// restoring, and the activity by which a scene is restored.
  mutating func take(
    _ answer: ScriptValue, to message: Message, scene: SceneIdentifier?,
    of id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    switch message {
    case .willFinishLaunching, .didFinishLaunching:
      // A method that is not implemented has no vote, and no answer counts as true (R019).
      if answer == .boolean(false) { kernel.change(id) { $0.changeVotes { $0.refuseLaunch() } } }
    case .shouldSaveState:
      let saves = answer == .boolean(true)
      kernel.change(id) { $0.changeVotes { $0.setSavesState(saves) } }
      // The views are saved even when the app's own code has nothing to add.
      if saves, kernel.read(id, { $0.handled.contains(.willEncodeState) }) == false {
        saved[id.app].hasState = true
      }
    case .shouldRestoreState:
      kernel.change(id) { $0.changeVotes { $0.setRestoresState(answer == .boolean(true)) } }
    case .willEncodeState: saved[id.app].hasState = true
    case .sceneStateRestorationActivity:
      guard let scene, let session = kernel.read(id, { $0.scenes[scene]?.session }) ?? nil else {
        return
      }
      saved[id.app].sessions.setActivity(answer, of: session)
    default: break
    }
  }
}

// MARK: - Identity

extension FrontBoard {
  /// Combines what is kept for an app and its process.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    watchdogs.digest(app, into: &walk)
    guard !saved.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let saved = saved[app]
    walk.combine(saved.hasState)
    let sessions = saved.sessions
    if walk.scope.countsWindowNumbers {
      walk.combine(Int(sessions.lastNumber))
      for number in sessions.lastNumbers { walk.combine(number) }
    }
    let byUse = sessions.open.sorted { $0.lastUse < $1.lastUse }.map(\.identifier)
    walk.combine(each: sessions.open) { walk, session in
      walk.combine(session.identifier)
      if walk.scope.countsWindowNumbers { walk.combine(session.number) }
      walk.combine(byUse.firstIndex(of: session.identifier) ?? 0)
      walk.combine(session.isConfigured)
      walk.combine(session.role)
      walk.combine(session.activity)
    }
    walk.combine(each: sessions.discarded) { $0.combine($1) }
  }

  /// Gives an app's windows their ranks, those that it was not told are closed last.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    guard !saved.isEmpty(app) else { return }
    let sessions = saved[app].sessions
    walk.number(sessions: sessions.open.map(\.identifier) + sessions.discarded)
  }
}

// MARK: - For app code

/// What an app asks of scenes.
extension AppContext {
  /// The scenes that are connected, in the order of their connection.
  package var connectedScenes: [SceneIdentifier] {
    read {
      $1.read(process) { process in
        process.usesScenes
          ? process.scenes.all.filter { !$0.isLeaving }.map(\.identifier)
          : process.hasWindow ? [SystemScene.scene] : []
      }
    } ?? []
  }

  /// The sessions whose windows the user has not closed, in the order of their creation.
  package var openSessions: [SceneSessionIdentifier] {
    read { parts, kernel in
      if kernel.read(process, { $0.hasWindow }) == true { return [SystemScene.session] }
      return kernel.isAlive(process)
        ? parts.frontBoard.sessions(of: process.app).open.map(\.identifier) : []
    }
  }

  /// The state that a scene can read of itself; nil once it is freed.
  package func state(of scene: SceneIdentifier) -> SceneState? {
    read { $1.read(process) { $0.state(of: scene) } } ?? nil
  }

  /// The session of a scene; nil once the scene is freed.
  package func session(of scene: SceneIdentifier) -> SceneSessionIdentifier? {
    read { $1.read(process) { $0.session(of: scene) } } ?? nil
  }

  /// What a scene is for; a freed one counts as a window.
  package func role(of scene: SceneIdentifier) -> SceneRole {
    read { $1.read(process) { $0.scenes[scene]?.role ?? .application } } ?? .application
  }

  /// What the scenes of a session are for.
  package func role(of session: SceneSessionIdentifier) -> SceneRole {
    read { parts, _ in
      parts.frontBoard.sessions(of: process.app)[session]?.role ?? .application
    }
  }

  /// What brings a session's scene back to where it was; nil without it (R118).
  package func restorationActivity(of session: SceneSessionIdentifier) -> ScriptValue {
    read { parts, _ in
      parts.frontBoard.sessions(of: process.app)[session]?.activity ?? .nil
    }
  }

  /// Asks for a window: another one without a session, else that of the session (R127).
  ///
  /// - Parameter session: The session to show; nil for a new window.
  package func requestSceneSessionActivation(_ session: SceneSessionIdentifier?) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      let cause = kernel.cause ?? kernel.nextRecord
      let app = process.app
      if kernel.hasSystemScene(app) {
        let refusal =
          session == nil
          ? .systemSceneOnly
          : parts.springBoard.bringForward(
            ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause), &kernel)
        return note(refusal, rule: .R157, cause: cause, &kernel)
      }
      // What is on a car's or a connected screen is no window of the device's own.
      let isOpen =
        session.map { parts.frontBoard.sessions(of: app)[$0]?.role == .application } ?? true
      var refusal = isOpen ? parts.springBoard.refusalOfLeaving : .noSuchWindow
      if session == nil, !kernel.hasSeveralWindows(app) { refusal = .oneWindowOnly }
      if refusal == nil {
        let chosen = session ?? parts.frontBoard.createSession(of: app)
        refusal = parts.springBoard.bringForward(
          ForegroundLaunch(app: app, request: .icon, session: chosen, cause: cause), &kernel)
      }
      note(refusal, rule: .R127, cause: cause, &kernel)
    }
  }

  /// Closes a window for good (R120).
  package func requestSceneSessionDestruction(_ session: SceneSessionIdentifier) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      let cause = kernel.cause ?? kernel.nextRecord
      guard !kernel.hasSystemScene(process.app) else {
        return note(.systemSceneOnly, rule: .R157, cause: cause, &kernel)
      }
      guard parts.frontBoard.sessions(of: process.app)[session] != nil else {
        return note(.noSuchWindow, rule: .R120, cause: cause, &kernel)
      }
      kernel.emit(.resumeForMessage(process, rule: .R120, cause: cause))
      kernel.emit(.discard(session, process, rule: .R120, cause: cause))
    }
  }

  private func note(
    _ refusal: RefusalReason?, rule: RuleNumber, cause: Cause, _ kernel: inout Kernel
  ) {
    guard let refusal else { return }
    kernel.record(.refusal(refusal), of: process, rule: rule, cause: cause)
  }
}
