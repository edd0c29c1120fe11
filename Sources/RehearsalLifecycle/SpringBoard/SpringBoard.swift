// SpringBoard is what the user sees and touches: the app in front and the one beside it, the home
// screen, the switcher with its cards and snapshots, the lock, and what lies over an app. It decides
// who belongs in front; FrontBoard leads the processes there.

import RehearsalValues

/// A button of the device.
public enum DeviceButton: String, CaseIterable, Hashable, Sendable {
  case home, lock, switcher, siri, screenshot

  /// The versions that have it (R167); where the switcher is missing, its refusal says so itself.
  var versions: SystemVersionRange {
    switch self {
    case .home, .lock, .switcher: .all
    case .siri: InterruptionKind.siri.versions
    case .screenshot: .from(7)
    }
  }
}

/// What is on the screen, below any interruption.
package enum Screen: Hashable, Sendable {
  /// The home screen.
  case homeScreen
  /// An installed app.
  case app(AppIdentifier)
  /// An app of the system.
  case systemApp(SystemApp)
}

/// What is in front, and what lies over it.
struct SpringBoard: Sendable {
  /// What the user did with an app, whether it runs or not.
  private struct Usage: DefaultInitializable {
    /// Whether the user swiped the app away and has not opened it since (R077).
    var wasForceQuit = false
    /// When the user swiped the app away last.
    var forceQuitTime: VirtualTime?
    /// When the user opened the app last.
    var lastUse: VirtualTime?
  }

  /// What few apps have: a launch that waits, and pictures for the switcher.
  private struct ScreenState: DefaultInitializable {
    /// The launch that was asked for while the last process was ending.
    var pendingLaunch: (cause: Cause?, request: LaunchRequest)?
    /// What the switcher shows of the app, the newest last.
    var snapshots: [String] = []
  }

  /// What is on the screen, below any interruption and below the lock.
  private(set) var screen = Screen.homeScreen
  /// The app beside the one in front, in Split View (R052).
  private(set) var sideApp: AppIdentifier?
  /// The windows of the app in front that share the screen, where the one beside it is its own.
  private var ownWindows: [SceneSessionIdentifier] = []
  /// The further apps on the screen: over the others in Slide Over, or on the stage (R160).
  private(set) var stageLayout = StageLayout()
  private(set) var isLocked = false
  /// The apps that are active for moments behind the lock (R051).
  private(set) var lockGhosts = LockGhosts()
  /// Whether the device was unlocked since it started (R035).
  private(set) var hasBeenUnlocked = true
  private(set) var orientation = Orientation.portrait
  /// The cards of the switcher, the one used last first; a dead app keeps its card.
  private(set) var switcher: [AppIdentifier] = []
  /// Whether the switcher lies over the screen (R047).
  private(set) var isSwitcherOpen = false
  /// Whether the divider of Split View is being dragged (R052).
  private(set) var isDividerDragged = false
  private(set) var interruptions: [Interruption] = []
  private(set) var call: PhoneCall?
  /// What waits on the lock screen until the device is unlocked (R142).
  private(set) var waitingTap: WaitingTap?
  private var usage = SmallAppTable<Usage>()
  private var screenStates = AppTable<ScreenState>()

  // MARK: - Looking

  /// The app in front, also while the device is locked or something lies over it.
  var frontmost: AppIdentifier? {
    if case .app(let app) = screen { return app }
    return nil
  }

  /// What FrontBoard is told of the display.
  var layout: DisplayLayout {
    DisplayLayout(
      front: frontmost, side: sideApp, others: stageLayout.apps,
      allowsActivity: !isLocked && !isCovered)
  }

  func isOnScreen(_ app: AppIdentifier) -> Bool {
    frontmost == app || sideApp == app || stageLayout.apps.contains(app)
  }

  func processesOnScreen(_ kernel: Kernel) -> [ProcessIdentifier] {
    layout.apps.compactMap { kernel.process(of: $0)?.identifier }
  }

  /// Whether something lies over the apps on the screen that keeps them from being active.
  var isCovered: Bool {
    isSwitcherOpen || isDividerDragged || call?.liesOverApp == true
      || interruptions.contains { $0.behavior.deactivation != .none }
  }

  /// Why no app can take the screen at this moment; nil when one can.
  var refusalOfLeaving: RefusalReason? {
    if isLocked { return .deviceIsLocked }
    if isSwitcherOpen { return .switcherIsOpen }
    return isCovered ? .interruptionInTheWay : nil
  }

  /// Why no notification can be tapped at this moment; nil on the lock screen, in Notification Center
  /// and where nothing lies over the screen (R142).
  var refusalOfNotification: RefusalReason? {
    let isCovered =
      isDividerDragged || call?.liesOverApp == true
      || interruptions.contains {
        $0.behavior.deactivation != .none && $0.kind != .notificationCenter
      }
    if isCovered { return .notificationIsCovered }
    return isSwitcherOpen ? .switcherIsOpen : nil
  }

  /// Whether a question of the system is on the screen.
  var isPromptShown: Bool { interruptions.contains(where: \.kind.isPrompt) }

  func wasForceQuit(_ app: AppIdentifier) -> Bool { usage[app].wasForceQuit }

  func forceQuitTime(of app: AppIdentifier) -> VirtualTime? {
    usage[app].forceQuitTime
  }

  func lastUse(of app: AppIdentifier) -> VirtualTime? { usage[app].lastUse }

  func snapshots(of app: AppIdentifier) -> [String] {
    screenStates.read(app) { $0.snapshots } ?? []
  }

  func isShown(_ kind: InterruptionKind) -> Bool { interruptions.contains { $0.kind == kind } }

  // MARK: - To the front

