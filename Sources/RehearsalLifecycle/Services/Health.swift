// What wakes apps besides the occasions that have rules of their own (R152): health data for those
// that asked to be woken for it, messages of the app on the user's watch, and occasions that nobody
// names.

import RehearsalValues

/// Which apps are woken for health data, and who does not answer.
struct HealthDeliveries: Sendable {
  private struct Line: DefaultInitializable {
    /// The types that the app wants to be woken for, in the order in which it asked.
    var types: [String] = []
    /// How many deliveries in a row were not answered.
    var failures = 0
  }

  private var lines = AppTable<Line>()

  /// After so many deliveries that were not answered there are no more.
  private static var toleratedFailures: Int { 3 }

  fileprivate mutating func enable(
    _ type: String, of id: ProcessIdentifier, _ kernel: Kernel
  ) -> Bool {
    guard kernel.isAlive(id), kernel.has(.healthDeliveries),
      kernel.description(of: id.app).texts(.healthTypes).contains(type)
    else { return false }
    if !lines[id.app].types.contains(type) { lines[id.app].types.append(type) }
    lines[id.app].failures = 0
    return true
  }

  /// New data of a type is there.
  fileprivate func update(
    _ type: String, of app: AppIdentifier, conditions: WakeUpConditions, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.healthDeliveries) else { return .noHealthDeliveries }
    guard lines.read(app, { $0.types.contains(type) }) == true else { return .noSuchDelivery }
    guard (lines.read(app) { $0.failures } ?? 0) < Self.toleratedFailures else {
      return .healthDeliveriesStopped
    }
    if let refusal = conditions.refusal(of: .healthKit) { return refusal }
    deliver(type, to: app, cause: cause, &kernel)
    return nil
  }

  private func deliver(
    _ type: String, to app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let event = WakeUp.Event(
      message: .didReceiveHealthUpdate, arguments: [.string(type)], isAnswered: true,
      subject: type)
    kernel.emit(.wake(app, WakeUp(kind: .healthKit, events: [event]), cause: cause))
  }

  mutating func answered(_ app: AppIdentifier) { lines[app].failures = 0 }

  /// The time is over without an answer: the data is delivered again, up to a number of times.
  mutating func updateIsOver(
    _ type: String, of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    lines[app].failures += 1
    guard lines[app].failures < Self.toleratedFailures, let cause else { return }
    deliver(type, to: app, cause: cause, &kernel)
  }

  mutating func appWasRemoved(_ app: AppIdentifier) { lines.remove(app) }

  /// Combines what an app is woken for.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !lines.isEmpty(app) else { return walk.combine(false) }
    let line = lines[app]
    walk.combine(true)
    walk.combine(each: line.types) { $0.combine($1) }
    walk.combine(line.failures)
  }
}

// MARK: - Actions

extension HealthDeliveries {
  static let actions: [Action] = [
    Action(
      .healthUpdate, "healthUpdate", [.app, ActionParameter("type", .text)], isWayIn: true,
      versions: .from(8),
      refusesItself: true, rules: [.R152],
      "Lets new health data of a type come for the app."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.services.health.update(
        try call.text(0), of: app, conditions: parts.wakeUpConditions(for: app, kernel),
        cause: call.cause,
        &kernel)
    },
    Action(
      .watchMessage, "watchMessage", [.app, ActionParameter("message", .payload)], isWayIn: true,
      versions: .from(9), refusesItself: true, rules: [.R152],
      "Lets the app on the user's watch send a message."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      guard kernel.has(.watchMessages) else { return .noWatch }
      if let refusal = parts.wakeUpConditions(for: app, kernel).refusal(of: .watch) {
        return refusal
      }
      let event = WakeUp.Event(
        message: .didReceiveWatchMessage, arguments: [call.value(0) ?? .emptyMap])
      kernel.emit(.wake(app, WakeUp(kind: .watch, events: [event]), cause: call.cause))
      return nil
    },
    Action(
      .wake, "wake", [.app], isWayIn: true, versions: .from(4), rules: [.R152, .R060, .R179],
      "Wakes the app for another reason, or runs an extension."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      let isExtension = kernel.apps[app.position].isExtension
      guard !isExtension || kernel.has(.extensions) else { return .noExtensions }
      let wakeUp =
        isExtension
        ? WakeUp(
          kind: .extensionRequest, events: [WakeUp.Event(message: .beginRequest, arguments: [])])
        : WakeUp(kind: .other, events: [])
      if let refusal = parts.wakeUpConditions(for: app, kernel).refusal(of: wakeUp.kind) {
        return refusal
      }
      kernel.emit(.wake(app, wakeUp, cause: call.cause))
      return nil
    },
  ]
}

// MARK: - For app code

/// What an app asks of health data.
extension AppContext {
  /// Asks to be woken for health data of a type.
  ///
  /// - Returns: Whether the app will be: the type is one that it may read.
  package func enableBackgroundDelivery(of type: String) -> Bool {
    ask { parts, kernel in parts.services.health.enable(type, of: process, kernel) }
  }
}
