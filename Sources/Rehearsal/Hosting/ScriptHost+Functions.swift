// Host functions with Swift's own types: the arguments are converted before the body runs, and a
// value of another type is an error at the script's call that names the parameter.

import RehearsalMachine

extension ScriptHost {
  /// Gives scripts a function whose arguments and result are Swift values.
  ///
  /// - Parameters:
  ///   - name: The name, as scripts call it.
  ///   - parameters: The names of the body's parameters in order.
  ///   - callers: Which code may call it.
  ///   - help: One sentence for `help` and completion.
  ///   - body: What a call runs. An error that it throws fails the script at the call.
  /// - Throws: `HostError` for a name that is no identifier or is taken, and where there are not as
  ///   many names as parameters.
  @inlinable
  public mutating func define<each Argument: ScriptConvertible, Result: ScriptConvertible>(
    _ name: String, _ parameters: String..., for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (repeat each Argument) throws -> Result
  ) throws(HostError) {
    try requireCount(parameters, of: name, (repeat each Argument).self)
    try define(name, parameters, for: callers, help: help) { call in
      var position = -1
      return try body(repeat call.argument(after: &position, as: (each Argument).self)).scriptValue
    }
  }

  /// Gives scripts a function that returns nothing.
  ///
  /// - Throws: `HostError` as for a function with a result.
  @inlinable
  public mutating func define<each Argument: ScriptConvertible>(
    _ name: String, _ parameters: String..., for callers: Callers = .everyone, help: String = "",
    body: @Sendable @escaping (repeat each Argument) throws -> Void
  ) throws(HostError) {
    try requireCount(parameters, of: name, (repeat each Argument).self)
    try define(name, parameters, for: callers, help: help) { call in
      var position = -1
      try body(repeat call.argument(after: &position, as: (each Argument).self))
      return .nil
    }
  }

  @usableFromInline func requireCount<each Argument>(
    _ parameters: [String], of name: String, _ arguments: (repeat each Argument).Type
  ) throws(HostError) {
    var count = 0
    for _ in repeat (each Argument).self { count += 1 }
    guard parameters.count == count else {
      throw .parameterCount(name, named: parameters.count, taken: count)
    }
  }
}

extension HostCall {
  /// The argument behind a position as a Swift value, which moves the position on.
  @inlinable mutating func argument<Value: ScriptConvertible>(
    after position: inout Int, as type: Value.Type
  ) throws(ScriptError) -> Value {
    position += 1
    return try argument(position)
  }
}
