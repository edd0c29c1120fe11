// The ends that reports tell of: for each the rule of the device that ends an app so, the budget that
// was over, and the few lines that end one the same way.

import RehearsalLifecycle

/// A kind of end, where the rule book knows it.
enum ReportedEnd: CaseIterable, Sendable {
  case processLaunch, launch, laterScene, activation, leaving, notice, blockedEvents
  case backgroundTask, fetch, urlSession, voipCall, heldLock, tooManyTasks, heat, storage
  case drawing, processorTime, memoryLimit, memory, forceQuit, fault, missingLibrary
  case lateRegistration, secondRegistration, unregisteredTask, frequentNotification
  case backgroundLocation, scenesRequired

  /// What sets a kind apart.
  struct Row: Sendable {
    /// The rule that ends an app so; nil if it was the app's own doing.
    let rule: RuleNumber?
    /// What happened, after "It".
    let words: String
    /// The length of time that was over.
    var budget: Budget?
    /// The first system that plays the scenario, and the last; nil for the device's own.
    var versions: SystemVersionRange?
    var model: String?
    /// More settings of the device.
    var settings: [String] = []
    /// The lines inside the app.
    var app: [String] = []
    /// The lines of the scenario; `App` stands for the app.
    var acts: [String] = []
    /// What to look at where the report is about something near it.
    var related: String?
    /// How the app ends in it.
    var reason = ExitReason.watchdog
  }

  /// The kind of what a report tells; nil if the rule book has nothing of it.
  init?(_ facts: ReportedFacts) {
    if let category = facts.category {
      guard let end = category.end(isForeground: facts.isForeground) else { return nil }
      self = end
      return
    }
    let code = facts.code.map(KillCode.bits)
    if code == ExitCode.watchdog {
      // Of the code alone nothing more is known than that something took too long.
      let isAlone = facts.explanations.isEmpty && facts.namespace == nil && facts.system == nil
      self = isAlone ? .launch : Self.watchdog(facts)
    } else if let known = code.flatMap(KillCode.init(code:)), facts.namespace != "SIGNAL" {
      guard let end = known.row.end else { return nil }
      self = end
    } else if facts.namespace == "JETSAM" {
      self = facts.says("per-process-limit") ? .memoryLimit : .memory
    } else if facts.namespace == "DYLD" {
      self = .missingLibrary
    } else if facts.says("cpu usage") || facts.says("cpu resource") {
      self = .processorTime
    } else if facts.says("watchdog transgression") || facts.says("active assertions beyond") {
      self = Self.watchdog(facts)
    } else if let misuse = Self.misuse(facts) {
      self = misuse
    } else if facts.namespace == "SIGNAL" || facts.isOwnFault {
      self = .fault
    } else if facts.namespace == nil, facts.says("failed to ") {
      self = Self.watchdog(facts)
    } else {
      return nil
    }
  }

  /// The exceptions that the system raises for a rule, by their words or by what was called.
  private static let exceptions: [(said: [String], called: [String], end: ReportedEnd)] = [
    (
      ["never posted an incoming call", "posted an incoming call to the system"],
      ["_terminateAppIfThereAreUnhandledVoIPPushes"], .voipCall
    ),
    (["before application finishes launching"], [], .lateRegistration),
    (
      ["has already been registered", "is already registered"], [], .secondRegistration
    ),
    (["No launch handler registered", "No handler was registered"], [], .unregisteredTask),
    ([], ["BGTaskScheduler", "registerForTaskWithIdentifier"], .lateRegistration),
    (["time interval must be at least 60"], [], .frequentNotification),
    (
      ["!stayUp || CLClientIsBackgroundable", "background location updates need"],
      ["setAllowsBackgroundLocationUpdates"], .backgroundLocation
    ),
    (
      ["UIScene lifecycle", "does not adopt UIScene", "scene-based life cycle"], [], .scenesRequired
    ),
  ]

  /// The rule that an exception of the app's own process is for; nil if it is none of the system's.
  private static func misuse(_ facts: ReportedFacts) -> ReportedEnd? {
    exceptions.first { row in
      row.said.contains(where: facts.says)
        || !row.called.isEmpty && row.called.contains(where: facts.calls)
    }?.end
  }

