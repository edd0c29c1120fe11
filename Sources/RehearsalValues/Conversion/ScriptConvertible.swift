// Swift values at the border of scripts: which types cross it, and how. Everything that crosses
// is a copy.

/// A Swift type whose values scripts can pass and get.
///
/// Numbers, texts, durations, lists, maps with texts as keys and optionals of these conform. A
/// `Codable` type conforms by saying so; other types state how they read and write a value.
public protocol ScriptConvertible: SendableMetatype {
  /// What the type is called in messages, with its article: "an Int".
  static var scriptTypeName: String { get }

  /// The Swift value of a script's; nil where it is of another type.
  init?(scriptValue: ScriptValue)

  /// The script's value of this one.
  var scriptValue: ScriptValue { get }
}

extension ScriptConvertible {
  /// What part of a value keeps it from being read as this type, in words; nil where it is the whole.
  package static func complaint(about value: ScriptValue) -> String? {
    ScriptValueDecoder.complaint(Self.self, value)
  }
}

// What is `Codable` needs no more than to say that it conforms.
extension ScriptConvertible where Self: Codable {
  /// The type's name with its article.
  public static var scriptTypeName: String {
    let name = "\(Self.self)"
    return (name.first.map { "AEIOU".contains($0) } == true ? "an " : "a ") + name
  }

  /// Reads the properties from a Map with their names as keys.
  public init?(scriptValue: ScriptValue) { try? self.init(from: ScriptValueDecoder(scriptValue)) }

  /// A Map of the properties in their order; nil for a value whose own encoding throws.
  public var scriptValue: ScriptValue { (try? ScriptValueEncoder.encode(self)) ?? .nil }
}

extension ScriptValue: ScriptConvertible {
  /// Any value is accepted.
  public static var scriptTypeName: String { "any value" }

  /// The same value.
  @inlinable public init?(scriptValue: ScriptValue) { self = scriptValue }

  /// The same value.
  @inlinable public var scriptValue: ScriptValue { self }
}

extension Int: ScriptConvertible {
  /// A whole number.
  public static var scriptTypeName: String { "an Int" }

  /// A script's Int.
  @inlinable public init?(scriptValue: ScriptValue) {
    guard case .integer(let value) = scriptValue else { return nil }
    self.init(exactly: value)
  }

  /// The script's Int.
  @inlinable public var scriptValue: ScriptValue { .integer(Int64(self)) }
}

extension Double: ScriptConvertible {
  /// A number, whole ones included.
  public static var scriptTypeName: String { "a number" }

  /// A script's Double, or its Int.
  @inlinable public init?(scriptValue: ScriptValue) {
    switch scriptValue {
    case .double(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }

  /// The script's Double.
  @inlinable public var scriptValue: ScriptValue { .double(self) }
}

extension Bool: ScriptConvertible {
  /// A truth value.
  public static var scriptTypeName: String { "true or false" }

  /// A script's Bool.
  @inlinable public init?(scriptValue: ScriptValue) {
    guard case .boolean(let value) = scriptValue else { return nil }
    self = value
  }

  /// The script's Bool.
  @inlinable public var scriptValue: ScriptValue { .boolean(self) }
}

extension String: ScriptConvertible {
  /// A text.
  public static var scriptTypeName: String { "a String" }

  /// A script's String, or the name of a symbol.
  @inlinable public init?(scriptValue: ScriptValue) {
    switch scriptValue {
    case .string(let text), .symbol(let text): self = text
    default: return nil
    }
  }

  /// The script's String.
  @inlinable public var scriptValue: ScriptValue { .string(self) }
}

extension Duration: ScriptConvertible {
  /// A length of time.
  public static var scriptTypeName: String { "a Duration, such as 5s" }

  /// A script's Duration.
  public init?(scriptValue: ScriptValue) {
    guard case .duration(let nanoseconds) = scriptValue else { return nil }
    self = .nanoseconds(nanoseconds)
  }

  /// The script's Duration, held at the longest one.
  public var scriptValue: ScriptValue { .duration(wholeNanoseconds) }

  /// The length in nanoseconds, cut to whole ones and held at the longest length that fits.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let longest = seconds < 0 ? Int64.min : .max
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isSumTooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLong || isSumTooLong ? longest : sum
  }
}

extension Optional: ScriptConvertible where Wrapped: ScriptConvertible {
  /// The wrapped type's name.
  public static var scriptTypeName: String { Wrapped.scriptTypeName + " or nil" }

  /// `nil` for a script's nil, else the wrapped value.
  public init?(scriptValue: ScriptValue) {
    if scriptValue == .nil {
      self = Wrapped?.none
    } else {
      guard let value = Wrapped(scriptValue: scriptValue) else { return nil }
      self = value
    }
  }

  /// The script's nil, or the wrapped value.
  public var scriptValue: ScriptValue { self?.scriptValue ?? .nil }
}

extension Array: ScriptConvertible where Element: ScriptConvertible {
  /// A list of such elements.
  public static var scriptTypeName: String {
    "a List with elements that are " + Element.scriptTypeName
  }

  /// A script's List.
  public init?(scriptValue: ScriptValue) {
    guard case .list(let elements) = scriptValue else { return nil }
    let converted = elements.compactMap { Element(scriptValue: $0) }
    guard converted.count == elements.count else { return nil }
    self = converted
  }

  /// The script's List.
  public var scriptValue: ScriptValue { .list(map(\.scriptValue)) }
}

extension Dictionary: ScriptConvertible where Key == String, Value: ScriptConvertible {
  /// A map from texts to such values.
  public static var scriptTypeName: String {
    "a Map from Strings to values that are " + Value.scriptTypeName
  }

  /// A script's Map whose keys are Strings.
  public init?(scriptValue: ScriptValue) {
    guard case .map(let entries) = scriptValue else { return nil }
    self.init(minimumCapacity: entries.count)
    for entry in entries {
      guard let key = String(scriptValue: entry.key), let value = Value(scriptValue: entry.value)
      else { return nil }
      self[key] = value
    }
  }

  /// The script's Map, its keys in their order as texts.
  public var scriptValue: ScriptValue {
    .map(
      sorted { $0.key < $1.key }.map { ScriptValue.Entry(.string($0.key), $0.value.scriptValue) })
  }
}
