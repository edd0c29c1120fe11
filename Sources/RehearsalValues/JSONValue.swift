// JSON as a value and as text, for reports, other languages and what the command keeps. It is our own
// because the command would carry and start Foundation for nothing else.

/// A value of JSON.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number as it is written, so that no digit is lost.
  case number(String)
  case string(String)
  case list([JSONValue])
  /// An object by its fields, in the order in which they are written.
  case object([Field])

  /// A field of an object.
  package struct Field: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    /// Makes a field.
    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

/// What has a form in JSON.
package protocol JSONRepresentable {
  /// The form.
  var json: JSONValue { get }
}

// MARK: - Making values

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// What a field is made of; nil leaves it out.
  package typealias Value = (any JSONRepresentable)?

  /// Makes an object of the fields that have a value, in the order of the alphabet, so that equal
  /// objects give equal bytes.
  package init(fields: some Sequence<(String, Value)>) {
    self = .object(
      fields.compactMap { key, value in value.map { Field(key, $0.json) } }
        .sorted { $0.key < $1.key })
  }

  /// Makes an object of the fields that have a value, in the order of the alphabet.
  package init(dictionaryLiteral fields: (String, Value)...) { self.init(fields: fields) }

  /// The object with the fields of another one, which win.
  package func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let fields) = self, case .object(let others) = other else { return other }
    let kept = fields.filter { field in !others.contains { $0.key == field.key } }
    return .object((kept + others).sorted { $0.key < $1.key })
  }
}

extension JSONValue: JSONRepresentable {
  package var json: JSONValue { self }
}

extension String: JSONRepresentable {
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONRepresentable {
  package var json: JSONValue { .boolean(self) }
}

extension JSONRepresentable where Self: BinaryInteger {
  package var json: JSONValue { .number(String(self)) }
}

extension Int: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension UInt64: JSONRepresentable {}

extension Double: JSONRepresentable {
  /// The shortest text that reads as the same number, without a point where it is whole; JSON has no
  /// form for what is infinite.
  package var json: JSONValue {
    guard isFinite else { return .null }
    let text = description
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  package var json: JSONValue { .list(map(\.json)) }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
  package var json: JSONValue { JSONValue(fields: map { ($0, $1) }) }
}

// MARK: - Reading

extension JSONValue {
  /// The field of an object; nil for anything else.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// The text of a string; nil for anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, where it is whole; nil for anything else.
  package var integer: Int64? {
    if case .number(let digits) = self { Int64(digits) } else { nil }
  }

  /// Whether it is true; nil for what is neither.
  package var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The elements of a list; none for anything else.
  package var elements: [JSONValue] { if case .list(let list) = self { list } else { [] } }

  /// The elements of a list that are strings.
  package var strings: [String] { elements.compactMap(\.string) }
}

// MARK: - Writing

extension JSONValue {
  /// The text, without spaces and line ends.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .list(let elements):
      text += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let fields):
      text += "{"
      for (position, field) in fields.enumerated() {
        if position > 0 { text += "," }
        Self.write(field.key, to: &text)
        text += ":"
        field.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      for scalar in string.unicodeScalars { write(scalar, to: &text) }
    } else {
      text += string
    }
    text += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{8}": text += "\\b"
    case "\u{C}": text += "\\f"
    case _ where scalar.value < 0x20:
      text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
    default: text.unicodeScalars.append(scalar)
    }
  }
}

// MARK: - Other encoders

/// For those who encode our values with an encoder of their own.
extension JSONValue: Encodable {
  private struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    if case .object(let fields) = self {
      var container = encoder.container(keyedBy: FieldKey.self)
      for field in fields {
        try container.encode(field.value, forKey: FieldKey(stringValue: field.key))
      }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .object: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .string(let string): try container.encode(string)
    case .list(let elements): try container.encode(elements)
    case .number(let digits):
      if let number = Int64(digits) { return try container.encode(number) }
      if let number = UInt64(digits) { return try container.encode(number) }
      try container.encode(Double(digits) ?? .nan)
    }
  }
}
