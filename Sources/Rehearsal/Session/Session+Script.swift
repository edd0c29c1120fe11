// The outside's script under way: the machine runs until it asks, and the request is answered at
// once or leads to an activity that takes several steps, such as advancing time.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalText
import RehearsalValues

extension Session {
  /// Runs the machine until something happened.
  mutating func runScript() {
    let (told, count, actCount) = (events.count, expectationCount, acts?.count)
    let moves = eventsUnderWay
    let rest: MachineStop<Void> = runMachine(
      until: { session in
        guard session.events.count == told, case .script = session.activity else { return true }
        if actCount != nil, session.acts?.count != actCount || session.eventsUnderWay != moves {
          return true
        }
        return session.pausesAtExpectations && session.expectationCount != count
      }, { session, request throws(HostFunctionError) in try session.reply(to: request) })
    switch rest {
    case .finished: end(with: nil)
    case .failed(let error): end(with: error)
    case .paused, .stopped: break
    }
  }

  /// Calls a function of the script while a host function runs that the script called.
  ///
  /// - Throws: The error by which the script ended.
  mutating func invoke(
    _ function: FunctionReference, _ arguments: [ScriptValue]
  ) throws(RuntimeError) -> ScriptValue {
    machine.startCallback(function, arguments)
    try finishStarted()
    return try machine.takeWholeResult()
  }

  /// The value of what was started, which is read and not passed on; see `finishStarted`.
  mutating func finishCall() throws(RuntimeError) -> ScriptValue {
    try finishStarted()
    return machine.takeResult()
  }

  /// Runs the machine until what was started has returned, and answers its requests at once.
  ///
  /// - Throws: The error by which the script ended.
  mutating func finishStarted() throws(RuntimeError) {
    while true {
      let rest: MachineStop<Void> = runMachine { session, request throws(HostFunctionError) in
        try session.reply(to: request)
      }
      switch rest {
      case .finished: return
      case .failed(let error): throw error
      case .paused, .stopped: while continueActivity() {}
      }
    }
  }

  /// Does a piece of what the script waits for; false when it waits no longer.
  private mutating func continueActivity() -> Bool {
    switch activity {
    case .advancing(let end): advanceOnce(to: end)
    case .stepping(let left): stepOnce(left: left)
    case .notStarted, .script, .scenario, .finished: return false
    }
    return true
  }

  /// Answers a request, or begins what takes several steps.
  private mutating func reply(
    to request: HostRequest
  ) throws(HostFunctionError) -> MachineReply<Void> {
    switch request {
    case .call(let number): return try call(number)
    case .member(let handle, let name): return .value(try member(name, of: handle))
    case .callMember(let handle, let name):
      return .value(try callMember(name, of: handle))
    case .callHandle(let handle): throw callRefusal(handle)
    case .setMember(let handle, let name):
      try setMember(name, of: handle)
      return .value(.nil)
    case .index(let handle) where handle.handleKind == .appSettings:
      return .value(try bundleSetting(of: handle))
    case .index(let handle): return .value(try storedValue(of: handle))
    case .setIndex(let handle) where handle.handleKind == .appSettings:
      try setBundleSetting(of: handle)
      return .value(.nil)
    case .setIndex(let handle):
      try store(in: handle)
      return .value(.nil)
    case .constant: return .value(.nil)
    case .output:
      try write(machine.argumentText(0))
      return .value(.nil)
    case .expectation(let site, let holds):
      note(site, holds: holds)
      return .value(.nil)
    case .beginWait(let isThroughout):
      let name = isThroughout ? "throughout" : "within"
      let end = try endOfWait(Self.waitWord(name))
      // In no time nothing can happen, so the expectation would test nothing of what it says.
      guard end != .span(simulation.device.now.spanSinceStart) else {
        throw HostFunctionError(
          .vacuousExpectation, "`\(name)` needs a time above 0s, since nothing happens in 0s")
      }
      return .value(end)
    case .continueWait: return .value(.boolean(try nextEvent(Self.waitWord("within"))))
    }
  }

  private mutating func call(
    _ number: Int
  ) throws(HostFunctionError) -> MachineReply<Void> {
    if let function = script.host.function(number) {
      let result = try withUnsafeMutablePointer(to: &self) {
        (session: UnsafeMutablePointer<Session>) throws(HostFunctionError) in
        try HostCall.run(function, for: .outside(session))
      }
      switch result {
      case .value(let value): return .value(value)
      case .ended(let error): return .failed(error)
      }
    }
    switch Vocabulary.words[number] {
    case .action(let action): return try call(action, content.program.host.functions[number])
    case .scenario(let verb): return try verb.body(&self, verb.definition)
    case .neutral(.now): return .value(.span(simulation.device.now.spanSinceStart))
    case .neutral(.date): return .value(.string(simulation.device.date))
    case .neutral(let word):
      return .value(word.choose(&machine) { simulation.choose(among: $0) })
    case .app(let call):
      throw HostFunctionError(
        .wrongSide, "`\(call.definition.name)` belongs to an app's own code")
    }
  }

