// A state of an exploration as a value: a session whose script rests. Transitions change it, a copy
// goes its own way, and its identity says whether two of them have the same future.

import Rehearsal
import RehearsalCode
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
  /// The actions whose moments the device still holds, in their order.
  private(set) var origins: [Origin] {
    didSet { remainders = Self.remainders(of: origins) }
  }
  /// What the moments leave over that the device and code still know.
  private(set) var remainders: [Int64]
  /// How many transitions lie behind it.
  private var length = 0
  /// What the last action's moment leaves over.
  private var remainder: Int64 = 0
  /// The groups of moments that it holds, as they were found last.
  private var groups: [MomentGroups.Group] = []
  /// The moments that are due together with the last one and have not had their turns.
  private var momentsAhead: [VirtualTime] = []
  /// The digest of the exploration's memory, as it was found last; nil where it depends on moments.
  private var memory: StateDigest?

  /// The digests of its parts, as they were found last.
  var known = IdentityMemory()

  /// An action and when it was done.
  struct Origin: Sendable {
    /// What its moment leaves over below the unit: its number, which nothing else has.
    let remainder: Int64
    let number: Int
    let moment: VirtualTime
  }

  /// A row of the environment with its data.
  private final class Row: Sendable {
    let row: EnvironmentRow
    let data: ScriptValue?

    init(_ row: EnvironmentRow, _ data: ScriptValue?) { (self.row, self.data) = (row, data) }
  }

  private final class Constants: Sendable {
    let exploration: RunnableExploration
    let environment: [(row: EnvironmentRow, data: ScriptValue?)]
    /// The same, one reference each: they are gone through in every state.
    let rows: [Row]
    /// The apps that the exploration names.
    let apps: [AppIdentifier]
    let scope: IdentityScope
    /// What finds out what code computes from moments and numbers.
    let watch: TimeWatch
    /// Whether code reads moments.
    let readsMoments: Bool
    /// Whether what a transition does depends on the state alone.
    let isIndependentOfMoments: Bool
    /// The unit of time in which all paths begin.
    let beginning: Int64

    init(
      _ exploration: RunnableExploration, _ session: Session, _ mode: Mode, _ watch: TimeWatch
    ) {
      let (program, device) = (session.program, session.simulation.device)
      self.exploration = exploration
      apps = (exploration.nativeApps + exploration.apps.map { UInt64($0) })
        .compactMap { session.app(numbered: $0) }
      self.watch = watch
      readsMoments = mode.groupsMoments && exploration.keepsMoments
      beginning = device.now.nanoseconds / MomentGroups.unit
      environment = exploration.environment(of: program, on: device)
      rows = environment.map { Row($0, $1) }
      var scope = exploration.scope(of: program, on: device)
      scope.groupsMoments = scope.groupsMoments && mode.groupsMoments
      scope.countsNumbers = mode.countsNumbers
      scope.countsWindowNumbers = scope.countsWindowNumbers || mode.countsNumbers
      if mode.countsOrders { scope.countOrders() }
      self.scope = scope
      isIndependentOfMoments =
        scope.groupsMoments && !readsMoments && exploration.compiled.observers.isEmpty
        && exploration.timeReadings.isEmpty
    }
  }

  /// How states are told apart.
  struct Mode {
    /// Whether moments count by what they come from, where nothing reads the clock.
    var groupsMoments = true
    /// Whether things count by the numbers of their handles.
    var countsNumbers = false
    /// Whether orders count that decide nothing.
    var countsOrders = false
    /// Whether transitions tell what was done to the device in them.
    var keepsDeeds = false
  }

  /// The exploration.
  // Read in place: a copy of it costs more than what most callers read from it.
  var exploration: RunnableExploration {
    @inline(__always) _read { yield constants.exploration }
  }

  /// Makes the state that an exploration begins with.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - number: The exploration's number in the script.
  ///   - mode: How states are told apart.
  ///   - cancellation: By what another thread ends the search in the middle of an action.
  /// - Returns: The state and the outcome of the beginning.
  /// - Throws: What ended the statements or the beginning.
  static func initial(
    of script: Script, exploration number: Int, _ mode: Mode = Mode(),
    cancellation: CancellationFlag? = nil
  ) throws(RuntimeError) -> (world: ExplorationWorld, outcome: TransitionOutcome) {
    guard let program = script.program, program.explorations.indices.contains(number) else {
      throw RuntimeError(.notCallable, "there is no such exploration")
    }
    let exploration = RunnableExploration(
      program.explorations[number], script.explorationSettings[number], in: program)
    let keepsMoments = mode.groupsMoments && exploration.keepsMoments
    let watch = keepsMoments ? TimeWatch(unit: MomentGroups.unit) : TimeWatch()
    var world = ExplorationWorld(
      try Session(exploring: script, cancellation: cancellation, times: watch), exploration,
      mode, watch)
    // The moment of the beginning is told apart from spans like any other.
    if keepsMoments { try world.session.pass(TimeSpan(nanoseconds: 1)) }
    if mode.keepsDeeds { world.session.keepActs() }
    var outcome = TransitionOutcome()
    try world.attempt(&outcome) { session throws(RuntimeError) in
      try session.run(exploration.compiled.beginning)
    }
    world = ExplorationWorld(world.session, exploration, mode, watch)
    try world.checkProperties(&outcome)
    guard outcome.isTaken else {
      throw RuntimeError(
        .refusedVerb, "a verb of the exploration's beginning is refused",
        stack: [RuntimeError.Call(function: "explore", place: exploration.compiled.place)])
    }
    return (world, outcome)
  }

  private init(
    _ session: Session, _ exploration: RunnableExploration, _ mode: Mode, _ watch: TimeWatch
  ) {
    self.session = session
    constants = Constants(exploration, session, mode, watch)
    let now = session.simulation.device.now
    remainder = now.nanoseconds % MomentGroups.unit
    var origins = [Origin(remainder: remainder, number: 0, moment: now)]
    let start = VirtualTime(nanoseconds: now.nanoseconds - remainder)
    if remainder > 0, let start {
      // What the device counts from before the beginning.
      origins.append(Origin(remainder: 0, number: 0, moment: start))
    }
    self.origins = origins
    remainders = Self.remainders(of: origins)
    watch.begin(knowing: [remainder])
    if constants.scope.groupsMoments { self.session.takeForOne(momentsWithin: MomentGroups.unit) }
  }

  /// Whether the search was stopped.
  var isCancelled: Bool { session.isCancelled }

  /// The device.
  var device: Device { session.simulation.device }

  /// The apps whose code is played again for each copy of this state.
  var replayedApps: [String] {
    exploration.nativeApps.isEmpty ? [] : session.simulation.replayedApps
  }

  /// Whether moments count by what they come from, and not by when they are.
  var groupsMoments: Bool { constants.scope.groupsMoments }

  /// Whether what a transition does depends on the state alone, and not on when it takes place.
  var isIndependentOfMoments: Bool { constants.isIndependentOfMoments }

  /// What the code reads of time, where it is not known how it goes on at other moments.
  var timeReadings: [String] { exploration.timeReadings }

  /// With how much data of each kind things may happen, such as `2 links`, where code is given it.
  var dataTried: [String] {
    exploration.dataTried(constants.environment, session.program)
  }

  /// The rows that bring data of which code makes more than was tried.
  var rowsOfOtherData: [Verdict.TriedData] {
    exploration.rowsOfOtherData(constants.environment, session.program)
  }

  /// Takes as little memory as it can, before it waits.
  ///
  /// - Parameter earlier: A state that it came from.
  mutating func compact(since earlier: ExplorationWorld) {
    known.releaseCode()
    session.compact(since: earlier.session)
    known.takePlaces { session.simulation.code(of: $0) }
  }
}

