// The messages that delegates get, as sources write them: one row for each, from which recognition, the
// findings about scenes and the written script are made.

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
  /// The word of the language for it.
  package let word: String
  package let recipient: Recipient
  /// The method as Swift's compiler names it.
  package let selector: String
  /// The same in Objective-C.
  package let objectiveC: String
  package let moment: Moment?
  /// What an app with scenes gets instead, and the rule that says so.
  package let replacement: Replacement?

  /// What comes to scenes instead of a message of the application.
  package struct Replacement: Sendable {
    package let selector: String
    package let rule: String
  }

  private init(
    _ word: String, _ recipient: Recipient, _ selector: String, _ objectiveC: String,
    _ moment: Moment? = nil, by replacement: String? = nil, _ rule: String = "R015"
  ) {
    self.word = word
    self.recipient = recipient
    self.selector = selector
    self.objectiveC = objectiveC
    self.moment = moment
    self.replacement = replacement.map { Replacement(selector: $0, rule: rule) }
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

  static let all: [Handler] = application + scenes + others

  private static let application: [Handler] = [
    Handler(
      "willFinishLaunching", .application, "application(_:willFinishLaunchingWithOptions:)",
      "application:willFinishLaunchingWithOptions:", .launch),
    Handler(
      "didFinishLaunching", .application, "application(_:didFinishLaunchingWithOptions:)",
      "application:didFinishLaunchingWithOptions:", .launch),
    Handler(
      "didFinishLaunching", .application, "applicationDidFinishLaunching(_:)",
      "applicationDidFinishLaunching:", .launch),
    Handler(
      "didBecomeActive", .application, "applicationDidBecomeActive(_:)",
      "applicationDidBecomeActive:", .becomesActive, by: "sceneDidBecomeActive(_:)"),
    Handler(
      "willResignActive", .application, "applicationWillResignActive(_:)",
      "applicationWillResignActive:", .resigns, by: "sceneWillResignActive(_:)"),
    Handler(
      "didEnterBackground", .application, "applicationDidEnterBackground(_:)",
      "applicationDidEnterBackground:", .entersBackground, by: "sceneDidEnterBackground(_:)"),
    Handler(
      "willEnterForeground", .application, "applicationWillEnterForeground(_:)",
      "applicationWillEnterForeground:", .entersForeground, by: "sceneWillEnterForeground(_:)"),
    Handler(
      "willTerminate", .application, "applicationWillTerminate(_:)", "applicationWillTerminate:",
      .terminates),
    Handler(
      "didReceiveMemoryWarning", .application, "applicationDidReceiveMemoryWarning(_:)",
      "applicationDidReceiveMemoryWarning:"),
    Handler(
      "significantTimeChange", .application, "applicationSignificantTimeChange(_:)",
      "applicationSignificantTimeChange:"),
    Handler(
      "protectedDataWillBecomeUnavailable", .application,
      "applicationProtectedDataWillBecomeUnavailable(_:)",
      "applicationProtectedDataWillBecomeUnavailable:"),
    Handler(
      "protectedDataDidBecomeAvailable", .application,
      "applicationProtectedDataDidBecomeAvailable(_:)",
      "applicationProtectedDataDidBecomeAvailable:"),
    Handler(
      "open", .application, "application(_:open:options:)", "application:openURL:options:",
      by: "scene(_:openURLContexts:)", "R024"),
    Handler(
      "open", .application, "application(_:open:sourceApplication:annotation:)",
      "application:openURL:sourceApplication:annotation:",
      by: "scene(_:openURLContexts:)", "R024"),
    Handler(
      "open", .application, "application(_:handleOpen:)", "application:handleOpenURL:",
      by: "scene(_:openURLContexts:)", "R024"),
    Handler(
      "continueUserActivity", .application, "application(_:continue:restorationHandler:)",
      "application:continueUserActivity:restorationHandler:", by: "scene(_:continue:)", "R015"),
    Handler(
      "willContinueUserActivity", .application, "application(_:willContinueUserActivityWithType:)",
      "application:willContinueUserActivityWithType:",
      by: "scene(_:willContinueUserActivityWithType:)", "R015"),
    Handler(
      "performAction", .application, "application(_:performActionFor:completionHandler:)",
      "application:performActionForShortcutItem:completionHandler:",
      by: "windowScene(_:performActionFor:completionHandler:)", "R023"),
    Handler(
      "didReceiveRemoteNotification", .application,
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
      "application:didReceiveRemoteNotification:fetchCompletionHandler:"),
    Handler(
      "didReceiveRemoteNotificationInFront", .application,
      "application(_:didReceiveRemoteNotification:)", "application:didReceiveRemoteNotification:"),
    Handler(
      "handleAction", .application,
      "application(_:handleActionWithIdentifier:for:completionHandler:)",
      "application:handleActionWithIdentifier:forRemoteNotification:completionHandler:"),
    Handler(
      "handleAction", .application,
      "application(_:handleActionWithIdentifier:for:withResponseInfo:completionHandler:)",
      "application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:"
    ),
    Handler(
      "handleAction", .application,
      "application(_:handleActionWithIdentifier:forLocalNotification:completionHandler:)",
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:"),
    Handler(
      "handleAction", .application,
      "application(_:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:)",
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:"
    ),
    Handler(
      "didRegisterForRemoteNotifications", .application,
      "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
      "application:didRegisterForRemoteNotificationsWithDeviceToken:"),
    Handler(
      "didFailToRegisterForRemoteNotifications", .application,
      "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
      "application:didFailToRegisterForRemoteNotificationsWithError:"),
    Handler(
      "performFetch", .application, "application(_:performFetchWithCompletionHandler:)",
      "application:performFetchWithCompletionHandler:"),
    Handler(
      "handleEventsForBackgroundURLSession", .application,
      "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
      "application:handleEventsForBackgroundURLSession:completionHandler:"),
    Handler(
      "configurationForConnecting", .application,
      "application(_:configurationForConnecting:options:)",
      "application:configurationForConnectingSceneSession:options:"),
    Handler(
      "didDiscardSceneSessions", .application, "application(_:didDiscardSceneSessions:)",
      "application:didDiscardSceneSessions:"),
  ]

  private static let scenes: [Handler] = [
    Handler(
      "willConnect", .scene, "scene(_:willConnectTo:options:)",
      "scene:willConnectToSession:options:", .connection),
    Handler("didDisconnect", .scene, "sceneDidDisconnect(_:)", "sceneDidDisconnect:"),
    Handler(
      "willEnterForeground", .scene, "sceneWillEnterForeground(_:)", "sceneWillEnterForeground:",
      .entersForeground),
    Handler(
      "didBecomeActive", .scene, "sceneDidBecomeActive(_:)", "sceneDidBecomeActive:",
      .becomesActive),
    Handler(
      "willResignActive", .scene, "sceneWillResignActive(_:)", "sceneWillResignActive:", .resigns),
    Handler(
      "didEnterBackground", .scene, "sceneDidEnterBackground(_:)", "sceneDidEnterBackground:",
      .entersBackground),
    Handler(
      "openURLContexts", .scene, "scene(_:openURLContexts:)", "scene:openURLContexts:"),
    Handler(
      "willContinueUserActivity", .scene, "scene(_:willContinueUserActivityWithType:)",
      "scene:willContinueUserActivityWithType:"),
    Handler(
      "continueUserActivity", .scene, "scene(_:continue:)", "scene:continueUserActivity:"),
    Handler(
      "performAction", .scene, "windowScene(_:performActionFor:completionHandler:)",
      "windowScene:performActionForShortcutItem:completionHandler:"),
    Handler(
      "stateRestorationActivity", .scene, "stateRestorationActivity(for:)",
      "stateRestorationActivityForScene:"),
  ]

  private static let others: [Handler] = [
    Handler(
      "didReceiveNotificationResponse", .notificationCenter,
      "userNotificationCenter(_:didReceive:withCompletionHandler:)",
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:"),
    Handler(
      "willPresentNotification", .notificationCenter,
      "userNotificationCenter(_:willPresent:withCompletionHandler:)",
      "userNotificationCenter:willPresentNotification:withCompletionHandler:"),
    Handler(
      "didReceiveIncomingPush", .pushRegistry,
      "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
      "pushRegistry:didReceiveIncomingPushWithPayload:forType:withCompletionHandler:"),
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
