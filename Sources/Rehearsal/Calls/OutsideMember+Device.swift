// What can be read and set of the device, and what the user sets for it and for its apps.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension OutsideMember {
  /// A condition of the device that a scenario can set.
  private init(
    condition name: String, reads: [Reading], _ result: ValueKind, _ summary: String,
    value: @escaping @Sendable (DeviceConditions) -> ScriptValue,
    change:
      @escaping @Sendable (inout Session, HostMember) throws(HostFunctionError) -> ConditionChange
  ) {
    self.init(
      name, reads: reads, result, summary,
      value: { session, _ in value(session.device.conditions) },
      change: { session, _, member throws(HostFunctionError) in
        .condition(try change(&session, member))
      })
  }

  /// What can be read of the device.
  static let ofDevice: [OutsideMember] = [
    OutsideMember("os", reads: [], .string, "The version of iOS, as text.") {
      session, _ in .string(session.device.profile.system.description)
    },
    OutsideMember("model", reads: [], .string, "The model of the device.") { session, _ in
      .string(session.device.profile.model)
    },
    OutsideMember(
      "isAtLeast", reads: [], parameters: [.init("version")], .boolean,
      "Whether iOS has this version or a later one: `device.isAtLeast(13)`."
    ) { session, _ throws(HostFunctionError) in
      .boolean(session.device.profile.system >= (try session.versionArgument()))
    },
    OutsideMember(
      "frontmost", reads: [], .optional(.handle(.app)), "The app in front, nil on the home screen."
    ) { session, _ in session.value(of: session.device.frontmost) },
    OutsideMember("isLocked", reads: [], .boolean, "Whether the device is locked.") { session, _ in
      .boolean(session.device.isLocked)
    },
    OutsideMember(
      "switcher", reads: [.orderOfUse], .list(.map(.card)),
      "The cards of the app switcher, the last used first, including apps that do not run."
    ) { session, _ in
      .list(
        session.device.switcher.map { app in
          .map(
            named: [
              ("app", .handle(session.handle(of: app))),
              ("snapshot", session.device.snapshots(of: app).last.map { .string($0) }),
            ])
        })
    },
    OutsideMember(
      condition: "batteryLevel", reads: [], .double,
      "The battery's charge, from 0 to 1; 0 shuts the device down.",
      value: { .double($0.batteryLevel) },
      change: { session, member throws(HostFunctionError) in
        .batteryLevel(
          try session.newValue(of: member, "a number from 0 to 1") {
            switch $0 {
            case .double(let level) where (0...1).contains(level): level
            case .integer(let level) where (0...1).contains(level): Double(level)
            default: nil
            }
          })
      }),
    OutsideMember(
      condition: "batteryState", reads: [], .symbol(BatteryState.self),
      "`.unplugged`, `.charging`, `.full` or `.unknown`.",
      value: { .symbol($0.batteryState.rawValue) },
      change: { session, member throws(HostFunctionError) in
        .batteryState(try session.newSymbol(of: member))
      }),
    OutsideMember(
      condition: "proximityState", reads: [], .boolean, "Whether something is close to the screen.",
      value: { .boolean($0.proximityState) },
      change: { session, member throws(HostFunctionError) in
        .proximityState(try session.newTruth(of: member))
      }),
    OutsideMember(
      condition: "screenMode", reads: [], .string, "The mode of an external screen, a String.",
      value: { .string($0.screenMode) },
      change: { session, member throws(HostFunctionError) in
        .screenMode(try session.newText(of: member))
      }),
    OutsideMember(
      condition: "iCloudAccount", reads: [], .optional(.string),
      "The iCloud account that is signed in, nil without one.",
      value: { $0.iCloudAccount.map { .string($0) } ?? .nil },
      change: { session, member throws(HostFunctionError) in
        .iCloudAccount(
          try session.newValue(of: member, "a String or nil") { value -> String?? in
            switch value {
            case .nil: .some(nil)
            case .string(let account): .some(account)
            default: nil
            }
          })
      }),
    OutsideMember(
      condition: "thermalState", reads: [], .symbol(ThermalState.self),
      "`.nominal`, `.fair`, `.serious` or `.critical`.",
      value: { .symbol($0.thermalState.rawValue) },
      change: { session, member throws(HostFunctionError) in
        .thermalState(try session.newSymbol(of: member))
      }),
    OutsideMember(
      condition: "freeStorage", reads: [], .integer, "The free storage, in bytes.",
      value: { .integer($0.freeStorage) },
      change: { session, member throws(HostFunctionError) in
        .freeStorage(
          // A few bytes are a number that lacks its unit.
          try session.newValue(of: member, "a size, such as 2GB, or 0") {
            if case .integer(let bytes) = $0, bytes == 0 || bytes >= 1024 { bytes } else { nil }
          })
      }),
    OutsideMember("freeMemory", reads: [], .integer, "The free memory, in bytes.") { session, _ in
      .integer(session.device.freeMemory)
    },
    OutsideMember("orientation", reads: [], .symbol(Orientation.self), "How the device is held.") {
      session, _ in .symbol(session.device.orientation.rawValue)
    },
    OutsideMember("isAwake", reads: [], .boolean, "Whether the device is on and not locked.") {
      session, _ in .boolean(session.device.isPoweredOn && !session.device.isLocked)
    },
    OutsideMember(
      "stage", reads: [], .list(.handle(.app)),
      "The apps on the stage of Stage Manager, the one in front first."
    ) { session, _ in .list(session.device.stage.map { .handle(session.handle(of: $0)) }) },
    OutsideMember(
      "carPlay", reads: [], .optional(.handle(.app)),
      "The app on the screen of the car, nil without one."
    ) { session, _ in session.value(of: session.device.appInCar) },
    OutsideMember("language", reads: [], .string, "The language of the device, such as \"en\".") {
      session, _ in .string(session.device.language)
    },
  ]
}

