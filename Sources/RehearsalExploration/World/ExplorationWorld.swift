// A state of an exploration as a value: a session whose script rests. Transitions change it, a copy
// goes its own way, and its identity says whether two of them have the same future.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A state of an exploration.
struct ExplorationWorld: Sendable {
  /// The session, whose script rests.
  private var session: Session
  /// What is the same in all states, behind one reference: states are copied all the time.
  private let constants: Constants

  private final class Constants: Sendable {
    let exploration: RunnableExploration
    let environment: [(row: EnvironmentRow, data: ScriptValue?)]

    init(
      _ exploration: RunnableExploration,
      _ environment: [(row: EnvironmentRow, data: ScriptValue?)]
    ) {
      self.exploration = exploration
      self.environment = environment
    }
  }

  /// The exploration.
  // Read where it stands: a copy of it costs more than what most look for in it.
  var exploration: RunnableExploration {
    @inline(__always) _read { yield constants.exploration }
  }

  /// Makes the state that an exploration begins with.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - number: The exploration's number in the script.
  /// - Returns: The state and what came of the beginning.
  /// - Throws: What ended the statements or the beginning.
  static func initial(
    of script: Script, exploration number: Int
  ) throws(RuntimeError) -> (world: ExplorationWorld, outcome: TransitionOutcome) {
    guard let program = script.program, program.explorations.indices.contains(number) else {
      throw RuntimeError(.notCallable, "there is no such exploration")
    }
    let exploration = RunnableExploration(
      program.explorations[number], script.explorationSettings[number], in: program)
    var world = ExplorationWorld(try Session(exploring: script), exploration)
    var outcome = TransitionOutcome()
    try world.attempt(&outcome) { session throws(RuntimeError) in
      try session.run(exploration.compiled.beginning)
    }
    try world.checkProperties(&outcome)
    guard outcome.isTaken else {
      throw RuntimeError(
        .refusedVerb, "a verb of the exploration's beginning is refused",
        stack: [RuntimeError.Call(function: "explore", place: exploration.compiled.place)])
    }
    return (world, outcome)
  }

  private init(_ session: Session, _ exploration: RunnableExploration) {
    self.session = session
    constants = Constants(
      exploration,
      exploration.environment(of: session.program, on: session.simulation.device))
  }

  /// The digest of everything that decides what can happen from here on.
  ///
  /// - Complexity: O(*n*) in what the device, the apps and the exploration's memory hold.
  var identity: Digest { session.identity(clock: exploration.settings.clock) }

  /// Takes as little memory as it can, before it waits.
  ///
  /// - Parameter earlier: A state that it came from.
  mutating func compact(since earlier: ExplorationWorld) {
    session.compact(since: earlier.session)
  }
}

// MARK: - What can be done

extension ExplorationWorld {
  /// What can be tried here, in the order of ties: the alternatives as they stand, the rows of the
  /// environment, then the waits, shorter first.
  ///
  /// - Throws: The error of a condition.
  func actions() throws(RuntimeError) -> [ExplorationAction] {
    var actions = try alternatives()
    let apps = (exploration.nativeApps + exploration.apps.map { UInt64($0) })
      .compactMap { session.app(numbered: $0) }
    for (row, data) in constants.environment {
      let state = EnvironmentState(device: session.simulation.device, apps: apps, data: data)
      for action in row.actions(in: state) { actions.append(.environment(action)) }
    }
    return actions + waits
  }

  /// The alternatives whose conditions hold.
  private func alternatives() throws(RuntimeError) -> [ExplorationAction] {
    // Conditions change nothing but registers.
    var session = session
    var actions: [ExplorationAction] = []
    for (number, alternative) in exploration.alternatives.enumerated() {
      let condition = exploration.compiled.alternatives[alternative.number].condition
      if let condition, try !session.holds(condition, alternative.values) { continue }
      actions.append(.alternative(number))
    }
    return actions
  }