  /// A tap on the icon: a cold launch (R011), or a return of a living process (R067).
  mutating func launch(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusalOfLeaving { return refusal }
    guard frontmost != app, sideApp != app else { return .alreadyInFront }
    // A window that is brought to the front of the others tells nobody of it (R160).
    if stageLayout.contains(app) {
      bringWindowToFront(app)
      return nil
    }
    return bringForward(
      ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause), &kernel)
  }

  private mutating func bringWindowToFront(_ app: AppIdentifier) {
    guard let front = frontmost, stageLayout.contains(app), stageLayout.slideOver != app else {
      return
    }
    stageLayout.replace(app, by: front)
    screen = .app(app)
  }

  /// Brings an app to the front for a reason; one that is on the screen is only told the reason.
  mutating func bringForward(
    _ launch: consuming ForegroundLaunch, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusalOfLeaving { return refusal }
    if isOnScreen(launch.app), launch.session == nil,
      let process = kernel.process(of: launch.app), process.ending == nil
    {
      bringWindowToFront(launch.app)
      kernel.emit(.handOver(launch.request, process.identifier, cause: launch.cause))
      return nil
    }
    if sideApp != launch.app || frontmost == launch.app {
      if launch.request.link != nil { flickerForLink(cause: launch.cause, &kernel) }
      leaveScreen(rule: .R054, cause: launch.cause, &kernel)
    }
    kernel.emit(.bringForward(launch))
    return nil
  }

  /// On one system, by reports, the app that a link is followed from is active again for a moment
  /// (C25).
  private func flickerForLink(cause: Cause?, _ kernel: inout Kernel) {
    guard kernel.has(.linksFlicker) else { return }
    for id in processesOnScreen(kernel) { kernel.emit(.flicker(id, rule: .R054, cause: cause)) }
  }

  /// What was on the screen has left it for the app.
  mutating func finishBringingForward(_ launch: ForegroundLaunch, _ kernel: inout Kernel) {
    usage[launch.app].wasForceQuit = false
    guard let process = kernel.process(of: launch.app) else { return launchCold(launch, &kernel) }
    if process.ending != nil {
      // The tap waits for the end of the old process, which begins the launch.
      screenStates[launch.app].pendingLaunch = (launch.cause, launch.request)
      show(.homeScreen, kernel)
    } else if process.isPrewarmed {
      launchCold(launch, &kernel)
    } else {
      returnToFront(process.identifier, launch, &kernel)
      bringStage(of: launch.app, cause: launch.cause, &kernel)
    }
  }

  /// Those that share the stage of an app come up with it (R160).
  private mutating func bringStage(
    of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    let others = stageLayout.takeStage(of: app).filter {
      kernel.process(of: $0)?.ending == nil
    }
    guard !others.isEmpty else { return }
    for other in others { join(other, isOver: false, cause: cause, &kernel) }
    moveCardToFront(app, kernel)
  }

  private mutating func launchCold(
    _ launch: consuming ForegroundLaunch, _ kernel: inout Kernel
  ) {
    let (app, cause) = (launch.app, launch.cause)
    show(.app(app), kernel)
    moveCardToFront(app, kernel)
    kernel.emit(.launch(launch))
    bringStage(of: app, cause: cause, &kernel)
  }

  private mutating func returnToFront(
    _ id: ProcessIdentifier, _ launch: ForegroundLaunch, _ kernel: inout Kernel
  ) {
    let isHidden = stageLayout.hidden.contains(id.app)
    if !isOnScreen(id.app) || frontmost == nil { show(.app(id.app), kernel) }
    moveCardToFront(id.app, kernel)
    guard isHidden else { return kernel.emit(.comeToFront(id, launch)) }
    // It never left the foreground, and is only active again (R178).
    kernel.emit(.handOver(launch.request, id, cause: launch.cause))
    kernel.emit(.activateFront(rule: .R178, cause: launch.cause))
  }

  /// What is in front from now on; where apps share the screen, those that are there stay (R178).
  private mutating func show(_ new: Screen, _ kernel: Kernel) {
    guard kernel.has(.severalAppsInFront) else {
      screen = new
      return
    }
    guard case .app(let app) = new else { return }
    stageLayout.remove(app)
    if let front = frontmost, front != app { stageLayout.keep(front) }
    screen = new
  }

  /// The user opens an app that the device itself does not show.
  mutating func noteUse(of app: AppIdentifier, _ kernel: Kernel) {
    usage[app].wasForceQuit = false
    moveCardToFront(app, kernel)
  }

  /// The app's card becomes the first of the switcher, where there is one.
  private mutating func moveCardToFront(_ app: AppIdentifier, _ kernel: Kernel) {
    guard kernel.traits.hasMultitasking else { return }
    if switcher.first != app {
      switcher.removeAll { $0 == app }
      switcher.insert(app, at: 0)
    }
    usage[app].lastUse = kernel.now
  }

  // MARK: - From the front

  func pressHomeRefusal(_ kernel: Kernel) -> RefusalReason? {
    if isLocked { return .deviceIsLocked }
    if interruptions.contains(where: \.behavior.isOverlay) { return nil }
    if kernel.has(.severalAppsInFront) { return .noHomeScreen }
    return screen == .homeScreen && !isSwitcherOpen ? .alreadyOnHomeScreen : nil
  }

  mutating func pressHome(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    if let refusal = pressHomeRefusal(kernel) { return refusal }
    if let overlay = interruptions.lastIndex(where: \.behavior.isOverlay) {
      let closed = interruptions.remove(at: overlay)
      kernel.emit(.activateFront(rule: closed.behavior.rule, cause: cause))
      giveSoundBack(of: closed, cause: cause, &kernel)
      return nil
    }
    isSwitcherOpen = false
    cancelSheets(cause: cause, &kernel)
    let left = frontmost.flatMap { kernel.process(of: $0)?.identifier }
    leaveScreen(rule: .R054, cause: cause, &kernel)
    screen = .homeScreen
    kernel.emit(.showNextPrompt)
    if let left { kernel.emit(.beginPictureInPicture(left, cause: cause)) }
    return nil
  }

  /// Leaving the app cancels what the system asks on its behalf (R146).
  private mutating func cancelSheets(cause: Cause, _ kernel: inout Kernel) {
    for sheet in interruptions where sheet.kind.sheet != nil {
      kernel.emit(.resolvePrompt(sheet.kind, isGranted: false, cause: cause))
    }
    interruptions.removeAll { $0.kind.sheet != nil }
  }

  /// The process that asked has ended, and what was asked for it goes.
  mutating func removeSheets(_ kernel: inout Kernel) {
    interruptions.removeAll { $0.kind.sheet != nil }
    kernel.emit(.activateFront(rule: .R146, cause: nil))
    kernel.emit(.showNextPrompt)
  }

  /// The user goes to Settings, over the home screen (R148).
  mutating func leaveForSettings(cause: Cause, _ kernel: inout Kernel) {
    leaveScreen(rule: .R054, cause: cause, &kernel)
    show(.homeScreen, kernel)
  }

  /// The apps on the screen leave it for something else (R054), unless they share it (R178).
  private mutating func leaveScreen(
    rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard !kernel.has(.severalAppsInFront) else { return }
    for id in processesOnScreen(kernel) {
      kernel.emit(.sendToBackground(BackgroundTransition(process: id, rule: rule, cause: cause)))
    }
    sideApp = nil
    ownWindows = []
    stageLayout.leave(front: frontmost)
    isDividerDragged = false
    if call?.liesOverApp == true { call = PhoneCall(returnsTo: nil) }
  }

  /// The app has no window on the screen any more; what was beside it has the screen to itself.
  mutating func takeOffScreen(_ app: AppIdentifier) {
    stageLayout.remove(app)
    if ownWindow(of: app) != nil { closeOwnWindow() }
    if frontmost == app {
      screen = (sideApp ?? stageLayout.takeFirst()).map { .app($0) } ?? .homeScreen
      sideApp = nil
      isDividerDragged = false
    } else if sideApp == app {
      sideApp = nil
      isDividerDragged = false
    }
  }

  /// The second window of the app in front, where that is what is beside it.
  private func ownWindow(of app: AppIdentifier) -> SceneSessionIdentifier? {
    frontmost == app && sideApp == app ? ownWindows.last : nil
  }

  /// Of two windows of the app in front one is left.
  private mutating func closeOwnWindow() {
    sideApp = nil
    ownWindows = []
    isDividerDragged = false
  }

  /// A window of an app was closed or freed, maybe one of two that shared the screen.
  mutating func windowWasClosed(_ session: SceneSessionIdentifier, of app: AppIdentifier) {
    if frontmost == app, ownWindows.contains(session) { closeOwnWindow() }
  }

  /// A process has ended: the screen is free, and a tap that waited for the end is answered.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    lockGhosts.end(id, &kernel)
    takeOffScreen(id.app)
    guard let pending = screenStates.read(id.app, { $0.pendingLaunch }) ?? nil else { return }
    screenStates[id.app].pendingLaunch = nil
    guard screen == .homeScreen, !isLocked else {
      kernel.record(
        refusal: isLocked ? .deviceIsLocked : .superseded, app: id.app, cause: pending.cause)
      return
    }
    launchCold(
      ForegroundLaunch(app: id.app, request: pending.request, session: nil, cause: pending.cause),
      &kernel)
  }

  mutating func forgetPendingLaunch(of app: AppIdentifier) {
    if !screenStates.isEmpty(app) { screenStates[app].pendingLaunch = nil }
  }

  // MARK: - The switcher

  /// Opens the switcher: while it is open the app in front is inactive (R010, R047).
  mutating func openSwitcher(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard !isLocked else { return .deviceIsLocked }
    guard kernel.traits.hasMultitasking else { return .noSwitcher }
    guard !kernel.has(.severalAppsInFront) else { return .appsShareTheScreen }
    guard !isSwitcherOpen else { return .switcherIsOpen }
    guard !isCovered else { return .interruptionInTheWay }
    deactivateFront(rule: .R047, cause: cause, &kernel)
    isSwitcherOpen = true
    return nil
  }

  private func deactivateFront(
    rule: RuleNumber, flickers: Bool = false, cause: Cause?, _ kernel: inout Kernel
  ) {
    kernel.emit(
      .deactivateFront(processesOnScreen(kernel), rule: rule, flickers: flickers, cause: cause))
  }

  /// Chooses a card, or one of an app's windows; a switcher that is not open is opened for it.
  mutating func choose(
    _ app: AppIdentifier, session: SceneSessionIdentifier?, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if kernel.has(.severalAppsInFront) {
      return bringForward(
        ForegroundLaunch(app: app, request: .icon, session: session, cause: cause), &kernel)
    }
    if !isSwitcherOpen { deactivateFront(rule: .R047, cause: cause, &kernel) }
    isSwitcherOpen = false
    guard !isShown(session, of: app, kernel) else {
      bringWindowToFront(app)
      kernel.emit(.activateFront(rule: .R047, cause: cause))
      return nil
    }
    leaveScreen(rule: .R047, cause: cause, &kernel)
    screen = .homeScreen
    return bringForward(
      ForegroundLaunch(app: app, request: .icon, session: session, cause: cause), &kernel)
  }

  /// Why no card of an app can be chosen; nil when one can.
  func refusalOfCard(_ app: AppIdentifier) -> RefusalReason? {
    if !isSwitcherOpen, let refusal = refusalOfLeaving { return refusal }
    return switcher.contains(app) ? nil : .noCard
  }

  /// Whether a window is on the screen; without one, any of the app's.
  private func isShown(
    _ session: SceneSessionIdentifier?, of app: AppIdentifier, _ kernel: Kernel
  ) -> Bool {
    guard isOnScreen(app) else { return false }
    guard let session else { return true }
    let scene = kernel.process(of: app)?.scenes[session]
    return scene.map { $0.targetState != .background } ?? false
  }

  /// The card is swiped away; what the process is told depends on its state (R077).
  mutating func forceQuit(
    _ app: AppIdentifier, cause: Cause?, sessions: SceneSessions, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusalOfCard(app) { return refusal }
    if swipeWindowAway(of: app, sessions, cause: cause, &kernel) { return nil }
    switcher.removeAll { $0 == app }
    stageLayout.leaveEarlierStage(app)
    usage[app].wasForceQuit = true
    usage[app].forceQuitTime = kernel.now
    screenStates[app].pendingLaunch = nil
    kernel.emit(.cardWasSwiped(app))
    kernel.emit(.discardHeldPush(app))
    kernel.emit(.endTransfers(app))
    guard let process = kernel.process(of: app) else { return nil }
    let id = process.identifier
    guard !process.isSuspended else {
      kernel.emit(.end(id, .forceQuit, rule: .R077, cause: cause, .state(.suspended)))
      return nil
    }
    guard process.ending == nil else { return nil }
    if process.usesScenes {
      kernel.emit(.endInFront(id, cause: cause))
      return nil
    }
    if isOnScreen(app) || stageLayout.hidden.contains(app) {
      // The open switcher makes the app inactive before the card is swiped away.
      kernel.emit(
        .sendToBackground(
          BackgroundTransition(process: id, rule: .R047, enteringRule: .R078, cause: cause)))
      takeOffScreen(app)
      kernel.emit(.endAfterLeaving(id, cause: cause))
    } else {
      kernel.emit(.giveNotice(id, .forceQuit, rule: .R077, cause: cause))
    }
    return nil
  }

  /// Swipes one of several windows of an app away; false when the card stands for the whole app.
  private func swipeWindowAway(
    of app: AppIdentifier, _ sessions: SceneSessions, cause: Cause?, _ kernel: inout Kernel
  ) -> Bool {
    guard let process = kernel.process(of: app), process.ending == nil, process.usesScenes,
      kernel.hasSeveralWindows(app)
    else { return false }
    let connected = process.scenes.windows
    guard connected.count > 1, let latest = sessions.latest else { return false }
    let front = connected.first { $0.targetState != .background }
    discard(front?.session ?? latest, of: process.identifier, rule: .R123, cause: cause, &kernel)
    return true
  }

  private func discard(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, rule: RuleNumber, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    kernel.emit(.resumeForMessage(id, rule: rule, cause: cause))
    kernel.emit(.discard(session, id, rule: rule, cause: cause))
  }

  /// Closes a window of a running app for good; the last one takes its process along, but its
  /// session stays for the next launch (R125, R126).
  mutating func closeWindow(
    _ session: SceneSessionIdentifier, of id: ProcessIdentifier, sessions: SceneSessions,
    cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let scenes = kernel.read(id) { $0.scenes } ?? SceneTable()
    let isLast = !scenes.windows.contains { $0.session != session }
    guard isLast, scenes[session] != nil else {
      discard(session, of: id, rule: .R119, cause: cause, &kernel)
      return nil
    }
    guard kernel.has(.lastWindowTerminates) else {
      return forceQuit(id.app, cause: cause, sessions: sessions, &kernel)
    }
    switcher.removeAll { $0 == id.app }
    usage[id.app].wasForceQuit = true
    kernel.emit(.end(id, .forceQuit, rule: .R125, cause: cause, .lastWindowClosed))
    return nil
  }

  /// The app is taken off the device with its card.
  mutating func appWasRemoved(_ app: AppIdentifier) {
    if waitingTap?.app == app { waitingTap = nil }
    switcher.removeAll { $0 == app }
    stageLayout.leaveEarlierStage(app)
    usage.remove(app)
    screenStates.remove(app)
  }

  /// Takes a picture of what an app shows, for the switcher.
  mutating func takeSnapshot(
    of id: ProcessIdentifier, _ scene: SceneIdentifier?, cause: Cause?, _ kernel: inout Kernel
  ) {
    let found =
      kernel.usesScenes(id)
      ? kernel.read(id) { $0.contents(of: scene) } : kernel.read(id) { $0.contents }
    guard let contents = found ?? nil else { return }
    let picture = contents.ignoresSnapshot ? "" : contents.picture
    kernel.change(id) { $0.changeContents(of: scene) { $0.ignoresSnapshot = false } }
    if screenStates[id.app].snapshots.count >= Self.snapshotLimit {
      screenStates[id.app].snapshots.removeFirst()
    }
    screenStates[id.app].snapshots.append(picture)
    kernel.record(
      .snapshot, of: id, scene: scene, rule: .R056, cause: cause, details: .text(picture))
  }

  /// How many snapshots of an app are remembered.
  private static var snapshotLimit: Int { 100 }

  // MARK: - The lock

  /// Locks the device, which differs from version to version and on single models (R048 to R051).
  ///
  /// - Parameters:
  ///   - flickers: Whether the app in front is active for a moment between two resignations.
  ///   - cause: The stimulus.
  ///   - kernel: The processes.
  /// - Returns: Why the device is not locked; nil when it is.
  mutating func lock(
    flickers: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !isLocked else {
      // The user gives up the unlocking that a tap waits for.
      guard waitingTap != nil else { return .deviceIsLocked }
      waitingTap = nil
      return nil
    }
    for overlay in interruptions where overlay.behavior.isOverlay {
      giveSoundBack(of: overlay, cause: cause, &kernel)
    }
    interruptions.removeAll(where: \.behavior.isOverlay)
    cancelSheets(cause: cause, &kernel)
    isSwitcherOpen = false
    isDividerDragged = false
    for id in processesOnScreen(kernel) { lock(id, flickers: flickers, cause: cause, &kernel) }
    isLocked = true
    kernel.emit(.showNextPrompt)
    kernel.emit(.hidePictureInPicture(cause: cause))
    kernel.emit(.sleep)
    kernel.emit(.lockData(cause: cause))
    return nil
  }

  /// Locks an app on the screen away.
  private mutating func lock(
    _ id: ProcessIdentifier, flickers: Bool, cause: Cause, _ kernel: inout Kernel
  ) {
    guard !kernel.traits.keepsInFront(whenLocked: kernel.description(of: id.app)) else {
      return kernel.emit(
        .deactivateFront([id], rule: lockRule(kernel), flickers: false, cause: cause))
    }
    if flickers, lockGhosts.begin(id, cause: cause, &kernel) {
      return kernel.emit(.deactivateFront([id], rule: .R051, flickers: false, cause: cause))
    }
    kernel.emit(
      .sendToBackground(
        BackgroundTransition(
          process: id, rule: flickers ? .R051 : .R049,
          readsInactive: kernel.has(.lockStaysInactive), cause: cause)))
  }

  mutating func unlock(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard isLocked else { return .deviceIsNotLocked }
    isLocked = false
    hasBeenUnlocked = true
    lockGhosts.endAll(&kernel)
    kernel.emit(.endProcessingTasks(cause: cause))
    kernel.emit(.wakeFromSleep(cause: cause))
    kernel.emit(.unlockData(cause: cause))
    let tap = waitingTap
    waitingTap = nil
    if case .open(let launch)? = tap {
      openAfterUnlock(launch, &kernel)
    } else {
      returnFromLock(nil, cause: cause, &kernel)
    }
    if case .perform(let response, let app, _)? = tap {
      kernel.emit(.performNotificationAction(response, app, cause: cause))
    }
    return nil
  }

  /// The apps that were locked away come back, one of them for a reason where there is one.
  private mutating func returnFromLock(
    _ launch: ForegroundLaunch?, cause: Cause?, _ kernel: inout Kernel
  ) {
    if kernel.traits.lockOnlyDeactivates {
      if let launch, let id = kernel.process(of: launch.app)?.identifier {
        kernel.emit(.handOver(launch.request, id, cause: launch.cause))
      }
      kernel.emit(.activateFront(rule: lockRule(kernel), cause: cause))
      return
    }
    for id in processesOnScreen(kernel) {
      if kernel.traits.keepsInFront(whenLocked: kernel.description(of: id.app)) {
        if let launch, launch.app == id.app {
          kernel.emit(.handOver(launch.request, id, cause: launch.cause))
        }
        kernel.emit(.activateFront(rule: lockRule(kernel), cause: cause))
        continue
      }
      let icon = ForegroundLaunch(app: id.app, request: .icon, session: nil, cause: cause)
      let isMeant = launch?.app == id.app
      kernel.emit(.returnFromLock(id, isMeant ? launch ?? icon : icon))
    }
  }

  /// An app that was locked away comes back.
  mutating func returnFromLock(
    _ id: ProcessIdentifier, _ launch: ForegroundLaunch, _ kernel: inout Kernel
  ) {
    guard kernel.read(id, { $0.targetState }) == .background else {
      // It was still on its way, behind the lock of a display that stays on (R051).
      if case .icon = launch.request {
      } else {
        kernel.emit(.handOver(launch.request, id, cause: launch.cause))
      }
      return kernel.emit(.activateFront(rule: .R051, cause: launch.cause))
    }
    guard ownWindow(of: id.app) != nil, case .icon = launch.request else {
      return returnToFront(id, launch, &kernel)
    }
    for window in ownWindows {
      returnToFront(
        id,
        ForegroundLaunch(
          app: launch.app, request: .icon, session: window, cause: launch.cause), &kernel)
    }
  }

  /// The next moment of activity behind the lock begins or ends (R051).
  mutating func lockGhostIsDue(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    // Something else may have taken it off the screen meanwhile, such as a call.
    guard kernel.read(id, { $0.targetState != .background && $0.ending == nil }) == true else {
      return lockGhosts.end(id, &kernel)
    }
    guard let (step, cause) = lockGhosts.isDue(id, &kernel) else { return }
    switch step {
    case .activate: kernel.emit(.activateBehindLock(id, cause: cause))
    case .deactivate:
      kernel.emit(.deactivateFront([id], rule: .R051, flickers: false, cause: cause))
    case .leave:
      kernel.emit(
        .sendToBackground(
          BackgroundTransition(
            process: id, rule: .R051, readsInactive: kernel.has(.lockStaysInactive), cause: cause)))
    }
  }

  // MARK: - Notifications

  /// Opens a notification where it is shown: on the lock screen, in Notification Center, as a banner
  /// of the app in front, or elsewhere (R142).
  mutating func open(
    _ response: NotificationResponse, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let center = interruptions.lastIndex { $0.kind == .notificationCenter }
    var response = response
    if response.rule == nil, isLocked || center != nil || isOnScreen(app) { response.rule = .R142 }
    let launch = ForegroundLaunch(
      app: app, request: .notification(response), session: nil, cause: cause)
    if isLocked {
      waitingTap = .open(launch)
      if !kernel.traits.profile.hasPasscode { _ = unlock(cause: cause, &kernel) }
    } else if let center {
      interruptions.remove(at: center)
      openInCenter(launch, &kernel)
    } else {
      takeNotificationAway(launch, kernel: &kernel)
      _ = bringForward(launch, &kernel)
    }
  }

  /// Lets an action wait until the device is unlocked (R144).
  mutating func wait(for tap: WaitingTap) { waitingTap = tap }

  /// A tap in Notification Center, which closes it.
  private mutating func openInCenter(_ launch: ForegroundLaunch, _ kernel: inout Kernel) {
    takeNotificationAway(launch, kernel: &kernel)
    guard isOnScreen(launch.app), let id = kernel.process(of: launch.app)?.identifier else {
      _ = bringForward(launch, &kernel)
      return
    }
    bringWindowToFront(launch.app)
    // Whether the app is notified before it is active or after it differs by version.
    let isActiveFirst = kernel.has(.centerActivatesFirst)
    if isActiveFirst { kernel.emit(.activateFront(rule: .R142, cause: launch.cause)) }
    kernel.emit(.handOver(launch.request, id, cause: launch.cause))
    if !isActiveFirst { kernel.emit(.activateFront(rule: .R142, cause: launch.cause)) }
  }

  /// The device is unlocked for a tap: the app that was in front stays where it is, without a message, unless it
  /// is the one.
  private mutating func openAfterUnlock(_ launch: ForegroundLaunch, _ kernel: inout Kernel) {
    takeNotificationAway(launch, kernel: &kernel)
    guard !isOnScreen(launch.app) else {
      return returnFromLock(launch, cause: launch.cause, &kernel)
    }
    leaveScreen(rule: .R054, cause: launch.cause, &kernel)
    show(.homeScreen, kernel)
    kernel.emit(.bringForward(launch))
  }

  private func takeNotificationAway(_ launch: ForegroundLaunch, kernel: inout Kernel) {
    guard case .notification(let response) = launch.request else { return }
    kernel.emit(.removeNotification(response.notification.identifier, launch.app))
  }

  /// What a lock that only deactivates is told under (R048, K19).
  private func lockRule(_ kernel: Kernel) -> RuleNumber {
    guard kernel.traits.hasMultitasking else { return .R002 }
    if kernel.has(.processesRunOn) { return .R178 }
    return kernel.has(.lockOnlyDeactivates) ? .R048 : .R049
  }

  // MARK: - Power

  /// The device is switched off: nothing lies over the screen, and no app is on it.
  mutating func switchOff() {
    interruptions = []
    isSwitcherOpen = false
    isDividerDragged = false
    call = nil
    waitingTap = nil
    stageLayout.leave(front: frontmost)
    screen = .homeScreen
    sideApp = nil
    ownWindows = []
  }

  /// The device comes up; with a passcode it stays locked until the user unlocks it (R035).
  mutating func startUp(_ kernel: inout Kernel) {
    let hasPasscode = kernel.traits.profile.hasPasscode
    isLocked = hasPasscode
    hasBeenUnlocked = !hasPasscode
    usage.changeAll { $0.wasForceQuit = false }
  }

  // MARK: - Slide Over, Stage Manager, windows

  /// Shows a further app over those on the screen, in the place of the one that lay there (R160).
  mutating func slideOver(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.slideOver) else { return .noSlideOver }
    if let refusal = refusalOfSharedScreen(app, kernel) { return refusal }
    let left = stageLayout.slideOver
    if let left, let id = kernel.process(of: left)?.identifier {
      stageLayout.remove(left)
      kernel.emit(.sendToBackground(BackgroundTransition(process: id, rule: .R160, cause: cause)))
    }
    join(app, isOver: true, cause: cause, &kernel)
    return nil
  }

  /// Puts an app on the stage beside those that are there; the first time switches Stage Manager on.
  mutating func stage(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.stageManager) else { return .noStageManager }
    if let refusal = refusalOfSharedScreen(app, kernel) { return refusal }
    guard layout.apps.count < StageLayout.stageLimit else { return .stageIsFull }
    join(app, isOver: false, cause: cause, &kernel)
    return nil
  }

  /// Takes an app off the stage, which hides it (R160); on a Mac it is hidden, on Apple Vision Pro its
  /// last window is closed (R178).
  mutating func unstage(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if kernel.has(.severalAppsInFront) { return leaveOthers(app, cause: cause, &kernel) }
    guard kernel.has(.stageManager) else { return .noStageManager }
    if let refusal = refusalOfLeaving { return refusal }
    guard isOnScreen(app), layout.apps.count > 1 else { return .appIsNotInFront }
    takeOffScreen(app)
    if let id = kernel.process(of: app)?.identifier {
      kernel.emit(.sendToBackground(BackgroundTransition(process: id, rule: .R160, cause: cause)))
    }
    kernel.emit(.reviewCameras(cause: cause))
    return nil
  }

  /// No window of an app is visible any more, and those of the others stay (R178).
  private mutating func leaveOthers(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusalOfLeaving { return refusal }
    guard isOnScreen(app), let id = kernel.process(of: app)?.identifier else {
      return .appIsNotInFront
    }
    takeOffScreen(app)
    if kernel.has(.hiddenAppsAreInactive) {
      stageLayout.hide(app)
      kernel.emit(.deactivateFront([id], rule: .R178, flickers: false, cause: cause))
    } else {
      kernel.emit(.sendToBackground(BackgroundTransition(process: id, rule: .R178, cause: cause)))
    }
    return nil
  }

  private func refusalOfSharedScreen(_ app: AppIdentifier, _ kernel: Kernel) -> RefusalReason? {
    if let refusal = refusalOfLeaving { return refusal }
    guard !kernel.has(.severalAppsInFront) else { return .appsShareTheScreen }
    guard kernel.traits.isPad else { return .oneAppAtATime }
    guard let front = frontmost else { return .noAppInFront }
    guard !isOnScreen(app) else { return .alreadyInFront }
    let wantsScreen = [front, app].contains {
      kernel.description(of: $0).isTrue(.requiresFullScreen)
    }
    guard !wantsScreen || kernel.has(.windowsForAll) else { return .requiresFullScreen }
    return kernel.process(of: app)?.ending == nil ? nil : .beingTerminated
  }

  /// An app joins those on the screen, which are told nothing.
  private mutating func join(
    _ app: AppIdentifier, isOver: Bool, cause: Cause?, _ kernel: inout Kernel
  ) {
    stageLayout.add(app, isOver: isOver)
    kernel.emit(.reviewCameras(cause: cause))
    usage[app].wasForceQuit = false
    let launch = ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause)
    if let process = kernel.process(of: app), !process.isPrewarmed {
      returnToFront(process.identifier, launch, &kernel)
    } else {
      moveCardToFront(app, kernel)
      kernel.emit(.launch(launch))
    }
  }

  // MARK: - Split View

  /// Why no app can be shown beside the one in front, or no second window of its own (R052).
  func refusalOfSplitView(_ app: AppIdentifier, _ kernel: Kernel) -> RefusalReason? {
    if let refusal = refusalOfLeaving { return refusal }
    guard !kernel.has(.severalAppsInFront) else { return .appsShareTheScreen }
    guard kernel.traits.isPad, kernel.has(.splitView) else { return .noSplitView }
    guard let front = frontmost else { return .noAppInFront }
    guard front != app || kernel.hasSeveralWindows(app), sideApp == nil, !stageLayout.contains(app)
    else { return .alreadyInFront }
    guard ![front, app].contains(where: { kernel.description(of: $0).isTrue(.requiresFullScreen) })
    else { return .requiresFullScreen }
    return kernel.process(of: app)?.ending == nil ? nil : .beingTerminated
  }

  /// Shows an app beside the one in front, or a second window of its own.
  ///
  /// - Parameters:
  ///   - app: The app, which nothing refuses.
  ///   - windows: The window in front and the one to be shown, where both are the app's.
  ///   - cause: The stimulus.
  ///   - kernel: The processes.
  mutating func splitView(
    _ app: AppIdentifier, windows: [SceneSessionIdentifier], cause: Cause, _ kernel: inout Kernel
  ) {
    guard let front = frontmost else { return }
    sideApp = app
    ownWindows = windows
    stageLayout.leaveEarlierStage(app)
    queueTransition(of: front, cause: cause, &kernel)
    kernel.emit(.reviewCameras(cause: cause))
    usage[app].wasForceQuit = false
    let launch = ForegroundLaunch(
      app: app, request: .icon, session: windows.last, cause: cause)
    guard let process = kernel.process(of: app), !process.isPrewarmed else {
      moveCardToFront(app, kernel)
      return kernel.emit(.launch(launch))
    }
    returnToFront(process.identifier, launch, &kernel)
  }

  /// The divider is dragged: both apps are inactive while they are resized.
  mutating func dragDivider(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard !isLocked else { return .deviceIsLocked }
    guard sideApp != nil, !isDividerDragged else { return .noDivider }
    guard !isCovered else { return .interruptionInTheWay }
    deactivateFront(rule: .R052, cause: cause, &kernel)
    isDividerDragged = true
    for app in layout.apps { kernel.emit(.resize(app, cause: cause)) }
    return nil
  }

  /// The divider is released; an app that was dragged off the screen leaves it.
  mutating func releaseDivider(
    closing closed: AppIdentifier?, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard isDividerDragged, let front = frontmost, let side = sideApp else { return .noDivider }
    guard closed == nil || closed == front || closed == side else { return .appIsNotInFront }
    isDividerDragged = false
    if let closed {
      if let process = kernel.process(of: closed) {
        // Of two windows of one app the one that was opened beside the other leaves.
        let scenes = ownWindow(of: closed).map { window in
          (process.scenes[window]?.identifier).map { [$0] } ?? []
        }
        kernel.emit(
          .sendToBackground(
            BackgroundTransition(
              process: process.identifier, scenes: scenes, rule: .R052, cause: cause)))
      }
      if closed == front { screen = .app(side) }
      sideApp = nil
      ownWindows = []
      kernel.emit(.resize(closed == front ? side : front, cause: cause))
      kernel.emit(.reviewCameras(cause: cause))
    }
    kernel.emit(.activateFront(rule: .R052, cause: cause))
    return nil
  }

  /// The size of an app's window has changed.
  func queueTransition(of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    guard let id = kernel.process(of: app)?.identifier else { return }
    kernel.sendToViews(
      .viewWillTransition, [windowSize(kernel.traits)], of: id, rule: .R052, cause: cause)
    kernel.enqueueLayout(of: id, cause: cause)
  }

  /// The size of a window on the screen.
  func windowSize(_ device: DeviceTraits) -> ScriptValue {
    device.windowSize(orientation, isSplit: sideApp != nil)
  }

  mutating func rotate(
    to new: Orientation, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard orientation != new else { return .alreadyHeldSo }
    let old = orientation
    let turns = old.isPortrait != new.isPortrait
    orientation = new
    kernel.postToAll(
      .orientationDidChange, rule: .R130,
      change: ValueChange(.symbol(old.rawValue), .symbol(new.rawValue)), cause: cause)
    guard turns, !isLocked else { return nil }
    let size = windowSize(kernel.traits)
    for id in processesOnScreen(kernel) {
      kernel.sendToViews(.viewWillTransition, [size], of: id, rule: .R130, cause: cause)
      kernel.enqueueLayout(of: id, cause: cause)
    }
    return nil
  }

  // MARK: - Interruptions

  /// Something of the system comes over the app in front, which is inactive while at least one that
  /// deactivates lies over it (R037); a call may be one that an app has reported (R153).
  mutating func interrupt(
    _ kind: InterruptionKind, _ behavior: InterruptionBehavior, by caller: AppIdentifier? = nil,
    cause: Cause?, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !isShown(kind) else { return .alreadyInterrupted }
    interruptions.append(Interruption(kind: kind, behavior: behavior, caller: caller))
    if kind.interruptsAudio {
      kernel.emit(.interruptAudio(kind, sparing: caller, cause: cause))
    }
    guard behavior.deactivation != .none else { return nil }
    deactivateFront(
      rule: behavior.rule, flickers: behavior.deactivation == .flickering, cause: cause, &kernel)
    return nil
  }

  /// The user taps the banner of a call that rings, which takes the whole screen then (R174).
  mutating func expandCall(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard let index = interruptions.lastIndex(where: { $0.kind == .phoneCall }) else {
      return .notInterrupted
    }
    guard interruptions[index].behavior.deactivation == .none else { return .alreadyInterrupted }
    interruptions[index].behavior = .expandedCall
    deactivateFront(rule: .R174, cause: cause, &kernel)
    return nil
  }

  /// The other choice than the positive one.
  mutating func dismiss(
    _ kind: InterruptionKind, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let index = interruptions.lastIndex(where: { $0.kind == kind }) else {
      return .notInterrupted
    }
    let dismissed = interruptions.remove(at: index)
    kernel.emit(.resolvePrompt(kind, isGranted: false, cause: cause))
    goOn(after: dismissed, cause: cause, &kernel)
    if dismissed.caller != nil { kernel.emit(.declineCall(cause: cause)) }
    giveSoundBack(of: dismissed, cause: cause, &kernel)
    return nil
  }

  /// What lay over the app is gone: it is active again, or the next question lies over it, which by
  /// some reports comes before it is (C37).
  private func goOn(
    after interruption: Interruption, cause: Cause, _ kernel: inout Kernel
  ) {
    let sharesPair = kernel.has(Feature.promptsShareAPair) || kernel.has(Quirk.promptsShareAPair)
    if sharesPair { kernel.emit(.showNextPrompt) }
    kernel.emit(.activateFront(rule: interruption.behavior.rule, cause: cause))
    if !sharesPair { kernel.emit(.showNextPrompt) }
  }

  /// What had the sound is gone, and apps may have it again (R154).
  private func giveSoundBack(
    of interruption: Interruption, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard interruption.kind.interruptsAudio else { return }
    kernel.emit(.endAudioInterruption(interruption.kind, cause: cause))
  }

  /// The positive choice; only an accepted interruption takes the app off the screen (R038).
  mutating func answer(
    _ kind: InterruptionKind, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let index = interruptions.lastIndex(where: { $0.kind == kind }) else {
      return .notInterrupted
    }
    if interruptions[index].caller != nil {
      return answerReportedCall(at: index, cause: cause, &kernel)
    }
    let behavior = interruptions[index].behavior
    switch behavior.acceptance {
    case .nothing:
      return .nothingToAnswer
    case .returns:
      let answered = interruptions.remove(at: index)
      kernel.emit(.resolvePrompt(kind, isGranted: true, cause: cause))
      goOn(after: answered, cause: cause, &kernel)
      giveSoundBack(of: answered, cause: cause, &kernel)
    case .leavesTo(.phone) where call?.caller != nil:
      return .callUnderWay
    case .talks:
      interruptions.remove(at: index)
      call = PhoneCall(returnsTo: nil, isInPlace: true)
    case .leavesTo(let systemApp):
      interruptions.remove(at: index)
      accept(systemApp, cause: cause, &kernel)
    }
    return nil
  }

  /// The app in front makes room for an app of the system.
  private mutating func accept(
    _ systemApp: SystemApp, cause: Cause, _ kernel: inout Kernel
  ) {
    guard !kernel.has(.severalAppsInFront) else {
      if systemApp == .phone { call = PhoneCall(returnsTo: nil, isInPlace: true) }
      return kernel.emit(.activateFront(rule: .R038, cause: cause))
    }
    let left = isLocked ? nil : frontmost
    let rule: RuleNumber = kernel.traits.hasMultitasking ? .R038 : .R039
    if !isLocked {
      for id in processesOnScreen(kernel) {
        kernel.emit(.sendToBackground(BackgroundTransition(process: id, rule: rule, cause: cause)))
      }
      sideApp = nil
      ownWindows = []
      stageLayout.leave(front: frontmost)
    }
    if systemApp == .phone { call = PhoneCall(returnsTo: left) }
    // A call on a locked device leaves what lies below the lock as it is.
    if !isLocked { screen = .systemApp(systemApp) }
  }

  /// Ends the call; the app that it took the screen from comes back if its process still lives.
  mutating func hangUp(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard let ended = call else { return .noCall }
    call = nil
    if ended.caller != nil { kernel.emit(.hangUpCall(cause: cause)) }
    defer { kernel.emit(.endAudioInterruption(.phoneCall, cause: cause)) }
    if ended.liesOverApp {
      kernel.emit(.activateFront(rule: .R040, cause: cause))
      return nil
    }
    guard !ended.isInPlace, screen == .systemApp(.phone) else { return nil }
    screen = .homeScreen
    guard !isLocked, let app = ended.returnsTo, let process = kernel.process(of: app),
      process.ending == nil
    else { return nil }
    let launch = ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause)
    returnToFront(process.identifier, launch, &kernel)
    bringStage(of: launch.app, cause: launch.cause, &kernel)
    return nil
  }

  // MARK: - Calls that apps report

  /// Whether a call rings or is under way, so that no other can ring.
  var hasCall: Bool { call != nil || isShown(.phoneCall) }

  /// The user answers a call of an app's; what shows it stays until the app has carried that out.
  private mutating func answerReportedCall(
    at index: Int, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !interruptions[index].isAnswered else { return .nothingToAnswer }
    interruptions[index].isAnswered = true
    kernel.emit(.answerCall(cause: cause))
    return nil
  }

  /// The app has answered: its call is under way, and on an unlocked device it comes to the front,
  /// unless a banner showed the call, which leaves the screen as it is (R153).
  mutating func connectCall(of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    let isInPlace = interruptions.contains {
      $0.caller == app && $0.behavior.deactivation == .none
    }
    interruptions.removeAll { $0.caller == app }
    call = PhoneCall(returnsTo: nil, caller: app, isInPlace: isInPlace)
    guard !isInPlace else { return }
    let isKept = isOnScreen(app) || refusalOfLeaving != nil
    if isKept
      || bringForward(
        ForegroundLaunch(app: app, request: .icon, session: nil, cause: cause), &kernel) != nil
    {
      kernel.emit(.activateFront(rule: .R153, cause: cause))
    }
  }

  /// The call of an app is over, whether it rang or was under way.
  mutating func endCall(of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    let rings = interruptions.contains { $0.caller == app }
    guard rings || call?.caller == app else { return }
    interruptions.removeAll { $0.caller == app }
    if call?.caller == app { call = nil }
    if rings { kernel.emit(.activateFront(rule: .R153, cause: cause)) }
    kernel.emit(.endAudioInterruption(.phoneCall, cause: cause))
  }

  // MARK: - Links

  /// Follows a link: to the app that opens it, or to an app of the system.
  mutating func follow(
    _ url: String, from source: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let (app, request) = URLHandler(url).app(in: kernel, from: source) {
      return bringForward(
        ForegroundLaunch(app: app, request: request, session: nil, cause: cause), &kernel)
    }
    guard let systemApp = URLHandler(url).systemApp else { return .noAppForURL }
    if systemApp == .phone { return placeCall(from: source, cause: cause, &kernel) }
    flickerForLink(cause: cause, &kernel)
    leaveScreen(rule: .R054, cause: cause, &kernel)
    show(.systemApp(systemApp), kernel)
    return nil
  }

  /// A call is placed, which takes the sound.
  ///
  /// One of an app's own lies over the app on later systems, which never leaves the screen for it (R040);
  /// any other takes the screen (R198).
  private mutating func placeCall(
    from source: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.traits.profile.family == .iPhone else { return .noPhone }
    guard !hasCall else { return .callUnderWay }
    defer { kernel.emit(.interruptAudio(.phoneCall, sparing: nil, cause: cause)) }
    let isOfApp = layout.apps.contains { kernel.description(of: $0).name == source }
    if isOfApp, kernel.has(.callInPlace) {
      call = PhoneCall(returnsTo: nil, liesOverApp: true)
      deactivateFront(rule: .R040, cause: cause, &kernel)
      return nil
    }
    flickerForLink(cause: cause, &kernel)
    leaveScreen(rule: isOfApp ? .R054 : .R198, cause: cause, &kernel)
    call = PhoneCall(returnsTo: nil)
    show(.systemApp(.phone), kernel)
    return nil
  }

  // MARK: - Touches

  /// The app that a touch means: in Split View, whichever of the two has such a control.
  func touchedApp(
    _ app: AppIdentifier?, _ label: String, _ kernel: Kernel
  ) -> AppIdentifier? {
    app ?? layout.apps.first { kernel.description(of: $0).controls.contains(label) } ?? frontmost
  }

  /// Queues a touch for the app in front; only an active app gets it (R003).
  func touch(
    _ app: AppIdentifier?, _ label: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !isLocked else { return .deviceIsLocked }
    guard let front = touchedApp(app, label, kernel) else { return .noAppInFront }
    guard isOnScreen(front) else { return .appIsNotInFront }
    guard let process = kernel.process(of: front) else { return .noAppInFront }
    guard process.targetState == .active,
      let control = kernel.description(of: front).controls.firstIndex(of: label)
    else { return .appIsNotActive }
    let id = process.identifier
    if process.mainThread.isBlocked {
      kernel.emit(.armWatchdog(.eventHandling, id, cause: cause))
    }
    kernel.enqueue(.touch(control: control), for: id, cause: cause)
    return nil
  }
}