// MARK: - Settings

extension OutsideMember {
  /// A setting of the device.
  private init(
    setting name: String, reads: [Reading], _ result: ValueKind, _ summary: String,
    value: @escaping @Sendable (Device) -> ScriptValue,
    change:
      @escaping @Sendable (inout Session, HostMember) throws(HostFunctionError) ->
      DeviceSettingChange
  ) {
    self.init(
      name, reads: reads, result, summary, value: { session, _ in value(session.device) },
      change: { session, _, member throws(HostFunctionError) in
        .setting(try change(&session, member))
      })
  }

  /// The device's settings.
  static let ofSettings: [OutsideMember] = [
    OutsideMember(
      setting: "backgroundRefresh", reads: [.setting(.backgroundRefresh)], .backgroundRefresh,
      "Background App Refresh: true, false or `.restricted`.",
      value: { $0.settings.backgroundRefresh.scriptValue },
      change: { session, member throws(HostFunctionError) in
        .backgroundRefresh(try session.newRefresh(of: member))
      }),
    OutsideMember(
      setting: "lowPowerMode", reads: [.setting(.lowPowerMode)], .boolean,
      "Low Power Mode, which turns Background App Refresh off.",
      value: { .boolean($0.settings.lowPowerMode) },
      change: { session, member throws(HostFunctionError) in
        .lowPowerMode(try session.newTruth(of: member))
      }),
    OutsideMember(
      setting: "airplaneMode", reads: [.setting(.airplaneMode)], .boolean, "Airplane mode.",
      value: { .boolean($0.settings.airplaneMode) },
      change: { session, member throws(HostFunctionError) in
        .airplaneMode(try session.newTruth(of: member))
      }),
    OutsideMember(
      setting: "bluetooth", reads: [.setting(.bluetooth)], .boolean, "The Bluetooth radio.",
      value: { .boolean($0.settings.bluetooth) },
      change: { session, member throws(HostFunctionError) in
        .bluetooth(try session.newTruth(of: member))
      }),
    OutsideMember(
      setting: "incomingCalls", reads: [], .symbol(IncomingCallStyle.self),
      "How a call is shown: `.banner`, up to iOS 13 `.fullScreen`.",
      value: { .symbol($0.incomingCalls.rawValue) },
      change: { session, member throws(HostFunctionError) in
        .incomingCalls(try session.newSymbol(of: member))
      }),
    OutsideMember(
      setting: "alertStyle", reads: [], .symbol(AlertStyle.self),
      "How messages and events are shown: `.banner` or `.alert`.",
      value: { .symbol($0.alertStyle.rawValue) },
      change: { session, member throws(HostFunctionError) in
        .alertStyle(try session.newSymbol(of: member))
      }),
    OutsideMember(
      setting: "alwaysOnDisplay", reads: [], .boolean,
      "Whether the display stays on when the device is locked, if the model can do that.",
      value: { .boolean($0.keepsDisplayOn) },
      change: { session, member throws(HostFunctionError) in
        .alwaysOnDisplay(try session.newTruth(of: member))
      }),
    OutsideMember(
      setting: "autoLock", reads: [], .optional(.duration),
      "After what time an untouched device locks itself, nil for never.",
      value: { $0.settings.autoLock.map { .duration($0.nanoseconds) } ?? .nil },
      change: { session, member throws(HostFunctionError) in
        .autoLock(
          try session.newValue(of: member, "a Duration above 0s, or nil") { value -> Duration?? in
            switch value {
            case .nil: .some(nil)
            case .duration(let nanoseconds) where nanoseconds > 0: .nanoseconds(nanoseconds)
            default: nil
            }
          })
      }),
  ]

