// Since when, and until when, there is what the words of scripts stand for (R167): a row for each age,
// with the words that are not as old as the rules. Whatever is in no row was there from the beginning.

/// The versions that have what words stand for.
package enum Age {
  typealias Rows<Word> = [(versions: SystemVersionRange, words: [Word])]

  private static let everything = RuleBook.versions.first

  private static func versions<Word: Equatable>(
    of word: Word, in rows: Rows<Word>
  ) -> SystemVersionRange {
    rows.first { $0.words.contains(word) }?.versions ?? .from(everything)
  }

  /// The versions that send a message.
  package static func versions(of message: Message) -> SystemVersionRange {
    message.definition.receiver == .scene && message != .sceneScenePhase
      ? .from(13) : versions(of: message, in: messages)
  }

  /// The versions that post a notification.
  package static func versions(of notification: SystemNotification) -> SystemVersionRange {
    versions(of: notification, in: notifications)
  }

  /// The versions that have a call of app code, by its name.
  package static func versions(ofCall name: String) -> SystemVersionRange {
    versions(of: name, in: calls)
  }

  /// The versions that have an action, by its name, whatever its arguments are.
  package static func versions(ofVerb name: String) -> SystemVersionRange {
    versions(of: name, in: verbs)
  }

  /// The versions that have a kind: of an interruption, a button, a push, a request of a task.
  package static func versions(ofKind name: String) -> SystemVersionRange {
    versions(of: name, in: kinds)
  }

  /// The versions that have a setting of the device or of an app, by its name.
  package static func versions(ofSetting name: String) -> SystemVersionRange {
    versions(of: name, in: settings)
  }

  /// The versions that ask the user for a permission.
  package static func versions(of permission: Permission) -> SystemVersionRange {
    versions(of: permission, in: permissions)
  }

  // MARK: - The rows

  static let messages: Rows<Message> = [
    (
      .from(3),
      [
        .didReceiveRemoteNotification, .didRegisterForRemoteNotifications,
        .didFailToRegisterForRemoteNotifications,
      ]
    ),
    (.majors(4, 9), [.didReceiveLocalNotification]),
    (
      .from(4),
      [
        .didEnterBackground, .willEnterForeground, .protectedDataWillBecomeUnavailable,
        .protectedDataDidBecomeAvailable, .didEnterRegion, .didExitRegion,
      ]
    ),
    (.from(5), [.didUpdateValue, .viewWillLayoutSubviews, .viewDidLayoutSubviews]),
    (
      .from(6),
      [
        .willFinishLaunching, .shouldSaveState, .shouldRestoreState, .willEncodeState,
        .didDecodeState,
      ]
    ),
    (
      .from(7),
      [
        .performFetch, .handleEventsForBackgroundURLSession, .didCompleteDownload,
        .urlSessionDidFinishEvents, .willRestoreState,
      ]
    ),
    (
      .from(8),
      [
        .willContinueUserActivity, .continueUserActivity, .didReceiveIncomingPush, .didVisit,
        .viewWillTransition, .traitCollectionDidChange,
      ]
    ),
    (
      .from(8),
      [.didFailToContinueUserActivity, .didReceiveHealthUpdate]
    ),
    (.majors(8, 9), [.handleAction]),
    (
      .from(9),
      [
        .performAction, .didReceiveWatchMessage, .pictureInPictureDidStart,
        .pictureInPictureDidStop, .restoreUserInterface,
      ]
    ),
    (
      .from(10),
      [
        .didReceiveNotificationResponse, .willPresentNotification, .performAnswerCall,
        .performEndCall, .timedOutPerforming, .didActivateAudioSession,
        .didDeactivateAudioSession,
      ]
    ),
    (
      .from(13),
      [.configurationForConnecting, .didDiscardSceneSessions, .backgroundTask, .viewIsAppearing]
    ),
    (.from(14), [.scenePhase, .sceneScenePhase]),
    (.from(16), [.intent]),
  ]

  static let notifications: Rows<SystemNotification> = [
    (
      .from(3),
      [
        .accessoryDidConnect, .accessoryDidDisconnect, .batteryLevelDidChange,
        .batteryStateDidChange, .proximityStateDidChange, .screenDidConnect,
        .screenDidDisconnect, .screenModeDidChange,
      ]
    ),
    (
      .from(4),
      [
        .didEnterBackground, .willEnterForeground, .protectedDataWillBecomeUnavailable,
        .protectedDataDidBecomeAvailable,
      ]
    ),
    (.from(6), [.ubiquityIdentityDidChange, .audioSessionRouteChange]),
    (.from(7), [.backgroundRefreshStatusDidChange, .userDidTakeScreenshot]),
    (.from(8), [.calendarDayChanged]),
    (.from(9), [.powerStateDidChange]),
    (.from(11), [.thermalStateDidChange, .capturedDidChange]),
    (
      .from(13),
      [
        .sceneWillConnect, .sceneDidDisconnect, .sceneDidActivate, .sceneWillDeactivate,
        .sceneWillEnterForeground, .sceneDidEnterBackground,
      ]
    ),
  ]

  static let calls: Rows<String> = [
    (
      .from(3),
      ["registerForRemoteNotifications", "unregisterForRemoteNotifications", "purchase"]
    ),
    (
      .from(4),
      [
        "scheduleNotification", "cancelNotification",
        "beginBackgroundTask", "endBackgroundTask", "startMonitoringSignificantLocationChanges",
        "stopMonitoringSignificantLocationChanges", "startMonitoring", "stopMonitoring",
      ]
    ),
    (.majors(4, 8), ["setKeepAliveTimeout"]),
    (.from(5), ["connectPeripheral"]),
    (.from(7), ["setMinimumBackgroundFetchInterval"]),
    (
      .from(8),
      [
        "evaluatePolicy", "startMonitoringVisits", "stopMonitoringVisits",
        "setNotificationActions", "requestPayment", "enableBackgroundDelivery",
      ]
    ),
    (.from(9), ["startPictureInPicture", "stopPictureInPicture"]),
    (.from(10), ["reportNewIncomingCall", "endCall"]),
    (.from(11), ["signIn"]),
    (
      .from(13),
      [
        "registerBackgroundTask", "submitBackgroundTask", "requestSceneSessionActivation",
        "requestSceneSessionDestruction", "scene",
      ]
    ),
    (.from(14), ["scenePhase"]),
  ]

  static let verbs: Rows<String> = [
    (
      .from(3),
      [
        "push", "tapNotification", "dismissNotification", "clearNotifications", "connect",
        "disconnect",
      ]
    ),
    (.from(4), ["forceQuit", "switchTo", "enterRegion", "exitRegion", "wake"]),
    (.from(5), ["bluetoothEvent"]),
    (.from(6), ["plugInHeadphones", "unplugHeadphones"]),
    (.from(7), ["fetch"]),
    (.from(8), ["visit", "handOff", "healthUpdate"]),
    (
      .from(9),
      [
        "quickAction", "splitView", "dragDivider", "releaseDivider", "slideOver",
        "openSearchResult", "watchMessage", "closePictureInPicture", "expandPictureInPicture",
      ]
    ),
    (.from(11), ["startScreenRecording", "stopScreenRecording"]),
    (.from(13), ["newWindow", "closeWindow", "disconnectScene", "runBackgroundTask"]),
    (.from(14), ["expand"]),
    (.from(15), ["prewarm"]),
    (.from(16), ["stage", "unstage", "performIntent"]),
    (.from(26), ["cancelBackgroundTask"]),
  ]

  /// The verbs that are refused for their age, without those whose own refusals say since when they
  /// are there.
  fileprivate static let refusedVerbs: [String: SystemVersionRange] = {
    let ownReasons: Set<String> = [
      "fetch", "prewarm", "quickAction", "splitView", "dragDivider", "releaseDivider",
      "switchTo", "forceQuit", "newWindow", "closeWindow", "disconnectScene",
      "runBackgroundTask", "cancelBackgroundTask", "visit", "enterRegion", "exitRegion",
      "bluetoothEvent", "slideOver", "stage", "unstage", "dismissNotification",
      "clearNotifications", "handOff", "healthUpdate", "openSearchResult", "watchMessage",
      "closePictureInPicture", "expandPictureInPicture", "performIntent",
    ]
    let refused = verbs.flatMap { row in row.words.map { ($0, row.versions) } }
      .filter { !ownReasons.contains($0.0) }
    return Dictionary(uniqueKeysWithValues: refused)
  }()

  /// The verbs that have some of their first arguments in some versions only, and how these are
  /// found; nil for an argument that has a refusal of its own, or is as old as the verb.
  fileprivate static let versionsByArgument:
    [String: @Sendable (_ argument: String) -> SystemVersionRange?] = [
      "connect": { $0 == "airPods" ? versions(ofKind: $0) : nil },
      "interrupt": { $0 == "switcher" ? nil : versions(ofKind: $0) },
      "press": { $0 == "switcher" ? nil : versions(ofKind: $0) },
      "setting": {
        ["lowPowerMode", "alwaysOnDisplay"].contains($0) ? versions(ofSetting: $0) : nil
      },
    ]

  // Before there were banners, what they show came as alerts (R041).
  static let kinds: Rows<String> = [
    (.from(4), ["switcher"]),
    (.from(5), ["siri", "notificationCenter"]),
    (.from(7), ["controlCenter", "screenshot"]),
    (.from(8), ["biometrics", "voip", "metal"]),
    (.from(10), ["airPods"]),
    (.from(13), ["refresh", "processing"]),
    (.from(13), ["carPlay"]),
    (.from(26), ["continued"]),
  ]

  static let settings: Rows<String> = [
    (.from(7), ["backgroundRefresh"]),
    (.from(9), ["lowPowerMode"]),
    (.from(16), ["alwaysOnDisplay"]),
  ]

  static let permissions: Rows<Permission> = [
    (.from(3), [.notifications]),
    (.from(6), [.contacts, .calendar, .reminders, .photos]),
    (.from(7), [.microphone, .motion]),
    (.from(8), [.camera]),
    (.from(13), [.bluetooth]),
    (.from(14), [.tracking]),
  ]
}

