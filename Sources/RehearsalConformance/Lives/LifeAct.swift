// The acts of people and of the system in a life: those that are tried, one after the other, to
// explain what an app printed.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// An act, or a wait.
enum LifeAct: Hashable, Sendable {
  case does(Stimulus)
  case waits(TimeSpan)

  /// The act as a script writes it.
  var line: ScenarioText.Line {
    switch self {
    case .does(let stimulus): .stimulus(stimulus, on: stimulus.app == nil ? nil : LifeModel.app)
    case .waits(let span): .wait(span)
    }
  }

  /// A push that is shown, and wakes the app too.
  private static let payload = ScriptValue.map([
    .init(
      .string("aps"),
      .map([
        .init(.string("alert"), .string("News")), .init(.string("content-available"), .integer(1)),
      ])
    )
  ])

  /// The beginning of every app, by which a log begins in the midst of a life.
  static func everyday(on app: AppIdentifier) -> [LifeAct] {
    let acts: [Stimulus] = [
      .launch(app), .press(.home), .press(.lock), .unlock, .press(.switcher), .forceQuit(app),
    ]
    return acts.map(LifeAct.does) + [.waits(.seconds(10))]
  }

  /// All that are tried, the everyday ones first.
  static func all(on app: AppIdentifier) -> [LifeAct] {
    let interruptions: [InterruptionKind] = [
      .phoneCall, .notificationCenter, .controlCenter, .siri, .alarm, .banner,
    ]
    let ends = interruptions.filter { $0 != .banner }
    let rest: [Stimulus] = [
      .purge(app), .hangUp, .warnMemory, .prewarm(app), .reboot, .open("app://link"),
      .press(.screenshot), .tapNotification(app),
      .push(app, payload: payload, type: .alert),
    ]
    return everyday(on: app) + interruptions.map { .does(.interrupt($0)) }
      + ends.map { .does(.dismiss($0)) }
      + [.does(.answer(.phoneCall))] + rest.map(LifeAct.does) + [.waits(.minutes(4))]
  }
}

/// A device with one app, as one of its states.
struct LifeModel {
  /// The name of the app in scripts.
  static let app = "App"

  private(set) var session: Session
  let app: AppIdentifier

  /// A fresh device.
  ///
  /// - Parameters:
  ///   - shape: How the app is built.
  ///   - profile: The device.
  init?(_ shape: Probe.Shape, on profile: Profile) {
    let text = Self.appSource(shape)
    let script = Script(SourceText(name: "life.rehearsal", text)).played(on: profile)
    guard var session = Session(script) else { return nil }
    session.run(case: nil)
    guard let app = session.app(Self.app) else { return nil }
    (self.session, self.app) = (session, app)
  }

  /// The app as a script has it.
  static func appSource(_ shape: Probe.Shape) -> String {
    let members =
      switch shape {
      case .sceneless: ""
      case .scenes: "\n    scene { }"
      case .swiftUI: "\n    scene { on scenePhase(old, new) { log new } }"
      }
    return
      "app \(app) {\n    info { urlSchemes: [\"app\"]; backgroundModes: [.remoteNotification] }"
      + "\(members)\n}\n"
  }

  /// The visible state of the device and of the app, by which two moments are taken for the same.
  var key: String {
    let device = session.simulation.device
    let scenes = device.scenes(of: app).map { "\($0.state)" }
    let parts: [Any] = [
      device.state(of: app), device.screen, device.isLocked, device.isSwitcherOpen,
      device.interruptions, device.hasCall, device.isPoweredOn, scenes,
      device.isProtectedDataAvailable, device.hasProcess(app), device.incarnations(of: app) > 0,
    ]
    return parts.map { "\($0)" }.joined(separator: " ")
  }

  /// The state of the app, for a scenario's end.
  var state: ProcessState { session.simulation.device.state(of: app) }

  /// Does an act; nil if the device refuses it or the act does nothing.
  mutating func perform(_ act: LifeAct) -> [Record]? {
    let start = session.simulation.history.endIndex
    do {
      switch act {
      case .does(let stimulus):
        guard try session.disturb(stimulus) == .done else { return nil }
      case .waits(let span):
        let end = try session.simulation.end(of: span)
        while try session.passEvent(before: end) {}
      }
    } catch { return nil }
    return session.simulation.records(since: start)
  }
}
