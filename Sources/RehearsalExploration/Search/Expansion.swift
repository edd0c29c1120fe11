// Expanding a state: everything that can be done there is tried on a copy, each choice of the world
// with each of its outcomes, and every group of moments that can be due next gets its turn.

import RehearsalLifecycle
import RehearsalValues

/// A state that a transition leads to.
struct Successor: Sendable {
  let identity: StateDigest
  /// The state itself, where it came about just as its arrival says; else it is made anew from where it
  /// comes from once it is its turn.
  let world: SharedWorld?
  /// How it is reached.
  let arrival: Arrival
  /// What broke with it, and in the state after it, where those can be seen.
  let breaches: [ExplorationBreach]
}

/// A state that is kept as it is, behind one reference.
final class SharedWorld: Sendable {
  let world: ExplorationWorld

  init(_ world: consuming ExplorationWorld) { self.world = world }
}

/// The outcome of trying everything in a state.
struct ExpansionOutcome: Sendable {
  /// How many actions took place.
  private(set) var transitionCount = 0
  /// The `sometimes` that held after them, by their numbers among the properties.
  fileprivate(set) var reached: Set<Int> = []
  /// What handlers answered.
  fileprivate(set) var handled: Set<HandledMessage> = []
  /// Whether so many messages waited that only time passed.
  fileprivate(set) var isFull = false
  /// Whether time passed in some of them.
  var hasWaited = false
  /// What ties states to the moments at which they were tried.
  fileprivate(set) var pins: Set<MomentGroups.Pin> = []
  /// Whether the state was another one when it was made with other times, or went on in another way.
  fileprivate(set) var isContradicted = false
  /// Where code makes more of moments than the search can follow.
  fileprivate(set) var places: Set<String> = []
  /// The longest span with which code compared how long ago something was, in units.
  fileprivate(set) var reach: Int64 = -1
  /// What another zone of the state need not try again.
  fileprivate(set) var known = KnownTransitions.Findings()
  /// Where the actions lead, in order: to states that are unvisited, and to what broke on the way.
  private(set) var successors: [Successor] = []

  /// Adds an action that took place, and where it leads.
  mutating func add(_ successors: [Successor]) {
    transitionCount += 1
    self.successors += successors
  }
}

/// Makes a state with other times.
struct Remaking {
  /// So that something is so at its end.
  let end: (PathTimes.End) throws -> ExplorationWorld?
  /// So that code finds of moments in the transition that follows what that says; with the moment of
  /// that.
  let transition: (Arrival) throws -> (world: ExplorationWorld, time: Int64)?
}

/// Tries what can be done in a state.
struct Expansion {
  /// The outcome.
  private(set) var outcome = ExpansionOutcome()

