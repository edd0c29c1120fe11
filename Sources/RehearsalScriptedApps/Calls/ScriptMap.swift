// The maps that scripts are given, each with its keys, their other names and what they hold: one
// table, which checking, completion, help and the reference read. UIKit's keys are beside the
// short ones, and hold the same; where UIKit has a set, its key holds a list.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

/// A map that scripts are given.
package enum ScriptMap: String, CaseIterable {
  // Given to handlers
  case launchOptions, connectionOptions, openOptions, urlContext, activity, payload, aps, response
  case shortcutItem, pushMetadata, notificationInfo, visit, restoredState, traits, size
  // Read from outside
  case exit, record, scene, task, timer, request, assertion, card

  /// What sets a map apart.
  private struct Row {
    /// What it is, as a heading.
    let title: String
    let keys: [HostSetting]
    /// Whether it has further keys: those of its sender, or variables of the script.
    var isOpen = false
    /// The keys that it always has, by which it is known, so that the others read as nil.
    var required: [String] = []
    /// The key whose value stands for it where it is printed.
    var printedKey: String?
  }

  /// The map as the compiler takes it.
  package var definition: HostMap {
    let row = Self.rows[self] ?? Row(title: rawValue, keys: [])
    var map = HostMap(rawValue, title: row.title, row.keys, isOpen: row.isOpen)
    map.required = row.required
    map.printedKey = row.printedKey
    return map
  }

  private static let rows: [ScriptMap: Row] = [
    .launchOptions: Row(title: "Options of a launch", keys: launchKeys),
    .connectionOptions: Row(
      title: "Options of a scene's connection", keys: connectionKeys,
      required: ["urlContexts", "userActivities"]),
    .shortcutItem: Row(
      title: "A quick action",
      keys: [
        HostSetting(
          "type", reads: [], .string, summary: "The type, a String, as which it is printed."),
        HostSetting("userInfo", reads: [], .any, summary: "Its user info, a map."),
      ], required: ["type", "userInfo"], printedKey: "type"),
    .openOptions: Row(title: "Options of `open`", keys: [source]),
    .urlContext: Row(title: "Elements of `contexts`", keys: [url, source]),
    .activity: Row(title: "A user activity", keys: activityKeys),
    .payload: Row(title: "A payload", keys: [system], isOpen: true),
    .aps: Row(title: "The `aps` of a payload", keys: systemKeys, isOpen: true),
    .response: Row(title: "A response", keys: responseKeys, isOpen: true),
    .pushMetadata: Row(
      title: "The metadata of a VoIP push",
      keys: [
        HostSetting(
          "mustReport", reads: [], .boolean,
          summary: "Whether the app has to report a call before the method returns.")
      ]),
    .notificationInfo: Row(title: "The `info` of notifications", keys: notificationKeys),
    .visit: Row(
      title: "Elements of `list`",
      keys: [
        HostSetting("latitude", reads: [.place], .double, summary: "Degrees north, a Double."),
        HostSetting("longitude", reads: [.place], .double, summary: "Degrees east, a Double."),
      ]),
    .restoredState: Row(
      title: "The state of restored connections",
      keys: [
        HostSetting(
          "peripherals", reads: [], .list(.string),
          summary: "The names of the accessories that are connected."
        )
      ]),
    .traits: Row(
      title: "Traits",
      keys: [
        HostSetting(
          "userInterfaceStyle", reads: [], .symbol(["dark", "light"]),
          summary: "The appearance before.")
      ]),
    .size: Row(
      title: "A size",
      keys: [
        HostSetting("width", reads: [], .number, summary: "In points."),
        HostSetting("height", reads: [], .number, summary: "In points."),
      ]),
    .exit: Row(
      title: "The end of a process", keys: exitKeys,
      required: ["reason", "time", "report", "detail", "notice"]),
    .record: Row(title: "Elements of `trace`", keys: recordKeys),
    .scene: Row(
      title: "Elements of `scenes`", keys: sceneKeys, isOpen: true,
      required: ["number", "state", "session", "role", "calls"]),
    .task: Row(
      title: "Elements of `tasks`",
      keys: [
        HostSetting("name", reads: [], .string, summary: "The name that the app gave it."),
        HostSetting("began", reads: [.time], .duration, summary: "When it was begun."),
      ]),
    .timer: Row(
      title: "Elements of `timers`",
      keys: [
        HostSetting("due", reads: [.time], .duration, summary: "When it fires next."),
        HostSetting("interval", reads: [], .duration, summary: "The time between firings, or nil."),
      ]),
    .request: Row(
      title: "Elements of `requests`",
      keys: [
        HostSetting("identifier", reads: [], .string, summary: "The task's identifier."),
        HostSetting(
          "kind", reads: [], .symbol(TaskRequestKind.self), summary: "The kind of request."),
        HostSetting("earliest", reads: [.time], .duration, summary: "When it may begin."),
      ]),
    .assertion: Row(
      title: "Elements of `assertions`",
      keys: [
        HostSetting(
          "kind", reads: [], .symbol(AssertionKind.all.map(\.name)),
          summary: "The reason why the process keeps running."
        ),
        HostSetting("allowance", reads: [], .time, summary: "For how long, or `.unlimited`."),
        HostSetting(
          "remaining", reads: [.time], .time, summary: "The remaining time, or `.unlimited`."),
        HostSetting(
          "warned", reads: [], .boolean, summary: "Whether the app was warned that it ends."),
      ]),
    .card: Row(
      title: "Elements of `switcher`",
      keys: [
        HostSetting("app", reads: [], .handle(.app), summary: "The app, running or not."),
        HostSetting(
          "snapshot", reads: [], .string, summary: "The picture on the card, nil without one."),
      ]),
  ]
}

