// A state of an exploration as a value: a session whose script rests. Actions change it, a copy goes
// its own way, and its identity says whether two of them have the same future.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// Something that can be done in a state of an exploration.
package enum ExplorationAction: Hashable, Sendable {
  /// One of the alternatives, by its number in `RunnableExploration.alternatives`.
  case alternative(Int)
  /// Something that the world does.
  case environment(EnvironmentAction)
  /// Time passes.
  case advance(TimeSpan)
}

/// What must hold and does not.
package enum ExplorationBreach: Hashable, Codable, Sendable {
  /// An `always`, by its number among the properties.
  case property(Int)
  /// An `expect` of the exploration's code.
  ///
  /// The file, the offset of the expectation in it, and its condition tell it from others.
  case expectation(file: String, offset: Int, condition: String)
  /// A built-in property, broken by an app.
  ///
  /// The reason of the exit tells it from others of the property.
  case builtIn(BuiltInProperty, app: String, reason: String)
}

/// What came of an action.
package struct ExplorationOutcome: Sendable {
  /// Whether it took place: nothing of it was refused or declined.
  package var isTaken = true
  /// What broke with it, in order.
  package var breaches: [ExplorationBreach] = []
  /// The `sometimes` that hold now, by their numbers among the properties.
  package var reached: [Int] = []
  /// Among how many ways each choice of the world was made, in order.
  package var choices: [Int] = []
  /// The messages that handlers of the script answered, in order.
  package var handled: [HandledMessage] = []
}

/// A message that a handler answered.
package struct HandledMessage: Hashable, Sendable {
  /// The app.
  package let app: AppIdentifier
  /// The message.
  package let message: Message

  /// Makes what a handler answered.
  package init(app: AppIdentifier, message: Message) {
    self.app = app
    self.message = message
  }
}

/// What ended an exploration: an error in what looks at states, or before the first of them.
package struct ExplorationError: Error, Sendable {
  /// The error, with its place.
  package let error: RuntimeError
}

