// The device as a value: clock, queue, apps, processes, screen and trace. Stimuli and due events
// change it; what happened comes back as records. It holds no code and no closures: the app code
// is asked by `Simulation`, which takes the turns that the device hands out.

import DequeModule

/// A simulated device: a value that answers stimuli and due events with records.
package struct Device: Sendable {
  /// What is simulated.
  package let profile: Profile
  /// The bounds of the simulation.
  package let limits: Limits
  /// The moment on the device's clock; while an event is handled, its due time.
  package internal(set) var now = VirtualTime.zero
  /// What happened so far.
  package internal(set) var trace: Trace
  /// What is on the screen, below any interruption and below the lock.
  package internal(set) var screen = Screen.homeScreen
  /// The app beside the one in front, in Split View (R052).
  package internal(set) var sideApp: AppIdentifier?
  /// Whether the device is locked.
  package internal(set) var isLocked = false
  /// Whether the device was unlocked since it started (R035).
  package internal(set) var hasBeenUnlocked = true
  /// Whether the device is switched on.
  package internal(set) var isPoweredOn = true
  /// How the device is held.
  package internal(set) var orientation = Orientation.portrait
  /// The cards of the switcher, the one used last first; a dead app keeps its card.
  package internal(set) var switcher: [AppIdentifier] = []

  /// What the user has set for the device.
  package internal(set) var settings = DeviceSettings()
  /// Battery, heat, storage and what is around the device.
  package internal(set) var conditions = DeviceConditions()
  /// The device's wall clock.
  package internal(set) var wallClock: WallClock
  /// The next significant change of time; nil while no process could hear of it.
  var nextTimeChange: EventIdentifier?
  /// The questions that wait for the user, in the order in which they were asked.
  var prompts: [Prompt] = []
  /// What all processes take together, in bytes.
  var usedMemory: Int64 = 0
  /// Where the device is.
  package internal(set) var place = Place(latitude: 48.85, longitude: 2.35)

  var queue = EventQueue<ScheduledEvent>()
  var installations: [Installation] = []
  var interruptions: [Interruption] = []
  var call: PhoneCall?
  /// The processes whose audio a call has interrupted.
  var interruptedAudio: [ProcessIdentifier] = []
  /// Whether the switcher lies over the screen (R047).
  var isSwitcherOpen = false
  /// Whether the divider of Split View is being dragged (R052).
  var isDividerDragged = false
  /// Whether the device starts again as soon as its last process has ended.
  var startsAgain = false
  /// The processes that may have a turn, in the order in which they got work.
  var ready: Deque<ProcessIdentifier> = []
  /// The processes that ended since they were last asked for.
  var departures: [ProcessIdentifier] = []
  /// What app code told the host and the host has not taken.
  var hostMessages: [HostMessage] = []
  /// The record that led to what is being done at this moment.
  var cause: Int?
  private var lastProcessNumber = 100
  private let spans: [TimeSpan]

  /// Makes a device without apps, with its home screen in front.
  package init(profile: Profile = Profile(), limits: Limits = Limits()) {
    self.profile = profile
    self.limits = limits
    wallClock = profile.wallClock
    conditions.locale = profile.locale
    trace = Trace(limit: limits.traceRecords)
    spans = Budget.allCases.map(profile.span(of:))
  }

  /// The length of a budget on this device.
  func span(of budget: Budget) -> TimeSpan { spans[Int(budget.rawValue)] }

  /// Whether the watchdog counts (R111).
  var hasWatchdog: Bool { !profile.hasDebugger && !profile.isSimulator }

  // MARK: - Apps and processes

  func installation(_ app: AppIdentifier) -> Installation? {
    installations.indices.contains(app.position) ? installations[app.position] : nil
  }

  /// Whether the process of that identifier is the app's living one.
  func isAlive(_ id: ProcessIdentifier) -> Bool {
    installations.indices.contains(id.app.position)
      && installations[id.app.position].runs(id)
  }

  /// Whether the app has a living process.
  func hasProcess(_ app: AppIdentifier) -> Bool {
    installations.indices.contains(app.position) && installations[app.position].process != nil
  }

  /// The living processes, in the order of their apps.
  ///
  /// - Complexity: O(n) in the number of apps
  var processes: [Boxed<Process>] {
    // By index: what else an installation holds is not copied for it.
    installations.indices.compactMap { installations[$0].process }
  }

  /// The living process of that identifier.
  func process(_ id: ProcessIdentifier) -> Boxed<Process>? {
    isAlive(id) ? installations[id.app.position].process : nil
  }

  /// Changes a living process in place; nil when it is not alive.
  @discardableResult
  mutating func change<Result>(
    _ id: ProcessIdentifier, _ body: (inout Process) -> Result
  ) -> Result? {
    guard installations.indices.contains(id.app.position) else { return nil }
    return installations[id.app.position].change(id, body)
  }

  mutating func add(_ description: AppDescription) -> AppIdentifier {
    installations.append(Installation(description: description))
    return AppIdentifier(installations.count - 1)
  }

  /// Starts a process of an app, without any work and memory for it yet.
  mutating func startProcess(
    of app: AppIdentifier, reason: LaunchReason, readable: ApplicationState,
    intended: ApplicationState
  ) -> ProcessIdentifier {
    lastProcessNumber += 1
    installations[app.position].lives &+= 1
    let id = ProcessIdentifier(app: app, incarnation: installations[app.position].lives)
    installations[app.position].process = Boxed(
      Process(
        identifier: id, number: lastProcessNumber, launchReason: reason,
        usesScenes: usesScenes(app), readable: readable, intended: intended))
    if nextTimeChange == nil { watchClock() }
    return id
  }

  // MARK: - Records

  /// Writes a record about a living process.
  @discardableResult
  mutating func record(
    _ subject: RecordSubject, of id: ProcessIdentifier, scene: SceneIdentifier? = nil,
    rule: RuleNumber? = nil, cause: Int?, handled: Bool? = nil, arguments: [PlainValue] = [],
    detail: String = ""
  ) -> Int {
    write(
      subject, app: id.app, incarnation: id.incarnation, scene: scene,
      state: isAlive(id) ? installations[id.app.position].process?.readable : nil, rule: rule,
      cause: cause, handled: handled, arguments: arguments, detail: detail)
  }

  /// Writes a record about the device, or about an app whatever its process.
  @discardableResult
  mutating func record(
    _ subject: RecordSubject, app: AppIdentifier?, rule: RuleNumber? = nil, cause: Int?,
    arguments: [PlainValue] = [], detail: String = ""
  ) -> Int {
    if let app, let process = installation(app)?.process {
      return record(
        subject, of: process.identifier, rule: rule, cause: cause, arguments: arguments,
        detail: detail)
    }
    return write(
      subject, app: app, incarnation: 0, scene: nil, state: nil, rule: rule, cause: cause,
      handled: nil,
      arguments: arguments, detail: detail)
  }

  private mutating func write(
    _ subject: RecordSubject, app: AppIdentifier?, incarnation: Int32, scene: SceneIdentifier?,
    state: ApplicationState?, rule: RuleNumber?, cause: Int?, handled: Bool?,
    arguments: [PlainValue], detail: String
  ) -> Int {
    let index = trace.endIndex
    trace.append(
      Record(
        index: index, time: now, app: app, incarnation: incarnation, scene: scene,
        subject: subject, state: state, handled: handled, rule: rule, cause: cause,
        arguments: arguments,
        detail: detail))
    return index
  }
}
