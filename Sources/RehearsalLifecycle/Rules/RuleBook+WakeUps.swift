// The rules of what the system wakes an app for: background launches, fetch, pushes, the task
// scheduler and background URL sessions.

extension RuleBook {
  static let backgroundLaunches: [Rule] = [
    Rule(
      .R028, "Documented order of a background launch",
      "By the documents an app that is launched for an event gets didEnterBackground before it.",
      .from(7), ["A-BGSEQ"], [.apple], conflict: "C2"),
    Rule(
      .R029, "Observed order of a background launch",
      "By device logs an app that is launched for an event gets its launch messages and the "
        + "event, in the background, and neither didEnterBackground nor didBecomeActive.",
      .from(7), ["O-REG", "O-KAI", "O-NEW"], [.observed], conflict: "C2"),
    Rule(
      .R030, "Resumed in the background for an event",
      "A suspended app that is resumed for an event gets the event; by the documents "
        + "didEnterBackground comes before it.",
      .from(7), ["A-BGSEQ", "O-NEW"], [.apple, .observed], conflict: "C2"),
    Rule(
      .R031, "Scenes of a launch in the background",
      "A scene that the system asks for connects and goes to the background, not to the "
        + "foreground.",
      .from(13), ["A-LIFE"], [.apple]),
    Rule(
      .R032, "Opened after a background launch",
      "The app that was launched in the background is not launched again when the user opens it.",
      .from(7), ["O-KAI", "O-NEW"], [.observed]),
    Rule(
      .R033, "What launches an app that is not running",
      "Places, Bluetooth, pushes with new content, fetches, finished background transfers, calls "
        + "and accessories launch an app that is not running.",
      .from(4), ["APG-B"], [.apple]),
    Rule(
      .R034, "Nothing after a force quit",
      "After a force quit nothing launches the app until the user opens it or the device restarts.",
      .from(7), ["APG-B", "A-DEL", "A-PUSH", "Q-KILL"], [.apple]),
    Rule(
      .R035, "Nothing before the first unlock",
      "On a device with a passcode nothing is launched between its start and the first unlock.",
      .from(4), ["APG-B", "TN3115"], [.apple]),
    Rule(
      .R036, "What the launch options name",
      "The launch options name a place or a push as the reason of the launch; those of a fetch "
        + "are empty.",
      .from(4), ["APG-B", "O-REG", "O-KAI", "O-NEW"], [.apple, .observed]),
  ]

  static let fetchesAndPushes: [Rule] = [
    Rule(
      .R096, "Background App Refresh off",
      "Without Background App Refresh, which Low Power Mode switches off too, nothing refreshes "
        + "an app, and it is suspended at once unless it has a background task.",
      .from(7), ["S2", "XAM", "A-BGT", "A-APP"], [.apple, .documented]),
    Rule(
      .R097, "Background fetch",
      "A fetch needs the mode, a minimum interval and no list of scheduled tasks; it has to be "
        + "answered within 30 seconds.",
      .from(7), ["A-DEL", "A-BGT", "A-EXC"], [.apple, .observed]),
    Rule(
      .R098, "Silent push",
      "A push with new content wakes an app that declares the mode and gives it 30 seconds.",
      .from(7), ["A-DEL", "O-NEW"], [.apple, .observed]),
    Rule(
      .R099, "Silent push after a force quit",
      "No silent push comes through after a force quit, which also discards the one that waits.",
      .from(7), ["A-PUSH", "mcmap 1825698"], [.apple, .observed], conflict: "C10"),
    Rule(
      .R100, "Spacing of silent pushes",
      "Silent pushes wake an app about every 15 minutes at most; only the newest of those that "
        + "come sooner waits.",
      .from(7), ["A-PUSH", "W20-63"], [.apple, .appleEngineer]),
    Rule(
      .R104, "Gates before a wake-up",
      "A low battery, Low Power Mode, an app that is not used or has no card, the refresh switch, "
        + "budgets and rates stand between an occasion and the app.",
      .from(13), ["W20-63"], [.appleEngineer]),
  ]

  static let scheduledTasks: [Rule] = [
    Rule(
      .R101, "Registering scheduled tasks",
      "Handlers of scheduled tasks are registered before didFinishLaunching returns, once each, "
        + "and only for identifiers that the Info.plist lists.",
      .from(13), ["A-BGT"], [.apple]),
    Rule(
      .R102, "Submitting requests",
      "One refresh and ten processing requests may wait; a request replaces one of its identifier "
        + "and does not begin before its moment.",
      .from(13), ["A-BGT"], [.apple]),
    Rule(
      .R103, "Time of scheduled tasks",
      "A refresh task has 30 seconds, a processing task minutes while the device is idle; without "
        + "an expiration handler a task that runs out of time has failed.",
      .from(13), ["A-BGT", "FOR-793189", "FOR-818623"], [.apple, .appleEngineer],
      conflict: "C11"),
    Rule(
      .R107, "Continued tasks",
      "A continued task is begun by the user in the foreground and goes on in the background; the "
        + "user may cancel it, and closing the app ends it without a word.",
      .from(26), ["A-BGT"], [.apple]),
  ]

  static let transfers: [Rule] = [
    Rule(
      .R105, "Background URL session",
      "When all transfers of a background URL session are done the app is woken, and it has to "
        + "answer.",
      .from(7), ["APG-B", "O-JUE"], [.apple, .observed]),
    Rule(
      .R106, "Background URL session after a force quit",
      "A force quit takes a background URL session with it on iOS 7; from iOS 8 on the session "
        + "stays and its transfers are cancelled.",
      .from(7), ["Q-URL"], [.appleEngineer]),
    Rule(
      .R108, "Processor time in the background",
      "An app that uses 80 percent of a processor over a minute in the background is killed.",
      .from(13), ["FOR-675166", "W20-78"], [.appleEngineer, .observed]),
  ]
}
