// The services of a device, each against what UIKit says.

import LifecycleServices
import Testing
import UIKit

extension PlatformTests {
  @MainActor
  @Suite final class UIKitServicesTests {
    private let application = UIApplication()
    private let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("services-\(UInt64.random(in: 0 ... .max))")
    private let services: UIKitServices

    init() {
      services = UIKitServices(
        application: application, folder: folder, sessionIdentifier: "services",
        defaults: UserDefaults(suiteName: "services") ?? .standard)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func theStateIsTheApplications() {
      application.applicationState = .background
      #expect(services.applicationState == .background)
      application.applicationState = .active
      #expect(services.applicationState == .active)
      #expect(services.remainingBackgroundTime == nil)
      application.backgroundTimeRemaining = 2.5
      #expect(services.remainingBackgroundTime == .milliseconds(2500))
    }

    @Test func backgroundTasksBeginExpireAndEnd() throws {
      var isExpired = false
      let task = try #require(services.beginBackgroundTask("save") { isExpired = true })
      #expect(Array(application.backgroundTasks.values) == ["save"])
      application.expireBackgroundTime()
      #expect(isExpired)
      services.endBackgroundTask(task)
      #expect(application.backgroundTasks.isEmpty)
      application.grantsBackgroundTime = false
      #expect(services.beginBackgroundTask("save", expirationHandler: nil) == nil)
    }

    @Test(arguments: LifecycleNotification.allCases)
    func everyNotificationIsHeardUntilItsObserverIsRemoved(_ notification: LifecycleNotification) {
      var count = 0
      let name = notification.rawValue.prefix(1).uppercased() + notification.rawValue.dropFirst()
      let prefix = name.hasPrefix("Scene") ? "UI" : "UIApplication"
      let posted = Notification.Name("\(prefix)\(name)Notification")
      let observer = services.addObserver(for: notification) { count += 1 }
      application.post(posted)
      #expect(count == 1)
      services.removeObserver(observer)
      services.removeObserver(observer)
      application.post(posted)
      #expect(count == 1)
    }

    @Test func scheduledTasksBeginExpireAndEnd() throws {
      let scheduler = BGTaskScheduler.shared
      scheduler.identifiers = ["tidy"]
      var begun: ScheduledTask?
      var isExpired = false
      #expect(!services.registerScheduledTask("other") { _ in })
      #expect(
        services.registerScheduledTask("tidy") { task in
          begun = task
          task.setExpirationHandler { isExpired = true }
        })
      try services.submitScheduledTask(
        ScheduledTaskRequest("tidy", kind: .processing, requiresExternalPower: true))
      let request = try #require(scheduler.submitted.last as? BGProcessingTaskRequest)
      #expect(request.identifier == "tidy" && request.requiresExternalPower)
      let task = scheduler.begin("tidy")
      task.expirationHandler?()
      begun?.setTaskCompleted(success: false)
      #expect(begun?.identifier == "tidy" && isExpired && task.success == false)
      for (code, error) in [
        (BGTaskScheduler.Error.Code.notPermitted, SchedulingError.notPermitted),
        (.tooManyPendingTaskRequests, .tooManyPending), (.unavailable, .unavailable),
        (.immediateRunIneligible, .immediateRunIneligible),
      ] {
        scheduler.refusal = BGTaskScheduler.Error(code)
        #expect(throws: error) { try services.submitScheduledTask(ScheduledTaskRequest("tidy")) }
      }
      scheduler.refusal = nil
    }

    @Test func continuedTasksTellTheirProgress() throws {
      let scheduler = BGTaskScheduler.shared
      scheduler.identifiers = ["export"]
      var begun: ScheduledTask?
      services.registerScheduledTask("export") { begun = $0 }
      try services.submitScheduledTask(
        ScheduledTaskRequest(
          continuing: "export", title: "Export", subtitle: "Notes", strategy: .fail,
          requiresGPU: true))
      let request = try #require(
        scheduler.submitted.last as? BGContinuedProcessingTaskRequest)
      #expect(request.title == "Export" && request.subtitle == "Notes")
      #expect(request.strategy == .fail && request.requiredResources == .gpu)
      let task = try #require(scheduler.begin("export") as? BGContinuedProcessingTask)
      begun?.setProgress(0.25)
      #expect(task.progress.fractionCompleted == 0.25)
    }

