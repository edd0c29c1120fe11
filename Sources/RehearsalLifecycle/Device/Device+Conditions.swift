// Changes of the device's condition, and what follows from them for apps.

extension Device {
  /// The condition of the device changes.
  mutating func set(_ change: ConditionChange, cause: Int) -> Refusal? {
    switch change {
    case .batteryLevel(let level):
      conditions.batteryLevel = min(max(level, 0), 1)
      postToAll(.batteryLevelDidChange, rule: .R130, cause: cause)
      // An empty battery is a shutdown by the user's neglect (R080).
      if level <= 0 { return shutDown(cause: cause) }
    case .batteryState(let state):
      conditions.batteryState = state
      postToAll(.batteryStateDidChange, rule: .R130, cause: cause)
    case .proximityState(let isNear):
      conditions.proximityState = isNear
      postToAll(.proximityStateDidChange, rule: .R130, cause: cause)
    case .screenMode(let mode):
      conditions.screenMode = mode
      postToAll(.screenModeDidChange, rule: .R130, cause: cause)
    case .iCloudAccount(let account):
      conditions.iCloudAccount = account
      postToAll(.ubiquityIdentityDidChange, rule: .R130, cause: cause)
    case .thermalState(let state):
      conditions.thermalState = state
      if state == .critical { endRunningProcesses(cause: cause) }
    case .freeStorage(let bytes):
      conditions.freeStorage = max(0, bytes)
      if conditions.freeStorage < Self.lowStorage { freeStorage(cause: cause) }
    }
    return nil
  }

  // MARK: - Heat and storage

  /// A device that is too hot ends what runs (R113).
  private mutating func endRunningProcesses(cause: Int) {
    for process in processes where !process.isSuspended {
      end(
        process.identifier, .thermal, code: ExitCode.thermal, rule: .R113, cause: cause,
        detail: "The device was too hot.")
    }
  }

  /// The free storage below which the system removes caches; the sources give no number.
  private static var lowStorage: Int64 { 200 << 20 }

  /// Frees storage: caches of apps that are not in front go, and with them their processes (R113).
  private mutating func freeStorage(cause: Int) {
    for position in installations.indices {
      let process = installations[position].process
      guard process.map({ $0.intended == .background }) ?? true,
        !installations[position].storage[.caches].isEmpty
      else { continue }
      installations[position].storage.removeAll(in: .caches)
      guard let id = process?.identifier else { continue }
      end(
        id, .storage, code: ExitCode.storage, rule: .R113, cause: cause,
        detail: "Its caches were removed because storage was short.")
    }
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
