// One message to a native delegate: a timer's closure, and the way home and back, divided by the
// messages that it sends. Target: the delegate's share, above the device's own event, under 300 ns.

import Rehearsal
import RehearsalLifecycle
import RehearsalNativeApps

private let eventCount = 200_000
private let returnCount = 20_000
/// Resigned, in the background, on its way to the front, active.
private let messagesOfReturn = 4

func registerDelegates() {
  register("event, native delegate", count: eventCount) {
    try DelegateWorld()
  } run: { world in
    let before = world.count
    try world.simulation.advance(by: .milliseconds(Int64(eventCount)))
    guard world.count == before + eventCount else { throw Unprepared(reason: "lost events") }
  }
  register("message of a return, native handler", count: returnCount * messagesOfReturn) {
    try NativeWorld()
  } run: { world in
    let before = world.deliveryCount
    try goHomeAndReturn(world.app, in: &world.simulation)
    guard world.deliveryCount == before + returnCount * messagesOfReturn else {
      throw Unprepared(reason: "lost messages")
    }
  }
  register("message of a return, native delegate", count: returnCount * messagesOfReturn) {
    try DelegateWorld(ticks: false)
  } run: { world in
    let before = world.count
    try goHomeAndReturn(world.app, in: &world.simulation)
    guard world.count == before + returnCount * messagesOfReturn else {
      throw Unprepared(reason: "lost messages")
    }
  }
}

/// The same with scenes.
func registerScenes() {
  register("message of a return, native delegate, scene", count: returnCount * messagesOfReturn) {
    try SceneWorld()
  } run: { world in
    let before = world.count
    try goHomeAndReturn(world.app, in: &world.simulation)
    guard world.count == before + returnCount * messagesOfReturn else {
      throw Unprepared(reason: "lost messages")
    }
  }
  register("message of a return, native handler, scene", count: returnCount * messagesOfReturn) {
    try NativeWorld(declaresScenes: true)
  } run: { world in
    let before = world.deliveryCount
    try goHomeAndReturn(world.app, in: &world.simulation)
    guard world.deliveryCount == before + returnCount * messagesOfReturn else {
      throw Unprepared(reason: "lost messages")
    }
  }
}

private func goHomeAndReturn(_ app: AppIdentifier, in simulation: inout Simulation) throws {
  for _ in 0..<returnCount {
    _ = try simulation.apply(.press(.home))
    _ = try simulation.apply(.launch(app))
  }
}

/// A simulation with a native delegate in front.
private struct DelegateWorld {
  var simulation: Simulation
  let app: AppIdentifier

  init(ticks: Bool = true) throws {
    // As many records as the world of the bare device keeps, which it is compared with.
    var limits = Limits()
    limits.traceRecords = 10_000
    simulation = Simulation(limits: limits)
    app = try simulation.install("Diary") { Diary(ticks: ticks) }
    _ = try simulation.apply(.launch(app))
  }

  /// What the delegate has counted.
  var count: Int { simulation.delegate(of: app, as: Diary.self)?.count ?? 0 }
}

/// A delegate that counts its messages, and the firings of a timer.
private struct Diary: ApplicationDelegate {
  var ticks: Bool
  var count = 0
  var draft = "what an app holds"

  init(ticks: Bool) { self.ticks = ticks }

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    let every = Duration.milliseconds(1)
    guard ticks else { return true }
    return (try? application.schedule(after: every, every: every) { diary, _ in diary.count += 1 })
      != nil
  }

  mutating func applicationDidBecomeActive(_ application: inout Application<Self>) { count += 1 }
  mutating func applicationWillResignActive(_ application: inout Application<Self>) { count += 1 }
  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) { count += 1 }
  mutating func applicationWillEnterForeground(_ application: inout Application<Self>) {
    count += 1
  }
}

/// A simulation with a scene of a native app in front.
private struct SceneWorld {
  var simulation: Simulation
  let app: AppIdentifier

  init() throws {
    var limits = Limits()
    limits.traceRecords = 10_000
    simulation = Simulation(limits: limits)
    app = try simulation.install("Studio") { Studio() }
    _ = try simulation.apply(.launch(app))
  }

  /// What the scene's delegate has counted.
  var count: Int { simulation.sceneDelegates(of: app, as: Canvas.self).first?.count ?? 0 }
}

private struct Studio: ApplicationDelegate { typealias Scene = Canvas }

/// A scene's delegate that counts its messages.
private struct Canvas: SceneDelegate {
  typealias App = Studio

  var count = 0
  var drawing = "what a scene holds"

  mutating func sceneDidBecomeActive(_ application: inout Application<Self>) { count += 1 }
  mutating func sceneWillResignActive(_ application: inout Application<Self>) { count += 1 }
  mutating func sceneDidEnterBackground(_ application: inout Application<Self>) { count += 1 }
  mutating func sceneWillEnterForeground(_ application: inout Application<Self>) { count += 1 }
}
