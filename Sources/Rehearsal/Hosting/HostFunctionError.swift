// How a word of the host rejects a script's call: an identifier and words, which the machine turns
// into an error at the script's own place.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension HostFunctionError {
  /// An argument of a host function that is of another type than its body takes.
  init(
    mismatchIn position: Int, of function: HostFunction, _ type: any ScriptConvertible.Type,
    _ value: ScriptValue, printed text: String
  ) {
    let parameter =
      function.parameters.indices.contains(position)
      ? "`\(function.parameters[position].name)` of " : ""
    let complaint = type.complaint(about: value).map { "; " + $0 } ?? ""
    self.init(
      .typeMismatch,
      "\(parameter)`\(function.name)` takes \(type.scriptTypeName), not \(text)\(complaint)")
  }

  /// A history whose beginning is not kept any more.
  static func history(
    _ what: String, of app: String, _ limit: LimitName, _ limits: RunLimits
  ) -> HostFunctionError {
    HostFunctionError(
      .heapLimit,
      "the first \(what) of \(app) are gone: \(limits[limit]) are kept, the limit "
        + "`\(limit.rawValue)`")
  }

  /// A call of the device that app code may not make like this.
  init(_ error: DeviceAPIError) {
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

  /// A request that the simulation cannot carry out.
  init(_ error: SimulationError) {
    switch error {
    case .unknownApp: self.init(.invalidArgument, "the device has no such app")
    case .duplicateName(let name):
      self.init(.invalidArgument, "the device has an app named \(name) already")
    case .notInstalled(let app):
      self.init(.appNotRunning, "\(app) is not installed; install it first")
    case .mainActorNeeded(let app):
      self.init(
        .invalidArgument,
        "the code of \(app) is isolated to the main actor: run the script there, as in a test that "
          + "is marked `@MainActor`")
    case .unknownControl(let label, let known):
      let meant = Suggestion.closest(to: label, among: known)
      let hint =
        meant.map { "; did you mean \"\($0.word)\"?" }
        ?? (known.isEmpty
          ? "; no app on the device declares a button"
          : "; there are " + known.map { "\"\($0)\"" }.joined(separator: ", "))
      self.init(.invalidArgument, "there is no button \"\(label)\"" + hint)
    case .invalidArgument:
      self.init(.invalidArgument, "an argument of the action has the wrong type")
    case .negativeSpan(let span):
      self.init(.durationOutOfRange, "time does not go back: \(TimeSpan(span)) is negative")
    case .clockOverflow:
      self.init(.clockOverflow, "that time is beyond the end of the clock")
    case .tooMuchMemory(let limit): self = .memoryLimit(limit)
    case .tooManyEventsAtOneInstant(let limit, let time):
      self.init(
        .instantLimit,
        "the instant \(time) does not end: it had \(limit) events, the limit "
          + "`eventsAtOneInstant`")
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
  mutating func argument<Value>(
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
  mutating func span(
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
  mutating func number(
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
  mutating func size(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Int64 {
    try argument(position, of: function, "a size that is not negative, such as 30MB") {
      if case .integer(let bytes) = $0, bytes >= 0 { bytes } else { nil }
    }
  }

  /// Reads a Bool.
  mutating func truth(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> Bool {
    try argument(position, of: function, "true or false") {
      if case .boolean(let value) = $0 { value } else { nil }
    }
  }

  /// Reads a string.
  mutating func text(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> String {
    try argument(position, of: function, "a String") {
      if case .string(let text) = $0 { text } else { nil }
    }
  }

  /// Reads a string that the device keeps as a name: a short one.
  mutating func name(
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
  mutating func symbol<Symbol: RawRepresentable & CaseIterable>(
    _ position: Int, of function: HostFunction, as type: Symbol.Type
  ) throws(HostFunctionError) -> Symbol where Symbol.RawValue == String {
    let known = Symbol.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    return try argument(position, of: function, "one of " + known) {
      if case .symbol(let name) = $0 { Symbol(rawValue: name) } else { nil }
    }
  }

  /// Reads a function, which the machine keeps until it is released.
  mutating func function(
    _ position: Int, of function: HostFunction
  ) throws(HostFunctionError) -> FunctionReference {
    try argument(position, of: function, "a closure or a function") {
      if case .function(let reference) = $0 { reference } else { nil }
    }
  }

  /// Whether an argument was given, and is not nil.
  mutating func hasArgument(_ position: Int) -> Bool {
    guard let value = argument(position) else { return false }
    for reference in value.functions { release(reference) }
    return value != .nil
  }
}

extension HostFunctionError {
  /// A thing has no member of that name.
  static func missingMember(
    _ name: String, of handle: Handle
  ) -> HostFunctionError {
    let kind = handle.handleKind?.definition
    let known = kind?.members.map(\.name) ?? []
    let meant = Suggestion.closest(to: name, among: known)
    let hint = meant.map { "; did you mean `\($0.word)`?" } ?? ""
    return HostFunctionError(
      .missingMember, "\(kind?.name ?? "this") has no member `\(name)`" + hint)
  }

  /// A run takes as much memory as it may.
  static func memoryLimit(_ bytes: Int) -> HostFunctionError {
    HostFunctionError(
      .heapLimit,
      "the run needs more than \(LimitName.Unit.bytes.text(bytes)), the limit `memory`: for "
        + "values, the state of the device, records and output")
  }

  /// As much is said of a run as may be.
  static func outputLimit(_ bytes: Int) -> HostFunctionError {
    HostFunctionError(
      .outputLimit,
      "printed text and records have more than \(LimitName.Unit.bytes.text(bytes)), the "
        + "limit `output`")
  }
}

extension Machine {
  /// Reads the key of a storage place.
  mutating func storageKey() throws(HostFunctionError) -> String {
    switch argument(0) {
    case .string(let key): return key
    case let other:
      for reference in other?.functions ?? [] { release(reference) }
      throw HostFunctionError(
        .invalidKey, "storage has keys of type String, not \(argumentText(0))")
    }
  }

  /// Reads a value that is to be kept; nil to remove the key.
  mutating func plainArgument(
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