// MARK: - What can be done

extension ExplorationWorld {
  /// How many messages and touches may wait for a main thread before only time passes.
  static let mostWaiting = 4

  /// Whether so much waits for the main thread of an app that only time passes.
  var isFull: Bool { apps.contains { device.waitingMessageCount(of: $0) >= Self.mostWaiting } }

  /// The apps that the exploration names.
  private var apps: [AppIdentifier] { constants.apps }

  /// Goes through what can be tried here, in the order of ties: the alternatives as written, then
  /// the rows of the environment.
  ///
  /// Where code reads moments, conditions are left to the moment of the action.
  ///
  /// - Parameters:
  ///   - look: Called again and again, for an alternative may have any number of values.
  ///   - body: What is done with each.
  /// - Throws: The error of a condition, and what the others throw.
  func forEachAction(
    observing look: () throws -> Void, _ body: (ExplorationAction) throws -> Void
  ) throws {
    // Conditions change nothing but registers.
    var session = session
    for (number, alternative) in exploration.compiled.alternatives.enumerated() {
      for combination in 0..<exploration.combinationCount(ofAlternative: number) {
        if !constants.readsMoments, let condition = alternative.condition {
          let values = exploration.values(ofAlternative: number, combination: combination)
          guard try session.holds(condition, values) else {
            try look()
            continue
          }
        }
        try body(.alternative(number, combination: combination))
      }
    }
    let (constants, device) = (constants, device)
    for row in constants.rows {
      for action in row.row.actions(on: device, about: constants.apps, with: row.data) {
        try body(.environment(action))
      }
    }
  }

