// The loop in which a machine runs and its owner answers what it asks, for scripts of the outside
// and for apps: until the code is done, has failed, or has to wait for something.

import RehearsalSyntax
import RehearsalValues

/// What follows from a request of a machine.
@usableFromInline package enum MachineReply<Pause> {
  case value(ScriptValue)
  /// The machine waits; the caller continues it later, or needs it no more.
  case pause(Pause)
  /// The code failed while a host function called it; nothing of it is under way any more.
  indirect case failed(RuntimeError)
}

/// What a machine that was driven has reached.
@usableFromInline package enum MachineStop<Pause> {
  case finished
  case failed(RuntimeError)
  case paused(Pause)
  /// It was driven far enough, and its last request has its answer.
  case stopped
}

/// The owner of a machine, which answers what it asks.
@usableFromInline package protocol MachineOwner {
  /// The machine.
  var machine: Machine { get set }
}

extension MachineOwner {
  /// Runs the machine and answers its requests.
  ///
  /// - Parameters:
  ///   - isEnough: Asked after each answer; whether to stop there.
  ///   - reply: Carries out a request; what it throws becomes the script's error.
  /// - Returns: What the machine has reached.
  @inlinable @inline(__always)
  package mutating func runMachine<Pause>(
    until isEnough: (borrowing Self) -> Bool = { _ in false },
    _ reply: (inout Self, HostRequest) throws(HostFunctionError) -> MachineReply<Pause>
  ) -> MachineStop<Pause> {
    while true {
      switch machine.run() {
      case .finished: return .finished
      case .failed(let error): return .failed(error)
      case .requests(let request):
        machine.charge(request.instructions)
        do throws(HostFunctionError) {
          switch try reply(&self, request) {
          case .value(let value): answer(value)
          case .pause(let pause): return .paused(pause)
          case .failed(let error): return .failed(error)
          }
        } catch { machine.failRequest(error.identifier, error.message) }
        if isEnough(self) { return .stopped }
      }
    }
  }

  /// Charges for a text that is written.
  package mutating func charge(forWriting text: String) {
    machine.charge(500 + text.utf8.count / 8)
  }

  /// Answers the machine's request.
  @usableFromInline package mutating func answer(_ value: ScriptValue) {
    machine.answer(value)
    // A function that was passed back is the script's own from here on.
    for reference in value.functions { machine.release(reference) }
  }
}

extension HostRequest {
  /// What asking and answering costs of the script's budget, in turns of a loop: so many pass in the
  /// same time, and a loop of requests ends as soon as a loop of anything else.
  @usableFromInline package var instructions: Int {
    switch self {
    case .expectation, .beginWait, .continueWait, .constant: 8
    case .index, .setIndex, .callHandle, .output: 10
    case .call: 20
    case .member, .callMember, .setMember: 80
    }
  }
}
