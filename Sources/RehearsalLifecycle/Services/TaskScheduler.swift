// The background task scheduler (R101 to R103, R107): what an app registers and submits, and when
// the system runs it. The system's choice of the moment is the scenario's; how long a task runs is
// RunningBoard's.

import RehearsalValues

/// What an app asks the scheduler for.
public enum TaskRequestKind: String, CaseIterable, Hashable, Sendable {
  /// A short refresh of content.
  case refresh
  /// Minutes of work while the device is idle.
  case processing
  /// Work that the user began and that continues in the background, from iOS 26 on.
  case continued

  /// What the app is woken for.
  var wakeUpKind: WakeUpKind { row.wakeUpKind }

  /// What the system needs for it.
  fileprivate var feature: Feature { row.feature }

  /// How many requests of the kind may wait (R102).
  fileprivate var limit: Int { row.limit }

  private var row: (wakeUpKind: WakeUpKind, feature: Feature, limit: Int) {
    switch self {
    case .refresh: (.refreshTask, .taskScheduler, 1)
    case .processing: (.processingTask, .taskScheduler, 10)
    case .continued: (.continuedTask, .continuedTasks, .max)
    }
  }
}

/// A request that waits.
package struct TaskRequest: Hashable, Sendable {
  /// The task's identifier.
  package let identifier: String
  /// What is asked for.
  package let kind: TaskRequestKind
  /// The moment before which the task does not begin.
  package let earliest: VirtualTime
  /// Whether the device has to be connected to power; the processor is not limited then (R108).
  package let requiresExternalPower: Bool
}

/// How the submission of a request went.
public enum SubmissionResult: String, CaseIterable, Hashable, Sendable {
  case submitted, notPermitted, tooManyPending, unavailable
}

/// The requests that wait, and the handlers that living processes have registered.
struct TaskScheduler: Sendable {
  private struct Schedule: DefaultInitializable {
    /// The requests that wait, in the order of their submission, each identifier once.
    var requests: [TaskRequest] = []
    /// The identifiers that the living process has registered.
    var registered: [String] = []
    /// The identifiers of the tasks that began last on external power.
    var powered: [String] = []
  }

  private var schedules = AppTable<Schedule>()

  /// The requests that an app has waiting, in the order of their submission.
  func requests(of app: AppIdentifier) -> [TaskRequest] {
    schedules.read(app) { $0.requests } ?? []
  }

  /// Whether one of the tasks that an app has under way lifts the limit of the processor.
  func exemptsProcessorUse(_ tasks: [String], of app: AppIdentifier) -> Bool {
    schedules.read(app) { !$0.powered.isEmpty && tasks.contains(where: $0.powered.contains) }
      ?? false
  }

  private func isRegistered(_ identifier: String, by app: AppIdentifier) -> Bool {
    schedules.read(app) { $0.registered.contains(identifier) } ?? false
  }

