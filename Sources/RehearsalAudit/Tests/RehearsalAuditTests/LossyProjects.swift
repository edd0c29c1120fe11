// Small projects of the kinds by which apps lose data or are ended, each wrong and right.
//
// swift-format-ignore-file: LineLength

@testable import RehearsalAudit

extension SmallProject {
  static let lossy =
    closures + expiry + scheduled + twice + calls + sessions + windows + leaving + waiting + kept
    + manifests + folders + objectiveC + comments

  private static func leaving(_ body: String) -> String {
    sceneDelegate("func sceneDidEnterBackground(_ s: UIScene) { \(body) }")
  }

  private static func entry(_ body: String) -> String {
    "@main class AppDelegate: UIResponder, UIApplicationDelegate { \(body) }"
  }

  private static func handingRefresh(_ body: String) -> String {
    "func plan() { submit(BGAppRefreshTaskRequest(identifier: \"x.refresh\")) }" + handing(body)
  }

  private static let refreshing = modes("fetch") + tasks("x.refresh")

  private static let closures: [SmallProject] = [
    SmallProject(
      "a push that a weak self forgets",
      push(
        "loader.load { [weak self] _ in guard let self else { return }; self.show(); done(.newData) }"
      ),
      plist: pushMode, scenes: true, "completion-may-be-missed"),
    SmallProject(
      "a push that a weak self answers",
      push(
        "loader.load { [weak self] _ in guard let self else { done(.failed); return }; self.show(); done(.newData) }"
      ),
      plist: pushMode, scenes: true),
    SmallProject(
      "a push answered once by a mark",
      push(
        "var isDone = false; loader.load { if isDone { return }; isDone = true; done(.newData) }"),
      plist: pushMode, scenes: true),
    SmallProject(
      "a push in a helper that returns",
      push("load(done)")
        + "func load(_ answer: @escaping (UIBackgroundFetchResult) -> Void) { if isBusy { return }; loader.load { answer(.newData) } }",
      plist: pushMode, scenes: true, "completion-may-be-missed"),
    SmallProject(
      "a push in a helper that answers",
      push("load(done)")
        + "func load(_ answer: @escaping (UIBackgroundFetchResult) -> Void) { if isBusy { answer(.noData); return }; loader.load { answer(.newData) } }",
      plist: pushMode, scenes: true),
    SmallProject(
      "a push in a helper with parameters that are left out",
      push("load(from: 1, answer: done)")
        + "func load(from: Int, hint: String? = nil, answer: @escaping (UIBackgroundFetchResult) -> Void) { print(hint); loader.load { answer(.newData) } }",
      plist: pushMode, scenes: true),
    SmallProject(
      "a push in a task that leaves",
      push("Task { guard await ready() else { return }; done(.newData) }"), plist: pushMode,
      scenes: true, "completion-may-be-missed"),
    SmallProject(
      "a push in a task", push("Task { _ = await ready(); done(.newData) }"), plist: pushMode,
      scenes: true),
    SmallProject(
      "a quick action unanswered",
      sceneDelegate(
        "\(connect) { go(options.shortcutItem) } func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) { guard go(item) else { return }; done(true) }"
      ), scenes: true, "completion-not-called"),
    SmallProject(
      "a push without a completion",
      "func application(_ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]) { load() }",
      plist: pushMode, scenes: true, "push-without-completion"),
  ]

