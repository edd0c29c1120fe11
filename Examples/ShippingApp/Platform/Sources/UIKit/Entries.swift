// What the user brings into an app, notifications and permissions, as the tests make them.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

@MainActor
public final class UIOpenURLContext: NSObject {
  public let url: URL

  /// Made by the tests.
  public init(url: URL) { self.url = url }
}

@MainActor
public final class NSUserActivity: NSObject {
  public let activityType: String
  public var webpageURL: URL?

  public init(activityType: String) { self.activityType = activityType }
}

@MainActor
public final class UIApplicationShortcutItem: NSObject {
  public let type: String

  public init(type: String) { self.type = type }
}

extension UIScene {
  @MainActor
  public final class ConnectionOptions: NSObject {
    public let urlContexts: Set<UIOpenURLContext>
    public let userActivities: Set<NSUserActivity>
    public let shortcutItem: UIApplicationShortcutItem?

    /// Made by the tests.
    public init(
      urlContexts: Set<UIOpenURLContext> = [], userActivities: Set<NSUserActivity> = [],
      shortcutItem: UIApplicationShortcutItem? = nil
    ) {
      self.urlContexts = urlContexts
      self.userActivities = userActivities
      self.shortcutItem = shortcutItem
    }
  }
}

// MARK: - Notifications

// Their names are UIKit's.
// swift-format-ignore
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
// swift-format-ignore
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

public final class UNNotificationContent: @unchecked Sendable {
  public let userInfo: [AnyHashable: Any]

  init(_ userInfo: [AnyHashable: Any]) { self.userInfo = userInfo }
}

public final class UNNotificationRequest: Sendable {
  public let content: UNNotificationContent

  init(_ content: UNNotificationContent) { self.content = content }
}

public final class UNNotification: Sendable {
  public let request: UNNotificationRequest

  init(_ request: UNNotificationRequest) { self.request = request }
}

public class UNNotificationResponse: @unchecked Sendable {
  public let actionIdentifier: String
  public let notification: UNNotification

  /// Made by the tests.
  public init(
    actionIdentifier: String = UNNotificationDefaultActionIdentifier,
    userInfo: [AnyHashable: Any] = [:]
  ) {
    self.actionIdentifier = actionIdentifier
    notification = UNNotification(UNNotificationRequest(UNNotificationContent(userInfo)))
  }
}

public final class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  public let userText: String

  /// Made by the tests.
  public init(_ text: String, actionIdentifier: String) {
    userText = text
    super.init(actionIdentifier: actionIdentifier)
  }
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

@MainActor
public final class UNUserNotificationCenter: NSObject {
  private static let center = UNUserNotificationCenter()

  /// What the user answers; set by the tests.
  public var isGranted = true

  public static func current() -> UNUserNotificationCenter { center }

  public func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool {
    isGranted
  }
}

// MARK: - Devices of capture

public struct AVMediaType: Hashable, Sendable {
  public static let video = AVMediaType(name: "vide")
  public static let audio = AVMediaType(name: "soun")

  let name: String
}

@MainActor
public final class AVCaptureDevice: NSObject {
  /// What the user grants; set by the tests.
  public static var granted: Set<AVMediaType> = []

  public static func requestAccess(for type: AVMediaType) async -> Bool { granted.contains(type) }
}
