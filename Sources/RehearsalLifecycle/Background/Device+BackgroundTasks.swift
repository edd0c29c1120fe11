// Background tasks (R083 to R094): each begin needs its own end, one clock for all of an app's
// tasks counts from its entry into the background, a warning comes before the clock is over, and
// a task that is not ended by then is the end of its process.

extension Device {
  // MARK: - For app code

  /// Begins a task that keeps the process running in the background for a while.
  ///
  /// - Parameters:
  ///   - name: The task's name, for people.
  ///   - expiration: Delivered with the task as its argument shortly before the running time is
  ///     over. It dies with that delivery, with the end of the task, and with the process.
  ///   - id: The calling process.
  /// - Returns: The task, or `invalid` when no running time is left (R094).
  package mutating func beginBackgroundTask(
    name: String, expiration: CallbackIdentifier?, in id: ProcessIdentifier
  ) -> BackgroundTaskIdentifier {
    // Only what is needed is read: a copy of the process, held while its tasks change, would copy
    // them all each time.
    let (exists, isEnding, end, expiry) = (
      process(id)?.isPrewarmed == false, process(id)?.termination != nil, process(id)?.stay?.end,
      process(id)?.expiry
    )
    // In a prewarm there is no application object that could be asked (R026).
    guard exists else { return .invalid }
    guard !isEnding, end.map({ $0 > now }) ?? true else {
      record(
        .assertion(.taskRefused), of: id, rule: .R094, cause: cause,
        detail: "No running time is left for “\(name)”.")
      return .invalid
    }
    let index = record(.assertion(.taskBegan), of: id, rule: .R083, cause: cause, detail: name)
    let task = BackgroundTask(name: name, expiration: expiration, began: now, record: index)
    guard let identifier = change(id, { $0.tasks.insert(task) }) else { return .invalid }
    guard checkTaskCount(of: id, cause: index) else { return .invalid }
    reviewRunningTime(of: id)
    if let expiry, expiry.warning == nil {
      // The warning was given before this task began, so it hears of it at once.
      enqueue(.expire(identifier), for: id, cause: index)
    }
    return identifier
  }

  /// Too many tasks at once end the process (R095).
  private mutating func checkTaskCount(of id: ProcessIdentifier, cause: Int) -> Bool {
    let limit = 1000
    guard SystemVersionRange.from(11).contains(profile.system),
      (change(id) { $0.tasks.count } ?? 0) > limit
    else { return true }
    end(
      id, .assertionLimit, code: ExitCode.assertionLimit, rule: .R095, cause: cause,
      detail: "It held more than \(limit) background tasks.")
    return false
  }

  /// Ends a task; the expiration handler that it frees is returned.
  ///
  /// A task that was ended before, or never began, is left alone.
  @discardableResult
  package mutating func endBackgroundTask(
    _ task: BackgroundTaskIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let ended = change(id, { $0.tasks.remove(task) }) ?? nil else { return nil }
    let index = record(
      .assertion(.taskEnded), of: id, rule: .R083, cause: cause ?? ended.record,
      detail: ended.name)
    // What no longer keeps running is suspended because of this end.
    let outer = cause
    cause = index
    reviewRunningTime(of: id)
    cause = outer
    return ended.expiration
  }

  /// The running time that is left (R089): limited only in the background with a live task.
  package func backgroundTimeRemaining(of id: ProcessIdentifier) -> BackgroundTimeRemaining {
    guard let process = process(id), process.readable == .background, let stay = process.stay,
      !process.tasks.isEmpty
    else { return .unlimited }
    return .limited(max(.zero, now.duration(to: stay.end)))
  }

  /// A stay in the background that begins at this moment, with the running time of a budget.
  func newStay(_ budget: Budget) -> BackgroundStay {
    BackgroundStay(since: now, allowance: span(of: budget), budget: budget)
  }

  // MARK: - Tasks that are not granted

