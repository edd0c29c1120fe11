// Words that people bring from test frameworks and from UIKit, or guess, and for which scripts have
// no single word: what to write here, as the second half of a sentence.

/// What is said about words of neighbouring tools.
package enum NeighbouringTools {
  /// The advice by word.
  package static let advice = byWord(rows)

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

  private static func byWord(_ rows: [(words: [String], advice: String)]) -> [String: String] {
    var advice: [String: String] = [:]
    for (words, text) in rows { for word in words { advice[word] = text } }
    return advice
  }

  private static let rows: [(words: [String], advice: String)] = [
    (
      ["assert", "precondition", "XCTAssert", "XCTAssertTrue", "check", "verify", "require"],
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
      "nothing has to be cleared up, for each scenario has a fresh device"
    ),
    (
      ["DispatchQueue", "OperationQueue"],
      "in an app `after(5s) { … }` runs something later, and `perform(2s) { … }` beside the main "
        + "thread"
    ),
    (["Timer"], "in an app `every(1s) { … }` makes a timer"),
    (
      ["quit", "close", "stop", "end", "exitApp", "killApp", "swipe", "swipeUp"],
      "`forceQuit app` swipes the app's card away, `purge app` ends a suspended app for its memory"
    ),
    (
      ["suspend", "background", "minimize", "minimise", "sendToBackground", "enterBackground"],
      "`press .home` sends the app to the background, where it is suspended after some seconds: "
        + "`advance 10s`"
    ),
    (
      ["foreground", "resume", "activate", "bringToFront"],
      "`launch app` brings it to the front, and `switchTo app` in the app switcher"
    ),
    (
      ["relaunch", "reopen", "restartApp"],
      "`launch app` launches again what has ended, as by `forceQuit app` or `purge app`"
    ),
    (["lock", "lockScreen", "lockDevice"], "`press .lock` locks, and `unlock()` unlocks"),
    (["home", "pressHome", "goHome"], "`press .home` leaves the app"),
    (["memoryWarning", "lowMemory", "sendMemoryWarning"], "`warnMemory()` warns every app"),
    (
      ["airplaneMode", "lowPowerMode", "backgroundRefresh", "bluetooth"],
      "it is a setting: `settings.airplaneMode = true`"
    ),
    (["wifi", "offline", "online"], "`network .off` takes the network away"),
    (["setTime", "setDate"], "`setClock \"2026-06-01 12:00\"` sets the clock"),
    (["landscape"], "`.landscapeLeft` and `.landscapeRight` are the two"),
    (["keychain", "Keychain"], "in an app `keychain[\"key\"]` is what the Keychain keeps"),
    (["userDefaults", "defaults"], "in an app `preferences[\"key\"]` is what the system keeps"),
    (["on"], "a handler, `on message { }`, stands inside `app Name { }`"),
    (["app", "scenario", "device"], "such a declaration stands at the top level of a file"),
    (["info", "scene", "view", "button"], "such a block stands inside `app Name { }`"),
    (["always"], "in a scenario `expect condition throughout 5s` holds all the time"),
    (["null", "None", "undefined", "NULL"], "what is missing is `nil`"),
    (["True", "yes", "YES"], "it is `true`"),
    (["False", "no", "NO"], "it is `false`"),
    (
      ["wait", "sleep", "delay", "pause", "Thread", "usleep"],
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
      "`on notification(.didBecomeActive, info) { … }` in an app hears what is posted"
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
