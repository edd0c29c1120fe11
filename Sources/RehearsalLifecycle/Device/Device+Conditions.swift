// Changes of the device's condition, and what follows from them for apps.

extension Device {
  /// The condition of the device changes.
  mutating func set(_ change: ConditionChange, cause: Int) -> Refusal? {
    switch change {
    case .batteryLevel(let level): conditions.batteryLevel = min(max(level, 0), 1)
    case .batteryState(let state): conditions.batteryState = state
    case .proximityState(let isNear): conditions.proximityState = isNear
    case .screenMode(let mode): conditions.screenMode = mode
    case .iCloudAccount(let account): conditions.iCloudAccount = account
    case .thermalState(let state): conditions.thermalState = state
    case .freeStorage(let bytes): conditions.freeStorage = max(0, bytes)
    }
    return nil
  }
}

extension ConditionChange {
  /// What changed and how, for records.
  var arguments: [PlainValue] {
    switch self {
    case .batteryLevel(let level): [.symbol("batteryLevel"), .double(level)]
    case .batteryState(let state): [.symbol("batteryState"), .symbol(state.rawValue)]
    case .proximityState(let isNear): [.symbol("proximityState"), .bool(isNear)]
    case .screenMode(let mode): [.symbol("screenMode"), .string(mode)]
    case .iCloudAccount(let account):
      [.symbol("iCloudAccount"), account.map { .string($0) } ?? .none]
    case .thermalState(let state): [.symbol("thermalState"), .symbol(state.rawValue)]
    case .freeStorage(let bytes): [.symbol("freeStorage"), .int(bytes)]
    }
  }
}
