// Whole lives: launched, sent home, suspended, purged, launched again, with five handlers. Target:
// 10 µs for one life, and the same on a device with 1,000 apps.

import Rehearsal
import RehearsalLifecycle

private let lifeCount = 1000

func registerLives() {
  register("life, five native handlers", count: lifeCount) {
    try NativeWorld()
  } run: { world in
    for _ in 0..<lifeCount { try live(world.app, in: &world.simulation) }
  }
  register("life, five scripted handlers", count: lifeCount) {
    var session = try session(of: "\(diary)\nlaunch Diary")
    try expectPass(&session)
    guard let app = session.simulation.device.app(named: "Diary") else {
      throw Unprepared(reason: "no app")
    }
    return (simulation: session.simulation, app: app)
  } run: { state in
    for _ in 0..<lifeCount { try live(state.app, in: &state.simulation) }
  }
  register("life, five native handlers, each of 1,000 apps in turn", count: lifeCount) {
    var simulation = Simulation()
    for number in 0..<lifeCount {
      let app = try simulation.install(
        AppDescription(name: "App \(number)"), handling: TimerCode.handledMessages
      ) { TimerCode() }
      _ = try simulation.apply(.launch(app))
    }
    return simulation
  } run: { simulation in
    for app in simulation.device.apps { try live(app, in: &simulation) }
  }
}

/// From the front over the home screen, suspension and death to the front again.
private func live(_ app: AppIdentifier, in simulation: inout Simulation) throws {
  _ = try simulation.apply(.launch(app))
  _ = try simulation.apply(.press(.home))
  try simulation.advance(by: .seconds(60))
  guard simulation.device.state(of: app) == .suspended else {
    throw Unprepared(reason: "not suspended")
  }
  _ = try simulation.apply(.purge(app))
  _ = try simulation.apply(.launch(app))
}

private let diary = """
  app Diary {
      var count = 0
      on didFinishLaunching(options) {
          count += 1
          return true
      }
      on didBecomeActive { count += 1 }
      on willResignActive { count += 1 }
      on didEnterBackground { count += 1 }
      on willEnterForeground { count += 1 }
  }
  """
