// What embedders do with a session other than running it: going to the next expectation, calling
// the script's functions, reading its variables. A session is a value: a copy is a saved state, and
// both continue from there by themselves.

import RehearsalCode
import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

extension Script {
  /// A run of the script, ready to begin.
  ///
  /// - Parameter strict: Whether a verb that is refused is a failure and not only a warning.
  /// - Returns: The run.
  /// - Throws: `ScriptError.diagnostics` for a script with errors.
  public func session(strict: Bool = false) throws(ScriptError) -> Session {
    guard let session = Session(self, strictness: StrictnessOptions(isStrict: strict)) else {
      throw .diagnostics(diagnostics)
    }
    return session
  }

  /// Runs the script to its end.
  ///
  /// Failures of the run are in the report; they are not thrown.
  ///
  /// - Parameter strict: Whether a verb that is refused is a failure and not only a warning.
  /// - Returns: The results of the run.
  /// - Throws: `ScriptError.diagnostics` for a script with errors.
  @discardableResult
  public func run(strict: Bool = false) throws(ScriptError) -> RunReport {
    var session = try session(strict: strict)
    return session.run()
  }
}

extension Session {
  /// Continues until one more expectation was evaluated; false when the run is over before that.
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
  ///
  /// - Parameters:
  ///   - watch: Is given the session after every step, before the result.
  ///   - observe: Is given every event, in order, as it happens.
  package mutating func runStatements(
    watching watch: ((inout Session) -> Void)? = nil, observing observe: (RunEvent) -> Void
  ) {
    goToNextScenario(watching: watch, observing: observe)
  }

  /// Runs one case of a session whose statements were run and did not end in an error.
  ///
  /// - Parameters:
  ///   - number: The case's number in `Script.cases`.
  ///   - profile: The device on which it is run; nil for the case's own.
  ///   - watch: Is given the session after every step, before the result.
  ///   - observe: Is given every event, in order, as it happens.
  package mutating func runAfterStatements(
    case number: Int, on profile: Profile? = nil,
    watching watch: ((inout Session) -> Void)? = nil, observing observe: (RunEvent) -> Void
  ) {
    guard !isFinished else { return }
    if let profile { go(onWith: script.playing(case: number, on: profile)) }
    activity = .scenario(number)
    goToNextScenario(watching: watch, observing: observe)
    activity = .finished
  }

  /// Continues until another scenario is about to begin, or the run is over or is interrupted.
  private mutating func goToNextScenario(
    watching watch: ((inout Session) -> Void)? = nil, observing observe: (RunEvent) -> Void
  ) {
    while cancellation?.isCancelled != true, step() {
      watch?(&self)
      for event in takeEvents() { observe(event) }
      if case .scenario = activity { return }
    }
  }

  /// Calls a top-level function of the script, while the script is idle: after the run, or before a
  /// scenario.
  ///
  /// The function acts on the current state of the device. A function that advances time does so at
  /// once.
  ///
  /// - Parameters:
  ///   - name: The function's name.
  ///   - arguments: What it is given, by position.
  /// - Returns: The result; functions in it cannot be called.
  /// - Throws: `ScriptError.runtimeError` when it fails or returns more than can be passed on, and
  ///   where there is no such function or the script is running.
  public mutating func call(
    _ name: String, _ arguments: [ScriptValue] = []
  ) throws(ScriptError) -> ScriptValue {
    guard machine.isIdle else {
      throw .runtimeError(
        RuntimeError(.wrongSide, "the script is running; call `\(name)` when it is idle"))
    }
    guard let function = content.program.function(named: name) else {
      throw .runtimeError(RuntimeError(.notCallable, "the script has no function `\(name)`"))
    }
    machine.start(function, arguments)
    beginInput()
    do {
      try finishStarted()
      let value = try machine.takeWholeResult()
      for reference in value.functions { machine.release(reference) }
      return value.withoutFunctions
    } catch { throw .runtimeError(error) }
  }

  /// Advances time on the session's device, while the script is idle.
  ///
  /// - Throws: `ScriptError.runtimeError` for a negative span, beyond the clock's end, when an
  ///   instant does not end, and for more events than the limit `events`.
  public mutating func advance(by duration: Duration) throws(ScriptError) {
    guard machine.isIdle else {
      throw .runtimeError(
        RuntimeError(.wrongSide, "the script is running, and only it can advance time"))
    }
    beginInput()
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
          RuntimeError(.uninitializedVariable, "the script has no value `\(name)` yet"))
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

// MARK: - Disturbing

extension Session {
  /// Keeps what the script does to the device from here on, and ends each step after it.
  package mutating func keepActs() { acts = [] }