  /// Withdraws the tasks that were begun at the very end of `didEnterBackground` and gives their
  /// handlers the last chance that an expiration is (R094).
  mutating func withdrawLateTasks(of id: ProcessIdentifier, begunAfter delivery: Int) {
    guard profile.has(.lateAssertion), let tasks = process(id)?.tasks else { return }
    for identifier in tasks.identifiers {
      guard let task = tasks[identifier], task.began == now, task.record > delivery else {
        continue
      }
      change(id) { _ = $0.tasks.remove(identifier) }
      let index = record(
        .assertion(.taskRefused), of: id, rule: .R094, cause: task.record,
        detail: "“\(task.name)” was begun too late to be granted.")
      guard let callback = task.expiration else { continue }
      enqueue(.expireLate(identifier, callback, name: task.name), for: id, cause: index)
    }
    reviewRunningTime(of: id)
  }

  /// The main thread comes to the expiration handler of a task that was not granted.
  mutating func expireLate(
    _ task: BackgroundTaskIdentifier, _ callback: CallbackIdentifier, name: String,
    of id: ProcessIdentifier, cause: Int?
  ) -> Delivery {
    let index = record(
      .callback(.expirationHandler), of: id, rule: .R094, cause: cause, detail: name)
    begin(id, record: index)
    return .callback(callback, arguments: [.handle(.backgroundTask(task))], isLast: true)
  }

  // MARK: - The end of the running time

  /// The warning: every live task's handler is called (R090, R091).
  mutating func taskTimeRunsOut(of id: ProcessIdentifier) {
    guard let process = process(id), process.expiry != nil else { return }
    change(id) { $0.expiry?.warning = nil }
    let tasks = process.tasks.identifiers
    let first = tasks.first.flatMap { process.tasks[$0]?.record }
    let left = process.stay.map { max(.zero, $0.end.span(since: now)) } ?? .zero
    let index = record(
      .assertion(.timeIsRunningOut), of: id, rule: .R091, cause: first,
      detail: "\(left) of running time are left.")
    for task in tasks { enqueue(.expire(task), for: id, cause: index) }
  }

  /// The main thread comes to an expiration handler.
  mutating func expire(
    _ task: BackgroundTaskIdentifier, of id: ProcessIdentifier, cause: Int?
  ) -> Delivery? {
    // Back in the foreground the time no longer runs out, and an ended task has no handler.
    guard let process = process(id), process.expiry != nil,
      let callback = process.tasks[task]?.expiration
    else { return nil }
    change(id) { $0.tasks.change(task) { $0.expiration = nil } }
    let index = record(
      .callback(.expirationHandler), of: id, rule: .R090, cause: cause,
      detail: process.tasks[task]?.name ?? "")
    let slow = queue.schedule(
      .expirationHandlerIsSlow(id), at: now.after(span(of: .expirationHandler)))
    begin(id, record: index, slowHandler: slow)
    return .callback(callback, arguments: [.handle(.backgroundTask(task))], isLast: true)
  }

  mutating func expirationHandlerIsSlow(of id: ProcessIdentifier) {
    let current = change(id) { process in
      process.mainThread.current?.slowHandler = nil
      return process.mainThread.current?.record
    }
    let advice = Advice.expirationHandlerIsSlow
    record(
      .advice(advice), of: id, rule: advice.rule, cause: current ?? nil, detail: advice.text)
  }

  /// The time is over and a task is not ended: the process is, unless it is debugged (R092).
  mutating func taskTimeIsOver(for id: ProcessIdentifier) {
    change(id) { $0.expiry?.end = nil }
    guard let process = process(id), !profile.hasDebugger else { return }
    let open = process.tasks.identifiers.compactMap { process.tasks[$0] }
    let names = open.map { "“\($0.name)”" }.joined(separator: ", ")
    end(
      id, .backgroundTaskExpired, code: ExitCode.leakedBackgroundTask(on: profile.system),
      rule: .R092, cause: open.first?.record, detail: "Not ended in time: \(names).",
      budget: process.stay?.budget)
  }
}