  /// Where moments count by when they are: waiting until just before the next deadline, from where the
  /// world may act, and until the deadline; where the time of day counts in steps, until the next
  /// step as well.
  var waits: [ExplorationAction] {
    let step = spanToNextStep
    guard device.scheduledEventCount > 0, let due = device.nextEventTime, due < .never else {
      return step.map { [.advance($0)] } ?? []
    }
    let span = due.span(since: device.now)
    if let step, step < span { return [.advance(step)] }
    let before = TimeSpan(nanoseconds: span.nanoseconds - 1_000_000)
    let canAct = !constants.environment.isEmpty || !exploration.compiled.alternatives.isEmpty
    return before > .zero && canAct ? [.advance(before), .advance(span)] : [.advance(span)]
  }

  /// How long it is to the next step of the clock; nil where the clock does not count in steps.
  private var spanToNextStep: TimeSpan? {
    guard case .grid(let step) = exploration.settings.clock else { return nil }
    let passed = device.wallClock.timeOfDay(at: device.now).nanoseconds % step.nanoseconds
    return TimeSpan(nanoseconds: step.nanoseconds - passed)
  }
}

// MARK: - Moments

extension ExplorationWorld {
  /// The identity of the state, and what it has of time.
  struct State {
    /// The digest of everything that decides what can happen from here on.
    let identity: StateDigest
    let moments: StateMoments
    /// What the moment of the last transition leaves over, and how far it is after the action that it
    /// comes from, in units.
    let now: (remainder: Int64, distance: Int64)
    /// What ties the state to the moments at which it was tried.
    let pins: Set<MomentGroups.Pin>
  }

