// Reading the calls under way, for faults and for questions about places.
// Nothing is kept for this while code runs: places are looked up by position.

import RehearsalSyntax

extension MachineState {
  /// How many calls a fault shows at each end of a long stack.
  private static var shownCalls: Int { 12 }

  /// The calls under way, the innermost first; the library's own are left out.
  func calls() -> (calls: [Fault.Call], omitted: Int) {
    var calls: [Fault.Call] = []
    var omitted = 0
    var position = pc
    var questions = suspended[...]
    for level in stride(from: depth - 1, through: 0, by: -1) {
      let frame = frames[level]
      // A call of the host's returns to the host; the function below it waits where it asked.
      let asked = questions.last?.depth == level ? questions.popLast()?.pc : nil
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
      calls.append(Fault.Call(function: function.name, place: SourcePlace(source, range)))
    }
    return (calls, omitted)
  }

  /// The noted fault with the stack that led to it; nothing is under way afterwards.
  mutating func takeFault() -> Fault {
    let (calls, omitted) = calls()
    let pending = fault ?? PendingFault(identifier: .hostFailure, message: "nothing was noted")
    begin()
    return Fault(pending.identifier, pending.message, stack: calls, omittedCalls: omitted)
  }
}
