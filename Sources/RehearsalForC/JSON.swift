// Values of scripts as JSON, in the form that `rehearsal.h` describes: every value comes back as it
// went, type and order included, or there is an error. Foundation reads `2.0` as it reads `2`,
// orders keys and loses digits, so values are read and written here; what has no values of scripts
// in it is written by an encoder.

import Rehearsal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values of scripts as JSON.
enum JSON {
  static let null = "null"

  /// The text of something that can be encoded.
  static func text(encoding value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return null }
    return String(decoding: data, as: UTF8.self)
  }

  /// The keys by which an object with no other key stands for what JSON has no form for.
  enum Form: String, CaseIterable {
    /// Infinite, or no number.
    case double
    /// In nanoseconds.
    case duration
    case symbol
    /// Of the bounds, without the upper one or with it.
    case range, closedRange
    /// Of pairs, for other keys than strings, and for one that would be taken for a form.
    case map
    /// Something that only the script can use, as it prints.
    case thing
    /// Why a function failed.
    case error
  }
}

// MARK: - Writing

extension JSON {
  /// The text of a value.
  static func text(of value: ScriptValue) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }

  private static func write(_ value: ScriptValue, to text: inout String) {
    switch value {
    case .nil: text += null
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    // The shortest text that reads as the same number, with a point or an exponent.
    case .double(let number) where number.isFinite: text += number.description
    case .double(let number): write(.double, .string(number.description), to: &text)
    case .string(let string): write(string, to: &text)
    case .duration(let nanoseconds): write(.duration, .integer(nanoseconds), to: &text)
    case .symbol(let name): write(.symbol, .string(name), to: &text)
    case .list(let elements): write(elements, to: &text)
    case .map(let entries): write(entries, to: &text)
    case .range(let lower, let upper, let isClosed):
      write(isClosed ? .closedRange : .range, .list([lower, upper]), to: &text)
    case .function, .handle, .object: write(.thing, .string(value.description), to: &text)
    }
  }

  private static func write(_ form: Form, _ content: ScriptValue, to text: inout String) {
    text += "{\"\(form.rawValue)\":"
    write(content, to: &text)
    text += "}"
  }

  private static func write(_ elements: [ScriptValue], to text: inout String) {
    var separator = "["
    for element in elements {
      text += separator
      write(element, to: &text)
      separator = ","
    }
    text += elements.isEmpty ? "[]" : "]"
  }

  private static func write(_ entries: [ScriptValue.Entry], to text: inout String) {
    let keys = entries.compactMap { if case .string(let key) = $0.key { key } else { nil } }
    guard keys.count == entries.count, keys.count != 1 || Form(rawValue: keys[0]) == nil else {
      return write(.map, .list(entries.map { .list([$0.key, $0.value]) }), to: &text)
    }
    var separator = "{"
    for (key, entry) in zip(keys, entries) {
      text += separator
      write(key, to: &text)
      text += ":"
      write(entry.value, to: &text)
      separator = ","
    }
    text += entries.isEmpty ? "{}" : "}"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

// MARK: - Reading

extension JSON {
  /// The value of a text.
  ///
  /// - Throws: `ForeignError` for what is no JSON, and what is no value of scripts.
  static func value(ofUTF8 bytes: [UInt8]) throws(ForeignError) -> ScriptValue {
    var reader = JSONReader(bytes)
    return try reader.readWhole()
  }

  /// The value of an object with these keys, in their order.
  fileprivate static func value(
    of entries: [(key: String, value: ScriptValue)]
  ) throws(ForeignError) -> ScriptValue {
    guard entries.count == 1, let form = Form(rawValue: entries[0].key) else {
      var keys: Set<String> = []
      for (key, _) in entries where !keys.insert(key).inserted {
        throw ForeignError("the key \(text(of: .string(key))) stands twice in an object")
      }
      // A map has no entry without a value, as in the language.
      return .map(entries.filter { $0.value != .nil }.map { .init(.string($0.key), $0.value) })
    }
    if let value = try value(of: form, entries[0].value) { return value }
    throw ForeignError(
      "an object whose only key is \"\(form.rawValue)\" is \(description(of: form)); "
        + "a Map of that key is {\"map\": [[\"\(form.rawValue)\", …]]}")
  }

  /// The value that a form stands for; nil where its content is no such.
  private static func value(
    of form: Form, _ content: ScriptValue
  ) throws(ForeignError) -> ScriptValue? {
    switch (form, content) {
    case (.double, .string(let text)):
      return ["inf", "-inf", "nan"].contains(text) ? Double(text).map { .double($0) } : nil
    case (.duration, .integer(let nanoseconds)): return .duration(nanoseconds)
    case (.symbol, .string(let name)): return .symbol(name)
    case (.range, .list(let bounds)) where bounds.count == 2:
      return .range(lower: bounds[0], upper: bounds[1], isClosed: false)
    case (.closedRange, .list(let bounds)) where bounds.count == 2:
      return .range(lower: bounds[0], upper: bounds[1], isClosed: true)
    case (.map, .list(let pairs)):
      return try map(of: pairs)
    case (.error, .string(let reason)): throw ForeignError(reason)
    default: return nil
    }
  }

  private static func map(of pairs: [ScriptValue]) throws(ForeignError) -> ScriptValue? {
    var entries: [ScriptValue.Entry] = []
    var keys: Set<ScriptValue> = []
    for pair in pairs {
      guard case .list(let parts) = pair, parts.count == 2 else { return nil }
      guard keys.insert(parts[0]).inserted else {
        throw ForeignError("the key \(text(of: parts[0])) stands twice in a map")
      }
      if parts[1] != .nil { entries.append(.init(parts[0], parts[1])) }
    }
    return .map(entries)
  }

  private static func description(of form: Form) -> String {
    switch form {
    case .double: "a Double that is \"inf\", \"-inf\" or \"nan\""
    case .duration: "a Duration in whole nanoseconds"
    case .symbol: "a Symbol with its name"
    case .range, .closedRange: "a Range with its two bounds in a list"
    case .map: "a Map as a list of pairs"
    case .thing: "something that only the script can use, and cannot be passed back"
    case .error: "a failure with its reason"
    }
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

  mutating func readWhole() throws(ForeignError) -> ScriptValue {
    let value = try readValue()
    skipSpaces()
    guard position == bytes.count else { throw mistake("the end") }
    return value
  }

  private mutating func readValue() throws(ForeignError) -> ScriptValue {
    skipSpaces()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw ForeignError("the JSON is nested more than \(Self.maximumDepth) deep")
    }
    switch next ?? 0 {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readList()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default:
      for (word, value) in [("null", .nil), ("true", .boolean(true)), ("false", .boolean(false))]
        as [(String, ScriptValue)] where bytes[position...].starts(with: word.utf8)
      {
        position += word.utf8.count
        return value
      }
      throw mistake("a value")
    }
  }

  private mutating func readList() throws(ForeignError) -> ScriptValue {
    position += 1
    var elements: [ScriptValue] = []
    if takes("]") { return .list([]) }
    repeat { elements.append(try readValue()) } while takes(",")
    guard takes("]") else { throw mistake("`,` or `]`") }
    return .list(elements)
  }

  private mutating func readObject() throws(ForeignError) -> ScriptValue {
    position += 1
    var entries: [(key: String, value: ScriptValue)] = []
    if takes("}") { return .map([]) }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw mistake("a key in quotation marks") }
      let key = try readString()
      guard takes(":") else { throw mistake("`:`") }
      entries.append((key, try readValue()))
    } while takes(",")
    guard takes("}") else { throw mistake("`,` or `}`") }
    return try JSON.value(of: entries)
  }

  /// An Int where it is written without a point and an exponent, else a Double.
  private mutating func readNumber() throws(ForeignError) -> ScriptValue {
    let start = position
    skip("-")
    if !skip("0"), !skipDigits() { throw mistake("a digit") }
    let end = position
    if skip("."), !skipDigits() { throw mistake("a digit") }
    if skip("e") || skip("E") {
      if !skip("-") { skip("+") }
      guard skipDigits() else { throw mistake("a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard position == end else {
      if let number = Double(text), number.isFinite { return .double(number) }
      throw ForeignError("`\(text)` is beyond what a Double holds")
    }
    if let number = Int64(text) { return .integer(number) }
    throw ForeignError("`\(text)` is beyond what an Int holds, which has 64 bits")
  }

  private mutating func readString() throws(ForeignError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += 1
      if byte == UInt8(ascii: "\\") {
        text += String(try readEscape()).utf8
      } else if byte >= 0x20 {
        text.append(byte)
      } else {
        throw ForeignError("a string of the JSON holds a control character, which is escaped")
      }
    }
    guard next != nil else { throw mistake("`\"`") }
    position += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw ForeignError("a string of the JSON is not UTF-8")
    }
    return string
  }

  private mutating func readEscape() throws(ForeignError) -> Unicode.Scalar {
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
    default: throw ForeignError("`\\\(Unicode.Scalar(byte))` is no escape of JSON")
    }
  }

  /// A scalar by its number, or by the two surrogates of UTF-16.
  private mutating func readUnit() throws(ForeignError) -> Unicode.Scalar {
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
    throw ForeignError("a string of the JSON holds half a character of UTF-16")
  }

  private mutating func readDigits() throws(ForeignError) -> UInt16 {
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

  /// Goes behind a byte if it is next.
  @discardableResult
  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = next, byte == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Goes behind digits; false where there are none.
  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position > start
  }

  /// Goes behind a mark, and spaces before it, if it is next.
  private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    skipSpaces()
    return skip(mark)
  }

  private func mistake(_ expected: String) -> ForeignError {
    let rest = bytes[position...].prefix(40)
    let found = rest.isEmpty ? "its end" : "`\(String(decoding: rest, as: UTF8.self))`"
    return ForeignError(
      "this is no JSON: \(expected) is expected at byte \(position), not \(found)")
  }
}
