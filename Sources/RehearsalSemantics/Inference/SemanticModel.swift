// What one check of some scripts found out about their names and values: where the names that they
// declare occur, and what each expression of the main script can be. Editors look up in it; nothing is
// compiled or followed again to answer them.

import RehearsalInterface
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

/// What the names and expressions of some scripts mean.
package struct SemanticModel: Sendable {
  /// A name in a script, and the declaration that it stands for, which is a use itself.
  struct Use: Sendable {
    let script: Int32
    let range: SourceRange
    let declaringScript: Int32
    let declaration: SourceRange
  }

  /// The uses of what the scripts declare, in the order of the walk; those in code that could not be
  /// read are missing.
  var uses: [Use] = []
  /// The names of the scripts, by their numbers.
  var files: [String] = []
  /// The members that may be a unit's, in any order.
  package internal(set) var unclearMembers: Set<UnclearMember> = []
  /// What the expressions of the main script can be, in the order of the walk, each with its place.
  var values: [InferredValue] = []
  var valuePlaces: [SourceRange] = []
  /// The words by which values are described.
  private let host: HostInterface
  /// The variables of each unit, by its number.
  var unitVariables: [[String]] = []

  package init(host: HostInterface) { self.host = host }

  /// What is known of the innermost expression around a place of the main script.
  ///
  /// - Parameter offset: The place, in bytes from the beginning of the main script.
  /// - Returns: The expression and what it can be; nil if there is none, or nothing is known.
  /// - Complexity: O(*n*) in the expressions of the script.
  package func knownValue(at offset: Int) -> (range: SourceRange, value: KnownValue)? {
    let offset = Int32(clamping: offset)
    var found: Int?
    for (index, range) in valuePlaces.enumerated()
    where range.start <= offset && offset <= range.end {
      if found.map({ range.count <= valuePlaces[$0].count }) ?? true { found = index }
    }
    guard let found, values[found].isKnown else { return nil }
    return (valuePlaces[found], values[found].known(in: host, unitVariables: unitVariables))
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
