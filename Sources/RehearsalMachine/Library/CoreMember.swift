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

// MARK: - Help

extension CoreMember {
  /// The language's own values that have members.
  package enum Receiver: String, CaseIterable, Sendable {
    case string = "String"
    case list = "List"
    case map = "Map"
    case range = "Range"
  }

  /// One row of help: the member of one or more kinds of values, as it is written.
  package struct Help: Sendable {
    package let member: CoreMember
    package let receivers: [Receiver]
    /// The member with its arguments, as a call is written.
    package let usage: String
    /// What it gives or does, in one sentence.
    package let summary: String

    fileprivate init(
      _ member: CoreMember, _ receivers: [Receiver], _ usage: String, _ summary: String
    ) {
      self.member = member
      self.receivers = receivers
      self.usage = usage
      self.summary = summary
    }
  }

  /// Every member of every kind of value.
  package static let help: [Help] = [
    Help(.count, [.string], "count", "The number of Unicode scalars."),
    Help(.count, [.list, .map, .range], "count", "The number of elements or entries."),
    Help(.isEmpty, Receiver.allCases, "isEmpty", "Whether there are none."),
    Help(.first, [.list, .range], "first", "The first element, nil where there is none."),
    Help(.last, [.list, .range], "last", "The last element, nil where there is none."),
    Help(.keys, [.map], "keys", "The keys in the order in which they came in, as a List."),
    Help(.values, [.map], "values", "The values in the order of their keys, as a List."),
    Help(.lowerBound, [.range], "lowerBound", "Where the range begins."),
    Help(.upperBound, [.range], "upperBound", "Where the range ends, included or not."),
    Help(.append, [.list], "append(element)", "Adds an element at the end."),
    Help(.insert, [.list], "insert(element, at: index)", "Puts an element before an index."),
    Help(
      .removeAt, [.list], "remove(at: index)", "Takes the element at an index out and gives it."),
    Help(
      .remove, [.map], "remove(key)", "Takes an entry out and gives its value, nil without one."),
    Help(.contains, [.string], "contains(text)", "Whether a text stands anywhere in it."),
    Help(.contains, [.list], "contains(element)", "Whether an element is equal to a value."),
    Help(.contains, [.map], "contains(key)", "Whether there is an entry with a key."),
    Help(.contains, [.range], "contains(value)", "Whether a value lies between the bounds."),
    Help(
      .indexOf, [.list], "index(of: element)", "The index of the first equal element, or nil."),
    Help(
      .map, [.list, .range], "map { element in … }", "What a function makes of each element."),
    Help(
      .filter, [.list, .range], "filter { element in … }",
      "The elements for which a function gives true."),
    Help(
      .reduce, [.list, .range], "reduce(initial) { result, element in … }",
      "What a function makes of a first value and each element in turn."),
    Help(
      .sorted, [.list, .range], "sorted()", "The elements in ascending order; stable."),
    Help(
      .sorted, [.list, .range], "sorted { a, b in … }",
      "The elements in the order that a function gives, true where `a` comes before `b`; stable."),
    Help(.reversed, [.list, .range], "reversed()", "The elements in the opposite order."),
    Help(
      .joined, [.list], "joined(separator)",
      "One String of many, with a separator between them or none."),
    Help(.hasPrefix, [.string], "hasPrefix(text)", "Whether it begins with a text."),
    Help(.hasSuffix, [.string], "hasSuffix(text)", "Whether it ends with a text."),
    Help(
      .split, [.string], "split(separator)",
      "The pieces between the separators, empty ones included; its scalars for `\"\"`."),
    Help(.uppercased, [.string], "uppercased()", "The text in capital letters."),
    Help(.lowercased, [.string], "lowercased()", "The text in small letters."),
  ]
}
