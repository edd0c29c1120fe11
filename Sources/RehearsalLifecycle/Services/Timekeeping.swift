// The wall clock and its significant changes (R131): midnight, summer time, another zone, a clock
// that is set. Running apps are notified at once, suspended ones when they come to the front.

import RehearsalValues

/// The wall clock, and its next significant change.
struct Timekeeping: Sendable {
  private(set) var wallClock: WallClock
  /// The next significant change; nil while no process could hear of it.
  private(set) var nextChange: EventIdentifier?

  init(_ wallClock: WallClock) { self.wallClock = wallClock }

  mutating func setClock(
    _ text: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let day = wallClock.day(at: kernel.now)
    guard wallClock.set(to: text, at: kernel.now) else { return .noDate }
    kernel.postToAll(.systemClockDidChange, rule: .R165, cause: cause)
    timeHasChanged(from: day, cause: cause, &kernel)
    return nil
  }

  mutating func changeTimeZone(
    _ name: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let zone = ClockZone(name) else { return .noTimeZone }
    let day = wallClock.day(at: kernel.now)
    let change = ValueChange(.string(wallClock.zone.name), .string(zone.name))
    wallClock.zone = zone
    if change.before != change.after {
      kernel.postToAll(.systemTimeZoneDidChange, rule: .R165, change: change, cause: cause)
    }
    timeHasChanged(from: day, cause: cause, &kernel)
    return nil
  }

  /// The clock shows another time than before, and maybe another day.
  private mutating func timeHasChanged(from day: Int64, cause: Cause, _ kernel: inout Kernel) {
    kernel.cancel(nextChange)
    nextChange = nil
    watch(&kernel)
    if wallClock.day(at: kernel.now) != day { postNewDay(cause: cause, &kernel) }
    sendTimeChange(cause: cause, &kernel)
  }

  /// Waits for the next significant change, while there is a process that could hear of it.
  mutating func watch(_ kernel: inout Kernel) {
    guard nextChange == nil, kernel.hasProcesses else { return }
    nextChange = kernel.schedule(
      .timeChanges, at: wallClock.nextSignificantChange(after: kernel.now))
  }

  /// Midnight, or summer time begins or ends.
  mutating func timeChanges(_ kernel: inout Kernel) {
    nextChange = nil
    watch(&kernel)
    guard nextChange != nil else { return }
    let record = kernel.record(
      .timeChange, app: nil, cause: nil, details: .text(wallClock.text(at: kernel.now)))
    if wallClock.isMidnight(at: kernel.now) { postNewDay(cause: record, &kernel) }
    sendTimeChange(cause: record, &kernel)
  }

  private func postNewDay(cause: Cause, _ kernel: inout Kernel) {
    guard kernel.has(.calendarDayNotification) else { return }
    kernel.postToAll(.calendarDayChanged, rule: .R165, cause: cause)
  }

  private func sendTimeChange(cause: Cause, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses where process.ending == nil {
      let id = process.identifier
      if process.isSuspended {
        kernel.change(id) { $0.changeInbox { $0.missTimeChange(cause) } }
      } else {
        kernel.enqueue(.send(.significantTimeChange, [], .R131), for: id, cause: cause)
      }
    }
  }

  /// Combines the wall clock by what it shows at this moment.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(wallClock.zone.name)
    let instant = wallClock.instant(at: walk.now)
    switch walk.clock {
    case .absent: break
    case .exact:
      walk.combine(Int(instant.seconds))
      walk.combine(Int(instant.nanoseconds))
    case .grid(let step):
      walk.combine(Int(wallClock.timeOfDay(at: walk.now).nanoseconds / max(1, step.nanoseconds)))
    }
  }
}

// MARK: - Actions

extension Timekeeping {
  static let actions: [Action] = [
    Action(
      .setClock, "setClock", [ActionParameter("date", .date)], rules: [.R131],
      "Sets the wall clock to a local date and time."
    ) { parts, kernel, call throws(SimulationError) in
      let refusal = parts.timekeeping.setClock(try call.text(0), cause: call.cause, &kernel)
      parts.services.localNotifications.reviewAll(parts.timekeeping.wallClock, &kernel)
      return refusal
    },
    Action(
      .changeTimeZone, "changeTimeZone", [ActionParameter("name", .timeZone)], rules: [.R131],
      "Brings the device into another time zone."
    ) { parts, kernel, call throws(SimulationError) in
      let refusal = parts.timekeeping.changeTimeZone(
        try call.text(0), cause: call.cause, &kernel)
      parts.services.localNotifications.reviewAll(parts.timekeeping.wallClock, &kernel)
      return refusal
    },
  ]
}

// MARK: - For app code

/// What an app asks of the wall clock.
extension AppContext {
  /// The wall clock's date and time in ISO 8601.
  package var date: String { read { $0.timekeeping.wallClock.text(at: $1.now) } }

  /// The device's time, and the world's time then, from 1970-01-01 00:00 UTC.
  package var moment: (time: VirtualTime, date: (seconds: Int64, nanoseconds: Int64)) {
    read { ($1.now, $0.timekeeping.wallClock.instant(at: $1.now)) }
  }
}
