// What one check of some scripts found out about their names and values: where the names that they
// declare occur, and what each expression of the main script can be. Editors look up in it; nothing is
// compiled or followed again to answer them.

import RehearsalInterface
import RehearsalSyntax

/// A name in a script, and the declaration that it stands for.
package struct NameOccurrence: Hashable, Sendable {
  /// The name of the script in which it is.
  package let file: String
  /// Where it is; the declaration itself is among the uses.
  package let range: SourceRange
  /// The name of the script that declares it.
  package let declaringFile: String
  /// Where the declared name is.
  package let declaration: SourceRange
}

/// A name after a dot that may be a variable of a unit or something else: what is before the dot is known
/// only when the script runs.
package struct UnclearMember: Hashable, Sendable {
  /// The name of the script in which it is.
  package let file: String
  /// Where it is.
  package let range: SourceRange
  /// The name.
  package let name: String
}

/// What the names and expressions of some scripts mean.
package struct SemanticModel: Sendable {
  /// The uses of what the scripts declare, in any order; those in code that could not be read are
  /// missing.
  package internal(set) var occurrences: Set<NameOccurrence> = []
  /// The members that may be a unit's, in any order.
  package internal(set) var unclearMembers: Set<UnclearMember> = []
  /// What the expressions of the main script can be, in the order of the walk.
  var values: [(range: SourceRange, value: InferredValue)] = []
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
    var found: (range: SourceRange, value: InferredValue)?
    for (range, value) in values where range.start <= offset && offset <= range.end {
      if found.map({ range.count <= $0.range.count }) ?? true { found = (range, value) }
    }
    return found.flatMap { range, value in
      value.isKnown ? (range, value.known(in: host, unitVariables: unitVariables)) : nil
    }
  }
}
