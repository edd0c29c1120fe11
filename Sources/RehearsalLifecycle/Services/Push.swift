// Remote notifications: one that the user sees, one that wakes the app with new content (R098 to
// R100), in every state of the app; and background fetch (R097), by which an app gets new content
// without a push. Pushes for calls are with the calls (R141).

import RehearsalValues

/// What a push is sent for.
public enum PushType: String, CaseIterable, Hashable, Sendable {
  case alert, background, voip
}

/// A silent push that waits because the last one is not long ago (R100), or for the end of Low Power
/// Mode.
private struct HeldPush: Sendable {
  let payload: ScriptValue
  let cause: Cause
  /// When it may be handed over; nil for one that Low Power Mode delays.
  let event: EventIdentifier?
}

/// The remote notifications of the apps.
struct RemoteNotifications: Sendable {
  /// What the system keeps of an app's notifications, whether it runs or not.
  private struct Deliveries: DefaultInitializable {
    var lastSilentPush: VirtualTime?
    /// The newest of the silent pushes that came too soon.
    var held: HeldPush?
  }

  private var deliveries = AppTable<Deliveries>()

  /// The events of the device's queue that belong to those of an app.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    (deliveries.read(app) { $0.held?.event } ?? nil).map { [$0] } ?? []
  }

  /// The app is taken off the device, with the push that waits (R099).
  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    discardHeldPush(of: app, &kernel)
    deliveries.remove(app)
  }

  // MARK: - Arriving

  /// A push that is not for a call arrives.
  ///
  /// - Parameters:
  ///   - payload: What it carries.
  ///   - app: The app that it is sent to.
  ///   - isBackground: Whether it was sent to hand over new content, whatever it carries.
  ///   - posted: What the user sees of it; nil for nothing.
  ///   - conditions: What decides whether the app is woken.
  ///   - cause: The stimulus.
  ///   - kernel: The clock and the process.
  /// - Returns: Why the push does not reach the app at this moment; nil when it does.
  mutating func receive(
    _ payload: ScriptValue, for app: AppIdentifier, isBackground: Bool,
    posted: PostedNotification?, conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let hasContent = payload.hasNewContent || isBackground
    let isVisible = payload.isVisibleNotification
    if isVisible, posted == nil, !hasContent { return .notificationsAreOff }
    guard let process = kernel.process(of: app), process.targetState != .background else {
      return hasContent
        ? receiveContent(payload, for: app, conditions: conditions, cause: cause, &kernel) : nil
    }
    deliverInForeground(
      payload, isVisible ? posted : nil, hasContent: hasContent, to: process.identifier,
      cause: cause, &kernel)
    return nil
  }

  /// In the foreground an app is asked how to present what the user would see, from iOS 10 on.
  private func deliverInForeground(
    _ payload: ScriptValue, _ posted: PostedNotification?, hasContent: Bool,
    to id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let presents =
      kernel.has(.notificationCenterDelegate)
      && kernel.read(id) { $0.handled.contains(.willPresentNotification) } == true
    var events: [WakeUp.Event] = []
    if presents, let posted {
      events.append(
        WakeUp.Event(
          message: .willPresentNotification, arguments: [posted.value], isAnswered: true,
          notification: posted.identifier))
    }
    if hasContent || events.isEmpty { events.append(Self.event(payload)) }
    kernel.emit(
      .deliver(
        WakeUp(kind: .remoteNotification, events: events), id.app, isLaunch: false, cause: cause))
  }

  private static func event(_ payload: ScriptValue) -> WakeUp.Event {
    WakeUp.Event(
      message: .didReceiveRemoteNotification, arguments: [payload], isAnswered: true)
  }

  // MARK: - New content

  /// A push with new content wakes the app, or waits until the next one may (R100).
  private mutating func receiveContent(
    _ payload: ScriptValue, for app: AppIdentifier, conditions: WakeUpConditions, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusalOfContent(app, kernel) { return refusal }
    if let refusal = conditions.refusal(of: .remoteNotification) {
      guard refusal == .refreshIsOff, conditions.isPowerLow, kernel.has(.lowPowerDelaysPushes)
      else { return refusal }
      hold(payload, for: app, until: nil, cause: cause, &kernel)
      return .pushIsDelayed
    }
    let last = deliveries.read(app) { $0.lastSilentPush } ?? nil
    if !conditions.isRunning, let next = last?.after(kernel.span(of: .silentPushSpacing)),
      kernel.now < next
    {
      hold(payload, for: app, until: next, cause: cause, &kernel)
      return .pushIsHeld
    }
    deliverContent(payload, to: app, cause: cause, &kernel)
    return nil
  }

  private func refusalOfContent(_ app: AppIdentifier, _ kernel: Kernel) -> RefusalReason? {
    let description = kernel.description(of: app)
    // Newsstand apps were the first that a push could wake (R135).
    if description.hasBackgroundMode(.newsstandContent), kernel.has(.newsstandPushes) {
      return nil
    }
    guard kernel.has(.silentPushes) else { return .noPushInVersion }
    return description.hasBackgroundMode(.remoteNotification) ? nil : .noPushMode
  }

  private mutating func deliverContent(
    _ payload: ScriptValue, to app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    deliveries[app].lastSilentPush = kernel.now
    let wakeUp = WakeUp(
      kind: .remoteNotification, launchOptions: .map(named: [("remoteNotification", payload)]),
      events: [Self.event(payload)])
    kernel.emit(.wake(app, wakeUp, cause: cause))
  }

  // MARK: - Pushes that wait

  /// Only the newest push waits, and no longer than the first one would have.
  private mutating func hold(
    _ payload: ScriptValue, for app: AppIdentifier, until due: VirtualTime?, cause: Cause,
    _ kernel: inout Kernel
  ) {
    let replaced = deliveries[app].held
    if let replaced {
      kernel.record(refusal: .pushIsReplaced, app: app, cause: replaced.cause)
    }
    let event = replaced?.event ?? due.map { kernel.schedule(.heldPushIsDue(app), at: $0) }
    deliveries[app].held = HeldPush(payload: payload, cause: cause, event: event)
  }

  /// Whether a push waits for the end of Low Power Mode, or for the app to be opened.
  func isDelayed(for app: AppIdentifier) -> Bool {
    deliveries.read(app) { $0.held.map { $0.event == nil } ?? false } ?? false
  }

  /// The push that waited is handed over, if the app may be woken at this moment.
  mutating func heldPushIsDue(
    for app: AppIdentifier, conditions: WakeUpConditions, _ kernel: inout Kernel
  ) {
    guard let held = deliveries.read(app, { $0.held }) ?? nil else { return }
    deliveries[app].held = nil
    kernel.attribute(to: held.cause)
    if let refusal = conditions.refusal(of: .remoteNotification) {
      kernel.record(
        refusal: refusal, conditions.circumstance(of: refusal), app: app, cause: held.cause)
      return
    }
    deliverContent(held.payload, to: app, cause: held.cause, &kernel)
  }

  /// A force quit and the removal of the app take the push that waits with them (R099).
  mutating func discardHeldPush(of app: AppIdentifier, _ kernel: inout Kernel) {
    guard let held = deliveries.read(app, { $0.held }) ?? nil else { return }
    kernel.cancel(held.event)
    deliveries[app].held = nil
    kernel.record(refusal: .heldPushIsDiscarded, app: app, cause: held.cause)
  }
}

