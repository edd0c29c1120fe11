// Host functions with Swift's own types: the parameters are converted before the body runs, and a
// value of another type is an error at the script's call that names the parameter.

import RehearsalMachine

extension ScriptHost {
  /// Gives scripts a function without parameters.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable public mutating func define<Result: ScriptConvertible>(
    _ name: String, for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping () throws -> Result
  ) throws(HostError) {
    try define(name, [], for: callers, help: help) { _ in try body().scriptValue }
  }

  /// Gives scripts a function of one parameter.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable public mutating func define<First: ScriptConvertible, Result: ScriptConvertible>(
    _ name: String, _ parameter: String, for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (First) throws -> Result
  ) throws(HostError) {
    try define(name, [parameter], for: callers, help: help) { call in
      try body(call.argument(0)).scriptValue
    }
  }

  /// Gives scripts a function of two parameters.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable
  public mutating func define<
    First: ScriptConvertible, Second: ScriptConvertible, Result: ScriptConvertible
  >(
    _ name: String, _ first: String, _ second: String, for callers: Callers = .everyone,
    help: String = "", body: @Sendable @escaping (First, Second) throws -> Result
  ) throws(HostError) {
    try define(name, [first, second], for: callers, help: help) { call in
      try body(call.argument(0), call.argument(1)).scriptValue
    }
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
    for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (First, Second, Third) throws -> Result
  ) throws(HostError) {
    try define(name, [first, second, third], for: callers, help: help) { call in
      try body(call.argument(0), call.argument(1), call.argument(2)).scriptValue
    }
  }
}

// What returns nothing.
extension ScriptHost {
  /// Gives scripts a function without parameters that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable public mutating func define(
    _ name: String, for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping () throws -> Void
  ) throws(HostError) {
    try define(name, [], for: callers, help: help) { _ in
      try body()
      return .nil
    }
  }

  /// Gives scripts a function of one parameter that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable public mutating func define<First: ScriptConvertible>(
    _ name: String, _ parameter: String, for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (First) throws -> Void
  ) throws(HostError) {
    try define(name, [parameter], for: callers, help: help) { call in
      try body(call.argument(0))
      return .nil
    }
  }

  /// Gives scripts a function of two parameters that returns nothing.
  ///
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  @inlinable public mutating func define<First: ScriptConvertible, Second: ScriptConvertible>(
    _ name: String, _ first: String, _ second: String, for callers: Callers = .everyone,
    help: String = "", body: @Sendable @escaping (First, Second) throws -> Void
  ) throws(HostError) {
    try define(name, [first, second], for: callers, help: help) { call in
      try body(call.argument(0), call.argument(1))
      return .nil
    }
  }
}
