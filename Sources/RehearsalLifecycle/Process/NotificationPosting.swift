// How notifications reach an app (R016, R018, R061, R130, R131). One that the app observes is a turn
// of its code, the others are only recorded; a suspended app gets those about its surroundings when
// it runs again, many of one kind as one.

import RehearsalValues

extension Kernel {
  // MARK: - About the surroundings

  /// Tells every app that observes a notification, the suspended ones when they run again.
  mutating func postToAll(
    _ notification: SystemNotification, info: ScriptValue? = nil, rule: RuleNumber,
    change: ValueChange? = nil, cause: Cause?
  ) {
    for process in livingProcesses where process.ending == nil {
      post(
        notification, info: info, rule: rule, change: change, to: process.identifier, cause: cause)
    }
  }

  /// Tells one app; of the notifications that coalesce, only an app that observes them is notified.
  mutating func post(
    _ notification: SystemNotification, info: ScriptValue? = nil, rule: RuleNumber,
    change: ValueChange? = nil, to id: ProcessIdentifier, cause: Cause?
  ) {
    guard
      let (isSuspended, isObserved) = read(
        id,
        { process in
          (process.isSuspended, process.observed.contains(notification))
        })
    else { return }
    if isSuspended {
      guard notification.isCoalesced, isObserved else { return }
      let isForgotten =
        notification.isMereEvent ? has(.undoneEventsAreForgotten) : !has(.undoneChangesAreReported)
      let waiting = QueuedNotification(
        notification: notification, info: info, rule: rule, cause: cause,
        change: isForgotten ? change : nil)
      self.change(id) { $0.changeInbox { $0.queue(waiting) } }
    } else if !notification.isCoalesced || isObserved {
      enqueue(.post(notification, info.map { [$0] } ?? [], rule), for: id, cause: cause)
    }
  }

  /// Whether a notification waits until any process runs again, with what changed.
  func isKept(_ notification: SystemNotification) -> Bool {
    livingProcesses.contains { isKept(notification, for: $0.identifier) }
  }

  /// Whether a notification waits until the process runs again, with what changed.
  func isKept(_ notification: SystemNotification, for id: ProcessIdentifier) -> Bool {
    notification.isCoalesced
      && read(id) { $0.isSuspended && $0.observed.contains(notification) } ?? false
  }

  /// A process that runs again gets what waited for it, before anything else (R131): notifications,
  /// then locations.
  mutating func deliverInbox(to id: ProcessIdentifier, cause: Cause?) {
    guard read(id, { $0.inbox.isEmpty }) == false else { return }
    let notifications = change(id) { $0.changeInbox { $0.takeNotifications() } }
    for waiting in notifications ?? [] {
      enqueue(
        .post(waiting.notification, waiting.info.map { [$0] } ?? [], waiting.rule), for: id,
        cause: waiting.cause)
    }
    if let unlock = change(id, { $0.changeInbox { $0.takeProtectedData() } }) ?? nil {
      enqueue(.send(.protectedDataDidBecomeAvailable, [], .R132), for: id, cause: unlock)
    }
    let locations = change(id) { $0.changeInbox { $0.takeLocations() } }
    if let locations, !locations.isEmpty {
      enqueue(
        .deliver(.didUpdateLocations, [.list(locations)], .R133, nil), for: id, cause: cause)
    }
  }

  /// An app that comes to the front hears of the latest change that it missed; by the other side of
  /// the conflict one that runs again does (C19).
  mutating func sendMissedTimeChange(_ id: ProcessIdentifier) {
    guard read(id, { $0.inbox.isEmpty }) == false,
      let cause = change(id, { $0.changeInbox { $0.takeTimeChange() } }) ?? nil
    else { return }
    enqueue(.send(.significantTimeChange, [], .R131), for: id, cause: cause)
  }

  // MARK: - On the main thread

  /// The main thread reaches a notification.
  mutating func performPost(
    _ notification: SystemNotification, _ info: ScriptValue, rule: RuleNumber,
    to id: ProcessIdentifier, scene: SceneIdentifier?, cause: Cause?
  ) -> Delivery? {
    let isObserved = read(id) { $0.observed.contains(notification) } ?? false
    let record = record(
      .notification(notification), of: id, scene: scene, rule: rule, cause: cause,
      handled: isObserved ? true : nil)
    guard isObserved else { return nil }
    begin(id, record, scene: scene)
    return .notification(notification, info: info)
  }

