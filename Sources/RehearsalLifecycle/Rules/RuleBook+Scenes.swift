// The rules of scenes: their launches, their states, their windows, and how they end.

extension RuleBook {
  static let scenes: [Rule] = [
    Rule(
      .R013, "Order of a cold launch with scenes",
      "A cold launch with scenes sends the launch methods, configurationForConnecting for a new "
        + "session, sceneWillConnect, sceneWillEnterForeground and sceneDidBecomeActive.",
      .from(13), ["A-LAUNCH", "A-SCN", "Lemonbrush"], [.apple, .observed]),
    Rule(
      .R014, "Views around the launch of a scene",
      "The first view of a scene is loaded and about to appear before the scene enters the "
        + "foreground, and has appeared after it is active.",
      .from(13), ["Lemonbrush", "A-FG"], [.observed], conflict: "C16"),
    Rule(
      .R015, "What the delegate of an app with scenes gets",
      "An app with scenes gets none of the four messages of activity and background at its "
        + "application delegate; launches, ends, memory and time stay there.",
      .from(13), ["A-SCN"], [.apple]),
    Rule(
      .R016, "Notifications of an app with scenes",
      "The application's notifications are still posted in an app with scenes, besides those of "
        + "the scenes.",
      .from(13), ["A-SCN", "OneSignal #647", "Zephyr #42"], [.apple, .observed]),
    Rule(
      .R017, "Reasons of a launch with scenes",
      "What an app with scenes is launched for stands in the connection options of its scene; the "
        + "options of its launch are empty.",
      .from(13), ["A-LAUNCH", "A-RESP"], [.apple]),
    Rule(
      .R024, "URL for a scene",
      "A URL for a scene that is connected for it stands in its connection options alone; a scene "
        + "that exists is told by openURLContexts.",
      .from(13), ["A-SCN"], [.apple, .observed]),
    Rule(
      .R072, "Response to a notification with scenes",
      "The response to a notification is delivered while the scene is in the foreground and "
        + "inactive.",
      .from(13), ["openHAB #1229"], [.observed]),
    Rule(
      .R117, "States of a scene",
      "A scene goes from unattached over foreground inactive to active and back to the "
        + "background; only its own delegate is told, and entering the foreground is always "
        + "followed by becoming active.",
      .from(13), ["A-LIFE", "A-SCN", "A-BG", "A-FG"], [.apple]),
    Rule(
      .R118, "Disconnecting a scene",
      "A scene that is disconnected is freed and its session stays; the window's return connects "
        + "a new scene with the session's restoration activity.",
      .from(13), ["A-SCN"], [.apple]),
    Rule(
      .R119, "Discarding sessions",
      "Sessions are discarded only when their windows are closed for good; an app that was not "
        + "running is told shortly after its next launch.",
      .from(13), ["A-DEL"], [.apple]),
    Rule(
      .R120, "Destruction of a session",
      "The destruction of a session that an app asks for disconnects its scene and discards it.",
      .from(13), ["A-APP"], [.apple]),
    Rule(
      .R121, "Swiping away on an iPhone, with scenes",
      "On an iPhone, swiping the front app with scenes away sends sceneDidEnterBackground and "
        + "willTerminate, and nothing to a suspended one.",
      .majors(13, 15), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R122, "Swiping away on an iPad, one window",
      "On an iPad, swiping away the only window of an app without several windows disconnects "
        + "and discards it and sends willTerminate, without the background.",
      .majors(13, 15), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R123, "Swiping away on an iPad, several windows",
      "On an iPad, swiping away the last of several windows sends sceneDidEnterBackground and "
        + "willTerminate; while others live, the window is only disconnected and discarded.",
      .from(13), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R124, "Swiping away with scenes, later systems",
      "From about iOS 16 swiping the front app with scenes away sends sceneWillResignActive and "
        + "sceneDidDisconnect; a very fast swipe reaches another scene afterwards.",
      .from(16), ["FOR-732170"], [.observed], conflict: "C14"),
    Rule(
      .R125, "Closing windows one by one",
      "Closing one of several windows discards it; closing the last one ends the process.",
      .from(13), ["O-WIN"], [.observed]),
    Rule(
      .R126, "A session is configured once",
      "A session is configured once, when it is new; later launches reuse its configuration, also "
        + "that of the window that was closed last.",
      .from(13), ["O-WIN", "FOR-702040"], [.observed]),
    Rule(
      .R127, "Asking for a scene",
      "An app that asks for a scene without a session gets a new window; with a session, that "
        + "window comes to the front.",
      .from(13), ["A-APP"], [.apple]),
    Rule(
      .R128, "Apps without scenes on later systems",
      "An app without scenes is warned from iOS 18.4 on, and not launched on iOS 27 if it was "
        + "built with that system's SDK.",
      .from(SystemVersion(18, 4)), ["TN3187"], [.apple]),
    Rule(
      .R129, "Scene phase of the app",
      "The scene phase that is read at the level of the app is active if any scene is.",
      .from(13), ["SwiftUI scenePhase"], [.apple]),
  ]
}