  /// What the watchdog guarded: by the event of later reports, or by the words of earlier ones.
  private static func watchdog(_ facts: ReportedFacts) -> ReportedEnd {
    if facts.says("active assertions beyond permitted time") { return .backgroundTask }
    func names(_ event: String) -> Bool {
      facts.value(of: "WatchdogEvent") == event || facts.says(event + " watchdog")
        || facts.says("failed to " + event)
    }
    let isHidden =
      (facts.value(of: "WatchdogVisibility") ?? facts.value(of: "ProcessVisibility"))
      .map { $0 == "Background" } ?? (facts.role == "Background")
    if names("process-launch") || facts.says("failed to launch") { return .processLaunch }
    if names("process-exit") || facts.says("failed to terminate") { return .notice }
    if facts.says("failed to suspend") { return .leaving }
    if facts.says("failed to resume") { return .activation }
    if names("scene-create") {
      return facts.allowance.map { $0 < .seconds(15) } ?? false ? .laterScene : .launch
    }
    if names("scene-update") { return isHidden ? .leaving : .activation }
    return facts.system.map { $0 < 13 } ?? false && !isHidden ? .blockedEvents : .leaving
  }

  // MARK: - The rows

  var row: Row { Self.rows[self] ?? Row(rule: nil, words: "ended") }

