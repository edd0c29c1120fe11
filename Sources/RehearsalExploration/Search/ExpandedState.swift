// A state that is expanded: what can take place in its zone and when, and where in the zones of other
// states that leads. Each is tried on a copy of the state, or known from another zone.

import RehearsalLifecycle
import RehearsalValues

/// When a transition can take place, in whatever way it comes out.
struct FiringWindow {
  /// The zone at the moment of the transition, by whether time may have passed before it.
  var atOnce: Zone?
  var delayed: Zone?
  /// The group that is due in it, where it is that of a deadline.
  var next: NextGroup?
  /// Whether the state is made with other times for it.
  var isRemade = false
  /// Whether the state is at the moment of the transition already.
  var isReady = false
  /// When the transition comes, where code is to find something of moments in it.
  var time: Int64?
  /// What code finds out about moments in it, where it was told apart.
  var bounds: [MomentBound] = []

  /// Whether it can be at no moment.
  var isEmpty: Bool { atOnce == nil && delayed == nil }

  /// The part of it in which code finds something of moments.
  func part(within bounds: [MomentBound], of moments: StateMoments) -> FiringWindow {
    var part = self
    part.atOnce = atOnce.flatMap { moments.part(of: $0, within: bounds) }
    part.delayed = delayed.flatMap { moments.part(of: $0, within: bounds) }
    part.bounds = bounds
    return part
  }

  /// The same at once only, and after a wait only, where both can be.
  var parts: [FiringWindow] {
    guard atOnce != nil, delayed != nil else { return [self] }
    var (first, second) = (self, self)
    (first.delayed, second.atOnce) = (nil, nil)
    return [first, second]
  }
}

/// A state with a zone that is expanded.
final class ExpandedState: Sendable {
  /// How it was reached.
  let arrival: Arrival
  let identity: StateDigest

  private let costs: TransitionCosts
  private let store: StateStore
  private let known: KnownTransitions
  private let reach: Int64

  /// Makes one of those that were reached.
  ///
  /// - Parameters:
  ///   - number: The state's number.
  ///   - costs: What transitions add to its distance.
  ///   - store: The states that were reached before.
  ///   - known: The outcomes of their transitions.
  ///   - reach: The longest span with which code compares how long ago something was, in units.
  init(
    _ number: StateNumber, _ costs: TransitionCosts, knowing store: StateStore,
    _ known: KnownTransitions, reach: Int64
  ) {
    (arrival, identity) = (store[number], store.identity(of: number))
    (self.costs, self.store, self.known, self.reach) = (costs, store, known, reach)
  }

  // MARK: - When

  /// When the user and the world can do something before anything is due; nil for never.
  var windowOfActions: FiringWindow? {
    let moments = arrival.moments
    guard let visible = moments.visible(of: arrival.zone) else { return nil }
    var window = FiringWindow(atOnce: arrival.distance.waits ? nil : visible)
    if moments.tellsMoments || window.atOnce == nil {
      window.delayed = moments.visible(of: arrival.passed)
    }
    return window
  }

  /// When a group is the next to be due: alone, and with each of those that have turns between its own.
  func windows(ofDeadlineOf group: Int) -> [FiringWindow] {
    arrival.moments.first(group, in: arrival.passed).map {
      FiringWindow(delayed: $0.zone, next: $0.next)
    }
  }

  // MARK: - Where to

  /// A state that a transition led to.
  struct Target {
    let identity: StateDigest
    let moments: StateMoments
    /// Where its groups of moments come from.
    let sources: [Zone.Source]
    /// What broke with the transition.
    let breaches: [ExplorationBreach]
  }

  /// The way to a state of which nothing is known yet.
  func arrival(
    by transition: Transition, _ isDelayed: Bool, from zone: Zone, _ window: FiringWindow
  ) -> Arrival {
    let transition = transition.delayed(isDelayed)
    return Arrival(
      transition: transition, zone: zone, passed: zone, moments: StateMoments(),
      distance: costs.distance(after: transition, from: arrival.distance),
      length: arrival.length + 1, next: window.next, bounds: window.bounds,
      isRemade: window.isRemade)
  }

