// Terms of the device in which the rows of both sides are written: the values, arguments and readings that
// `RehearsalInterface` leaves to a host.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalValues

extension ValueKind {
  /// A handle of a kind.
  package static func handle(_ kind: HandleKind) -> ValueKind { .handle(kind.rawValue) }

  /// The name of a message.
  package static let message = ValueKind.symbol(Message.allCases.map(\.name))
}

extension NamedArgument {
  /// A category of notifications.
  package static let category = NamedArgument("a category", isDeclared: false)
  /// What an app keeps something under.
  package static let key = NamedArgument("a key", isDeclared: false)
  /// A setting of an app in the user's settings.
  package static let setting = NamedArgument("a setting", isDeclared: false)
}

extension HostDomain {
  /// A size; a number of a few bytes lacks its unit.
  package static let size = HostDomain("a size, such as 80MB", [.integer]) { value in
    if case .integer(let bytes) = value { bytes == 0 || bytes >= 1024 } else { false }
  }
}
