// The background modes that an `info` block can name (R135).

/// A background mode of the Info.plist.
enum BackgroundMode: String, CaseIterable, Sendable {
  case audio, location, voip, fetch, remoteNotification, externalAccessory, bluetoothCentral
  case bluetoothPeripheral, newsstandContent, processing
}
