// Worlds and stimuli by chance, from a seed: any version and model, apps of every kind, and every
// action that the table has, with arguments from the domains of its parameters.

import RehearsalLifecycle
import RehearsalValues
import TestSupport

/// A source of random profiles, apps and stimuli.
struct RandomWorld {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private mutating func isOneOf(_ bound: Int) -> Bool { below(bound) == 0 }

  // MARK: - Worlds

  mutating func profile() -> Profile {
    let system = SystemVersion(3 + below(25), below(6))
    var profile = Profile(
      system: system, model: one(["iPhone", "iPhone", "iPad", "iPhone 14 Pro", "iPhone 15"]))
    profile.evidence = one([nil] + Evidence.allCases)
    profile.hasDebugger = isOneOf(12)
    profile.isSimulator = isOneOf(12)
    profile.hasPasscode = isOneOf(2)
    profile.memory = 512 << 20
    if isOneOf(12) { profile.multitasking = false }
    for quirk in Quirk.allCases where isOneOf(10) { profile.quirks.insert(quirk) }
    return profile
  }

  mutating func app(_ name: String) -> AppDescription {
    var info: [InfoKey: ScriptValue] = [
      .memory: .integer(Int64(40 + below(100)) << 20),
      .urlSchemes: .list([.string(name.lowercased())]),
    ]
    let modes = BackgroundMode.allCases.filter { _ in isOneOf(2) }
    info[.backgroundModes] = .list(modes.map { .symbol($0.rawValue) })
    info[.multipleScenes] = .boolean(isOneOf(2))
    info[.exitsOnSuspend] = .boolean(isOneOf(10))
    if isOneOf(2) { info[.backgroundTaskIdentifiers] = .list([.string("task")]) }
    if isOneOf(2) { info[.activityTypes] = .list([.string("x"), .string("r")]) }
    if isOneOf(2) { info[.openingIntents] = .list([.string("p"), .string("x")]) }
    if isOneOf(2) { info[.healthTypes] = .list([.string("task"), .string("x")]) }
    info[.autoPictureInPicture] = .boolean(isOneOf(2))
    if isOneOf(10) { info[.sdk] = .integer(Int64(one([3, 12, 27]))) }
    return AppDescription(
      name: name, controls: ["Button 0", "Button 1"], info: info, declaresScenes: isOneOf(2),
      hasCarRole: isOneOf(2), intents: isOneOf(2) ? nil : ["p", "x"], hasMain: isOneOf(4),
      registersForPushes: isOneOf(3))
  }

  /// How long nothing is done.
  mutating func pause() -> TimeSpan {
    one([.zero, .zero, .milliseconds(300), .seconds(1), .seconds(4), .seconds(12), .seconds(40)])
  }

  // MARK: - Stimuli

  /// A stimulus; half of them are what users do most, the others anything.
  mutating func stimulus(for apps: [AppIdentifier]) -> Stimulus {
    let app = one(apps)
    guard isOneOf(2) else { return stimulus(one(ActionTable.actions), app) }
    return switch below(6) {
    case 0, 1: .launch(app)
    case 2: .press(.home)
    case 3: .unlock
    case 4: .dismiss(one(InterruptionKind.allCases))
    default: .powerOn
    }
  }

  /// An action with arguments from the domains of its parameters.
  private mutating func stimulus(_ action: Action, _ app: AppIdentifier) -> Stimulus {
    switch action.name {
    // What is changed stands in the first argument, and what to in the second.
    case "setting": return .setting(setting())
    case "appSetting": return .appSetting(app, appSetting())
    case "condition": return .condition(condition())
    default: break
    }
    let takesApp = action.parameters.first { $0.domain == .app || $0.domain == .appOrControl }
    let isGiven = takesApp.map { !$0.isOptional && $0.domain == .app || isOneOf(2) } ?? false
    // Of parameters that stand for one another, one is given.
    let givesAlternative = isOneOf(2)
    let alternatives = action.parameters.compactMap(\.alternative)
    let arguments = action.parameters.compactMap { parameter -> ScriptValue? in
      if parameter.domain == .app || parameter.domain == .appOrControl { return nil }
      if alternatives.contains(parameter.name) { return givesAlternative ? value(parameter) : .nil }
      if parameter.alternative != nil { return givesAlternative ? .nil : value(parameter) }
      // What an app or a control may stand for, is given without an app as well.
      let isLeftOut = parameter.isOptional && parameter.domain != .control && isOneOf(2)
      return isLeftOut ? .nil : value(parameter)
    }
    return Stimulus(action.action, isGiven ? app : nil, arguments)
  }

  /// A value of a parameter's domain.
  private mutating func value(_ parameter: ActionParameter) -> ScriptValue {
    switch parameter.domain {
    case .app, .appOrControl: .nil
    case .symbol(let names): .symbol(one(names))
    case .text:
      .string(
        one([
          "a://x", "b://x", "tel:1", "https://example.com", "task", "r", "p", "x", "fr", "mute",
          "show", "u",
        ]))
    case .control: .string(one(["Button 0", "Button 1"]))
    case .metres: .double(one([0, 10, 48, 600]))
    case .degrees(let most): .double(Double(one([0, 10, most])))
    case .locale: .string(one(["fr", "pt-BR"]))
    case .size: .integer(one([10, 200, 2000]) << 20)
    case .window: .integer(Int64(below(4)))
    case .payload: payload()
    case .truth: .boolean(isOneOf(2))
    case .opener: .string(one(["A", "B", "com.apple.mobilesafari"]))
    case .date: .string(one(["2026-06-01 12:00", "2026-12-31 23:59", "soon"]))
    case .timeZone: .string(one(["UTC+2", "Europe/Paris", "nowhere"]))
    case .value: .integer(1)
    }
  }

  private mutating func payload() -> ScriptValue {
    var entries: [(String, ScriptValue)] = []
    if isOneOf(2) { entries.append(("alert", .string("Hi"))) }
    if isOneOf(2) { entries.append(("content-available", .integer(1))) }
    if isOneOf(3) { entries.append(("category", .string("c"))) }
    return .map(named: [("aps", .map(named: entries))])
  }

  private mutating func setting() -> DeviceSettingChange {
    switch below(6) {
    case 0: .backgroundRefresh(one(BackgroundRefresh.allCases))
    case 1: .lowPowerMode(isOneOf(3))
    case 2: .airplaneMode(isOneOf(2))
    case 3: .bluetooth(!isOneOf(3))
    case 4: .alertStyle(one(AlertStyle.allCases))
    default: .incomingCalls(one(IncomingCallStyle.allCases))
    }
  }

  private mutating func appSetting() -> AppSettingChange {
    switch below(7) {
    case 4: .permission(one(Permission.allCases), isOneOf(2))
    case 5: .language(one(["fr", "de"]))
    case 0: .backgroundRefresh(one(BackgroundRefresh.allCases))
    case 1: .location(one(LocationPermission.allCases))
    case 2: .notifications(!isOneOf(3))
    default: .key("k", isOneOf(2) ? .integer(1) : nil)
    }
  }

  private mutating func condition() -> ConditionChange {
    switch below(7) {
    case 0: .batteryLevel(one([1, 0.5, 0.1, 0]))
    case 1: .batteryState(one(BatteryState.allCases))
    case 2: .proximityState(isOneOf(2))
    case 3: .screenMode("mode")
    case 4: .iCloudAccount(isOneOf(2) ? "anna" : nil)
    case 5: .thermalState(one(ThermalState.allCases))
    default: .freeStorage(Int64(one([0, 1 << 40])))
    }
  }
}
