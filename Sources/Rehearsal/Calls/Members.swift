// The members of the things that scripts hold: one table for each kind. What a member gives stands
// in the session (outside) or in the scripted app (inside).

import RehearsalLifecycle
import RehearsalMachine

/// A table of members, of which a script sees the name.
protocol MemberTable: RawRepresentable, CaseIterable where RawValue == String {
  /// What the host interface says of the member.
  var definition: HostMember { get }
}

extension MemberTable {
  /// The members as the host interface has them.
  static var definitions: [HostMember] {
    allCases.map(\.definition)
  }
}

/// What can be looked at of an app from outside.
enum AppMember: String, MemberTable {
  case state, isRunning, pid, incarnation, launchReason, calls, trace, exit, exits, tasks, timers
  case disk, preferences, caches, requests, assertions, settings, scenes
  case screen, presented, snapshot, snapshots, memory, priority, protectedDisk
  case notifications, pendingNotifications

  var definition: HostMember {
    var member = HostMember(rawValue, summary: summary)
    switch self {
    case .state: member.symbols = ProcessState.allCases.map(\.rawValue)
    case .launchReason: member.symbols = LaunchReason.allCases.map(\.rawValue)
    case .calls: member.symbols = Message.allCases.map(\.name)
    case .settings: member.handleKind = HandleKind.appSettings.rawValue
    default: break
    }
    member.map = ScriptMap.given(by: self)
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
    case .trace: "The records about the app, as maps; what one lacks, `[\"rule\"]` gives as nil."
    case .exit: "How the last process ended, nil while none has."
    case .exits: "How the processes ended, the last one last."
    case .tasks: "The background tasks that were begun and not ended."
    case .timers: "The timers that may still fire."
    case .disk: "The app's files, by key."
    case .preferences: "The app's preferences, by key."
    case .caches: "The files that the system may remove, by key."
    case .protectedDisk: "The app's files that are open only while the device is unlocked, by key."
    case .requests: "The requests that wait for the task scheduler, in order."
    case .assertions: "What keeps the process running in the background."
    case .settings: "What the user has set for the app."
    case .memory: "What the process takes, in bytes."
    case .priority: "The priority for memory, nil without a process; the lowest lose it first."
    case .scenes:
      "The app's windows in the order of their creation, as maps with their scenes' variables."
    case .screen: "The screen that the app shows, nil before it showed one."
    case .presented: "The title of the alert or action sheet over it, nil without one."
    case .snapshot: "What the switcher shows of the app, nil before a snapshot was taken."
    case .snapshots: "All snapshots of the app, the newest last."
    case .notifications: "The app's notifications that are shown, as maps, the newest last."
    case .pendingNotifications: "The notifications that the app has scheduled, as maps."
    }
  }
}

/// What can be looked at of the device.
enum DeviceMember: String, MemberTable {
  case os, model, isAtLeast
  case frontmost, isLocked, switcher, batteryLevel, batteryState, proximityState, screenMode
  case iCloudAccount, thermalState, freeStorage, freeMemory, orientation, isAwake, stage, carPlay
  case language

  var definition: HostMember {
    var member = HostMember(
      rawValue, parameters: self == .isAtLeast ? [.init("version")] : nil, isSettable: isSettable,
      summary: summary)
    if self == .switcher { member.map = ScriptMap.card.definition.list }
    return member
  }

  private var isSettable: Bool {
    switch self {
    case .os, .model, .isAtLeast, .frontmost, .isLocked, .switcher, .freeMemory, .orientation,
      .isAwake, .stage, .carPlay, .language:
      false
    case .batteryLevel, .batteryState, .proximityState, .screenMode, .iCloudAccount,
      .thermalState, .freeStorage:
      true
    }
  }

