// Names of one kind, such as the keys of stores, by their spellings: two that differ in nothing but capitals are
// two names for the machine and one for whoever reads them.

import RehearsalInterface
import RehearsalSyntax

/// The spellings of names of one kind.
package struct SpelledNames {
  private struct Spelling {
    let text: String
    let script: Int
    let range: SourceRange
  }

  /// The first place of each spelling, by the letters without their case, in the order of the scripts.
  private var spellings: [String: [Spelling]] = [:]

  /// Makes a table without names.
  package init() {}

  /// Notes a name where it is written.
  package mutating func note(_ text: String, at range: SourceRange, in script: Int) {
    let letters = text.lowercased()
    guard spellings[letters]?.contains(where: { $0.text == text }) != true else { return }
    spellings[letters, default: []].append(Spelling(text: text, script: script, range: range))
  }

  /// The spellings that came after another one of the same letters, each with the script it is in.
  ///
  /// - Parameter reported: The letters, in lower case, of names that have another diagnostic.
  /// - Returns: A diagnostic for each of them, in the order of the scripts.
  package func findings(
    besides reported: Set<String> = []
  ) -> [(script: Int, diagnostic: CompilerDiagnostic)] {
    let several = spellings.filter { $0.value.count > 1 && !reported.contains($0.key) }
    let found = several.values.flatMap { same in
      same.dropFirst().map { spelling in
        let first = same[0]
        return (
          script: spelling.script,
          diagnostic: CompilerDiagnostic.differsInCase(
            spelling.range, spelling.text, as: first.text,
            first: first.script == spelling.script ? first.range : nil)
        )
      }
    }
    return found.sorted {
      ($0.script, $0.diagnostic.range.start) < ($1.script, $1.diagnostic.range.start)
    }
  }
}

// MARK: - Its words

extension CompilerDiagnostic {
  /// A name that differs from another of its kind in capitals only.
  static func differsInCase(
    _ range: SourceRange, _ name: String, as other: String, first: SourceRange?
  ) -> Self {
    Self(
      .differsInCase, range,
      "`\(name)` and `\(other)` differ in capitals only, and are two names; write one of them in both "
        + "places, or another word"
    )
    .noting("the other one", at: first)
  }
}
