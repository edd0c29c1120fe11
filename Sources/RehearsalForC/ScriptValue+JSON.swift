// Values of scripts as JSON, in the form that `rehearsal.h` describes: every value comes back as it
// went, type and order included, or there is an error.

import Rehearsal
import RehearsalValues

/// The keys by which an object with no other key stands for what JSON has no form for.
private enum JSONForm: String, CaseIterable {
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

  /// What it stands for, for people.
  var meaning: String {
    switch self {
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

// MARK: - Writing

extension ScriptValue: JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .nil: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): number.json
    // The shortest text that reads as the same number, with a point or an exponent.
    case .double(let number) where number.isFinite: .number(number.description)
    case .double(let number): Self.json(.double, .string(number.description))
    case .string(let string): .string(string)
    case .duration(let nanoseconds): Self.json(.duration, nanoseconds.json)
    case .symbol(let name): Self.json(.symbol, .string(name))
    case .list(let elements): elements.json
    case .map(let entries): Self.json(of: entries)
    case .range(let lower, let upper, let isClosed):
      Self.json(isClosed ? .closedRange : .range, [lower, upper].json)
    case .function, .handle, .object: Self.json(.thing, .string(description))
    }
  }

  private static func json(_ form: JSONForm, _ content: JSONValue) -> JSONValue {
    .object([JSONValue.Field(form.rawValue, content)])
  }

  private static func json(of entries: [Entry]) -> JSONValue {
    let fields = entries.compactMap { entry -> JSONValue.Field? in
      guard case .string(let key) = entry.key else { return nil }
      return JSONValue.Field(key, entry.value.json)
    }
    guard fields.count == entries.count,
      fields.count != 1 || JSONForm(rawValue: fields[0].key) == nil
    else { return json(.map, entries.map { [$0.key, $0.value] }.json) }
    return .object(fields)
  }
}

// MARK: - Reading

extension ScriptValue {
  /// Reads the text of a value.
  ///
  /// - Throws: `ForeignError` for what is no JSON, and what is no value of scripts.
  init(readingJSON bytes: [UInt8]) throws(ForeignError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes) } catch {
      throw ForeignError(error.description)
    }
    try self.init(json)
  }

  private init(_ json: JSONValue) throws(ForeignError) {
    switch json {
    case .null: self = .nil
    case .boolean(let flag): self = .boolean(flag)
    case .number(let digits): self = try Self.number(digits)
    case .string(let string): self = .string(string)
    case .list(let elements):
      var values: [ScriptValue] = []
      for element in elements { values.append(try ScriptValue(element)) }
      self = .list(values)
    case .object(let fields): self = try Self.value(of: fields)
    }
  }

  /// An Int where it is written without a point and an exponent, else a Double.
  private static func number(_ digits: String) throws(ForeignError) -> ScriptValue {
    guard digits.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }) else {
      if let number = Int64(digits) { return .integer(number) }
      throw ForeignError("`\(digits)` is beyond what an Int holds, which has 64 bits")
    }
    if let number = Double(digits), number.isFinite { return .double(number) }
    throw ForeignError("`\(digits)` is beyond what a Double holds")
  }

  /// The value of an object with these fields, in their order.
  private static func value(of fields: [JSONValue.Field]) throws(ForeignError) -> ScriptValue {
    var entries: [Entry] = []
    var keys: Set<String> = []
    for field in fields {
      guard keys.insert(field.key).inserted else {
        throw ForeignError(
          "the key \(JSONValue.string(field.key).text) stands twice in an object")
      }
      entries.append(Entry(.string(field.key), try ScriptValue(field.value)))
    }
    guard entries.count == 1, let form = JSONForm(rawValue: fields[0].key) else {
      // A map has no entry without a value, as in the language.
      return .map(entries.filter { $0.value != .nil })
    }
    if let value = try value(of: form, entries[0].value) { return value }
    throw ForeignError(
      "an object whose only key is \"\(form.rawValue)\" is \(form.meaning); "
        + "a Map of that key is {\"map\": [[\"\(form.rawValue)\", …]]}")
  }

  /// The value that a form stands for; nil where its content is no such.
  private static func value(
    of form: JSONForm, _ content: ScriptValue
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
    var entries: [Entry] = []
    var keys: Set<ScriptValue> = []
    for pair in pairs {
      guard case .list(let parts) = pair, parts.count == 2 else { return nil }
      guard keys.insert(parts[0]).inserted else {
        throw ForeignError("the key \(parts[0].json.text) stands twice in a map")
      }
      if parts[1] != .nil { entries.append(Entry(parts[0], parts[1])) }
    }
    return .map(entries)
  }
}
