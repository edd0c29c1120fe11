// Every message that an app, a scene or a view controller can have a handler for, in one table:
// names, selectors, parameters, results, rules and help. The checker, completion, help, the
// reference and the device itself read it. A handler's name is unique among the messages of a
// receiver, the message's own name everywhere; the order is that of `Message`, which a test holds.

/// A message to the app's code.
public enum Message: UInt8, CaseIterable, Hashable, Sendable {
  // To the application's delegate, sent to every app.
  case willFinishLaunching, didFinishLaunching, didBecomeActive, willResignActive
  case didEnterBackground, willEnterForeground, willTerminate, didReceiveMemoryWarning
  case significantTimeChange, protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable, open, continueUserActivity
  case didReceiveRemoteNotification, handleEventsForBackgroundURLSession, performAction
  case configurationForConnecting, didDiscardSceneSessions, didUpdateLocations, didEnterRegion
  case didExitRegion, didVisit
  case didRegisterForRemoteNotifications, didFailToRegisterForRemoteNotifications
  // To the application's delegates, sent only to an app that implements them.
  case willContinueUserActivity, didReceiveNotificationResponse, willPresentNotification
  case performFetch, shouldSaveState, shouldRestoreState, willEncodeState, didDecodeState
  case backgroundTask, didCompleteDownload, urlSessionDidFinishEvents
  case didReceiveIncomingPush, willRestoreState, didUpdateValue
  case didFailToContinueUserActivity, intent, didReceiveHealthUpdate, didReceiveWatchMessage
  case performAnswerCall, performEndCall, timedOutPerforming, didActivateAudioSession
  case didDeactivateAudioSession, pictureInPictureDidStart, pictureInPictureDidStop
  case restoreUserInterface, scenePhase, didReceiveLocalNotification, handleAction
  case activityToken, activityState, beginRequest, didReceiveIncomingVoIPPush
  case webViewWebContentProcessDidTerminate
  // To a scene's delegate.
  case sceneWillConnect, sceneDidDisconnect, sceneWillEnterForeground, sceneDidBecomeActive
  case sceneWillResignActive, sceneDidEnterBackground, sceneOpenURLContexts
  case sceneWillContinueUserActivity, sceneContinueUserActivity, scenePerformAction
  case sceneStateRestorationActivity
  case sceneScenePhase, sceneDidFailToContinueUserActivity
  case carPlayDidConnect, carPlayDidDisconnect, sceneOpenURL
  // To the root view controller.
  case awakeFromNib, viewDidLoad, viewWillAppear, viewDidAppear, viewWillDisappear
  case viewDidDisappear, viewWillTransition, traitCollectionDidChange
  case viewDidReceiveMemoryWarning, viewDraw
  case viewIsAppearing, viewWillLayoutSubviews, viewDidLayoutSubviews

  /// Who receives a message, which is also the block that its handler is in.
  package enum Receiver: String, CaseIterable, Hashable, Sendable {
    case application, scene, view
  }

  /// What a handler's result means.
  package enum HandlerResult: Hashable, Sendable {
    /// Nothing is expected.
    case nothing
    /// A truth value; a missing handler or a missing result counts as the value given here.
    case bool(missingCountsAs: Bool)
    /// A map, or no value.
    case map
  }

  /// The message's row in the table.
  package var definition: MessageDefinition { MessageDefinition.table[Int(rawValue)] }

  /// The message's symbol in `calls` and traces, without the dot.
  public var name: String { definition.name }

  /// The name after `on`, by which a script handles it.
  public var handlerName: String { definition.handler }

  /// The full selector, as the traces of developers show it.
  public var selector: String { definition.selector }

  /// The names of its parameters in order.
  public var parameters: [String] { definition.parameters }

  /// Who receives it, by the block that its handler is in: `application`, `scene` or `view`.
  public var receiverName: String { definition.receiver.rawValue }

  /// Whether its handler answers with a truth value.
  public var answersWithTruth: Bool {
    if case .bool = definition.result { true } else { false }
  }
}

