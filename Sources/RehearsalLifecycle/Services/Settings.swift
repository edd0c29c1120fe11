// What the user has set: for the device, and for each app. Everything is permitted to begin with; a
// scenario takes away what it is about.

import RehearsalValues

/// How an incoming call shows itself.
public enum IncomingCallStyle: String, CaseIterable, Hashable, Sendable {
  case fullScreen, banner
}

/// How a message or an event of the calendar shows itself.
public enum AlertStyle: String, CaseIterable, Hashable, Sendable {
  case banner, alert
}

/// What an app may do with the device's location.
public enum LocationPermission: String, CaseIterable, Hashable, Sendable {
  case always, whenInUse, never
}

/// What the user set for the device.
package struct DeviceSettings: Hashable, Sendable {
  /// Background App Refresh for all apps.
  package fileprivate(set) var backgroundRefresh = BackgroundRefresh.available
  /// Low Power Mode, which switches Background App Refresh off.
  package fileprivate(set) var lowPowerMode = false
  /// Airplane mode.
  package fileprivate(set) var airplaneMode = false
  /// Bluetooth.
  package fileprivate(set) var bluetooth = true
  /// How an incoming call shows itself; nil for what the version does by itself.
  package fileprivate(set) var incomingCalls: IncomingCallStyle?
  /// How messages and events of the calendar show themselves; nil for what the version does.
  package fileprivate(set) var alertStyle: AlertStyle?
  /// Whether the display stays on when the device is locked, on a model that has it.
  package fileprivate(set) var alwaysOnDisplay = true
  /// After what time an untouched device locks itself; nil for never.
  package fileprivate(set) var autoLock: TimeSpan?
  /// The language; nil for that of the locale at the start.
  fileprivate(set) var language: String?
}

/// What the user can set for the device.
public enum DeviceSettingChange: Hashable, Sendable {
  case backgroundRefresh(BackgroundRefresh)
  case lowPowerMode(Bool)
  case airplaneMode(Bool)
  case bluetooth(Bool)
  case incomingCalls(IncomingCallStyle)
  case alertStyle(AlertStyle)
  case alwaysOnDisplay(Bool)
  /// After what time an untouched device locks itself; nil for never.
  case autoLock(Duration?)

  /// What changed and how, for records.
  var arguments: [ScriptValue] {
    switch self {
    case .backgroundRefresh(let value): [.symbol("backgroundRefresh"), .symbol(value.rawValue)]
    case .lowPowerMode(let value): [.symbol("lowPowerMode"), .boolean(value)]
    case .airplaneMode(let value): [.symbol("airplaneMode"), .boolean(value)]
    case .bluetooth(let value): [.symbol("bluetooth"), .boolean(value)]
    case .incomingCalls(let value): [.symbol("incomingCalls"), .symbol(value.rawValue)]
    case .alertStyle(let value): [.symbol("alertStyle"), .symbol(value.rawValue)]
    case .alwaysOnDisplay(let value): [.symbol("alwaysOnDisplay"), .boolean(value)]
    case .autoLock(let value):
      [.symbol("autoLock"), value.map { .duration(TimeSpan($0).nanoseconds) } ?? .nil]
    }
  }
}

/// What the user can set for an app beside its own keys.
public enum AppSettingChange: Hashable, Sendable {
  case backgroundRefresh(BackgroundRefresh)
  case location(LocationPermission)
  case notifications(Bool)
  /// What the app has asked for; the switch is there from then on.
  case permission(Permission, Bool)
  case language(String)
  /// A key of the app's settings bundle; nil removes it.
  case key(String, ScriptValue?)

  /// What changed and how, for records.
  var arguments: [ScriptValue] {
    switch self {
    case .backgroundRefresh(let value): [.symbol("backgroundRefresh"), .symbol(value.rawValue)]
    case .location(let value): [.symbol("location"), .symbol(value.rawValue)]
    case .notifications(let value): [.symbol("notifications"), .boolean(value)]
    case .permission(let permission, let value):
      [.symbol(permission.rawValue), .boolean(value)]
    case .language(let value): [.symbol("language"), .string(value)]
    case .key(let key, let value): [.string(key), value ?? .nil]
    }
  }
}

