// The maps that scripts are given, each with its keys, their other names and what they hold: one
// table, which checking, completion, help and the reference read. Keys of UIKit stand beside the
// short ones, and hold the same; where UIKit has a set, its key holds a list.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// A map that scripts are given.
enum ScriptMap: String, CaseIterable {
  // Given to handlers
  case launchOptions, connectionOptions, openOptions, urlContext, activity, payload, response
  case notificationInfo, visit, restoredState, traits, size
  // Looked at from outside
  case exit, record, scene, task, timer, request, assertion, card

  /// The map as the compiler takes it.
  var definition: HostMap { HostMap(rawValue, title: title, keys, isOpen: isOpen) }

  /// What it is, as a heading.
  private var title: String {
    switch self {
    case .launchOptions: "Options of a launch"
    case .connectionOptions: "Options of a scene's connection"
    case .openOptions: "Options of `open`"
    case .urlContext: "Elements of `contexts`"
    case .activity: "A user activity"
    case .payload: "A payload"
    case .response: "A response"
    case .notificationInfo: "The `info` of notifications"
    case .visit: "Elements of `list`"
    case .restoredState: "The state of restored connections"
    case .traits: "Traits"
    case .size: "A size"
    case .exit: "The end of a process"
    case .record: "Elements of `trace`"
    case .scene: "Elements of `scenes`"
    case .task: "Elements of `tasks`"
    case .timer: "Elements of `timers`"
    case .request: "Elements of `requests`"
    case .assertion: "Elements of `assertions`"
    case .card: "Elements of `switcher`"
    }
  }

  /// Whether it has keys besides: those of whoever sent it, or variables of the script.
  private var isOpen: Bool {
    switch self {
    case .payload, .response, .scene: true
    default: false
    }
  }

  private var keys: [HostSetting] {
    switch self {
    case .launchOptions: Self.launchKeys
    case .connectionOptions: Self.connectionKeys
    case .openOptions: [Self.source]
    case .urlContext: [Self.url, Self.source]
    case .activity: Self.activityKeys
    case .payload: [HostSetting("aps", summary: "What the system reads of it, a map.")]
    case .response: Self.responseKeys
    case .notificationInfo: Self.notificationKeys
    case .visit:
      [
        HostSetting("latitude", summary: "Degrees north, a Double."),
        HostSetting("longitude", summary: "Degrees east, a Double."),
      ]
    case .restoredState:
      [HostSetting("peripherals", summary: "The names of the accessories that are connected.")]
    case .traits:
      [
        HostSetting(
          "userInterfaceStyle", symbols: ["dark", "light"], summary: "The appearance before.")
      ]
    case .size:
      [
        HostSetting("width", summary: "In points."), HostSetting("height", summary: "In points."),
      ]
    case .exit: Self.exitKeys
    case .record: Self.recordKeys
    case .scene: Self.sceneKeys
    case .task, .timer, .request, .assertion, .card: lookedAt
    }
  }

  /// The keys of the smaller maps that are looked at.
  private var lookedAt: [HostSetting] {
    switch self {
    case .task:
      [
        HostSetting("name", summary: "The name that the app gave it."),
        HostSetting("began", summary: "When it was begun."),
      ]
    case .timer:
      [
        HostSetting("due", summary: "When it fires next."),
        HostSetting("interval", summary: "Between two times, nil where it fires once."),
      ]
    case .request:
      [
        HostSetting("identifier", summary: "The task's identifier."),
        HostSetting("kind", summary: "The kind of request."),
        HostSetting("earliest", summary: "When it may begin."),
      ]
    case .assertion:
      [
        HostSetting("kind", summary: "What keeps the process running."),
        HostSetting("allowance", summary: "For how long, or `.unlimited`."),
        HostSetting("remaining", summary: "What is left of it, or `.unlimited`."),
        HostSetting("warned", summary: "Whether the app was told that it ends."),
      ]
    case .card:
      [
        HostSetting("app", summary: "The app, running or not."),
        HostSetting("snapshot", summary: "What the card shows, nil without a picture."),
      ]
    default: []
    }
  }
}

// MARK: - Where they are given

extension ScriptMap {
  /// The maps among the parameters of a message's handler, by name.
  static func given(by message: Message) -> [String: HostMap] {
    switch message {
    case .willFinishLaunching, .didFinishLaunching:
      ["options": launchOptions.definition]
    case .sceneWillConnect, .configurationForConnecting: ["options": connectionOptions.definition]
    case .open: ["options": openOptions.definition]
    case .sceneOpenURLContexts: ["contexts": urlContext.definition.list]
    case .continueUserActivity, .sceneContinueUserActivity: ["activity": activity.definition]
    case .didReceiveRemoteNotification, .didReceiveIncomingPush: ["payload": payload.definition]
    case .willPresentNotification: ["notification": payload.definition]
    case .didReceiveNotificationResponse: ["response": response.definition]
    case .didUpdateLocations: ["list": visit.definition.list]
    case .willRestoreState: ["state": restoredState.definition]
    case .traitCollectionDidChange: ["previous": traits.definition]
    case .viewWillTransition: ["size": size.definition]
    default: [:]
    }
  }
}

// MARK: - The larger tables

extension ScriptMap {
  private static let url = HostSetting("url", summary: "The URL that is opened, a String.")

