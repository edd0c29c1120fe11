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

/// What becomes of a request for a continued task that the system cannot run at once.
public enum SubmissionStrategy: String, CaseIterable, Hashable, Sendable {
  /// The submission fails.
  case fail
  /// The request waits.
  case queue
}

/// What a request asks for beyond its kind.
public struct TaskRequestOptions: Hashable, Sendable {
  /// Whether the device has to be connected to power, for a processing task; the processor is not
  /// limited then (R108).
  public var requiresExternalPower: Bool
  /// What becomes of a request for a continued task that the system cannot run at once.
  public var strategy: SubmissionStrategy
  /// Whether a continued task draws with the graphics processor in the background.
  public var requiresGPU: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - requiresExternalPower: Whether the device has to be connected to power, for a processing
  ///     task.
  ///   - strategy: What becomes of a request for a continued task that the system cannot run at once.
  ///   - requiresGPU: Whether a continued task draws with the graphics processor in the background.
  public init(
    requiresExternalPower: Bool = false, strategy: SubmissionStrategy = .queue,
    requiresGPU: Bool = false
  ) {
    self.requiresExternalPower = requiresExternalPower
    self.strategy = strategy
    self.requiresGPU = requiresGPU
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
  /// What is asked for beyond that.
  package let options: TaskRequestOptions
}

/// The requests that wait, and the handlers that living processes have registered.
struct TaskScheduler: Sendable {
  private struct Schedule: DefaultInitializable {
    /// The requests that wait, in the order of their submission, each identifier once.
    var requests: [TaskRequest] = []
    /// The identifiers that the living process has registered.
    var registered: [String] = []
    /// Those of them that it registered after its launch, for continued tasks alone.
    var late: [String] = []
    /// The identifiers of the tasks that began last on external power.
    var powered: [String] = []
    /// The identifiers of the continued tasks that began last with the graphics processor.
    var drawing: [String] = []
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

  /// Whether one of the tasks that an app has under way may draw in the background.
  func mayDraw(_ tasks: [String], of app: AppIdentifier) -> Bool {
    schedules.read(app) { !$0.drawing.isEmpty && tasks.contains(where: $0.drawing.contains) }
      ?? false
  }

  /// Whether there is a handler for an identifier; one that was registered under a pattern counts by
  /// the documents (C41).
  private func isRegistered(
    _ identifier: String, by app: AppIdentifier, _ kernel: Kernel
  ) -> Bool {
    let takesPatterns = kernel.has(.patternHandlersTakeTasks)
    return schedules.read(app) { schedule in
      schedule.registered.contains(identifier)
        || takesPatterns
          && schedule.registered.contains { TaskIdentifiers.pattern($0, matches: identifier) }
    } ?? false
  }

  /// The registrations end with the process, and so does what it has waiting for the user; other
  /// requests stay.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !schedules.isEmpty(id.app) else { return }
    schedules[id.app].registered = []
    schedules[id.app].late = []
    schedules[id.app].powered = []
    schedules[id.app].drawing = []
    for request in requests(of: id.app) where request.kind == .continued {
      kernel.record(
        .assertion(.taskCancelled), of: id, rule: .R107, cause: kernel.cause,
        details: .text(request.identifier))
    }
    schedules[id.app].requests.removeAll { $0.kind == .continued }
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
    let description = kernel.description(of: id.app)
    guard kernel.has(.taskScheduler),
      description.listsTask(identifier)
        || kernel.has(.continuedTasks) && description.permitsTask(identifier)
    else { return false }
    let isKnown = schedules.read(id.app) { $0.registered.contains(identifier) } ?? false
    guard !isKnown else { throw .exception(.registeredTwice) }
    // The kind is known only at the submission, and continued tasks may be registered at any time.
    guard isLaunching || kernel.has(.continuedTasks) else {
      throw .exception(.registeredAfterLaunch)
    }
    schedules[id.app].registered.append(identifier)
    if !isLaunching { schedules[id.app].late.append(identifier) }
    return true
  }