/// The settings of the device and of its apps.
struct Settings: Sendable {
  /// What the user set for an app.
  private struct AppSettings: DefaultInitializable {
    var backgroundRefresh = BackgroundRefresh.available
    var location = LocationPermission.always
    var notifications = true
    /// What the user has answered when the app asked.
    var answers: [Permission: Bool] = [:]
    /// The app's own language; nil for that of the device.
    var language: String?
    /// The app's own settings, by key, as its settings bundle shows them.
    var bundle = OrderedMap<String, ScriptValue>()
  }

  private(set) var device = DeviceSettings()
  private var apps = AppTable<AppSettings>()

  init(_ profile: Profile) { device.autoLock = profile.autoLock }

  // MARK: - Looking

  /// Whether an app may be refreshed in the background, as it can read itself (R096).
  func backgroundRefresh(of app: AppIdentifier, _ traits: DeviceTraits) -> BackgroundRefresh {
    guard traits.has(.backgroundRefreshSwitch) else { return .available }
    if device.backgroundRefresh != .available { return device.backgroundRefresh }
    if device.lowPowerMode { return .denied }
    return refreshSetting(of: app)
  }

  /// The app's own switch of Background App Refresh, whatever the device's is.
  func refreshSetting(of app: AppIdentifier) -> BackgroundRefresh {
    apps.read(app) { $0.backgroundRefresh } ?? .available
  }

  func location(of app: AppIdentifier) -> LocationPermission {
    apps.read(app) { $0.location } ?? .always
  }

  func showsNotifications(of app: AppIdentifier) -> Bool {
    apps.read(app) { $0.notifications } ?? true
  }

  /// How an incoming call shows itself on an unlocked device: from iOS 14 on as a banner (R038).
  func incomingCalls(_ traits: DeviceTraits) -> IncomingCallStyle {
    device.incomingCalls ?? (traits.has(.callBanners) ? .banner : .fullScreen)
  }

  /// How messages and events of the calendar show themselves: from iOS 5 on as banners (R041).
  func alertStyle(_ traits: DeviceTraits) -> AlertStyle {
    device.alertStyle ?? (traits.has(.bannersLeaveActive) ? .banner : .alert)
  }

  /// Whether the display stays on when the device is locked.
  func keepsDisplayOn(_ traits: DeviceTraits) -> Bool {
    traits.profile.hasAlwaysOnDisplay && device.alwaysOnDisplay
  }

  /// Whether locking makes the app in front active for a moment (R051): by the display that stays on,
  /// by the model alone, or by a profile's choice.
  func lockFlickers(_ traits: DeviceTraits) -> Bool {
    let profile = traits.profile
    let isByDisplay = profile.hasAlwaysOnDisplay && !profile.quirks.contains(.lockFlicker)
    return traits.has(.lockFlicker) && (!isByDisplay || device.alwaysOnDisplay)
  }

  /// The language of the device; to begin with that of its locale.
  func language(_ traits: DeviceTraits) -> String {
    device.language
      ?? traits.profile.locale.split { $0 == "_" || $0 == "-" }.first.map(String.init) ?? "en"
  }

  /// The language that an app is shown in.
  func language(of app: AppIdentifier, _ traits: DeviceTraits) -> String {
    (apps.read(app) { $0.language } ?? nil) ?? language(traits)
  }

  /// Why the device's version lacks what a change is about; nil where it has it.
  func refusal(of change: DeviceSettingChange, _ traits: DeviceTraits) -> RefusalReason? {
    switch change {
    case .incomingCalls(.banner) where !traits.has(.callBanners): .noCallBanners
    case .alertStyle where !traits.has(.bannersLeaveActive): .noAlertStyles
    case .alwaysOnDisplay where !traits.profile.hasAlwaysOnDisplay: .noAlwaysOnDisplay
    default: nil
    }
  }

  /// What the user set for an app under a key of its settings bundle.
  func value(forKey key: String, of app: AppIdentifier) -> ScriptValue? {
    apps.read(app) { $0.bundle[key] } ?? nil
  }