  /// Begins a case of a session whose statements were run; `step` continues with it.
  package mutating func begin(case number: Int) {
    guard !isFinished else { return }
    goTo(case: number)
    step()
  }

  /// Makes a case the next of a session whose statements were run; `step` begins it.
  package mutating func goTo(case number: Int) { activity = .scenario(number) }

  /// Whether the case that was begun has ended.
  package var isCaseOver: Bool {
    switch activity {
    case .scenario, .finished: true
    case .notStarted, .script, .advancing, .stepping: false
    }
  }

  /// Whether the case that was begun continues, and no other thread has stopped it.
  package var isCaseRunning: Bool { !isCaseOver && !isCancelled }

  /// Whether another thread has stopped what runs.
  package var isCancelled: Bool { cancellation?.isCancelled == true }

  /// Whether the script waits for time to pass, other than for a condition.
  package var isWaiting: Bool {
    switch activity {
    case .advancing, .stepping: true
    case .notStarted, .script, .scenario, .finished: false
    }
  }

  /// Applies a stimulus that the script knows nothing of.
  ///
  /// - Throws: `HostFunctionError` for one that makes no sense here, or does not end.
  package mutating func disturb(
    _ stimulus: Stimulus
  ) throws(HostFunctionError) -> StimulusOutcome {
    try unknownToScript { session throws(HostFunctionError) in
      try session.move { (simulation: inout Simulation) throws(SimulationError) in
        try simulation.apply(stimulus)
      }
    }
  }

  /// Handles the next event of the device, the script knowing nothing of it, where it is due by a
  /// moment; else moves to that moment.
  ///
  /// - Returns: Whether there was an event.
  package mutating func passEvent(
    before end: VirtualTime
  ) throws(HostFunctionError) -> Bool {
    try unknownToScript { session throws(HostFunctionError) in
      try session.advanceToNextEvent(before: end)
    }
  }

  /// Does something that the script neither counts nor pays for, so that it is as it was.
  private mutating func unknownToScript<Result>(
    _ body: (inout Session) throws(HostFunctionError) -> Result
  ) throws(HostFunctionError) -> Result {
    let count = eventsUnderWay
    eventsUnderWay = 0
    isDisturbed = true
    defer { (eventsUnderWay, isDisturbed) = (count, false) }
    return try body(&self)
  }

  /// Lets an `advance` that is under way end later.
  package mutating func lengthenWait(by span: TimeSpan) {
    guard case .advancing(let end) = activity, let later = try? end.adding(span) else { return }
    activity = .advancing(to: later)
  }

  /// Hides from the script what happened since an earlier moment of this session.
  package mutating func hideHistory(since earlier: Session) {
    injected.add(
      earlier.simulation.history.endIndex..<simulation.history.endIndex,
      since: earlier.simulation.device, until: simulation.device)
  }

  /// The digests of the device with its apps and of the script: equal for sessions that continue alike.
  package var identity: (world: StateDigest, script: StateDigest) {
    (simulation.identity, machine.identity())
  }

