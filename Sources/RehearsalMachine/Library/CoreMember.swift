// The members of the language's own values: names with their labels, each once. Which values have
// them, and what they do, stands in the files of this folder.

/// A member of strings, lists, maps or ranges.
package enum CoreMember: Int, CaseIterable, Sendable {
  // Properties
  case count, isEmpty, first, last, keys, values, lowerBound, upperBound
  // Functions
  case append, insert, remove, removeAt, contains, indexOf
  case map, filter, reduce, sorted, reversed, joined
  case hasPrefix, hasSuffix, split, uppercased, lowercased

  /// How a member name with its labels is written in code: `remove(at:)`.
  // Written out: to ask the runtime for the names of cases would slow the start of every script.
  var spellings: [String] {
    switch self {
    case .removeAt: ["remove(at:)"]
    case .indexOf: ["index(of:)"]
    case .insert: ["insert(_:at:)"]
    case .joined: ["joined", "joined(separator:)"]
    case .split: ["split", "split(separator:)"]
    case .sorted: ["sorted", "sorted(by:)"]
    case .count: ["count"]
    case .isEmpty: ["isEmpty"]
    case .first: ["first"]
    case .last: ["last"]
    case .keys: ["keys"]
    case .values: ["values"]
    case .lowerBound: ["lowerBound"]
    case .upperBound: ["upperBound"]
    case .append: ["append"]
    case .remove: ["remove"]
    case .contains: ["contains"]
    case .map: ["map"]
    case .filter: ["filter"]
    case .reduce: ["reduce"]
    case .reversed: ["reversed"]
    case .hasPrefix: ["hasPrefix"]
    case .hasSuffix: ["hasSuffix"]
    case .uppercased: ["uppercased"]
    case .lowercased: ["lowercased"]
    }
  }

  /// Whether it changes its receiver, which then has to be a place.
  var isMutating: Bool {
    switch self {
    case .append, .insert, .remove, .removeAt: true
    default: false
    }
  }

  /// Whether it is read without parentheses.
  var isProperty: Bool {
    switch self {
    case .count, .isEmpty, .first, .last, .keys, .values, .lowerBound, .upperBound: true
    default: false
    }
  }

  /// The member that a name with labels means, if any.
  static let bySpelling: [String: CoreMember] = {
    var result: [String: CoreMember] = [:]
    for member in allCases { for spelling in member.spellings { result[spelling] = member } }
    return result
  }()
}