  private let state: ExpandedState
  private let world: ExplorationWorld
  private let makeAnew: Remaking
  private let look: () throws -> Void
  /// What was tried on one occasion, where the outcome is the same in other zones.
  private var found: [KnownTransition]?
  /// A copy of a state in which an action was refused, so that it is as it was.
  private var unchanged: ExplorationWorld?

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - state: The state with its zone.
  ///   - world: The state itself.
  ///   - remake: Makes it with other times.
  ///   - look: Called again and again; what it throws ends the search.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(
    of state: ExpandedState, _ world: ExplorationWorld, remaking remake: Remaking,
    observing look: @escaping () throws -> Void
  ) throws {
    (self.state, self.world, makeAnew, self.look) = (state, world, remake, look)
    try tryActions()
    if world.groupsMoments {
      for group in state.arrival.moments.pendingMoments { try tryDeadline(of: group) }
    } else {
      let window = FiringWindow(atOnce: state.arrival.zone)
      for wait in world.waits { try add(Transition(action: wait), world, window) }
    }
  }

  // MARK: - What is tried

  /// Makes the state with other times; nil where none are found.
  private mutating func remake(_ end: PathTimes.End) throws -> ExplorationWorld? {
    guard let other = try makeAnew.end(end) else {
      // No moments in whole units fit.
      outcome.pins.insert(.fineSpan)
      return nil
    }
    return same(other)
  }

  /// A world that was made with other times; nil where it is another state.
  private mutating func same(_ other: consuming ExplorationWorld) -> ExplorationWorld? {
    guard other.state().identity == state.identity else {
      outcome.isContradicted = true
      return nil
    }
    return other
  }

  /// Tries what the user and the world can do before anything is due.
  private mutating func tryActions() throws {
    guard !world.isFull else {
      outcome.isFull = true
      beginOccasion()
      return endOccasion(.actions)
    }
    var (base, window) = (world, FiringWindow(atOnce: state.arrival.zone))
    if world.groupsMoments {
      guard let visible = state.windowOfActions else { return }
      window = visible
      if !world.canAct {
        guard let other = try remake(.visible) else { return }
        (base, window.isRemade) = (other, true)
      }
    }
    beginOccasion()
    // What follows an action hears of the wait before it.
    if world.hasObservers {
      try base.forEachAction(observing: look) { action in
        for window in window.parts {
          try add(Transition(action: action, isDelayed: window.atOnce == nil), base, window)
        }
      }
    } else {
      try add(window, base)
    }
    endOccasion(.actions)
  }

  /// Tries all that can be done in a window: all of it at one moment, to which time passes once.
  private mutating func add(_ window: FiringWindow, _ base: ExplorationWorld) throws {
    let isDelayed = window.atOnce == nil
    var ready = base
    guard try ready.goToAct(isDelayed: isDelayed, at: window.time) != nil else { return }
    var window = window
    window.isReady = true
    try base.forEachAction(observing: look) { action in
      try add(Transition(action: action, isDelayed: isDelayed), ready, window)
    }
    unchanged = nil
  }

  /// Lets a group be the next to be due, where it can be.
  private mutating func tryDeadline(of group: Int) throws {
    if state.arrival.moments.isInterruptedByTooMany(group, in: state.arrival.passed) {
      outcome.pins.insert(.mixedTurns)
    }
    for window in state.windows(ofDeadlineOf: group) {
      if let next = window.next { try tryDeadline(of: next, window) }
    }
  }

  private mutating func tryDeadline(of next: NextGroup, _ window: FiringWindow) throws {
    var (base, window) = (world, window)
    if !world.isDue(next) {
      guard let other = try remake(.first(next)) else { return }
      guard other.isDue(next) else {
        outcome.isContradicted = true
        return
      }
      (base, window.isRemade) = (other, true)
    }
    beginOccasion()
    try add(Transition(action: .deadline(next.number)), base, window)
    endOccasion(.deadline(next))
  }

  /// Tries a transition, then every other outcome of the choices that it did not decide, and every
  /// other way in which comparisons of moments come out.
  private mutating func add(
    _ transition: Transition, _ base: ExplorationWorld, _ window: FiringWindow
  ) throws {
    try look()
    var next = (window.isReady ? unchanged.take() : nil) ?? base
    let taken =
      window.isReady
      ? try next.takeNow(transition)
      : try next.take(transition, next: window.next, at: window.time)
    if window.isReady, !taken.isTaken, next.forgetRefusal(of: transition.action) {
      unchanged = next
      return
    }
    var checked: TransitionOutcome?
    if next.timeWatch != nil, taken.isTaken {
      // What properties find of moments tells worlds apart as what code finds.
      var outcome = TransitionOutcome()
      try next.checkProperties(&outcome)
      checked = outcome
    }
    if case .advance = transition.action { outcome.hasWaited = true }
    outcome.hasWaited = outcome.hasWaited || window.delayed != nil
    let readings = next.readings
    outcome.places.formUnion(readings.places)
    if !readings.bounds.isEmpty { try addOthers(than: readings.bounds, of: transition, window) }
    let window =
      readings.bounds.isEmpty
      ? window : window.part(within: readings.bounds, of: state.arrival.moments)
    guard taken.isTaken, !window.isEmpty else { return }
    try arrive(in: &next, taken, checked, by: transition, window)
    if state.mayTake(transition) { outcome.handled.formUnion(taken.handled) }
    // After another outcome code may compare something else.
    var others = window
    others.bounds = []
    for other in transition.alternatives(among: taken.outcomeCounts) {
      try add(other, base, others)
    }
  }

  /// Notes the states that a transition led to, and checks the properties there.
  private mutating func arrive(
    in world: inout ExplorationWorld, _ taken: TransitionOutcome, _ checked: TransitionOutcome?,
    by transition: Transition, _ window: FiringWindow
  ) throws {
    let next = world.state(knowing: world.memory(since: self.world))
    outcome.pins.formUnion(next.pins)
    let moments = state.arrival.moments
    let target = ExpandedState.Target(
      identity: next.identity, moments: next.moments,
      sources: moments.sources(of: next.moments, now: next.now), breaches: taken.breaches)
    note(target, by: transition, isExact: next.pins.isEmpty)
    // The same of one that was just tried.
    let breaches = outcome.known.breaches[next.identity]
    let successors = try state.successors(
      at: target, by: transition, window,
      checking: {
        outcome.reached.formUnion(checked?.reached ?? [])
        return try checked?.breaches ?? breaches ?? check(&world, next.identity)
      },
      keeping: {
        guard window.bounds.isEmpty, window.time == nil else { return nil }
        world.compact(since: self.world)
        return SharedWorld(world)
      })
    outcome.add(successors)
  }

  /// Checks the properties of a state.
  private mutating func check(
    _ world: inout ExplorationWorld, _ identity: StateDigest
  ) throws -> [ExplorationBreach] {
    var checked = TransitionOutcome()
    try world.checkProperties(&checked)
    outcome.reached.formUnion(checked.reached)
    if world.isIndependentOfMoments { outcome.known.breaches[identity] = checked.breaches }
    return checked.breaches
  }

  /// Tries a transition at moments at which comparisons come out in another way, where there are any.
  private mutating func addOthers(
    than found: [MomentBound], of transition: Transition, _ window: FiringWindow
  ) throws {
    let moments = state.arrival.moments
    outcome.reach = max(outcome.reach, moments.reach(of: found))
    for number in window.bounds.count..<max(window.bounds.count, found.count) {
      for opposite in found[number].opposites {
        try add(transition, window.part(within: Array(found[..<number]) + [opposite], of: moments))
      }
    }
  }

  /// Tries a transition where code finds something of moments that it did not find elsewhere.
  private mutating func add(_ transition: Transition, _ window: FiringWindow) throws {
    for part in window.parts {
      guard let zone = part.atOnce ?? part.delayed else { continue }
      var other = part
      (other.isRemade, other.isReady) = (true, false)
      let way = state.arrival(by: transition, part.atOnce == nil, from: zone, other)
      guard let remade = try makeAnew.transition(way) else {
        outcome.pins.insert(.fineSpan)
        continue
      }
      guard let base = same(remade.world) else { continue }
      other.time = remade.time
      try add(way.transition ?? transition, base, other)
    }
  }

  // MARK: - What other zones need not try again

  private mutating func beginOccasion() { found = world.isIndependentOfMoments ? [] : nil }

  /// Notes where a transition leads from any zone of the state.
  private mutating func note(
    _ target: ExpandedState.Target, by transition: Transition, isExact: Bool
  ) {
    guard found != nil else { return }
    if !isExact { outcome.known.inexact.insert(target.identity) }
    guard !target.sources.contains(.free) else {
      found = nil
      return
    }
    found?.append(
      KnownTransition(
        transition: transition, identity: target.identity, sources: target.sources,
        nexts: target.moments.nexts, turns: target.moments.turns, breaches: target.breaches))
  }

  private mutating func endOccasion(_ occasion: KnownTransitions.Occasion) {
    guard let found, !state.arrival.moments.groups.isEmpty else { return }
    outcome.known.transitions[occasion] = found
  }
}

