// The language on one card, for those who write a script and have never seen one, people or programs: what is
// said of words is made from the tables, the whole scripts are executed by a test.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax

/// The card of the language, at most 12,000 bytes of Markdown.
package struct LanguageCard: Sendable {
  /// A script on the card, with the task that it does.
  package struct Idiom: Sendable {
    /// The task.
    package let title: String
    /// The whole script.
    package let script: String
  }

  private let interface: HostInterface

  /// Makes the card of scripts that can use these words.
  package init(of interface: HostInterface) { self.interface = interface }

  /// The whole card; its last line ends with a line end.
  package var text: String {
    [
      Self.introduction, "## A whole script\n\n" + Self.listing(Self.wholeScript),
      "## Words\n\n" + words, "## From Swift\n\n" + Self.swiftWords,
      "## Idioms\n\n"
        + Self.idioms.map { "\($0.title):\n" + Self.listing($0.script) }.joined(separator: "\n"),
    ].joined(separator: "\n")
  }

  private static func listing(_ script: String) -> String { "```rehearsal\n\(script)\n```\n" }

  private static let introduction = """
    # Rehearsal on a card

    A script declares apps (`app`), which handle what iOS sends them, and scenarios, which play the user \
    and the system in virtual time. It reads like Swift without types, \
    with `nil` for what is missing. Durations are `5s`, `250ms`, `2min`, \
    `8h`; sizes `80MB`; symbols `.active`. A verb with arguments needs no parentheses (`launch Notes`), one \
    without does (`unlock()`). Verbs act at once; only `advance` and `within` let time pass.

    - Outside (scenarios) are verbs and `expect`; inside (`app`) are calls and handlers. Never mix them.
    - An app's variables die with its process; `disk`, `preferences` and `keychain` last.
    - From outside read everything (`Notes.draft`, `Notes.exit.reason`), change no variable.
    - A crash or an end for the app's own fault fails the scenario; `expect ended(App, .reason) { … }` expects it.
    - `device { os: 17 }` at the top selects the system (2 to 27) and the model.
    - `rehearse check F` finds mistakes, `rehearse test --strict F` plays, `rehearse storm F` disturbs every \
    step. `rehearse help WORDS` answers questions. Exit code 0: it holds, 1: it fails, 2: errors.

    """

  private static let swiftWords = """
    | Swift | here |
    |---|---|
    | `applicationX(…)`, `application(_:didX…)` | `on x`, `on didX` (no prefix) |
    | `sceneX(_:)`, `scene(_:x…)` | `scene { on x }` |
    | `UserDefaults.standard`, `@AppStorage` | `preferences["k"]` |
    | `FileManager`, Core Data, SwiftData | `disk["k"]` |
    | `.completeFileProtection` | `protectedDisk["k"]` |
    | `SecItemAdd`, `SecItemCopyMatching` | `keychain["k"]` |
    | `@SceneStorage` | `on stateRestorationActivity { return ["k": v] }`, `on willConnect(session, options)` |
    | `@Environment(\\.scenePhase)`, `.onChange` | `on scenePhase(old, new)` |
    | `.onOpenURL` | `scene { on openURL(url) }` |
    | `.task`, `.onAppear` | `view { on viewDidAppear }` |
    | `.onDisappear` | `view { on viewDidDisappear }` |
    | `.backgroundTask(.appRefresh("r"))` | `on backgroundTask("r", task)` |
    | `beginBackgroundTask` | `beginBackgroundTask("n") { id in … }` |
    | `BGTaskScheduler.register` / `submit` | `registerBackgroundTask("r")` / `submitBackgroundTask("r")`, \
    `submitBackgroundTask("r", kind: .processing)` |
    | `task.expirationHandler = { }` | `task.expirationHandler { }` |
    | `URLSession.dataTask` | `download("url", takes: 2s) { data, error in }` |
    | `URLSessionConfiguration.background` | `download("url", takes: 1h, session: "s") { … }` |
    | `Timer.scheduledTimer`, `asyncAfter` | `every(1s) { }`, `after(1s) { }` |
    | `Task { await work() }`, a queue | `perform(2s) { }` |
    | `NotificationCenter.addObserver` | `on notification(.orientationDidChange, info)` |
    | `UNUserNotificationCenter.add` | `scheduleNotification("id", after: 1h)` |
    | `userNotificationCenter(_:didReceive:…)` | `on didReceiveNotificationResponse(response)` |
    | `AVAudioSession.interruptionNotification` | `on notification(.audioSessionInterruption, info)` |
    | `UIApplication.shared.open` | `openURL("a:b")` |
    | `isProtectedDataAvailable` | `application.isProtectedDataAvailable` |
    | `Activity.request` | `startActivity("ride")` |
    | `PKPushRegistry`, `CXProvider` | `on didReceiveIncomingPush`, `reportNewIncomingCall("Anna")` |
    | `CLLocationManager` | `startUpdatingLocation(allowsBackgroundLocationUpdates: true)`; \
    `locate App, 52.5, 13.4` |
    | `requestAuthorization` | `requestPermission(.camera) { granted in }`; `answer .permissionAlert` |
    | `AppIntent.perform` | `on intent(name, parameters)` |
    | `Date()` | `now` (a duration), `date` (a text) |
    | `waitForExpectations` | `expect a within 5s` |
    | `XCTAssertEqual(a, b)` | `expect a == b` |
    | `XCUIApplication().launch()` | `launch App` |
    | `XCUIDevice.press(.home)` | `press .home` |
    | `app.buttons["Save"].tap()` | `touch "Save"` |
    | `simctl push` | `push App, payload: ["aps": ["alert": "Hi"]]` |
    | Simulate Memory Warning | `warnMemory()` |
    | Low Power Mode | `settings.lowPowerMode = true` |
    | a new time zone | `changeTimeZone "Asia/Tokyo"` |

    """

  // MARK: - Words from the tables

  private var words: String {
    // A word beside one of Swift's need not stand twice.
    let functions = interface.namedFunctions.filter { function in
      !function.isAdded
        && !["(", " "].contains { Self.swiftWords.contains("`\(function.name)\($0)") }
    }
    let verbs = functions.filter { $0.side == .outside }
    let ofApps = verbs.filter(Self.takesAnApp)
    let others = verbs.filter { !Self.takesAnApp($0) }
    let ofAppAndMore = others.filter { $0.parameters.first?.name == "app" }
    let ofApp = Set(interface.handlers.filter { $0.group == .unit }.map(\.name))
    let ofScenes = interface.handlers.filter { $0.group == .instance && !ofApp.contains($0.name) }
    let calls = functions.filter { $0.side == .inside }.map(\.name)
    let lines: [(String, [String])] = [
      ("Further verbs for one app (`purge Notes`)", ofApps.map(\.name)),
      ("For an app and more (`visit Notes, \"gym\"`)", ofAppAndMore.map(\.name)),
      (
        "Other verbs",
        others.filter { $0.parameters.first?.name != "app" }.map(Self.usage)
      ),
      ("Further calls of apps", Self.joiningPairs(calls)),
      ("Handlers that owe an answer", interface.handlers.filter(Self.owes).map(Self.usage)),
      ("More handlers in `scene { }`", ofScenes.map(\.name)),
      ("Keys of `info { }`", interface.infoKeys.map(\.name)),
      ("Keys of `device { }`", interface.deviceKeys.map(\.name)),
      (
        "Members of an app", (interface.kinds.first { $0.name == "App" }?.members ?? []).map(\.name)
      ),
    ]
    return Self.note
      + lines.map { "\($0.0): \($0.1.joined(separator: " "))\n" }.joined(separator: "\n")
  }

  private static let note = """
    `rehearse help NAME` says what a word takes. Handlers are UIKit's methods without \
    `application`; their parameters are names by position. Call a completion on every path.

    """

  /// Names without those that end what another begins: `startMonitoring` stands for both as `start|stopMonitoring`.
  private static func joiningPairs(_ names: [String]) -> [String] {
    let known = Set(names)
    return names.compactMap { name in
      if name.hasPrefix("stop"), known.contains("start" + name.dropFirst(4)) { return nil }
      guard name.hasPrefix("start"), known.contains("stop" + name.dropFirst(5)) else { return name }
      return "start|stop" + name.dropFirst(5)
    }
  }

  /// Whether an app is all that a verb needs.
  private static func takesAnApp(_ function: HostFunction) -> Bool {
    function.parameters.filter { !$0.isOptional || $0.alternative != nil }.map(\.name) == ["app"]
  }

  /// A verb, with parentheses where it takes nothing: without them it would not be called.
  private static func usage(of function: HostFunction) -> String {
    let takesNothing = function.parameters.allSatisfy(\.isOptional) && !function.isProperty
    return takesNothing ? function.name + "()" : function.name
  }

  /// Whether the system waits for what a handler answers by a closure or an object.
  private static func owes(_ handler: HostHandler) -> Bool {
    handler.group == .unit && ["completion", "task"].contains(handler.parameters.last)
  }

  private static func usage(of handler: HostHandler) -> String {
    "\(handler.name)(\(handler.parameters.joined(separator: ",")))"
  }
}