  private static let source = HostSetting(
    "sourceApplication", summary: "The identifier of the app that opens the URL.")

  private static var userActivity: HostSetting {
    var key = HostSetting("userActivity", summary: "The user activity to go on with.")
    key.maps = [activity.definition]
    return key
  }

  private static let shortcut = HostSetting(
    "shortcutItem", summary: "The type of the quick action, a String.")

  private static var notificationResponse: HostSetting {
    var key = HostSetting("notificationResponse", summary: "What was done with a notification.")
    key.maps = [response.definition]
    return key
  }

  private static var launchKeys: [HostSetting] {
    var remote = HostSetting("remoteNotification", summary: "The payload of a push.")
    remote.maps = [payload.definition]
    return [
      url, source, userActivity,
      HostSetting("userActivityType", summary: "The type of the user activity."),
      HostSetting("userActivityDictionary", summary: "The user activity as UIKit wraps it."),
      remote, notificationResponse,
      HostSetting("localNotification", summary: "The local notification that was tapped."),
      shortcut,
      HostSetting("location", summary: "True where a change of the location is the reason."),
      HostSetting("bluetoothCentrals", summary: "The identifiers of the centrals to restore."),
    ]
  }

  private static var connectionKeys: [HostSetting] {
    var contexts = HostSetting("urlContexts", summary: "All that is to be opened.")
    contexts.maps = [urlContext.definition.list]
    var activities = HostSetting("userActivities", summary: "All activities to go on with.")
    activities.maps = [activity.definition.list]
    return [
      url, contexts, source, userActivity, activities,
      HostSetting("handoffUserActivityType", summary: "The type of what is handed over."),
      shortcut, notificationResponse,
    ]
  }

  private static let activityKeys = [
    HostSetting("type", otherName: "activityType", summary: "The type, a String."),
    HostSetting("url", otherName: "webpageURL", summary: "The page of a universal link."),
    HostSetting("info", otherName: "userInfo", summary: "What goes with it, a map."),
  ]

  private static var responseKeys: [HostSetting] {
    var notification = HostSetting("notification", summary: "The notification.")
    notification.maps = [payload.definition]
    return [
      HostSetting(
        "action", otherName: "actionIdentifier",
        summary: "`.default` for the tap, `.dismiss`, or the action's identifier."),
      HostSetting("text", otherName: "userText", summary: "What the user wrote."),
      notification,
    ]
  }

  private static let notificationKeys = [
    HostSetting("name", summary: "The accessory, the screen or what else it is about."),
    HostSetting(
      "type", symbols: ["began", "ended"], summary: "Of an interruption of the audio session."),
    HostSetting(
      "reason", summary: "Why a session was interrupted, or why the sound comes out elsewhere."),
    HostSetting("wasSuspended", summary: "Whether the process was suspended meanwhile."),
    HostSetting("shouldResume", summary: "Whether the app should go on playing."),
  ]

  private static let exitKeys = [
    HostSetting("reason", symbols: ExitReason.allCases.map(\.rawValue), summary: "Why it ended."),
    HostSetting("code", summary: "The code of a kill or of an exit, else nil."),
    HostSetting(
      "domain", summary: "What crash reports say ended it, such as \"FRONTBOARD\", else nil."),
    HostSetting(
      "watchdogEvent",
      summary: "What the watchdog calls what was not over, such as \"scene-update\", else nil."),
    HostSetting("time", summary: "When it ended."),
    HostSetting("report", summary: "Whether the system wrote a report of it."),
    HostSetting("notice", summary: "Whether the app was told before, as by willTerminate."),
    HostSetting("detail", summary: "What happened, in words."),
    HostSetting("rule", summary: "The rule by which it ended, such as \"R074\"."),
  ]

  private static let recordKeys = [
    HostSetting("kind", symbols: RecordKind.allCases.map(\.rawValue), summary: "What it tells of."),
    HostSetting("name", summary: "The message, the action or what else happened, a symbol."),
    HostSetting("time", summary: "When it happened."),
    HostSetting("rule", summary: "The rule it follows from, such as \"R054\"."),
    HostSetting("handled", summary: "Of a message: whether the app has a handler."),
    HostSetting("state", summary: "What the app read of its own state."),
    HostSetting("scene", summary: "The number of the scene."),
    HostSetting("arguments", summary: "What went with it, a list."),
    HostSetting("cause", summary: "The number of the record that led to it."),
    HostSetting("detail", summary: "What else there is to say, in words."),
  ]

  private static let sceneKeys = [
    HostSetting(
      "number",
      summary: "The number of the window, which it keeps and no later one of the app gets again."),
    HostSetting(
      "state", symbols: SceneState.allCases.map(\.rawValue),
      summary: "The state of the scene in the window."),
    HostSetting("session", summary: "The identifier of the window's session."),
    HostSetting(
      "role", symbols: SceneRole.allCases.map(\.rawValue), summary: "What the scene is for."),
    HostSetting("calls", summary: "The messages that the scene was sent, in order."),
    HostSetting("screen", summary: "The screen that it shows, nil before it showed one."),
  ]
}

extension ValueKind {
  /// A map that scripts are given.
  static func map(_ map: ScriptMap) -> ValueKind { .map(map.rawValue) }
}