  /// The registrations end with the process; the requests stay.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !schedules.isEmpty(id.app) else { return }
    schedules[id.app].registered = []
    schedules[id.app].powered = []
  }

  /// The app is taken off the device with its requests.
  mutating func appWasRemoved(_ app: AppIdentifier) {
    schedules.remove(app)
  }

  // MARK: - Registering and submitting

  fileprivate mutating func register(
    _ identifier: String, in id: ProcessIdentifier, _ kernel: Kernel
  ) throws(DeviceAPIError) -> Bool {
    guard let isLaunching = kernel.read(id, { $0.isLaunching }) else { throw .processEnded }
    guard kernel.has(.taskScheduler), kernel.description(of: id.app).listsTask(identifier) else {
      return false
    }
    guard !isRegistered(identifier, by: id.app) else { throw .exception(.registeredTwice) }
    guard isLaunching else { throw .exception(.registeredAfterLaunch) }
    schedules[id.app].registered.append(identifier)
    return true
  }

  fileprivate mutating func submit(
    _ identifier: String, after delay: TimeSpan, kind: TaskRequestKind,
    requiresExternalPower: Bool, in id: ProcessIdentifier, refresh: BackgroundRefresh,
    _ kernel: inout Kernel
  ) throws(DeviceAPIError) -> SubmissionResult {
    guard kernel.isAlive(id) else { throw .processEnded }
    guard delay >= .zero else { throw .negativeSpan }
    let earliest = try kernel.moment(after: delay)
    let result = result(ofSubmitting: identifier, kind, in: id, refresh: refresh, kernel)
    let record = kernel.record(
      .assertion(.taskSubmitted), of: id, rule: .R102, cause: kernel.cause,
      arguments: [.symbol(result.rawValue)], details: .text(identifier))
    guard result == .submitted else { return result }
    let request = TaskRequest(
      identifier: identifier, kind: kind, earliest: earliest,
      requiresExternalPower: requiresExternalPower)
    guard kind != .continued else {
      begin(request, for: id.app, cause: kernel.cause ?? record, &kernel)
      return result
    }
    schedules[id.app].requests.removeAll { $0.identifier == identifier }
    schedules[id.app].requests.append(request)
    return result
  }

  private func result(
    ofSubmitting identifier: String, _ kind: TaskRequestKind, in id: ProcessIdentifier,
    refresh: BackgroundRefresh, _ kernel: Kernel
  ) -> SubmissionResult {
    guard kernel.has(kind.feature), !kernel.traits.profile.isSimulator else {
      return .unavailable
    }
    let description = kernel.description(of: id.app)
    guard description.listsTask(identifier) else { return .notPermitted }
    switch kind {
    case .refresh where !description.hasBackgroundMode(.fetch): return .notPermitted
    case .processing where !description.hasBackgroundMode(.processing): return .notPermitted
    case .continued where kernel.read(id) { $0.reportedState } != .active: return .notPermitted
    default: break
    }
    guard refresh == .available else { return .unavailable }
    let others = requests(of: id.app).filter { $0.kind == kind && $0.identifier != identifier }
    return others.count < kind.limit ? .submitted : .tooManyPending
  }

  // MARK: - The system's choice

  /// The system runs a request, if everything that it waits for is so.
  ///
  /// - Parameters:
  ///   - identifier: The request's identifier.
  ///   - app: The app that submitted it.
  ///   - isLocked: Whether the device is locked, and so not in use (R103).
  ///   - isCharging: Whether the device is connected to power.
  ///   - conditions: What decides whether the app is woken.
  ///   - cause: The stimulus.
  ///   - kernel: The clock.
  /// - Returns: Why the task does not begin; nil when it does.
  mutating func run(
    _ identifier: String, of app: AppIdentifier, isLocked: Bool, isCharging: Bool,
    conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let request = requests(of: app).first(where: { $0.identifier == identifier }) else {
      return .noSuchRequest
    }
    guard request.earliest <= kernel.now else { return .requestIsEarly }
    if let refusal = conditions.refusal(of: request.kind.wakeUpKind) { return refusal }
    if request.kind == .processing, !isLocked { return .deviceIsInUse }
    if request.requiresExternalPower, !isCharging { return .noExternalPower }
    schedules[app].requests.removeAll { $0.identifier == identifier }
    schedules[app].powered.removeAll { $0 == identifier }
    if request.requiresExternalPower { schedules[app].powered.append(identifier) }
    begin(request, for: app, cause: cause, &kernel)
    return nil
  }

  private func begin(
    _ request: TaskRequest, for app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let wakeUp = WakeUp(kind: request.kind.wakeUpKind, events: [], task: request.identifier)
    kernel.emit(.wake(app, wakeUp, cause: cause))
  }

  /// The main thread reaches a scheduled task; one without a registered handler is a crash (R101).
  ///
  /// - Returns: Whether the handler is to be called.
  func checkRegistration(
    of identifier: String, in id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Bool {
    guard kernel.isAlive(id) else { return false }
    guard !isRegistered(identifier, by: id.app) else { return true }
    kernel.emit(.end(id, .crash, rule: .R101, cause: cause, .unregisteredTask(identifier)))
    return false
  }
}

extension AppDescription {
  /// Whether the Info.plist lists the identifier of a scheduled task.
  fileprivate func listsTask(_ identifier: String) -> Bool {
    texts(.backgroundTaskIdentifiers).contains(identifier)
  }
}

// MARK: - Actions

