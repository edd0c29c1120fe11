// Where the names that scripts declare occur, for whoever asks after all of them, such as editors: the pass
// that resolves names notes each on its way, and inference the members of values that are known.

import RehearsalSyntax

/// Where a name is: the name of the script, and the place in it.
package struct NamedPlace: Hashable, Sendable {
  /// The name of the script.
  package let file: String
  /// Where the name is in it.
  package let range: SourceRange

  /// Makes a place.
  package init(file: String, range: SourceRange) {
    self.file = file
    self.range = range
  }
}

/// A name after a dot that may be a variable of a unit or something else: what is before the dot is known
/// only when the script runs.
package struct UnclearMember: Hashable, Sendable {
  /// Where it is.
  package let place: NamedPlace
  /// The name.
  package let name: String
}

/// Where the names that some scripts declare occur.
package struct NameOccurrences: Sendable {
  /// A name in a script, and the declaration that it stands for, which is a use itself.
  private struct Use {
    let script: Int32
    let range: SourceRange
    let declaringScript: Int32
    let declaration: SourceRange
  }

  /// The uses of what the scripts declare, in the order of the walk; those in code that could not be
  /// read are missing.
  private var uses: [Use] = []
  /// The names of the scripts, by their numbers.
  var files: [String] = []
  /// The members that may be a unit's, in any order.
  package internal(set) var unclearMembers: Set<UnclearMember> = []

  /// Makes occurrences of nothing.
  package init() {}

  /// Notes a name and what it stands for, each in its script.
  mutating func note(_ name: Name, in script: Int, as declared: Name, of declaringScript: Int) {
    uses.append(
      Use(
        script: Int32(script), range: name.range, declaringScript: Int32(declaringScript),
        declaration: declared.range))
  }

  /// The declaration that the name at a place stands for; nil for a name that no script declares.
  ///
  /// - Complexity: O(*n*) in the names of the scripts.
  package func declaration(of place: NamedPlace) -> NamedPlace? {
    guard let script = number(ofFile: place.file) else { return nil }
    let use = uses.first { $0.range == place.range && $0.script == script }
    return use.map { NamedPlace(file: files[Int($0.declaringScript)], range: $0.declaration) }
  }

  /// Where the name of a declaration is used, the declaration included; in any order.
  ///
  /// - Complexity: O(*n*) in the names of the scripts.
  package func uses(of declaration: NamedPlace) -> [NamedPlace] {
    guard let script = number(ofFile: declaration.file) else { return [] }
    return uses.filter { $0.declaration == declaration.range && $0.declaringScript == script }
      .map { NamedPlace(file: files[Int($0.script)], range: $0.range) }
  }

  /// How often each declaration is used, in any order.
  package var useCounts: [Int] {
    let uses = Dictionary(grouping: uses) {
      NamedPlace(file: files[Int($0.declaringScript)], range: $0.declaration)
    }
    return uses.values.map(\.count)
  }

  private func number(ofFile file: String) -> Int32? {
    files.lastIndex(of: file).map { Int32($0) }
  }
}
