// Calls that the host makes while the script waits for its answer: a host function that is handed
// a closure calls it before it answers. The request is put aside with everything that belongs to
// it, the call runs in a frame above those under way, and the request stands again as before.

import RehearsalValues

/// A request that waits while the host calls the script.
struct SuspendedRequest {
  let request: HostRequest
  /// The registers of the request; offsets from the window, which is put back too.
  let requestFirst: Int
  let requestCount: Int
  let answerRegister: Int
  /// The window, by its distance from the bottom of the stack.
  let window: Int
  /// Where the waiting function goes on.
  let pc: UnsafePointer<Instruction>
  /// How many calls were under way; the host's call is the one above them.
  let depth: Int
  /// The instance whose variables were in place.
  let instance: Int
}

extension MachineState {
  /// How many calls of the host may be under way at once.
  ///
  /// Each takes the native stack of some twenty calls, and the threads of a pool have half a
  /// megabyte: a script that calls itself through the host must not be able to use that up.
  private static var hostCallDepth: Int { 8 }

  /// Puts the request aside and enters a function value that the host holds.
  ///
  /// Its frame returns to `leave`, like the outermost one. The budget goes on.
  mutating func enterCallback(_ reference: FunctionReference, _ arguments: [ScriptValue]) {
    guard let request else { return enter(reference, arguments) }
    guard let kept = functions[reference], let number = functionNumber(kept.value) else {
      _ = fail(.staleHandle, "the function is not kept any more")
      return
    }
    guard suspended.count < Self.hostCallDepth else {
      _ = fail(
        .callDepthLimit,
        "functions of the host and of the script call each other \(suspended.count) deep, and no "
          + "deeper; does a function that it calls back call it again without end?")
      return
    }
    let base = liveRegisterCount
    let function = image.functions[number]
    guard makeRoom(from: stack + base + 1, count: Int(function.registerCount)) else { return }
    suspended.append(
      SuspendedRequest(
        request: request, requestFirst: requestFirst, requestCount: requestCount,
        answerRegister: answerRegister,
        window: window - stack, pc: pc, depth: depth, instance: instance))
    self.request = nil
    requestCount = 0
    answerRegister = -1
    selectInstance(kept.instance)
    stack[base] = kept.value
    frames[depth] = Frame(returnTo: image.leave, shift: 1, function: number, result: 0)
    depth += 1
    window = stack + base + 1
    pc = function.code
    guard putArguments(arguments, of: number) else { return }
    checkCount(arguments.count, of: number)
  }

  /// Brings the request back that waits for the call that has just returned, if one does.
  mutating func resumeRequest() {
    // Most calls answer no request: an empty list is only looked at.
    guard !suspended.isEmpty, let outer = suspended.popLast() else { return }
    request = outer.request
    requestFirst = outer.requestFirst
    requestCount = outer.requestCount
    answerRegister = outer.answerRegister
    window = stack + outer.window
    pc = outer.pc
    selectInstance(outer.instance)
  }
}
