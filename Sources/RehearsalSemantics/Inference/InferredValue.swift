// What is known of a value before anything runs: the kinds that it can have, of symbols which ones,
// of handles whose, and of collections what they hold. It only ever says more than is so: a value
// that the run can bring about is always among those that are said to be possible.

import RehearsalInterface
import RehearsalValues

/// The values that an expression can have.
struct InferredValue: Sendable {
  /// The kinds that a value can have.
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let nothing = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let integer = Kinds(rawValue: 4)
    static let double = Kinds(rawValue: 8)
    static let string = Kinds(rawValue: 16)
    static let duration = Kinds(rawValue: 32)
    static let symbol = Kinds(rawValue: 64)
    static let list = Kinds(rawValue: 128)
    static let map = Kinds(rawValue: 256)
    static let range = Kinds(rawValue: 512)
    static let function = Kinds(rawValue: 1024)
    static let handle = Kinds(rawValue: 2048)
    static let numbers: Kinds = [.integer, .double]
    static let collections: Kinds = [.list, .map, .range, .function]
    static let any = Kinds(rawValue: 4095)

    /// Each with its name, as `type(of:)` has it.
    static let named: [(kind: Kinds, name: String)] = [
      (.nothing, "nil"), (.boolean, "a Bool"), (.integer, "an Int"), (.double, "a Double"),
      (.string, "a String"), (.duration, "a Duration"), (.symbol, "a symbol"), (.list, "a List"),
      (.map, "a Map"), (.range, "a Range"), (.function, "a function"), (.handle, "a handle"),
    ]
  }

  /// Empty where no value is known to come here at all.
  var kinds: Kinds
  /// The symbols that it can be; nil for any.
  var symbols: SymbolDomain?
  /// The texts that it can be; nil for any.
  var texts: SymbolDomain?
  /// The kinds of handles that it can be, a bit each.
  var handles: UInt64 = 0
  /// The unit that it is where it is a handle of one; nil for any.
  var unit: Int?
  /// What it holds where it is a collection, and gives where it is a function; nil for anything.
  var contents: Contents?
  /// Whether a list holds an element for certain.
  var isFilled = false
  /// Whether it came by way of a parameter, so that other callers may pass something else.
  var isPassed = false

  init(_ kinds: Kinds) { self.kinds = kinds }

  /// A value that never comes about.
  static let never = InferredValue([])
  /// A value of which nothing is known.
  static let any: InferredValue = {
    var value = InferredValue(.any)
    value.handles = .max
    return value
  }()

  static let nothing = InferredValue(.nothing)
  static let boolean = InferredValue(.boolean)
  static let integer = InferredValue(.integer)
  static let string = InferredValue(.string)

  /// One of some symbols.
  static func symbol(_ symbols: SymbolDomain?) -> InferredValue {
    var value = InferredValue(.symbol)
    value.symbols = symbols
    return value
  }

  /// A handle of a kind, of a unit if it is one.
  static func handle(_ kind: UInt8, unit: Int? = nil) -> InferredValue {
    var value = InferredValue(.handle)
    value.handles = bit(of: kind)
    value.unit = unit
    return value
  }

  /// A collection, or a function, that holds or gives a value.
  static func collection(_ kind: Kinds, of element: InferredValue) -> InferredValue {
    collection(kind, Contents(element))
  }

  static func collection(_ kind: Kinds, _ contents: Contents?) -> InferredValue {
    var value = InferredValue(kind)
    value.contents = contents
    return value
  }

  /// The bit of a kind of handles; those with high numbers share one.
  static func bit(of kind: UInt8) -> UInt64 { 1 << UInt64(min(kind, 63)) }

  /// Whether nothing is known of it.
  var isUnknown: Bool { kinds == .any }

  /// The one text that it is, from any caller; nil where it may be another one.
  var onlyText: String? {
    guard kinds == .string, !isPassed, let texts, texts.names.count == 1 else { return nil }
    return texts.names.first
  }

  /// Whether it is a list or map that never holds anything.
  var isNeverFilled: Bool {
    guard !isPassed, !isFilled, kinds == .list || kinds == .map, let contents else { return false }
    return contents.map == nil && contents.element.kinds.isEmpty
  }

  /// The value without nil.
  var present: InferredValue {
    guard !isUnknown else { return self }
    var value = self
    value.kinds.remove(.nothing)
    return value
  }

  /// The value, or nil.
  var optional: InferredValue {
    var value = self
    value.kinds.insert(.nothing)
    return value
  }

  /// One of the elements that it goes through: of a list, a range, a text or a map.
  var element: InferredValue {
    if isUnknown { return .any }
    var element = InferredValue.never
    if !kinds.isDisjoint(with: [.list, .range]) { element.join(contents?.element ?? .any) }
    if kinds.contains(.string) { element.join(.string) }
    if kinds.contains(.map) {
      element.join(
        .collection(.map, Contents(fields: [.text("key"): .any, .text("value"): mapValue])))
    }
    return element
  }

  /// One of the values of a map.
  var mapValue: InferredValue { contents.map(\.element) ?? .any }

  /// What a call gives.
  var result: InferredValue { kinds == .function ? contents?.element ?? .any : .any }
}

