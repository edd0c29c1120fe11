// The friendly form of a value, for everything outside the machine: settings, arguments, answers,
// reports. It is converted at the border; inside, values are 16 bytes and an arena.

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
  /// In insertion order; no key stands twice, and no value is nil.
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
  package var functions: [FunctionReference] {
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
    case .string(let text): MachineState.quoted(text)
    case .duration(let nanoseconds): MachineState.text(ofNanoseconds: nanoseconds)
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
