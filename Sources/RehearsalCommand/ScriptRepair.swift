// The safe fixes of a script's diagnostics, applied: round after round, because one mistake may
// hide another, and checked after each, so that no change makes anything worse. Nothing here
// touches a disk, and imported files stay as they are.

import Rehearsal
import RehearsalSyntax

/// A script after its safe fixes.
package struct ScriptRepair: Sendable {
  /// A fix that was applied.
  package struct Change: Hashable, Sendable {
    /// The diagnostic that it settles.
    package let identifier: DiagnosticIdentifier
    /// The line of the text as it was then, from 1.
    package let line: Int
    /// What was done, as an order: ``write `.home` ``.
    package let message: String
  }

  /// The script with the changes made, checked.
  package let script: Script
  /// What was done, in order; empty if there was nothing to do.
  package let changes: [Change]

  /// How many rounds there are at most; each settles all that the one before uncovered.
  private static let rounds = 20

  /// Repairs a script.
  ///
  /// The result is the same whether it is made once or twice.
  ///
  /// - Parameters:
  ///   - script: The script, checked.
  ///   - check: Reads a changed text as the script was read.
  /// - Complexity: As that of checking, once a round, and O(log *n*) times more for each of a
  ///   round's *n* fixes that would make anything worse.
  package init(of script: Script, checking check: (SourceText) -> Script) {
    var current = script
    var changes: [Change] = []
    var seen: Set<[UInt8]> = [script.source.bytes]
    for _ in 0..<Self.rounds {
      let offers = Self.offers(for: current)
      let (next, taken) = Self.apply(offers, to: current, check)
      guard !taken.isEmpty, seen.insert(next.source.bytes).inserted else { break }
      let table = LineTable(current.source)
      changes += taken.map { offer in
        Change(
          identifier: offer.diagnostic.identifier,
          line: table.line(at: Int(offer.diagnostic.range.start)), message: offer.fix.message)
      }
      current = next
    }
    self.script = current
    self.changes = changes
  }

  private struct Offer {
    let diagnostic: Diagnostic
    let fix: Diagnostic.FixIt

    /// Whether a text could not be read without the fix.
    var isOfSyntax: Bool {
      switch diagnostic.identifier.family {
      case .text, .grammar: true
      default: false
      }
    }
  }

  /// The safe fixes for the main file that do not touch one another, in the order of their places.
  private static func offers(for script: Script) -> [Offer] {
    var offers: [Offer] = []
    for diagnostic in script.diagnostics where diagnostic.source === script.source {
      guard let fix = diagnostic.fixIts.first(where: \.isSafe) else { continue }
      let fixes = offers.map(\.fix) + [fix]
      guard SourceText.separate(fixes).count == fixes.count else { continue }
      offers.append(Offer(diagnostic: diagnostic, fix: fix))
    }
    return offers
  }

  /// Applies all offers where none makes a new error, else those of them that make none.
  private static func apply(
    _ offers: [Offer], to script: Script, _ check: (SourceText) -> Script
  ) -> (script: Script, taken: [Offer]) {
    var best = script
    var taken: [Offer] = []
    func take(_ further: [Offer]) -> Bool {
      let candidate = check(script.source.applying((taken + further).map(\.fix)))
      // Where a text could not be read, a fix may uncover what was wrong after it; elsewhere what
      // is settled has to be one error less, and nothing may be wrong that was not before.
      let settled = further.filter { $0.diagnostic.severity == .error && !$0.isOfSyntax }
      guard candidate.errorCount <= best.errorCount - settled.count,
        settled.count < further.count || candidate.hasNoNewErrors(since: best)
      else { return false }
      best = candidate
      taken += further
      return true
    }
    func takeParts(_ part: ArraySlice<Offer>) {
      guard !part.isEmpty, !take(Array(part)), part.count > 1 else { return }
      let middle = part.startIndex + part.count / 2
      takeParts(part[..<middle])
      takeParts(part[middle...])
    }
    takeParts(offers[...])
    return (best, taken)
  }
}

extension Script {
  /// How many errors were found in the script and its imports.
  fileprivate var errorCount: Int { diagnostics.count { $0.severity == .error } }

  /// Whether each of its errors was there in an earlier text, maybe at another place.
  fileprivate func hasNoNewErrors(since earlier: Script) -> Bool {
    var known: [String: Int] = [:]
    for diagnostic in earlier.diagnostics { known[diagnostic.words, default: 0] += 1 }
    for diagnostic in diagnostics where diagnostic.severity == .error {
      known[diagnostic.words, default: 0] -= 1
    }
    return known.values.allSatisfy { $0 >= 0 }
  }
}

extension Diagnostic {
  /// What it says, wherever it is.
  fileprivate var words: String { identifier.rawValue + message }
}
