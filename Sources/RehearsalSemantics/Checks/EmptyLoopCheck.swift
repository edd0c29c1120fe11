// Loops over what never holds anything.

import RehearsalInterface
import RehearsalSyntax

/// Finds loops whose body never runs.
enum EmptyLoopCheck: Check {
  static let finds = [DiagnosticIdentifier.unreachableCode]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .loop(let loop, let sequence) = subject, sequence.isNeverFilled else { return }
    walk.reportValue(.emptyLoop(loop.sequence.range))
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A loop over what never holds anything.
  static func emptyLoop(_ range: SourceRange) -> Self {
    Self(
      .unreachableCode, range,
      "this is always empty, so the loop never runs; remove the loop, or correct its list or map")
  }
}