extension DeviceTraits {
  /// The size of a window in points.
  func windowSize(_ orientation: Orientation, isSplit: Bool) -> ScriptValue {
    let (short, long): (Int64, Int64) = isPad ? (820, 1180) : (390, 844)
    let (width, height) = orientation.isPortrait ? (short, long) : (long, short)
    return .map(
      named: [("width", .integer(isSplit ? width / 2 : width)), ("height", .integer(height))])
  }
}

extension DeviceTraits {
  /// Whether an app asks to end instead of being suspended, and the system lets it (R079).
  func lets(exitOnSuspend app: AppDescription) -> Bool {
    has(.exitsOnSuspend) && app.isTrue(.exitsOnSuspend)
  }

  /// Whether a locked device keeps an app in the foreground: every app, or one that asks to exit on
  /// suspension (R048, K19).
  func keepsInFront(whenLocked app: AppDescription) -> Bool {
    lockOnlyDeactivates || has(.lockSparesExitingApps) && lets(exitOnSuspend: app)
  }

  /// The opener of a link as an app is notified of it; nil for one of another team on later systems
  /// (C29).
  fileprivate func namedOpener(_ source: String, of app: String) -> String? {
    let isNamed =
      has(.openersAreNamed) || source == app
      || has(.browserIsNamed) && source == URLHandler.browser
    return isNamed ? source : nil
  }
}

