// The native one of two apps that do the same, with scenes and without. What its methods do stands
// in `TwinScript` in the language, statement by statement.

import Rehearsal
import RehearsalLifecycle
import RehearsalNativeApps

/// What the delegates of both native twins hold and do; the two differ in their scenes alone.
protocol TwinDelegate: ApplicationDelegate {
  var n: Int { get set }
  var task: BackgroundTaskIdentifier { get set }
  var timer: TimerIdentifier? { get set }
  var isObserving: Bool { get set }
  var call: CallIdentifier? { get set }
  var camera: ResourceIdentifier? { get set }
  var plan: TwinPlan { get }
}

/// The native twin without scenes.
struct PlainTwin: TwinDelegate {
  var n = 0
  var task = BackgroundTaskIdentifier.invalid
  var timer: TimerIdentifier?
  var isObserving = false
  var call: CallIdentifier?
  var camera: ResourceIdentifier?
  let plan: TwinPlan

  init(_ plan: TwinPlan) { self.plan = plan }
}

/// The native twin with scenes.
struct SceneTwin: TwinDelegate {
  typealias Scene = TwinScene

  var n = 0
  var task = BackgroundTaskIdentifier.invalid
  var timer: TimerIdentifier?
  var isObserving = false
  var call: CallIdentifier?
  var camera: ResourceIdentifier?
  let plan: TwinPlan

  init(_ plan: TwinPlan) { self.plan = plan }
}

extension TwinDelegate {
  static var controls: [String] { ["Button"] }
  static var registersForRemoteNotifications: Bool { true }
  static var lateDelegates: [DelegateKind] { [.notificationCenter, .pushRegistry, .urlSession] }
  static var optionalMessages: Set<Message> {
    [
      .performFetch, .shouldSaveState, .shouldRestoreState, .willEncodeState, .backgroundTask,
      .viewDidLoad, .viewDraw, .scenePhase, .viewIsAppearing, .viewDidLayoutSubviews,
      .intent, .didReceiveHealthUpdate, .didReceiveWatchMessage,
      .performAnswerCall, .performEndCall, .timedOutPerforming, .didActivateAudioSession,
      .activityToken, .activityState,
      .didDeactivateAudioSession, .pictureInPictureDidStart, .pictureInPictureDidStop,
      .restoreUserInterface, .didFailToContinueUserActivity, .didReceiveLocalNotification,
      .handleAction, .didReceiveNotificationResponse, .willPresentNotification,
      .didReceiveIncomingPush, .webViewWebContentProcessDidTerminate,
    ]
  }

  mutating func act(_ name: String, _ application: inout Application<Self>) {
    n += 1
    application.log("\(name) \(n) .\(application.state.processState.rawValue)")
    if n % 5 == 0 { save(&application) }
    if n % 7 == 0 {
      _ = try? application.schedule(after: .milliseconds(1500)) { $0.act("after", &$1) }
    }
    if n % 9 == 0 {
      application.requestPermission(.contacts) { _, application in
        application.log("granted \(application.argument(as: Bool.self) == true)")
      }
    }
    if n % 11 == 0 { try? application.store(n, forKey: "n") }
    if n == 3 {
      timer = try? application.schedule(after: .seconds(3), every: .seconds(3)) {
        $1.log("every \($0.n)")
      }
    }
    if n % 31 == 0, let timer { application.invalidate(timer) }
    request(&application)
    if n % 53 == 0 { return application.exit(3) }
    if n % 6 == 0 { application.work(for: .milliseconds(200)) }
  }

  private mutating func save(_ application: inout Application<Self>) {
    task = application.beginBackgroundTask("t") { twin, application in
      application.log("expired \(twin.n)")
      application.endBackgroundTask(twin.task)
    }
    _ = try? application.perform(for: .seconds(2)) { twin, application in
      twin.n += 1
      application.log("performed \(twin.n)")
      application.endBackgroundTask(twin.task)
    }
  }

  private func connect(_ application: inout Application<Self>) {
    if n % 39 == 5 {
      _ = try? application.download("slow", takes: .seconds(9), timeout: .seconds(5)) {
        $1.log("slow \($0.n)")
      }
    }
    if n % 36 == 7 { _ = try? application.webSocket("w") { $1.log("closed \($0.n)") } }
  }

  private func delegate(_ application: inout Application<Self>) {
    if n % 5 == 3 { application.setNotificationCenterDelegate() }
    if n % 5 == 4 { application.setPushRegistryDelegate() }
    if n % 6 == 5 { application.setURLSessionDelegate() }
    if n % 30 == 9 {
      try? application.submitTaskRequest("task", after: .seconds(10)) { _, application in
        application.log("taken \(application.argument(as: ScriptValue.self) == .nil)")
      }
    }
    if n % 32 == 3 { application.registerSceneAccessory() }
    if n % 32 == 19 { application.unregisterSceneAccessory() }
  }