  /// Finds out which state it is, and forgets the actions of which no moment is left.
  ///
  /// - Parameter memory: The digest of the exploration's memory, where it is known.
  /// - Returns: The state.
  /// - Complexity: O(*n*) in what the device, the apps and the exploration's memory hold.
  mutating func state(knowing memory: StateDigest? = nil) -> State {
    var scope = constants.scope
    if constants.readsMoments { scope.remainders = remainders }
    scope.momentsAhead = momentsAhead
    let (identity, memoryNow, found) = session.identity(
      scope, memory: memory, knowing: &known)
    self.memory = memoryNow
    groups = found.groups
    let now = device.now
    let remainder = now.nanoseconds % MomentGroups.unit
    let isOver = { (origin: Origin) in
      origin.remainder != remainder
        && !found.groups.contains { $0.remainder == origin.remainder }
    }
    if origins.contains(where: isOver) { origins.removeAll(where: isOver) }
    var pins = found.pins
    let groups = found.groups.enumerated().map { number, group -> StateMoments.Group in
      let next = group.next.map { $0.units(since: group.base) }
      guard let origin = origins.first(where: { $0.remainder == group.remainder }) else {
        pins.insert(.joinedSpans)
        return StateMoments.Group(
          remainder: -1 - Int64(number), source: length,
          base: group.base.units(since: now), next: next, turns: group.turns, isKept: false)
      }
      return StateMoments.Group(
        remainder: group.remainder, source: origin.number,
        base: group.base.units(since: origin.moment), next: next, turns: group.turns,
        isKept: group.isKept)
    }
    let origin = origins.first { $0.remainder == remainder }
    return State(
      identity: identity, moments: StateMoments(groups),
      now: (remainder, origin.map { now.units(since: $0.moment) } ?? 0), pins: pins)
  }

  /// The digest of the exploration's memory, where it is that of a state that this one came from.
  func memory(since earlier: borrowing ExplorationWorld) -> StateDigest? {
    session.sharesMemory(with: earlier.session) ? earlier.memory : nil
  }

  /// Finds out what code computes from moments; nil where it reads none.
  var timeWatch: TimeWatch? { constants.readsMoments ? constants.watch : nil }

  /// Whether code has made a text of a number by which states may differ that count as one.
  var hasWrittenNumber: Bool { !constants.scope.countsNumbers && constants.watch.hasWrittenNumber }

  private static func remainders(of origins: [Origin]) -> [Int64] {
    origins.compactMap { $0.remainder > 0 ? $0.remainder : nil }
  }

  /// What the moment of the next action leaves over: more than any before, and where code reads moments
  /// no sum or difference of others, so that each tells what it is.
  private var nextRemainder: Int64 {
    guard constants.readsMoments else { return Int64(length + 1) % MomentGroups.unit }
    let known = remainders
    var next = remainder + 1
    while known.contains(where: { first in
      known.contains { second in
        next == first + second || known.contains { next + first == second + $0 }
      }
    }) { next += 1 }
    return next % MomentGroups.unit
  }

  /// Whether a group is the first to be due here, with those that meet it and no others of which that
  /// decides anything.
  func isDue(_ next: NextGroup) -> Bool {
    let ahead = groups.indices.compactMap { number in
      groups[number].next.map { (number: number, unit: $0.nanoseconds / MomentGroups.unit) }
    }
    guard let unit = ahead.map(\.unit).min() else { return false }
    let due = ahead.filter { $0.unit == unit }.map(\.number)
    // A world that was made anew may be another.
    guard due.contains(next.number),
      (next.followers + next.interrupters).allSatisfy(groups.indices.contains)
    else { return false }
    // Several groups may have one moment.
    func moments(_ numbers: [Int]) -> Set<VirtualTime?> { Set(numbers.map { groups[$0].next }) }
    let others = moments(due).subtracting(moments([next.number]))
    let interrupters = moments(next.interrupters)
    return interrupters.isSubset(of: others)
      && others.isSubset(of: interrupters.union(moments(next.followers)))
  }

  /// A moment of the next action's own before anything is due; nil where there is none.
  ///
  /// Where the action is delayed, time passes before it if there is any.
  private func momentToAct(isDelayed: Bool) -> VirtualTime? {
    var start = device.now.nanoseconds / MomentGroups.unit
    // Spans that are no whole units may leave over more than the action's number.
    if let moment = ownMoment(start), moment <= device.now { start += 1 }
    let next = groups.compactMap(\.next).min()
    let room = (next?.nanoseconds).map { $0 / MomentGroups.unit - start }
    if let room, room <= 0 { return nil }
    // A third of the time, which lies well between what else may happen.
    return ownMoment(start + (isDelayed ? room.map { $0 / 3 } ?? Self.unitsOfASecond : 0))
  }

