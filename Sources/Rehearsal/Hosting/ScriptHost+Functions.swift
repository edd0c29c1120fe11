// Host functions with Swift's own types: the arguments are converted before the body runs, and a
// value of another type is an error at the script's call that names the parameter. The machine
// calls them in its loop, without a request.

import RehearsalMachine

// What returns a value.
extension ScriptHost {
  /// Gives scripts a function of no parameters.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<Result: ScriptConvertible>(
    _ name: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping () throws -> Result
  ) throws(HostError) {
    try define(
      name, [], for: callers, help: help,
      running: HostBody { _ in try body().scriptValue })
  }

  /// Gives scripts a function of one parameter.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<First: ScriptConvertible, Result: ScriptConvertible>(
    _ name: String, _ parameter: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping (First) throws -> Result
  ) throws(HostError) {
    try define(
      name, [parameter], for: callers, help: help,
      running: HostBody { arguments in try body(arguments.value(0)).scriptValue })
  }

  /// Gives scripts a function of two parameters.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<
    First: ScriptConvertible, Second: ScriptConvertible, Result: ScriptConvertible
  >(
    _ name: String, _ first: String, _ second: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping (First, Second) throws -> Result
  ) throws(HostError) {
    try define(
      name, [first, second], for: callers, help: help,
      running: HostBody { arguments in try body(arguments.value(0), arguments.value(1)).scriptValue
      })
  }

  /// Gives scripts a function of three parameters.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<
    First: ScriptConvertible, Second: ScriptConvertible, Third: ScriptConvertible,
    Result: ScriptConvertible
  >(
    _ name: String, _ first: String, _ second: String, _ third: String,
    for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping (First, Second, Third) throws -> Result
  ) throws(HostError) {
    try define(
      name, [first, second, third], for: callers, help: help,
      running: HostBody { arguments in
        try body(arguments.value(0), arguments.value(1), arguments.value(2)).scriptValue
      })
  }
}

// What returns nothing.
extension ScriptHost {
  /// Gives scripts a function of no parameters that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define(
    _ name: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping () throws -> Void
  ) throws(HostError) {
    try define(
      name, [], for: callers, help: help,
      running: HostBody { _ in
        try body()
        return .nil
      })
  }

  /// Gives scripts a function of one parameter that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<First: ScriptConvertible>(
    _ name: String, _ parameter: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping (First) throws -> Void
  ) throws(HostError) {
    try define(
      name, [parameter], for: callers, help: help,
      running: HostBody { arguments in
        try body(arguments.value(0))
        return .nil
      })
  }

  /// Gives scripts a function of two parameters that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<First: ScriptConvertible, Second: ScriptConvertible>(
    _ name: String, _ first: String, _ second: String, for callers: Callers = .everyone,
    help: String = "",
    body: @Sendable @escaping (First, Second) throws -> Void
  ) throws(HostError) {
    try define(
      name, [first, second], for: callers, help: help,
      running: HostBody { arguments in
        try body(arguments.value(0), arguments.value(1))
        return .nil
      })
  }
}

extension HostArguments {
  /// An argument as a Swift value.
  ///
  /// - Throws: `HostFunctionError` that names the parameter, for a value of another type.
  @inlinable func value<Value: ScriptConvertible>(_ position: Int) throws -> Value {
    if let value = Value(scriptValue: self[position]) { return value }
    throw mismatch(position, Value.self)
  }

  @usableFromInline func mismatch(
    _ position: Int, _ type: any ScriptConvertible.Type
  ) -> any Error {
    HostFunctionError(
      mismatchIn: position, of: function, type, self[position], printed: text(position))
  }
}
