// What embedders do with a session besides running it: going to the next expectation, calling the
// script's functions, reading its variables. A session is a value: a copy is a saved state, and
// both go on from there by themselves.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension Script {
  /// A run of the script, ready to begin.
  ///
  /// - Parameter strict: Whether a verb that is refused is a failure and not only a warning.
  /// - Returns: The run.
  /// - Throws: `ScriptError.diagnostics` for a script with errors.
  public func session(strict: Bool = false) throws(ScriptError) -> Session {
    guard let session = Session(self, scrutiny: RunScrutiny(isStrict: strict)) else {
      throw .diagnostics(diagnostics)
    }
    return session
  }

  /// Runs the script to its end.
  ///
  /// What fails in the run stands in the report; it is no error here.
  ///
  /// - Parameter strict: Whether a verb that is refused is a failure and not only a warning.
  /// - Returns: How the run came out.
  /// - Throws: `ScriptError.diagnostics` for a script with errors.
  @discardableResult
  public func run(strict: Bool = false) throws(ScriptError) -> RunReport {
    var session = try session(strict: strict)
    return session.run()
  }
}

extension Session {
  /// Goes on until one more expectation was looked at; false when the run is over before that.
  @discardableResult
  public mutating func runToExpectation() -> Bool {
    let (count, scenario) = (expectationCount, currentCase)
    pausesAtExpectations = true
    defer { pausesAtExpectations = false }
    while step() {
      if currentCase == scenario ? expectationCount > count : expectationCount > 0 {
        return true
      }
    }
    return false
  }

  /// Runs the statements and then one case of a scenario, from the beginning.
  ///
  /// - Parameters:
  ///   - number: The case's number in `Script.cases`; nil for the statements alone.
  ///   - observe: Is given every event, in order, as it happens.
  /// - Returns: How the statements and the case came out.
  @discardableResult
  public mutating func run(
    case number: Int?, observing observe: (RunEvent) -> Void = { _ in }
  ) -> RunReport {
    runStatements(observing: observe)
    if let number { runAfterStatements(case: number, observing: observe) }
    activity = .finished
    return report
  }

  /// Runs the statements only, so that copies of the session can run a case each.
  package mutating func runStatements(observing observe: (RunEvent) -> Void) {
    goToNextScenario(observing: observe)
  }

  /// Runs one case of a session whose statements were run and did not end in an error.
  ///
  /// - Parameters:
  ///   - number: The case's number in `Script.cases`.
  ///   - profile: The device on which it is run; nil for the case's own.
  ///   - observe: Is given every event, in order, as it happens.
  package mutating func runAfterStatements(
    case number: Int, on profile: Profile? = nil, observing observe: (RunEvent) -> Void
  ) {
    guard !isFinished else { return }
    if let profile, content.cases.indices.contains(number) {
      content.cases[number].profile = profile
    }
    activity = .scenario(number)
    goToNextScenario(observing: observe)
    activity = .finished
  }

  /// Goes on until another scenario is about to begin, or the run is over or is interrupted.
  private mutating func goToNextScenario(observing observe: (RunEvent) -> Void) {
    while cancellation?.isCancelled != true, step() {
      for event in takeEvents() { observe(event) }
      if case .scenario = activity { return }
    }
  }

  /// Calls a top-level function of the script, when nothing of the script is under way: after the
  /// run, or before a scenario.
  ///
  /// The function acts on the device as it is. A function that lets time pass does so at once.
  ///
  /// - Parameters:
  ///   - name: The function's name.
  ///   - arguments: What it is given, by position.
  /// - Returns: What it returned, functions in it as things that cannot be called.
  /// - Throws: `ScriptError.runtimeError` when it fails, and where there is no such function or the
  ///   script is under way.
  public mutating func call(
    _ name: String, _ arguments: [ScriptValue] = []
  ) throws(ScriptError) -> ScriptValue {
    guard machine.isIdle else {
      throw .runtimeError(
        RuntimeError(.wrongSide, "the script is under way; call `\(name)` when it rests"))
    }
    guard let function = content.program.function(named: name) else {
      throw .runtimeError(RuntimeError(.notCallable, "the script has no function `\(name)`"))
    }
    machine.start(function, arguments)
    do {
      let value = try finishCall()
      for reference in value.functions { machine.release(reference) }
      return value.withoutFunctions
    } catch { throw .runtimeError(error) }
  }

  /// Lets time pass on the session's device, when nothing of the script is under way.
  ///
  /// - Throws: `ScriptError.runtimeError` for a negative span, beyond the clock's end, when an
  ///   instant does not come to an end, and for more events than the limit `events`.
  public mutating func advance(by duration: Duration) throws(ScriptError) {
    guard machine.isIdle else {
      throw .runtimeError(
        RuntimeError(.wrongSide, "the script is under way; time is its own to let pass"))
    }
    eventsUnderWay = 0
    do throws(HostFunctionError) {
      let end = try end(of: TimeSpan(duration))
      while try advanceToNextEvent(before: end) {}
    } catch { throw .runtimeError(RuntimeError(error.identifier, error.message)) }
  }

  private func end(of span: TimeSpan) throws(HostFunctionError) -> VirtualTime {
    do { return try simulation.end(of: span) } catch { throw HostFunctionError(error) }
  }

  /// The value of a variable: of the file, or of the living process of an app.
  ///
  /// - Parameters:
  ///   - name: The variable's name.
  ///   - app: The app's name; nil for a variable of the file.
  /// - Returns: A copy, functions in it as things that cannot be called.
  /// - Throws: `ScriptError.runtimeError` for a name that is not there, a variable without a value,
  ///   and an app that is not running.
  public mutating func value(
    of name: String, in app: String? = nil
  ) throws(ScriptError) -> ScriptValue {
    guard let app else {
      guard let value = machine.global(named: name) else {
        throw .runtimeError(
          RuntimeError(.uninitializedVariable, "the script has no value `\(name)` by now"))
      }
      for reference in value.functions { machine.release(reference) }
      return value.withoutFunctions
    }
    guard let identifier = self.app(app) else {
      throw .runtimeError(RuntimeError(.invalidArgument, "the device has no app named \(app)"))
    }
    do { return try variable(name, of: identifier, handle(of: identifier)) } catch {
      throw .runtimeError(RuntimeError(error.identifier, error.message))
    }
  }

  /// The app of a name, for the methods of `Simulation`; nil where the device has none.
  public func app(_ name: String) -> AppIdentifier? { simulation.device.app(named: name) }
}
