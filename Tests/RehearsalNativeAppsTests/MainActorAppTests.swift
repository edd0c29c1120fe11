// Apps whose code is isolated to the main actor: view models, tasks of every kind, actors and
// streams live in the process, sleep with it and end with it.

import Rehearsal
import RehearsalNativeApps
import Synchronization
import Testing

/// What outlives a process of the tests: a place on the network.
private actor Server {
  private(set) var documents: [String] = []
  func upload(_ text: String) { documents.append(text) }
}

/// A view model as apps have it; it knows the clock and nothing of the device.
@MainActor
private final class EditorModel {
  var text = ""
  private(set) var saved: [String] = []
  private(set) var ticks = 0
  private let clock: any Clock<Duration>
  private let server: Server
  private var saving: Task<Void, Never>?

  init(clock: any Clock<Duration>, server: Server) {
    self.clock = clock
    self.server = server
  }

  func type(_ letter: String) {
    text += letter
    saving?.cancel()
    saving = Task {
      do { try await clock.sleep(for: .seconds(2)) } catch { return }
      let copy = text
      await server.upload(copy)
      saved.append(copy)
    }
  }

  func tick() async {
    while !Task.isCancelled {
      try? await clock.sleep(for: .seconds(1))
      ticks += 1
    }
  }
}

@MainActor
private final class EditorDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    [
      "saved": { $0.model.saved }, "ticks": { $0.model.ticks },
      "uploaded": { await $0.server.documents }, "log": { $0.log },
    ]
  }
  nonisolated static var controls: [String] { ["Type", "Everything", "Sleep"] }

  let model: EditorModel
  let server: Server
  var log: [String] = []

  init(_ application: MainActorApplication, server: Server) {
    model = EditorModel(clock: application.clock, server: server)
    self.server = server
  }

  func application(
    _ application: MainActorApplication, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    Task { await model.tick() }
    return true
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    switch control {
    case "Type": model.type("x")
    case "Everything": Task { await useEverything(application.clock) }
    default:
      Task {
        try await Task.sleep(for: .milliseconds(300))
        log.append("slept until \(application.now)")
      }
    }
  }

  func applicationDidEnterBackground(_ application: MainActorApplication) {
    let task = application.beginBackgroundTask("save") { [self] in log.append("expired") }
    Task {
      try await application.clock.sleep(for: .seconds(3))
      try application.store(model.text, forKey: "text")
      log.append("stored")
      application.endBackgroundTask(task)
    }
  }

  private func useEverything(_ clock: VirtualClock) async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let listening = Task.detached {
      var sum = 0
      for await number in numbers { sum += number }
      return sum
    }
    await withTaskGroup(of: Int.self) { group in
      for number in 1...3 {
        group.addTask {
          try? await clock.sleep(for: .seconds(4 - number))
          return number
        }
      }
      for await number in group {
        log.append("\(number) at \(clock.now)")
        continuation.yield(number)
      }
    }
    continuation.finish()
    log.append("sum \(await listening.value)")
    async let first = within(.seconds(1), of: clock) { try await clock.sleep(for: .seconds(5)) }
    async let second = within(.seconds(5), of: clock) { try await clock.sleep(for: .seconds(1)) }
    log.append("in time: \(await first), \(await second) at \(clock.now)")
  }

  private nonisolated func within(
    _ limit: Duration, of clock: VirtualClock, _ work: @Sendable @escaping () async throws -> Void
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await work()) != nil }
      group.addTask { (try? await clock.sleep(for: limit)) == nil }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}

@Suite("Apps of the main actor") @MainActor
struct MainActorAppTests {
  private func editor(
    _ server: Server = Server()
  ) throws -> (device: Simulation, app: AppIdentifier) {
    var device = Simulation()
    let app = try device.install("Editor") { EditorDelegate($0, server: server) }
    try device.launch(app)
    return (device, app)
  }

  @Test func aViewModelSavesOnVirtualTime() throws {
    var (device, app) = try editor()
    try device.touch("Type")
    try device.advance(by: .seconds(1))
    try device.touch("Type")
    try device.advance(by: .milliseconds(1999))
    #expect(device.value("saved", of: app) == [String]().scriptValue)
    try device.advance(by: .milliseconds(1))
    #expect(device.value("saved", of: app) == ["xx"].scriptValue)
    #expect(device.value("uploaded", of: app) == ["xx"].scriptValue)
    #expect(device.delegate(of: app, as: EditorDelegate.self)?.model.text == "xx")
  }

