// Expanding a state: everything that can be done there is tried on a copy, each choice of the world
// with each of its outcomes, and every group of moments that can be the next to be due is let be it.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// A state that a transition leads to.
struct Successor: Sendable {
  let identity: Digest
  /// The state itself, where it came about just as its arrival says; else it is made anew from where it
  /// comes from once it is its turn.
  let world: SharedWorld?
  /// How it is come to.
  let arrival: Arrival
  /// What broke with it, and in the state after it, where those can be seen.
  let breaches: [ExplorationBreach]
}

/// A state that is kept as it is, behind one reference.
final class SharedWorld: Sendable {
  let world: ExplorationWorld

  init(_ world: consuming ExplorationWorld) { self.world = world }
}

/// What came of trying everything in a state.
struct ExpansionOutcome: Sendable {
  /// How many actions took place.
  fileprivate(set) var transitionCount = 0
  /// The `sometimes` that held after them, by their numbers among the properties.
  fileprivate(set) var reached: Set<Int> = []
  /// What handlers answered.
  fileprivate(set) var handled: Set<HandledMessage> = []
  /// Whether so many messages waited that only time passed.
  fileprivate(set) var isFull = false
  /// Whether time passed in some of them.
  fileprivate(set) var hasWaited = false
  /// What ties states to the moments at which they were tried.
  fileprivate(set) var pins: Set<MomentGroups.Pin> = []
  /// Whether the state was another one when it was made with other times.
  fileprivate(set) var isContradicted = false
  /// Where code makes more of moments than the search can follow.
  fileprivate(set) var places: Set<String> = []
  /// The longest span with which code compared how long ago something was, in milliseconds.
  fileprivate(set) var reach: Int64 = -1
  /// Where the actions lead, in order: to states that are unvisited, and to what broke on the way.
  fileprivate(set) var successors: [Successor] = []
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
  /// What came of it.
  private(set) var outcome = ExpansionOutcome()

  private let world: ExplorationWorld
  private let arrival: Arrival
  private let costs: TransitionCosts
  private let reach: Int64
  private let makeAnew: Remaking
  private let identity: Digest
  private let look: () throws -> Void

  /// Tries everything in a state.
  ///
  /// - Parameters:
  ///   - world: The state.
  ///   - number: Its number.
  ///   - costs: What transitions add to its distance.
  ///   - store: The states that were met before; the properties of those are not checked again.
  ///   - reach: The longest span with which code compares how long ago something was, in milliseconds.
  ///   - remake: Makes the state with other times.
  ///   - look: Called again and again; what it throws ends the search.
  /// - Throws: The error of a condition, a property or what follows an action.
  init(
    of world: ExplorationWorld, _ number: StateNumber, _ costs: TransitionCosts,
    knowing store: StateStore, reach: Int64, remaking remake: Remaking,
    observing look: @escaping () throws -> Void
  ) throws {
    (self.world, self.costs, self.reach) = (world, costs, reach)
    (arrival, identity) = (store[number], store.identity(of: number))
    (makeAnew, self.look) = (remake, look)
    try tryActions(store)
    if world.groupsMoments {
      for group in arrival.moments.pending { try tryDeadline(of: group, store) }
    } else {
      for wait in world.waits { try add(Transition(action: wait), world, Leg(arrival), store) }
    }
  }

  // MARK: - What is tried

  /// Makes the state with other times; nil where none are found.
  private mutating func remake(_ end: PathTimes.End) throws -> ExplorationWorld? {
    guard let other = try makeAnew.end(end) else {
      // No whole milliseconds fit.
      outcome.pins.insert(.fineSpan)
      return nil
    }
    return same(other)
  }

  /// A world that was made with other times; nil where it is another state.
  private mutating func same(_ other: consuming ExplorationWorld) -> ExplorationWorld? {
    guard other.state().identity == identity else {
      noteContradiction()
      return nil
    }
    return other
  }

  /// A state that was made with other times is another one, or goes on in another way.
  private mutating func noteContradiction() {
    // Where moments come from no single action that is no surprise, and the verdict names them.
    if arrival.moments.isKnown { outcome.isContradicted = true }
  }