/// What transitions add to the distance of a state.
struct TransitionCosts: Sendable {
  private let exploration: RunnableExploration
  /// The lines of each alternative's body.
  private let lengths: [Int]
  /// Whether waits that follow each other are one line: what follows each action tells them apart.
  private let mergesWaits: Bool
  /// How many disruptions a path may hold; nil for any number.
  private let mostDisruptions: Int?

  init(_ world: ExplorationWorld, mostDisruptions: Int?) {
    self.mostDisruptions = mostDisruptions
    exploration = world.exploration
    lengths = exploration.compiled.alternatives.map { $0.body.lineCount }
    mergesWaits = world.groupsMoments && !world.hasObservers
  }

  /// Whether a path may hold so many disruptions.
  func mayHold(_ disruptions: Int) -> Bool { mostDisruptions.map { disruptions <= $0 } ?? true }

  /// How far a state is after a transition: each choice that does not come out the first way is a
  /// disruption, and each is a line of the scenario.
  func distance(after transition: Transition, from start: Distance) -> Distance {
    let decisions = transition.choices.count { $0 > 0 }
    var end = transition.isDelayed ? start.afterWait : start
    end.disruptions += decisions
    switch transition.action {
    case .alternative(let number, _):
      end.disruptions += exploration.compiled.alternatives[number].isDisruption ? 1 : 0
      end.steps += lengths[number] + transition.choices.count
      end.waits = false
    case .environment(let action):
      end.disruptions += action.isDisruption ? 1 : 0
      end.steps += 1 + transition.choices.count
      end.waits = false
    case .advance, .deadline:
      // A choice is decided on the line before the wait in which it occurs.
      end.waits = start.waits && transition.choices.isEmpty
      end = end.afterWait
      end.steps += transition.choices.count
      end.waits = mergesWaits
    }
    return end
  }
}
