// Live Activities (R170): what an app shows on the lock screen for some hours. They are started in the
// foreground or by a push, outlive the process, and lead back into the app.

import RehearsalValues

/// What a Live Activity is, as its app is told.
public enum ActivityState: String, CaseIterable, Hashable, Sendable {
  /// It is shown and can be updated.
  case active
  /// It can be updated no more, and is shown for a while.
  case ended
  /// It is gone.
  case dismissed
}

/// A Live Activity on the lock screen.
package struct LiveActivity: Hashable, Sendable {
  /// By what its app and the user name it.
  package let identifier: String
  /// The link by which a tap opens the app.
  let link: String
  /// What the app shows, plain data; nil for nothing.
  var content: ScriptValue?
  package fileprivate(set) var state = ActivityState.active
  /// When it ends by itself, or leaves the lock screen.
  fileprivate(set) var due: VirtualTime

  /// The activity as app code and scripts see it.
  package var value: ScriptValue {
    .map(
      named: [
        ("id", .string(identifier)), ("state", .symbol(state.rawValue)),
        ("content", content ?? .nil),
      ])
  }
}

/// The Live Activities of the apps.
struct LiveActivities: Sendable {
  private struct Shown: DefaultInitializable {
    /// In the order in which they were started.
    var activities: [LiveActivity] = []
    /// The soonest of their ends.
    var event: EventIdentifier?
  }

  private var shown = AppTable<Shown>()

  func activities(of app: AppIdentifier) -> [LiveActivity] {
    shown.read(app) { $0.activities } ?? []
  }

  /// The events of the device's queue that belong to those of an app.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    (shown.read(app) { $0.event } ?? nil).map { [$0] } ?? []
  }

  func activity(_ identifier: String, of app: AppIdentifier) -> LiveActivity? {
    activities(of: app).first { $0.identifier == identifier }
  }

  // MARK: - Beginning and ending

  /// Puts an activity on the lock screen, where none of its name is active; its app is told its token
  /// when it can be woken for that.
  mutating func start(
    _ identifier: String, link: String?, content: ScriptValue?, of app: AppIdentifier,
    conditions: WakeUpConditions, cause: Cause?, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard activity(identifier, of: app)?.state != .active else { return .activityIsThere }
    shown[app].activities.removeAll { $0.identifier == identifier }
    shown[app].activities.append(
      LiveActivity(
        identifier: identifier, link: link ?? "activity:" + identifier, content: content,
        due: kernel.now.after(kernel.span(of: .activity))))
    note(.activityStarted, identifier, of: app, cause: cause, &kernel)
    review(app, &kernel)
    guard conditions.refusal(of: .liveActivity) == nil else { return nil }
    let event = WakeUp.Event(message: .activityToken, arguments: [.string(identifier)])
    kernel.emit(.wake(app, WakeUp(kind: .liveActivity, events: [event]), cause: cause))
    return nil
  }

  /// The app shows something else; whether an activity of that name is active.
  fileprivate mutating func update(
    _ identifier: String, _ content: ScriptValue?, of app: AppIdentifier, _ kernel: inout Kernel
  ) -> Bool {
    guard activity(identifier, of: app)?.state == .active else { return false }
    change(identifier, of: app) { $0.content = content ?? $0.content }
    note(.activityUpdated, identifier, of: app, cause: kernel.cause, &kernel)
    return true
  }

  /// An activity ends and stays on the lock screen for a while; whether one of that name was active.
  fileprivate mutating func end(
    _ identifier: String, of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Bool {
    guard activity(identifier, of: app)?.state == .active else { return false }
    let due = kernel.now.after(kernel.span(of: .endedActivity))
    change(identifier, of: app) {
      $0.state = .ended
      $0.due = due
    }
    let record = note(.activityEnded, identifier, of: app, cause: cause, &kernel)
    tell(app, identifier, .ended, cause: record, &kernel)
    review(app, &kernel)
    return true
  }

  /// An activity leaves the lock screen.
  mutating func dismiss(
    _ identifier: String, of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    shown[app].activities.removeAll { $0.identifier == identifier }
    tell(app, identifier, .dismissed, cause: cause, &kernel)
    review(app, &kernel)
  }

  /// The time of some activities of an app is over.
  mutating func areDue(of app: AppIdentifier, _ kernel: inout Kernel) {
    shown[app].event = nil
    let due = activities(of: app).filter { $0.due <= kernel.now }
    for activity in due {
      if activity.state == .active {
        _ = end(activity.identifier, of: app, cause: nil, &kernel)
      } else {
        dismiss(activity.identifier, of: app, cause: nil, &kernel)
      }
    }
    review(app, &kernel)
  }

  private mutating func change(
    _ identifier: String, of app: AppIdentifier, _ body: (inout LiveActivity) -> Void
  ) {
    for index in shown[app].activities.indices
    where shown[app].activities[index].identifier == identifier {
      body(&shown[app].activities[index])
    }
  }

  @discardableResult
  private func note(
    _ event: AssertionEvent, _ identifier: String, of app: AppIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) -> Cause {
    kernel.record(
      .assertion(event), app: app, rule: .R170, cause: cause, details: .text(identifier))
  }

  /// A running app is notified; a suspended one finds it in the list when it looks.
  private func tell(
    _ app: AppIdentifier, _ identifier: String, _ state: ActivityState, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    guard let process = kernel.process(of: app), !process.isSuspended, !process.isPrewarmed,
      process.ending == nil
    else { return }
    kernel.enqueue(
      .send(.activityState, [.string(identifier), .symbol(state.rawValue)], .R170),
      for: process.identifier, cause: cause)
  }

  /// Brings the deadline in line with the soonest of the ends.
  private mutating func review(_ app: AppIdentifier, _ kernel: inout Kernel) {
    kernel.cancel(shown[app].event)
    shown[app].event = activities(of: app).map(\.due).min().map {
      kernel.schedule(.activitiesAreDue(app), at: max(kernel.now, $0))
    }
  }

  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    for event in events(of: app) { kernel.cancel(event) }
    shown.remove(app)
  }

  /// Combines what an app shows, each with how long it lasts.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(each: activities(of: app)) { walk, activity in
      walk.combine(activity.identifier)
      walk.combine(activity.link)
      walk.combine(activity.content ?? .nil)
      walk.combine(activity.state)
      walk.combine(until: activity.due)
    }
  }
}

