// What a machine asks of its host. The machine never calls out: it leaves its loop with a
// request, keeps its state, and continues when it has the answer.

import RehearsalCode
import RehearsalValues

/// A request of a running script; what goes with it is read with `Machine.argument(_:)`.
@usableFromInline package enum HostRequest: Equatable, Sendable {
  /// The host function of a number of the host interface; its arguments by position.
  case call(function: Int)
  /// The value of a member of a handle.
  case member(Handle, MemberName)
  /// To set a member of a handle to argument 0; the answer is ignored.
  case setMember(Handle, MemberName)
  /// To call a member of a handle; its arguments by position.
  case callMember(Handle, MemberName)
  /// To call a handle itself; its arguments by position.
  case callHandle(Handle)
  /// The value of a handle's subscript; argument 0 is the key.
  case index(Handle)
  /// To set a handle's subscript; argument 0 is the key, argument 1 the value, nil to remove it.
  case setIndex(Handle)
  /// The value of the outside's top-level constant of a slot, which a unit reads, or of a variable of
  /// its own that has none yet.
  case constant(slot: Int)
  /// To write argument 0, a string, as a line of the run's output; the answer is ignored.
  case output
  /// To note how an expectation came out; the answer is ignored. See `expectationParts`.
  case expectation(site: Int, holds: Bool)
  /// To begin a wait of at most the Duration that is argument 0; the answer stands for the wait.
  case beginWait(isThroughout: Bool)
  /// To let the next event happen within the wait that is argument 0; whether there was one.
  case continueWait
}

/// A member name of a program.
@usableFromInline package struct MemberName: Hashable, Sendable {
  let number: Int
}

/// A request that waits while the host calls the script.
struct SuspendedRequest {
  let request: HostRequest
  /// The registers of the request; offsets from the window, which is put back too.
  let requestFirst: Int
  let requestCount: Int
  let answerRegister: Int
  /// The window, by its distance from the bottom of the stack.
  let window: Int
  /// Where the waiting function continues.
  let pc: UnsafePointer<Instruction>
  /// How many calls were under way; the host's call is the one above them.
  let depth: Int
  /// The instance whose variables were in place.
  let instance: Int
}
