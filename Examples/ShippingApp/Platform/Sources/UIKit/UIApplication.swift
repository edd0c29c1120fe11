// The application object and its kin, as far as the app and its services use them. Names, isolation
// and types are UIKit's; what a device does by itself the tests do, by what is marked as theirs.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import struct Foundation.Data
@_exported import struct Foundation.Date
@_exported import class Foundation.FileManager
@_exported import class Foundation.NSNull
@_exported import class Foundation.NSNumber
@_exported import class Foundation.NSObject
@_exported import protocol Foundation.NSObjectProtocol
@_exported import struct Foundation.Notification
@_exported import class Foundation.NotificationCenter
@_exported import class Foundation.OperationQueue
@_exported import class Foundation.Progress
@_exported import struct Foundation.URL
@_exported import struct Foundation.URLError
@_exported import class Foundation.UserDefaults

extension URL {
  /// A folder of the test run's.
  public static let documentsDirectory = FileManager.default.temporaryDirectory
    .appendingPathComponent("drafts-\(UInt64.random(in: 0 ... .max))")
}

@MainActor
open class UIResponder: NSObject {
  override public nonisolated init() {}
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

@MainActor
open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }

  public struct LaunchOptionsKey: Hashable, Sendable {}

  public static let shared = UIApplication()

  public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
  public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
  public nonisolated static let willResignActiveNotification = name("WillResignActive")
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
  public nonisolated static let willTerminateNotification = name("WillTerminate")
  public nonisolated static let didReceiveMemoryWarningNotification = name(
    "DidReceiveMemoryWarning")
  public nonisolated static let significantTimeChangeNotification = name("SignificantTimeChange")
  public nonisolated static let protectedDataWillBecomeUnavailableNotification = name(
    "ProtectedDataWillBecomeUnavailable")
  public nonisolated static let protectedDataDidBecomeAvailableNotification = name(
    "ProtectedDataDidBecomeAvailable")

  private nonisolated static func name(_ name: String) -> Notification.Name {
    Notification.Name("UIApplication\(name)Notification")
  }

  // Set by the tests.
  public var applicationState = State.inactive
  public var isProtectedDataAvailable = true
  public var backgroundTimeRemaining = Double.greatestFiniteMagnitude
  public var grantsBackgroundTime = true

  /// The tasks that were begun and not ended, with their names; read by the tests.
  public private(set) var backgroundTasks: [UIBackgroundTaskIdentifier: String] = [:]
  private var expirationHandlers: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] =
    [:]
  private var lastTask = 0

  public func beginBackgroundTask(
    withName name: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    guard grantsBackgroundTime else { return .invalid }
    lastTask += 1
    let task = UIBackgroundTaskIdentifier(rawValue: lastTask)
    backgroundTasks[task] = name ?? ""
    expirationHandlers[task] = expirationHandler
    return task
  }

  /// How often the app asked to be registered; read by the tests.
  public private(set) var registrations = 0

  public func registerForRemoteNotifications() { registrations += 1 }

  /// The scenes; set by the tests.
  public var connectedScenes: Set<UIScene> = []
  /// The windows; set by the tests.
  public var openSessions: Set<UISceneSession> = []
  /// The windows that were asked for, nil for another one, and those that were closed; read by the
  /// tests.
  public private(set) var activations: [UISceneSession?] = []
  public private(set) var destructions: [UISceneSession] = []

  public func requestSceneSessionActivation(
    _ session: UISceneSession?, userActivity: Never?, options: Never?,
    errorHandler: (@MainActor (any Error) -> Void)? = nil
  ) { activations.append(session) }

  public func requestSceneSessionDestruction(
    _ session: UISceneSession, options: Never?,
    errorHandler: (@MainActor (any Error) -> Void)? = nil
  ) { destructions.append(session) }

  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks[identifier] = nil
    expirationHandlers[identifier] = nil
  }

  // MARK: - What the system does, by the tests

  public func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  public func expireBackgroundTime() {
    for task in backgroundTasks.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      expirationHandlers[task]?()
    }
  }
}

@MainActor
public final class UIDevice: NSObject {
  public static let current = UIDevice()
  public let systemVersion = "17.0"
  public let model = "iPhone"

  override private nonisolated init() {}
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor
public final class UISceneSession: NSObject {
  public let persistentIdentifier: String

  /// Made by the tests.
  public init(persistentIdentifier: String) { self.persistentIdentifier = persistentIdentifier }
}

@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  // Set by the tests.
  public var activationState = ActivationState.unattached
  public var session = UISceneSession(persistentIdentifier: "window")

  public nonisolated static let willConnectNotification = name("WillConnect")
  public nonisolated static let didDisconnectNotification = name("DidDisconnect")
  public nonisolated static let didActivateNotification = name("DidActivate")
  public nonisolated static let willDeactivateNotification = name("WillDeactivate")
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")

  private nonisolated static func name(_ name: String) -> Notification.Name {
    Notification.Name("UIScene\(name)Notification")
  }
}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
}

// UIKit's are optional requirements of Objective-C.
extension UIApplicationDelegate {
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {}
}

@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidDisconnect(_ scene: UIScene)
}

extension UISceneDelegate {
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
}

public protocol UIWindowSceneDelegate: UISceneDelegate {}

/// Calls of methods by their selectors, which elsewhere are Objective-C's business.
@MainActor
public enum UIKitStandIn {
  public static func call(_ name: String, of delegate: any NSObjectProtocol, with object: Any) {
    if let delegate = delegate as? any UIApplicationDelegate,
      let application = object as? UIApplication
    {
      call(name, of: delegate, application)
    } else if let delegate = delegate as? any UISceneDelegate, let scene = object as? UIScene {
      call(name, of: delegate, scene)
    }
  }

  private static func call(
    _ name: String, of delegate: any UIApplicationDelegate, _ application: UIApplication
  ) {
    switch name {
    case "application(_:didFinishLaunchingWithOptions:)":
      _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    case "applicationDidBecomeActive(_:)": delegate.applicationDidBecomeActive(application)
    case "applicationWillResignActive(_:)": delegate.applicationWillResignActive(application)
    case "applicationDidEnterBackground(_:)": delegate.applicationDidEnterBackground(application)
    case "applicationWillEnterForeground(_:)": delegate.applicationWillEnterForeground(application)
    case "applicationWillTerminate(_:)": delegate.applicationWillTerminate(application)
    case "applicationDidReceiveMemoryWarning(_:)":
      delegate.applicationDidReceiveMemoryWarning(application)
    default: break
    }
  }

  private static func call(_ name: String, of delegate: any UISceneDelegate, _ scene: UIScene) {
    switch name {
    case "sceneDidBecomeActive(_:)": delegate.sceneDidBecomeActive(scene)
    case "sceneWillResignActive(_:)": delegate.sceneWillResignActive(scene)
    case "sceneDidEnterBackground(_:)": delegate.sceneDidEnterBackground(scene)
    case "sceneWillEnterForeground(_:)": delegate.sceneWillEnterForeground(scene)
    case "sceneDidDisconnect(_:)": delegate.sceneDidDisconnect(scene)
    default: break
    }
  }
}

open class UIView: UIResponder {
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?

  public func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

open class UIWindow: UIView {}
