// The rows about notifications that the user sees, and about what the system asks and switches for
// an app: opening, scheduling, actions.

extension RuleBook {
  package static let notifications: [Rule] = [
    Rule(
      .R142, "Where a notification is opened",
      "A notification stays until it is opened or cleared. On a lock with a passcode the tap waits "
        + "for the unlock, which brings up its app and leaves the one before where it is; in "
        + "Notification Center over its own app the response comes before didBecomeActive, from "
        + "iOS 11 on after it; as a banner of the app in front it comes alone.",
      .from(3), ["OR #18350", "openhab/openhab-ios #1229"], [.observed],
      features: [.init(.centerActivatesFirst, .from(11))]),
    Rule(
      .R143, "Local notifications",
      "A notification that an app scheduled runs none of its code unless the app is in front, which "
        + "is notified up to iOS 9 and asked how to present it from iOS 10 on; tapped it is delivered "
        + "as a push is. At most 64 wait for an app, the soonest, and they outlive everything but "
        + "its removal.",
      .from(4), ["A-UN"], [.apple], conflict: "C33",
      features: [
        .init(.localNotifications), .init(.localNotificationMessages, .majors(4, 9)),
        .init(.notificationsNeedPermission, .from(8)), .init(.regionNotifications, .from(8)),
        .init(.repeatsAreBounded, .from(10)),
        .init(
          .localNotificationAfterLaunch, .majors(4, 9),
          when: .documented(.localNotificationLaunch)),
      ]),
    Rule(
      .R144, "Actions of notifications",
      "An action for the foreground behaves as the tap does. Any other leaves the screen as it is: "
        + "its app is woken or launched in the background without a scene, also after a force quit, "
        + "has about 30 seconds, and is suspended after them; on a locked device only one that "
        + "needs authentication waits for the unlock.",
      .from(8), ["A-UN"], [.apple],
      features: [.init(.notificationActions)]),
    Rule(
      .R145, "Registration for remote notifications",
      "Each registration for remote notifications is answered once, after the turn that asked, with "
        + "a token that stays until the app is removed; without a network the answer waits, before "
        + "iOS 16 it fails in the simulator, and up to iOS 7 the user is asked. An app that can "
        + "register and has not gets no push.",
      .from(3), ["A-APP", "react-native-push-notification/ios #235"], [.apple, .observed],
      features: [
        .init(.remoteNotifications), .init(.promptAtRegistration, .majors(3, 7)),
        .init(.registrationInSimulator, .from(16)),
      ]),
    Rule(
      .R146, "Sheets of the system",
      "Dialogs of purchases, Apple Pay and signing in make the app in front inactive while they are "
        + "shown, one pair of messages for each, with any choice; leaving the app cancels them, "
        + "without a second resignation.",
      .from(3),
      [
        "RevenueCat/purchases-ios #2623", "Ares-Defence-Labs/KmpEssentials #83",
        "braze-inc/braze-swift-sdk #124",
      ], [.observed],
      features: [
        .init(.purchases), .init(.applePay, .from(8)), .init(.signInSheets, .from(11)),
      ]),
    Rule(
      .R147, "Privacy switches end the app",
      "A change of what an app may use, on or off, kills its process without a word and without a "
        + "report; only the expiration handlers of live background tasks are called before. The "
        + "switch is there once the app has asked.",
      .from(6),
      [
        "vinhnx/notes #53", "OR #12196", "morenoh149/react-native-contacts #9",
        "Baseflow/flutter-permission-handler #1528", "sparrowcode/PermissionsKit #125",
      ], [.appleEngineer, .observed],
      features: [
        .init(.privacySwitches), .init(.microphoneSwitch, .from(7)), .init(.cameraSwitch, .from(8)),
      ]),
    Rule(
      .R148, "Another language",
      "A new language of the device kills every process without a word, from iOS 13 on that of one "
        + "app this app alone; an app in front has been sent to the background before. A new region "
        + "ends nothing.",
      .from(2), ["futuretap/InAppSettingsKit #329", "appium/appium #19958"], [.observed],
      features: [.init(.languageByApp, .from(13))]),
  ]
}
