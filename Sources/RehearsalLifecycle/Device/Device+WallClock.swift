// The wall clock and its significant changes (R131): midnight, summer time, another zone, a clock
// that is set. Running apps are told at once, suspended ones when they come to the front.

extension Device {
  /// The wall clock's date and time in ISO 8601.
  package var date: String { wallClock.text(at: now) }

  /// Sets the wall clock.
  mutating func setClock(_ text: String, cause: Int) -> Refusal? {
    guard wallClock.set(to: text, at: now) else { return .noDate }
    timeHasChanged(cause: cause)
    return nil
  }

  /// Moves the device to another time zone.
  mutating func changeTimeZone(_ name: String, cause: Int) -> Refusal? {
    guard let zone = ClockZone(name) else { return .noTimeZone }
    wallClock.zone = zone
    timeHasChanged(cause: cause)
    return nil
  }

  private mutating func timeHasChanged(cause: Int) {
    if let event = nextTimeChange { queue.cancel(event) }
    nextTimeChange = nil
    watchClock()
    tellOfTimeChange(cause: cause)
  }

  /// Waits for the next significant change, while there is a process that could hear of it.
  mutating func watchClock() {
    guard nextTimeChange == nil, installations.contains(where: { $0.process != nil }) else {
      return
    }
    nextTimeChange = queue.schedule(
      .timeChanges, at: wallClock.nextSignificantChange(after: now))
  }

  /// Midnight, or summer time begins or ends.
  mutating func timeChanges() {
    nextTimeChange = nil
    watchClock()
    guard nextTimeChange != nil else { return }
    let index = record(.timeChange, app: nil, cause: nil, detail: date)
    tellOfTimeChange(cause: index)
  }

  private mutating func tellOfTimeChange(cause: Int) {
    for process in processes where process.termination == nil {
      if process.isSuspended {
        change(process.identifier) { $0.services.value.timeChange = cause }
      } else {
        enqueue(.send(.significantTimeChange, [], .R131), for: process.identifier, cause: cause)
      }
    }
  }

  /// An app that comes to the front hears of the latest change that it missed; by the other side of
  /// the conflict one that runs again does (C19).
  mutating func tellOfMissedTimeChange(_ id: ProcessIdentifier) {
    guard let cause = process(id)?.services.read(\.timeChange) ?? nil else { return }
    change(id) { $0.services.value.timeChange = nil }
    enqueue(.send(.significantTimeChange, [], .R131), for: id, cause: cause)
  }
}