  private static var unitsOfASecond: Int64 { 1_000_000_000 / MomentGroups.unit }

  /// The moment of the next action in a unit of time.
  private func ownMoment(_ unit: Int64) -> VirtualTime? {
    VirtualTime(nanoseconds: unit * MomentGroups.unit + nextRemainder)
  }

  /// How many whole units of time have passed since the beginning.
  var unit: Int64 { device.now.nanoseconds / MomentGroups.unit - constants.beginning }

  /// Whether there is a moment at which something can be done before anything is due.
  var canAct: Bool { momentToAct(isDelayed: false) != nil }
}

extension VirtualTime {
  /// How many units it is after another moment, whatever both leave over.
  func units(since other: VirtualTime) -> Int64 {
    nanoseconds / MomentGroups.unit - other.nanoseconds / MomentGroups.unit
  }
}

// MARK: - Doing it

extension ExplorationWorld {
  /// Does what a transition says at this moment, and checks the properties of the state that it leads
  /// to.
  ///
  /// Where the action did not take place, the state is of no use any more.
  ///
  /// - Throws: The error of what follows an action, or of a property.
  mutating func perform(_ transition: Transition) throws(RuntimeError) -> TransitionOutcome {
    var outcome = try act(transition)
    try checkProperties(&outcome)
    return outcome
  }

  /// Does what a transition of a search says, and leaves the properties unchecked: they need not be
  /// checked in a state where they were before.
  ///
  /// - Parameters:
  ///   - transition: What is done.
  ///   - next: The group that is due, where it is a deadline.
  ///   - time: When an action is done, in units since the beginning; nil for a moment that suits.
  /// - Returns: The outcome, without what `checkProperties` finds.
  /// - Throws: The error of what follows an action.
  mutating func take(
    _ transition: Transition, next: NextGroup? = nil, at time: Int64? = nil
  ) throws(RuntimeError) -> TransitionOutcome {
    switch transition.action {
    case .advance:
      defer { length += 1 }
      return try act(transition)
    case .deadline(let group):
      defer { length += 1 }
      let moment = groups.indices.contains(group) ? groups[group].next : nil
      let span = max(.zero, moment?.span(since: device.now) ?? .zero)
      let unit = moment.map { $0.nanoseconds / MomentGroups.unit }
      momentsAhead = groups.compactMap(\.next).filter {
        $0 != moment && $0.nanoseconds / MomentGroups.unit == unit
      }
      timeWatch?.begin(knowing: remainders)
      return try act(
        Transition(action: .advance(span), choices: transition.choices), whenDueAt: moment,
        leavingNewEvents: next?.mayMeetOthers == true)
    case .alternative, .environment:
      guard var outcome = try goToAct(isDelayed: transition.isDelayed, at: time) else {
        length += 1
        var outcome = TransitionOutcome()
        outcome.isTaken = false
        return outcome
      }
      outcome.add(try takeNow(transition))
      return outcome
    }
  }

