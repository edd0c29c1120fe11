// Notifications that an app schedules for later (R143). They belong to the system: they outlive the
// process, an update and a restart of the device, and are shown without any code of the app's; only
// an app in front is notified instead, each version in its own way.

import RehearsalValues

/// What a local notification waits for.
public enum NotificationTrigger: Hashable, Sendable {
  /// A time from now.
  case after(Duration)
  /// A local date and time, such as `2026-06-01 12:00`; one that has passed is due at once.
  case at(String)
  /// The device comes into a region of that name.
  case region(String)
}

/// A notification that an app has scheduled.
package struct PendingNotification: Hashable, Sendable {
  /// By what the app names it.
  package let identifier: String
  /// What it waits for.
  package let trigger: NotificationTrigger
  /// Whether it comes again: after each interval, every day at its time, or at each entry.
  package let repeats: Bool
  /// The category, by which it has its actions; nil without one.
  package let category: String?
  /// What it says; nil for nothing.
  package let body: String?
  /// When it is due; nil for one that waits for a place.
  package fileprivate(set) var due: VirtualTime?

  /// What the user sees of it, and the app is told.
  var posted: PostedNotification {
    var entries: [(String, ScriptValue)] = [("id", .string(identifier))]
    if let body { entries.append(("body", .string(body))) }
    if let category { entries.append(("category", .string(category))) }
    return PostedNotification(
      identifier: identifier, content: .map(named: entries), category: category, isLocal: true)
  }

  /// The notification after the one that was due.
  fileprivate func next(after now: VirtualTime) -> PendingNotification? {
    guard repeats else { return nil }
    var next = self
    switch trigger {
    case .after(let interval): next.due = (due ?? now).after(TimeSpan(interval))
    case .at: next.due = (due ?? now).after(.hours(24))
    case .region: break
    }
    return next
  }
}

/// The notifications that apps have scheduled.
struct LocalNotifications: Sendable {
  private struct Schedule: DefaultInitializable {
    /// In the order of their scheduling.
    var pending: [PendingNotification] = []
    /// The deadline of the soonest; nil where none waits for a time, and while the device is off.
    var event: EventIdentifier?
  }

  private var schedules = AppTable<Schedule>()

  /// How many may wait for an app.
  private static var limit: Int { 64 }

  // MARK: - Looking

  /// The notifications that an app has scheduled, in that order.
  func pending(of app: AppIdentifier) -> [PendingNotification] {
    schedules.read(app) { $0.pending } ?? []
  }

  /// The events of the device's queue that belong to those of an app.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    (schedules.read(app) { $0.event } ?? nil).map { [$0] } ?? []
  }

  // MARK: - Scheduling

  /// Schedules a notification, in place of the one of its identifier; of too many the soonest stay.
  fileprivate mutating func schedule(
    _ notification: PendingNotification, by id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    var pending = pending(of: id.app)
    pending.removeAll { $0.identifier == notification.identifier }
    pending.append(notification)
    kernel.record(
      .assertion(.notificationScheduled), of: id, rule: .R143, cause: kernel.cause,
      details: .text(notification.identifier))
    if pending.count > Self.limit, let last = Self.latest(in: pending) {
      kernel.record(.tooManyNotifications, of: id, cause: kernel.cause)
      pending.remove(at: last)
    }
    schedules[id.app].pending = pending
    review(id.app, &kernel)
  }

  /// The position of the one that is due last; those that wait for a place come after all others.
  private static func latest(in pending: [PendingNotification]) -> Int? {
    pending.indices.max {
      (pending[$0].due ?? .never, $0) < (pending[$1].due ?? .never, $1)
    }
  }

  fileprivate mutating func cancel(
    _ identifier: String, of app: AppIdentifier, _ kernel: inout Kernel
  ) {
    guard !schedules.isEmpty(app) else { return }
    schedules[app].pending.removeAll { $0.identifier == identifier }
    review(app, &kernel)
  }

  /// Brings the deadline in line with the soonest of the notifications.
  private mutating func review(_ app: AppIdentifier, _ kernel: inout Kernel) {
    kernel.cancel(schedules[app].event)
    schedules[app].event = pending(of: app).compactMap(\.due).min().map {
      kernel.schedule(.localNotificationsAreDue(app), at: max(kernel.now, $0))
    }
  }

  /// The wall clock was set, or the device came up: what waits for a date has another moment.
  mutating func reviewAll(_ clock: WallClock, _ kernel: inout Kernel) {
    for position in schedules.positions {
      let app = AppIdentifier(position)
      for index in schedules[app].pending.indices {
        guard case .at(let date) = schedules[app].pending[index].trigger,
          let moment = clock.moment(of: date, at: kernel.now)
        else { continue }
        schedules[app].pending[index].due = moment
      }
      review(app, &kernel)
    }
  }

  /// What was due while the device is off comes when it starts.
  mutating func waitForStart(of app: AppIdentifier) { schedules[app].event = nil }

  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    for event in events(of: app) { kernel.cancel(event) }
    schedules.remove(app)
  }

  // MARK: - Coming due

  /// Takes those that are due, each with what it leaves behind to come again.
  mutating func takeDue(
    of app: AppIdentifier, _ kernel: inout Kernel
  ) -> [PendingNotification] {
    guard !schedules.isEmpty(app) else { return [] }
    schedules[app].event = nil
    let now = kernel.now
    let due = take(of: app, now) { $0.due.map { $0 <= now } ?? false }
      .sorted { ($0.due ?? now) < ($1.due ?? now) }
    review(app, &kernel)
    return due
  }

  /// Takes those that wait for a region that the device came into.
  mutating func takeEntered(
    _ region: String, of app: AppIdentifier, _ kernel: Kernel
  ) -> [PendingNotification] {
    guard !schedules.isEmpty(app) else { return [] }
    return take(of: app, kernel.now) { $0.trigger == .region(region) }
  }

  private mutating func take(
    of app: AppIdentifier, _ now: VirtualTime, where isDue: (PendingNotification) -> Bool
  ) -> [PendingNotification] {
    let pending = schedules[app].pending
    schedules[app].pending = pending.compactMap { isDue($0) ? $0.next(after: now) : $0 }
    return pending.filter(isDue)
  }
}