  /// The variables of an app's living process that have values, or what a native one exposes, with
  /// the values and how they print; none without a process.
  package mutating func visibleVariables(
    of app: AppIdentifier
  ) -> [(name: String, value: ScriptValue, text: String)] {
    guard let number = apps.firstIndex(of: app) else {
      guard let code = simulation.code(of: app) as? any ExposingCode else { return [] }
      return names(of: app).variables.compactMap { name in
        code.exposedValue(name).map { (name, $0, $0.isPlainData ? $0.description : "…") }
      }
    }
    let globals = content.program.units[number].globalTable
    return simulation.withCode(of: app) { code in
      guard let scripted = code as? ScriptedApp else { return [] }
      return globals.names.indices.dropFirst(globals.constantCount).compactMap { slot in
        guard let value = scripted.machine.readGlobal(slot: slot) else { return nil }
        return (globals.names[slot], value, scripted.machine.globalText(slot: slot) ?? "")
      }
    } ?? []
  }
}

// MARK: - Exploring

// The script rests, its functions are run one by one, and an action that is refused does not take
// place.

extension Session {
  /// Begins to explore a script: its statements were run, and the device is fresh again.
  ///
  /// - Parameters:
  ///   - script: A script without errors.
  ///   - cancellation: By what another thread stops it in the middle of an action; nil for nothing.
  ///   - times: Who is notified of what code computes from moments; nil where nobody asks.
  /// - Throws: The error in which the statements ended, or one for a script with errors.
  package init(
    exploring script: Script, cancellation: CancellationFlag? = nil, times: TimeWatch? = nil
  ) throws(RuntimeError) {
    // A search has a time of its own, and finds the same whenever that is over.
    var limits = script.limits
    limits.deadline = 0
    guard
      var session = Session(
        script.limited(by: limits), cancellation: cancellation, times: times)
    else {
      throw RuntimeError(.notCallable, "the script has errors")
    }
    session.runStatements { _ in }
    for failure in session.report.statementFailures {
      if case .runtimeError(let error) = failure.reason { throw error }
    }
    session.isExploring = true
    limits.device.traceRecords = Self.recordsOfAnAction
    session.go(onWith: script.limited(by: limits))
    session.prepareDevice()
    session.machine = session.memory
    session.activity = .finished
    self = session
  }

  /// How many records are kept while a session explores: those of one action, for blocks such as
  /// `refused`.
  private static let recordsOfAnAction = 512

  /// What the script was compiled to.
  package var program: Program { content.program }

  /// Begins an action, and forgets the outcome of earlier ones.
  ///
  /// - Parameter choices: How the choices of the world come out in it, by the numbers of outcomes;
  ///   those after the last one come out the first way.
  package mutating func beginAction(deciding choices: [Int]) {
    forgetOutcome()
    isActionRefused = false
    _ = takeEvents()
    for choice in choices { simulation.decide(choice) }
  }

  /// How many outcomes each choice of the world could have in the current action, in order.
  package mutating func takeOutcomeCounts() -> [Int] { simulation.takeMetChoices() }

  /// Forgets what happened with an action: it is no part of a state, and states wait long.
  package mutating func endAction() {
    forgetOutcome()
    _ = takeEvents()
    simulation.dropRecords()
  }

  /// Takes as little memory as it can, before it waits: what it has like an earlier state is shared
  /// with that.
  package mutating func compact(since earlier: Session) {
    if !machine.sharesStorage(with: earlier.machine) {
      if machine.identity() == earlier.machine.identity() {
        machine = earlier.machine
      } else {
        machine.compact()
      }
    }
    for app in apps where hasRun(app, since: earlier) { simulation.compactCode(of: app) }
  }

  /// Whether code of an app has run since an earlier state.
  private func hasRun(_ app: AppIdentifier, since earlier: Session) -> Bool {
    guard let code = simulation.code(of: app) as? ScriptedApp else { return false }
    let before = earlier.simulation.code(of: app) as? ScriptedApp
    return before?.machine.sharesStorage(with: code.machine) != true
  }

  // Acting

  /// Runs a function of the script to its end.
  ///
  /// - Throws: The error by which it ended.
  package mutating func run(
    _ function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) {
    machine.start(function, arguments)
    let result = try finishCall()
    for reference in result.functions { machine.release(reference) }
  }

  /// Applies a stimulus.
  ///
  /// - Throws: The error of one that makes no sense, or is refused.
  package mutating func act(_ stimulus: Stimulus) throws(RuntimeError) {
    do { _ = try apply(stimulus) } catch { throw RuntimeError(error.identifier, error.message) }
  }

  /// Advances time.
  ///
  /// - Throws: The error of an instant that does not end, or of the clock's end.
  package mutating func pass(_ span: TimeSpan) throws(RuntimeError) {
    let end: VirtualTime
    do { end = try simulation.end(of: span) } catch {
      throw RuntimeError(.clockOverflow, "\(error)")
    }
    do throws(HostFunctionError) {
      while try advanceToNextEvent(before: end) {}
    } catch { throw RuntimeError(error.identifier, error.message) }
  }

