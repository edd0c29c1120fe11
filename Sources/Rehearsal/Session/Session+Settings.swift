// What the outside sets with an assignment: settings of the device and of apps, and the condition
// of the device. Each assignment is a stimulus, so it is recorded and answered like a verb.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  private var device: Device { simulation.device }

  /// Carries out an assignment to a member of a thing; the new value is argument 0.
  mutating func setMember(
    _ name: MemberName, of handle: Handle
  ) throws(HostFunctionError) {
    let text = machine.text(of: name)
    switch handle.handleKind {
    case .settings:
      guard let member = SettingsMember(rawValue: text) else { break }
      _ = try apply(.setting(change(member)))
      return
    case .appSettings:
      guard let member = AppSettingsMember(rawValue: text) else { break }
      _ = try apply(.appSetting(app(handle), change(member)))
      return
    case .device:
      guard let member = DeviceMember(rawValue: text), let change = try change(member) else {
        break
      }
      _ = try apply(.condition(change))
      return
    default: break
    }
    let kind = handle.handleKind?.definition.name ?? "this"
    throw HostFunctionError(.immutableAssignment, "`\(text)` of \(kind) cannot be set")
  }

  // MARK: - Values

  private mutating func change(
    _ member: SettingsMember
  ) throws(HostFunctionError) -> DeviceSettingChange {
    switch member {
    case .backgroundRefresh: .backgroundRefresh(try refresh(member.rawValue))
    case .lowPowerMode: .lowPowerMode(try truth(member.rawValue))
    case .airplaneMode: .airplaneMode(try truth(member.rawValue))
    case .bluetooth: .bluetooth(try truth(member.rawValue))
    case .incomingCalls: .incomingCalls(try symbol(member.rawValue))
    case .alertStyle: .alertStyle(try symbol(member.rawValue))
    }
  }

  private mutating func change(
    _ member: AppSettingsMember
  ) throws(HostFunctionError) -> AppSettingChange {
    switch member {
    case .backgroundRefresh: .backgroundRefresh(try refresh(member.rawValue))
    case .location: .location(try symbol(member.rawValue))
    case .notifications: .notifications(try truth(member.rawValue))
    case .camera: .permission(.camera, try truth(member.rawValue))
    case .photos: .permission(.photos, try truth(member.rawValue))
    case .contacts: .permission(.contacts, try truth(member.rawValue))
    case .calendar: .permission(.calendar, try truth(member.rawValue))
    case .reminders: .permission(.reminders, try truth(member.rawValue))
    case .microphone: .permission(.microphone, try truth(member.rawValue))
    case .language:
      .language(
        try newValue(of: member.rawValue, "a String") {
          if case .string(let language) = $0 { language } else { nil }
        })
    }
  }

  /// The change that an assignment means; nil where the member cannot be set.
  private mutating func change(
    _ member: DeviceMember
  ) throws(HostFunctionError) -> ConditionChange? {
    let name = member.rawValue
    switch member {
    case .batteryLevel:
      return .batteryLevel(
        try newValue(of: name, "a number from 0 to 1") {
          switch $0 {
          case .double(let level) where (0...1).contains(level): level
          case .integer(let level) where (0...1).contains(level): Double(level)
          default: nil
          }
        })
    case .batteryState: return .batteryState(try symbol(name))
    case .proximityState: return .proximityState(try truth(name))
    case .screenMode:
      return .screenMode(
        try newValue(of: name, "a String") {
          if case .string(let mode) = $0 { mode } else { nil }
        })
    case .iCloudAccount:
      return .iCloudAccount(
        try newValue(of: name, "a String or nil") { value -> String?? in
          switch value {
          case .nil: .some(nil)
          case .string(let account): .some(account)
          default: nil
          }
        })
    case .thermalState: return .thermalState(try symbol(name))
    case .freeStorage:
      return .freeStorage(
        try newValue(of: name, "a size that is not negative") {
          if case .integer(let bytes) = $0, bytes >= 0 { bytes } else { nil }
        })
    default: return nil
    }
  }

  private mutating func newValue<Value>(
    of name: String, _ expected: String, _ convert: (ScriptValue) -> Value?
  ) throws(HostFunctionError) -> Value {
    let value = machine.argument(0) ?? .nil
    if let converted = convert(value) { return converted }
    for reference in value.functions { machine.release(reference) }
    throw HostFunctionError(
      .typeMismatch, "`\(name)` takes \(expected), not \(machine.argumentText(0))")
  }

  private mutating func truth(_ name: String) throws(HostFunctionError) -> Bool {
    try newValue(of: name, "true or false") {
      if case .boolean(let value) = $0 { value } else { nil }
    }
  }

  private mutating func refresh(_ name: String) throws(HostFunctionError) -> BackgroundRefresh {
    try newValue(of: name, "true, false or .restricted") {
      switch $0 {
      case .boolean(let isOn): isOn ? .available : .denied
      case .symbol("restricted"): .restricted
      default: nil
      }
    }
  }

  private mutating func symbol<Symbol: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(HostFunctionError) -> Symbol where Symbol.RawValue == String {
    let known = Symbol.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    return try newValue(of: name, "one of " + known) {
      if case .symbol(let text) = $0 { Symbol(rawValue: text) } else { nil }
    }
  }

  // MARK: - Looking

  /// A setting of the device.
  func value(of member: SettingsMember) -> ScriptValue {
    switch member {
    case .backgroundRefresh: Self.value(of: device.settings.backgroundRefresh)
    case .lowPowerMode: .boolean(device.settings.lowPowerMode)
    case .airplaneMode: .boolean(device.settings.airplaneMode)
    case .bluetooth: .boolean(device.settings.bluetooth)
    case .incomingCalls: .symbol(device.incomingCalls.rawValue)
    case .alertStyle: .symbol(device.alertStyle.rawValue)
    }
  }

  /// A setting of an app.
  func value(of member: AppSettingsMember, of app: AppIdentifier) -> ScriptValue {
    switch member {
    case .backgroundRefresh: Self.value(of: device.refreshSetting(of: app))
    case .location: .symbol(device.locationPermission(of: app).rawValue)
    case .notifications: .boolean(device.showsNotifications(of: app))
    case .camera, .photos, .contacts, .calendar, .reminders, .microphone:
      member.permission.flatMap { device.answer(to: $0, of: app) }.map { .boolean($0) } ?? .nil
    case .language: .string(device.language(of: app))
    }
  }

  private static func value(of refresh: BackgroundRefresh) -> ScriptValue {
    switch refresh {
    case .available: .boolean(true)
    case .denied: .boolean(false)
    case .restricted: .symbol(refresh.rawValue)
    }
  }

  /// What stands under a key of an app's settings bundle.
  mutating func bundleSetting(
    of handle: Handle
  ) throws(HostFunctionError) -> ScriptValue {
    let key = try machine.storageKey()
    return device.setting(forKey: key, of: try app(handle)) ?? .nil
  }

  /// Changes a key of an app's settings bundle.
  mutating func setBundleSetting(of handle: Handle) throws(HostFunctionError) {
    let app = try app(handle)
    let key = try machine.storageKey()
    let value = try machine.plainArgument(1, forKey: key)
    _ = try apply(.appSetting(app, .key(key, value)))
  }
}