/// One row of the table of messages.
package struct MessageDefinition: Sendable {
  /// The message.
  package let message: Message
  /// The symbol in `calls` and traces, without the dot; unique.
  package let name: String
  /// The name after `on`; unique among the messages of one receiver.
  package let handler: String
  /// The full selector, as the traces of developers show it.
  package let selector: String
  /// The names of the parameters in order.
  package let parameters: [String]
  /// What the handler's result means.
  package let result: Message.HandlerResult
  /// Who receives it.
  package internal(set) var receiver: Message.Receiver
  /// The role of the scenes that alone receive it; nil for any.
  package internal(set) var role: SceneRole?
  /// Whether it is sent only to an app that implements it.
  package internal(set) var isOptIn: Bool
  /// The versions that send it (R167).
  package internal(set) var versions: SystemVersionRange
  /// The rules that speak of it, by number.
  package let rules: [RuleNumber]
  /// What it means, in one sentence.
  package let help: String
}

/// A set of messages, as bits; there is room for 128 of them.
@usableFromInline package struct MessageSet: Hashable, Sendable {
  /// The messages that are sent only to an app that implements them.
  package static let optIn = MessageSet { $0.definition.isOptIn }

  /// Every message, listed once.
  private static let all = Message.allCases

  /// A bit for each message; two words, for a number of 128 bits would ask for memory that is aligned
  /// to 16 bytes, which allocators give out slowly.
  @usableFromInline package var low: UInt64 = 0
  @usableFromInline package var high: UInt64 = 0

  /// No message.
  package init() {}

  /// The messages that fulfil a condition.
  package init(where condition: (Message) -> Bool) {
    for message in Self.all where condition(message) { insert(message) }
  }

  @inlinable package mutating func insert(_ message: Message) {
    let bit: UInt64 = 1 &<< UInt64(message.rawValue & 63)
    if message.rawValue < 64 { low |= bit } else { high |= bit }
  }

  @inlinable package func contains(_ message: Message) -> Bool {
    let word = message.rawValue < 64 ? low : high
    return word & (1 &<< UInt64(message.rawValue & 63)) != 0
  }
}

// MARK: - The table

extension MessageDefinition {
  /// Every message, in the order of `Message`.
  package static let table: [MessageDefinition] =
    toEveryApp + toAppsThatImplementThem + toScenes + toViewControllers

