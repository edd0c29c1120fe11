// What scripts know of each kind of handles, one row each: its name, whose it is, and its members.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

extension HandleKind {
  /// Who can use the members of such a thing.
  fileprivate enum Members {
    /// The user and the system, whose members the session has.
    case outside
    case inside([InsideMember])
    /// Both sides have such things, and none has members of them.
    case none
  }

  private struct Row {
    let members: Members
    let definition: HostKind

    init(
      _ name: String, _ members: Members, isSingle: Bool = false, hasSubscript: Bool = false,
      keys: NamedArgument? = nil, isCallable: Bool = false, isOpen: Bool = false
    ) {
      self.members = members
      var definition = HostKind(
        name, isSingle: isSingle, hasSubscript: hasSubscript, isCallable: isCallable,
        isOpen: isOpen, members: members.ofApps.map(\.definition))
      definition.keys = keys
      self.definition = definition
    }
  }

  private static let rows = allCases.map(\.row)

  /// The members of such a thing that app code can use.
  var insideMembers: [InsideMember] { Self.rows[Int(rawValue)].members.ofApps }

  /// What the host interface says of the kind; without the members of the outside, which the session
  /// adds.
  package var ownDefinition: HostKind { Self.rows[Int(rawValue)].definition }

  /// Who can use the members of such a thing; nil if both can, or it has none.
  package var side: Side? {
    switch Self.rows[Int(rawValue)].members {
    case .outside: .outside
    case .inside: .inside
    case .none: nil
    }
  }

  private var row: Row {
    switch self {
    case .app: Row("App", .outside, isOpen: true)
    case .timer: Row("Timer", .inside(InsideMember.ofTimer))
    case .backgroundTask: Row("BackgroundTask", .inside([]))
    case .backgroundWork: Row("BackgroundWork", .inside(InsideMember.ofBackgroundWork))
    case .device: Row("Device", .outside, isSingle: true)
    case .settings: Row("Settings", .outside, isSingle: true)
    case .application: Row("Application", .inside(InsideMember.ofApplication), isSingle: true)
    case .disk: Row("Disk", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .preferences: Row("Preferences", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .caches: Row("Caches", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .appFunction: Row("Function", .none, isOpen: true)
    case .appSettings:
      Row("AppSettings", .outside, hasSubscript: true, keys: .setting)
    case .completion: Row("Completion", .inside([]), isCallable: true)
    case .scheduledTask: Row("ScheduledTask", .inside(InsideMember.ofScheduledTask))
    case .transfer: Row("Transfer", .inside(InsideMember.ofTransfer))
    case .resource: Row("Resource", .inside(InsideMember.ofResource))
    case .scene: Row("Scene", .inside(InsideMember.ofScene), isOpen: true)
    case .sceneSession: Row("SceneSession", .inside(InsideMember.ofSceneSession))
    case .displayLink: Row("DisplayLink", .inside(InsideMember.ofDisplayLink))
    case .coder: Row("Coder", .inside([]), isSingle: true, hasSubscript: true)
    case .object: Row("Object", .none, isOpen: true)
    case .protectedDisk: Row("ProtectedDisk", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .call: Row("Call", .inside(InsideMember.ofCall), hasSubscript: true)
    case .processInfo: Row("ProcessInfo", .inside(InsideMember.ofProcessInfo), isSingle: true)
    case .screen: Row("Screen", .inside(InsideMember.ofScreen), isSingle: true)
    case .interfaceController: Row("InterfaceController", .inside([]), isSingle: true)
    case .keychain:
      Row(
        "Keychain", .inside(InsideMember.ofKeychain), isSingle: true, hasSubscript: true,
        keys: .key)
    }
  }
}

extension HandleKind.Members {
  fileprivate var ofApps: [InsideMember] {
    if case .inside(let members) = self { members } else { [] }
  }
}
