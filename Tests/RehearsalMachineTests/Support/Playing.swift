// A machine that a test plays the host of: it starts functions, reads requests and answers them.

import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalCode
@testable import RehearsalMachine

/// A machine for a script with the sample host, whose statements have run to the first request.
struct Playing {
  let program: Program
  var machine: Machine

  init(
    _ source: String, role: Machine.Role = .outside, limits: MachineLimits = .outside,
    collectsAlways: Bool = true
  ) throws {
    program = try compiledProgram(source, host: SampleHost.interface)
    machine = Machine(
      CodeImage(program), role: role, limits: limits, collectsAlways: collectsAlways)
  }

  /// The number of a function by its name.
  func function(_ name: String) throws -> FunctionIndex {
    FunctionIndex(try #require(program.functions.firstIndex { $0.name == name }))
  }

  mutating func start(_ name: String, _ arguments: ScriptValue...) throws {
    machine.start(try function(name), arguments)
  }

  /// Runs to the next request, which has to come.
  mutating func request() throws -> HostRequest {
    guard case .requests(let request) = machine.run() else { throw Missing() }
    return request
  }

  /// Runs to the end and returns the result.
  mutating func result() throws -> ScriptValue {
    guard case .finished = machine.run() else { throw Missing() }
    return machine.takeResult()
  }

  /// Runs to the error, which has to come.
  mutating func error() throws -> RuntimeError {
    guard case .failed(let error) = machine.run() else { throw Missing() }
    return error
  }
}

/// What a test waited for did not come.
struct Missing: Error {}
