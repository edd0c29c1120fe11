// What brings an app to the front: its icon or card, a link, a notification, a quick action. It
// decides what a launch is told, and which messages follow on the way up.

import RehearsalValues

/// What an app is brought to the front with.
enum LaunchRequest: Hashable, Sendable {
  /// A tap on the icon or on the card in the switcher.
  case icon
  /// A URL of a scheme that the app handles.
  case url(String, source: String)
  /// A link of a domain that is associated with the app.
  case universalLink(String)
  /// The tap on a notification.
  case notification(ScriptValue)
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
  ///
  /// UIKit's keys stand beside the short ones; where it has a set, its key holds a list.
  func options(isScene: Bool) -> ScriptValue {
    switch self {
    case .icon: .emptyMap
    case .url(let url, let source):
      .map(
        named: Self.context(url, source)
          + (isScene ? [("urlContexts", .list([.map(named: Self.context(url, source))]))] : []))
    case .universalLink(let url):
      .map(
        named: [("userActivity", Self.activity(of: url))]
          + (isScene
            ? [("userActivities", .list([Self.activity(of: url)]))]
            : [
              ("userActivityType", .string(Self.browsingActivity)),
              ("userActivityDictionary", Self.wrapped(Self.activity(of: url))),
            ]))
    case .notification(let payload):
      .map(named: [(isScene ? "notificationResponse" : "remoteNotification", payload)])
    case .shortcut(let type): .map(named: [("shortcutItem", .string(type))])
    }
  }

  /// A message by which an app is told what it was brought to the front for.
  struct Step {
    let message: Message
    let arguments: [ScriptValue]
    let rule: RuleNumber
  }

  /// The messages to an app without scenes.
  func steps(isLaunch: Bool) -> [Step] {
    switch self {
    case .icon, .notification: return []
    case .url(let url, let source):
      let options = ScriptValue.map(named: [("sourceApplication", .string(source))])
      return [
        Step(
          message: .open, arguments: [.string(url), options], rule: isLaunch ? .R020 : .R069)
      ]
    case .universalLink(let url):
      let rule: RuleNumber = isLaunch ? .R021 : .R070
      return [
        Step(
          message: .willContinueUserActivity, arguments: [.string(Self.browsingActivity)],
          rule: rule),
        Step(message: .continueUserActivity, arguments: [Self.activity(of: url)], rule: rule),
      ]
    case .shortcut(let type):
      return [Step(message: .performAction, arguments: [.string(type)], rule: .R023)]
    }
  }

  /// The messages to a scene that was there before.
  var sceneSteps: [Step] {
    switch self {
    case .icon, .notification: []
    case .url(let url, let source):
      [
        Step(
          message: .sceneOpenURLContexts,
          arguments: [.list([.map(named: Self.context(url, source))])], rule: .R024)
      ]
    case .universalLink(let url):
      [
        Step(
          message: .sceneWillContinueUserActivity, arguments: [.string(Self.browsingActivity)],
          rule: .R024),
        Step(
          message: .sceneContinueUserActivity, arguments: [Self.activity(of: url)], rule: .R024),
      ]
    case .shortcut(let type):
      [Step(message: .scenePerformAction, arguments: [.string(type)], rule: .R023)]
    }
  }

  /// A URL that is to be opened, with who opens it.
  private static func context(_ url: String, _ source: String) -> [(String, ScriptValue)] {
    [("url", .string(url)), ("sourceApplication", .string(source))]
  }

  /// A user activity as the options of a launch wrap it.
  private static func wrapped(_ activity: ScriptValue) -> ScriptValue {
    .map(
      named: [("userActivityType", .string(browsingActivity)), ("userActivity", activity)])
  }

  /// The user activity that stands for a link, under short keys and under UIKit's names.
  private static func activity(of url: String) -> ScriptValue {
    .map(
      named: [
        ("type", .string(browsingActivity)), ("activityType", .string(browsingActivity)),
        ("url", .string(url)), ("webpageURL", .string(url)),
      ])
  }

  /// The type of the activity that stands for a link.
  private static let browsingActivity = "NSUserActivityTypeBrowsingWeb"
}
