// Map literals that have a key twice, of which the later counts.

import RehearsalSyntax

/// Finds literal keys that occur twice in a map literal.
enum DuplicateKeyCheck: Check {
  static let finds = [DiagnosticIdentifier.duplicateKey]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    if case .map(let entries) = subject { walk.context.checkKeys(entries) }
  }
}