  private static let toEveryApp: [MessageDefinition] = [
    row(
      .willFinishLaunching, "willFinishLaunching", "application(_:willFinishLaunchingWithOptions:)",
      parameters: ["options"], result: .bool(missingCountsAs: true),
      versions: .from(6), rules: [.R011, .R005],
      help: "The process has been launched; the interface is not restored yet."),
    row(
      .didFinishLaunching, "didFinishLaunching", "application(_:didFinishLaunchingWithOptions:)",
      parameters: ["options"], result: .bool(missingCountsAs: true),
      rules: [.R011, .R005],
      help: "The launch is almost done; the last chance to prepare before the app shows."),
    row(
      .didBecomeActive, "didBecomeActive", "applicationDidBecomeActive(_:)",
      rules: [.R009, .R011, .R037, .R067],
      help: "The app is in front and gets events."),
    row(
      .willResignActive, "willResignActive", "applicationWillResignActive(_:)",
      rules: [.R009, .R037, .R054],
      help: "The app is about to stop getting events; it can still read that it is active."),
    row(
      .didEnterBackground, "didEnterBackground", "applicationDidEnterBackground(_:)",
      versions: .from(4), rules: [.R054, .R055, .R060],
      help: "The app left the screen; save what matters and return within five seconds."),
    row(
      .willEnterForeground, "willEnterForeground", "applicationWillEnterForeground(_:)",
      versions: .from(4), rules: [.R012, .R067, .R068],
      help: "The app comes back from the background; it can still read that state."),
    row(
      .willTerminate, "willTerminate", "applicationWillTerminate(_:)",
      rules: [.R075, .R076, .R077, .R082],
      help: "The process is about to end while it runs; five seconds are left."),
    row(
      .didReceiveMemoryWarning, "didReceiveMemoryWarning", "applicationDidReceiveMemoryWarning(_:)",
      rules: [.R115, .R116],
      help: "Memory is short; free what can be made again."),
    row(
      .significantTimeChange, "significantTimeChange", "applicationSignificantTimeChange(_:)",
      rules: [.R061, .R131],
      help: "Midnight has passed, or the clock or the time zone was changed."),
    row(
      .protectedDataWillBecomeUnavailable, "protectedDataWillBecomeUnavailable",
      "applicationProtectedDataWillBecomeUnavailable(_:)",
      versions: .from(4), rules: [.R132],
      help: "Protected files are about to be locked with the device."),
    row(
      .protectedDataDidBecomeAvailable, "protectedDataDidBecomeAvailable",
      "applicationProtectedDataDidBecomeAvailable(_:)",
      versions: .from(4), rules: [.R132],
      help: "Protected files can be read again."),
    row(
      .open, "open", "application(_:open:options:)",
      parameters: ["url", "options"], result: .bool(missingCountsAs: true),
      rules: [.R019, .R020, .R069],
      help: "The app is asked to open a URL."),
    row(
      .continueUserActivity, "continueUserActivity", "application(_:continue:restorationHandler:)",
      parameters: ["activity"], result: .bool(missingCountsAs: true),
      versions: .from(8), rules: [.R019, .R021, .R070],
      help: "The app is asked to continue a user activity, such as a universal link."),
    row(
      .didReceiveRemoteNotification, "didReceiveRemoteNotification",
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
      parameters: ["payload", "completion"],
      versions: .from(3), rules: [.R098, .R099, .R100],
      help: "A remote notification has come; call the completion when its content is there."),
    row(
      .handleEventsForBackgroundURLSession, "handleEventsForBackgroundURLSession",
      "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
      parameters: ["identifier", "completion"],
      versions: .from(7), rules: [.R105],
      help: "The transfers of a background URL session are done."),
    row(
      .performAction, "performAction", "application(_:performActionFor:completionHandler:)",
      parameters: ["shortcut", "completion"],
      versions: .from(9), rules: [.R023],
      help: "The user chose a quick action of the app."),
    row(
      .configurationForConnecting, "configurationForConnecting",
      "application(_:configurationForConnecting:options:)",
      parameters: ["session", "options"],
      versions: .from(13), rules: [.R013, .R126],
      help: "A new scene session needs a configuration."),
    row(
      .didDiscardSceneSessions, "didDiscardSceneSessions",
      "application(_:didDiscardSceneSessions:)",
      parameters: ["sessions"],
      versions: .from(13), rules: [.R119, .R120],
      help: "Scene sessions were closed for good."),
    row(
      .didUpdateLocations, "didUpdateLocations", "locationManager(_:didUpdateLocations:)",
      parameters: ["list"],
      rules: [.R133, .R137, .R138],
      help: "New locations are there."),
    row(
      .didEnterRegion, "didEnterRegion", "locationManager(_:didEnterRegion:)",
      parameters: ["name"],
      versions: .from(4), rules: [.R138, .R139],
      help: "The device came into a monitored region."),
    row(
      .didExitRegion, "didExitRegion", "locationManager(_:didExitRegion:)",
      parameters: ["name"],
      versions: .from(4), rules: [.R138, .R139],
      help: "The device left a monitored region."),
    row(
      .didVisit, "didVisit", "locationManager(_:didVisit:)",
      parameters: ["visit"],
      versions: .from(8), rules: [.R138],
      help: "The user stayed at a place, or left it."),
    row(
      .didRegisterForRemoteNotifications, "didRegisterForRemoteNotifications",
      "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
      parameters: ["token"],
      versions: .from(3), rules: [.R145],
      help: "The app is registered for remote notifications under this token."),
    row(
      .didFailToRegisterForRemoteNotifications, "didFailToRegisterForRemoteNotifications",
      "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
      parameters: ["error"],
      versions: .from(3), rules: [.R145],
      help: "The app could not be registered for remote notifications."),
  ]

