// An example of each kind of finding, wrong and right, as its page shows it. Tests audit both: the wrong
// one is found for this and nothing else, and nothing is found in the right one.

/// A small app, wrong and right.
struct RuleExample {
  /// The rule that the wrong one breaks.
  let rule: AuditRule
  /// The members of the app's delegate, or, after a closing brace, other types.
  let wrong: String
  let right: String
  /// What the Info.plist has besides a scene manifest.
  let plist: String
  /// The same where the right one declares something else.
  let rightPlist: String
  /// Whether the Info.plist has a scene manifest.
  let hasScenes: Bool

  fileprivate init(
    _ rule: AuditRule, plist: String = "", rightPlist: String? = nil, hasScenes: Bool = true,
    wrong: String, right: String
  ) {
    self.rule = rule
    self.wrong = wrong
    self.right = right
    self.plist = plist
    self.rightPlist = rightPlist ?? plist
    self.hasScenes = hasScenes
  }

  /// The files of an app with some members of its delegate.
  static func files(_ members: String, plist: String, hasScenes: Bool) -> [String: String] {
    [
      "App/AppDelegate.swift": """
      import UIKit

      @main class AppDelegate: UIResponder, UIApplicationDelegate {
      \(members)
      }

      """,
      "App/Info.plist": """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>CFBundlePackageType</key><string>APPL</string>
      \(hasScenes ? manifest : "")\(plist)
      </dict></plist>

      """,
    ]
  }

  /// The files of the wrong app.
  var wrongFiles: [String: String] { Self.files(wrong, plist: plist, hasScenes: hasScenes) }
  /// The files of the right app.
  var rightFiles: [String: String] { Self.files(right, plist: rightPlist, hasScenes: true) }

  private static let manifest = """
    <key>UIApplicationSceneManifest</key><dict>
      <key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
          <key>UISceneDelegateClassName</key><string>SceneDelegate</string>
        </dict></array>
      </dict>
    </dict>

    """

  private static func modes(_ modes: String...) -> String {
    "<key>UIBackgroundModes</key><array>\(modes.map { "<string>\($0)</string>" }.joined())</array>"
  }

  private static let listed =
    "<key>BGTaskSchedulerPermittedIdentifiers</key><array><string>org.example.refresh</string></array>"

  static let all: [RuleExample] =
    scenes + ways + declared + scheduled + background + owed + late + kept

  /// The example of a rule; nil for one about comments.
  static func of(_ rule: AuditRule) -> RuleExample? {
    all.first { $0.rule.identifier == rule.identifier }
  }

  // MARK: Pieces that several have

  private static func launch(_ body: String) -> String {
    """
      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
    \(indented(body))
        return true
      }
    """
  }

  private static func push(_ body: String) -> String {
    """
      func application(
        _ application: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
        fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) {
    \(indented(body))
      }
    """
  }

  private static func fetch(_ body: String) -> String {
    """
      func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) {
    \(indented(body))
      }
    """
  }

  private static func action(_ body: String) -> String {
    """
      func application(
        _ application: UIApplication, performActionFor item: UIApplicationShortcutItem,
        completionHandler done: @escaping (Bool) -> Void
      ) {
    \(indented(body))
      }
    """
  }

  private static func open(_ body: String) -> String {
    """
      func application(
        _ application: UIApplication, open url: URL,
        options: [UIApplication.OpenURLOptionsKey: Any]
      ) -> Bool {
    \(indented(body))
        return true
      }
    """
  }

  private static func voip(_ body: String) -> String {
    """
      func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
      ) {
    \(indented(body))
      }
    }

    extension AppDelegate: PKPushRegistryDelegate {
      func use() { registry.desiredPushTypes = [.voIP] }
    """
  }

  private static func method(_ head: String, _ body: String) -> String {
    "  func \(head) {\n\(indented(body))\n  }"
  }

  /// The delegate of scenes with some methods, after the end of the application's.
  private static func scene(_ methods: String...) -> String {
    "}\n\nclass SceneDelegate: UIResponder, UIWindowSceneDelegate {\n"
      + methods.joined(separator: "\n\n")
  }

  private static func connect(_ body: String) -> String {
    """
      func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options: UIScene.ConnectionOptions
      ) {
    \(indented(body))
      }
    """
  }

  private static func indented(_ body: String) -> String {
    body.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
      .joined(separator: "\n")
  }

