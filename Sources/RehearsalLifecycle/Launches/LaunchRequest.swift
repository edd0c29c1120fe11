// What brings an app to the front: its icon or card, a link, a notification, a quick action. It
// decides what a launch is told, and which messages follow on the way up.

/// What an app is brought to the front with.
enum LaunchRequest: Hashable, Sendable {
  /// A tap on the icon or on the card in the switcher.
  case icon
  /// A URL of a scheme that the app handles.
  case url(String, source: String)
  /// A link of a domain that is associated with the app.
  case universalLink(String)
  /// The tap on a notification.
  case notification(PlainValue)
  /// A quick action of the icon.
  case shortcut(String)

  /// Why a process is started for it.
  var reason: LaunchReason {
    switch self {
    case .icon: .user
    case .url: .url
    case .universalLink: .userActivity
    case .notification: .notification
    case .shortcut: .shortcut
    }
  }

  /// What the launch is told, and what a scene that is connected for it is told (R017).
  func options(isScene: Bool) -> PlainValue {
    switch self {
    case .icon: .emptyMap
    case .url(let url, let source):
      .map(named: [("url", .string(url)), ("sourceApplication", .string(source))])
    case .universalLink(let url): .map(named: [("userActivity", Self.activity(of: url))])
    case .notification(let payload):
      .map(named: [(isScene ? "notificationResponse" : "remoteNotification", payload)])
    case .shortcut(let type): .map(named: [("shortcutItem", .string(type))])
    }
  }

  /// The user activity that stands for a link.
  static func activity(of url: String) -> PlainValue {
    .map(
      named: [
        ("type", .string(browsingActivity)), ("webpageURL", .string(url)),
      ])
  }

  /// The type of the activity that stands for a link.
  static let browsingActivity = "NSUserActivityTypeBrowsingWeb"
}

/// A launch that waits for the end of the old process.
struct PendingLaunch: Sendable {
  /// The stimulus that asked for it.
  let cause: Int
  let request: LaunchRequest
}

/// Something that an app's own answers permit.
enum LaunchPermission: Hashable, Sendable {
  /// Neither launch method refused what the app was launched for (R019).
  case launchIsAccepted
  /// The app wants its state saved (R058).
  case stateIsSaved
  /// The app wants its state restored (R021).
  case stateIsRestored
}

/// What the answers of a process permit so far.
struct LaunchPermissions: Sendable {
  var refusesLaunch = false
  var savesState = false
  var restoresState = false

  func allows(_ permission: LaunchPermission) -> Bool {
    switch permission {
    case .launchIsAccepted: !refusesLaunch
    case .stateIsSaved: savesState
    case .stateIsRestored: restoresState
    }
  }
}

extension PlainValue {
  /// A map of some texts and values, in that order.
  static func map(named entries: [(String, PlainValue)]) -> PlainValue {
    .map(entries.map { PlainEntry(key: .string($0.0), value: $0.1) })
  }
}
