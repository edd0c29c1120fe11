// The kinds of things that scripts hold by handle. A kind's raw value is its index among the host
// interface's kinds, and the number of a handle means what the kind says here.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// A kind of things that a script can hold.
enum HandleKind: UInt8, CaseIterable, Sendable {
  /// An app, by its number in the program.
  case app
  /// A timer of the process that holds it, by the identifier's raw value.
  case timer
  /// A background task of the process that holds it, by the identifier's raw value.
  case backgroundTask
  /// Work beside the main thread of the process that holds it, by the identifier's raw value.
  case backgroundWork
  /// The device; always 0.
  case device
  /// The device's settings; always 0.
  case settings
  /// The application object of the process that asks; always 0.
  case application
  /// Storage, from outside by the app's number; inside it is the app's own and the number 0.
  case disk, preferences, caches
  /// A function that came out of an app, which nobody outside can call; its number only tells
  /// such functions apart.
  case appFunction
  /// The settings of an app, by its number in the program.
  case appSettings
  /// What an app calls when it is done with a message, by the identifier's raw value.
  case completion
  /// A task of the background task scheduler, by its completion's raw value.
  case scheduledTask
  /// A transfer of a background URL session, by the identifier's raw value.
  case transfer
  /// Hardware or shared data that the process holds, by the identifier's raw value.
  case resource
  /// A scene of the process that holds it, by its number.
  case scene
  /// A scene session of the app, by its number.
  case sceneSession
  /// A display link of the process that holds it, by the identifier's raw value.
  case displayLink
  /// What the state of the interface is saved to; always 0.
  case coder
  /// An object of the embedding program, by the machine's number of it.
  case object

  /// The storage that the kind stands for.
  var storagePlace: StoragePlace? {
    switch self {
    case .disk: .disk
    case .preferences: .preferences
    case .caches: .caches
    case .coder: .restoration
    default: nil
    }
  }

  /// Who can use the members of such a thing; nil where both can, or it has none.
  var side: Side? {
    switch self {
    case .timer, .backgroundTask, .backgroundWork, .application, .completion, .scheduledTask,
      .transfer, .resource, .scene, .sceneSession, .displayLink, .coder:
      .inside
    case .app, .device, .settings, .appSettings: .outside
    case .disk, .preferences, .caches, .appFunction, .object: nil
    }
  }

  /// The thing of a number.
  func handle(_ number: UInt64 = 0) -> RehearsalValues.Handle {
    RehearsalValues.Handle(kind: rawValue, number: number)
  }

  /// What the host interface says of the kind.
  var definition: HostKind {
    switch self {
    case .app: HostKind("App", members: AppMember.definitions)
    case .timer: HostKind("Timer", members: TimerMember.definitions)
    case .backgroundTask: HostKind("BackgroundTask")
    case .backgroundWork: HostKind("BackgroundWork", members: BackgroundWorkMember.definitions)
    case .device: HostKind("Device", isSingle: true, members: DeviceMember.definitions)
    case .settings: HostKind("Settings", isSingle: true, members: SettingsMember.definitions)
    case .application:
      HostKind("Application", isSingle: true, members: ApplicationMember.definitions)
    case .disk: HostKind("Disk", isSingle: true, hasSubscript: true)
    case .preferences: HostKind("Preferences", isSingle: true, hasSubscript: true)
    case .caches: HostKind("Caches", isSingle: true, hasSubscript: true)
    case .appFunction: HostKind("Function")
    case .appSettings:
      HostKind("AppSettings", hasSubscript: true, members: AppSettingsMember.definitions)
    case .completion: HostKind("Completion", isCallable: true)
    case .transfer: HostKind("Transfer", members: BackgroundWorkMember.definitions)
    case .resource: HostKind("Resource", members: ResourceMember.definitions)
    case .scheduledTask:
      HostKind("ScheduledTask", members: ScheduledTaskMember.definitions)
    case .scene: HostKind("Scene", members: SceneMember.definitions)
    case .sceneSession: HostKind("SceneSession", members: SceneSessionMember.definitions)
    case .displayLink: HostKind("DisplayLink", members: DisplayLinkMember.definitions)
    case .coder: HostKind("Coder", isSingle: true, hasSubscript: true)
    case .object: HostKind("Object")
    }
  }
}

extension RehearsalValues.Handle {
  /// The kind of the thing, if it is one of this host's.
  var handleKind: HandleKind? { HandleKind(rawValue: kind) }
}
