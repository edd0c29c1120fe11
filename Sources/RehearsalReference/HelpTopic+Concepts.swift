// The questions of people who do not know the words yet: a few topics under the names that come to
// mind, each with the commands and verbs that answer, and a line to try.

import RehearsalLifecycle

extension HelpTopic {
  /// The topics that are no words of a table.
  package static let concepts = questions + occasions + parts

  private static let questions: [HelpTopic] = [
    concept(
      "a call", rules: [.R038, .R141], "call", "phone", "phone call", "incoming call", "ring",
      "callkit",
      "`interrupt .phoneCall` lets the phone ring and `dismiss .phoneCall` ends the call; the records "
        + "show the messages, including those of apps in the background. "
        + "`:what interrupt .phoneCall` only shows them. An app reports its own calls with "
        + "`reportNewIncomingCall`.",
      "interrupt .phoneCall"),
    concept(
      "no network", "offline", "network", "wifi", "wi-fi", "cellular", "airplane", "airplane mode",
      "connection lost", "bad connection", "reachability", "NWPathMonitor", "SCNetworkReachability",
      "NSURLErrorNotConnectedToInternet", "no internet", "airplane mode on",
      "`network .off` turns the network off and `network .on` turns it on again; `failTransfer` "
        + "makes a transfer fail.",
      "network .off"),
    concept(
      "memory", "jetsam", "oom", "purge", "pressure", "ram", "low memory", "out of memory",
      "memory warning", "memory limit", "EXC_RESOURCE", "memory leak", "memory footprint",
      "os_proc_available_memory", "memory issue", "memory pressure", "per-process-limit",
      "JetsamEvent",
      "`warnMemory` sends apps a memory warning, `pressure` uses memory until the system has to kill "
        + "suspended apps, and `purge Notes` kills a suspended app at once: unsaved data is lost.",
      "warnMemory()"),
    concept(
      "sound", "headphones", "airpods", "airplay", "audio", "speaker", "music", "AVAudioSession",
      "audio stops", "music stops", "playback", "AVPlayer", "AVAudioPlayer", "AVAudioEngine",
      "AVQueuePlayer", "MPNowPlayingInfoCenter", "MPRemoteCommandCenter", "podcast",
      "podcast stops",
      "audio interruption", "AVAudioSessionInterruptionNotification", "play resume",
      "resume interruption", "playback resume",
      "`plugInHeadphones` and `unplugHeadphones` change the audio route; a playing app gets the "
        + "notification `audioSessionRouteChange`, and stops when they are unplugged.",
      "plugInHeadphones()"),
    concept(
      "secrets", "keychain", "password", "passwords", "login", "token", "logged out", "signed out",
      "SecItem", "login lost", "session expired", "errSecInteractionNotAllowed", "-25308",
      "kSecAttrAccessible", "SecItemCopyMatching", "SecItemAdd", "token missing", "token lost",
      "token nil",
      "logout", "sign out",
      "token gone", "credentials lost", "user logged out", "login screen again",
      "`keychain` stores strings that remain when the app is deleted. They can be read after the "
        + "first unlock, or only while the device is unlocked. `prewarm` starts an app before that.",
      "reboot()"),
    concept(
      "why it was killed", rules: [.R074, .R082, .R092, .R111], "killed", "kill", "died", "crash",
      "crashed", "terminated", "just closed", "closes by itself", "killed in background",
      "app killed", "killed overnight", "closed overnight", "gone overnight", "EXC_CRASH",
      "SIGKILL",
      "signal 9", "starts over", "starts from scratch", "app restarts", "app reloads",
      "app disappears",
      "closes unexpectedly",
      "`:why` explains the state of the app, with the rules; after an end, an empty line does the "
        + "same. `:until killed` advances time until a process ends, `:rewind` goes back to the state "
        + "before the cause.", "print(why(Notes))"),
    concept(
      "the background", rules: [.R004, .R054, .R060, .R135], "background", "suspended", "suspend",
      "in background", "UIApplication.State", "applicationState", "background execution",
      "app suspended",
      "keeps running", "minimized",
      "`press .home` sends the app to the background and after `advance 10s` it is suspended. "
        + "`:state Notes` shows its tasks, timers and remaining time.", "press .home; advance 10s"),
    concept(
      "time left", "time left", "remaining", "how long", "backgroundtimeremaining",
      "While a background task runs, the prompt and `:state` show its remaining time, and an app "
        + "reads `backgroundTimeRemaining`. `:until killed` shows when the time is over.",
      "press .home; advance 1s"),
    concept(
      "versions", "version", "versions", "ios", "ios 12", "ios 13", "system", "os",
      "`:across 12 13` runs the session on these versions of iOS and shows the differences and their "
        + "rules; `:device os 13` creates a device with that version.", "print(device.os)"),
    concept(
      "undo", "undo", "revert", "retry", "again", "redo",
      "`:back` undoes the last input, `:back 3` the last three; `:redo 2 press .lock` changes the last "
        + "but one and replays those after it; `:fork name` saves a state, and `:switch name` returns "
        + "to it.",
      "press .home"),
    concept(
      "what happened when", "when", "timeline", "history", "log", "order", "sequence",
      "`:timeline` draws a timeline of the apps with actions and messages; with an app or times, as in "
        + "`:timeline Notes 10s 40s`, a part of it. `:trace` lists the last records.",
      "advance 10s"),
    concept(
      "no effect", "nothing", "ignored", "refused",
      "After an action that reached no app, a line says why; `:why .push` explains why something "
        + "happened or did not happen, `:state Notes` shows the full state of an app.",
      "print(why(Notes))"),
    concept(
      "a test", "test", "tests", "scenario", "keep", "export",
      "`:record name` writes the session as a scenario that expects what happened, and "
        + "`rehearse test` runs it; `:expect` marks what matters. `:save name` writes a script "
        + "without expectations.",
      "expect Notes.state == .active"),
  ]