// MARK: - Symbols and texts

/// Some symbols or texts.
struct SymbolDomain: Sendable {
  /// The symbols without their dots.
  private(set) var names: Set<String>
  /// The same in the order of their table; empty where the script brought them together.
  private(set) var ordered: [String]
  /// What a table has them for; nil where the script brought them together.
  private(set) var owner: String?

  /// The symbols of a table.
  init(_ names: [String], of owner: String) {
    self.names = Set(names)
    ordered = names
    self.owner = owner
  }

  /// A symbol as the script has it.
  init(_ name: String) {
    names = [name]
    ordered = []
  }

  /// As many as are followed; more are as good as any.
  private static let most = 1024

  /// The same, or nil for any.
  static func join(_ first: SymbolDomain?, _ second: SymbolDomain?) -> SymbolDomain? {
    guard var joined = first, let second else { return nil }
    if joined.owner == nil || joined.owner != second.owner {
      joined.ordered = []
      joined.owner = nil
    }
    joined.names.formUnion(second.names)
    return joined.names.count > most ? nil : joined
  }
}

// MARK: - Contents

/// What a collection holds.
///
/// Its places are known apart where a literal has them, so that a list of two and the entries of a
/// map each keep what they are.
final class Contents: Sendable {
  /// A place in a list or map.
  enum Place: Hashable, Sendable {
    case index(Int)
    case text(String)
  }

  /// Anything in it.
  let element: InferredValue
  /// What is at each place; empty where places are not known apart.
  let fields: [Place: InferredValue]
  /// The map of the host that it is; nil for none, or where it is not known.
  let map: HostMap?
  /// How deeply collections are nested.
  private let depth: Int
  /// How many values it is made of.
  private let weight: Int

  /// As much as is followed: what is deeper or larger is known less well.
  private static let most = (depth: 4, weight: 64)

  /// Contents whose places are not known apart.
  init(_ element: InferredValue, map: HostMap? = nil) {
    let depth = 1 + (element.contents?.depth ?? 0)
    let weight = 1 + (element.contents?.weight ?? 0)
    let isFollowed = depth <= Self.most.depth && weight <= Self.most.weight
    self.element = isFollowed ? element : .any
    self.depth = isFollowed ? depth : 1
    self.weight = isFollowed ? weight : 1
    self.map = map
    fields = [:]
  }

  /// Contents whose places are known.
  init(fields: [Place: InferredValue]) {
    var element = InferredValue.never
    var depth = 1
    var weight = 1
    for value in fields.values {
      element.join(value)
      depth = max(depth, 1 + (value.contents?.depth ?? 0))
      weight += 1 + (value.contents?.weight ?? 0)
    }
    weight += element.contents?.weight ?? 0
    let isFollowed = depth <= Self.most.depth && weight <= Self.most.weight
    let isElementFollowed = isFollowed || (element.contents == nil)
    self.element = isElementFollowed ? element : .any
    self.fields = isFollowed ? fields : [:]
    self.depth = isFollowed ? depth : 1
    self.weight = isFollowed ? weight : 1
    map = nil
  }

  /// How many places of a literal are known apart.
  static let mostFields = 16

  /// What is at a place.
  subscript(place: Place) -> InferredValue? { fields[place] }

