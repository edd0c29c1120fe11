// The Swift examples of the documentation's pages, compiled as they stand there. A test holds
// each block of a page to this file, and runs the functions.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps
import RehearsalPrompt
import RehearsalTesting
import Synchronization
import Testing

func play(_ text: String) throws -> [String] {
  var session = try Script(SourceText(name: "notes.rehearsal", text)).session()
  var lines: [String] = []
  let report = session.run { event in
    switch event {
    case .output(let line, _): lines.append(line)
    case .failure(let failure): lines.append("\(failure)")
    default: break
    }
  }
  return session.simulation.timeline() + lines + [report.hasPassed ? "passed" : "failed"]
}

func fork(_ session: Session) -> Bool {
  var first = session
  var second = session
  return first.run().hasPassed == second.run().hasPassed
}

@Suite struct MyAppTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts"))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }
}

func stepByStep() throws -> ScriptValue {
  let text = "var count = 0\nfunc bump(by) { count += by; return count }\nexpect count == 0"
  var session = try Script(SourceText(name: "count.rehearsal", text)).session()
  session.runToExpectation()
  let saved = session
  session.run()
  _ = try session.call("bump", [.integer(2)])
  session = saved
  session.run()
  return try session.call("bump", [.integer(40)])
}

struct NotesDelegate: ApplicationDelegate {
  static var exposed: Exposed { ["draft": { $0.draft }] }
  static var controls: [String] { ["Type"] }

  var draft = ""

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    draft = application.stored("draft") ?? ""
    return true
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    draft += "x"
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    let task = application.beginBackgroundTask("save")
    _ = try? application.perform(for: .seconds(2)) { notes, application in
      try? application.store(notes.draft, forKey: "draft")
      application.endBackgroundTask(task)
    }
  }
}

struct StudioDelegate: ApplicationDelegate {
  typealias Scene = CanvasScene

  var strokes = 0
}

struct CanvasScene: SceneDelegate {
  typealias App = StudioDelegate

  static var controls: [String] { ["Draw"] }
  static var optionalMessages: Set<Message> { [.sceneStateRestorationActivity] }

  var strokes = 0

  mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue, options: ScriptValue
  ) {
    let restored = [String: Int](scriptValue: application.restorationActivity)
    strokes = restored?["strokes"] ?? 0
  }

  mutating func scene(_ application: inout Application<Self>, didTouch control: String) {
    strokes += 1
    application.delegate.strokes += 1
  }

  mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    message == .sceneStateRestorationActivity ? ["strokes": strokes].scriptValue : .nil
  }
}

struct CameraDelegate: ApplicationDelegate {
  var mayRecord = false
  var level = 0

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    application.addObserver(for: .batteryLevelDidChange) { camera, _ in camera.level += 1 }
    application.startMonitoring(.region("studio"))
    return true
  }

  mutating func applicationDidBecomeActive(_ application: inout Application<Self>) {
    application.requestPermission(.camera) { camera, application in
      camera.mayRecord = application.argument() == true
    }
  }
}

func theDraftSurvives() throws -> Bool {
  var device = Simulation()
  let notes = try device.install("Notes") { NotesDelegate() }
  try device.launch(notes)
  try device.touch("Type")
  try device.press(.home)
  try device.advance(by: .seconds(10))
  try device.apply(.purge(notes))
  try device.launch(notes)
  return device.value("draft", of: notes) == .string("x")
}

func strokesOfWindows() throws -> [Int] {
  var device = Simulation()
  let studio = try device.install("Studio") { StudioDelegate() }
  try device.launch(studio)
  try device.touch("Draw")
  try device.press(.home)
  try device.advance(by: .seconds(10))
  try device.apply(.purge(studio))
  try device.launch(studio)
  try device.touch("Draw")
  let shared = device.delegate(of: studio, as: StudioDelegate.self)?.strokes ?? 0
  return device.sceneDelegates(of: studio, as: CanvasScene.self).map(\.strokes) + [shared]
}

