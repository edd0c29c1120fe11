// The messages that delegates get, as sources write them: one row for each way to write one, with what the
// device's own table does not have. Recognition, the findings about scenes and the written script are
// made from the rows.

import RehearsalRules

/// Who gets a message.
package enum Recipient: Sendable {
  case application, scene, notificationCenter, pushRegistry
}

/// When in the life of an app code runs; only the moments that a finding is about.
package enum Moment: Sendable {
  case launch, connection, becomesActive, resigns, entersBackground, entersForeground, terminates
}

/// A message of a delegate.
package struct Handler: Sendable {
  /// The message of the device, from whose table its words are; nil for one that is sent to old apps only.
  let message: Message?
  package let recipient: Recipient
  /// The method as Swift's compiler names it.
  package let selector: String
  /// The same in Objective-C.
  package let objectiveC: String
  package let moment: Moment?
  /// The message that an app with scenes gets instead, and the rule that says so.
  package let replacement: Replacement?

  /// The message that scenes get instead of one of the application.
  package struct Replacement: Sendable {
    package let selector: String
    package let rule: RuleNumber
  }

  /// The word of the language for it.
  package var word: String { message?.handlerName ?? "" }

  private init(
    _ message: Message?, _ recipient: Recipient, _ objectiveC: String, _ moment: Moment? = nil,
    by replacement: Message? = nil, _ rule: RuleNumber = .R015, spelled selector: String? = nil
  ) {
    self.message = message
    self.recipient = recipient
    self.selector = selector ?? message?.selector ?? ""
    self.objectiveC = objectiveC
    self.moment = moment
    self.replacement = replacement.map { Replacement(selector: $0.selector, rule: rule) }
  }

  /// The message of a method in Swift; an asynchronous one has no completion.
  package static func named(
    _ selector: String, isAsync: Bool, of recipients: Set<Recipient>
  ) -> Handler? {
    let found = (isAsync ? byAsynchronousSelector[selector] : nil) ?? bySelector[selector]
    return found.flatMap { recipients.contains($0.recipient) ? $0 : nil }
  }

  /// The message of a method in Objective-C.
  package static func named(objectiveC selector: String) -> Handler? {
    byObjectiveC[selector]
  }

  /// The method where it is asynchronous; nil for messages without a completion.
  private var asynchronousSelector: String? {
    let labels = selector.dropLast().split(separator: ":")
    guard let last = labels.last,
      last.lowercased().hasSuffix("completionhandler") || last == "completion"
    else { return nil }
    return labels.dropLast().joined(separator: ":") + ":)"
  }

  private static let bySelector = Dictionary(all.map { ($0.selector, $0) }) { first, _ in first }
  private static let byAsynchronousSelector: [String: Handler] = all.reduce(into: [:]) {
    if let selector = $1.asynchronousSelector { $0[selector] = $1 }
  }
  private static let byObjectiveC = Dictionary(all.map { ($0.objectiveC, $0) }) { first, _ in first
  }

  /// The words with which their methods begin in Objective-C.
  static let objectiveCWords = Set(all.map { String($0.objectiveC.prefix { $0 != ":" }) })

  static let all: [Handler] = application + scenes + others

  private static let application: [Handler] = [
    Handler(
      .willFinishLaunching, .application, "application:willFinishLaunchingWithOptions:", .launch),
    Handler(
      .didFinishLaunching, .application, "application:didFinishLaunchingWithOptions:", .launch),
    Handler(
      .didFinishLaunching, .application, "applicationDidFinishLaunching:", .launch,
      spelled: "applicationDidFinishLaunching(_:)"),
    Handler(
      .didBecomeActive, .application, "applicationDidBecomeActive:", .becomesActive,
      by: .sceneDidBecomeActive),
    Handler(
      .willResignActive, .application, "applicationWillResignActive:", .resigns,
      by: .sceneWillResignActive),
    Handler(
      .didEnterBackground, .application, "applicationDidEnterBackground:", .entersBackground,
      by: .sceneDidEnterBackground),
    Handler(
      .willEnterForeground, .application, "applicationWillEnterForeground:", .entersForeground,
      by: .sceneWillEnterForeground),
    Handler(.willTerminate, .application, "applicationWillTerminate:", .terminates),
    Handler(.didReceiveMemoryWarning, .application, "applicationDidReceiveMemoryWarning:"),
    Handler(.significantTimeChange, .application, "applicationSignificantTimeChange:"),
    Handler(
      .protectedDataWillBecomeUnavailable, .application,
      "applicationProtectedDataWillBecomeUnavailable:"),
    Handler(
      .protectedDataDidBecomeAvailable, .application, "applicationProtectedDataDidBecomeAvailable:"),
    Handler(.open, .application, "application:openURL:options:", by: .sceneOpenURLContexts, .R024),
    Handler(
      .open, .application, "application:openURL:sourceApplication:annotation:",
      by: .sceneOpenURLContexts, .R024, spelled: "application(_:open:sourceApplication:annotation:)"
    ),
    Handler(
      .open, .application, "application:handleOpenURL:", by: .sceneOpenURLContexts, .R024,
      spelled: "application(_:handleOpen:)"),
    Handler(
      .continueUserActivity, .application, "application:continueUserActivity:restorationHandler:",
      by: .sceneContinueUserActivity),
    Handler(
      .willContinueUserActivity, .application, "application:willContinueUserActivityWithType:",
      by: .sceneWillContinueUserActivity),
    Handler(
      .performAction, .application, "application:performActionForShortcutItem:completionHandler:",
      by: .scenePerformAction, .R023),
    Handler(
      .didReceiveRemoteNotification, .application,
      "application:didReceiveRemoteNotification:fetchCompletionHandler:"),
    Handler(
      nil, .application, "application:didReceiveRemoteNotification:",
      spelled: "application(_:didReceiveRemoteNotification:)"),
    Handler(
      .handleAction, .application,
      "application:handleActionWithIdentifier:forRemoteNotification:completionHandler:"),
    Handler(
      .handleAction, .application,
      "application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:",
      spelled: "application(_:handleActionWithIdentifier:for:withResponseInfo:completionHandler:)"),
    Handler(
      .handleAction, .application,
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
      spelled: "application(_:handleActionWithIdentifier:forLocalNotification:completionHandler:)"),
    Handler(
      .handleAction, .application,
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
      spelled:
        "application(_:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:)"
    ),
    Handler(
      .didRegisterForRemoteNotifications, .application,
      "application:didRegisterForRemoteNotificationsWithDeviceToken:"),
    Handler(
      .didFailToRegisterForRemoteNotifications, .application,
      "application:didFailToRegisterForRemoteNotificationsWithError:"),
    Handler(.performFetch, .application, "application:performFetchWithCompletionHandler:"),
    Handler(
      .handleEventsForBackgroundURLSession, .application,
      "application:handleEventsForBackgroundURLSession:completionHandler:"),
    Handler(
      .configurationForConnecting, .application,
      "application:configurationForConnectingSceneSession:options:"),
    Handler(.didDiscardSceneSessions, .application, "application:didDiscardSceneSessions:"),
  ]

  private static let scenes: [Handler] = [
    Handler(.sceneWillConnect, .scene, "scene:willConnectToSession:options:", .connection),
    Handler(.sceneDidDisconnect, .scene, "sceneDidDisconnect:"),
    Handler(.sceneWillEnterForeground, .scene, "sceneWillEnterForeground:", .entersForeground),
    Handler(.sceneDidBecomeActive, .scene, "sceneDidBecomeActive:", .becomesActive),
    Handler(.sceneWillResignActive, .scene, "sceneWillResignActive:", .resigns),
    Handler(.sceneDidEnterBackground, .scene, "sceneDidEnterBackground:", .entersBackground),
    Handler(.sceneOpenURLContexts, .scene, "scene:openURLContexts:"),
    Handler(.sceneWillContinueUserActivity, .scene, "scene:willContinueUserActivityWithType:"),
    Handler(.sceneContinueUserActivity, .scene, "scene:continueUserActivity:"),
    Handler(
      .scenePerformAction, .scene, "windowScene:performActionForShortcutItem:completionHandler:"),
    Handler(.sceneStateRestorationActivity, .scene, "stateRestorationActivityForScene:"),
  ]

  private static let others: [Handler] = [
    Handler(
      .didReceiveNotificationResponse, .notificationCenter,
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:"),
    Handler(
      .willPresentNotification, .notificationCenter,
      "userNotificationCenter:willPresentNotification:withCompletionHandler:"),
    Handler(
      .didReceiveIncomingPush, .pushRegistry,
      "pushRegistry:didReceiveIncomingPushWithPayload:forType:withCompletionHandler:"),
    Handler(
      .didReceiveIncomingPush, .pushRegistry,
      "pushRegistry:didReceiveIncomingPushWithPayload:forType:",
      spelled: "pushRegistry(_:didReceiveIncomingPushWith:for:)"),
    Handler(
      .didReceiveIncomingVoIPPush, .pushRegistry,
      "pushRegistry:didReceiveIncomingVoIPPushWithPayload:metadata:withCompletionHandler:"),
  ]
}

/// A notification of the lifecycle that observers get.
package struct LifecycleNotification: Sendable {
  /// The member of its class in Swift, such as `didBecomeActiveNotification`.
  package let member: String
  /// The word of the language for it.
  package let word: String
  package let moment: Moment?

  private init(_ member: String, _ word: String, _ moment: Moment? = nil) {
    self.member = member + "Notification"
    self.word = word
    self.moment = moment
  }

  /// The notification that an expression names, in any of the ways of Swift and Objective-C.
  package static func named(_ expression: String) -> LifecycleNotification? {
    let name = expression.split(separator: ".").last.map(String.init) ?? expression
    guard expression.contains("UI") || expression.hasPrefix(".") || name.hasSuffix("Notification")
    else { return nil }
    return all.first { row in
      let upper = row.member.prefix(1).uppercased() + row.member.dropFirst()
      let isScene = row.word.hasPrefix("scene")
      if name == row.member {
        return isScene == expression.contains("UIScene") || expression.hasPrefix(".")
      }
      let legacy = (isScene ? "UIScene" : "UIApplication") + upper
      return name == legacy || name == String(legacy.dropLast("Notification".count))
    }
  }

  /// The words by which sources name one, and the one for the phase of a scene.
  static let words: Set<String> = all.reduce(into: ["scenePhase"]) { words, row in
    let upper = row.member.prefix(1).uppercased() + row.member.dropFirst()
    let names = [row.member, "UIApplication" + upper, "UIScene" + upper]
    words.formUnion(names + names.map { String($0.dropLast("Notification".count)) })
  }

  static let all: [LifecycleNotification] = [
    LifecycleNotification("didFinishLaunching", "didFinishLaunching"),
    LifecycleNotification("didBecomeActive", "didBecomeActive", .becomesActive),
    LifecycleNotification("willResignActive", "willResignActive", .resigns),
    LifecycleNotification("didEnterBackground", "didEnterBackground", .entersBackground),
    LifecycleNotification("willEnterForeground", "willEnterForeground", .entersForeground),
    LifecycleNotification("willTerminate", "willTerminate", .terminates),
    LifecycleNotification("didReceiveMemoryWarning", "didReceiveMemoryWarning"),
    LifecycleNotification("significantTimeChange", "significantTimeChange"),
    LifecycleNotification(
      "protectedDataWillBecomeUnavailable", "protectedDataWillBecomeUnavailable"),
    LifecycleNotification("protectedDataDidBecomeAvailable", "protectedDataDidBecomeAvailable"),
    LifecycleNotification("didActivate", "sceneDidActivate", .becomesActive),
    LifecycleNotification("willDeactivate", "sceneWillDeactivate", .resigns),
    LifecycleNotification("didDisconnect", "sceneDidDisconnect"),
    LifecycleNotification("willConnect", "sceneWillConnect"),
    LifecycleNotification("didEnterBackground", "sceneDidEnterBackground", .entersBackground),
    LifecycleNotification("willEnterForeground", "sceneWillEnterForeground", .entersForeground),
  ]
}