  private static let toAppsThatImplementThem: [MessageDefinition] =
    [
      row(
        .willContinueUserActivity, "willContinueUserActivity",
        "application(_:willContinueUserActivityWithType:)",
        parameters: ["type"],
        versions: .from(8), rules: [.R021, .R070],
        help: "A user activity is about to be continued."),
      row(
        .didReceiveNotificationResponse, "didReceiveNotificationResponse",
        "userNotificationCenter(_:didReceive:withCompletionHandler:)",
        parameters: ["response", "completion"],
        versions: .from(10), rules: [.R022, .R071, .R072, .R142, .R144],
        help: "The user opened a notification or chose one of its actions."),
      row(
        .willPresentNotification, "willPresentNotification",
        "userNotificationCenter(_:willPresent:withCompletionHandler:)",
        parameters: ["notification", "completion"],
        versions: .from(10), rules: [.R098, .R143],
        help: "A notification came while the app is in front."),
      row(
        .performFetch, "performFetch", "application(_:performFetchWithCompletionHandler:)",
        parameters: ["completion"],
        versions: .from(7), rules: [.R029, .R097],
        help: "The system gives the app an opportunity to fetch new content."),
      row(
        .shouldSaveState, "shouldSaveState", "application(_:shouldSaveApplicationState:)",
        result: .bool(missingCountsAs: false),
        versions: .from(6), rules: [.R058],
        help: "Whether the state of the interface should be preserved."),
      row(
        .shouldRestoreState, "shouldRestoreState", "application(_:shouldRestoreApplicationState:)",
        result: .bool(missingCountsAs: false),
        versions: .from(6), rules: [.R011, .R021, .R027],
        help: "Whether the preserved state of the interface should be restored."),
      row(
        .willEncodeState, "willEncodeState", "application(_:willEncodeRestorableStateWith:)",
        parameters: ["coder"],
        versions: .from(6), rules: [.R058],
        help: "The state of the interface is about to be preserved."),
      row(
        .didDecodeState, "didDecodeState", "application(_:didDecodeRestorableStateWith:)",
        parameters: ["coder"],
        versions: .from(6), rules: [.R021],
        help: "The preserved state of the interface was restored."),
      row(
        .backgroundTask, "backgroundTask", "register(forTaskWithIdentifier:using:launchHandler:)",
        parameters: ["identifier", "task"],
        versions: .from(13), rules: [.R101, .R103, .R107],
        help: "A scheduled background task begins."),
      row(
        .didCompleteDownload, "didCompleteDownload", "urlSession(_:task:didCompleteWithError:)",
        parameters: ["identifier", "url", "error"],
        versions: .from(7), rules: [.R105, .R106],
        help: "A download of a background URL session is done or failed."),
      row(
        .urlSessionDidFinishEvents, "urlSessionDidFinishEvents",
        "urlSessionDidFinishEvents(forBackgroundURLSession:)",
        parameters: ["identifier"],
        versions: .from(7), rules: [.R105],
        help: "All events of a background URL session were delivered."),
      row(
        .didReceiveIncomingPush, "didReceiveIncomingPush",
        "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
        parameters: ["payload", "completion"],
        versions: .from(8), rules: [.R141],
        help: "A VoIP push has come; report a call before the method returns."),
      row(
        .willRestoreState, "willRestoreState", "centralManager(_:willRestoreState:)",
        parameters: ["state"],
        versions: .from(7), rules: [.R140],
        help: "A relaunched app gets its Bluetooth connections back."),
      row(
        .didUpdateValue, "didUpdateValue", "peripheral(_:didUpdateValueFor:error:)",
        parameters: ["peripheral"],
        versions: .from(5), rules: [.R140],
        help: "A Bluetooth accessory sent a value."),
      row(
        .didFailToContinueUserActivity, "didFailToContinueUserActivity",
        "application(_:didFailToContinueUserActivityWithType:error:)",
        parameters: ["type", "error"],
        versions: .from(8), rules: [.R150],
        help: "The data of a user activity that was announced could not be fetched."),
      row(
        .intent, "intent", "perform()",
        parameters: ["name", "parameters"],
        versions: .from(16), rules: [.R151],
        help: "An intent of the app is carried out, for a widget, Siri, Shortcuts or a control."),
    ].map(\.optIn) + occasions + callsAndVideo

  private static let occasions: [MessageDefinition] = [
    row(
      .didReceiveHealthUpdate, "didReceiveHealthUpdate",
      "execute(_:updateHandler:)",
      parameters: ["type", "completion"],
      versions: .from(8), rules: [.R152],
      help: "New health data is there; call the completion when it was read."),
    row(
      .didReceiveWatchMessage, "didReceiveWatchMessage", "session(_:didReceiveMessage:)",
      parameters: ["message"],
      versions: .from(9), rules: [.R152],
      help: "The app on the user's watch sent a message."),
  ].map(\.optIn)