  /// A setting of an app.
  private init(
    appSetting name: String, reads: [Reading], _ result: ValueKind, _ summary: String,
    value: @escaping @Sendable (Device, AppIdentifier) -> ScriptValue,
    change:
      @escaping @Sendable (inout Session, HostMember) throws(HostFunctionError) -> AppSettingChange
  ) {
    self.init(
      name, reads: reads, result, summary,
      value: { session, handle throws(HostFunctionError) in
        value(session.device, try session.app(handle))
      },
      change: { session, handle, member throws(HostFunctionError) in
        .appSetting(try session.app(handle), try change(&session, member))
      })
  }

  /// What the user can set for an app, beside the keys of its settings bundle.
  static let ofAppSettings: [OutsideMember] =
    [
      OutsideMember(
        appSetting: "backgroundRefresh", reads: [], .backgroundRefresh,
        "The app's Background App Refresh: true, false or `.restricted`.",
        value: { device, app in device.refreshSetting(of: app).scriptValue },
        change: { session, member throws(HostFunctionError) in
          .backgroundRefresh(try session.newRefresh(of: member))
        }),
      OutsideMember(
        appSetting: "location", reads: [], .symbol(LocationPermission.self),
        "Whether the app may use the location: `.always`, `.whenInUse`, `.never`.",
        value: { device, app in .symbol(device.locationPermission(of: app).rawValue) },
        change: { session, member throws(HostFunctionError) in
          .location(try session.newSymbol(of: member))
        }),
      OutsideMember(
        appSetting: "notifications", reads: [], .boolean,
        "Whether the app's notifications are shown.",
        value: { device, app in .boolean(device.showsNotifications(of: app)) },
        change: { session, member throws(HostFunctionError) in
          .notifications(try session.newTruth(of: member))
        }),
    ]
    + [Permission.camera, .photos, .contacts, .calendar, .reminders, .microphone].map(permission)
    + [
      OutsideMember(
        appSetting: "language", reads: [], .string,
        "The language that the app is shown in; a change ends it.",
        value: { device, app in .string(device.language(of: app)) },
        change: { session, member throws(HostFunctionError) in
          .language(try session.newText(of: member))
        })
    ]

  private static func permission(_ permission: Permission) -> OutsideMember {
    OutsideMember(
      appSetting: permission.rawValue, reads: [], .optional(.boolean),
      "Whether the app may use the \(permission.rawValue), nil before it has asked; a change ends "
        + "it.",
      value: { device, app in device.answer(to: permission, of: app).map { .boolean($0) } ?? .nil },
      change: { session, member throws(HostFunctionError) in
        .permission(permission, try session.newTruth(of: member))
      })
  }
}

extension ValueKind {
  /// A switch of Background App Refresh.
  fileprivate static let backgroundRefresh = either([
    .boolean, .symbol([BackgroundRefresh.restricted.rawValue]),
  ])
}

extension BackgroundRefresh {
  fileprivate var scriptValue: ScriptValue {
    switch self {
    case .available: .boolean(true)
    case .denied: .boolean(false)
    case .restricted: .symbol(rawValue)
    }
  }
}