    @Test func whatIsNestedInAPushIsRead() {
      var heard: RemoteNotification?
      services.setRemoteNotificationHandler { heard = $0 }
      services.handleNotification(
        ["order": ["id": 7, "items": ["tea"], "paid": true] as [String: Any]]
      ) { _ in }
      let order = heard?.content["order"]
      #expect(order?["id"] == .number(7) && order?["items"] == .list([.text("tea")]))
      #expect(order?["paid"] == .truth(true))
    }

    @Test func remoteNotificationsAreToldAndAnswered() {
      var answers: [UIBackgroundFetchResult] = []
      services.handleNotification(["note": 7, "aps": [String: Int]()]) { answers.append($0) }
      var heard: [String?] = []
      services.setRemoteNotificationHandler { push in
        heard += [push["note"], push["aps"]]
        for result in FetchResult.allCases { push.complete(result) }
      }
      #expect(heard == ["7", nil])
      #expect(answers == [.newData, .noData, .failed])
      var tokens: [String?] = []
      services.registerForRemoteNotifications { tokens.append(try? $0.get()) }
      services.handleRegistration(.success(Data([1, 255])))
      services.handleRegistration(.failure(URLError(.timedOut)))
      #expect(application.registrations == 1 && tokens == ["01ff", nil])
    }

    @Test func windowsAreListedAskedForAndClosed() {
      let session = UISceneSession(persistentIdentifier: "a")
      application.openSessions = [session]
      #expect(services.openSessions == [SceneSession(identifier: "a")])
      services.activateScene(of: nil)
      services.activateScene(of: SceneSession(identifier: "a"))
      services.destroyScene(of: SceneSession(identifier: "b"))
      services.destroyScene(of: SceneSession(identifier: "a"))
      #expect(application.activations == [nil, session] && application.destructions == [session])
    }

    @Test func aServerAnswers() async throws {
      URLSession.shared.body = Data([3])
      let answer = try await services.answer(to: ServerRequest("https://a.example", body: [1]))
      #expect(answer == ServerAnswer(status: 200, body: [3]))
    }

    @Test func timersFireOnceOrUntilTheyAreInvalidated() {
      let before = RunLoop.main.timers.count
      var fired = 0
      _ = services.scheduleTimer(after: .seconds(1), every: nil) { fired += 1 }
      RunLoop.main.timers.last?.fire()
      #expect(fired == 1 && RunLoop.main.timers.count == before)
      let timer = services.scheduleTimer(after: .zero, every: .milliseconds(500)) { fired += 1 }
      #expect(RunLoop.main.timers.last?.timeInterval == 0.5)
      for _ in 1...2 { RunLoop.main.timers.last?.fire() }
      #expect(fired == 3)
      services.invalidateTimer(timer)
      #expect(RunLoop.main.timers.count == before)
    }

    @Test func preferencesKeepTheirTypes() {
      services.set("text", forKey: "a")
      services.set(3, forKey: "b")
      services.set(true, forKey: "c")
      #expect(services.string(forKey: "a") == "text" && services.integer(forKey: "b") == 3)
      #expect(services.boolean(forKey: "c") == true && services.integer(forKey: "a") == nil)
      for key in ["a", "b", "c"] { services.removeValue(forKey: key) }
      #expect(services.string(forKey: "a") == nil && services.integer(forKey: "b") == nil)
    }

    @Test func filesAreWrittenWholeOrFail() throws {
      #expect(services.readFile("draft") == nil)
      try services.writeFile([0, 255], named: "draft")
      #expect(services.readFile("draft") == [0, 255])
      services.removeFile("draft")
      #expect(services.readFile("draft") == nil)
      #expect(throws: FileError.self) { try services.writeFile([1], named: "no/folder") }
    }