  private static let callsAndVideo: [MessageDefinition] = [
    row(
      .performAnswerCall, "performAnswerCall", "provider(_:perform: CXAnswerCallAction)",
      parameters: ["call"],
      versions: .from(10), rules: [.R153],
      help: "The user answered a call of the app's; fulfil it, or fail."),
    row(
      .performEndCall, "performEndCall", "provider(_:perform: CXEndCallAction)",
      parameters: ["call"],
      versions: .from(10), rules: [.R153],
      help: "The user declined a call of the app's, or hung up."),
    row(
      .timedOutPerforming, "timedOutPerforming", "provider(_:timedOutPerforming:)",
      parameters: ["call"],
      versions: .from(10), rules: [.R153],
      help: "The app did not carry out the user's answer in time, and the call ended."),
    row(
      .didActivateAudioSession, "didActivateAudioSession", "provider(_:didActivate:)",
      versions: .from(10), rules: [.R153],
      help: "The audio session is active for the app's call."),
    row(
      .didDeactivateAudioSession, "didDeactivateAudioSession", "provider(_:didDeactivate:)",
      versions: .from(10), rules: [.R153],
      help: "The audio session of the app's call is over."),
    row(
      .pictureInPictureDidStart, "pictureInPictureDidStart",
      "pictureInPictureControllerDidStartPictureInPicture(_:)",
      versions: .from(9), rules: [.R156],
      help: "The app's video plays in Picture in Picture."),
    row(
      .pictureInPictureDidStop, "pictureInPictureDidStop",
      "pictureInPictureControllerDidStopPictureInPicture(_:)",
      versions: .from(9), rules: [.R156],
      help: "Picture in Picture is over."),
    row(
      .restoreUserInterface, "restoreUserInterface",
      "pictureInPictureController(_:restoreUserInterfaceForPictureInPictureStopWithCompletionHandler:)",
      parameters: ["completion"],
      versions: .from(9), rules: [.R156],
      help: "The user expands the video; show what it belongs to, and call the completion."),
    row(
      .scenePhase, "scenePhase", "onChange(of:scenePhase)",
      parameters: ["old", "new"],
      versions: .from(14), rules: [.R161, .R129],
      help: "The phase of the most active scene changed, for SwiftUI's App."),
    row(
      .didReceiveLocalNotification, "didReceiveLocalNotification",
      "application(_:didReceive:)",
      parameters: ["notification"],
      versions: .majors(4, 9), rules: [.R143],
      help: "A notification that the app scheduled has come, or was tapped, up to iOS 9."),
    row(
      .handleAction, "handleAction",
      "application(_:handleActionWithIdentifier:for:completionHandler:)",
      parameters: ["identifier", "notification", "completion"],
      versions: .majors(8, 9), rules: [.R144],
      help: "The user chose an action of a notification, on iOS 8 and 9."),
    row(
      .activityToken, "activityToken", "pushTokenUpdates",
      parameters: ["id"],
      versions: .liveActivities, rules: [.R170],
      help: "A Live Activity has its token, by which a server updates it."),
    row(
      .activityState, "activityState", "activityStateUpdates",
      parameters: ["id", "state"],
      versions: .liveActivities, rules: [.R170],
      help: "A Live Activity ended, or the user took it away."),
    row(
      .beginRequest, "beginRequest", "beginRequest(with:)",
      versions: .from(8), rules: [.R179],
      help: "The host of an extension, such as the home screen of a widget, needs it."),
    row(
      .didReceiveIncomingVoIPPush, "didReceiveIncomingVoIPPush",
      "pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:withCompletionHandler:)",
      parameters: ["payload", "metadata", "completion"],
      versions: .pushesThatTellOfReporting, rules: [.R141],
      help: "A VoIP push has come; `metadata.mustReport` says whether it needs a call."),
    row(
      .webViewWebContentProcessDidTerminate, "webViewWebContentProcessDidTerminate",
      "webViewWebContentProcessDidTerminate(_:)",
      versions: .from(9), rules: [.R197],
      help: "The process of a web view has ended, and its page is white."),
  ].map(\.optIn)

