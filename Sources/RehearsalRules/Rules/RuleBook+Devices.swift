// The rows of what devices do around an app that earlier books left out: where sound comes out,
// secrets, activities on the lock screen, and what comes with the systems of today.

extension SystemVersionRange {
  /// The versions that have Live Activities (R170).
  package static let liveActivities = from(SystemVersion(16, 1))
  /// The versions that tell an app whether a VoIP push needs a call.
  package static let pushesThatTellOfReporting = from(SystemVersion(26, 4))
  /// The versions on which a push starts one.
  package static let activitiesByPush = from(SystemVersion(17, 2))
}

extension RuleBook {
  package static let devices: [Rule] = [
    Rule(
      .R168, "Audio routes",
      "Headphones that are plugged in or pulled, and AirPods that connect or disconnect, are reported to running "
        + "apps by the notification of the changed route with its reason; nothing stops by itself, "
        + "and an app that pauses for it in the background is suspended after its seconds. One that "
        + "chooses another category or the speaker is notified itself.",
      .from(6), ["AVAudioSession.routeChangeNotification"], [.apple]),
    Rule(
      .R169, "The Keychain",
      "Items of the Keychain remain when their app is deleted. From iOS 4 on each says "
        + "when it may be read on a device with a passcode: while it is unlocked, from the first "
        + "unlock on, or always. Reading an unavailable one is an error, and was seen to look as if it were "
        + "not there by apps that were started ahead of their launch.",
      .from(2),
      [
        "kSecAttrAccessible", "kylebshr/luka-ios #134",
        "firebase/firebase-ios-sdk #9622, #16505",
      ], [.apple, .observed], conflict: "C39",
      features: [
        .init(.keychainAccessibility, .from(4)),
        .init(.lockedItemsReadAsMissing, .from(4), when: .observed(.lockedKeychainItems)),
      ]),
    Rule(
      .R170, "Live Activities",
      "An app starts a Live Activity while it is in the foreground. It lasts eight hours at most, "
        + "stays on the lock screen for four more, and outlives the process; a tap opens the app by "
        + "a link. From iOS 17.2 on a push starts one, and the app is woken in the background for "
        + "its token, without a scene.",
      .liveActivities, ["A-LA", "W26-223"], [.apple],
      features: [.init(.liveActivities)]),
    Rule(
      .R171, "Questions that come by themselves, and one that does not",
      "From iOS 14 on the first traffic of an app to the local network shows a prompt. "
        + "Notifications that an app asks for on trial are permitted without one, from iOS 12 on. "
        + "The sheet of the passwords makes the app in front inactive.",
      .from(11), ["A-LN", "A-UN", "device logs"], [.apple, .observed],
      features: [.init(.provisionalNotifications, .from(12))]),
    Rule(
      .R172, "Progress of continued tasks",
      "A continued task reports its progress, and one whose progress stops, or that reports none, is "
        + "expired; after how long no source says.",
      .from(26), ["A-CT", "A-BGH", "W25-227"], [.apple], conflict: "C47",
      features: [.init(.standingTasksContinue, when: .documented(.standingTasks))]),
    Rule(
      .R173, "Location sessions",
      "From iOS 18 on a service session says that an app uses the location. An app that has made one has to "
        + "make it again in each process: one that was relaunched without it gets no more locations. A "
        + "background activity session, which is begun in the foreground, keeps an app with the mode "
        + "location running in the background, with a mark in the status bar.",
      .from(17), ["CLServiceSession", "CLBackgroundActivitySession"], [.apple],
      features: [.init(.serviceSessions, .from(18)), .init(.backgroundActivities)]),
    Rule(
      .R174, "A banner that is expanded",
      "A tap on the banner of a ringing call makes it cover the whole screen, and the app in "
        + "front resigns; from there on it is a call on the whole screen.",
      .from(14), ["hiennguyen92/flutter_callkit_incoming #342, #343"], [.observed]),
    Rule(
      .R175, "Offloading",
      "An app that is offloaded is ended and leaves the device, and its data stays. Nothing wakes it; "
        + "its icon brings it back, and launches it cold.",
      .from(11), ["Apple Support 108392"], [.apple]),
    Rule(
      .R176, "When a scene is destroyed",
      "From iOS 26 on an app may ask that the session of a scene is destroyed when the system "
        + "disconnects the scene, or when the user swipes the app away; else it is kept.",
      .from(26), ["UISceneDestructionCondition"], [.apple],
      features: [.init(.sceneDestruction)]),
    Rule(
      .R177, "A link and SwiftUI",
      "A SwiftUI view in a scene gets a link by onOpenURL, besides the scene's delegate; with the "
        + "quirk linkToldTwice it gets it twice, as in reports on iOS 18.7 and 26.",
      .from(14), ["onOpenURL", "device logs"], [.apple, .observed]),
    Rule(
      .R178, "Apps for iPad on a Mac and on Apple Vision Pro",
      "The windows of several apps share the screen, and all of them are active. A Mac suspends no "
        + "app and ends none for memory; an app without a visible window is inactive, and goes to "
        + "the background only as it is quit. On Apple Vision Pro an app whose last window is closed is "
        + "in the background.",
      .from(13),
      [
        "WWDC 2019, session 235", "home-assistant/iOS #1047, #1344", "dotnet/maui #6507",
        "A-VISION",
      ], [.apple, .observed], conflict: "C40",
      features: [
        .init(.severalAppsInFront, on: [.mac, .vision]), .init(.processesRunOn, on: [.mac]),
        .init(.lockOnlyDeactivates, on: [.mac]),
        .init(.hiddenAppsAreInactive, on: [.mac], when: .documented(.hiddenAppsOnMac)),
      ]),
    Rule(
      .R179, "Extensions, in the small",
      "An extension, such as a widget or a share sheet, runs in a process of its own when its host "
        + "needs it. It shares the files and preferences of its app's group, has a memory limit of "
        + "its own and is suspended after its seconds; the app is not started by it.",
      .from(8), ["A-EXTENSION", "NSExtensionRequestHandling"], [.apple],
      features: [.init(.extensions)]),
    Rule(
      .R180, "A crash report read",
      "The header of a crash report tells how an app ended: namespace, code and reason name the rule, "
        + "and the times how long it had lived. `rehearse explain FILE.ips` reads it, and the end of "
        + "an app here says the same.",
      .from(2), ["A-EXC", "TN2151"], [.apple]),
    Rule(
      .R181, "Categories of ends",
      "From iOS 27 on the system counts each end of a process under a category: normal, memoryLimit, "
        + "systemPressure, highCPU, and those that a crash diagnostic names as well, which are abnormal, "
        + "watchdog, taskTimeout, fileLock, badAccess and illegalInstruction. Swiping an app away is "
        + "normal.",
      .from(27), ["A-MK", "W26-222", "A-RN27"], [.apple],
      features: [.init(.terminationCategories)]),
    Rule(
      .R182, "SwiftUI and the delegate of a scene",
      "SwiftUI wraps the delegate that an app names for its scenes; with the quirk "
        + "swiftUISwallowsWillConnect it does not forward willConnect, as in a report on iOS 26, so "
        + "that a quick action of a cold launch has to be taken in configurationForConnecting.",
      .from(14), ["krelltunez/dayGLANCE #1436", "CruGlobal/godtools-swift #2662"], [.observed]),
  ]
}
