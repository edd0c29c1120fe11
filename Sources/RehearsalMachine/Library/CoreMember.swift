// The members of the language's own values: names with their labels, each once. Which values have
// them, and what they do, stands in the files of this folder.

/// A member of strings, lists, maps or ranges.
package enum CoreMember: Int, CaseIterable, Sendable {
  // Properties
  case count, isEmpty, first, last, keys, values, lowerBound, upperBound
  // Functions
  case append, insert, remove, removeAt, removeFirst, removeLast, removeAll
  case contains, containsWhere, indexOf, indexWhere, allSatisfy
  case map, filter, compactMap, flatMap, reduce, forEach, sorted, reversed, joined, enumerated
  case mapValues, compactMapValues
  case min, max, sum, prefix, suffix, dropFirst, dropLast
  case hasPrefix, hasSuffix, split, uppercased, lowercased, trimmed, replacing

  /// How a member name with its labels is written in code: `remove(at:)`.
  // Written out: to ask the runtime for the names of cases would slow the start of every script.
  var spellings: [String] {
    switch self {
    case .removeAt: ["remove(at:)"]
    case .removeFirst: ["removeFirst"]
    case .removeLast: ["removeLast"]
    case .removeAll: ["removeAll", "removeAll(where:)"]
    case .indexOf: ["index(of:)", "firstIndex(of:)"]
    case .indexWhere: ["index", "index(where:)", "firstIndex", "firstIndex(where:)"]
    case .allSatisfy: ["allSatisfy"]
    case .compactMap: ["compactMap"]
    case .flatMap: ["flatMap"]
    case .forEach: ["forEach"]
    case .enumerated: ["enumerated"]
    case .mapValues: ["mapValues"]
    case .compactMapValues: ["compactMapValues"]
    case .min: ["min", "min(by:)"]
    case .max: ["max", "max(by:)"]
    case .sum: ["sum"]
    case .prefix: ["prefix"]
    case .suffix: ["suffix"]
    case .dropFirst: ["dropFirst"]
    case .dropLast: ["dropLast"]
    case .trimmed: ["trimmed"]
    case .replacing: ["replacing(_:with:)"]
    case .insert: ["insert(_:at:)"]
    case .joined: ["joined", "joined(separator:)"]
    case .split: ["split", "split(separator:)"]
    case .sorted: ["sorted", "sorted(by:)"]
    case .count: ["count"]
    case .isEmpty: ["isEmpty"]
    case .first: ["first", "first(where:)"]
    case .last: ["last", "last(where:)"]
    case .keys: ["keys"]
    case .values: ["values"]
    case .lowerBound: ["lowerBound"]
    case .upperBound: ["upperBound"]
    case .append: ["append"]
    case .remove: ["remove"]
    case .contains: ["contains"]
    case .containsWhere: ["contains(where:)"]
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
    case .append, .insert, .remove, .removeAt, .removeFirst, .removeLast, .removeAll: true
    default: false
    }
  }

  /// Whether it is read without parentheses; `first` and `last` take a predicate, too.
  var isProperty: Bool {
    switch self {
    case .count, .isEmpty, .first, .last, .keys, .values, .lowerBound, .upperBound: true
    default: false
    }
  }

  /// Whether lists have it as a function.
  var isOfLists: Bool {
    switch self {
    case .append, .insert, .removeAt, .removeFirst, .removeLast, .removeAll, .contains,
      .containsWhere, .indexOf, .indexWhere, .allSatisfy, .first, .last, .map, .filter,
      .compactMap, .flatMap, .reduce, .forEach, .sorted, .reversed, .joined, .enumerated, .min,
      .max, .sum, .prefix, .suffix, .dropFirst, .dropLast:
      true
    default: false
    }
  }

  /// Whether strings have it as a function.
  var isOfStrings: Bool {
    switch self {
    case .contains, .hasPrefix, .hasSuffix, .split, .uppercased, .lowercased, .trimmed,
      .replacing, .prefix, .suffix, .dropFirst, .dropLast:
      true
    default: false
    }
  }

  /// Whether maps have it as a function.
  var isOfMaps: Bool {
    switch self {
    case .contains, .containsWhere, .remove, .allSatisfy, .first, .map, .filter, .compactMap,
      .flatMap, .reduce, .forEach, .sorted, .min, .max, .mapValues, .compactMapValues:
      true
    default: false
    }
  }

  /// How many arguments a call of it takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .reversed, .uppercased, .lowercased, .trimmed, .enumerated, .sum, .removeFirst,
      .removeLast:
      0...0
    case .sorted, .joined, .min, .max, .dropFirst, .dropLast, .removeAll: 0...1
    case .insert, .reduce, .replacing: 2...2
    default: 1...1
    }
  }

  /// Whether a call with so many arguments calls one of them, the last.
  func callsBack(_ count: Int) -> Bool {
    switch self {
    case .map, .filter, .compactMap, .flatMap, .reduce, .forEach, .allSatisfy, .containsWhere,
      .indexWhere, .first, .last, .mapValues, .compactMapValues:
      true
    case .sorted, .min, .max, .removeAll: count == 1
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
    Help(.removeFirst, [.list], "removeFirst()", "Takes the first element out and gives it."),
    Help(.removeLast, [.list], "removeLast()", "Takes the last element out and gives it."),
    Help(.removeAll, [.list], "removeAll()", "Takes all elements out."),
    Help(
      .removeAll, [.list], "removeAll { element in … }",
      "Takes out the elements for which a function gives true."),
    Help(
      .remove, [.map], "remove(key)", "Takes an entry out and gives its value, nil without one."),
    Help(.contains, [.string], "contains(text)", "Whether a text stands anywhere in it."),
    Help(.contains, [.list], "contains(element)", "Whether an element is equal to a value."),
    Help(
      .containsWhere, [.list, .map, .range], "contains { element in … }",
      "Whether a function gives true for an element."),
    Help(.contains, [.map], "contains(key)", "Whether there is an entry with a key."),
    Help(.contains, [.range], "contains(value)", "Whether a value lies between the bounds."),
    Help(
      .indexOf, [.list], "index(of: element)", "The index of the first equal element, or nil."),
    Help(
      .indexWhere, [.list, .range], "index { element in … }",
      "The index of the first element for which a function gives true, or nil."),
    Help(
      .first, [.list, .map, .range], "first { element in … }",
      "The first element for which a function gives true, or nil."),
    Help(
      .last, [.list, .range], "last { element in … }",
      "The last element for which a function gives true, or nil."),
    Help(
      .allSatisfy, [.list, .map, .range], "allSatisfy { element in … }",
      "Whether a function gives true for every element."),
    Help(
      .map, [.list, .map, .range], "map { element in … }", "What a function makes of each element."),
    Help(
      .filter, [.list, .range], "filter { element in … }",
      "The elements for which a function gives true."),
    Help(
      .filter, [.map], "filter { key, value in … }",
      "A Map of the entries for which a function gives true."),
    Help(
      .mapValues, [.map], "mapValues { value in … }",
      "A Map with what a function makes of each value."),
    Help(
      .compactMapValues, [.map], "compactMapValues { value in … }",
      "A Map with what a function makes of each value, without the nils."),
    Help(
      .compactMap, [.list, .map, .range], "compactMap { element in … }",
      "What a function makes of each element, without the nils."),
    Help(
      .flatMap, [.list, .map, .range], "flatMap { element in … }",
      "The lists that a function makes of each element, as one."),
    Help(
      .forEach, [.list, .map, .range], "forEach { element in … }",
      "Calls a function with each element."),
    Help(
      .reduce, [.list, .map, .range], "reduce(initial) { result, element in … }",
      "What a function makes of a first value and each element in turn."),
    Help(
      .sorted, [.list, .range], "sorted()", "The elements in ascending order; stable."),
    Help(
      .sorted, [.list, .map, .range], "sorted { a, b in … }",
      "The elements in the order that a function gives, true where `a` comes before `b`; stable."),
    Help(
      .enumerated, [.list, .range], "enumerated()",
      "The elements with their positions, for `for (offset, element) in`; each is a map of both."),
    Help(
      .min, [.list, .range], "min()",
      "The least of numbers, Strings or Durations, nil where there is none."),
    Help(
      .min, [.list, .map, .range], "min { a, b in … }",
      "The element that comes first in the order that a function gives."),
    Help(
      .max, [.list, .range], "max()",
      "The greatest of numbers, Strings or Durations, nil where there is none."),
    Help(
      .max, [.list, .map, .range], "max { a, b in … }",
      "The element that comes last in the order that a function gives."),
    Help(.sum, [.list, .range], "sum()", "Numbers or Durations added up, 0 for none."),
    Help(.prefix, [.list, .range], "prefix(count)", "The first elements, at most so many."),
    Help(.suffix, [.list, .range], "suffix(count)", "The last elements, at most so many."),
    Help(
      .dropFirst, [.list, .range], "dropFirst(count)",
      "All but the first element, or but so many of them."),
    Help(
      .dropLast, [.list, .range], "dropLast(count)",
      "All but the last element, or but so many of them."),
    Help(.prefix, [.string], "prefix(count)", "The first scalars, at most so many."),
    Help(.suffix, [.string], "suffix(count)", "The last scalars, at most so many."),
    Help(
      .dropFirst, [.string], "dropFirst(count)", "All but the first scalar, or but so many of them."
    ),
    Help(
      .dropLast, [.string], "dropLast(count)", "All but the last scalar, or but so many of them."),
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
    Help(.trimmed, [.string], "trimmed()", "The text without white space at its ends."),
    Help(
      .replacing, [.string], "replacing(text, with: other)",
      "The text with another in place of each occurrence of one."),
    Help(.lowercased, [.string], "lowercased()", "The text in small letters."),
  ]
}
