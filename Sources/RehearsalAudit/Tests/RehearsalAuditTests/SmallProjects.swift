// Small projects of our own, right and wrong in each kind of finding, from the time of iOS 12 to SwiftUI.
//
// swift-format-ignore-file: LineLength

@testable import RehearsalAudit

/// A project as a few texts, and what an audit has to find in it, by its rules; nothing else.
struct SmallProject: Sendable, CustomStringConvertible {
  let name: String
  let files: [String: String]
  let findings: [String]

  var description: String { name }

  /// A delegate without scenes, with an Info.plist.
  init(
    _ name: String, _ members: String, plist: String = "", scenes: Bool = false,
    _ findings: String...
  ) {
    self.name = name
    let manifest = scenes ? Self.sceneManifest : ""
    // A project without a manifest is found by that; here other kinds are asked for.
    files = [
      "App/AppDelegate.swift": """
      import UIKit
      @main class AppDelegate: UIResponder, UIApplicationDelegate {
      \(members)
      }
      """,
      "App/Info.plist": """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>CFBundlePackageType</key><string>APPL</string>\(manifest)\(plist)
      </dict></plist>
      """,
    ]
    self.findings = (findings + (scenes ? [] : ["no-scene-manifest"])).sorted()
  }

  /// A manifest that names the delegate of scenes.
  static let sceneManifest =
    "<key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict><key>UIWindowSceneSessionRoleApplication</key><array><dict><key>UISceneDelegateClassName</key><string>SceneDelegate</string></dict></array></dict></dict>"

  /// A project of files.
  init(_ name: String, files: [String: String], _ findings: String...) {
    self.name = name
    self.files = files
    self.findings = findings.sorted()
  }

  static func modes(_ modes: String...) -> String {
    "<key>UIBackgroundModes</key><array>"
      + modes.map { "<string>\($0)</string>" }.joined() + "</array>"
  }

  static func tasks(_ identifiers: String...) -> String {
    "<key>BGTaskSchedulerPermittedIdentifiers</key><array>"
      + identifiers.map { "<string>\($0)</string>" }.joined() + "</array>"
  }

  static func push(_ body: String) -> String {
    """
    func application(_ application: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
      fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) { \(body) }
    """
  }

  static func fetch(_ body: String) -> String {
    "func application(_ a: UIApplication, performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) { \(body) }"
  }

  /// A registration that hands its task to a method.
  static func handing(_ body: String) -> String {
    launch(
      "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"x.refresh\", using: nil) { task in self.handle(task: task as! BGAppRefreshTask) }; return true"
    ) + "func handle(task: BGAppRefreshTask) { \(body) }"
  }

  static let pushMode = modes("remote-notification")

  static func sceneDelegate(_ members: String) -> String {
    "} class SceneDelegate: UIResponder, UIWindowSceneDelegate { \(members)"
  }

  static let connect =
    "func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)"

  static let registering = """
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "x.refresh", using: nil) { task in
      task.setTaskCompleted(success: true) }
    """

  static func launch(_ body: String) -> String {
    """
    func application(_ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool { \(body) }
    """
  }

  static let all: [SmallProject] =
    scenes + modesAndTasks + paths + state + judged + lossy + followed + styled