extension ScriptValue {
  /// Whether a push's payload announces new content.
  fileprivate var hasNewContent: Bool {
    switch self["aps"]?["content-available"] {
    case .integer(1), .boolean(true): true
    default: false
    }
  }

  /// Whether a push's payload has something for the user to see or hear.
  fileprivate var isVisibleNotification: Bool {
    ["alert", "sound", "badge"].contains { self["aps"]?[$0] != nil }
  }
}

// MARK: - Background fetch

/// The opportunities to fetch of apps that declare the mode and set an interval (R097).
struct BackgroundFetch: Sendable {
  private struct Rhythm: DefaultInitializable {
    /// The minimum from fetch to fetch; nil for never, which every app begins with.
    var interval: TimeSpan?
    var lastFetch: VirtualTime?
  }

  private var rhythms = AppTable<Rhythm>()

  /// The app is taken off the device with the interval that it set.
  mutating func appWasRemoved(_ app: AppIdentifier) {
    rhythms.remove(app)
  }

  /// An opportunity for an app to fetch.
  mutating func offer(
    to app: AppIdentifier, conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = refusal(of: app, kernel) ?? conditions.refusal(of: .fetch) { return refusal }
    rhythms[app].lastFetch = kernel.now
    let event = WakeUp.Event(message: .performFetch, arguments: [], isAnswered: true)
    kernel.emit(.wake(app, WakeUp(kind: .fetch, events: [event]), cause: cause))
    return nil
  }