  /// Handlers of other kinds of tasks have to be registered in the launch, and for a continued task
  /// there has to be one (R101).
  private func checkHandler(
    _ identifier: String, _ kind: TaskRequestKind, in id: ProcessIdentifier, _ kernel: Kernel
  ) throws(DeviceAPIError) {
    if kind == .continued {
      let isPermitted = kernel.description(of: id.app).permitsTask(identifier)
      guard !isPermitted || isRegistered(identifier, by: id.app, kernel) else {
        throw .exception(.noLaunchHandler)
      }
    } else if !kernel.has(.lateHandlersTakeTasks) {
      let isLate = schedules.read(id.app) { $0.late.contains(identifier) } ?? false
      if isLate { throw .exception(.registeredAfterLaunch) }
    }
  }

  fileprivate mutating func submit(
    _ identifier: String, after delay: TimeSpan, kind: TaskRequestKind,
    options: TaskRequestOptions, in id: ProcessIdentifier, refresh: BackgroundRefresh,
    isUnderLoad: Bool, _ kernel: inout Kernel
  ) throws(DeviceAPIError) -> SubmissionResult {
    guard kernel.isAlive(id) else { throw .processEnded }
    guard delay >= .zero else { throw .negativeSpan }
    let earliest = try kernel.moment(after: delay)
    if kernel.has(kind.feature), !kernel.traits.profile.isSimulator {
      try checkHandler(identifier, kind, in: id, kernel)
    }
    let request = TaskRequest(
      identifier: identifier, kind: kind, earliest: earliest, options: options)
    let result = result(
      of: request, in: id, refresh: refresh, isUnderLoad: isUnderLoad, kernel)
    let record = kernel.record(
      .assertion(.taskSubmitted), of: id, rule: .R102, cause: kernel.cause,
      arguments: [.symbol(result.rawValue)], details: .text(identifier))
    guard result == .submitted else { return result }
    guard kind != .continued || isUnderLoad else {
      begin(request, for: id.app, cause: kernel.cause ?? record, &kernel)
      return result
    }
    schedules[id.app].requests.removeAll { $0.identifier == identifier }
    schedules[id.app].requests.append(request)
    return result
  }

  private func result(
    of request: TaskRequest, in id: ProcessIdentifier, refresh: BackgroundRefresh,
    isUnderLoad: Bool, _ kernel: Kernel
  ) -> SubmissionResult {
    let (identifier, kind) = (request.identifier, request.kind)
    guard kernel.has(kind.feature), !kernel.traits.profile.isSimulator else {
      return .unavailable
    }
    let description = kernel.description(of: id.app)
    switch kind {
    case .refresh:
      guard description.listsTask(identifier), description.hasBackgroundMode(.fetch) else {
        return .notPermitted
      }
    case .processing:
      guard description.listsTask(identifier), description.hasBackgroundMode(.processing) else {
        return .notPermitted
      }
    case .continued:
      let isActive = kernel.read(id) { $0.reportedState } == .active
      let hasGPU = !request.options.requiresGPU || kernel.has(.backgroundGPU)
      guard description.permitsTask(identifier), isActive, hasGPU else { return .notPermitted }
    }
    guard refresh == .available else { return .unavailable }
    if isUnderLoad, kind == .continued, request.options.strategy == .fail {
      return .immediateRunIneligible
    }
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
  ///   - isUnderLoad: Whether the system begins no continued tasks.
  ///   - conditions: What decides whether the app is woken.
  ///   - cause: The stimulus.
  ///   - kernel: The clock.
  /// - Returns: Why the task does not begin; nil when it does.
  mutating func run(
    _ identifier: String, of app: AppIdentifier, isLocked: Bool, isCharging: Bool,
    isUnderLoad: Bool, conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let request = requests(of: app).first(where: { $0.identifier == identifier }) else {
      return .noSuchRequest
    }
    guard request.earliest <= kernel.now else { return .requestIsEarly }
    if let refusal = conditions.refusal(of: request.kind.wakeUpKind) { return refusal }
    if request.kind == .processing, !isLocked { return .deviceIsInUse }
    if request.options.requiresExternalPower, !isCharging { return .noExternalPower }
    if request.kind == .continued, isUnderLoad { return .systemIsUnderLoad }
    begin(request, for: app, cause: cause, &kernel)
    return nil
  }

  /// The load of the system is over: the continued tasks begin that wait for that.
  mutating func loadIsOver(cause: Cause, _ kernel: inout Kernel) {
    for position in schedules.positions {
      let app = AppIdentifier(position)
      for request in requests(of: app) where request.kind == .continued {
        begin(request, for: app, cause: cause, &kernel)
      }
    }
  }

  private mutating func begin(
    _ request: TaskRequest, for app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let identifier = request.identifier
    schedules[app].requests.removeAll { $0.identifier == identifier }
    schedules[app].powered.removeAll { $0 == identifier }
    if request.options.requiresExternalPower { schedules[app].powered.append(identifier) }
    schedules[app].drawing.removeAll { $0 == identifier }
    if request.options.requiresGPU { schedules[app].drawing.append(identifier) }
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
    guard !isRegistered(identifier, by: id.app, kernel) else { return true }
    kernel.emit(.end(id, .crash, rule: .R101, cause: cause, .unregisteredTask(identifier)))
    return false
  }
}

extension AppDescription {
  /// Whether the Info.plist lists the identifier of a scheduled task.
  fileprivate func listsTask(_ identifier: String) -> Bool {
    texts(.backgroundTaskIdentifiers).contains(identifier)
  }