  /// What is common to a transition in all ways in which it comes out.
  private struct Leg {
    /// The zone at the moment of the transition, by whether time may have passed before it.
    var atOnce: Zone?
    var delayed: Zone?
    var ties: [Int] = []
    var isRemade = false
    /// When the transition comes, where code is to find something of moments in it.
    var time: Int64?
    /// What code finds of moments in it, as far as it was told apart.
    var bounds: [MomentBound] = []

    init(_ arrival: Arrival) { atOnce = arrival.zone }

    init(atOnce: Zone? = nil, delayed: Zone? = nil) {
      (self.atOnce, self.delayed) = (atOnce, delayed)
    }

    /// The part of it in which code finds something of moments.
    func part(within bounds: [MomentBound], of moments: StateMoments) -> Leg {
      var part = self
      part.atOnce = atOnce.flatMap { moments.part(of: $0, within: bounds) }
      part.delayed = delayed.flatMap { moments.part(of: $0, within: bounds) }
      part.bounds = bounds
      return part
    }
  }

  /// Tries what the user and the world can do before anything is due.
  private mutating func tryActions(_ store: StateStore) throws {
    guard !world.isFull else {
      outcome.isFull = true
      return
    }
    var (base, leg) = (world, Leg(arrival))
    if world.groupsMoments {
      guard let visible = arrival.moments.visible(of: arrival.zone) else { return }
      leg.atOnce = arrival.distance.waits ? nil : visible
      if arrival.moments.tellsMoments || leg.atOnce == nil {
        leg.delayed = arrival.moments.visible(of: arrival.passed)
      }
      if !world.canAct {
        guard let other = try remake(.visible) else { return }
        (base, leg.isRemade) = (other, true)
      }
    }
    base.forgetReadings()
    try base.forEachAction(observing: look) { action in
      outcome.places.formUnion(base.readingPlaces)
      try add(Transition(action: action, isDelayed: leg.atOnce == nil), base, leg, store)
    }
  }

  /// Lets a group be the next to be due, where it can be.
  private mutating func tryDeadline(of group: Int, _ store: StateStore) throws {
    guard let (zone, ties) = arrival.moments.first(group, in: arrival.passed) else { return }
    var leg = Leg(delayed: zone)
    leg.ties = ties
    var base = world
    if world.firstGroup != group {
      guard let other = try remake(.first(group, ties: ties)) else { return }
      guard other.firstGroup == group else {
        noteContradiction()
        return
      }
      (base, leg.isRemade) = (other, true)
    }
    try add(Transition(action: .deadline(group)), base, leg, store)
  }

  /// Tries a transition, then every other outcome of the choices that it did not decide, and every
  /// other way in which comparisons of moments come out.
  private mutating func add(
    _ transition: Transition, _ base: ExplorationWorld, _ leg: Leg, _ store: StateStore
  ) throws {
    try look()
    var next = base
    var taken = try next.take(transition, at: leg.time)
    if case .advance = transition.action { outcome.hasWaited = true }
    outcome.hasWaited = outcome.hasWaited || leg.delayed != nil
    let readings = next.readings
    outcome.places.formUnion(readings.places)
    if !readings.bounds.isEmpty {
      try addOthers(than: readings.bounds, of: transition, leg, store)
    }
    let leg =
      readings.bounds.isEmpty ? leg : leg.part(within: readings.bounds, of: arrival.moments)
    guard taken.isTaken, leg.atOnce != nil || leg.delayed != nil else { return }
    let state = next.state()
    outcome.pins.formUnion(state.pins)
    try arrive(in: &next, &taken, by: transition, leg, at: state, store)
    outcome.transitionCount += 1
    outcome.reached.formUnion(taken.reached)
    outcome.handled.formUnion(taken.handled)
    // Behind another outcome code may compare something else.
    var others = leg
    others.bounds = []
    for other in transition.alternatives(among: taken.outcomeCounts) {
      try add(other, base, others, store)
    }
  }

