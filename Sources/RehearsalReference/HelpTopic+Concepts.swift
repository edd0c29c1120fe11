// What people ask for who do not know the words yet: a few topics under the names that come to mind,
// each with the commands and verbs that answer, and a line to try.

import RehearsalLifecycle

extension HelpTopic {
  /// The topics that are no words of a table.
  package static let concepts = questions + occasions

  private static let questions: [HelpTopic] = [
    concept(
      "a call", "call", "phone", "ring", "interruption", "interruptions", "callkit",
      "`interrupt .phoneCall` lets the phone ring and `dismiss .phoneCall` ends it; the records show "
        + "the messages, those of an app in the background too. `:what interrupt .phoneCall` only "
        + "shows them. An app reports calls of its own with `reportNewIncomingCall`.",
      "interrupt .phoneCall"),
    concept(
      "no network", "offline", "network", "wifi", "wi-fi", "cellular", "airplane",
      "`network .off` takes the network away and `network .on` brings it back; `failTransfer` lets a "
        + "transfer fail.",
      "network .off"),
    concept(
      "memory", "jetsam", "memory", "oom", "purge", "pressure", "ram",
      "`warnMemory` warns the apps, `pressure` takes memory until the system needs that of suspended "
        + "apps, and `purge Notes` takes a suspended app's at once: what it has not saved is gone.",
      "warnMemory()"),
    concept(
      "sound", "headphones", "airpods", "airplay", "audio", "speaker", "music",
      "`plugInHeadphones` and `unplugHeadphones` change where sound goes; an app that plays hears of it "
        + "by the notification `audioSessionRouteChange`, and stops when they are pulled.",
      "plugInHeadphones()"),
    concept(
      "secrets", "keychain", "password", "passwords", "login", "token",
      "`keychain` keeps texts beyond the life of the app, and can be read after the first unlock, or "
        + "while the device is unlocked. `prewarm` starts an app before that.",
      "reboot()"),
    concept(
      "why it was killed", rules: [.R074, .R082, .R092, .R111], "killed", "kill", "died", "crash",
      "crashed", "terminated",
      "`:why` tells why the app is as it is, with the rules; an empty Enter does so behind an end. "
        + "`:until killed` lets time pass until a process ends, `:rewind` goes back to before what led "
        + "to it.", "print(why(Notes))"),
    concept(
      "the background", rules: [.R004, .R054, .R060, .R135], "background", "suspended", "suspend",
      "`press .home` sends the app there and `advance 10s` lets it be suspended. `:state Notes` shows "
        + "its tasks, timers and the time that is left.", "press .home; advance 10s"),
    concept(
      "time left", "time left", "remaining", "how long", "backgroundtimeremaining",
      "While a background task runs, the prompt and `:state` show how long it still may, and an app "
        + "reads `backgroundTimeRemaining`. `:until killed` shows when the time is over.",
      "press .home; advance 1s"),
    concept(
      "versions", "version", "versions", "ios", "ios 12", "ios 13", "system", "os",
      "`:across 12 13` plays the session on versions of the system and shows what differs and by which "
        + "rules; `:device os 13` makes the device one of that version.", "print(device.os)"),
    concept(
      "undo", "undo", "revert", "retry", "again", "redo",
      "`:back` takes the last input back, `:back 3` as many; `:redo 2 press .lock` changes the last but "
        + "one and plays the rest again; `:fork name` names a moment that `:switch name` returns to.",
      "press .home"),
    concept(
      "what happened when", "when", "timeline", "history", "log", "order", "sequence",
      "`:timeline` draws the lives of the apps over time and names what was done and sent; with an "
        + "app or times, as in `:timeline Notes 10s 40s`, a part of it. `:trace` lists the last records.",
      "advance 10s"),
    concept(
      "no effect", "nothing", "ignored", "refused",
      "Behind an action that reached nobody stands why; `:why .push` tells why something came about "
        + "or did not, `:state Notes` shows an app from all sides.",
      "print(why(Notes))"),
    concept(
      "a test", "test", "tests", "scenario", "keep", "export",
      "`:record name` writes the session as a scenario that expects what happened, and "
        + "`rehearse test` runs it; `:expect` marks what matters of it. `:save name` writes a script "
        + "without expectations.",
      "expect Notes.state == .active"),
  ]

