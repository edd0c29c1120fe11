// Words that people bring from test frameworks, from UIKit and from everyday English, and for which scripts
// have no single word: what to write here, as the second half of a sentence. A word is met in every form in
// which tools have it: `setTimeZone`, `simulateTimeZone` and `timeZone` are one row.

/// What is said about words of neighbouring tools.
package enum NeighbouringTools {
  /// The advice by word.
  package static let advice = byWord(rows)

  /// The advice for a word that is made like one of the table: without the verbs and nouns that tools put
  /// around it, as in `sendPushNotification` and `lockPhone`; nil if there is none.
  package static func related(to word: String) -> String? {
    let core = core(of: word)
    return core.isEmpty ? nil : adviceByCore[core]
  }

  private static let adviceByCore: [String: String] = {
    var advice: [String: String] = [:]
    for (words, text) in rows {
      for word in words where advice[core(of: word)] == nil { advice[core(of: word)] = text }
    }
    return advice
  }()

  /// What says nothing of its own in the name of a command.
  private static let fillers: Set<String> = [
    "a", "app", "application", "button", "change", "device", "do", "force", "go", "incoming",
    "into", "on",
    "the", "to", "from", "perform", "phone", "put", "receive", "screen", "send", "set", "simulate",
    "take", "toggle", "trigger", "turn", "with",
  ]

  /// The telling words of a name, joined in small letters; all of them if none tells more than the others.
  private static func core(of word: String) -> String {
    var words: [String] = []
    for letter in word where letter.isLetter {
      if letter.isUppercase, words.last?.last?.isLowercase != false || words.isEmpty {
        words.append("")
      } else if words.isEmpty {
        words.append("")
      }
      words[words.count - 1].append(letter)
    }
    let lower = words.map { $0.lowercased() }
    let telling = lower.filter { !fillers.contains($0) }
    return (telling.isEmpty ? lower : telling).joined()
  }

  /// The advice by the name of a member that there is not.
  package static let memberAdvice = byWord([
    (
      ["killed", "terminated", "crashed", "wasKilled", "exitReason", "terminationReason"],
      "`exit?.reason` says how the last process ended, nil while the first one runs"
    ),
    (
      [
        "isActive", "isSuspended", "isBackground", "isInBackground", "isForeground",
        "applicationState",
      ],
      "`state` is `.active`, `.inactive`, `.background`, `.suspended` or `.notRunning`"
    ),
    (["keychain"], "in an app `keychain[\"key\"]` is what the Keychain keeps"),
    (["userDefaults", "defaults"], "`preferences[\"key\"]` is what the system keeps"),
  ])

  /// The advice by the name of a message that no app is sent: tasks, buttons and clocks are none.
  package static let handlerAdvice = byWord([
    (
      [
        "backgroundAppRefresh", "appRefresh", "handleAppRefresh", "handleAppRefreshTask",
        "backgroundRefresh", "processingTask", "backgroundProcessing", "scheduledTask", "bgTask",
        "refreshTask",
      ],
      "`on backgroundTask(\"id\", task) { … }` runs a task that was submitted, and "
        + "`on performFetch(completion) { … }` is a background fetch"
    ),
    (
      ["tap", "touch", "click", "press", "buttonTapped", "didTap", "action"],
      "what the user touches is `button \"Label\" { … }`"
    ),
    (["timer", "tick", "timerFired"], "`every(1s) { … }` makes a timer, in any handler"),
    (
      ["expirationHandler", "expiration", "onExpiration"],
      "the closure of `beginBackgroundTask(\"name\") { id in … }`, or of `task.expirationHandler { … }`, "
        + "runs then"
    ),
    (
      ["init", "start", "appLaunch", "onLaunch", "applicationLaunch"],
      "`on didFinishLaunching { … }` runs at each launch, and `on main { … }` before it"
    ),
    (
      ["onAppear", "onDisappear"],
      "`view { on viewDidAppear { … } }` is the nearest"
    ),
    (
      ["task"],
      "`on backgroundTask(\"id\", task) { … }` runs a scheduled task, and of SwiftUI's `task` "
        + "`view { on viewDidAppear { … } }` is the nearest"
    ),
  ])

  /// The advice by a view or a modifier of SwiftUI, which an app here has none of.
  package static let viewAdvice = byWord([
    (["onOpenURL"], "in a `scene { }`, `on openURL(url) { … }` takes a link"),
    (
      ["onContinueUserActivity"],
      "in a `scene { }`, `on continueUserActivity(activity) { … }` takes it"
    ),
    (["task", "onAppear"], "`view { on viewDidAppear { … } }` is the nearest"),
    (["onDisappear"], "`view { on viewDidDisappear { … } }` is the nearest"),
    (["onChange", "onReceive"], "`on scenePhase(old, new) { … }` follows the phase of a scene"),
    (
      ["backgroundTask"],
      "`on backgroundTask(\"id\", task) { … }` runs a task that was submitted, and "
        + "`on handleEventsForBackgroundURLSession(identifier, completion) { … }` a session's events"
    ),
    (["WindowGroup", "Scene", "DocumentGroup"], "`scene { … }` holds the code of the windows"),
    (
      ["body", "View", "ContentView", "NavigationStack", "Button", "Text"],
      "views are not simulated; what is touched is `button \"Label\" { … }`"
    ),
  ])

  private static func byWord(_ rows: [(words: [String], advice: String)]) -> [String: String] {
    var advice: [String: String] = [:]
    for (words, text) in rows { for word in words { advice[word] = text } }
    return advice
  }

  private static let rows: [(words: [String], advice: String)] = [
    (
      [
        "assert", "precondition", "XCTAssert", "XCTAssertTrue", "assertTrue", "shouldBe", "check",
        "verify", "require",
      ],
      "`expect condition` checks"
    ),
    (["XCTAssertFalse"], "`expect !condition` checks"),
    (["XCTAssertEqual", "assertEquals"], "`expect a == b` checks"),
    (["XCTAssertNotEqual"], "`expect a != b` checks"),
    (["XCTAssertNil"], "`expect a == nil` checks"),
    (["XCTAssertNotNil", "XCTUnwrap"], "`expect a != nil` checks"),
    (["XCTAssertGreaterThan"], "`expect a > b` checks"),
    (["XCTAssertGreaterThanOrEqual"], "`expect a >= b` checks"),
    (["XCTAssertLessThan"], "`expect a < b` checks"),
    (["XCTAssertLessThanOrEqual"], "`expect a <= b` checks"),
    (["XCTAssertThrowsError"], "`expect crash(app) { … }` expects a crash"),
    (["XCTFail", "fail"], "`expect false, \"why\"` fails"),
    (
      ["XCTestExpectation", "expectation", "waitForExpectations", "eventually"],
      "`expect condition within 5s` waits"
    ),
    (["test", "it", "describe", "context"], "a test is `scenario \"title\" { … }`"),
    (
      ["setUp", "beforeEach"],
      "`setup { … }` at the top of the file runs first in each of its scenarios, on a fresh device"
    ),
    (
      ["tearDown", "afterEach"],
      "nothing has to be cleaned up, since each scenario has a fresh device"
    ),
    (
      ["DispatchQueue", "OperationQueue"],
      "in an app `after(5s) { … }` runs something later, and `perform(2s) { … }` beside the main "
        + "thread"
    ),
    (["Timer"], "in an app `every(1s) { … }` makes a timer"),
    (
      ["Task", "async", "detached"],
      "in an app `perform(2s) { … }` works beside the main thread, and `after(2s) { … }` runs later"
    ),
    (
      [
        "quit", "close", "stop", "end", "exitApp", "killApp", "stopApp", "closeApp", "swipe",
        "swipeUp",
        "swipeAway",
      ],
      "`forceQuit app` swipes the app's card away, `purge app` ends a suspended app for its memory"
    ),
    (["jetsam", "oom", "evict"], "`purge app` ends a suspended app for its memory"),
    (
      [
        "suspend", "background", "minimize", "minimise", "sendToBackground", "enterBackground",
        "didEnterBackground", "moveToBackground",
      ],
      "`press .home` sends the app to the background, where it is suspended after some seconds: "
        + "`advance 10s`"
    ),
    (
      [
        "foreground", "resume", "activate", "bringToFront", "front", "start", "openApp", "run",
        "enterForeground",
      ],
      "`launch app` brings it to the front, and `switchTo app` in the app switcher"
    ),
    (
      ["relaunch", "reopen", "restartApp", "reload", "reloadReactNative"],
      "`launch app` launches again what has ended, as by `forceQuit app` or `purge app`"
    ),
    (
      [
        "clearState", "clearData", "reset", "resetApp", "delete", "deleteApp", "remove", "erase",
        "wipe",
      ],
      "`uninstall app` takes the app off with its data, and `install app` puts it on again"
    ),
    (["upgrade", "appStoreUpdate", "newVersion"], "`update app` puts a new version on the device"),
    (["reinstall"], "`uninstall app` and `install app` do that, and `update app` keeps the data"),
    (
      ["lock", "lockScreen", "lockDevice", "lockPhone"],
      "`press .lock` locks, and `unlock()` unlocks"
    ),
    (["unlockScreen", "unlockDevice", "unlockPhone"], "`unlock()` unlocks"),
    (
      ["home", "pressHome", "goHome", "homeButton", "back", "goBack"],
      "`press .home` leaves the app"
    ),
    (
      ["memoryWarning", "lowMemory", "sendMemoryWarning", "outOfMemory"],
      "`warnMemory()` warns every app, and `pressure 1GB` takes memory until apps are ended"
    ),
    (["memoryPressure"], "`pressure 1GB` takes memory until suspended apps are ended"),
    (
      ["restart", "restartDevice", "restartPhone", "powerCycle"],
      "`reboot()` restarts the device, and before `unlock()` no app starts"
    ),
    (["shutdown", "powerOff", "switchOff", "turnOff"], "`shutDown()` switches the device off"),
    (
      [
        "tap", "tapOn", "click", "pressButton", "longPress", "longPressOn", "doubleTap",
        "doubleTapOn", "touchUpInside",
      ],
      "`touch \"Label\"` touches a control of the app in front"
    ),
    (
      [
        "scroll", "swipeDown", "typeText", "inputText", "enterText", "eraseText", "scrollTo",
        "shake", "drag",
      ],
      "what the app does on it is a control of its own, `button \"Type\" { … }`, and `touch \"Type\"` "
        + "touches it"
    ),
    (
      ["assertVisible", "assertNotVisible", "toBeVisible", "waitForExistence", "exists"],
      "`expect app.screen == \"name\"` looks at what `show(\"name\")` has shown"
    ),
    (
      ["link", "deepLink", "openLink", "openDeepLink", "universalLink"],
      "`open \"notes://there\"` opens a link"
    ),
    (
      [
        "push", "pushNotification", "notification", "userNotification", "remoteNotification",
        "notify", "silentPush",
      ],
      "`push app, payload: [\"aps\": [\"alert\": \"Hi\"]]` lets a push arrive, and `tapNotification app` opens it"
    ),
    (
      ["call", "phoneCall", "ring", "incomingCall", "callComesIn"],
      "`interrupt .phoneCall` lets the phone ring"
    ),
    (
      ["answerCall", "acceptCall", "pickUp"],
      "`answer .phoneCall` takes the call, and `hangUp()` ends it"
    ),
    (["declineCall", "rejectCall", "dismissCall"], "`dismiss .phoneCall` declines the call"),
    (["endPhoneCall", "finishCall"], "`hangUp()` ends the call"),
    (["alarm", "alarmRings"], "`interrupt .alarm` lets an alarm ring"),
    (
      ["controlCenter", "pullDownControlCenter", "swipeDownControlCenter"],
      "`interrupt .controlCenter` opens it, and `dismiss .controlCenter` closes it"
    ),
    (
      ["notificationCenter", "pullDownNotificationCenter", "openNotifications"],
      "`interrupt .notificationCenter` opens it, and `dismiss .notificationCenter` closes it"
    ),
    (["siri", "heySiri", "activateSiri"], "`press .siri` calls Siri"),
    (["screenshot", "takeScreenshot"], "`press .screenshot` takes one"),
    (
      [
        "switcher", "appSwitcher", "openSwitcher", "openAppSwitcher", "multitask", "recents",
        "appExpose",
      ],
      "`press .switcher` shows the app switcher, and `switchTo app` chooses a card"
    ),
    (["splitScreen", "sideBySide"], "`splitView app` shows it beside the app in front"),
    (["orientation", "rotation", "rotateDevice"], "`rotate .landscapeLeft` turns the device"),
    (
      ["location", "gps", "travel", "moveTo"],
      "`locate app, 52.5, 13.4` moves the device, and `locate app, moved: 500` by some metres"
    ),
    (
      [
        "grantPermission", "allowPermission", "acceptPermission", "permissions", "setPermissions",
        "allow", "grant",
      ],
      "the app asks with `requestPermission`, and `answer .permissionAlert` grants it"
    ),
    (
      ["denyPermission", "rejectPermission", "deny", "revokePermission"],
      "the app asks with `requestPermission`, and `dismiss .permissionAlert` denies it"
    ),
    (
      ["performFetch", "backgroundFetch", "backgroundAppRefresh"],
      "`fetch app` gives the app an opportunity to fetch"
    ),
    (
      ["task", "runTask", "backgroundTask", "runScheduledTask", "processingTask", "refreshTask"],
      "`runBackgroundTask app, \"id\"` runs a request that the app submitted"
    ),
    (
      ["airplaneMode", "lowPowerMode", "backgroundRefresh", "bluetooth"],
      "it is a setting: `settings.airplaneMode = true`"
    ),
    (
      [
        "wifi", "offline", "goOffline", "networkOff", "disconnectNetwork", "noNetwork",
        "connectionLost",
      ],
      "`network .off` takes the network away"
    ),
    (
      ["online", "goOnline", "networkOn", "connectNetwork"], "`network .on` brings the network back"
    ),
    (
      ["plugCharger", "charger", "charge", "plugIn"], "`device.batteryState = .charging` charges it"
    ),
    (["battery", "batteryLevel"], "`device.batteryLevel = 0.2` sets it"),
    (["setTime", "setDate", "clock"], "`setClock \"2026-06-01 12:00\"` sets the clock"),
    (["timeZone"], "`changeTimeZone \"Europe/Berlin\"` changes it"),
    (["language"], "`changeLanguage \"fr\"` changes it"),
    (["locale", "region"], "`changeLocale \"fr-CA\"` changes it"),
    (["landscape", "portrait"], "`rotate .landscapeLeft` and `rotate .portrait` turn the device"),
    (
      ["keychain", "Keychain", "SecItemAdd", "clearKeychain"],
      "in an app `keychain[\"key\"]` is what the Keychain keeps"
    ),
    (
      ["userDefaults", "defaults", "AppStorage", "SceneStorage"],
      "in an app `preferences[\"key\"]` is what the system keeps"
    ),
    (
      ["console", "NSLog", "debugLog", "debugPrint", "os_log", "println", "printLog"],
      "`print(…)` prints, and in an app `log(…)` writes to the trace"
    ),
    (["onOpenURL"], "in an app `on openURL(url) { … }` in a `scene { }` takes a link"),
    (["onAppear", "onDisappear"], "in an app `view { on viewDidAppear { … } }` is the nearest"),
    (["onChange", "onScenePhase"], "in an app `on scenePhase(old, new) { … }` follows the phase"),
    (["WindowGroup", "Scene"], "in an app `scene { … }` holds the code of its windows"),
    (["on"], "a handler, `on message { }`, stands inside `app Name { }`"),
    (["app", "scenario", "device"], "such a declaration stands at the top level of a file"),
    (["info", "scene", "view", "button"], "such a block stands inside `app Name { }`"),
    (["always"], "in a scenario `expect condition throughout 5s` holds all the time"),
    (["null", "None", "undefined", "NULL"], "what is missing is `nil`"),
    (["True", "yes", "YES"], "it is `true`"),
    (["False", "no", "NO"], "it is `false`"),
    (
      [
        "wait", "sleep", "delay", "pause", "Thread", "usleep", "waitFor", "passTime", "elapse",
        "timePasses",
      ],
      "in a scenario `advance 5s` advances time, in an app `work(5s)` is busy"
    ),
    (
      [
        "Duration", "TimeInterval", "DispatchTimeInterval", "milliseconds", "seconds", "second",
        "minutes", "hours", "days",
      ], "a time is a number with its unit: `5s`, `250ms`, `2min`, `1h`"
    ),
    (["UserDefaults"], "in an app `preferences[\"key\"]` is what the system keeps"),
    (["FileManager"], "in an app `disk[\"key\"]` is a file"),
    (
      ["NotificationCenter"],
      "`on notification(.didBecomeActive, info) { … }` in an app observes what is posted"
    ),
    (["UNUserNotificationCenter"], "`requestPermission(.notifications) { granted in … }` asks"),
    (["URLSession"], "`download(\"url\", takes: 5s) { … }` loads something"),
    (
      ["BGTaskScheduler"],
      "`registerBackgroundTask(\"id\")` and `submitBackgroundTask(\"id\")` ask it"
    ),
    (["UIApplication"], "an app's own code calls it `application`"),
    (["UIDevice", "XCUIDevice"], "outside it is `device`"),
    (["XCUIApplication"], "an app is `app Name { … }`, and outside its name is it"),
    (["Date", "CFAbsoluteTimeGetCurrent"], "`now` is the virtual time, `date` the wall clock"),
  ]
}
