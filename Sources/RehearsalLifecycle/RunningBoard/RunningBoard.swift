// RunningBoard decides how long a process runs: what keeps it running in the background, when it is
// suspended, when its time is over. Whatever changes one of the reasons leads to
// `reviewRunningTime`, which is the only place that schedules or cancels suspension and the end of
// the tasks' running time.

import RehearsalValues

/// What keeps processes running, and what happens when nothing does.
struct RunningBoard: Sendable {
  /// The reasons of one process.
  private struct Reasons: DefaultInitializable {
    var tasks = SlotTable<BackgroundTaskIdentifier, BackgroundTask>()
    var assertions = SlotTable<AssertionIdentifier, RunningAssertion>()
    var completions = SlotTable<CompletionIdentifier, Completion>()
    /// The period in the background; nil in the foreground.
    var period: BackgroundPeriod?
    /// The warning before the tasks' running time is over, and its end; nil while no time counts.
    var expiry: (warning: EventIdentifier?, end: EventIdentifier?)?
    var suspension: EventIdentifier?
    /// The record after which nothing kept the process running.
    var suspensionCause: Cause?
    /// The rule under which it will be suspended.
    var suspensionRule = RuleNumber.R060
    /// How many ways to the background the main thread has not finished.
    var backgroundTransitions = 0

    /// Whether something without a bound keeps the process running, so that no task's clock counts.
    var hasUnboundedAssertion: Bool {
      assertions.identifiers.contains { assertions[$0]?.allowance == nil }
    }
  }

  private var reasons = AppTable<Reasons>()
  /// Whether the device sleeps, and with it the running time of tasks (R085).
  private var tasksPause = false

  // MARK: - Looking

  func taskCount(of app: AppIdentifier) -> Int { reasons.read(app) { $0.tasks.count } ?? 0 }

  func backgroundTransitions(of app: AppIdentifier) -> Int {
    reasons.read(app) { $0.backgroundTransitions } ?? 0
  }

  func hasUnboundedAssertion(_ app: AppIdentifier) -> Bool {
    reasons.read(app) { !$0.assertions.isEmpty && $0.hasUnboundedAssertion } ?? false
  }

  func isAboutToBeSuspended(_ app: AppIdentifier) -> Bool {
    reasons.read(app) { $0.suspension != nil } ?? false
  }

  func countsTaskTime(_ app: AppIdentifier) -> Bool {
    reasons.read(app) { $0.expiry != nil } ?? false
  }

  func period(of app: AppIdentifier) -> BackgroundPeriod? { reasons.read(app) { $0.period } ?? nil }

  func tasks(of app: AppIdentifier) -> [BackgroundTaskDescription] {
    let tasks = reasons.read(app) { $0.tasks } ?? SlotTable()
    return tasks.identifiers.compactMap { identifier in
      tasks[identifier].map {
        BackgroundTaskDescription(identifier: identifier, name: $0.name, began: $0.began)
      }
    }
  }

  /// What keeps a process running: its tasks, then the rest, in the order of their beginning.
  func assertions(of id: ProcessIdentifier, _ kernel: Kernel) -> [AssertionDescription] {
    guard !reasons.isEmpty(id.app) else { return [] }
    let reasons = reasons[id.app]
    let counted = (kernel.read(id) { $0.suspendedSince } ?? nil) ?? kernel.now
    let tasks = (0..<reasons.tasks.count).map { _ in
      AssertionDescription(
        kind: .backgroundTask, allowance: reasons.period?.allowance,
        remaining: reasons.period.map { max(.zero, $0.end.span(since: counted)) },
        isWarned: reasons.expiry.map { $0.warning == nil } ?? false)
    }
    let held = reasons.assertions
    return tasks
      + held.identifiers.compactMap { held[$0] }.map { assertion in
        AssertionDescription(
          kind: assertion.kind, allowance: assertion.allowance,
          remaining: assertion.allowance.map {
            max(.zero, assertion.began.after($0).span(since: kernel.now))
          }, isWarned: assertion.isWarned)
      }
  }

  /// The running time that is left (R089): limited only in the background with a live task.
  func timeRemaining(of id: ProcessIdentifier, _ kernel: Kernel) -> BackgroundTimeRemaining {
    guard kernel.read(id, { $0.reportedState }) == .background,
      let period = period(of: id.app), taskCount(of: id.app) > 0
    else { return .unlimited }
    return .limited(max(.zero, kernel.now.duration(to: period.end)))
  }

