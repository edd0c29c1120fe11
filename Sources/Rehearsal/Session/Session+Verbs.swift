// What the outside can do: each function of its table, carried out on the device.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Session {
  /// Carries out a call of a function.
  mutating func call(_ number: Int) throws(HostFunctionError) -> Reply {
    let word = content.program.host.functions[number]
    switch Vocabulary.words[number] {
    case .outside(let function): return try call(function, word)
    case .neutral(.now): return .value(.span(simulation.device.now.spanSinceStart))
    case .neutral(.date): return .value(.string(simulation.device.date))
    case .system(let function): return try call(function, word)
    case .window(let function): return try call(function, word)
    case .inside, .service, .interface:
      throw HostFunctionError(.wrongSide, "`\(word.name)` belongs to an app's own code")
    }
  }

  private mutating func call(
    _ function: OutsideFunction, _ word: HostFunction
  ) throws(HostFunctionError) -> Reply {
    switch function {
    case .launch: return try apply(.launch(app(0, of: word)))
    case .press: return try apply(.press(button(word)))
    case .unlock: return try apply(.unlock)
    case .touch: return try apply(touch(word))
    case .forceQuit: return try apply(.forceQuit(app(0, of: word)))
    case .answer: return try apply(.answer(interruption(word)))
    case .dismiss: return try apply(.dismiss(interruption(word)))
    case .hangUp: return try apply(.hangUp)
    case .install: return try apply(.install(app(0, of: word)))
    case .uninstall: return try apply(.uninstall(app(0, of: word)))
    case .interrupt: return try apply(.interrupt(interruption(word)))
    case .purge: return try apply(.purge(app(0, of: word)))
    case .terminate: return try apply(.terminate(app(0, of: word)))
    case .step: return try beginSteps(word)
    case .advance: return try beginAdvance(word)
    case .endOfWait: return .value(try endOfWait(word))
    case .nextEvent: return .value(.boolean(try nextEvent(word)))
    case .beginReadOnly:
      machine.beginReadOnly()
      return .value(.nil)
    case .endReadOnly:
      machine.endReadOnly()
      return .value(.nil)
    case .mark:
      _ = try app(0, of: word)
      return .value(.integer(Int64(simulation.device.trace.endIndex)))
    case .callsSince:
      return .value(try calls(of: try app(0, of: word), since: try mark(word)))
    case .traceSince:
      return .value(try trace(of: try app(0, of: word), since: try mark(word)))
    case .beginCrash:
      expectedCrashes.append(ExpectedCrash(app: try app(0, of: word)))
      return .value(.nil)
    case .endCrash: return .value(.boolean(expectedCrashes.popLast()?.hasHappened ?? false))
    }
  }

  /// What a stimulus costs of the script's budget: a loop of verbs comes to its limit as soon as a
  /// loop of anything else.
  private static var instructionsOfAStimulus: Int { 1000 }

  mutating func apply(_ stimulus: Stimulus) throws(HostFunctionError) -> Reply {
    machine.charge(Self.instructionsOfAStimulus)
    eventsUnderWay = 0
    _ = try move { (simulation: inout Simulation) throws(SimulationError) in
      try simulation.apply(stimulus)
    }
    return .value(.nil)
  }

  // MARK: - Arguments

  /// Reads an app.
  mutating func app(
    _ position: Int, of word: HostFunction
  ) throws(HostFunctionError) -> AppIdentifier {
    try app(
      machine.argument(position, of: word, "an app") {
        if case .handle(let handle) = $0, handle.handleKind == .app { handle } else { nil }
      })
  }

  private mutating func button(_ word: HostFunction) throws(HostFunctionError) -> DeviceButton {
    try machine.symbol(0, of: word, as: DeviceButton.self)
  }

  private mutating func interruption(
    _ word: HostFunction
  ) throws(HostFunctionError) -> InterruptionKind {
    try machine.symbol(0, of: word, as: InterruptionKind.self)
  }

  /// `touch "Label"` or `touch app, "Label"`.
  private mutating func touch(_ word: HostFunction) throws(HostFunctionError) -> Stimulus {
    guard machine.hasArgument(1) else {
      return .touch(nil, control: try machine.text(0, of: word))
    }
    return .touch(try app(0, of: word), control: try machine.text(1, of: word))
  }

  private mutating func mark(_ word: HostFunction) throws(HostFunctionError) -> Int {
    try machine.argument(1, of: word, "a mark") {
      if case .integer(let index) = $0 { Int(exactly: index) } else { nil }
    }
  }
}

// MARK: - Time

extension Session {
  private mutating func beginAdvance(_ word: HostFunction) throws(HostFunctionError) -> Reply {
    let span = try machine.span(0, of: word)
    eventsUnderWay = 0
    do { activity = .advancing(to: try simulation.end(of: span)) } catch {
      throw HostFunctionError(error)
    }
    return .later
  }

  private mutating func beginSteps(_ word: HostFunction) throws(HostFunctionError) -> Reply {
    let count: Int64 =
      machine.hasArgument(0)
      ? try machine.argument(0, of: word, "a number of events that is not negative") {
        if case .integer(let count) = $0, count >= 0 { count } else { nil }
      } : 1
    activity = .stepping(left: count)
    eventsUnderWay = 0
    return .later
  }

  /// Handles the next event on the way to a moment; the script goes on when it is reached.
  mutating func advanceOnce(to end: VirtualTime) {
    finishing { session throws(HostFunctionError) in
      try session.advanceToNextEvent(before: end) ? nil : .nil
    }
  }

  /// Handles the next event on the way to a moment; false when the moment is reached.
  mutating func advanceToNextEvent(before end: VirtualTime) throws(HostFunctionError) -> Bool {
    try move { (simulation: inout Simulation) throws(SimulationError) in
      if try simulation.stepOnce(notAfter: end) { return true }
      try simulation.advance(to: end)
      return false
    }
  }

  /// Handles one of some next events; the script goes on behind the last of them.
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
    do { return .span(try simulation.end(of: span).spanSinceStart) } catch {
      throw HostFunctionError(error)
    }
  }

  /// Handles the next event before the end of a wait, or moves to its end; false when that is
  /// reached already.
  mutating func nextEvent(_ word: HostFunction) throws(HostFunctionError) -> Bool {
    let end = VirtualTime(nanoseconds: try machine.span(0, of: word).nanoseconds) ?? .zero
    return try move { (simulation: inout Simulation) throws(SimulationError) in
      if try simulation.stepOnce(notAfter: end) { return true }
      guard simulation.device.now < end else { return false }
      try simulation.advance(to: end)
      return true
    }
  }
}
