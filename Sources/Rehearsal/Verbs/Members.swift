// The members of the things that scripts hold: one table for each kind. What a member gives stands
// in the session (outside) or in the scripted app (inside).

import RehearsalLifecycle
import RehearsalMachine

/// A table of members, of which a script sees the name.
protocol MemberTable: RawRepresentable, CaseIterable where RawValue == String {
  /// What the host interface says of the member.
  var definition: HostMember { get }
  /// Names that are known and not there yet.
  static var later: [String] { get }
}

extension MemberTable {
  /// The members as the host interface has them.
  static var definitions: [HostMember] {
    allCases.map(\.definition) + later.map { HostMember($0, availability: .notYet) }
  }
}

/// What can be looked at of an app from outside.
enum AppMember: String, MemberTable {
  case state, isRunning, pid, incarnation, launchReason, calls, trace, exit, exits, tasks, timers
  case disk, preferences, caches

  static let later = [
    "requests", "assertions", "scenes", "screen", "presented", "snapshot", "snapshots", "memory",
    "priority", "settings",
  ]

  var definition: HostMember {
    var member = HostMember(rawValue, summary: summary)
    switch self {
    case .state: member.symbols = ProcessState.allCases.map(\.rawValue)
    case .launchReason: member.symbols = LaunchReason.allCases.map(\.rawValue)
    case .calls: member.symbols = Message.allCases.map(\.name)
    case .exit, .exits: member.symbolsByKey = ["reason": ExitReason.allCases.map(\.rawValue)]
    case .trace: member.symbolsByKey = ["kind": RecordKind.allCases.map(\.rawValue)]
    default: break
    }
    return member
  }

  private var summary: String {
    switch self {
    case .state: "The state as the world sees it, such as `.active` or `.suspended`."
    case .isRunning: "Whether a process exists, suspended included."
    case .pid: "The number of the living process, nil without one."
    case .incarnation: "How many processes the app has had."
    case .launchReason: "Why the living process was started, nil without one."
    case .calls: "The messages that were sent, in order."
    case .trace: "The records about the app, in order, as maps."
    case .exit: "How the last process ended, nil while none has."
    case .exits: "How the processes ended, the last one last."
    case .tasks: "The background tasks that were begun and not ended."
    case .timers: "The timers that may still fire."
    case .disk: "The app's files, by key."
    case .preferences: "The app's preferences, by key."
    case .caches: "The files that the system may remove, by key."
    }
  }
}

/// What can be looked at of the device.
enum DeviceMember: String, MemberTable {
  case frontmost, isLocked, switcher

  static let later = [
    "orientation", "freeMemory", "isAwake", "batteryLevel", "batteryState", "proximityState",
    "screenMode", "iCloudAccount", "thermalState", "freeStorage",
  ]

  var definition: HostMember { HostMember(rawValue, summary: summary) }

  private var summary: String {
    switch self {
    case .frontmost: "The app in front, nil on the home screen."
    case .isLocked: "Whether the device is locked."
    case .switcher: "The cards of the app switcher, the last used first, dead apps included."
    }
  }
}

/// The device's settings, of which none works yet.
enum SettingsMember: String, MemberTable {
  case backgroundRefresh, lowPowerMode, airplaneMode, bluetooth, incomingCalls

  static let later: [String] = []

  var definition: HostMember {
    HostMember(rawValue, isSettable: true, availability: .notYet)
  }
}

/// What an app can read of its application object.
enum ApplicationMember: String, MemberTable {
  case state, backgroundTimeRemaining

  static let later = [
    "backgroundRefreshStatus", "isProtectedDataAvailable", "connectedScenes", "openSessions",
  ]

  var definition: HostMember {
    switch self {
    case .state:
      var member = HostMember(rawValue, summary: "`.active`, `.inactive` or `.background`.")
      member.symbols = ApplicationState.allCases.map(\.processState.rawValue)
      return member
    case .backgroundTimeRemaining:
      return HostMember(
        rawValue, summary: "The running time left, `.unlimited` in the foreground.")
    }
  }
}

/// What an app can do with a timer.
enum TimerMember: String, MemberTable {
  case invalidate, isValid

  static let later: [String] = []

  var definition: HostMember {
    switch self {
    case .invalidate:
      HostMember(
        rawValue, parameters: [], isLook: false, summary: "Ends the timer for good.")
    case .isValid: HostMember(rawValue, summary: "Whether the timer may still fire.")
    }
  }
}

/// What an app can do with work beside its main thread.
enum BackgroundWorkMember: String, MemberTable {
  case cancel, suspend, resume

  static let later: [String] = []

  var definition: HostMember {
    switch self {
    case .cancel:
      HostMember(rawValue, parameters: [], isLook: false, summary: "Ends the work for good.")
    case .suspend:
      HostMember(rawValue, parameters: [], isLook: false, summary: "Holds the work.")
    case .resume:
      HostMember(rawValue, parameters: [], isLook: false, summary: "Lets held work go on.")
    }
  }
}