  /// Whether the Info.plist lists the identifier of a continued task, or a pattern that matches it.
  fileprivate func permitsTask(_ identifier: String) -> Bool {
    texts(.backgroundTaskIdentifiers).contains {
      $0 == identifier || TaskIdentifiers.pattern($0, matches: identifier)
    }
  }
}

/// The names of scheduled tasks, which may be given as patterns for continued ones.
package enum TaskIdentifiers {
  /// Whether a pattern, which ends with an asterisk, stands for an identifier.
  package static func pattern(_ pattern: String, matches identifier: String) -> Bool {
    pattern.hasSuffix("*") && pattern != identifier && identifier.hasPrefix(pattern.dropLast())
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
        isUnderLoad: parts.services.power.conditions.isUnderLoad,
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
      walk.combine(request.options.requiresExternalPower)
      walk.combine(request.options.requiresGPU)
    }
    walk.combine(each: schedule.registered) { $0.combine($1) }
    walk.combine(each: schedule.late) { $0.combine($1) }
    walk.combine(each: schedule.powered) { $0.combine($1) }
    walk.combine(each: schedule.drawing) { $0.combine($1) }
  }
}

// MARK: - For app code

/// What an app asks of the task scheduler.
extension AppContext {
  /// Registers the handler of a scheduled task; only while the app is launching, but for a continued
  /// one.
  ///
  /// - Returns: Whether the Info.plist lists the identifier, or from iOS 26 on a pattern that matches
  ///   it; false before iOS 13.
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
  ///   - kind: What is asked for. A continued task begins at once, unless the system is under load.
  ///   - options: What is asked for beyond that; what does not belong to the kind does not count.
  /// - Returns: Whether the scheduler took the request, and if not, why.
  /// - Throws: `DeviceAPIError` for a span out of range, when the process has ended, and `exception`
  ///   for a handler that is missing or was registered too late.
  package func submitBackgroundTask(
    _ identifier: String, after delay: TimeSpan, kind: TaskRequestKind,
    options: TaskRequestOptions = TaskRequestOptions()
  ) throws(DeviceAPIError) -> SubmissionResult {
    try ask { parts, kernel throws(DeviceAPIError) in
      let refresh = parts.services.settings.backgroundRefresh(of: process.app, kernel.traits)
      return try parts.services.taskScheduler.submit(
        identifier, after: delay, kind: kind,
        options: TaskRequestOptions(
          requiresExternalPower: options.requiresExternalPower && kind == .processing,
          strategy: options.strategy, requiresGPU: options.requiresGPU && kind == .continued),
        in: process, refresh: refresh, isUnderLoad: parts.services.power.conditions.isUnderLoad,
        &kernel)
    }
  }

  /// Whether continued tasks can ask for the graphics processor on this device.
  package var supportsBackgroundGPU: Bool { read { _, kernel in kernel.has(.backgroundGPU) } }

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
