// What is due: one event at a time is taken from the queue and handed to the part it belongs to.

extension Device {
  /// When the next scheduled event is due; nil while nothing is scheduled.
  package var nextEventTime: VirtualTime? { queue.nextDue }

  /// How many events are scheduled, besides the next midnight of the wall clock.
  package var scheduledEventCount: Int { queue.count - (nextTimeChange == nil ? 0 : 1) }

  /// Moves the clock to the next event that is due by then, if there is one, and handles it.
  mutating func handleNextEvent(notAfter limit: VirtualTime) {
    guard let (due, event) = queue.popNext(notAfter: limit) else { return }
    now = max(now, due)
    cause = nil
    handle(event)
  }

  private mutating func handle(_ event: ScheduledEvent) {
    switch event {
    case .timerDue(let id, let timer): timerIsDue(timer, of: id)
    case .workDone(let id, let work): workIsDone(work, of: id)
    case .mainThreadFree(let id):
      change(id) { $0.mainThread.occupation = .ready }
      list(id)
    case .watchdogDue(let id, let watchdog): watchdogIsDue(watchdog, for: id)
    case .suspensionDue(let id): suspend(id)
    case .taskTimeRunsOut(let id): taskTimeRunsOut(of: id)
    case .taskTimeOver(let id): taskTimeIsOver(for: id)
    case .expirationHandlerIsSlow(let id): expirationHandlerIsSlow(of: id)
    case .assertionRunsOut(let id, let assertion): assertionRunsOut(assertion, of: id)
    case .assertionIsOver(let id, let assertion): assertionIsOver(assertion, of: id)
    case .processorUseIsDue(let id): processorUseIsDue(of: id)
    case .keepAliveIsDue(let id): keepAliveIsDue(of: id)
    case .timeChanges: timeChanges()
    case .heldPushIsDue(let app): heldPushIsDue(for: app)
    case .transferIsDone(let app, let transfer): transferIsDone(transfer, of: app)
    }
  }
}
