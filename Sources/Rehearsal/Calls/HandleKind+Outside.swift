// What the session adds to handles: the members that the user and the system see, and what in the system
// the values stand for that app code passes.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

extension HandleKind {
  /// The members of such a thing that scenarios and statements can use.
  var outsideMembers: [OutsideMember] {
    switch self {
    case .app: OutsideMember.ofApps
    case .device: OutsideMember.ofDevice
    case .settings: OutsideMember.ofSettings
    case .appSettings: OutsideMember.ofAppSettings
    default: []
    }
  }

  private static let definitions = allCases.map { kind in
    var definition = kind.ownDefinition
    definition.members += kind.outsideMembers.map(\.definition)
    return definition
  }

  /// What the host interface says of the kind.
  var definition: HostKind { Self.definitions[Int(rawValue)] }
}

extension ScriptValue {
  /// The call that the value stands for; nil for anything else.
  public var call: CallIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .call else { return nil }
    return CallIdentifier(rawValue: handle.number)
  }

  /// The scene session that the value stands for; nil for anything else.
  public var sceneSession: SceneSessionIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .sceneSession else { return nil }
    return SceneSessionIdentifier(handle.number)
  }
}
