// One call of a host function while it runs: its arguments, and the doors back into the script and
// to the device. It exists for the length of the call only and cannot be kept.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

/// A call of a host function under way.
public struct HostCall: ~Copyable {
  /// Who called.
  enum Caller {
    case outside(UnsafeMutablePointer<Session>)
    case app(UnsafeMutablePointer<ScriptedApp>, AppContext)
  }

  let caller: Caller
  let function: ScriptHost.Function
  /// What went wrong in the call other than an error of the body's own.
  var failure: HostCallFailure?
  /// The functions that the machine keeps for this call.
  var kept: [FunctionReference] = []

  init(_ caller: Caller, _ function: ScriptHost.Function) {
    self.caller = caller
    self.function = function
  }

  // MARK: - Arguments

  /// How many arguments the script passed.
  package var argumentCount: Int {
    switch caller {
    case .outside(let session): session.pointee.machine.argumentCount
    case .app(let app, _): app.pointee.machine.argumentCount
    }
  }

  /// An argument by position; nil where it was left out.
  @usableFromInline package mutating func scriptArgument(_ position: Int) -> ScriptValue {
    let value =
      switch caller {
      case .outside(let session): session.pointee.machine.argument(position)
      case .app(let app, _): app.pointee.machine.argument(position)
      }
    if let functions = value?.functions, !functions.isEmpty { kept += functions }
    return value ?? .nil
  }

  /// An argument by position as a Swift value; one that was left out is the script's nil.
  ///
  /// A function in a `ScriptValue` can be passed to `invoke` until the call is over.
  ///
  /// - Throws: `ScriptError` that names the parameter, for a value of another type.
  @inlinable public mutating func argument<Value: ScriptConvertible>(
    _ position: Int, as type: Value.Type = Value.self
  ) throws(ScriptError) -> Value {
    let value = scriptArgument(position)
    if let converted = Value(scriptValue: value) { return converted }
    throw mismatch(position, type)
  }

  @usableFromInline mutating func mismatch(
    _ position: Int, _ type: any ScriptConvertible.Type
  ) -> ScriptError {
    let text =
      switch caller {
      case .outside(let session): session.pointee.machine.argumentText(position)
      case .app(let app, _): app.pointee.machine.argumentText(position)
      }
    return refused(
      HostFunctionError(
        mismatchIn: position, of: function.definition, type, scriptArgument(position),
        printed: text))
  }

  // MARK: - Back into the script

  /// Calls a function or closure of the script, which came in an argument.
  ///
  /// - Parameters:
  ///   - function: The function value.
  ///   - arguments: What it is given, by position.
  /// - Returns: What it returned.
  /// - Throws: `ScriptError.runtimeError` when it fails. The script then ends: even if the body
  ///   handles the error, its caller fails with the same error.
  public mutating func invoke(
    _ function: ScriptValue, _ arguments: [ScriptValue] = []
  ) throws(ScriptError) -> ScriptValue {
    if case .runtimeError(let error) = failure { throw .runtimeError(error) }
    guard case .function(let reference) = function else {
      throw refused(
        HostFunctionError(
          .notCallable,
          "`\(self.function.definition.name)` calls a value that is not a function"))
    }
    do {
      let result =
        switch caller {
        case .outside(let session): try session.pointee.invoke(reference, arguments)
        case .app(let app, let context):
          try app.pointee.invoke(reference, arguments, in: context)
        }
      kept += result.functions
      return result
    } catch {
      failure = .runtimeError(error)
      throw .runtimeError(error)
    }
  }

  // MARK: - The device

  /// Lets the user or the system do something, from a function for scenarios.
  ///
  /// - Throws: `ScriptError` for an action that is not possible on the device, and from the code of
  ///   apps.
  @discardableResult
  public mutating func apply(_ stimulus: Stimulus) throws(ScriptError) -> StimulusOutcome {
    guard case .outside(let session) = caller else {
      throw refused(
        HostFunctionError(
          .wrongSide, "`\(function.definition.name)` moves the device, which apps cannot do"))
    }
    do {
      return try session.pointee.move { (simulation: inout Simulation) throws(SimulationError) in
        try simulation.apply(stimulus)
      }
    } catch { throw refused(error) }
  }

  /// The app of a value that a script passed, for stimuli.
  public func app(_ value: ScriptValue) -> AppIdentifier? {
    guard case .outside(let session) = caller, case .handle(let handle) = value,
      handle.handleKind == .app
    else { return nil }
    return try? session.pointee.app(handle)
  }

  private mutating func refused(_ refusal: HostFunctionError) -> ScriptError {
    failure = .refusal(refusal)
    let stack =
      switch caller {
      case .outside(let session): session.pointee.machine.stack()
      case .app(let app, _): app.pointee.machine.stack()
      }
    return .runtimeError(RuntimeError(refusal.identifier, refusal.message, stack: stack))
  }
}

extension HostCall {
  /// Runs a host function for a request of a machine, and says the result.
  static func run(
    _ function: ScriptHost.Function, for caller: Caller
  ) throws(HostFunctionError) -> HostResult {
    guard let body = function.body else {
      throw HostFunctionError(
        .hostFailure, "the machine calls `\(function.definition.name)` by itself")
    }
    var call = HostCall(caller, function)
    do {
      let value = try body(&call)
      if case .runtimeError(let error) = call.failure { return .ended(error) }
      call.releaseFunctions(besides: value)
      return .value(value)
    } catch {
      switch call.failure {
      case .runtimeError(let error): return .ended(error)
      case .refusal(let refusal): throw refusal
      case nil:
        throw HostFunctionError(.hostFailure, "`\(function.definition.name)` failed: \(error)")
      }
    }
  }

  /// Forgets the functions that were kept for the call; those in its answer go with that.
  private func releaseFunctions(besides value: ScriptValue) {
    guard !kept.isEmpty else { return }
    var answered = value.functions[...]
    for reference in kept {
      if let index = answered.firstIndex(of: reference) {
        answered.remove(at: index)
        continue
      }
      switch caller {
      case .outside(let session): session.pointee.machine.release(reference)
      case .app(let app, _): app.pointee.machine.release(reference)
      }
    }
  }
}

extension ScriptHost: AppHost {
  package func call(
    _ number: Int, from app: inout ScriptedApp, in context: AppContext
  ) throws(HostFunctionError) -> MachineReply<CodeProgress> {
    guard let function = function(number) else {
      throw HostFunctionError(.hostFailure, "the host has no function of the number \(number)")
    }
    let result = try withUnsafeMutablePointer(to: &app) {
      (app: UnsafeMutablePointer<ScriptedApp>) throws(HostFunctionError) in
      try HostCall.run(function, for: .app(app, context))
    }
    switch result {
    case .value(let value): return .value(value)
    case .ended(let error): return .failed(error)
    }
  }
}

/// The result of a call of a host function.
enum HostResult {
  case value(ScriptValue)
  /// The script failed while the host called it; nothing is under way any more.
  indirect case ended(RuntimeError)
}

/// What goes wrong in a call of a host function other than an error of its body.
indirect enum HostCallFailure {
  /// The error that ended the script while the host called it.
  case runtimeError(RuntimeError)
  /// A refusal that keeps its words, such as that of an argument of a wrong type.
  case refusal(HostFunctionError)
}