// MARK: - Where they are given

extension ScriptMap {
  /// What the parameters of a message's handler are, by name.
  package static func given(by message: Message) -> [String: ValueKind] {
    switch message {
    case .willFinishLaunching, .didFinishLaunching: ["options": .map(launchOptions)]
    case .sceneWillConnect, .configurationForConnecting:
      ["session": .handle(.sceneSession), "options": .map(connectionOptions)]
    case .open: ["url": .string, "options": .map(openOptions)]
    case .sceneOpenURLContexts: ["contexts": .list(.map(urlContext))]
    case .continueUserActivity, .sceneContinueUserActivity: ["activity": .map(activity)]
    case .willContinueUserActivity, .sceneWillContinueUserActivity: ["type": .string]
    case .didReceiveRemoteNotification, .didReceiveIncomingPush: ["payload": .map(payload)]
    case .didReceiveIncomingVoIPPush:
      ["payload": .map(payload), "metadata": .map(pushMetadata)]
    case .willPresentNotification: ["notification": .map(payload)]
    case .didReceiveNotificationResponse: ["response": .map(response)]
    case .didUpdateLocations: ["list": .list(.map(visit))]
    case .didEnterRegion, .didExitRegion: ["name": .string]
    case .willRestoreState: ["state": .map(restoredState)]
    case .traitCollectionDidChange: ["previous": .map(traits)]
    case .viewWillTransition: ["size": .map(size)]
    case .performAction, .scenePerformAction: ["shortcut": .map(shortcutItem)]
    case .handleEventsForBackgroundURLSession, .urlSessionDidFinishEvents:
      ["identifier": .string]
    case .backgroundTask: ["task": .handle(.scheduledTask)]
    case .performAnswerCall, .performEndCall, .timedOutPerforming: ["call": .handle(.call)]
    case .didReceiveHealthUpdate: ["type": .string]
    case .activityToken: ["id": .string]
    case .sceneOpenURL: ["url": .string]
    case .activityState: ["id": .string, "state": .symbol(ActivityState.self)]
    case .scenePhase, .sceneScenePhase:
      ["old": .symbol(ApplicationState.names), "new": .symbol(ApplicationState.names)]
    default: [:]
    }
  }
}

extension ScriptMap {
  /// The symbols that the completion of a message is called with; empty if it takes others.
  package static func taken(byCompletionOf message: Message) -> [String] {
    switch message {
    case .performFetch, .didReceiveRemoteNotification: ["newData", "noData", "failed"]
    case .willPresentNotification: ["banner", "list", "sound", "badge", "alert", "none"]
    default: []
    }
  }
}

// MARK: - The larger tables

extension ScriptMap {
  private static let url = HostSetting(
    "url", reads: [], .string, summary: "The URL that is opened, a String.")

