// A device as it can be inspected from outside. Looking changes nothing; `Simulation` alone changes
// a device.

import RehearsalValues

/// A living process as it can be inspected.
package struct ProcessDescription: Hashable, Sendable {
  /// Which process it is.
  package let identifier: ProcessIdentifier
  /// The number that the system gave it.
  package let number: Int
  /// Why it was started.
  package let launchReason: LaunchReason
  /// What it can read of its state.
  package let applicationState: ApplicationState
  /// What the system has decided its state to be.
  package let targetState: ApplicationState
  /// Why it is about to end; nil while it is not.
  package let termination: ExitReason?
  /// Whether its main thread is busy, suspended work included.
  package let isMainThreadBusy: Bool
  /// Whether it is suspended.
  package let isSuspended: Bool
}

/// What was due at a moment when that was looked at: whatever is scheduled later for the same moment is not
/// among it.
package struct DueEvents: Sendable {
  fileprivate let identifiers: [EventIdentifier]
}

/// A simulated device: a value that is copied as one reference.
package struct Device: Sendable {
  private var state: CopyOnWriteBox<DeviceState>

  /// Makes a device without apps, with its home screen in front.
  init(profile: Profile, limits: Limits) {
    state = CopyOnWriteBox(DeviceState(profile: profile, limits: limits))
  }

  private var parts: DeviceParts { @inline(__always) get { state.parts } }
  private var kernel: Kernel { @inline(__always) get { state.kernel } }

  /// Makes a device in the state of another one.
  init(_ state: DeviceState) { self.state = CopyOnWriteBox(state) }

  /// Reads something of what the device consists of, in place.
  @inline(__always)
  func read<Result>(_ body: (borrowing DeviceState) -> Result) -> Result { state.read(body) }

  /// Changes the device in place, unless a copy shares it.
  @inline(__always)
  mutating func change<Result, Failure: Error>(
    _ body: (inout DeviceState) throws(Failure) -> Result
  ) throws(Failure) -> Result { try state.change(body) }

  /// Everything about the device that must never be so; empty on a sound device.
  ///
  /// - Complexity: O(n log n) in the number of processes, timers and works
  package func checkInvariants() -> [InvariantViolation] { read { $0.checkInvariants() } }

  // MARK: - The device

  /// What is simulated.
  package var profile: Profile { kernel.traits.profile }
  /// The bounds of the simulation.
  package var limits: Limits { kernel.traits.limits }
  /// The moment on the device's clock.
  package var now: VirtualTime { kernel.now }
  /// The wall clock's date and time in ISO 8601.
  package var date: String { wallClock.text(at: now) }
  /// The device's wall clock.
  package var wallClock: WallClock { parts.timekeeping.wallClock }
  /// What is on the screen, below any interruption and below the lock.
  package var screen: Screen { parts.springBoard.screen }
  /// The app in front, also while the device is locked or something lies over it.
  package var frontmost: AppIdentifier? { parts.springBoard.frontmost }
  /// The app beside the one in front, in Split View (R052).
  package var sideApp: AppIdentifier? { parts.springBoard.sideApp }
  /// The apps on the screen while Stage Manager is on; none without it.
  package var stage: [AppIdentifier] {
    parts.springBoard.stageLayout.isStageManagerOn ? Array(parts.springBoard.layout.apps) : []
  }
  /// Whether the device is locked.
  package var isLocked: Bool { parts.springBoard.isLocked }
  /// Whether the device is switched on.
  package var isPoweredOn: Bool { parts.services.power.isOn }

  /// Whether headphones are plugged in.
  package func isPlayingAudio(_ app: AppIdentifier) -> Bool {
    parts.services.audio.isPlaying(app)
  }

  /// Whether the sound comes out of headphones.
  package var hasHeadphones: Bool { parts.services.audio.hasHeadphones }

  /// Whether there is a call, ringing or under way.
  package var hasCall: Bool { parts.springBoard.hasCall }
  /// What of the system lies over the screen, the last one on top.
  package var interruptions: [InterruptionKind] { parts.springBoard.interruptions.map(\.kind) }
  /// Whether the switcher lies over the screen.
  package var isSwitcherOpen: Bool { parts.springBoard.isSwitcherOpen }
  /// Whether the divider of Split View is being dragged.
  package var isDividerDragged: Bool { parts.springBoard.isDividerDragged }
  /// How the device is held.
  package var orientation: Orientation { parts.springBoard.orientation }
  /// The cards of the switcher, the one used last first; a dead app keeps its card.
  package var switcher: [AppIdentifier] { parts.springBoard.switcher }
  /// What the user has set for the device.
  package var settings: DeviceSettings { parts.services.settings.device }
  /// Battery, heat, storage and the like.
  package var conditions: DeviceConditions { parts.services.power.conditions }
  /// Whether something keeps a device from locking itself (R193).
  package var keepsScreenOn: Bool {
    IdleTimer.isHeld(by: parts.services, parts.springBoard, kernel)
  }
  /// The user's locale.
  package var locale: String { parts.services.surroundings.locale }
  /// Where the device is.
  package var place: Place { parts.services.location.place }
  /// Whether protected files can be read (R132).
  package var isProtectedDataAvailable: Bool { parts.services.dataProtection.isAvailable }
  /// The memory of the device in bytes.
  package var totalMemory: Int64 { kernel.traits.totalMemory }
  /// The memory that is free, in bytes; a quarter of the device's is the system's own.
  package var freeMemory: Int64 { parts.jetsam.freeMemory(kernel.traits) }
  /// When the next deadline is due; nil while nothing is scheduled.
  package var nextEventTime: VirtualTime? { kernel.deadlines.nextDue }

  /// Whether a deadline that is due at exactly a moment can be met now, whatever other apps' counts as due
  /// with it.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - events: Those of which it has to be one; nil for any.
  /// - Returns: Whether it can be.
  package func canMeetDeadline(at moment: VirtualTime, among events: DueEvents? = nil) -> Bool {
    guard kernel.canMeetDeadline(at: moment) else { return false }
    guard let events else { return true }
    return kernel.deadlines.identifiers(dueAt: moment).first.map(events.identifiers.contains)
      ?? false
  }

  /// What is due at exactly a moment.
  package func dueEvents(at moment: VirtualTime) -> DueEvents {
    DueEvents(identifiers: kernel.deadlines.identifiers(dueAt: moment))
  }

  /// Whether time alone comes to a moment at which something else has its turn.
  package func isOnlyTime(_ moment: VirtualTime) -> Bool { kernel.isOnlyTime(moment) }

  /// How many deadlines are scheduled, excluding the next midnight of the wall clock.
  package var scheduledEventCount: Int {
    kernel.deadlines.count - (parts.timekeeping.nextChange == nil ? 0 : 1)
  }
  /// Whether a process may have a turn.
  var hasWork: Bool { kernel.hasWork }

  // MARK: - Apps

  /// The apps that the device knows, installed or not, in the order of their declaration.
  package var apps: [AppIdentifier] { kernel.appIdentifiers }

  /// The app of that name; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of apps
  package func app(named name: String) -> AppIdentifier? {
    kernel.appIdentifiers.first { kernel.description(of: $0).name == name }
  }

  /// What the device knows of an app.
  package func description(of app: AppIdentifier) -> AppDescription? {
    kernel.knows(app) ? kernel.description(of: app) : nil
  }

  /// The name of an app that the device knows.
  package func name(of app: AppIdentifier) -> String? {
    read { $0.kernel.knows(app) ? $0.kernel.apps[app.position].name : nil }
  }

  /// Whether it is an extension of an app, which has no icon and is only woken (R179).
  package func isExtension(_ app: AppIdentifier) -> Bool {
    kernel.knows(app) && kernel.apps[app.position].isExtension
  }

  /// The extensions on the device that have code for what their hosts want.
  package var extensionsWithCode: [AppIdentifier] {
    apps.filter {
      isExtension($0) && isInstalled($0)
        && kernel.apps[$0.position].handledMessages.contains(.beginRequest)
    }
  }

  /// Whether the app is on the device.
  package func isInstalled(_ app: AppIdentifier) -> Bool {
    kernel.knows(app) && kernel.apps[app.position].isInstalled
  }

  /// Whether the app's windows are scenes on this system (R015).
  package func usesScenes(_ app: AppIdentifier) -> Bool {
    kernel.knows(app) && kernel.usesScenes(app)
  }

  /// The state of an app as the world sees it.
  package func state(of app: AppIdentifier) -> ProcessState {
    kernel.process(of: app)?.state ?? .notRunning
  }

  /// The app's living process.
  package func process(of app: AppIdentifier) -> ProcessDescription? {
    kernel.process(of: app).map { process in
      ProcessDescription(
        identifier: process.identifier, number: process.number,
        launchReason: process.launchReason, applicationState: process.reportedState,
        targetState: process.targetState, termination: process.ending,
        isMainThreadBusy: process.mainThread.isBlocked, isSuspended: process.isSuspended)
    }
  }

  /// How many messages and touches wait for the main thread of the app's process.
  package func waitingMessageCount(of app: AppIdentifier) -> Int {
    kernel.process(of: app)?.mainThread.items.waiting.count { $0.isForCode } ?? 0
  }

  /// The messages that the app has been given and not answered by calling their completions.
  package func unansweredMessages(of app: AppIdentifier) -> [Message] {
    parts.runningBoard.unansweredMessages(of: app)
  }

  /// Whether a push of the app waits until it may be delivered.
  package func holdsPush(of app: AppIdentifier) -> Bool {
    parts.services.push.holdsPush(of: app)
  }

  /// Whether a change of place waits until the app runs or has time for it.
  package func waitsForPlace(_ app: AppIdentifier) -> Bool {
    guard let process = kernel.process(of: app) else { return false }
    return process.mainThread.items.waiting.contains { $0.isPlace }
      || process.inbox.read { !$0.locations.isEmpty } == true
  }

  /// How many things of a kind an app has that can pile up, each with its name.
  package func counts(of app: AppIdentifier) -> [(name: String, count: Int)] {
    [
      ("timers", timers(of: app).count), ("background tasks", backgroundTasks(of: app).count),
      ("assertions", assertions(of: app).count),
      ("unanswered messages", unansweredMessages(of: app).count),
      ("background works", kernel.process(of: app)?.works.count ?? 0),
      ("transfers", transfers(of: app).count),
      ("pending notifications", pendingNotifications(of: app).count),
      ("notifications", notifications(of: app).count),
      ("Live Activities", activities(of: app).count),
      ("messages waiting for the main thread", waitingMessageCount(of: app)),
    ]
  }

  /// What an app keeps, as its code names it; what the system keeps of its interface, too.
  package func storedValues(of app: AppIdentifier) -> [(name: String, value: ScriptValue)] {
    storage(of: app, in: StoragePlace.allCases).flatMap { place, entries in
      entries.map { ("\(place)[\(ScriptValue.string($0.name))]", $0.value) }
    }
  }

  /// How many choices are decided beforehand that nothing has met yet.
  package var unmetDecisions: Int { read { $0.unmetDecisions } }

  /// Whether the process of that identifier is the app's living one.
  package func isAlive(_ process: ProcessIdentifier) -> Bool { kernel.isAlive(process) }

  /// Whether the app has a living process.
  package func hasProcess(_ app: AppIdentifier) -> Bool { kernel.hasProcess(app) }

  /// How many processes the app has had.
  package func incarnations(of app: AppIdentifier) -> Int {
    kernel.knows(app) ? Int(kernel.apps[app.position].incarnations) : 0
  }

  /// How the app's last process ended; nil before one has.
  package func lastExit(of app: AppIdentifier) -> ProcessExit? {
    kernel.knows(app) ? kernel.apps[app.position].lastExit : nil
  }

  // MARK: - What a process has

  /// Whether the app's process implements a message; false without one.
  package func handles(_ message: Message, _ app: AppIdentifier) -> Bool {
    kernel.process(of: app)?.handled.contains(message) ?? false
  }

  /// Whether a launch method of the app's process answered false (R019).
  package func refusesLaunch(_ app: AppIdentifier) -> Bool {
    kernel.process(of: app)?.votes.refusesLaunch ?? false
  }

  /// Whether the app's process observes a notification; false without one.
  package func observes(_ notification: SystemNotification, _ app: AppIdentifier) -> Bool {
    kernel.process(of: app)?.observed.contains(notification) ?? false
  }

  /// The notifications that wait for the app's suspended process, with what led to each.
  package func waitingNotifications(
    of app: AppIdentifier
  ) -> [(notification: SystemNotification, cause: Int?)] {
    let waiting = kernel.process(of: app)?.inbox.read { $0.notifications } ?? []
    return waiting.map { ($0.notification, $0.cause?.index) }
  }

  /// Whether the app's process is on its way to the background and has not arrived.
  package func isEnteringBackground(_ app: AppIdentifier) -> Bool {
    parts.runningBoard.backgroundTransitions(of: app) > 0
  }

  /// The background tasks that the app has begun and not ended, in that order.
  package func backgroundTasks(of app: AppIdentifier) -> [BackgroundTaskDescription] {
    parts.runningBoard.tasks(of: app)
  }

  /// What keeps the app's process running: its tasks, then the rest.
  package func assertions(of app: AppIdentifier) -> [AssertionDescription] {
    guard let id = kernel.process(of: app)?.identifier else { return [] }
    return parts.runningBoard.assertions(of: id, kernel)
  }

  /// The running time that the app's process has left in the background (R089).
  package func backgroundTimeRemaining(of app: AppIdentifier) -> BackgroundTimeRemaining {
    guard let id = kernel.process(of: app)?.identifier else { return .unlimited }
    return parts.runningBoard.timeRemaining(of: id, kernel)
  }

  /// The timers of the app's process in the order of their scheduling.
  package func timers(of app: AppIdentifier) -> [TimerDescription] {
    guard let table = kernel.process(of: app)?.timers.table else { return [] }
    return table.identifiers.compactMap { identifier in
      table[identifier].map {
        TimerDescription(identifier: identifier, due: $0.due, interval: $0.interval)
      }
    }
  }

  /// How many timers, background tasks and background works an app's process has.
  package func pendingWorkCount(of app: AppIdentifier) -> Int {
    kernel.process(of: app).map { parts.pendingWorkCount(of: $0.identifier, kernel) } ?? 0
  }

  /// What an app's process takes, in bytes; 0 without one.
  package func memory(of app: AppIdentifier) -> Int64 { parts.jetsam.memory(of: app) }

  /// The priority of an app's process for memory, the lowest first in line to lose it (R114).
  package func memoryPriority(of app: AppIdentifier) -> Int? {
    parts.memoryPriority(of: app, kernel)
  }

  // MARK: - What it shows

  /// The app on the screen of the car; nil without one.
  package var appInCar: AppIdentifier? { parts.services.car.app }

  /// The windows of an app in the order of their creation.
  package func scenes(of app: AppIdentifier) -> [SceneDescription] {
    let process = kernel.process(of: app)
    if let process, !process.usesScenes, process.hasWindow {
      let state =
        process.isSuspended ? .suspended : process.read { $0.state(of: SystemScene.scene) }
      return [
        SceneDescription(
          session: SystemScene.session, scene: SystemScene.scene, number: 1, role: .application,
          state: state ?? .unattached, screen: process.contents.screen)
      ]
    }
    return parts.frontBoard.sessions(of: app).open.map { session in
      let scene = process?.scenes[session.identifier]
      var state = scene?.reportedState ?? .unattached
      if state == .background, process?.isSuspended == true { state = .suspended }
      return SceneDescription(
        session: session.identifier, scene: scene?.identifier, number: session.number,
        role: session.role, state: state, screen: scene?.contents.screen)
    }
  }

  private func frontContents(of app: AppIdentifier) -> ScreenContents? {
    guard let process = kernel.process(of: app) else { return nil }
    let latest = parts.frontBoard.sessions(of: app).latest
    return latest.flatMap { process.scenes[$0]?.contents } ?? process.contents
  }

  /// The screen that the app shows; nil without a process, and before it showed one.
  package func screen(of app: AppIdentifier) -> String? { frontContents(of: app)?.screen }

  /// The title of the alert or action sheet that the app presents.
  package func presented(of app: AppIdentifier) -> String? { frontContents(of: app)?.presented }

  /// The pictures of the app that the system took, the newest last; it shows the newest.
  package func snapshots(of app: AppIdentifier) -> [String] {
    parts.springBoard.snapshots(of: app)
  }

  // MARK: - What it keeps, and what the user set for it

  /// What an app keeps under a key; nil when there is nothing.
  package func value(
    forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) -> ScriptValue? { parts.services.containers.value(forKey: key, in: place, of: app) }

  /// The keys of a place in the order of their first use.
  package func keys(in place: StoragePlace, of app: AppIdentifier) -> [String] {
    parts.services.containers.keys(in: place, of: app)
  }

  /// How many keys an app has in a place of its storage.
  package func keyCount(in place: StoragePlace, of app: AppIdentifier) -> Int {
    parts.services.containers.keyCount(in: place, of: app)
  }

  /// The Live Activities of an app, in the order in which they were started.
  package func activities(of app: AppIdentifier) -> [LiveActivity] {
    parts.services.liveActivities.activities(of: app)
  }

  /// The notifications of an app that are shown, as the app is notified of them, the newest last.
  package func notifications(of app: AppIdentifier) -> [ScriptValue] {
    parts.services.notifications.shown(of: app).map(\.value)
  }

  /// Whether a tap on a notification of an app waits until the device is unlocked (R142).
  package func waitsForUnlock(_ app: AppIdentifier) -> Bool {
    parts.springBoard.waitingTap?.app == app
  }

  /// The notifications that an app has scheduled, in that order.
  package func pendingNotifications(of app: AppIdentifier) -> [PendingNotification] {
    parts.services.localNotifications.pending(of: app)
  }

  /// What the user has answered when an app asked, or switched since; nil before.
  package func answer(to permission: Permission, of app: AppIdentifier) -> Bool? {
    parts.services.settings.answer(to: permission, of: app)
  }

  /// Whether the user lets an app use what it has asked for, where Settings has a switch for it that
  /// ends the app (R147); nil if there is none.
  package func privacySwitch(_ permission: Permission, of app: AppIdentifier) -> Bool? {
    parts.privacySwitch(permission, of: app, kernel)
  }

  /// The language of the device.
  package var language: String { parts.services.settings.language(kernel.traits) }

  /// The language that an app is shown in.
  package func language(of app: AppIdentifier) -> String {
    parts.services.settings.language(of: app, kernel.traits)
  }

  /// How an incoming call shows itself on an unlocked device (R038).
  package var incomingCalls: IncomingCallStyle {
    parts.services.settings.incomingCalls(kernel.traits)
  }

  /// How messages and events of the calendar show themselves (R041).
  package var alertStyle: AlertStyle { parts.services.settings.alertStyle(kernel.traits) }

  /// Whether the display stays on when the device is locked.
  package var keepsDisplayOn: Bool { parts.services.settings.keepsDisplayOn(kernel.traits) }

  /// The requests that an app has waiting, in the order of their submission.
  package func taskRequests(of app: AppIdentifier) -> [TaskRequest] {
    parts.services.taskScheduler.requests(of: app)
  }

  /// What the user set for an app under a key of its settings bundle.
  package func setting(forKey key: String, of app: AppIdentifier) -> ScriptValue? {
    parts.services.settings.value(forKey: key, of: app)
  }

  /// The names of the regions that an app wants to be notified of, in the order in which it asked.
  package func regions(of app: AppIdentifier) -> [String] {
    parts.services.location.regions(of: app)
  }

  /// The URLs of an app's transfers that are not over, in the order in which they were begun.
  package func transfers(of app: AppIdentifier) -> [String] {
    parts.services.transfers.urls(of: app)
  }

  /// What an app may do with the location.
  package func locationPermission(of app: AppIdentifier) -> LocationPermission {
    parts.services.settings.location(of: app)
  }

  /// Whether the app's notifications are shown.
  package func showsNotifications(of app: AppIdentifier) -> Bool {
    parts.services.settings.showsNotifications(of: app)
  }

  /// The app's own switch of Background App Refresh, whatever the device's is.
  package func refreshSetting(of app: AppIdentifier) -> BackgroundRefresh {
    parts.services.settings.refreshSetting(of: app)
  }
}
