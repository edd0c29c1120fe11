// The services of an app on a simulated device: code that knows nothing of the simulator lives there
// as on a real one. Those of UIKit are tested where there is a UIKit, in Examples/ShippingApp/Platform.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps
import Testing

/// Shipping code: it knows the services alone.
@MainActor
private final class Worker {
  let services: any ApplicationServices
  private(set) var log: [String] = []
  private(set) var ticks = 0
  private(set) var timer: LifecycleTimer?
  private var upload: Task<Void, Never>?
  private var task: BackgroundTask?

  init(_ services: any ApplicationServices) {
    self.services = services
    for notification in LifecycleNotification.allCases {
      _ = services.addObserver(for: notification) { self.note(notification.rawValue) }
    }
  }

  private func note(_ text: String) { log.append("\(text) \(services.applicationState)") }

  func tick() {
    timer = services.scheduleTimer(after: .seconds(1), every: .seconds(2)) { self.ticks += 1 }
    _ = services.scheduleTimer(after: .seconds(-1), every: nil) { self.ticks += 100 }
  }

  func stopTicking() { if let timer { services.invalidateTimer(timer) } }

  func send() {
    upload = Task {
      do {
        try await services.upload([1], to: "https://a.example")
        log.append("sent")
      } catch { log.append("\(error)") }
    }
  }

  func cancelSending() { upload?.cancel() }

  func keepRunning() {
    task = services.beginBackgroundTask("work") {
      self.note("expired with \(self.services.remainingBackgroundTime ?? .zero)")
      if let task = self.task { self.services.endBackgroundTask(task) }
    }
    if task == nil { log.append("refused") }
  }

  func hearOfUploads() {
    services.setBackgroundUploadHandler { self.log.append("\($0.url) \($0.failure as Any)") }
  }
}

@MainActor
private final class WorkerDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    ["log": { $0.worker.log }, "ticks": { $0.worker.ticks }]
  }
  nonisolated static var controls: [String] {
    [
      "tick", "stop", "send", "cancel", "keep", "photo", "store", "file", "bytes", "remove",
      "endless timer",
    ]
  }

  let worker: Worker

  init(_ application: MainActorApplication) {
    application.transferDuration = { $0.hasSuffix("slow") ? .seconds(30) : .seconds(3) }
    worker = Worker(application)
    worker.hearOfUploads()
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    let services: any ApplicationServices = application
    switch control {
    case "tick": worker.tick()
    case "stop": worker.stopTicking()
    case "send": worker.send()
    case "cancel": worker.cancelSending()
    case "keep": worker.keepRunning()
    case "photo": services.beginBackgroundUpload(ofFile: "photo", to: "https://a.example/slow")
    case "store":
      services.set("text", forKey: "a")
      services.set(3, forKey: "b")
      services.set(true, forKey: "c")
    case "file": try? services.writeFile(Array("x".utf8), named: "draft")
    case "bytes": try? services.writeFile([0, 255], named: "draft")
    case "remove":
      services.removeFile("draft")
      services.removeValue(forKey: "b")
    default: _ = services.scheduleTimer(after: .zero, every: .zero) {}
    }
  }
}

@MainActor
@Suite("Services of a simulated device") struct SimulatedServicesTests {
  private func device() throws -> (Simulation, AppIdentifier) {
    var device = Simulation()
    let app = try device.install("App") { WorkerDelegate($0) }
    try device.launch(app)
    return (device, app)
  }

  private func log(_ device: Simulation, _ app: AppIdentifier) -> [String]? {
    device.delegate(of: app, as: WorkerDelegate.self)?.worker.log
  }

  private func services(_ device: Simulation, _ app: AppIdentifier) -> (any ApplicationServices)? {
    device.delegate(of: app, as: WorkerDelegate.self)?.worker.services
  }

  @Test func everyNotificationIsOneOfTheDevices() {
    let names = Set(SystemNotification.allCases.map(\.rawValue))
    #expect(LifecycleNotification.allCases.filter { !names.contains($0.rawValue) } == [])
  }

