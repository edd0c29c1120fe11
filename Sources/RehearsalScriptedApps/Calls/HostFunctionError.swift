// How a word of the host reads its arguments, and rejects a call: an identifier and words, which the
// machine turns into an error at the script's own place.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension HostFunctionError {
  /// A call of the device that app code may not make like this.
  package init(_ error: DeviceAPIError) {
    switch error {
    case .negativeSpan:
      self.init(.invalidArgument, "a negative Duration cannot be waited for")
    case .intervalNotPositive:
      self.init(.invalidArgument, "the interval of a repeating timer must be above 0s")
    case .framesOutOfRange:
      self.init(.invalidArgument, "a display link has 1 to 120 frames in a second")
    case .clockOverflow:
      self.init(.clockOverflow, "that time is beyond the end of the clock")
    case .processEnded:
      self.init(.appNotRunning, "the process has ended, or the app is not installed")
    case .negativeSize:
      self.init(.invalidArgument, "memory is taken and given back in sizes from 0 bytes on")
    case .exception(let misuse): self.init(.fatalError, misuse.text)
    case .wrongHandle:
      self.init(.typeMismatch, "the value stands for nothing of the kind that the call takes")
    case .notPlainData:
      self.init(.notPlainData, "only plain data can be kept: no functions and no handles")
    case .noDate:
      self.init(
        .invalidArgument, "the text is no date; write one such as \"2026-06-01 12:00\"")
    case .storageFull(let limit):
      self.init(.heapLimit, "an app may keep \(limit) bytes, the limit `storage`")
    }
  }
}

extension Machine {
  /// Reads an argument of the current request.
  ///
  /// - Parameters:
  ///   - position: The argument's position, from 0.
  ///   - function: The function that is called.
  ///   - expected: What is accepted, as in "a Duration".
  ///   - convert: The argument as the host needs it; nil for a value that is not accepted.
  /// - Returns: The argument, converted.
  /// - Throws: E0703 for a missing argument and for one that is not accepted.
  package mutating func argument<Value>(
    _ position: Int, of function: HostFunction, _ expected: String,
    _ convert: (ScriptValue) -> Value?
  ) throws(HostFunctionError) -> Value {
    let value = argument(position) ?? .nil
    if let converted = convert(value) { return converted }
    for reference in value.functions { release(reference) }
    let name =
      function.parameters.indices.contains(position)
      ? "`\(function.parameters[position].name)` of " : ""
    let given = value == .nil ? "nothing" : argumentText(position)
    throw HostFunctionError(
      .typeMismatch, "\(name)`\(function.plainName)` takes \(expected), not \(given)")
  }

  /// Reads a Duration that is not negative.
  package mutating func span(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> TimeSpan {
    let span = try argument(position, of: function, "a Duration, such as 5s") {
      if case .duration(let nanoseconds) = $0 { TimeSpan(nanoseconds: nanoseconds) } else { nil }
    }
    guard span >= .zero else {
      throw HostFunctionError(
        .durationOutOfRange,
        (function.isHidden ? "the limit of a wait is" : "`\(function.plainName)` takes")
          + " a Duration that is not negative, not \(span)")
    }
    return span
  }

  /// Reads an Int or a Double as a Double.
  package mutating func number(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Double {
    try argument(position, of: function, "a number") {
      switch $0 {
      case .double(let value) where value.isFinite: value
      case .integer(let value): Double(value)
      default: nil
      }
    }
  }

  /// Reads a size in bytes that is not negative.
  package mutating func size(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Int64 {
    try argument(position, of: function, "a size that is not negative, such as 30MB") {
      if case .integer(let bytes) = $0, bytes >= 0 { bytes } else { nil }
    }
  }

  /// Reads a Bool.
  package mutating func truth(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Bool {
    try argument(position, of: function, "true or false") {
      if case .boolean(let value) = $0 { value } else { nil }
    }
  }

  /// Reads a string.
  package mutating func text(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> String {
    try argument(position, of: function, "a String") {
      if case .string(let text) = $0 { text } else { nil }
    }
  }

  /// Reads a string that the device keeps as a name: a short one.
  package mutating func name(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> String {
    let name = try text(position, of: function)
    let longest = 1000
    guard name.utf8.count <= longest else {
      throw HostFunctionError(
        .invalidArgument,
        "a name that is passed to `\(function.plainName)` may have \(longest) bytes")
    }
    return name
  }

  /// Reads one of the symbols of an enumeration.
  package mutating func symbol<Symbol: RawRepresentable & CaseIterable>(
    _ position: Int, of function: HostFunction, as type: Symbol.Type
  ) throws(HostFunctionError) -> Symbol where Symbol.RawValue == String {
    let known = Symbol.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    return try argument(position, of: function, "one of " + known) {
      if case .symbol(let name) = $0 { Symbol(rawValue: name) } else { nil }
    }
  }

  /// Reads a function, which the machine keeps until it is released.
  package mutating func function(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> FunctionReference {
    try argument(position, of: function, "a closure or a function") {
      if case .function(let reference) = $0 { reference } else { nil }
    }
  }

  /// Whether an argument was given, and is not nil.
  package mutating func hasArgument(_ position: Int) -> Bool {
    guard let value = argument(position) else { return false }
    for reference in value.functions { release(reference) }
    return value != .nil
  }
}

extension HostFunctionError {
  /// A thing has no member of that name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - kind: What the interface says of such things; nil for something of no kind.
  /// - Returns: The error, with the member that was probably meant.
  package static func missingMember(_ name: String, of kind: HostKind?) -> HostFunctionError {
    let known = kind?.members.map(\.name) ?? []
    let meant = Suggestion.closest(to: name, among: known)
    let hint = meant.map { "; did you mean `\($0.word)`?" } ?? ""
    return HostFunctionError(
      .missingMember, "\(kind?.name ?? "this") has no member `\(name)`" + hint)
  }

  /// A run takes as much memory as it may.
  package static func memoryLimit(_ bytes: Int) -> HostFunctionError {
    HostFunctionError(
      .heapLimit,
      "the run needs more than \(NumericSuffix.sizeText(bytes)), the limit `memory`: for "
        + "values, the state of the device, records and output")
  }

  /// As much is said of a run as may be.
  package static func outputLimit(_ bytes: Int) -> HostFunctionError {
    HostFunctionError(
      .outputLimit,
      "printed text and records have more than \(NumericSuffix.sizeText(bytes)), the "
        + "limit `output`")
  }
}

extension Machine {
  /// Reads the key of a storage place.
  package mutating func storageKey() throws(HostFunctionError) -> String {
    switch argument(0) {
    case .string(let key): return key
    case let other:
      for reference in other?.functions ?? [] { release(reference) }
      throw HostFunctionError(
        .invalidKey, "storage has keys of type String, not \(argumentText(0))")
    }
  }

  /// Reads a value that is to be kept; nil to remove the key.
  package mutating func plainArgument(
    _ position: Int, forKey key: String
  ) throws(HostFunctionError) -> ScriptValue? {
    guard let value = argument(position), value != .nil else { return nil }
    for reference in value.functions { release(reference) }
    guard value.isPlainData else {
      throw HostFunctionError(
        .notPlainData,
        "\(argumentText(position)) cannot be stored as \"\(key)\": storage takes only plain data, "
          + "not functions, handles or ranges")
    }
    return value
  }
}
