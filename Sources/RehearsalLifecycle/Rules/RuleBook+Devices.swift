// The rows of what devices do around an app that earlier books left out: where sound comes out,
// secrets, activities on the lock screen, and what comes with the systems of today.

extension RuleBook {
  static let devices: [Rule] = [
    Rule(
      .R168, "Audio routes",
      "Headphones that are plugged in or pulled, and AirPods that come or go, are told to running "
        + "apps by the notification of the changed route with its reason; nothing stops by itself, "
        + "and an app that pauses for it in the background is suspended after its seconds.",
      .from(6), ["AVAudioSession.routeChangeNotification"], [.apple]),
    Rule(
      .R169, "The Keychain",
      "Items of the Keychain stay when their app is taken off the device. From iOS 4 on each says "
        + "when it may be read on a device with a passcode: while it is unlocked, from the first "
        + "unlock on, or always. One that is shut is an error, and was seen to look as if it were "
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
      .R174, "A banner that is expanded",
      "A tap on the banner of a call that rings makes it take the whole screen, and the app in "
        + "front resigns; from there on it is a call on the whole screen.",
      .from(14), ["hiennguyen92/flutter_callkit_incoming #342, #343"], [.observed]),
  ]
}