  /// The events of a device.
  private static let occasions: [HelpTopic] = [
    concept(
      "cold and warm", rules: [.R011, .R013, .R067], "cold", "warm", "start", "startup",
      "cold launch", "warm launch", "cold start", "relaunch", "launch time", "switch back",
      "black screen", "white screen", "wakes up",
      "comes back",
      "come back", "return to the app", "reopen", "launchOptions", "didFinishLaunchingWithOptions",
      "`launch Notes` starts the app, or brings it back if it still runs; with `purge Notes` before "
        + "it the launch is cold, and with `prewarm Notes` the system has prepared it.",
      "launch Notes"),
    concept(
      "too slow", rules: [.R109, .R025, .R111, .R055], "hang", "hangs", "freeze", "frozen", "stuck",
      "slow", "blocked", "watchdog", "0x8badf00d", "8badf00d", "watchdog timeout", "launch timeout",
      "not responding", "launch hang", "scene-create", "scene-update", "FrontBoard",
      "main thread blocked", "takes too long", "startup crash",
      "`work(25s)` in a handler keeps the main thread busy; the system kills an app that takes too "
        + "long to launch, to enter or leave the foreground, and `:why` names the time limit.",
      "print(why(Notes))"),
    concept(
      "a link", rules: [.R020, .R021, .R024, .R069, .R070], "link", "links", "url", "deep",
      "deeplink",
      "deep link", "universal", "universal link", "url scheme", "onOpenURL", "openURL",
      "link did nothing", "openURLContexts", "UIOpenURLContext", "apple-app-site-association",
      "associated domains", "NSUserActivityTypeBrowsingWeb", "branch link", "link opens home",
      "link is ignored", "link lost", "open url", "deeplinks", "wrong page",
      "`open \"notes://there\"` opens a link. While the app runs it arrives by another method than "
        + "after `purge Notes`.",
      "open \"url\""),
    concept(
      "notifications", rules: [.R142, .R143, .R022, .R071, .R098], "notification", "notifications",
      "badge", "reminder", "apns", "push", "push notification", "UNUserNotificationCenter",
      "UserNotifications", "remote notification", "notification tap", "UNNotification", "FCM",
      "Firebase Messaging", "notification opened", "tap on notification", "banner", "badge count",
      "push not delivered", "message lost",
      "`push Notes` sends one from a server and `tapNotification Notes` opens it; an app schedules "
        + "its own with `scheduleNotification`.",
      "push Notes"),
    concept(
      "a database", rules: [.R066, .R064], "sqlite", "database", "databases", "grdb", "core data",
      "realm", "file lock", "app group", "database locked", "0xdead10cc", "dead10cc", "lock held",
      "locked system files", "locked files at suspension",
      "NSPersistentContainer", "FMDB",
      "`acquire(.fileLock)` holds the lock of a file or of a database, such as SQLite, and an app that "
        + "is suspended with it is killed; `.contactsStore` is the system's store of contacts or "
        + "calendars.",
      "print(why(Notes))"),
    concept(
      "shortcuts", rules: [.R151, .R023], "shortcut", "siri", "widget", "widgets", "WidgetKit",
      "control widget", "widget tap", "widget button", "WidgetCenter", "TimelineProvider",
      "AppShortcutsProvider", "INIntent", "SiriKit", "widget stale", "home screen widget",
      "update widgets", "widget old data",
      "`performIntent` runs an intent of the app, for Siri, a widget or a shortcut; "
        + "`quickAction` chooses an action of its icon.",
      "performIntent Notes, \"name\""),
    concept(
      "a place", rules: [.R137, .R138, .R139], "gps", "map", "geofence", "region", "location",
      "location stops", "significant location change", "CLRegion", "CLMonitor", "CLBeaconRegion",
      "beacon", "allowsBackgroundLocationUpdates", "tracking stops", "location updates",
      "update location",
      "`locate Notes, 52.5, 13.4` moves the device; `enterRegion` and `exitRegion` cross the border of "
        + "a region that the app monitors, which wakes it.",
      "locate Notes, 52.5, 13.4"),
    concept(
      "the lock", rules: [.R049, .R046, .R132, .R166], "lock", "lock screen", "passcode", "faceid",
      "face id", "touchid", "touch id", "sleep", "standby", "auto-lock", "always on", "unlock",
      "locked phone", "screen off", "screen turns off", "phone in pocket",
      "`press .lock` locks the device and `unlock()` unlocks it; protected data is not available in "
        + "between. "
        + "`interrupt .biometrics` asks for a face or a finger.",
      "press .lock; unlock()"),
    concept(
      "power", rules: [.R163, .R080, .R035], "battery", "charging", "charger", "charge", "restart",
      "heat", "thermal", "overnight on the charger", "UIDevice.batteryState",
      "ProcessInfo.thermalState", "battery dies", "battery empty", "0xc00010ff",
      "`device.batteryLevel` and `device.batteryState` can be set; 0 shuts the device down. `reboot()` "
        + "restarts it, and no app starts before `unlock()`.",
      "print(device.batteryLevel)"),
    concept(
      "storage", rules: [.R166, .R132, .R074, .R082], "storage", "disk", "save", "saved", "files",
      "file", "lost", "draft lost", "draft", "data lost", "disk full", "FileManager", "Core Data",
      "CoreData",
      "SwiftData", "not saved", "draft gone", "unsaved changes", "unsaved work", "text lost",
      "form cleared", "input lost", "progress lost", "disappear after save", "NSDocumentDirectory",
      "UIDocument",
      "autosave",
      "`disk[\"draft\"] = 1` stores a value that remains when the process ends, unlike variables; "
        + "`device.freeStorage` is the free space.",
      "print(device.freeStorage)"),
    concept(
      "a transfer", rules: [.R105, .R106, .R060], "download", "downloads", "upload", "uploads",
      "transfer", "transfers", "URLSession", "URLSessionConfiguration", "upload stops",
      "upload fails",
      "download stops", "background session", "request fails", "upload stuck", "upload pauses",
      "sync",
      "sync stops", "URLSessionConfiguration.background",
      "download stuck", "photo upload", "background upload", "background download",
      "NSURLErrorNetworkConnectionLost", "-1005", "request cancelled",
      "Alamofire", "AFNetworking",
      "`download(\"url\", takes: 5s) { }` loads a file; in a background session it continues while the "
        + "app is suspended. `failTransfer` makes it fail.",
      "failTransfer Notes, \"url\""),
    concept(
      "an update", rules: [.R175], "upgrade", "update", "install", "reinstall", "uninstall",
      "delete", "App Store", "App Store update", "update overnight", "new version", "migration",
      "auto update", "TestFlight",
      "`update Notes` installs a new version and keeps the data, `uninstall Notes` removes app and "
        + "data; `offload Notes` removes only the app.",
      "update Notes"),
    concept(
      "the clock", rules: [.R165, .R131, .R148], "date", "midnight", "timezone", "time zone",
      "daylight", "daylight saving", "calendar", "locale", "language", "clock change",
      "time change", "NSSystemTimeZoneDidChange", "significantTimeChange", "midnight bug", "travel",
      "`setClock` sets the time, `changeTimeZone` the time zone and `changeLocale` the region; "
        + "`changeLanguage` ends all apps.",
      "changeTimeZone \"Europe/Berlin\""),
    concept(
      "recording", rules: [.R155, .R156, .R164, .R147], "video", "microphone", "camera",
      "screenshot", "screen recording", "voice memo", "AVAudioRecorder", "AVCaptureDevice",
      "ReplayKit",
      "RPScreenRecorder", "camera freezes", "camera black", "camera stops", "recording stops",
      "An interruption stops the camera and the microphone; `startScreenRecording` records the "
        + "screen, and changing a privacy setting ends the app.",
      "startScreenRecording()"),
    concept(
      "turning the device", rules: [.R162], "rotation", "orientation", "landscape", "portrait",
      "rotate", "UIDeviceOrientation", "supportedInterfaceOrientations",
      "`rotate .landscapeLeft` rotates the device; views are laid out again.",
      "rotate .landscapeLeft"),
  ]

