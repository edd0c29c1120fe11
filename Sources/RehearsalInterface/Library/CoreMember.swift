// The members of the language's own values, one row for each form: how it is written, which values have
// it, help, what it gives, and what it does by a name: the machine has a body for each name. What calls a
// function of the script's is in the language itself, in `LibraryPrelude`.

import RehearsalValues

/// A member of strings, lists, maps or ranges, in one of the forms in which it is written.
package struct CoreMember: Sendable {
  /// What reading a property gives; the machine has a body for each.
  package enum Property: Sendable {
    case count, isEmpty, first, last, keys, values, lowerBound, upperBound
  }

  /// What a call gives that changes nothing.
  package enum Function: Sendable {
    case containsText, containsElement, containsKey, containsNumber, indexOfElement
    case sorted, enumerated, min, max, sum, prefix, suffix, dropFirst, dropLast, reversed
    case joined, hasPrefix, hasSuffix, split, uppercased, lowercased, trimmed, replacing
  }

  /// What a call does that changes its receiver.
  package enum Mutation: Sendable {
    case append, insert, remove, removeFirst, removeLast, removeAll, removeKey
  }

  /// What a form does.
  package enum Action: Sendable {
    case property(Property)
    case function(Function)
    case mutation(Mutation)
    /// Calls the last argument, in a function of the library's prelude.
    case calling(String)
    /// Calls the last argument in a function of the prelude where it is a function, which only the
    /// run knows.
    case functionOrCalling(Function, String)
  }

  /// How a member name with its labels is written in code: `remove(at:)`.
  ///
  /// Forms that are spelled alike are one member.
  package let spellings: [String]
  /// The values that have it.
  package let receivers: Receivers
  /// The member with its arguments, as a call is written.
  package let usage: String
  /// How many arguments a call takes.
  package let arguments: ClosedRange<Int>
  /// What it gives.
  package let result: ValueKind
  /// What it gives or does, in one sentence.
  package let summary: String
  package let action: Action

  private init(
    _ receivers: Receivers, _ usage: String, spelled spellings: [String]? = nil,
    taking arguments: ClosedRange<Int> = 0...0, _ result: ValueKind, _ summary: String,
    _ action: Action
  ) {
    let name = usage.utf8.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: " ") }
    self.spellings = spellings ?? [String(Substring(name))]
    self.receivers = receivers
    self.usage = usage
    self.arguments = arguments
    self.result = result
    self.summary = summary
    self.action = action
  }

  /// The language's own values that have members.
  package struct Receivers: OptionSet, Sendable {
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let string = Receivers(rawValue: 1)
    package static let list = Receivers(rawValue: 2)
    package static let map = Receivers(rawValue: 4)
    package static let range = Receivers(rawValue: 8)
    fileprivate static let all: Receivers = [.string, .list, .map, .range]
    fileprivate static let sequences: Receivers = [.list, .range]
    fileprivate static let collections: Receivers = [.list, .map, .range]

    /// Each kind of values with its name.
    package static let named: [(receiver: Receivers, name: String)] = [
      (.string, "String"), (.list, "List"), (.map, "Map"), (.range, "Range"),
    ]

    /// The names of the kinds.
    package var names: [String] {
      Self.named.filter { isSuperset(of: $0.receiver) }.map(\.name)
    }
  }
}

// MARK: - The table

extension CoreMember {
  private static let measured = ValueKind.either([.integer, .double, .duration])

  /// Every form, in the order of lists; the interpreter knows the first member, `count`.
  package static let all: [CoreMember] =
    properties + changes + searches + transformations + orders + slices + texts

  private static let properties: [CoreMember] = [
    CoreMember(
      [.string], "count", .integer, "The number of Unicode scalars.", .property(.count)),
    CoreMember(
      .collections, "count", .integer, "The number of elements or entries.", .property(.count)),
    CoreMember(.all, "isEmpty", .boolean, "Whether it is empty.", .property(.isEmpty)),
    CoreMember(
      .sequences, "first", spelled: ["first", "first(where:)"], .optional(.element),
      "The first element, nil if it is empty.", .property(.first)),
    CoreMember(
      .sequences, "last", spelled: ["last", "last(where:)"], .optional(.element),
      "The last element, nil if it is empty.", .property(.last)),
    CoreMember(
      [.map], "keys", .list(.any), "The keys in the order of insertion, as a List.",
      .property(.keys)),
    CoreMember(
      [.map], "values", .list(.value), "The values in the order of their keys, as a List.",
      .property(.values)),
    CoreMember(
      [.range], "lowerBound", measured, "Where the range begins.",
      .property(.lowerBound)),
    CoreMember(
      [.range], "upperBound", measured, "Where the range ends, included or not.",
      .property(.upperBound)),
  ]