  /// A scheduled refresh that a method handles.
  private static func refresh(_ body: String, asks: Bool = true) -> String {
    launch(
      """
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in
        self.refresh(task as! BGAppRefreshTask)
      }
      """)
      + "\n\n"
      + method(
        "schedule()",
        "try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: \"org.example.refresh\"))"
      ) + "\n\n" + method("refresh(_ task: BGAppRefreshTask)", (asks ? "schedule()\n" : "") + body)
  }

  private static let expiry =
    "task.expirationHandler = { loader.cancel() }\n"

  // MARK: Scenes

  private static let scenes: [RuleExample] = [
    RuleExample(
      .noSceneManifest, hasScenes: false,
      wrong: method("applicationDidEnterBackground(_ application: UIApplication)", "save()"),
      right: scene(method("sceneDidEnterBackground(_ scene: UIScene)", "save()"))),
    RuleExample(
      .sceneManifestMayNotCount,
      plist: "<key>UIApplicationSceneManifest</key><dict/>", rightPlist: "", hasScenes: false,
      wrong: configuring, right: configuring),
    RuleExample(
      .handlerNeverCalled,
      wrong: method("applicationDidBecomeActive(_ application: UIApplication)", "refresh()"),
      right: scene(method("sceneDidBecomeActive(_ scene: UIScene)", "refresh()"))),
    RuleExample(
      .handlerDuplicated,
      wrong: method("applicationDidBecomeActive(_ application: UIApplication)", "refresh()")
        + "\n" + scene(method("sceneDidBecomeActive(_ scene: UIScene)", "refresh()")),
      right: scene(method("sceneDidBecomeActive(_ scene: UIScene)", "refresh()"))),
    RuleExample(
      .delegateWindow,
      wrong: "  var window: UIWindow?\n\n"
        + method("show(_ screen: UIViewController)", "window?.rootViewController = screen"),
      right: method(
        "show(_ screen: UIViewController, in scene: UIWindowScene)",
        "scene.windows.first?.rootViewController = screen")),
    RuleExample(
      .windowWithoutScene,
      wrong: launch(
        "let window = UIWindow(frame: UIScreen.main.bounds)\nwindow.makeKeyAndVisible()"),
      right: scene(connect("window = UIWindow(windowScene: scene as! UIWindowScene)"))),
    RuleExample(
      .keyWindowAtLaunch,
      wrong: launch("style(UIApplication.shared.keyWindow)"),
      right: scene(connect("style((scene as? UIWindowScene)?.keyWindow)"))),
  ]

  private static let configuring = """
      func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
      ) -> UISceneConfiguration {
        UISceneConfiguration(name: nil, sessionRole: session.role)
      }
    """

  private static let ways: [RuleExample] = [
    RuleExample(
      .launchOptionsEmpty,
      wrong: launch("if let url = options?[.url] as? URL { route(url) }"),
      right: scene(
        connect("route(options.urlContexts)"),
        method(
          "scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)",
          "route(contexts)"))),
    RuleExample(
      .coldLaunchMissed,
      wrong: scene(
        connect("show()"),
        method(
          "scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)",
          "route(contexts)")),
      right: scene(
        connect("show()\nroute(options.urlContexts)"),
        method(
          "scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)",
          "route(contexts)"))),
    RuleExample(
      .warmLaunchMissed,
      wrong: scene(connect("route(options.urlContexts)")),
      right: scene(
        connect("route(options.urlContexts)"),
        method(
          "scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)",
          "route(contexts)"))),
    RuleExample(
      .handledTwice, hasScenes: false,
      wrong: launch("if let item = options?[.shortcutItem] { run(item) }") + "\n\n"
        + action("run(item)\ndone(true)"),
      right: scene(
        connect("if let item = options.shortcutItem { run(item) }"),
        method(
          "windowScene(_ scene: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void)",
          "run(item)\ndone(true)"))),
  ]

  // MARK: What is declared

