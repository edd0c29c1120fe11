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
public struct DeviceConditions: Hashable, Sendable {
  /// The battery's charge, from 0 to 1.
  public var batteryLevel = 1.0
  /// How the battery stands to its charger.
  public var batteryState = BatteryState.unplugged
  /// Whether something is close to the screen.
  public var proximityState = false
  /// The mode of an external screen, in the words of whoever sets it.
  public var screenMode = "default"
  /// The iCloud account that is signed in; nil without one.
  public var iCloudAccount: String?
  /// How hot the device is.
  public var thermalState = ThermalState.nominal
  /// The storage that is free, in bytes.
  public var freeStorage: Int64 = 32 << 30
  /// The screens that are connected, by name, in that order.
  public var screens: [String] = []
  /// The accessories that are connected, by name, in that order.
  public var accessories: [String] = []
  /// The user's locale.
  public var locale = "en_US"
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