  private mutating func request(_ application: inout Application<Self>) {
    if n % 13 == 0 {
      _ = try? application.download("u", takes: .seconds(3)) { twin, application in
        let data = application.argument(as: String.self) ?? "nothing"
        application.log("\(application.isNetworkAvailable) \(data)")
        twin.act("loaded", &application)
      }
    }
    connect(&application)
    delegate(&application)
    if n % 17 == 0, plan.hasTransfers {
      _ = try? application.download("u", takes: .seconds(20), session: "s") {
        $1.log("transferred")
      }
    }
    if n % 19 == 0 { application.playAudio(mixes: n % 2 == 0) }
    if n % 24 == 0 {
      let begins = application.startRecording()
      application.log("recording \(begins) \(application.isRecording)")
    }
    if n % 35 == 0 { application.stopRecording() }
    if n % 34 == 0 {
      application.isIdleTimerDisabled = !application.isIdleTimerDisabled
      application.log("\(application.isIdleTimerDisabled)")
    }
    if n % 10 == 3 { application.log("pip \(application.startPictureInPicture())") }
    if n % 33 == 0 { application.stopPictureInPicture() }
    if n % 25 == 0 {
      if let call { application.endCall(call) }
      call = application.reportNewIncomingCall(from: "Anna")
    }
    if n % 27 == 0 {
      let options = CaptureOptions(multitasks: true, records: true)
      camera = application.acquire(.camera, capture: options)
    }
    if n % 28 == 0, let camera { application.release(camera) }
    if n % 4 == 0 {
      application.log("health \(application.enableBackgroundDelivery(of: "steps"))")
    }
    if n % 41 == 0 { application.log("prewarm \(application.isPrewarmActive)") }
    if n % 23 == 0 { application.stopAudio() }
    if n % 29 == 0 { application.setNeedsDisplay() }
    if n % 41 == 0 { application.setNeedsLayout() }
    if n % 15 == 0 {
      _ = application.startMonitoring(.significantChanges)
      let home = application.startMonitoring(.region("home"))
      application.log("\(home) \(application.startMonitoring(.visits))")
    }
    if n % 8 == 0 { try? application.setMinimumBackgroundFetchInterval(.zero) }
    if n % 10 == 0 { _ = try? application.submitBackgroundTask("task", after: .seconds(10)) }
    notify(&application)
    look(&application)
    if n % 43 == 0 { try? application.allocate(1 << 20) }
  }

  private func notify(_ application: inout Application<Self>) {
    if n % 12 == 0 {
      application.setNotificationActions(
        NotificationCategory(["show": [.foreground], "mute": []], tellsOfDismissal: true), of: "c")
    }
    if n % 14 == 0 {
      try? application.scheduleNotification("s", .after(.seconds(10)), category: "c", body: "Hi")
    }
    if n % 47 == 0 { application.cancelNotification("s") }
    if n % 16 == 0 { application.registerForRemoteNotifications() }
    if n % 18 == 0 {
      application.purchase("coins", dialogs: 2) { _, application in
        application.log("bought \(application.argument(as: Bool.self) == true)")
      }
    }
  }

  private func look(_ application: inout Application<Self>) {
    if n % 20 == 0 {
      application.requestPayment { _, application in
        application.log("paid \(application.argument(as: Bool.self) == true)")
      }
    }
    if n % 22 == 0 {
      application.signIn { _, application in
        application.log("signed in \(application.argument(as: Bool.self) == true)")
      }
    }
    if n % 21 == 0 { try? application.store(n, forKey: "n", in: .protectedDisk) }
    if n % 31 == 0 {
      let started = application.startActivity("a", content: n)
      let updated = application.updateActivity("pushed", content: n)
      application.log("\(started) \(updated) \(application.activities.count)")
    }
    if n % 37 == 0 { application.endActivity("a") }
    if n % 23 == 0 {
      _ = try? application.storeInKeychain(n, forKey: "n", accessible: .afterFirstUnlock)
    }
    if n % 29 == 0, application.keychainStatus(of: "n") == .found {
      let item = application.stored("n", in: .keychain, as: Int.self)
      try? application.store(item, forKey: "m", in: .keychain)
    }
    if n % 26 == 0 {
      let (isLow, heat) = (application.isLowPowerModeEnabled, application.thermalState.rawValue)
      application.log("\(isLow) .\(heat) \(application.isScreenCaptured)")
      application.log("\(application.isRegisteredForRemoteNotifications)")
    }
  }