  private static let toScenes: [MessageDefinition] = [
    row(
      .sceneWillConnect, "sceneWillConnect", handler: "willConnect",
      "scene(_:willConnectTo:options:)",
      parameters: ["session", "options"],
      rules: [.R013, .R118],
      help: "A scene is being connected to its session."),
    row(
      .sceneDidDisconnect, "sceneDidDisconnect", handler: "didDisconnect", "sceneDidDisconnect(_:)",
      rules: [.R118],
      help: "The scene was freed; its session stays."),
    row(
      .sceneWillEnterForeground, "sceneWillEnterForeground", handler: "willEnterForeground",
      "sceneWillEnterForeground(_:)",
      rules: [.R013, .R117],
      help: "The scene is about to be on the screen."),
    row(
      .sceneDidBecomeActive, "sceneDidBecomeActive", handler: "didBecomeActive",
      "sceneDidBecomeActive(_:)",
      rules: [.R013, .R117],
      help: "The scene is in front and gets events."),
    row(
      .sceneWillResignActive, "sceneWillResignActive", handler: "willResignActive",
      "sceneWillResignActive(_:)",
      rules: [.R117],
      help: "The scene is about to stop getting events."),
    row(
      .sceneDidEnterBackground, "sceneDidEnterBackground", handler: "didEnterBackground",
      "sceneDidEnterBackground(_:)",
      rules: [.R117, .R055],
      help: "The scene left the screen."),
    row(
      .sceneOpenURLContexts, "sceneOpenURLContexts", handler: "openURLContexts",
      "scene(_:openURLContexts:)",
      parameters: ["contexts"],
      rules: [.R024],
      help: "The scene is asked to open URLs."),
    row(
      .sceneWillContinueUserActivity, "sceneWillContinueUserActivity",
      handler: "willContinueUserActivity",
      "scene(_:willContinueUserActivityWithType:)",
      parameters: ["type"],
      rules: [.R024],
      help: "A user activity is about to be continued in the scene."),
    row(
      .sceneContinueUserActivity, "sceneContinueUserActivity", handler: "continueUserActivity",
      "scene(_:continue:)",
      parameters: ["activity"],
      rules: [.R024],
      help: "The scene is asked to continue a user activity."),
    row(
      .scenePerformAction, "scenePerformAction", handler: "performAction",
      "windowScene(_:performActionFor:completionHandler:)",
      parameters: ["shortcut", "completion"],
      rules: [.R023],
      help: "The user chose a quick action for the scene."),
    row(
      .sceneStateRestorationActivity, "sceneStateRestorationActivity",
      handler: "stateRestorationActivity",
      "stateRestorationActivity(for:)",
      result: .map,
      rules: [.R118],
      help: "Returns what brings the scene back to where it was, or nothing."),
    row(
      .sceneScenePhase, "sceneScenePhase", handler: "scenePhase",
      "onChange(of:scenePhase) of a scene",
      parameters: ["old", "new"],
      versions: .from(14), rules: [.R161],
      help: "The phase of the scene changed, for a SwiftUI view."),
    row(
      .sceneDidFailToContinueUserActivity, "sceneDidFailToContinueUserActivity",
      handler: "didFailToContinueUserActivity",
      "scene(_:didFailToContinueUserActivityWithType:error:)",
      parameters: ["type", "error"],
      rules: [.R150],
      help: "The data of a user activity that was announced to the scene could not be fetched."),
    row(
      .carPlayDidConnect, "carPlayDidConnect", handler: "didConnect",
      "templateApplicationScene(_:didConnect:)",
      parameters: ["controller"],
      rules: [.R159],
      help: "The scene is on a car's screen, where the controller shows its templates."
    ).inRole(.carPlay),
    row(
      .carPlayDidDisconnect, "carPlayDidDisconnect", handler: "didDisconnectController",
      "templateApplicationScene(_:didDisconnectInterfaceController:)",
      parameters: ["controller"],
      rules: [.R159],
      help: "The car's screen is gone."
    ).inRole(.carPlay),
    row(
      .sceneOpenURL, "sceneOpenURL", handler: "openURL", "onOpenURL(perform:)",
      parameters: ["url"],
      versions: .from(14), rules: [.R177],
      help: "A link was opened in the scene, for a SwiftUI view."),
  ].map { row in
    // Most scenes have nothing to be restored with, no code that follows their phase, and no activity
    // that fails.
    let optional: [Message] = [
      .sceneStateRestorationActivity, .sceneScenePhase, .sceneDidFailToContinueUserActivity,
      .sceneOpenURL,
    ]
    let scenes = row.received(by: .scene).since(13)
    return optional.contains(row.message) ? scenes.optIn : scenes
  }