  /// Waiting until just before the next deadline, from where the world may act, and until the
  /// deadline; where the time of day counts in steps, until the next step as well.
  private var waits: [ExplorationAction] {
    let device = session.simulation.device
    let step = spanToNextStep
    guard device.scheduledEventCount > 0, let due = device.nextEventTime, due < .never else {
      return step.map { [.advance($0)] } ?? []
    }
    let span = due.span(since: device.now)
    if let step, step < span { return [.advance(step)] }
    let before = TimeSpan(nanoseconds: span.nanoseconds - Self.justBefore)
    let canAct = !constants.environment.isEmpty || !exploration.alternatives.isEmpty
    return before > .zero && canAct ? [.advance(before), .advance(span)] : [.advance(span)]
  }

  /// How long it is to the next step of the clock; nil where the clock does not count in steps.
  private var spanToNextStep: TimeSpan? {
    guard case .grid(let step) = exploration.settings.clock else { return nil }
    let device = session.simulation.device
    let passed = device.wallClock.timeOfDay(at: device.now).nanoseconds % step.nanoseconds
    return TimeSpan(nanoseconds: step.nanoseconds - passed)
  }

  /// How long before a deadline the moment before it is, in nanoseconds.
  private static let justBefore: Int64 = 1_000_000
}

// MARK: - Doing it

extension ExplorationWorld {
  /// Does what a transition says, and checks the properties of the state that it leads to.
  ///
  /// Where the action did not take place, the state is of no use any more.
  ///
  /// - Throws: The error of what follows an action, or of a property.
  mutating func perform(_ transition: Transition) throws(RuntimeError) -> TransitionOutcome {
    var outcome = try take(transition)
    try checkProperties(&outcome)
    return outcome
  }

  /// Does what a transition says, and leaves the properties unchecked: they need not be checked in a
  /// state where they were before.
  ///
  /// - Returns: What came of it, without what `checkProperties` finds.
  /// - Throws: The error of what follows an action.
  mutating func take(_ transition: Transition) throws(RuntimeError) -> TransitionOutcome {
    // One reference: a copy of the exploration would be several.
    let constants = constants
    let observers = constants.exploration.compiled.observers
    var earlier: [[ScriptValue]] = []
    for observer in observers {
      var values: [ScriptValue] = []
      for function in observer.earlier { values.append(try session.value(of: function)) }
      earlier.append(values)
    }
    let action = observers.isEmpty ? .nil : description(of: transition.action)
    var outcome = TransitionOutcome()
    try attempt(&outcome, deciding: transition.choices) { session throws(RuntimeError) in
      try session.perform(transition.action, of: constants.exploration)
      for (observer, values) in zip(observers, earlier) {
        try session.run(observer.function, [action] + values)
      }
    }
    return outcome
  }

  /// What `after` sees of an action: its name as a symbol, and what it was given.
  private func description(of action: ExplorationAction) -> ScriptValue {
    let (name, arguments): (String, [ScriptValue]) =
      switch action {
      case .alternative(let number): ("choose", exploration.alternatives[number].values)
      case .environment(let action):
        (
          action.stimulus.name.name,
          (action.stimulus.app.map { [.handle(session.handle(of: $0))] } ?? [])
            + action.stimulus.arguments.filter { $0 != .nil }
        )
      case .advance(let span): ("advance", [.span(span)])
      }
    return .map(named: [("name", .symbol(name)), ("arguments", .list(arguments))])
  }

  /// Does something and finds out what came of it.
  private mutating func attempt(
    _ outcome: inout TransitionOutcome, deciding choices: [Int] = [],
    _ body: (inout Session) throws(RuntimeError) -> Void
  ) throws(RuntimeError) {
    session.beginAction(deciding: choices)
    let first = session.simulation.history.endIndex
    do { try body(&session) } catch {
      guard session.isActionRefused else { throw error }
    }
    outcome.outcomeCounts = session.takeOutcomeCounts()
    outcome.isTaken = !session.isActionRefused
    guard outcome.isTaken else { return }
    collectFailures(&outcome)
    collectRecords(&outcome, since: first)
    session.endAction()
  }

