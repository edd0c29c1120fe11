// One life of an app: the state that the system has decided, the state that the process can read of
// itself, which lags behind while the main thread is busy, and what runs in it. Its death is the end
// of this value.

import RehearsalValues

/// A living process.
struct Process: Sendable {
  let identifier: ProcessIdentifier
  /// The number that the system gave the process.
  let number: Int
  /// Whether the app's windows are scenes with delegates of their own (R015).
  let usesScenes: Bool
  private(set) var launchReason: LaunchReason

  /// What the process can read of itself.
  private(set) var reportedState: ApplicationState
  /// What the system has decided the process to be, once the main thread has followed.
  private(set) var targetState: ApplicationState
  /// When the process was suspended; nil while it runs.
  private(set) var suspendedSince: VirtualTime?
  /// Why the process is about to end, while it is given notice.
  private(set) var ending: ExitReason?
  /// The notice of its end that the process was given.
  private(set) var notice: ExitNotice?
  /// Whether the process waits, before its application object exists, for a launch (R026).
  private(set) var isPrewarmed = false
  /// Whether a prewarm started it, which it can read all its life.
  let wasStartedByPrewarm: Bool
  /// Whether the prewarm sent the messages of the launch (R149).
  private(set) var hasFinishedLaunching = false
  /// Whether the first code runs of a launch into the foreground, which reads Background (R005).
  private(set) var isInFirstCode = false
  /// Whether `didFinishLaunching` has not returned yet.
  private(set) var isLaunching = true
  /// What `didFinishLaunching` carried, for the notification after it, until it returns (R018).
  private(set) var launchOptions: ScriptValue?

  /// Whether its code was made, which says what it implements.
  private(set) var hasCode = false
  /// The messages that the app's code implements.
  private(set) var handled = MessageSet()

  /// Whether the code implements what only SwiftUI has, which wraps its scenes' delegates then.
  var isOfSwiftUI: Bool {
    [.scenePhase, .sceneScenePhase, .sceneOpenURL].contains { handled.contains($0) }
  }
  /// The notifications that the app's code observes.
  private(set) var observed = NotificationSet()
  /// What the app's answers permit.
  private(set) var votes = LaunchVotes()

  private(set) var mainThread = MainThread()
  private(set) var timers = RunLoopTimers()
  private(set) var works = BackgroundWorks()
  private(set) var scenes = SceneTable()
  /// What an app without scenes shows.
  private(set) var contents = ScreenContents()
  /// Whether the view of an app without scenes has been on the screen; after a launch in the
  /// background it is loaded and has not (R011).
  private(set) var hasShownView = false
  /// Whether the system's own scene of an app without scenes is connected (R157).
  private(set) var hasWindow = false
  /// The phase of the app that its code was told last, or began with (R161).
  private(set) var scenePhase: ApplicationState
  /// The delegates that the app has set, of those that it sets itself (R192).
  private(set) var delegates = DelegateSet()
  /// What waits for a delegate, in the order in which it came.
  private(set) var waitingForDelegates: [MainThreadItem] = []
  /// Whether the app keeps the screen on while it is in front (R193).
  private(set) var disablesIdleTimer = false
  /// Whether the app offers content for a connected screen (R158).
  private(set) var offersScreenContent = false
  /// What came while the process was suspended and waits until it runs again.
  private(set) var inbox = LazyBox<SuspendedInbox>()

  init(
    _ identifier: ProcessIdentifier, number: Int, reason: LaunchReason, usesScenes: Bool,
    state: ApplicationState, isPrewarmed: Bool = false
  ) {
    self.identifier = identifier
    self.number = number
    self.usesScenes = usesScenes
    self.isPrewarmed = isPrewarmed
    wasStartedByPrewarm = isPrewarmed
    launchReason = reason
    reportedState = state
    targetState = state
    scenePhase = .background
  }

  // MARK: - States

  var isSuspended: Bool { suspendedSince != nil }

  /// The state as the world sees it.
  var state: ProcessState {
    if isPrewarmed { return .prewarmed }
    return isSuspended ? .suspended : reportedState.processState
  }

