// The rules of systems without multitasking, of what an app reads while it is launched, and of
// launches for a link, a notification or a quick action.

extension RuleBook {
  static let launches: [Rule] = [
    Rule(
      .R002, "Without multitasking",
      "Without multitasking an app that leaves the screen ends, and always gets willTerminate.",
      .from(2), ["APG-S", "A-DEL", "S0", "S1"], [.apple]),
    Rule(
      .R006, "Launching with scenes reads Background",
      "An app with scenes is launched reading Background and then follows its most active scene.",
      .from(13), ["A-APP"], [.apple], conflict: "C18"),
    Rule(
      .R007, "The most active scene counts",
      "The state of an app with scenes is that of its most active connected scene.",
      .from(13), ["A-APP"], [.apple]),
    Rule(
      .R008, "Launched in the background, reads Background",
      "An app without scenes that is launched for an event reads that it is in the background in "
        + "both launch methods.",
      .from(4), ["APG-S", "O-REG", "S3"], [.apple, .observed]),
    Rule(
      .R010, "The switcher makes inactive",
      "While the app switcher is open the app in front is inactive, not in the background.",
      .from(4), ["A-APP"], [.apple, .observed]),
    Rule(
      .R019, "Answers of the launch methods",
      "A launch method that returns false keeps the URL or the activity of the launch from being "
        + "handed over; one that is not implemented has no vote, and for notifications nobody has.",
      .from(6), ["A-DEL", "O-REC"], [.apple, .observed]),
    Rule(
      .R020, "URL at a cold launch",
      "A cold launch for a URL gives it to both launch methods and hands it over while the app is "
        + "inactive, before didBecomeActive.",
      .from(4), ["O-REG", "O-REC"], [.observed]),
    Rule(
      .R021, "Universal link at a cold launch",
      "A cold launch for a universal link restores the state first and then hands the activity "
        + "over while the app is inactive.",
      .from(9), ["O-REG"], [.observed]),
    Rule(
      .R022, "Tapped notification at a cold launch",
      "A cold launch for a tapped notification hands it over while the app is inactive, before "
        + "didBecomeActive.",
      .from(3), ["O-REG", "O-NEW"], [.observed]),
    Rule(
      .R023, "Quick actions",
      "A quick action is handed over after the launch unless a launch method refused it; a scene "
        + "finds it among its connection options, or is told when it exists already.",
      .from(9), ["A-DEL"], [.apple, .observed]),
    Rule(
      .R025, "A launch must be quick",
      "An app should be usable within about five seconds of its launch, and one that does not "
        + "finish launching in time is killed.",
      .from(4), ["APG-S"], [.apple]),
    Rule(
      .R026, "Prewarming",
      "A process may be started ahead of its launch and waits before its application object "
        + "exists; no message is sent to it until the launch.",
      .from(15), ["A-LAUNCH", "bugsnag #1248"], [.apple, .observed]),
    Rule(
      .R027, "No restoration after a force quit",
      "The saved state of the interface is thrown away when the user swipes the app's card away.",
      .from(6), ["firstgear.kr"], [.observed]),
    Rule(
      .R069, "URL on the way back",
      "A URL is handed to a returning app between willEnterForeground and didBecomeActive.",
      .from(4), ["O-REG", "csdn wakin002"], [.observed]),
    Rule(
      .R070, "Universal link on the way back",
      "A universal link is handed to a returning app between willEnterForeground and "
        + "didBecomeActive.",
      .from(9), ["O-REG"], [.observed]),
    Rule(
      .R071, "Tapped notification on the way back",
      "A tapped notification is handed to a returning app between willEnterForeground and "
        + "didBecomeActive, even if its content was delivered on arrival.",
      .from(4), ["O-REG", "O-NEW"], [.observed]),
    Rule(
      .R073, "Queued notifications before touches",
      "Notifications that the system queued for an app are handed over before touches when it "
        + "runs again.",
      .from(4), ["A-QUEUE"], [.apple]),
  ]
}
