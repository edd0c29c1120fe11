// Values of scripts as Swift's `Decodable` ones: maps are read by the names of properties, and
// what does not fit is reported with the path to it.

/// A key of a map, or a place in a list.
struct NamedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

/// Makes decodable values of a script's value.
struct ScriptValueDecoder: Decoder {
  fileprivate let value: ScriptValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Reads a script's value.
  init(_ value: ScriptValue) { self.init(value, at: []) }

  fileprivate init(_ value: ScriptValue, at path: [any CodingKey]) {
    (self.value, codingPath) = (value, path)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map = value else { throw mismatch("a Map", [String: ScriptValue].self) }
    return KeyedDecodingContainer(KeyedValues(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value else { throw mismatch("a List", [ScriptValue].self) }
    return UnkeyedValues(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  /// A decoder for what lies below this one.
  fileprivate func below(_ key: any CodingKey, _ value: ScriptValue) -> ScriptValueDecoder {
    ScriptValueDecoder(value, at: codingPath + [key])
  }

  fileprivate func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: expected))
  }

  /// Reads the value at this place as any type.
  fileprivate func get<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let convertible = type as? any ScriptConvertible.Type {
      guard let converted = convertible.init(scriptValue: value) as? Value else {
        // A structure knows better than its name which part does not fit.
        if case .map = value { _ = try Value(from: self) }
        throw mismatch(convertible.scriptTypeName, type)
      }
      return converted
    }
    if let integer = type as? any FixedWidthInteger.Type {
      guard case .integer(let number) = value, let exact = integer.init(exactly: number) as? Value
      else { throw mismatch("an Int that fits \(type)", type) }
      return exact
    }
    if let number = type as? any BinaryFloatingPoint.Type {
      guard let double = Double(scriptValue: value), let converted = number.init(double) as? Value
      else { throw mismatch("a number", type) }
      return converted
    }
    return try Value(from: self)
  }
}

extension ScriptValueDecoder {
  /// What part of a value keeps it from being read as a type, in words; nil where it is the whole.
  static func complaint(_ type: Any.Type, _ value: ScriptValue) -> String? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    do {
      _ = try decodable.init(from: ScriptValueDecoder(value))
      return nil
    } catch DecodingError.keyNotFound(let key, let context) {
      return "`\(path(context.codingPath + [key]))` is missing"
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      return "`\(path(context.codingPath))` is not \(context.debugDescription)"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch { return nil }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

// MARK: - Containers

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ScriptValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    guard case .map(let entries) = decoder.value else { return [] }
    return entries.compactMap { String(scriptValue: $0.key).flatMap { Key(stringValue: $0) } }
  }

  func contains(_ key: Key) -> Bool { decoder.value[key.stringValue] != nil }

  private func child(_ key: any CodingKey) throws -> ScriptValueDecoder {
    guard let value = decoder.value[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "\(key.stringValue) is missing"))
    }
    return decoder.below(key, value)
  }

  func decodeNil(forKey key: Key) -> Bool { (decoder.value[key.stringValue] ?? .nil) == .nil }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try child(key).get(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try child(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try child(NamedKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
  let decoder: ScriptValueDecoder
  let elements: [ScriptValue]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(decoder: ScriptValueDecoder, elements: [ScriptValue]) {
    (self.decoder, self.elements) = (decoder, elements)
  }

  /// Reads the next element, and continues after it where that succeeds.
  private mutating func next<Value>(
    _ read: (ScriptValueDecoder) throws -> Value
  ) throws -> Value {
    let key = NamedKey(intValue: currentIndex)
    guard elements.indices.contains(currentIndex) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the List ends before"))
    }
    let value = try read(decoder.below(key, elements[currentIndex]))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] == .nil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.get(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ScriptValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .nil }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.get(type) }
}
