// Explorations that look at nothing: they reach every state, and no state can be wrong.

import RehearsalInterface
import RehearsalSyntax

/// Finds explorations that cannot fail.
enum ExplorationCheck: Check {
  static let finds = [DiagnosticIdentifier.explorationOfNothing]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .exploration(let exploration) = subject, exploration.properties.isEmpty,
      exploration.observers.isEmpty,
      // An app may crash, or be ended for its own fault.
      walk.context.units.isEmpty
    else { return }
    walk.report(.explorationOfNothing(exploration.title.range))
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// An exploration that no state can break.
  static func explorationOfNothing(_ range: SourceRange) -> Self {
    Self(
      .explorationOfNothing, range,
      "this exploration looks at nothing, so it cannot fail; say what holds with `always`, or declare "
        + "what runs on the device")
  }
}
