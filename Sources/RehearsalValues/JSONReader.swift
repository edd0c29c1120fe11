// Text of JSON as a value. Everything that is read was written by somebody else, so whatever is not
// exactly JSON is an error, with its place.

/// Why a text is no JSON.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  fileprivate init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// Reads a text.
  ///
  /// - Parameter bytes: The text as UTF-8.
  /// - Throws: `JSONError` for what is no JSON, or is nested too deep.
  /// - Complexity: O(*n*) in the length of the text.
  package init(reading bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.readWhole()
  }
}

/// Reads the text of a value.
private struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// How deep a text may be nested, more than any value of scripts.
  private static let maximumDepth = 512

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func readWhole() throws(JSONError) -> JSONValue {
    let value = try readValue()
    skipSpaces()
    guard position == bytes.count else { throw mistake("the end") }
    return value
  }

  private mutating func readValue() throws(JSONError) -> JSONValue {
    skipSpaces()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw JSONError("the JSON is nested more than \(Self.maximumDepth) deep")
    }
    switch next ?? 0 {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readList()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default:
      let words: [(String, JSONValue)] = [
        ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)),
      ]
      for (word, value) in words where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return value
      }
      throw mistake("a value")
    }
  }

  private mutating func readList() throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if takes("]") { return .list([]) }
    repeat { elements.append(try readValue()) } while takes(",")
    guard takes("]") else { throw mistake("`,` or `]`") }
    return .list(elements)
  }

  private mutating func readObject() throws(JSONError) -> JSONValue {
    position += 1
    var fields: [JSONValue.Field] = []
    if takes("}") { return .object([]) }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw mistake("a key in quotation marks") }
      let key = try readString()
      guard takes(":") else { throw mistake("`:`") }
      fields.append(JSONValue.Field(key, try readValue()))
    } while takes(",")
    guard takes("}") else { throw mistake("`,` or `}`") }
    return .object(fields)
  }

  private mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = position
    skip("-")
    if !skip("0"), !skipDigits() { throw mistake("a digit") }
    if skip("."), !skipDigits() { throw mistake("a digit") }
    if skip("e") || skip("E") {
      if !skip("-") { skip("+") }
      guard skipDigits() else { throw mistake("a digit") }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func readString() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += 1
      if byte == UInt8(ascii: "\\") {
        text += String(try readEscape()).utf8
      } else if byte >= 0x20 {
        text.append(byte)
      } else {
        throw JSONError("a string of the JSON holds a control character, which is escaped")
      }
    }
    guard next != nil else { throw mistake("`\"`") }
    position += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw JSONError("a string of the JSON is not UTF-8")
    }
    return string
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw mistake("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnit()
    default: throw JSONError("`\\\(Unicode.Scalar(byte))` is no escape of JSON")
    }
  }

  /// A scalar by its number, or by the two surrogates of UTF-16.
  private mutating func readUnit() throws(JSONError) -> Unicode.Scalar {
    let first = try readDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if UTF16.isLeadSurrogate(first), bytes[position...].starts(with: "\\u".utf8) {
      position += 2
      let second = try readDigits()
      if UTF16.isTrailSurrogate(second) {
        var units = [first, second].makeIterator()
        var decoder = UTF16()
        if case .scalarValue(let scalar) = decoder.decode(&units) { return scalar }
      }
    }
    throw JSONError("a string of the JSON holds half a character of UTF-16")
  }

  private mutating func readDigits() throws(JSONError) -> UInt16 {
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw mistake("four hexadecimal digits") }
    position += 4
    return unit
  }

  // MARK: - Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  /// Goes past a byte if it is next.
  @discardableResult
  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = next, byte == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Goes past digits; false if there are none.
  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position > start
  }

  /// Goes past a mark, and spaces before it, if it is next.
  private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    return skip(mark)
  }

  private func mistake(_ expected: String) -> JSONError {
    let rest = bytes[position...].prefix(40)
    let found = rest.isEmpty ? "its end" : "`\(String(decoding: rest, as: UTF8.self))`"
    return JSONError(
      "this is no JSON: \(expected) is expected at byte \(position), not \(found)")
  }
}
