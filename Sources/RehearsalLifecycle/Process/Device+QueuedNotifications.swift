// Notifications about the surroundings (R130, R131): a running app that observes one gets it at
// once; for a suspended one they wait, many of one kind as one, until it runs again.

/// A notification that waits for a suspended process.
struct QueuedNotification: Sendable {
  let notification: SystemNotification
  /// What the newest of its kind carries.
  var info: PlainValue
  /// The record that led to the newest of its kind.
  var cause: Int
}

extension Device {
  /// Tells every app that observes a notification, the suspended ones when they run again.
  mutating func postToAll(
    _ notification: SystemNotification, info: PlainValue = .emptyMap, rule: RuleNumber, cause: Int
  ) {
    for process in processes where process.termination == nil {
      post(notification, info: info, rule: rule, to: process.identifier, cause: cause)
    }
  }

  /// Tells one app; of the notifications that coalesce, only an app that observes them is told.
  mutating func post(
    _ notification: SystemNotification, info: PlainValue = .emptyMap, rule: RuleNumber,
    to id: ProcessIdentifier, cause: Int
  ) {
    guard let process = process(id) else { return }
    if process.isSuspended {
      guard notification.isCoalesced, process.observed.contains(notification) else { return }
      change(id) { $0.services.value.queue(notification, info, cause: cause) }
    } else if !notification.isCoalesced || process.observed.contains(notification) {
      enqueue(.post(notification, info, rule), for: id, cause: cause)
    }
  }

  /// A process that runs again gets what waited for it, before anything else (R131).
  mutating func deliverQueuedNotifications(to id: ProcessIdentifier) {
    guard let queued = process(id)?.services.read(\.queuedNotifications), !queued.isEmpty else {
      return
    }
    change(id) { $0.services.value.queuedNotifications = [] }
    for waiting in queued {
      enqueue(.post(waiting.notification, waiting.info, .R130), for: id, cause: waiting.cause)
    }
  }
}

extension ProcessServices {
  /// Adds a notification, or replaces the one of its kind that waits.
  fileprivate mutating func queue(
    _ notification: SystemNotification, _ info: PlainValue, cause: Int
  ) {
    let waiting = QueuedNotification(notification: notification, info: info, cause: cause)
    if let position = queuedNotifications.firstIndex(where: { $0.notification == notification }) {
      queuedNotifications[position] = waiting
    } else {
      queuedNotifications.append(waiting)
    }
  }
}
