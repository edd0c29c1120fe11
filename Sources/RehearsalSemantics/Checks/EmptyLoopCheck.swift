// Loops over what never holds anything.

import RehearsalSyntax

/// Finds loops whose body never runs.
enum EmptyLoopCheck: Check {
  static let finds = [DiagnosticIdentifier.unreachableCode]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .loop(let loop, let sequence) = subject, sequence.isNeverFilled else { return }
    walk.reportValue(.emptyLoop(loop.sequence.range))
  }
}
