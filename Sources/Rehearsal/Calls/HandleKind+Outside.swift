// What the session adds to handles: the members that the user and the system see.

import RehearsalInterface
import RehearsalLifecycle

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
