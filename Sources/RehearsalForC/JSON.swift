// Values of scripts as JSON and back, in the form that `rehearsal.h` describes.

import Foundation
import Rehearsal

/// Conversions between script values and JSON, for other languages.
enum JSON {
  /// The object of something that can be encoded.
  static func object(of value: some Encodable) throws -> Any {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
  }

  static func parse(_ text: String) throws -> Any {
    do {
      return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    } catch { throw ForeignError(message: "this is no JSON: \(text.prefix(200))") }
  }

  /// The text of an object, its keys in order.
  static func text(of object: Any) -> String {
    let options: JSONSerialization.WritingOptions = [
      .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]
    guard let data = try? JSONSerialization.data(withJSONObject: object, options: options) else {
      return "{\"error\":{\"message\":\"the value has no JSON\"}}"
    }
    return String(decoding: data, as: UTF8.self)
  }

  static func value(of value: ScriptValue) -> Any {
    switch value {
    case .nil: return NSNull()
    case .boolean(let value): return value
    case .integer(let value): return value
    case .double(let value): return value.isFinite ? value : String(value)
    case .string(let value): return value
    case .duration(let nanoseconds): return ["duration": nanoseconds]
    case .symbol(let name): return ["symbol": name]
    case .list(let elements): return elements.map { self.value(of: $0) }
    case .map(let entries):
      var object: [String: Any] = [:]
      for entry in entries { object[key(entry.key)] = self.value(of: entry.value) }
      return object
    case .range(let lower, let upper, let isClosed):
      return [
        "lower": self.value(of: lower), "upper": self.value(of: upper), "isClosed": isClosed,
      ]
    case .function, .handle, .object: return ["thing": "\(value)"]
    }
  }

  private static func key(_ value: ScriptValue) -> String {
    switch value {
    case .string(let text), .symbol(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): String(flag)
    case .duration(let nanoseconds): "\(nanoseconds)ns"
    default: "\(value)"
    }
  }

  static func scriptValue(of object: Any) -> ScriptValue {
    switch object {
    case let text as String: return .string(text)
    case let number as NSNumber: return self.number(number)
    case let list as [Any]: return .list(list.map { scriptValue(of: $0) })
    case let fields as [String: Any]:
      if fields.count == 1, let span = fields["duration"] as? NSNumber {
        return .duration(span.int64Value)
      }
      if fields.count == 1, let name = fields["symbol"] as? String { return .symbol(name) }
      return .map(
        fields.keys.sorted().compactMap { key in
          fields[key].map { ScriptValue.Entry(.string(key), scriptValue(of: $0)) }
        })
    default: return .nil
    }
  }

  private static func number(_ number: NSNumber) -> ScriptValue {
    // A boolean is a number of its own kind.
    if String(cString: number.objCType) == "c" { return .boolean(number.boolValue) }
    if let whole = Int64(exactly: number) { return .integer(whole) }
    return .double(number.doubleValue)
  }
}
