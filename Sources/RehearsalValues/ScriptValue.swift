// A value of the language outside the machine: settings, arguments, answers, reports. The machine
// converts it; inside, values are 16 bytes and an arena.

/// A value of the language, as the host sees it.
public enum ScriptValue: Hashable, Sendable {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  /// In nanoseconds.
  case duration(Int64)
  /// Without its dot.
  case symbol(String)
  case list([ScriptValue])
  /// In insertion order; no key occurs twice, and no value is nil.
  case map([Entry])
  /// Bounds of one type: Int, Double or Duration.
  indirect case range(lower: ScriptValue, upper: ScriptValue, isClosed: Bool)
  /// A function that a machine holds for the host until it is released.
  case function(FunctionReference)
  case handle(Handle)
  /// An object of the host that scripts hold without looking into it.
  case object(HostReference)

  /// One entry of a map.
  public struct Entry: Hashable, Sendable {
    /// A Bool, Int, String, Symbol or Duration.
    public let key: ScriptValue
    /// Anything but nil.
    public let value: ScriptValue

    /// Makes an entry.
    public init(_ key: ScriptValue, _ value: ScriptValue) {
      self.key = key
      self.value = value
    }
  }

  /// A map of some entries, in that order.
  package static func map(named entries: [(String, ScriptValue)]) -> ScriptValue {
    .map(entries.map { Entry(.string($0.0), $0.1) })
  }

  /// A map of some entries, without those that have no value.
  ///
  /// What always has a value takes the other one: a list of pairs is cast to this type pair by pair.
  package static func map(named entries: [(String, ScriptValue?)]) -> ScriptValue {
    .map(
      entries.compactMap { name, value in
        guard let value, value != .nil else { return nil }
        return Entry(.string(name), value)
      })
  }

  /// The value of a string key of a map; nil where it is missing or this is no map.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public subscript(key: String) -> ScriptValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == .string(key) }?.value
  }

  /// The function values anywhere in the value.
  ///
  /// - Complexity: O(*n*) in the number of values.
  @usableFromInline package var functions: [FunctionReference] {
    switch self {
    case .function(let reference): [reference]
    case .list(let elements): elements.flatMap(\.functions)
    case .map(let entries): entries.flatMap { $0.key.functions + $0.value.functions }
    case .range(let lower, let upper, _): lower.functions + upper.functions
    default: []
    }
  }
}

/// A function value that a machine keeps for its host.
public struct FunctionReference: Hashable, Sendable {
  /// The number under which the machine keeps it.
  package let number: Int

  /// Makes a reference of a number that a machine gave.
  package init(number: Int) { self.number = number }
}

extension ScriptValue: CustomStringConvertible {
  /// The value much as a script writes it, whole.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public var description: String {
    switch self {
    case .nil: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): Literal.text(ofString: text)
    case .duration(let nanoseconds): Literal.text(ofNanoseconds: nanoseconds)
    case .symbol(let name): "." + name
    case .list(let elements):
      "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .map(let entries) where entries.isEmpty: "[:]"
    case .map(let entries):
      "[" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    case .range(let lower, let upper, let isClosed): "\(lower)\(isClosed ? "..." : "..<")\(upper)"
    case .function: "function"
    case .handle(let handle): "thing \(handle.number)"
    case .object(let reference): reference.typeName
    }
  }
}

extension StateDigester {
  /// Combines a value by its contents.
  ///
  /// An object of the host counts by the name of its type, for what it holds only the host knows.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - function: The word that stands for a function: its number, or what the caller counts.
  ///   - handle: The word that stands for a handle: kind and number, or what the caller counts.
  /// - Complexity: O(*n*) in the number of values.
  package mutating func combine(
    _ value: ScriptValue, function: (FunctionReference) -> UInt64 = { UInt64($0.number) },
    handle: (Handle) -> UInt64 = { $0.bits }
  ) {
    switch value {
    case .nil: combine(0 as UInt64)
    case .boolean(let flag):
      combine(1 as UInt64)
      combine(flag)
    case .integer(let integer):
      combine(2 as UInt64)
      combine(UInt64(bitPattern: integer))
    case .double(let double):
      combine(3 as UInt64)
      combine(double.bitPattern)
    case .string(let text):
      combine(4 as UInt64)
      combine(text)
    case .duration(let nanoseconds):
      combine(5 as UInt64)
      combine(UInt64(bitPattern: nanoseconds))
    case .symbol(let name):
      combine(6 as UInt64)
      combine(name)
    case .list(let elements):
      combine(7 as UInt64)
      combine(elements.count)
      for element in elements { combine(element, function: function, handle: handle) }
    case .map(let entries):
      combine(8 as UInt64)
      combine(entries.count)
      for entry in entries {
        combine(entry.key, function: function, handle: handle)
        combine(entry.value, function: function, handle: handle)
      }
    case .range(let lower, let upper, let isClosed):
      combine(9 as UInt64)
      combine(isClosed)
      combine(lower, function: function, handle: handle)
      combine(upper, function: function, handle: handle)
    case .function(let reference):
      combine(10 as UInt64)
      combine(function(reference))
    case .handle(let reference):
      combine(11 as UInt64)
      combine(handle(reference))
    case .object(let reference):
      combine(12 as UInt64)
      combine(reference.typeName)
    }
  }
}
