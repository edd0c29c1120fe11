// What the host interface says of the kinds of handles: whose they are, and their members.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension HandleKind {
  /// Who can use the members of such a thing; nil where both can, or it has none.
  var side: Side? {
    switch self {
    case .timer, .backgroundTask, .backgroundWork, .application, .completion, .scheduledTask,
      .transfer, .resource, .scene, .sceneSession, .displayLink, .coder, .call, .processInfo,
      .screen, .interfaceController:
      .inside
    case .app, .device, .settings, .appSettings: .outside
    case .disk, .preferences, .caches, .protectedDisk, .appFunction, .object: nil
    }
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
    case .protectedDisk: HostKind("ProtectedDisk", isSingle: true, hasSubscript: true)
    case .call: HostKind("Call", hasSubscript: true, members: CallMember.definitions)
    case .processInfo:
      HostKind("ProcessInfo", isSingle: true, members: ProcessInfoMember.definitions)
    case .screen: HostKind("Screen", isSingle: true, members: ScreenMember.definitions)
    case .interfaceController: HostKind("InterfaceController", isSingle: true)
    }
  }
}