  /// Parts of the system and of other tools, by their names.
  private static let parts: [HelpTopic] = [
    concept(
      "windows", in: .part, rules: [.R052], "window", "two windows", "multi window",
      "multiple windows",
      "scene delegate", "UIScene", "UISceneDelegate", "UIWindowSceneDelegate", "iPad windows",
      "UIWindowScene", "UISceneSession", "UIApplicationSceneManifest", "openWindow",
      "second window",
      "An app with a `scene { }` and `info { multipleScenes: true }` may have several windows: "
        + "`newWindow Notes` opens one, `closeWindow` closes it for good, `disconnectScene` frees its "
        + "scene.",
      "newWindow Notes"),
    concept(
      "Live Activities", in: .part, "live activity", "dynamic island", "ActivityKit", "activity",
      "lock screen activity", "ActivityAttributes", "ActivityAuthorizationInfo", "activity stale",
      "`startActivity(\"ride\")` starts one, `updateActivity` and `endActivity` change and end it; the "
        + "user touches it with `touchActivity`, which opens the app by its link.",
      "touchActivity Notes, \"ride\""),
    concept(
      "scheduled tasks", in: .part, "BGTaskScheduler", "BGTask", "BGProcessingTask",
      "BGAppRefreshTask",
      "BGContinuedProcessingTask", "BackgroundTasks", "background task never runs",
      "scheduled task", "app refresh", "processing task", "BGAppRefreshTaskRequest",
      "BGTaskSchedulerPermittedIdentifiers", "BGTaskSchedulerErrorDomain", "refresh never runs",
      "night task", "launch handler", "launch handlers", "task handler registered",
      "An app lists identifiers in `info { backgroundTaskIdentifiers: [\"refresh\"] }`, registers each "
        + "with `registerBackgroundTask`, handles it with `on backgroundTask(\"refresh\", task)` and asks "
        + "for a run with `submitBackgroundTask`; `runBackgroundTask` lets the system run it.",
      "runBackgroundTask Notes, \"refresh\""),
    concept(
      "calls over the network", in: .part, rules: [.R141], "voip", "voip push", "pushkit",
      "PKPushRegistry",
      "CXProvider", "LiveCommunicationKit", "internet call", "0xbaadca11", "CXCallController",
      "CXCallObserver", "PKPushPayload", "call does not ring", "missed call", "ringing",
      "`push Notes, type: .voip` brings a VoIP push; the app reports the call with "
        + "`reportNewIncomingCall` while `on didReceiveIncomingPush` runs, or it is ended.",
      "push Notes, type: .voip"),
    concept(
      "privacy", in: .part, rules: [.R147], "privacy settings", "privacy switch", "privacy setting",
      "app tracking", "revoke permission", "NSCameraUsageDescription",
      "`requestPermission` asks the user, who answers with `answer .permissionAlert` or "
        + "`dismiss .permissionAlert`; a switch that is changed in Settings ends the app.",
      "answer .permissionAlert"),
    concept(
      "preferences", in: .part, "UserDefaults", "NSUserDefaults", "AppStorage", "@AppStorage",
      "defaults",
      "SceneStorage", "@SceneStorage", "settings lost", "settings reset", "preferences reset",
      "`preferences[\"sound\"] = true` stores a value under the app's preferences, which outlive the "
        + "process; files are in `disk`, secrets in `keychain`.",
      "print(Notes.preferences[\"sound\"])"),
    concept(
      "timers", in: .part, "timer", "NSTimer", "double timer", "timer runs twice", "timer stops",
      "Timer.scheduledTimer", "DispatchSourceTimer", "timer paused", "countdown", "stopwatch",
      "timer double speed", "two timers", "counts twice",
      "`after(5s) { }` fires once and `every(1s) { }` repeatedly while the process runs; suspended, it "
        + "fires late. `Notes.timers` lists those that may still fire.",
      "print(Notes.timers.count)"),
    concept(
      "protected data", in: .part, rules: [.R049], "data protection", "NSFileProtectionComplete",
      "file protection",
      "isProtectedDataAvailable", "before first unlock", "first unlock", "locked files",
      "completeFileProtection", "FileProtectionType",
      "NSFileProtectionCompleteUntilFirstUserAuthentication", "UserDefaults empty",
      "While the device is locked, files of the app that are protected cannot be read: `protectedDisk` "
        + "and some items of `keychain`. Before the first unlock after a restart nearly nothing can.",
      "reboot()"),
    concept(
      "exit codes", in: .part, rules: [.R066, .R092, .R109], "exit code", "termination reason",
      "0xdead10cc", "0xc51bad01",
      "0xc51bad02", "0xc51bad03", "RunningBoard", "crash report", "crash log", "ips file",
      "MetricKit",
      "`Notes.exit` says how the last process ended, with its reason and its code. "
        + "`rehearse explain FILE.ips` reads a crash report and names the rule.",
      "print(Notes.exit)"),
    concept(
      "SwiftUI", in: .part, "swift ui", "scene phase", "WindowGroup", "App struct",
      "UIApplicationDelegateAdaptor", "Environment scenePhase",
      "View.task", "onAppear",
      "An app of SwiftUI has scenes: `on scenePhase(old, new)` follows `onChange(of: scenePhase)`, "
        + "`on openURL(url)` in a `scene { }` is `onOpenURL`, and `on main` what `App.init` does.",
      "print(why(Notes))"),
    concept(
      "extensions", in: .part, "extension", "share extension", "app extension",
      "notification service extension", "UNNotificationServiceExtension", "NSExtension",
      "UNNotificationContentExtension",
      "notification content", "keyboard extension", "action extension",
      "Extensions are processes of their own and are simulated only as far as they wake the app: "
        + "`wake Notes` runs one. What is left out is listed by `rehearse rules`.",
      "wake Notes"),
    concept(
      "Xcode", in: .part, "xctest", "xcuitest", "simulator", "swift test", "instruments", "simctl",
      "maestro", "detox",
      "appium",
      "Scenarios run as tests of Swift Testing and XCTest, in Xcode or with `swift test`: the "
        + "product RehearsalTesting makes a test case of each. No simulator is started.",
      "expect Notes.state == .active"),
    concept(
      "reports", in: .part, "junit", "html report", "github actions", "github", "ci",
      "continuous integration",
      "jenkins", "gitlab", "perfetto", "sarif", "json", "xml",
      "`rehearse test --format junit=results.xml --format github` reports to build servers; there are "
        + "text, json, junit, github, markdown, html and perfetto.",
      "expect Notes.state == .active"),
    concept(
      "restoration", in: .part, rules: [.R027], "state restoration", "restore state", "NSCoder",
      "restores wrong screen",
      "where I left off", "stateRestorationActivity", "encodeRestorableState",
      "decodeRestorableState", "restorationIdentifier", "loses its place", "wrong screen",
      "back to the first screen", "forgets the screen", "state lost", "scene state",
      "`on stateRestorationActivity` gives what brings a scene back, which `on willConnect(session, "
        + "options)` reads; up to iOS 12 it is `on willEncodeState(coder)`. Nothing is restored after a "
        + "force quit.",
      "forceQuit Notes"),
    concept(
      "picture in picture", in: .part, "pip", "AVPictureInPictureController", "video in picture",
      "`startPictureInPicture()` starts it with the video of the app, `closePictureInPicture Notes` and "
        + "`expandPictureInPicture Notes` end it.",
      "closePictureInPicture Notes"),
    concept(
      "notification observers", in: .part, "NotificationCenter", "addObserver", "observer",
      "observers",
      "NSNotification", "observer fires twice", "removeObserver", "posted twice",
      "`on notification(.userDidTakeScreenshot) { }` observes what the system posts, as an observer of "
        + "the NotificationCenter does.",
      "press .screenshot"),
    concept(
      "the switcher", in: .part, rules: [.R027], "app switcher", "multitasking screen", "recents",
      "task switcher", "switcher screenshot",
      "`press .switcher` shows it, `switchTo Notes` chooses a card, and `forceQuit Notes` swipes one away.",
      "press .switcher"),
    concept(
      "what is not simulated", in: .part, "not simulated", "not modelled", "CloudKit",
      "CKSyncEngine",
      "CoreMotion", "CMPedometer", "CMMotionManager", "CoreNFC", "NFC", "ARKit", "RealityKit",
      "GameKit",
      "Game Center", "EventKit", "PhotoKit", "MapKit", "CoreML", "Vision", "MultipeerConnectivity",
      "Focus", "Do Not Disturb", "accelerometer", "keyboard", "accessibility", "VoiceOver",
      "A framework without a part in the lifecycle has no word: an app's work with it is "
        + "`download(\"url\", takes: 2s) { }` or `perform(2s) { }` here, and its files are `disk`. "
        + "`rehearse rules` lists what of the rules is not modelled.",
      "print(date)"),
  ]

  /// A topic: its name, what people call it, what answers, and a line to try.
  private static func concept(
    _ name: String, in group: Group = .concept, rules: [RuleNumber] = [], _ words: String...
  ) -> HelpTopic {
    var topic = HelpTopic(
      name: name, group: group, usage: name, meaning: words.dropLast().last ?? "",
      example: words.last ?? "", rules: rules)
    topic.synonyms = Array(words.dropLast(2))
    return topic
  }
}
