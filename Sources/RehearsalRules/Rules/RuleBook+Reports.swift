// The rows that stand on what people report of the systems of today: connections and files that are gone,
// launches that nobody asked for, and delegates that come too late.

extension SystemVersionRange {
  /// The versions whose notification service extensions wake their app for a call (R196).
  package static let callsOfExtensions = from(SystemVersion(14, 5))
}

extension RuleBook {
  package static let reports: [Rule] = [
    Rule(
      .R190, "Connections over a suspension",
      "A process that is suspended loses its connections: a request of its own that was under way "
        + "ends with the error connectionLost when the process runs again, or with timedOut where its "
        + "own timeout has passed, and so does a web socket. Up to iOS 11 the lock of the screen takes "
        + "them. Transfers of a background session are not concerned; with the quirk frozenTransfers "
        + "the app is told nothing.",
      .from(4),
      [
        "TN2277", "FOR-802375", "FOR-99991", "FOR-724950", "apollographql/apollo-ios #1841",
        "AFNetworking/AFNetworking #4279, #4287", "Alamofire/Alamofire #872",
        "immich-app/immich #29870",
      ], [.apple, .appleEngineer, .observed],
      features: [.init(.connectionsEndAtSuspension, .from(12))]),
    Rule(
      .R191, "A Live Activity and a restart",
      "The restart of a device with an active Live Activity starts its app in the background, before "
        + "the first unlock: it is no prewarm, preferences read as their defaults, and the Keychain is "
        + "not available.",
      .liveActivities,
      ["framna.com on prewarming and Live Activities", "aws-amplify/amplify-swift #3972"],
      [.observed], conflict: "C46",
      features: [.init(.activitiesStartApps, when: .observed(.restartWithActivity))]),
    Rule(
      .R192, "A delegate that is set late",
      "The delegate for notifications has to be set before didFinishLaunching returns: a response that "
        + "comes before it is lost, and so is the question how to present a notification. VoIP pushes "
        + "and the events of a background session wait until their delegate is set.",
      .from(7),
      ["A-UN", "A-PK", "deltachat/deltachat-ios #2672", "element-hq/element-x-ios #802"],
      [.apple, .observed]),
    Rule(
      .R193, "Auto-lock",
      "A device that nobody touches locks itself after a while, unless the app in front disables the "
        + "idle timer or plays a video there, or a car is connected.",
      .from(2), ["A-APP"], [.apple]),
    Rule(
      .R194, "Writing without free storage",
      "What does not fit into the free storage is not written: files stay as they were, an item of the "
        + "Keychain is not stored, and preferences hold until the process ends and are lost then.",
      .from(2), ["NSFileWriteOutOfSpaceError", "NSUserDefaults"], [.apple]),
    Rule(
      .R195, "Recording sound",
      "Recording needs the microphone and begins in the foreground; with the mode audio it continues in "
        + "the background and keeps the app running. A call, Siri, an alarm and another app's "
        + "recording interrupt it, and it does not resume by itself.",
      .from(3), ["A-AV", "AVAudioSession.ErrorCode.cannotStartRecording"], [.apple],
      features: [.init(.recording)]),
    Rule(
      .R196, "A call from a notification service extension",
      "A notification service extension may hand the payload of a notification on as a VoIP push, "
        + "which launches or wakes its app, and has to be reported as a call.",
      .callsOfExtensions, ["A-NSE"], [.apple], features: [.init(.callsOfExtensions)]),
    Rule(
      .R197, "The web view's own process",
      "A web view has a process of its own, which the system may end: the view is white then, and the "
        + "app is told webViewWebContentProcessDidTerminate, a suspended one when it runs again.",
      .from(9), ["A-WEB"], [.apple]),
    Rule(
      .R198, "A call that the user places",
      "A call that the user places from elsewhere takes the screen and the sound as one that he answers: "
        + "the app in front resigns and enters the background, and sessions of apps are interrupted. A "
        + "device that is no phone places none.",
      .from(4), ["APG-S", "Audio Session Programming Guide"], [.apple]),
  ]
}
