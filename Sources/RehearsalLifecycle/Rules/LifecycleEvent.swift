// What an app is sent at the ordinary events of its life, found by playing them: a profile says
// nothing about orders that the device does not do.

import RehearsalValues

/// An ordinary event in the life of an app.
package enum LifecycleEvent: String, CaseIterable, Hashable, Sendable {
  case coldLaunch = "launched"
  case home = "home button"
  case returning = "launched again"
  case lock = "locked"
  case unlock = "unlocked"
  case ignoredCall = "call ignored"
  case answeredCall = "call answered"
  case notificationCenter = "Notification Center"
  case controlCenter = "Control Center"
  case switcher = "app switcher"
  case swipe = "swiped away in front"
  case purge = "purged when suspended"
  case end = "ended in the background"
  case push = "silent push, not running"
  case shutDown = "switched off"

  /// What the user and the system do before the event, with the app in front at first.
  private func preparation(_ app: AppIdentifier) -> [Stimulus] {
    switch self {
    case .coldLaunch: []
    case .home, .lock, .ignoredCall, .answeredCall, .notificationCenter, .controlCenter,
      .switcher, .swipe, .shutDown:
      [.launch(app)]
    case .returning, .purge, .end: [.launch(app), .press(.home)]
    case .unlock: [.launch(app), .press(.lock)]
    case .push: [.launch(app), .press(.home), .purge(app)]
    }
  }

  /// The event itself.
  private func stimuli(_ app: AppIdentifier) -> [Stimulus] {
    switch self {
    case .coldLaunch, .returning: [.launch(app)]
    case .home: [.press(.home)]
    case .lock: [.press(.lock)]
    case .unlock: [.unlock]
    case .ignoredCall: [.interrupt(.phoneCall), .dismiss(.phoneCall)]
    case .answeredCall: [.interrupt(.phoneCall), .answer(.phoneCall)]
    case .notificationCenter:
      [.interrupt(.notificationCenter), .dismiss(.notificationCenter)]
    case .controlCenter: [.interrupt(.controlCenter), .dismiss(.controlCenter)]
    case .switcher: [.press(.switcher)]
    case .swipe: [.forceQuit(app)]
    case .purge: [.purge(app)]
    case .end: [.terminate(app)]
    case .push: [.push(app, payload: Self.silentPush, type: .alert)]
    case .shutDown: [.shutDown]
    }
  }

  /// Whether time passes between what comes before and the event, until nothing keeps the app
  /// running.
  private var comesLater: Bool { self == .returning || self == .purge }

  /// A push without anything to show.
  private static let silentPush: ScriptValue = .map(
    named: [("aps", .map(named: [("content-available", .integer(1))]))])

  /// Plays the event with an app that does nothing.
  ///
  /// - Parameters:
  ///   - profile: What is simulated.
  ///   - hasScenes: Whether the app is built with scenes.
  /// - Returns: What happened; nil where the device refused it or does not know it.
  package func play(on profile: Profile, hasScenes: Bool) -> LifecycleEventResult? {
    var simulation = Simulation(profile: profile)
    let description = AppDescription(
      name: "App", info: [.backgroundModes: .list([.symbol("remoteNotification")])],
      declaresScenes: hasScenes)
    do {
      let app = try simulation.install(description, handling: MessageSet()) { SilentCode() }
      for stimulus in preparation(app) { _ = try simulation.apply(stimulus) }
      if comesLater { try simulation.advance(by: .minutes(1)) }
      let start = simulation.history.endIndex
      for stimulus in stimuli(app) {
        if case .refused = try simulation.apply(stimulus) { return nil }
      }
      return LifecycleEventResult(simulation, app, since: start)
    } catch { return nil }
  }
}

/// What an event came to.
package struct LifecycleEventResult: Hashable, Sendable {
  /// The messages that the app was sent, in order.
  package let messages: [Message]
  /// The state of the app after it.
  package let state: ProcessState
  /// The rules that say so, each once, in the order in which they came up.
  package let rules: [RuleNumber]

  init(_ simulation: Simulation, _ app: AppIdentifier, since start: Int) {
    messages = simulation.history.messages(to: app, since: start)
    state = simulation.device.state(of: app)
    var rules: [RuleNumber] = []
    for record in simulation.history.records(since: start) where record.app == app {
      switch record.subject {
      case .message, .state, .exit:
        if let rule = record.rule, !rules.contains(rule) { rules.append(rule) }
      default: break
      }
    }
    self.rules = rules
  }

  /// The messages and the state, for people.
  package var text: String {
    (messages.map(\.name) + ["→ " + state.rawValue]).joined(separator: ", ")
      .replacing(", →", with: " →")
  }
}

/// The code of an app that does nothing.
private struct SilentCode: AppCode {
  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    .returned(.nil)
  }

  mutating func resume(in context: AppContext) -> CodeProgress { .returned(.nil) }

  func digest(into digester: inout Digester, numbering: ProcessNumbering) {}
}
