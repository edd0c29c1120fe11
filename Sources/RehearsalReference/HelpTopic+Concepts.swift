// What people who do not know the words yet ask for: a few topics under the names that come to
// mind, each with the commands and verbs that answer, and a line to try.

import RehearsalLifecycle

extension HelpTopic {
  /// The topics that are no words of a table.
  package static let concepts = questions + occasions

  private static let questions: [HelpTopic] = [
    concept(
      "a call", "call", "phone", "ring", "interruption", "interruptions", "callkit",
      "`interrupt .phoneCall` lets the phone ring and `dismiss .phoneCall` ends the call; the records "
        + "show the messages, including those of apps in the background. "
        + "`:what interrupt .phoneCall` only shows them. An app reports its own calls with "
        + "`reportNewIncomingCall`.",
      "interrupt .phoneCall"),
    concept(
      "no network", "offline", "network", "wifi", "wi-fi", "cellular", "airplane",
      "`network .off` turns the network off and `network .on` turns it on again; `failTransfer` "
        + "makes a transfer fail.",
      "network .off"),
    concept(
      "memory", "jetsam", "memory", "oom", "purge", "pressure", "ram",
      "`warnMemory` sends apps a memory warning, `pressure` uses memory until the system has to kill "
        + "suspended apps, and `purge Notes` kills a suspended app at once: unsaved data is lost.",
      "warnMemory()"),
    concept(
      "sound", "headphones", "airpods", "airplay", "audio", "speaker", "music",
      "`plugInHeadphones` and `unplugHeadphones` change the audio route; a playing app gets the "
        + "notification `audioSessionRouteChange`, and stops when they are unplugged.",
      "plugInHeadphones()"),
    concept(
      "secrets", "keychain", "password", "passwords", "login", "token",
      "`keychain` stores strings that remain when the app is deleted. They can be read after the "
        + "first unlock, or only while the device is unlocked. `prewarm` starts an app before that.",
      "reboot()"),
    concept(
      "why it was killed", rules: [.R074, .R082, .R092, .R111], "killed", "kill", "died", "crash",
      "crashed", "terminated",
      "`:why` explains the state of the app, with the rules; after an end, an empty line does the "
        + "same. `:until killed` advances time until a process ends, `:rewind` goes back to the state "
        + "before the cause.", "print(why(Notes))"),
    concept(
      "the background", rules: [.R004, .R054, .R060, .R135], "background", "suspended", "suspend",
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

  /// What happens to a device.
  private static let occasions: [HelpTopic] = [
    concept(
      "cold and warm", rules: [.R011, .R013, .R067], "cold", "warm", "start", "startup",
      "cold launch",
      "warm launch",
      "`launch Notes` starts the app, or brings it back if it still runs; with `purge Notes` before "
        + "it the launch is cold, and with `prewarm Notes` the system has prepared it.",
      "launch Notes"),
    concept(
      "too slow", rules: [.R109, .R025, .R111, .R055], "hang", "hangs", "freeze", "frozen", "stuck",
      "slow", "blocked",
      "`work(25s)` in a handler keeps the main thread busy; the system kills an app that takes too "
        + "long to launch, to enter or leave the foreground, and `:why` names the time limit.",
      "print(why(Notes))"),
    concept(
      "a link", rules: [.R020, .R021, .R024, .R069, .R070], "link", "links", "url", "deep",
      "deeplink",
      "deep link", "universal", "universal link",
      "`open \"notes://there\"` opens a link. While the app runs it arrives by another method than "
        + "after `purge Notes`.",
      "open \"url\""),
    concept(
      "notifications", rules: [.R142, .R143, .R022, .R071, .R098], "notification", "notifications",
      "badge", "reminder", "apns",
      "`push Notes` sends one from a server and `tapNotification Notes` opens it; an app schedules "
        + "its own with `scheduleNotification`.",
      "push Notes"),
    concept(
      "a database", rules: [.R066, .R064], "sqlite", "database", "databases", "grdb", "core data",
      "realm", "lock", "0xdead10cc", "dead10cc",
      "`acquire(.fileLock)` holds the lock of a file or of a database, such as SQLite, and an app that "
        + "is suspended with it is killed; `.contactsStore` is the system's store of contacts or "
        + "calendars.",
      "print(why(Notes))"),
    concept(
      "shortcuts", rules: [.R151, .R023], "shortcut", "shortcuts", "siri", "widget", "widgets",
      "`performIntent` runs an intent of the app, for Siri, a widget or a shortcut; "
        + "`quickAction` chooses an action of its icon.",
      "performIntent Notes, \"name\""),
    concept(
      "a place", rules: [.R137, .R138, .R139], "gps", "map", "geofence", "region", "location",
      "`locate Notes, 52.5, 13.4` moves the device; `enterRegion` and `exitRegion` cross the border of "
        + "a region that the app monitors, which wakes it.",
      "locate Notes, 52.5, 13.4"),
    concept(
      "the lock", rules: [.R049, .R046, .R132, .R166], "passcode", "faceid", "face id", "touchid",
      "touch id", "sleep", "standby",
      "`press .lock` locks the device and `unlock()` unlocks it; protected data is not available in "
        + "between. "
        + "`interrupt .biometrics` asks for a face or a finger.",
      "press .lock; unlock()"),
    concept(
      "power", rules: [.R163, .R080, .R035], "battery", "charging", "charger", "charge", "restart",
      "heat", "thermal",
      "`device.batteryLevel` and `device.batteryState` can be set; 0 shuts the device down. `reboot()` "
        + "restarts it, and no app starts before `unlock()`.",
      "print(device.batteryLevel)"),
    concept(
      "storage", rules: [.R166, .R132, .R074, .R082], "storage", "disk", "save", "saved", "files",
      "file", "restore", "lost",
      "`disk[\"draft\"] = 1` stores a value that remains when the process ends, unlike variables; "
        + "`device.freeStorage` is the free space.",
      "print(device.freeStorage)"),
    concept(
      "a transfer", rules: [.R105, .R106, .R060], "download", "downloads", "upload", "uploads",
      "transfer", "transfers",
      "`download(\"url\", takes: 5s) { }` loads a file; in a background session it continues while the "
        + "app is suspended. `failTransfer` makes it fail.",
      "failTransfer Notes, \"url\""),
    concept(
      "an update", rules: [.R175], "upgrade", "install", "reinstall", "uninstall", "delete",
      "`update Notes` installs a new version and keeps the data, `uninstall Notes` removes app and "
        + "data; `offload Notes` removes only the app.",
      "update Notes"),
    concept(
      "the clock", rules: [.R165, .R131, .R148], "date", "midnight", "timezone", "time zone",
      "daylight", "calendar", "locale", "language",
      "`setClock` sets the time, `changeTimeZone` the time zone and `changeLocale` the region; "
        + "`changeLanguage` ends all apps.",
      "changeTimeZone \"Europe/Berlin\""),
    concept(
      "recording", rules: [.R155, .R156, .R164, .R147], "video", "microphone", "recording",
      "screenshot",
      "An interruption stops the camera and the microphone; `startScreenRecording` records the "
        + "screen, and changing a privacy setting ends the app.",
      "startScreenRecording()"),
    concept(
      "turning the device", rules: [.R162], "rotation", "orientation", "landscape", "portrait",
      "`rotate .landscapeLeft` rotates the device; views are laid out again.",
      "rotate .landscapeLeft"),
  ]

  /// A topic: its name, what people call it, what answers, and a line to try.
  private static func concept(
    _ name: String, rules: [RuleNumber] = [], _ words: String...
  ) -> HelpTopic {
    var topic = HelpTopic(
      name: name, group: .concept, usage: name, meaning: words.dropLast().last ?? "",
      example: words.last ?? "", rules: rules)
    topic.synonyms = Array(words.dropLast(2))
    return topic
  }
}