  private static let source = HostSetting(
    "sourceApplication", reads: [], .string,
    summary: "The identifier of the app that opens the URL.")

  private static let userActivity = HostSetting(
    "userActivity", reads: [], .map(activity), summary: "The user activity to continue.")

  private static let system = HostSetting(
    "aps", reads: [], .map(aps), summary: "The part that the system reads, a map.")

  private static let systemKeys = [
    HostSetting(
      "alert", reads: [], .either([.string, .map(nil)]), summary: "The alert, a String or a map."),
    HostSetting("badge", reads: [], .integer, summary: "The number on the icon."),
    HostSetting(
      "sound", reads: [], .either([.string, .map(nil)]), summary: "The name of a sound."),
    HostSetting(
      "category", reads: [], .string, naming: .category,
      summary: "The category, which defines the actions."),
    HostSetting(
      "thread-id", reads: [], .string, summary: "The identifier that groups notifications."),
    HostSetting(
      "content-available", reads: [], .either([.integer, .boolean]),
      summary: "1 to wake the app."),
    HostSetting(
      "mutable-content", reads: [], .integer, summary: "1 if an extension may change it."),
    HostSetting("target-content-id", reads: [], .string, summary: "The window to bring forward."),
    HostSetting("interruption-level", reads: [], .string, summary: "The interruption level."),
    HostSetting("relevance-score", reads: [], .number, summary: "The relevance in a summary."),
  ]

  private static let shortcut = HostSetting(
    "shortcutItem", reads: [], .map(shortcutItem), summary: "The quick action.")

  private static let notificationResponse = HostSetting(
    "notificationResponse", reads: [], .map(response),
    summary: "The user's response to a notification.")

  private static let launchKeys = [
    url, source, userActivity,
    HostSetting("userActivityType", reads: [], .string, summary: "The type of the user activity."),
    HostSetting(
      "userActivityDictionary", reads: [], .map(nil),
      summary: "The user activity as UIKit wraps it."),
    HostSetting("remoteNotification", reads: [], .map(payload), summary: "The payload of a push."),
    notificationResponse,
    HostSetting(
      "localNotification", reads: [], .map(nil), summary: "The local notification that was tapped."),
    shortcut,
    HostSetting(
      "location", reads: [], .boolean, summary: "True if a location change is the reason."),
    HostSetting(
      "bluetoothCentrals", reads: [], .list(.string),
      summary: "The identifiers of the centrals to restore."),
  ]

  /// All members of UIKit's options are there at each connection, nil or empty if nothing came.
  private static let connectionKeys = [
    optional(url),
    HostSetting(
      "urlContexts", reads: [], .list(.map(urlContext)),
      summary: "All URLs to open, empty without one."),
    optional(source), optional(userActivity),
    HostSetting(
      "userActivities", reads: [], .list(.map(activity)),
      summary: "All activities to continue, empty without one."),
    HostSetting(
      "handoffUserActivityType", reads: [], .optional(.string),
      summary: "The type of the Handoff activity."),
    optional(shortcut), optional(notificationResponse),
  ]

  /// The key of a value that may be nil.
  private static func optional(_ key: HostSetting) -> HostSetting {
    var key = key
    key.kind = key.kind.map(ValueKind.optional)
    return key
  }

  private static let activityKeys = [
    HostSetting(
      "type", reads: [], otherName: "activityType", .string, summary: "The type, a String."),
    HostSetting(
      "url", reads: [], otherName: "webpageURL", .string, summary: "The page of a universal link."),
    HostSetting(
      "info", reads: [], otherName: "userInfo", .any, summary: "Its user info, a map."),
  ]

  private static let responseKeys = [
    HostSetting(
      "action", reads: [], otherName: "actionIdentifier",
      .either([.string, .symbol(["default", "dismiss"])]),
      summary: "`.default` for the tap, `.dismiss`, or the action's identifier."),
    HostSetting(
      "text", reads: [], otherName: "userText", .string, summary: "The text that the user typed."),
    HostSetting("notification", reads: [], .map(payload), summary: "The notification."),
  ]

