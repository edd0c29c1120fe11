// The parts of a device, and what several of them do together: installing, power, settings, waking.
// Each part changes only its own state; what is written here is only the order in which they act.

import RehearsalValues

/// The parts of a device, each with its own state.
struct DeviceParts: Sendable {
  // What is in front, and what leads processes there
  var springBoard = SpringBoard()
  var frontBoard = FrontBoard()
  var runningBoard = RunningBoard()
  var jetsam = Jetsam()

  var timekeeping: Timekeeping
  var idleTimer = IdleTimer()

  /// What most worlds change little of, as one reference.
  private var sharedServices: CopyOnWriteBox<DeviceServices>

  init(_ profile: Profile) {
    timekeeping = Timekeeping(profile.wallClock)
    sharedServices = CopyOnWriteBox(DeviceServices(profile))
  }

  /// The device itself and its settings, and the services that apps use when they need them.
  var services: DeviceServices {
    @inline(__always) get { sharedServices.content }
    @inline(__always) _modify { yield &sharedServices.content }
  }

  /// Reads something of the services in place.
  func readServices<Result>(_ body: (borrowing DeviceServices) -> Result) -> Result {
    sharedServices.read(body)
  }

  /// Combines what the services are of the device itself.
  func digestServices(into walk: inout IdentityWalk) {
    walk.combineServices(sharedServices) { walk in readServices { $0.digest(into: &walk) } }
  }

  // MARK: - Looking

  /// Whether an app that nothing keeps running has a few seconds all the same; without background
  /// refresh it has none (R096).
  func hasGracePeriod(_ app: AppIdentifier, _ kernel: Kernel) -> Bool {
    readServices { $0.settings.backgroundRefresh(of: app, kernel.traits) } == .available
  }

  /// How many timers, background tasks and background works a process has.
  func pendingWorkCount(of id: ProcessIdentifier, _ kernel: Kernel) -> Int {
    let own = kernel.read(id) { $0.timers.count + $0.works.count }
    return own.map { $0 + runningBoard.taskCount(of: id.app) } ?? 0
  }

  /// The priority of an app's process for memory, the lowest first in line to lose it (R114).
  func memoryPriority(of app: AppIdentifier, _ kernel: Kernel) -> Int? {
    kernel.process(of: app).map { jetsam.priority(of: $0, runningBoard) }
  }

  // MARK: - Installing

  func install(_ app: AppIdentifier, _ kernel: inout Kernel) -> RefusalReason? {
    let installed = kernel.apps[app.position]
    guard !installed.isInstalled || installed.isOffloaded else { return .alreadyInstalled }
    for part in [app] + kernel.extensions(of: app).filter({ !kernel.apps[$0.position].isInstalled })
    {
      kernel.changeApp(part) { $0.setInstalled(true) }
      kernel.noteInstallation(of: part)
    }
    return nil
  }

  /// Ends an app's process and takes everything of the app off the device.
  mutating func uninstall(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    springBoard.forgetPendingLaunch(of: app)
    if let id = kernel.process(of: app)?.identifier {
      kernel.emit(.end(id, .uninstalled, rule: nil, cause: cause, .appRemoved))
    }
    kernel.emit(.discardHeldPush(app))
    kernel.emit(.endTransfers(app))
    kernel.emit(.remove(app))
    return nil
  }

  /// The process of an app that was taken off the device is gone, and so is what it kept.
  mutating func remove(_ app: AppIdentifier, _ kernel: inout Kernel) {
    for part in kernel.extensions(of: app) where kernel.apps[part.position].isInstalled {
      _ = uninstall(part, cause: kernel.cause ?? kernel.nextRecord, &kernel)
    }
    kernel.changeApp(app) { $0.setInstalled(false) }
    springBoard.appWasRemoved(app)
    frontBoard.appWasRemoved(app)
    services.appWasRemoved(app, &kernel)
  }

  /// Ends an app's process and takes the app off the device without its data (R175).
  mutating func offload(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !kernel.apps[app.position].isOffloaded else { return .appIsOffloaded }
    springBoard.forgetPendingLaunch(of: app)
    for part in [app] + kernel.extensions(of: app) {
      guard let id = kernel.process(of: part)?.identifier else { continue }
      kernel.emit(.end(id, .uninstalled, rule: .R175, cause: cause, .appOffloaded))
    }
    kernel.emit(.offload(app))
    return nil
  }

