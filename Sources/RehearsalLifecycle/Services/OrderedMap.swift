// Values by key, in the order in which the keys came. The package swift-collections has a dictionary
// that does more; for the few maps that services of the device keep it would be a package that every
// client resolves, and four modules that are compiled before the device.

/// Values by key, in the order in which the keys came first; a copy shares them until one of the two
/// changes.
struct OrderedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Up to so many keys are compared one by one, which takes no longer than to hash the one that is
  /// looked for.
  private static var comparedKeys: Int { 8 }

  private(set) var keys: [Key] = []
  private var values: [Value] = []
  /// The position of every key; empty while the keys are few.
  private var positions: [Key: Int] = [:]

  var count: Int { keys.count }

  private func position(of key: Key) -> Int? {
    keys.count <= Self.comparedKeys ? keys.firstIndex(of: key) : positions[key]
  }

  /// The value of a key, nil for none.
  ///
  /// A new key goes after the others, one that is set again stays in its place, and one that is set
  /// to nil leaves.
  ///
  /// - Complexity: O(1) on average, O(n) in the number of keys where one leaves
  subscript(key: Key) -> Value? {
    get { position(of: key).map { values[$0] } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): values[position] = value
      case (nil, let value?): append(value, for: key)
      case (let position?, nil): remove(at: position)
      case (nil, nil): break
      }
    }
  }

  private mutating func append(_ value: Value, for key: Key) {
    keys.append(key)
    values.append(value)
    if keys.count == Self.comparedKeys + 1 { makeIndex() }
    if keys.count > Self.comparedKeys { positions[key] = keys.count - 1 }
  }

  private mutating func remove(at position: Int) {
    keys.remove(at: position)
    values.remove(at: position)
    makeIndex()
  }

  private mutating func makeIndex() {
    positions = [:]
    guard keys.count > Self.comparedKeys else { return }
    for (position, key) in keys.enumerated() { positions[key] = position }
  }
}

extension OrderedMap: Sequence {
  func makeIterator() -> Zip2Sequence<[Key], [Value]>.Iterator { zip(keys, values).makeIterator() }
}

// The index follows from the keys.
extension OrderedMap: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.keys == right.keys && left.values == right.values
  }
}

extension OrderedMap: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(values)
  }
}
