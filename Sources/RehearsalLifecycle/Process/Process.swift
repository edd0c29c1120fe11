// One life of an app. `intended` is what the system has decided; `readable` is what the process
// can read of itself and lags behind while the main thread is busy. All that a process owns is in
// here, so that its death is the end of this value.

import DequeModule

/// A living process.
struct Process: Sendable {
  let identifier: ProcessIdentifier
  /// The number that the system gave the process.
  let number: Int
  var launchReason: LaunchReason
  /// Whether the app's windows are scenes with delegates of their own (R015).
  let usesScenes: Bool

  /// What the process can read of itself.
  var readable: ApplicationState
  /// What the system has decided the process to be, once the main thread has followed.
  var intended: ApplicationState
  var isSuspended = false
  /// Why the process is about to end, while it is given notice.
  var termination: ExitReason?
  /// How many ways to the background the main thread has not come to the end of.
  var departuresUnderWay = 0

  var mainThread = MainThread()
  var watchdogs: [ArmedWatchdog] = []
  var timers = SlotTable<TimerIdentifier, RunLoopTimer>()
  var works = SlotTable<BackgroundWorkIdentifier, BackgroundWork>()
  var tasks = SlotTable<BackgroundTaskIdentifier, BackgroundTask>()

  /// The stay in the background; nil in the foreground.
  var stay: BackgroundStay?
  var expiry: TaskExpiry?
  var suspension: EventIdentifier?
  /// The record after which nothing kept the process running.
  var suspensionCause: Int?
  /// The rule under which it will be suspended.
  var suspensionRule = RuleNumber.R060
  /// When the process was suspended; nil while it is not.
  var suspended: VirtualTime?

  /// The memory that it takes, in bytes.
  var memory: Int64 = 0
  /// Whether the launch is not over yet.
  var isLaunching = true
  /// What it has under way with the system's services.
  var services = Rare<ProcessServices>()

  /// The messages that the app's code implements.
  var handled = MessageSet()
  /// The notifications that the app's code observes.
  var observed: Set<SystemNotification> = []

  /// The connected scenes in the order of their connection.
  var scenes: [Scene] = []
  var lastSceneNumber: Int32 = 0
  /// What an app without scenes shows.
  var contents = ScreenContents()
  /// Whether the view of an app without scenes has been on the screen; after a launch in the
  /// background it is loaded and has not (R011).
  var hasShownView = false
  /// What the app's answers so far permit.
  var permissions = LaunchPermissions()
  /// Whether the process waits, before its application object exists, for a launch (R026).
  var isPrewarmed = false

  /// The state as the world sees it.
  var state: ProcessState {
    if isPrewarmed { return .prewarmed }
    return isSuspended ? .suspended : readable.processState
  }
}

/// An app on the device: what outlives its processes.
struct Installation: Sendable {
  var description: AppDescription
  var isInstalled = true
  /// The index of the first record of this installation; removing an app ends it.
  var firstRecord = 0
  /// The user swiped the app away and has not opened it since (R077).
  var wasForceQuit = false
  /// When the user swiped the app away last.
  var forceQuitTime: VirtualTime?
  /// When the user opened the app last.
  var lastUse: VirtualTime?
  /// What the app has asked of the system that outlives its processes.
  var registrations = Rare<Registrations>()
  var settings = Rare<AppSettings>()
  /// The launch that was asked for while the last process was ending.
  var pendingLaunch: PendingLaunch?
  var lives: Int32 = 0
  /// The living process; nil without one.
  var process: Boxed<Process>?
  var storage = Storage()
  var exits: Deque<ProcessExit> = []
  var sessions = Rare<SceneSessions>()
  /// Whether the state of the interface was saved and may be restored (R027, R058).
  var hasSavedState = false
  /// What the switcher shows of the app, the newest last.
  var snapshots: [String] = []

  /// Whether the process of that identifier is the living one.
  ///
  /// Asked of the installation where it stands, so that nothing of it is copied.
  func runs(_ id: ProcessIdentifier) -> Bool {
    guard let living = process?.identifier else { return false }
    return living == id
  }

  /// Changes the living process in place; nil when it is another one.
  mutating func change<Result>(
    _ id: ProcessIdentifier, _ body: (inout Process) -> Result
  ) -> Result? {
    guard runs(id) else { return nil }
    return process?.change(body)
  }
}
