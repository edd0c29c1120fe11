// Changes of settings: what the user switches, and what running apps hear of it.

extension Device {
  /// The user changes a setting of the device.
  mutating func set(_ change: DeviceSettingChange, cause: Int) -> Refusal? {
    let before = installations.indices.map { backgroundRefresh(of: AppIdentifier($0)) }
    switch change {
    case .backgroundRefresh(let value): settings.backgroundRefresh = value
    case .lowPowerMode(let value): settings.lowPowerMode = value
    case .airplaneMode(let value): settings.airplaneMode = value
    case .bluetooth(let value):
      settings.bluetooth = value
      if !value { loseConnections() }
    case .incomingCalls(let value): settings.incomingCalls = value
    }
    for (position, old) in before.enumerated() {
      tellRefreshStatus(of: AppIdentifier(position), before: old, cause: cause)
    }
    return nil
  }

  /// The user changes a setting of an app.
  mutating func set(
    _ change: AppSettingChange, of app: AppIdentifier, cause: Int
  ) -> Refusal? {
    let before = backgroundRefresh(of: app)
    switch change {
    case .backgroundRefresh(let value):
      installations[app.position].settings.value.backgroundRefresh = value
    case .location(let value): installations[app.position].settings.value.location = value
    case .notifications(let value):
      installations[app.position].settings.value.notifications = value
    case .key(let key, let value):
      installations[app.position].settings.value.bundle[key] = value
      if let id = installations[app.position].process?.identifier {
        post(.userDefaultsDidChange, rule: .R130, to: id, cause: cause)
      }
    }
    tellRefreshStatus(of: app, before: before, cause: cause)
    return nil
  }

  /// A change of the refresh status is told, and counts for a suspension that is due (R096).
  private mutating func tellRefreshStatus(
    of app: AppIdentifier, before: BackgroundRefresh, cause: Int
  ) {
    guard backgroundRefresh(of: app) != before,
      let id = installations[app.position].process?.identifier
    else { return }
    post(.backgroundRefreshStatusDidChange, rule: .R096, to: id, cause: cause)
    reviewRunningTime(of: id)
  }

  /// What the user set for an app under a key of its settings bundle.
  package func setting(forKey key: String, of app: AppIdentifier) -> PlainValue? {
    installation(app)?.settings.read { $0.bundle[key] } ?? nil
  }

  /// What an app may do with the location.
  package func locationPermission(of app: AppIdentifier) -> LocationPermission {
    installation(app)?.settings.read(\.location) ?? .always
  }

  /// Whether the app's notifications are shown.
  package func showsNotifications(of app: AppIdentifier) -> Bool {
    installation(app)?.settings.read(\.notifications) ?? true
  }

  /// The app's own switch of Background App Refresh, whatever the device's is.
  package func refreshSetting(of app: AppIdentifier) -> BackgroundRefresh {
    installation(app)?.settings.read(\.backgroundRefresh) ?? .available
  }
}

extension DeviceSettingChange {
  /// What changed and how, for records.
  var arguments: [PlainValue] {
    switch self {
    case .backgroundRefresh(let value):
      [.symbol("backgroundRefresh"), .symbol(value.rawValue)]
    case .lowPowerMode(let value): [.symbol("lowPowerMode"), .bool(value)]
    case .airplaneMode(let value): [.symbol("airplaneMode"), .bool(value)]
    case .bluetooth(let value): [.symbol("bluetooth"), .bool(value)]
    case .incomingCalls(let value): [.symbol("incomingCalls"), .symbol(value.rawValue)]
    }
  }
}

extension AppSettingChange {
  /// What changed and how, for records.
  var arguments: [PlainValue] {
    switch self {
    case .backgroundRefresh(let value):
      [.symbol("backgroundRefresh"), .symbol(value.rawValue)]
    case .location(let value): [.symbol("location"), .symbol(value.rawValue)]
    case .notifications(let value): [.symbol("notifications"), .bool(value)]
    case .key(let key, let value): [.string(key), value ?? .none]
    }
  }
}
