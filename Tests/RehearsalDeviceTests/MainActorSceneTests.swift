// Apps of the main actor with windows: a delegate for each scene that is connected, the services of
// shipping code among them, and the memory of all of it.

import LifecycleServices
import RehearsalDevice
import RehearsalLifecycle
import Testing

@MainActor
private final class Studio: MainActorApplicationDelegate {
  typealias Scene = Canvas

  nonisolated static var exposed: Exposed { ["strokes": { $0.strokes }, "log": { $0.log }] }

  let application: MainActorApplication
  var strokes = 0
  var log: [String] = []

  init(_ application: MainActorApplication) {
    self.application = application
    for notification in [LifecycleNotification.didBecomeActive, .didEnterBackground] {
      _ = application.addObserver(
        for: notification,
        handler: { [weak self] in
          self?.log.append(notification.rawValue)
        })
    }
  }
}

@MainActor
private final class Canvas: MainActorSceneDelegate {
  nonisolated static var controls: [String] { ["Draw"] }
  nonisolated static var optionalMessages: Set<Message> { [.sceneStateRestorationActivity] }

  static var shared: Canvas?

  let scene: MainActorScene
  let app: Studio
  var strokes = 0
  var seconds = 0
  var states: [SceneState] = []

  init(_ scene: MainActorScene, of app: Studio) {
    self.scene = scene
    self.app = app
  }

  func scene(_ scene: MainActorScene, willConnectTo session: ScriptValue, options: ScriptValue) {
    strokes = [String: Int](scriptValue: scene.restorationActivity)?["strokes"] ?? 0
    scene.show("canvas of \(strokes)")
  }

  func sceneWillEnterForeground(_ scene: MainActorScene) { states.append(scene.activationState) }

  func sceneDidBecomeActive(_ scene: MainActorScene) {
    states.append(scene.activationState)
    Task {
      try await app.application.clock.sleep(for: .seconds(2))
      seconds += 2
    }
  }

  func sceneWillResignActive(_ scene: MainActorScene) { states.append(scene.activationState) }

  func sceneDidEnterBackground(_ scene: MainActorScene) { states.append(scene.activationState) }

  func sceneDidDisconnect(_ scene: MainActorScene) { app.log.append("disconnected \(strokes)") }

  func scene(_ scene: MainActorScene, didTouch control: String) {
    strokes += 1
    app.strokes += 1
  }

  func scene(
    _ scene: MainActorScene, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    message == .sceneStateRestorationActivity ? ["strokes": strokes].scriptValue : .nil
  }
}

@MainActor
@Suite("Apps of the main actor with scenes") struct MainActorSceneTests {
  private func studio(on profile: Profile) throws -> (Simulation, AppIdentifier) {
    var device = Simulation(profile: profile)
    let studio = try device.install("Studio", info: [.multipleScenes: .boolean(true)]) {
      Studio($0)
    }
    try device.launch(studio)
    return (device, studio)
  }

  private func canvases(_ device: Simulation, _ app: AppIdentifier) -> [Canvas] {
    device.sceneDelegates(of: app)
  }

  @Test func eachWindowHasItsDelegate() throws {
    var (device, studio) = try studio(on: Profile(model: "iPad"))
    try device.touch("Draw")
    try device.apply(.newWindow(studio))
    try device.touch("Draw")
    try device.touch("Draw")
    #expect(canvases(device, studio).map(\.strokes) == [1, 2])
    #expect(device.value("strokes", of: studio) == .integer(3))
    try device.apply(.closeWindow(studio, 2))
    #expect(canvases(device, studio).map(\.strokes) == [1])
    let log = device.delegate(of: studio, as: Studio.self)?.log
    #expect(log?.last == "disconnected 2")
  }

  @Test func theScenesStateIsReadAndItsTasksGoOn() throws {
    var (device, studio) = try studio(on: Profile())
    try device.advance(by: .seconds(2))
    try device.press(.home)
    let canvas = try #require(canvases(device, studio).first)
    #expect(
      canvas.states == [.unattached, .foregroundActive, .foregroundActive, .background])
    #expect(canvas.seconds == 2)
    // Shipping code hears the application's notifications, although UIKit calls only the scene.
    #expect(
      device.delegate(of: studio, as: Studio.self)?.log == [
        "didBecomeActive", "didEnterBackground",
      ])
    #expect(!device.messages(to: studio).contains(.didBecomeActive))
  }

  @Test func theStateComesBackToTheNextProcess() throws {
    var (device, studio) = try studio(on: Profile())
    try device.touch("Draw")
    try device.press(.home)
    try device.advance(by: .seconds(10))
    let memory = try #require(device.memory(of: studio))
    try device.apply(.purge(studio))
    try device.launch(studio)
    #expect(canvases(device, studio).map(\.strokes) == [1])
    #expect(device.value("strokes", of: studio) == .integer(0))
    #expect(memory.survivors(on: device).isEmpty)
  }

  @Test func aCanvasThatIsKeptIsNamed() throws {
    var (device, studio) = try studio(on: Profile())
    try device.advance(by: .seconds(3))
    Canvas.shared = canvases(device, studio).first
    defer { Canvas.shared = nil }
    let memory = try #require(device.memory(of: studio))
    try device.apply(.terminate(studio))
    // The canvas holds the app's delegate, to which the shorter way leads.
    #expect(memory.survivors(on: device).map(\.path) == ["delegate", "scenes[0]"])
  }

  @Test func aSystemThatAsksForScenesRunsSuchAnApp() throws {
    let (device, studio) = try studio(on: Profile(system: 27))
    #expect(device.state(of: studio) == .active)
    let (old, app) = try self.studio(on: Profile(system: 12))
    #expect(old.state(of: app) == .active && canvases(old, app).isEmpty)
  }
}
