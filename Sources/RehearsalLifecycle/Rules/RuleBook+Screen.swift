// The rules of calls, locks, Split View, the switcher's pictures and the way off the screen that
// differ by version, device or an app's own wish.

extension RuleBook {
  static let screen: [Rule] = [
    Rule(
      .R039, "Accepted interruption without multitasking",
      "Without multitasking an accepted interruption ends the app with willResignActive and "
        + "willTerminate.",
      .from(2), ["mob-pc.info"], [.documented]),
    Rule(
      .R040, "Call that the app places",
      "A call that an app places itself makes it inactive and never sends it to the background.",
      .from(10), ["apache/cordova-ios #815"], [.observed]),
    Rule(
      .R048, "Locking on the first systems",
      "The first system with multitasking only makes the app in front inactive when it is locked.",
      .majors(2, 4), ["O-LOCK"], [.observed], conflict: "C3"),
    Rule(
      .R050, "What is read when locked away",
      "On iOS 5 and 6 an app that is locked away still reads Inactive in didEnterBackground.",
      .from(5), ["O-LOCK", "APG-S", "RN #9883"], [.observed], conflict: "C3"),
    Rule(
      .R051, "Flicker of some phones when locked",
      "Locking some phones with Face ID makes the app active for a moment between two "
        + "resignations.",
      .from(SystemVersion(16, 5)), ["O-FL"], [.observed], conflict: "C3"),
    Rule(
      .R052, "Divider of Split View",
      "Dragging the divider of Split View makes both apps inactive while they are resized; "
        + "releasing it makes them active, or sends the one that was dragged away to the "
        + "background.",
      .from(9), ["MT9"], [.apple]),
    Rule(
      .R053, "Interruption of audio",
      "A call interrupts the audio session; the end of the interruption comes when the call is "
        + "declined or over.",
      .from(4), ["Audio Session Programming Guide"], [.apple]),
    Rule(
      .R057, "Two appearances for the snapshots",
      "After an app entered the background its appearance flips to the other style and back for "
        + "the switcher's pictures; an iPad on iOS 9 to 12 lays out for both orientations.",
      .from(9), ["FB8734191", "mcmap 1114353"], [.observed]),
    Rule(
      .R058, "Preserving the state of the interface",
      "The state of the interface is preserved shortly after didEnterBackground returns, and not "
        + "when an app merely becomes inactive.",
      .from(6), ["A-BG", "O-REG"], [.apple, .observed]),
    Rule(
      .R059, "Views are not told of the background",
      "View controllers are not told when an app goes to the background or returns; they are when "
        + "it ends instead of leaving.",
      .from(2), ["O-FRI"], [.observed]),
    Rule(
      .R062, "Alerts stay",
      "Alerts and action sheets are not dismissed when an app goes to the background.",
      .from(4), ["APG-S"], [.apple]),
    Rule(
      .R079, "Exiting on suspension",
      "An app that asks to exit on suspension ends with willTerminate instead of going to the "
        + "background; from iOS 9 on, by device logs, it gets didEnterBackground first, and from "
        + "iOS 13 on its wish is ignored.",
      .majors(4, 12), ["APG-S", "S0", "pinkstone", "XAM"], [.apple, .observed], conflict: "C8"),
    Rule(
      .R080, "Switching the device off",
      "All processes end when the device is switched off; only the app in front on early systems "
        + "gets willTerminate.",
      .from(2), ["APG-S", "O-FRI"], [.apple, .observed], conflict: "C22"),
    Rule(
      .R132, "Protected data",
      "With a passcode, locking the device makes protected data unavailable and unlocking makes "
        + "it available; running apps are told.",
      .from(4), ["A-DEL", "FOR-771951"], [.apple]),
  ]
}
