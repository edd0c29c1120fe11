// The condition of the device: battery, heat, storage, and what is around it. The outside sets it;
// what follows for apps stands in `Device+Conditions`.

/// How the battery stands to its charger.
public enum BatteryState: String, CaseIterable, Hashable, Sendable {
  case unknown, unplugged, charging, full
}

/// How hot the device is.
public enum ThermalState: String, CaseIterable, Hashable, Sendable {
  case nominal, fair, serious, critical
}

/// The condition of a device.
package struct DeviceConditions: Hashable, Sendable {
  /// The battery's charge, from 0 to 1.
  package var batteryLevel = 1.0
  /// How the battery stands to its charger.
  package var batteryState = BatteryState.unplugged
  /// Whether something is close to the screen.
  package var proximityState = false
  /// The mode of an external screen, in the words of whoever sets it.
  package var screenMode = "default"
  /// The iCloud account that is signed in; nil without one.
  package var iCloudAccount: String?
  /// How hot the device is.
  package var thermalState = ThermalState.nominal
  /// The storage that is free, in bytes.
  package var freeStorage: Int64 = 32 << 30
  /// The screens that are connected, by name, in that order.
  package var screens: [String] = []
  /// The accessories that are connected, by name, in that order.
  package var accessories: [String] = []
  /// The user's locale.
  package var locale = "en_US"
}

/// A change of the device's condition.
public enum ConditionChange: Hashable, Sendable {
  case batteryLevel(Double)
  case batteryState(BatteryState)
  case proximityState(Bool)
  case screenMode(String)
  case iCloudAccount(String?)
  case thermalState(ThermalState)
  case freeStorage(Int64)
}