extension TaskScheduler {
  static let actions: [Action] = [
    Action(
      .runBackgroundTask, "runBackgroundTask", [.app, ActionParameter("identifier", .text)],
      isWayIn: true,
      versions: .from(13), refusesItself: true, rules: [.R103, .R101, .R102],
      "Runs a request that the app submitted to the task scheduler."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.services.taskScheduler.run(
        try call.text(0), of: app, isLocked: parts.springBoard.isLocked,
        isCharging: [.charging, .full].contains(parts.services.power.conditions.batteryState),
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    },
    Action(
      .cancelBackgroundTask, "cancelBackgroundTask", [.app, ActionParameter("identifier", .text)],
      versions: .from(26), refusesItself: true, rules: [.R107],
      "The user cancels a task that continues in the background."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      guard let id = kernel.process(of: app)?.identifier,
        let task = parts.runningBoard.continuedTask(try call.text(0), of: app)
      else { return .noSuchTask }
      // What the user stops comes up, where nothing keeps it from the screen (C38).
      if kernel.has(.stoppedTaskOpensApp) {
        _ = parts.springBoard.bringForward(
          ForegroundLaunch(app: app, request: .icon, session: nil, cause: call.cause), &kernel)
      }
      parts.runningBoard.stopContinuedTask(task, of: id, cause: call.cause, &kernel)
      return nil
    },
  ]
}

// MARK: - Identity

extension TaskScheduler {
  /// Combines what an app has submitted and its process registered.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !schedules.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let schedule = schedules[app]
    walk.combine(each: schedule.requests) { walk, request in
      walk.combine(request.identifier)
      walk.combine(request.kind)
      walk.combine(until: request.earliest)
      walk.combine(request.requiresExternalPower)
    }
    walk.combine(each: schedule.registered) { $0.combine($1) }
    walk.combine(each: schedule.powered) { $0.combine($1) }
  }
}

// MARK: - For app code

/// What an app asks of the task scheduler.
extension AppContext {
  /// Registers the handler of a scheduled task; only while the app is launching.
  ///
  /// - Returns: Whether the Info.plist lists the identifier; false before iOS 13.
  /// - Throws: `DeviceAPIError.exception` for a second registration and for one after the launch,
  ///   and `processEnded` when the process has ended.
  package func registerBackgroundTask(_ identifier: String) throws(DeviceAPIError) -> Bool {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.services.taskScheduler.register(identifier, in: process, kernel)
    }
  }

  /// Submits a request; one with the same identifier is replaced.
  ///
  /// - Parameters:
  ///   - identifier: The task's identifier, listed in the Info.plist.
  ///   - delay: From this moment to the earliest beginning; not negative.
  ///   - kind: What is asked for. A continued task begins at once.
  ///   - requiresExternalPower: Whether the device has to be connected to power, for a processing
  ///     task, whose use of the processor is not limited then.
  /// - Returns: Whether the scheduler took the request, and if not, why.
  /// - Throws: `DeviceAPIError` for a span out of range, or when the process has ended.
  package func submitBackgroundTask(
    _ identifier: String, after delay: TimeSpan, kind: TaskRequestKind,
    requiresExternalPower: Bool
  ) throws(DeviceAPIError) -> SubmissionResult {
    try ask { parts, kernel throws(DeviceAPIError) in
      let refresh = parts.services.settings.backgroundRefresh(of: process.app, kernel.traits)
      return try parts.services.taskScheduler.submit(
        identifier, after: delay, kind: kind,
        requiresExternalPower: requiresExternalPower && kind == .processing, in: process,
        refresh: refresh, &kernel)
    }
  }

  /// Sets what is called when the time of a scheduled task runs out.
  ///
  /// - Parameters:
  ///   - callback: Delivered once before the time is over. It ends with that delivery, with the end
  ///     of the task, when another replaces it, and with the process.
  ///   - task: The task.
  /// - Returns: The callback that is not called after this: the one that was replaced, or the new
  ///   one when the task is over; nil for none.
  package func setExpirationHandler(
    _ callback: CallbackIdentifier?, of task: CompletionIdentifier
  ) -> CallbackIdentifier? {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return callback }
      return parts.runningBoard.setExpirationHandler(callback, of: task, in: process)
    }
  }

  /// How far a continued task has come, from 0 to 1; 0 for another.
  package func progress(ofTask task: CompletionIdentifier) -> Double {
    read { parts, kernel in
      kernel.isAlive(process) ? parts.runningBoard.progress(of: task, in: process) : 0
    }
  }

  /// Says how far a continued task has come, from 0 to 1; without effect on another.
  package func setProgress(_ progress: Double, ofTask task: CompletionIdentifier) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.runningBoard.setProgress(min(max(progress, 0), 1), of: task, in: process, &kernel)
    }
  }

  /// The identifier of a scheduled task that is not completed; nil for another.
  package func identifier(ofTask task: CompletionIdentifier) -> String? {
    read { parts, kernel in
      kernel.isAlive(process)
        ? parts.runningBoard.completion(task, of: process)?.task : nil
    }
  }
}