  /// What `within` and `throughout` are in messages; only the beginning of a wait can fail.
  private static func waitWord(_ name: String) -> HostFunction {
    HostFunction(name, side: .outside, [.init("duration")])
  }

  // MARK: - Acts

  mutating func noteAct(_ kind: ScriptAct.Kind) {
    guard acts != nil else { return }
    let act = ScriptAct(
      kind: kind, record: simulation.history.endIndex, time: simulation.device.now,
      calls: machine.stack(), isInSetup: machine.isUnderWay(.setup))
    acts?.append(act)
  }

  // MARK: - Output and expectations

  private mutating func write(_ text: String) throws(HostFunctionError) {
    charge(forWriting: text)
    try checkOutput(with: text)
    emit(.output(text, app: nil))
  }

  private mutating func note(_ number: Int, holds: Bool) {
    expectationCount += 1
    if !isExploring { evidence.expectations.insert(number) }
    guard !holds else { return }
    machine.charge(Self.instructionsOfAFailure)
    // Printing values takes time, and nobody would see them.
    guard hasRoomForFailures else { return }
    let site = content.program.expectations[number]
    let stack = machine.stack()
    fail(
      .expectation(
        FailedExpectation(
          site: site, parts: Self.shown(site.parts, machine.expectationParts()),
          loopVariables: Self.shown(site.loopVariables, machine.expectationLoopVariables()),
          callers: Array(stack.dropFirst()), message: machine.expectationMessage(),
          isInSetup: machine.isUnderWay(.setup))))
  }

  /// What a failed expectation costs of the script's budget.
  private static var instructionsOfAFailure: Int { 1000 }

  /// The parts with their values, of which so much is shown as people read.
  private static func shown(
    _ parts: [ExpectationSite.Part], _ values: [String?]
  ) -> [(text: String, value: String)] {
    var left = 32_000
    return zip(parts, values).compactMap { part, value in
      guard let value else { return nil }
      let shown = value.shortened(toBytes: min(8000, left))
      left = max(40, left - shown.utf8.count)
      return (text: part.text, value: shown)
    }
  }

  // MARK: - What the device tells

  /// Does something with the simulation, and tells the result even when it fails.
  ///
  /// - Parameters:
  ///   - isEvent: Whether something is due, and not only the clock moves.
  ///   - body: Does it.
  /// - Returns: What it gave.
  /// - Throws: The limits' errors, and the simulation's.
  mutating func move<Result>(
    isEvent: Bool = true,
    _ body: (inout Simulation) throws(SimulationError) -> Result
  ) throws(HostFunctionError) -> Result {
    eventsUnderWay += 1
    guard !isEvent || eventsUnderWay <= script.limits.events else {
      throw HostFunctionError(
        .eventLimit, "more than \(script.limits.events) events happened, the limit `events`")
    }
    if let stop, stop.isCancelled {
      let reason = stop.reason
      throw HostFunctionError(reason.identifier, reason.message)
    }
    shareConstants()
    let result: Result
    do {
      defer { emitDeviceEvents() }
      result = try body(&simulation)
    } catch { throw hostError(of: error) }
    try chargeForEvent()
    return result
  }

  /// An error of the simulation, with what happened last where an instant does not end.
  private func hostError(of error: SimulationError) -> HostFunctionError {
    let translated = HostFunctionError(error)
    let history = simulation.history
    guard case .tooManyEventsAtOneInstant = error, let record = history[history.endIndex - 1],
      let entry = TimelineEntry(record, appName: nil)
    else { return translated }
    let app = record.app.map { name(of: $0) + " " } ?? ""
    return HostFunctionError(
      translated.identifier, "\(translated.message); the last of them: \(app)\(entry.text)")
  }

  /// What an event of the device costs of the script's budget, not counting what apps do then: the
  /// default of the limit `events` is reached just before that of `instructions`.
  private static var instructionsOfAnEvent: Int { 200 }

