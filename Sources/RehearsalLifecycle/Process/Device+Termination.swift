// How processes end: with the notice that their state allows, silently, or by the watchdog.
// `end` is the only place where a process dies; whatever belonged to it goes with it.

extension Device {
  // MARK: - By the user

  /// The card is swiped away; what the process is told depends on its state (R077).
  mutating func forceQuit(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if !isSwitcherOpen, let refusal = refusalOfLeaving { return refusal }
    guard switcher.contains(app) else { return .noCard }
    if swipeWindowAway(of: app, cause: cause) { return nil }
    switcher.removeAll { $0 == app }
    installations[app.position].wasForceQuit = true
    installations[app.position].hasSavedState = false
    installations[app.position].forceQuitTime = now
    discardHeldPush(of: app)
    endTransfers(of: app, cause: cause)
    installations[app.position].pendingLaunch = nil
    guard let process = installations[app.position].process else { return nil }
    let id = process.identifier
    guard !process.isSuspended else {
      end(id, .forceQuit, rule: .R077, cause: cause, detail: "It was suspended.")
      return nil
    }
    guard process.termination == nil else { return nil }
    if process.usesScenes {
      swipeAwayScenes(of: id, cause: cause)
      return nil
    }
    if isOnScreen(app) {
      // The open switcher makes the app inactive before the card is swiped away.
      sendToBackground(id, rule: .R047, enteringRule: .R078, cause: cause)
      if profile.has(.doubleEnterBackground) {
        enqueue(.send(.didEnterBackground, [], .R078), for: id, cause: cause)
      }
      takeOffScreen(app)
      guard self.process(id)?.termination == nil else { return nil }
    }
    giveNotice(to: id, .forceQuit, rule: .R077, cause: cause)
    return nil
  }

  // MARK: - By the system

  /// The memory is freed at once; no process hears of it (R074, R082).
  mutating func purge(_ app: AppIdentifier, cause: Int) -> Refusal? {
    guard let process = installations[app.position].process else { return .nothingToPurge }
    end(
      process.identifier, .memoryPressure, rule: process.isSuspended ? .R074 : .R082,
      cause: cause, detail: "It was \(process.state.words).")
    return nil
  }

  /// A running process is told, a suspended one is not (R075, R074).
  mutating func terminate(_ app: AppIdentifier, cause: Int) -> Refusal? {
    guard let process = installations[app.position].process else { return .nothingToTerminate }
    guard process.termination == nil else { return .beingTerminated }
    guard !process.isSuspended else {
      end(process.identifier, .system, rule: .R074, cause: cause, detail: "It was suspended.")
      return nil
    }
    takeOffScreen(app)
    giveNotice(to: process.identifier, .system, rule: .R075, cause: cause)
    return nil
  }

  /// Sends `willTerminate` and ends the process after it, or when its limit is over (R076).
  mutating func giveNotice(
    to id: ProcessIdentifier, _ reason: ExitReason, rule: RuleNumber, cause: Int
  ) {
    change(id) { $0.termination = reason }
    reviewRunningTime(of: id)
    // What guards the way to the background comes first; then the notice has its own limit.
    if process(id)?.watchdogs.isEmpty == true {
      arm(.termination, for: id, cause: cause)
    } else {
      enqueue(.arm(.termination), for: id, cause: cause)
    }
    enqueue(.send(.willTerminate, [], rule), for: id, cause: cause)
    enqueue(.exit(reason, rule), for: id, cause: cause)
  }

  // MARK: - The end

  /// Ends a process: its events are cancelled, its memory is gone, the screen is free.
  ///
  /// The record carries the name of the budget whose end it was, where it was one.
  mutating func end(
    _ id: ProcessIdentifier, _ reason: ExitReason, code: Int64? = nil, rule: RuleNumber?,
    cause: Int?, detail: String, budget: Budget? = nil, crash: CrashReport? = nil
  ) {
    guard let process = process(id) else { return }
    let exit = record(
      .exit(reason), of: id, rule: rule, cause: cause,
      arguments: budget.map { [.symbol($0.name)] } ?? [], detail: detail)
    record(.state(.notRunning, from: process.state), of: id, rule: rule, cause: exit)
    cancelEvents(of: process)
    let position = id.app.position
    installations[position].process = nil
    usedMemory -= process.memory
    departures.append(id)
    if !prompts.isEmpty { prompts.removeAll { $0.process == id } }
    if installations[position].exits.count >= max(1, limits.exitsOfAnApp) {
      installations[position].exits.removeFirst()
    }
    installations[position].exits.append(
      ProcessExit(
        reason: reason, code: code, time: now, incarnation: id.incarnation,
        hasReport: reason.leavesReport, detail: detail, crash: crash, rule: rule, record: exit))
    takeOffScreen(id.app)
    launchIfAwaited(id.app)
    startUpIfAwaited()
  }

  /// Answers the tap that waited for the end of the old process.
  private mutating func launchIfAwaited(_ app: AppIdentifier) {
    guard let pending = installations[app.position].pendingLaunch else { return }
    installations[app.position].pendingLaunch = nil
    guard screen == .homeScreen, !isLocked else {
      let refusal = isLocked ? Refusal.deviceIsLocked : .superseded
      record(
        .refusal(refusal), app: app, rule: refusal.rule, cause: pending.cause,
        detail: refusal.reason)
      return
    }
    launchCold(app, pending.request, cause: pending.cause)
  }

  private mutating func cancelEvents(of process: Boxed<Process>) {
    for timer in process.timers.identifiers {
      process.timers[timer]?.event.map { _ = queue.cancel($0) }
    }
    for work in process.works.identifiers {
      if case .running(let event, _)? = process.works[work]?.progress { queue.cancel(event) }
    }
    for watchdog in process.watchdogs { queue.cancel(watchdog.event) }
    if case .working(let event, _) = process.mainThread.occupation { queue.cancel(event) }
    process.mainThread.current?.slowHandler.map { _ = queue.cancel($0) }
    process.suspension.map { _ = queue.cancel($0) }
    process.expiry?.warning.map { _ = queue.cancel($0) }
    process.expiry?.end.map { _ = queue.cancel($0) }
    for event in process.services.value.events { queue.cancel(event) }
  }
}
