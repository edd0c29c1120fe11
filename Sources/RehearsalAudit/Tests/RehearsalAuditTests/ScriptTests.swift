// What is written of an app: it has no errors and no warnings, its scenarios pass, and each of them fails
// once the line of the app is taken away that it is about.

import Foundation
import Rehearsal
import Testing

@testable import RehearsalAudit

struct ScriptTests {
  /// An app with all ways in, tasks and a scheduled one.
  static let whole: [String: String] = [
    "App.swift": """
    import UIKit
    @main class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        UIApplication.shared.registerForRemoteNotifications()
        UNUserNotificationCenter.current().delegate = self
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "x.refresh", using: nil) { task in self.refresh(task as! BGAppRefreshTask) }
        plan()
        return true
      }
      func plan() {
        let request = BGAppRefreshTaskRequest(identifier: "x.refresh")
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        try? BGTaskScheduler.shared.submit(request)
      }
      func refresh(_ task: BGAppRefreshTask) {
        plan()
        task.expirationHandler = { loader.cancel() }
        loader.load { task.setTaskCompleted(success: true) }
      }
    }
    extension AppDelegate: UNUserNotificationCenterDelegate {
      func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive r: UNNotificationResponse, withCompletionHandler done: @escaping () -> Void) { show(r); done() }
    }
    extension AppDelegate: PKPushRegistryDelegate {
      func pushRegistry(_ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) {
        provider.reportNewIncomingCall(with: p)
        completion()
      }
    }
    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
      func scene(_ s: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        route(options.urlContexts)
        if let item = options.shortcutItem { run(item) }
        if let activity = options.userActivities.first { restore(activity) }
      }
      func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { route(c) }
      func scene(_ s: UIScene, continue activity: NSUserActivity) { restore(activity) }
      func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem, completionHandler done: @escaping (Bool) -> Void) { run(item); done(true) }
      func sceneDidEnterBackground(_ s: UIScene) {
        var id = UIBackgroundTaskIdentifier.invalid
        id = app.beginBackgroundTask(withName: "save") { app.endBackgroundTask(id) }
        save { app.endBackgroundTask(id) }
      }
    }
    """,
    "Info.plist": """
    <plist><dict>\(SmallProject.sceneManifest)
    \(SmallProject.modes("fetch", "remote-notification", "voip"))\(SmallProject.tasks("x.refresh"))
    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shop</string></array></dict></array>
    <key>NSUserActivityTypes</key><array><string>x.read</string></array>
    <key>UIApplicationShortcutItems</key><array><dict><key>UIApplicationShortcutItemType</key><string>x.new</string></dict></array>
    </dict></plist>
    """,
  ]

  private func written(_ files: [String: String]) -> String {
    ScriptWriter(Audit(ProjectFiles(files))).script
  }

  private func script(_ text: String) -> Script {
    Script(SourceText(name: "app.rehearsal", text))
  }

  @Test func whatIsWrittenIsClean() {
    let text = written(Self.whole)
    #expect(script(text).diagnostics.map(\.message) == [], "\(text)")
    for line in [
      #"on backgroundTask("x.refresh", task) {"#,
      "on didReceiveIncomingPush(payload, completion) {",
      #"reportNewIncomingCall("Caller")"#, #"let task1 = beginBackgroundTask("save") { id in"#,
      #"submitBackgroundTask("x.refresh", earliest: 900s, kind: .refresh)"#,
      "perform(oneOf(1s, 20s)) { task.setTaskCompleted(oneOf(true, false)) }",
      "perform(oneOf(1s, 20s)) { endBackgroundTask(task1) }",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  /// The titles of the scenarios that do not pass, of all but some.
  private func failing(
    _ text: String, except known: Set<String> = []
  ) throws -> Set<String> {
    var failing: Set<String> = []
    let script = script(text)
    for (index, scenario) in script.cases.enumerated() where !known.contains(scenario.title) {
      var session = try script.session()
      if !session.run(case: index).hasPassed { failing.insert(scenario.title) }
    }
    return failing
  }

  @Test func eachScenarioCanFail() throws {
    let text = written(Self.whole)
    #expect(try failing(text) == [], "\(text)")
    let titles = Set(script(text).cases.map(\.title))
    #expect(titles.count == 11, "\(titles.sorted())")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var failed: Set<String> = []
    for (index, line) in lines.enumerated() where line.contains("log(") {
      var rest = lines
      rest[index] = ""
      failed.formUnion(try failing(rest.joined(separator: "\n"), except: failed))
    }
    for end in ["endBackgroundTask(task1)", "endBackgroundTask(id)"] {
      #expect(text.contains(end))
    }
    let unended = text.replacing("endBackgroundTask(task1)", with: "")
      .replacing("endBackgroundTask(id)", with: "")
    failed.formUnion(try failing(unended, except: failed))
    let end = "task.setTaskCompleted(oneOf(true, false))"
    failed.formUnion(try failing(text.replacing(end, with: ""), except: failed))
    let unreported = text.replacing("reportNewIncomingCall(\"Caller\")", with: "")
    failed.formUnion(try failing(unreported, except: failed))
    #expect(titles.subtracting(failed) == [])
  }

  /// What is not done on some path of the source is a choice, and what is never done is not written.
  @Test func pathsThatMissAreChoices() {
    let push = SmallProject.push("guard x else { return }; load { done(.newData) }")
    let text = written(SmallProject("a", push, plist: SmallProject.pushMode, scenes: true).files)
    #expect(
      text.contains(
        "choose { } or { perform(oneOf(1s, 20s)) { completion(oneOf(.newData, .noData, .failed)) } }"
      ))
    let never = SmallProject(
      "a", SmallProject.push("load()"), plist: SmallProject.pushMode, scenes: true)
    #expect(!written(never.files).contains("completion("), "\(written(never.files))")
    let asked =
      "func applicationDidFinishLaunching(_ a: UIApplication) { if x { a.registerForRemoteNotifications() } }"
    #expect(
      written(SmallProject("a", asked, scenes: true).files)
        .contains("choose { registerForRemoteNotifications() } or { }"))
  }