  private static let declared: [RuleExample] = [
    RuleExample(
      .modeMissing, plist: "", rightPlist: modes("fetch"),
      wrong: fetch("load()\ndone(.newData)"), right: fetch("load()\ndone(.newData)")),
    RuleExample(
      .modeMayBeMissing, plist: "", rightPlist: modes("remote-notification"),
      wrong: push("load()\ndone(.newData)"), right: push("load()\ndone(.newData)")),
    RuleExample(
      .pushWithoutCompletion, plist: modes("remote-notification"),
      wrong: method(
        "application(_ application: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any])",
        "load(info)"),
      right: push("load(info)\ndone(.newData)")),
    RuleExample(
      .locationModeMissing, plist: "", rightPlist: modes("location"),
      wrong: method("track()", "manager.allowsBackgroundLocationUpdates = true"),
      right: method("track()", "manager.allowsBackgroundLocationUpdates = true")),
    RuleExample(
      .modeWithoutHandler, plist: modes("fetch"), rightPlist: "",
      wrong: launch("load()"), right: launch("load()")),
    RuleExample(
      .fetchReplaced, plist: modes("fetch") + listed,
      wrong: fetch("load()\ndone(.newData)"),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
    RuleExample(
      .requestNotPermitted, plist: listed, rightPlist: listed + modes("processing"),
      wrong: method(
        "schedule()",
        "try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: \"org.example.refresh\"))"
      ),
      right: method(
        "schedule()",
        "try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: \"org.example.refresh\"))"
      )),
    RuleExample(
      .exitsOnSuspendIgnored, plist: "<key>UIApplicationExitsOnSuspend</key><true/>",
      rightPlist: "",
      wrong: launch("load()"), right: launch("load()")),
  ]

  // MARK: Scheduled tasks

  private static let scheduledPlist = modes("fetch") + listed

  private static let scheduled: [RuleExample] = [
    RuleExample(
      .taskNotListed, plist: modes("fetch"), rightPlist: scheduledPlist,
      wrong: launch(
        """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in
          task.setTaskCompleted(success: true)
        }
        """) + method("use()", "submit(BGAppRefreshTaskRequest(identifier: name))"),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
    RuleExample(
      .taskRegisteredLate, plist: scheduledPlist,
      wrong: method(
        "applicationDidEnterBackground(_ application: UIApplication)", "")
        + method(
          "use()", "submit(BGAppRefreshTaskRequest(identifier: name))") + "\n"
        + scene(
          method(
            "sceneDidEnterBackground(_ scene: UIScene)",
            """
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in
              task.setTaskCompleted(success: true)
            }
            """)),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
    RuleExample(
      .scheduledTaskNotCompleted, plist: scheduledPlist,
      wrong: refresh(
        expiry + "guard isReady else { return }\ntask.setTaskCompleted(success: true)"),
      right: refresh(
        expiry
          + "guard isReady else { return task.setTaskCompleted(success: false) }\ntask.setTaskCompleted(success: true)"
      )),
    RuleExample(
      .scheduledTaskMayNotComplete, plist: scheduledPlist,
      wrong: refresh(
        expiry
          + "loader.load { data in\n  guard data != nil else { return }\n  task.setTaskCompleted(success: true)\n}"
      ),
      right: refresh(
        expiry + "loader.load { data in\n  task.setTaskCompleted(success: data != nil)\n}")),
    RuleExample(
      .scheduledTaskNotEndedOnExpiry, plist: scheduledPlist,
      wrong: refresh("loader.load { task.setTaskCompleted(success: true) }"),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
    RuleExample(
      .refreshNotAskedAgain, plist: scheduledPlist,
      wrong: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }", asks: false),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
  ]

  // MARK: Background tasks

  private static let beginning =
    "var id = UIBackgroundTaskIdentifier.invalid\nid = app.beginBackgroundTask { self.stop() }\n"
  private static let stopping =
    "\n\n" + method("stop()", "app.endBackgroundTask(current)")

  private static let background: [RuleExample] = [
    RuleExample(
      .backgroundTaskNotEnded,
      wrong: method(
        "upload()", beginning + "guard isReady else { return }\napp.endBackgroundTask(id)")
        + stopping,
      right: method(
        "upload()",
        beginning + "defer { app.endBackgroundTask(id) }\nguard isReady else { return }\nsend()")
        + stopping),
    RuleExample(
      .backgroundTaskMayNotEnd,
      wrong: method(
        "upload()",
        beginning
          + "loader.load { data in\n  guard data != nil else { return }\n  app.endBackgroundTask(id)\n}"
      )
        + stopping,
      right: method("upload()", beginning + "loader.load { _ in app.endBackgroundTask(id) }")
        + stopping),
    RuleExample(
      .backgroundTaskNeverEnded,
      wrong: method("upload()", "id = app.beginBackgroundTask { self.cancel() }\nsend()"),
      right: method(
        "upload()",
        "id = app.beginBackgroundTask { self.app.endBackgroundTask(self.id) }\nsend()\napp.endBackgroundTask(id)"
      )),
    RuleExample(
      .backgroundTaskNotEndedOnExpiry,
      wrong: method(
        "upload()", "let id = app.beginBackgroundTask()\nsend()\napp.endBackgroundTask(id)"),
      right: method(
        "upload()",
        "var id = UIBackgroundTaskIdentifier.invalid\nid = app.beginBackgroundTask { app.endBackgroundTask(id) }\nsend()\napp.endBackgroundTask(id)"
      )),
    RuleExample(
      .backgroundTaskLeftToExpiry,
      wrong: method(
        "upload()",
        "var id = UIBackgroundTaskIdentifier.invalid\nid = app.beginBackgroundTask { app.endBackgroundTask(id) }\nguard isReady else { return }\napp.endBackgroundTask(id)"
      ),
      right: method(
        "upload()",
        "var id = UIBackgroundTaskIdentifier.invalid\nid = app.beginBackgroundTask { app.endBackgroundTask(id) }\ndefer { app.endBackgroundTask(id) }\nguard isReady else { return }\nsend()"
      )),
    RuleExample(
      .backgroundTaskOverwritten,
      wrong: "  var id = UIBackgroundTaskIdentifier.invalid\n"
        + scene(
          "  var id = UIBackgroundTaskIdentifier.invalid\n\n"
            + method(
              "sceneDidEnterBackground(_ scene: UIScene)",
              "id = app.beginBackgroundTask { self.app.endBackgroundTask(self.id) }\nsend { self.app.endBackgroundTask(self.id) }"
            )),
      right: "  var id = UIBackgroundTaskIdentifier.invalid\n"
        + scene(
          "  var id = UIBackgroundTaskIdentifier.invalid\n\n"
            + method(
              "sceneDidEnterBackground(_ scene: UIScene)",
              "guard id == .invalid else { return }\nid = app.beginBackgroundTask { self.app.endBackgroundTask(self.id) }\nsend { self.app.endBackgroundTask(self.id) }"
            ))),
    RuleExample(
      .helperTaskMayNotEnd,
      wrong: method(
        "upload()",
        "let task = BackgroundWork.beginBackgroundTask(named: \"upload\")\nguard isReady else { return }\ntask.end()"
      ) + wrapper,
      right: method(
        "upload()",
        "let task = BackgroundWork.beginBackgroundTask(named: \"upload\")\ndefer { task.end() }\nguard isReady else { return }\nsend()"
      ) + wrapper),
    RuleExample(
      .workWithoutBackgroundTask,
      wrong: scene(
        method("sceneDidEnterBackground(_ scene: UIScene)", "Task { await store.save() }")),
      right: scene(method("sceneDidEnterBackground(_ scene: UIScene)", "store.saveAtOnce()"))),
  ]

  private static let wrapper = """

    }

    final class BackgroundWork {
      private let id: UIBackgroundTaskIdentifier
      init(_ id: UIBackgroundTaskIdentifier) { self.id = id }
      static func beginBackgroundTask(named name: String) -> BackgroundWork { make(name) }
      func end() { app.endBackgroundTask(id) }
    """

  // MARK: Completions

  private static let owed: [RuleExample] = [
    RuleExample(
      .completionNotCalled, plist: modes("remote-notification"),
      wrong: push("guard info[\"id\"] != nil else { return }\nload { done(.newData) }"),
      right: push(
        "guard info[\"id\"] != nil else { return done(.noData) }\nload { done(.newData) }")),
    RuleExample(
      .completionMayBeMissed, plist: modes("remote-notification"),
      wrong: push("load { [weak self] in\n  guard let self else { return }\n  done(.newData)\n}"),
      right: push("load { [weak self] in\n  self?.show()\n  done(.newData)\n}")),
    RuleExample(
      .completedTwice, plist: scheduledPlist,
      wrong: refresh(
        "task.expirationHandler = { task.setTaskCompleted(success: false) }\nloader.load { task.setTaskCompleted(success: true) }"
      ),
      right: refresh(expiry + "loader.load { task.setTaskCompleted(success: true) }")),
    RuleExample(
      .completionCalledAgain, plist: modes("remote-notification"),
      wrong: push("if info[\"id\"] == nil { done(.noData) }\nload { done(.newData) }"),
      right: push("if info[\"id\"] == nil { return done(.noData) }\nload { done(.newData) }")),
    RuleExample(
      .callNotReported, plist: modes("voip"),
      wrong: voip(
        "guard let caller = payload.caller else { return completion() }\nprovider.reportNewIncomingCall(with: caller)\ncompletion()"
      ),
      right: voip(
        "provider.reportNewIncomingCall(with: payload.caller ?? .unknown)\ncompletion()")),
    RuleExample(
      .backgroundSessionUnanswered,
      wrong: method(
        "session()", "URLSession(configuration: .background(withIdentifier: \"uploads\"))"),
      right: session("done()")),
    RuleExample(
      .backgroundSessionDropped, wrong: session("kept = done"),
      right: session("kept = done") + "\n\n"
        + method(
          "urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)", "kept?()")),
  ]

  private static func session(_ body: String) -> String {
    """
      var kept: (() -> Void)?
      let session = URLSession(configuration: .background(withIdentifier: "uploads"))

      func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler done: @escaping () -> Void
      ) {
    \(indented(body))
      }
    """
  }

  private static let late: [RuleExample] = [
    RuleExample(
      .notificationDelegateLate,
      wrong: response + "\n}\n\nclass Home: UIViewController {\n"
        + method("viewDidLoad()", "UNUserNotificationCenter.current().delegate = center"),
      right: launch("UNUserNotificationCenter.current().delegate = center") + "\n" + response),
    RuleExample(
      .mainThreadWaits,
      wrong: launch(
        "let ready = DispatchSemaphore(value: 0)\nload { ready.signal() }\nready.wait()"),
      right: launch("load { self.show() }")),
    RuleExample(
      .secretCoveredLate,
      wrong: scene(
        method(
          "sceneDidEnterBackground(_ scene: UIScene)",
          "DispatchQueue.main.async { self.window?.addSubview(self.cover) }")),
      right: scene(
        method("sceneWillResignActive(_ scene: UIScene)", "window?.addSubview(cover)"))),
  ]

  private static let response = """
    }

    class Center: NSObject, UNUserNotificationCenterDelegate {
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler done: @escaping () -> Void
      ) {
        route(response)
        done()
      }
    """

  // MARK: What an app keeps

  private static let kept: [RuleExample] = [
    RuleExample(
      .savesOnlyAtTermination,
      wrong: method("applicationWillTerminate(_ application: UIApplication)", "saveContext()"),
      right: method("applicationWillTerminate(_ application: UIApplication)", "saveContext()")
        + "\n"
        + scene(method("sceneDidEnterBackground(_ scene: UIScene)", "delegate.saveContext()"))),
    RuleExample(
      .protectedDataTakenForAbsent, plist: modes("location"),
      wrong: launch("if UserDefaults.standard.string(forKey: \"token\") == nil { logOut() }"),
      right: launch(
        "if application.isProtectedDataAvailable, UserDefaults.standard.string(forKey: \"token\") == nil {\n  logOut()\n}"
      )),
    RuleExample(
      .lockOverSuspension,
      wrong: method("hold()", "flock(file, LOCK_EX)"),
      right: method("write()", "flock(file, LOCK_EX)\nchange()\nflock(file, LOCK_UN)")),
    RuleExample(
      .timerDoubled, wrong: scene(method("sceneDidBecomeActive(_ scene: UIScene)", ticking)),
      right: scene(
        method("sceneDidBecomeActive(_ scene: UIScene)", "timer = " + ticking),
        method("sceneWillResignActive(_ scene: UIScene)", "timer?.invalidate()"))),
    RuleExample(
      .timerMayDouble,
      wrong: scene(
        method("sceneDidBecomeActive(_ scene: UIScene)", "timer = " + ticking),
        method("close()", "timer?.invalidate()")),
      right: scene(
        method(
          "sceneDidBecomeActive(_ scene: UIScene)", "timer?.invalidate()\ntimer = " + ticking),
        method("close()", "timer?.invalidate()"))),
    RuleExample(
      .observerDoubled,
      wrong: scene(method("sceneDidBecomeActive(_ scene: UIScene)", observing)),
      right: scene(connect(observing))),
  ]

  private static let ticking =
    "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in tick() }"
  private static let observing =
    "center.addObserver(self, selector: #selector(show), name: .changed, object: nil)"
}