  /// What happens to a device.
  private static let occasions: [HelpTopic] = [
    concept(
      "cold and warm", rules: [.R011, .R013, .R067], "cold", "warm", "start", "startup",
      "cold launch",
      "warm launch",
      "`launch Notes` starts the app, or brings it back where it runs still; `purge Notes` before it "
        + "makes it a cold launch again, and `prewarm Notes` one that the system has begun.",
      "launch Notes"),
    concept(
      "too slow", rules: [.R109, .R025, .R111, .R055], "hang", "hangs", "freeze", "frozen", "stuck",
      "slow", "blocked",
      "`work(25s)` in a handler keeps the main thread busy; the system kills an app that takes too long "
        + "to launch, to come or to leave, and `:why` says which time was over.",
      "print(why(Notes))"),
    concept(
      "a link", rules: [.R020, .R021, .R024, .R069, .R070], "link", "links", "url", "deep",
      "deeplink",
      "deep link", "universal", "universal link",
      "`open \"notes://there\"` opens a link, once while the app runs and once after `purge Notes`: it "
        + "comes by another way each time.",
      "open \"url\""),
    concept(
      "notifications", rules: [.R142, .R143, .R022, .R071, .R098], "notification", "notifications",
      "badge", "reminder", "apns",
      "`push Notes` sends one from a server and `tapNotification Notes` opens it; an app plans its own "
        + "with `scheduleNotification`.",
      "push Notes"),
    concept(
      "shortcuts", rules: [.R151, .R023], "shortcut", "shortcuts", "siri", "widget", "widgets",
      "`performIntent` carries out an intent of the app, for Siri, a widget or a shortcut; "
        + "`quickAction` chooses an action of its icon.",
      "performIntent Notes, \"name\""),
    concept(
      "a place", rules: [.R137, .R138, .R139], "gps", "map", "geofence", "region", "location",
      "`locate Notes, 52.5, 13.4` moves the device; `enterRegion` and `exitRegion` cross what the app "
        + "monitors, which wakes it.",
      "locate Notes, 52.5, 13.4"),
    concept(
      "the lock", rules: [.R049, .R046, .R132, .R166], "passcode", "faceid", "face id", "touchid",
      "touch id", "sleep", "standby",
      "`press .lock` locks the device and `unlock()` unlocks it; data may be shut in between. "
        + "`interrupt .biometrics` asks for a face or a finger.",
      "press .lock; unlock()"),
    concept(
      "power", rules: [.R163, .R080, .R035], "battery", "charging", "charger", "charge", "restart",
      "heat", "thermal",
      "`device.batteryLevel` and `device.batteryState` can be set, 0 shuts the device down; `reboot()` "
        + "switches it off and on, and nothing starts before `unlock()`.",
      "print(device.batteryLevel)"),
    concept(
      "storage", rules: [.R166, .R132, .R074, .R082], "storage", "disk", "save", "saved", "files",
      "file", "restore", "lost",
      "`disk[\"draft\"] = 1` keeps something beyond the life of the app, as variables do not; "
        + "`device.freeStorage` says how much room there is.",
      "print(device.freeStorage)"),
    concept(
      "a transfer", rules: [.R105, .R106, .R060], "download", "downloads", "upload", "uploads",
      "transfer", "transfers",
      "`download(\"url\", takes: 5s) { }` loads something; in a background session it goes on while the "
        + "app is suspended. `failTransfer` lets it fail.",
      "failTransfer Notes, \"url\""),
    concept(
      "an update", rules: [.R175], "upgrade", "install", "reinstall", "uninstall", "delete",
      "`update Notes` puts a new version on the device and leaves the data, `uninstall Notes` takes both "
        + "away; `offload Notes` takes the app alone.",
      "update Notes"),
    concept(
      "the clock", rules: [.R165, .R131, .R148], "date", "midnight", "timezone", "time zone",
      "daylight", "calendar", "locale", "language",
      "`setClock` sets the time, `changeTimeZone` and `changeLocale` what belongs to a place; with "
        + "`changeLanguage` apps end.",
      "changeTimeZone \"Europe/Berlin\""),
    concept(
      "recording", rules: [.R155, .R156, .R164, .R147], "video", "microphone", "recording",
      "screenshot",
      "The camera and the microphone end with an interruption; `startScreenRecording` records the "
        + "screen, and a change of a privacy switch ends the app.",
      "startScreenRecording()"),
    concept(
      "turning the device", rules: [.R162], "rotation", "orientation", "landscape", "portrait",
      "`rotate .landscapeLeft` turns the device; views are laid out anew.", "rotate .landscapeLeft"),
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
