// The background modes that an app can declare in its Info.plist (R135).

/// A background mode of the Info.plist.
package enum BackgroundMode: String, CaseIterable, Hashable, Sendable {
  case audio, location, voip, fetch, remoteNotification, externalAccessory, bluetoothCentral
  case bluetoothPeripheral, newsstandContent, processing, nearbyInteraction
  case networkAuthentication, pushToTalk
}

extension AppDescription {
  /// Whether the app declares a background mode.
  func hasBackgroundMode(_ mode: BackgroundMode) -> Bool {
    guard case .list(let modes)? = info[.backgroundModes] else { return false }
    return modes.contains(.symbol(mode.rawValue))
  }
}