  private func refusal(of app: AppIdentifier, _ kernel: Kernel) -> RefusalReason? {
    let description = kernel.description(of: app)
    guard kernel.has(.backgroundFetch) else { return .noFetchInVersion }
    guard description.hasBackgroundMode(.fetch) else { return .noFetchMode }
    let isReplaced =
      kernel.has(.fetchYieldsToScheduler) && description.info[.backgroundTaskIdentifiers] != nil
    guard !isReplaced else { return .fetchIsReplaced }
    guard kernel.process(of: app)?.targetState ?? .background == .background else {
      return .fetchInForeground
    }
    guard let interval = rhythms.read(app, { $0.interval }) ?? nil else { return .noFetchInterval }
    let last = rhythms.read(app) { $0.lastFetch } ?? nil
    if let last, kernel.now < last.after(interval) { return .fetchTooEarly }
    return nil
  }

  fileprivate mutating func setInterval(_ interval: TimeSpan?, of app: AppIdentifier) {
    rhythms[app].interval = interval
  }
}

// MARK: - Actions

extension RemoteNotifications {
  static let actions: [Action] = [
    Action(
      .push, "push",
      [
        .app, ActionParameter("payload", .payload, isOptional: true, isNamed: true),
        ActionParameter(
          "type", .symbols(PushType.self), isNamed: true,
          usually: .symbol(PushType.alert.rawValue)),
      ], isWayIn: true, versions: .from(3), rules: [.R098, .R099, .R100, .R141, .R145],
      "Lets a remote notification arrive."
    ) { parts, kernel, call throws(SimulationError) in
      let (app, payload) = (try call.app(), call.value(0) ?? .emptyMap)
      let type: PushType = call.has(1) ? try call.symbol(1) : .alert
      let conditions = parts.wakeUpConditions(for: app, kernel)
      guard type != .voip else {
        return parts.services.calls.push(
          payload, to: app, conditions: conditions, cause: call.cause, &kernel)
      }
      if let refusal = parts.services.pushRegistrations.refusal(of: app, kernel) { return refusal }
      var posted: PostedNotification?
      if payload.isVisibleNotification, parts.services.settings.showsNotifications(of: app) {
        let notification = parts.services.notifications.notification(ofPush: payload, to: app)
        parts.services.notifications.show(notification, of: app)
        posted = notification
      }
      return parts.services.push.receive(
        payload, for: app, isBackground: type == .background, posted: posted,
        conditions: conditions,
        cause: call.cause, &kernel)
    }
  ]
}

extension BackgroundFetch {
  static let actions: [Action] = [
    Action(
      .fetch, "fetch", [.app], isWayIn: true, versions: .from(7), refusesItself: true,
      rules: [.R097, .R104],
      "Gives the app an opportunity to fetch in the background."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.services.fetch.offer(
        to: app, conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    }
  ]
}

// MARK: - Identity

extension RemoteNotifications {
  /// Whether a push of an app waits.
  func holdsPush(of app: AppIdentifier) -> Bool {
    deliveries.read(app) { $0.held != nil } ?? false
  }

  /// Combines what is kept of an app's notifications; when the one that waits is due is in the
  /// device's queue.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !deliveries.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let deliveries = deliveries[app]
    walk.combine(until: deliveries.lastSilentPush?.after(walk.span(of: .silentPushSpacing)))
    walk.combine(deliveries.held != nil)
    if let held = deliveries.held {
      walk.combine(held.payload)
      walk.combine(held.event != nil)
    }
  }
}

extension BackgroundFetch {
  /// Combines the interval of an app, which it may change, and how long ago the last fetch was.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !rhythms.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let rhythm = rhythms[app]
    walk.combine(rhythm.interval)
    walk.combine(rhythm.lastFetch != nil)
    walk.combine(untilHours: rhythm.lastFetch?.after(rhythm.interval ?? .zero))
  }
}

// MARK: - For app code

/// What an app asks of background fetch.
extension AppContext {
  /// Sets the least time from one fetch to the next; nil is never, with which every app begins.
  ///
  /// - Throws: `DeviceAPIError.negativeSpan`, and `processEnded` when the process has ended.
  package func setMinimumBackgroundFetchInterval(
    _ interval: TimeSpan?
  ) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      guard kernel.isAlive(process) else { throw .processEnded }
      if let interval, interval < .zero { throw .negativeSpan }
      parts.services.fetch.setInterval(interval, of: process.app)
    }
  }
}