/// A state of an exploration.
package struct ExplorationWorld: Sendable {
  /// The session, whose script rests.
  package private(set) var session: Session
  /// What is the same in all states, behind one reference: states are copied all the time.
  private var constants: Constants

  private final class Constants: Sendable {
    let exploration: RunnableExploration
    let environment: [EnvironmentEntry]

    init(_ exploration: RunnableExploration, _ environment: [EnvironmentEntry]) {
      self.exploration = exploration
      self.environment = environment
    }
  }

  /// The exploration.
  // Read where it stands: a copy of it costs more than what most look for in it.
  package var exploration: RunnableExploration {
    @inline(__always) _read { yield constants.exploration }
  }
  private var environment: [EnvironmentEntry] { constants.environment }

  /// Makes the state that an exploration begins with.
  ///
  /// - Parameters:
  ///   - script: A script without errors.
  ///   - number: The exploration's number in the script.
  ///   - cancellation: By what another thread stops what runs.
  /// - Returns: The state and what came of the beginning.
  /// - Throws: What ended the statements or the beginning.
  package static func begin(
    _ script: Script, exploration number: Int, cancellation: CancellationFlag? = nil
  ) throws(ExplorationError) -> (world: ExplorationWorld, outcome: ExplorationOutcome) {
    // A search has a time of its own, and finds the same whenever that is over.
    var limits = script.limits
    limits.deadline = 0
    let script = script.limited(by: limits)
    guard script.explorations.indices.contains(number),
      var session = Session(script, cancellation: cancellation)
    else {
      throw ExplorationError(error: RuntimeError(.notCallable, "there is no such exploration"))
    }
    session.runStatements { _ in }
    for failure in session.report.statementFailures {
      if case .runtimeError(let error) = failure.reason { throw ExplorationError(error: error) }
    }
    session.rest()
    var world = ExplorationWorld(session, script.explorations[number])
    var outcome = ExplorationOutcome()
    try world.observe(&outcome) { session throws(RuntimeError) in
      try session.run(script.explorations[number].compiled.beginning)
    }
    try world.look(&outcome)
    guard outcome.isTaken else {
      throw ExplorationError(
        error: RuntimeError(
          .refusedVerb, "a verb of the exploration's beginning is refused",
          stack: [
            RuntimeError.Call(
              function: "explore", place: script.explorations[number].compiled.place)
          ]))
    }
    return (world, outcome)
  }

  private init(_ session: Session, _ exploration: RunnableExploration) {
    self.session = session
    constants = Constants(
      exploration,
      exploration.environment(of: session.content.program, on: session.simulation.device))
  }

  /// The digest of everything that decides what can happen from here on.
  ///
  /// - Complexity: O(*n*) in what the device, the apps and the exploration's memory hold.
  package var identity: Digest {
    var digester = Digester()
    digester.combine(session.simulation.identity(clock: exploration.clock))
    digester.combine(session.machine.identity())
    return digester.finish()
  }

  /// Takes as little memory as it can, before it waits.
  ///
  /// - Parameter earlier: A state that it came from.
  package mutating func compact(since earlier: ExplorationWorld) {
    session.compact(since: earlier.session)
  }

  /// The variables of the exploration and of its apps that have values.
  package var variables: [(name: String, value: ScriptValue)] {
    var session = session
    let own = exploration.compiled.variables.compactMap { variable in
      session.machine.global(slot: variable.slot).map { (variable.name, $0) }
    }
    let apps = exploration.apps.flatMap { number -> [(String, ScriptValue)] in
      guard let app = session.app(numbered: UInt64(number)),
        let code = session.simulation.code(of: app) as? ScriptedApp
      else { return [] }
      let unit = session.content.program.units[number]
      return unit.globalTable.names.dropFirst(unit.globalTable.constantCount).compactMap { name in
        code.variable(named: name).map { ("\(unit.name).\(name)", $0) }
      }
    }
    return (own + apps).map { (name: $0.0, value: $0.1) }
  }

  /// The handlers of messages in the code of the apps, by their names and the apps' where there are
  /// several.
  package var handlers: [(name: String, message: HandledMessage)] {
    exploration.apps.flatMap { number -> [(name: String, message: HandledMessage)] in
      guard let app = session.app(numbered: UInt64(number)) else { return [] }
      let unit = session.content.program.units[number]
      return unit.handlers.flatMap { handler in
        Message.allCases.filter { $0.definition.handler == handler.name }.prefix(1).map { message in
          let name = exploration.apps.count > 1 ? "\(unit.name).\(handler.name)" : handler.name
          return (name, HandledMessage(app: app, message: message))
        }
      }
    }
  }

  // MARK: - What can be done

  /// What can be tried here, in the order of ties: the alternatives as they stand, the rows of the
  /// environment, then the jumps in time, shorter first.
  ///
  /// - Throws: The error of a condition.
  package mutating func actions() throws(ExplorationError) -> [ExplorationAction] {
    var actions: [ExplorationAction] = []
    for number in exploration.alternatives.indices where try mayTry(number) {
      actions.append(.alternative(number))
    }
    let apps = (exploration.nativeApps + exploration.apps.map { UInt64($0) })
      .compactMap { session.app(numbered: $0) }
    for entry in environment {
      for action in entry.actions(on: session.simulation.device, apps: apps) {
        actions.append(.environment(action))
      }
    }
    return actions + jumps
  }

  /// Whether the condition of an alternative holds.
  private mutating func mayTry(_ number: Int) throws(ExplorationError) -> Bool {
    let alternative = exploration.alternatives[number]
    guard let condition = exploration.compiled.alternatives[alternative.number].condition else {
      return true
    }
    return try holds(condition, alternative.values)
  }

  private mutating func holds(
    _ function: FunctionIndex, _ values: [ScriptValue] = []
  ) throws(ExplorationError) -> Bool {
    do { return try session.look(function, values) } catch {
      throw ExplorationError(error: error)
    }
  }

  /// To the moment just before the next deadline, from which the world may act, and to the deadline;
  /// where the time of day counts in steps, to the next step as well.
  private var jumps: [ExplorationAction] {
    let device = session.simulation.device
    let step = spanToNextStep
    guard device.scheduledEventCount > 0, let due = device.nextEventTime, due < .never else {
      return step.map { [.advance($0)] } ?? []
    }
    let span = due.span(since: device.now)
    if let step, step < span { return [.advance(step)] }
    let before = TimeSpan(nanoseconds: span.nanoseconds - Self.justBefore)
    let canAct = !environment.isEmpty || !exploration.alternatives.isEmpty
    return before > .zero && canAct ? [.advance(before), .advance(span)] : [.advance(span)]
  }

  /// How long it is to the next step of the clock; nil where the clock does not count in steps.
  private var spanToNextStep: TimeSpan? {
    guard case .grid(let step) = exploration.clock else { return nil }
    let device = session.simulation.device
    let passed = device.wallClock.timeOfDay(at: device.now).nanoseconds % step.nanoseconds
    return TimeSpan(nanoseconds: step.nanoseconds - passed)
  }

  /// How long before a deadline the moment before it is, in nanoseconds.
  private static let justBefore: Int64 = 1_000_000

  // MARK: - Doing it

  /// Does something and looks at the state that it leads to.
  ///
  /// Where the action did not take place, the state is of no use any more.
  ///
  /// - Parameters:
  ///   - action: What is done.
  ///   - ways: How the choices of the world come out, those behind the last one the first way.
  /// - Returns: What came of it.
  /// - Throws: An error of what looks or follows.
  package mutating func perform(
    _ action: ExplorationAction, ways: [Int] = []
  ) throws(ExplorationError) -> ExplorationOutcome {
    var outcome = try act(action, ways: ways)
    try look(&outcome)
    return outcome
  }

  /// Does something, and does not look at the state that it leads to.
  ///
  /// Equal states look alike, so whoever has looked at one need not look at another.
  ///
  /// - Parameters:
  ///   - action: What is done.
  ///   - ways: How the choices of the world come out, those behind the last one the first way.
  /// - Returns: What came of it, without what `look` finds.
  /// - Throws: An error of what follows.
  package mutating func act(
    _ action: ExplorationAction, ways: [Int] = []
  ) throws(ExplorationError) -> ExplorationOutcome {
    var outcome = ExplorationOutcome()
    for way in ways { session.simulation.decide(way) }
    let observers = exploration.compiled.observers
    var earlier: [[ScriptValue]] = []
    do {
      for observer in observers {
        var values: [ScriptValue] = []
        for function in observer.earlier { values.append(try session.value(of: function)) }
        earlier.append(values)
      }
    } catch { throw ExplorationError(error: error) }
    let constants = constants
    let call =
      observers.isEmpty ? ScriptValue.nil : session.map(of: action, constants.exploration)
    try observe(&outcome) { session throws(RuntimeError) in
      try session.perform(action, of: constants.exploration)
      guard !session.wasRefused else { return }
      for (observer, values) in zip(observers, earlier) {
        try session.run(observer.function, [call] + values)
      }
    }
    return outcome
  }

  /// Runs something and finds out what came of it.
  private mutating func observe(
    _ outcome: inout ExplorationOutcome,
    _ body: (inout Session) throws(RuntimeError) -> Void
  ) throws(ExplorationError) {
    session.beginAction()
    let first = session.simulation.history.endIndex
    do { try body(&session) } catch {
      guard session.wasRefused else { throw ExplorationError(error: error) }
    }
    outcome.choices = session.simulation.takeMetChoices()
    outcome.isTaken = !session.wasRefused
    guard outcome.isTaken else { return }
    collect(&outcome, since: first)
    session.endAction()
  }

  /// Looks at the state that an action has led to, where it took place.
  ///
  /// - Parameter outcome: What came of the action, to which what does not hold is added.
  /// - Throws: The error of a property.
  package mutating func look(_ outcome: inout ExplorationOutcome) throws(ExplorationError) {
    guard outcome.isTaken else { return }
    // What only looks leaves nothing behind but used registers: without these the state goes on
    // sharing the machine of the one before, where the action did not run it.
    let machine = session.machine
    defer { session.machine = machine }
    for (number, property) in exploration.compiled.properties.enumerated() {
      let holds = try holds(property.function)
      switch property.kind {
      case .always: if !holds { outcome.breaches.append(.property(number)) }
      case .sometimes: if holds { outcome.reached.append(number) }
      }
    }
  }

  /// Collects what the records tell: handlers that ran, and ends of processes.
  private mutating func collect(_ outcome: inout ExplorationOutcome, since first: Int) {
    for failure in session.takeFailures() {
      if case .expectation(let failed) = failure.reason {
        let place = failed.site.place
        outcome.breaches.append(
          .expectation(
            file: place.source.name, offset: Int(place.range.start),
            condition: place.source.text(in: failed.site.conditionPlace.range)))
      }
    }
    var ended: [AppIdentifier] = []
    session.simulation.history.forEach(since: first) { record in
      guard let app = record.app else { return }
      if record.handled == true, case .message(let message) = record.subject {
        outcome.handled.append(HandledMessage(app: app, message: message))
      }
      if record.kind == .exit { ended.append(app) }
    }
    for app in ended {
      for exit in session.simulation.history.exits(of: app) where exit.record >= first {
        guard let property = BuiltInProperty(brokenBy: exit.reason),
          !exploration.options.allowed.contains(property)
        else { continue }
        let breach = ExplorationBreach.builtIn(
          property, app: session.name(of: app), reason: exit.reason.rawValue)
        if !outcome.breaches.contains(breach) { outcome.breaches.append(breach) }
      }
    }
  }
}

extension ExplorationWorld {
  /// The place of the expectation that begins at an offset of a file; nil where there is none.
  package func expectationPlace(in file: String, at offset: Int) -> SourcePlace? {
    session.content.program.expectations.lazy.map(\.place).first {
      $0.source.name == file && Int($0.range.start) == offset
    }
  }
}
