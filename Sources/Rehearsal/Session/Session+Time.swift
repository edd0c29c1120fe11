// How time passes in a run: for a span, to the next events, or until a condition holds. Long spans
// are taken in steps, so that the caller sees each event.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension Session {
  mutating func beginAdvance(_ word: HostFunction) throws(HostFunctionError) {
    let span = try machine.span(0, of: word)
    eventsUnderWay = 0
    do { activity = .advancing(to: try simulation.end(of: span)) } catch {
      throw HostFunctionError(error)
    }
    noteAct(.wait)
  }

  mutating func beginSteps(_ word: HostFunction) throws(HostFunctionError) {
    let count: Int64 =
      machine.hasArgument(0)
      ? try machine.argument(0, of: word, "a number of events that is not negative") {
        if case .integer(let count) = $0, count >= 0 { count } else { nil }
      } : 1
    activity = .stepping(left: count)
    eventsUnderWay = 0
    noteAct(.wait)
  }

  /// Handles the next event on the way to a moment; the script continues when it is reached.
  mutating func advanceOnce(to end: VirtualTime) {
    finishing { session throws(HostFunctionError) in
      try session.advanceToNextEvent(before: end) ? nil : .nil
    }
  }

  /// Handles the next event on the way to a moment; false when the moment is reached.
  mutating func advanceToNextEvent(before end: VirtualTime) throws(HostFunctionError) -> Bool {
    let isEvent = simulation.mayStep(notAfter: end)
    return try move(isEvent: isEvent) { (simulation: inout Simulation) throws(SimulationError) in
      if try simulation.stepOnce(notAfter: end) { return true }
      try simulation.advance(to: end)
      return false
    }
  }

  /// Handles one of some next events; the script continues after the last of them.
  mutating func stepOnce(left: Int64) {
    finishing { session throws(HostFunctionError) in
      guard left > 0 else { return .boolean(true) }
      let wentOn = try session.move { (simulation: inout Simulation) throws(SimulationError) in
        try simulation.step()
      }
      guard wentOn else { return .boolean(false) }
      session.activity = .stepping(left: left - 1)
      return nil
    }
  }

  /// Does a piece of an activity that the script waits for, and answers when it is done.
  private mutating func finishing(
    _ body: (inout Session) throws(HostFunctionError) -> ScriptValue?
  ) {
    do {
      guard let answer = try body(&self) else { return }
      machine.answer(answer)
    } catch { machine.failRequest(error.identifier, error.message) }
    activity = .script
  }

  /// The end of a wait that begins at this moment, as the script keeps it.
  mutating func endOfWait(_ word: HostFunction) throws(HostFunctionError) -> ScriptValue {
    let span = try machine.span(0, of: word)
    eventsUnderWay = 0
    noteAct(.wait)
    do { return .span(try simulation.end(of: span).spanSinceStart) } catch {
      throw HostFunctionError(error)
    }
  }

  /// Handles the next event before the end of a wait, or moves to its end; false when that is
  /// reached already.
  mutating func nextEvent(_ word: HostFunction) throws(HostFunctionError) -> Bool {
    let end = VirtualTime(nanoseconds: try machine.span(0, of: word).nanoseconds) ?? .zero
    let isEvent = simulation.mayStep(notAfter: end)
    return try move(isEvent: isEvent) { (simulation: inout Simulation) throws(SimulationError) in
      if try simulation.stepOnce(notAfter: end) { return true }
      guard simulation.device.now < end else { return false }
      try simulation.advance(to: end)
      return true
    }
  }
}
