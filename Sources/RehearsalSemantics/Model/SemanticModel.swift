// What one check of some scripts found out about their names and values: where the names that they
// declare occur, and what each expression of the main script can be. Editors look up in it; nothing is
// compiled or followed again to answer them.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// What the names and expressions of some scripts mean.
package struct SemanticModel: Sendable {
  /// Where the names occur that the scripts declare.
  package let names: NameOccurrences
  /// What the expressions of the main script can be, in the order of the walk, each with its place.
  private let values: [InferredValue]
  private let valuePlaces: [SourceRange]
  /// The words by which values are described.
  private let host: HostInterface
  /// The variables of each unit, by its number.
  private let unitVariables: [[String]]

  /// Makes a model of names that are resolved and values that are followed.
  init(_ names: NameOccurrences, _ inference: Inference) {
    let context = inference.context
    self.names = names
    host = context.host
    values = inference.values
    valuePlaces = inference.valuePlaces
    unitVariables = context.units.indices.map(context.unitVariables)
  }

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
}
