// What the user has set: for the device, and for each app. Everything is permitted to begin with;
// a scenario takes away what it is about.

import OrderedCollections

/// The switch of Background App Refresh, of the device or of an app (R096).
public enum BackgroundRefresh: String, CaseIterable, Hashable, Sendable {
  case available, denied, restricted
}

/// How an incoming call shows itself.
public enum IncomingCallStyle: String, CaseIterable, Hashable, Sendable {
  case fullScreen, banner
}

/// What the user set for the device.
package struct DeviceSettings: Hashable, Sendable {
  /// Background App Refresh for all apps.
  package var backgroundRefresh = BackgroundRefresh.available
  /// Low Power Mode, which switches Background App Refresh off.
  package var lowPowerMode = false
  /// Airplane mode.
  package var airplaneMode = false
  /// The Bluetooth radio.
  package var bluetooth = true
  /// How an incoming call shows itself.
  package var incomingCalls = IncomingCallStyle.fullScreen
}

/// What an app may do with the device's location.
public enum LocationPermission: String, CaseIterable, Hashable, Sendable {
  case always, whenInUse, never
}

/// What the user set for an app.
struct AppSettings: Sendable, DefaultMade {
  var backgroundRefresh = BackgroundRefresh.available
  var location = LocationPermission.always
  var notifications = true
  /// What the user has answered when the app asked.
  var answers: [Permission: Bool] = [:]
  /// The app's own settings, by key, as its settings bundle shows them.
  var bundle: OrderedDictionary<String, PlainValue> = [:]
}

/// What the user can set for an app beside its own keys.
public enum AppSettingChange: Hashable, Sendable {
  case backgroundRefresh(BackgroundRefresh)
  case location(LocationPermission)
  case notifications(Bool)
  /// A key of the app's settings bundle; nil removes it.
  case key(String, PlainValue?)
}

/// What the user can set for the device.
public enum DeviceSettingChange: Hashable, Sendable {
  case backgroundRefresh(BackgroundRefresh)
  case lowPowerMode(Bool)
  case airplaneMode(Bool)
  case bluetooth(Bool)
  case incomingCalls(IncomingCallStyle)
}
