// Small projects of what is followed further than a body: other names of a task, places that are handed on,
// messages that are not sent, and calls that have to be reported before a method returns.
//
// swift-format-ignore-file: LineLength

@testable import RehearsalAudit

extension SmallProject {
  static let followed = reported + unsent + renamed + shared + shut + listedTwice

  private static func voip(_ body: String) -> String {
    "func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) { \(body) } } extension AppDelegate: PKPushRegistryDelegate { func use() { r.desiredPushTypes = [.voIP] }"
  }

  private static func told(_ body: String) -> String {
    "func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingVoIPPushWith p: PKPushPayload, metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void) { \(body) } } extension AppDelegate: PKPushRegistryDelegate { func use() { r.desiredPushTypes = [.voIP] }"
  }

  private static let report = "provider.reportNewIncomingCall(with: p) { _ in }"

  private static let reported: [SmallProject] = [
    SmallProject(
      "a call whose completion is not called",
      voip("guard x else { \(report); return }; \(report); completion()"),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a call that a task reports later", voip("Task { \(report); completion() }"),
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
    SmallProject(
      "a call that a queue reports later",
      voip("DispatchQueue.main.async { \(report) }; completion()"),
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
    SmallProject(
      "a call reported and more done later", voip("\(report); Task { await log(p); completion() }"),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a call if it is one", voip("if type == .voIP { \(report) }; completion()"),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a call on a path of those that are one",
      voip("if type == .voIP { guard x else { return }; \(report) }; completion()"),
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
    SmallProject(
      "a push that needs no call", told("if metadata.mustReport { \(report) }; completion()"),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a push that needs no call, left early",
      told("guard metadata.mustReport else { return completion() }; \(report); completion()"),
      plist: modes("voip"), scenes: true),
    SmallProject(
      "a push that is told and forgotten", told("guard x else { return completion() }; \(report)"),
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
    SmallProject(
      "a push that is told, without the mode", told("\(report); completion()"), scenes: true,
      "mode-missing"),
    SmallProject(
      "an old push without a completion",
      "func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for type: PKPushType) { guard x else { return }; \(report) } } extension AppDelegate: PKPushRegistryDelegate { func use() { r.desiredPushTypes = [.voIP] }",
      plist: modes("voip"), scenes: true, "voip-push-not-reported"),
  ]

  private static let unsent: [SmallProject] = [
    SmallProject(
      "a fetch that is not sent, left early", fetch("guard x else { return }; done(.newData)"),
      plist: modes("fetch") + tasks("x"), scenes: true, "fetch-replaced"),
    SmallProject(
      "a quick action that comes to the scenes",
      "func application(_ a: UIApplication, performActionFor item: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void) { go(item) }"
        + sceneDelegate(
          "\(connect) { go(options.shortcutItem) } func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) { go(item); done(true) }"
        ),
      scenes: true, "handler-duplicated"),
    SmallProject(
      "a quick action of scenes that answers nothing",
      sceneDelegate(
        "\(connect) { go(options.shortcutItem) } func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) { go(item) }"
      ),
      scenes: true, "completion-not-called"),
  ]

  private static func casting(_ body: String) -> String {
    launch(
      "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"x.refresh\", using: nil) { task in guard let refresh = task as? BGAppRefreshTask else { return }; self.handle(task: refresh) }; return true"
    )
      + "func plan() { submit(BGAppRefreshTaskRequest(identifier: \"x.refresh\")) } func handle(task: BGAppRefreshTask) { plan(); \(body) }"
  }

  private static let refreshPlist = modes("fetch") + tasks("x.refresh")

  private static let renamed: [SmallProject] = [
    SmallProject(
      "a task by another name",
      casting("guard x else { return }; task.setTaskCompleted(success: true)"),
      plist: refreshPlist, scenes: true, "scheduled-task-not-completed"),
    SmallProject(
      "a task by another name that expires",
      casting(
        "let work = Task { await load(); task.setTaskCompleted(success: true) }; task.expirationHandler = { work.cancel() }"
      ),
      plist: refreshPlist, scenes: true),
    SmallProject(
      "a task that its expiry suspends",
      casting(
        "Task { await load(); if !store.isSuspended { task.setTaskCompleted(success: true) } }; task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false); self.suspendAll() }"
      ),
      plist: refreshPlist, scenes: true),
    SmallProject(
      "a task that something else suspends",
      casting(
        "Task { await load(); if !store.isSuspended { task.setTaskCompleted(success: true) } }; task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false) }"
      ),
      plist: refreshPlist, scenes: true, "scheduled-task-may-not-complete"),
  ]

  private static func group(_ code: String, _ more: String = "") -> [String: String] {
    [
      "App.swift":
        "import GRDB; import SQLite; @main class AppDelegate: UIResponder, UIApplicationDelegate { \(more) } \(code)",
      "Info.plist": "<plist><dict>\(sceneManifest)</dict></plist>",
    ]
  }

  private static let container =
    "FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group.x\")!"
  private static let helper =
    "} class Keeper { func run(_ work: () -> Void) { let id = app.beginBackgroundTask { self.end() }; work(); app.endBackgroundTask(id) } func end() { app.endBackgroundTask(id) }"

  private static let shared: [SmallProject] = [
    SmallProject(
      "a database of a group, beside a task for something else",
      files: group(
        "enum Places { static let groupFolder = \(container) } class Store { func open() throws { queue = try DatabaseQueue(path: Places.groupFolder.path) } } class SceneDelegate: UIResponder, UIWindowSceneDelegate { func sceneDidEnterBackground(_ s: UIScene) { Keeper().run { send() } } } class Base { \(helper) }"
      ), "lock-over-suspension"),
    SmallProject(
      "a database of a group under a task of the delegate",
      files: group(
        "enum Places { static let groupFolder = \(container) } class Store { func open() throws { queue = try DatabaseQueue(path: Places.groupFolder.path) } } class SceneDelegate: UIResponder, UIWindowSceneDelegate { var id = none; func sceneDidEnterBackground(_ s: UIScene) { keep() } func keep() { guard id == none else { return }; id = app.beginBackgroundTask { self.end() } } func end() { app.endBackgroundTask(id) } }"
      )),
    SmallProject(
      "a database at a path that a helper gets",
      files: group(
        "class Store { let place: String; init() { let folder = \(container); place = folder.path; go() } func open(_ path: String) throws -> Connection { try Connection(path, readonly: false) } } extension Store { func read() { let c = try? open(place) } }"
      ), "lock-over-suspension"),
    SmallProject(
      "a database at a path of its own that a helper gets",
      files: group(
        "class Store { let place = documents; func open(_ path: String) throws -> Connection { try Connection(path, readonly: false) } } extension Store { func read() { let c = try? open(place) } } class Other { func folder() -> URL { \(container) } }"
      )),
    SmallProject(
      "a class of the app's own with the name of one that locks",
      files: group(
        "class DatabaseQueue { init(path: String) { } } class Store { func open() { queue = DatabaseQueue(path: \(container).path) } }"
      )),
  ]

  private static let lastRun =
    "func track() { guard let last = defaults.userDefaults.string(forKey: \"lastRunVersion\") else { return log(1) }; log(last) }"

  private static let shut: [SmallProject] = [
    SmallProject(
      "a version that is asked for elsewhere only",
      files: [
        "App.swift":
          "@main class AppDelegate: UIResponder, UIApplicationDelegate { \(launch("setUp(); track(); return true")) \(lastRun) }",
        "Other.swift": "class Other { func go() { if app.isProtectedDataAvailable { write() } } }",
        "Info.plist": "<plist><dict>\(sceneManifest)\(modes("location"))</dict></plist>",
      ], "shut-data-taken-for-absent"),
    SmallProject(
      "a version that its caller asks for",
      launch("track(); return true")
        + "func track() { guard app.isProtectedDataAvailable else { return }; read() } func read() { last = userDefaults.string(forKey: \"lastRunVersion\") }",
      plist: modes("location"), scenes: true),
    SmallProject(
      "a migration as the first view loads",
      "} class Home: UIViewController { override func viewDidLoad() { if storage.migrationStep < 2 { storage.migrateStep2() } }",
      plist: modes("location"), scenes: true, "shut-data-taken-for-absent"),
    SmallProject(
      "a migration in the foreground",
      "} class Home: UIViewController { override func viewDidLoad() { guard app.applicationState != .background else { return }; if storage.migrationStep < 2 { storage.migrateStep2() } }",
      plist: modes("location"), scenes: true),
  ]

  private static let waitlist =
    "protocol Waitlist { static var taskIdentifier: String { get } } extension Waitlist { func register() { BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.taskIdentifier, using: nil) { task in task.setTaskCompleted(success: true) } } func plan() { submit(BGAppRefreshTaskRequest(identifier: Self.taskIdentifier)) } } struct One: Waitlist { static let taskIdentifier = \"x.one\" } struct Two: Waitlist { static let taskIdentifier = \"x.two\" }"

  private static let listedTwice: [SmallProject] = [
    SmallProject(
      "identifiers of two that conform, one not listed",
      "func go() { One().register(); Two.shared.register(); One().plan(); Two.shared.plan() } } \(waitlist) class More {",
      plist: modes("fetch") + tasks("x.one"), scenes: true, "task-not-listed", "task-not-listed"),
    SmallProject(
      "identifiers of two that conform, one not used",
      "func go() { One().register(); One().plan() } } \(waitlist) class More {",
      plist: modes("fetch") + tasks("x.one"), scenes: true),
    SmallProject(
      "identifiers of two that conform",
      "func go() { One().register(); Two.shared.register(); One().plan(); Two.shared.plan() } } \(waitlist) class More {",
      plist: modes("fetch") + tasks("x.one", "x.two"), scenes: true),
  ]
}