// MARK: - Actions

extension LiveActivities {
  private static let parameters: [ActionParameter] = [.app, ActionParameter("id", .text)]

  static let actions: [Action] = [
    Action(
      .touchActivity, "touchActivity", parameters, isWayIn: true, versions: .liveActivities,
      rules: [.R170, .R069], "Touches a Live Activity of the app, which opens the app by a link."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      guard let activity = parts.services.liveActivities.activity(try call.text(0), of: app) else {
        return .noSuchActivity
      }
      if let refusal = parts.springBoard.refusalOfLeaving { return refusal }
      guard parts.springBoard.frontmost != app else { return .alreadyInFront }
      return parts.springBoard.bringForward(
        ForegroundLaunch(
          app: app, request: .url(activity.link, source: nil), session: nil, cause: call.cause),
        &kernel)
    },
    Action(
      .startActivityByPush, "startActivityByPush", parameters,
      versions: .activitiesByPush, rules: [.R170],
      "Lets a push start a Live Activity of the app, which is woken for its token."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      guard parts.services.power.isOn else { return .deviceIsOff }
      return parts.services.liveActivities.start(
        try call.text(0), link: nil, content: nil, of: app,
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    },
    Action(
      .stopActivity, "stopActivity", parameters, versions: .liveActivities,
      rules: [.R170], "Lets the user take a Live Activity of the app off the lock screen."
    ) { parts, kernel, call throws(SimulationError) in
      let (app, identifier) = (try call.app(), try call.text(0))
      guard parts.services.liveActivities.activity(identifier, of: app) != nil else {
        return .noSuchActivity
      }
      parts.services.liveActivities.dismiss(identifier, of: app, cause: call.cause, &kernel)
      return nil
    },
  ]
}

// MARK: - For app code

/// What an app asks of Live Activities.
extension AppContext {
  /// Starts a Live Activity.
  ///
  /// - Parameters:
  ///   - identifier: By what the app and the user name it.
  ///   - link: The link by which a tap opens the app; nil for one with the identifier.
  ///   - content: What it shows, plain data.
  /// - Returns: Whether it was started: not in the background, not twice, and not before iOS 16.1.
  package func startActivity(_ identifier: String, link: String?, content: ScriptValue?) -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return false }
      var refusal: RefusalReason?
      if !kernel.has(.liveActivities) {
        refusal = .noActivities
      } else if kernel.read(process, { $0.readableState }) == .background {
        refusal = .activityInBackground
      } else {
        refusal = parts.services.liveActivities.start(
          identifier, link: link, content: content, of: process.app,
          conditions: parts.wakeUpConditions(for: process.app, kernel), cause: kernel.cause,
          &kernel)
      }
      if let refusal { kernel.record(refusal: refusal, app: process.app, cause: kernel.cause) }
      return refusal == nil
    }
  }

  /// Shows something else in a Live Activity.
  ///
  /// - Returns: Whether one of that name is active.
  package func updateActivity(_ identifier: String, content: ScriptValue?) -> Bool {
    ask { parts, kernel in
      kernel.isAlive(process)
        && parts.services.liveActivities.update(identifier, content, of: process.app, &kernel)
    }
  }

  /// Ends a Live Activity, which stays on the lock screen for a while.
  ///
  /// - Returns: Whether one of that name was active.
  package func endActivity(_ identifier: String) -> Bool {
    ask { parts, kernel in
      kernel.isAlive(process)
        && parts.services.liveActivities.end(
          identifier, of: process.app, cause: kernel.cause, &kernel)
    }
  }

  /// The app's Live Activities on the lock screen, in the order in which they were started.
  package var activities: [LiveActivity] {
    read { parts, _ in parts.services.liveActivities.activities(of: process.app) }
  }
}