  @Test func notificationsComeWithTheStateThatTheAppReads() throws {
    var (device, app) = try device()
    try device.press(.home)
    #expect(
      log(device, app)?.filter { !$0.hasPrefix("scene") } == [
        "didFinishLaunching inactive", "didBecomeActive active", "willResignActive active",
        "didEnterBackground background",
      ])
  }

  @Test func timersWaitWhileTheAppIsSuspended() throws {
    var (device, app) = try device()
    try device.touch("tick")
    try device.advance(by: .seconds(4))
    #expect(device.value("ticks", of: app) == .integer(102))
    try device.press(.home)
    try device.advance(by: .seconds(60))
    try device.launch(app)
    try device.touch("stop")
    let ticks = device.value("ticks", of: app)
    try device.advance(by: .seconds(60))
    #expect(device.value("ticks", of: app) == ticks)
    #expect(ticks != .integer(102))
  }

  @Test func aTimerWithoutAnIntervalCrashes() throws {
    var (device, app) = try device()
    try device.touch("endless timer")
    #expect(device.state(of: app) == .notRunning)
    #expect(device.timeline().contains { $0.contains("interval of a timer") })
  }

  @Test func aBackgroundTaskExpires() throws {
    var (device, app) = try device()
    try device.touch("keep")
    try device.press(.home)
    try device.advance(by: .seconds(60))
    #expect(log(device, app)?.last?.hasPrefix("expired with") == true)
    #expect(device.state(of: app) == .suspended)
  }

  @Test func whatIsStoredOutlivesTheProcessAndNothingElse() throws {
    var (device, app) = try device()
    try device.touch("store")
    try device.touch("file")
    try device.apply(.forceQuit(app))
    try device.launch(app)
    // The delegate is asked as code of the process only.
    #expect(services(device, app)?.string(forKey: "a") == nil)
    let script = """
      launch App
      touch "store"
      touch "file"
      expect App.preferences["a"] == "text" && App.preferences["b"] == 3
      expect App.preferences["c"] == true && App.disk["draft"] == "x"
      touch "bytes"
      expect App.disk["draft"] == [0, 255]
      purge App
      launch App
      touch "remove"
      expect App.disk["draft"] == nil && App.preferences["b"] == nil
      """
    var host = ScriptHost()
    try host.install("App") { WorkerDelegate($0) }
    let report = try Script(SourceText(name: "storage", script), host: host).run()
    #expect(report.hasPassed)
  }

  @Test func uploadsSucceedFailAndAreCancelled() throws {
    var (device, app) = try device()
    try device.touch("send")
    try device.advance(by: .seconds(3))
    #expect(log(device, app)?.last == "sent")
    try device.touch("send")
    try device.apply(.network(.off))
    #expect(log(device, app)?.last == "connectionLost")
    try device.touch("send")
    #expect(log(device, app)?.last == "notConnected")
    try device.apply(.network(.on))
    try device.touch("send")
    try device.touch("cancel")
    #expect(log(device, app)?.last == "cancelled")
    try device.touch("send")
    try device.apply(.failTransfer(app, "https://a.example"))
    #expect(log(device, app)?.last == "failed")
    try device.advance(by: .seconds(60))
    #expect(log(device, app)?.last == "failed")
  }

  @Test(arguments: [false, true]) func aBackgroundUploadIsToldToTheNextProcess(
    isFailed: Bool
  ) throws {
    var (device, app) = try device()
    try device.touch("photo")
    try device.press(.home)
    try device.advance(by: .seconds(10))
    try device.apply(.purge(app))
    if isFailed { try device.apply(.failTransfer(app, "https://a.example/slow")) }
    try device.advance(by: .seconds(30))
    let failure: TransferFailure? = isFailed ? .failed : nil
    #expect(log(device, app)?.contains("https://a.example/slow \(failure as Any)") == true)
    // Its completion handler was called: nobody waits for it any more.
    try device.advance(by: .seconds(60))
    #expect(device.state(of: app) == .suspended)
    #expect(device.messages(to: app).contains(.urlSessionDidFinishEvents))
  }
}