  /// Lets what is due at exactly a moment happen, up to what of another action is due with it and has its
  /// turn in between; where nothing is, time passes until then.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - leavesNewEvents: Whether what is scheduled meanwhile for the same moment waits: its turn comes
  ///     after that of whatever else is due then.
  /// - Throws: The error of an instant that does not end.
  package mutating func passDeadlines(
    at moment: VirtualTime, leavingNewEvents leavesNewEvents: Bool
  ) throws(RuntimeError) {
    if simulation.device.isOnlyTime(moment) { return simulation.wait(until: moment) }
    guard simulation.device.canMeetDeadline(at: moment) else {
      return try pass(max(.zero, moment.span(since: simulation.device.now)))
    }
    let events = leavesNewEvents ? simulation.device.dueEvents(at: moment) : nil
    do throws(HostFunctionError) {
      repeat {
        try move { (simulation: inout Simulation) throws(SimulationError) in
          try simulation.stepOnce(at: moment)
        }
      } while simulation.device.canMeetDeadline(at: moment, among: events)
    } catch { throw RuntimeError(error.identifier, error.message) }
  }

  /// Takes moments that differ by less than so many nanoseconds for one from here on.
  package mutating func takeForOne(momentsWithin nanoseconds: Int64) {
    simulation.takeForOne(momentsWithin: nanoseconds)
  }

  // Checking

  /// Checks something and leaves the outside's machine as it was: its registers would be used, and
  /// states share a machine for as long as nothing runs it.
  package mutating func checking<Result>(
    _ body: (inout Session) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    let machine = machine
    defer { self.machine = machine }
    return try body(&self)
  }

  /// The value of a function that changes nothing.
  ///
  /// - Throws: The error by which it ended.
  package mutating func value(
    of function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) -> ScriptValue {
    machine.start(function, arguments)
    machine.beginReadOnly()
    defer { machine.endReadOnly() }
    return try finishCall()
  }

  /// Whether a function that changes nothing gives true.
  ///
  /// - Throws: The error by which it ended, and one for what is no Bool.
  package mutating func holds(
    _ function: FunctionIndex, _ arguments: [ScriptValue] = []
  ) throws(RuntimeError) -> Bool {
    let value = try value(of: function, arguments)
    if case .boolean(let holds) = value { return holds }
    let call = program.place(of: function).map {
      RuntimeError.Call(function: program.name(of: function), place: $0)
    }
    throw RuntimeError(
      .typeMismatch, "expected a Bool, not \(value)", stack: call.map { [$0] } ?? [])
  }

  // What there is

  /// The digest of everything that decides what can happen from here on.
  ///
  /// - Parameters:
  ///   - scope: What counts of the device.
  ///   - known: The digest of the script's memory, where that is known; nil to find it out.
  ///   - parts: What is known of parts of the device and of its apps that may not have changed; afterwards,
  ///     of this session's.
  /// - Returns: The digest, that of the script's memory where it does not depend on moments, and the
  ///   moments where they count by their groups.
  /// - Complexity: O(*n*) in what the device, the apps and the script's memory hold.
  package func identity(
    _ scope: IdentityScope, memory known: StateDigest? = nil, knowing parts: inout IdentityMemory
  ) -> (digest: StateDigest, memory: StateDigest?, moments: MomentGroups) {
    var digester = StateDigester()
    var (world, moments) = simulation.identity(scope, knowing: &parts)
    digester.combine(world)
    var holdsMoments = false
    let memory =
      known
      ?? machine.identity(placeOfMoment: { span in
        if MomentGroups.mayBeMoment(span) { holdsMoments = true }
        return moments.meet(kept: span)
      })
    digester.combine(memory)
    return (digester.finish(), holdsMoments ? nil : memory, moments)
  }

  /// Whether the script's memory is that of an earlier state, in one place.
  package func sharesMemory(with earlier: Session) -> Bool {
    machine.sharesStorage(with: earlier.machine)
  }

  /// Whether the last verb of the exploration's action was refused as what there cannot be, and not
  /// declined: then nothing has changed.
  package var wasRefusedOutright: Bool {
    isActionRefused && simulation.lastRefusal?.refusal.declined == false
  }

  /// The value of a variable of the script by its slot; nil where it has none yet.
  package mutating func value(ofVariable slot: Int) -> ScriptValue? { machine.global(slot: slot) }

  /// The variables of the living process of one of the script's apps that have values; none without a
  /// process.
  package func variables(
    ofApp number: Int
  ) -> [(name: String, value: ScriptValue)] {
    guard let app = app(numbered: UInt64(number)),
      let code = simulation.code(of: app) as? ScriptedApp
    else { return [] }
    let globals = program.units[number].globalTable
    return globals.names.dropFirst(globals.constantCount).compactMap { name in
      code.variable(named: name).map { (name, $0) }
    }
  }
}