/// Who opens a link.
struct URLHandler {
  /// The identifier of the system's browser.
  static let browser = "com.apple.mobilesafari"

  private let url: String
  private let scheme: String
  private let host: String

  /// Reads the part before the first colon, and what is between the slashes after it.
  init(_ url: String) {
    self.url = url
    guard let colon = url.firstIndex(of: ":") else {
      (scheme, host) = ("", "")
      return
    }
    let rest = url[url.index(after: colon)...]
    let host = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    (scheme, self.host) = (String(url[..<colon]).lowercased(), String(host))
  }

  private var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// The installed app that opens the link, and as what.
  func app(in kernel: Kernel, from source: String) -> (AppIdentifier, LaunchRequest)? {
    for app in kernel.appIdentifiers where kernel.apps[app.position].isInstalled {
      let description = kernel.description(of: app)
      if !isWeb, description.texts(.urlSchemes).contains(scheme) {
        return (app, .url(url, source: kernel.traits.namedOpener(source, of: description.name)))
      }
      guard isWeb, kernel.has(.universalLinks) else { continue }
      let domains = description.texts(.associatedDomains)
      if domains.contains(host) || domains.contains("applinks:" + host) {
        return (app, .universalLink(url))
      }
    }
    return nil
  }

  /// Whether a link is one of the web; nil where an app takes it.
  static func isWebWhereUnclaimed(_ url: String, in kernel: Kernel) -> Bool? {
    let handler = URLHandler(url)
    return handler.app(in: kernel, from: "") == nil ? handler.isWeb : nil
  }