  /// Notes the states that a transition led to, at once and after a wait, where they are not known, and
  /// checks the properties there.
  private mutating func arrive(
    in world: inout ExplorationWorld, _ taken: inout TransitionOutcome, by transition: Transition,
    _ leg: Leg, at state: ExplorationWorld.State, _ store: StateStore
  ) throws {
    let ways = [(leg.atOnce, false), (leg.delayed, true)].compactMap { zone, isDelayed in
      zone.map { way(by: transition, isDelayed, from: $0, leg, to: state) }
    }
    // Most lead to where another has led, and nothing more is asked of those.
    guard
      !taken.breaches.isEmpty
        || !ways.allSatisfy({ store.holds(state.identity, $0.zone, at: $0.distance) })
    else { return }
    let arrivals = ways.map { way in
      var way = way
      way.passed = state.moments.loosened(way.zone.passed(state.moments.nexts), reach: reach)
      way.moments = state.moments
      return way
    }
    let areVisible = arrivals.map { state.moments.isVisible($0.zone) }
    let isNew = arrivals.contains { store.isNew(state.identity, $0) }
    if isNew, areVisible.contains(true) {
      world.forgetReadings()
      try world.checkProperties(&taken)
      outcome.places.formUnion(world.readingPlaces)
    }
    var kept: SharedWorld?
    if isNew, leg.bounds.isEmpty, leg.time == nil {
      world.compact(since: self.world)
      kept = SharedWorld(world)
    }
    for (arrival, isVisible) in zip(arrivals, areVisible) {
      let breaches = isVisible ? taken.breaches : []
      guard isNew || !breaches.isEmpty else { continue }
      outcome.successors.append(
        Successor(
          identity: state.identity, world: arrival.transition == transition ? kept : nil,
          arrival: arrival, breaches: breaches))
    }
  }

  /// Tries a transition at moments at which comparisons come out in another way, where there are any.
  private mutating func addOthers(
    than found: [MomentBound], of transition: Transition, _ leg: Leg, _ store: StateStore
  ) throws {
    outcome.reach = max(outcome.reach, arrival.moments.reach(of: found))
    for number in leg.bounds.count..<max(leg.bounds.count, found.count) {
      let bounds = found[..<number] + [found[number].opposite]
      let part = leg.part(within: Array(bounds), of: arrival.moments)
      for (zone, isDelayed) in [(part.atOnce, false), (part.delayed, true)] {
        guard let zone else { continue }
        var other = part
        (other.atOnce, other.delayed) = isDelayed ? (nil, zone) : (zone, nil)
        other.isRemade = true
        let way = self.arrival(by: transition, isDelayed, from: zone, other)
        guard let remade = try makeAnew.transition(way) else {
          outcome.pins.insert(.fineSpan)
          continue
        }
        guard let base = same(remade.world) else { continue }
        other.time = remade.time
        try add(way.transition ?? transition, base, other, store)
      }
    }
  }

  /// The way to a state from a part of this one.
  private func way(
    by transition: Transition, _ isDelayed: Bool, from zone: Zone, _ leg: Leg,
    to state: ExplorationWorld.State
  ) -> Arrival {
    let next = arrival.moments.zone(of: zone, leadingTo: state.moments, now: state.now)
    return self.arrival(
      by: transition, isDelayed, from: state.moments.loosened(next, reach: reach), leg)
  }

  /// The way to a state of which nothing is known yet.
  private func arrival(
    by transition: Transition, _ isDelayed: Bool, from zone: Zone, _ leg: Leg
  ) -> Arrival {
    var transition = transition
    if case .deadline = transition.action {} else { transition.isDelayed = isDelayed }
    return Arrival(
      transition: transition, zone: zone, passed: zone, moments: StateMoments(),
      distance: costs.distance(after: transition, from: arrival.distance), ties: leg.ties,
      bounds: leg.bounds, isRemade: leg.isRemade)
  }
}

/// What transitions add to the distance of a state.
struct TransitionCosts: Sendable {
  private let exploration: RunnableExploration
  /// The lines of each alternative's body.
  private let lengths: [Int]
  /// Whether waits that follow each other are one line: what follows each action tells them apart.
  private let mergesWaits: Bool

  init(_ world: ExplorationWorld) {
    exploration = world.exploration
    lengths = exploration.compiled.alternatives.map { $0.body.lineCount }
    mergesWaits = world.groupsMoments && !world.hasObservers
  }

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
      // A choice is decided on the line before the wait in which it is met.
      end.waits = start.waits && transition.choices.isEmpty
      end = end.afterWait
      end.steps += transition.choices.count
      end.waits = mergesWaits
    }
    return end
  }
}
