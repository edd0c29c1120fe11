// The condition of the device: whether it is on, battery, heat and storage, and what changes of them
// mean for apps (R080, R113, R130). All processes end with the power; disks and cards stay.

import RehearsalValues

/// How the battery relates to its charger.
public enum BatteryState: String, CaseIterable, Hashable, Sendable {
  case unknown, unplugged, charging, full
}

/// How hot the device is.
public enum ThermalState: String, CaseIterable, Hashable, Sendable {
  case nominal, fair, serious, critical
}

/// The condition of a device.
package struct DeviceConditions: Hashable, Sendable {
  /// The battery's charge, from 0 to 1.
  package fileprivate(set) var batteryLevel = 1.0
  /// How the battery relates to its charger.
  package fileprivate(set) var batteryState = BatteryState.unplugged
  /// Whether something is close to the screen.
  package fileprivate(set) var proximityState = false
  /// The mode of an external screen, in the words of the code that sets it.
  package fileprivate(set) var screenMode = "default"
  /// The iCloud account that is signed in; nil without one.
  package fileprivate(set) var iCloudAccount: String?
  /// How hot the device is.
  package fileprivate(set) var thermalState = ThermalState.nominal

  /// Whether the system begins no continued tasks (R107).
  ///
  /// No source names what counts as its load; here it is the heat.
  var isUnderLoad: Bool { thermalState == .serious || thermalState == .critical }

  /// The storage that is free, in bytes.
  package fileprivate(set) var freeStorage: Int64 = 32 << 30

  /// The value of what a change is about.
  fileprivate func value(of change: ConditionChange) -> ScriptValue {
    switch change {
    case .batteryLevel: .double(batteryLevel)
    case .batteryState: .symbol(batteryState.rawValue)
    case .proximityState: .boolean(proximityState)
    case .screenMode: .string(screenMode)
    case .iCloudAccount: iCloudAccount.map { .string($0) } ?? .nil
    case .thermalState: .symbol(thermalState.rawValue)
    case .freeStorage: .integer(freeStorage)
    }
  }
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

  /// What changed and how, for records.
  var arguments: [ScriptValue] {
    switch self {
    case .batteryLevel(let level): [.symbol("batteryLevel"), .double(level)]
    case .batteryState(let state): [.symbol("batteryState"), .symbol(state.rawValue)]
    case .proximityState(let isNear): [.symbol("proximityState"), .boolean(isNear)]
    case .screenMode(let mode): [.symbol("screenMode"), .string(mode)]
    case .iCloudAccount(let account):
      [.symbol("iCloudAccount"), account.map { .string($0) } ?? .nil]
    case .thermalState(let state): [.symbol("thermalState"), .symbol(state.rawValue)]
    case .freeStorage(let bytes): [.symbol("freeStorage"), .integer(bytes)]
    }
  }
}

/// Whether the device is on, and in which condition it is.
struct Power: Sendable {
  private(set) var isOn = true
  /// Whether the device starts again as soon as its last process has ended.
  private var startsAgain = false
  private(set) var conditions = DeviceConditions()

  /// The free storage below which the system removes caches; the sources give no number.
  private static var lowStorage: Int64 { 200 << 20 }

  /// Whether the system needs storage that caches take.
  var isStorageLow: Bool { conditions.freeStorage < Self.lowStorage }

  // MARK: - Conditions

  /// Notes a change, and tells the apps that want to know.
  mutating func note(_ change: ConditionChange, cause: Cause, _ kernel: inout Kernel) {
    let before = conditions.value(of: change)
    switch change {
    case .batteryLevel(let level): conditions.batteryLevel = min(max(level, 0), 1)
    case .batteryState(let state): conditions.batteryState = state
    case .proximityState(let isNear): conditions.proximityState = isNear
    case .screenMode(let mode): conditions.screenMode = mode
    case .iCloudAccount(let account): conditions.iCloudAccount = account
    case .thermalState(let state):
      let wasUnderLoad = conditions.isUnderLoad
      conditions.thermalState = state
      if wasUnderLoad, !conditions.isUnderLoad { kernel.emit(.loadIsOver(cause: cause)) }
    case .freeStorage(let bytes): conditions.freeStorage = max(0, bytes)
    }
    let valueChange = ValueChange(before, conditions.value(of: change))
    switch change {
    case .batteryLevel: post(.batteryLevelDidChange, valueChange, cause: cause, &kernel)
    case .batteryState: post(.batteryStateDidChange, valueChange, cause: cause, &kernel)
    case .proximityState: post(.proximityStateDidChange, valueChange, cause: cause, &kernel)
    case .screenMode: post(.screenModeDidChange, valueChange, cause: cause, &kernel)
    case .iCloudAccount: post(.ubiquityIdentityDidChange, valueChange, cause: cause, &kernel)
    case .thermalState(let state):
      if kernel.has(.thermalNotification), valueChange.before != valueChange.after {
        kernel.postToAll(
          .thermalStateDidChange, rule: .R163, change: valueChange, cause: cause)
      }
      if state == .critical { endRunningProcesses(cause: cause, &kernel) }
    case .freeStorage: break
    }
  }