extension Permission {
  /// Whether a system that does not ask grants it; tracking it knows nothing of.
  var isGrantedUnasked: Bool { self != .tracking && self != .notifications }
}

// MARK: - What a device lacks

/// What keeps something from being there: the versions that have it, and the one that is played.
package struct MissingFromSystem: Hashable, Sendable {
  /// The versions that have it.
  package let versions: SystemVersionRange
  /// The version of the device.
  package let system: SystemVersion
}

extension Profile {
  /// What a system of other versions has; nil where this one belongs to them.
  package func missing(_ versions: SystemVersionRange) -> MissingFromSystem? {
    let system = system(for: .R167)
    return versions.contains(system) ? nil : MissingFromSystem(versions: versions, system: system)
  }

  /// Whether an action may be missing on this system, with some arguments at least.
  func mayMiss(actionNamed name: String) -> Bool {
    Age.versionsByArgument[name] != nil || Age.refusedVerbs[name].flatMap(missing) != nil
  }

  /// What keeps an action from being there on this system, and that no reason of its own names.
  func missing(_ stimulus: Stimulus) -> MissingFromSystem? {
    let name = stimulus.name.rawValue
    if let argument = stimulus.arguments.first, case .symbol(let kind) = argument,
      let missing = Age.versionsByArgument[name]?(kind).flatMap(missing)
    {
      return missing
    }
    return Age.refusedVerbs[name].flatMap(missing)
  }
}