  /// The system's own app for the link; nil for a scheme that it does not know.
  var systemApp: SystemApp? {
    switch scheme {
    case "http", "https": .safari
    case "tel": .phone
    case "sms": .messages
    case "maps": .maps
    default: nil
    }
  }
}

// MARK: - Identity

extension SpringBoard {
  /// Combines what is on the screen.
  func digest(into walk: inout IdentityWalk) {
    switch screen {
    case .homeScreen: walk.combine(0)
    case .app(let app): walk.combine(1 + app.position)
    case .systemApp(let app): walk.combine(app.rawValue)
    }
    walk.combine(placeOf: sideApp)
    walk.combine(ownWindows.count)
    stageLayout.digest(into: &walk)
    walk.combine(isLocked)
    lockGhosts.digest(into: &walk)
    walk.combine(hasBeenUnlocked)
    walk.combine(orientation)
    walk.combine(isSwitcherOpen)
    walk.combine(isDividerDragged)
    let cards =
      walk.scope.countsOrderOfUse || switcher.count < 2
      ? switcher : switcher.sorted { $0.position < $1.position }
    walk.combine(each: cards) { $0.combine(placeOf: $1) }
    walk.combine(each: interruptions) { walk, interruption in
      walk.combine(interruption.kind)
      interruption.behavior.digest(into: &walk)
      walk.combine(placeOf: interruption.caller)
      walk.combine(interruption.isAnswered)
    }
    walk.combine(call != nil)
    if let call {
      walk.combine(placeOf: call.returnsTo)
      walk.combine(call.liesOverApp)
      walk.combine(placeOf: call.caller)
      walk.combine(call.isInPlace)
    }
    walk.combine(waitingTap)
  }

  /// Combines what the user did with an app.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    if case .app(app) = screen { for window in ownWindows { walk.combine(window) } }
    let usage = usage[app]
    walk.combine(usage.wasForceQuit)
    walk.combine(untilHours: usage.lastUse?.after(walk.span(of: .appUsage)))
    guard !screenStates.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let screenStates = screenStates[app]
    walk.combine(screenStates.pendingLaunch != nil)
    if let pending = screenStates.pendingLaunch { walk.combine(pending.request) }
    walk.combine(screenStates.snapshots.last)
  }
}

// MARK: - For app code

/// What an app asks of the screen.
extension AppContext {
  /// Opens a link; what takes the screen depends on the link.
  ///
  /// - Returns: Whether something on the device opens it.
  package func openURL(_ url: String) -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process), !parts.springBoard.isLocked else { return false }
      let name = kernel.description(of: process.app).name
      let cause = kernel.cause ?? kernel.nextRecord
      return parts.springBoard.follow(url, from: name, cause: cause, &kernel) == nil
    }
  }

  /// Whether protected files can be read (R132).
  package var isProtectedDataAvailable: Bool {
    read { parts, _ in parts.services.dataProtection.isAvailable }
  }
}
