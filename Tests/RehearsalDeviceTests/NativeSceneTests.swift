// Native apps with scenes: a delegate for each connected scene, and one for the app.

import RehearsalDevice
import RehearsalLifecycle
import Testing

/// An app with windows; the delegate counts for all of them.
private struct Studio: ApplicationDelegate {
  typealias Scene = Window

  static var exposed: Exposed { ["strokes": { $0.strokes }] }
  static var controls: [String] { ["Clear"] }

  var strokes = 0
  var discarded = 0
  var sessions: [SceneSessionIdentifier] = []

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    strokes = 0
    sessions = application.openSessions
    // The other window closes itself.
    guard let last = sessions.last, sessions.count == 2 else { return }
    application.requestSceneSessionDestruction(last)
  }

  mutating func save(_ application: inout Application<Self>) {
    _ = try? application.perform(for: .seconds(1)) { studio, application in
      try? application.store(studio.strokes, forKey: "strokes")
    }
  }

  mutating func application(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    if message == .didDiscardSceneSessions { discarded += 1 }
    return .nil
  }
}

private struct Window: SceneDelegate {
  typealias App = Studio

  static var controls: [String] { ["Draw"] }
  static var optionalMessages: Set<Message> { [.sceneStateRestorationActivity, .viewDidLoad] }

  var session = ScriptValue.nil
  var strokes = 0
  var restored = ScriptValue.nil
  var heard: [Message] = []

  mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue, options: ScriptValue
  ) {
    self.session = session
    restored = application.restorationActivity
  }

  mutating func sceneDidBecomeActive(_ application: inout Application<Self>) {
    application.log(application.activationState?.rawValue ?? "")
  }

  mutating func sceneDidDisconnect(_ application: inout Application<Self>) {
    _ = try? application.schedule(after: .seconds(1)) { window, application in
      application.delegate.strokes += window.strokes
      application.log("late \(window.strokes)")
    }
  }

  mutating func scene(_ application: inout Application<Self>, didTouch control: String) {
    strokes += 1
    application.delegate.strokes += 1
    application.withDelegate { $0.save(&$1) }
  }

  mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    heard.append(message)
    guard message == .sceneStateRestorationActivity else { return .nil }
    return .map([.init(.string("strokes"), .integer(Int64(strokes)))])
  }
}

@Suite("Native apps with scenes")
struct NativeSceneTests {
  private static let pad = Profile(model: "iPad")
  private static let info: [InfoKey: ScriptValue] = [
    .multipleScenes: .boolean(true), .urlSchemes: .list([.string("studio")]),
  ]

  private func windows(_ device: Simulation, _ app: AppIdentifier) -> [Window] {
    device.sceneDelegates(of: app)
  }

  @Test func eachWindowHasItsDelegate() throws {
    var device = Simulation(profile: Self.pad)
    let studio = try device.install("Studio", info: Self.info) { Studio() }
    #expect(windows(device, studio).isEmpty)
    try device.launch(studio)
    #expect(
      device.messages(to: studio) == [
        .willFinishLaunching, .didFinishLaunching, .configurationForConnecting, .sceneWillConnect,
        .viewDidLoad, .sceneWillEnterForeground, .sceneDidBecomeActive,
      ])
    try device.touch("Draw")
    _ = try device.apply(.newWindow(studio))
    try device.touch("Draw")
    try device.touch("Draw")
    #expect(windows(device, studio).map(\.strokes) == [1, 2])
    #expect(Set(windows(device, studio).map(\.session)).count == 2)
    #expect(device.value("strokes", of: studio) == .integer(3))
    try device.advance(by: .seconds(2))
    #expect(device.device.value(forKey: "strokes", in: .disk, of: studio) == .integer(3))
    var fork = device
    try fork.touch("Draw")
    let sessions = windows(device, studio).compactMap(\.session.sceneSession)
    try device.touch("Clear")
    #expect(windows(fork, studio).map(\.strokes) == [1, 3])
    #expect(windows(device, studio).map(\.strokes) == [1])
    #expect(device.value("strokes", of: studio) == .integer(0))
    #expect(device.delegate(of: studio, as: Studio.self)?.sessions == sessions)
  }

  @Test func aClosedWindowIsDroppedWhenNothingCallsItBack() throws {
    var device = Simulation(profile: Self.pad)
    let studio = try device.install("Studio", info: Self.info) { Studio() }
    try device.launch(studio)
    _ = try device.apply(.newWindow(studio))
    try device.touch("Draw")
    _ = try device.apply(.closeWindow(studio, 2))
    #expect(windows(device, studio).map(\.strokes) == [0])
    try device.launch(studio)
    try device.advance(by: .seconds(5))
    #expect(device.records().filter { $0.detail == "late 1" }.count == 1)
    let delegate = device.delegate(of: studio, as: Studio.self)
    #expect(delegate?.strokes == 2 && delegate?.discarded == 1)
    #expect(device.sceneDelegates(of: studio, as: OtherWindow.self).isEmpty)
  }

  private struct Other: ApplicationDelegate { typealias Scene = OtherWindow }
  private struct OtherWindow: SceneDelegate { typealias App = Other }

  @Test func theStateComesBack() throws {
    var device = Simulation()
    let studio = try device.install("Studio", info: Self.info) { Studio() }
    try device.launch(studio)
    try device.touch("Draw")
    try device.press(.home)
    try device.advance(by: .seconds(10))
    try device.apply(.purge(studio))
    #expect(windows(device, studio).isEmpty)
    _ = try device.apply(.open("studio://x"))
    let restored = ScriptValue.map([.init(.string("strokes"), .integer(1))])
    #expect(windows(device, studio).first?.restored == restored)
    #expect(windows(device, studio).first?.strokes == 0)
    try device.press(.home)
    _ = try device.apply(.open("studio://y"))
    #expect(windows(device, studio).first?.heard.contains(.sceneOpenURLContexts) == true)
  }

  private struct Poller: ApplicationDelegate { typealias Scene = PollingWindow }
  private struct PollingWindow: SceneDelegate {
    typealias App = Poller

    var polls: [String] = []

    mutating func sceneDidBecomeActive(_ application: inout Application<Self>) {
      let (clock, mainThread) = (application.clock, application.mainThread)
      application.task {
        while true {
          try await clock.sleep(for: .seconds(2))
          mainThread { window, application in
            window.polls.append("\(application.now)")
          }
        }
      }
    }
  }

  @Test func tasksComeBackToTheirWindow() throws {
    var device = Simulation()
    let app = try device.install("Poller") { Poller() }
    try device.launch(app)
    try device.advance(by: .seconds(5))
    let polls = device.sceneDelegates(of: app, as: PollingWindow.self).map(\.polls)
    #expect(polls == [["2s", "4s"]])
  }

  @Test func systemsBeforeScenesKnowNone() throws {
    var device = Simulation(profile: Profile(system: 12))
    let studio = try device.install("Studio", info: Self.info) { Studio() }
    try device.launch(studio)
    #expect(device.messages(to: studio).last == .didBecomeActive)
    #expect(windows(device, studio).isEmpty)
  }
}