// MARK: - Identity

extension LocalNotifications {
  /// Combines what an app has scheduled; when it is due counts by how long that is.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !schedules.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let pending = pending(of: app)
    walk.combine(each: pending) { walk, notification in
      walk.combine(notification.posted)
      walk.combine(notification.repeats)
      walk.combine(until: notification.due)
      switch notification.trigger {
      case .after(let interval): walk.combine(TimeSpan(interval))
      case .at(let date): walk.combine(date)
      case .region(let name):
        walk.combine(-1)
        walk.combine(name)
      }
    }
    walk.combine(orderOf: pending.compactMap(\.due).filter { !walk.isAhead($0) })
  }
}

// MARK: - For app code

/// What an app asks of notifications that come later.
extension AppContext {
  /// Schedules a notification, in place of the one of its identifier that waits.
  ///
  /// Before iOS 4 there is none to schedule, and regions trigger them from iOS 8 on; what is asked
  /// for too early is only recorded.
  ///
  /// - Parameters:
  ///   - identifier: By what the app and the user name it.
  ///   - trigger: What it waits for; not a negative time.
  ///   - repeats: Whether it comes again: after each interval, every day, or at each entry.
  ///   - category: The category, by which it has its actions.
  ///   - body: What it says.
  /// - Throws: `DeviceAPIError` for a span out of range, a text that is no date, an interval of zero
  ///   that repeats, or when the process has ended; `exception` for one that repeats within a minute,
  ///   from iOS 10 on.
  package func scheduleNotification(
    _ identifier: String, _ trigger: NotificationTrigger, repeats: Bool, category: String?,
    body: String?
  ) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      guard kernel.isAlive(process) else { throw .processEnded }
      var refusal: RefusalReason?
      if !kernel.has(.localNotifications) { refusal = .noLocalNotifications }
      if case .region = trigger, !kernel.has(.regionNotifications) {
        refusal = refusal ?? .noRegionNotifications
      }
      if let refusal {
        kernel.record(refusal: refusal, app: process.app, cause: kernel.cause)
        return
      }
      let due = try moment(of: trigger, repeats: repeats, parts.timekeeping.wallClock, kernel)
      parts.services.localNotifications.schedule(
        PendingNotification(
          identifier: identifier, trigger: trigger, repeats: repeats, category: category,
          body: body, due: due), by: process, &kernel)
    }
  }

  private func moment(
    of trigger: NotificationTrigger, repeats: Bool, _ clock: WallClock, _ kernel: Kernel
  ) throws(DeviceAPIError) -> VirtualTime? {
    switch trigger {
    case .after(let duration):
      let span = TimeSpan(duration)
      guard span >= .zero else { throw .negativeSpan }
      guard !repeats || span > .zero else { throw .intervalNotPositive }
      if repeats, span < .minutes(1), kernel.has(.repeatsAreBounded) {
        throw .exception(.repeatsTooOften)
      }
      return try kernel.moment(after: span)
    case .at(let date):
      guard let moment = clock.moment(of: date, at: kernel.now) else { throw .noDate }
      guard moment < .never else { throw .clockOverflow }
      return moment
    case .region: return nil
    }
  }

  /// Takes a notification back that waits; without effect on one that has come.
  package func cancelNotification(_ identifier: String) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.services.localNotifications.cancel(identifier, of: process.app, &kernel)
    }
  }

  /// The notifications that wait, in the order of their scheduling.
  package var pendingNotifications: [PendingNotification] {
    read { parts, _ in parts.services.localNotifications.pending(of: process.app) }
  }
}
