// The settings that the user may switch at any time, which apps read: what explorations let happen.

import RehearsalValues

/// A setting of the device that the user may switch.
package enum SwitchedSetting: String, CaseIterable, Hashable, Sendable {
  case lowPowerMode, backgroundRefresh, airplaneMode, bluetooth

  /// The setting that data names; nil for any other data.
  package init?(_ data: ScriptValue) {
    guard case .symbol(let name) = data, let setting = Self(rawValue: name) else { return nil }
    self = setting
  }
}
