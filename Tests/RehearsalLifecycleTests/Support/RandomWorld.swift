// Worlds and stimuli by chance, from a seed: any version and model, apps of every kind, and every
// stimulus that there is.

import RehearsalLifecycle
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
    profile.evidence = one(Evidence.allCases)
    profile.hasDebugger = isOneOf(12)
    profile.isSimulator = isOneOf(12)
    profile.hasPasscode = isOneOf(2)
    profile.memory = 512 << 20
    if isOneOf(12) { profile.multitasking = false }
    for quirk in Quirk.allCases where isOneOf(10) { profile.quirks.insert(quirk) }
    return profile
  }

  mutating func app(_ name: String) -> AppDescription {
    var info: [InfoKey: PlainValue] = [
      .memory: .int(Int64(40 + below(100)) << 20),
      .urlSchemes: .list([.string(name.lowercased())]),
    ]
    let modes = BackgroundMode.allCases.filter { _ in isOneOf(2) }
    info[.backgroundModes] = .list(modes.map { .symbol($0.rawValue) })
    info[.multipleScenes] = .bool(isOneOf(2))
    info[.exitsOnSuspend] = .bool(isOneOf(10))
    if isOneOf(2) { info[.backgroundTaskIdentifiers] = .list([.string("task")]) }
    if isOneOf(10) { info[.sdk] = .int(Int64(one([3, 12, 27]))) }
    return AppDescription(
      name: name, controls: ["Button 0", "Button 1"], info: info, declaresScenes: isOneOf(2),
      hasMain: isOneOf(4))
  }

  /// How long nothing is done.
  mutating func pause() -> TimeSpan {
    one([.zero, .zero, .milliseconds(300), .seconds(1), .seconds(4), .seconds(12), .seconds(40)])
  }

  // MARK: - Stimuli

  /// A stimulus; half of them are what users do most, the others anything.
  mutating func stimulus(for apps: [AppIdentifier]) -> Stimulus {
    let app = one(apps)
    guard isOneOf(2) else { return stimulus(one(StimulusName.allCases), app) }
    return switch below(6) {
    case 0, 1: .launch(app)
    case 2: .press(.home)
    case 3: .unlock
    case 4: .dismiss(one(InterruptionKind.allCases))
    default: .powerOn
    }
  }

  private mutating func stimulus(_ name: StimulusName, _ app: AppIdentifier) -> Stimulus {
    switch name {
    case .install: .install(app)
    case .uninstall: .uninstall(app)
    case .launch: .launch(app)
    case .press: .press(one(DeviceButton.allCases))
    case .unlock: .unlock
    case .touch: .touch(isOneOf(2) ? app : nil, control: one(["Button 0", "Button 1"]))
    case .forceQuit: .forceQuit(app)
    case .interrupt: .interrupt(one(InterruptionKind.allCases))
    case .answer: .answer(one(InterruptionKind.allCases))
    case .dismiss: .dismiss(one(InterruptionKind.allCases))
    case .hangUp: .hangUp
    case .purge: .purge(app)
    case .terminate: .terminate(app)
    case .switchTo: .switchTo(app, window: isOneOf(2) ? 1 + below(2) : nil)
    case .open: .open(one(["a://x", "b://x", "tel:1", "https://example.com", "none"]))
    case .tapNotification: .tapNotification(app)
    case .quickAction: .quickAction(app, "new")
    case .newWindow: .newWindow(app)
    case .closeWindow: .closeWindow(app, 1 + below(3))
    case .disconnectScene: .disconnectScene(app, 1 + below(3))
    case .splitView: .splitView(app)
    case .dragDivider: .dragDivider
    case .releaseDivider: .releaseDivider(closing: isOneOf(2) ? app : nil)
    case .rotate: .rotate(one(Orientation.allCases))
    case .update: .update(app)
    case .prewarm: .prewarm(app)
    case .reboot: .reboot
    case .shutDown: .shutDown
    case .powerOn: .powerOn
    default: systemStimulus(name, app)
    }
  }

  /// What the system does, and what changes around the device.
  private mutating func systemStimulus(_ name: StimulusName, _ app: AppIdentifier) -> Stimulus {
    switch name {
    case .push: .push(app, payload: payload(), type: one(PushType.allCases))
    case .fetch: .fetch(app)
    case .runBackgroundTask: .runBackgroundTask(app, identifier: "task")
    case .cancelBackgroundTask: .cancelBackgroundTask(app, identifier: "task")
    case .locate: .locate(app, .by(metres: Double(one([10, 600]))))
    case .enterRegion: .crossRegion(app, name: "r", isEntry: true)
    case .exitRegion: .crossRegion(app, name: "r", isEntry: false)
    case .visit: .visit(app, name: "place")
    case .bluetoothEvent: .bluetoothEvent(app, peripheral: "p")
    case .warnMemory: .warnMemory
    case .pressure: .pressure(Int64(one([10, 200, 2000])) << 20)
    case .setClock: .setClock(one(["2026-06-01 12:00", "2026-12-31 23:59", "soon"]))
    case .changeTimeZone: .changeTimeZone(one(["UTC+2", "Europe/Paris", "nowhere"]))
    case .connect: .connect(one(ConnectionKind.allCases), name: "x")
    case .disconnect: .disconnect(one(ConnectionKind.allCases), name: "x")
    case .changeLocale: .changeLocale("fr")
    case .setting: .setting(setting())
    case .appSetting: .appSetting(app, appSetting())
    default: .condition(condition())
    }
  }

  private mutating func payload() -> PlainValue {
    var entries: [PlainEntry] = []
    if isOneOf(2) { entries.append(.init(key: .string("alert"), value: .string("Hi"))) }
    if isOneOf(2) { entries.append(.init(key: .string("content-available"), value: .int(1))) }
    return .map([.init(key: .string("aps"), value: .map(entries))])
  }

  private mutating func setting() -> DeviceSettingChange {
    switch below(5) {
    case 0: .backgroundRefresh(one(BackgroundRefresh.allCases))
    case 1: .lowPowerMode(isOneOf(3))
    case 2: .airplaneMode(isOneOf(2))
    case 3: .bluetooth(!isOneOf(3))
    default: .incomingCalls(one(IncomingCallStyle.allCases))
    }
  }

  private mutating func appSetting() -> AppSettingChange {
    switch below(4) {
    case 0: .backgroundRefresh(one(BackgroundRefresh.allCases))
    case 1: .location(one(LocationPermission.allCases))
    case 2: .notifications(!isOneOf(3))
    default: .key("k", isOneOf(2) ? .int(1) : nil)
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
