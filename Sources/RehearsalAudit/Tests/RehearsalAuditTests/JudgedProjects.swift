// Small projects of what public apps have that is right and looks wrong, or the other way round: each
// kind of finding that was wrong there once.
//
// swift-format-ignore-file: LineLength

@testable import RehearsalAudit

extension SmallProject {
  static let judged =
    judgedDelegates + judgedEntries + judgedTasks + judgedModes + judgedState + judgedFiles

  private static let active = "func applicationDidBecomeActive(_ a: UIApplication) { refresh() }"

  private static let judgedDelegates: [SmallProject] = [
    SmallProject(
      "a handler that the scenes call",
      active
        + sceneDelegate(
          "func sceneDidBecomeActive(_ s: UIScene) { delegate.applicationDidBecomeActive(UIApplication.shared) }"
        ),
      scenes: true),
    SmallProject(
      "a service in the form of a delegate",
      "} class Service: NSObject, UIApplicationDelegate { \(active)",
      scenes: true),
    SmallProject(
      "a service of a delegate that nobody marks",
      files: [
        "main.swift": "UIApplicationMain(argc, argv, nil, NSStringFromClass(AppDelegate.self))",
        "App.swift": "class AppDelegate: UIResponder, UIApplicationDelegate { \(active) }",
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ], "handler-never-called"),
    SmallProject(
      "a handler in Objective-C that another calls",
      files: [
        "AppDelegate.m": """
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
        - (void)applicationDidBecomeActive:(UIApplication *)a { [self refresh]; }
        - (void)sceneIsActive { [self applicationDidBecomeActive:app]; }
        @end
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ]),
    SmallProject(
      "a handler in Objective-C that only answers",
      files: [
        "AppDelegate.m": """
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
        - (BOOL)application:(UIApplication *)a continueUserActivity:(NSUserActivity *)activity restorationHandler:(id)handler
        {
          return YES;
        }
        @end
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ]),
    SmallProject(
      "an App that another type begins",
      files: [
        "Main.swift":
          "@main class Main { static func main() { prepare(); ShopApp.main() } static func prepare() { } }",
        "App.swift": "struct ShopApp: App { }",
        "External.swift": "class External: UIResponder, UIWindowSceneDelegate { }",
        "Info.plist": manifest(""),
      ]),
    SmallProject(
      "an App that a file begins",
      files: [
        "main.swift": "prepare()\nShopApp.main()", "App.swift": "struct ShopApp: App { }",
        "External.swift": "class External: UIResponder, UIApplicationDelegate { }",
        "Info.plist": manifest(""),
      ]),
    SmallProject(
      "two heads of one method",
      files: [
        "AppDelegate.m": """
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
        #if __IPHONE_OS_VERSION_MAX_ALLOWED >= 120000
        - (void)ready:(id)a {
        #else
        - (void)ready:(int)a {
        #endif
          [self go];
        }
        - (void)applicationDidBecomeActive:(UIApplication *)a { [self refresh]; }
        @end
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ], "handler-never-called"),
    SmallProject(
      "a handler that is perhaps not compiled",
      files: [
        "AppDelegate.m": """
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)a didFinishLaunchingWithOptions:(NSDictionary *)o { return YES; }
        #if WITH_PUSH
        - (void)applicationDidBecomeActive:(UIApplication *)a { [self refresh]; }
        #endif
        #if 0
        - (void)applicationWillResignActive:(UIApplication *)a { [self stop]; }
        #endif
        @end
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ]),
  ]

  private static let restoring =
    "if let activity = options.userActivities.first ?? session.stateRestorationActivity { go(activity) }"

  private static let judgedEntries: [SmallProject] = [
    SmallProject(
      "launch options of older systems",
      launch("if #available(iOS 13.0, *) { } else { go(options?[.url]) }; return true"),
      scenes: true),
    SmallProject(
      "a quick action kept until later",
      "var item: UIApplicationShortcutItem? ; "
        + launch("item = options?[.shortcutItem] as? UIApplicationShortcutItem; return true")
        + "func application(_ a: UIApplication, performActionFor new: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void) { item = new; completionHandler(true) }"
    ),
    SmallProject(
      "an asynchronous handler of quick actions",
      sceneDelegate(
        "\(connect) { go(options.shortcutItem) } func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem) async -> Bool { await go(item) }"
      ), scenes: true),
    SmallProject(
      "a handler that only answers",
      "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { return true }",
      scenes: true),
    SmallProject(
      "an asynchronous answer to a push",
      "func application(_ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]) async -> UIBackgroundFetchResult { await load() }",
      plist: pushMode, scenes: true),
    SmallProject(
      "activities of its own", sceneDelegate("\(connect) { \(restoring) }"), scenes: true),
    SmallProject(
      "activities from the web",
      sceneDelegate(
        "\(connect) { \(restoring) } func go(_ a: NSUserActivity) { open(a.webpageURL) }"),
      scenes: true, "warm-way-missed"),
    SmallProject(
      "a delegate of scenes from a framework",
      files: [
        "App.swift": """
        @main class AppDelegate: UIResponder, UIApplicationDelegate { }
        class SceneDelegate: FlutterSceneDelegate, UIWindowSceneDelegate {
          func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { go(c) } }
        """,
        "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
      ]),
    SmallProject(
      "a quick action read where scenes are configured",
      """
      func application(_ a: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions) -> UISceneConfiguration { go(options.shortcutItem); return c }
      """
        + sceneDelegate(
          "func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) { go(item); done(true) }"
        ),
      scenes: true),
    SmallProject(
      "options that nobody names where scenes are configured",
      """
      func application(_ a: UIApplication, configurationForConnecting session: UISceneSession,
        options _: UIScene.ConnectionOptions) -> UISceneConfiguration { c }
      """
        + sceneDelegate(
          "func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { go(c) }"),
      scenes: true, "cold-way-missed"),
  ]

  private static func planning(_ declarations: String, _ identifier: String, _ more: String = "")
    -> String
  {
    "func plan(\(declarations)) { submit(BGAppRefreshTaskRequest(identifier: \(identifier))) } \(more)"
  }

  private static let fetchMode = modes("fetch")

  private static let judgedTasks: [SmallProject] = [
    SmallProject(
      "an identifier that another type has by this name",
      planning(
        "identifier: String", "identifier", "} class Cell { static let identifier = \"Cell\""),
      plist: fetchMode + tasks("x"), scenes: true),
    SmallProject(
      "an identifier of a variable",
      planning("", "identifier", "var identifier = \"y\""), plist: fetchMode + tasks("x"),
      scenes: true),
    SmallProject(
      "an identifier of a value",
      planning("", "plan.identifier", "} enum Cell { static let identifier = \"y\""),
      plist: fetchMode + tasks("x"), scenes: true),
    SmallProject(
      "an identifier of its own type", planning("", "identifier", "let identifier = \"y\""),
      plist: fetchMode + tasks("x"), scenes: true, "task-not-listed"),
    SmallProject(
      "an identifier of a named type",
      planning("", "Tasks.shared.refresh", "} struct Tasks { let refresh = \"y\""),
      plist: fetchMode + tasks("x"), scenes: true, "task-not-listed"),
    SmallProject(
      "an identifier of an enumeration",
      planning("", "Tasks.refresh.rawValue", "} enum Tasks: String { case refresh = \"y\""),
      plist: fetchMode + tasks("x"), scenes: true, "task-not-listed"),
    SmallProject(
      "an identifier of the body",
      "func plan() { let identifier = \"y\"; submit(BGAppRefreshTaskRequest.init(identifier: identifier)) }",
      plist: fetchMode + tasks("x"), scenes: true, "task-not-listed"),
    SmallProject(
      "a method that is only told of a task",
      handing("note(task); task.setTaskCompleted(success: true)")
        + "func note(_ task: BGAppRefreshTask) { print(task) } func limit(task: BGTask) { task.expirationHandler = { } }",
      plist: tasks("x.refresh"), scenes: true),
    SmallProject(
      "a handler that is given by its name",
      launch(
        "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"x.refresh\", using: nil, launchHandler: handle(task:)); return true"
      ) + "func handle(task: BGTask) { if ready { task.setTaskCompleted(success: true) } }",
      plist: tasks("x.refresh"), scenes: true, "scheduled-task-not-completed"),
    SmallProject(
      "a task that is always of its type",
      launch(
        "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"x.refresh\", using: nil) { task in guard let task = task as? BGAppRefreshTask else { return }; self.handle(task) }; return true"
      ) + "func handle(_ task: BGAppRefreshTask) { task.setTaskCompleted(success: true) }",
      plist: tasks("x.refresh"), scenes: true),
    SmallProject(
      "a view that registers before the launch returns",
      "} class V: UIViewController { override func viewDidLoad() { \(registering) }",
      plist: tasks("x.refresh")),
    SmallProject(
      "a task that ends when it expires",
      "func work() { var id = none; id = app.beginBackgroundTask { app.endBackgroundTask(id) }; run() }",
      scenes: true),
    SmallProject(
      "a task that a closure ends which is older",
      "func work() { var id = none; let end = { app.endBackgroundTask(id); id = none }; id = app.beginBackgroundTask(expirationHandler: end); load { end() } }",
      scenes: true),
    SmallProject(
      "a task that a function ends which is older",
      "func work() { var id = none; func end() { app.endBackgroundTask(id) }; id = app.beginBackgroundTask(expirationHandler: end); end() }",
      scenes: true),
    SmallProject(
      "a task of a class that wraps them",
      "func work() { keeper.beginBackgroundTask() } } class Keeper { func beginBackgroundTask() { id = app.beginBackgroundTask { self.end() } } func end() { app.endBackgroundTask(id) }",
      scenes: true),
  ]

  private static let judgedModes: [SmallProject] = [
    SmallProject(
      "a mode that the cloud needs",
      files: [
        "App.swift": "@main struct Notes: App { }",
        "Info.plist": "<plist><dict>\(pushMode)</dict></plist>",
        "App.entitlements":
          "<plist><dict><key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array></dict></plist>",
      ]),
    SmallProject(
      "a mode that a framework needs", "} import FirebaseMessaging; class Push {", plist: pushMode,
      scenes: true),
    SmallProject(
      "a mode for pushes in vain", "", plist: pushMode, scenes: true, "mode-without-handler"),
    SmallProject(
      "location after a look at the modes",
      "func track() { if has(\"UIBackgroundModes\") { manager.allowsBackgroundLocationUpdates = true } }",
      scenes: true),
    SmallProject(
      "location of a class that is told whether",
      "func track() { if allowsBackgroundUpdates { manager.allowsBackgroundLocationUpdates = true } }",
      scenes: true),
    SmallProject(
      "fetch beside scheduled tasks, on older systems",
      fetch("done(.noData)") + launch("if #available(iOS 13.0, *) { }; return true"),
      plist: modes("fetch") + tasks("x"), scenes: true),
    SmallProject(
      "pushes for files",
      """
      } class Files: NSObject, PKPushRegistryDelegate { let kind = PKPushType.fileProvider
        func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for t: PKPushType,
          completion: @escaping () -> Void) { completion() }
      """, scenes: true),
    SmallProject(
      "pushes for calls",
      """
      } class Calls: NSObject, PKPushRegistryDelegate { let kind = PKPushType.voIP
        func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for t: PKPushType,
          completion: @escaping () -> Void) { completion() }
      """, scenes: true, "mode-missing"),
  ]

  private static let ticking = "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }"

  private static let judgedState: [SmallProject] = [
    SmallProject(
      "a login of an app that people start",
      launch("signIn(); return true") + "func signIn() { SecItemCopyMatching(q, &r) }",
      plist: modes("audio"), scenes: true),
    SmallProject(
      "a mark of the end",
      "func applicationWillTerminate(_ a: UIApplication) { UserDefaults.standard.set(true, forKey: \"ended\") }",
      scenes: true),
    SmallProject(
      "a timer the first time",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { guard !runs else { return }; runs = true; poll() } func poll() { \(ticking) }"
      ), scenes: true),
    SmallProject(
      "a timer each time, in a method",
      sceneDelegate(
        "func sceneDidBecomeActive(_ s: UIScene) { poll() } func poll() { \(ticking) }"),
      scenes: true, "timer-doubled"),
    SmallProject(
      "a method of the same name elsewhere",
      sceneDelegate("func sceneDidBecomeActive(_ s: UIScene) { network.start() }")
        + "} class Poller { func start() { \(ticking) }", scenes: true),
  ]

  private static func manifest(_ keys: String) -> String {
    "<plist><dict><key>CFBundlePackageType</key><string>APPL</string>\(keys)</dict></plist>"
  }

  /// A project of Xcode with a target for each of some names, which has a file of that name.
  private static func project(_ targets: String..., settings: String = "", base: String = "")
    -> String
  {
    let reference = base.isEmpty ? "" : "baseConfigurationReference = B;"
    let objects = targets.map { name in
      """
      T\(name) = { isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.application"; buildPhases = (S\(name)); buildConfigurationList = L; };
      S\(name) = { isa = PBXSourcesBuildPhase; files = (F\(name)); };
      F\(name) = { isa = PBXBuildFile; fileRef = R\(name); };
      R\(name) = { isa = PBXFileReference; path = \(name).swift; };
      """
    }
    return """
      { rootObject = P; objects = {
      P = { isa = PBXProject; targets = (\(targets.map { "T" + $0 }.joined(separator: ", "))); buildConfigurationList = N; };
      N = { buildConfigurations = (); };
      L = { buildConfigurations = (C); };
      C = { name = Release; buildSettings = { \(settings) }; \(reference) };
      B = { isa = PBXFileReference; path = App.xcconfig; };
      \(objects.joined(separator: "\n"))
      }; }
      """
  }

  private static let entry = "@main class AppDelegate: UIResponder, UIApplicationDelegate { }"

  private static let judgedFiles: [SmallProject] = [
    SmallProject(
      "settings in a file of their own",
      files: [
        "App.xcodeproj/project.pbxproj": project("App", base: "App.xcconfig"), "App.swift": entry,
        "App.xcconfig": "#include \"More.xcconfig\"\nINFOPLIST_FILE = App-Info.plist // the list",
        "More.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 15.0", "App-Info.plist": manifest(""),
      ], "no-scene-manifest"),
    SmallProject(
      "a manifest for phones alone",
      files: [
        "App.xcodeproj/project.pbxproj": project(
          "App",
          settings:
            "GENERATE_INFOPLIST_FILE = YES; \"INFOPLIST_KEY_UIApplicationSceneManifest_Generation[sdk=iphoneos*]\" = YES;"
        ),
        "App.swift": "@main struct Notes: App { }",
      ]),
    SmallProject(
      "a manifest for desktops alone",
      files: [
        "App.xcodeproj/project.pbxproj": project(
          "App",
          settings:
            "GENERATE_INFOPLIST_FILE = YES; \"INFOPLIST_KEY_UIApplicationSceneManifest_Generation[sdk=macosx*]\" = YES;"
        ),
        "App.swift": entry,
      ], "no-scene-manifest"),
    SmallProject(
      "a list that is made by a script",
      files: [
        "App.xcodeproj/project.pbxproj": project(
          "App", settings: "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Made.plist;"),
        "App.swift": entry,
      ]),
    SmallProject(
      "a target for another system",
      files: [
        "App.xcodeproj/project.pbxproj": project(
          "App",
          settings: "SDKROOT = auto; SUPPORTED_PLATFORMS = macosx; GENERATE_INFOPLIST_FILE = YES;"),
        "App.swift": "@main struct Tool { }",
      ]),
    SmallProject(
      "an example in a project of its own",
      files: [
        "App.xcodeproj/project.pbxproj": project("App"), "App.swift": entry,
        "Demo/Demo.xcodeproj/project.pbxproj": project("Demo"),
        "Demo/Demo.swift": "@main struct Demo: App { } func hold() { flock(fd, LOCK_EX) }",
      ], "lock-over-suspension"),
    SmallProject(
      "the folder of an app that is gone",
      files: [
        "App.xcodeproj/project.pbxproj": project("App"),
        "App.swift": entry, "Gone/App.swift": "\(entry) func hold() { flock(fd, LOCK_EX) }",
      ]),
    SmallProject(
      "a framework that ends what the app begins",
      files: [
        "App.xcodeproj/project.pbxproj": project("App", "Kit"),
        "App.swift": "\(entry) func work() { keep(app.beginBackgroundTask { stop() }) }",
        "Kit.swift": "func stop() { app.endBackgroundTask(current) }",
      ]),
    SmallProject(
      "a list for a desktop",
      files: [
        "App.swift": "@main class AppDelegate: UIResponder, UIApplicationDelegate { }",
        "tools.app/Contents/Info.plist": manifest(""),
        "mac/Info.plist": manifest("<key>LSMinimumSystemVersion</key><string>13.0</string>"),
      ]),
  ]
}