  /// What both can hold.
  func joined(with other: Contents) -> Contents {
    if self === other { return self }
    if let map, let name = other.map?.name, name == map.name {
      return Contents(element.joined(with: other.element), map: map)
    }
    let isMap = fields.keys.contains { if case .text = $0 { true } else { false } }
    guard !fields.isEmpty, !other.fields.isEmpty,
      isMap || Set(fields.keys) == Set(other.fields.keys)
    else { return Contents(element.joined(with: other.element)) }
    let all = fields.merging(other.fields) { $0.joined(with: $1) }
    guard all.count <= Self.mostFields else {
      return Contents(element.joined(with: other.element))
    }
    let isShared = { (place: Place) in self.fields[place] != nil && other.fields[place] != nil }
    return Contents(
      fields: Dictionary(
        uniqueKeysWithValues: all.map { ($0, isShared($0) ? $1 : $1.optional) }))
  }

  /// The same with one more value at a place, or anywhere.
  func adding(_ value: InferredValue) -> Contents {
    Contents(element.joined(with: value), map: map)
  }

  fileprivate func holdsAll(of other: Contents) -> Bool {
    if self === other { return true }
    guard map?.name == other.map?.name, fields.count == other.fields.count,
      element.holdsAll(of: other.element)
    else { return false }
    return fields.allSatisfy { place, value in
      other.fields[place].map { value.holdsAll(of: $0) } ?? false
    }
  }
}

// MARK: - Joining

extension InferredValue {
  /// Adds what another value can be.
  mutating func join(_ other: InferredValue) {
    if isUnknown || other.kinds.isEmpty { return }
    if kinds.isEmpty || other.isUnknown {
      let isPassed = isPassed || other.isPassed
      self = other
      self.isPassed = isPassed
      return
    }
    let both = kinds.intersection(other.kinds)
    symbols = Self.merged(
      .symbol, self, other, symbols, other.symbols, both, SymbolDomain.join)
    texts = Self.merged(.string, self, other, texts, other.texts, both, SymbolDomain.join)
    unit = Self.merged(.handle, self, other, unit, other.unit, both) { $0 == $1 ? $0 : nil }
    contents = joinedContents(with: other)
    handles |= other.handles
    isFilled =
      both.contains(.list)
      ? isFilled && other.isFilled : kinds.contains(.list) ? isFilled : other.isFilled
    isPassed = isPassed || other.isPassed
    kinds.formUnion(other.kinds)
    if isUnknown {
      let isPassed = isPassed
      self = .any
      self.isPassed = isPassed
    }
  }

  /// What two values know of one kind: what the one knows that can be of it, or both together.
  private static func merged<Knowledge>(
    _ kind: Kinds, _ first: InferredValue, _ second: InferredValue, _ ofFirst: Knowledge?,
    _ ofSecond: Knowledge?, _ both: Kinds, _ merge: (Knowledge?, Knowledge?) -> Knowledge?
  ) -> Knowledge? {
    if both.contains(kind) { return merge(ofFirst, ofSecond) }
    return first.kinds.contains(kind) ? ofFirst : ofSecond
  }

  private func joinedContents(with other: InferredValue) -> Contents? {
    let own = kinds.intersection(.collections)
    let others = other.kinds.intersection(.collections)
    if own.isEmpty { return other.contents }
    if others.isEmpty { return contents }
    // Two kinds of collections share no knowledge of what they hold.
    guard own == others, let contents, let added = other.contents else { return nil }
    return contents.joined(with: added)
  }

  /// Both values.
  func joined(with other: InferredValue) -> InferredValue {
    var value = self
    value.join(other)
    return value
  }

  /// Whether it can be everything that another value can be, and knows no more.
  func holdsAll(of other: InferredValue) -> Bool {
    if isUnknown { return true }
    guard kinds.isSuperset(of: other.kinds), handles & other.handles == other.handles,
      unit == other.unit || !other.kinds.contains(.handle) || unit == nil,
      isPassed || !other.isPassed, !isFilled || other.isFilled || !other.kinds.contains(.list)
    else { return false }
    if other.kinds.contains(.symbol), let symbols {
      guard let names = other.symbols?.names, symbols.names.isSuperset(of: names) else {
        return false
      }
    }
    if other.kinds.contains(.string), let texts {
      guard let names = other.texts?.names, texts.names.isSuperset(of: names) else { return false }
    }
    if !other.kinds.isDisjoint(with: .collections), let contents {
      guard let added = other.contents else { return false }
      return contents.joined(with: added).isSame(as: contents)
    }
    return true
  }
}

extension Contents {
  /// Whether two contents know the same.
  fileprivate func isSame(as other: Contents) -> Bool { other.holdsAll(of: self) }
}