  private func bundle(of app: AppIdentifier) -> ScriptValue {
    .map(named: apps.read(app) { Array($0.bundle) } ?? [])
  }

  /// What the user has answered when the app asked; nil before.
  func answer(to permission: Permission, of app: AppIdentifier) -> Bool? {
    apps.read(app) { $0.answers[permission] } ?? nil
  }

  // MARK: - Changing

  /// The user changes a setting of the device.
  mutating func set(_ change: DeviceSettingChange, cause: Cause, _ kernel: inout Kernel) {
    let before = kernel.appIdentifiers.map { backgroundRefresh(of: $0, kernel.traits) }
    let wasLow = device.lowPowerMode
    switch change {
    case .backgroundRefresh(let value): device.backgroundRefresh = value
    case .lowPowerMode(let value): device.lowPowerMode = value
    case .airplaneMode(let value): device.airplaneMode = value
    case .bluetooth(let value): device.bluetooth = value
    case .incomingCalls(let value): device.incomingCalls = value
    case .alertStyle(let value): device.alertStyle = value
    case .alwaysOnDisplay(let value): device.alwaysOnDisplay = value
    case .autoLock(let value): device.autoLock = value.map { TimeSpan($0) }
    }
    if wasLow != device.lowPowerMode, kernel.has(.lowPowerMode) {
      kernel.postToAll(
        .powerStateDidChange, rule: .R163,
        change: ValueChange(.boolean(wasLow), .boolean(!wasLow)), cause: cause)
    }
    for (position, old) in before.enumerated() {
      postRefreshStatus(of: AppIdentifier(position), before: old, cause: cause, &kernel)
    }
  }

  /// The user changes a setting of an app.
  mutating func set(
    _ change: AppSettingChange, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    let before = backgroundRefresh(of: app, kernel.traits)
    switch change {
    case .backgroundRefresh(let value): apps[app].backgroundRefresh = value
    case .location(let value): apps[app].location = value
    case .notifications(let value): apps[app].notifications = value
    // Their consequences go beyond the settings.
    case .permission, .language: break
    case .key(let key, let value):
      let process = kernel.process(of: app)?.identifier
      let isKept = process.map { kernel.isKept(.userDefaultsDidChange, for: $0) } ?? false
      // All keys are copied for it.
      let old = isKept ? bundle(of: app) : nil
      apps[app].bundle[key] = value
      if let process {
        kernel.post(
          .userDefaultsDidChange, rule: .R130,
          change: old.map { ValueChange($0, bundle(of: app)) }, to: process, cause: cause)
      }
    }
    postRefreshStatus(of: app, before: before, cause: cause, &kernel)
  }

  /// Keeps what the user answered, which counts for the app's settings too.
  mutating func note(_ permission: Permission, _ isGranted: Bool, for app: AppIdentifier) {
    apps[app].answers[permission] = isGranted
    switch permission {
    case .notifications: apps[app].notifications = isGranted
    case .locationAlways: apps[app].location = isGranted ? .always : .never
    case .locationWhenInUse: apps[app].location = isGranted ? .whenInUse : .never
    default: break
    }
  }

  mutating func setLanguage(_ language: String) { device.language = language }

  mutating func setLanguage(_ language: String, of app: AppIdentifier) {
    apps[app].language = language
  }

  /// A change of the refresh status is reported, and counts for a suspension that is due (R096).
  private func postRefreshStatus(
    of app: AppIdentifier, before: BackgroundRefresh, cause: Cause, _ kernel: inout Kernel
  ) {
    guard backgroundRefresh(of: app, kernel.traits) != before,
      let id = kernel.process(of: app)?.identifier
    else { return }
    kernel.post(.backgroundRefreshStatusDidChange, rule: .R096, to: id, cause: cause)
    kernel.emit(.reviewRunningTime(id))
  }

  mutating func appWasRemoved(_ app: AppIdentifier) { apps.remove(app) }

  // MARK: - Identity