  /// Lets time pass until the moment of an action of the user or the world.
  ///
  /// - Parameters:
  ///   - isDelayed: Whether time passes before it if there is any.
  ///   - time: When it is done, in units since the beginning; nil for a moment that suits.
  /// - Returns: The outcome of the wait; nil where there is no such moment.
  /// - Throws: The error of what follows the wait.
  mutating func goToAct(
    isDelayed: Bool, at time: Int64?
  ) throws(RuntimeError) -> TransitionOutcome? {
    guard groupsMoments else { return TransitionOutcome() }
    let given = time.flatMap { ownMoment($0 + constants.beginning) }
    guard let moment = given ?? momentToAct(isDelayed: isDelayed), moment >= device.now else {
      return nil
    }
    var outcome = TransitionOutcome()
    let span = moment.span(since: device.now)
    if hasObservers, span >= TimeSpan(nanoseconds: MomentGroups.unit) {
      outcome = try act(Transition(action: .advance(span)))
    } else {
      try session.pass(span)
    }
    remainder = moment.nanoseconds % MomentGroups.unit
    momentsAhead = []
    origins.append(Origin(remainder: remainder, number: length + 1, moment: moment))
    return outcome
  }

  /// Does what the user or the world does, at this moment.
  ///
  /// - Returns: The outcome, without what `checkProperties` finds.
  /// - Throws: The error of what follows the action.
  mutating func takeNow(_ transition: Transition) throws(RuntimeError) -> TransitionOutcome {
    defer { length += 1 }
    if groupsMoments { timeWatch?.begin(knowing: remainders) }
    guard try holdsLate(conditionOf: transition.action) else {
      var outcome = TransitionOutcome()
      outcome.isTaken = false
      return outcome
    }
    return try act(transition)
  }

  /// Forgets an action of the world that was refused just now; false where that may have changed something.
  mutating func forgetRefusal(of action: ExplorationAction) -> Bool {
    guard case .environment = action, session.wasRefusedOutright else { return false }
    session.endAction()
    length -= 1
    return true
  }

  /// Whether the condition of an alternative holds at the moment of the action, where it may depend on
  /// that; true for any other.
  private mutating func holdsLate(
    conditionOf action: ExplorationAction
  ) throws(RuntimeError) -> Bool {
    guard constants.readsMoments, case .alternative(let number, let combination) = action,
      let condition = exploration.compiled.alternatives[number].condition
    else { return true }
    let values = exploration.values(ofAlternative: number, combination: combination)
    return try session.checking { session throws(RuntimeError) in
      try session.holds(condition, values)
    }
  }

  /// Whether an action counts among the disruptions.
  func isDisruption(_ action: ExplorationAction) -> Bool {
    switch action {
    case .alternative(let number, _): exploration.compiled.alternatives[number].isDisruption
    case .environment(let action): action.isDisruption
    case .advance, .deadline: false
    }
  }

  /// Whether something follows each action.
  var hasObservers: Bool { !exploration.compiled.observers.isEmpty }