  /// The events of the device's queue that belong to the reasons of an app's process.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    guard !reasons.isEmpty(app) else { return [] }
    let reasons = reasons[app]
    let deadlines = reasons.assertions.identifiers.flatMap {
      [reasons.assertions[$0]?.warning, reasons.assertions[$0]?.end]
    }
    return (deadlines + [reasons.suspension, reasons.expiry?.warning, reasons.expiry?.end])
      .compactMap { $0 }
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    for event in events(of: id.app) { kernel.cancel(event) }
    reasons.remove(id.app)
  }

  // MARK: - Reviewing

  /// Brings the events of suspension and expiration in line with the state of a process.
  ///
  /// - Parameters:
  ///   - id: The process.
  ///   - hasGracePeriod: Whether an app that nothing keeps running has a few seconds all the same;
  ///     without background refresh it has none (R096).
  ///   - endedTask: Whether the review follows from the end of a task.
  ///   - kernel: The clock and the process.
  mutating func reviewRunningTime(
    of id: ProcessIdentifier, hasGracePeriod: Bool, endedTask: Bool = false, _ kernel: inout Kernel
  ) {
    guard let state = kernel.read(id, { $0.targetState }) else { return }
    let isInBackground =
      state == .background && kernel.read(id) { $0.ending == nil && !$0.isSuspended } == true
    guard isInBackground || !reasons.isEmpty(id.app) else { return }
    let (hasTasks, isHeld, backgroundTransitions) =
      reasons.read(id.app) { (!$0.tasks.isEmpty, !$0.assertions.isEmpty, $0.backgroundTransitions) }
      ?? (false, false, 0)
    let isDue =
      isInBackground && backgroundTransitions == 0 && (!hasTasks || tasksPause) && !isHeld
      && !kernel.traits.profile.hasDebugger && !kernel.has(.processesRunOn)
    reviewSuspension(
      of: id, isDue: isDue, hasGracePeriod: hasGracePeriod, endedTask: endedTask, &kernel)
    reviewExpiry(
      of: id,
      counts: isInBackground && hasTasks && period(of: id.app) != nil
        && !(isHeld && hasUnboundedAssertion(id.app)), &kernel)
  }

  private mutating func reviewSuspension(
    of id: ProcessIdentifier, isDue: Bool, hasGracePeriod: Bool, endedTask: Bool,
    _ kernel: inout Kernel
  ) {
    let event = reasons.read(id.app) { $0.suspension } ?? nil
    if let event, !isDue {
      kernel.cancel(event)
      reasons[id.app].suspension = nil
    } else if event == nil, isDue {
      let delay = hasGracePeriod ? kernel.span(of: .suspension) : .zero
      reasons[id.app].suspension = kernel.schedule(
        .suspensionDue(id), at: kernel.now.after(delay))
      reasons[id.app].suspensionCause = kernel.cause
      // What leads to it: the refresh that is off, the end of the last task, or only that nothing is
      // left to do.
      reasons[id.app].suspensionRule = hasGracePeriod ? (endedTask ? .R093 : .R060) : .R096
    }
  }

  private mutating func reviewExpiry(
    of id: ProcessIdentifier, counts: Bool, _ kernel: inout Kernel
  ) {
    let expiry = reasons.read(id.app) { $0.expiry } ?? nil
    if let expiry, !counts {
      kernel.cancel(expiry.warning)
      kernel.cancel(expiry.end)
      reasons[id.app].expiry = nil
    } else if expiry == nil, counts, let period = period(of: id.app) {
      let early = TimeSpan.zero.saturatingSubtracting(kernel.span(of: .expirationWarning))
      let warning = kernel.schedule(
        .taskTimeRunsOut(id), at: max(kernel.now, period.end.after(early)))
      let end = kernel.schedule(.taskTimeOver(id), at: max(kernel.now, period.end))
      reasons[id.app].expiry = (warning, end)
    }
  }

  mutating func backgroundTransitionBegan(_ id: ProcessIdentifier) {
    reasons[id.app].backgroundTransitions += 1
  }

  /// The handlers on the way to the background have returned.
  mutating func backgroundTransitionEnded(_ id: ProcessIdentifier) {
    reasons[id.app].backgroundTransitions -= 1
  }

  /// Changes what the process can read of itself, and with it the period in the background.
  mutating func become(
    _ state: ApplicationState, rule: RuleNumber, _ id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    guard let old = kernel.read(id, { $0.reportedState }), old != state else { return }
    kernel.change(id) { $0.report(state) }
    if state != .background {
      if period(of: id.app) != nil { reasons[id.app].period = nil }
    } else if period(of: id.app) == nil {
      reasons[id.app].period = newPeriod(.backgroundTasks, kernel)
    }
    kernel.record(
      .state(state.processState, from: old.processState), of: id, rule: rule, cause: cause)
    let crossesBorder = (old == .background) != (state == .background)
    if crossesBorder {
      if kernel.read(id, { $0.works.count > 0 }) == true { kernel.emit(.reviewProcessorUse(id)) }
      if state != .background { kernel.emit(.regainResources(id, cause: cause)) }
    }
    kernel.emit(.reviewRunningTime(id))
    if crossesBorder {
      kernel.emit(.reviewDisplayLinks(id))
      if state != .background { kernel.emit(.drawIfAwaited(id, nil, cause: cause)) }
    }
  }

  /// A period in the background that begins at this moment, with the running time of a budget.
  private func newPeriod(_ budget: Budget, _ kernel: Kernel) -> BackgroundPeriod {
    BackgroundPeriod(since: kernel.now, allowance: kernel.span(of: budget), budget: budget)
  }

  /// Tasks that are begun after a wake have less time (R087).
  mutating func beginPeriodAfterWake(_ id: ProcessIdentifier, _ kernel: Kernel) {
    // A process that was paused with its tasks continues with their time (R085).
    guard taskCount(of: id.app) == 0 else { return }
    reasons[id.app].period = newPeriod(.backgroundTasksAfterWake, kernel)
  }

  // MARK: - Suspension

  /// Suspends a process without waiting, unless something keeps it running.
  mutating func suspendAtOnce(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let event = reasons.read(id.app, { $0.suspension }) ?? nil else { return }
    kernel.cancel(event)
    suspensionIsDue(id, &kernel)
  }

  /// Nothing keeps a process running: what it holds may be its end, else it is suspended.
  mutating func suspensionIsDue(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    reasons[id.app].suspension = nil
    // The pause of a task is the device's sleep, which takes nothing from the process.
    let isPause = taskCount(of: id.app) > 0
    if !isPause { kernel.emit(.loseAtSuspension(id)) }
    kernel.emit(.suspendNow(id, isPause: isPause))
  }

  /// Stops everything that a process does; it hears nothing of it (R004, R060).
  func suspend(_ id: ProcessIdentifier, isPause: Bool, _ kernel: inout Kernel) {
    guard let old = kernel.read(id, { $0.isSuspended ? nil : $0.state }) ?? nil else { return }
    let now = kernel.now
    kernel.change(id) { $0.suspend(at: now) }
    let (rule, cause) =
      reasons.read(id.app) { ($0.suspensionRule, $0.suspensionCause) } ?? (.R060, nil)
    kernel.record(
      .state(.suspended, from: old), of: id, rule: isPause ? .R085 : rule, cause: cause)
    kernel.cancel(kernel.change(id) { $0.changeMainThread { $0.freeze(at: now) } } ?? nil)
    kernel.stopTimers(of: id)
    kernel.stopWorks(of: id)
    if isPause { kernel.emit(.reviewRunningTime(id)) }
  }

  /// The code before the application object is done; nothing runs until the launch (R026).
  func pausePrewarmed(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard kernel.read(id, { $0.isPrewarmed }) == true else { return }
    let now = kernel.now
    kernel.change(id) { $0.suspend(at: now) }
    kernel.stopTimers(of: id)
    kernel.stopWorks(of: id)
  }

  /// Lets a suspended process run again, without a message (R004), under the rule of what it is needed for.
  ///
  /// First come its overdue timers, then what woke it (R134).
  mutating func resume(
    _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    // What a prewarm has paused waits for the launch, also with a call of its own (R026).
    guard kernel.read(id, { $0.isPrewarmed }) != true,
      let suspended = kernel.change(id, { $0.resume() }) ?? nil,
      let state = kernel.read(id, { $0.reportedState })
    else { return }
    if taskCount(of: id.app) > 0, let period = period(of: id.app) {
      reasons[id.app].period = period.moved(by: kernel.now.span(since: suspended))
    }
    kernel.record(.state(state.processState, from: .suspended), of: id, rule: rule, cause: cause)
    if let remaining = kernel.read(id, { $0.mainThread.frozenRemainder }) ?? nil {
      let end = kernel.now.after(remaining)
      let event = kernel.schedule(.mainThreadFree(id), at: end)
      kernel.change(id) { $0.changeMainThread { $0.work(event, until: end) } }
    }
    kernel.restartTimers(of: id, suspendedSince: suspended)
    kernel.restartWorks(of: id, suspendedSince: suspended, cause: cause)
    kernel.deliverInbox(to: id, cause: cause)
    kernel.markReady(id)
  }

  /// Lets a suspended process run to be notified; the item `finishBackground` ends it.
  mutating func resumeForMessage(
    _ id: ProcessIdentifier, rule: RuleNumber, cause: Cause?, _ kernel: inout Kernel
  ) {
    resume(id, rule: rule, cause: cause, &kernel)
    reasons[id.app].backgroundTransitions += 1
    kernel.emit(.reviewRunningTime(id))
  }

  // MARK: - Sleep

  /// The device fell asleep: what only tasks keep running is paused soon.
  mutating func sleep(_ kernel: inout Kernel) {
    kernel.loseConnectionsAtLock(cause: kernel.cause)
    guard kernel.has(.tasksPauseInSleep) else { return }
    tasksPause = true
    for id in processesWithTasks(kernel) { kernel.emit(.reviewRunningTime(id)) }
  }

  /// The device woke: paused tasks get the next piece of their time.
  mutating func wakeFromSleep(cause: Cause?, _ kernel: inout Kernel) {
    tasksPause = false
    for id in processesWithTasks(kernel) {
      kernel.emit(.resume(id, rule: .R085, cause: cause))
      kernel.emit(.reviewRunningTime(id))
    }
  }

  private func processesWithTasks(_ kernel: Kernel) -> [ProcessIdentifier] {
    reasons.positions.compactMap { position in
      let app = AppIdentifier(position)
      return taskCount(of: app) > 0 ? kernel.process(of: app)?.identifier : nil
    }
  }

  /// The device comes up, asleep or not.
  mutating func startUp(isLocked: Bool, _ kernel: Kernel) {
    tasksPause = isLocked && kernel.has(.tasksPauseInSleep)
  }

  // MARK: - Assertions

  /// Begins a reason for a process to keep running.
  ///
  /// An answered one warns before its allowance is over and kills a little after it; of one that
  /// is not answered the time just runs out.
  private mutating func beginAssertion(
    _ kind: AssertionKind, for allowance: TimeSpan?, isAnswered: Bool, of id: ProcessIdentifier,
    cause: Cause?, _ kernel: inout Kernel
  ) -> AssertionIdentifier? {
    guard kernel.isAlive(id) else { return nil }
    let record = kernel.record(
      .assertion(.began), of: id, rule: kind.rule, cause: cause, details: .assertion(kind))
    let identifier = reasons[id.app].assertions.insert(
      RunningAssertion(kind: kind, began: kernel.now, allowance: allowance, record: record))
    if let allowance {
      schedule(identifier, allowance, isAnswered: isAnswered, of: id, &kernel)
    }
    kernel.emit(.reviewRunningTime(id))
    return identifier
  }

  private mutating func schedule(
    _ assertion: AssertionIdentifier, _ allowance: TimeSpan, isAnswered: Bool,
    of id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    var warning: EventIdentifier?
    var due = kernel.now.after(allowance)
    if isAnswered {
      let early = TimeSpan.zero.saturatingSubtracting(kernel.span(of: .assertionWarning))
      warning = kernel.schedule(
        .assertionRunsOut(id, assertion), at: max(kernel.now, due.after(early)))
      due = due.after(kernel.span(of: .assertionGrace))
    }
    let end = kernel.schedule(.assertionIsOver(id, assertion), at: due)
    reasons[id.app].assertions.change(assertion) {
      $0.warning = warning
      $0.end = end
    }
  }

  /// Ends a reason for a process to keep running; without effect when it is over.
  ///
  /// - Returns: The expiration handler that it frees; nil without one.
  @discardableResult
  private mutating func endAssertion(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> CallbackIdentifier? {
    guard !reasons.isEmpty(id.app), let ended = reasons[id.app].assertions.remove(assertion)
    else { return nil }
    kernel.cancel(ended.warning)
    kernel.cancel(ended.end)
    kernel.record(
      .assertion(.ended), of: id, rule: ended.kind.rule, cause: cause ?? ended.record,
      details: .assertion(ended.kind))
    // The clock of the tasks begins when nothing else keeps the process running (R088).
    if ended.allowance == nil, period(of: id.app) != nil, !hasUnboundedAssertion(id.app) {
      reasons[id.app].period = newPeriod(.backgroundTasks, kernel)
    }
    kernel.emit(.reviewRunningTime(id))
    if [.wakeUp(.processingTask), .wakeUp(.continuedTask)].contains(ended.kind) {
      kernel.emit(.reviewProcessorUse(id))
    }
    return ended.expiration
  }

  /// Brings the assertion of a mode in line with whether the process uses it (R136, R137).
  mutating func hold(
    _ kind: AssertionKind, _ isHeld: Bool, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    let held = reasons.read(id.app) { reasons in
      reasons.assertions.identifiers.first { reasons.assertions[$0]?.kind == kind }
    }
    if isHeld, (held ?? nil) == nil {
      _ = beginAssertion(kind, for: nil, isAnswered: false, of: id, cause: cause, &kernel)
    } else if !isHeld, let held = held ?? nil {
      endAssertion(held, of: id, cause: cause, &kernel)
    }
  }

  /// In the foreground no occasion's time runs out; what the app was woken for is still open.
  mutating func dropAllowances(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard let assertions = reasons.read(id.app, { $0.assertions }), !assertions.isEmpty else {
      return
    }
    for identifier in assertions.identifiers {
      guard let assertion = assertions[identifier], assertion.allowance != nil,
        case .wakeUp(let kind) = assertion.kind, !kind.isScheduledTask
      else { continue }
      endAssertion(identifier, of: id, cause: cause, &kernel)
    }
  }

  /// The warning before the allowance is over; a scheduled task's handler is called (R103).
  mutating func assertionRunsOut(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    let found = reasons[id.app].assertions.change(assertion) { assertion in
      assertion.warning = nil
      assertion.isWarned = true
      return assertion
    }
    guard let warned = found else { return }
    let left = warned.allowance.map { kernel.now.span(since: warned.began.after($0)) } ?? .zero
    let record = kernel.record(
      .assertion(.timeIsRunningOut), of: id, rule: .R091, cause: warned.record,
      details: .timeLeft(TimeSpan.zero.saturatingSubtracting(left), of: warned.kind))
    guard case .wakeUp(let kind) = warned.kind, kind.isScheduledTask else { return }
    expireScheduledTask(assertion, of: id, cause: record, &kernel)
  }

  /// The allowance is over: the time ends, or the process that had to answer does.
  ///
  /// - Returns: The occasion whose end it is, where the process had to answer; the caller ends it.
  mutating func assertionIsOver(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> (kind: WakeUpKind, allowance: TimeSpan, record: Cause)? {
    let found = reasons[id.app].assertions.change(assertion) { assertion in
      assertion.end = nil
      return assertion
    }
    guard let over = found else { return nil }
    guard case .wakeUp(let kind) = over.kind, kind.endsUnanswered,
      !kernel.traits.profile.hasDebugger
    else {
      tryAgain(assertion, of: id, cause: over.record, &kernel)
      endAssertion(assertion, of: id, cause: over.record, &kernel)
      return nil
    }
    return (kind, over.allowance ?? .zero, over.record)
  }

  /// An update of health data that was not answered is delivered again (R152).
  private func tryAgain(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Cause,
    _ kernel: inout Kernel
  ) {
    guard let completions = reasons.read(id.app, { $0.completions }) else { return }
    let open = completions.identifiers.compactMap { completions[$0] }.first {
      $0.assertion == assertion && $0.kind == .healthKit
    }
    guard let type = open?.task else { return }
    kernel.emit(.healthUpdateIsOver(id.app, type: type, cause: cause))
  }

  // MARK: - Waking

  /// Wakes an app, whatever its state, and hands it the messages of the occasion.
  ///
  /// Whether it may be woken is for the caller to ask before (`WakeUpConditions`).
  mutating func wake(
    _ app: AppIdentifier, for wakeUp: WakeUp, cause: Cause?, _ kernel: inout Kernel
  ) {
    let id = kernel.process(of: app)?.identifier
    let isLaunch = id.flatMap { kernel.read($0) { $0.isPrewarmed } } ?? true
    if isLaunch {
      kernel.emit(.launchInBackground(app, wakeUp, cause: cause))
    } else if let id, kernel.read(id, { $0.isSuspended }) == true {
      resumeInBackground(id, cause: cause, &kernel)
    }
    kernel.emit(.deliver(wakeUp, app, isLaunch: isLaunch, cause: cause))
  }

  /// Lets a suspended process run in the background (R030).
  private mutating func resumeInBackground(
    _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    beginPeriodAfterWake(id, kernel)
    resume(id, rule: .R030, cause: cause, &kernel)
    if kernel.has(.missedTimeChangeWhenRunning) { kernel.sendMissedTimeChange(id) }
    if kernel.has(.backgroundEntryAtWake), !kernel.usesScenes(id.app),
      !kernel.apps[id.app.position].isExtension
    {
      kernel.enqueue(.send(.didEnterBackground, [], .R030), for: id, cause: cause)
    }
  }

  /// Hands over the messages of an occasion; in the background its time begins.
  mutating func deliver(
    _ wakeUp: WakeUp, to id: ProcessIdentifier, isLaunch: Bool, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    let kind = wakeUp.kind
    var assertion: AssertionIdentifier?
    // What the user began in the foreground keeps the app running from then on (R107).
    let isInBackground = kernel.read(id) { $0.targetState } == .background
    if isInBackground, !kind.grantsTime {
      kernel.emit(.backgroundTransitionBegan(id))
      kernel.emit(.queue(.finishBackground, id, cause: cause))
    } else if isInBackground || kind == .continuedTask {
      let allowance = kind.grant(isLaunch: isLaunch).map(kernel.span(of:))
      assertion = beginAssertion(
        .wakeUp(kind), for: allowance, isAnswered: kind.endsUnanswered, of: id,
        cause: cause, &kernel)
      if kind == .continuedTask, let assertion { watchProgress(of: assertion, in: id, &kernel) }
    }
    guard kernel.isAlive(id) else { return }
    if let task = wakeUp.task {
      let handle = reasons[id.app].completions.insert(
        Completion(message: .backgroundTask, assertion: assertion, kind: kind, task: task))
      kernel.enqueue(.runScheduledTask(handle, task, kind.rule), for: id, cause: cause)
      kernel.emit(.reviewProcessorUse(id))
    }
    if kind == .keepAlive { kernel.enqueue(.keepAlive, for: id, cause: cause) }
    for event in wakeUp.events {
      var completion: CompletionIdentifier?
      if event.isAnswered {
        completion = reasons[id.app].completions.insert(
          Completion(
            message: event.message, assertion: assertion, kind: kind, task: event.subject,
            notification: event.notification))
      }
      kernel.enqueue(
        .deliver(event.message, event.arguments, event.rule ?? kind.rule, completion), for: id,
        cause: cause)
    }
  }

  // MARK: - Completions

  /// Notes that an app has to say when it is done with a message that woke it for nothing.
  mutating func makeCompletion(
    of message: Message, _ id: ProcessIdentifier
  ) -> CompletionIdentifier {
    reasons[id.app].completions.insert(Completion(message: message, assertion: nil, kind: nil))
  }

  func completion(
    _ completion: CompletionIdentifier, of id: ProcessIdentifier
  ) -> Completion? {
    reasons.read(id.app) { $0.completions[completion] } ?? nil
  }

  mutating func removeCompletion(
    _ completion: CompletionIdentifier, of id: ProcessIdentifier
  ) -> Completion? {
    reasons.isEmpty(id.app) ? nil : reasons[id.app].completions.remove(completion)
  }

  /// Ends what an open answer kept running, and takes the new look of the app for the switcher.
  @discardableResult
  mutating func finish(
    _ completion: Completion, of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> CallbackIdentifier? {
    guard let assertion = completion.assertion else { return nil }
    if kernel.read(id, { $0.reportedState }) == .background {
      kernel.emit(.takeSnapshot(id, cause: cause))
    }
    return endAssertion(assertion, of: id, cause: cause, &kernel)
  }

  // MARK: - Scheduled tasks

  /// What is called when the time of a scheduled task runs out; what it replaces is returned.
  mutating func setExpirationHandler(
    _ callback: CallbackIdentifier?, of task: CompletionIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let assertion = completion(task, of: id)?.assertion else { return callback }
    let old = reasons[id.app].assertions.change(assertion) { assertion in
      defer { assertion.expiration = callback }
      return assertion.expiration
    }
    guard case .some(let replaced) = old else { return callback }
    return replaced
  }

  /// The messages of an app's completions, in their order.
  func unansweredMessages(of app: AppIdentifier) -> [Message] {
    guard let completions = reasons.read(app, { $0.completions }) else { return [] }
    return completions.identifiers.compactMap { completions[$0]?.message }
  }

  /// The assertion of a continued task that is under way.
  func continuedTask(
    _ identifier: String, of app: AppIdentifier
  ) -> AssertionIdentifier? {
    guard let completions = reasons.read(app, { $0.completions }) else { return nil }
    return completions.identifiers.lazy.compactMap { completions[$0] }
      .first { $0.task == identifier && $0.kind == .continuedTask && $0.assertion != nil }?
      .assertion
  }

  /// The user takes the device in hand, which ends processing tasks (R103).
  mutating func endProcessingTasks(cause: Cause?, _ kernel: inout Kernel) {
    for position in reasons.positions {
      let app = AppIdentifier(position)
      guard let id = kernel.process(of: app)?.identifier,
        let assertions = reasons.read(app, { $0.assertions })
      else { continue }
      for identifier in assertions.identifiers
      where assertions[identifier]?.kind == .wakeUp(.processingTask) {
        expireScheduledTask(identifier, of: id, cause: cause, &kernel)
      }
    }
  }

  /// The user has stopped a continued task, which ends, by a quirk a while later (R107).
  mutating func stopContinuedTask(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Cause,
    _ kernel: inout Kernel
  ) {
    guard kernel.has(.stoppedTaskLingers) else {
      return expireScheduledTask(assertion, of: id, cause: cause, &kernel)
    }
    let end = kernel.schedule(
      .stoppedTaskEnds(id, assertion), at: kernel.now.after(kernel.span(of: .stoppedTask)))
    // The slot of the warning, which a task without a bound has none of.
    let earlier = reasons[id.app].assertions.change(assertion) { assertion in
      defer { assertion.warning = end }
      return assertion.warning
    }
    kernel.cancel(earlier ?? nil)
  }

  /// The progress of a continued task has moved, or begins; it must not stand still for long (R172).
  private mutating func watchProgress(
    of assertion: AssertionIdentifier, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    let end = kernel.schedule(
      .progressStands(id, assertion), at: kernel.now.after(kernel.span(of: .standingProgress)))
    let earlier = reasons[id.app].assertions.change(assertion) { assertion in
      defer { assertion.end = end }
      return assertion.end
    }
    kernel.cancel(earlier ?? nil)
  }

  /// The progress of a continued task has not moved for too long; one that never said anything of it is
  /// advised to.
  mutating func progressStands(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    let hasProgress = reasons[id.app].assertions.change(assertion) { assertion in
      assertion.end = nil
      return assertion.progress != nil
    }
    if hasProgress != true { kernel.record(.reportsNoProgress, of: id, cause: nil) }
    guard !kernel.has(.standingTasksContinue) else { return }
    let record = kernel.record(
      .assertion(.progressStands), of: id, rule: .R172, cause: nil,
      details: .text(identifierOfTask(of: assertion, id.app)))
    expireScheduledTask(assertion, of: id, cause: record, &kernel)
  }

  /// How far a continued task has come; 0 until it says so, and for another.
  func progress(of task: CompletionIdentifier, in id: ProcessIdentifier) -> Double {
    completion(task, of: id)?.assertion
      .flatMap { reasons[id.app].assertions[$0]?.progress ?? nil } ?? 0
  }

  /// A continued task says how far it has come; what is no more than before moves nothing.
  mutating func setProgress(
    _ progress: Double, of task: CompletionIdentifier, in id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) {
    guard let completion = completion(task, of: id), completion.kind == .continuedTask,
      let assertion = completion.assertion
    else { return }
    let hasMoved = reasons[id.app].assertions.change(assertion) { assertion in
      defer { assertion.progress = progress }
      return assertion.progress.map { $0 < progress } ?? true
    }
    if hasMoved == true { watchProgress(of: assertion, in: id, &kernel) }
  }

  /// A scheduled task has to end: its handler is called, or it has failed (R103).
  mutating func expireScheduledTask(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    if reasons[id.app].assertions[assertion]?.expiration != nil {
      return kernel.enqueue(.expireScheduledTask(assertion), for: id, cause: cause)
    }
    let name = identifierOfTask(of: assertion, id.app)
    let completions = reasons[id.app].completions
    for task in completions.identifiers where completions[task]?.assertion == assertion {
      reasons[id.app].completions.remove(task)
    }
    let record = kernel.record(
      .assertion(.taskFailed), of: id, rule: .R103, cause: cause, details: .text(name))
    endAssertion(assertion, of: id, cause: record, &kernel)
  }

  /// Whether an app has a continued task under way.
  func hasContinuedTask(_ app: AppIdentifier) -> Bool { continuedTaskAssertion(of: app) != nil }

  private func continuedTaskAssertion(of app: AppIdentifier) -> AssertionIdentifier? {
    reasons.read(app) { reasons in
      reasons.assertions.identifiers.first {
        reasons.assertions[$0]?.kind == .wakeUp(.continuedTask)
      }
    } ?? nil
  }

  /// A continued task has used too much of the processor, which by a report ends it alone (R108).
  mutating func expireContinuedTask(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let assertion = continuedTaskAssertion(of: id.app) else { return }
    expireScheduledTask(assertion, of: id, cause: nil, &kernel)
  }

  /// The identifiers of the scheduled tasks that an app has under way.
  func scheduledTasks(of app: AppIdentifier) -> [String] {
    reasons.read(app) { reasons in
      reasons.completions.identifiers.compactMap {
        let completion = reasons.completions[$0]
        return completion?.kind?.isScheduledTask == true ? completion?.task : nil
      }
    } ?? []
  }

  /// The identifier of the scheduled task that an assertion is for; empty once the app is done.
  private func identifierOfTask(
    of assertion: AssertionIdentifier, _ app: AppIdentifier
  ) -> String {
    let completions = reasons.read(app) { $0.completions }
    let task = completions?.identifiers.first { completions?[$0]?.assertion == assertion }
    return task.flatMap { completions?[$0]?.task } ?? ""
  }

  /// The main thread reaches the expiration handler of a scheduled task.
  mutating func callExpirationHandler(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Delivery? {
    let found = reasons[id.app].assertions.change(assertion) { assertion in
      defer { assertion.expiration = nil }
      return assertion.expiration
    }
    guard let callback = found ?? nil else { return nil }
    let record = kernel.record(
      .callback(.expirationHandler), of: id, rule: .R103, cause: cause,
      details: .text(identifierOfTask(of: assertion, id.app)))
    kernel.begin(id, record)
    return .callback(callback, arguments: [], isLast: true)
  }
}

extension ScriptValue {
  /// Whether the answer to `willPresentNotification` lets the user see the notification.
  fileprivate var presentsNotification: Bool {
    self != .nil && self != .symbol("none") && self != .list([])
  }
}

// MARK: - Background tasks

extension RunningBoard {
  /// Begins a task that keeps the process running in the background for a while (R083).
  fileprivate mutating func beginTask(
    name: String, expiration: CallbackIdentifier?, in id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) -> BackgroundTaskIdentifier {
    // In a prewarm there is no application object that could be asked (R026).
    guard let (isPrewarmed, isEnding) = kernel.read(id, { ($0.isPrewarmed, $0.ending != nil) }),
      !isPrewarmed
    else { return .invalid }
    let (end, wasWarned) =
      reasons.read(id.app) { ($0.period?.end, $0.expiry.map { $0.warning == nil } ?? false) }
      ?? (nil, false)
    guard !isEnding, end.map({ $0 > kernel.now }) ?? true else {
      kernel.record(
        .assertion(.taskRefused), of: id, rule: .R094, cause: kernel.cause,
        details: .task(name, isLate: false))
      return .invalid
    }
    let record = kernel.record(
      .assertion(.taskBegan), of: id, rule: .R083, cause: kernel.cause, details: .text(name))
    let identifier = reasons[id.app].tasks.insert(
      BackgroundTask(name: name, expiration: expiration, began: kernel.now, record: record))
    guard checkTaskCount(of: id, cause: record, &kernel) else { return .invalid }
    kernel.emit(.reviewRunningTime(id))
    if wasWarned {
      // The warning was given before this task began, so it hears of it at once.
      kernel.enqueue(.expireTask(identifier), for: id, cause: record)
    }
    return identifier
  }

  /// Too many tasks at once end the process (R095).
  private func checkTaskCount(
    of id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> Bool {
    let limit = 1000
    guard kernel.has(.backgroundTaskLimit), taskCount(of: id.app) > limit else { return true }
    kernel.emit(
      .end(
        id, .assertionLimit, code: ExitCode.assertionLimit, rule: .R095, cause: cause,
        .tooManyTasks(limit: limit)))
    return false
  }

  /// Ends a task; the expiration handler that it frees is returned.
  fileprivate mutating func endTask(
    _ task: BackgroundTaskIdentifier, in id: ProcessIdentifier, hasGracePeriod: Bool,
    _ kernel: inout Kernel
  ) -> CallbackIdentifier? {
    guard kernel.isAlive(id), !reasons.isEmpty(id.app),
      let ended = reasons[id.app].tasks.remove(task)
    else { return nil }
    let record = kernel.record(
      .assertion(.taskEnded), of: id, rule: .R083, cause: kernel.cause ?? ended.record,
      details: .text(ended.name))
    // What no longer keeps running is suspended because of this end.
    let outer = kernel.cause
    kernel.attribute(to: record)
    reviewRunningTime(of: id, hasGracePeriod: hasGracePeriod, endedTask: true, &kernel)
    kernel.attribute(to: outer)
    return ended.expiration
  }

  /// A delivery of `didEnterBackground` begins: what was begun before it is not late.
  mutating func deliveryIntoBackgroundBegan(_ id: ProcessIdentifier) {
    guard taskCount(of: id.app) > 0 else { return }
    for task in reasons[id.app].tasks.identifiers {
      reasons[id.app].tasks.change(task) { $0.isNew = false }
    }
  }

  /// Withdraws the tasks that were begun at the very end of `didEnterBackground` and gives their
  /// handlers the last chance that an expiration is (R094).
  mutating func withdrawLateTasks(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let tasks = reasons.read(id.app, { $0.tasks }), !tasks.isEmpty else { return }
    for identifier in tasks.identifiers {
      guard let task = tasks[identifier], task.began == kernel.now, task.isNew else { continue }
      reasons[id.app].tasks.remove(identifier)
      let record = kernel.record(
        .assertion(.taskRefused), of: id, rule: .R094, cause: task.record,
        details: .task(task.name, isLate: true))
      guard let callback = task.expiration else { continue }
      kernel.enqueue(
        .expireLateTask(identifier, callback, name: task.name), for: id, cause: record)
    }
    kernel.emit(.reviewRunningTime(id))
  }

  /// The main thread reaches the expiration handler of a task that was not granted.
  func expireLate(
    _ task: BackgroundTaskIdentifier, _ callback: CallbackIdentifier, name: String,
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Delivery {
    kernel.begin(
      id,
      kernel.record(
        .callback(.expirationHandler), of: id, rule: .R094, cause: cause, details: .text(name)))
    return .callback(
      callback, arguments: [HandleKind.backgroundTask.value(task)], isLast: true)
  }

  /// The warning: every live task's handler is called (R090, R091).
  mutating func taskTimeRunsOut(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard countsTaskTime(id.app) else { return }
    reasons[id.app].expiry?.warning = nil
    let reasons = reasons[id.app]
    let tasks = reasons.tasks.identifiers
    let left = reasons.period.map { max(.zero, $0.end.span(since: kernel.now)) } ?? .zero
    let record = kernel.record(
      .assertion(.timeIsRunningOut), of: id, rule: .R091,
      cause: tasks.first.flatMap { reasons.tasks[$0]?.record },
      details: .timeLeft(left, of: nil))
    for task in tasks { kernel.enqueue(.expireTask(task), for: id, cause: record) }
  }

  /// The main thread reaches an expiration handler.
  mutating func expire(
    _ task: BackgroundTaskIdentifier, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Delivery? {
    // Back in the foreground the time no longer runs out, and an ended task has no handler.
    guard countsTaskTime(id.app), let found = reasons[id.app].tasks[task],
      let callback = found.expiration
    else { return nil }
    reasons[id.app].tasks.change(task) { $0.expiration = nil }
    let record = kernel.record(
      .callback(.expirationHandler), of: id, rule: .R090, cause: cause,
      details: .text(found.name))
    let slow = kernel.schedule(
      .expirationHandlerIsSlow(id), at: kernel.now.after(kernel.span(of: .expirationHandler)))
    kernel.begin(id, record, slowHandler: slow)
    return .callback(
      callback, arguments: [HandleKind.backgroundTask.value(task)], isLast: true)
  }

  /// The main thread reaches the expiration handler of a task whose process is being ended (R147).
  mutating func expireBeforeEnd(
    _ task: BackgroundTaskIdentifier, of id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Delivery? {
    guard !reasons.isEmpty(id.app), let found = reasons[id.app].tasks[task],
      let callback = found.expiration
    else { return nil }
    reasons[id.app].tasks.change(task) { $0.expiration = nil }
    kernel.begin(
      id,
      kernel.record(
        .callback(.expirationHandler), of: id, rule: .R147, cause: cause,
        details: .text(found.name)))
    return .callback(
      callback, arguments: [HandleKind.backgroundTask.value(task)], isLast: true)
  }

  func expirationHandlerIsSlow(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    let cause = kernel.change(id) { process in
      process.changeMainThread { thread in
        thread.forgetSlowHandler()
        return thread.current?.record
      }
    }
    kernel.record(.expirationHandlerIsSlow, of: id, cause: cause ?? nil)
  }

  /// The time is over and a task is not ended: the process is, unless it is debugged (R092).
  mutating func taskTimeIsOver(for id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !reasons.isEmpty(id.app) else { return }
    reasons[id.app].expiry?.end = nil
    guard kernel.isAlive(id), !kernel.traits.profile.hasDebugger else { return }
    let reasons = reasons[id.app]
    let open = reasons.tasks.identifiers.compactMap { reasons.tasks[$0] }
    kernel.emit(
      .end(
        id, .backgroundTaskExpired, code: ExitCode.leakedBackgroundTask(kernel.has), rule: .R092,
        cause: open.first?.record, .tasksNotEnded(open.map(\.name)),
        budget: reasons.period?.budget))
  }
}

// MARK: - Actions

extension RunningBoard {
  /// How the system ends processes.
  static let systemActions: [Action] = [
    Action(
      .purge, "purge", [.app], rules: [.R074, .R082], "Frees the app's memory without a word to it."
    ) { parts, kernel, call throws(SimulationError) in
      parts.jetsam.purge(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .terminate, "terminate", [.app], rules: [.R075, .R076],
      "Ends the app with the notice its state allows."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      guard let process = kernel.process(of: app) else { return .nothingToTerminate }
      guard process.ending == nil else { return .beingTerminated }
      let id = process.identifier
      if process.isSuspended {
        kernel.emit(.end(id, .system, rule: .R074, cause: call.cause, .state(.suspended)))
      } else {
        parts.springBoard.takeOffScreen(app)
        kernel.emit(.giveNotice(id, .system, rule: .R075, cause: call.cause))
      }
      return nil
    },
  ]
}

// MARK: - Identity

extension RunningBoard {
  /// Combines what keeps an app's process running; when its time is over is in the queue.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - suspended: Since when its process is suspended; nil for one that is not.
  ///   - walk: The walk.
  func digest(
    _ app: AppIdentifier, suspendedSince suspended: VirtualTime?, into walk: inout IdentityWalk
  ) {
    walk.combine(tasksPause)
    guard !reasons.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let reasons = reasons[app]
    walk.combine(reasons.backgroundTransitions)
    walk.combine(reasons.suspension != nil ? reasons.suspensionRule : nil)
    digestPeriod(of: app, suspended, into: &walk)
    walk.combine(reasons.period?.budget)
    walk.combine(reasons.expiry == nil ? 0 : reasons.expiry?.warning == nil ? 1 : 2)
    walk.combine(each: reasons.tasks) { walk, task in
      walk.combine(task.name)
      walk.combine(callback: task.expiration)
      walk.combine(task.isNew && task.began == walk.now)
    }
    walk.combine(each: reasons.assertions) { walk, assertion in
      walk.combine(assertion.kind.name)
      walk.combine(assertion.isWarned)
      walk.combine(assertion.progress ?? -1)
      walk.combine(callback: assertion.expiration)
      walk.combine(until: assertion.allowance.map { assertion.began.after($0) })
    }
    walk.combine(each: reasons.completions) { walk, completion in
      walk.combine(completion.message)
      walk.combine(completion.kind)
      walk.combine(completion.task)
      walk.combine(completion.notification)
      walk.combine(
        completion.assertion.flatMap { reasons.assertions.identifiers.firstIndex(of: $0) } ?? -1)
    }
  }

  /// Combines when the running time of tasks is over, where there can be any: a suspension moves it by
  /// its length.
  private func digestPeriod(
    of app: AppIdentifier, _ suspended: VirtualTime?, into walk: inout IdentityWalk
  ) {
    let period = reasons[app].period
    walk.combine(period != nil)
    guard let period, !walk.scope.appsWithoutTasks.contains(app.position) else { return }
    if let suspended, taskCount(of: app) > 0 {
      walk.combine(stopped: period.end.span(since: suspended))
    } else {
      walk.combine(until: period.end)
      // A task that is begun so late is warned at once.
      let early = TimeSpan.zero.saturatingSubtracting(walk.span(of: .expirationWarning))
      walk.combine(until: period.end.after(early))
    }
  }

  /// The identifiers of an app's process, in their order.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    reasons.read(app) { reasons in
      walk.number(reasons.tasks.identifiers, as: .backgroundTask)
      walk.number(reasons.completions.identifiers, as: .completion)
      walk.number(reasons.completions.identifiers, as: .scheduledTask)
      walk.number(assertions: reasons.assertions.identifiers)
    }
  }
}

// MARK: - For app code

/// What an app asks of its running time.
extension AppContext {
  /// The running time that is left in the background (R089).
  package var backgroundTimeRemaining: BackgroundTimeRemaining {
    read { $0.runningBoard.timeRemaining(of: process, $1) }
  }

  /// Begins a task that keeps the process running in the background for a while.
  ///
  /// - Parameters:
  ///   - name: The task's name, for people.
  ///   - expiration: Delivered with the task as its argument shortly before the running time is
  ///     over. It ends with that delivery, with the end of the task, and with the process.
  /// - Returns: The task, or `invalid` when no running time is left (R094).
  package func beginBackgroundTask(
    name: String, expiration: CallbackIdentifier?
  ) -> BackgroundTaskIdentifier {
    ask { parts, kernel in
      parts.runningBoard.beginTask(name: name, expiration: expiration, in: process, &kernel)
    }
  }

  /// Ends a task; the expiration handler that it frees is returned.
  ///
  /// A task that was ended before, or never began, is left alone.
  package func endBackgroundTask(_ task: BackgroundTaskIdentifier) -> CallbackIdentifier? {
    ask { parts, kernel in
      let hasGracePeriod = parts.hasGracePeriod(process.app, kernel)
      return parts.runningBoard.endTask(task, in: process, hasGracePeriod: hasGracePeriod, &kernel)
    }
  }

  /// A handler that takes no completion has returned, by which the app is done with its message.
  package func finishWithReturn(_ completion: CompletionIdentifier) {
    ask { parts, kernel in
      guard let done = parts.runningBoard.removeCompletion(completion, of: process) else { return }
      parts.runningBoard.finish(done, of: process, cause: kernel.cause, &kernel)
    }
  }

  /// The app says that it is done with what a message was about.
  ///
  /// - Parameters:
  ///   - completion: The handle that the message carried.
  ///   - result: The result, for the history.
  /// - Returns: The expiration handler that is never called after this; nil without one.
  /// - Throws: `DeviceAPIError.exception` for a completion that was called before.
  package func complete(
    _ completion: CompletionIdentifier, with result: ScriptValue
  ) throws(DeviceAPIError) -> CallbackIdentifier? {
    try ask { parts, kernel throws(DeviceAPIError) in
      guard kernel.isAlive(process) else { return nil }
      guard let done = parts.runningBoard.removeCompletion(completion, of: process) else {
        throw .exception(.completedTwice)
      }
      let record = kernel.record(
        .assertion(.answered), of: process, rule: done.kind?.rule, cause: kernel.cause,
        arguments: [result], details: .answer(done.message))
      if let notification = done.notification, !result.presentsNotification {
        parts.services.notifications.remove(notification, of: process.app)
      }
      if done.kind == .healthKit { parts.services.health.answered(process.app) }
      return parts.runningBoard.finish(done, of: process, cause: record, &kernel)
    }
  }
}