  /// Combines what the user set for the device.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(device.backgroundRefresh)
    walk.combine(device.lowPowerMode)
    walk.combine(device.airplaneMode)
    walk.combine(device.bluetooth)
    walk.combine(device.incomingCalls)
    walk.combine(device.alertStyle)
    walk.combine(device.alwaysOnDisplay)
    walk.combine(device.autoLock)
    walk.combine(device.language)
  }

  /// Combines what the user set for an app.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !apps.isEmpty(app) else { return walk.combine(false) }
    let settings = apps[app]
    walk.combine(true)
    walk.combine(settings.backgroundRefresh)
    walk.combine(settings.location)
    walk.combine(settings.notifications)
    for permission in Permission.allCases {
      walk.combine(settings.answers[permission].map { $0 ? 2 : 1 } ?? 0)
    }
    walk.combine(settings.language)
    walk.combine(settings.bundle.count)
    for (key, value) in settings.bundle {
      walk.combine(key)
      walk.combine(value)
    }
  }
}

// MARK: - Actions

extension Settings {
  private static let value = ActionParameter("value", .value)

  static let actions: [Action] = [
    Action(
      .setting, "setting",
      [
        ActionParameter(
          "key", .value, versions: ["lowPowerMode": .from(9), "alwaysOnDisplay": .from(16)]),
        value,
      ],
      isVerb: false, rules: [.R096], "Changes a setting of the device."
    ) { parts, kernel, call throws(SimulationError) in
      let change = try DeviceSettingChange(call)
      if let refusal = parts.services.settings.refusal(of: change, kernel.traits) { return refusal }
      parts.set(change, cause: call.cause, &kernel)
      return nil
    },
    Action(
      .appSetting, "appSetting", [.app, ActionParameter("key", .value), value], isVerb: false,
      rules: [.R096], "Changes a setting of an app."
    ) { parts, kernel, call throws(SimulationError) in
      parts.set(try AppSettingChange(call), of: try call.app(), cause: call.cause, &kernel)
    },
  ]
}

extension DeviceSettingChange {
  fileprivate init(_ call: ActionCall) throws(SimulationError) {
    switch call.arguments.first {
    case .symbol("backgroundRefresh"): self = .backgroundRefresh(try call.symbol(1))
    case .symbol("lowPowerMode"): self = .lowPowerMode(try call.truth(1))
    case .symbol("airplaneMode"): self = .airplaneMode(try call.truth(1))
    case .symbol("bluetooth"): self = .bluetooth(try call.truth(1))
    case .symbol("incomingCalls"): self = .incomingCalls(try call.symbol(1))
    case .symbol("alertStyle"): self = .alertStyle(try call.symbol(1))
    case .symbol("alwaysOnDisplay"): self = .alwaysOnDisplay(try call.truth(1))
    case .symbol("autoLock"): self = .autoLock(call.has(1) ? Duration(try call.span(1)) : nil)
    default: throw .invalidArgument(position: 0)
    }
  }
}

extension AppSettingChange {
  fileprivate init(_ call: ActionCall) throws(SimulationError) {
    switch call.arguments.first {
    case .symbol("backgroundRefresh"): self = .backgroundRefresh(try call.symbol(1))
    case .symbol("location"): self = .location(try call.symbol(1))
    case .symbol("notifications"): self = .notifications(try call.truth(1))
    case .symbol("language"): self = .language(try call.text(1))
    case .symbol(let name):
      guard let permission = Permission(rawValue: name) else {
        throw .invalidArgument(position: 0)
      }
      self = .permission(permission, try call.truth(1))
    case .string(let key): self = .key(key, call.value(1))
    default: throw .invalidArgument(position: 0)
    }
  }
}

// MARK: - For app code

/// What an app asks of settings.
extension AppContext {
  /// Whether Low Power Mode is on.
  package var isLowPowerModeEnabled: Bool {
    read { parts, _ in parts.services.settings.device.lowPowerMode }
  }

  /// How hot the device is.
  package var thermalState: ThermalState {
    read { parts, _ in parts.services.power.conditions.thermalState }
  }

  /// Whether the app may be refreshed in the background (R096).
  package var backgroundRefreshStatus: BackgroundRefresh {
    read { $0.services.settings.backgroundRefresh(of: process.app, $1.traits) }
  }
}
