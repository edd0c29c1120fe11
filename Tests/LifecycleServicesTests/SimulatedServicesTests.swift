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

  func hearOfTheSystem() {
    _ = services.registerScheduledTask("tidy") { task in
      self.log.append("begin \(task.identifier)")
      task.setExpirationHandler {
        self.log.append("expired")
        task.setTaskCompleted(success: false)
      }
      if self.finishes { task.setTaskCompleted(success: true) }
    }
    services.setRemoteNotificationHandler { push in
      self.log.append("push \(push["key"] ?? "nil") \(push["count"] ?? "nil")")
      push.complete(.newData)
      if push["twice"] != nil { push.complete(.noData) }
    }
    services.registerForRemoteNotifications { result in
      if case .success(let token) = result { self.log.append("token \(token.isEmpty)") }
    }
  }

  func submit(_ identifier: String) {
    do throws(SchedulingError) {
      try services.submitScheduledTask(ScheduledTaskRequest(identifier, after: .seconds(-1)))
      log.append("submitted")
    } catch { log.append("\(error)") }
  }

  func keepNumbers() {
    services.set(0.5, forKey: "ratio")
    services.set([1, 255] as [UInt8], forKey: "token")
    let (ratio, token) = (services.double(forKey: "ratio"), services.bytes(forKey: "token"))
    log.append("\(ratio ?? -1) \(token ?? [])")
    log.append("\(services.double(forKey: "none") ?? -1) \(services.bytes(forKey: "ratio") ?? [])")
  }

  func export() {
    _ = services.registerScheduledTask("export.1") { task in
      self.log.append("begin \(task.identifier)")
      task.setExpirationHandler {
        self.log.append("expired")
        task.setTaskCompleted(success: false)
      }
      task.setProgress(0.5)
    }
    do throws(SchedulingError) {
      let request = ScheduledTaskRequest(
        continuing: "export.1", title: "Export", subtitle: "24 pictures", strategy: .fail)
      try services.submitScheduledTask(request)
    } catch { log.append("\(error)") }
  }

  func ask() {
    Task {
      do throws(TransferFailure) {
        let answer = try await services.answer(
          to: ServerRequest("https://a.example", method: "PUT"))
        log.append("\(answer.status) \(answer.body)")
      } catch { log.append("\(error)") }
    }
  }

  var finishes = true

  func hearOfUploads() {
    services.setBackgroundUploadHandler { self.log.append("\($0.url) \($0.failure as Any)") }
  }
}

/// Keeps files and preferences, off the main actor.
private actor Archive {
  private let services: any Files & Defaults

  init(_ services: any Files & Defaults) { self.services = services }

  func keep(_ text: String) {
    try? services.writeFile(Array(text.utf8), named: "archive")
    services.set(services.readFile("archive")?.count ?? 0, forKey: "length")
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
      "endless timer", "submit", "submit other", "ask", "actor", "slow down", "window", "export",
      "numbers",
    ]
  }

  let worker: Worker

  init(_ application: MainActorApplication) {
    application.transferDuration = { $0.hasSuffix("slow") ? .seconds(30) : .seconds(3) }
    worker = Worker(application)
    worker.hearOfUploads()
    worker.hearOfTheSystem()
    application.server = { request in
      ServerAnswer(status: request.method == "PUT" ? 201 : 200, body: [7])
    }
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
    case "submit": worker.submit("tidy")
    case "submit other": worker.submit("other")
    case "export": worker.export()
    case "numbers": worker.keepNumbers()
    case "ask": worker.ask()
    case "actor":
      let archive = Archive(services)
      Task { await archive.keep("by an actor") }
    case "slow down": worker.finishes = false
    case "window": services.activateScene(of: nil)
    default: _ = services.scheduleTimer(after: .zero, every: .zero) {}
    }
  }
}

@MainActor
@Suite("Services of a simulated device") struct SimulatedServicesTests {
  private func device(_ profile: Profile = Profile()) throws -> (Simulation, AppIdentifier) {
    var device = Simulation(profile: profile)
    let app = try device.install(
      "App",
      info: [
        .backgroundModes: .list([.symbol("remoteNotification"), .symbol("fetch")]),
        .backgroundTaskIdentifiers: .list([.string("tidy"), .string("export.*")]),
        .multipleScenes: .boolean(true),
      ]
    ) { WorkerDelegate($0) }
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
      log(device, app)?.filter { !$0.hasPrefix("scene") && !$0.hasPrefix("token") } == [
        "didFinishLaunching inactive", "didBecomeActive active", "willResignActive active",
        "didEnterBackground background",
      ])
  }

  @Test func aScheduledTaskBeginsIsCompletedAndExpires() throws {
    var (device, app) = try device()
    try device.touch("submit")
    try device.touch("submit other")
    try device.press(.home)
    try device.advance(by: .seconds(60))
    try device.apply(.runBackgroundTask(app, identifier: "tidy"))
    #expect(heard(device, app) == ["token false", "submitted", "notPermitted", "begin tidy"])
    try device.launch(app)
    try device.touch("slow down")
    try device.touch("submit")
    try device.press(.home)
    try device.advance(by: .seconds(60))
    try device.apply(.runBackgroundTask(app, identifier: "tidy"))
    try device.advance(by: .seconds(600))
    #expect(heard(device, app)?.suffix(3) == ["submitted", "begin tidy", "expired"])
    #expect(device.state(of: app) == .suspended)
  }

  @Test func aContinuedTaskBeginsReportsAndIsExpiredWhereItStandsStill() throws {
    var (device, app) = try device(Profile(system: 26))
    try device.touch("export")
    try device.press(.home)
    try device.advance(by: .seconds(29))
    #expect(heard(device, app) == ["token false", "begin export.1"])
    try device.advance(by: .seconds(10))
    #expect(heard(device, app) == ["token false", "begin export.1", "expired"])
    #expect(device.state(of: app) == .suspended)
  }

  @Test func aPushIsToldAndAnsweredOnce() throws {
    var (device, app) = try device()
    try device.apply(
      .push(app, payload: ["key": "a", "count": "2"].scriptValue, type: .background))
    #expect(heard(device, app) == ["token false", "push a 2"])
    try device.apply(.push(app, payload: ["twice": "1"].scriptValue, type: .background))
    #expect(device.device.lastExit(of: app)?.reason == .crash)
  }

  @Test func aServerAnswersAfterAWhile() throws {
    var (device, app) = try device()
    try device.touch("ask")
    try device.advance(by: .seconds(2))
    #expect(heard(device, app)?.contains("201 [7]") == false)
    try device.advance(by: .seconds(1))
    #expect(heard(device, app)?.contains("201 [7]") == true)
    try device.touch("ask")
    try device.apply(.network(.off))
    #expect(heard(device, app)?.last?.contains("onnect") == true)
  }

  @Test func anActorKeepsFilesAndPreferences() throws {
    var (device, app) = try device()
    try device.touch("actor")
    #expect(device.device.value(forKey: "archive", in: .disk, of: app) == .string("by an actor"))
    #expect(device.device.value(forKey: "length", in: .preferences, of: app) == .integer(11))
  }

  @Test func preferencesAreNumbersAndBytes() throws {
    var (device, app) = try device()
    try device.touch("numbers")
    #expect(heard(device, app) == ["token false", "0.5 [1, 255]", "-1.0 []"])
  }

  /// What was logged but notifications.
  private func heard(_ device: Simulation, _ app: AppIdentifier) -> [String]? {
    let names = Set(LifecycleNotification.allCases.map(\.rawValue))
    return log(device, app)?.filter { !names.contains(String($0.prefix { $0 != " " })) }
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