  private func post(
    _ notification: SystemNotification, _ change: ValueChange, cause: Cause,
    _ kernel: inout Kernel
  ) { kernel.postToAll(notification, rule: .R130, change: change, cause: cause) }

  /// A device that is too hot ends what runs (R113).
  private func endRunningProcesses(cause: Cause, _ kernel: inout Kernel) {
    for process in kernel.livingProcesses where !process.isSuspended {
      kernel.emit(
        .end(
          process.identifier, .thermal, code: ExitCode.thermal, rule: .R113, cause: cause,
          .tooHot))
    }
  }

  // MARK: - Off and on

  /// Switches off: processes that are told get notice, the others end.
  mutating func switchOff(
    telling told: [ProcessIdentifier], restarts: Bool, cause: Cause, _ kernel: inout Kernel
  ) {
    isOn = false
    startsAgain = restarts
    for process in kernel.livingProcesses {
      let id = process.identifier
      if told.contains(id), process.ending == nil, !process.isSuspended {
        kernel.emit(.giveNotice(id, .shutDown, rule: .R080, cause: cause))
      } else {
        kernel.emit(.end(id, .shutDown, rule: .R080, cause: cause, .switchedOff))
      }
    }
  }

  /// Comes up once nothing runs any more: what has not ended by itself does not outlive the power.
  mutating func switchOn(cause: Cause, _ kernel: inout Kernel) {
    startsAgain = true
    for process in kernel.livingProcesses {
      kernel.emit(.end(process.identifier, .shutDown, rule: .R080, cause: cause, .switchedOff))
    }
  }

  /// Whether the device comes up at this moment: it was waiting for its last process to end.
  mutating func startUpIfAwaited(_ kernel: Kernel) -> Bool {
    guard startsAgain, !kernel.hasProcesses else { return false }
    startsAgain = false
    isOn = true
    return true
  }

  /// Combines the condition of the device.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(isOn)
    walk.combine(startsAgain)
    walk.combine(conditions.batteryLevel)
    walk.combine(conditions.batteryState)
    walk.combine(conditions.proximityState)
    walk.combine(conditions.screenMode)
    walk.combine(conditions.iCloudAccount)
    walk.combine(conditions.thermalState)
    walk.combine(Int(conditions.freeStorage))
  }
}

// MARK: - Actions

extension Power {
  static let actions: [Action] = [
    Action(
      .condition, "condition", [ActionParameter("key", .value), ActionParameter("value", .value)],
      isVerb: false, rules: [.R130], "Changes the condition of the device."
    ) { parts, kernel, call throws(SimulationError) in
      parts.set(try ConditionChange(call), cause: call.cause, &kernel)
    }
  ]
}

extension ConditionChange {
  fileprivate init(_ call: ActionCall) throws(SimulationError) {
    switch call.arguments.first {
    case .symbol("batteryLevel"): self = .batteryLevel(try call.number(1))
    case .symbol("batteryState"): self = .batteryState(try call.symbol(1))
    case .symbol("proximityState"): self = .proximityState(try call.truth(1))
    case .symbol("screenMode"): self = .screenMode(try call.text(1))
    case .symbol("iCloudAccount"): self = .iCloudAccount(call.has(1) ? try call.text(1) : nil)
    case .symbol("thermalState"): self = .thermalState(try call.symbol(1))
    case .symbol("freeStorage"): self = .freeStorage(try call.integer(1))
    default: throw .invalidArgument(position: 0)
    }
  }
}
