// What keeps a process running in the background, and what happens when nothing does. Whatever
// changes one of the reasons calls `reviewRunningTime`, which is the only place that schedules or
// cancels suspension and the end of the tasks' running time.

extension Device {
  /// Brings the events of suspension and expiration in line with the state of a process.
  mutating func reviewRunningTime(of id: ProcessIdentifier) {
    guard let process = process(id) else { return }
    let isInBackground =
      process.intended == .background && process.termination == nil && !process.isSuspended
    reviewSuspension(
      of: process,
      isDue: isInBackground && process.departuresUnderWay == 0
        && (process.tasks.isEmpty || tasksPause) && !process.hasAssertion
        && !profile.hasDebugger)
    reviewExpiry(
      of: process,
      counts: isInBackground && process.stay != nil && !process.tasks.isEmpty
        && !process.hasUnboundedAssertion)
  }

  private mutating func reviewSuspension(of process: Boxed<Process>, isDue: Bool) {
    let id = process.identifier
    if let event = process.suspension, !isDue {
      queue.cancel(event)
      change(id) { $0.suspension = nil }
    } else if process.suspension == nil, isDue {
      // Without background refresh an app has no time beyond its tasks (R096).
      let hasMoments = backgroundRefresh(of: id.app) == .available
      let delay = hasMoments ? span(of: .suspension) : .zero
      let event = queue.schedule(.suspensionDue(id), at: now.after(delay))
      let cause = cause
      let rule = suspensionRule(hasMoments: hasMoments)
      change(id) {
        $0.suspension = event
        $0.suspensionCause = cause
        $0.suspensionRule = rule
      }
    }
  }

  /// What leads to a suspension: the refresh that is off, the end of the last task, or only that
  /// nothing is left to do.
  private func suspensionRule(hasMoments: Bool) -> RuleNumber {
    guard hasMoments else { return .R096 }
    guard let cause, case .assertion(.taskEnded)? = trace[cause]?.subject else { return .R060 }
    return .R093
  }

  private mutating func reviewExpiry(of process: Boxed<Process>, counts: Bool) {
    let id = process.identifier
    if let expiry = process.expiry, !counts {
      expiry.warning.map { _ = queue.cancel($0) }
      expiry.end.map { _ = queue.cancel($0) }
      change(id) { $0.expiry = nil }
    } else if process.expiry == nil, counts, let stay = process.stay {
      let early = TimeSpan.zero.saturatingSubtracting(span(of: .expirationWarning))
      let warning = max(now, stay.end.after(early))
      let expiry = TaskExpiry(
        warning: queue.schedule(.taskTimeRunsOut(id), at: warning),
        end: queue.schedule(.taskTimeOver(id), at: max(now, stay.end)))
      change(id) { $0.expiry = expiry }
    }
  }

  /// Suspends a process without waiting, unless something keeps it running.
  mutating func suspendAtOnce(_ id: ProcessIdentifier) {
    guard let event = process(id)?.suspension else { return }
    queue.cancel(event)
    suspend(id)
  }

  // MARK: - Suspension

  /// Stops everything that a process does; it hears nothing of it (R004, R060).
  mutating func suspend(_ id: ProcessIdentifier) {
    change(id) { $0.suspension = nil }
    // The pause of a task is the device's sleep, which takes nothing from the process.
    let isPause = process(id)?.tasks.isEmpty == false
    guard isPause || loseAtSuspension(of: id), let process = process(id) else { return }
    let now = now
    change(id) {
      $0.isSuspended = true
      $0.suspended = now
    }
    record(
      .state(.suspended, from: process.state), of: id,
      rule: isPause ? .R085 : process.suspensionRule, cause: process.suspensionCause)
    if case .working(let event, let end) = process.mainThread.occupation {
      queue.cancel(event)
      let remaining = end.span(since: now)
      change(id) { $0.mainThread.occupation = .frozen(remaining: remaining) }
    }
    stopTimers(of: id)
    stopWork(of: id)
    if isPause { reviewRunningTime(of: id) }
  }

  /// Lets a suspended process run again, untold (R004), under the rule of what it is needed for.
  ///
  /// First come its overdue timers, then what woke it (R134).
  mutating func resumeFromSuspension(
    _ id: ProcessIdentifier, rule: RuleNumber, cause: Int
  ) {
    guard let process = process(id), process.isSuspended, let suspended = process.suspended else {
      return
    }
    let pause = now.span(since: suspended)
    change(id) {
      $0.isSuspended = false
      $0.suspended = nil
      if !$0.tasks.isEmpty { $0.stay = $0.stay?.moved(by: pause) }
    }
    record(
      .state(process.readable.processState, from: .suspended), of: id, rule: rule, cause: cause)
    if case .frozen(let remaining) = process.mainThread.occupation {
      let end = now.after(remaining)
      let event = queue.schedule(.mainThreadFree(id), at: end)
      change(id) { $0.mainThread.occupation = .working(event, until: end) }
    }
    restartTimers(of: id, suspended: suspended)
    restartWork(of: id)
    deliverQueuedNotifications(to: id)
    deliverQueuedLocations(to: id, cause: cause)
    list(id)
  }

  // MARK: - Sleep

  /// Whether the device sleeps, and the running time of tasks with it (R085).
  private var tasksPause: Bool { isLocked && profile.has(.tasksPauseInSleep) }

  /// The device fell asleep: what only tasks keep running is paused soon.
  mutating func pauseTasks() {
    guard tasksPause else { return }
    for process in installations.compactMap(\.process) where !process.tasks.isEmpty {
      reviewRunningTime(of: process.identifier)
    }
  }

  /// The device woke: paused tasks get the next piece of their time.
  mutating func continueTasks(cause: Int) {
    for process in installations.compactMap(\.process) where !process.tasks.isEmpty {
      resumeFromSuspension(process.identifier, rule: .R085, cause: cause)
      reviewRunningTime(of: process.identifier)
    }
  }
}
