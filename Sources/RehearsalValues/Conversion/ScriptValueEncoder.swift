// Swift's `Encodable` values as values of scripts. Structures become maps whose keys are in the
// order of the properties; what has no order in Swift is sorted, so that scripts see the same order
// in every run.

/// Makes a script's value of an encodable one.
struct ScriptValueEncoder: Encoder {
  /// What was encoded at one place; an object, for containers write to the place they came from.
  fileprivate final class Node {
    enum Shape { case value, keyed, unkeyed }

    var shape = Shape.value
    var value = ScriptValue.nil
    /// The parts of a keyed shape, in the order in which they were first encoded.
    private(set) var keys: [String] = []
    private var nodes: [String: Node] = [:]
    /// The parts of an unkeyed shape.
    private var elements: [Node] = []

    func child(forKey key: String) -> Node {
      let node = Node()
      if nodes.updateValue(node, forKey: key) == nil { keys.append(key) }
      return node
    }

    func nextChild() -> Node {
      elements.append(Node())
      return elements[elements.count - 1]
    }

    /// - Complexity: O(*n*) in the number of values
    var scriptValue: ScriptValue {
      switch shape {
      case .value: value
      case .keyed: .map(named: keys.map { ($0, nodes[$0]?.scriptValue) })
      case .unkeyed: .list(elements.map(\.scriptValue))
      }
    }

    /// Puts what has no order of its own into one.
    func sort() {
      keys.sort()
      elements = elements.map { (text: "\($0.scriptValue)", node: $0) }
        .sorted { $0.text < $1.text }.map(\.node)
    }
  }

  fileprivate let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The script's value of a value.
  ///
  /// - Throws: What the value's own encoding throws, and `EncodingError` for a whole number beyond
  ///   64 bits.
  static func encode(_ value: some Encodable) throws -> ScriptValue {
    let node = Node()
    try value.encode(to: ScriptValueEncoder(node: node, codingPath: []))
    return node.scriptValue
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.shape = .keyed
    return KeyedEncodingContainer(KeyedValues(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.shape = .unkeyed
    return UnkeyedValues(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(encoder: self) }

  /// An encoder for what lies below this one.
  fileprivate func below(_ key: any CodingKey, _ node: Node) -> ScriptValueEncoder {
    ScriptValueEncoder(node: node, codingPath: codingPath + [key])
  }

  /// Encodes a value of any type at this place.
  fileprivate func set(_ value: some Encodable) throws {
    if let convertible = value as? any ScriptConvertible {
      node.value = convertible.scriptValue
    } else if let number = value as? any BinaryInteger {
      guard let integer = Int64(exactly: number) else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: codingPath, debugDescription: "\(number) is beyond 64 bits"))
      }
      node.value = .integer(integer)
    } else if let number = value as? any BinaryFloatingPoint {
      node.value = .double(Double(number))
    } else {
      try value.encode(to: self)
      if value is any Unordered { node.sort() }
    }
  }
}

/// A collection whose order differs from run to run.
private protocol Unordered {}
extension Dictionary: Unordered where Key == String {}
extension Set: Unordered {}

// MARK: - Containers

private struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ScriptValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func child(_ key: any CodingKey) -> ScriptValueEncoder {
    encoder.below(key, encoder.node.child(forKey: key.stringValue))
  }

  func encodeNil(forKey key: Key) { _ = child(key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try child(key).set(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { child(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { child(NamedKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

private struct UnkeyedValues: UnkeyedEncodingContainer {
  let encoder: ScriptValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  private(set) var count = 0

  init(encoder: ScriptValueEncoder) { self.encoder = encoder }

  private mutating func child() -> ScriptValueEncoder {
    defer { count += 1 }
    return encoder.below(NamedKey(intValue: count), encoder.node.nextChild())
  }

  mutating func encodeNil() { _ = child() }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try child().set(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { child().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    child().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { child() }
}

private struct SingleValue: SingleValueEncodingContainer {
  let encoder: ScriptValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.value = .nil }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.set(value) }
}