  private var summary: String {
    switch self {
    case .os: "The version of the system that is played, as text."
    case .model: "The model that is played."
    case .isAtLeast: "Whether the system is of a version or later: `device.isAtLeast(13)`."
    case .frontmost: "The app in front, nil on the home screen."
    case .isLocked: "Whether the device is locked."
    case .switcher: "The cards of the app switcher, the last used first, dead apps included."
    case .batteryLevel: "The battery's charge, from 0 to 1; 0 shuts the device down."
    case .batteryState: "`.unplugged`, `.charging`, `.full` or `.unknown`."
    case .proximityState: "Whether something is close to the screen."
    case .screenMode: "The mode of an external screen, a String."
    case .iCloudAccount: "The iCloud account that is signed in, nil without one."
    case .thermalState: "`.nominal`, `.fair`, `.serious` or `.critical`."
    case .freeMemory: "The memory that is free, in bytes."
    case .freeStorage: "The storage that is free, in bytes."
    case .orientation: "How the device is held."
    case .stage: "The apps on the stage of Stage Manager, the one in front first."
    case .carPlay: "The app on the screen of the car, nil without one."
    case .isAwake: "Whether the device is on and not locked."
    case .language: "The language of the device, such as \"en\"."
    }
  }
}

/// The device's settings.
enum SettingsMember: String, MemberTable {
  case backgroundRefresh, lowPowerMode, airplaneMode, bluetooth, incomingCalls, alertStyle

  var definition: HostMember { HostMember(rawValue, isSettable: true, summary: summary) }

  private var summary: String {
    switch self {
    case .backgroundRefresh: "Background App Refresh: true, false or `.restricted`."
    case .lowPowerMode: "Low Power Mode, which switches Background App Refresh off."
    case .airplaneMode: "Airplane mode."
    case .bluetooth: "The Bluetooth radio."
    case .incomingCalls: "How a call shows itself: `.banner`, up to iOS 13 `.fullScreen`."
    case .alertStyle: "How messages and events show themselves: `.banner` or `.alert`."
    }
  }
}

/// What the user can set for an app, beside the keys of its settings bundle.
enum AppSettingsMember: String, MemberTable {
  case backgroundRefresh, location, notifications
  case camera, photos, contacts, calendar, reminders, microphone, language

  /// What the user switches there; nil for another setting.
  var permission: Permission? {
    switch self {
    case .camera, .photos, .contacts, .calendar, .reminders, .microphone:
      Permission(rawValue: rawValue)
    case .backgroundRefresh, .location, .notifications, .language: nil
    }
  }

  var definition: HostMember { HostMember(rawValue, isSettable: true, summary: summary) }

  private var summary: String {
    switch self {
    case .backgroundRefresh: "The app's Background App Refresh: true, false or `.restricted`."
    case .location: "Whether the app may use the location: `.always`, `.whenInUse`, `.never`."
    case .notifications: "Whether the app's notifications are shown."
    case .camera, .photos, .contacts, .calendar, .reminders, .microphone:
      "Whether the app may use the \(rawValue), nil before it has asked; a change ends it."
    case .language: "The language that the app is shown in; a change ends it."
    }
  }
}

/// What an app can read of its application object.
enum ApplicationMember: String, MemberTable {
  case state, backgroundTimeRemaining, backgroundRefreshStatus, isProtectedDataAvailable
  case connectedScenes, openSessions, isRegisteredForRemoteNotifications

  var definition: HostMember {
    switch self {
    case .isRegisteredForRemoteNotifications:
      return HostMember(
        rawValue, summary: "Whether the app is registered for remote notifications.")
    case .state:
      var member = HostMember(rawValue, summary: "`.active`, `.inactive` or `.background`.")
      member.symbols = ApplicationState.allCases.map(\.processState.rawValue)
      return member
    case .backgroundTimeRemaining:
      return HostMember(
        rawValue, summary: "The running time left, `.unlimited` in the foreground.")
    case .backgroundRefreshStatus:
      return HostMember(rawValue, summary: "`.available`, `.denied` or `.restricted`.")
    case .isProtectedDataAvailable:
      return HostMember(rawValue, summary: "Whether protected files can be read.")
    case .connectedScenes:
      return HostMember(rawValue, summary: "The scenes, in order.")
    case .openSessions:
      return HostMember(
        rawValue, summary: "The sessions whose windows were not closed, in order.")
    }
  }
}

/// What an app can read of the device's power and heat.
enum ProcessInfoMember: String, MemberTable {
  case isLowPowerModeEnabled, thermalState, activePrewarm

  var definition: HostMember {
    switch self {
    case .activePrewarm:
      HostMember(rawValue, summary: "Whether a prewarm started the process.")
    case .isLowPowerModeEnabled: HostMember(rawValue, summary: "Whether Low Power Mode is on.")
    case .thermalState:
      HostMember(rawValue, summary: "`.nominal`, `.fair`, `.serious` or `.critical`.")
    }
  }
}