  private static let scenes: [SmallProject] = [
    SmallProject("no manifest", "func applicationDidEnterBackground(_ a: UIApplication) { go() }"),
    SmallProject(
      "a manifest", "func applicationWillTerminate(_ a: UIApplication) { go() }", scenes: true),
    SmallProject(
      "active at the delegate", "func applicationDidBecomeActive(_ a: UIApplication) { refresh() }",
      scenes: true, "handler-never-called"),
    SmallProject(
      "empty handlers say nothing", "func applicationDidBecomeActive(_ a: UIApplication) { }",
      scenes: true),
    SmallProject(
      "a link at the delegate",
      "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { go(url); return true }",
      scenes: true, "handler-never-called"),
    SmallProject(
      "a link without scenes",
      "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { go(url); return true }"
    ),
    SmallProject(
      "launch options with scenes", launch("if let url = options?[.url] { go(url) }; return true"),
      scenes: true, "launch-options-empty"),
    SmallProject(
      "a link read at launch alone", launch("if let url = options?[.url] { go(url) }; return true"),
      "warm-way-missed"),
    SmallProject(
      "a quick action twice",
      launch("if let item = options?[.shortcutItem] { go(item) }; return true")
        + "func application(_ a: UIApplication, performActionFor item: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void) { go(item); completionHandler(true) }",
      "handled-twice"),
    SmallProject(
      "a quick action once",
      launch("if let item = options?[.shortcutItem] { go(item); return false }; return true")
        + "func application(_ a: UIApplication, performActionFor item: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void) { go(item); completionHandler(true) }"
    ),
    SmallProject(
      "warm links alone",
      sceneDelegate(
        "\(connect) { show() } func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { go(c) }"
      ),
      scenes: true, "cold-way-missed"),
    SmallProject(
      "links both ways",
      sceneDelegate(
        "\(connect) { go(options.urlContexts) } func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { go(c) }"
      ),
      scenes: true),
    SmallProject(
      "options handed on",
      sceneDelegate(
        "\(connect) { router.start(options) } func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { go(c) }"
      ),
      scenes: true),
    SmallProject(
      "cold links alone", sceneDelegate("\(connect) { go(options.urlContexts) }"), scenes: true,
      "warm-way-missed"),
    SmallProject(
      "SwiftUI with an adaptor",
      files: [
        "App.swift": """
        import SwiftUI
        @main struct Notes: App { @UIApplicationDelegateAdaptor(Delegate.self) var delegate
          var body: some Scene { WindowGroup { Text("") } } }
        class Delegate: NSObject, UIApplicationDelegate {
          func applicationDidEnterBackground(_ a: UIApplication) { save() } }
        """
      ], "handler-never-called"),
    SmallProject(
      "an Objective-C delegate",
      files: [
        "AppDelegate.m": """
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
        - (void)applicationDidBecomeActive:(UIApplication *)a { [self refresh]; } // {
        @end
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ], "handler-never-called"),
    SmallProject(
      "exits on suspend", "", plist: "<key>UIApplicationExitsOnSuspend</key><true/>", scenes: true,
      "exits-on-suspend-ignored"),
  ]

  private static let modesAndTasks: [SmallProject] = [
    SmallProject(
      "a push without its mode", push("done(.noData)"), scenes: true, "mode-may-be-missing"),
    SmallProject(
      "a fetch without its mode", fetch("done(.noData)"), scenes: true, "mode-missing"),
    SmallProject("a push with its mode", push("done(.noData)"), plist: pushMode, scenes: true),
    SmallProject("a mode in vain", "", plist: modes("fetch"), scenes: true, "mode-without-handler"),
    SmallProject(
      "location without its mode",
      "func track() { manager.allowsBackgroundLocationUpdates = true }",
      scenes: true, "location-mode-missing"),
    SmallProject(
      "fetch beside scheduled tasks",
      fetch("done(.noData)"), plist: modes("fetch") + tasks("x"), scenes: true, "fetch-replaced"),
    SmallProject(
      "a request without its mode",
      "func plan() { submit(BGProcessingTaskRequest(identifier: \"x\")) }",
      plist: tasks("x"), scenes: true, "request-not-permitted"),
    SmallProject(
      "a task that is not listed", launch("\(registering); return true"), scenes: true,
      "task-not-listed"),
    SmallProject(
      "a task that is listed", launch("\(registering); return true"), plist: tasks("x.refresh"),
      scenes: true),
    SmallProject(
      "a task that a variable lists", launch("\(registering); return true"),
      plist: tasks("$(PRODUCT_BUNDLE_IDENTIFIER).refresh"), scenes: true),
    SmallProject(
      "a late registration",
      "} class V: UIViewController { override func viewDidLoad() { \(registering) }",
      plist: tasks("x.refresh"), scenes: true, "task-registered-late"),
    SmallProject(
      "a task in a hasty closure",
      handing(
        "loader.load { data, error in guard error == nil else { return }; task.setTaskCompleted(success: true) }"
      ),
      plist: tasks("x.refresh"), scenes: true, "scheduled-task-may-not-complete",
      "scheduled-task-not-ended-on-expiry"),
    SmallProject(
      "a task on one path",
      handing("guard ready else { return }; task.setTaskCompleted(success: true)"),
      plist: tasks("x.refresh"), scenes: true, "scheduled-task-not-completed"),
    SmallProject(
      "a task on all paths",
      handing("defer { task.setTaskCompleted(success: true) }; if x { return }"),
      plist: tasks("x.refresh"), scenes: true),
  ]

  static func task(_ body: String) -> String {
    "func work() { let id = app.beginBackgroundTask { self.stop() }; \(body) } func stop() { app.endBackgroundTask(current) }"
  }

  private static let paths: [SmallProject] = [
    SmallProject(
      "a background task in a hasty closure",
      task(
        "loader.load { data, error in guard error == nil else { return }; app.endBackgroundTask(id) }"
      ),
      scenes: true, "background-task-may-not-end"),
    SmallProject(
      "a push unanswered", push("if x { done(.newData) }"), plist: pushMode, scenes: true,
      "completion-not-called"),
    SmallProject(
      "a push with else", push("if x { done(.newData) } else { done(.noData) }"), plist: pushMode,
      scenes: true),
    SmallProject(
      "a push with guard", push("guard x else { return }; done(.newData)"), plist: pushMode,
      scenes: true, "completion-not-called"),
    SmallProject(
      "a default of a protocol that stands in for UIKit's",
      "} public protocol UIApplicationDelegate {} extension UIApplicationDelegate { " + push(""),
      plist: pushMode, scenes: true),
    SmallProject("a push handed on", push("loader.load(done)"), plist: pushMode, scenes: true),
    SmallProject(
      "a push in a closure", push("loader.load { done(.newData) }"), plist: pushMode, scenes: true),
    SmallProject(
      "a push in a hasty closure",
      push("loader.load { data, error in guard error == nil else { return }; done(.newData) }"),
      plist: pushMode, scenes: true, "completion-may-be-missed"),
    SmallProject(
      "a push in a switch",
      push("switch x { case 1: done(.newData); case 2: break; default: done(.noData) }"),
      plist: pushMode, scenes: true, "completion-not-called"),
    SmallProject(
      "a push with catch", push("do { try load(); done(.newData) } catch { done(.failed) }"),
      plist: pushMode, scenes: true),
    SmallProject(
      "a push with an idle catch", push("do { try load(); done(.newData) } catch { print(error) }"),
      plist: pushMode, scenes: true, "completion-not-called"),
    SmallProject(
      "two conditions of one thing", push("if x { done(.newData) }; if !x { done(.noData) }"),
      plist: pushMode, scenes: true),
    SmallProject(
      "a push in a loop", push("for x in xs { if x.isLast { done(.newData) } }"), plist: pushMode,
      scenes: true),
    SmallProject("a push that ends", push("fatalError()"), plist: pushMode, scenes: true),
    SmallProject("a task that ends", task("app.endBackgroundTask(id)"), scenes: true),
    SmallProject(
      "a task that returns", task("if x { return }; app.endBackgroundTask(id)"), scenes: true,
      "background-task-not-ended"),
    SmallProject(
      "a task with defer", task("defer { app.endBackgroundTask(id) }; if x { return }"),
      scenes: true),
    SmallProject(
      "a task in a closure", task("queue.async { self.run(); app.endBackgroundTask(id) }"),
      scenes: true),
    SmallProject("a task that is kept", task("current = id"), scenes: true),
    SmallProject(
      "a task never ended", "func work() { id = app.beginBackgroundTask { } }", scenes: true,
      "background-task-never-ended"),
    SmallProject(
      "a task without a handler",
      "func work() { let id = app.beginBackgroundTask(); app.endBackgroundTask(id) }",
      scenes: true, "background-task-not-ended-on-expiry"),
  ]

  private static let state: [SmallProject] = [
    SmallProject(
      "saves at the end", "func applicationWillTerminate(_ a: UIApplication) { saveContext() }",
      scenes: true, "saves-only-at-termination"),
    SmallProject(
      "saves earlier",
      "func applicationWillTerminate(_ a: UIApplication) { saveContext() }"
        + sceneDelegate("func sceneDidEnterBackground(_ s: UIScene) { delegate.saveContext() }"),
      scenes: true),
    SmallProject(
      "a login at launch",
      launch("signIn(); return true") + "func signIn() { SecItemCopyMatching(q, &r) }",
      plist: modes("location"), scenes: true, "shut-data-taken-for-absent"),
    SmallProject(
      "a login that asks",
      launch("signIn(); return true")
        + "func signIn() { if app.isProtectedDataAvailable { SecItemCopyMatching(q, &r) } }",
      plist: modes("location"), scenes: true),
    SmallProject(
      "a lock", "func hold() { flock(fd, LOCK_EX) }", scenes: true, "lock-over-suspension"),
    SmallProject(
      "a lock released", "func hold() { flock(fd, LOCK_EX); write(); flock(fd, LOCK_UN) }",
      scenes: true),
    SmallProject(
      "a timer that something stops",
      sceneDelegate(
        "var t: Timer?; func sceneDidBecomeActive(_ s: UIScene) { t = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } }; func close() { t?.invalidate() }"
      ),
      scenes: true, "timer-may-double"),
    SmallProject(
      "a timer at each activation",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } }"
      ),
      scenes: true, "timer-doubled"),
    SmallProject(
      "a timer that stops",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } } func sceneWillResignActive(_ s: UIScene) { timer?.invalidate() }"
      ),
      scenes: true),
    SmallProject(
      "a timer that is looked for",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { if timer == nil { timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in } } }"
      ),
      scenes: true),
    SmallProject(
      "silenced", "// rehearsal:disable lock-over-suspension\nfunc hold() { flock(fd, LOCK_EX) }",
      scenes: true),
  ]
}
