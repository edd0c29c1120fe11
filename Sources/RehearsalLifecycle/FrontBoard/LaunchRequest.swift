// What brings an app to the front: its icon or card, a link, an activity, a notification, a quick
// action, an intent. It decides what a launch is told, and which messages follow on the way up.

import RehearsalValues

/// What an app is brought to the front with.
enum LaunchRequest: Hashable, Sendable {
  /// A tap on the icon or on the card in the switcher.
  case icon
  /// A URL of a scheme that the app handles, with its opener where the app is told of it.
  case url(String, source: String?)
  /// A link of a domain that is associated with the app.
  case universalLink(String)
  /// The tap on a notification.
  indirect case notification(NotificationResponse)
  /// A quick action of the icon, by its type, with its user info.
  indirect case shortcut(String, info: ScriptValue)
  /// An activity of another device, or a result of the search (R150).
  indirect case activity(UserActivity)
  /// An intent that opens the app, with its parameters (R151).
  indirect case intent(String, parameters: ScriptValue)

  /// The link that was followed; nil for anything else.
  var link: String? {
    switch self {
    case .url(let url, _), .universalLink(let url): url
    default: nil
    }
  }

  /// Whether it is a URL that the app of a name has opened.
  func isOpened(by app: String) -> Bool {
    if case .url(_, let source) = self { source == app } else { false }
  }

  /// Why a process is started for it.
  var reason: LaunchReason {
    switch self {
    case .icon: .user
    case .url: .url
    case .universalLink, .activity: .userActivity
    case .notification: .notification
    case .shortcut: .shortcut
    case .intent: .intent
    }
  }

  /// What a scene that is connected for nothing of its own is told.
  static let noConnectionOptions = ScriptValue.map(
    named: [("urlContexts", .list([])), ("userActivities", .list([]))])

  /// What a scene that is connected for it is told (R017).
  ///
  /// UIKit's sets are always there, empty where nothing came; its other members are nil then.
  var connectionOptions: ScriptValue {
    let given = options(isScene: true)
    guard case .map(let entries) = given, case .map(let empty) = Self.noConnectionOptions else {
      return given
    }
    return .map(entries + empty.filter { entry in !entries.contains { $0.key == entry.key } })
  }

  /// What the launch is told (R017).
  var launchOptions: ScriptValue { options(isScene: false) }

  /// UIKit's keys are beside the short ones; where it has a set, its key holds a list.
  private func options(isScene: Bool) -> ScriptValue {
    switch self {
    case .icon, .intent: .emptyMap
    case .url(let url, let source):
      .map(
        named: Self.context(url, source)
          + (isScene ? [("urlContexts", .list([.map(named: Self.context(url, source))]))] : []))
    case .activity(let activity): .map(named: activity.options(isScene: isScene))
    case .universalLink(let url):
      .map(
        named: [("userActivity", Self.activity(of: url))]
          + (isScene
            ? [("userActivities", .list([Self.activity(of: url)]))]
            : [
              ("userActivityType", .string(Self.browsingActivity)),
              (
                "userActivityDictionary",
                Self.wrapped(Self.activity(of: url), Self.browsingActivity)
              ),
            ]))
    case .notification(let response):
      if isScene {
        .map(named: [("notificationResponse", response.value)])
      } else if response.notification.isLocal {
        .map(named: [("localNotification", response.notification.value)])
      } else {
        .map(named: [("remoteNotification", response.notification.content)])
      }
    case .shortcut(let type, let info): .map(named: [("shortcutItem", Self.item(type, info))])
    }
  }

  /// A quick action as an app is given it.
  private static func item(_ type: String, _ info: ScriptValue) -> ScriptValue {
    .map(named: [("type", .string(type)), ("userInfo", info)])
  }

  /// The entry of the options that names the opener; none where nobody is named.
  private static func opener(_ source: String?) -> [(String, ScriptValue)] {
    source.map { [("sourceApplication", .string($0))] } ?? []
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
    case .icon, .notification, .intent: return []
    case .activity(let activity):
      return [
        Step(
          message: .willContinueUserActivity, arguments: [.string(activity.type)], rule: .R150),
        activity.fails
          ? Step(
            message: .didFailToContinueUserActivity, arguments: activity.failure, rule: .R150)
          : Step(message: .continueUserActivity, arguments: [activity.value], rule: .R150),
      ]
    case .url(let url, let source):
      let options = ScriptValue.map(named: Self.opener(source))
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
    case .shortcut(let type, let info):
      return [Step(message: .performAction, arguments: [Self.item(type, info)], rule: .R023)]
    }
  }

  /// The messages to a scene that was there before.
  var sceneSteps: [Step] {
    switch self {
    case .icon, .notification, .intent: []
    case .activity(let activity):
      [
        Step(
          message: .sceneWillContinueUserActivity, arguments: [.string(activity.type)],
          rule: .R150)
      ]
        + (activity.fails
          ? newSceneSteps
          : [
            Step(
              message: .sceneContinueUserActivity, arguments: [activity.value], rule: .R150)
          ])
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
    case .shortcut(let type, let info):
      [Step(message: .scenePerformAction, arguments: [Self.item(type, info)], rule: .R023)]
    }
  }

  /// The messages to a scene that was connected for it, which knows the rest from its options.
  var newSceneSteps: [Step] {
    guard case .activity(let activity) = self, activity.fails else { return [] }
    return [
      Step(
        message: .sceneDidFailToContinueUserActivity, arguments: activity.failure, rule: .R150)
    ]
  }

  /// A URL that is to be opened, with who opens it.
  private static func context(_ url: String, _ source: String?) -> [(String, ScriptValue)] {
    [("url", .string(url))] + opener(source)
  }

  /// A user activity as the options of a launch wrap it.
  fileprivate static func wrapped(_ activity: ScriptValue, _ type: String) -> ScriptValue {
    .map(named: [("userActivityType", .string(type)), ("userActivity", activity)])
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

/// Something that the user continues with: on another device begun, or found by the search (R150).
struct UserActivity: Hashable, Sendable {
  let type: String
  let info: ScriptValue
  /// Whether it comes from another device.
  let isHandoff: Bool
  /// Whether its data cannot be fetched.
  let fails: Bool
}

extension UserActivity {
  /// The activity of a result of the search.
  init(searchResult id: String) {
    self.init(
      type: "com.apple.corespotlightitem",
      info: .map(named: [("kCSSearchableItemActivityIdentifier", .string(id))]),
      isHandoff: false, fails: false)
  }

  /// The activity as an app is given it.
  ///
  /// Under short keys and under UIKit's names.
  var value: ScriptValue {
    .map(
      named: [
        ("type", .string(type)), ("activityType", .string(type)), ("info", info),
        ("userInfo", info),
      ])
  }

  /// What an app is told when the data cannot be fetched.
  var failure: [ScriptValue] { [.string(type), .symbol("handoffFailed")] }

  /// What a launch is told of it, or a scene that is connected for it.
  fileprivate func options(isScene: Bool) -> [(String, ScriptValue)] {
    var entries: [(String, ScriptValue)] = fails ? [] : [("userActivity", value)]
    if isScene {
      if !fails { entries.append(("userActivities", .list([value]))) }
      if isHandoff { entries.append(("handoffUserActivityType", .string(type))) }
    } else {
      entries.append(("userActivityType", .string(type)))
      if !fails {
        entries.append(("userActivityDictionary", LaunchRequest.wrapped(value, type)))
      }
    }
    return entries
  }
}
