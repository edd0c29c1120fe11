// Functions of the host that need nothing but their arguments: the machine calls them in its loop,
// without leaving it for a question. Whatever such a function does, it cannot touch the machine.

import RehearsalSyntax

/// What a call of a function of the host runs.
@usableFromInline package final class HostBody: Sendable {
  fileprivate let run: @Sendable (borrowing HostArguments) throws -> ScriptValue

  /// Makes a body of a closure; what that throws fails the script at the call.
  @usableFromInline package init(
    _ run: @escaping @Sendable (borrowing HostArguments) throws -> ScriptValue
  ) {
    self.run = run
  }
}

/// Why a call of a script cannot be carried out, in words for its author.
package struct ScriptRefusal: Error {
  /// Which fault it becomes.
  package let identifier: DiagnosticIdentifier
  /// What is wrong.
  package let message: String

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
  fileprivate let number: Int

  fileprivate init(
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

extension MachineState {
  /// Forgets the functions that were kept for the length of a call.
  private mutating func releaseBorrowed() {
    guard !borrowed.isEmpty else { return }
    for reference in borrowed { release(reference) }
    borrowed = []
  }

  /// Calls a function of the host in the loop where it has a body, and notes the question else.
  ///
  /// - Parameters:
  ///   - state: The machine's state.
  ///   - number: The function's number in the host interface.
  ///   - registers: The place of the result, and behind it those of the arguments.
  ///   - count: How many arguments there are.
  /// - Returns: Whether the result is stored, the host is asked, or the call failed.
  @inline(never) static func callHost(
    _ state: UnsafeMutablePointer<MachineState>, _ number: Int,
    _ registers: UnsafeMutablePointer<Value>, count: Int
  ) -> CallOutcome {
    guard state.pointee.looking == 0 || state.pointee.mayAsk(function: number) else {
      return .failed
    }
    let result = registers - state.pointee.window
    guard let body = state.pointee.image.hostBodies[number] else {
      state.pointee.ask = .call(function: number)
      state.pointee.askFirst = result + 1
      state.pointee.askCount = count
      state.pointee.answerRegister = result
      return .asks
    }
    defer { state.pointee.releaseBorrowed() }
    do {
      let value = try body.run(HostArguments(state, registers + 1, count: count, number: number))
      // An argument that could not cross whole has failed the call already.
      guard state.pointee.fault == nil else { return .failed }
      return CallOutcome(state.pointee.put(value, in: result))
    } catch let refusal as ScriptRefusal {
      return CallOutcome(state.pointee.fail(refusal.identifier, refusal.message))
    } catch {
      let name = state.pointee.program.host.functions[number].name
      return CallOutcome(state.pointee.fail(.hostFailure, "`\(name)` failed: \(error)"))
    }
  }
}
