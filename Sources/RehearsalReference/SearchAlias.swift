// Other names of words and rules: Apple's classes, codes, and terms of bug reports. An alias
// stands with the one or two words or rules that explain it best; what needs a sentence is a topic of its own
// (`HelpTopic+Concepts`).

import RehearsalLifecycle

/// A word or a rule, with what people call it.
struct SearchAlias: Sendable {
  /// The word or rule that has the aliases.
  enum Target: Hashable, Sendable {
    case word(String)
    case rule(RuleNumber)
  }

  let target: Target
  let names: [String]

  private init(_ word: String, _ names: String...) {
    target = .word(word)
    self.names = names
  }

  private init(_ rule: RuleNumber, _ names: String...) {
    target = .rule(rule)
    self.names = names
  }

  /// The other names of a word.
  static func names(of word: String) -> [String] { byTarget[.word(word)] ?? [] }

  /// The other names of a rule.
  static func names(of rule: RuleNumber) -> [String] { byTarget[.rule(rule)] ?? [] }

  private static let byTarget = Dictionary(
    uniqueKeysWithValues: all.map { ($0.target, $0.names) })

  /// Every row.
  static let all: [SearchAlias] = [
    // Actions of the user and the system
    SearchAlias(
      "forceQuit", "swipe away", "swipe up", "kill the app", "close the app",
      "force close", "force closed", "0xdeadfa11"),
    SearchAlias("install", "reinstall"),
    SearchAlias("offload", "offload unused apps"),
    SearchAlias("prewarm", "prewarming", "ActivePrewarm", "pre-launch", "started by itself"),
    SearchAlias("reboot", "restart the phone", "restart device", "power cycle"),
    SearchAlias("fetch", "background fetch", "UIBackgroundFetchIntervalMinimum"),
    SearchAlias("endWebContent", "WKWebView", "white page", "blank web view", "WebKit"),
    SearchAlias("press", "home button", "side button", "home screen", "homescreen"),
    SearchAlias("webSocket", "URLSessionWebSocketTask", "Starscream", "socket.io", "SocketRocket"),
    SearchAlias("dismissNotification", "clear a notification"),
    SearchAlias("tapNotification", "UNNotificationResponse"),
    SearchAlias("terminate", "simctl terminate", "stop button"),
    SearchAlias("setClock", "wrong clock", "manual time"),
    SearchAlias(
      "performIntent", "AppIntent", "AppIntents", "App Intents", "Siri", "perform intent",
      "AppShortcut"),
    SearchAlias(
      "quickAction", "home screen quick action", "3D touch", "UIApplicationShortcutItem",
      "shortcut item"),
    SearchAlias("watchMessage", "Apple Watch", "WCSession", "WatchConnectivity", "watchOS"),
    SearchAlias("healthUpdate", "HealthKit", "HKObserverQuery", "health data", "HKHealthStore"),
    SearchAlias(
      "bluetoothEvent", "CoreBluetooth", "CBCentralManager", "BLE", "peripheral", "CBPeripheral",
      "accessory connection", "background bluetooth", "advertising"),
    SearchAlias("connectPeripheral", "CBPeripheralManager", "pairing"),
    SearchAlias("handOff", "NSUserActivity", "continue on iPad", "continuity"),
    SearchAlias("openSearchResult", "Spotlight", "CoreSpotlight", "CSSearchableItem"),
    SearchAlias("splitView", "side by side", "iPad multitasking", "split screen"),
    SearchAlias("stage", "Stage Manager"),
    SearchAlias("rotate", "UIDevice orientation", "turn the phone"),
    SearchAlias("touch", "tap", "tap button", "press a button", "click"),
    SearchAlias("advance", "wait", "pass time", "sleep for"),
    SearchAlias("visit", "CLVisit", "visits"),
    SearchAlias("locate", "CLLocationManager", "CoreLocation", "GPS"),
    SearchAlias("enterRegion", "CLCircularRegion", "geofence", "region monitoring"),
    SearchAlias("changeLanguage", "preferred language"),
    SearchAlias(
      "interrupt", "interruptions", "Control Center", "Notification Center", "alert comes",
      "system alert", "alarm rings"),
    // Calls of an app
    SearchAlias(
      "beginBackgroundTask", "beginBackgroundTaskWithExpirationHandler",
      "beginBackgroundTaskWithName", "UIBackgroundTaskIdentifier", "UIBackgroundTaskInvalid",
      "performExpiringActivity", "finish in background", "background time",
      "expiration handler", "task not ended", "background task expires", "deadlock background task"),
    SearchAlias(
      "requestPermission", "permission", "permission alert", "authorization", "ask for access"),
    SearchAlias(
      "evaluatePolicy", "LAContext", "LocalAuthentication", "biometric login",
      "Face ID prompt"),
    SearchAlias(
      "purchase", "StoreKit", "in-app purchase", "SKPaymentQueue", "SKPaymentTransactionObserver",
      "subscription"),
    SearchAlias("requestPayment", "Apple Pay", "PassKit"),
    SearchAlias(
      "signIn", "Sign in with Apple", "AuthenticationServices", "ASAuthorizationController",
      "ASWebAuthenticationSession"),
    SearchAlias("displayLink", "CADisplayLink", "frames", "animation"),
    SearchAlias("setMinimumBackgroundFetchInterval", "fetch interval"),
    SearchAlias(
      "scheduleNotification", "local notification", "UNNotificationRequest", "reminder",
      "UILocalNotification", "UNTimeIntervalNotificationTrigger", "UNCalendarNotificationTrigger"),
    SearchAlias("registerForRemoteNotifications", "device token", "push token"),
    SearchAlias("acquire", "AVCaptureSession", "hardware"),
    SearchAlias("ignoreSnapshot", "ignoreSnapshotOnNextApplicationLaunch", "app switcher snapshot"),
    SearchAlias("render", "Metal", "OpenGL", "GPU"),
    SearchAlias("openURL", "UIApplication.open", "canOpenURL"),
    SearchAlias("useLocalNetwork", "local network", "Bonjour"),
    SearchAlias("after", "asyncAfter", "delay", "scheduledTimer", "Task.sleep"),
    SearchAlias("perform", "DispatchQueue", "OperationQueue", "detached task"),
    SearchAlias("every", "repeating timer"),
    SearchAlias("work", "block the main thread", "busy main thread"),
    SearchAlias("fatalError", "force unwrap", "EXC_BAD_ACCESS", "SIGABRT", "precondition"),
    SearchAlias("present", "UIAlertController", "action sheet", "modal"),
    // Handlers of an app
    SearchAlias("restoreUserInterface", "expand the video"),
    SearchAlias("shouldSaveState", "secure state restoration"),
    SearchAlias("performFetch", "UIBackgroundFetchResult"),
    SearchAlias("scenePhase", "ScenePhase", "onChange of scenePhase"),
    SearchAlias("traitCollectionDidChange", "dark mode", "appearance"),
    // Members to read
    SearchAlias(
      "lowPowerMode", "low power mode", "low power", "power saving", "isLowPowerModeEnabled"),
    SearchAlias(
      "backgroundRefresh", "Background App Refresh", "backgroundRefreshStatus", "refresh switch"),
    SearchAlias("freeStorage", "disk full", "no space left", "storage full"),
    SearchAlias("exit", "exit reason", "why did it end"),
    SearchAlias("isIdleTimerDisabled", "keep screen on", "keep awake"),
    // Rules
    SearchAlias(
      .R098, "silent push", "content-available", "background push", "silent notification"),
    SearchAlias(.R027, "swiped away restoration"),
    SearchAlias(.R095, "too many background tasks", "0xbada5e47"),
    SearchAlias("willRestoreState", "bluetooth restore", "state preservation"),
    SearchAlias(.R034, "push after force quit"),
    SearchAlias(.R015, "app delegate not called", "delegate methods not called"),
    SearchAlias(
      .R100, "push delayed", "push arrives late", "pushes are throttled", "push throttled"),
    SearchAlias(.R137, "location in background", "background location"),
    SearchAlias(.R190, "socket dead", "socket disconnects", "websocket closed", "connection reset"),
    SearchAlias(.R135, "Push to Talk", "PTChannelManager"),
    SearchAlias(.R141, "VoIP push without a call"),
    SearchAlias(.R151, "AlarmKit", "AlarmManager"),
    SearchAlias(.R193, "auto-lock", "idle timer"),
    SearchAlias(.R198, "place a call", "telprompt"),
  ]
}