  private static let changes: [CoreMember] = [
    CoreMember(
      [.list], "append(element)", taking: 1...1, .nothing, "Adds an element at the end.",
      .mutation(.append)),
    CoreMember(
      [.list], "insert(element, at: index)", spelled: ["insert(_:at:)"], taking: 2...2, .nothing,
      "Inserts an element before an index.", .mutation(.insert)),
    CoreMember(
      [.list], "remove(at: index)", spelled: ["remove(at:)"], taking: 1...1, .element,
      "Removes and returns the element at an index.", .mutation(.remove)),
    CoreMember(
      [.list], "removeFirst()", .element, "Removes and returns the first element.",
      .mutation(.removeFirst)),
    CoreMember(
      [.list], "removeLast()", .element, "Removes and returns the last element.",
      .mutation(.removeLast)),
    CoreMember(
      [.list], "removeAll()", spelled: ["removeAll", "removeAll(where:)"], .nothing,
      "Removes all elements.", .mutation(.removeAll)),
    CoreMember(
      [.list], "removeAll { element in … }", spelled: ["removeAll", "removeAll(where:)"],
      taking: 1...1,
      .nothing, "Removes the elements for which a function returns true.",
      .calling("__remaining")),
    CoreMember(
      [.map], "remove(key)", taking: 1...1, .optional(.value),
      "Removes an entry and returns its value, nil without one.", .mutation(.removeKey)),
  ]

  private static let searches: [CoreMember] = [
    CoreMember(
      [.string], "contains(text)", taking: 1...1, .boolean, "Whether it contains a text.",
      .functionOrCalling(.containsText, "__contains")),
    CoreMember(
      [.list], "contains(element)", taking: 1...1, .boolean,
      "Whether an element is equal to a value.",
      .functionOrCalling(.containsElement, "__contains")),
    CoreMember(
      .collections, "contains { element in … }", spelled: ["contains(where:)"], taking: 1...1,
      .boolean,
      "Whether a function returns true for an element.", .calling("__contains")),
    CoreMember(
      [.map], "contains(key)", taking: 1...1, .boolean, "Whether there is an entry with a key.",
      .functionOrCalling(.containsKey, "__contains")),
    CoreMember(
      [.range], "contains(value)", taking: 1...1, .boolean,
      "Whether a value lies between the bounds.",
      .functionOrCalling(.containsNumber, "__contains")),
    CoreMember(
      [.list], "index(of: element)", spelled: ["index(of:)", "firstIndex(of:)"], taking: 1...1,
      .optional(.integer), "The index of the first equal element, or nil.",
      .function(.indexOfElement)),
    CoreMember(
      .sequences, "index { element in … }",
      spelled: ["index", "index(where:)", "firstIndex", "firstIndex(where:)"], taking: 1...1,
      .optional(.integer),
      "The index of the first element for which a function returns true, or nil.",
      .calling("__index")),
    CoreMember(
      .collections, "first { element in … }", taking: 1...1, .optional(.element),
      "The first element for which a function returns true, or nil.", .calling("__first")),
    CoreMember(
      .sequences, "last { element in … }", taking: 1...1, .optional(.element),
      "The last element for which a function returns true, or nil.", .calling("__last")),
    CoreMember(
      .collections, "allSatisfy { element in … }", taking: 1...1, .boolean,
      "Whether a function returns true for every element.", .calling("__allSatisfy")),
  ]

  private static let transformations: [CoreMember] = [
    CoreMember(
      .collections, "map { element in … }", taking: 1...1, .list(.made),
      "The results of a function for each element.", .calling("__map")),
    CoreMember(
      .sequences, "filter { element in … }", taking: 1...1, .list(.element),
      "The elements for which a function returns true.", .calling("__filter")),
    CoreMember(
      [.map], "filter { key, value in … }", taking: 1...1, .mapHolding(.value),
      "A Map of the entries for which a function returns true.", .calling("__filterEntries")),
    CoreMember(
      [.map], "mapValues { value in … }", taking: 1...1, .mapHolding(.made),
      "A Map with the results of a function for each value.", .calling("__mapValues")),
    CoreMember(
      [.map], "compactMapValues { value in … }", taking: 1...1, .mapHolding(.made),
      "A Map with the results of a function for each value, without nils.",
      .calling("__compactMapValues")),
    CoreMember(
      .collections, "compactMap { element in … }", taking: 1...1, .list(.made),
      "The results of a function for each element, without nils.", .calling("__compactMap")),
    CoreMember(
      .collections, "flatMap { element in … }", taking: 1...1, .list(.any),
      "The lists that a function returns for each element, joined.", .calling("__flatMap")),
    CoreMember(
      .collections, "forEach { element in … }", taking: 1...1, .nothing,
      "Calls a function with each element.", .calling("__forEach")),
    CoreMember(
      .collections, "reduce(initial) { result, element in … }", taking: 2...2, .made,
      "The elements combined by a function, from an initial value on.", .calling("__reduce")),
  ]