  private static let expiry: [SmallProject] = [
    SmallProject(
      "an expiry that only logs",
      "func work() { let id = app.beginBackgroundTask { print(\"over\") }; run { app.endBackgroundTask(id) } }",
      scenes: true, "background-task-not-ended-on-expiry"),
    SmallProject(
      "an expiry that captures too early",
      "func work() { let id = app.beginBackgroundTask { [id = UIBackgroundTaskIdentifier.invalid] in app.endBackgroundTask(id) }; run { app.endBackgroundTask(id) } }",
      scenes: true, "background-task-not-ended-on-expiry"),
    SmallProject(
      "an expiry that forgets",
      "var id: UIBackgroundTaskIdentifier = .invalid; func work() { guard id == .invalid else { return }; id = app.beginBackgroundTask { self.note(); self.id = .invalid } } func note() { } func end() { app.endBackgroundTask(id) }",
      scenes: true, "background-task-not-ended-on-expiry"),
    SmallProject(
      "an expiry whose helper only prints",
      "func work() { var id = none; id = app.beginBackgroundTask { self.over(id) }; run { app.endBackgroundTask(id) } } func over(_ id: UIBackgroundTaskIdentifier) { print(id) }",
      scenes: true, "background-task-not-ended-on-expiry"),
    SmallProject(
      "an expiry whose helper ends",
      "func work() { var id = none; id = app.beginBackgroundTask { self.over(id) }; run { app.endBackgroundTask(id) } } func over(_ id: UIBackgroundTaskIdentifier) { app.endBackgroundTask(id) }",
      scenes: true),
    SmallProject(
      "an expiry that cancels",
      "func work() { let id = app.beginBackgroundTask { self.loader.cancel() }; run { app.endBackgroundTask(id) } }",
      scenes: true),
    SmallProject(
      "left to the expiry on one path",
      "func work() { var id = none; id = app.beginBackgroundTask { app.endBackgroundTask(id) }; run { data in guard let data else { return }; keep(data); app.endBackgroundTask(id) } }",
      scenes: true, "background-task-left-to-expiry"),
    SmallProject(
      "a task over another one",
      "var id = none; func end() { app.endBackgroundTask(id) }"
        + leaving(
          "work() } var id = none; func work() { id = app.beginBackgroundTask { self.end() } } func end() { app.endBackgroundTask(id)"
        ),
      scenes: true, "background-task-overwritten"),
    SmallProject(
      "a task after another one",
      leaving(
        "work() } var id = none; func work() { end(); id = app.beginBackgroundTask { self.end() } } func end() { app.endBackgroundTask(id)"
      ),
      scenes: true),
    SmallProject(
      "a helper's task on one path",
      "func work() { let task = Keeper.startBackgroundTask(); queue.async { if self.isEmpty { return }; self.run(); task.stopBackgroundTask() } }",
      scenes: true, "helper-task-may-not-end"),
    SmallProject(
      "a task of a name on one path",
      "func work() { let name = \"work\"; let over = { self.endTask(name) }; tasks[name] = app.beginBackgroundTask(withName: name, expirationHandler: over); if isEmpty { return }; run { self.endBackgroundTaskOf(name) } } func endTask(_ n: String) { app.endBackgroundTask(tasks[n]) } func endBackgroundTaskOf(_ n: String) { endTask(n) }",
      scenes: true, "helper-task-may-not-end"),
    SmallProject(
      "a helper's task on all paths",
      "func work() { let task = Keeper.startBackgroundTask(); queue.async { defer { task.stopBackgroundTask() }; if self.isEmpty { return }; self.run() } }",
      scenes: true),
  ]

  private static let scheduled: [SmallProject] = [
    SmallProject(
      "a refresh without an expiry",
      handingRefresh("plan(); loader.load { task.setTaskCompleted(success: true) }"),
      plist: refreshing, scenes: true, "scheduled-task-not-ended-on-expiry"),
    SmallProject(
      "a refresh whose expiry logs",
      handingRefresh(
        "plan(); task.expirationHandler = { print(\"over\") }; loader.load { task.setTaskCompleted(success: true) }"
      ),
      plist: refreshing, scenes: true, "scheduled-task-not-ended-on-expiry"),
    SmallProject(
      "a refresh whose expiry cancels",
      handingRefresh(
        "plan(); task.expirationHandler = { self.loader.cancel() }; loader.load { task.setTaskCompleted(success: true) }"
      ),
      plist: refreshing, scenes: true),
    SmallProject(
      "a task that a weak self hands on",
      launch(
        "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"x.refresh\", using: nil) { [weak self] task in self?.handle(task) }; return true"
      )
        + "func handle(_ task: BGTask) { task.setTaskCompleted(success: true) }",
      plist: tasks("x.refresh"), scenes: true),
    SmallProject(
      "an address that an activity brings",
      launch(
        "if options?[.userActivityType] != nil, let url = options?[.url] { go(url) }; return true")),
    SmallProject(
      "a refresh without a next one",
      handingRefresh(
        "task.expirationHandler = { self.loader.cancel() }; loader.load { task.setTaskCompleted(success: true) }"
      ),
      plist: refreshing, scenes: true, "refresh-not-asked-again"),
    SmallProject(
      "a refresh with a condition in a task",
      handingRefresh(
        "plan(); task.expirationHandler = { self.loader.cancel() }; Task { await load(); if ready { task.setTaskCompleted(success: true) } }"
      ),
      plist: refreshing, scenes: true, "scheduled-task-may-not-complete"),
    SmallProject(
      "a refresh with both conditions in a task",
      handingRefresh(
        "plan(); task.expirationHandler = { self.loader.cancel() }; Task { await load(); task.setTaskCompleted(success: ready) }"
      ),
      plist: refreshing, scenes: true),
  ]