  @Test func tasksOfEveryKindAreControlled() throws {
    var (device, app) = try editor()
    try device.touch("Everything")
    try device.advance(by: .seconds(10))
    #expect(
      device.value("log", of: app)
        == ["3 at 1s", "2 at 2s", "1 at 3s", "sum 6", "in time: false, true at 4s"].scriptValue)
  }

  @Test func aSuspendedProcessSleeps() throws {
    var (device, app) = try editor()
    try device.advance(by: .seconds(3))
    #expect(device.value("ticks", of: app) == .integer(3))
    try device.press(.home)
    try device.advance(by: .seconds(60))
    #expect(device.state(of: app) == .suspended)
    #expect(device.value("log", of: app) == ["stored"].scriptValue)
    let ticks = device.value("ticks", of: app)
    try device.advance(by: .seconds(600))
    #expect(device.value("ticks", of: app) == ticks)
    try device.launch(app)
    try device.advance(by: .seconds(1))
    #expect(device.value("ticks", of: app) != ticks)
  }

  @Test func aDeadProcessNeverRunsAgain() async throws {
    let server = Server()
    var (device, app) = try editor(server)
    let model = try #require(device.delegate(of: app, as: EditorDelegate.self)?.model)
    try device.touch("Type")
    try device.apply(.forceQuit(app))
    try device.advance(by: .seconds(60))
    #expect(model.saved == [] && model.ticks == 0)
    #expect(await server.documents == [])
    try device.launch(app)
    #expect(device.value("ticks", of: app) == .integer(0))
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @Test func sleepsOfTheSystemsClocksTakeVirtualTime() throws {
      var (device, app) = try editor()
      try device.touch("Sleep")
      try device.advance(by: .milliseconds(299))
      #expect(device.value("log", of: app) == [String]().scriptValue)
      try device.advance(by: .milliseconds(1))
      #expect(device.value("log", of: app) == ["slept until 300ms"].scriptValue)
    }
  #endif

  @Test func aHandleOfATaskEndsWithTheProcess() async throws {
    var device = Simulation()
    let handles = Mutex<[Task<Int, any Error>]>([])
    let app = try device.install("Waiter") { application in
      WaitingDelegate(application) { task in handles.withLock { $0.append(task) } }
    }
    try device.launch(app)
    let tasks = handles.withLock { $0 }
    try device.advance(by: .seconds(1))
    #expect(try await tasks[0].value == 1)
    tasks[1].cancel()
    try device.advance(by: .seconds(1))
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    #expect(device.value("cancelled", of: app) == .integer(1))
    try device.apply(.forceQuit(app))
    await #expect(throws: CancellationError.self) { try await tasks[2].value }
  }

  @Test nonisolated func elsewhereItSaysWhatIsMissing() async throws {
    var device = Simulation()
    let app = try device.install("Editor") { EditorDelegate($0, server: Server()) }
    #expect(throws: SimulationError.mainActorNeeded(app: "Editor")) { try device.launch(app) }
    #expect(throws: SimulationError.mainActorNeeded(app: "Editor")) {
      try device.advance(by: .seconds(1))
    }
    #expect(device.state(of: app) == .notRunning)
  }

  @Test func scriptsDriveIt() throws {
    var host = ScriptHost()
    try host.install("Editor") { EditorDelegate($0, server: Server()) }
    let text = """
      launch Editor
      touch "Type"
      advance 2s
      expect Editor.saved == ["x"]
      expect Editor.uploaded == ["x"]
      purge Editor
      launch Editor
      expect Editor.saved == []
      """
    #expect(try Script(SourceText(name: "editor", text), host: host).run().hasPassed)
  }

  @Test func tracesAreEqual() throws {
    var traces: Set<[String]> = []
    for _ in 0..<20 {
      var (device, app) = try editor()
      for _ in 0..<3 {
        try device.touch("Type")
        try device.touch("Everything")
        try device.advance(by: .seconds(2))
      }
      try device.press(.home)
      try device.advance(by: .seconds(30))
      traces.insert(device.timeline() + ["\(device.value("log", of: app) ?? .nil)"])
    }
    #expect(traces.count == 1)
  }
}

/// Begins tasks whose handles are looked at from outside.
@MainActor
private final class WaitingDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed { ["cancelled": { $0.cancelled }] }
  private(set) var cancelled = 0
  private let handOut: @Sendable (Task<Int, any Error>) -> Void

  init(
    _ application: MainActorApplication,
    _ handOut: @Sendable @escaping (Task<Int, any Error>) -> Void
  ) { self.handOut = handOut }

  func application(
    _ application: MainActorApplication, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    for seconds in [1, 100, 200] {
      handOut(
        application.task {
          do { try await application.clock.sleep(for: .seconds(seconds)) } catch {
            cancelled += 1
            throw error
          }
          return seconds
        })
    }
    return true
  }
}