  private static let rows: [ReportedEnd: Row] = [
    .processLaunch: Row(
      rule: .R109, words: "did not come to its application object in time", budget: .launch,
      app: ["var first = work(1min)  // what runs before the first message"],
      acts: ["launch App", "advance 1min"]),
    .launch: Row(
      rule: .R109, words: "did not finish launching in time", budget: .launch,
      app: ["on didFinishLaunching { work(1min) }"], acts: ["launch App", "advance 1min"],
      related: "A scene that is created in a process that lives has a limit of its own: R110."),
    .laterScene: Row(
      rule: .R110, words: "did not connect a later scene in time", budget: .sceneCreation,
      versions: .from(13), model: "iPad",
      app: [
        "info { multipleScenes: true }",
        "scene { on willConnect(session, options) { work(disk[\"takes\"] ?? 0s) } }",
      ], acts: ["launch App", "App.disk[\"takes\"] = 1min", "newWindow App", "advance 1min"]),
    .activation: Row(
      rule: .R110, words: "did not come back to the foreground in time", budget: .activation,
      app: ["on willEnterForeground { work(1min) }"],
      acts: ["launch App", "press .home", "advance 10s", "launch App", "advance 1min"]),
    .notice: Row(
      rule: .R076, words: "did not return from willTerminate in time", budget: .willTerminate,
      app: ["on willTerminate { work(1min) }"],
      acts: ["launch App", "forceQuit App", "advance 1min"]),
    .blockedEvents: Row(
      rule: .R111, words: "did not take the user's events in time", budget: .eventHandling,
      versions: .majors(4, 12),
      app: ["button \"Work\" { work(1h) }", "button \"Tap\" { }"],
      acts: ["launch App", "touch \"Work\"", "touch \"Tap\"", "advance 1min"]),
    .leaving: Row(
      rule: .R055, words: "did not leave the screen in time", budget: .didEnterBackground,
      app: ["on didEnterBackground { work(1min) }"],
      acts: ["launch App", "press .home", "advance 1min"]),
    .fetch: Row(
      rule: .R097, words: "did not say in time that its background fetch was done",
      budget: .fetch, versions: .from(7),
      app: [
        "info { backgroundModes: [.fetch] }",
        "on didBecomeActive { setMinimumBackgroundFetchInterval(.minimum) }",
        "on performFetch(completion) { }",
      ], acts: ["launch App", "press .home", "advance 10s", "fetch App", "advance 1min"],
      reason: .completionTimeout),
    .urlSession: Row(
      rule: .R105, words: "did not take its background transfers in time",
      budget: .urlSessionEvents, versions: .from(13),
      app: [
        "button \"Load\" { download(\"https://example.com\", takes: 1min, session: \"s\") { } }",
        "on handleEventsForBackgroundURLSession(identifier, completion) { }",
      ],
      acts: ["launch App", "touch \"Load\"", "press .home", "advance 2min"],
      reason: .completionTimeout),
    .voipCall: Row(
      rule: .R141, words: "did not report a call for a VoIP push",
      versions: .from(13, before: SystemVersion(26, 4)),
      app: [
        "info { backgroundModes: [.voip] }",
        "on didReceiveIncomingPush(payload, completion) { completion() }",
      ], acts: ["push App, payload: [:], type: .voip"], reason: .unreportedCall),
    .heldLock: Row(
      rule: .R066, words: "held a lock on a file when it was suspended", versions: .from(9),
      app: ["on didBecomeActive { acquire(.fileLock) }"],
      acts: ["launch App", "press .home", "advance 10s"], reason: .lockHeld),
    .tooManyTasks: Row(
      rule: .R095, words: "held too many background tasks", versions: .from(11),
      app: ["button \"Many\" { for _ in 0...1000 { beginBackgroundTask(\"many\") } }"],
      acts: ["launch App", "touch \"Many\""], reason: .assertionLimit),
    .backgroundTask: Row(
      rule: .R092, words: "did not end a background task in time", budget: .backgroundTasks,
      app: ["on didEnterBackground { beginBackgroundTask(\"forgotten\") }"],
      acts: ["launch App", "press .home", "advance 15min"], reason: .backgroundTaskExpired),
    .heat: Row(
      rule: .R113, words: "ran while the device was too hot",
      acts: ["launch App", "device.thermalState = .critical"], reason: .thermal),
    .storage: Row(
      rule: .R113, words: "had to make room while storage was short",
      app: ["on didFinishLaunching { caches[\"page\"] = \"text\" }"],
      acts: ["launch App", "press .home", "device.freeStorage = 0"], reason: .storage),
    .drawing: Row(
      rule: .R065, words: "drew in the background",
      app: ["on didEnterBackground { render(.openGLES) }"],
      acts: ["launch App", "press .lock"], reason: .backgroundGPU),
    .processorTime: Row(
      rule: .R108, words: "used too much of the processor in the background",
      versions: .from(13),
      app: [
        "info { backgroundModes: [.audio] }",
        "on didEnterBackground { playAudio(); perform(1h, cpu: 1) { } }",
      ], acts: ["launch App", "press .home", "advance 5min"], reason: .cpu),
    .memoryLimit: Row(
      rule: .R114, words: "took more memory than one app may", settings: ["memory: 1GB"],
      app: ["button \"Take\" { allocate(600MB) }"], acts: ["launch App", "touch \"Take\""],
      reason: .memoryPressure),
    .memory: Row(
      rule: .R074, words: "was ended because the device needed its memory",
      acts: ["launch App", "press .home", "advance 10s", "purge App"],
      reason: .memoryPressure),
    .forceQuit: Row(
      rule: .R081, words: "was swiped away by the user",
      acts: ["launch App", "press .home", "advance 10s", "forceQuit App"], reason: .forceQuit),
    .missingLibrary: Row(rule: nil, words: "could not be linked, before any code of it ran"),
    .fault: Row(
      rule: nil, words: "ended by a fault of its own",
      app: ["button \"Fault\" { fatalError(\"the fault\") }"],
      acts: ["launch App", "expect crash(App) { touch \"Fault\" }"], reason: .crash),
    .lateRegistration: Row(
      rule: .R101, words: "registered a scheduled task when its launch was over",
      versions: .from(13),
      app: [
        "info { backgroundTaskIdentifiers: [\"refresh\"] }", "on didBecomeActive {",
        "    registerBackgroundTask(\"refresh\")", "    submitBackgroundTask(\"refresh\")", "}",
      ], acts: ["expect crash(App) { launch App }"], reason: .crash),
    .secondRegistration: Row(
      rule: .R101, words: "registered a scheduled task twice", versions: .from(13),
      app: [
        "info { backgroundTaskIdentifiers: [\"refresh\"] }",
        "on didFinishLaunching {", "    registerBackgroundTask(\"refresh\")",
        "    registerBackgroundTask(\"refresh\")", "    return true", "}",
      ], acts: ["expect crash(App) { launch App }"], reason: .crash),
    .unregisteredTask: Row(
      rule: .R101, words: "had no handler for a scheduled task", versions: .from(13),
      app: [
        "info {", "    backgroundModes: [.fetch]",
        "    backgroundTaskIdentifiers: [\"refresh\"]", "}",
        "on didBecomeActive { submitBackgroundTask(\"refresh\") }",
      ],
      acts: [
        "launch App", "press .home", "purge App",
        "expect crash(App) { runBackgroundTask App, \"refresh\" }",
      ], reason: .crash),
    .frequentNotification: Row(
      rule: .R143, words: "repeated a notification too often", versions: .from(10),
      app: [
        "button \"Remind\" { scheduleNotification(\"again\", after: 59s, repeats: true) }"
      ], acts: ["launch App", "expect crash(App) { touch \"Remind\" }"], reason: .crash),
    .backgroundLocation: Row(
      rule: .R137,
      words: "asked for locations in the background without the mode",
      versions: .from(9),
      app: [
        "on didFinishLaunching {",
        "    startUpdatingLocation(allowsBackgroundLocationUpdates: true)", "}",
      ], acts: ["expect crash(App) { launch App }"], reason: .crash),
    .scenesRequired: Row(
      rule: .R128, words: "has no scenes, which its SDK requires", versions: .from(27),
      app: ["info { sdk: 27 }"], acts: ["launch App"], reason: .scenesRequired),
  ]
}
