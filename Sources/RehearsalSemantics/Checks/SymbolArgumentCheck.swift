// Literal symbols as arguments of calls, against those that their parameters accept.

import RehearsalSyntax

/// Finds symbols that a parameter never takes.
enum SymbolArgumentCheck: Check {
  static let finds = [DiagnosticIdentifier.unknownSymbol]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    if case .call(let arranged, let callee) = subject {
      walk.context.checkSymbols(arranged, of: callee)
    }
  }
}
