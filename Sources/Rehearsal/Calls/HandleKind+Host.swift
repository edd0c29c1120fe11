// What scripts know of each kind of handles, one row each: its name, whose it is, and its members.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

extension HandleKind {
  /// The members of a kind, by who can use them.
  enum Members {
    case outside([OutsideMember])
    case inside([InsideMember])
    /// Both sides have such things, and none has members of them.
    case none
  }

  private struct Row {
    let members: Members
    let definition: HostKind

    init(
      _ name: String, _ members: Members, isSingle: Bool = false, hasSubscript: Bool = false,
      keys: NamedArgument? = nil, isCallable: Bool = false
    ) {
      self.members = members
      let definitions: [HostMember] =
        switch members {
        case .outside(let members): members.map(\.definition)
        case .inside(let members): members.map(\.definition)
        case .none: []
        }
      var definition = HostKind(
        name, isSingle: isSingle, hasSubscript: hasSubscript, isCallable: isCallable,
        members: definitions)
      definition.keys = keys
      self.definition = definition
    }
  }

  private static let rows = allCases.map(\.row)

  /// The members of such a thing.
  var members: Members { Self.rows[Int(rawValue)].members }

  /// What the host interface says of the kind.
  var definition: HostKind { Self.rows[Int(rawValue)].definition }

  /// Who can use the members of such a thing; nil where both can, or it has none.
  var side: Side? {
    switch members {
    case .outside: .outside
    case .inside: .inside
    case .none: nil
    }
  }

  private var row: Row {
    switch self {
    case .app: Row("App", .outside(OutsideMember.ofApps))
    case .timer: Row("Timer", .inside(InsideMember.ofTimer))
    case .backgroundTask: Row("BackgroundTask", .inside([]))
    case .backgroundWork: Row("BackgroundWork", .inside(InsideMember.ofBackgroundWork))
    case .device: Row("Device", .outside(OutsideMember.ofDevice), isSingle: true)
    case .settings: Row("Settings", .outside(OutsideMember.ofSettings), isSingle: true)
    case .application: Row("Application", .inside(InsideMember.ofApplication), isSingle: true)
    case .disk: Row("Disk", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .preferences: Row("Preferences", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .caches: Row("Caches", .none, isSingle: true, hasSubscript: true, keys: .key)
    case .appFunction: Row("Function", .none)
    case .appSettings:
      Row("AppSettings", .outside(OutsideMember.ofAppSettings), hasSubscript: true, keys: .setting)
    case .completion: Row("Completion", .inside([]), isCallable: true)
    case .scheduledTask: Row("ScheduledTask", .inside(InsideMember.ofScheduledTask))
    case .transfer: Row("Transfer", .inside(InsideMember.ofTransfer))
    case .resource: Row("Resource", .inside(InsideMember.ofResource))
    case .scene: Row("Scene", .inside(InsideMember.ofScene))
    case .sceneSession: Row("SceneSession", .inside(InsideMember.ofSceneSession))
    case .displayLink: Row("DisplayLink", .inside(InsideMember.ofDisplayLink))
    case .coder: Row("Coder", .inside([]), isSingle: true, hasSubscript: true)
    case .object: Row("Object", .none)
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

extension ValueKind {
  /// A handle of a kind.
  static func handle(_ kind: HandleKind) -> ValueKind { .handle(kind.rawValue) }

  /// The name of a message.
  static let message = ValueKind.symbol(Message.allCases.map(\.name))
}