  /// What code that runs at this moment reads; the world sees the launch already.
  var readableState: ApplicationState { isInFirstCode ? .background : reportedState }

  mutating func setInFirstCode(_ isInFirstCode: Bool) { self.isInFirstCode = isInFirstCode }

  /// The process can read another state of itself.
  mutating func report(_ state: ApplicationState) { reportedState = state }

  /// The system decides a state for the process or, where it has scenes, for those in front.
  mutating func aim(at state: ApplicationState) {
    if usesScenes {
      aim(at: state, for: scenes.inForeground)
    } else {
      targetState = state
    }
  }

  /// Decides a state for some of the scenes, and for the process what follows from all (R007).
  mutating func aim(at state: ApplicationState, for chosen: [SceneIdentifier]) {
    scenes.aim(at: state, for: chosen)
    targetState = scenes.targetState
  }

  mutating func suspend(at now: VirtualTime) { suspendedSince = now }

  /// The process runs again; since when it did not is returned.
  mutating func resume() -> VirtualTime? {
    defer { suspendedSince = nil }
    return suspendedSince
  }

  /// A prewarmed process is launched: it begins a life of its own in a state.
  mutating func beginLaunch(reason: LaunchReason, state: ApplicationState) -> VirtualTime? {
    isPrewarmed = false
    launchReason = reason
    reportedState = state
    targetState = state
    return resume()
  }

  /// A prewarm sends the messages of the launch.
  mutating func finishLaunchingInPrewarm() { hasFinishedLaunching = true }

  mutating func noteLaunchOptions(_ options: ScriptValue?) { launchOptions = options }

  /// The launch is over; what it carried is handed out.
  mutating func endLaunch() -> ScriptValue? {
    isLaunching = false
    return launchOptions.take()
  }

  mutating func beginEnding(_ reason: ExitReason) { ending = reason }

  mutating func noteNotice(_ rule: RuleNumber) { notice = ExitNotice(rule: rule) }

  // MARK: - Code

  /// The code of the process says what it implements and observes.
  mutating func adopt(handled: MessageSet, observed: NotificationSet) {
    hasCode = true
    self.handled = handled
    self.observed = observed
  }

  mutating func setObserved(_ isObserved: Bool, _ notification: SystemNotification) {
    observed.set(notification, isObserved)
  }

  /// The app sets a delegate; all that waits is handed out.
  mutating func setDelegate(_ kind: DelegateKind) -> [MainThreadItem] {
    delegates.formUnion(DelegateSet([kind]))
    defer { waitingForDelegates = [] }
    return waitingForDelegates
  }

  mutating func putAside(_ item: MainThreadItem) { waitingForDelegates.append(item) }

  mutating func disableIdleTimer(_ isDisabled: Bool) { disablesIdleTimer = isDisabled }

  mutating func offerScreenContent(_ isOffered: Bool) { offersScreenContent = isOffered }

  mutating func changeVotes(_ body: (inout LaunchVotes) -> Void) { body(&votes) }

  // MARK: - What runs in it

  // Inlined, so that a part is changed in place.
  @inline(__always)
  mutating func changeMainThread<Result>(_ body: (inout MainThread) -> Result) -> Result {
    body(&mainThread)
  }

  /// Queues work on the main thread; whether the process has to be listed for a turn.
  @inline(__always)
  mutating func appendToMainThread(_ item: consuming MainThreadItem) -> Bool {
    mainThread.append(item)
    return mainThread.markListed()
  }

  @inline(__always)
  mutating func changeTimers<Result>(_ body: (inout RunLoopTimers) -> Result) -> Result {
    body(&timers)
  }

  @inline(__always)
  mutating func changeWorks<Result>(_ body: (inout BackgroundWorks) -> Result) -> Result {
    body(&works)
  }

  mutating func changeScenes<Result>(_ body: (inout SceneTable) -> Result) -> Result {
    body(&scenes)
  }

  mutating func changeInbox<Result>(_ body: (inout SuspendedInbox) -> Result) -> Result {
    body(&inbox.value)
  }

  mutating func showView() { hasShownView = true }

  mutating func connectWindow() { hasWindow = true }