func theCameraHears() throws -> CameraDelegate? {
  var device = Simulation()
  let camera = try device.install("Camera") { CameraDelegate() }
  try device.launch(camera)
  _ = try device.apply(.answer(.permissionAlert))
  _ = try device.apply(.condition(.batteryLevel(0.5)))
  return device.delegate(of: camera)
}

func notesOnTheDevice() throws -> ScriptHost {
  var host = ScriptHost()
  try host.install("Notes") { NotesDelegate() }
  return host
}

func hostWithNetwork() throws -> ScriptHost {
  struct Offline: Error {}
  var host = ScriptHost()
  try host.define("upload", "bytes", "isOnline") { (bytes: Int, isOnline: Bool) in
    guard isOnline else { throw Offline() }
    return Double(bytes) / 1000
  }
  try host.define("eachTwice", ["list", "action"]) { call in
    let list: [Int] = try call.argument(0)
    let action: ScriptValue = try call.argument(1)
    for number in list { _ = try call.invoke(action, [.integer(Int64(number * 2))]) }
    return .nil
  }
  try host.define("goHome", [], for: .scenarios) { call in
    try call.apply(.press(.home))
    return .nil
  }
  return host
}

@Test func declarations() throws {
  try expectDeclarations(of: hostWithNetwork(), in: "Scripts/host.json")
}

struct Draft: Codable, ScriptConvertible {
  var title: String
  var tags: [String]
}

final class Server: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

func hostWithServer() throws -> ScriptHost {
  var host = ScriptHost()
  try host.define("server", "name") { (name: String) in Opaque(Server(name)) }
  try host.define("publish", "draft", "server") { (draft: Draft, server: Opaque<Server>) in
    "\(draft.title) on \(server.value.name)"
  }
  return host
}

func pollTwice(_ clock: any Clock<Duration>, _ poll: @Sendable () -> Void) async throws {
  for _ in 0..<2 {
    try await clock.sleep(for: .seconds(30))
    poll()
  }
}

func timesOfPolls() -> [Duration] {
  let clock = VirtualClock()
  let times = Mutex<[Duration]>([])
  clock.task {
    try await pollTwice(clock) { times.withLock { $0.append(clock.now.sinceStart) } }
  }
  clock.advance(by: .seconds(3600))
  return times.withLock { $0 }
}

func bounded(_ text: String) throws -> RunReport {
  var limits = RunLimits()
  limits[.instructions] = 100_000
  limits[.heap] = 1 << 20
  return try Script(SourceText(name: "bounded.rehearsal", text), limits: limits).run()
}

func explain(_ text: String) throws -> [String] {
  var session = try Script(SourceText(name: "notes.rehearsal", text)).session()
  session.run()
  return session.simulation.records().compactMap { record in
    guard case .message(let message) = record.subject else { return nil }
    return "\(record.time) \(message.name)" + (record.rule.map { " (\($0))" } ?? "")
  }
}

struct Courier: ApplicationDelegate {
  static var exposed: Exposed { ["parcels": { $0.parcels }] }
  static var controls: [String] { ["Take"] }

  var parcels = 0

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    parcels += 1
  }
}

func courierPrompt() throws -> Prompt {
  var host = ScriptHost()
  try host.define("deliver", "parcels", help: "Brings parcels to their doors.") {
    (parcels: Int) in "\(parcels) delivered"
  }
  try host.install("Courier") { Courier() }
  var prompt = Prompt(host: host)
  prompt.greeting = "The courier's prompt; `:help` lists all words."
  return prompt
}

@MainActor
final class DraftModel {
  private(set) var text = ""
  private(set) var isSaved = true
  private let application: MainActorApplication
  private var saving: Task<Void, any Error>?

  init(_ application: MainActorApplication) {
    self.application = application
    text = application.stored("draft") ?? ""
  }

