// The run loop's timers (R134). While a process is suspended its timers have no events; when it
// resumes, one that missed firings fires once at once and goes on along its old grid.

extension Device {
  // MARK: - For app code

  /// Schedules a timer that fires after a span and then, with an interval, again and again.
  ///
  /// - Parameters:
  ///   - delay: From this moment to the first firing; not negative.
  ///   - interval: From firing to firing, above zero; nil for a timer that fires once.
  ///   - callback: Delivered at each firing. It dies with the last one, when the timer is
  ///     invalidated, and with the process.
  ///   - id: The calling process.
  /// - Returns: The timer, by which it can be invalidated.
  /// - Throws: `CallFault` for a span out of range, or when the process has ended.
  /// - Complexity: O(log n) in the number of scheduled events
  package mutating func scheduleTimer(
    after delay: TimeSpan, every interval: TimeSpan? = nil, callback: CallbackIdentifier,
    in id: ProcessIdentifier
  ) throws(CallFault) -> TimerIdentifier {
    guard isAlive(id) else { throw .processEnded }
    guard delay >= .zero else { throw .negativeSpan }
    if let interval, interval <= .zero { throw .intervalNotPositive }
    let due = try moment(after: delay)
    let timer = RunLoopTimer(callback: callback, due: due, interval: interval, cause: cause)
    guard let identifier = change(id, { $0.timers.insert(timer) }) else { throw .processEnded }
    schedule(identifier, of: id, at: due)
    return identifier
  }

  /// Ends a timer; the callback that it frees is returned, nil when it was over.
  @discardableResult
  package mutating func invalidateTimer(
    _ timer: TimerIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let removed = change(id, { $0.timers.remove(timer) }) ?? nil else { return nil }
    removed.event.map { _ = queue.cancel($0) }
    return removed.callback
  }

  /// Whether a timer may still fire.
  package func isTimerValid(_ timer: TimerIdentifier, in id: ProcessIdentifier) -> Bool {
    process(id)?.timers[timer] != nil
  }

  /// The moment a span from this one, for app code.
  func moment(after span: TimeSpan) throws(CallFault) -> VirtualTime {
    do { return try now.adding(span) } catch { throw .clockOverflow }
  }

  // MARK: - Firing

  private mutating func schedule(
    _ timer: TimerIdentifier, of id: ProcessIdentifier, at due: VirtualTime
  ) {
    let event = queue.schedule(.timerDue(id, timer), at: due)
    change(id) { $0.timers.change(timer) { $0.event = event } }
  }

  /// A point of the grid is reached: a firing is queued unless one waits there already.
  mutating func timerIsDue(_ timer: TimerIdentifier, of id: ProcessIdentifier) {
    let now = now
    let found = change(id) { process in
      process.timers.change(timer) { timer in
        let wasQueued = timer.isQueued
        timer.isQueued = true
        timer.event = nil
        timer.skip(past: now)
        return (wasQueued, next: timer.interval == nil ? nil : timer.due, timer.cause)
      }
    }
    guard let (wasQueued, next, cause) = found ?? nil else { return }
    if let next { schedule(timer, of: id, at: next) }
    if !wasQueued { enqueue(.fire(timer, afterSuspension: false), for: id, cause: cause) }
  }

  /// The main thread comes to a firing.
  mutating func fire(
    _ timer: TimerIdentifier, of id: ProcessIdentifier, afterSuspension: Bool
  ) -> Delivery? {
    let found = change(id) { process in
      process.timers.change(timer) { timer in
        timer.isQueued = false
        return (
          timer.callback, isLast: timer.interval == nil, isFrame: timer.link != nil, timer.cause
        )
      }
    }
    guard let (callback, isLast, isFrame, cause) = found ?? nil else { return nil }
    if isLast { change(id) { _ = $0.timers.remove(timer) } }
    let index = record(
      .callback(isFrame ? .displayLink : .timer), of: id, rule: afterSuspension ? .R134 : nil,
      cause: cause)
    begin(id, record: index)
    let link = PlainValue.handle(.displayLink(timer))
    return .callback(callback, arguments: isFrame ? [link] : [], isLast: isLast)
  }

  // MARK: - Suspension

  mutating func stopTimers(of id: ProcessIdentifier) {
    for timer in process(id)?.timers.identifiers ?? [] {
      let event = change(id) { process in
        process.timers.change(timer) { timer in
          defer { timer.event = nil }
          return timer.event
        }
      }
      if case .some(.some(.some(let event))) = event { queue.cancel(event) }
    }
  }

  /// Starts the timers of a process that resumes, in the order in which they are due.
  ///
  /// - Complexity: O(n log n) in the number of timers
  mutating func restartTimers(of id: ProcessIdentifier, suspended: VirtualTime) {
    guard let process = process(id) else { return }
    // Before iOS 7 suspended time is not counted, and the grid moves by it.
    let shift =
      SystemVersionRange.from(7).contains(profile.system)
      ? TimeSpan.zero : now.span(since: suspended)
    let timers = process.timers.identifiers.compactMap { identifier in
      process.timers[identifier].map { (identifier, timer: $0, due: $0.due.after(shift)) }
    }.filter { $0.timer.link == nil }.sorted { ($0.due, $0.0.serial) < ($1.due, $1.0.serial) }
    let now = now
    for (identifier, timer, due) in timers {
      let isOver = timer.interval == nil && timer.isQueued
      let missed = due <= now && !timer.isQueued
      let next = change(id) { process in
        process.timers.change(identifier) { timer in
          timer.due = due
          timer.isQueued = timer.isQueued || missed
          timer.skip(past: now)
          return timer.due
        }
      }
      if missed { enqueue(.fire(identifier, afterSuspension: true), for: id, cause: timer.cause) }
      if let next = next ?? nil, !isOver, next > now { schedule(identifier, of: id, at: next) }
    }
  }
}
