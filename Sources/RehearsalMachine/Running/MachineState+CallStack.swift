// Reading the calls under way, for errors and for whoever wants to know where a script is.
// Nothing is kept for this while code runs: places are looked up by position.

import RehearsalSyntax

extension MachineState {
  /// How many calls an error shows at each end of a long stack.
  private static var shownCalls: Int { 12 }

  /// The calls under way, the innermost first; the library's own are left out.
  func calls() -> (calls: [RuntimeError.Call], omitted: Int) {
    var calls: [RuntimeError.Call] = []
    var omitted = 0
    var position = pc
    var requests = suspended[...]
    for level in stride(from: depth - 1, through: 0, by: -1) {
      let frame = frames[level]
      // A call of the host's returns to the host; the function below it waits where it asked.
      let asked = requests.last?.depth == level ? requests.popLast()?.pc : nil
      defer { position = asked ?? frame.returnTo }
      let function = program.functions[frame.function]
      guard !function.isHidden, let source = function.source else { continue }
      if calls.count >= Self.shownCalls && level >= Self.shownCalls {
        omitted += 1
        continue
      }
      // A place belongs to the instruction before the one that comes next; at the beginning of a
      // function there is none.
      let index = position - UnsafePointer(image.code) - 1
      let isWithin = index >= function.entry && index < function.entry + function.length
      let range = isWithin ? program.places[index] : function.range
      calls.append(RuntimeError.Call(function: function.name, place: SourcePlace(source, range)))
    }
    return (calls, omitted)
  }

  /// The noted error with the stack that led to it; nothing is under way afterwards.
  mutating func takeError() -> RuntimeError {
    let (calls, omitted) = calls()
    let pending =
      pendingError ?? PendingError(identifier: .hostFailure, message: "nothing was noted")
    begin()
    return RuntimeError(pending.identifier, pending.message, stack: calls, omittedCalls: omitted)
  }
}