  func type(_ letter: String) {
    text += letter
    isSaved = false
    saving?.cancel()
    saving = Task {
      try await application.clock.sleep(for: .seconds(2))
      try application.store(text, forKey: "draft")
      isSaved = true
    }
  }
}

@MainActor
final class DraftDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    ["draft": { $0.model.text }, "isSaved": { $0.model.isSaved }]
  }
  nonisolated static var controls: [String] { ["Type"] }

  private let model: DraftModel

  init(_ application: MainActorApplication) { model = DraftModel(application) }

  func application(_ application: MainActorApplication, didTouch control: String) {
    model.type("x")
  }
}

@MainActor
func theDraftIsSavedLater() throws -> [ScriptValue?] {
  var device = Simulation()
  let drafts = try device.install("Drafts") { DraftDelegate($0) }
  try device.launch(drafts)
  try device.touch("Type")
  try device.advance(by: .seconds(2))
  try device.touch("Type")
  try device.apply(.forceQuit(drafts))
  try device.launch(drafts)
  return [device.value("draft", of: drafts), device.value("isSaved", of: drafts)]
}

@MainActor
final class SearchModel {
  private(set) var results: [String] = []
  private let clock: any Clock<Duration>
  private var searching: Task<Void, any Error>?

  init(clock: any Clock<Duration>) { self.clock = clock }

  func search(_ text: String) {
    searching?.cancel()
    searching = Task {
      try await clock.sleep(for: .milliseconds(300))
      results.append(text)
    }
  }
}

@MainActor
func searchesOfAFastTypist() -> [String] {
  let clock = VirtualClock()
  let model = SearchModel(clock: clock)
  clock.run { model.search("a") }
  clock.advance(by: .milliseconds(200))
  clock.run { model.search("ab") }
  clock.advance(by: .milliseconds(300))
  return model.results
}

@MainActor
final class Journal {
  private(set) var text: String
  private let services: any Files & LifecycleNotifications

  init(services: any Files & LifecycleNotifications) {
    self.services = services
    text = services.readFile("journal").map { String(decoding: $0, as: UTF8.self) } ?? ""
    _ = services.addObserver(for: .didEnterBackground) { [weak self] in self?.save() }
  }

  func write(_ addition: String) { text += addition }

  private func save() { try? services.writeFile(Array(text.utf8), named: "journal") }
}

@MainActor
final class JournalDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed { ["text": { $0.journal.text }] }
  nonisolated static var controls: [String] { ["Write"] }

  let journal: Journal

  init(_ application: MainActorApplication) { journal = Journal(services: application) }

  func application(_ application: MainActorApplication, didTouch control: String) {
    journal.write("x")
  }
}

@MainActor
func theJournalIsOnTheDisk() throws {
  var device = Simulation()
  let journal = try device.install("Journal") { JournalDelegate($0) }
  try device.launch(journal)
  try device.touch("Write")
  try device.press(.home)
  try device.advance(by: .seconds(10))
  try expectNothingSurvives(the: journal, on: &device) { device in
    try device.apply(.purge(journal))
    try device.launch(journal)
  }
  expectValues(of: journal, on: device, ["text": "x"])
}

@MainActor
final class PagesDelegate: MainActorApplicationDelegate {
  typealias Scene = PageScene

  var pages = 0

  init(_ application: MainActorApplication) {}
}

@MainActor
final class PageScene: MainActorSceneDelegate {
  let number: Int

  init(_ scene: MainActorScene, of app: PagesDelegate) {
    app.pages += 1
    number = app.pages
  }

  func sceneDidBecomeActive(_ scene: MainActorScene) { scene.show("page \(number)") }
}

@MainActor
func pagesOfTwoWindows() throws -> [Int] {
  var device = Simulation(profile: Profile(model: "iPad"))
  let pages = try device.install("Pages", info: [.multipleScenes: .boolean(true)]) {
    PagesDelegate($0)
  }
  try device.launch(pages)
  try device.apply(.newWindow(pages))
  return device.sceneDelegates(of: pages, as: PageScene.self).map(\.number)
}