  mutating func setScenePhase(_ phase: ApplicationState) { scenePhase = phase }

  // MARK: - What it shows

  /// What a scene shows; of an app without scenes, or without a scene named, what the first does.
  func contents(of scene: SceneIdentifier?) -> ScreenContents? {
    guard let chosen = scene ?? scenes.firstOfDevice else { return contents }
    return scenes[chosen]?.contents
  }

  mutating func changeContents(
    of scene: SceneIdentifier?, _ body: (inout ScreenContents) -> Void
  ) {
    if let chosen = scene ?? scenes.firstOfDevice {
      scenes.changeContents(of: chosen, body)
    } else {
      body(&contents)
    }
  }
}

/// What the answers of a process permit so far.
struct LaunchVotes: Sendable {
  /// Something that an app's own answers permit.
  enum Question: Hashable, Sendable {
    /// Neither launch method refused what the app was launched for (R019).
    case launchIsAccepted
    /// The app wants its state saved (R058).
    case stateIsSaved
    /// The app wants its state restored (R021).
    case stateIsRestored
  }

  private(set) var refusesLaunch = false
  private(set) var savesState = false
  private(set) var restoresState = false

  func allow(_ question: Question) -> Bool {
    switch question {
    case .launchIsAccepted: !refusesLaunch
    case .stateIsSaved: savesState
    case .stateIsRestored: restoresState
    }
  }

  mutating func refuseLaunch() { refusesLaunch = true }
  mutating func setSavesState(_ saves: Bool) { savesState = saves }
  mutating func setRestoresState(_ restores: Bool) { restoresState = restores }
}

/// A notification that waits for a suspended process, the newest of its kind (R130).
struct QueuedNotification: Sendable {
  let notification: SystemNotification
  /// What it carries; nil for nothing.
  let info: ScriptValue?
  /// What it is told under.
  var rule = RuleNumber.R130
  let cause: Cause?
  /// The change that it tells of, where one that is undone is not told of (C31).
  var change: ValueChange?
}

/// What changed: from one value to another.
struct ValueChange: Sendable {
  let before: ScriptValue
  let after: ScriptValue

  init(_ before: ScriptValue, _ after: ScriptValue) {
    self.before = before
    self.after = after
  }
}

/// What came while a process was suspended.
struct SuspendedInbox: DefaultInitializable {
  /// The last change of time that the process missed (R131).
  private(set) var timeChange: Cause?
  /// The unlock after which the process may read protected data again, of whose loss it was told
  /// (R132).
  private(set) var protectedData: Cause?
  /// Notifications, one of each kind (R130).
  private(set) var notifications: [QueuedNotification] = []
  /// Locations (R133).
  private(set) var locations: [ScriptValue] = []

  mutating func missTimeChange(_ cause: Cause) { timeChange = cause }

  mutating func takeTimeChange() -> Cause? {
    defer { timeChange = nil }
    return timeChange
  }

  mutating func regainProtectedData(_ cause: Cause) { protectedData = cause }

  mutating func takeProtectedData() -> Cause? {
    defer { protectedData = nil }
    return protectedData
  }

  /// Adds a notification, or replaces the one of its kind that waits; a change that is back where it
  /// began takes what told of it away (C31).
  mutating func queue(_ waiting: QueuedNotification) {
    let family = [waiting.notification, waiting.notification.opposite]
    let first = notifications.first { family.contains($0.notification) }?.change
    if let change = waiting.change, change.after == first?.before ?? change.before {
      return notifications.removeAll { family.contains($0.notification) }
    }
    var waiting = waiting
    if let change = waiting.change, let first {
      waiting.change = ValueChange(first.before, change.after)
    }
    if let position = notifications.firstIndex(where: {
      $0.notification == waiting.notification
    }) {
      notifications[position] = waiting
    } else {
      notifications.append(waiting)
    }
  }

  mutating func takeNotifications() -> [QueuedNotification] {
    defer { notifications = [] }
    return notifications
  }

  mutating func queue(_ location: ScriptValue) { locations.append(location) }

  mutating func takeLocations() -> [ScriptValue] {
    defer { locations = [] }
    return locations
  }
}