  /// Charges the script that waits for what the device and its apps did meanwhile, in output, in time
  /// and in memory.
  private mutating func chargeForEvent() throws(HostFunctionError) {
    let work = simulation.takeWork()
    try checkOutput()
    guard !machine.isIdle, !isExploring, !isDisturbed else { return }
    guard machine.charge(work + Self.instructionsOfAnEvent) else {
      let limit = machine.instructionLimit
      throw HostFunctionError(limit.identifier, limit.message)
    }
    let limit = script.limits.device.memoryBytes
    let bytes = simulation.memoryBytes + machine.heldBytes + watchedBytes
    guard bytes <= limit else { throw .memoryLimit(limit) }
  }

  /// Turns new records and what apps reported into events, in the order in which they happened.
  private mutating func emitDeviceEvents() {
    for message in simulation.takeHostMessages() {
      emitRecords(before: message.recordIndex)
      switch message.content {
      case AppReport.output(let text): emit(.output(text, app: message.process.app))
      case AppReport.runtimeError(let error, let isHang):
        noteError(error, isHang, of: message.process.app)
      case NativeReport.crash(let text, let isUncontrolled):
        let identifier = isUncontrolled ? DiagnosticIdentifier.uncontrolledWork : .fatalError
        noteError(RuntimeError(identifier, text), false, of: message.process.app)
      case NativeReport.warning(let text):
        let place = machine.stack().first?.place ?? script.start
        warn(.hostState, "\(name(of: message.process.app)): \(text)", at: place)
      case let exit as ProcessExit: noteEnd(exit, of: message.process.app)
      default: break
      }
    }
    emitRecords(before: simulation.history.endIndex)
  }

  private mutating func emitRecords(before end: Int) {
    if isExploring, refusalsAskedFor.isEmpty {
      nextRecord = max(nextRecord, end)
      return
    }
    nextRecord = max(nextRecord, simulation.history.firstIndex)
    while nextRecord < end {
      if let record = simulation.history[nextRecord] {
        emit(.record(record))
        if case .assertion(.audioStopped) = record.subject, let app = record.app {
          evidence.stoppedAudio.insert(name(of: app))
        }
        if case .assertion(.taskSubmitted) = record.subject, let app = record.app,
          record.arguments.first == .symbol(SubmissionResult.notPermitted.rawValue),
          case .text(let identifier) = record.details
        {
          evidence.refusedRequests.insert(.init(app: app, identifier: identifier))
        }
        if record.kind == .refusal {
          for index in refusalsAskedFor.indices {
            refusalsAskedFor[index].rules.append(record.rule)
          }
        }
      }
      nextRecord += 1
    }
  }

  /// An app's code failed: that fails the run unless the end that follows is expected or allowed.
  ///
  /// Work that nothing controls is never what was meant.
  private mutating func noteError(_ error: RuntimeError, _ isHang: Bool, of app: AppIdentifier) {
    // An app in Swift has no line of a script, so that which was under way is named.
    let error =
      error.stack.isEmpty
      ? RuntimeError(error.identifier, error.message, stack: machine.stack()) : error
    guard error.identifier == .uncontrolledWork || !isMeant(error, isHang, by: app) else { return }
    fail(.appRuntimeError(app: name(of: app), advised(error, of: app), isHang: isHang))
  }

  /// Whether an app may fail so, by a block that expects it or by what is allowed.
  private mutating func isMeant(
    _ error: RuntimeError, _ isHang: Bool, by app: AppIdentifier
  ) -> Bool {
    guard isHang else { return takesEnd(of: app, .crash, error) }
    let isExpected = expectedEnds.contains {
      $0.app == app && $0.reason ?? .watchdog == .watchdog
    }
    return isExpected || allowedEnds.contains(.watchdog)
  }

  /// The error, with how to expect it where a block expects a crash and means another one.
  private func advised(_ error: RuntimeError, of app: AppIdentifier) -> RuntimeError {
    let isMeant = expectedEnds.contains { $0.app == app && $0.reason == .crash && $0.text == nil }
    guard isMeant, error.identifier != .fatalError else { return error }
    return RuntimeError(
      error.identifier,
      error.message + "; `crash(\(name(of: app)))` expects `fatalError` or an exception of the "
        + "system; for another error, name a part of its "
        + "message: `crash(\(name(of: app)), \"…\") { … }`", stack: error.stack,
      omittedCalls: error.omittedCalls)
  }