  /// A new version replaces the app: its process ends, its data stays.
  mutating func update(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    springBoard.forgetPendingLaunch(of: app)
    for part in [app] + kernel.extensions(of: app) {
      guard let id = kernel.process(of: part)?.identifier else { continue }
      kernel.emit(.end(id, .updated, rule: nil, cause: cause, .appUpdated))
    }
    return nil
  }

  /// Everything that a process had with the parts goes with it.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    frontBoard.processEnded(id, &kernel)
    runningBoard.processEnded(id, &kernel)
    jetsam.processEnded(id)
    if services.processEnded(id, &kernel) { springBoard.removeSheets(&kernel) }
  }

  // MARK: - What a process loses
  // Few processes hold anything: the others leave the services alone, and a copy of the world shares
  // them.

  /// The process is about to be suspended.
  mutating func loseAtSuspension(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    if services.resources.isHolder(id.app) { services.resources.loseAtSuspension(of: id, &kernel) }
    if services.audio.isUser(id.app) { services.audio.loseAtSuspension(of: id, &kernel) }
    if kernel.read(id, { $0.works.count > 0 }) == true {
      kernel.loseConnectionsAtSuspension(of: id, isLocked: springBoard.isLocked)
    }
  }

  /// The process has reached the background.
  mutating func loseInBackground(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    if services.audio.isUser(id.app) { services.audio.stopUnpermitted(id, &kernel) }
    if services.resources.isHolder(id.app) { services.resources.loseInBackground(of: id, &kernel) }
    reviewCameras(cause: kernel.cause, &kernel)
  }

  /// The process is in the foreground again.
  mutating func regainResources(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    if services.resources.isHolder(id.app) { services.resources.regainAccessories(of: id, &kernel) }
    reviewCameras(returning: id, cause: cause, &kernel)
  }

  // MARK: - Answers

  /// The allowance of an assertion is over: its time ends, or the process that had to answer does.
  mutating func assertionIsOver(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard let over = runningBoard.assertionIsOver(assertion, of: id, &kernel) else { return }
    kernel.emit(
      .end(
        id, .completionTimeout, code: over.kind.timeoutCode(kernel.has), rule: over.kind.rule,
        cause: over.record, .notAnswered(over.kind, within: over.allowance)))
  }

  /// The user has answered the question on the screen, which counts for the app's settings.
  mutating func resolvePrompt(
    _ kind: InterruptionKind, isGranted: Bool, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard
      let answer = services.permissions.resolve(kind, isGranted: isGranted, cause: cause, &kernel)
    else { return }
    note(answer, isGranted: isGranted, &kernel)
    reviewLocation(of: answer.app, cause: cause, &kernel)
  }

  /// Keeps what an app may do, and registers one for remote notifications that waits for that.
  mutating func note(
    _ answer: Permissions.Answer, isGranted: Bool, _ kernel: inout Kernel
  ) {
    services.settings.note(answer.permission, isGranted, for: answer.app)
    if answer.permission == .notifications {
      services.pushRegistrations.userHasAnswered(
        answer.app, isPermitted: isGranted, isNetworkAvailable: isNetworkAvailable, &kernel)
    }
  }

  /// The user is asked for something, unless he has answered or the question waits already.
  mutating func askOnce(
    _ permission: Permission, by id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard services.settings.answer(to: permission, of: id.app) == nil,
      !services.permissions.isAsked(permission, by: id)
    else { return }
    services.permissions.ask(
      .init(
        kind: .permissionAlert, permission: permission, process: id, callback: nil,
        cause: kernel.cause), &kernel)
  }

  // MARK: - Prewarming

  /// Starts a process ahead of its launch; one that finishes the launch while protected data is shut
  /// hears later that it came back (R149).
  mutating func prewarm(
    _ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = frontBoard.prewarm(app, cause: cause, &kernel) { return refusal }
    if let process = kernel.process(of: app), process.hasFinishedLaunching {
      services.dataProtection.noteLoss(of: process.identifier)
    }
    return nil
  }

  /// The next of the questions that wait comes up, once none is on the screen (R045).
  mutating func showNextPrompt(_ kernel: inout Kernel) {
    if !springBoard.isPromptShown { services.permissions.showNext(&kernel) }
  }

  /// Something of the system comes over the app in front, in the way that the user has set.
  mutating func interrupt(
    _ kind: InterruptionKind, by caller: AppIdentifier? = nil, cause: Cause?,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let sheet = kind.sheet {
      guard kernel.has(sheet) else { return .noSuchSheet }
      guard springBoard.frontmost != nil, !springBoard.isLocked else { return .noAppForSheet }
    }
    let behavior = InterruptionBehavior.of(
      kind, on: kernel.traits, services.settings, isLocked: springBoard.isLocked)
    return springBoard.interrupt(kind, behavior, by: caller, cause: cause, &kernel)
  }

  // MARK: - Windows

  /// Closes a window for good; the last one of a process ends the process (R125).
  mutating func closeWindow(
    _ window: Int, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard !springBoard.isLocked else { return .deviceIsLocked }
    let sessions = frontBoard.sessions(of: app)
    guard let session = sessions.session(ofWindow: window) else {
      return kernel.refusal(ofWindow: window, app)
    }
    guard let process = kernel.process(of: app), !process.isPrewarmed else {
      frontBoard.discardUndelivered(session, of: app)
      return nil
    }
    guard process.ending == nil else { return .beingTerminated }
    return springBoard.closeWindow(
      session, of: process.identifier, sessions: sessions, cause: cause, &kernel)
  }

  // MARK: - Power

  mutating func shutDown(
    restarts: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard services.power.isOn else { return .deviceIsOff }
    let told = kernel.has(.noticeAtShutdown) ? springBoard.processesOnScreen(kernel) : []
    for process in kernel.livingProcesses {
      springBoard.forgetPendingLaunch(of: process.identifier.app)
    }
    springBoard.switchOff()
    services.audio.switchOff()
    services.dataProtection.switchOff(&kernel)
    services.power.switchOff(telling: told, restarts: restarts, cause: cause, &kernel)
    startUpIfAwaited(&kernel)
    return nil
  }

  mutating func powerOn(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard !services.power.isOn else { return .deviceIsOn }
    guard services.power.conditions.batteryLevel > 0 else { return .batteryIsEmpty }
    services.power.switchOn(cause: cause, &kernel)
    startUpIfAwaited(&kernel)
    return nil
  }

  /// Comes up, if the device was waiting for its last process to end.
  mutating func startUpIfAwaited(_ kernel: inout Kernel) {
    guard services.power.startUpIfAwaited(kernel) else { return }
    springBoard.startUp(&kernel)
    if kernel.has(.restartEndsConnections) { services.bluetooth.loseConnections(kernel) }
    services.localNotifications.reviewAll(timekeeping.wallClock, &kernel)
    runningBoard.startUp(isLocked: springBoard.isLocked, kernel)
    services.dataProtection.startUp(isLocked: springBoard.isLocked)
    startAppsWithActivities(&kernel)
    idleTimer.restart(services, isLocked: springBoard.isLocked, &kernel)
  }

  /// The restart starts the apps whose Live Activities are active (R191).
  private func startAppsWithActivities(_ kernel: inout Kernel) {
    guard kernel.has(.activitiesStartApps) else { return }
    for app in kernel.appIdentifiers
    where services.liveActivities.activities(of: app).contains(where: { $0.state == .active }) {
      guard wakeUpConditions(for: app, kernel).refusal(of: .activityAtStart) == nil else {
        continue
      }
      let wakeUp = WakeUp(kind: .activityAtStart, events: [])
      kernel.emit(.wake(app, wakeUp, cause: kernel.cause ?? kernel.lastRecord))
    }
  }

  // MARK: - Conditions and settings

  /// The condition of the device changes.
  mutating func set(
    _ change: ConditionChange, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    services.power.note(change, cause: cause, &kernel)
    switch change {
    // An empty battery is a shutdown by the user's neglect (R080).
    case .batteryLevel(let level) where level <= 0 && services.power.isOn:
      return shutDown(restarts: false, cause: cause, &kernel)
    case .freeStorage where services.power.isStorageLow: freeStorage(cause: cause, &kernel)
    default: break
    }
    return nil
  }

  /// Frees storage: caches of apps that are not in front go, and with them their processes (R113).
  private mutating func freeStorage(cause: Cause, _ kernel: inout Kernel) {
    for app in kernel.appIdentifiers {
      let process = kernel.process(of: app)
      guard process.map({ $0.targetState == .background }) ?? true,
        services.containers.keyCount(in: .caches, of: app) > 0
      else { continue }
      services.containers.removeAll(in: .caches, of: app)
      guard let id = process?.identifier else { continue }
      kernel.emit(
        .end(
          id, .storage, code: ExitCode.storage, rule: .R113, cause: cause, .cachesRemoved))
    }
  }

  /// The user changes a setting of the device.
  mutating func set(_ change: DeviceSettingChange, cause: Cause, _ kernel: inout Kernel) {
    let wasAvailable = isNetworkAvailable
    services.settings.set(change, cause: cause, &kernel)
    networkMayHaveChanged(from: wasAvailable, cause: cause, &kernel)
    switch change {
    case .autoLock: idleTimer.restart(services, isLocked: springBoard.isLocked, &kernel)
    case .bluetooth(false): services.bluetooth.loseConnections(kernel)
    case .lowPowerMode(false):
      for app in kernel.appIdentifiers { handOverDelayedPush(to: app, &kernel) }
    default: break
    }
  }

  /// Hands over the push that Low Power Mode delayed, if there is one (L15).
  mutating func handOverDelayedPush(to app: AppIdentifier, _ kernel: inout Kernel) {
    guard services.push.isDelayed(for: app) else { return }
    services.push.heldPushIsDue(for: app, conditions: wakeUpConditions(for: app, kernel), &kernel)
  }

  /// An accessory was connected: an app that declares the mode is woken for it, if the user has ever
  /// opened it (R033).
  func wakeForAccessory(_ app: AppIdentifier, cause: Cause, _ kernel: inout Kernel) {
    guard springBoard.lastUse(of: app) != nil, services.surroundings.wantsAccessories(app, kernel)
    else {
      return
    }
    let conditions = wakeUpConditions(for: app, kernel)
    if let refusal = conditions.refusal(of: .accessory) {
      kernel.record(refusal: refusal, conditions.circumstance(of: refusal), app: app, cause: cause)
    } else {
      kernel.emit(.wake(app, WakeUp(kind: .accessory, events: []), cause: cause))
    }
  }

  // MARK: - Settings of apps

  /// The user changes a setting of an app, which may end its process.
  mutating func set(
    _ change: AppSettingChange, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    switch change {
    case .permission(let permission, let isOn):
      return flip(permission, isOn, of: app, cause: cause, &kernel)
    case .language(let language):
      return changeLanguage(language, of: app, cause: cause, &kernel)
    case .backgroundRefresh, .location, .notifications, .key:
      services.settings.set(change, of: app, cause: cause, &kernel)
      reviewLocation(of: app, cause: cause, &kernel)
      return nil
    }
  }

  /// What an app may do with the location has changed, or whether it gets updates: these keep it
  /// running only while it may have them (R137).
  func reviewLocation(of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel) {
    guard let id = kernel.process(of: app)?.identifier else { return }
    let isHeld =
      services.location.keepsRunning(app) && services.settings.location(of: app) != .never
    kernel.emit(.hold(.location, isHeld, id, cause: cause))
  }

  /// The switch for what an app may use, which is there once the app has asked (R147).
  func privacySwitch(_ permission: Permission, of app: AppIdentifier, _ kernel: Kernel) -> Bool? {
    guard permission.privacySwitch.map(kernel.has) == true else { return nil }
    return services.settings.answer(to: permission, of: app)
  }

  /// Flipping a switch ends the process (R147).
  private mutating func flip(
    _ permission: Permission, _ isOn: Bool, of app: AppIdentifier, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let wasOn = privacySwitch(permission, of: app, kernel) else { return .noPrivacySwitch }
    guard wasOn != isOn else { return nil }
    services.settings.note(permission, isOn, for: app)
    guard let id = kernel.process(of: app)?.identifier else { return nil }
    kernel.emit(
      .endAfterExpirations(
        ProcessEnding(
          process: id, reason: .system, code: nil, rule: .R147, cause: cause,
          circumstance: .privacySwitch(permission, isOn: isOn), budget: nil, crash: nil)))
    return nil
  }

  // MARK: - Languages

  /// The home screen starts again in another language, and every process ends (R148).
  mutating func changeLanguage(
    _ language: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = springBoard.refusalOfLeaving { return refusal }
    guard services.settings.language(kernel.traits) != language else { return .alreadyInLanguage }
    services.settings.setLanguage(language)
    springBoard.leaveForSettings(cause: cause, &kernel)
    for process in kernel.livingProcesses {
      springBoard.forgetPendingLaunch(of: process.identifier.app)
      end(process.identifier, in: language, cause: cause, &kernel)
    }
    return nil
  }

  /// The language of one app ends that app alone.
  private mutating func changeLanguage(
    _ language: String, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.languageByApp) else { return .noLanguageByApp }
    guard services.settings.language(of: app, kernel.traits) != language else {
      return .alreadyInLanguage
    }
    if springBoard.isOnScreen(app) {
      if let refusal = springBoard.refusalOfLeaving { return refusal }
      springBoard.leaveForSettings(cause: cause, &kernel)
    }
    services.settings.setLanguage(language, of: app)
    if let id = kernel.process(of: app)?.identifier {
      end(id, in: language, cause: cause, &kernel)
    }
    return nil
  }

  /// The end comes after what a process is told on its way off the screen.
  private func end(
    _ id: ProcessIdentifier, in language: String, cause: Cause, _ kernel: inout Kernel
  ) {
    kernel.emit(
      .endAfterQueue(
        ProcessEnding(
          process: id, reason: .system, code: nil, rule: .R148, cause: cause,
          circumstance: .languageChanged(language), budget: nil, crash: nil)))
  }

  // MARK: - The network

  /// Whether the device is in a network.
  var isNetworkAvailable: Bool {
    services.network.isThere && !services.settings.device.airplaneMode
  }

  /// The network comes or goes.
  mutating func set(
    _ change: NetworkChange, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let wasAvailable = isNetworkAvailable
    guard services.network.set(change) else { return .networkIsSo }
    networkMayHaveChanged(from: wasAvailable, cause: cause, &kernel)
    return nil
  }

  /// Where it has changed, apps that observe it are notified and transfers fail, wait or continue.
  mutating func networkMayHaveChanged(
    from wasAvailable: Bool, cause: Cause, _ kernel: inout Kernel
  ) {
    guard isNetworkAvailable != wasAvailable else { return }
    for process in kernel.livingProcesses where process.observed.contains(.networkDidChange) {
      kernel.post(.networkDidChange, rule: .R105, to: process.identifier, cause: cause)
    }
    if wasAvailable {
      services.transfers.networkIsGone(&kernel)
      kernel.failDownloads(with: .connectionLost, cause: cause)
    } else {
      services.transfers.networkIsBack(&kernel)
      services.pushRegistrations.networkIsBack(&kernel)
    }
  }

  /// Ends a transfer of an app with an error: one inside its process, or one of a session.
  mutating func failTransfer(
    _ url: String, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let id = kernel.process(of: app)?.identifier,
      kernel.failDownload(of: url, in: id, with: .failed, cause: cause)
    {
      return nil
    }
    let conditions = wakeUpConditions(for: app, kernel)
    return services.transfers.fail(url, of: app, conditions: conditions, &kernel)
      ? nil : .noTransfer
  }

  // MARK: - Captures

  /// Whether what the screen shows is recorded or mirrored.
  var isScreenCaptured: Bool {
    services.screenCapture.isRecording || services.surroundings.hasScreen
  }

  /// The user takes a picture of the screen, of which the apps on it are notified afterwards.
  func takeScreenshot(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard !springBoard.isLocked else { return nil }
    for id in springBoard.processesOnScreen(kernel) {
      kernel.post(.userDidTakeScreenshot, rule: .R164, to: id, cause: cause)
    }
    return nil
  }

  mutating func setRecording(
    _ isOn: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard services.screenCapture.isRecording != isOn else {
      return isOn ? .alreadyRecording : .notRecording
    }
    let wasCaptured = isScreenCaptured
    services.screenCapture.setRecording(isOn)
    postCapture(unless: wasCaptured, cause: cause, &kernel)
    return nil
  }

  /// Tells running apps that the screen began or ended to be captured.
  func postCapture(unless wasCaptured: Bool, cause: Cause, _ kernel: inout Kernel) {
    guard isScreenCaptured != wasCaptured, kernel.has(.screenRecording) else { return }
    kernel.postToAll(.capturedDidChange, rule: .R164, cause: cause)
  }
}