    @Test func uploadsSucceedOrSayWhyNot() async throws {
      let session = URLSession.shared
      defer { session.answer = { _, _ in 200 } }
      let url = "https://drafts.example/a"
      session.answer = { request, body in
        request.httpMethod == "POST" && body == Data([1]) ? 201 : 0
      }
      try await services.upload([1], to: url)
      session.answer = { _, _ in 503 }
      await #expect(throws: TransferFailure.failed) { try await self.services.upload([1], to: url) }
      session.answer = { _, _ in throw URLError(.notConnectedToInternet) }
      await #expect(throws: TransferFailure.notConnected) {
        try await self.services.upload([1], to: url)
      }
      session.answer = { _, _ in throw CancellationError() }
      await #expect(throws: TransferFailure.cancelled) {
        try await self.services.upload([1], to: url)
      }
    }

    @Test func whatEndedBeforeThereWasAHandlerIsToldLater() throws {
      services.beginBackgroundUpload(ofFile: "photo", to: "https://drafts.example/b")
      let session = try #require(URLSession.background["services"])
      let task = try #require(session.tasks.last)
      session.complete(task, with: URLError(.networkConnectionLost))
      var told: [FinishedTransfer] = []
      services.setBackgroundUploadHandler { told.append($0) }
      session.complete(task, status: 200)
      let url = "https://drafts.example/b"
      #expect(
        told == [
          FinishedTransfer(url: url, failure: .connectionLost),
          FinishedTransfer(url: url, failure: nil),
        ])
      #expect(!services.handleEvents(ofSession: "another") {})
    }

    @Test func whatTheUserBringsComesWithItsWindow() throws {
      let scene = UIScene()
      let link = try #require(URL(string: "notes://1"))
      let activity = NSUserActivity(activityType: "read")
      services.handleConnection(
        of: scene,
        with: UIScene.ConnectionOptions(
          urlContexts: [UIOpenURLContext(url: link)], userActivities: [activity],
          shortcutItem: UIApplicationShortcutItem(type: "new")))
      var entered: [Entry] = []
      var windows: [SceneSession?] = []
      services.setEntryHandler { entry, window in
        entered.append(entry)
        windows.append(window)
      }
      let read = Entry.activity(Entry.Activity(type: "read"))
      #expect(entered == [.link("notes://1"), read, .quickAction("new")])
      #expect(windows == Array(repeating: SceneSession(identifier: "window"), count: 3))
      var isDone = false
      services.handleResponse(
        UNNotificationResponse(userInfo: ["note": 7, "aps": ["alert": "x"]])
      ) { isDone = true }
      #expect(
        isDone
          && entered.last
            == .notification(NotificationResponse(action: .open, content: ["note": .number(7)]))
      )
      services.handleResponse(UNTextInputNotificationResponse("yes", actionIdentifier: "answer")) {}
      #expect(
        entered.last == .notification(NotificationResponse(action: .custom("answer"), text: "yes")))
      var answer: Bool?
      services.handleQuickAction(UIApplicationShortcutItem(type: "new")) { answer = $0 }
      services.handleLink(link)
      #expect(answer == true && windows.suffix(2) == [nil, nil])
    }

    @Test func aPushIsReportedAsACall() {
      var (callers, isDone): ([String], Bool) = ([], false)
      services.reportCall = { callers.append($0) }
      services.setIncomingPushHandler { $0.reportCall(from: $0["caller"] ?? "") }
      services.handleIncomingPush(["caller": "Ada"]) { isDone = true }
      #expect(callers == ["Ada"] && isDone)
    }

    @Test func theUserGrantsOrNot() async {
      UNUserNotificationCenter.current().isGranted = false
      AVCaptureDevice.granted = [.video]
      #expect(await services.requestPermission(for: .notifications) == false)
      #expect(await services.requestPermission(for: .camera))
      #expect(await services.requestPermission(for: .microphone) == false)
    }

    @Test func aDownloadOfTheBackgroundSessionBringsItsBytes() throws {
      var finished: [FinishedTransfer] = []
      services.setBackgroundUploadHandler { finished.append($0) }
      services.beginBackgroundDownload(from: "https://a.example/map")
      let session = try #require(URLSession.background["services"])
      let task = try #require(session.tasks.last as? URLSessionDownloadTask)
      let file = folder.appendingPathComponent("loaded")
      try Data([1, 2]).write(to: file)
      session.finish(task, at: file)
      session.complete(task, status: 200)
      services.beginBackgroundDownload(from: "https://a.example/none")
      session.complete(session.tasks[session.tasks.count - 1], status: 404)
      #expect(
        finished == [
          FinishedTransfer(url: "https://a.example/map", failure: nil, body: [1, 2]),
          FinishedTransfer(url: "https://a.example/none", failure: .failed),
        ])
    }
  }
}
