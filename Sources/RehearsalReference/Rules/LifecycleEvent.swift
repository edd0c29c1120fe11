// What an app is sent at the ordinary events of its life, found by playing them: a profile says
// nothing about orders that the device does not do.

import RehearsalLifecycle
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

  private struct Row {
    /// What the user and the system do before the event.
    let preparation: [Stimulus]
    /// Whether time passes between that and the event, until nothing keeps the app running.
    let comesLater: Bool
    let stimuli: [Stimulus]

    init(_ preparation: [Stimulus], comesLater: Bool = false, _ stimuli: [Stimulus]) {
      self.preparation = preparation
      self.comesLater = comesLater
      self.stimuli = stimuli
    }
  }

  private func row(_ app: AppIdentifier) -> Row {
    let launch: [Stimulus] = [.launch(app)]
    return switch self {
    case .coldLaunch: Row([], launch)
    case .home: Row(launch, [.press(.home)])
    case .returning: Row(launch + [.press(.home)], comesLater: true, launch)
    case .lock: Row(launch, [.press(.lock)])
    case .unlock: Row(launch + [.press(.lock)], [.unlock])
    case .ignoredCall: Row(launch, [.interrupt(.phoneCall), .dismiss(.phoneCall)])
    case .answeredCall: Row(launch, [.interrupt(.phoneCall), .answer(.phoneCall)])
    case .notificationCenter:
      Row(launch, [.interrupt(.notificationCenter), .dismiss(.notificationCenter)])
    case .controlCenter: Row(launch, [.interrupt(.controlCenter), .dismiss(.controlCenter)])
    case .switcher: Row(launch, [.press(.switcher)])
    case .swipe: Row(launch, [.forceQuit(app)])
    case .purge: Row(launch + [.press(.home)], comesLater: true, [.purge(app)])
    case .end: Row(launch + [.press(.home)], [.terminate(app)])
    case .push:
      Row(
        launch + [.press(.home), .purge(app)],
        [.push(app, payload: Self.silentPush, type: .alert)])
    case .shutDown: Row(launch, [.shutDown])
    }
  }

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
      let row = row(app)
      for stimulus in row.preparation { _ = try simulation.apply(stimulus) }
      if row.comesLater { try simulation.advance(by: .minutes(1)) }
      let start = simulation.history.endIndex
      for stimulus in row.stimuli {
        if case .refused = try simulation.apply(stimulus) { return nil }
      }
      return LifecycleEventResult(simulation, app, since: start)
    } catch { return nil }
  }
}

/// The result of an event.
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

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {}
}