  /// The system's own scene of an app without scenes is connected, of which nobody but observers is
  /// told (R157).
  mutating func connectWindow(of id: ProcessIdentifier, cause: Cause?) -> Delivery? {
    change(id) { $0.connectWindow() }
    return performPost(
      .sceneWillConnect, .emptyMap, rule: .R157, to: id, scene: nil, cause: cause)
  }

  /// Posts what comes beside a message: at once where nobody observes it, else as the next turns.
  ///
  /// - Returns: Whether a turn was queued.
  mutating func announce(
    _ message: Message, isBefore: Bool, info: ScriptValue?, to id: ProcessIdentifier,
    scene: SceneIdentifier?, cause: Cause?
  ) -> Bool {
    guard let row = message.notification,
      (row.isBefore && !isPostedLast(message)) == isBefore
    else { return false }
    let announced: (SystemNotification, RuleNumber)? =
      row.notification == .sceneDidActivate && has(.activationIsPostedFirst)
      ? nil : (row.notification, row.rule)
    let posted = AnnouncedNotifications(
      systemSceneNotification(beside: row, of: id), announced,
      applicationNotification(beside: row, of: id, scene))
    // Taken out first: a closure in a closure would copy the process.
    let observed = read(id) { $0.observed } ?? NotificationSet()
    guard posted.contains(where: { observed.contains($0) }) else {
      posted.inOrder { notification, rule in
        record(.notification(notification), of: id, scene: scene, rule: rule, cause: cause)
      }
      return false
    }
    var items: [MainThreadItem] = []
    posted.inOrder { notification, rule in
      items.append(
        MainThreadItem(
          work: .post(notification, info.map { [$0] } ?? [], rule), cause: cause, scene: scene))
    }
    change(id) { process in
      process.changeMainThread { thread in for item in items.reversed() { thread.prepend(item) } }
    }
    return true
  }

  /// Whether what is posted before a message on some systems comes after it here (R061).
  private func isPostedLast(_ message: Message) -> Bool {
    message == .willEnterForeground && has(.foregroundIsPostedLast)
  }

  /// The notification of the system's own scene of an app without scenes (R157).
  private func systemSceneNotification(
    beside row: NotificationRow, of id: ProcessIdentifier
  ) -> (SystemNotification, RuleNumber)? {
    guard let notification = row.systemSceneNotification,
      read(id, { $0.hasWindow }) == true,
      !(notification == .sceneDidActivate && has(.activationIsPostedFirst))
    else { return nil }
    return (notification, .R157)
  }

  /// The application's own notification, where a scene's change is the application's (R016).
  private func applicationNotification(
    beside row: NotificationRow, of id: ProcessIdentifier, _ scene: SceneIdentifier?
  ) -> (SystemNotification, RuleNumber)? {
    let carCounts = has(.carCountsAsForeground)
    guard let scene, let wider = row.applicationNotification,
      has(.eachSceneTellsTheApplication)
        || read(id, { $0.scenes.isFirstOrLast(scene, countingCar: carCounts) }) == true,
      !(wider == .willEnterForeground && has(.missingWillEnterForegroundNotification))
    else { return nil }
    return (wider, .R016)
  }
}

/// The notifications that come beside a message, up to three in their order.
///
/// No sequence, which would be copied to be gone through: every message of every app asks for them.
private struct AnnouncedNotifications {
  private let first, second, third: (SystemNotification, RuleNumber)?

  init(
    _ first: (SystemNotification, RuleNumber)?, _ second: (SystemNotification, RuleNumber)?,
    _ third: (SystemNotification, RuleNumber)?
  ) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  @inline(__always)
  func inOrder(_ body: (SystemNotification, RuleNumber) -> Void) {
    if let first { body(first.0, first.1) }
    if let second { body(second.0, second.1) }
    if let third { body(third.0, third.1) }
  }

  @inline(__always)
  func contains(where condition: (SystemNotification) -> Bool) -> Bool {
    if let first, condition(first.0) { return true }
    if let second, condition(second.0) { return true }
    return third.map { condition($0.0) } ?? false
  }
}