  private static let orders: [CoreMember] = [
    CoreMember(
      .sequences, "sorted()", spelled: ["sorted", "sorted(by:)"], .list(.element),
      "The elements in ascending order; stable.", .function(.sorted)),
    CoreMember(
      .collections, "sorted { a, b in … }", taking: 1...1, .list(.element),
      "The elements in the order of a function that returns whether `a` is before `b`; stable.",
      .calling("__sorted")),
    CoreMember(
      .sequences, "enumerated()", .list(.fields(["offset": .integer, "element": .element])),
      "The elements with their positions, for `for (offset, element) in`, as maps.",
      .function(.enumerated)),
    CoreMember(
      .sequences, "min()", spelled: ["min", "min(by:)"], .optional(.element),
      "The smallest of numbers, Strings or Durations, nil if it is empty.",
      .function(.min)),
    CoreMember(
      .collections, "min { a, b in … }", taking: 1...1, .optional(.element),
      "The first element in the order of a function.", .calling("__min")),
    CoreMember(
      .sequences, "max()", spelled: ["max", "max(by:)"], .optional(.element),
      "The largest of numbers, Strings or Durations, nil if it is empty.",
      .function(.max)),
    CoreMember(
      .collections, "max { a, b in … }", taking: 1...1, .optional(.element),
      "The last element in the order of a function.", .calling("__max")),
    CoreMember(
      .sequences, "sum()", measured, "The sum of numbers or Durations, 0 if it is empty.",
      .function(.sum)),
  ]

  private static let slices: [CoreMember] = [
    CoreMember(
      .sequences, "prefix(count)", taking: 1...1, .list(.element),
      "The first elements, at most `count`.",
      .function(.prefix)),
    CoreMember(
      .sequences, "suffix(count)", taking: 1...1, .list(.element),
      "The last elements, at most `count`.",
      .function(.suffix)),
    CoreMember(
      .sequences, "dropFirst(count)", taking: 0...1, .list(.element),
      "All except the first element, or the first `count`.",
      .function(.dropFirst)),
    CoreMember(
      .sequences, "dropLast(count)", taking: 0...1, .list(.element),
      "All except the last element, or the last `count`.", .function(.dropLast)),
    CoreMember(
      [.string], "prefix(count)", taking: 1...1, .string, "The first scalars, at most `count`.",
      .function(.prefix)),
    CoreMember(
      [.string], "suffix(count)", taking: 1...1, .string, "The last scalars, at most `count`.",
      .function(.suffix)),
    CoreMember(
      [.string], "dropFirst(count)", taking: 0...1, .string,
      "All except the first scalar, or the first `count`.",
      .function(.dropFirst)),
    CoreMember(
      [.string], "dropLast(count)", taking: 0...1, .string,
      "All except the last scalar, or the last `count`.", .function(.dropLast)),
    CoreMember(
      .sequences, "reversed()", .list(.element), "The elements in the opposite order.",
      .function(.reversed)),
  ]

  private static let texts: [CoreMember] = [
    CoreMember(
      [.list], "joined(separator)", spelled: ["joined", "joined(separator:)"], taking: 0...1,
      .string,
      "The Strings joined to one, with an optional separator.", .function(.joined)),
    CoreMember(
      [.string], "hasPrefix(text)", taking: 1...1, .boolean, "Whether it begins with a text.",
      .function(.hasPrefix)),
    CoreMember(
      [.string], "hasSuffix(text)", taking: 1...1, .boolean, "Whether it ends with a text.",
      .function(.hasSuffix)),
    CoreMember(
      [.string], "split(separator)", spelled: ["split", "split(separator:)"], taking: 1...1,
      .list(.string),
      "The pieces between the separators, empty ones included; its scalars for `\"\"`.",
      .function(.split)),
    CoreMember(
      [.string], "uppercased()", .string, "The text in upper case.",
      .function(.uppercased)),
    CoreMember(
      [.string], "trimmed()", .string, "The text without white space at its ends.",
      .function(.trimmed)),
    CoreMember(
      [.string], "replacing(text, with: other)", spelled: ["replacing(_:with:)"], taking: 2...2,
      .string,
      "The text with each occurrence of one replaced by another.",
      .function(.replacing)),
    CoreMember(
      [.string], "lowercased()", .string, "The text in lower case.",
      .function(.lowercased)),
  ]
}

extension String {
  /// Whether the text can be written after a dot.
  package var isPlainName: Bool {
    first.map { $0.isLetter || $0 == "_" } == true
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