  /// A process has ended: what is an app's own fault fails the run unless it is expected or allowed.
  private mutating func noteEnd(_ exit: ProcessExit, of app: AppIdentifier) {
    if !isExploring {
      evidence.ends.insert(exit.reason)
      if allowedEnds.contains(exit.reason) { evidence.permittedEnds.insert(name(of: app)) }
    }
    // What the app's code reported by itself has been judged then.
    let isReported = exit.crash != nil
    if isReported, exit.reason == .crash { return }
    // An exception of the system is a crash as an error of the app's own code is.
    let error = RuntimeError(.fatalError, exit.circumstance.text)
    let isException = exit.circumstance.isException
    let isTaken =
      takesEnd(of: app, exit.reason, error) || isException && takesEnd(of: app, .crash, error)
    if exit.fault != nil {
      for index in expectedEnds.indices where expectedEnds[index].app == app {
        expectedEnds[index].otherReason = exit.reason
      }
    }
    if isTaken { noteVerb(thatEnds: app, exit.reason) }
    if isTaken || exit.fault == nil || isReported || isExploring || isNamedLater(exit, of: app) {
      return
    }
    let name = name(of: app)
    if exit.reason == .crash { return fail(.appRuntimeError(app: name, error, isHang: false)) }
    let code = exit.code.map { ", " + ExitCode.text($0) } ?? ""
    let message =
      "\(name) was ended for its own fault: \(exit.reason.rawValue)\(code). "
      + exit.circumstance.text
    fail(
      .appEnded(
        app: name, exit.reason,
        RuntimeError(.endedForFault, message, stack: machine.stack())))
  }

  /// Notes that an app was ended, as a block expects, by the verb that has the end's name.
  private mutating func noteVerb(thatEnds app: AppIdentifier, _ reason: ExitReason) {
    let last = expectedEnds.lastIndex { $0.app == app && $0.hasHappened }
    let recent = simulation.history.records(since: simulation.history.endIndex - 64)
    guard let last, let stimulus = recent.last(where: { $0.kind == .stimulus }),
      stimulus.app == app, stimulus.name == reason.rawValue
    else { return }
    expectedEnds[last].verb = stimulus.call(appName: name(of: app), as: .sentence)
  }

  /// Whether an expectation further down in the scenario names the end, by its reason or by the state of
  /// an app that has ended: then it is meant, and that expectation decides.
  private func isNamedLater(_ exit: ProcessExit, of app: AppIdentifier) -> Bool {
    guard let here = machine.stack().last?.place, let unit = apps.firstIndex(of: app) else {
      return false
    }
    let next = content.cases.map(\.place)
      .filter { $0.source === here.source && $0.range.start > here.range.start }
      .map(\.range.start).min()
    return content.program.expectations.contains { site in
      site.place.source === here.source && site.place.range.start >= here.range.end
        && site.place.range.start < next ?? .max
        && site.namedEnds.contains { named in
          named.unit == unit
            && (named.reason.map { reason in
              reason == exit.reason.rawValue
                || reason == ExitReason.crash.rawValue && exit.circumstance.isException
            } ?? true)
        }
    }
  }

  /// Whether an end is expected by a block under way, which is notified of it, or allowed.
  private mutating func takesEnd(
    of app: AppIdentifier, _ reason: ExitReason, _ error: RuntimeError
  ) -> Bool {
    let expected = expectedEnds.lastIndex { end in
      guard end.app == app, end.reason ?? reason == reason else { return false }
      guard reason == .crash else { return true }
      // A mistake in an app's code is expected only where its message is.
      return end.text.map { error.message.contains($0) } ?? (error.identifier == .fatalError)
    }
    if let expected { expectedEnds[expected].hasHappened = true }
    return expected != nil || allowedEnds.contains(reason)
  }

  func name(of app: AppIdentifier) -> String {
    simulation.device.description(of: app)?.name ?? ""
  }

  // MARK: - Constants

  /// Gives the apps the top-level constants that got values since the last time.
  ///
  /// They get them in the order of their slots while the statements run, so what is known is
  /// always the first few.
  mutating func shareConstants() {
    guard currentCase == nil, constants.count < content.program.outside.constantCount else {
      return
    }
    let known = constants.count
    let outside = content.program.outside
    while constants.count < outside.constantCount {
      // A variable of a prompt is the outside's own, and only takes a place here.
      let isReserved = outside.reservedSlots.contains(constants.count)
      guard let value = isReserved ? .nil : machine.global(slot: constants.count) else { break }
      constants.append(value)
    }
    if constants.count > known { renewPlans() }
  }

  /// Gives the apps the plans by which their processes are made and continue.
  private mutating func renewPlans() {
    guard !keepsPlans else { return }
    for (number, app) in apps.prefix(content.apps.count).enumerated() {
      let plan = plan(forApp: number)
      simulation.setCode(of: app) { ScriptedApp(plan) }
      _ = simulation.withCode(of: app) { code in
        guard var scripted = code as? ScriptedApp else { return }
        scripted.plan = plan
        code = scripted
      }
    }
  }
}

// MARK: - Time

/// How time passes: for a span, to the next events, or until a condition holds. Long spans are taken in steps, so
/// that the caller sees each event.
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
