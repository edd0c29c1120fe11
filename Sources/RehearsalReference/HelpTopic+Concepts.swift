// What people ask for who do not know the words yet: a few topics under the names that come to mind,
// each with the commands and verbs that answer, and a line to try.

extension HelpTopic {
  /// The topics that are no words of a table.
  package static let concepts = [
    concept(
      "a call", "call", "phone", "ring", "interruption", "interruptions",
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
      "sound", "headphones", "airpods", "audio", "speaker", "music",
      "`plugInHeadphones` and `unplugHeadphones` change where sound goes; an app that plays hears of it "
        + "by the notification `audioSessionRouteChange`, and stops when they are pulled.",
      "plugInHeadphones()"),
    concept(
      "secrets", "keychain", "password", "passwords", "login", "token",
      "`keychain` keeps texts beyond the life of the app, and can be read after the first unlock, or "
        + "while the device is unlocked. `prewarm` starts an app before that.",
      "reboot()"),
    concept(
      "why it was killed", "killed", "kill", "died", "crash", "crashed", "terminated",
      "`:why` tells why the app is as it is, with the rules; an empty Enter does so behind an end. "
        + "`:until killed` lets time pass until a process ends, `:rewind` goes back to before what led "
        + "to it.", "print(why(Notes))"),
    concept(
      "the background", "background", "suspended", "suspend",
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

  /// A topic: its name, what people call it, what answers, and a line to try.
  private static func concept(_ name: String, _ words: String...) -> HelpTopic {
    var topic = HelpTopic(
      name: name, group: .concept, usage: name, meaning: words.dropLast().last ?? "",
      example: words.last ?? "")
    topic.synonyms = Array(words.dropLast(2))
    return topic
  }
}