/// What an app can read of the screen that shows it.
enum ScreenMember: String, MemberTable {
  case isCaptured

  var definition: HostMember {
    HostMember(rawValue, summary: "Whether the screen is recorded or mirrored.")
  }
}

/// What an app can do with a timer.
enum TimerMember: String, MemberTable {
  case invalidate, isValid

  var definition: HostMember {
    switch self {
    case .invalidate:
      HostMember(
        rawValue, parameters: [], isReadOnly: false, summary: "Ends the timer for good.")
    case .isValid: HostMember(rawValue, summary: "Whether the timer may still fire.")
    }
  }
}

/// What an app can do with work beside its main thread.
enum BackgroundWorkMember: String, MemberTable {
  case cancel, suspend, resume

  var definition: HostMember {
    switch self {
    case .cancel:
      HostMember(rawValue, parameters: [], isReadOnly: false, summary: "Ends the work for good.")
    case .suspend:
      HostMember(rawValue, parameters: [], isReadOnly: false, summary: "Holds the work.")
    case .resume:
      HostMember(rawValue, parameters: [], isReadOnly: false, summary: "Lets held work go on.")
    }
  }
}

/// What an app can do with a task of the background task scheduler.
enum ScheduledTaskMember: String, MemberTable {
  case identifier, setTaskCompleted, expirationHandler

  var definition: HostMember {
    switch self {
    case .identifier: HostMember(rawValue, summary: "The task's identifier.")
    case .setTaskCompleted:
      HostMember(
        rawValue, parameters: [.init("success")], isReadOnly: false,
        summary: "Says that the task is done, and whether it succeeded.")
    case .expirationHandler:
      HostMember(
        rawValue, parameters: [.init("handler")], isReadOnly: false,
        summary: "Sets what is called when the task's time runs out.")
    }
  }
}

/// What an app can do with hardware or shared data that it holds.
enum ResourceMember: String, MemberTable {
  case release, isValid

  var definition: HostMember {
    switch self {
    case .release:
      HostMember(rawValue, parameters: [], isReadOnly: false, summary: "Gives it back.")
    case .isValid: HostMember(rawValue, summary: "Whether it can still be used.")
    }
  }
}

/// What an app can do with a call that it reported.
enum CallMember: String, MemberTable {
  case fulfill, fail

  var definition: HostMember {
    switch self {
    case .fulfill:
      HostMember(
        rawValue, parameters: [], isReadOnly: false,
        summary: "Says that the user's answer is carried out.")
    case .fail:
      HostMember(
        rawValue, parameters: [], isReadOnly: false,
        summary: "Says that the answer cannot be carried out, which ends the call.")
    }
  }
}

/// What app code can read of a scene.
enum SceneMember: String, MemberTable {
  case activationState, session

  var definition: HostMember {
    switch self {
    case .activationState:
      HostMember(rawValue, summary: "The scene's state, such as `.foregroundActive`.")
    case .session: HostMember(rawValue, summary: "The session, which outlives the scene.")
    }
  }
}

/// What app code can read of a scene session.
enum SceneSessionMember: String, MemberTable {
  case persistentIdentifier, stateRestorationActivity, role

  var definition: HostMember {
    switch self {
    case .persistentIdentifier:
      HostMember(rawValue, summary: "A text that stays the same from launch to launch.")
    case .role:
      HostMember(
        rawValue,
        summary: "What its scenes are for: `.application`, `.externalDisplay`, `.carPlay`.")
    case .stateRestorationActivity:
      HostMember(rawValue, summary: "What the scene gave last to be restored with, or nil.")
    }
  }
}

/// What app code can do with a display link.
enum DisplayLinkMember: String, MemberTable {
  case preferredFramesPerSecond, isPaused, invalidate

  var definition: HostMember {
    switch self {
    case .preferredFramesPerSecond:
      HostMember(rawValue, isSettable: true, summary: "How many frames it wants in a second.")
    case .isPaused:
      HostMember(rawValue, isSettable: true, summary: "Whether the app holds its frames.")
    case .invalidate:
      HostMember(
        rawValue, parameters: [], isReadOnly: false, summary: "Ends the display link for good.")
    }
  }
}