  /// Does what a transition says at this moment; where time passes until something is due, that alone
  /// of what is due together, and maybe without what it adds to that.
  mutating func act(
    _ transition: Transition, whenDueAt moment: VirtualTime? = nil,
    leavingNewEvents leavesNewEvents: Bool = false
  ) throws(RuntimeError) -> TransitionOutcome {
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
      if let moment {
        try session.passDeadlines(at: moment, leavingNewEvents: leavesNewEvents)
      } else {
        try session.perform(transition.action, of: constants.exploration)
      }
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
      case .alternative(let number, let combination):
        ("choose", exploration.values(ofAlternative: number, combination: combination))
      case .environment(let action):
        (
          action.stimulus.name.name,
          (action.stimulus.app.map { [.handle(session.handle(of: $0))] } ?? [])
            + action.stimulus.arguments.filter { $0 != .nil }
        )
      case .advance(let span): ("advance", [.span(span)])
      case .deadline: ("advance", [])
      }
    return .map(named: [("name", .symbol(name)), ("arguments", .list(arguments))])
  }

  /// Does something and finds out the outcome.
  private mutating func attempt(
    _ outcome: inout TransitionOutcome, deciding choices: [Int] = [],
    _ body: (inout Session) throws(RuntimeError) -> Void
  ) throws(RuntimeError) {
    session.beginAction(deciding: choices)
    let first = session.simulation.history.endIndex
    do { try body(&session) } catch {
      guard session.isActionRefused else { throw error }
    }
    // A stop interrupts the code of apps in the middle, which is not a state.
    if session.isCancelled { throw RuntimeError(.interrupted, "the search was stopped") }
    outcome.outcomeCounts = session.takeOutcomeCounts()
    outcome.isTaken = !session.isActionRefused
    guard outcome.isTaken else { return }
    collectFailures(&outcome)
    collectRecords(&outcome, since: first)
    if let deeds = session.deeds, !deeds.isEmpty {
      outcome.deeds = deeds
      session.keepActs()
    }
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
  /// - Parameter outcome: The outcome of the action, to which what does not hold is added.
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
    case .alternative(let number, let combination):
      try run(
        exploration.compiled.alternatives[number].action,
        exploration.values(ofAlternative: number, combination: combination))
    case .environment(let action): try act(action.stimulus)
    case .advance(let span): try pass(span)
    case .deadline: break
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
  /// several, with the messages that they answer.
  var handlers: [(name: String, messages: [HandledMessage])] {
    session.handlers(ofUnits: exploration.apps)
  }

  /// How many things each app has that can pile up.
  var counts: [(name: String, count: Int)] {
    apps.flatMap { app in
      let name = device.description(of: app)?.name ?? ""
      let numbers =
        constants.scope.countsWindowNumbers ? device.scenes(of: app).map(\.number) : []
      return device.counts(of: app).map { ("\($0.name) of \(name)", $0.count) }
        + numbers.suffix(1).map { ("window numbers of \(name), which code reads", $0) }
    }
  }

  /// What the apps keep.
  var storedValues: [(name: String, value: ScriptValue)] {
    apps.flatMap { app in
      let name = device.description(of: app)?.name ?? ""
      return device.storedValues(of: app).map { ("\(name).\($0.name)", $0.value) }
    }
  }

  /// Where the code that assigns a variable is, by its name among `variables`.
  func place(ofVariable name: String) -> SourcePlace? {
    let program = session.program
    if let own = exploration.compiled.variables.first(where: { $0.name == name }) {
      return program.place(ofAssignmentTo: own.slot, inUnit: nil)
    }
    for number in exploration.apps where name.hasPrefix("\(program.units[number].name).") {
      let variable = name.dropFirst(program.units[number].name.count + 1)
      guard let slot = program.units[number].globalTable.names.lastIndex(of: String(variable))
      else { continue }
      return program.place(ofAssignmentTo: slot, inUnit: number)
    }
    return nil
  }

  /// Where code of the apps reads the clock first.
  var placeOfClock: SourcePlace? {
    session.program.facts.ofUnits.uses.first { [.clock, .date].contains($0.reading) }?.place
  }

  /// Where a function is; nil for the library's own.
  func place(of function: FunctionIndex) -> SourcePlace? { session.program.place(of: function) }

  /// The name of a function.
  func name(ofFunction function: FunctionIndex) -> String { session.program.name(of: function) }

  /// Where the code that answers a message is.
  func place(of handled: HandledMessage) -> SourcePlace? {
    for number in exploration.apps where session.app(numbered: UInt64(number)) == handled.app {
      let name = handled.message.definition.handler
      return session.program.units[number].handlers.first { $0.name == name }?.place
    }
    return nil
  }

  /// Where an alternative is; nil for any other action.
  func place(of transition: Transition) -> SourcePlace? {
    guard case .alternative(let number, _) = transition.action else { return nil }
    return exploration.compiled.alternatives[number].body
  }

  /// Whether any code expects something.
  var hasExpectations: Bool { !session.program.expectations.isEmpty }

  /// The place of the expectation that begins at an offset of a file; nil where there is none.
  func expectationPlace(in file: String, at offset: Int) -> SourcePlace? {
    session.program.expectations.lazy.map(\.place).first {
      $0.source.name == file && Int($0.range.start) == offset
    }
  }
}
