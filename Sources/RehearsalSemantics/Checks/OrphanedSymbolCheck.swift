// The symbols in scripts: how often they occur, and where first. A script may have symbols of its
// own, which its own code compares; one that occurs once, is in no table, meets no other of the
// script's own and is much like a known one is a mistake, wherever it goes.

import RehearsalInterface
import RehearsalSyntax

/// Finds the symbols that nothing can ever be equal to.
struct OrphanedSymbolCheck: Check {
  static let finds = [DiagnosticIdentifier.unknownSymbol]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    if case .end = subject, walk.inference.isFollowed {
      OrphanedSymbolCheck(inference: walk.inference).report()
    }
  }

  private let inference: Inference

  /// How many symbols in the values of variables are inspected.
  private static let most = 100_000

  /// Reports each of them where it is.
  private func report() {
    let own = inference.ownSymbols.uses.values.filter { !inference.isInTable($0.name.text) }
    let orphans = own.filter { $0.count == 1 }
    guard !orphans.isEmpty, let companions else { return }
    let repeated = own.lazy.filter { $0.count > 1 }.map(\.name.text)
    for orphan in orphans.sorted(by: {
      ($0.script, $0.name.range.start) < ($1.script, $1.name.range.start)
    })
    where !companions.contains(orphan.name.text) {
      let text = orphan.name.text
      let known =
        inference.vocabulary.filter { $0.resembles(text) } + repeated.filter { $0.resembles(text) }
      guard !known.isEmpty, inference.context.spendSearch(),
        let meant = Suggestion.closest(to: text, among: known.sorted()), meant.isCertain
      else { continue }
      inference.keep(.orphanedSymbol(orphan.name, meant), of: orphan.script)
    }
  }

  /// The symbols that are held by one variable together with another one of the script's own; nil
  /// where there are too many to tell.
  private var companions: Set<String>? {
    var companions: Set<String> = []
    var count = 0
    for cell in inference.cells {
      for names in [cell.symbols, cell.contents?.element.symbols].compactMap({ $0?.names }) {
        count += names.count
        guard count < Self.most else { return nil }
        let own = names.filter { !inference.isInTable($0) }
        if own.count > 1 { companions.formUnion(own) }
      }
    }
    return companions
  }
}

extension String {
  /// Whether one text may be the other mistyped, and not another word of the same stem or number.
  fileprivate func resembles(_ other: String) -> Bool {
    let (own, others) = (Array(utf8), Array(other.utf8))
    guard abs(own.count - others.count) <= 2, min(own.count, others.count) >= 4 else {
      return false
    }
    if min(own.count, others.count) < 8, hasPrefix(other) || other.hasPrefix(self) { return false }
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    guard own.filter({ !isDigit($0) }) != others.filter({ !isDigit($0) }) else { return false }
    return own.prefix(2) == others.prefix(2) || own.suffix(2) == others.suffix(2)
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A symbol that nothing can be equal to.
  static func orphanedSymbol(_ name: Name, _ suggestion: Suggestion) -> Self {
    Self(
      .unknownSymbol, name.range,
      "`.\(name.text)` occurs nowhere else, so nothing is ever equal to it"
    )
    .suggesting(suggestion, for: name.range, prefix: ".")
  }
}