  private static let twice: [SmallProject] = [
    SmallProject(
      "completed at the expiry and at the end",
      handingRefresh(
        "plan(); task.expirationHandler = { task.setTaskCompleted(success: false) }; loader.load { task.setTaskCompleted(success: true) }"
      ),
      plist: refreshing, scenes: true, "completed-twice"),
    SmallProject(
      "completed once by a mark",
      handingRefresh(
        "plan(); var isDone = false; task.expirationHandler = { isDone = true; task.setTaskCompleted(success: false) }; loader.load { if isDone { return }; task.setTaskCompleted(success: true) }"
      ),
      plist: refreshing, scenes: true),
  ]

  private static func calls(_ body: String) -> String {
    """
    } class Calls: NSObject, PKPushRegistryDelegate { let kind = PKPushType.voIP
      func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void) { \(body) }
    """
  }

  private static let calls: [SmallProject] = [
    SmallProject(
      "a push without a call",
      calls(
        "guard let caller = p.caller else { completion(); return }; provider.reportNewIncomingCall(with: caller) { _ in completion() }"
      ),
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
    SmallProject(
      "a push with a call on each path",
      calls(
        "guard let caller = p.caller else { report(none); completion(); return }; report(caller); completion() } func report(_ c: Caller) { provider.reportNewIncomingCall(with: c) { _ in }"
      ),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a push of another type",
      calls(
        "guard type == .voIP else { completion(); return }; provider.reportNewIncomingCall(with: p) { _ in completion() }"
      ),
      plist: modes("voip"), scenes: true),
  ]

  private static func session(_ body: String) -> String {
    "var kept: (() -> Void)?; let session = URLSession(configuration: make()); func make() -> URLSessionConfiguration { .background(withIdentifier: \"up\") } func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler done: @escaping () -> Void) { \(body) }"
  }

  private static let sessions: [SmallProject] = [
    SmallProject(
      "a session that nobody answers",
      "func make() -> URLSession { URLSession(configuration: URLSessionConfiguration.background(withIdentifier: \"up\")) }",
      scenes: true, "background-session-unanswered"),
    SmallProject(
      "a completion that is dropped", session("kept = done"), scenes: true,
      "background-session-completion-dropped"),
    SmallProject(
      "a completion that is called",
      session("kept = done")
        + "func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) { kept?() }",
      scenes: true),
  ]

  private static let windows: [SmallProject] = [
    SmallProject(
      "the delegate's window with scenes",
      "var window: UIWindow? ; func show() { window!.isHidden = false }", scenes: true,
      "delegate-window-in-scenes"),
    SmallProject(
      "the delegate's window that a scene sets",
      "var window: UIWindow? ; func show() { window!.isHidden = false }"
        + sceneDelegate(
          "\(connect) { (UIApplication.shared.delegate as? AppDelegate)?.window = window }"),
      scenes: true),
    SmallProject(
      "a window of the launch with scenes",
      launch(
        "let own = UIWindow(frame: UIScreen.main.bounds); own.makeKeyAndVisible(); return true"),
      scenes: true, "window-without-scene"),
    SmallProject(
      "a window of older systems",
      launch(
        "if #available(iOS 13, *) { } else { let own = UIWindow(frame: bounds); own.makeKeyAndVisible() }; return true"
      ),
      scenes: true),
    SmallProject(
      "the key window of the launch",
      launch("style(UIApplication.shared.keyWindow); return true"), scenes: true,
      "key-window-at-launch"),
    SmallProject(
      "the key window later", "func style() { tint(UIApplication.shared.keyWindow) }", scenes: true),
  ]

  private static let leaving: [SmallProject] = [
    SmallProject(
      "saves in a task on the way out", leaving("Task { await store.save() }"), scenes: true,
      "work-without-background-task"),
    SmallProject(
      "saves on a queue on the way out",
      leaving("DispatchQueue.global().async { self.store.saveAll() }"), scenes: true,
      "work-without-background-task"),
    SmallProject("saves at once on the way out", leaving("store.save()"), scenes: true),
    SmallProject(
      "saves in a task that is kept alive",
      leaving(
        "let id = app.beginBackgroundTask { self.stop() }; Task { await store.save(); app.endBackgroundTask(id) } } func stop() { store.cancel()"
      ),
      scenes: true),
    SmallProject("reloads on the way out", leaving("Task { await feed.reload() }"), scenes: true),
    SmallProject(
      "a cover that comes late",
      leaving("DispatchQueue.main.async { self.window.addSubview(self.blurView) }"),
      scenes: true, "secret-covered-late"),
    SmallProject("a cover in time", leaving("window.addSubview(blurView)"), scenes: true),
    SmallProject(
      "an observer each time",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { NotificationCenter.default.addObserver(self, selector: #selector(go), name: .changed, object: nil) }"
      ),
      scenes: true, "observer-doubled"),
    SmallProject(
      "an observer that is removed",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { NotificationCenter.default.addObserver(self, selector: #selector(go), name: .changed, object: nil) } func sceneWillResignActive(_ s: UIScene) { NotificationCenter.default.removeObserver(self) }"
      ),
      scenes: true),
  ]

  private static let waiting: [SmallProject] = [
    SmallProject(
      "a launch that waits",
      launch(
        "let ready = DispatchSemaphore(value: 0); load { ready.signal() }; ready.wait(); return true"
      ),
      scenes: true, "main-thread-waits"),
    SmallProject(
      "a launch that locks",
      launch("let lock = DispatchSemaphore(value: 1); lock.wait(); lock.signal(); return true"),
      scenes: true),
    SmallProject(
      "a launch that asks which thread it is",
      launch(
        "if Thread.isMainThread { go() } else { DispatchQueue.main.sync(execute: go) }; return true"
      ),
      scenes: true),
    SmallProject(
      "a way out that sleeps", leaving("Thread.sleep(forTimeInterval: 3)"), scenes: true,
      "main-thread-waits"),
    SmallProject(
      "a delegate of notifications that is late",
      "} class Home: UIViewController, UNUserNotificationCenterDelegate { override func viewDidAppear(_ a: Bool) { UNUserNotificationCenter.current().delegate = self } \(response)",
      scenes: true, "notification-delegate-late"),
    SmallProject(
      "a delegate of notifications in time",
      launch("UNUserNotificationCenter.current().delegate = home; return true")
        + "} class Home: UIViewController, UNUserNotificationCenterDelegate { \(response)",
      scenes: true),
  ]

  private static let response =
    "func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive r: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) { done() }"

  private static let opening =
    "func groupFolder() -> URL? { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"g\") } func open() { db = try? DatabaseQueue(path: groupFolder()!.path) }"

  private static let kept: [SmallProject] = [
    SmallProject("a shared database", opening, scenes: true, "lock-over-suspension"),
    SmallProject(
      "a shared database that is closed", opening + leaving("db.close()"), scenes: true),
    SmallProject(
      "a shared database that observes",
      opening + "func configure() { configuration.observesSuspensionNotifications = true }",
      scenes: true),
    SmallProject(
      "a database of its own", "func open() { db = try? DatabaseQueue(path: documents.path) }",
      scenes: true),
  ]

  private static func list(_ manifest: String) -> String {
    "<plist><dict><key>CFBundlePackageType</key><string>APPL</string>\(manifest)</dict></plist>"
  }

  private static let configuring =
    "func application(_ a: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration { router.start(options); return c }"

  private static let manifests: [SmallProject] = [
    SmallProject(
      "a manifest without a configuration",
      files: [
        "App.swift": entry(""),
        "Info.plist": list("<key>UIApplicationSceneManifest</key><dict/>"),
      ], "no-scene-manifest"),
    SmallProject(
      "a configuration in code alone",
      files: ["App.swift": entry(configuring), "Info.plist": list("")],
      "scene-manifest-may-not-count"),
    SmallProject(
      "a list of an app in another language",
      files: [
        "Platforms/iOS/Info.plist": list("<key>UIDeviceFamily</key><array/>"),
        "App.cs": "class App",
      ],
      "no-scene-manifest"),
    SmallProject(
      "two lists of apps in another language",
      files: [
        "A/Platforms/iOS/Info.plist": list(""), "A/Platforms/MacCatalyst/Info.plist": list(""),
        "B/Platforms/iOS/Info.plist": list(sceneManifest),
      ], "no-scene-manifest"),
    SmallProject(
      "a link that is only compared",
      launch("if options?[.url] != nil { note() }; return true")
        + "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { go(url); return true }"
    ),
    SmallProject(
      "a handler beside its successor",
      "func applicationDidBecomeActive(_ a: UIApplication) { refresh() }"
        + sceneDelegate("func sceneDidBecomeActive(_ s: UIScene) { refresh() }"),
      scenes: true, "handler-duplicated"),
  ]

  /// A project whose target has a folder as a whole, but for one file of it.
  private static let foldered = """
    { rootObject = P; objects = {
    P = { isa = PBXProject; targets = (T, U); buildConfigurationList = N; mainGroup = M; };
    M = { isa = PBXGroup; children = (G); sourceTree = "<group>"; };
    N = { buildConfigurations = (); };
    L = { buildConfigurations = (C); };
    C = { name = Release; buildSettings = { INFOPLIST_FILE = App/Info.plist; }; };
    T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; fileSystemSynchronizedGroups = (G); buildConfigurationList = L; };
    U = { isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension"; buildConfigurationList = L; };
    G = { isa = PBXFileSystemSynchronizedRootGroup; path = App; exceptions = (E, F); };
    E = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; membershipExceptions = (Widget.swift); };
    F = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = U; membershipExceptions = (Widget.swift, Shared.swift); };
    }; }
    """

  private static let folders: [SmallProject] = [
    SmallProject(
      "a file that the folder's target leaves out",
      files: [
        "App.xcodeproj/project.pbxproj": foldered, "App/App.swift": entry(""),
        "App/Widget.swift": "func hold() { flock(fd, LOCK_EX) }",
        "App/Info.plist": list(sceneManifest),
      ]),
    SmallProject(
      "a file that two targets share",
      files: [
        "App.xcodeproj/project.pbxproj": foldered, "App/App.swift": entry(""),
        "App/Shared.swift": "func hold() { flock(fd, LOCK_EX) }",
        "App/Info.plist": list(sceneManifest),
      ], "lock-over-suspension"),
  ]

  private static func answering(_ body: String) -> [String: String] {
    [
      "AppDelegate.m": """
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
      - (void)userNotificationCenter:(UNUserNotificationCenter *)c didReceiveNotificationResponse:(UNNotificationResponse *)r withCompletionHandler:(void (^)(void))completionHandler {
        \(body)
      }
      @end
      """,
      "Info.plist": list(sceneManifest),
    ]
  }

  private static let objectiveC: [SmallProject] = [
    SmallProject(
      "a path without its completion, in Objective-C",
      files: answering(
        "if (r.isText) { [self go:completionHandler]; } else if (r.isOther) { completionHandler(); }"
      ),
      "completion-may-be-missed"),
    SmallProject(
      "all paths with their completion, in Objective-C",
      files: answering(
        "if (!r) { completionHandler(); return; } [self go:^{ completionHandler(); }];")),
    SmallProject(
      "a return without the completion, in Objective-C",
      files: answering("if (!r) return; if (completionHandler) completionHandler();"),
      "completion-may-be-missed"),
  ]

  private static let holding = "func hold() { flock(fd, LOCK_EX) }"

  private static let comments: [SmallProject] = [
    SmallProject(
      "silenced with a reason",
      "// rehearsal:disable lock-over-suspension -- the file is our own\n\(holding)", scenes: true),
    SmallProject(
      "a misspelt silence", "// rehearsal:disable lock-over-suspensoin\n\(holding)", scenes: true,
      "lock-over-suspension", "silence-unknown"),
    SmallProject(
      "a silence of nothing", "// rehearsal:disable lock-over-suspension\nfunc hold() { }",
      scenes: true, "silence-superfluous"),
    SmallProject(
      "a silence of a file", "\(holding)\n// rehearsal:disable:file lock-over-suspension",
      scenes: true),
    SmallProject(
      "a silence of a region",
      "// rehearsal:disable:begin lock-over-suspension\n\n\(holding)\n// rehearsal:enable\n\nfunc more() { flock(fd, LOCK_EX) }",
      scenes: true, "lock-over-suspension"),
  ]
}