  /// The states with zones that a transition leads to at once and after a wait, where they are not
  /// known.
  ///
  /// - Parameters:
  ///   - target: The state without a zone.
  ///   - transition: The transition.
  ///   - window: When it can take place.
  ///   - check: Finds what the properties say in that state.
  ///   - keep: Keeps the state that the transition led to.
  /// - Returns: The states, at once first.
  /// - Throws: What checking throws.
  func successors(
    at target: Target, by transition: Transition, _ window: FiringWindow,
    checking check: () throws -> [ExplorationBreach], keeping keep: () -> SharedWorld?
  ) throws -> [Successor] {
    let ways = ways(by: transition, window, from: target.sources).map { way -> Way in
      (target.moments.loosened(way.zone, reach: reach), way.isDelayed, way.distance)
    }
    // Most lead to where another has led, and nothing more is asked of those.
    guard !target.breaches.isEmpty || !areKnown(ways, target.identity) else { return [] }
    let arrivals = ways.map { way in
      var arrival = arrival(by: transition, way.isDelayed, from: way.zone, window)
      arrival.passed = target.moments.loosened(
        way.zone.passed(target.moments.nexts), reach: reach)
      arrival.moments = target.moments
      return arrival
    }
    let areVisible = arrivals.map { target.moments.isVisible($0.zone) }
    let isNew = arrivals.contains { store.isNew(target.identity, $0) }
    var all = target.breaches
    if isNew, areVisible.contains(true), mayTake(transition) {
      all += try known.breaches(in: target.identity) ?? check()
    }
    let kept = isNew ? keep() : nil
    return zip(arrivals, areVisible).compactMap { arrival, isVisible in
      let breaches = isVisible ? all : []
      guard isNew || !breaches.isEmpty else { return nil }
      return Successor(
        identity: target.identity, world: arrival.transition == transition ? kept : nil,
        arrival: arrival, breaches: breaches)
    }
  }

  /// A zone that a transition leads to, and how far that is.
  private typealias Way = (zone: Zone, isDelayed: Bool, distance: Distance)

  /// The zones that a transition leads to, at once and after a wait.
  private func ways(
    by transition: Transition, _ window: FiringWindow, from sources: [Zone.Source]
  ) -> [Way] {
    var ways: [Way] = []
    if let zone = window.atOnce {
      ways.append((Zone(sources, of: zone), false, distance(after: transition, false)))
    }
    if let zone = window.delayed {
      ways.append((Zone(sources, of: zone), true, distance(after: transition, true)))
    }
    return ways
  }

  /// Whether zones of a state as near as they are were reached before.
  private func areKnown(_ ways: [Way], _ identity: StateDigest) -> Bool {
    ways.allSatisfy { store.holds(identity, $0.zone, at: $0.distance) }
  }

  private func distance(after transition: Transition, _ isDelayed: Bool) -> Distance {
    costs.distance(after: transition.delayed(isDelayed), from: arrival.distance)
  }

  /// Whether a path may go on with a transition: what it leads to beyond its bound says nothing of the
  /// paths within it.
  func mayTake(_ transition: Transition) -> Bool {
    costs.mayHold(distance(after: transition, false).disruptions)
  }

  // MARK: - What is known

  /// That something was not tried yet.
  private struct Untried: Error {}

  /// The outcome of everything that can take place, where all of it was tried in another zone of
  /// the state; nil where some of it was not.
  func knownOutcome() throws -> ExpansionOutcome? {
    guard known.areKnown(of: identity) else { return nil }
    var outcome = ExpansionOutcome()
    do {
      if let window = windowOfActions { try add(.actions, window, to: &outcome) }
      for group in arrival.moments.pendingMoments {
        for window in windows(ofDeadlineOf: group) {
          guard let next = window.next else { continue }
          try add(.deadline(next), window, to: &outcome)
        }
      }
    } catch is Untried { return nil }
    return outcome
  }

  private func add(
    _ occasion: KnownTransitions.Occasion, _ window: FiringWindow,
    to outcome: inout ExpansionOutcome
  ) throws {
    guard let transitions = known.transitions(of: identity, on: occasion) else { throw Untried() }
    var window = window
    window.isRemade = true
    let now = moment(of: occasion)
    for transition in transitions {
      outcome.hasWaited = outcome.hasWaited || window.delayed != nil
      let ways = ways(by: transition.transition, window, from: transition.sources)
      guard !transition.breaches.isEmpty || !areKnown(ways, transition.identity) else {
        outcome.add([])
        continue
      }
      let target = Target(
        identity: transition.identity, moments: arrival.moments.following(transition, now: now),
        sources: transition.sources, breaches: transition.breaches)
      outcome.add(
        try successors(
          at: target, by: transition.transition, window, checking: { throw Untried() },
          keeping: { nil }))
    }
  }

  /// The moment of a transition, as the base of a group.
  private func moment(of occasion: KnownTransitions.Occasion) -> StateMoments.Group {
    if case .deadline(let next) = occasion {
      let group = arrival.moments.groups[next.number]
      return StateMoments.Group(
        remainder: group.remainder, source: group.source, base: group.due ?? group.base, next: nil,
        turns: [], isKept: false)
    }
    let number = arrival.length + 1
    return StateMoments.Group(
      remainder: Int64(number) % MomentGroups.unit, source: number, base: 0, next: nil, turns: [],
      isKept: false)
  }
}
