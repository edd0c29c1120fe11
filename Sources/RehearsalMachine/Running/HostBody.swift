// Functions of the host that need nothing but their arguments: the machine calls them in its loop,
// without leaving it for a request. Whatever such a function does, it cannot touch the machine.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// What a call of a function of the host runs.
@usableFromInline package final class HostBody: HostImplementation {
  let run: @Sendable (borrowing HostArguments) throws -> ScriptValue

  /// Makes a body of a closure; what that throws fails the script at the call.
  @usableFromInline package init(
    _ run: @escaping @Sendable (borrowing HostArguments) throws -> ScriptValue
  ) {
    self.run = run
  }
}

/// Why a call of a script cannot be carried out, in words for its author.
@usableFromInline package struct HostFunctionError: Error {
  /// Which error it becomes.
  @usableFromInline package let identifier: DiagnosticIdentifier
  /// What is wrong.
  @usableFromInline package let message: String

  /// Makes a refusal.
  package init(_ identifier: DiagnosticIdentifier, _ message: String) {
    self.identifier = identifier
    self.message = message
  }
}

/// The arguments of a call, for as long as the body runs.
@usableFromInline package struct HostArguments: ~Copyable {
  // Nothing moves the registers while the body runs.
  private let state: UnsafeMutablePointer<MachineState>
  private let registers: UnsafeMutablePointer<Value>
  private let count: Int
  /// The function that is called.
  let number: Int

  init(
    _ state: UnsafeMutablePointer<MachineState>, _ registers: UnsafeMutablePointer<Value>,
    count: Int, number: Int
  ) {
    (self.state, self.registers) = (state, registers)
    (self.count, self.number) = (count, number)
  }

  /// The function that is called.
  package var function: HostFunction { state.pointee.program.host.functions[number] }

  /// An argument by position; nil where it was left out.
  @usableFromInline package subscript(position: Int) -> ScriptValue {
    guard position < count else { return .nil }
    let value = state.pointee.exportArgument(registers[position])
    if registers[position].tag.isReference || registers[position].tag == .function {
      state.pointee.borrowed += value.functions
    }
    return value
  }

  /// How an argument prints.
  package func text(_ position: Int) -> String {
    position < count ? state.pointee.text(of: registers[position]) : ""
  }
}