  private static let notificationKeys =
    [
      HostSetting(
        "name", reads: [], .string, summary: "The accessory or screen, or another subject."),
      HostSetting(
        "type", reads: [], .symbol(["began", "ended"]),
        summary: "Of an interruption of the audio session."),
      HostSetting(
        "reason", reads: [],
        .symbol(
          ["default", "appWasSuspended"] + CaptureInterruption.allCases.map(\.rawValue)
            + RouteChangeReason.allCases.map(\.rawValue)),
        summary: "Why a session was interrupted, or why the audio route changed."),
      HostSetting(
        "wasSuspended", reads: [], .boolean,
        summary: "Whether the process was suspended in the meantime."),
      HostSetting(
        "shouldResume", reads: [], .boolean, summary: "Whether the app should resume playing."),
    ] + launchKeys

  private static let exitKeys = [
    HostSetting("reason", reads: [], .symbol(ExitReason.self), summary: "Why it ended."),
    HostSetting(
      "code", reads: [], .optional(.integer),
      summary: "The code of a kill or an exit, otherwise nil."),
    HostSetting(
      "codeName", reads: [], .optional(.string),
      summary: "The name of a code of the system's, such as \"fileLock\", otherwise nil."),
    HostSetting(
      "terminationCategory", reads: [], .optional(.symbol(TerminationCategory.self)),
      summary: "What iOS 27 counts the end as, as in `.fileLock`, nil before."),
    HostSetting(
      "domain", reads: [], .optional(.string),
      summary: "The termination namespace of crash reports, such as \"FRONTBOARD\", otherwise nil."),
    HostSetting(
      "watchdogEvent", reads: [], .optional(.string),
      summary: "The watchdog's event, such as \"scene-update\", otherwise nil."),
    HostSetting("time", reads: [.time], .duration, summary: "When it ended."),
    HostSetting("report", reads: [], .boolean, summary: "Whether the system wrote a crash report."),
    HostSetting(
      "notice", reads: [], .boolean,
      summary: "Whether the app was told before, for example by willTerminate."),
    HostSetting("detail", reads: [.time], .string, summary: "A description of what happened."),
    HostSetting(
      "rule", reads: [], .optional(.rule), summary: "The rule by which it ended, such as \"R074\"."),
  ]

  private static let recordKeys = [
    HostSetting("kind", reads: [], .symbol(RecordKind.self), summary: "The kind of record."),
    HostSetting(
      "name", reads: [], .symbol(Record.names),
      summary: "The message, the action or what else happened, a symbol."),
    HostSetting("time", reads: [.time], .duration, summary: "When it happened."),
    HostSetting("rule", reads: [], .rule, summary: "The rule it follows from, such as \"R054\"."),
    HostSetting(
      "handled", reads: [], .boolean, summary: "Of a message: whether the app has a handler."),
    HostSetting(
      "declined", reads: [], .boolean,
      summary: "Of a refusal: whether the system declined it, which is no mistake."),
    HostSetting(
      "state", reads: [], .symbol(ApplicationState.names),
      summary: "The state that the app read of itself."),
    HostSetting("scene", reads: [.windowNumber], .integer, summary: "The number of the scene."),
    HostSetting("arguments", reads: [.time], .list(.any), summary: "Its arguments, a list."),
    HostSetting("cause", reads: [], .integer, summary: "The number of the record that caused it."),
    HostSetting("detail", reads: [.time], .string, summary: "A further description."),
  ]

  private static let sceneKeys = [
    HostSetting(
      "number", reads: [.windowNumber], .integer,
      summary: "The number of the window, which no later window of the app gets."),
    HostSetting(
      "state", reads: [], .symbol(SceneState.self),
      summary: "The state of the scene in the window."),
    HostSetting(
      "session", reads: [], .handle(.sceneSession),
      summary: "The identifier of the window's session."),
    HostSetting(
      "role", reads: [], .symbol(SceneRole.self), summary: "The role of the scene."),
    HostSetting(
      "calls", reads: [], .list(.message),
      summary: "The messages that the scene was sent, in order."),
    HostSetting(
      "screen", reads: [], .string, summary: "The screen that it shows, nil before it showed one."),
  ]
}

extension ValueKind {
  /// A map that scripts are given.
  package static func map(_ map: ScriptMap) -> ValueKind { .map(map.rawValue) }

  /// A span of time, or none that ends.
  fileprivate static let time = either([.duration, .symbol(["unlimited"])])
  /// The number of a rule.
  fileprivate static let rule = text(RuleNumber.allCases.map(\.description))
}