  @Test func timersAreThoseOfTheirOwners() {
    let start = "timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in }"
    let text = written(
      SmallProject(
        "a",
        "func applicationDidFinishLaunching(_ a: UIApplication) { poll.startPolling(); ring.startRinging() } } class Poll { func startPolling() { guard timer == nil else { return }; \(start) } } class Ring { func startRinging() { timer?.invalidate(); \(start) }",
        scenes: true
      ).files)
    #expect(
      text.contains("    var timerPollTimer = nil\n    var timerRingTimer = nil\n"), "\(text)")
    let polls = "if timerPollTimer == nil { timerPollTimer = every(5s) { } }"
    #expect(text.contains("choose { } or { \(polls) }"))
    #expect(text.contains("timerRingTimer?.invalidate()"))
    #expect(text.contains("choose { } or { timerRingTimer = every(5s) { } }"), "\(text)")
    #expect(script(text).diagnostics.isEmpty)
  }

  /// A timer that is started anew under a condition is left out first: it cannot be there twice.
  @Test func timersStartedAnewAreLeftOutFirst() {
    func choice(_ body: String) -> String {
      written(
        SmallProject(
          "a",
          "func applicationDidFinishLaunching(_ a: UIApplication) { poll.go() } } class Poll { func go() { \(body) }",
          scenes: true
        ).files)
    }
    let start = "timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in }"
    #expect(
      choice("if x { timer?.invalidate(); \(start) }")
        .contains("choose { } or { timerPollTimer = every(5s) { } }"))
    #expect(
      choice("if x { \(start) }").contains("choose { } or { timerPollTimer = every(5s) { } }"))
    #expect(choice(start).contains("\n        timerPollTimer = every(5s) { }\n"))
    #expect(
      choice("timer?.invalidate(); timer = nil")
        .contains("timerPollTimer?.invalidate(); timerPollTimer = nil"))
  }

  /// A wake-up in the background that is not answered on each path is a scenario that fails.
  @Test func wakingsThatAreNotAnsweredFail() throws {
    func failures(_ body: String) throws -> Set<String> {
      let app = SmallProject(
        "a", SmallProject.push(body), plist: SmallProject.pushMode, scenes: true)
      return try failing(written(app.files))
    }
    #expect(try failures("load { done(.newData) }") == [])
    #expect(
      try failures("guard x else { return }; load { done(.newData) }")
        == ["App: a silent push in the background"])
  }

  /// A property's type says whose function is called; a task that only its own handler asks for is no scenario.
  @Test func tasksAreAskedForOutsideOfTheirHandlers() throws {
    func text(_ leaving: String) -> String {
      let body = """
        let refresher = Dispatcher()
        func applicationDidFinishLaunching(_ a: UIApplication) { refresher.register() }
        func applicationDidEnterBackground(_ a: UIApplication) { \(leaving) }
        }
        class Dispatcher {
          func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "x.refresh", using: nil) { task in self.refresh(task) }
          }
          func plan() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "x.refresh")) }
          func refresh(_ task: BGTask) { guard x else { return }; plan(); load { task.setTaskCompleted(success: true) } }
        """
      let plist = SmallProject.tasks("x.refresh") + SmallProject.modes("fetch")
      return written(SmallProject("a", body, plist: plist).files)
    }
    let asked = text("refresher.plan()")
    #expect(try failing(asked) == ["App: x.refresh comes to its end"], "\(asked)")
    #expect(script(text("")).cases.isEmpty)
  }

  /// A link of the web's and a domain that is not known open no app of which anything is known.
  @Test func waysInAreThoseOfTheApp() {
    let open =
      "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { go(url); return true }"
    func titles(_ schemes: String...) -> [String] {
      let list = schemes.map { "<string>\($0)</string>" }.joined()
      let text = written(
        SmallProject(
          "a", open,
          plist:
            "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>\(list)</array></dict></array>"
        ).files)
      return script(text).cases.map(\.title)
    }
    #expect(titles("http", "https") == [])
    #expect(titles("http", "shop") == ["App: a link, cold", "App: a link, warm"])
  }

  /// Code for another system is none of the app's.
  @Test func codeForOtherSystemsIsLeftOut() {
    let body = """
      func applicationDidBecomeActive(_ a: UIApplication) {
        #if os(macOS)
          a.registerForRemoteNotifications()
        #elseif canImport(UIKit) && !targetEnvironment(simulator) // a comment
          UserDefaults.standard.set(1, forKey: "a")
        #else
          UserDefaults.standard.set(2, forKey: "a")
        #endif
        let text = \"\"\"
        #if os(macOS)
        \"\"\"
      }
      #if os(macOS) || targetEnvironment(macCatalyst)
      func applicationWillTerminate(_ a: UIApplication) { save() }
      #endif
      #if DEBUG
      func applicationDidReceiveMemoryWarning(_ a: UIApplication) { shrink() }
      #endif
      """
    let text = written(SmallProject("a", body).files)
    #expect(text.contains(#"preferences["a"] = 1"#), "\(text)")
    #expect(!text.contains("registerForRemoteNotifications"))
    #expect(!text.contains(#"preferences["a"] = 2"#))
    #expect(!text.contains("on willTerminate") && text.contains("on didReceiveMemoryWarning"))
  }

  /// Which clauses are certain; what cannot be decided stays as it is, and places stay in any case.
  @Test(arguments: [
    ("#if os(iOS)\na\n#else\nb\n#endif\n", "\na\n\n\n\n"),
    ("#if !(os(iOS) || DEBUG)\na\n#endif\n", "\n\n\n"),
    ("#if DEBUG && os(macOS)\na\n#else\nb\n#endif\n", "\n\n\nb\n\n"),
    ("#if DEBUG\na\n#elseif os(macOS)\nb\n#endif\n", "#if DEBUG\na\n#elseif os(macOS)\n\n#endif\n"),
    ("#if swift(>=5.9)\na\n#endif\n", "#if swift(>=5.9)\na\n#endif\n"),
    ("#if os(macOS)\n#if DEBUG\na\n#endif\n#endif\n", "\n\n\n\n\n"),
    ("/* #if\n#if os(macOS)\n*/a\n", "/* #if\n#if os(macOS)\n*/a\n"),
    ("#if os(macOS)\na\n", "#if os(macOS)\na\n"), ("#endif\n", "#endif\n"),
  ])
  func conditions(_ source: String, _ active: String) {
    let bytes = ConditionalCompilation.active(Array(source.utf8))
    #expect(bytes.count == source.utf8.count)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.map { $0.allSatisfy { $0 == " " } ? "" : String($0) }.joined(separator: "\n") == active)
  }

  /// The twin of an app has scenes, which handle nothing yet: the ways into it fail.
  @Test func theTwinHasScenes() throws {
    let files = SmallProject(
      "a",
      "func application(_ a: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { go(url); return true }",
      plist:
        "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shop</string></array></dict></array>"
    ).files
    let writer = ScriptWriter(Audit(ProjectFiles(files)))
    let twin = try #require(writer.twin(importing: "a.rehearsal"))
    #expect(twin.contains("import \"a.rehearsal\"\n"))
    let both = writer.script + twin.replacing("import \"a.rehearsal\"\n", with: "")
    #expect(script(both).diagnostics.map(\.message) == [], "\(both)")
    #expect(
      try failing(both) == ["AppWithScenes: a link, cold", "AppWithScenes: a link, warm"])
    #expect(ScriptWriter(Audit(ProjectFiles(Self.whole))).twin(importing: "a.rehearsal") == nil)
  }

  @Test func whatScenesReplaceIsAComment() {
    let text = written(
      SmallProject(
        "a", "func applicationDidBecomeActive(_ a: UIApplication) { go() }", scenes: true
      )
      .files)
    #expect(text.contains("// `didBecomeActive` is not sent to an app with scenes"))
    #expect(script(text).diagnostics.isEmpty)
  }
}