  private mutating func observe(_ application: inout Application<Self>) {
    guard !isObserving else { return }
    isObserving = true
    for notification in [
      SystemNotification.didBecomeActive, .significantTimeChange, .batteryLevelDidChange,
      .audioSessionInterruption, .captureSessionWasInterrupted, .captureSessionInterruptionEnded,
      .powerStateDidChange, .thermalStateDidChange, .userDidTakeScreenshot, .capturedDidChange,
      .systemTimeZoneDidChange, .systemClockDidChange, .calendarDayChanged, .networkDidChange,
      .audioSessionRouteChange,
    ] {
      application.addObserver(for: notification) { $0.act("notified", &$1) }
    }
  }

  func complete(_ completion: ScriptValue, _ application: inout Application<Self>) {
    if n % 2 == 0 { return application.complete(completion, with: .symbol("newData")) }
    _ = try? application.schedule(after: .seconds(1)) { _, application in
      application.complete(completion, with: .symbol("noData"))
    }
  }

  // MARK: - Messages

  mutating func application(
    _ application: inout Application<Self>, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    observe(&application)
    act("willFinishLaunching", &application)
    return true
  }

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    observe(&application)
    _ = try? application.registerBackgroundTask("task")
    act("didFinishLaunching", &application)
    return true
  }

  mutating func applicationDidBecomeActive(_ application: inout Application<Self>) {
    act("didBecomeActive", &application)
  }

  mutating func applicationWillResignActive(_ application: inout Application<Self>) {
    act("willResignActive", &application)
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    act("didEnterBackground", &application)
  }

  mutating func applicationWillEnterForeground(_ application: inout Application<Self>) {
    act("willEnterForeground", &application)
  }

  mutating func applicationWillTerminate(_ application: inout Application<Self>) {
    act("willTerminate", &application)
  }

  mutating func applicationDidReceiveMemoryWarning(_ application: inout Application<Self>) {
    act("didReceiveMemoryWarning", &application)
  }

  mutating func application(_ application: inout Application<Self>, open url: String) -> Bool {
    act("open", &application)
    return true
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    act(control, &application)
  }

  mutating func application(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    let row = message.definition
    if row.parameters.last == "completion", let completion = arguments.last {
      complete(completion, &application)
    }
    if message == .performAnswerCall, let call = arguments.first?.call {
      application.log("\(application.caller(of: call) ?? "nobody")")
      if n % 4 == 0 {
        application.fail(call)
      } else if n % 4 > 1 {
        application.fulfill(call)
      }
    }
    if message == .willEncodeState {
      try? application.store(n, forKey: "n", in: .restoration)
    }
    if message == .backgroundTask, let task = arguments.last {
      try? application.setExpirationHandler(of: task) { $1.log("late") }
      _ = try? application.schedule(after: .seconds(5)) { _, application in
        application.complete(task, with: .boolean(true))
      }
    }
    act(row.name, &application)
    return row.result == .nothing ? .nil : .boolean(true)
  }
}

/// The delegate of a scene of the native twin.
struct TwinScene: SceneDelegate {
  typealias App = SceneTwin

  static var optionalMessages: Set<Message> {
    [
      .sceneStateRestorationActivity, .sceneScenePhase, .sceneDidFailToContinueUserActivity,
      .carPlayDidConnect, .carPlayDidDisconnect,
    ]
  }

  var m = 0

  mutating func act(_ message: Message, _ application: inout Application<Self>) {
    m += 1
    application.log("\(m) .\(application.activationState?.rawValue ?? "")")
    if m % 3 == 0 {
      _ = try? application.schedule(after: .milliseconds(700)) { scene, application in
        scene.m += 10
        application.log(
          "scene \(scene.m) .\(application.activationState?.rawValue ?? "")")
      }
    }
    if m % 4 == 0 { application.show("screen \(m)") }
    application.withDelegate { $0.act(message.name, &$1) }
  }

  mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue, options: ScriptValue
  ) { act(.sceneWillConnect, &application) }

  mutating func sceneDidDisconnect(_ application: inout Application<Self>) {
    act(.sceneDidDisconnect, &application)
  }

  mutating func sceneWillEnterForeground(_ application: inout Application<Self>) {
    act(.sceneWillEnterForeground, &application)
  }

  mutating func sceneDidBecomeActive(_ application: inout Application<Self>) {
    act(.sceneDidBecomeActive, &application)
  }

  mutating func sceneWillResignActive(_ application: inout Application<Self>) {
    act(.sceneWillResignActive, &application)
  }

  mutating func sceneDidEnterBackground(_ application: inout Application<Self>) {
    act(.sceneDidEnterBackground, &application)
  }

  mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    if message == .sceneStateRestorationActivity {
      return .map([.init(.string("m"), .integer(Int64(m)))])
    }
    if message.definition.parameters.last == "completion", let completion = arguments.last {
      application.withDelegate { twin, application in
        twin.complete(completion, &application)
      }
    }
    act(message, &application)
    return .nil
  }
}