  private static let toViewControllers: [MessageDefinition] = [
    row(
      .awakeFromNib, "awakeFromNib", "awakeFromNib()",
      rules: [.R011],
      help: "The view controller was loaded from its file."),
    row(
      .viewDidLoad, "viewDidLoad", "viewDidLoad()",
      rules: [.R011, .R014],
      help: "The view is in memory."),
    row(
      .viewWillAppear, "viewWillAppear", "viewWillAppear(_:)",
      rules: [.R011, .R014],
      help: "The view is about to be shown."),
    row(
      .viewDidAppear, "viewDidAppear", "viewDidAppear(_:)",
      rules: [.R011, .R014],
      help: "The view is shown."),
    row(
      .viewWillDisappear, "viewWillDisappear", "viewWillDisappear(_:)",
      rules: [.R059],
      help: "The view is about to be hidden."),
    row(
      .viewDidDisappear, "viewDidDisappear", "viewDidDisappear(_:)",
      rules: [.R059],
      help: "The view is hidden."),
    row(
      .viewWillTransition, "viewWillTransition", "viewWillTransition(to:with:)",
      parameters: ["size"],
      versions: .from(8), rules: [.R052, .R057],
      help: "The view is about to change its size."),
    row(
      .traitCollectionDidChange, "traitCollectionDidChange", "traitCollectionDidChange(_:)",
      parameters: ["previous"],
      versions: .from(8), rules: [.R057],
      help: "The environment of the interface changed, such as its appearance."),
    row(
      .viewDidReceiveMemoryWarning, "viewDidReceiveMemoryWarning",
      handler: "didReceiveMemoryWarning",
      "didReceiveMemoryWarning()",
      rules: [.R115],
      help: "Memory is short; free what the view can make again."),
    row(
      .viewDraw, "viewDraw", handler: "draw", "draw(_:)",
      parameters: ["rect"],
      rules: [.R133],
      help: "The view draws itself."),
    row(
      .viewIsAppearing, "viewIsAppearing", "viewIsAppearing(_:)",
      versions: .from(13), rules: [.R162],
      help: "The view appears; its traits and its size are known."),
    row(
      .viewWillLayoutSubviews, "viewWillLayoutSubviews", "viewWillLayoutSubviews()",
      versions: .from(5), rules: [.R162],
      help: "The view is about to be laid out."),
    row(
      .viewDidLayoutSubviews, "viewDidLayoutSubviews", "viewDidLayoutSubviews()",
      versions: .from(5), rules: [.R162],
      help: "The view was laid out."),
  ].map { $0.received(by: .view).optIn }

  private static func row(
    _ message: Message, _ name: String, handler: String? = nil, _ selector: String,
    parameters: [String] = [],
    result: Message.HandlerResult = .nothing, versions: SystemVersionRange = .all,
    rules: [RuleNumber] = [], help: String
  ) -> MessageDefinition {
    MessageDefinition(
      message: message, name: name, handler: handler ?? name, selector: selector,
      parameters: parameters, result: result, receiver: .application, isOptIn: false,
      versions: versions, rules: rules, help: help)
  }

  private var optIn: MessageDefinition {
    var row = self
    row.isOptIn = true
    return row
  }

  private func inRole(_ role: SceneRole) -> MessageDefinition {
    var row = self
    row.role = role
    return row
  }

  /// The row of a message that is at least as young as a version.
  private func since(_ first: SystemVersion) -> MessageDefinition {
    guard versions.first < first else { return self }
    var row = self
    row.versions = .from(first)
    return row
  }

  private func received(by receiver: Message.Receiver) -> MessageDefinition {
    var row = self
    row.receiver = receiver
    return row
  }
}