  /// Collects the expectations that failed.
  private func collectFailures(_ outcome: inout TransitionOutcome) {
    for failure in session.failures {
      guard case .expectation(let failed) = failure.reason else { continue }
      let place = failed.site.place
      outcome.breaches.append(
        .expectation(
          file: place.source.name, offset: Int(place.range.start),
          condition: place.source.text(in: failed.site.conditionPlace.range)))
    }
  }

  /// Collects what the records tell: handlers that ran, and ends of processes.
  private func collectRecords(_ outcome: inout TransitionOutcome, since first: Int) {
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
        guard let fault = exit.fault,
          !exploration.settings.allowedEnds.contains(exit.reason)
        else { continue }
        let breach = ExplorationBreach.builtIn(
          fault, app: session.simulation.device.description(of: app)?.name ?? "",
          reason: exit.reason.rawValue)
        if !outcome.breaches.contains(breach) { outcome.breaches.append(breach) }
      }
    }
  }

  /// Checks the properties of the state that an action has led to, where it took place.
  ///
  /// - Parameter outcome: What came of the action, to which what does not hold is added.
  /// - Throws: The error of a property.
  mutating func checkProperties(_ outcome: inout TransitionOutcome) throws(RuntimeError) {
    guard outcome.isTaken else { return }
    let constants = constants
    try session.checking { session throws(RuntimeError) in
      for (number, property) in constants.exploration.compiled.properties.enumerated() {
        let holds = try session.holds(property.function)
        switch property.kind {
        case .always: if !holds { outcome.breaches.append(.property(number)) }
        case .sometimes: if holds { outcome.reached.append(number) }
        }
      }
    }
  }
}

extension Session {
  /// Does what an action says.
  ///
  /// - Throws: The error by which code of the script ended.
  fileprivate mutating func perform(
    _ action: ExplorationAction, of exploration: RunnableExploration
  ) throws(RuntimeError) {
    switch action {
    case .alternative(let number):
      let alternative = exploration.alternatives[number]
      try run(exploration.compiled.alternatives[alternative.number].action, alternative.values)
    case .environment(let action): try act(action.stimulus)
    case .advance(let span): try pass(span)
    }
  }
}

// MARK: - What reports show

extension ExplorationWorld {
  /// The variables of the exploration and of its apps that have values.
  var variables: [(name: String, value: ScriptValue)] {
    var session = session
    let own = exploration.compiled.variables.compactMap { variable in
      session.value(ofVariable: variable.slot).map { (name: variable.name, value: $0) }
    }
    return own
      + exploration.apps.flatMap { number in
        let app = session.program.units[number].name
        return session.variables(ofApp: number).map { (name: "\(app).\($0.name)", value: $0.value) }
      }
  }

  /// The handlers of messages in the code of the apps, by their names and the apps' where there are
  /// several.
  var handlers: [(name: String, message: HandledMessage)] {
    exploration.apps.flatMap { number -> [(name: String, message: HandledMessage)] in
      guard let app = session.app(numbered: UInt64(number)) else { return [] }
      let unit = session.program.units[number]
      return unit.handlers.flatMap { handler in
        Message.allCases.filter { $0.definition.handler == handler.name }.prefix(1).map { message in
          let name = exploration.apps.count > 1 ? "\(unit.name).\(handler.name)" : handler.name
          return (name, HandledMessage(app: app, message: message))
        }
      }
    }
  }

  /// The place of the expectation that begins at an offset of a file; nil where there is none.
  func expectationPlace(in file: String, at offset: Int) -> SourcePlace? {
    session.program.expectations.lazy.map(\.place).first {
      $0.source.name == file && Int($0.range.start) == offset
    }
  }
}
