// Small apps in the styles that teams write in, each with one mistake and beside it its honest twin: SwiftUI
// with an adaptor, Combine, asynchronous functions and actors, helpers in other files, and Objective-C.
//
// swift-format-ignore-file: LineLength

@testable import RehearsalAudit

extension SmallProject {
  static let styled = styledPairs.flatMap(\.self)

  /// An app and what is found in it, and its twin, in which nothing is: other files, or the same with other
  /// words.
  private static func pair(
    _ name: String, _ rule: String, _ files: [String: String], right: [(String, String)]
  ) -> [SmallProject] {
    let twin = files.mapValues { text in
      right.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    return pair(name, rule, files, right: twin)
  }

  private static func pair(
    _ name: String, _ rule: String, _ files: [String: String], right: [String: String]
  ) -> [SmallProject] {
    [SmallProject(name, files: files, rule), SmallProject(name + ", right", files: right)]
  }

  private static func list(_ keys: String) -> String {
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>APPL</string>\(keys)</dict></plist>"
  }

  /// An app of UIKit with scenes: lines of its launch, members of its delegates, and other files.
  private static func uikit(
    launch: String = "", body: String = "", scene: String = "", plist: String = "",
    more: [String: String] = [:]
  ) -> [String: String] {
    let files = [
      "AppDelegate.swift": """
      import UIKit
      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          \(launch)
          return true
        }
        \(body)
      }
      """,
      "SceneDelegate.swift": """
      import UIKit
      final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        var window: UIWindow?
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
          guard let windowScene = scene as? UIWindowScene else { return }
          window = UIWindow(windowScene: windowScene)
        }
        \(scene)
      }
      """,
      "Info.plist": list(sceneManifest + plist),
    ]
    return files.merging(more) { $1 }
  }

  /// An app of SwiftUI with a delegate: modifiers of its scene, lines of its launch, members of its delegate,
  /// its view, and other files.
  private static func swiftUI(
    launch: String = "", delegate: String = "", scene: String = "",
    view: String = "Text(\"Hello\")", plist: String = "", more: [String: String] = [:]
  ) -> [String: String] {
    let files = [
      "ShopApp.swift": """
      import SwiftUI
      @main
      struct ShopApp: App {
        @UIApplicationDelegateAdaptor(ShopDelegate.self) private var delegate
        @Environment(\\.scenePhase) private var scenePhase
        @StateObject private var model = ShopModel()
        var body: some Scene {
          WindowGroup { ContentView().environmentObject(model) }
          \(scene)
        }
      }
      """,
      "ShopDelegate.swift": """
      import UIKit
      final class ShopDelegate: NSObject, UIApplicationDelegate {
        func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil) -> Bool {
          \(launch)
          return true
        }
        \(delegate)
      }
      """,
      "ContentView.swift": """
      import SwiftUI
      struct ContentView: View {
        @EnvironmentObject var model: ShopModel
        var body: some View { \(view) }
      }
      """,
      "Info.plist": list(plist),
    ]
    return files.merging(more) { $1 }
  }

  /// An app in Objective-C with scenes.
  private static func objectiveC(
    launch: String = "", methods: String = "", scene: String = "", plist: String = "",
    more: [String: String] = [:]
  ) -> [String: String] {
    let files = [
      "AppDelegate.m": """
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          \(launch)
          return YES;
      }
      \(methods)
      @end
      """,
      "SceneDelegate.m": """
      @implementation SceneDelegate
      - (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)connectionOptions {
          self.window = [[UIWindow alloc] initWithWindowScene:(UIWindowScene *)scene];
      }
      \(scene)
      @end
      """,
      "Info.plist": list(sceneManifest + plist),
    ]
    return files.merging(more) { $1 }
  }

  private static let styledPairs: [[SmallProject]] = styledLeaving + styledAnswers + styledKept

  private static let styledLeaving: [[SmallProject]] = [
    pair(
      "a save that a task of the phase leaves to the model", "work-without-background-task",
      swiftUI(
        scene: """
          .onChange(of: scenePhase) { phase in
                switch phase {
                case .active: model.resume()
                case .background: Task { await model.didEnterBackground() }
                default: break
                }
              }
          """,
        more: [
          "ShopModel.swift": """
          import SwiftUI
          @MainActor final class ShopModel: ObservableObject {
            let archive = Archive()
            func resume() { }
            func didEnterBackground() async { let rows = await archive.rows(); try? await archive.save(rows) }
          }
          actor Archive { func rows() -> [Int] { [] }; func save(_ rows: [Int]) async throws { } }
          """
        ]),
      right: [
        ("Task { await model.didEnterBackground() }", "model.didEnterBackground()"),
        (
          """
            let archive = Archive()
            func resume() { }
            func didEnterBackground() async { let rows = await archive.rows(); try? await archive.save(rows) }
          }
          actor Archive { func rows() -> [Int] { [] }; func save(_ rows: [Int]) async throws { } }
          """,
          """
            var rows: [Int] = []
            func resume() { }
            func didEnterBackground() { try? JSONEncoder().encode(rows).write(to: .documentsDirectory) }
          }
          """
        ),
      ]),
    pair(
      "a context of Core Data in the background", "work-without-background-task",
      uikit(
        scene: "func sceneDidEnterBackground(_ scene: UIScene) { CoreStack.shared.saveChanges() }",
        more: [
          "CoreStack.swift": """
          import CoreData
          final class CoreStack {
            static let shared = CoreStack()
            let container = NSPersistentContainer(name: "Model")
          }
          """,
          "CoreStack+Saving.swift": """
          import CoreData
          extension CoreStack {
            func saveChanges() {
              let context = container.viewContext
              guard context.hasChanges else { return }
              container.performBackgroundTask { context in
                do { try context.save() } catch { print(error) }
              }
            }
          }
          """,
        ]),
      right: [("container.performBackgroundTask { context in", "context.performAndWait {")]),
    pair(
      "a save on a queue, in Objective-C", "work-without-background-task",
      objectiveC(
        scene: """
          - (void)sceneDidEnterBackground:(UIScene *)scene {
              dispatch_async(self.queue, ^{ [self.store persist]; });
          }
          """),
      right: [
        (
          "    dispatch_async(self.queue, ^{ [self.store persist]; });",
          """
              __block UIBackgroundTaskIdentifier task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{
                  [UIApplication.sharedApplication endBackgroundTask:task];
                  task = UIBackgroundTaskInvalid;
              }];
              dispatch_async(self.queue, ^{
                  [self.store persist];
                  [UIApplication.sharedApplication endBackgroundTask:task];
                  task = UIBackgroundTaskInvalid;
              });
          """
        )
      ]),
    pair(
      "an upload as the app leaves", "work-without-background-task",
      uikit(
        scene: """
          func sceneDidEnterBackground(_ scene: UIScene) {
              var request = URLRequest(url: URL(string: "https://example.org/state")!)
              request.httpMethod = "PUT"
              URLSession.shared.uploadTask(with: request, from: Data()) { _, _, error in
                if let error { print(error) }
              }.resume()
            }
          """),
      right: [
        (
          """
              URLSession.shared.uploadTask(with: request, from: Data()) { _, _, error in
                if let error { print(error) }
          """,
          """
              var id = UIBackgroundTaskIdentifier.invalid
              id = UIApplication.shared.beginBackgroundTask { UIApplication.shared.endBackgroundTask(id) }
              URLSession.shared.uploadTask(with: request, from: Data()) { _, _, error in
                if let error { print(error) }
                UIApplication.shared.endBackgroundTask(id)
          """
        )
      ]),
    pair(
      "a save in an operation", "work-without-background-task",
      uikit(
        scene: """
          private let operations = OperationQueue()
            func sceneDidEnterBackground(_ scene: UIScene) {
              operations.addOperation { Journal.shared.writeToDisk() }
            }
          """,
        more: [
          "Journal.swift": """
          import Foundation
          final class Journal { static let shared = Journal(); func writeToDisk() { try? Data().write(to: .documentsDirectory) } }
          """
        ]),
      right: [
        (
          "    operations.addOperation { Journal.shared.writeToDisk() }",
          """
              ProcessInfo.processInfo.performExpiringActivity(withReason: "journal") { expired in
                if !expired { Journal.shared.writeToDisk() }
              }
          """
        )
      ]),
    pair(
      "a save in a loop over notifications", "work-without-background-task",
      uikit(
        launch: "watcher.start()",
        body: "let watcher = Watcher()",
        more: [
          "Watcher.swift": """
          import UIKit
          @MainActor final class Watcher {
            private var task: Task<Void, Never>?
            private let database = Database()
            func start() {
              task = Task {
                for await _ in NotificationCenter.default.notifications(named: UIApplication.didEnterBackgroundNotification) {
                  await database.save()
                }
              }
            }
          }
          actor Database { func save() async { } }
          """
        ]),
      right: [
        (
          """
                  await database.save()
                }
              }
            }
          }
          actor Database { func save() async { } }
          """,
          """
                  let id = UIApplication.shared.beginBackgroundTask(withName: "save") { [database] in database.cancel() }
                  await database.save()
                  UIApplication.shared.endBackgroundTask(id)
                }
              }
            }
          }
          final class Database: @unchecked Sendable { func save() async { }; func cancel() { } }
          """
        )
      ]),
    pair(
      "a request by the contents of an address", "main-thread-waits",
      uikit(
        launch:
          "if let url = URL(string: \"https://example.org/config.json\"), let data = try? Data(contentsOf: url) { Configuration.apply(data) }",
        more: [
          "Configuration.swift": """
          import Foundation
          enum Configuration { static func apply(_ data: Data) { } }
          """
        ]),
      right: [
        (
          "URL(string: \"https://example.org/config.json",
          "Bundle.main.url(forResource: \"config\", withExtension: \"json"
        )
      ]),
    pair(
      "a semaphore at launch, in Objective-C", "main-thread-waits",
      objectiveC(
        launch: """
          dispatch_semaphore_t semaphore = dispatch_semaphore_create(0);
              [self.loader loadWithCompletion:^{ dispatch_semaphore_signal(semaphore); }];
              dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER);
          """),
      right: [
        (
          """
              dispatch_semaphore_t semaphore = dispatch_semaphore_create(0);
              [self.loader loadWithCompletion:^{ dispatch_semaphore_signal(semaphore); }];
              dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER);
          """, "    [self.loader loadWithCompletion:^{ [self show]; }];"
        )
      ]),
    pair(
      "operations that are waited for", "main-thread-waits",
      uikit(
        launch:
          "let queue = OperationQueue(); queue.addOperations([BlockOperation { Store.shared.migrate() }], waitUntilFinished: true)",
        more: [
          "Store.swift": "final class Store { static let shared = Store(); func migrate() { } }"
        ]),
      right: [("waitUntilFinished: true", "waitUntilFinished: false")]),
    pair(
      "a delegate of notifications that a view sets", "notification-delegate-late",
      swiftUI(
        view:
          "Text(\"Hello\").onAppear { UNUserNotificationCenter.current().delegate = Notifications.shared }",
        more: [
          "Router.swift":
            "final class Router { static let shared = Router(); func open(_ id: String) { } }",
          "Notifications.swift": """
          import UserNotifications
          final class Notifications: NSObject, UNUserNotificationCenterDelegate {
            static let shared = Notifications()
            func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) { Router.shared.open(response.notification.request.identifier); completionHandler() }
          }
          """,
        ]),
      right: swiftUI(
        launch: "UNUserNotificationCenter.current().delegate = Notifications.shared",
        more: [
          "Router.swift":
            "final class Router { static let shared = Router(); func open(_ id: String) { } }",
          "Notifications.swift": """
          import UserNotifications
          final class Notifications: NSObject, UNUserNotificationCenterDelegate {
            static let shared = Notifications()
            func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) { Router.shared.open(response.notification.request.identifier); completionHandler() }
          }
          """,
        ])),
    pair(
      "a delegate of notifications set by a helper of a view", "notification-delegate-late",
      uikit(
        more: [
          "Router.swift":
            "final class Router { static let shared = Router(); func open(_ id: String) { } }",
          "Home.swift": """
          import UIKit
          final class HomeViewController: UIViewController {
            override func viewDidAppear(_ animated: Bool) { super.viewDidAppear(animated); PushService.shared.configure() }
          }
          """,
          "PushService.swift": """
          import UserNotifications
          final class PushService: NSObject, UNUserNotificationCenterDelegate {
            static let shared = PushService()
            func configure() { UNUserNotificationCenter.current().delegate = self }
            func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) { Router.shared.open(response.notification.request.identifier); completionHandler() }
          }
          """,
        ]),
      right: uikit(
        launch: "PushService.shared.configure()",
        more: [
          "Router.swift":
            "final class Router { static let shared = Router(); func open(_ id: String) { } }",
          "PushService.swift": """
          import UserNotifications
          final class PushService: NSObject, UNUserNotificationCenterDelegate {
            static let shared = PushService()
            func configure() { UNUserNotificationCenter.current().delegate = self }
            func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) { Router.shared.open(response.notification.request.identifier); completionHandler() }
          }
          """,
        ])),
    pair(
      "a publisher subscribed to at each activation", "observer-doubled",
      uikit(
        scene: """
          private var bag = Set<AnyCancellable>()
            func sceneDidBecomeActive(_ scene: UIScene) {
              NotificationCenter.default.publisher(for: .NSCalendarDayChanged)
                .sink { _ in Calendar.refresh() }
                .store(in: &bag)
            }
          """,
        more: [
          "C.swift": "enum Calendar { static func refresh() { } }"
        ]),
      right: [
        (
          "  func sceneDidBecomeActive(_ scene: UIScene) {",
          """
            func sceneDidBecomeActive(_ scene: UIScene) {
              bag.removeAll()
          """
        )
      ]),
    pair(
      "an observer added at each activation, in Objective-C", "observer-doubled",
      objectiveC(
        scene: """
          - (void)sceneDidBecomeActive:(UIScene *)scene {
              [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(reload) name:NSCalendarDayChangedNotification object:nil];
          }
          - (void)reload { }
          """),
      right: [
        (
          """
              [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(reload) name:NSCalendarDayChangedNotification object:nil];
          }
          """,
          """
              [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(reload) name:NSCalendarDayChangedNotification object:nil];
          }
          - (void)sceneWillResignActive:(UIScene *)scene { [[NSNotificationCenter defaultCenter] removeObserver:self]; }
          """
        )
      ]),
    pair(
      "a loop over notifications at each activation", "observer-doubled",
      uikit(
        scene: """
          func sceneDidBecomeActive(_ scene: UIScene) {
              Task {
                for await _ in NotificationCenter.default.notifications(named: .NSCalendarDayChanged) { Calendar.refresh() }
              }
            }
          """,
        more: [
          "C.swift": "enum Calendar { static func refresh() { } }"
        ]),
      right: [
        (
          """
            func sceneDidBecomeActive(_ scene: UIScene) {
              Task {
          """,
          """
            private var listening: Task<Void, Never>?
            func sceneDidBecomeActive(_ scene: UIScene) {
              listening?.cancel()
              listening = Task {
          """
        )
      ]),
    pair(
      "a configuration of Realm in an app group", "lock-over-suspension",
      uikit(
        launch: "RealmSetup.configure()",
        more: [
          "RealmSetup.swift": """
          import RealmSwift
          enum RealmSetup {
            static func configure() {
              var configuration = Realm.Configuration.defaultConfiguration
              configuration.fileURL = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")!.appendingPathComponent("default.realm")
              Realm.Configuration.defaultConfiguration = configuration
            }
          }
          """
        ]),
      right: [
        (
          "FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group.org.example\")!",
          "URL.documentsDirectory"
        )
      ]),
    pair(
      "a database in an app group, in Objective-C", "lock-over-suspension",
      objectiveC(
        launch: """
          NSURL *folder = [[NSFileManager defaultManager] containerURLForSecurityApplicationGroupIdentifier:@"group.org.example"];
              self.queue = [FMDatabaseQueue databaseQueueWithPath:[folder URLByAppendingPathComponent:@"a.sqlite"].path];
          """),
      right: [
        (
          "containerURLForSecurityApplicationGroupIdentifier:@\"group.org.example\"]",
          "URLsForDirectory:NSDocumentDirectory inDomains:NSUserDomainMask].firstObject"
        )
      ]),
    pair(
      "a database in a lazy folder of an app group", "lock-over-suspension",
      uikit(
        launch: "Cache.shared.open()",
        more: [
          "Cache.swift": """
          import SQLite3
          final class Cache {
            static let shared = Cache()
            private var handle: OpaquePointer?
            private lazy var folder: URL = { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")!.appendingPathComponent("Library") }()
            func open() { sqlite3_open(folder.appendingPathComponent("cache.db").path, &handle) }
          }
          """
        ]),
      right: uikit(
        launch: "Cache.shared.open()",
        scene: "func sceneDidEnterBackground(_ scene: UIScene) { Cache.shared.close() }",
        more: [
          "Cache.swift": """
          import SQLite3
          final class Cache {
            static let shared = Cache()
            private var handle: OpaquePointer?
            private lazy var folder: URL = { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")!.appendingPathComponent("Library") }()
            func open() { sqlite3_open(folder.appendingPathComponent("cache.db").path, &handle) }
            func close() { sqlite3_close(handle); handle = nil }
          }
          """
        ])),
    pair(
      "a token behind a property", "shut-data-taken-for-absent",
      uikit(
        launch: "if Session.shared.token == nil { Session.shared.logOut() }",
        body: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.noData) }
            func application(_ application: UIApplication, performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.noData) }
          """,
        plist: modes("remote-notification", "fetch"),
        more: [
          "Session.swift": """
          import KeychainAccess
          final class Session {
            static let shared = Session()
            private let keychain = Keychain(service: "org.example")
            var token: String? { try? keychain.get("token") }
            func logOut() { try? keychain.removeAll() }
          }
          """
        ]),
      right: [("if Session", "if application.isProtectedDataAvailable, Session")]),
    pair(
      "a first launch behind a wrapper", "shut-data-taken-for-absent",
      swiftUI(
        launch: "Onboarding.prepare()",
        delegate: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.noData) }
          """,
        plist: modes("remote-notification"),
        more: [
          "Onboarding.swift": """
          import Foundation
          enum Onboarding {
            @Preference("firstLaunch", true) static var isFirstLaunch: Bool
            static func prepare() {
              if isFirstLaunch { Vault.reset(); isFirstLaunch = false }
            }
          }
          @propertyWrapper struct Preference {
            let key: String; let fallback: Bool
            init(_ key: String, _ fallback: Bool) { self.key = key; self.fallback = fallback }
            var wrappedValue: Bool {
              get { UserDefaults.standard.object(forKey: key) as? Bool ?? fallback }
              set { UserDefaults.standard.set(newValue, forKey: key) }
            }
          }
          enum Vault { static func reset() { } }
          """
        ]),
      right: [
        ("Onboarding.prepare()", "if application.isProtectedDataAvailable { Onboarding.prepare() }")
      ]),
    pair(
      "a profile that is made anew where it cannot be read", "shut-data-taken-for-absent",
      uikit(
        launch: "Profile.shared.load()",
        body: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.noData) }
          """,
        plist: modes("remote-notification"),
        more: [
          "Profile.swift": """
          import Foundation
          final class Profile {
            static let shared = Profile()
            private let file = URL.documentsDirectory.appending(path: "profile.json")
            var name = ""
            func load() {
              guard let data = try? Data(contentsOf: file), let name = String(data: data, encoding: .utf8) else {
                createNew()
                return
              }
              self.name = name
            }
            func createNew() { try? Data().write(to: file, options: .completeFileProtection) }
          }
          """
        ]),
      right: [
        (
          """
          import Foundation
          final class Profile {
            static let shared = Profile()
            private let file = URL.documentsDirectory.appending(path: "profile.json")
            var name = ""
            func load() {
          """,
          """
          import UIKit
          final class Profile {
            static let shared = Profile()
            private let file = URL.documentsDirectory.appending(path: "profile.json")
            var name = ""
            func load() {
              guard UIApplication.shared.isProtectedDataAvailable else { return }
          """
        )
      ]),
    pair(
      "a cover on a queue, in Objective-C", "secret-covered-late",
      objectiveC(
        scene: """
          - (void)sceneDidEnterBackground:(UIScene *)scene {
              dispatch_async(dispatch_get_main_queue(), ^{
                  [self.window addSubview:self.privacyView];
              });
          }
          """),
      right: [
        (
          """
              dispatch_async(dispatch_get_main_queue(), ^{
                  [self.window addSubview:self.privacyView];
              });
          """, "    [self.window addSubview:self.privacyView];"
        )
      ]),
    pair(
      "a timer of the phase", "timer-doubled",
      swiftUI(
        scene: ".onChange(of: scenePhase) { _, phase in if phase == .active { model.poll() } }",
        more: [
          "ShopModel.swift": """
          import SwiftUI
          @MainActor final class ShopModel: ObservableObject {
            private var timer: Timer?
            func poll() { timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in } }
          }
          """
        ]),
      right: [
        (") } ", ") } else { model.stop() } "),
        (
          "  func poll() { timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in } }",
          """
            func poll() { timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in } }
            func stop() { timer?.invalidate(); timer = nil }
          """
        ),
      ]),
    pair(
      "a window by force in a push", "key-window-at-launch",
      uikit(
        body: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
              let root = UIApplication.shared.keyWindow!.rootViewController
              root?.view.setNeedsLayout()
              completionHandler(.noData)
            }
          """,
        plist: modes("remote-notification")),
      right: [("keyWindow!", "keyWindow?")]),
    pair(
      "a cover that is faded in", "secret-covered-late",
      uikit(
        scene: """
          private let privacyView = UIView()
            func sceneDidEnterBackground(_ scene: UIScene) {
              UIView.animate(withDuration: 0.3) { self.privacyView.alpha = 1 }
            }
          """),
      right: [
        (
          "UIView.animate(withDuration: 0.3) { self.privacyView.alpha = 1 }",
          "privacyView.alpha = 1"
        )
      ]),
    pair(
      "an activity that returns before its work", "work-without-background-task",
      uikit(
        scene: """
          func sceneDidEnterBackground(_ scene: UIScene) {
              ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { expired in
                guard !expired else { return }
                Task { await Journal.shared.save() }
              }
            }
          """,
        more: [
          "J.swift": "actor Journal { static let shared = Journal(); func save() { } }"
        ]),
      right: [
        (
          "      Task { await Journal.shared.save() }",
          """
                let done = DispatchSemaphore(value: 0)
                Task { await Journal.shared.save(); done.signal() }
                done.wait()
          """
        )
      ]),
    pair(
      "a delegate of notifications set by a view, in Objective-C", "notification-delegate-late",
      objectiveC(
        more: [
          "Home.m": """
          @implementation HomeController
          - (void)viewDidAppear:(BOOL)animated {
              [super viewDidAppear:animated];
              [UNUserNotificationCenter currentNotificationCenter].delegate = self;
          }
          - (void)userNotificationCenter:(UNUserNotificationCenter *)center didReceiveNotificationResponse:(UNNotificationResponse *)response withCompletionHandler:(void (^)(void))completionHandler { [self open:response]; completionHandler(); }
          @end
          """
        ]),
      right: [
        (
          """
              
              return YES;
          }
          """,
          """
              [UNUserNotificationCenter currentNotificationCenter].delegate = self;
              return YES;
          }
          - (void)userNotificationCenter:(UNUserNotificationCenter *)center didReceiveNotificationResponse:(UNNotificationResponse *)response withCompletionHandler:(void (^)(void))completionHandler { [self open:response]; completionHandler(); }
          """
        )
      ]),
    pair(
      "a timer started at each activation, in Objective-C", "timer-may-double",
      objectiveC(
        scene: """
          - (void)sceneDidBecomeActive:(UIScene *)scene {
              self.timer = [NSTimer scheduledTimerWithTimeInterval:5 target:self selector:@selector(poll) userInfo:nil repeats:YES];
          }
          - (void)poll { }
          """),
      right: [
        (
          """
              self.timer = [NSTimer scheduledTimerWithTimeInterval:5 target:self selector:@selector(poll) userInfo:nil repeats:YES];
          }
          """,
          """
              self.timer = [NSTimer scheduledTimerWithTimeInterval:5 target:self selector:@selector(poll) userInfo:nil repeats:YES];
          }
          - (void)sceneWillResignActive:(UIScene *)scene { [self.timer invalidate]; self.timer = nil; }
          """
        )
      ]),
    pair(
      "a save in a work item", "work-without-background-task",
      uikit(
        scene: """
          private let disk = DispatchQueue(label: "disk")
            func sceneDidEnterBackground(_ scene: UIScene) {
              let item = DispatchWorkItem { Journal.shared.persist() }
              disk.async(execute: item)
            }
          """,
        more: [
          "J.swift": "final class Journal { static let shared = Journal(); func persist() { } }"
        ]),
      right: [
        (
          """
              let item = DispatchWorkItem { Journal.shared.persist() }
              disk.async(execute: item)
          """, "    disk.sync { Journal.shared.persist() }"
        )
      ]),
    pair(
      "a publisher of the phase", "observer-doubled",
      swiftUI(
        scene: ".onChange(of: scenePhase) { _, phase in if phase == .active { model.observe() } }",
        more: [
          "ShopModel.swift": """
          import Combine
          import UIKit
          @MainActor final class ShopModel: ObservableObject {
            private var cancellables: Set<AnyCancellable> = []
            func observe() {
              NotificationCenter.default
                .publisher(for: UIApplication.userDidTakeScreenshotNotification)
                .receive(on: RunLoop.main)
                .sink { [weak self] _ in self?.note() }
                .store(in: &cancellables)
            }
            private func note() { }
          }
          """
        ]),
      right: [
        (
          """
            private var cancellables: Set<AnyCancellable> = []
            func observe() {
              NotificationCenter.default
                .publisher(for: UIApplication.userDidTakeScreenshotNotification)
                .receive(on: RunLoop.main)
                .sink { [weak self] _ in self?.note() }
                .store(in: &cancellables)
          """,
          """
            private var cancellable: AnyCancellable?
            func observe() {
              cancellable = NotificationCenter.default
                .publisher(for: UIApplication.userDidTakeScreenshotNotification)
                .receive(on: RunLoop.main)
                .sink { [weak self] _ in self?.note() }
          """
        )
      ]),
  ]

  private static let styledAnswers: [[SmallProject]] = [
    pair(
      "a call that a helper does not report", "voip-push-not-reported",
      uikit(
        launch: "calls.start()",
        body: "let calls = CallCenter()",
        plist: modes("voip"),
        more: [
          "CallCenter.swift": """
          import CallKit
          import PushKit
          final class CallCenter: NSObject {
            let provider = CXProvider(configuration: CXProviderConfiguration())
            let registry = PKPushRegistry(queue: .main)
            var isLoggedIn = false
            func start() { registry.delegate = self; registry.desiredPushTypes = [.voIP] }
          }
          """,
          "CallCenter+Push.swift": """
          import PushKit
          extension CallCenter: PKPushRegistryDelegate {
            func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) { }
            func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) {
              handle(payload.dictionaryPayload)
              completion()
            }
          }
          """,
          "CallCenter+Handling.swift": """
          import CallKit
          extension CallCenter {
            func handle(_ payload: [AnyHashable: Any]) {
              guard isLoggedIn, let caller = payload["caller"] as? String else { return }
              let update = CXCallUpdate()
              update.remoteHandle = CXHandle(type: .generic, value: caller)
              provider.reportNewIncomingCall(with: UUID(), update: update) { _ in }
            }
          }
          """,
        ]),
      right: uikit(
        launch: "calls.start()",
        body: "let calls = CallCenter()",
        plist: modes("voip"),
        more: [
          "CallCenter.swift": """
          import CallKit
          import PushKit
          final class CallCenter: NSObject {
            let provider = CXProvider(configuration: CXProviderConfiguration())
            let registry = PKPushRegistry(queue: .main)
            func start() { registry.delegate = self; registry.desiredPushTypes = [.voIP] }
          }
          """,
          "CallCenter+Push.swift": """
          import PushKit
          extension CallCenter: PKPushRegistryDelegate {
            func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) { }
            func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) {
              handle(payload.dictionaryPayload)
              completion()
            }
          }
          """,
          "CallCenter+Handling.swift": """
          import CallKit
          extension CallCenter {
            func handle(_ payload: [AnyHashable: Any]) {
              let update = CXCallUpdate()
              let caller = payload["caller"] as? String ?? "?"
              update.remoteHandle = CXHandle(type: .generic, value: caller)
              provider.reportNewIncomingCall(with: UUID(), update: update) { _ in }
            }
          }
          """,
        ])),
    pair(
      "a call that is not reported, in Objective-C", "voip-push-not-reported",
      objectiveC(
        methods: """
          - (void)pushRegistry:(PKPushRegistry *)registry didReceiveIncomingPushWithPayload:(PKPushPayload *)payload forType:(PKPushType)type withCompletionHandler:(void (^)(void))completion {
              NSString *caller = payload.dictionaryPayload[@"caller"];
              if (caller == nil) {
                  completion();
                  return;
              }
              CXCallUpdate *update = [[CXCallUpdate alloc] init];
              [self.provider reportNewIncomingCallWithUUID:[NSUUID UUID] update:update completion:^(NSError *error) { completion(); }];
          }
          """,
        plist: modes("voip")),
      right: [
        (
          """
              NSString *caller = payload.dictionaryPayload[@"caller"];
              if (caller == nil) {
                  completion();
                  return;
              }
          """, "    NSString *caller = payload.dictionaryPayload[@\"caller\"] ?: @\"?\";"
        )
      ]),
    pair(
      "a completion of a session kept under its key", "background-session-completion-dropped",
      uikit(
        body: """
          var completions: [String: () -> Void] = [:]
            func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String, completionHandler: @escaping () -> Void) { completions[identifier] = completionHandler }
          """,
        more: [
          "Downloads.swift": """
          import Foundation
          final class Downloads: NSObject, URLSessionDelegate {
            lazy var session = URLSession(configuration: .background(withIdentifier: "a"), delegate: self, delegateQueue: nil)
            func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { print("finished") }
          }
          """
        ]),
      right: [
        (
          """
          import Foundation
          final class Downloads: NSObject, URLSessionDelegate {
            lazy var session = URLSession(configuration: .background(withIdentifier: "a"), delegate: self, delegateQueue: nil)
            func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { print("finished") }
          """,
          """
          import UIKit
          final class Downloads: NSObject, URLSessionDelegate {
            lazy var session = URLSession(configuration: .background(withIdentifier: "a"), delegate: self, delegateQueue: nil)
            func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
              DispatchQueue.main.async {
                let delegate = UIApplication.shared.delegate as? AppDelegate
                delegate?.completions.removeValue(forKey: session.configuration.identifier ?? "")?()
              }
            }
          """
        )
      ]),
    pair(
      "a completion of a session that a helper keeps", "background-session-completion-dropped",
      uikit(
        body: """
          func application(_ application: UIApplication, handleEventsForBackgroundURLSession identifier: String, completionHandler: @escaping () -> Void) { Downloads.shared.resume(identifier, completionHandler) }
          """,
        more: [
          "Downloads.swift": """
          import Foundation
          final class Downloads: NSObject, URLSessionDelegate {
            static let shared = Downloads()
            private var finished: (() -> Void)?
            lazy var session = URLSession(configuration: .background(withIdentifier: "a"), delegate: self, delegateQueue: nil)
            func resume(_ identifier: String, _ completion: @escaping () -> Void) { finished = completion; _ = session }
          }
          """
        ]),
      right: [
        (
          "  func resume(_ identifier: String, _ completion: @escaping () -> Void) { finished = completion; _ = session }",
          """
            func resume(_ identifier: String, _ completion: @escaping () -> Void) { finished = completion; _ = session }
            func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { DispatchQueue.main.async { self.finished?() } }
          """
        )
      ]),
    pair(
      "a session that nothing answers, in Objective-C", "background-session-unanswered",
      objectiveC(
        launch: """
          NSURLSessionConfiguration *c = [NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"a"];
              self.session = [NSURLSession sessionWithConfiguration:c delegate:self delegateQueue:nil];
          """),
      right: [
        (
          """
              return YES;
          }
          """,
          """
              return YES;
          }
          - (void)application:(UIApplication *)application handleEventsForBackgroundURLSession:(NSString *)identifier completionHandler:(void (^)(void))completionHandler { self.completion = completionHandler; }
          - (void)URLSessionDidFinishEventsForBackgroundURLSession:(NSURLSession *)session { self.completion(); }
          """
        )
      ]),
    pair(
      "a push whose publisher fails", "completion-may-be-missed",
      uikit(
        body: """
          private var bag = Set<AnyCancellable>()
            func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
              Feed.shared.refresh()
                .sink(receiveCompletion: { print($0) }, receiveValue: { _ in completionHandler(.newData) })
                .store(in: &bag)
            }
          """,
        plist: modes("remote-notification"),
        more: [
          "Feed.swift": """
          import Combine
          final class Feed { static let shared = Feed(); func refresh() -> AnyPublisher<Int, Error> { Empty().eraseToAnyPublisher() } }
          """
        ]),
      right: [
        (
          "      .sink(receiveCompletion: { print($0) }, receiveValue: { _ in completionHandler(.newData) })",
          """
                .sink(receiveCompletion: { end in
                  if case .failure = end { completionHandler(.failed) } else { completionHandler(.newData) }
                }, receiveValue: { _ in })
          """
        )
      ]),
    pair(
      "a block that returns without the completion", "completion-may-be-missed",
      objectiveC(
        methods: """
          - (void)application:(UIApplication *)application didReceiveRemoteNotification:(NSDictionary *)userInfo fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
              __weak typeof(self) weakSelf = self;
              [self.store syncWithCompletion:^(NSError *error) {
                  if (error) { return; }
                  [weakSelf reload];
                  completionHandler(UIBackgroundFetchResultNewData);
              }];
          }
          """,
        plist: modes("remote-notification")),
      right: [("{ return", "{ completionHandler(UIBackgroundFetchResultFailed); return")]),
    pair(
      "a push that is answered and goes on", "completion-called-again",
      uikit(
        body: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
              if userInfo["id"] == nil { completionHandler(.noData) }
              Store.shared.sync { _ in completionHandler(.newData) }
            }
          """,
        plist: modes("remote-notification"),
        more: [
          "Store.swift": """
          import Foundation
          final class Store {
            static let shared = Store()
            func save() { }
            func sync(_ done: @escaping (Result<Int, Error>) -> Void) { }
            func load() async throws -> Int { 0 }
          }
          """
        ]),
      right: [("noData)", "noData); return")]),
    pair(
      "a response answered by a helper and at the end", "completion-called-again",
      uikit(
        launch: "UNUserNotificationCenter.current().delegate = self",
        more: [
          "AppDelegate+N.swift": """
          import UserNotifications
          extension AppDelegate: UNUserNotificationCenterDelegate {
            func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) {
              switch response.actionIdentifier {
              case "reply": reply(completionHandler)
              default: break
              }
              completionHandler()
            }
            func reply(_ done: @escaping () -> Void) { URLSession.shared.dataTask(with: URL(string: "https://example.org")!) { _, _, _ in done() }.resume() }
          }
          """
        ]),
      right: [
        (
          """
              default: break
              }
              completionHandler()
          """,
          """
              default: completionHandler()
              }
          """
        )
      ]),
    pair(
      "a push answered by a delay and by its result", "completion-called-again",
      uikit(
        body: """
          func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
              DispatchQueue.main.asyncAfter(deadline: .now() + 25) { completionHandler(.failed) }
              Store.shared.sync { _ in completionHandler(.newData) }
            }
          """,
        plist: modes("remote-notification"),
        more: [
          "Store.swift": """
          import Foundation
          final class Store {
            static let shared = Store()
            func save() { }
            func sync(_ done: @escaping (Result<Int, Error>) -> Void) { }
            func load() async throws -> Int { 0 }
          }
          """
        ]),
      right: [
        (
          """
              DispatchQueue.main.asyncAfter(deadline: .now() + 25) { completionHandler(.failed) }
              Store.shared.sync { _ in completionHandler(.newData) }
          """,
          """
              var isDone = false
              func finish(_ result: UIBackgroundFetchResult) { if isDone { return }; isDone = true; completionHandler(result) }
              DispatchQueue.main.asyncAfter(deadline: .now() + 25) { finish(.failed) }
              Store.shared.sync { _ in finish(.newData) }
          """
        )
      ]),
    pair(
      "a task over another one, in Objective-C", "background-task-overwritten",
      objectiveC(
        scene: """
          - (void)sceneDidEnterBackground:(UIScene *)scene {
              self.task = [UIApplication.sharedApplication beginBackgroundTaskWithExpirationHandler:^{ [self finish]; }];
              [self.store syncWithCompletion:^{ [self finish]; }];
          }
          - (void)finish {
              [UIApplication.sharedApplication endBackgroundTask:self.task];
              self.task = UIBackgroundTaskInvalid;
          }
          """),
      right: [
        (
          "- (void)sceneDidEnterBackground:(UIScene *)scene {",
          """
          - (void)sceneDidEnterBackground:(UIScene *)scene {
              if (self.task != UIBackgroundTaskInvalid) { return; }
          """
        )
      ]),
    pair(
      "a task over another one, of an observer", "background-task-overwritten",
      uikit(
        launch: "sync.start()",
        body: "let sync = SyncService()",
        more: [
          "SyncService.swift": """
          import UIKit
          final class SyncService {
            private var taskID: UIBackgroundTaskIdentifier = .invalid
            func start() {
              NotificationCenter.default.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main) { [weak self] _ in
                guard let self else { return }
                self.taskID = UIApplication.shared.beginBackgroundTask { self.end() }
                self.run { self.end() }
              }
            }
            private func run(_ done: @escaping () -> Void) { }
            private func end() { UIApplication.shared.endBackgroundTask(taskID); taskID = .invalid }
          }
          """
        ]),
      right: [
        (
          """
                self.taskID = UIApplication.shared.beginBackgroundTask { self.end() }
                self.run { self.end() }
              }
            }
            private func run(_ done: @escaping () -> Void) { }
            private func end() { UIApplication.shared.endBackgroundTask(taskID); taskID = .invalid }
          """,
          """
                self.end()
                self.taskID = UIApplication.shared.beginBackgroundTask { self.end() }
                self.run { self.end() }
              }
            }
            private func run(_ done: @escaping () -> Void) { }
            private func end() { guard taskID != .invalid else { return }; UIApplication.shared.endBackgroundTask(taskID); taskID = .invalid }
          """
        )
      ]),
  ]

  private static let styledKept: [[SmallProject]] = [
    pair(
      "the delegate's window, read elsewhere", "delegate-window-in-scenes",
      uikit(
        body: "var window: UIWindow?",
        more: [
          "Presenter.swift": """
          import UIKit
          enum Presenter {
            static func present(_ controller: UIViewController) {
              guard let delegate = UIApplication.shared.delegate as? AppDelegate else { return }
              delegate.window?.rootViewController?.present(controller, animated: true)
            }
          }
          """
        ]),
      right: uikit(
        more: [
          "Presenter.swift": """
          import UIKit
          enum Presenter {
            static func present(_ controller: UIViewController) {
              let scene = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.first
              scene?.keyWindow?.rootViewController?.present(controller, animated: true)
            }
          }
          """
        ])),
    pair(
      "the delegate's window in SwiftUI", "delegate-window-in-scenes",
      swiftUI(
        more: [
          "Presenter.swift": """
          import UIKit
          enum Presenter {
            static var top: UIViewController? { UIApplication.shared.delegate?.window??.rootViewController }
          }
          """
        ]),
      right: [
        (
          "  static var top: UIViewController? { UIApplication.shared.delegate?.window??.rootViewController }",
          """
            static var top: UIViewController? {
              (UIApplication.shared.connectedScenes.first as? UIWindowScene)?.keyWindow?.rootViewController
            }
          """
        )
      ]),
    pair(
      "a window of the launch, in Objective-C", "window-without-scene",
      objectiveC(
        launch: """
          self.window = [[UIWindow alloc] initWithFrame:[UIScreen mainScreen].bounds];
              self.window.rootViewController = [[HomeController alloc] init];
              [self.window makeKeyAndVisible];
          """),
      right: [
        (
          """
              self.window = [[UIWindow alloc] initWithFrame:[UIScreen mainScreen].bounds];
              self.window.rootViewController = [[HomeController alloc] init];
              [self.window makeKeyAndVisible];
          """, "    "
        )
      ]),
    pair(
      "a window of a connection without its scene", "window-without-scene",
      uikit(
        more: [
          "SceneDelegate.swift": """
          import UIKit
          final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
            var window: UIWindow?
            func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
              window = UIWindow(frame: UIScreen.main.bounds)
              window?.rootViewController = HomeViewController()
              window?.makeKeyAndVisible()
            }
          }
          """
        ]),
      right: [
        (
          "    window = UIWindow(frame: UIScreen.main.bounds)",
          """
              guard let scene = scene as? UIWindowScene else { return }
              window = UIWindow(frame: UIScreen.main.bounds)
              window?.windowScene = scene
          """
        )
      ]),
    pair(
      "an expiry that only logs, in Objective-C", "background-task-not-ended-on-expiry",
      objectiveC(
        methods: """
          - (void)upload {
              UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithName:@"upload" expirationHandler:^{
                  NSLog(@"upload ran out of time");
              }];
              [self.uploader runWithCompletion:^{ [[UIApplication sharedApplication] endBackgroundTask:task]; }];
          }
          """),
      right: [
        (
          """
              UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithName:@"upload" expirationHandler:^{
                  NSLog(@"upload ran out of time");
          """,
          """
              __block UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithName:@"upload" expirationHandler:^{
                  [[UIApplication sharedApplication] endBackgroundTask:task];
                  task = UIBackgroundTaskInvalid;
          """
        )
      ]),
    pair(
      "a return past the end of a task, in Objective-C", "background-task-not-ended",
      objectiveC(
        methods: """
          - (void)upload {
              UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithExpirationHandler:^{ [self.uploader cancel]; }];
              if (self.items.count == 0) { return; }
              [self.uploader runWithCompletion:^{ [[UIApplication sharedApplication] endBackgroundTask:task]; }];
          }
          """),
      right: [
        (
          """
              UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithExpirationHandler:^{ [self.uploader cancel]; }];
              if (self.items.count == 0) { return; }
          """,
          """
              if (self.items.count == 0) { return; }
              UIBackgroundTaskIdentifier task = [[UIApplication sharedApplication] beginBackgroundTaskWithExpirationHandler:^{ [self.uploader cancel]; }];
          """
        )
      ]),
    pair(
      "an expiry by a method that only logs", "background-task-not-ended-on-expiry",
      uikit(
        more: [
          "U.swift": """
          import UIKit
          final class Uploader {
            func run() {
              let id = UIApplication.shared.beginBackgroundTask(withName: "up", expirationHandler: expired)
              send { UIApplication.shared.endBackgroundTask(id) }
            }
            func expired() { print("over") }
            func send(_ done: @escaping () -> Void) { }
          }
          """
        ]),
      right: [
        (
          """
            func run() {
              let id = UIApplication.shared.beginBackgroundTask(withName: "up", expirationHandler: expired)
              send { UIApplication.shared.endBackgroundTask(id) }
            }
            func expired() { print("over") }
          """,
          """
            private var id = UIBackgroundTaskIdentifier.invalid
            func run() {
              guard id == .invalid else { return }
              id = UIApplication.shared.beginBackgroundTask(withName: "up", expirationHandler: expired)
              send { self.expired() }
            }
            func expired() { print("over"); UIApplication.shared.endBackgroundTask(id); id = .invalid }
          """
        )
      ]),
    pair(
      "a refresh of SwiftUI without a next one", "refresh-not-asked-again",
      swiftUI(
        launch: "schedule()",
        delegate: """
          func schedule() {
              let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
              request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
              try? BGTaskScheduler.shared.submit(request)
            }
          """,
        scene:
          ".backgroundTask(.appRefresh(\"org.example.refresh\")) { await Feed.shared.reload() }",
        plist: modes("fetch") + tasks("org.example.refresh"),
        more: [
          "Feed.swift": "actor Feed { static let shared = Feed(); func reload() async { } }"
        ]),
      right: [
        (
          "actor Feed { static let shared = Feed(); func reload() async { } }",
          """
          import BackgroundTasks
          actor Feed { static let shared = Feed(); func reload() async { }; func scheduleNext() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "org.example.refresh")) } }
          """
        ), ("shared.reload", "shared.scheduleNext(); await Feed.shared.reload"),
        (
          """
              schedule()
              return true
            }
            func schedule() {
              let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
              request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
              try? BGTaskScheduler.shared.submit(request)
            }
          """,
          """
              
              return true
            }
            
          """
        ),
      ]),
    pair(
      "a scheduled task left open, in Objective-C", "scheduled-task-not-completed",
      objectiveC(
        launch: """
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"org.example.refresh" usingQueue:nil launchHandler:^(BGTask *task) { [self handleRefresh:task]; }];
          """,
        methods: """
          - (void)schedule {
              BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"org.example.refresh"];
              [[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:nil];
          }
          - (void)handleRefresh:(BGTask *)task {
              [self schedule];
              task.expirationHandler = ^{ [self.store cancel]; };
              if (!self.store.isReady) { return; }
              [self.store syncWithCompletion:^(BOOL ok) { [task setTaskCompletedWithSuccess:ok]; }];
          }
          """,
        plist: modes("fetch") + tasks("org.example.refresh")),
      right: [("{ return", "{ [task setTaskCompletedWithSuccess:NO]; return")]),
    pair(
      "an identifier that is not listed, in Objective-C", "task-not-listed",
      objectiveC(
        launch: """
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"org.example.refresh" usingQueue:nil launchHandler:^(BGTask *task) { [self handleRefresh:task]; }];
          """,
        methods: """
          - (void)schedule {
              BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:self.identifier];
              [[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:nil];
          }
          - (void)handleRefresh:(BGTask *)task { [self schedule]; task.expirationHandler = ^{ [self.store cancel]; }; [self.store syncWithCompletion:^(BOOL ok) { [task setTaskCompletedWithSuccess:ok]; }]; }
          """,
        plist: modes("fetch") + tasks("org.example.other")),
      right: [("other", "refresh")]),
    pair(
      "a registration by a view of SwiftUI", "task-registered-late",
      swiftUI(
        delegate: """
          func schedule() {
              let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
              request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
              try? BGTaskScheduler.shared.submit(request)
            }
          """,
        view: """
          Text("a").onAppear { BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in task.setTaskCompleted(success: true) } }
          """,
        plist: modes("fetch") + tasks("org.example.refresh")),
      right: swiftUI(
        launch:
          "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"org.example.refresh\", using: nil) { task in task.setTaskCompleted(success: true) }",
        delegate: """
          func schedule() {
              let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
              request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
              try? BGTaskScheduler.shared.submit(request)
            }
          """,
        plist: modes("fetch") + tasks("org.example.refresh"))),
  ]
}
