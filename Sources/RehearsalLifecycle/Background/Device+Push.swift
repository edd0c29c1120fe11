// Remote notifications: one that the user sees, one that wakes the app with new content (R098 to
// R100), one for a call (R141), in every state of the app.

/// What a push is sent for.
public enum PushType: String, CaseIterable, Hashable, Sendable {
  case alert, background, voip
}

extension Device {
  /// A push arrives.
  mutating func push(
    _ payload: PlainValue, _ type: PushType, to app: AppIdentifier, cause: Int
  ) -> Refusal? {
    guard type != .voip else { return pushCall(payload, to: app, cause: cause) }
    let hasContent = payload.hasNewContent || type == .background
    let isVisible = payload.isVisibleNotification
    if isVisible, installations[app.position].settings.value.notifications {
      installations[app.position].registrations.value.notifications.append(payload)
    } else if isVisible, !hasContent {
      return .notificationsAreOff
    }
    guard let process = installations[app.position].process, process.intended != .background
    else { return hasContent ? pushContent(payload, to: app, cause: cause) : nil }
    pushToForeground(
      payload, isVisible: isVisible, hasContent: hasContent, to: process.identifier, cause: cause)
    return nil
  }

  /// In the foreground an app is asked how to present what the user would see, from iOS 10 on.
  private mutating func pushToForeground(
    _ payload: PlainValue, isVisible: Bool, hasContent: Bool, to id: ProcessIdentifier, cause: Int
  ) {
    let presents =
      isVisible && SystemVersionRange.from(10).contains(profile.system)
      && process(id)?.handled.contains(.willPresentNotification) == true
    var events: [WakeUp.Event] = []
    if presents {
      events.append(
        .init(message: .willPresentNotification, arguments: [payload], isAnswered: true))
    }
    if hasContent || !presents {
      events.append(
        .init(message: .didReceiveRemoteNotification, arguments: [payload], isAnswered: true))
    }
    deliver(
      WakeUp(kind: .remoteNotification, events: events), to: id, isLaunch: false, cause: cause)
  }

  // MARK: - New content

  /// A push with new content wakes the app, or waits until the next one may (R100).
  private mutating func pushContent(
    _ payload: PlainValue, to app: AppIdentifier, cause: Int
  ) -> Refusal? {
    if let refusal = refusalOfContent(app) ?? gate(.remoteNotification, for: app) {
      return refusal
    }
    let isRunning = installations[app.position].process?.isSuspended == false
    if !isRunning, let next = nextSilentPush(to: app), now < next {
      return hold(payload, for: app, until: next, cause: cause)
    }
    deliverContent(payload, to: app, cause: cause)
    return nil
  }

  private func refusalOfContent(_ app: AppIdentifier) -> Refusal? {
    let description = installations[app.position].description
    // Newsstand apps were the first that a push could wake (R135).
    if description.hasBackgroundMode(.newsstandContent),
      SystemVersionRange.from(5).contains(profile.system)
    {
      return nil
    }
    guard SystemVersionRange.from(7).contains(profile.system) else { return .noPushInVersion }
    return description.hasBackgroundMode(.remoteNotification) ? nil : .noPushMode
  }

  private func nextSilentPush(to app: AppIdentifier) -> VirtualTime? {
    (installations[app.position].registrations.read(\.lastSilentPush) ?? nil)
      .map { $0.after(span(of: .silentPushSpacing)) }
  }

  private mutating func deliverContent(
    _ payload: PlainValue, to app: AppIdentifier, cause: Int
  ) {
    installations[app.position].registrations.value.lastSilentPush = now
    let event = WakeUp.Event(
      message: .didReceiveRemoteNotification, arguments: [payload], isAnswered: true)
    let options = PlainValue.map([.init(key: .string("remoteNotification"), value: payload)])
    wake(
      app, for: WakeUp(kind: .remoteNotification, launchOptions: options, events: [event]),
      cause: cause)
  }

  // MARK: - Pushes that wait

  /// Only the newest push waits.
  private mutating func hold(
    _ payload: PlainValue, for app: AppIdentifier, until due: VirtualTime, cause: Int
  ) -> Refusal {
    let held = installations[app.position].registrations.value.heldPush
    if let held {
      let refusal = Refusal.pushIsReplaced
      record(
        .refusal(refusal), app: app, rule: refusal.rule, cause: held.cause,
        detail: refusal.reason)
    }
    let event = held?.event ?? queue.schedule(.heldPushIsDue(app), at: due)
    installations[app.position].registrations.value.heldPush = HeldPush(
      payload: payload, cause: cause, event: event)
    return .pushIsHeld
  }

  /// The push that waited is handed over, if the app may be woken at this moment.
  mutating func heldPushIsDue(for app: AppIdentifier) {
    guard let held = installations[app.position].registrations.value.heldPush else { return }
    installations[app.position].registrations.value.heldPush = nil
    cause = held.cause
    if let refusal = gate(.remoteNotification, for: app) {
      record(
        .refusal(refusal), app: app, rule: refusal.rule, cause: held.cause,
        detail: reason(of: refusal, for: app))
      return
    }
    deliverContent(held.payload, to: app, cause: held.cause)
  }

  /// A force quit and the removal of the app take the push that waits with them (R099).
  mutating func discardHeldPush(of app: AppIdentifier) {
    guard let held = installations[app.position].registrations.read(\.heldPush) ?? nil else {
      return
    }
    queue.cancel(held.event)
    installations[app.position].registrations.value.heldPush = nil
    let refusal = Refusal.heldPushIsDiscarded
    record(
      .refusal(refusal), app: app, rule: refusal.rule, cause: held.cause, detail: refusal.reason)
  }
}

extension PlainValue {
  /// The value under a text key of a map.
  subscript(key: String) -> PlainValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == .string(key) }?.value
  }

  /// Whether a push's payload announces new content.
  fileprivate var hasNewContent: Bool {
    switch self["aps"]?["content-available"] {
    case .int(1), .bool(true): true
    default: false
    }
  }

  /// Whether a push's payload has something for the user to see or hear.
  fileprivate var isVisibleNotification: Bool {
    ["alert", "sound", "badge"].contains { self["aps"]?[$0] != nil }
  }
}
